//! Entries that the chapter lists by name, compared with the wording of its rules.

use super::super::{Guidelines, Rank, convert, line};
use super::{guidelines, ruleset};

/// Subtypes that a wording names.
fn subtypes_in(wording: &str) -> Vec<&'static str> {
    let wording = wording.to_lowercase();
    let tail = wording.split_once(':').map_or(wording.as_str(), |(_, tail)| tail);
    let named = ["attack", "combat", "complex", "move"];
    named
        .into_iter()
        .filter(|one| tail.split("(treated").next().unwrap_or(tail).contains(one))
        .collect()
}

/// Acts that a wording names.
fn acts_in(wording: &str) -> Option<u32> {
    if wording.to_lowercase().contains("three acts minimum") {
        return Some(3);
    }
    let words: Vec<&str> = wording.split([' ', ',', '.', ';']).collect();
    let mut pairs = words.windows(2).filter(|pair| pair[1] == "act" || pair[1] == "acts");
    pairs.find_map(|pair| pair[0].parse().ok())
}

#[test]
fn as_the_cost_rows_say() {
    let guidelines = guidelines();
    let mut checked = 0;
    for entry in guidelines.entries().iter().filter(|entry| entry.rank == Rank::Name) {
        let rule = guidelines.rule(entry.rule);
        if !rule.id.ends_with(".cost") {
            continue;
        }
        for name in &entry.names {
            let ability = guidelines.ability(name, &[]).expect("a listed name needs no action");
            let found = convert(&guidelines, &ability);
            assert_eq!(found.acts, acts_in(&rule.says), "{name}: {}", rule.says);
            let mut wanted = subtypes_in(&rule.says);
            // The wording speaks of the aided action, and of a room or an area.
            if rule.id == "rae.simple.aid-another.cost" {
                assert!(found.subtypes.is_none() && !found.questions.is_empty());
                continue;
            }
            if rule.says.contains("no subtype") {
                wanted.clear();
            }
            if rule.says.contains("simple") || found.subtypes.is_none() {
                continue;
            }
            assert_eq!(found.subtypes, Some(wanted), "{name}: {}", rule.says);
        }
        checked += 1;
    }
    assert!(checked >= 55, "{checked}");
}

/// No cost row is forgotten.
#[test]
fn every_cost_row_is_listed() {
    let (guidelines, parsed) = (guidelines(), ruleset());
    let listed = |id: &str| {
        guidelines.entries().iter().any(|entry| {
            let of = |at: usize| guidelines.rule(at).id == id;
            entry.rank >= Rank::Facts && (of(entry.rule) || entry.also.iter().any(|at| of(*at)))
        })
    };
    let rules = parsed.rules.iter().map(|located| located.rule.id.as_str());
    let families = ["rae.simple.", "rae.adv."];
    let rows = rules
        .filter(|id| id.ends_with(".cost") && families.iter().any(|family| id.starts_with(family)));
    // The row that says what every simple action costs is no entry of its own.
    for id in rows.filter(|id| *id != "rae.simple.cost") {
        assert!(listed(id), "{id} is not listed");
    }
}

fn named(guidelines: &Guidelines, name: &str, said: &[&str]) -> String {
    line(&convert(guidelines, &guidelines.ability(name, said).expect("it is understood")))
}

#[test]
fn by_name() {
    const TABLE: &[(&str, &str)] = &[
        ("Trip", "1 act, simple, attack"),
        ("TRIP", "1 act, simple, attack"),
        ("Coup de grace", "3 acts, advanced, complex, consecutive"),
        ("Feint with Improved Feint", "1 act, simple, no subtype"),
        ("Load a light crossbow with Rapid Reload", "0 acts, free, no subtype"),
        ("5-foot step", "1 act, simple, no subtype"),
        ("Spell combat", "1 act, simple, attack and complex, once a turn"),
        ("Disable device", "3 acts or more, advanced, complex, as the device needs"),
        ("Open a lock", "3 acts or more, advanced, complex, consecutive"),
        ("Cast defensively", "0 acts, free, no subtype, with the action it goes with"),
        ("Attack of opportunity", "0 acts, reaction, no subtype"),
        ("Drop prone", "0 acts, free, no subtype"),
        ("Drag", "2 acts, advanced, combat, consecutive"),
        ("Grapple", "2 acts, advanced, attack, consecutive"),
    ];
    let guidelines = guidelines();
    for (name, becomes) in TABLE {
        assert_eq!(named(&guidelines, name, &[]), *becomes, "{name}");
    }
}

/// Some actions always become the same family: an ability of another that shares a listed name is
/// not the listed one, but for entries that are meant all the same.
#[test]
fn a_name_alone_is_not_enough() {
    const TABLE: &[(&str, &[&str], &str)] = &[
        ("Trip", &["free action", "Ex"], "0 acts, free, no subtype, usually"),
        ("Trip", &["standard action"], "1 act, simple, attack"),
        ("Draw a weapon", &["free"], "0 acts, free, no subtype, usually"),
        ("Aid another", &["attack of opportunity"], "0 acts, reaction, no subtype"),
        ("Drink a potion", &["move action"], "1 act, simple"),
        ("5-foot step", &["no action"], "1 act, simple, no subtype"),
        ("5-foot step", &["free"], "1 act, simple, no subtype"),
        ("Attack of opportunity", &["free"], "0 acts, reaction, no subtype"),
        ("Drop prone", &["free"], "0 acts, free, no subtype"),
        (
            "Load a heavy crossbow with Rapid Reload",
            &["move"],
            "2 acts, advanced, complex, consecutive",
        ),
        ("Trip (Ex)", &["free"], "0 acts, free, no subtype, usually"),
        ("Trip (Ex)", &[], "1 act, simple, attack"),
        ("Breath Weapon (Su)", &["standard"], "2 acts, advanced, no subtype, consecutive"),
        ("Blink (Sp)", &[], "2 acts, advanced, complex, consecutive, usually"),
        ("Lay on Hands (self)", &["swift", "Su"], "1 act, simple, no subtype"),
        ("Spellstrike (Su)", &[], "2 acts, advanced, complex, consecutive"),
        ("Spellstrike", &["Su"], "2 acts, advanced, complex, consecutive"),
        ("Spellstrike", &["free", "Su"], "2 acts, advanced, complex, consecutive"),
        ("Spell combat", &["full-round", "Ex"], "1 act, simple, attack and complex, once a turn"),
    ];
    let guidelines = guidelines();
    for (name, said, becomes) in TABLE {
        assert_eq!(named(&guidelines, name, said), *becomes, "{name} {said:?}");
    }
}

/// A listed entry outranks the guidelines, but does not mean a spell that shares its name.
#[test]
fn listed_comes_first() {
    let guidelines = guidelines();
    let charge = guidelines.ability("Charge", &["full-round"]).expect("it is understood");
    let found = convert(&guidelines, &charge);
    assert_eq!(line(&found), "2 acts, advanced, move, consecutive");
    assert_eq!(found.collisions.len(), 1, "{:?}", found.collisions);
    assert_eq!(found.rules[0].id, "rae.adv.charge.cost");
    let spell = named(&guidelines, "Charge", &["standard", "spell"]);
    assert_eq!(spell, "2 acts, advanced, complex, consecutive");
}
