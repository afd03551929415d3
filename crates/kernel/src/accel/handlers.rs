//! Accelerator: plans of edge handlers. They must agree with `flow::edge::next_due`, which tries
//! every handler for every subject.

use crate::ids::AttributeId;
use crate::limits::ATTRIBUTES_MAX;
use crate::state::combatants::Combatant;

pub(crate) mod constant_writes;
pub(crate) mod handler_plan;
pub(crate) mod next_due;
pub(crate) mod noop;
pub(crate) mod token_transfers;
pub(crate) mod trigger_index;
pub(crate) mod zero_guard;

pub(crate) use constant_writes::ConstantWrites;
pub(crate) use handler_plan::HandlerPlan;
pub(crate) use noop::NoopCondition;
pub(crate) use token_transfers::TokenTransfers;
pub(crate) use trigger_index::{TriggerIndex, TriggerIndexes};

/// Returns true if any combatant has another value of an attribute.
#[inline(always)]
pub(crate) fn any_other(people: &[Combatant], id: AttributeId, value: i16) -> bool {
    // A loop over all of them is faster than one that may stop early.
    let at = id.index() % ATTRIBUTES_MAX;
    people.iter().fold(0, |any, one| any | one.attributes[at] ^ value) != 0
}
