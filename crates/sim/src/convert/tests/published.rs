//! Well-known spells, class features, feats and items, as rulebooks word how they are used, and
//! what the chapter makes of them.

use super::super::{Status, convert, line};
use super::guidelines;

/// Name, description, conversion, and whether the conversion leaves nothing open.
const TABLE: &[(&str, &str, &str, bool)] = &[
    // Spells, by their casting time.
    ("Magic Missile", "1 standard action, spell", "2 acts, advanced, complex, consecutive", true),
    (
        "Scorching Ray",
        "1 standard action, spell, ray",
        "2 acts, advanced, complex, consecutive",
        true,
    ),
    ("Shocking Grasp", "spell, melee touch attack", "2 acts, advanced, complex, consecutive", true),
    (
        "Summon Monster I",
        "1 round, spell",
        "3 acts, advanced, complex, over two turns that follow each other",
        true,
    ),
    ("Feather Fall", "1 immediate action, spell", "0 acts, reaction, no subtype", true),
    ("Divine Favor", "quickened spell", "1 act, simple, no subtype", true),
    ("True Strike", "1 standard action, spell", "2 acts, advanced, complex, consecutive", true),
    ("Litany of Defense", "1 swift action, spell", "1 act, simple, no subtype", true),
    ("Legend Lore", "see text, spell", "undecided", false),
    ("Identify", "3 rounds, spell", "9 acts, advanced, complex, consecutive, usually", false),
    (
        "Raise Dead",
        "1 minute, spell",
        "acts undecided, advanced, complex, consecutive, usually",
        false,
    ),
    (
        "Spiritual Weapon",
        "1 standard action (spell)",
        "2 acts, advanced, complex, consecutive",
        true,
    ),
    // Supernatural abilities.
    ("Channel Energy", "standard action, Su", "2 acts, advanced, no subtype, consecutive", true),
    ("Lay on Hands", "1 standard action (Su)", "2 acts, advanced, no subtype, consecutive", true),
    ("Lay on Hands", "1 swift action (Su)", "1 act, simple, no subtype", true),
    ("Smite Evil", "swift action (Su), 1/day", "1 act, simple, no subtype", true),
    (
        "Wild Shape",
        "standard action (Su), 3/day",
        "2 acts, advanced, no subtype, consecutive",
        true,
    ),
    (
        "Breath Weapon",
        "standard action (Su), once per day",
        "2 acts, advanced, no subtype, consecutive",
        true,
    ),
    ("Judgment", "swift action (Su)", "1 act, simple, no subtype", true),
    ("Inspire Courage", "free action (Su)", "0 acts, free, no subtype, usually", true),
    (
        "Evil Eye",
        "standard action, supernatural",
        "2 acts, advanced, no subtype, consecutive",
        true,
    ),
    (
        "Fire Jet",
        "standard action (Su), ranged touch attack",
        "2 acts, advanced, attack, consecutive, usually",
        false,
    ),
    (
        "Change Shape",
        "full-round action (Su)",
        "3 acts, advanced, no subtype, consecutive, usually",
        true,
    ),
    // Spell-like abilities.
    ("Detect Evil", "move action (Sp), at will", "1 act, simple, complex, usually", true),
    (
        "Teleport",
        "standard action, spell-like ability",
        "2 acts, advanced, complex, consecutive, usually",
        true,
    ),
    (
        "Acid Dart",
        "standard action (Sp), ranged touch attack",
        "2 acts, advanced, complex, consecutive, usually",
        false,
    ),
    ("Quickened Invisibility", "swift action (Sp), 3/day", "1 act, simple, no subtype", true),
    // Feats and extraordinary abilities.
    ("Vital Strike", "attack action", "1 act, simple, attack, usually", true),
    ("Cleave", "standard action, attack", "1 act, simple, attack, usually", true),
    (
        "Spring Attack",
        "full-round action, attack, movement",
        "3 acts, advanced, attack and move, consecutive, usually",
        true,
    ),
    ("Whirlwind Attack", "full attack", "3 acts, advanced, attack, consecutive, usually", true),
    ("Arcane Strike", "swift action", "1 act, simple, no subtype", true),
    ("Step Up", "immediate action", "0 acts, reaction, no subtype", true),
    ("Rage", "free action (Ex)", "0 acts, free, no subtype, usually", true),
    (
        "Stunning Fist",
        "free action (Ex), part of an attack",
        "0 acts, free, no subtype, with the action it goes with, usually",
        true,
    ),
    ("Combat Patrol", "full-round action", "3 acts, advanced, consecutive, usually", true),
    (
        "Withdraw",
        "full-round action, movement",
        "3 acts, advanced, move, consecutive, usually",
        true,
    ),
    ("Snatch Arrows", "attack of opportunity", "0 acts, reaction, no subtype", true),
    ("Toughness", "passive", "no guideline", false),
    ("Trapfinding", "constant (Ex)", "no guideline", false),
    ("Shout", "standard action (Ex)", "no guideline", false),
    // Items.
    (
        "Wand of Fireball",
        "standard action, wand",
        "2 acts, advanced, no subtype, consecutive",
        true,
    ),
    ("Scroll of Fly", "standard action, scroll", "2 acts, advanced, complex, consecutive", true),
    ("Potion of Haste", "standard action, potion", "2 acts, advanced, complex, consecutive", true),
    ("Boots of Speed", "free action, item", "0 acts, free, no subtype, usually", true),
    (
        "Gem of Brightness",
        "standard action (command word)",
        "2 acts, advanced, no subtype, consecutive",
        true,
    ),
    ("Cloak of Displacement", "use-activated as a swift action", "1 act, simple, no subtype", true),
];

#[test]
fn they_become_what_the_chapter_says() {
    let guidelines = guidelines();
    let found: Vec<(&str, &str, String, bool)> = TABLE
        .iter()
        .map(|(name, said, ..)| {
            let ability = guidelines.ability(name, &[said]);
            let ability = ability.unwrap_or_else(|problem| panic!("{name}: {problem}"));
            let found = convert(&guidelines, &ability);
            (*name, *said, line(&found), found.status == Status::Converted)
        })
        .collect();
    for (found, wanted) in found.iter().zip(TABLE) {
        let (name, said, becomes, decided) = wanted;
        assert_eq!(*found, (*name, *said, (*becomes).to_owned(), *decided));
    }
}
