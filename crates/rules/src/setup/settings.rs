//! Settings: everything of a setup but its board, creatures and combatants.

use std::sync::Arc;

use super::Setup;
use crate::diagnostic::FileId;
use crate::raw::Text;
use crate::source::Located;

impl Setup {
    /// Checks whether another setup has the same rules and settings, regardless of their positions
    /// in its files. Always false if either setup has rules that combatants bring along, or sides
    /// of its own.
    pub fn has_settings_of(&self, other: &Setup) -> bool {
        let alone = |setup: &Setup| setup.brought.is_empty() && setup.sides.is_empty();
        self.ask_everyone == other.ask_everyone
            && same_values(&self.options, &other.options)
            && same_values(&self.rulings, &other.rulings)
            && same_values(&self.variables, &other.variables)
            && alone(self)
            && alone(other)
            && self.rules.len() == other.rules.len()
            && self.rules.iter().zip(&other.rules).all(|(one, other)| is_same_rule(one, other))
    }
}

/// A setting: its file, name and value.
type Setting = (FileId, Text, Text);

fn same_values(one: &[Setting], other: &[Setting]) -> bool {
    let same = |((_, name, value), (_, other, wanted)): (&Setting, &Setting)| {
        name == other && value == wanted
    };
    one.len() == other.len() && one.iter().zip(other).all(same)
}

fn is_same_rule(one: &Located, other: &Located) -> bool {
    one.file == other.file && Arc::ptr_eq(&one.rule, &other.rule)
}
