//! The live stream: order, catching up, what comes after a break.

use serde_json::{Value, json};
use server::client::{Client, Event, Events};

use crate::support::Place;

async fn next(events: &mut Events) -> (Event, Value) {
    let event = events.next().await.expect("it can be read").expect("it goes on");
    let news = serde_json::from_str(&event.data).expect("it is JSON");
    (event, news)
}

fn told(news: &Value) -> Vec<u64> {
    let updates = news["updates"].as_array().expect("there are some");
    updates.iter().filter_map(|update| update["sequence"].as_u64()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_hears_of_everything_in_order() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let mut streams = Vec::new();
    for key in [&fight.master, &kim, &fight.screen, &place.host] {
        let mut events = place.listen(&fight, key, "").await;
        let (event, news) = next(&mut events).await;
        assert_eq!((event.name.as_str(), event.id.as_str()), ("news", "0"));
        assert!(told(&news).is_empty());
        streams.push(events);
    }
    for (text, sequence) in [("rule pcs", 1), ("Ana: longsword Orc 1", 2), ("pass", 3)] {
        place.say(&fight, &fight.master, text).await;
        for events in &mut streams {
            let (event, news) = next(events).await;
            assert_eq!(event.id, sequence.to_string());
            assert_eq!(told(&news), [sequence]);
            assert_eq!(news["state"]["sequence"], sequence);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_a_ping_and_the_log_keeps_nothing_of_it() {
    let place = Place::start().await;
    let fight = place.fight("pathfinder-2e/ford").await;
    let kim = place.seat(&fight, "Kim", &[]).await;
    let mut streams = Vec::new();
    for key in [&fight.master, &kim, &fight.screen] {
        let mut events = place.listen(&fight, key, "").await;
        next(&mut events).await;
        streams.push(events);
    }
    let path = format!("/encounters/{}/pings", fight.id);
    let square = json!({ "x": 2, "y": 3 });
    assert_eq!(place.call("POST", &path, &kim, square.clone()).await.0, 200);
    for events in &mut streams {
        let (event, ping) = next(events).await;
        assert_eq!(event.name, "ping");
        assert_eq!(ping, json!({ "x": 2, "y": 3, "by": "Kim" }));
    }
    assert_eq!(place.state(&fight, &fight.master).await["sequence"], 0);
    assert_eq!(place.call("POST", &path, &fight.screen, square).await.0, 403);
    let outside = json!({ "x": 999, "y": 0 });
    assert_eq!(place.call("POST", &path, &kim, outside).await.0, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_is_told_what_was_missed() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    for text in ["rule pcs", "Ana: longsword Orc 1", "pass", "roll 15"] {
        place.say(&fight, &fight.master, text).await;
    }
    let (_, news) = next(&mut place.listen(&fight, &fight.screen, "?after=2").await).await;
    assert_eq!(told(&news), [3, 4]);
    let client = Client::connect(place.addr).await.expect("it listens");
    let path = format!("/api/v1/encounters/{}/events?after=0", fight.id);
    let last = [("last-event-id", "3")];
    let mut events = client.listen(&path, &fight.screen, &last).await.expect("it streams");
    let (event, news) = next(&mut events).await;
    assert_eq!((event.id.as_str(), told(&news)), ("4", vec![4]), "the header comes first");
    // In the middle of a decision, after a restart of the server, the same decision is told.
    let before = place.state(&fight, &fight.screen).await;
    let place = place.restart().await;
    let (_, news) = next(&mut place.listen(&fight, &fight.screen, "?after=4").await).await;
    assert!(told(&news).is_empty());
    assert_eq!(news["state"], before);
    let (status, _) = place
        .send(
            "GET",
            &format!("/encounters/{}/events", fight.id),
            &fight.screen,
            &[("last-event-id", "x")],
            b"",
        )
        .await;
    assert_eq!(status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn undone_changes_are_told_and_marked() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    for text in ["rule pcs", "Ana: longsword Orc 1"] {
        place.say(&fight, &fight.master, text).await;
    }
    let mut events = place.listen(&fight, &fight.screen, "?after=2").await;
    next(&mut events).await;
    let moves = format!("/encounters/{}/moves", fight.id);
    let undo = json!({ "expected": 2, "to": { "kind": "undo", "count": 1 } });
    place.good("POST", &moves, &fight.master, undo).await;
    let (_, news) = next(&mut events).await;
    assert_eq!(news["updates"][0]["kind"], "moved");
    let log = format!("/encounters/{}/log", fight.id);
    let all = place.good("GET", &log, &fight.screen, Value::Null).await;
    let active: Vec<&Value> = all["updates"]
        .as_array()
        .expect("there are some")
        .iter()
        .map(|update| &update["active"])
        .collect();
    assert_eq!(active, [&json!(true), &json!(false), &json!(true)]);
}
