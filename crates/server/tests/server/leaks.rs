//! Nothing hidden reaches a player. Two tables are played alike that differ only in what is
//! hidden; every byte a player gets must be the same at both.

use serde_json::{Value, json};
use server::client::{Client, Events};

use crate::support::{Fight, INSTANT, Place};

/// A table with an ambush. The words in braces are the secrets.
const SETUP: &str = r#"
ruleset = "collective"
title = "An ambush"
ask_everyone = true
seed = 3

[[combatant]]
name = "Ana"
side = "pcs"
grants = "2P+1M+2V"
attributes = { hp = "20" }

[[combatant]]
name = "Guard"
side = "monsters"
grants = "1P+1M+1V"
attributes = { hp = "{health}" }

[[combatant]]
name = "{name}"
side = "monsters"
grants = "{grants}"
attributes = { hp = "9" }
"#;

struct Secrets {
    health: &'static str,
    name: &'static str,
    grants: &'static str,
    faces: [u32; 2],
    note: &'static str,
}

const ONE: Secrets = Secrets {
    health: "40",
    name: "Zarkon the Assassin",
    grants: "2P+1M+1V+1OppP",
    faces: [17, 3],
    note: "Zarkon is the baron's brother",
};
const OTHER: Secrets = Secrets {
    health: "55",
    name: "Mud Elemental",
    grants: "1P+2M+1V+1OppP",
    faces: [5, 12],
    note: "the elemental guards the well",
};

/// Everything that a player and a screen receive while a fight goes on.
async fn received(secrets: &Secrets) -> Vec<String> {
    let place = Place::start().await;
    let setup = SETUP
        .replace("{health}", secrets.health)
        .replace("{name}", secrets.name)
        .replace("{grants}", secrets.grants);
    let fight = place.fight_of(&setup).await;
    let master = fight.master.clone();
    let base = format!("/encounters/{}", fight.id);
    let hide = json!({ "hidden_rolls": true, "pools": false,
        "combatants": [{ "name": secrets.name, "hidden": true }] });
    place.good("PATCH", &format!("{base}/table"), &master, hide).await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let mut streams: Vec<Events> = Vec::new();
    for key in [&kim, &fight.screen] {
        streams.push(place.listen(&fight, key, "?after=0").await);
    }
    let [first, second] = secrets.faces;
    place.say(&fight, &master, "rule pcs").await;
    let note = json!({ "text": secrets.note, "secret": true, "about": secrets.name });
    place.good("POST", &format!("{base}/notes"), &master, note).await;
    place.say(&fight, &kim, "Ana: strike Guard").await;
    let state = place.state(&fight, &master).await;
    assert!(state["decision"]["who"].to_string().contains(secrets.name), "the hidden one is asked");
    settle(&place, &fight).await;
    place.say(&fight, &master, &format!("gm: damage Guard {}", first % 2 + 1)).await;
    place.say(&fight, &master, &format!("gm: damage {} 2", secrets.name)).await;
    place.say(&fight, &kim, "end").await;
    while !place.state(&fight, &master).await["decision"]["who"].to_string().contains(secrets.name)
    {
        place.say(&fight, &master, "end").await;
    }
    place.say(&fight, &master, &format!("{}: strike Ana", secrets.name)).await;
    settle(&place, &fight).await;
    place.say(&fight, &master, &format!("gm: damage {} {second}", secrets.name)).await;
    let mut all = Vec::new();
    for (key, stream) in [&kim, &fight.screen].into_iter().zip(&mut streams) {
        for path in [
            "state",
            "decision",
            "log",
            "story?details=true",
            "options",
            "history",
            "setup",
            "export",
            "record",
            "creatures",
            "keys",
            "rules/house.boss.club",
            "choices",
            "reach?who=Ana",
        ] {
            all.push(raw(&place, &fight, key, "GET", path, None).await);
        }
        for text in [
            format!("Ana: strike {}", "Zarkon the Assassin"),
            format!("Ana: strike {}", "Mud Elemental"),
            "Mud Elemental: pass".to_owned(),
            "Zarkon the Assassin: pass".to_owned(),
            "Ana: strike Zarkan the Assassin".to_owned(),
            "Ana: strike".to_owned(),
        ] {
            let body = json!({ "command": { "kind": "text", "text": text } });
            all.push(raw(&place, &fight, key, "POST", "preview", Some(body)).await);
        }
        for name in ["Zarkon the Assassin", "Mud Elemental"] {
            let note = json!({ "text": "x", "about": name });
            all.push(raw(&place, &fight, key, "POST", "notes", Some(note)).await);
            let who = name.replace(' ', "%20");
            all.push(raw(&place, &fight, key, "GET", &format!("options?who={who}"), None).await);
            all.push(raw(&place, &fight, key, "GET", &format!("reach?who={who}"), None).await);
        }
        let sequence = place.state(&fight, &master).await["sequence"].as_u64();
        loop {
            let event = stream.next().await.expect("it can be read").expect("it goes on");
            all.push(event.data.clone());
            if event.id.parse().ok() == sequence {
                break;
            }
        }
    }
    // What differs from run to run by nature: ids and times.
    let neutral = |text: String| {
        let text = text.replace(&fight.id, "ENCOUNTER");
        let mut parts = text.split("\"at\":");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| {
            text + "\"at\":0" + part.trim_start_matches(|c: char| c.is_ascii_digit())
        })
    };
    all.into_iter().map(neutral).collect()
}

