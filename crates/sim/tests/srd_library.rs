//! The creature library of the fifth edition, number by number against an independent extract.
//!
//! `xtask/library/numbers.tsv` holds the figures of every monster of the package that the library
//! is made from, taken out by `xtask/library/numbers.py`, which shares no code with the importer.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

const TYPES: [&str; 13] = [
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
];

/// Conditions that a creature can be immune to; the document's others are none of the rules.
const CONDITIONS: [&str; 12] = [
    "blinded",
    "charmed",
    "frightened",
    "grappled",
    "poisoned",
    "prone",
    "restrained",
    "incapacitated",
    "paralyzed",
    "petrified",
    "stunned",
    "unconscious",
];

const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every creature of the files that the library consists of, by name.
fn library() -> BTreeMap<String, Table> {
    let folder = root().join("rulesets/srd-5/creatures");
    let mut library = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the creatures") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a creature file");
        if !text.contains("xtask/library/make.py") {
            continue;
        }
        let file: Table = text.parse().expect("TOML");
        for creature in file["creature"].as_array().expect("creatures") {
            let creature = creature.as_table().expect("a creature").clone();
            let name = creature["name"].as_str().expect("its name").to_owned();
            assert!(library.insert(name.clone(), creature).is_none(), "{name} is there twice");
        }
    }
    library
}

/// A table of texts of a creature or activity.
fn map<'t>(table: &'t Table, key: &str) -> BTreeMap<&'t str, &'t str> {
    let entries = table.get(key).and_then(Value::as_table).into_iter().flatten();
    entries.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?))).collect()
}

/// The numbers that an activity of a creature goes by.
struct Numbers<'t> {
    own: BTreeMap<&'t str, &'t str>,
    creature: BTreeMap<&'t str, &'t str>,
}

impl<'t> Numbers<'t> {
    fn of(creature: &'t Table, activity: &'t Table) -> Numbers<'t> {
        let mut all = map(creature, "attributes");
        all.extend(map(creature, "dice"));
        Numbers { own: map(activity, "with"), creature: all }
    }

    fn text(&self, name: &str, usual: &'t str) -> &'t str {
        self.own.get(name).or(self.creature.get(name)).copied().unwrap_or(usual)
    }

    fn number(&self, name: &str, usual: &'t str) -> i32 {
        self.text(name, usual).parse().expect("a number")
    }

    /// A damage type by its number.
    fn kind(&self, name: &str) -> &'static str {
        match self.number(name, "0") {
            0 => "",
            number => TYPES[number as usize - 1],
        }
    }
}

/// Dice and the number added as the extract writes them: `2d6+5`, `+1`.
fn shown(dice: &str, flat: i32) -> String {
    let (dice, more) = match dice.rsplit_once('+') {
        Some((dice, more)) => (dice, more.parse().expect("a number")),
        None if dice.contains('d') => (dice, 0),
        None => ("", dice.parse().expect("a number")),
    };
    format!("{dice}{:+}", flat + more)
}

/// Differences, a line each.
#[derive(Default)]
struct Differences {
    text: String,
    compared: usize,
}

impl Differences {
    fn same(&mut self, what: &str, ours: &str, theirs: &str) {
        self.compared += 1;
        if ours != theirs {
            let _ = writeln!(self.text, "{what}: {ours} in the library, {theirs} in the data");
        }
    }
}

fn body(name: &str, creature: &Table, row: &[&str], differences: &mut Differences) {
    let numbers = map(creature, "attributes");
    let number = |name: &str, usual: &str| -> i32 {
        numbers.get(name).copied().unwrap_or(usual).parse().expect("a number")
    };
    let [_, _, level, size, kind, hp, ac, start, walk, fly, saves] = row else {
        panic!("{name}: {row:?}");
    };
    let mut same = |what: &str, ours: String, theirs: &str| {
        differences.same(&format!("{name}, {what}"), &ours, theirs);
    };
    let words: Vec<&str> =
        creature["words"].as_array().expect("words").iter().filter_map(Value::as_str).collect();
    assert!(words.contains(kind) && words.contains(size), "{name}: {words:?}");
    same("level", creature["level"].as_str().expect("a level").to_owned(), &format!("CR {level}"));
    same("hit points", number("hp", "10").to_string(), hp);
    same("most hit points", number("max-hp", "10").to_string(), hp);
    same("armor class", number("ac", "10").to_string(), ac);
    same("initiative", number("init", "0").to_string(), start);
    same("speed", (number("speed", "6") * 5).to_string(), walk);
    same("flying speed", (number("fly", "0") * 5).to_string(), fly);
    let of = |ability: &&str| number(&format!("{ability}-save"), "0").to_string();
    let ours: Vec<String> = ABILITIES.iter().map(of).collect();
    same("saves", ours.join("/"), saves);
    let sizes = ["tiny", "small", "medium", "large", "huge", "gargantuan"];
    let at = sizes.iter().position(|one| one == size).expect("a size") as i32 - 2;
    same("size", number("size", "0").to_string(), &at.to_string());
}

