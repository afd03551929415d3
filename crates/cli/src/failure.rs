//! How failure ends: what is said about it, and the exit code.

use std::fmt;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use anyhow::anyhow;
use rules::diagnostic::{Colors, Files, Report};
use serde_json::{Value, json};
use sim::language::LanguageError;

use crate::out;
use crate::paint::Paint;

/// Something asked for failed, does not hold or is denied.
pub(crate) fn failed() -> ExitCode {
    ExitCode::from(1)
}

/// Wrong usage, or input that cannot be read.
pub(crate) fn unusable() -> ExitCode {
    ExitCode::from(2)
}

/// Files that do not load, with everything that is wrong with them.
#[derive(Debug)]
pub(crate) struct Unloadable {
    report: Report,
    files: Files,
}

impl fmt::Display for Unloadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.report.render(&self.files, Colors::Off).trim_end())
    }
}

impl std::error::Error for Unloadable {}

/// Returns an error that carries the diagnostics of files.
pub(crate) fn unloadable((report, files): (Report, Files)) -> anyhow::Error {
    Unloadable { report, files }.into()
}

/// A line that cannot be understood, as wrong usage of the program.
pub(crate) fn not_understood(error: LanguageError) -> anyhow::Error {
    match error.help {
        Some(help) => anyhow!("{} {help}", error.message),
        None => anyhow!(error.message),
    }
}

/// Returns the diagnostics that an error carries as JSON; `None` if it carries none.
pub(crate) fn diagnostics(error: &anyhow::Error) -> Option<Value> {
    let unloadable = error.downcast_ref::<Unloadable>()?;
    Some(unloadable.report.to_json(&unloadable.files))
}

/// Says what is wrong with the arguments, or prints the help that was asked for.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let json = std::env::args().any(|argument| argument == "--json");
    if json && error.use_stderr() {
        let text = error.render().to_string();
        let message = text.trim().strip_prefix("error: ").unwrap_or(text.trim()).to_owned();
        return report(&anyhow::Error::msg(message), json);
    }
    // Nobody is left to tell if this cannot be written either.
    let _ = error.print();
    if error.use_stderr() { unusable() } else { ExitCode::SUCCESS }
}

/// Says what went wrong: to people on standard error, to programs on standard output.
pub(crate) fn report(error: &anyhow::Error, json: bool) -> ExitCode {
    // Whoever reads the output has seen enough, as in `turnwright explain … | head`.
    let closed = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    if error.downcast_ref().is_some_and(closed) {
        return ExitCode::SUCCESS;
    }
    if json {
        let value = match diagnostics(error) {
            Some(report) => json!({ "error": "the files do not load", "report": report }),
            None => json!({ "error": format!("{error:#}") }),
        };
        // Nobody is left to tell if this cannot be written either.
        let _ = out::value(&value);
        return unusable();
    }
    let paint = Paint::of_errors();
    match error.downcast_ref::<Unloadable>() {
        Some(it) => eprint!("{}", it.report.render(&it.files, paint.colors())),
        None => eprintln!("{}: {error:#}", paint.bad("error")),
    }
    unusable()
}