/// Lets everything resolve, with the server's dice.
async fn settle(place: &Place, fight: &Fight) {
    loop {
        let state = place.state(fight, &fight.master).await;
        match state["decision"]["kind"].as_str() {
            Some("answer") => place.say(fight, &fight.master, "pass").await,
            Some("roll") => place.say(fight, &fight.master, "roll").await,
            _ => return,
        };
    }
}

async fn raw(
    place: &Place,
    fight: &Fight,
    key: &str,
    method: &str,
    path: &str,
    body: Option<Value>,
) -> String {
    let mut client = Client::connect(place.addr).await.expect("it listens");
    let path = format!("/api/v1/encounters/{}/{path}", fight.id);
    let body = body.map_or(String::new(), |body| body.to_string());
    let answer = client.send(method, &path, key, &[], body.as_bytes()).await.expect("it answers");
    format!("{method} {path} {} {}", answer.status, answer.text())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_byte_depends_on_what_is_hidden() {
    let (one, other) = (received(&ONE).await, received(&OTHER).await);
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one, other);
    }
    let all = one.concat().to_lowercase();
    // The requests name them, so only what stands behind the status counts there.
    let told: String = one
        .iter()
        .filter_map(|text| text.split_once('{'))
        .map(|(_, told)| told.to_lowercase())
        .filter(|told| !told.contains("no combatant called"))
        .collect();
    for secret in ["zarkon", "elemental", "baron", "the well", "55", "\"40\""] {
        assert!(!told.contains(secret), "{secret} is told");
    }
    assert!(all.contains("guard") && all.contains("ana"), "the others are told");
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_dice_show_nothing_and_their_owner_sees_them() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    place.say(&fight, &fight.master, "rule monsters").await;
    let base = format!("/encounters/{}", fight.id);
    let secret = json!({ "hidden_rolls": true });
    place.good("PATCH", &format!("{base}/table"), &fight.master, secret).await;
    place.say(&fight, &fight.master, "Orc 1: axe Ana").await;
    let state = place.state(&fight, &fight.master).await;
    if state["decision"]["kind"] != "roll" {
        place.say(&fight, &fight.master, "pass").await;
    }
    place.say(&fight, &fight.master, "roll 19").await;
    // Not the times, in which any digits may come up.
    let lines = |log: &Value| -> String {
        let updates = log["updates"].as_array().expect("there are some");
        updates.iter().map(|update| format!("{}{}", update["lines"], update["command"])).collect()
    };
    let master = place.good("GET", &format!("{base}/log"), &fight.master, Value::Null).await;
    let screen = place.good("GET", &format!("{base}/log"), &fight.screen, Value::Null).await;
    assert!(lines(&master).contains("1d20 for Orc 1 shows 19"), "{master}");
    assert!(lines(&screen).contains("dice are rolled in secret for Orc 1"), "{screen}");
    assert!(!lines(&screen).contains("19"), "{screen}");
    // Each die stands by itself for whoever may see it.
    let die = json!({ "notation": "d20", "face": 19, "value": 19, "fate": "kept", "label": null });
    assert!(lines(&master).contains(&die.to_string()), "{master}");
    assert!(!lines(&screen).contains("face"), "{screen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn health_is_exact_in_words_or_not_told() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    place.say(&fight, &fight.master, "rule pcs").await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    place.say(&fight, &fight.master, "gm: damage Orc 1 6").await;
    place.say(&fight, &fight.master, "gm: damage Ana 1").await;
    let table = format!("/encounters/{}/table", fight.id);
    let health = |state: &Value, who: &str| {
        let all = state["combatants"].as_array().expect("there are some");
        all.iter().find(|one| one["name"] == who).expect("it is there")["health"].clone()
    };
    let state = place.state(&fight, &kim).await;
    assert_eq!(health(&state, "Ana")["value"], "20");
    assert_eq!(health(&state, "Orc 1")["value"], Value::Null);
    assert_eq!(health(&state, "Orc 1")["words"], "badly hurt");
    for (sight, expected) in [("hidden", Value::Null), ("exact", json!("3"))] {
        place.good("PATCH", &table, &fight.master, json!({ "health": sight })).await;
        let state = place.state(&fight, &kim).await;
        assert_eq!(health(&state, "Orc 1")["value"], expected, "{sight}");
    }
    let log = format!("/encounters/{}/log", fight.id);
    place.good("PATCH", &table, &fight.master, json!({ "health": "words" })).await;
    let told = place.good("GET", &log, &kim, Value::Null).await.to_string();
    assert!(told.contains("Orc 1 is badly hurt") && !told.contains("9 -> 3"), "{told}");
}

