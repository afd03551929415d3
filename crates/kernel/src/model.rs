//! The parts of a game that are fixed before a fight: plain data without names.

pub(crate) mod activity;
pub(crate) mod board;
pub(crate) mod card;
pub(crate) mod clock;
pub(crate) mod effect;
pub(crate) mod expr;
pub(crate) mod footprint;
pub(crate) mod handlers;
pub(crate) mod kind;
pub(crate) mod moment;
pub(crate) mod movement;
pub(crate) mod rules;
pub(crate) mod sheet;
