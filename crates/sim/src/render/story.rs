//! The story: which lines are part of it, and its sentences where they are not the lines' own.

use kernel::{CombatantId, CombatantSet, ConditionId, Edge, Event, EventLog, Target};
use rules::{Compiled, square};

use super::{Line, said};
use crate::show;

/// Sentence of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A move on the board.
    Move(Move),
    /// These words.
    Words(String),
    /// A change of health.
    Health {
        /// The combatant.
        who: CombatantId,
        /// Short label of the number.
        label: String,
        /// The change; below 0 = lost.
        by: i32,
        /// The number afterwards.
        now: i32,
    },
}

/// Returns the combatants named in the story texts of a log.
pub(super) fn told(compiled: &Compiled, journal: &EventLog) -> CombatantSet {
    let said = journal.events.iter().filter_map(|(event, _)| match event {
        Event::TextLogged(one) if compiled.names.texts[usize::from(one.text)].story => Some(one),
        _ => None,
    });
    said.fold(0, |all, one| all | said::named(compiled, one))
}

/// Checks whether an event is part of the story. `told` are the combatants named in story texts.
pub(super) fn is_story(compiled: &Compiled, event: &Event, told: CombatantSet) -> bool {
    let names = &compiled.names;
    match *event {
        // The outermost span is the fight itself.
        Event::Span { span, edge, .. } => edge == Edge::Begin && span.0 > 0,
        Event::Declared { activity, .. } => names.activities[activity.index()].story,
        Event::TextLogged(one) => names.texts[usize::from(one.text)].story,
        Event::Attribute { who, attribute, .. } => {
            names.attributes[attribute.index()].health && told >> who.0 & 1 == 0
        }
        Event::ConditionAdded { condition, .. } | Event::ConditionRemoved { condition, .. } => {
            let condition = &names.conditions[condition.index()];
            condition.story && !condition.readied
        }
        Event::Turn { .. }
        | Event::Entered { .. }
        | Event::Left { .. }
        | Event::Moved { .. }
        | Event::Terrain { .. }
        | Event::Forced { .. }
        | Event::Fizzled { .. }
        | Event::Countered { .. }
        | Event::Prepared { .. }
        | Event::Released { .. }
        | Event::Forgotten { .. }
        | Event::Committed { .. }
        | Event::Abandoned { .. }
        | Event::TurnOrderSet
        | Event::MovedBehind { .. }
        | Event::Skipped { .. }
        | Event::TurnRestored { .. }
        | Event::Joined { .. }
        | Event::Truce { .. }
        | Event::Interposed { .. }
        | Event::CardMoved { .. }
        | Event::PileMoved { .. }
        | Event::Shuffled { .. }
        | Event::Revealed { .. }
        | Event::EnforcementChanged { .. }
        | Event::Finished => true,
        Event::Paid { .. }
        | Event::Warned { .. }
        | Event::Resolved { .. }
        | Event::Passed { .. }
        | Event::Offered { .. }
        | Event::Rolled { .. }
        | Event::Ruled { .. }
        | Event::Variable { .. }
        | Event::SideVariable { .. }
        | Event::Gained { .. }
        | Event::Lost { .. }
        | Event::Refreshed { .. }
        | Event::SlotCapSet { .. }
        | Event::SlotsRefilled { .. }
        | Event::TurnGroupChanged { .. }
        | Event::EarlyTurnGranted { .. }
        | Event::Stopped { .. }
        | Event::Overflowed { .. } => false,
    }
}

/// A move on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Name of the combatant.
    pub who: String,
    /// The square it came from.
    pub from: String,
    /// The square it came to.
    pub to: String,
    /// Cost of the way, in the unit, or in squares without one.
    pub length: u32,
    /// The rulebook's unit of length.
    pub unit: Option<String>,
}

impl Move {
    /// Returns the sentence: `Ana moves from b6 to h6 (30 ft)`.
    pub fn text(&self) -> String {
        let Move { who, from, to, length, unit } = self;
        let length = unit.as_ref().map_or(String::new(), |unit| format!(" ({length} {unit})"));
        format!("{who} moves from {from} to {to}{length}")
    }

    /// Adds the next move if it goes on from where this one ended.
    pub fn goes_on(&mut self, next: &Move) -> bool {
        let same = self.who == next.who && self.to == next.from;
        if same {
            self.to.clone_from(&next.to);
            self.length += next.length;
        }
        same
    }
}

impl Told {
    /// Returns the sentence: `Ana loses 7 HP (5 left)`.
    pub fn text(&self, compiled: &Compiled) -> String {
        match self {
            Told::Words(words) => words.clone(),
            Told::Move(one) => one.text(),
            Told::Health { who, label, by, now } => {
                let who = show::combatant(compiled, *who);
                match by {
                    ..0 => format!("{who} loses {} {label} ({now} left)", -by),
                    _ => format!("{who} regains {by} {label} ({now} now)"),
                }
            }
        }
    }
}

