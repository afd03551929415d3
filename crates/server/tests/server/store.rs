//! Accepted changes persist: restarts, foreign and newer files, two servers on one file.

use serde_json::{Value, json};
use server::{Server, StartError, StoreError};

use crate::support::{Fight, Place, scratch, settings};

#[tokio::test(flavor = "multi_thread")]
async fn every_encounter_comes_back_at_the_same_decision() {
    let place = Place::start().await;
    let mut fights: Vec<(Fight, Value, String)> = Vec::new();
    for example in place.examples().await {
        let fight = place.fight(&example).await;
        let table = format!("/encounters/{}/table", fight.id);
        let first = json!({ "auto_roll": true });
        place.good("PATCH", &table, &fight.master, first).await;
        for _ in 0..30 {
            let state = place.state(&fight, &fight.master).await;
            let text = match state["decision"]["kind"].as_str() {
                Some("rule") => {
                    let answer = &state["decision"]["ruling"]["default"];
                    format!("rule {}", answer.as_str().expect("it has one"))
                }
                Some("act") => "end".to_owned(),
                Some("over") => break,
                _ => "pass".to_owned(),
            };
            place.say(&fight, &fight.master, &text).await;
        }
        let rename = json!({ "combatants": [{ "name": first_name(&place, &fight).await,
            "rename": "Renamed One" }] });
        place.good("PATCH", &table, &fight.master, rename).await;
        let undo = json!({ "expected": place.state(&fight, &fight.master).await["sequence"],
            "to": { "kind": "undo", "count": 3 } });
        place.good("POST", &format!("/encounters/{}/moves", fight.id), &fight.master, undo).await;
        let state = place.state(&fight, &fight.master).await;
        let history = format!("/encounters/{}/history", fight.id);
        let history = place.good("GET", &history, &fight.master, Value::Null).await.to_string();
        fights.push((fight, state, history));
    }
    let place = place.restart().await;
    for (fight, before, branches) in fights {
        assert_eq!(place.state(&fight, &fight.master).await, before);
        let history = format!("/encounters/{}/history", fight.id);
        let history = place.good("GET", &history, &fight.master, Value::Null).await.to_string();
        assert_eq!(history, branches);
    }
}

async fn first_name(place: &Place, fight: &Fight) -> Value {
    place.state(fight, &fight.master).await["combatants"][0]["name"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_newer_foreign_or_in_use_are_refused_with_words() {
    let place = Place::start().await;
    let refused = Server::start(&settings(&place.folder)).await.expect_err("it is in use");
    assert!(matches!(refused, StartError::Store(StoreError::InUse(_))), "{refused}");
    let folder = scratch();
    let file = folder.join("data.db");
    std::fs::write(&file, "this is no database at all, only some text that is long enough")
        .expect("it can be written");
    let refused = Server::start(&settings(&folder)).await.expect_err("it is foreign");
    assert!(refused.to_string().contains("none of Turnwright's"), "{refused}");
    std::fs::remove_file(&file).expect("it can be removed");
    let connection = rusqlite::Connection::open(&file).expect("it opens");
    connection
        .execute_batch(
            "PRAGMA application_id = 0x54575254; PRAGMA user_version = 99;
            CREATE TABLE t (x);",
        )
        .expect("it can be written");
    drop(connection);
    let refused = Server::start(&settings(&folder)).await.expect_err("it is newer");
    let words = refused.to_string();
    assert!(words.contains("newer Turnwright") && words.contains("99"), "{words}");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
