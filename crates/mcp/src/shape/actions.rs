//! Legal actions, reasons against others, and plans.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use server::wire::{self, Choice, Refused};

use super::fight::Waiting;
use super::{Readable, is_no};

/// Squares of one action in words at most; the structured result has all of them.
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

/// A reason why something is not legal.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Reason {
    /// The reason in a sentence.
    pub(crate) text: String,
    /// Change that would help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) remedy: Option<String>,
    /// Ids of the rules that say so.
    pub(crate) rules: Vec<String>,
}

/// Whether a line would be legal, and what it would do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Judgment {
    /// Number of the change it holds for.
    pub(crate) sequence: u64,
    /// The line as it is understood.
    pub(crate) line: String,
    /// Whether it is legal.
    pub(crate) legal: bool,
    /// All reasons against it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) reasons: Vec<Reason>,
    /// Objections of rules that only warn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) warnings: Vec<Reason>,
    /// The payment that would be taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) payment: Option<String>,
    /// Log lines of everything that would happen up to the next decision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) would_happen: Vec<String>,
    /// The decision after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) then: Option<Waiting>,
}

/// Every distinct way to end a turn, best first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TurnPlan {
    /// Number of the change it holds for.
    pub(crate) sequence: u64,
    /// Combatant whose turn it is.
    pub(crate) actor: String,
    /// The ways.
    pub(crate) ways: Vec<PlannedTurn>,
    /// There is more than was looked at.
    pub(crate) cut: bool,
}

/// One way to end a turn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PlannedTurn {
    /// Lines for `apply`, in order.
    pub(crate) lines: Vec<String>,
    /// Health that foes are expected to lose if nobody reacts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dealt: Option<f64>,
    /// Health that its own side is expected to lose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lost: Option<f64>,
}

impl LegalActions {
    /// Keeps the actions of combatants that can do something; with `denied`, reasons as well.
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

impl Judgment {
    /// Keeps of a preview what a decision needs.
    pub(crate) fn of(preview: wire::Preview) -> Judgment {
        Judgment {
            sequence: preview.sequence,
            line: preview.command,
            legal: preview.legal,
            reasons: reasons_of(preview.reasons),
            warnings: reasons_of(preview.warnings),
            payment: preview.payment,
            would_happen: preview.lines.into_iter().map(|line| line.text).collect(),
            then: preview.decision.as_ref().map(Waiting::of),
        }
    }
}

impl TurnPlan {
    /// Keeps the lines of each way, and the ending of the turn.
    pub(crate) fn of(plan: wire::Plan) -> TurnPlan {
        let way = |way: wire::PlannedWay| PlannedTurn {
            lines: way.steps.into_iter().map(|step| step.command).collect(),
            dealt: way.dealt.map(|expected| expected.value),
            lost: way.lost.map(|expected| expected.value),
        };
        TurnPlan {
            sequence: plan.sequence,
            actor: plan.who,
            ways: plan.ways.into_iter().map(way).collect(),
            cut: plan.cut,
        }
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

impl Readable for Reason {
    fn text(&self) -> String {
        let remedy = self.remedy.as_ref().map_or(String::new(), |it| format!(" {it}"));
        format!("{}{remedy} [{}]", self.text, self.rules.join(", "))
    }
}

impl Readable for Judgment {
    fn text(&self) -> String {
        let list = |reasons: &[Reason]| -> String {
            reasons.iter().map(|reason| format!("\n- {}", reason.text())).collect()
        };
        let mut text = match self.legal {
            true => format!("`{}` is legal.", self.line),
            false => format!("`{}` is not legal:{}", self.line, list(&self.reasons)),
        };
        if let Some(payment) = &self.payment {
            let _ = write!(text, " It would be paid with {payment}.");
        }
        if !self.warnings.is_empty() {
            let _ = write!(text, "\nRules that only warn:{}", list(&self.warnings));
        }
        for line in &self.would_happen {
            let _ = write!(text, "\n> {line}");
        }
        text
    }
}

impl Readable for TurnPlan {
    fn text(&self) -> String {
        let mut text = format!("{} can end the turn in {} ways:", self.actor, self.ways.len());
        for (index, way) in self.ways.iter().enumerate() {
            let lines = if way.lines.is_empty() { "end".to_owned() } else { way.lines.join("; ") };
            let _ = write!(text, "\n{}. {lines}", index + 1);
            if let Some(dealt) = way.dealt {
                let _ = write!(text, " (foes lose about {dealt:.1}");
                let lost = way.lost.filter(|lost| *lost > 0.0);
                let _ = write!(
                    text,
                    "{})",
                    lost.map_or(String::new(), |it| format!(", own side {it:.1}"))
                );
            }
        }
        if self.cut {
            text.push_str("\nThere is more than was looked at.");
        }
        text
    }
}

fn reasons_of(reasons: Vec<wire::Reason>) -> Vec<Reason> {
    let reason = |reason: wire::Reason| Reason {
        text: reason.text,
        remedy: reason.remedy,
        rules: reason.rules.into_iter().map(|rule| rule.id).collect(),
    };
    reasons.into_iter().map(reason).collect()
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