impl Line {
    /// Returns the move that the story tells of here.
    pub fn moved(&self) -> Option<&Move> {
        match &self.told {
            Some(Told::Move(moved)) => Some(moved),
            _ => None,
        }
    }

    /// Returns the words of the story.
    pub fn story_text(&self, compiled: &Compiled) -> String {
        self.told.as_ref().map_or_else(|| self.text.clone(), |told| told.text(compiled))
    }
}

/// Tells in one sentence what several lines say.
pub(super) fn condense(compiled: &Compiled, lines: &mut [Line]) {
    for at in 0..lines.len() {
        if !lines[at].story {
            continue;
        }
        let (before, rest) = lines.split_at_mut(at + 1);
        let line = &mut before[at];
        match line.event {
            Event::Attribute { .. } => health(compiled, line, rest),
            Event::ConditionAdded { .. } | Event::ConditionRemoved { .. } => {
                conditions(compiled, line, rest);
            }
            Event::Moved { .. } => line.told = moved(compiled, &line.event).map(Told::Move),
            _ => {}
        }
    }
    // By now it is clear what is told behind each declaration.
    for at in 0..lines.len() {
        let (before, rest) = lines.split_at_mut(at + 1);
        if shows_itself(compiled, &before[at].event, rest) {
            before[at].story = false;
        }
    }
}

/// Adds up the changes of somebody's health.
fn health(compiled: &Compiled, line: &mut Line, rest: &mut [Line]) {
    let Event::Attribute { who, attribute, before, now } = line.event else { return };
    let mut last = now;
    for later in rest.iter_mut().filter(|later| later.story) {
        if let Event::Attribute { who: one, attribute: number, now, .. } = later.event
            && (one, number) == (who, attribute)
        {
            last = now;
            later.story = false;
        }
    }
    let name = &compiled.names.attributes[attribute.index()];
    if name.scale == 1 && name.per == 1 {
        let (by, now) = (i32::from(last) - i32::from(before), i32::from(last));
        line.story = by != 0;
        line.told = Some(Told::Health { who, label: name.short.clone(), by, now });
    }
}

/// Lists the conditions that somebody gains, or loses, one right after another.
fn conditions(compiled: &Compiled, line: &mut Line, rest: &mut [Line]) {
    let Some((who, first, added)) = plain(compiled, &line.event) else { return };
    let label = |id: ConditionId| compiled.names.conditions[id.index()].label.as_str();
    let mut labels = vec![label(first)];
    for later in rest.iter_mut().filter(|later| later.story) {
        match plain(compiled, &later.event) {
            Some((one, id, comes)) if (one, comes) == (who, added) => {
                labels.push(label(id));
                later.story = false;
            }
            _ => break,
        }
    }
    if let [most @ .., last] = &labels[..]
        && !most.is_empty()
    {
        let (who, most) = (show::combatant(compiled, who), most.join(", "));
        line.told = Some(Told::Words(match added {
            true => format!("{who} is {most} and {last}"),
            false => format!("{who} is no longer {most} or {last}"),
        }));
    }
}

/// Returns whose condition comes or goes, if the rules have no sentence of their own for it.
fn plain(compiled: &Compiled, event: &Event) -> Option<(CombatantId, ConditionId, bool)> {
    let names = &compiled.names.conditions;
    match *event {
        Event::ConditionAdded { who, condition } => {
            names[condition.index()].comes.is_none().then_some((who, condition, true))
        }
        Event::ConditionRemoved { who, condition } => {
            names[condition.index()].goes.is_none().then_some((who, condition, false))
        }
        _ => None,
    }
}

/// Returns a move that has a price.
fn moved(compiled: &Compiled, event: &Event) -> Option<Move> {
    let Event::Moved { who, from, to, price } = *event else { return None };
    let price = u32::try_from(price).ok().filter(|price| *price > 0)?;
    let square = compiled.names.square.as_ref();
    Some(Move {
        who: show::combatant(compiled, who).to_owned(),
        from: square::print(from),
        to: square::print(to),
        length: price * square.map_or(1, |(length, _)| u32::from(*length)),
        unit: square.map(|(_, unit)| unit.clone()),
    })
}

/// Returns true for a declaration whose outcome says it all: a step to a square, and damage or
/// healing by the game master.
fn shows_itself(compiled: &Compiled, event: &Event, rest: &[Line]) -> bool {
    let Event::Declared { actor, activity, .. } = *event else { return false };
    let definition = &compiled.game.activities[activity.index()];
    let mut told = rest.iter().filter(|line| line.story);
    told.next().is_some_and(|next| match next.event {
        Event::Moved { who, .. } => definition.target == Target::Step && who == actor,
        Event::Attribute { who, .. } => definition.by_game_master && who == actor,
        _ => false,
    })
}
