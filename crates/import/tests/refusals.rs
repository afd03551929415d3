//! Input that cannot be read is refused with a reason and advice, and never causes a panic.

use import::{CREATURES_MAX, FILE_MAX, Target, decode, import_files, import_text, lines};
use proptest::prelude::*;
use rules::Source;
use serde_json::{Value, json};

fn target(ruleset: &str) -> Target {
    let parsed = Source::embedded(ruleset).expect("built in").parse().expect("it parses");
    Target::of(&parsed).expect("a mapping")
}

/// Returns the text of a refusal.
fn refused(text: &str) -> String {
    import_text(text, "file", &target("srd-5")).expect_err("a refusal").to_string()
}

#[test]
fn unknown_content_is_named() {
    for (text, seems) in [
        ("", "the file is empty"),
        ("<!DOCTYPE html><html><body>Goblin</body></html>", "a web page (HTML)"),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", "a drawing (SVG)"),
        ("<feed><entry/></feed>", "XML with the root element <feed>"),
        ("{\"name\": \"Goblin\", \"color\": 3}", "JSON with the keys color, name"),
        ("[]", "an empty list in JSON"),
        ("[1, 2]", "JSON: a number or the like"),
        ("Dear friend, the goblins have won.", "text that is no stat block"),
        ("name,hp\nGoblin,7\n", "a table or other text"),
    ] {
        let found = refused(text);
        assert!(found.starts_with(seems), "{text}: {found}");
        let way_out = ["these are read: Foundry actor, dnd5e", "Copy the stat block's text"];
        assert!(text.is_empty() || way_out.iter().any(|it| found.contains(it)), "{found}");
    }
}

#[test]
fn broken_files_say_where() {
    let text = include_str!("fixtures/foundry-dnd5e.json");
    assert!(refused(&text[..900]).starts_with("broken JSON: it ends too early, in line"));
    assert!(refused("{\n  \"name\": oops }").starts_with("broken JSON in line 2, column 11"));
    assert!(refused("<root><npc></root>").starts_with("broken XML"));
}

#[test]
fn document_types_are_refused() {
    let bomb = "<?xml version='1.0'?><!DOCTYPE root [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\
                <root><npc><name>&b;</name></npc></root>";
    assert!(refused(bomb).starts_with("XML with a document type"));
}

#[test]
fn files_that_are_no_text_are_named() {
    let refused = |bytes: &[u8]| decode(bytes.to_vec()).expect_err("a refusal").to_string();
    assert!(refused(b"\x89PNG\r\n\x1a\n").starts_with("a picture (PNG)"));
    assert!(refused(b"PK\x03\x04....").contains("Unpack it"));
    assert!(refused(b"%PDF-1.7").starts_with("a PDF document"));
    assert!(refused(b"ab\xff\xfe").starts_with("no text: byte 2"));
    let large = decode(vec![b' '; FILE_MAX + 1]).expect_err("too large").to_string();
    assert!(large.starts_with("the file has 51 MB; at most 50 MB are read"), "{large}");
    let wide: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(decode(wide).expect("UTF-16"), "{}");
}

#[test]
fn foreign_systems_are_refused_by_name() {
    let ogress: Value =
        serde_json::from_str(include_str!("fixtures/foundry-dnd5e.json")).expect("JSON");
    for (system, title) in [("pf2e", "Foundry actor, pf2e"), ("pf1", "Foundry actor, pf1")] {
        let mut foreign = ogress.clone();
        foreign["_stats"]["systemId"] = json!(system);
        let found = refused(&foreign.to_string());
        assert!(found.starts_with(title), "{found}");
        assert!(found.contains("srd-5 reads those of D&D 5e"), "{found}");
    }
    let mut other = ogress.clone();
    other["_stats"]["systemId"] = json!("starfinder");
    let found = refused(&other.to_string());
    assert!(found.starts_with("a Foundry document of the system `starfinder`"), "{found}");
}

#[test]
fn actors_without_a_system_are_told_apart_by_their_keys() {
    let pf1 = json!({ "name": "Wolf", "type": "npc", "items": [], "system": { "attributes": {
        "ac": { "normal": { "total": 14 } }, "bab": { "total": 1 }, "cmd": { "total": 12 },
        "savingThrows": { "fort": { "total": 5 } } } } });
    assert!(refused(&pf1.to_string()).starts_with("Foundry actor, pf1"));
    let pf2e = json!({ "name": "Wolf", "type": "npc", "items": [], "system": {
        "details": { "level": { "value": 1 } }, "saves": { "fortitude": { "value": 7 } },
        "traits": { "rarity": "common" } } });
    assert!(refused(&pf2e.to_string()).starts_with("Foundry actor, pf2e"));
    let nobody = json!({ "_id": "a", "name": "Wolf", "type": "npc", "system": { "x": 1 } });
    assert!(refused(&nobody.to_string()).contains("does not say its system"));
}

