//! Reports failures and chooses the exit code.

use std::fmt;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use anyhow::anyhow;
use rules::diagnostic::{Colors, Files, Report};
use serde_json::{Value, json};
use sim::language::LanguageError;

use crate::out;
use crate::paint::Paint;

/// Returns exit code 1: something asked for failed, does not hold or is denied.
pub(crate) fn failed() -> ExitCode {
    ExitCode::from(1)
}

/// Returns exit code 2: wrong usage, or input that cannot be read.
pub(crate) fn unusable() -> ExitCode {
    ExitCode::from(2)
}

/// Error of files that do not load, with all their diagnostics.
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

/// Returns the error for a line that the command language does not understand.
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

/// Reports wrong arguments, or prints the requested help. Returns the exit code.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let json = std::env::args().any(|argument| argument == "--json");
    if json && error.use_stderr() {
        let text = error.render().to_string();
        let message = text.trim().strip_prefix("error: ").unwrap_or(text.trim()).to_owned();
        return report(&anyhow::Error::msg(message), json);
    }
    // If this cannot be written either, there is nowhere left to report it.
    let _ = error.print();
    if error.use_stderr() { unusable() } else { ExitCode::SUCCESS }
}

/// Reports an error as text on standard error, or as JSON on standard output. Returns the exit
/// code; a closed pipe counts as success.
pub(crate) fn report(error: &anyhow::Error, json: bool) -> ExitCode {
    // The reader of the output has closed the pipe, as in `turnwright explain … | head`.
    let closed = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    if error.downcast_ref().is_some_and(closed) {
        return ExitCode::SUCCESS;
    }
    if json {
        let value = match diagnostics(error) {
            Some(report) => json!({ "error": "the files do not load", "report": report }),
            None => json!({ "error": format!("{error:#}") }),
        };
        // If this cannot be written either, there is nowhere left to report it.
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
