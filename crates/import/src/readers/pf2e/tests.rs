//! Actors, characters and texts of Pathfinder 2 in the sheet of `pathfinder-2e`.

use proptest::prelude::*;
use rules::{Place, Setup, Source};

use crate::{Creature, Imported, Target, import_text};

const NPC: &str = include_str!("../../../tests/fixtures/pf2e/moor-stalker.json");
const OLD: &str = include_str!("../../../tests/fixtures/pf2e/old-boggart.json");
const HERO: &str = include_str!("../../../tests/fixtures/pf2e/moor-warden.json");
const PATHBUILDER: &str = include_str!("../../../tests/fixtures/pf2e/iva-fen.json");
const TEXT: &str = include_str!("../../../tests/fixtures/pf2e/reeds.txt");

fn parsed() -> rules::Parsed {
    let source = Source::embedded("pathfinder-2e").expect("it comes with the program");
    source.parse().expect("it loads")
}

fn import(text: &str) -> Imported {
    let target = Target::of(&parsed()).map_err(|(report, _)| report).expect("it fits");
    import_text(text, "file", &target).expect("it is read")
}

/// Asserts the values of fields of the sheet.
fn fields(creature: &Creature, wanted: &[(&str, &str)]) {
    for (field, value) in wanted {
        let found = creature.values.fields.get(*field).map(String::as_str);
        assert_eq!(found, Some(*value), "{field}: {:?}", creature.values.fields);
    }
}

/// Asserts the values of fields of an attack.
fn attack(creature: &Creature, name: &str, wanted: &[(&str, &str)]) {
    let found = creature.values.attacks.iter().find(|attack| attack.name == name);
    let found = found.unwrap_or_else(|| panic!("{name}: {:?}", creature.values.attacks));
    for (field, value) in wanted {
        assert_eq!(found.fields.get(*field).map(String::as_str), Some(*value), "{name} {field}");
    }
}

fn noted(creature: &Creature, text: &str) {
    let found = creature.notes.iter().any(|note| note.text.contains(text));
    assert!(found, "{text}: {:?}", creature.notes);
}

/// Asserts that a fight with every creature compiles without a warning.
fn plays(imported: &Imported) {
    let mut file = "ruleset = \"pathfinder-2e\"\n".to_owned();
    imported.creatures.iter().for_each(|creature| file.push_str(&creature.toml));
    for (at, creature) in imported.creatures.iter().enumerate() {
        let name = serde_json::json!(creature.values.name);
        file.push_str(&format!(
            "\n[[combatant]]\nname = \"One {at}\"\nside = \"foes\"\ncreature = {name}\n"
        ));
    }
    let setup = Setup::read("fight", &file, &Place::Nowhere, Some(&parsed()));
    match setup.and_then(|setup| rules::compile(&setup)) {
        Ok((_, report)) => assert_eq!(report.warnings(), 0, "{file}"),
        Err((report, files)) => {
            panic!("{}\n{file}", report.render(&files, rules::diagnostic::Colors::Off))
        }
    }
}

#[test]
fn creatures_of_foundry() {
    let imported = import(NPC);
    assert!(imported.format.contains("pf2e"), "{}", imported.format);
    plays(&imported);
    let stalker = &imported.creatures[0];
    fields(
        stalker,
        &[
            ("hp", "45"),
            ("ac", "18"),
            ("perception", "10"),
            ("speed", "30"),
            ("fly-speed", "15"),
            ("fortitude", "12"),
            ("reflex", "9"),
            ("will", "6"),
            ("athletics", "11"),
            ("stealth", "10"),
            ("spell-dc", "19"),
            ("spell-attack", "11"),
            ("caster", "yes"),
            ("fear", "yes"),
            ("slow-spell", "yes"),
            ("reactive-strike", "yes"),
            ("player", "no"),
        ],
    );
    let jaws =
        [("bonus", "11"), ("dice", "(1d8+4)[piercing]"), ("extra", "1d6[fire]"), ("reach", "10")];
    attack(stalker, "Jaws", &jaws);
    attack(stalker, "Jaws", &[("extra-type", "fire")]);
    attack(stalker, "Claw", &[("dice", "(1d6+4)[slashing]"), ("agile", "yes"), ("reach", "5")]);
    let spine = [("bonus", "9"), ("dice", "2d4[piercing]"), ("range", "30"), ("reload", "1")];
    attack(stalker, "Spine", &spine);
    attack(stalker, "Spear", &[("bonus", "10"), ("dice", "(1d6+4)[piercing]")]);
    attack(stalker, "Spear (thrown)", &[("bonus", "10"), ("range", "20")]);
    noted(stalker, "1d4 persistent bleed");
    noted(stalker, "a hit also does grab");
    let breath = &stalker.block.powers.iter().find(|power| power.name == "Moor Breath");
    let effect = &breath.expect("it is read").effect;
    let save = effect.save.as_ref().expect("it has a save");
    assert_eq!(
        (save.dc, save.half, effect.area.as_ref().map(|it| it.size)),
        (Some(19), true, Some(30))
    );
}