/// Activity that two allies declare in the same instant, unaware of each other's choice.
const STAB: &str = r#"
[[activity]]
id = "stab"
cost = "1P"
target = "foe"
do = [{ add = { attribute = "target.hp", by = "-30" } }]
"#;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_declared_in_secret_stays_so_until_it_is_revealed() {
    let place = Place::start().await;
    let fight = place.fight_of(&format!("{INSTANT}{STAB}")).await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let lee = place.seat(&fight, "Lee", &["Bea"]).await;
    for text in ["rule pcs", "end", "Orc: strike Ana", "together: Ana, Bea"] {
        place.say(&fight, &fight.master, text).await;
    }
    let before = place.state(&fight, &lee).await;
    assert_eq!(before["decision"]["kind"], "seal", "{before}");
    place.say(&fight, &kim, "Ana: stab Orc").await;
    let log = format!("/encounters/{}/log", fight.id);
    let told = |state: Value, log: Value| {
        let lines = log["updates"].as_array().expect("there are some").iter();
        let lines: String = lines.map(|update| update["lines"].to_string()).collect();
        (state["stack"].to_string() + &lines, state["combatants"][0]["pools"].clone())
    };
    for (key, knows) in [(&kim, true), (&fight.master, true), (&lee, false), (&fight.screen, false)]
    {
        let state = place.state(&fight, key).await;
        let (words, pools) = told(state, place.good("GET", &log, key, Value::Null).await);
        assert_eq!(words.contains("stab"), knows, "{words}");
        assert_eq!(pools.is_array(), knows, "what is left would tell");
    }
    place.say(&fight, &lee, "Bea: stab Orc").await;
    let state = place.state(&fight, &fight.screen).await;
    let (words, pools) = told(state, place.good("GET", &log, &fight.screen, Value::Null).await);
    assert!(words.contains("Ana: Stab at Orc") && pools.is_array(), "{words}");
}
