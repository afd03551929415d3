//! Legal actions, and reasons against others.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use server::wire::{self, Choice, Refused};

use super::judgment::{Reason, reasons_of};
use super::{Readable, is_no};

/// Maximum number of squares in the text of one action; the structured result has all of them.
const SQUARES_IN_WORDS: usize = 24;

/// Everything that is legal now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LegalActions {
    /// Number of the change it holds for.
    pub(crate) sequence: u64,
    /// Combatants that can do something, with their actions.
    pub(crate) actors: Vec<Actor>,
    /// Combatants that can declare in secret now, with `together: A, B`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) together: Vec<String>,
    /// Activities of the game master about any combatant: `gm: damage Orc 5 by Ana`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) game_master: Vec<String>,
}

/// Legal actions of a combatant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Actor {
    /// Name of the combatant.
    pub(crate) name: String,
    /// Its turn can be ended: `NAME: end`.
    #[serde(skip_serializing_if = "is_no")]
    pub(crate) may_end: bool,
    /// It can let an answer pass: `NAME: pass`.
    #[serde(skip_serializing_if = "is_no")]
    pub(crate) may_pass: bool,
    /// Legal actions.
    pub(crate) actions: Vec<LegalAction>,
    /// Actions that are not legal now, with reasons; only where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) denied: Vec<Denied>,
}

/// A legal action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LegalAction {
    /// Line for `apply`. Words in capitals stand for a choice among `targets`, `squares` and
    /// `number`; those in brackets may be left out.
    pub(crate) line: String,
    /// Name for people.
    pub(crate) label: String,
    /// Question it answers, if it is an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) question: Option<String>,
    /// Price in words.
    pub(crate) price: String,
    /// Combatants it may be aimed at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) targets: Vec<String>,
    /// Squares it may be aimed at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) squares: Vec<String>,
    /// Number that goes with it: `squares from 1 to 6`. Without one the greatest is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<String>,
    /// Ways to pay, cheapest first; the line takes another one as `, pay WAY`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) payments: Vec<String>,
    /// Ids of the rules that define it.
    pub(crate) rules: Vec<String>,
}

/// An action that is not legal now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Denied {
    /// Id of the activity.
    pub(crate) activity: String,
    /// Reasons, each with the ids of its rules.
    pub(crate) reasons: Vec<Reason>,
}

impl LegalActions {
    /// Returns the actions of combatants that can do something; with `denied`, reasons as well.
    pub(crate) fn of(options: wire::Options, denied: bool) -> LegalActions {
        let actor = |options: wire::CombatantOptions| {
            let name = options.name;
            let actions = options.legal.into_iter().map(|it| LegalAction::of(&name, it)).collect();
            let refused = options.denied.into_iter().filter(|_| denied).map(Denied::of).collect();
            Actor { may_end: options.end, may_pass: options.pass, actions, denied: refused, name }
        };
        let tells = |actor: &Actor| {
            let Actor { may_end, may_pass, actions, denied, .. } = actor;
            *may_end || *may_pass || !actions.is_empty() || !denied.is_empty()
        };
        LegalActions {
            sequence: options.sequence,
            actors: options.combatants.into_iter().map(actor).filter(tells).collect(),
            together: options.together,
            game_master: options.game_master.iter().map(master_line).collect(),
        }
    }
}

impl LegalAction {
    fn of(actor: &str, choice: Choice) -> LegalAction {
        let mut line = format!("{actor}: {}", choice.activity);
        let number = choice.number.as_ref().map(|number| {
            line.push_str(" [NUMBER]");
            let named = |it: &wire::NamedValue| format!("{} = {}", it.value, it.name);
            let values: Vec<_> = number.values.iter().map(named).collect();
            match values.is_empty() {
                true => format!("{} from {} to {}", number.name, number.min, number.max),
                false => format!("{}: {}", number.name, values.join(", ")),
            }
        });
        match (choice.targets.is_empty(), choice.untargeted) {
            (true, _) => {}
            (false, true) => line.push_str(" [TARGET]"),
            (false, false) => line.push_str(" TARGET"),
        }
        if !choice.squares.is_empty() || choice.step {
            line.push_str(" SQUARE");
        }
        if choice.words {
            line.push_str(" \"WHAT IS WAITED FOR\"");
        }
        let payments = choice.payments.into_iter().filter(|payment| payment.worth > 0);
        LegalAction {
            line,
            label: choice.label,
            question: choice.question.map(|asked| asked.text),
            price: choice.price_words,
            targets: choice.targets,
            squares: choice.squares,
            number,
            payments: payments.map(|payment| payment.text).collect(),
            rules: choice.rules,
        }
    }
}

impl Denied {
    fn of(refused: Refused) -> Denied {
        Denied { activity: refused.activity, reasons: reasons_of(refused.reasons) }
    }
}

impl Readable for LegalActions {
    fn text(&self) -> String {
        let mut parts = Vec::new();
        for actor in &self.actors {
            let ends = match (actor.may_end, actor.may_pass) {
                (true, _) => ", or `end`",
                (_, true) => ", or `pass`",
                _ => "",
            };
            parts.push(format!("{} can do ({} actions{ends}):", actor.name, actor.actions.len()));
            parts.extend(actor.actions.iter().map(|action| format!("- {}", action.text())));
            for denied in &actor.denied {
                let why: Vec<_> = denied.reasons.iter().map(Readable::text).collect();
                parts.push(format!("- not {}: {}", denied.activity, why.join(" ")));
            }
        }
        if parts.is_empty() {
            parts.push("Nothing can be declared now.".to_owned());
        }
        if !self.together.is_empty() {
            parts.push(format!("In secret: `together: {}`.", self.together.join(", ")));
        }
        if !self.game_master.is_empty() {
            parts.push(format!("The game master may: {}.", self.game_master.join("; ")));
        }
        parts.join("\n")
    }
}

impl Readable for LegalAction {
    fn text(&self) -> String {
        let mut text = format!("`{}` ({}) for {}", self.line, self.label, self.price);
        if !self.targets.is_empty() {
            let _ = write!(text, "; at {}", self.targets.join(", "));
        }
        if !self.squares.is_empty() {
            let some: Vec<_> = self.squares.iter().take(SQUARES_IN_WORDS).cloned().collect();
            let more = if self.squares.len() > SQUARES_IN_WORDS { ", …" } else { "" };
            let _ = write!(text, "; to {}{more}", some.join(" "));
        }
        if let Some(number) = &self.number {
            let _ = write!(text, "; {number}");
        }
        if self.payments.len() > 1 {
            let _ = write!(text, "; pay {}", self.payments.join(" or "));
        }
        if let Some(question) = &self.question {
            let _ = write!(text, "; {question}");
        }
        text
    }
}

fn master_line(option: &wire::MasterOption) -> String {
    let mut line = format!("gm: {} WHO", option.activity);
    if let Some(number) = &option.number {
        let _ = write!(line, " with {}", number.to_uppercase());
    }
    if option.by {
        line.push_str(" by CAUSE");
    }
    if option.square {
        line.push_str(" SQUARE");
    }
    line
}
