//! Requests of a role to an encounter.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Answer, DialSetting};

/// A command with the state it was meant for.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "expected": 0, "command": { "kind": "rule", "answer": "pcs" } }))]
pub struct CommandRequest {
    /// The `sequence` of the state that was looked at.
    pub expected: u64,
    /// Command to carry out.
    pub command: Command,
}

/// Largest number of commands in a batch.
pub const BATCH_MAX: usize = 100;

/// Several commands with the state they were meant for. One undo takes all of them back.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchRequest {
    /// The `sequence` of the state that was looked at.
    pub expected: u64,
    /// Commands to carry out, in order.
    #[schema(min_items = 1, max_items = 100)]
    pub commands: Vec<Command>,
    /// Whether the server rolls the dice that are asked for after each command, up to those of a
    /// combatant that a seat plays.
    #[serde(default)]
    pub rolls: bool,
    /// Whether the batch belongs to the same step of the history as the command before it.
    #[serde(default)]
    pub joins: bool,
}

/// A square that everybody is to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PingRequest {
    /// Squares from the left edge.
    pub x: u16,
    /// Squares from the top edge.
    pub y: u16,
}

/// Command to an encounter.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// A line of the command language: `Ana: strike Orc 2, pay QP`.
    Text {
        /// The line.
        text: String,
    },
    /// Declares an activity.
    Declare {
        /// Combatant that acts.
        actor: String,
        /// Activity to declare.
        activity: String,
        /// At whom.
        #[serde(default)]
        target: Option<String>,
        /// At which square, by its name; of several, the way to the last one.
        #[serde(default)]
        squares: Vec<String>,
        /// The number that goes with it; missing = the usual one, or else the greatest possible.
        #[serde(default)]
        number: Option<String>,
        /// Place of the payment in the list, from 1; missing = the cheapest.
        #[serde(default)]
        #[schema(minimum = 1, maximum = 256)]
        pay: Option<u32>,
        /// The actor's own words, such as what it waits for; on one line, without quotation marks.
        #[serde(default)]
        #[schema(max_length = 300)]
        words: Option<String>,
        /// Whether to declare it even if the rules forbid it (game master).
        #[serde(default)]
        force: bool,
        /// Why it is forced.
        #[serde(default)]
        because: Option<String>,
    },
    /// The game master declares something about someone.
    Master {
        /// Activity to declare.
        activity: String,
        /// About whom.
        about: String,
        /// Combatant that is responsible.
        #[serde(default)]
        by: Option<String>,
        /// The square that goes with it, by its name.
        #[serde(default)]
        square: Option<String>,
        /// The number that goes with it.
        #[serde(default)]
        number: Option<String>,
    },
    /// Does not answer.
    Pass {
        /// Combatant that passes; missing = everybody who is asked.
        #[serde(default)]
        who: Option<String>,
    },
    /// Ends the turn. A seat says that its combatants are done; once everyone acting is, it ends.
    End {},
    /// Answers a question for the game master.
    Rule {
        /// One of the answers.
        answer: String,
    },
    /// Gives dice.
    Roll {
        /// Faces of the dice, in order, or the total of several dice alone; missing = the server
        /// rolls from the encounter's seed.
        #[serde(default)]
        faces: Option<Vec<u32>>,
        /// Players do not see what they show (game master).
        #[serde(default)]
        hidden: bool,
    },
    /// Several declare in secret what cannot be answered.
    Together {
        /// Combatants that declare in secret.
        who: Vec<String>,
    },
    /// Sets how strictly a rule is taken (game master).
    Dial {
        /// The rule.
        rule: String,
        /// How.
        setting: DialSetting,
    },
    /// Sets how answer windows ask about an activity.
    Policy {
        /// Combatant that the setting is for.
        who: String,
        /// Which.
        activity: String,
        /// How.
        answer: Answer,
    },
    /// Ends the fight (game master).
    Finish {},
}

/// Going through the history.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The `sequence` of the state that was looked at.
    pub expected: u64,
    /// Where to.
    pub to: Move,
}

/// Where to go in the history.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Move {
    /// Back by so many commands.
    Undo {
        /// How many.
        count: u32,
    },
    /// Forward again by so many commands, along the branch left last.
    Redo {
        /// How many.
        count: u32,
    },
    /// To any point of the history.
    Point {
        /// Its number.
        point: u32,
    },
}

/// A command to be looked at without giving it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "command": { "kind": "declare", "actor": "Ana", "activity": "longsword", "target": "Orc 1" }
}))]
pub struct PreviewRequest {
    /// The command.
    pub command: Command,
}