#[test]
fn old_creatures_of_foundry() {
    let imported = import(OLD);
    plays(&imported);
    let boggart = &imported.creatures[0];
    fields(
        boggart,
        &[
            ("hp", "24"),
            ("ac", "16"),
            ("perception", "7"),
            ("speed", "20"),
            ("fortitude", "9"),
            ("reflex", "5"),
            ("will", "7"),
            ("athletics", "8"),
            ("acrobatics", "2"),
        ],
    );
    attack(boggart, "Club", &[("bonus", "8"), ("dice", "(1d6+3)[bludgeoning]"), ("reach", "5")]);
    attack(boggart, "Sling", &[("bonus", "7"), ("range", "50"), ("reload", "1")]);
    assert_eq!(boggart.block.resistances, ["fire 5"]);
    noted(boggart, "it has 20 of 24 hit points");
}

/// Numbers of characters follow from ancestry, class, level, boosts, armor and weapons.
#[test]
fn characters_of_foundry() {
    let imported = import(HERO);
    plays(&imported);
    let warden = &imported.creatures[0];
    fields(
        warden,
        &[
            // 8 + 3 * (10 + 2); 10 + 1 Dexterity + 4 armor + 5 trained.
            ("hp", "44"),
            ("ac", "20"),
            // 2 Constitution + 7 expert; 2 Dexterity + 7; 1 Wisdom + 7 from bravery.
            ("fortitude", "9"),
            ("reflex", "9"),
            ("will", "8"),
            ("perception", "8"),
            ("athletics", "9"),
            ("intimidation", "5"),
            ("speed", "25"),
            ("player", "yes"),
            ("shield", "2"),
            ("hardness", "5"),
            ("shield-hp", "20"),
            ("shield-broken", "10"),
            ("reactive-strike", "yes"),
            ("shield-block", "yes"),
            ("fist", "11"),
        ],
    );
    // 4 Strength + 7 expert + 1 from a rune; the second die comes from another rune.
    attack(warden, "Longsword", &[("bonus", "12"), ("dice", "(2d8+4)[slashing]")]);
    attack(warden, "Dagger", &[("bonus", "11"), ("dice", "(1d4+4)[piercing]"), ("agile", "yes")]);
    attack(warden, "Dagger (thrown)", &[("bonus", "11"), ("range", "10")]);
    attack(warden, "Shortbow", &[("bonus", "9"), ("dice", "1d6[piercing]"), ("range", "60")]);
    noted(warden, "from ancestry, class, level and gear");
}

#[test]
fn characters_of_pathbuilder() {
    let imported = import(PATHBUILDER);
    assert!(imported.format.contains("Pathbuilder"), "{}", imported.format);
    plays(&imported);
    let iva = &imported.creatures[0];
    fields(
        iva,
        &[
            // 6 + 5 * (6 + 1 + 1).
            ("hp", "46"),
            ("ac", "21"),
            ("speed", "30"),
            // Ability + level 5 + twice the rank + 1 from the robe.
            ("fortitude", "9"),
            ("reflex", "13"),
            ("will", "12"),
            ("perception", "9"),
            ("stealth", "10"),
            ("athletics", "0"),
            ("spell-attack", "13"),
            ("spell-dc", "23"),
            ("ignition", "yes"),
            ("force-barrage", "yes"),
            ("fear", "yes"),
            ("reactive-strike", "yes"),
        ],
    );
    let staff = [("bonus", "9"), ("dice", "2d4[bludgeoning]"), ("extra", "1d6[fire]")];
    attack(iva, "Staff of the Fen", &staff);
    // 3 Dexterity + 7 trained.
    attack(iva, "Crossbow", &[("bonus", "10"), ("dice", "1d8[piercing]"), ("range", "120")]);
    noted(iva, "Crossbow: the attack modifier");
}

