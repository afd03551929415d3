//! Terminal colors: only on a terminal, never if `NO_COLOR` is set. No meaning depends on color
//! alone.

use std::io::{self, IsTerminal};

use rules::diagnostic::Colors;

/// Style of an output: colored or plain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    /// Returns the setting for standard output.
    pub(crate) fn of_output() -> Paint {
        Paint { on: io::stdout().is_terminal() && wanted() }
    }

    /// Returns the setting for standard error.
    pub(crate) fn of_errors() -> Paint {
        Paint { on: io::stderr().is_terminal() && wanted() }
    }

    /// Returns the setting without colors.
    pub(crate) fn off() -> Paint {
        Paint { on: false }
    }

    /// Returns the same setting for the renderer of diagnostics.
    pub(crate) fn colors(self) -> Colors {
        if self.on { Colors::On } else { Colors::Off }
    }

    /// Whether colors are on.
    pub(crate) fn is_on(self) -> bool {
        self.on
    }

    /// Paints a name: bold.
    pub(crate) fn name(self, text: &str) -> String {
        self.with("1", text)
    }

    /// Paints a detail: faint.
    pub(crate) fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Paints a success or a remedy: green.
    pub(crate) fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    /// Paints a failure: bold red.
    pub(crate) fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// Paints a question or a warning: bold yellow.
    pub(crate) fn ask(self, text: &str) -> String {
        self.with("1;33", text)
    }

    /// Paints tokens of a kind. The last character of the kind decides the color, so that kinds
    /// with prefixes have the color of their base.
    pub(crate) fn kind(self, kind: &str, text: &str) -> String {
        const PALETTE: [&str; 7] = ["36", "35", "33", "32", "34", "31", "96"];
        let letter = kind.bytes().next_back().map_or(0, usize::from);
        self.with(PALETTE[letter % PALETTE.len()], text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Whether the environment allows colors; see <https://no-color.org>.
fn wanted() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
