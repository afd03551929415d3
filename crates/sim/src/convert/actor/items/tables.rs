//! The words of exports for actions, and what they are in the words of the converter.

/// The reason why an activity of a creature file does not say how maneuvers provoke.
pub(super) const UNSAID: &str =
    "only the ruleset's own maneuvers know that (rae.sub.attack.provoke-no-feat)";

/// Activations that no fight has time for.
pub(super) const LONG: [&str; 4] = ["minute", "hour", "day", "week"];
/// The remark on them.
pub(super) const TOO_LONG: &str =
    "takes minutes or longer, so it is no part of a fight and has no price in acts";

/// The level of spells that exports leave out.
pub(super) const USUAL_LEVEL: i16 = 1;

/// More acts than this do not fit into a turn.
pub(super) const TURN: u32 = 3;

/// Activation types, and the words for them.
pub(super) const ACTIVATIONS: [(&str, &str); 11] = [
    ("full", "full-round"),
    ("fullround", "full-round"),
    ("nonaction", "none"),
    ("attack", "attack activation"),
    ("aoo", "opportunity"),
    ("opportunity", "opportunity"),
    ("minutes", "minute"),
    ("hours", "hour"),
    ("rounds", "round"),
    ("days", "day"),
    ("passive", "none"),
];

/// Ways to resolve an action that are attack rolls or combat maneuvers.
pub(super) const RESOLUTIONS: [(&str, &str); 7] = [
    ("mwak", "attack"),
    ("rwak", "ranged"),
    ("twak", "ranged"),
    ("msak", "attack"),
    ("rsak", "ranged"),
    ("mcman", "maneuver"),
    ("rcman", "maneuver; ranged"),
];

/// Ways to resolve an action without an attack roll, even with an item that attacks.
pub(super) const NO_ATTACKS: [&str; 4] = ["save", "spellsave", "heal", "other"];

/// Ways to resolve an action that are no strike with the weapon that has it.
pub(super) const NO_STRIKES: [&str; 6] = ["save", "spellsave", "heal", "other", "msak", "rsak"];

/// Sorts of consumable, and the words for using them.
pub(super) const CONSUMABLES: [(&str, &str); 6] = [
    ("potion", "liquid"),
    ("oil", "liquid"),
    ("elixir", "liquid"),
    ("wand", "spell-trigger"),
    ("staff", "spell-trigger"),
    ("scroll", "spell-completion"),
];

/// Returns the word that a table has for a key.
pub(super) fn word<'w>(table: &[(&'w str, &'w str)], key: &'w str) -> Option<&'w str> {
    table.iter().find(|(from, _)| *from == key).map(|(_, to)| *to)
}
