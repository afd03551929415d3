//! A fight as a role sees it.

use std::collections::BTreeMap;
use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use server::wire::{self, Decision, DecisionKind};

use super::{Readable, is_no};

/// State of a fight.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FightState {
    /// Id of the fight.
    pub(crate) fight: String,
    /// Title of the fight.
    pub(crate) title: String,
    /// Id of its ruleset.
    pub(crate) ruleset: String,
    /// Role of this connection: `game master`, `player of Ana`, `spectator`.
    pub(crate) role: String,
    /// Number of the last change.
    pub(crate) sequence: u64,
    /// Point in time: `round 1, turn of Ana`.
    pub(crate) moment: String,
    /// Decision that the fight waits for.
    pub(crate) waits_for: Waiting,
    /// Turns of the round in their order.
    pub(crate) order: Vec<String>,
    /// Combatants that this role sees.
    pub(crate) combatants: Vec<Fighter>,
    /// Declarations that wait or run, newest last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) stack: Vec<String>,
    /// Size of the board in squares, `20x12`, if the fight has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) board: Option<String>,
    /// Squares that are not open ground, by their terrain.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) terrain: BTreeMap<String, Vec<String>>,
    /// Notes this role may read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// Commands that can be undone; those given together go back together.
    pub(crate) undo: u32,
    /// Commands that can be done again.
    pub(crate) redo: u32,
}

/// A decision that a fight waits for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Waiting {
    /// Kind: begin, act, answer, offer, seal, roll, rule, hidden or over.
    pub(crate) kind: String,
    /// The decision in a sentence.
    pub(crate) text: String,
    /// Combatants that may decide.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) who: Vec<String>,
    /// Whether this role may decide.
    pub(crate) yours: bool,
    /// Dice to be rolled: `1d20+3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dice: Option<String>,
    /// Answers to the question, to be given as the line `rule ANSWER`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) answers: Vec<String>,
    /// The tool or line that goes on from here.
    pub(crate) next: String,
}

/// A combatant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Fighter {
    /// Name of the combatant.
    pub(crate) name: String,
    /// Its side.
    pub(crate) side: String,
    /// How hurt it is: `7 of 12 HP`, or in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) health: Option<String>,
    /// Tokens left by kind: what it can still spend.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) tokens: BTreeMap<String, u32>,
    /// Conditions it has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) conditions: Vec<String>,
    /// Numbers that matter at the table, and those that have changed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) numbers: BTreeMap<String, String>,
    /// Its square: `c4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) square: Option<String>,
    /// Activities it has readied or is carrying out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) busy: Vec<String>,
    /// It is its turn.
    #[serde(skip_serializing_if = "is_no")]
    pub(crate) acting: bool,
    /// It is out of the fight.
    #[serde(skip_serializing_if = "is_no")]
    pub(crate) out: bool,
    /// Players do not see it.
    #[serde(skip_serializing_if = "is_no")]
    pub(crate) hidden: bool,
    /// Seat that plays it; the game master does if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<String>,
}

impl FightState {
    /// Returns the parts of a state that a decision needs.
    pub(crate) fn of(state: &wire::State, role: String) -> FightState {
        let turn = |turn: &wire::Turn| match turn.when {
            wire::When::Now => format!("{} (now)", turn.label),
            _ => turn.label.clone(),
        };
        let mut terrain: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for square in state.board.iter().flat_map(|board| &board.terrain) {
            let (Ok(x), Ok(y)) = (u8::try_from(square.x), u8::try_from(square.y)) else { continue };
            let name = rules::square::print(kernel::Square { x, y });
            terrain.entry(square.tags.join(" ")).or_default().push(name);
        }
        let note = |note: &wire::Note| match &note.about {
            Some(about) => format!("{about}: {}", note.text),
            None => note.text.clone(),
        };
        FightState {
            fight: state.encounter.clone(),
            title: state.title.clone(),
            ruleset: state.ruleset.clone(),
            role,
            sequence: state.sequence,
            moment: moment(&state.clock),
            waits_for: Waiting::of(&state.decision),
            order: state.clock.order.iter().map(turn).collect(),
            combatants: state.combatants.iter().map(Fighter::of).collect(),
            stack: state.stack.iter().map(declared).collect(),
            board: state.board.as_ref().map(|it| format!("{}x{}", it.width, it.height)),
            terrain,
            notes: state.notes.iter().map(note).collect(),
            undo: state.undo,
            redo: state.redo,
        }
    }
}

