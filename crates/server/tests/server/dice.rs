//! The server's dice: fresh for every fight, and hidden ones apart from those that players see.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Fight, Place};

async fn example(place: &Place, seed: Option<u64>) -> Fight {
    let from = json!({ "kind": "example", "ruleset": "collective", "name": "skirmish" });
    let request = json!({ "from": from, "seed": seed });
    place.made(place.good("POST", "/encounters", &place.host, request).await)
}

async fn export(place: &Place, fight: &Fight) -> Value {
    let path = format!("/encounters/{}/export", fight.id);
    place.good("GET", &path, &fight.master, Value::Null).await
}

/// Rolls the first die of a fight: the command as the log has it.
async fn first_roll(place: &Place, fight: &Fight, hidden: bool) -> String {
    for text in ["rule pcs", "Ana: longsword Orc 1", "pass"] {
        place.say(fight, &fight.master, text).await;
    }
    let commands = format!("/encounters/{}/commands", fight.id);
    let roll = json!({ "expected": 3, "command": { "kind": "roll", "hidden": hidden } });
    place.good("POST", &commands, &fight.master, roll).await;
    let log = export(place, fight).await;
    assert_eq!(log["entries"][3]["deed"]["rolled"], true, "{log}");
    log["entries"][3]["deed"]["text"].as_str().expect("it is text").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn examples_have_fresh_seeds_unless_one_is_asked_for() {
    let place = Place::start().await;
    let mut seeds = BTreeSet::new();
    for _ in 0..4 {
        let fight = example(&place, None).await;
        seeds.insert(export(&place, &fight).await["seed"].as_u64());
    }
    assert_eq!(seeds.len(), 4, "{seeds:?}");
    let fight = example(&place, Some(41)).await;
    assert_eq!(export(&place, &fight).await["seed"], 41);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_seed_that_the_maker_asks_for_is_kept() {
    let place = Place::start().await;
    let made = async |from: Value, seed: Option<u64>| {
        let request = json!({ "from": from, "seed": seed });
        let fight = place.made(place.good("POST", "/encounters", &place.host, request).await);
        let seed = export(&place, &fight).await["seed"].as_u64().expect("it has a seed");
        (fight, seed)
    };
    // This example has `seed = 4` in its text.
    let from = json!({ "kind": "example", "ruleset": "collective", "name": "skirmish" });
    let (first, seed) = made(from, Some(4)).await;
    assert_eq!(seed, 4);
    let path = format!("/encounters/{}/template", first.id);
    let kept = place.good("POST", &path, &place.host, json!({ "name": "again" })).await;
    let text = export(&place, &first).await;
    for from in [
        json!({ "kind": "copy", "encounter": first.id }),
        json!({ "kind": "template", "template": kept["id"] }),
        json!({ "kind": "import", "text": text.to_string() }),
    ] {
        let (one, fresh) = made(from.clone(), None).await;
        assert_ne!(fresh, 4, "{from}");
        let (_, again) = made(from.clone(), None).await;
        assert_ne!(fresh, again, "{from}");
        let (_, asked) = made(from.clone(), Some(5)).await;
        assert_eq!(asked, 5, "{from}");
        let copy = json!({ "kind": "copy", "encounter": one.id });
        assert_ne!(made(copy, None).await.1, fresh, "a copy has dice of its own: {from}");
    }
    // Somebody writes the line into a setup to ask for these dice.
    let setup = format!("seed = 9\n{}", crate::support::INSTANT);
    let (pasted, seed) = made(json!({ "kind": "setup", "text": setup }), None).await;
    assert_eq!(seed, 9);
    let copy = json!({ "kind": "copy", "encounter": pasted.id });
    assert_ne!(made(copy, None).await.1, 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_dice_do_not_follow_from_those_that_players_see() {
    let place = Place::start().await;
    let (mut open, mut hidden, mut fresh) = (Vec::new(), Vec::new(), BTreeSet::new());
    for seed in 1..=6 {
        let fight = example(&place, Some(seed)).await;
        open.push(first_roll(&place, &fight, false).await);
        let fight = example(&place, Some(seed)).await;
        let found = first_roll(&place, &fight, true).await;
        let again = example(&place, Some(seed)).await;
        assert_eq!(first_roll(&place, &again, true).await, found, "the seed was asked for");
        hidden.push(found);
        let fight = example(&place, None).await;
        fresh.insert(first_roll(&place, &fight, true).await);
    }
    assert_ne!(open, hidden, "they come from the same sequence");
    assert!(fresh.len() > 1, "every fight has the same hidden dice: {fresh:?}");
}