fn attack(name: &str, creature: &Table, row: &[&str], differences: &mut Differences) {
    let [_, _, title, bonus, kind, reach, harm] = row else { panic!("{name}: {row:?}") };
    let far: Vec<&str> = reach.split('/').collect();
    let parts: Vec<&str> = harm.split(", ").collect();
    for shoots in [false, true] {
        if *kind == if shoots { "melee" } else { "ranged" } {
            continue;
        }
        let base = if shoots { "shoot" } else { "strike" };
        let what = format!("{name}, {title} ({base})");
        let found = activities(creature, title).find(|one| like(one) == base);
        let Some(activity) = found else {
            let _ = writeln!(differences.text, "{what}: not in the library");
            continue;
        };
        let numbers = Numbers::of(creature, activity);
        let (hit, dice, added) = match shoots {
            false => ("melee", "weapon", "damage"),
            true => ("ranged", "missile", "shot-damage"),
        };
        differences.same(&what, &format!("{:+}", numbers.number(hit, "0")), bonus);
        let first = shown(numbers.text(dice, "1d4"), numbers.number(added, "0"));
        let mut ours = vec![format!("{first} {}", numbers.kind("damage-type"))];
        if numbers.number("extra-type", "0") > 0 && numbers.number("hit-save", "0") == 0 {
            let extra = shown(numbers.text("extra", "0"), 0);
            ours.push(format!("{extra} {}", numbers.kind("extra-type")));
        }
        differences.same(&what, ours.join(", ").trim_end(), &parts.join(", "));
        if shoots {
            differences.same(&what, &(numbers.number("range", "0") * 5).to_string(), far[1]);
            let long = if far[2] == "-" { far[1] } else { far[2] };
            differences.same(&what, &(numbers.number("long-range", "0") * 5).to_string(), long);
        } else {
            differences.same(&what, &(numbers.number("reach", "1") * 5).to_string(), far[0]);
        }
    }
}

fn save(name: &str, creature: &Table, row: &[&str], differences: &mut Differences) {
    let [_, _, title, ability, dc, harm, half, _] = row else { panic!("{name}: {row:?}") };
    let what = format!("{name}, {title} (save)");
    let save = |activity: &&Table| {
        let numbers = Numbers::of(creature, activity);
        let (save, against) = match like(activity) {
            "strike" | "shoot" => ("hit-save", "hit-dc"),
            _ => ("power-save", "power-dc"),
        };
        let at = ABILITIES.iter().position(|one| one == ability).map_or(0, |at| at + 1);
        numbers.number(save, "0") == at as i32
            && (numbers.number(against, "0").to_string() == *dc
                || numbers.number(against, "0") == 0 && numbers.text("dc", "10") == *dc)
    };
    let Some(activity) = activities(creature, title).find(save) else {
        let _ = writeln!(differences.text, "{what}: no {ability} save of DC {dc} in the library");
        return;
    };
    differences.compared += 1;
    if matches!(like(activity), "strike" | "shoot") {
        return;
    }
    let numbers = Numbers::of(creature, activity);
    let mut ours = Vec::new();
    if numbers.number("power-type", "0") > 0 {
        let first = shown(numbers.text("power-dice", "0"), 0);
        ours.push(format!("{first} {}", numbers.kind("power-type")));
    }
    if numbers.number("power-second-type", "0") > 0 {
        let second = shown(numbers.text("second-dice", "0"), 0);
        ours.push(format!("{second} {}", numbers.kind("power-second-type")));
    }
    differences.same(&what, &ours.join(", "), harm);
    if !harm.is_empty() {
        let ours = if numbers.number("power-half", "0") == 1 { "half" } else { "none" };
        differences.same(&what, ours, half);
    }
}

/// The activities that go by a name, or by it and a remark in brackets.
fn activities<'t>(creature: &'t Table, title: &'t str) -> impl Iterator<Item = &'t Table> {
    let all = creature.get("activity").and_then(Value::as_array).into_iter().flatten();
    all.filter_map(Value::as_table).filter(move |activity| {
        let name = activity.get("name").and_then(Value::as_str).unwrap_or_default();
        name.strip_prefix(title).is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
    })
}

fn like(activity: &Table) -> &str {
    activity.get("like").and_then(Value::as_str).unwrap_or_default()
}

#[test]
fn creatures_have_the_numbers_of_the_data() {
    let library = library();
    let path = root().join("xtask/library/numbers.tsv");
    let extract = std::fs::read_to_string(path).expect("the extract");
    let mut differences = Differences::default();
    let mut bodies = 0;
    for line in extract.lines() {
        let row: Vec<&str> = line.split('\t').collect();
        let name = row[0];
        let creature = library.get(name).unwrap_or_else(|| panic!("{name} is not in the library"));
        let numbers = map(creature, "attributes");
        let takes = |kind: &str| numbers.get(kind).copied().unwrap_or("0");
        match row[1] {
            "body" => {
                bodies += 1;
                body(name, creature, &row, &mut differences);
            }
            "damage_resistances" | "damage_vulnerabilities" | "damage_immunities" => {
                let number = match row[1] {
                    "damage_resistances" => "1",
                    "damage_vulnerabilities" => "2",
                    _ => "3",
                };
                let what = format!("{name}, {}", row[2]);
                differences.same(&what, takes(row[2]), number);
            }
            "multiattack" => {
                let attacks = numbers.get("attacks").copied().unwrap_or("1");
                differences.same(&format!("{name}, attacks"), attacks, row[2]);
            }
            "condition_immunities" if CONDITIONS.contains(&row[2]) => {
                let no = format!("no-{}", row[2]);
                differences.same(&format!("{name}, {no}"), takes(&no), "1");
            }
            "condition_immunities" => {}
            "attack" => attack(name, creature, &row, &mut differences),
            "save" => save(name, creature, &row, &mut differences),
            other => panic!("{name}: a row of the sort {other}"),
        }
    }
    assert_eq!(bodies, library.len(), "creatures of the library and of the data");
    assert!(bodies > 300 && differences.compared > 5 * bodies, "{}", differences.compared);
    let lines = differences.text.lines().count();
    assert!(lines == 0, "{lines} differences:\n{}", differences.text);
}
