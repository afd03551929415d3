//! Readied activities, with the words of the combatants that readied them.
//!
//! The rules do not store words, so the history shows which ones belong to an activity. A prepared
//! declaration has its own words, or those of the declaration that made ready for it. A condition
//! that marks something readied has the words of the declaration that added it, as long as it
//! lasts.

use kernel::{ActivityId, CombatantId, Command, Declaration, Event, Op, Role, State};
use rules::Compiled;

use crate::session::{Point, Session};
use crate::show;

/// A readied activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readied<'s> {
    /// Prepared activity, or the activity that made ready for something.
    pub activity: ActivityId,
    /// Words of the actor.
    pub words: Option<&'s str>,
}

impl Readied<'_> {
    /// Returns the activity with its words: `strike "when the orc moves"`.
    pub fn text(&self, compiled: &Compiled) -> String {
        let words = self.words.map_or(String::new(), |words| format!(" \"{words}\""));
        format!("{}{words}", show::activity(compiled, self.activity))
    }
}

/// Returns everything that a combatant has readied. Prepared activities come first, in the order of
/// declaration, then activities with words that added a lasting condition.
pub fn readied(session: &Session, who: CombatantId) -> Vec<Readied<'_>> {
    let state = session.state();
    let kept: Vec<ActivityId> =
        state.prepared.iter().filter(|one| one.actor == who).map(|one| one.activity).collect();
    let mut all = Vec::new();
    let mut told = Vec::new();
    for (at, &activity) in kept.iter().enumerate() {
        let newer = kept[at + 1..].iter().filter(|one| **one == activity).count();
        let made = made(session, who, activity, newer);
        let own = made.and_then(|point| session.points()[point].remarks.words.as_deref());
        let words = own.or_else(|| {
            let before = session.points()[made?].parent?;
            let point = source(session, before, who, session.compiled().game.preparing)?;
            told.push(point);
            session.points()[point].remarks.words.as_deref()
        });
        all.push(Readied { activity, words });
    }
    let conditions = state.combatant(who).conditions & standing(session.compiled());
    for condition in (0..64).map(|at| 1 << at).filter(|bit| conditions & bit != 0) {
        let Some(point) = source(session, session.position(), who, condition) else { continue };
        let here = &session.points()[point];
        if let (Some(declare), Some(words)) = (declared(here), here.remarks.words.as_deref())
            && !told.contains(&point)
        {
            told.push(point);
            all.push(Readied { activity: declare.activity, words: Some(words) });
        }
    }
    all
}

/// Checks whether a declaration takes words: it makes ready for something, or is prepared.
pub fn wants_words(
    compiled: &Compiled,
    state: &State,
    who: CombatantId,
    activity: ActivityId,
) -> bool {
    state.combatant(who).conditions & compiled.game.preparing != 0
        || brings(compiled, activity) & standing(compiled) != 0
}

/// Returns the conditions that mark something readied.
fn standing(compiled: &Compiled) -> u64 {
    let conditions = compiled.names.conditions.iter().enumerate();
    conditions.filter(|(_, one)| one.readied).fold(0, |all, (at, _)| all | 1 << at)
}

/// Returns the conditions that an activity may add to its actor.
fn brings(compiled: &Compiled, activity: ActivityId) -> u64 {
    let definition = show::definition(compiled, activity);
    let program = &compiled.game.programs[definition.program.index()];
    program.iter().fold(definition.adds_conditions, |all, step| match step.op {
        Op::AddCondition { who: Role::Actor, condition, .. } => all | 1 << condition.0,
        _ => all,
    })
}

fn declared(point: &Point) -> Option<Declaration> {
    match point.command {
        Some(Command::Declare(declare) | Command::Force(declare)) => Some(declare),
        _ => None,
    }
}

/// Returns the points from one of them back to the beginning.
fn back(session: &Session, from: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(from), |at| session.points()[*at].parent)
}

/// Returns the point at which a combatant prepared an activity; `newer` is the number of equal
/// preparations after it.
fn made(session: &Session, who: CombatantId, activity: ActivityId, newer: usize) -> Option<usize> {
    let keeps =
        |at: &usize| session.points()[*at].state.prepared.iter().any(|one| one.actor == who);
    let wanted = Event::Prepared { actor: who, activity };
    let makes =
        |at: &usize| session.points()[*at].journal.events.iter().any(|(event, _)| *event == wanted);
    back(session, session.position()).take_while(keeps).filter(makes).nth(newer)
}

/// Returns the point of the declaration that added one of these conditions, which has lasted since.
/// The declaration may have waited for responses in between.
fn source(session: &Session, from: usize, who: CombatantId, conditions: u64) -> Option<usize> {
    let compiled = session.compiled();
    for at in back(session, from) {
        let point = &session.points()[at];
        if let Some(declare) = declared(point)
            && declare.actor == who
            && brings(compiled, declare.activity) & conditions != 0
        {
            return Some(at);
        }
        let waits = point.state.stack.iter().any(|frame| {
            frame.actor == who
                && frame.activity != kernel::NO_ACTIVITY
                && brings(compiled, frame.activity) & conditions != 0
        });
        if point.state.combatant(who).conditions & conditions == 0 && !waits {
            return None;
        }
    }
    None
}
