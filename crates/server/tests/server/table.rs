//! Settings of a table: names, players' knowledge of single combatants, campaign choices. Also how
//! a table sees dice, tags and secret declarations.

use serde_json::{Value, json};

use crate::support::{INSTANT, Place};

fn one<'s>(state: &'s Value, name: &str) -> &'s Value {
    let all = state["combatants"].as_array().expect("there are some");
    all.iter().find(|one| one["name"] == name).expect("it is there")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_set_for_one_alone_goes_the_tables_way_again() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let table = format!("/encounters/{}/table", fight.id);
    let change = |what: Value| {
        let mut request = json!({ "name": "Gruk" });
        request.as_object_mut().expect("an object").extend(what.as_object().cloned().expect("too"));
        json!({ "combatants": [request] })
    };
    let known = |state: &Value| one(state, "Gruk")["known"].clone();
    let nothing = json!({ "health": null, "pools": null });
    assert_eq!(known(&place.state(&fight, &fight.master).await), nothing);

    let both = change(json!({ "health": "exact", "pools": false }));
    place.good("PATCH", &table, &fight.master, both).await;
    let state = place.state(&fight, &fight.master).await;
    assert_eq!(known(&state), json!({ "health": "exact", "pools": false }));
    let seen = place.state(&fight, &fight.screen).await;
    assert_eq!(known(&seen), nothing, "players do not learn that it was set");
    assert_eq!(one(&seen, "Gruk")["pools"], Value::Null);
    assert_eq!(one(&seen, "Gruk")["health"]["value"], one(&state, "Gruk")["health"]["value"]);

    // Forgets both, and sets one of them anew.
    let again = change(json!({ "as_table": true, "pools": false }));
    place.good("PATCH", &table, &fight.master, again).await;
    let state = place.state(&fight, &fight.master).await;
    assert_eq!(known(&state), json!({ "health": null, "pools": false }));
    let seen = place.state(&fight, &fight.screen).await;
    assert_eq!(one(&seen, "Gruk")["health"]["value"], Value::Null, "the table tells it in words");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_two_get_the_same_name_at_once() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let table = format!("/encounters/{}/table", fight.id);
    let before = place.state(&fight, &fight.master).await;
    let both = json!({ "combatants": [
        { "name": "Orc 1", "rename": "Ugh" }, { "name": "Orc 2", "rename": "ugh" }] });
    let (status, problem) = place.call("PATCH", &table, &fight.master, both).await;
    assert_eq!((status, &problem["code"]), (409, &json!("conflict")));
    assert_eq!(place.state(&fight, &fight.master).await, before, "nothing has changed");
    let kim = place.seat(&fight, "Kim", &["Orc 1"]).await;
    let rename = json!({ "combatants": [{ "name": "Orc 1", "rename": "Ugh" }] });
    place.good("PATCH", &table, &fight.master, rename).await;
    assert_eq!(one(&place.state(&fight, &kim).await, "Ugh")["yours"], true, "the seat goes along");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_without_a_name_is_called_like_those_it_plays() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let keys = format!("/encounters/{}/keys", fight.id);
    let request = json!({ "role": "seat", "combatants": ["Ana", "Bran"] });
    let made = place.good("POST", &keys, &fight.master, request).await;
    assert_eq!(made["key"]["name"], "Ana, Bran");
    for name in ["Ana, Bran", "game master", "server"] {
        let request = json!({ "role": "seat", "name": name });
        assert_eq!(place.call("POST", &keys, &fight.master, request).await.0, 409, "{name}");
    }
}

/// The better of two dice counts, ones are rolled again, and what is fire says so.
const DICE: &str = r#"
ruleset = "collective"
[[activity]]
id = "blast"
cost = "1P"
target = "foe"
do = [{ roll = { dice = "2d20kh1+1d6rr=1[fire]", into = "a" } }]
[[combatant]]
name = "Ana"
side = "pcs"
grants = "1P"
[[combatant]]
name = "Orc"
side = "monsters"
grants = "1S"
"#;

