//! Powers and defenses, from actions and from the words of stat blocks.

use toml::Table;

use super::{import, plays};
use crate::{Imported, Weight};

const WYRM: &str = include_str!("../../../../tests/fixtures/foundry-pf1-cinder-wyrm.json");
const LURKER: &str = include_str!("../../../../tests/fixtures/foundry-pf1-bog-lurker.json");

/// Asserts the base and the numbers of the power with a name.
#[track_caller]
fn power(imported: &Imported, name: &str, like: &str, numbers: &[(&str, &str)]) {
    let activities = imported.creatures[0].table["activity"].as_array().expect("it has some");
    let named = |it: &&toml::Value| it.get("name").and_then(toml::Value::as_str) == Some(name);
    let found = activities.iter().find(named).unwrap_or_else(|| panic!("no {name}"));
    assert_eq!(found["like"].as_str(), Some(like), "{name}");
    let wanted: Table =
        numbers.iter().map(|(id, number)| ((*id).to_owned(), (*number).into())).collect();
    assert_eq!(found["with"].as_table(), Some(&wanted), "{name}");
}

#[track_caller]
fn field(imported: &Imported, id: &str, wanted: &str) {
    let found = imported.creatures[0].values.fields.get(id);
    assert_eq!(found.map(String::as_str), Some(wanted), "{id}");
}

#[track_caller]
fn noted(imported: &Imported, weight: Weight, part: &str) {
    let notes = &imported.creatures[0].notes;
    let found = notes.iter().find(|note| note.text.contains(part));
    assert_eq!(found.map(|note| note.weight), Some(weight), "{part}: {notes:?}");
}

/// Numbers come from the formulas of actions: 10 hit dice, Constitution +4, Charisma +2.
#[test]
fn of_actions() {
    let wyrm = import(WYRM);
    plays(&wyrm);
    // DC 10 + 10 / 2 + 4; 1 + 2 uses a day; a cone of 40 feet is 8 squares.
    let breath = [
        ("effect", "1"),
        ("power-save", "2"),
        ("power-dc", "19"),
        ("power-half", "1"),
        ("power-dice", "10d6"),
        ("power-type", "4"),
        ("power-area", "2"),
        ("power-size", "8"),
        ("again", "1"),
        ("uses", "3"),
    ];
    power(&wyrm, "Ember Breath", "use-power", &breath);
    let dread = [
        ("effect", "1"),
        ("power-save", "3"),
        ("power-dc", "17"),
        ("power-inflicts", "5"),
        ("power-lasts", "1d6"),
        ("power-area", "3"),
        ("power-size", "12"),
    ];
    power(&wyrm, "Dread", "use-free-power", &dread);
    let blind = [
        ("effect", "1"),
        ("power-save", "1"),
        ("power-dc", "18"),
        ("power-inflicts", "1"),
        ("power-lasts", "1d4"),
        ("power-range", "6"),
    ];
    power(&wyrm, "Ash Cloud (Blind)", "use-swift-power", &blind);
    noted(&wyrm, Weight::NotUnderstood, "`(@resources.ash.value)d6` is not worked out here");
}

/// The caster level is 10 hit dice - 2 = 8, and the DC 10 + spell level + Charisma + the own bonus.
#[test]
fn of_spell_like_abilities() {
    let wyrm = import(WYRM);
    // DC 10 + 3 + 2 + 1; long range: 400 feet and 40 for each of 8 levels are 144 squares.
    let fireball = [
        ("effect", "1"),
        ("power-level", "3"),
        ("power-caster", "8"),
        ("power-save", "2"),
        ("power-dc", "16"),
        ("power-half", "1"),
        ("power-dice", "8d6"),
        ("power-type", "4"),
        ("power-range", "144"),
        ("power-area", "5"),
        ("power-size", "4"),
        ("uses", "3"),
    ];
    power(&wyrm, "Fireball", "use-spell-like", &fireball);
    let cure = [
        ("effect", "2"),
        ("power-level", "1"),
        ("power-dice", "1d8+5"),
        // Large and tall, it reaches two squares.
        ("power-range", "2"),
    ];
    power(&wyrm, "Cure Light Wounds", "use-spell-like", &cure);
    // A ray needs an attack roll, so it keeps its price without an effect.
    let ray = wyrm.creatures[0]
        .toml
        .split("[[creature.activity]]")
        .find(|it| it.contains("scorching-ray"));
    assert!(ray.is_some_and(|ray| ray.contains("ranged-spell")), "{ray:?}");
}

