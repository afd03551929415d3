use toml::Table;

use super::*;
use crate::Source;
use crate::diagnostic::Colors;
use crate::source::{SHEET, SourceFile, embedded_names};

const MANIFEST: &str = r#"
id = "toy"
title = "A toy"
version = "1"
source = "Made up"
prefix = "toy"
"#;

const RULES: &str = r#"
[[rule]]
id = "toy.all"
kind = "mechanic"
section = "All"
says = "Everything."

[[rule.span]]
id = "turn"
repeat = "turns"

[[rule.turn]]
id = "everybody"

[[rule.side]]
id = "reds"
turn = "everybody"

[[rule.side]]
id = "blues"
turn = "everybody"

[[rule.base]]
id = "A"
name = "act"

[[rule.base]]
id = "Spark"
name = "spark"

[[rule.preset]]
id = "pair"
grants = "2A"

[[rule.attribute]]
id = "hp"
default = "10"

[[rule.attribute]]
id = "max-hp"
default = "10"

[[rule.attribute]]
id = "pace"
default = "6"

[[rule.attribute]]
id = "height"
default = "6"
scale = 12

[[rule.attribute]]
id = "hit"
default = "0"

[[rule.attribute]]
id = "shy"
default = "0"

[[rule.dice]]
id = "weapon"
default = "1d4"

[[rule.condition]]
id = "elf"

[[rule.condition]]
id = "brave"

[[rule.condition]]
id = "inner"
hidden = true

[[rule.activity]]
id = "strike"
cost = "1A"
target = "foe"

[[rule.activity]]
id = "ignite"
cost = "1Spark"
who = "listed"
"#;

const FORM: &str = r#"
[[group]]
title = "Body"

[[group.field]]
id = "hp"
label = "Hit points"
sets = ["hp", "max-hp"]
default = "12"
min = "1"
max = "99"
essential = true
role = "health"

[[group.field]]
id = "pace"
label = "Pace"
per = 5
unit = "ft"

[[group.field]]
id = "height"
label = "Height"

[[group.field]]
id = "sparks"
label = "Sparks"
kind = "tokens"
sets = ["Spark"]

[[group.field]]
id = "ignite"
label = "Ignites"
kind = "yes-no"
activities = ["ignite"]
grants = "2Spark"

[[group.field]]
id = "brave"
label = "Brave"
kind = "yes-no"

[[group.field]]
id = "shy"
label = "Shy"
kind = "yes-no"

[[group.field]]
id = "people"
label = "People"
kind = "choice"
choices = [{ value = "human", label = "Human" }, { value = "elf", label = "Elf", tags = ["elf"] }]

[[group.field]]
id = "acts"
label = "Acts"
kind = "tokens"
default = "pair"

[[attack]]
id = "melee"
title = "Melee attack"
like = "strike"
essential = true

[[attack.field]]
id = "bonus"
label = "Bonus"
sets = ["hit"]
default = "3"

[[attack.field]]
id = "dice"
label = "Dice"
kind = "dice"
sets = ["weapon"]
default = "1d6"
"#;

pub(super) fn source(form: &str) -> Source {
    let file = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
    let files = [("ruleset.toml", MANIFEST), (SHEET, form), ("rules/all.toml", RULES)];
    Source { files: files.map(|(path, text)| file(path, text)).to_vec() }
}

/// Returns the messages about a form.
pub(super) fn said(form: &str) -> String {
    let found = source(form).parse().and_then(|parsed| Sheet::of(&parsed));
    found.map_or_else(|(report, files)| report.render(&files, Colors::Off), |_| String::new())
}

fn sheet() -> Sheet {
    Sheet::of(&source(FORM).parse().expect("it can be read")).expect("every name is known")
}

fn table(text: &str) -> Table {
    text.parse().expect("it is TOML")
}

fn set(values: &mut Values, field: &str, value: &str) {
    values.fields.insert(field.to_owned(), value.to_owned());
}

