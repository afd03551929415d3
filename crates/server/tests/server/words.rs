//! The words of those who ready something: kept with the command, shown as long as it stands, and
//! only to those of the same side.

use serde_json::{Value, json};

use crate::support::{Fight, Place};

const SETUP: &str = r#"
ruleset = "srd-5"
title = "The door"
seed = 3

[[combatant]]
name = "Ana"
side = "pcs"
attributes = { initiative = "15" }

[[combatant]]
name = "Bran"
side = "pcs"
attributes = { initiative = "12" }

[[combatant]]
name = "Ogre"
side = "foes"
attributes = { initiative = "10", hp = "40" }
"#;

async fn fight(place: &Place) -> Fight {
    let request = json!({ "from": { "kind": "setup", "text": SETUP } });
    place.made(place.good("POST", "/encounters", &place.host, request).await)
}

/// Returns a combatant's busy entries as a role reads them: activity and words.
async fn busy(place: &Place, fight: &Fight, key: &str, who: &str) -> Vec<(String, Value)> {
    let state = place.state(fight, key).await;
    let all = state["combatants"].as_array().expect("there are some");
    let one = all.iter().find(|one| one["name"] == who).expect("it is there");
    let busy = one["busy"].as_array().expect("it has a list");
    let told =
        |one: &Value| (one["activity"].as_str().unwrap_or("").to_owned(), one["trigger"].clone());
    busy.iter().map(told).collect()
}

/// The words of the log, as a role reads them.
async fn log(place: &Place, fight: &Fight, key: &str) -> Vec<String> {
    let log = place.good("GET", &format!("/encounters/{}/log", fight.id), key, Value::Null).await;
    let updates = log["updates"].as_array().expect("it has a list");
    let lines = updates.iter().flat_map(|one| one["lines"].as_array().expect("it has lines"));
    lines.filter_map(|line| line["words"].as_str().map(str::to_owned)).collect()
}

async fn declare(place: &Place, fight: &Fight, key: &str, more: Value) -> (u16, Value) {
    let mut command = json!({ "kind": "declare", "actor": "Ana", "activity": "ready-attack" });
    for (name, value) in more.as_object().expect("an object") {
        command[name] = value.clone();
    }
    let expected = place.state(fight, &fight.master).await["sequence"].clone();
    let request = json!({ "expected": expected, "command": command });
    place.call("POST", &format!("/encounters/{}/commands", fight.id), key, request).await
}

const DOOR: &str = "when the ogre opens the door";

