//! Events and denials in words: actor first, past tense, amounts with what is left.

mod denial;
pub mod markdown;
pub mod said;
mod story;
mod waiting;

use kernel::{Command, Edge, Enforcement, Event, EventLog, NOBODY, RulesId, State};
use rules::Compiled;
use rules::square;
use rules::text::{capitalized, plural};

use crate::session::Point;
use crate::{cards, show};

pub use denial::{Explanation, cited, denial, denial_text, denial_unnamed, paragraph};
pub use story::{Move, Told};

/// A line about an event, with the rules behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The words.
    pub text: String,
    /// Whether it is part of the story; otherwise it is a detail.
    pub story: bool,
    /// Sentence of the story in place of the words; it may tell of the lines that follow, too.
    pub told: Option<Told>,
    /// The event.
    pub event: Event,
    /// Ids of the rules.
    pub because: Vec<String>,
}

/// Returns the lines of a log. `state` is the state afterwards.
pub fn journal(compiled: &Compiled, journal: &EventLog, state: &State) -> Vec<Line> {
    let mut declared: Option<String> = None;
    let told = story::told(compiled, journal);
    let mut lines = Vec::new();
    // The turn order is shown once, as it is afterwards.
    let ordered = journal.events.iter().rposition(|(event, _)| *event == Event::TurnOrderSet);
    for (at, (event, because)) in journal.events.iter().enumerate() {
        if *event == Event::TurnOrderSet && ordered != Some(at) {
            continue;
        }
        if let Event::Declared { activity, .. } = event {
            declared = Some(show::deed(compiled, *activity));
        }
        if let Some(text) = event_text(compiled, event, declared.as_deref(), state) {
            let because = show::rule_ids(compiled, *because).into_iter().map(str::to_owned);
            let story = story::is_story(compiled, event, told);
            let because = because.collect();
            lines.push(Line { text, story, told: None, event: *event, because });
        }
    }
    story::condense(compiled, &mut lines);
    lines
}

/// Returns the lines of a point of the history, with the words given there.
pub fn point(compiled: &Compiled, point: &Point) -> Vec<Line> {
    let mut lines = journal(compiled, &point.journal, &point.state);
    if point.command != Some(Command::Finish) {
        // No rule and no person ended the fight: the kernel found no combatant that gets a turn.
        let given_up = |line: &&mut Line| line.event == Event::Finished && line.because.is_empty();
        for line in lines.iter_mut().filter(given_up) {
            line.text = "nobody gets a turn any more: the fight is over".to_owned();
        }
    }
    if let (Some(line), Some(words)) = (spoken(&lines, point.command), &point.remarks.words) {
        lines[line].text.push_str(&format!(" \"{words}\""));
    }
    lines
}

/// Returns the index of the line to which the words of a command belong.
pub fn spoken(lines: &[Line], command: Option<Command>) -> Option<usize> {
    let Some(Command::Declare(declare) | Command::Force(declare)) = command else { return None };
    lines.iter().position(|line| {
        matches!(line.event, Event::Declared { actor, activity, .. }
            if (actor, activity) == (declare.actor, declare.activity))
    })
}

