//! The creature libraries of all rulesets: every creature loads, fights and uses its own attacks.
//!
//! The files are read from `rulesets/*/creatures` on disk, so a new creature is tested without
//! being named here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kernel::{CombatantId, Decision, LegalActions, NullSink, State, bit};
use rules::{Compiled, Parsed, Place, Setup, Sheet, Source};
use sim::choices::{self, Chance};
use sim::policy::{Random, contested};
use toml::{Table, Value};

/// Choices made against each foe at most; most have shown everything in the first fight.
const DECISIONS: u32 = 10_000;

/// Choices made in one fight.
const FIGHT_DECISIONS: u32 = 150;

/// Choices within which a creature must have something to do against a foe.
const FIRST_DECISIONS: u32 = 60;

/// Foes that a creature fights one after another, until it has shown everything.
const FOES: usize = 8;

/// Attacks that a creature has but cannot use yet: `srd-5` spends a Charge on one's own turn only,
/// and these are reactions that recharge.
const GAPS: [&str; 2] = ["deflect-missile", "deflect-missile-save"];

/// The combatant that is a creature under test.
const TESTED: CombatantId = CombatantId(0);

/// Its foe.
const FOE: CombatantId = CombatantId(2);

/// A creature as its file has it.
struct Creature {
    file: PathBuf,
    name: String,
    table: Table,
}

/// Dice and rulings at random.
struct Chances<'r>(&'r mut Random);

impl Chance for Chances<'_> {
    fn face(&mut self, sides: u32, _: u32, _: u32) -> u32 {
        1 + self.0.below(sides)
    }

    fn answer(&mut self, answers: u8, _: u8) -> u8 {
        self.0.below(u32::from(answers)) as u8
    }
}

/// The activities that a creature was offered, by name.
#[derive(Default)]
struct Offered {
    names: BTreeSet<String>,
    /// One of them was aimed at a foe within the first choices.
    against_foe: bool,
}

/// Returns the folders of all rulesets that have creatures.
fn rulesets() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets");
    let all = all.canonicalize().expect("there are rulesets");
    let entries = fs::read_dir(&all).expect("there are rulesets");
    let folders = entries.map(|entry| entry.expect("it is an entry").path());
    let mut found: Vec<PathBuf> =
        folders.filter(|folder| folder.join("ruleset.toml").is_file()).collect();
    found.sort_unstable();
    assert!(found.len() >= 6, "rulesets are no longer where they were");
    found
}

fn parsed(ruleset: &Path) -> Parsed {
    let source = Source::folder(ruleset).expect("its files can be read");
    source.parse().unwrap_or_else(|_| panic!("{} does not load", ruleset.display()))
}

/// Returns every creature of a ruleset, file by file.
fn library(ruleset: &Path) -> Vec<Creature> {
    let entries = fs::read_dir(ruleset.join("creatures")).into_iter().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("it is an entry").path()).collect();
    files.sort_unstable();
    let mut all = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("it can be read");
        let table: Table = text.parse().expect("it is TOML");
        let creatures = table.get("creature").and_then(Value::as_array).into_iter().flatten();
        for creature in creatures {
            let table = creature.as_table().expect("it is a table").clone();
            let name = table["name"].as_str().expect("it has a name").to_owned();
            all.push(Creature { file: file.clone(), name, table });
        }
    }
    all
}

impl Creature {
    fn texts(&self, key: &str) -> Vec<&str> {
        let list = self.table.get(key).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_str).collect()
    }

    fn level(&self) -> Option<&str> {
        self.table.get("level").and_then(Value::as_str)
    }

    /// Returns the ids of its named attacks: activities that are like one of the ruleset, and
    /// those aimed at a foe.
    fn attacks(&self) -> Vec<&str> {
        let own = self.table.get("activity").and_then(Value::as_array).into_iter().flatten();
        let at_foe = |it: &Value| it.get("target").and_then(Value::as_str) == Some("foe");
        let attacks = own.filter(|it| it.get("like").is_some() || at_foe(it));
        let ids = attacks.filter_map(|activity| activity.get("id")?.as_str());
        ids.filter(|id| !GAPS.contains(id)).collect()
    }

    /// Whether it is a place in the turn order that never fights by itself.
    fn is_lair(&self) -> bool {
        self.texts("tags").contains(&"lair")
    }

    /// Returns an encounter file: the creature with an ally, who may have to command it, against a
    /// foe, and lairs, in whose turn some act.
    fn encounter(
        &self,
        ally: &Creature,
        foe: &Creature,
        lairs: &[&Creature],
        it: &Sheet,
    ) -> String {
        let mut people =
            vec![("Tested", &it.heroes, self), ("Ally", &it.heroes, ally), ("Foe", &it.foes, foe)];
        people.extend(lairs.iter().map(|lair| ("Lair", &it.heroes, *lair)));
        let mut kinds: Vec<&Creature> = people.iter().map(|(.., creature)| *creature).collect();
        kinds.sort_unstable_by_key(|creature| &creature.name);
        kinds.dedup_by_key(|creature| &creature.name);
        let combatant = |(name, side, creature): (&str, &String, &Creature)| {
            let mut table = Table::new();
            let entries =
                [("name", name), ("side", side.as_str()), ("creature", creature.name.as_str())];
            table.extend(entries.map(|(key, text)| (key.to_owned(), Value::from(text))));
            // Without this tag a creature takes no lair actions.
            if name == "Tested" && !lairs.is_empty() {
                table.insert("tags".to_owned(), Value::from(vec!["in-lair"]));
            }
            Value::from(table)
        };
        let kinds = kinds.into_iter().map(|creature| Value::from(creature.table.clone()));
        let people = people.into_iter().map(combatant);
        let mut encounter = Table::new();
        encounter.insert("creature".to_owned(), Value::Array(kinds.collect()));
        encounter.insert("combatant".to_owned(), Value::Array(people.collect()));
        encounter.to_string()
    }
}

