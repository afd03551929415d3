//! Flaws of play: dead ends, and free activities that can be repeated without end.

use kernel::Command;

/// A sort of flaw.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlawKind {
    /// A combatant must choose, and nothing is legal, not even ending the turn.
    NothingLegal,
    /// Foes are left, and no declaration can ever be legal again.
    Stalemate,
    /// Dice or rulings follow each other without end.
    EndlessDice,
    /// Free activities lead back to the same state.
    FreeLoop(Vec<String>),
    /// Free activities can be repeated without end, and something grows.
    FreeGrowth(Vec<String>),
}

impl FlawKind {
    /// Returns the name under which it may be accepted.
    pub fn name(&self) -> String {
        match self {
            FlawKind::NothingLegal => "dead-end nothing-legal".to_owned(),
            FlawKind::Stalemate => "dead-end stalemate".to_owned(),
            FlawKind::EndlessDice => "dead-end endless-dice".to_owned(),
            FlawKind::FreeLoop(activities) => format!("free-loop {}", activities.join(" ")),
            FlawKind::FreeGrowth(activities) => format!("free-growth {}", activities.join(" ")),
        }
    }

    /// Returns a claim that describes it.
    pub(super) fn claim(&self) -> String {
        match self {
            FlawKind::NothingLegal => "somebody must choose and nothing is legal".to_owned(),
            FlawKind::Stalemate => "foes are left and nobody can do anything any more".to_owned(),
            FlawKind::EndlessDice => "dice or questions never end".to_owned(),
            FlawKind::FreeLoop(activities) => {
                format!("{} can go on for nothing in one turn", activities.join(" and "))
            }
            FlawKind::FreeGrowth(activities) => {
                format!("{} gains something for nothing without end", activities.join(" and "))
            }
        }
    }

    /// Whether it is a dead end.
    pub(super) fn is_dead_end(&self) -> bool {
        !matches!(self, FlawKind::FreeLoop(_) | FlawKind::FreeGrowth(_))
    }
}

/// A flaw with a fight that shows it.
#[derive(Clone, Debug)]
pub struct Flaw {
    /// Its sort.
    pub kind: FlawKind,
    /// Description of what happens at the end of the fight.
    pub what: String,
    /// The name of the stage.
    pub stage: String,
    /// The recorded game.
    pub log: String,
}

/// A flaw before it is recorded.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    pub(super) kind: FlawKind,
    pub(super) what: String,
    pub(super) commands: Vec<Command>,
}
