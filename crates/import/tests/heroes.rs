//! Invented characters in formats that store choices rather than totals.

use import::{Action, Imported, StatBlock, Target, Weight, import_text};
use rules::Source;

fn read(name: &str, text: &str) -> StatBlock {
    let parsed = Source::embedded("srd-5").expect("built in").parse().expect("it parses");
    let target = Target::of(&parsed).expect("a mapping");
    let Imported { creatures, .. } = import_text(text, name, &target).expect("a character");
    let creature = creatures.into_iter().next().expect("a character");
    assert!(!creature.table.is_empty());
    creature.block
}

#[test]
fn dnd_beyond_totals_are_worked_out() {
    let block = read("character.json", include_str!("fixtures/dnd-beyond.json"));
    assert!(block.hero);
    assert_eq!(
        (block.name.as_str(), block.level, block.proficiency),
        ("Iva Moor", Some(5), Some(3))
    );
    // Dexterity: 15 + 1 for the race. Hit points: 28 + 2 for Constitution at each level.
    assert_eq!((block.scores["dex"], block.hp), (16, Some(38)));
    // Scale mail 14, at most 2 for Dexterity, 1 for a ring. The cloak is not worn.
    assert_eq!((block.ac, block.initiative), (Some(17), Some(3)));
    assert_eq!((block.saves["dex"], block.saves["con"], block.skills["stealth"]), (6, 2, 6));
    assert_eq!(block.multiattack.as_ref().map(|it| it.count), Some(2));
    assert_eq!(block.speeds["walk"], 30);
    let [bow, sword] = block.attacks.as_slice() else { panic!("{:?}", block.attacks) };
    // 3 for Dexterity, 3 for proficiency, 2 for the fighting style.
    assert_eq!((bow.bonus, bow.range, bow.long_range), (Some(8), Some(150), Some(600)));
    assert_eq!(bow.damage[0].roll(), "1d8+3");
    assert_eq!((sword.bonus, sword.damage[0].roll().as_str()), (Some(7), "1d6+4"));
    let [mist] = block.spells.as_slice() else { panic!("{:?}", block.spells) };
    let save = mist.effect.save.as_ref().expect("a save");
    // 8, 3 for proficiency, 1 for Wisdom.
    assert_eq!((save.ability[0].as_str(), save.dc), ("wis", Some(12)));
    assert_eq!((block.slots[&1], block.slots[&2]), (4, 2));
    let [breath] = block.powers.as_slice() else { panic!("{:?}", block.powers) };
    assert_eq!((breath.action, breath.uses.count), (Action::Bonus, Some(2)));
    assert!(!block.features.iter().any(|feature| feature == "Vanish"));
    assert!(block.notes.iter().any(|note| note.text.contains("1 spells are not prepared")));
    let derived = block.notes.iter().filter(|note| note.weight == Weight::Derived);
    assert!(derived.count() >= 3, "{:?}", block.notes);
}

#[test]
fn fantasy_grounds_characters_keep_their_totals() {
    let block = read("hero.xml", include_str!("fixtures/fantasy-grounds-hero.xml"));
    assert!(block.hero);
    assert_eq!((block.hp, block.ac, block.initiative), (Some(38), Some(17), Some(3)));
    assert_eq!((block.saves["dex"], block.skills["stealth"], block.level), (6, 6, Some(5)));
    let [bow, hook] = block.attacks.as_slice() else { panic!("{:?}", block.attacks) };
    assert_eq!((bow.bonus, bow.range, bow.long_range), (Some(8), Some(150), Some(600)));
    assert_eq!((bow.damage[0].roll().as_str(), bow.ranged), ("1d8+3", true));
    assert_eq!((hook.bonus, hook.damage[0].roll().as_str()), (Some(3), "2d6+1"));
    assert_eq!(hook.damage[0].kind, "slashing");
}

/// Spells have the numbers of their actions; features are no spells.
#[test]
fn fantasy_grounds_spells_have_their_numbers() {
    let block = read("hero.xml", include_str!("fixtures/fantasy-grounds-hero.xml"));
    let [mist, dart, balm] = block.spells.as_slice() else { panic!("{:?}", block.spells) };
    // 3 for proficiency, 1 for Wisdom.
    assert_eq!((block.spell_attack, block.spell_dc), (Some(4), Some(12)));
    assert_eq!((mist.level, mist.action, mist.concentration), (Some(2), Action::Bonus, true));
    let save = mist.effect.save.as_ref().expect("a save");
    assert_eq!((save.ability[0].as_str(), save.dc, save.half), ("dex", Some(12), true));
    let rolls: Vec<String> = mist.effect.damage.iter().map(|it| it.roll()).collect();
    assert_eq!((rolls[0].as_str(), rolls[1].as_str()), ("2d8+1", "3"));
    assert_eq!(mist.effect.damage[0].kind, "cold");
    assert_eq!(mist.effect.conditions, ["blinded"]);
    let area = mist.effect.area.as_ref().expect("an area");
    assert_eq!((area.shape.as_str(), area.size, mist.effect.range), ("cone", 15, Some(0)));
    assert_eq!((dart.at_will, dart.effect.attack, dart.effect.range), (true, Some(4), Some(60)));
    assert_eq!(dart.effect.damage[0].roll(), "2d6");
    assert_eq!(balm.effect.healing.as_ref().map(|it| it.roll()).as_deref(), Some("1d8+2"));
    assert_eq!((block.slots[&1], block.slots[&2]), (4, 2));
    assert!(block.features.iter().any(|name| name == "Keen Eye"), "{:?}", block.features);
    let [snare] = block.powers.as_slice() else { panic!("{:?}", block.powers) };
    assert_eq!(snare.effect.save.as_ref().and_then(|save| save.dc), Some(14));
    assert_eq!((snare.uses.count, snare.uses.per.as_str()), (Some(2), "short rest"));
    for text in [
        "range of spells: Moss Balm",
        "casting time of spells: Moss Balm; an action",
        "1 spells are not prepared and left out",
        "damage of cantrips as stored, without their growth: Thorn Dart",
        "Root Snare takes an action",
    ] {
        assert!(block.notes.iter().any(|note| note.text == text), "{text}: {:?}", block.notes);
    }
}
