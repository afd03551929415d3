//! Changes of a fight: news after a command, and the log.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use server::wire::{self, Update};

use super::fight::{Fighter, Waiting, moment};
use super::{Readable, is_no};

/// Everything that happened because of a request, up to the next decision.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Happened {
    /// Number of the last change.
    pub(crate) sequence: u64,
    /// Log lines of the changes, oldest first.
    pub(crate) lines: Vec<String>,
    /// Point in time: `round 1, turn of Ana`.
    pub(crate) moment: String,
    /// Combatants that the lines name, as they are now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) combatants: Vec<Fighter>,
    /// Decision that the fight waits for now.
    pub(crate) waits_for: Waiting,
}

/// A page of the log.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FightLog {
    /// Number of the last change there is.
    pub(crate) sequence: u64,
    /// Changes, oldest first.
    pub(crate) changes: Vec<Change>,
    /// Whether there are more behind them: ask again with `after`.
    pub(crate) more: bool,
}

/// One change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Change {
    /// Its number.
    pub(crate) sequence: u64,
    /// Author: `game master`, `server` or the name of a seat.
    pub(crate) by: String,
    /// The command as it could be typed; none if this role may not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<String>,
    /// It has been undone.
    #[serde(skip_serializing_if = "is_no")]
    pub(crate) undone: bool,
    /// Log lines of the change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) lines: Vec<String>,
}

impl Happened {
    /// Returns the lines of the news and the combatants that they name.
    pub(crate) fn of(news: &wire::News) -> Happened {
        let lines = || news.updates.iter().flat_map(|update| &update.lines);
        let is_named = |one: &&wire::Combatant| lines().any(|line| line.about.contains(&one.name));
        let combatants: Vec<&wire::Combatant> =
            news.state.combatants.iter().filter(is_named).collect();
        Happened {
            sequence: news.sequence,
            lines: lines().map(|line| line.text.clone()).collect(),
            moment: moment(&news.state.clock),
            combatants: combatants.into_iter().map(Fighter::of).collect(),
            waits_for: Waiting::of(&news.state.decision),
        }
    }

    /// Puts an earlier result in front of this one.
    pub(crate) fn after(mut self, earlier: Option<Happened>) -> Happened {
        let Some(mut earlier) = earlier else { return self };
        earlier.lines.append(&mut self.lines);
        earlier.combatants.retain(|one| self.combatants.iter().all(|it| it.name != one.name));
        earlier.combatants.append(&mut self.combatants);
        Happened { lines: earlier.lines, combatants: earlier.combatants, ..self }
    }
}

impl FightLog {
    /// Returns the lines of a log.
    pub(crate) fn of(log: wire::Log) -> FightLog {
        FightLog {
            sequence: log.sequence,
            changes: log.updates.into_iter().map(Change::of).collect(),
            more: log.more,
        }
    }
}

impl Change {
    fn of(update: Update) -> Change {
        Change {
            sequence: update.sequence,
            by: update.by,
            command: update.command,
            undone: !update.active,
            lines: update.lines.into_iter().map(|line| line.text).collect(),
        }
    }
}

impl Readable for Happened {
    fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let _ = writeln!(text, "> {line}");
        }
        let _ = writeln!(text, "Now {}.", self.moment);
        for fighter in &self.combatants {
            let _ = writeln!(text, "- {}", fighter.text());
        }
        let _ = write!(text, "{}", self.waits_for.text());
        text
    }
}

impl Readable for FightLog {
    fn text(&self) -> String {
        let mut text = String::new();
        for change in &self.changes {
            let undone = if change.undone { " (undone)" } else { "" };
            let command = change.command.as_deref().unwrap_or("…");
            let _ = writeln!(text, "{}. {}: {command}{undone}", change.sequence, change.by);
            for line in &change.lines {
                let _ = writeln!(text, "   > {line}");
            }
        }
        match self.more {
            true => text.push_str("There are more changes behind these."),
            false => {
                let _ = write!(text, "The last change is number {}.", self.sequence);
            }
        }
        text
    }
}
