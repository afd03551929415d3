//! How failure ends: what is said about it, and the exit code.

use std::fmt;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use rules::diagnostic::{Colors, Files, Report};
use serde_json::json;

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

/// What is wrong with files, as an error that keeps the diagnostics.
pub(crate) fn unloadable((report, files): (Report, Files)) -> anyhow::Error {
    Unloadable { report, files }.into()
}

/// Says what went wrong: to people on standard error, to programs on standard output.
pub(crate) fn report(error: &anyhow::Error, json: bool) -> ExitCode {
    // Whoever reads the output has seen enough, as in `turnwright explain … | head`.
    let closed = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    if error.downcast_ref().is_some_and(closed) {
        return ExitCode::SUCCESS;
    }
    let unloadable = error.downcast_ref::<Unloadable>();
    if json {
        let value = match unloadable {
            Some(it) => json!({
                "error": "the files do not load",
                "report": it.report.to_json(&it.files),
            }),
            None => json!({ "error": format!("{error:#}") }),
        };
        // Nobody is left to tell if this cannot be written either.
        let _ = out::value(&value);
        return unusable();
    }
    let paint = Paint::of_errors();
    match unloadable {
        Some(it) => eprint!("{}", it.report.render(&it.files, paint.colors())),
        None => eprintln!("{}: {error:#}", paint.bad("error")),
    }
    unusable()
}
