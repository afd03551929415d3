//! Limits of the engine: how many of each thing there can be.

/// Combatants at most: a set of them is one machine word.
pub const COMBATANTS_MAX: usize = 64;
/// Sides at most.
pub const SIDES_MAX: usize = 8;
/// Attributes a combatant can carry.
pub const ATTRIBUTES_MAX: usize = 16;
/// Activities one combatant can have at most.
pub const OPTIONS_MAX: usize = 128;
/// Activities one combatant can keep prepared at most.
pub const PREPARED_MAX: usize = 16;
/// Numbers an encounter can carry.
pub const VARIABLES_MAX: usize = 20;
/// Numbers a side can carry.
pub const SIDE_VARIABLES_MAX: usize = 2;
/// Declarations and running effects on the stack at most.
pub const STACK_MAX: usize = 64;
/// Scratch registers of a running program.
pub const REGISTERS_MAX: usize = 8;
/// Effects that end by themselves at most.
pub const TIMED_EFFECTS_MAX: usize = 512;
/// Long activities under way at most.
pub const ONGOING_MAX: usize = 128;
/// Spans at most, the turn included.
pub const SPANS_MAX: usize = 6;
/// Turns that can be lined up within one instance of the span above.
pub const QUEUED_TURNS_MAX: usize = 12;
/// Moments there can be.
pub(crate) const MOMENTS: u32 = 16;

/// Spans fit into the bit set of stopped ones.
const _: () = assert!(SPANS_MAX <= 8);