#[test]
fn stat_blocks_as_text() {
    let imported = import(TEXT);
    plays(&imported);
    let [goblin, ogre] = imported.creatures.as_slice() else { panic!("two creatures") };
    assert_eq!((&*goblin.values.name, &*goblin.block.challenge), ("Reed Goblin", "1"));
    fields(
        goblin,
        &[
            ("hp", "18"),
            ("ac", "17"),
            ("perception", "5"),
            ("fortitude", "6"),
            ("reflex", "9"),
            ("will", "4"),
            ("athletics", "3"),
            ("stealth", "7"),
            ("deception", "2"),
            ("speed", "25"),
            ("fear", "yes"),
            ("haste", "yes"),
            ("ignition", "yes"),
            ("spell-dc", "17"),
        ],
    );
    let blade = [("bonus", "9"), ("dice", "(1d6+1)[slashing]"), ("extra", "1d4[poison]")];
    attack(goblin, "Reed blade", &blade);
    attack(goblin, "Reed blade", &[("agile", "yes"), ("extra-type", "poison")]);
    attack(goblin, "Jaws", &[("bonus", "7"), ("reach", "10")]);
    attack(goblin, "Shortbow", &[("bonus", "9"), ("range", "60"), ("reload", "0")]);
    noted(goblin, "a hit also does Grab");
    noted(goblin, "Scuttle");
    assert_eq!((&*ogre.values.name, &*ogre.block.challenge), ("Reed Ogre", "3"));
    fields(ogre, &[("hp", "50"), ("ac", "17"), ("fortitude", "11")]);
    attack(ogre, "Hook", &[("bonus", "12"), ("dice", "(1d10+7)[piercing]"), ("reach", "10")]);
}

/// A character may be trained in single weapons only.
#[test]
fn weapons_of_pathbuilder_by_name() {
    let iva = include_str!("../../../tests/fixtures/pf2e/iva-fen.json");
    let mut value: serde_json::Value = serde_json::from_str(iva).expect("it is JSON");
    let build = &mut value["build"];
    build["specificProficiencies"] = serde_json::json!({
        "trained": [], "expert": ["Longsword"], "master": [], "legendary": []
    });
    let weapon = |name: &str| serde_json::json!({ "name": name, "prof": "martial", "die": "d8" });
    build["weapons"] = serde_json::json!([weapon("Longsword"), weapon("Glaive")]);
    let imported = import(&value.to_string());
    let iva = &imported.creatures[0];
    // Strength 0, level 5, and 4 for an expert.
    attack(iva, "Longsword", &[("bonus", "9")]);
    attack(iva, "Glaive", &[("bonus", "0")]);
}

/// A refusal of another game's actor names that game.
#[test]
fn other_games() {
    let target = Target::of(&parsed()).map_err(|(report, _)| report).expect("it fits");
    let text = r#"{"name": "Brute", "type": "npc", "_stats": {"systemId": "dnd5e"}, "system":
        {"attributes": {"hp": {"max": 9}}}, "items": []}"#;
    let refusal = import_text(text, "file", &target).expect_err("it is of another game");
    assert!(refusal.message.contains("D&D 5e"), "{}", refusal.message);
}

/// Returns a document with some of its values replaced.
fn spoilt(text: &str, places: &[(usize, u8)]) -> String {
    let mut value: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
    for (place, kind) in places {
        let mut at = *place;
        spoil(&mut value, &mut at, *kind);
    }
    value.to_string()
}

fn spoil(value: &mut serde_json::Value, at: &mut usize, kind: u8) {
    if *at == 0 {
        *value = match kind % 6 {
            0 => serde_json::Value::Null,
            1 => serde_json::json!(-9.0e99),
            2 => serde_json::json!("99999999999999999999d99999999999+@a.b[c"),
            3 => serde_json::json!([[[]], {}, 7]),
            4 => serde_json::json!({ "value": { "value": "ä️◆" } }),
            _ => serde_json::json!(true),
        };
    }
    *at = at.wrapping_sub(1);
    match value {
        serde_json::Value::Array(list) => list.iter_mut().for_each(|it| spoil(it, at, kind)),
        serde_json::Value::Object(map) => map.values_mut().for_each(|it| spoil(it, at, kind)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Wrong values anywhere do not make a reader panic.
    #[test]
    fn wrong_values_anywhere(places in prop::collection::vec((0_usize..700, any::<u8>()), 1..6)) {
        let target = Target::of(&parsed()).map_err(|(report, _)| report).expect("it fits");
        for text in [NPC, OLD, HERO, PATHBUILDER] {
            let _ = import_text(&spoilt(text, &places), "file", &target);
        }
    }

    /// No text makes the reader panic.
    #[test]
    fn any_text(lines in prop::collection::vec(0_usize..40, 0..30), noise in ".{0,80}") {
        let all: Vec<&str> = TEXT.lines().collect();
        let mut text = String::new();
        for line in lines {
            text.push_str(all.get(line).copied().unwrap_or(&noise));
            text.push('\n');
        }
        let _ = super::text(&text);
        let _ = super::text(&noise);
    }
}
