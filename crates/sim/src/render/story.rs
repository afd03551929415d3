//! Decides which lines are part of the story and which are details that can be folded.

use kernel::{CombatantSet, Edge, Event, EventLog};
use rules::Compiled;

use super::said;

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
            !names.conditions[condition.index()].readied
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
