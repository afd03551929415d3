//! Looks up names, and reports the unknown ones.

use kernel::{ConditionId, Edge, SideId, SpanId, TurnId};

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::dictionary::unknown;
use crate::dictionary::{Dictionary, Table};
use crate::raw::Text;

impl<'a> Build<'a> {
    /// Reports an error and its position.
    pub(super) fn error(
        &mut self,
        code: Code,
        message: impl Into<String>,
        here: Here,
        at: &Text,
        label: &str,
    ) {
        let problem = Diagnostic::error(code, message).at(here.file, at.span(), label);
        self.report.push(problem);
    }

    /// Looks up a name in a table; returns `None` after reporting that it is unknown.
    pub(super) fn look<T>(
        &mut self,
        table: for<'d> fn(&'d Dictionary<'a>) -> &'d Table<'a, T>,
        code: Code,
        sort: &str,
        here: Here,
        name: &Text,
    ) -> Option<usize> {
        let table = table(&self.dictionary);
        match table.find(name) {
            Some(at) => Some(at),
            None => {
                unknown(&mut self.report, code, sort, here.file, name, table.names());
                None
            }
        }
    }

    /// Returns the meaning of one of a few words; `None` after reporting any other word.
    pub(super) fn word<T: Copy>(
        &mut self,
        here: Here,
        text: &Text,
        words: &[(&str, T)],
        message: &str,
        label: &str,
    ) -> Option<T> {
        let found = words.iter().find(|(word, _)| *word == text.as_str());
        if found.is_none() {
            self.error(Code::UnknownVariant, message, here, text, label);
        }
        found.map(|(_, meaning)| *meaning)
    }

    pub(super) fn condition(&mut self, here: Here, name: &Text) -> Option<ConditionId> {
        let groups = &self.dictionary.condition_groups;
        if self.dictionary.conditions.find(name).is_none()
            && let Some(at) = groups.find(name)
        {
            let any = groups.entries[at].def.any.iter().map(|one| one.as_str());
            let help = format!("name one of them: {}", any.collect::<Vec<_>>().join(", "));
            let message = format!("`{}` is a group of conditions", name.as_str());
            let problem = Diagnostic::error(Code::UnknownCondition, message);
            let problem = problem.at(here.file, name.span(), "not a condition").help(help);
            self.report.push(problem);
            return None;
        }
        let at = self.look(|d| &d.conditions, Code::UnknownCondition, "condition", here, name)?;
        Some(ConditionId(at as u8))
    }

    /// Returns conditions as bits; unknown ones are reported and left out.
    pub(super) fn conditions(&mut self, here: Here, names: &[Text]) -> u64 {
        let found = names.iter().filter_map(|name| self.condition(here, name));
        // Too many conditions for 64 bits are reported elsewhere.
        found.fold(0, |bits, one| bits | 1u64.checked_shl(one.0.into()).unwrap_or(0))
    }

    pub(super) fn span(&mut self, here: Here, name: &Text) -> Option<SpanId> {
        let at = self.look(|d| &d.spans, Code::UnknownSpan, "span", here, name)?;
        Some(SpanId(at as u8))
    }

    pub(super) fn side(&mut self, here: Here, name: &Text) -> Option<SideId> {
        let found = self.sides.iter().position(|side| side == name.as_str());
        if found.is_none() {
            let known = self.sides.iter().map(String::as_str);
            unknown(&mut self.report, Code::UnknownSide, "side", here.file, name, known);
        }
        found.map(|at| SideId(at as u8))
    }

    pub(super) fn turn(&mut self, here: Here, name: &Text) -> Option<TurnId> {
        let at = self.look(|d| &d.turns, Code::InvalidValue, "turn group", here, name)?;
        Some(TurnId(at as u8))
    }

    pub(super) fn edge(&mut self, here: Here, name: &Text) -> Option<Edge> {
        let words = [("begin", Edge::Begin), ("end", Edge::End)];
        self.word(here, name, &words, "an edge is `begin` or `end`", "neither")
    }

    pub(super) fn prefix(&mut self, here: Here, name: &Text) -> Option<u8> {
        let found = self.look(|d| &d.prefixes, Code::UnknownPrefix, "prefix", here, name)?;
        Some(found as u8)
    }

    pub(super) fn base(&mut self, here: Here, name: &Text) -> Option<u8> {
        let found = self.look(|d| &d.bases, Code::UnknownPool, "base", here, name)?;
        Some(found as u8)
    }
}
