//! Writing a record.

use std::fmt::{self, Write};

use rules::source::SourceFile;

use super::{Record, VERSION};
use crate::fnv::Fnv;

/// Text with the hash of its lines so far.
struct Chain {
    text: String,
    hash: Fnv,
}

impl Chain {
    fn line(&mut self, line: &str) {
        self.hash = self.hash.text(line);
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn file(&mut self, role: &str, file: &SourceFile) {
        self.line(&format!("file {role} {}", one_line(&file.path)));
        for line in file.text.split('\n') {
            self.text_line("|", line.strip_suffix('\r').unwrap_or(line));
        }
    }

    /// Adds a line of a text, after a word that says which text.
    fn text_line(&mut self, word: &str, line: &str) {
        let space = if line.is_empty() { "" } else { " " };
        self.line(&format!("{word}{space}{line}"));
    }

    /// Adds a line with a mark: a hash of everything above and of its own content.
    fn marked(&mut self, head: &str, content: &str) {
        self.hash = self.hash.text(content);
        let mark = self.hash.short();
        self.text.push_str(format!("{head} {mark} {content}").trim_end());
        self.text.push('\n');
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chain = Chain { text: String::new(), hash: Fnv::new() };
        chain.line(&format!("turnwright record {VERSION}"));
        let (id, version) = (one_line(&self.id), one_line(&self.version));
        chain.line(&format!("ruleset {id} {version} {:016x}", self.fingerprint));
        chain.line(&format!("seed {}", self.seed));
        chain.file("encounter", &self.encounter);
        self.beside.iter().for_each(|file| chain.file("beside", file));
        let carried = self.ruleset.iter().flat_map(|source| &source.files);
        carried.for_each(|file| chain.file("ruleset", file));
        chain.marked("log", "");
        for (at, step) in self.steps.iter().enumerate() {
            if step.after != at || at == self.main {
                chain.line(&format!("branch {}", step.after));
            }
            let command = match step.command.strip_prefix("roll ") {
                Some(faces) if step.rolled => format!("rolled {faces}"),
                _ => step.command.clone(),
            };
            let content = format!("{:04x} {}", step.outlook, one_line(&command));
            chain.marked(&(at + 1).to_string(), &content);
            for line in step.note.iter().flat_map(|note| note.lines()) {
                chain.text_line("note", line);
            }
        }
        let (count, hash) = (self.steps.len(), chain.hash.value());
        writeln!(chain.text, "end {count} {hash:016x}")?;
        f.write_str(&chain.text)
    }
}

/// Puts a name on one line. Names come from files and may contain anything.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