#[test]
fn a_fifth_edition_creature_goes_into_no_other_game() {
    let text = include_str!("fixtures/5e-bits.json");
    for ruleset in ["pathfinder-2e", "pathfinder-rae", "collective"] {
        let found = import_text(text, "file", &target(ruleset)).expect_err("a refusal");
        let found = found.to_string();
        assert!(found.contains("made for D&D 5e"), "{ruleset}: {found}");
        assert!(found.contains("Use srd-5."), "{ruleset}: {found}");
    }
}

#[test]
fn one_bad_file_among_several_is_named() {
    let good = include_str!("fixtures/5e-bits.json");
    let files = [("good.json", good), ("bad.json", "{\"a\": 1}")];
    let imported = import_files(&files, &target("srd-5")).expect("the good one");
    assert_eq!(imported.creatures.len(), 1);
    assert!(lines(&imported).iter().any(|line| line.contains("not read: bad.json")));
}

#[test]
fn lines_and_lists_hold_many_creatures() {
    let text = include_str!("fixtures/foundry-dnd5e.json");
    let value: Value = serde_json::from_str(text).expect("JSON");
    let line = value.to_string();
    let imported = import_text(&format!("{line}\n{line}\n"), "pack.db", &target("srd-5"));
    let imported = imported.expect("two creatures");
    let names: Vec<&str> = imported.creatures.iter().map(|it| it.values.name.as_str()).collect();
    assert_eq!(names, ["Marsh Ogress", "Marsh Ogress 2"]);
    let few = json!({ "name": "Rat", "size": ["T"], "ac": [10], "hp": { "average": 1 } });
    let many = json!({ "monster": vec![few; CREATURES_MAX + 5] });
    let imported = import_text(&many.to_string(), "many.json", &target("srd-5")).expect("many");
    assert_eq!(imported.creatures.len(), CREATURES_MAX);
    let report = lines(&imported);
    assert!(report.len() <= import::LINES_MAX, "{report:?}");
    assert!(report[1].starts_with("10000 of 10005 creatures were read"), "{report:?}");
}

#[test]
fn reports_fit_a_screen_and_fold_what_does_not_matter() {
    let text = include_str!("fixtures/foundry-dnd5e.json");
    let imported = import_text(text, "file", &target("srd-5")).expect("a creature");
    let report = lines(&imported);
    assert_eq!(report[0], "Marsh Ogress read as: Foundry actor, dnd5e 5.1.0");
    assert!(report.len() <= import::LINES_MAX);
    let last = report.last().expect("a line");
    assert!(last.ends_with("values that do not matter here"), "{report:?}");
}

/// Generates JSON values with keys that readers look for.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z0-9 +@.(){}\\[\\]d]{0,30}".prop_map(Value::from),
        Just(json!("2d6+@mod")),
        Just(json!("npc")),
    ];
    let key = prop_oneof![
        Just("name"),
        Just("system"),
        Just("data"),
        Just("items"),
        Just("type"),
        Just("attributes"),
        Just("abilities"),
        Just("str"),
        Just("value"),
        Just("hp"),
        Just("max"),
        Just("ac"),
        Just("activities"),
        Just("damage"),
        Just("parts"),
        Just("actions"),
        Just("desc"),
        Just("armor_class"),
        Just("hit_points"),
        Just("index"),
        Just("monster"),
        Just("average"),
        Just("Name"),
        Just("HP"),
        Just("AC"),
        Just("Actions"),
        Just("Content"),
        Just("stats"),
        Just("classes"),
        Just("inventory"),
        Just("level"),
        Just("speed"),
        Just("spells"),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..8).prop_map(|pairs| {
                Value::Object(
                    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
                )
            }),
        ]
    })
}

/// Returns all values of a document that are neither lists nor objects.
fn leaves(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Array(list) => list.iter_mut().flat_map(leaves).collect(),
        Value::Object(map) => map.values_mut().flat_map(leaves).collect(),
        leaf => vec![leaf],
    }
}

