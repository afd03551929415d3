//! A whole fight by tools alone.

use serde_json::{Value, json};

use crate::support::{Client, own_server};

/// Calls after which a duel counts as stuck.
const CALLS_MAX: usize = 600;

/// Makes the next decision from the results alone, as a model would.
async fn step(client: &mut Client, waits_for: &Value) -> Value {
    match waits_for["kind"].as_str().expect("a kind") {
        "roll" => client.ok("roll", json!({})).await,
        "rule" => {
            let next = waits_for["next"].as_str().expect("words");
            let line = next.split('`').nth(1).expect("a line to copy");
            client.apply(line).await
        }
        "act" => {
            let who = waits_for["who"][0].as_str().expect("a name");
            let plan = client.ok("plan", json!({ "actor": who })).await;
            let best = plan["ways"][0]["lines"][0].as_str().unwrap_or("end").to_owned();
            client.apply(&best).await
        }
        "answer" | "offer" | "seal" => client.apply("pass").await,
        other => panic!("nothing is known of a decision of kind {other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_duel_is_played_to_its_end() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let start = json!({ "ruleset": "srd-5", "example": "duel", "seed": 3 });
    let started = client.ok("start_fight", start).await;
    let mut waits_for = started["state"]["waits_for"].clone();
    let mut calls = 0;
    loop {
        assert!(calls < CALLS_MAX, "the duel does not end: {waits_for}");
        calls += 1;
        let happened = step(&mut client, &waits_for).await;
        waits_for = happened["waits_for"].clone();
        let state = client.ok("state", json!({})).await;
        let down = |one: &Value| one["health"].as_str().is_some_and(|it| it.starts_with("0 of"));
        if state["combatants"].as_array().expect("a list").iter().any(down) {
            break;
        }
    }
    let over = client.apply("end fight").await;
    assert_eq!(over["waits_for"]["kind"], "over", "{over}");
    let refused = client.refused("apply", json!({ "lines": ["Pip: dash"] })).await;
    assert!(refused.contains("`Pip: dash`"), "{refused}");
    let log = client.ok("log", json!({ "limit": 1000 })).await;
    let last = log["changes"].as_array().expect("a list").last().expect("a change").clone();
    assert_eq!(last["command"], "end fight");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_and_the_same_lines_give_the_same_fight() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let mut logs = Vec::new();
    for _ in 0..2 {
        let start = json!({ "ruleset": "srd-5", "example": "duel", "seed": 11, "auto_roll": true });
        let started = client.ok("start_fight", start).await;
        let mut waits_for = started["state"]["waits_for"].clone();
        for _ in 0..12 {
            waits_for = step(&mut client, &waits_for).await["waits_for"].take();
        }
        let mut log = client.ok("log", json!({})).await;
        logs.push(log["changes"].take());
    }
    assert!(logs[0].as_array().is_some_and(|log| log.len() > 12), "{}", logs[0]);
    assert_eq!(logs[0], logs[1]);
}
