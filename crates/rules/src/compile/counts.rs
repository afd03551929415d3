//! Checks how many names of each sort a ruleset declares. The engine numbers them in a few bits.

use kernel::Moments;

use super::Build;
use crate::diagnostic::{Code, Diagnostic};

/// Most gates: a set of them fits in one byte.
const GATES_MAX: usize = 8;
/// Most names of a sort whose numbers fit in one byte.
const BYTE_MAX: usize = 256;
/// Most answers of a ruling.
const ANSWERS_MAX: usize = 255;

impl Build<'_> {
    /// Reports every sort of which there are too many. Nothing else can be compiled then.
    pub(super) fn has_too_many(&mut self) -> bool {
        let names = &self.dictionary;
        let fixed = names.attributes.entries.iter().filter(|entry| entry.def.fixed);
        let sorts: [(&str, Vec<&str>, usize); 6] = [
            ("windows", names.windows.names().collect(), Moments::WINDOWS_MAX),
            ("gates", names.gates.iter().map(|(name, _)| *name).collect(), GATES_MAX),
            ("fixed attributes", fixed.map(|entry| entry.name).collect(), BYTE_MAX),
            ("dice of combatants", names.dice.names().collect(), BYTE_MAX),
            ("kinds without a prefix", names.bases.names().collect(), BYTE_MAX),
            ("prefixes", names.prefixes.names().collect(), BYTE_MAX),
        ];
        let beyond = |(sort, names, most): (&str, Vec<&str>, usize)| {
            let first = names.get(most)?;
            let count = names.len();
            Some(format!("there are {count} {sort}; at most {most} fit: `{first}` is one too many"))
        };
        let mut messages: Vec<String> = sorts.into_iter().filter_map(beyond).collect();
        messages.extend(names.rulings.entries.iter().filter_map(|entry| {
            let count = entry.def.answers.len();
            let (name, most) = (entry.name, ANSWERS_MAX);
            (count > most).then(|| format!("`{name}` has {count} answers; at most {most} fit"))
        }));
        let too_many = !messages.is_empty();
        for message in messages {
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
        }
        too_many
    }
}
