//! Compiles groups of conditions. Expressions resolve them into their conditions.

use super::{Build, Here};
use crate::diagnostic::Code;

impl Build<'_> {
    /// Adds the names of groups. Reports groups without conditions, with unknown ones, or with the
    /// name of a condition.
    pub(super) fn build_condition_groups(&mut self) {
        for at in 0..self.dictionary.condition_groups.len() {
            let entry = self.dictionary.condition_groups.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            if self.dictionary.conditions.find(entry.name).is_some() {
                let message = format!("`{}` is a condition and a group of conditions", entry.name);
                self.error(
                    Code::DuplicateName,
                    message,
                    here,
                    &entry.def.id,
                    "give it another name",
                );
            }
            if entry.def.any.is_empty() {
                let message = format!("the group `{}` has no conditions", entry.name);
                self.error(Code::InvalidValue, message, here, &entry.def.id, "name some in `any`");
            }
            let conditions = self.conditions(here, &entry.def.any);
            self.names.condition_groups.push((entry.name.to_owned(), conditions));
        }
    }
}