#[tokio::test(flavor = "multi_thread")]
async fn words_stand_as_long_as_what_was_readied() {
    let mut place = Place::start().await;
    let fight = fight(&place).await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let expected = vec![("ready-attack".to_owned(), json!(DOOR))];
    let (status, news) = declare(&place, &fight, &kim, json!({ "words": DOOR })).await;
    assert_eq!(status, 200, "{news}");
    assert_eq!(busy(&place, &fight, &kim, "Ana").await, expected);
    let base = format!("/encounters/{}", fight.id);
    let log_of = place.good("GET", &format!("{base}/log"), &fight.master, Value::Null).await;
    let command = format!("Ana: ready-attack \"{DOOR}\"");
    assert_eq!(log_of["updates"][0]["command"], json!(command));
    assert_eq!(log_of["updates"][0]["remark"], Value::Null);
    // Undone they are gone; declared anew, others stand; the first ones come back with their point.
    place
        .good(
            "POST",
            &format!("{base}/moves"),
            &fight.master,
            json!({ "expected": 1, "to": { "kind": "undo", "count": 1 } }),
        )
        .await;
    assert!(busy(&place, &fight, &kim, "Ana").await.is_empty());
    place.say(&fight, &kim, "Ana: ready-attack \"when it sneezes\"").await;
    assert_eq!(busy(&place, &fight, &kim, "Ana").await[0].1, json!("when it sneezes"));
    place
        .good(
            "POST",
            &format!("{base}/moves"),
            &fight.master,
            json!({ "expected": 3, "to": { "kind": "point", "point": 1 } }),
        )
        .await;
    assert_eq!(busy(&place, &fight, &kim, "Ana").await, expected);
    place = place.restart().await;
    assert_eq!(busy(&place, &fight, &kim, "Ana").await, expected);
    assert_eq!(log(&place, &fight, &kim).await, [DOOR, "when it sneezes"]);
    let record = place.good("GET", &format!("{base}/export"), &fight.master, Value::Null).await;
    assert_eq!(record["entries"][0]["deed"]["text"], json!(command));
    // As Ana's next turn begins nothing is readied any more.
    for _ in 0..3 {
        place.say(&fight, &fight.master, "end").await;
    }
    assert!(busy(&place, &fight, &kim, "Ana").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_for_those_of_the_same_side() {
    let place = Place::start().await;
    let fight = fight(&place).await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let lou = place.seat(&fight, "Lou", &["Bran"]).await;
    let max = place.seat(&fight, "Max", &["Ogre"]).await;
    place.say(&fight, &kim, &format!("Ana: ready-attack \"{DOOR}\"")).await;
    place.say(&fight, &fight.master, "end").await;
    place.say(&fight, &fight.master, "end").await;
    let plan = "when Ana looks away";
    place.say(&fight, &fight.master, &format!("Ogre: ready-attack \"{plan}\"")).await;
    let reads = [
        (&fight.master, true, true),
        (&kim, true, false),
        (&lou, true, false),
        (&max, false, true),
        (&fight.screen, false, false),
    ];
    for (key, ana, ogre) in reads {
        let told = |reads: bool, words: &str| if reads { json!(words) } else { Value::Null };
        assert_eq!(busy(&place, &fight, key, "Ana").await[0].1, told(ana, DOOR));
        assert_eq!(busy(&place, &fight, key, "Ogre").await[0].1, told(ogre, plan));
        let mut words = Vec::new();
        words.extend(ana.then_some(DOOR));
        words.extend(ogre.then_some(plan));
        assert_eq!(log(&place, &fight, key).await, words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reasons_are_no_words_and_bad_words_are_refused() {
    let place = Place::start().await;
    let fight = fight(&place).await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let long = "a".repeat(301);
    let table = [
        (json!({ "words": long }), "Your words can have at most 300 letters; these have 301."),
        (
            json!({ "words": "a \"b\"" }),
            "Keep your words on one line, without quotation marks in them.",
        ),
        (
            json!({ "words": "a\nb" }),
            "Keep your words on one line, without quotation marks in them.",
        ),
    ];
    for (more, message) in table {
        let (status, problem) = declare(&place, &fight, &kim, more).await;
        assert_eq!((status, &problem["message"]), (400, &json!(message)), "{problem}");
    }
    let (status, problem) = place.try_say(&fight, &kim, "Ana: ready-attack \"when").await;
    assert_eq!(status, 400);
    assert_eq!(problem["message"], json!("The quotation isn't closed."));
    // A reason is the game master's, and nothing that is waited for.
    let forced = json!({ "force": true, "because": "she was slow", "words": "" });
    let (status, news) = declare(&place, &fight, &fight.master, forced).await;
    assert_eq!(status, 200, "{news}");
    assert!(busy(&place, &fight, &kim, "Ana").await.is_empty());
    assert!(log(&place, &fight, &fight.master).await.is_empty());
    let both = format!("force Ana: ready-attack \"{DOOR}\", because she was slow");
    place.say(&fight, &fight.master, &both).await;
    assert_eq!(busy(&place, &fight, &kim, "Ana").await[0].1, json!(DOOR));
    let options =
        place.good("GET", &format!("/encounters/{}/options", fight.id), &kim, Value::Null).await;
    let legal = options["combatants"][0]["legal"].as_array().expect("it has a list");
    for choice in legal {
        let readies = choice["activity"].as_str().is_some_and(|name| name.starts_with("ready-"));
        assert_eq!(choice["words"], json!(readies), "{choice}");
    }
}