/// Returns all numbers of a document, also those in texts.
fn numbers(value: &mut Value) -> Vec<&mut Value> {
    let in_text = |it: &Value| it.as_str().is_some_and(|text| text.parse::<f64>().is_ok());
    leaves(value).into_iter().filter(|it| it.is_number() || in_text(it)).collect()
}

/// Replaces one value of a fixture.
fn bent(value: &mut Value, at: usize, with: &Value) {
    let found = leaves(value);
    let count = found.len().max(1);
    if let Some(leaf) = found.into_iter().nth(at % count) {
        *leaf = with.clone();
    }
}

/// The number of fixtures of the fifth edition, which come first. The others are of Pathfinder 2e.
const FIFTH_EDITION: usize = 9;

/// Exports in JSON, apart from actors of the first edition, which the converter reads.
const FIXTURES: [&str; 13] = [
    include_str!("fixtures/foundry-dnd5e.json"),
    include_str!("fixtures/foundry-dnd5e-old.json"),
    include_str!("fixtures/5e-bits.json"),
    include_str!("fixtures/open5e-v1.json"),
    include_str!("fixtures/open5e-v2.json"),
    include_str!("fixtures/5etools.json"),
    include_str!("fixtures/srd-data.json"),
    include_str!("fixtures/dnd-beyond.json"),
    include_str!("fixtures/improved-initiative.json"),
    include_str!("fixtures/pf2e/iva-fen.json"),
    include_str!("fixtures/pf2e/moor-stalker.json"),
    include_str!("fixtures/pf2e/moor-warden.json"),
    include_str!("fixtures/pf2e/old-boggart.json"),
];

#[test]
fn no_number_of_an_export_overflows() {
    for (which, fixture) in FIXTURES.iter().enumerate() {
        let extremes = [i64::MAX, -999_999_999, 30_000, -30_000].map(Value::from);
        for with in extremes.into_iter().chain([json!("30000")]) {
            let mut value: Value = serde_json::from_str(fixture).expect("JSON");
            let mut all = value.clone();
            numbers(&mut all).into_iter().for_each(|it| *it = with.clone());
            let _ = import_text(&all.to_string(), "", &target_of(which));
            // One after another, too: changing all of them can hide what a single one does.
            let count = numbers(&mut value).len();
            assert!(count > 0, "fixture {which} has no numbers");
            for at in 0..count {
                let mut one = value.clone();
                *numbers(&mut one)[at] = with.clone();
                let _ = import_text(&one.to_string(), "", &target_of(which));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_json_is_safe(value in any_json()) {
        let _ = import_text(&value.to_string(), "", &target_of(0));
    }

    #[test]
    fn any_text_is_safe(text in "\\PC{0,300}", begin in prop_oneof![
        Just(""), Just("<root>"), Just("{"), Just("Armor Class 1\nHit Points 2\nSpeed 3\n"),
    ]) {
        let _ = import_text(&format!("{begin}{text}"), "", &target_of(0));
    }

    #[test]
    fn a_bent_export_is_safe(at in 0usize..400, with in any_json(), which in 0..FIXTURES.len()) {
        let mut value: Value = serde_json::from_str(FIXTURES[which]).expect("JSON");
        bent(&mut value, at, &with);
        if let Ok(imported) = import_text(&value.to_string(), "", &target_of(which)) {
            // The sheet accepts every creature read from a changed export.
            for creature in &imported.creatures {
                prop_assert!(!creature.table.is_empty(), "{}", value);
            }
        }
    }

    #[test]
    fn a_cut_text_is_safe(cut in 0usize..1600, which in 0usize..3) {
        let fixtures = [
            include_str!("fixtures/text-2014.txt"),
            include_str!("fixtures/text-2024.txt"),
            include_str!("fixtures/fantasy-grounds.xml"),
        ];
        let text: String = fixtures[which].chars().take(cut).collect();
        let _ = import_text(&text, "", &target_of(0));
    }
}

/// Returns the ruleset that a fixture fits; each is loaded once.
fn target_of(fixture: usize) -> Target {
    use std::sync::LazyLock;
    static FIFTH: LazyLock<Target> = LazyLock::new(|| target("srd-5"));
    static SECOND: LazyLock<Target> = LazyLock::new(|| target("pathfinder-2e"));
    if fixture < FIFTH_EDITION { FIFTH.clone() } else { SECOND.clone() }
}
