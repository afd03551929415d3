//! Names with a fixed meaning, which declarations may not use because they could not be reached.

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic, FileId};
use crate::expr::KEYWORDS;

/// Names that follow a role without parentheses, such as `actor.turn`.
pub(super) const OF_SOMEBODY: [&str; 10] = [
    "committing",
    "distance",
    "left",
    "number",
    "own-turn",
    "prepared",
    "side",
    "to-come",
    "turn",
    "turn-begun",
];

/// Words with a fixed value in expressions, besides the registers.
pub(super) const IN_PLAY: [&str; 19] = [
    "actor",
    "all-spent",
    "answers-me",
    "arg",
    "before",
    "committed",
    "current-turn",
    "depth",
    "elapsed",
    "here",
    "hostile",
    "line-clear",
    "now",
    "placed",
    "prepared",
    "self",
    "side",
    "size",
    "way-open",
];

/// Words that follow a combatant's name in commands but are not activities.
const COMMANDS: [&str; 3] = ["pass", "end", "done"];

impl Build<'_> {
    /// Reports attributes, variables, spans and activities with a name that is reserved.
    pub(super) fn check_names(&mut self) {
        let mut taken: Vec<(FileId, std::ops::Range<usize>, String)> = Vec::new();
        let mut found = |file: FileId, span: &std::ops::Range<usize>, what: String| {
            taken.push((file, span.clone(), what));
        };
        for entry in &self.dictionary.attributes.entries {
            if OF_SOMEBODY.contains(&entry.name) {
                let what = format!(
                    "no attribute can be called `{0}`: `actor.{0}` is something else",
                    entry.name
                );
                found(entry.file, &entry.span, what);
            }
        }
        let in_play = |name: &str| {
            IN_PLAY.contains(&name)
                || KEYWORDS.contains(&name)
                || super::inputs::register(name).is_some()
        };
        for entry in &self.dictionary.variables.entries {
            let of_clock = self.dictionary.spans.find(entry.name).is_some();
            if in_play(entry.name) || of_clock {
                let why = match (super::inputs::register(entry.name), of_clock) {
                    (Some(_), _) => "that is a register",
                    (None, true) => "that is a span of the clock",
                    (None, false) => "that means something else in expressions",
                };
                let what = format!("no variable can be called `{}`: {why}", entry.name);
                found(entry.file, &entry.span, what);
            }
        }
        for entry in self.dictionary.spans.entries.iter().filter(|entry| in_play(entry.name)) {
            let what = format!(
                "no span can be called `{}`: that means something else in expressions",
                entry.name
            );
            found(entry.file, &entry.span, what);
        }
        for (Here { file, .. }, rule) in self.located() {
            for activity in rule.activity.iter().filter(|one| COMMANDS.contains(&one.id.as_str())) {
                let what = format!(
                    "no activity can be called `{0}`: `Ana: {0}` is a command of its own",
                    &*activity.id
                );
                found(file, &activity.id.span(), what);
            }
        }
        for (file, span, what) in taken {
            let problem = Diagnostic::error(Code::ReservedName, what);
            self.report.push(problem.at(file, span, "taken already"));
        }
    }
}