#[tokio::test(flavor = "multi_thread")]
async fn every_die_is_told_with_what_became_of_it() {
    let place = Place::start().await;
    let fight = place.fight_of(DICE).await;
    for text in ["rule pcs", "Ana: blast Orc"] {
        place.say(&fight, &fight.master, text).await;
    }
    let news = place.say(&fight, &fight.master, "roll 4 17 1 5").await;
    let die = |sides: u32, face: u32, fate: &str, label: Value| {
        let notation = format!("d{sides}");
        json!({ "notation": notation, "face": face, "value": face, "fate": fate, "label": label })
    };
    let expected = json!({
        "notation": "2d20kh1+1d6rr=1[fire]",
        "dice": [
            die(20, 4, "dropped", Value::Null),
            die(20, 17, "kept", Value::Null),
            die(6, 1, "rerolled", json!("fire")),
            die(6, 5, "kept", json!("fire")),
        ],
        "total": 22,
    });
    let lines = news["updates"][0]["lines"].as_array().expect("there are some").iter();
    let rolled: Vec<&Value> = lines.map(|line| &line["dice"]).filter(|it| !it.is_null()).collect();
    assert_eq!(rolled, [&expected], "{news}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_change_is_no_condition() {
    let place = Place::start().await;
    let fight = place.fight("brilliance-shadow/duel").await;
    let state = place.state(&fight, &fight.master).await;
    // Nothing gives or takes the knack of drawing fast; a weapon is drawn in play.
    assert_eq!(one(&state, "Brawler")["traits"], json!(["quick-draw"]));
    let conditions = one(&state, "Brawler")["conditions"].to_string();
    assert!(conditions.contains("sheathed") && !conditions.contains("quick-draw"), "{conditions}");
}

/// SRD 5.2.1, Dodge: until the start of one's next turn.
#[tokio::test(flavor = "multi_thread")]
async fn conditions_say_when_they_end() {
    let place = Place::start().await;
    let fight = place.fight("srd-5/ambush").await;
    let mut state = place.state(&fight, &fight.master).await;
    while state["decision"]["kind"] == "roll" {
        place.say(&fight, &fight.master, "roll").await;
        state = place.state(&fight, &fight.master).await;
    }
    let who = state["decision"]["who"][0].as_str().expect("somebody acts").to_owned();
    place.say(&fight, &fight.master, &format!("{who}: dodge")).await;
    let state = place.state(&fight, &fight.master).await;
    let names = one(&state, &who)["conditions"].as_array().expect("conditions").iter();
    let at = names.into_iter().position(|name| name == "dodging").expect("it dodges");
    let ends = &one(&state, &who)["condition_ends"];
    let end = json!({ "span": "turn", "at_beginning": true, "whose": who, "left": 1 });
    assert_eq!(ends[at], end, "{ends}");
    let lasting = one(&state, &who)["conditions"].as_array().map(Vec::len);
    assert_eq!(ends.as_array().map(Vec::len), lasting, "one end for each condition");
}

#[tokio::test(flavor = "multi_thread")]
async fn options_tell_who_could_act_together() {
    let place = Place::start().await;
    let fight = place.fight_of(INSTANT).await;
    let kim = place.seat(&fight, "Kim", &["Bea", "Orc"]).await;
    let options = format!("/encounters/{}/options", fight.id);
    place.say(&fight, &fight.master, "rule pcs").await;
    for (key, expected) in [(&fight.master, json!(["Ana", "Bea"])), (&kim, json!(["Bea"]))] {
        let found = place.good("GET", &options, key, Value::Null).await;
        assert_eq!(found["together"], expected);
    }
    let sequence = place.state(&fight, &fight.master).await["sequence"].clone();
    let command = json!({ "kind": "together", "who": ["Ana", "Bea"] });
    let request = json!({ "expected": sequence, "command": command });
    let path = format!("/encounters/{}/commands", fight.id);
    let news = place.good("POST", &path, &fight.master, request).await;
    assert_eq!(news["state"]["decision"]["kind"], "seal");
    assert_eq!(news["state"]["decision"]["who"], json!(["Ana", "Bea"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_are_set_in_mid_fight_or_not_at_all() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    place.say(&fight, &fight.master, "rule pcs").await;
    let path = format!("/encounters/{}/choices", fight.id);
    let value = |choices: &Value, list: &str, name: &str| {
        let all = choices[list].as_array().expect("there are some");
        let found = all.iter().find(|one| one["name"] == name).expect("it is there");
        (found["value"].clone(), found["values"][0].clone())
    };
    let choices = place.good("GET", &path, &fight.screen, Value::Null).await;
    let (now, usual) = value(&choices, "options", "action-model");
    assert_eq!((&now, &usual), (&json!("PMV"), &json!("PMV")));

    let sequence = choices["sequence"].clone();
    let wrong = json!({ "expected": sequence, "options": { "action-model": "none" } });
    let (status, problem) = place.call("PATCH", &path, &fight.master, wrong).await;
    assert_eq!((status, &problem["code"]), (422, &json!("unloadable")), "{problem}");
    let good = json!({ "expected": sequence, "options": { "action-model": "S" } });
    let news = place.good("PATCH", &path, &fight.master, good).await;
    assert_eq!(news["updates"][0]["kind"], "setup");
    assert_eq!(news["state"]["decision"]["kind"], "act", "what was played stays");
    let choices = place.good("GET", &path, &fight.master, Value::Null).await;
    assert_eq!(value(&choices, "options", "action-model").0, "S");

    // Taken out again, it goes the usual way.
    let back = json!({ "expected": choices["sequence"], "options": { "action-model": null } });
    place.good("PATCH", &path, &fight.master, back).await;
    let choices = place.good("GET", &path, &fight.master, Value::Null).await;
    assert_eq!(value(&choices, "options", "action-model").0, usual);
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_numbers_may_have_a_point() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let path = format!("/encounters/{}/commands", fight.id);
    let send = |expected: &'static str| {
        let text = format!(
            "{{\"expected\":{expected},\"command\":{{\"kind\":\"rule\",\"answer\":\"pcs\"}}}}"
        );
        let place = &place;
        let (path, master) = (&path, &fight.master);
        async move { place.send("POST", path, master, &[], text.as_bytes()).await.0 }
    };
    for (expected, status) in [("0.5", 400), ("-1.0", 400), ("1e300", 400), ("7.0", 409)] {
        assert_eq!(send(expected).await, status, "{expected}");
    }
    assert_eq!(send("0.0").await, 200);
}