impl Waiting {
    /// Describes a decision and how to make it.
    pub(crate) fn of(decision: &Decision) -> Waiting {
        let kind = serde_json::to_value(decision.kind).ok();
        let kind = kind.and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default();
        let ruling = decision.ruling.as_ref();
        let answer = |(answer, label): (&String, &String)| match answer == label {
            true => answer.clone(),
            false => format!("{answer} ({label})"),
        };
        let answers: Vec<String> = ruling.map_or_else(Vec::new, |ruling| {
            ruling.answers.iter().zip(&ruling.labels).map(answer).collect()
        });
        let next = match (decision.kind, decision.yours) {
            (DecisionKind::Over, _) => "nothing: the fight is over".to_owned(),
            (DecisionKind::Hidden, _) | (_, false) => {
                "wait: this decision is not yours; call state again later".to_owned()
            }
            (DecisionKind::Roll, true) => {
                "roll, with `faces` for dice that fell at the table".to_owned()
            }
            (DecisionKind::Rule, true) => {
                let usual = ruling.map_or("ANSWER", |ruling| ruling.default.as_str());
                format!("apply with a line such as `rule {usual}`")
            }
            (DecisionKind::Answer | DecisionKind::Offer | DecisionKind::Seal, true) => {
                "legal_actions, then apply with a line of it, or with `pass`".to_owned()
            }
            (DecisionKind::Act | DecisionKind::Begin, true) => {
                "legal_actions, then apply with a line of it; `end` ends the turn".to_owned()
            }
        };
        let question = decision.question.as_ref().map(|asked| asked.text.as_str());
        let question = question.or(ruling.map(|ruling| ruling.question.as_str()));
        let text = match question {
            Some(question) if !decision.text.contains(question) => {
                format!("{}: {question}", decision.text)
            }
            _ => decision.text.clone(),
        };
        let (who, dice) = (decision.who.clone(), decision.dice.clone());
        Waiting { kind, text, who, yours: decision.yours, dice, answers, next }
    }
}

impl Fighter {
    /// Returns the parts of a combatant that a decision needs.
    pub(crate) fn of(combatant: &wire::Combatant) -> Fighter {
        let health = combatant.health.as_ref().map(|health| match (&health.value, &health.start) {
            (Some(value), Some(start)) => format!("{value} of {start} {}", health.short),
            _ => health.words.clone(),
        });
        let tokens = combatant.pools.iter().flatten().map(|pool| match &pool.part {
            Some(part) => (format!("{} of {part}", pool.kind), pool.left),
            None => (pool.kind.clone(), pool.left),
        });
        let tells = |number: &&wire::Attribute| number.card || number.value != number.start;
        let numbers = combatant.attributes.iter().filter(tells).map(|number| {
            let unit = number.unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
            (number.label.clone(), format!("{}{unit}", number.shown))
        });
        let busy = |busy: &wire::Busy| match &busy.trigger {
            Some(trigger) => format!("{}: \"{trigger}\"", busy.label),
            None => busy.label.clone(),
        };
        Fighter {
            name: combatant.name.clone(),
            side: combatant.side.clone(),
            health,
            tokens: tokens.collect(),
            conditions: combatant.condition_labels.clone(),
            numbers: numbers.collect(),
            square: combatant.position.as_ref().map(|position| position.square.clone()),
            busy: combatant.busy.iter().map(busy).collect(),
            acting: combatant.acting,
            out: combatant.out,
            hidden: combatant.hidden,
            seat: combatant.seat.clone(),
        }
    }
}

impl Readable for FightState {
    fn text(&self) -> String {
        let FightState { title, ruleset, role, moment, waits_for, .. } = self;
        let mut text = format!("{title} ({ruleset}); you are {role}.\n{moment}.");
        for fighter in &self.combatants {
            let _ = write!(text, "\n- {}", fighter.text());
        }
        for declared in &self.stack {
            let _ = write!(text, "\nOn the stack: {declared}.");
        }
        for note in &self.notes {
            let _ = write!(text, "\nNote: {note}");
        }
        let _ = write!(text, "\n{}", waits_for.text());
        text
    }
}

impl Readable for Waiting {
    fn text(&self) -> String {
        let mut text = format!("Waits for: {}.", self.text);
        if !self.answers.is_empty() {
            let _ = write!(text, " Answers: {}.", self.answers.join(", "));
        }
        let _ = write!(text, " Next: {}.", self.next);
        text
    }
}

impl Readable for Fighter {
    fn text(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.health.clone());
        parts.extend(self.square.as_ref().map(|square| format!("at {square}")));
        let token = |(kind, left): (&String, &u32)| format!("{left} {kind}");
        let tokens: Vec<_> = self.tokens.iter().filter(|it| *it.1 > 0).map(token).collect();
        if !tokens.is_empty() {
            parts.push(tokens.join(" + "));
        }
        parts.extend(self.conditions.iter().cloned());
        parts.extend(self.numbers.iter().map(|(name, value)| format!("{name} {value}")));
        parts.extend(self.busy.iter().map(|busy| format!("busy with {busy}")));
        let flags = [(self.acting, "acting"), (self.out, "out"), (self.hidden, "hidden")];
        parts.extend(flags.iter().filter(|it| it.0).map(|it| it.1.to_owned()));
        format!("{} ({}): {}", self.name, self.side, parts.join("; "))
    }
}

/// Returns the point in time of a fight: `round 1, turn of Ana`.
pub(crate) fn moment(clock: &wire::Clock) -> String {
    let mut parts: Vec<String> =
        clock.spans.iter().map(|span| format!("{} {}", span.name, span.number)).collect();
    parts.push(match clock.order.iter().any(|turn| turn.when == wire::When::Now) {
        true => format!("turn of {}", clock.turn),
        false => clock.turn.clone(),
    });
    parts.join(", ")
}

fn declared(declared: &wire::Declared) -> String {
    let mut text = format!("{}: {}", declared.actor, declared.activity);
    if let Some(target) = &declared.target {
        let _ = write!(text, " {target}");
    }
    let flags = [(declared.running, "running"), (declared.countered, "countered")];
    for (_, flag) in flags.iter().filter(|it| it.0) {
        let _ = write!(text, " ({flag})");
    }
    text
}