fn messages(values: &Values) -> Vec<String> {
    let bad = sheet().creature(values).err().unwrap_or_default();
    bad.iter().map(ToString::to_string).collect()
}

#[test]
fn mistakes_are_reported_where_they_stand() {
    assert_eq!(said(FORM), "");
    for (from, to, number, expected) in [
        ("sets = [\"hp\", \"max-hp\"]", "sets = [\"hp\", \"max-hq\"]", "E018", "max-hq"),
        ("sets = [\"weapon\"]", "sets = [\"weapin\"]", "E018", "no die called `weapin`"),
        ("id = \"brave\"", "id = \"brove\"", "E024", "brove"),
        ("activities = [\"ignite\"]", "activities = [\"ignote\"]", "E019", "ignote"),
        ("like = \"strike\"", "like = \"stroke\"", "E019", "stroke"),
        ("tags = [\"elf\"]", "tags = [\"elv\"]", "E024", "elv"),
        ("sets = [\"Spark\"]", "sets = [\"Spork\"]", "E013", "Spork"),
        ("default = \"12\"", "default = \"0\"", "E005", "must be at least 1"),
        ("default = \"1d6\"", "default = \"d\"", "E005", "type dice"),
        ("id = \"pace\"", "id = \"hp\"", "E006", "two fields are called `hp`"),
        ("role = \"health\"", "role = \"heart\"", "E025", "heart"),
        ("kind = \"choice\"", "kind = \"chance\"", "E025", "chance"),
        ("unit = \"ft\"", "units = \"ft\"", "E002", "units"),
        ("per = 5", "per = 0", "E005", "`per` is 1 or more"),
        ("min = \"1\"", "min = \"one\"", "E005", "a bound is a number"),
        ("kind = \"choice\"", "kind = \"yes-no\"", "E005", "only a choice has `choices`"),
        ("grants = \"2Spark\"", "grants = \"2Spork\"", "E005", "Spork"),
        ("id = \"height\"", "id = \"name\"", "E005", "every sheet has a name already"),
    ] {
        let found = said(&FORM.replacen(from, to, 1));
        assert!(found.contains(number) && found.contains(expected), "{to}:\n{found}");
    }
}

#[test]
fn a_blank_sheet_is_a_creature_with_the_forms_defaults() {
    let creature = sheet().creature(&sheet().blank("Goblin")).expect("defaults fit");
    let expected = table(
        r#"
        name = "Goblin"
        grants = "pair"
        attributes = { hit = "3", hp = "12", max-hp = "12" }
        dice = { weapon = "1d6" }
        "#,
    );
    assert_eq!(creature, expected);
}

#[test]
fn typed_values_become_those_that_files_keep() {
    let mut values = sheet().blank("Ana");
    for (field, value) in [
        ("hp", "+44"),
        ("pace", "25 ft"),
        ("height", "5 1/2"),
        ("sparks", "1"),
        ("ignite", "yes"),
        ("brave", "Yes"),
        ("shy", "yes"),
        ("people", "elf"),
        ("acts", "3A"),
    ] {
        set(&mut values, field, value);
    }
    let creature = sheet().creature(&values).expect("they fit");
    let expected = table(
        r#"
        name = "Ana"
        grants = "3Spark+3A"
        tags = ["brave", "elf"]
        activities = ["ignite"]
        dice = { weapon = "1d6" }
        [attributes]
        height = "5 1/2"
        hit = "3"
        hp = "44"
        max-hp = "44"
        pace = "5"
        shy = "1"
        "#,
    );
    assert_eq!(creature, expected);
}

