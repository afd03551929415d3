//! Combatants and category of an event, so that drivers can show an event to some players only.
//!
//! Every kind of event is listed: a new kind must say here which combatants it names.

use kernel::{CombatantId, CombatantSet, Event, NOBODY, Said, State, TurnSlot, bit};

/// Returns the combatants that an event names; none if it is about the encounter or a side. `state`
/// is the state after the event.
pub fn about(event: &Event, state: &State) -> CombatantSet {
    let one = |who: CombatantId| if who == NOBODY { 0 } else { bit(who) };
    match *event {
        Event::Turn { whose: TurnSlot::Combatant(who) } => one(who),
        Event::Declared { actor, target, .. } => one(actor) | one(target),
        Event::Paid { actor, .. }
        | Event::Forced { actor, .. }
        | Event::Warned { actor }
        | Event::Resolved { actor, .. }
        | Event::Fizzled { actor, .. }
        | Event::Countered { actor, .. } => one(actor),
        Event::Ruled { about, .. } => one(about),
        Event::Passed { who }
        | Event::Offered { who, .. }
        | Event::Rolled { who, .. }
        | Event::Attribute { who, .. }
        | Event::ConditionAdded { who, .. }
        | Event::ConditionRemoved { who, .. }
        | Event::Gained { who, .. }
        | Event::Lost { who, .. }
        | Event::Refreshed { who }
        | Event::SlotCapSet { who, .. }
        | Event::SlotsRefilled { who, .. }
        | Event::Joined { who, .. }
        | Event::Interposed { who }
        | Event::Released { who }
        | Event::Forgotten { who }
        | Event::Skipped { who }
        | Event::TurnRestored { who }
        | Event::Entered { who }
        | Event::Left { who }
        | Event::Moved { who, .. } => one(who),
        Event::Prepared { actor, .. }
        | Event::Committed { actor, .. }
        | Event::Abandoned { actor, .. } => one(actor),
        Event::MovedBehind { who, whom } => one(who) | one(whom),
        Event::CardMoved { from, to, .. } | Event::PileMoved { from, to } => {
            one(from.1) | one(to.1)
        }
        Event::Shuffled { owner, .. } => one(owner),
        Event::TextLogged(Said { people, .. }) => one(people[0]) | one(people[1]),
        Event::TurnOrderSet => state.turn_order.iter().fold(0, |mask, &who| mask | one(who)),
        Event::Turn { .. }
        | Event::Span { .. }
        | Event::Variable { .. }
        | Event::Overflowed { .. }
        | Event::SideVariable { .. }
        | Event::Truce { .. }
        | Event::TurnGroupChanged { .. }
        | Event::EarlyTurnGranted { .. }
        | Event::Stopped { .. }
        | Event::Revealed { .. }
        | Event::EnforcementChanged { .. }
        | Event::Terrain { .. }
        | Event::Finished => 0,
    }
}

/// Returns the combatant that acts from this event on; `None` if the event does not change it.
/// The texts and decisions that follow belong to that combatant.
pub fn subject(event: &Event) -> Option<CombatantId> {
    match *event {
        Event::Declared { actor, .. }
        | Event::Resolved { actor, .. }
        | Event::Fizzled { actor, .. }
        | Event::Countered { actor, .. } => Some(actor),
        Event::Turn { .. } | Event::Span { .. } | Event::Revealed { .. } => Some(NOBODY),
        _ => None,
    }
}

/// Returns the category of an event as one word.
pub fn sort(event: &Event) -> &'static str {
    match event {
        Event::Span { .. } => "span",
        Event::Turn { .. } => "turn",
        Event::TurnOrderSet
        | Event::EarlyTurnGranted { .. }
        | Event::Stopped { .. }
        | Event::Interposed { .. }
        | Event::Released { .. }
        | Event::MovedBehind { .. }
        | Event::Skipped { .. }
        | Event::TurnRestored { .. } => "order",
        Event::Prepared { .. } | Event::Forgotten { .. } => "prepared",
        Event::Committed { .. } | Event::Abandoned { .. } => "busy",
        Event::Entered { .. } | Event::Left { .. } => "cast",
        Event::Moved { .. } => "moved",
        Event::Terrain { .. } => "board",
        Event::Declared { .. } => "declared",
        Event::Paid { .. } => "paid",
        Event::Forced { .. } => "forced",
        Event::Warned { .. } => "warned",
        Event::Overflowed { .. } => "overflowed",
        Event::Resolved { .. } => "resolved",
        Event::Fizzled { .. } | Event::Countered { .. } => "nothing",
        Event::Passed { .. } => "passed",
        Event::Offered { .. } => "offered",
        Event::Rolled { .. } => "rolled",
        Event::Ruled { .. } => "ruled",
        Event::Attribute { .. } | Event::Variable { .. } | Event::SideVariable { .. } => "number",
        Event::ConditionAdded { .. } | Event::ConditionRemoved { .. } => "condition",
        Event::Gained { .. }
        | Event::Lost { .. }
        | Event::Refreshed { .. }
        | Event::SlotCapSet { .. }
        | Event::SlotsRefilled { .. } => "pool",
        Event::Joined { .. } | Event::Truce { .. } | Event::TurnGroupChanged { .. } => "side",
        Event::TextLogged { .. } => "said",
        Event::CardMoved { .. } | Event::PileMoved { .. } | Event::Shuffled { .. } => "cards",
        Event::Revealed { .. } => "revealed",
        Event::EnforcementChanged { .. } => "dial",
        Event::Finished => "over",
    }
}
