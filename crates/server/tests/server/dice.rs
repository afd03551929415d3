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
