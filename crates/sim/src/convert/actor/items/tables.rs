//! Words of exports for actions, and the matching words of the converter.

/// Note that an activity of a creature file cannot say how maneuvers provoke.
pub(super) const UNSAID: &str =
    "only the ruleset's own maneuvers know that (rae.sub.attack.provoke-no-feat)";

/// Activations too long for a fight.
pub(super) const LONG: [&str; 4] = ["minute", "hour", "day", "week"];
/// Remark on such activations.
pub(super) const TOO_LONG: &str =
    "takes minutes or longer, so it is no part of a fight and has no price in acts";

/// Level of spells for which exports give none.
pub(super) const USUAL_LEVEL: i16 = 1;

/// Most acts that fit into a turn.
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

/// Resolutions that are attack rolls or combat maneuvers, with the words for them.
pub(super) const RESOLUTIONS: [(&str, &str); 7] = [
    ("mwak", "attack"),
    ("rwak", "ranged"),
    ("twak", "ranged"),
    ("msak", "attack"),
    ("rsak", "ranged"),
    ("mcman", "maneuver"),
    ("rcman", "maneuver; ranged"),
];

/// Resolutions without an attack roll, even with an item that attacks.
pub(super) const NO_ATTACKS: [&str; 4] = ["save", "spellsave", "heal", "other"];

/// Resolutions that are no strike with the weapon itself.
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