fn event_text(
    compiled: &Compiled,
    event: &Event,
    declared: Option<&str>,
    state: &State,
) -> Option<String> {
    let names = &compiled.names;
    let who = |id| show::combatant(compiled, id);
    let deed = |id| show::deed(compiled, id);
    Some(match *event {
        Event::Span { span, edge, number } => {
            let name = &names.span_labels[span.index()];
            if span.index() + 1 == names.spans.len() {
                return None;
            }
            match edge {
                Edge::Begin => format!("{name} {number} begins"),
                Edge::End => format!("{name} {number} ends"),
            }
        }
        Event::Turn { whose } => format!("{}: turn begins", show::turn(compiled, whose)),
        Event::Declared { actor, activity, target, square, argument } => {
            let by_game_master = compiled.game.activities[activity.index()].by_game_master;
            let mut text = match by_game_master {
                true => format!("game master: {} {}", deed(activity), who(actor)),
                false => format!("{}: {}", who(actor), capitalized(&deed(activity))),
            };
            if target != NOBODY && target != actor {
                text.push_str(&format!(" at {}", who(target)));
            }
            if square.is_somewhere() {
                text.push_str(&format!(" to {}", square::print(square)));
            }
            if definition_has_argument(compiled, activity) {
                text.push_str(&said::given(compiled, activity, argument));
            }
            text
        }
        Event::Paid { actor, payment } => {
            let what = declared.unwrap_or("it");
            let paid = show::payment(compiled, actor, &payment);
            let left = show::holdings(compiled, state, actor);
            if payment.len == 0 {
                return None;
            }
            if payment.spend.is_empty() {
                format!("{} uses {paid} on {what}", who(actor))
            } else {
                format!("{} spends {paid} on {what}, {left} left", who(actor))
            }
        }
        Event::Forced { actor, activity } => {
            format!("the game master lets {} do {}", who(actor), deed(activity))
        }
        Event::Warned { actor } => format!("a rule warns about {}", who(actor)),
        Event::Resolved { actor, activity } => {
            format!("{}'s {} resolves", who(actor), deed(activity))
        }
        Event::Fizzled { actor, activity } => {
            format!("{}'s {} comes to nothing", who(actor), deed(activity))
        }
        Event::Countered { actor, activity } => {
            format!("{}'s {} is countered", who(actor), deed(activity))
        }
        Event::Passed { who: one } => format!("{} passes", who(one)),
        Event::Offered { window, who: one } => {
            format!("{} may use {} now", who(one), names.windows_asked[window.index()].label)
        }
        Event::Rolled { dice, who: one, total } => match one {
            NOBODY => format!("{} shows {total}", names.dice[dice.index()]),
            // These "dice" are only a number, so nothing was thrown.
            one if names.dice[dice.index()] == total.to_string() => {
                format!("{total} for {}", who(one))
            }
            one => format!("{} for {} shows {total}", names.dice[dice.index()], who(one)),
        },
        Event::Ruled { ruling, answer, .. } => {
            let ruling = &names.rulings[ruling.index()];
            format!("ruling: {} {}", ruling.ask, ruling.labels[answer as usize])
        }
        Event::Attribute { who: one, attribute, before, now } => {
            let attribute = &names.attributes[attribute.index()];
            if before == now || attribute.hidden {
                return None;
            }
            let (short, before) = (&attribute.short, attribute.shown(i32::from(before)));
            let now = attribute.measured(i32::from(now));
            format!("{}: {short} {before} -> {now}", who(one))
        }
        Event::Overflowed { wanted, kept } => {
            format!("{wanted} is out of range: {kept} is kept instead")
        }
        Event::Variable { variable, .. } if names.hidden_variables[variable.index()] => {
            return None;
        }
        Event::Variable { variable, now } => {
            format!("{} is {now}", names.variable_labels[variable.index()])
        }
        Event::SideVariable { variable, .. } if names.hidden_side_variables[variable.index()] => {
            return None;
        }
        Event::SideVariable { side, variable, now } => {
            let variable = &names.side_variable_labels[variable.index()];
            format!("{}: {variable} is {now}", names.side_labels[side.index()])
        }
        Event::ConditionAdded { who: one, condition } => {
            let condition = &names.conditions[condition.index()];
            match &condition.comes {
                Some(text) => said::about(compiled, text, one),
                None if condition.hidden => return None,
                None => format!("{} is {}", who(one), condition.label),
            }
        }
        Event::ConditionRemoved { who: one, condition } => {
            let condition = &names.conditions[condition.index()];
            match &condition.goes {
                Some(text) => said::about(compiled, text, one),
                None if condition.hidden => return None,
                None => format!("{} is no longer {}", who(one), condition.label),
            }
        }
        Event::Gained { who: one, kind, amount } => {
            format!("{} gains {amount}{}", who(one), names.kinds[kind.index()])
        }
        Event::Lost { who: one, kind, amount } => {
            format!("{} loses {amount}{}", who(one), names.kinds[kind.index()])
        }
        Event::Refreshed { .. } => return None,
        Event::SlotCapSet { slot, .. } if names.slot_labels[slot.index()].hidden => return None,
        Event::SlotCapSet { who: one, slot, cap } => {
            let cap = match u32::from(cap) {
                kernel::purse::AMOUNT_MAX => "any number of".to_owned(),
                cap => cap.to_string(),
            };
            format!("{} may use {cap} {} now", who(one), names.slot_labels[slot.index()].label)
        }
        Event::SlotsRefilled { who: one, span } => {
            format!("{} may act as in a new {}", who(one), names.span_labels[span.index()])
        }
        Event::CardMoved { card, from, to } => cards::moved(compiled, Some(card), from, to),
        Event::PileMoved { from, to } => {
            let (from, to) = (cards::pile(compiled, from), cards::pile(compiled, to));
            format!("all cards of {from} go onto {to}")
        }
        Event::Shuffled { pile, owner } => {
            format!("{} is shuffled", cards::pile(compiled, (pile, owner)))
        }
        Event::Joined { who: one, side } => {
            format!("{} joins {}", who(one), names.side_labels[side.index()])
        }
        Event::Truce { a, b, peace } => {
            let verb = if peace { "are at peace" } else { "are hostile" };
            format!("{} and {} {verb}", names.side_labels[a.index()], names.side_labels[b.index()])
        }
        Event::TurnGroupChanged { side, turn } => {
            format!(
                "{} acts at {}",
                names.side_labels[side.index()],
                names.turn_labels[turn.index()]
            )
        }
        Event::Interposed { who: one } => format!("{} gets a turn alone", who(one)),
        Event::EarlyTurnGranted { turn } => {
            format!("{} gets an early turn", names.turn_labels[turn.index()])
        }
        Event::Stopped { span } => {
            let spans = plural(&names.span_labels[span.index()]);
            format!("the rest of the {spans} is skipped")
        }
        Event::TextLogged(one) => said::said(compiled, &one),
        Event::Revealed { count: 1 } => "1 secret declaration is revealed".to_owned(),
        Event::Revealed { count } => format!("{count} secret declarations are revealed"),
        Event::EnforcementChanged { rule } => {
            let dial = state.relaxed_rules.iter().find(|(one, _)| *one == rule);
            let now = match dial.map_or(Enforcement::Enforced, |(_, dial)| *dial) {
                Enforcement::Enforced => "forbids again",
                Enforcement::WarnOnly => "only warns",
                Enforcement::Off => "is off",
            };
            format!("{} {now}", names.rules[rule.index()].id)
        }
        Event::Prepared { actor, activity } => {
            format!("{} prepares {}", who(actor), deed(activity))
        }
        Event::Released { who: one } => format!("{}'s moment has come", who(one)),
        Event::Forgotten { who: one } => format!("{} gives up what was prepared", who(one)),
        Event::Committed { actor, activity, paid, needed } if paid < needed => {
            format!("{} goes on with {}: {paid} of {needed}", who(actor), deed(activity))
        }
        Event::Committed { actor, activity, .. } => {
            format!("{} completes {}", who(actor), deed(activity))
        }
        Event::Abandoned { actor, activity } => {
            format!("{} gives up {}", who(actor), deed(activity))
        }
        Event::TurnOrderSet => {
            let order = state.turn_order.iter().map(|&one| who(one));
            format!("turn order: {}", order.collect::<Vec<_>>().join(", "))
        }
        Event::MovedBehind { who: one, whom: NOBODY } => format!("{} now acts first", who(one)),
        Event::MovedBehind { who: one, whom } => format!("{} now follows {}", who(one), who(whom)),
        Event::TurnRestored { who: one } => format!("{}'s turn is still to come", who(one)),
        Event::Skipped { who: one } => format!("{}'s turn does not come", who(one)),
        Event::Entered { who: one } => format!("{} enters the fight", who(one)),
        Event::Left { who: one } => format!("{} leaves the fight", who(one)),
        Event::Moved { who: one, from, to, price } => {
            let (from, to) = (square::print(from), square::print(to));
            match price {
                0 => format!("{} comes to {to}", who(one)),
                price => format!("{} moves from {from} to {to} for {price}", who(one)),
            }
        }
        Event::Terrain { square, sort, on } => {
            let (square, sort) = (square::print(square), &names.terrain[sort as usize].label);
            format!("{square} is {}{sort}", if on { "" } else { "no longer " })
        }
        Event::Finished => "the fight is over".to_owned(),
    })
}

fn definition_has_argument(compiled: &Compiled, id: kernel::ActivityId) -> bool {
    compiled.names.activities[id.index()].argument.is_some()
}

/// Returns the ids of the rules of a list.
pub fn rules(compiled: &Compiled, rules: RulesId) -> Vec<String> {
    show::rule_ids(compiled, rules).into_iter().map(str::to_owned).collect()
}