fn compile(text: &str, parsed: &Parsed) -> Result<Compiled, String> {
    let setup = Setup::read("test", text, &Place::Folder(PathBuf::new()), Some(parsed));
    let problems = |(report, files): (rules::diagnostic::Report, _)| {
        report.render(&files, rules::diagnostic::Colors::Off)
    };
    let compiled = setup.and_then(|setup| rules::compile(&setup)).map_err(problems)?;
    Ok(compiled.0)
}

/// Plays random fights until everything wanted was offered, or for [`DECISIONS`] choices.
/// Every other choice is what the creature has chosen least often so far.
fn play(compiled: &Compiled, seed: u64, wanted: &[&str], offered: &mut Offered) {
    let Compiled { game, names } = compiled;
    let mut start = State::new(game);
    kernel::start(game, &mut start, &mut NullSink);
    let mut lister = LegalActions::new(game);
    let mut random = Random::new(seed);
    let mut chosen = vec![0_u32; game.activities.len()];
    let mut left = DECISIONS;
    while left > 0 {
        let mut state = start.clone();
        for decision in 0..FIGHT_DECISIONS {
            left = left.saturating_sub(1);
            let settled = choices::settle(game, &mut state, &mut Chances(&mut random));
            assert!(settled, "the fight does not come to rest");
            if state.decision == Decision::Finished || !contested(game, &state) {
                break;
            }
            // What is readied need not be possible yet.
            let prepares = state.combatant(TESTED).conditions & game.preparing != 0;
            let mut first = 0;
            let mut rarest: Option<(u32, usize, usize)> = None;
            for group in lister.list(game, &state) {
                if group.declare.actor == TESTED && !prepares {
                    let activity = group.declare.activity.index();
                    offered.names.insert(names.activities[activity].name.clone());
                    let foe = group.targets & bit(FOE) != 0;
                    offered.against_foe |= foe && decision < FIRST_DECISIONS;
                    if rarest.is_none_or(|(times, ..)| chosen[activity] < times) {
                        rarest = Some((chosen[activity], first, group.len()));
                    }
                }
                first += group.len();
            }
            if offered.against_foe && wanted.iter().all(|id| offered.names.contains(*id)) {
                return;
            }
            let close = choices::closing(game, &state);
            let count = lister.len() + usize::from(close.is_some());
            if count == 0 {
                break;
            }
            let nth = match rarest.filter(|_| random.below(2) == 0) {
                Some((_, first, len)) => first + random.below(len as u32) as usize,
                None => random.below(count as u32) as usize,
            };
            if let Some((declare, _)) = lister.nth(game, nth) {
                chosen[declare.activity.index()] += 1;
            }
            assert!(choices::choose(game, &mut state, (&lister, nth), close), "it was listed");
        }
    }
}

/// Returns what is wrong with the creature at `number` of a library.
fn problem(all: &[Creature], number: usize, parsed: &Parsed, sheet: &Sheet) -> Option<String> {
    let creature = &all[number];
    let others = || (1..all.len()).map(|more| &all[(number + more) % all.len()]);
    let fighting = || others().filter(|other| !other.is_lair());
    let lairs: Vec<&Creature> = others().filter(|other| other.is_lair()).take(1).collect();
    let ally = fighting().find(|other| !other.texts("tags").contains(&"minion"))?;
    let attacks = creature.attacks();
    let mut offered = Offered::default();
    // Some reactions need a foe who can do what they answer.
    for foe in fighting().step_by(all.len() / FOES + 1) {
        let text = creature.encounter(ally, foe, &lairs, sheet);
        match compile(&text, parsed) {
            Ok(compiled) => play(&compiled, number as u64, &attacks, &mut offered),
            Err(message) => return Some(message),
        }
        let complete = attacks.iter().all(|id| offered.names.contains(*id));
        if complete && (offered.against_foe || creature.is_lair()) {
            return None;
        }
    }
    let missing: Vec<&str> =
        attacks.into_iter().filter(|id| !offered.names.contains(*id)).collect();
    match missing.is_empty() {
        true => Some("it has nothing to do against a foe".to_owned()),
        false => Some(format!("it is never offered {}", missing.join(", "))),
    }
}