#[test]
fn defenses() {
    let wyrm = import(WYRM);
    field(&wyrm, "resist-electricity", "10");
    field(&wyrm, "resist-fire", "99");
    field(&wyrm, "resist-cold", "-1");
    field(&wyrm, "evasion", "2");
    // 11 + challenge rating 9; Will 7 of 10 levels + 1 Wisdom.
    field(&wyrm, "spell-resistance", "20");
    field(&wyrm, "will", "8");
    noted(&wyrm, Weight::NotCarried, "immunities: poison");
    let block = &wyrm.creatures[0].block;
    assert_eq!(block.resistances, ["electricity 10"]);
    assert_eq!(
        (block.immunities.as_slice(), block.vulnerabilities.as_slice()),
        (["fire".to_owned()].as_slice(), ["cold".to_owned()].as_slice(),)
    );
    let names: Vec<&str> = block.powers.iter().map(|power| power.name.as_str()).collect();
    assert_eq!(names, ["Ember Breath", "Dread", "Ash Cloud (Blind)"]);
    let spells: Vec<&str> = block.spells.iter().map(|spell| spell.name.as_str()).collect();
    assert_eq!(spells, ["Fireball", "Cure Light Wounds"]);
    let breath = &block.powers[0].effect;
    let save = breath.save.as_ref().expect("it has a save");
    assert_eq!(
        (save.ability.as_slice(), save.dc, save.half),
        (["ref".to_owned()].as_slice(), Some(19), true)
    );
    assert_eq!(
        (breath.damage[0].roll(), breath.damage[0].kind.as_str()),
        ("10d6".to_owned(), "fire")
    );
}

/// Actors that were made from stat blocks keep powers as words.
#[test]
fn of_words() {
    let lurker = import(LURKER);
    plays(&lurker);
    let breath = [
        ("effect", "1"),
        ("power-save", "2"),
        ("power-dc", "15"),
        ("power-half", "1"),
        ("power-dice", "4d6"),
        ("power-type", "1"),
        ("power-area", "2"),
        ("power-size", "6"),
        ("again", "1"),
    ];
    power(&lurker, "Breath Weapon", "use-power", &breath);
    noted(&lurker, Weight::Guessed, "taken as Reflex for half");
    let other = [
        ("effect", "1"),
        ("power-save", "1"),
        ("power-dc", "16"),
        ("power-half", "1"),
        ("power-dice", "2d6"),
        ("power-area", "4"),
        ("power-size", "12"),
        ("uses", "3"),
    ];
    power(&lurker, "Breath Weapon 2", "use-power", &other);
    noted(&lurker, Weight::Guessed, "taken as damage without a type");
    let gaze = [
        ("effect", "1"),
        ("power-save", "1"),
        ("power-dc", "14"),
        ("power-inflicts", "13"),
        ("power-range", "4"),
    ];
    power(&lurker, "Stony Gaze", "meet-gaze", &gaze);
    let mud = [
        ("effect", "1"),
        ("power-save", "2"),
        ("power-dc", "15"),
        ("power-inflicts", "4"),
        ("power-lasts", "10"),
        ("power-area", "1"),
        ("power-size", "2"),
        ("uses", "3"),
    ];
    power(&lurker, "Mud Burst", "use-swift-power", &mud);
    assert!(!lurker.creatures[0].toml.contains("rend"), "a rend is no power");
}

#[test]
fn of_auras() {
    let lurker = import(LURKER);
    let stench = [
        ("effect", "1"),
        ("power-save", "1"),
        ("power-dc", "15"),
        ("power-inflicts", "6"),
        ("power-lasts", "10"),
        ("power-area", "3"),
        ("power-size", "6"),
    ];
    power(&lurker, "Stench", "use-free-power", &stench);
    noted(&lurker, Weight::NotUnderstood, "does not say which save DC 13 is for");
    field(&lurker, "resist-cold", "10");
    field(&lurker, "resist-sonic", "5");
    field(&lurker, "resist-acid", "99");
    field(&lurker, "spell-resistance", "17");
}