#[test]
fn named_attacks_are_variants_and_the_first_gives_the_own_numbers() {
    let mut values = sheet().blank("Ana");
    values.attacks.clear();
    for (name, bonus, dice) in [("Longsword", "7", "1d8"), ("Strike", "5", "1d4")] {
        let fields = [("bonus", bonus), ("dice", dice)];
        let fields = fields.map(|(id, value)| (id.to_owned(), value.to_owned()));
        let kind = "melee".to_owned();
        values.attacks.push(Attack { kind, name: name.to_owned(), fields: fields.into() });
    }
    let creature = sheet().creature(&values).expect("they fit");
    let expected = table(
        r#"
        name = "Ana"
        grants = "pair"
        without = ["strike"]
        attributes = { hit = "7", hp = "12", max-hp = "12" }
        dice = { weapon = "1d8" }
        [[activity]]
        id = "longsword"
        name = "Longsword"
        like = "strike"
        with = { hit = "7", weapon = "1d8" }
        [[activity]]
        id = "strike-melee"
        name = "Strike"
        like = "strike"
        with = { hit = "5", weapon = "1d4" }
        "#,
    );
    assert_eq!(creature, expected);
    assert_eq!(sheet().values(&creature).attacks, values.attacks);
}

/// An attack with the dice of another one becomes a variant, named by its kind.
#[test]
fn numbers_that_kinds_share_are_those_of_the_first_attack() {
    let more = r#"
        [[attack]]
        id = "ranged"
        title = "Shot"
        like = "strike"
        field = [{ id = "dice", label = "Dice", kind = "dice", sets = ["weapon"] }]
    "#;
    let parsed = source(&format!("{FORM}{more}")).parse().expect("it can be read");
    let sheet = Sheet::of(&parsed).expect("every name is known");
    let mut values = sheet.blank("Ana");
    let fields = BTreeMap::from([("dice".to_owned(), "1d6".to_owned())]);
    values.attacks.push(Attack { kind: "ranged".to_owned(), name: String::new(), fields });
    let creature = sheet.creature(&values).expect("they fit");
    assert_eq!(creature.get("activity"), None);
    values.attacks[1].fields.insert("dice".to_owned(), "1d10".to_owned());
    let creature = sheet.creature(&values).expect("they fit");
    let expected = table(
        r#"
        [[activity]]
        id = "shot"
        name = "Shot"
        like = "strike"
        with = { weapon = "1d10" }
        "#,
    );
    assert_eq!(creature.get("activity"), expected.get("activity"));
    assert_eq!(creature["dice"]["weapon"].as_str(), Some("1d6"));
    // The unnamed attack is the activity that the other one is a variant of, so that one stays.
    assert_eq!(creature.get("without"), None);
}

#[test]
fn a_bad_value_names_its_field_by_its_label() {
    let mut values = sheet().blank("");
    values.attacks[0].fields.insert("dice".to_owned(), "sword".to_owned());
    for (field, value) in [
        ("hp", ""),
        ("pace", "27"),
        ("brave", "perhaps"),
        ("people", "orc"),
        ("acts", "2Q"),
        ("colour", "red"),
    ] {
        set(&mut values, field, value);
    }
    values.tags.push("brove".to_owned());
    let expected = [
        "Name: type a name of at most 80 letters",
        "colour: this sheet has no such field",
        "Hit points: type a whole number, such as 12",
        "Pace: goes in steps of 5 ft",
        "Brave: say yes or no",
        "People: choose one of Human, Elf",
        "Acts: there is no kind of action called 2Q here",
        "Melee attack, Dice: type dice such as 1d8 or 2d6+3",
        "Tags: there is no tag called brove here",
    ];
    let found = messages(&values);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for expected in expected {
        // The kind itself is named, whatever number stands before it.
        let expected = expected.replace("2Q", "Q");
        assert!(found.contains(&expected), "{expected} is missing in {found:#?}");
    }
    set(&mut values, "hp", "100");
    assert!(messages(&values).contains(&"Hit points: can be at most 99".to_owned()));
}