/// Returns everything wrong with the library of a ruleset.
fn problems(ruleset: &Path) -> Vec<String> {
    let parsed = parsed(ruleset);
    let Ok(sheet) = Sheet::of(&parsed) else { return vec!["its sheet does not load".to_owned()] };
    let all = library(ruleset);
    if all.len() < 3 {
        return vec![format!("{}: too few creatures for a fight", ruleset.display())];
    }
    let mut problems = Vec::new();
    for first in all.chunk_by(|one, next| one.file == next.file).filter_map(|file| file.first()) {
        let (file, name, side) = (&first.file, &first.name, &sheet.foes);
        let text = format!(
            "creatures = [{file:?}]\n\
             [[combatant]]\nname = {name:?}\nside = {side:?}\ncreature = {name:?}\n"
        );
        problems.extend(compile(&text, &parsed).err());
    }
    for (number, creature) in all.iter().enumerate() {
        if let Some(text) = problem(&all, number, &parsed, &sheet) {
            problems.push(format!("{}: {}: {text}", creature.file.display(), creature.name));
        }
    }
    problems
}

#[test]
fn every_creature_of_every_library_fights_with_its_own_attacks() {
    let rulesets = rulesets();
    let found: Vec<String> = std::thread::scope(|scope| {
        let all: Vec<_> =
            rulesets.iter().map(|ruleset| scope.spawn(|| problems(ruleset))).collect();
        all.into_iter().flat_map(|one| one.join().expect("it does not panic")).collect()
    });
    assert!(found.is_empty(), "{} problems:\n{}", found.len(), found.join("\n"));
}

/// A creature edited on the page stays the same creature.
#[test]
fn a_sheet_makes_every_creature_again() {
    for ruleset in rulesets() {
        let Ok(sheet) = Sheet::of(&parsed(&ruleset)) else { panic!("its sheet does not load") };
        for creature in library(&ruleset) {
            let place = format!("{}: {}", creature.file.display(), creature.name);
            let again = sheet.creature(&sheet.values(&creature.table));
            let again = again.unwrap_or_else(|problems| panic!("{place}: {problems:?}"));
            let lost = creature.table.iter().find(|(key, value)| {
                let differs = ["grants", "activity"].contains(&key.as_str());
                !differs && !again.get(*key).is_some_and(|it| holds(it, value))
            });
            assert!(lost.is_none(), "{place}: {lost:?} became {again}");
            assert_eq!(names(&again), names(&creature.table), "{place}: {again}");
        }
    }
}

/// Returns the labels of the activities of a creature, in order of the alphabet.
fn names(creature: &Table) -> Vec<&str> {
    let own = creature.get("activity").and_then(Value::as_array).into_iter().flatten();
    let labels = own.filter_map(|it| it.get("name").or_else(|| it.get("id")));
    let mut names: Vec<&str> = labels.filter_map(Value::as_str).collect();
    names.sort_unstable();
    names
}

/// Whether a value has everything that another one has: entries of a table, items of a list.
fn holds(value: &Value, wanted: &Value) -> bool {
    match (value, wanted) {
        (Value::Table(value), Value::Table(wanted)) => {
            wanted.iter().all(|(key, wanted)| value.get(key) == Some(wanted))
        }
        (Value::Array(value), Value::Array(wanted)) => wanted.iter().all(|it| value.contains(it)),
        _ => value == wanted,
    }
}

/// Lists show level and words, and searches look at them.
#[test]
fn every_creature_says_its_level_and_words() {
    for creature in rulesets().iter().flat_map(|ruleset| library(ruleset)) {
        let place = format!("{}: {}", creature.file.display(), creature.name);
        let has_level = creature.level().is_some_and(|level| !level.is_empty());
        assert!(has_level || creature.is_lair(), "{place}: no level");
        assert!(!creature.texts("words").is_empty(), "{place}: no words");
    }
}

/// Names are unique: the library shows one creature of each.
#[test]
fn no_two_creatures_of_a_ruleset_have_the_same_name() {
    for ruleset in rulesets() {
        let mut seen = BTreeSet::new();
        for creature in library(&ruleset) {
            let place = format!("{}: {}", creature.file.display(), creature.name);
            assert!(seen.insert(creature.name.to_lowercase()), "{place} is there twice");
        }
    }
}
