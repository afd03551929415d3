//! Accelerator: plans of edge handlers. They must agree with the loop in `edge`, which runs every
//! handler for every subject.

pub(crate) mod constant_writes;
pub(crate) mod handler_plan;
pub(crate) mod noop;
pub(crate) mod token_transfers;
pub(crate) mod trigger_index;
pub(crate) mod zero_guard;

pub(crate) use constant_writes::ConstantWrites;
pub use handler_plan::HandlerPlan;
pub(crate) use noop::NoopCondition;
pub(crate) use token_transfers::TokenTransfers;
pub(crate) use trigger_index::{TriggerIndex, TriggerIndexes};
