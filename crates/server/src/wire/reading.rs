//! Creatures read from files of other programs, before they are kept.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Creature, FieldProblem, SheetValues};

/// Creatures read from a file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CreatureReading {
    /// The format of the file, for people.
    #[schema(example = "Foundry actor, dnd5e 5.1.0")]
    pub format: String,
    /// How many creatures the file has.
    pub count: usize,
    /// How many of them the data file keeps now.
    pub kept: usize,
    /// Remarks on the file as a whole.
    pub remarks: Vec<String>,
    /// The creatures, in the order of the file.
    pub creatures: Vec<ReadCreature>,
    /// Whether there are more.
    pub more: bool,
}

/// A creature read from a file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReadCreature {
    /// The creature with its stat block and its sheet.
    pub creature: Creature,
    /// Whether it is the character of a player.
    pub hero: bool,
    /// Remarks that matter for play, those that matter most first.
    pub notes: Vec<ReadNote>,
    /// How many further remarks and ignored values there are.
    pub hidden: usize,
    /// Whether keeping it replaces a kept creature of the same name.
    pub replaces: bool,
    /// Fields that have to be changed before it can be kept.
    pub fields: Vec<FieldProblem>,
}

/// A remark on how a creature was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReadNote {
    /// How much it matters.
    pub weight: NoteWeight,
    /// The remark.
    pub text: String,
}

/// How much a remark matters at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoteWeight {
    /// A number is not there; a default stands in.
    Missing,
    /// A number is a guess.
    Guessed,
    /// Something was not understood and does not work in play.
    NotUnderstood,
    /// The sheet has no place for something.
    NotCarried,
    /// A number was worked out from others.
    Derived,
    /// Anything else.
    Remark,
}

/// Creatures to be kept together.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatureBatch {
    /// Their sheets, at most 500.
    pub sheets: Vec<SheetValues>,
}

impl From<import::Weight> for NoteWeight {
    fn from(weight: import::Weight) -> NoteWeight {
        match weight {
            import::Weight::Missing => NoteWeight::Missing,
            import::Weight::Guessed => NoteWeight::Guessed,
            import::Weight::NotUnderstood => NoteWeight::NotUnderstood,
            import::Weight::NotCarried => NoteWeight::NotCarried,
            import::Weight::Derived => NoteWeight::Derived,
            import::Weight::Remark => NoteWeight::Remark,
        }
    }
}
