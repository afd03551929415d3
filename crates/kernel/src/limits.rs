//! Limits of the engine: the greatest number of each thing.

/// Most combatants: a set of them is one 64-bit word.
pub const COMBATANTS_MAX: usize = 64;
/// Most sides.
pub const SIDES_MAX: usize = 8;
/// Most attributes of a combatant.
pub const ATTRIBUTES_MAX: usize = 16;
/// Most activities of one combatant.
pub const OPTIONS_MAX: usize = 128;
/// Most declarations that one combatant can keep prepared.
pub const PREPARED_MAX: usize = 16;
/// Most variables of an encounter.
pub const VARIABLES_MAX: usize = 20;
/// Most variables of a side.
pub const SIDE_VARIABLES_MAX: usize = 2;
/// Most declarations and running programs on the stack.
pub const STACK_MAX: usize = 64;
/// Scratch registers of a running program.
pub const REGISTERS_MAX: usize = 8;
/// Most timed effects at once.
pub const TIMED_EFFECTS_MAX: usize = 512;
/// Most long activities under way at once.
pub const ONGOING_MAX: usize = 128;
/// Most spans, the turn included.
pub const SPANS_MAX: usize = 6;
/// Most queued turns within one instance of the span above.
pub const QUEUED_TURNS_MAX: usize = 12;
/// Number of moments.
pub(crate) const MOMENTS: u32 = 16;

/// Spans fit into the bit set of stopped ones.
const _: () = assert!(SPANS_MAX <= 8);