#[test]
fn a_creature_comes_back_as_it_was() {
    let sheet = sheet();
    let creature = table(
        r#"
        name = "Grath"
        grants = "2Spark+1A"
        tags = ["brave", "inner"]
        activities = ["ignite"]
        attributes = { hp = "60", max-hp = "80", shy = "1" }
        caps = { A = "2" }
        [[activity]]
        id = "roar"
        cost = "1A"
        "#,
    );
    let values = sheet.values(&creature);
    let field = |id: &str| values.fields[id].as_str();
    assert_eq!(field("hp"), "80");
    assert_eq!(field("pace"), "30");
    assert_eq!(field("sparks"), "0");
    assert_eq!((field("ignite"), field("brave"), field("shy")), ("yes", "yes", "yes"));
    assert_eq!(field("acts"), "1A");
    assert_eq!(values.tags, ["inner"]);
    assert!(values.attacks.is_empty());
    let mut again = sheet.creature(&values).expect("it can be made again");
    for list in ["tags", "activities"] {
        if let Some(toml::Value::Array(list)) = again.get_mut(list) {
            list.sort_by_key(ToString::to_string);
        }
    }
    assert_eq!(again, creature);
}

#[test]
fn every_sheet_that_comes_with_the_program_is_right() {
    for name in embedded_names() {
        let parsed = Source::embedded(name).expect("it is there").parse().expect("it loads");
        let sheet = match Sheet::of(&parsed) {
            Ok(sheet) => sheet,
            Err((report, files)) => panic!("{name}:\n{}", report.render(&files, Colors::Off)),
        };
        assert!(!sheet.heroes.is_empty() && !sheet.foes.is_empty(), "{name}");
        let blank = sheet.blank("Ana");
        let creature = sheet.creature(&blank).unwrap_or_else(|bad| panic!("{name}: {bad:?}"));
        assert_eq!(sheet.values(&creature).fields, blank.fields, "{name}");
    }
}

/// Numbers of kinds that are always named are not the creature's own; those left out are the
/// default.
#[test]
fn powers_leave_the_creatures_own_numbers_alone() {
    let more = r#"
        [[attack]]
        id = "power"
        title = "Power"
        like = "ignite"
        named = true
        field = [
            { id = "hit", label = "Hit", default = "3" },
            { id = "dice", label = "Dice", kind = "dice", sets = ["weapon"] },
        ]
    "#;
    let parsed = source(&format!("{FORM}{more}")).parse().expect("it can be read");
    let sheet = Sheet::of(&parsed).expect("every name is known");
    let mut values = sheet.blank("Ana");
    values.attacks.clear();
    for (name, hit) in [("", "9"), ("Spark", "0")] {
        let fields = [("hit", hit), ("dice", "1d4")];
        let fields = fields.map(|(id, value)| (id.to_owned(), value.to_owned()));
        let kind = "power".to_owned();
        values.attacks.push(Attack { kind, name: name.to_owned(), fields: fields.into() });
    }
    let creature = sheet.creature(&values).expect("they fit");
    let expected = table(
        r#"
        [[activity]]
        id = "power"
        name = "Power"
        like = "ignite"
        with = { hit = "9" }
        [[activity]]
        id = "spark"
        name = "Spark"
        like = "ignite"
        "#,
    );
    assert_eq!(creature.get("activity"), expected.get("activity"));
    assert_eq!((creature.get("without"), creature["attributes"].get("hit")), (None, None));
    values.attacks[0].name = "Power".to_owned();
    assert_eq!(sheet.values(&creature).attacks, values.attacks);
}

#[test]
fn names_are_such_that_commands_can_contain_them() {
    for name in ["Ana", "2nd goblin", "Orc (captain)", "Gmork", "Ärva-Lisa"] {
        assert_eq!(super::name_fault(name), None);
    }
    let long = "x".repeat(81);
    for name in
        ["", "gm", "GM", "dice", "Together", "2", "Ana: strike", "a, b", "a \"b\"", "a\nb", &long]
    {
        assert!(super::name_fault(name).is_some(), "{name:?}");
    }
}
