//! Each tool does what it says.

use serde_json::{Value, json};

use crate::support::{Client, own_server};

/// Starts the example duel, with initiative rolled so that Pip acts first.
async fn duel() -> Client {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let start = json!({ "ruleset": "srd-5", "example": "duel", "seed": 3 });
    client.ok("start_fight", start).await;
    client.ok("roll", json!({ "faces": [18] })).await;
    client.ok("roll", json!({ "faces": [2] })).await;
    client
}

fn combatant<'s>(state: &'s Value, name: &str) -> &'s Value {
    let mut all = state["combatants"].as_array().expect("a list").iter();
    all.find(|one| one["name"] == name).expect("there is such a combatant")
}

fn lines(list: &Value, key: &str) -> Vec<String> {
    let items = list.as_array().expect("a list").iter();
    items.map(|item| item[key].as_str().expect("a text").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn rulesets_come_with_their_examples() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let listed = client.ok("list_rulesets", json!({})).await;
    let srd = listed["rulesets"].as_array().expect("a list").iter();
    let srd = srd.clone().find(|one| one["id"] == "srd-5").expect("it is there");
    assert!(lines(&srd["examples"], "name").contains(&"duel".to_owned()), "{srd}");
}

#[tokio::test(flavor = "multi_thread")]
async fn fights_start_from_a_setup_and_from_names() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let setup = "ruleset = \"srd-5\"\ntitle = \"Two\"\n\
        [[combatant]]\nname = \"Ana\"\nside = \"pcs\"\n\
        [[combatant]]\nname = \"Bo\"\nside = \"foes\"\n";
    let started = client.ok("start_fight", json!({ "setup": setup })).await;
    assert_eq!(started["state"]["title"], "Two");
    let watch = started["watch"].as_str().expect("a link");
    assert!(watch.starts_with("http://127.0.0.1:") && watch.contains("#key="), "{watch}");
    let start = json!({
        "ruleset": "srd-5",
        "heroes": [{ "name": "Cleo", "fields": { "hp": "31" } }],
        "foes": "2 goblin warriors\nZorblax",
        "board": "12x8",
        "title": "Mill",
        "auto_roll": true,
    });
    let started = client.ok("start_fight", start).await;
    let state = &started["state"];
    assert_eq!(state["board"], "12x8");
    assert_eq!(combatant(state, "Cleo")["health"], "31 of 31 HP");
    assert_eq!(state["combatants"].as_array().map(Vec::len), Some(4), "{state}");
    assert!(started["unknown"][0].as_str().is_some_and(|it| it.contains("Zorblax")), "{started}");
    // A tie in initiative may still wait for a ruling.
    assert_ne!(state["waits_for"]["kind"], "roll", "all dice have been rolled: {state}");
    let fights = client.ok("list_fights", json!({})).await;
    assert_eq!(lines(&fights["fights"], "title"), ["Mill", "Two"]);
    assert_eq!(fights["fights"][0]["current"], true);
    // A fight other than the current one can be named.
    let other = client.ok("state", json!({ "fight": fights["fights"][1]["fight"] })).await;
    assert_eq!(other["title"], "Two");
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_actions_give_lines_that_are_legal() {
    let mut client = duel().await;
    let legal = client.ok("legal_actions", json!({ "actor": "Pip" })).await;
    let pip = &legal["actors"][0];
    assert_eq!(pip["may_end"], true);
    let actions = pip["actions"].as_array().expect("a list");
    let dash = actions.iter().find(|one| one["line"] == "Pip: dash").expect("Pip can dash");
    assert_eq!(dash["payments"], json!(["1Bonus", "1Action"]), "both ways to pay");
    let mut judged = 0;
    for action in actions {
        let line = action["line"].as_str().expect("a line");
        let target = action["targets"][0].as_str().unwrap_or_default();
        let line = line.replace(" [NUMBER]", "").replace("[TARGET]", target);
        let line = line.replace("TARGET", target).replace("WHAT IS WAITED FOR", "a noise");
        let judgment = client.ok("why_not", json!({ "line": line })).await;
        assert_eq!(judgment["legal"], true, "{judgment}");
        judged += 1;
    }
    assert!(judged > 10, "{judged} actions");
    assert!(pip.get("denied").is_none(), "not asked for");
    assert!(legal.get("game_master").is_none(), "not asked for");
    let legal = client.ok("legal_actions", json!({ "game_master": true })).await;
    let master = legal["game_master"].as_array().expect("a list");
    assert!(master.contains(&json!("gm: damage WHO with HIT POINTS")), "{master:?}");
    let legal = client.ok("legal_actions", json!({ "actor": "Pip", "denied": true })).await;
    let denied = legal["actors"][0]["denied"].as_array().expect("a list");
    assert!(denied.iter().all(|one| one["reasons"][0]["text"].is_string()), "{denied:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn why_not_names_reasons_and_rules_and_changes_nothing() {
    let mut client = duel().await;
    let judgment = client.ok("why_not", json!({ "line": "Falk: dash" })).await;
    assert_eq!(judgment["legal"], false);
    assert!(judgment["reasons"][0]["text"].is_string(), "{judgment}");
    let judgment = client.ok("why_not", json!({ "line": "Pip: dodge" })).await;
    assert_eq!(judgment["payment"], "1Action", "{judgment}");
    assert!(judgment["would_happen"][0].is_string(), "{judgment}");
    let state = client.ok("state", json!({})).await;
    assert_eq!(state["sequence"], judgment["sequence"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_one_step_that_one_undo_takes_back() {
    let mut client = duel().await;
    let before = client.ok("state", json!({})).await;
    let lines = json!({ "lines": ["Pip: dodge", "Pip: walk 3", "end"] });
    let happened = client.ok("apply", lines).await;
    assert_eq!(happened["waits_for"]["who"], json!(["Falk"]), "{happened}");
    assert!(happened["lines"].as_array().is_some_and(|it| it.len() > 3), "{happened}");
    client.ok("undo", json!({})).await;
    let after = client.ok("state", json!({})).await;
    assert_eq!(after["combatants"], before["combatants"]);
    assert_eq!(after["redo"], 3, "{after}");
    client.ok("redo", json!({})).await;
    let again = client.ok("state", json!({})).await;
    assert_eq!(again["waits_for"]["who"], json!(["Falk"]));
    let log = client.ok("log", json!({ "after": before["sequence"] })).await;
    assert_eq!(log["changes"][0]["command"], "Pip: dodge");
    let page = client.ok("log", json!({ "limit": 2 })).await;
    assert_eq!(page["more"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_from_the_table_count_as_they_fell() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    client.ok("start_fight", json!({ "ruleset": "srd-5", "example": "duel" })).await;
    let happened = client.ok("roll", json!({ "faces": [13] })).await;
    let says = happened["lines"][0].as_str().expect("a line");
    assert!(says.contains("shows 13"), "{says}");
    assert_eq!(happened["waits_for"]["dice"], "1d20");
    let refused = client.refused("roll", json!({ "faces": [21] })).await;
    assert!(refused.contains("faces 1 to 20"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_is_made_of_lines_that_can_be_given() {
    let mut client = duel().await;
    let plan = client.ok("plan", json!({ "actor": "Pip" })).await;
    assert!(plan["ways"].as_array().is_some_and(|ways| ways.len() > 1), "{plan}");
    let best = &plan["ways"][0];
    assert!(best["dealt"].as_f64().is_some_and(|dealt| dealt > 0.0), "{best}");
    let first = best["lines"][0].as_str().expect("a line");
    let judgment = client.ok("why_not", json!({ "line": first })).await;
    assert_eq!(judgment["legal"], true, "{judgment}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_found_by_id_by_activity_and_by_words() {
    let mut client = duel().await;
    let rule = client.ok("explain_rule", json!({ "topic": "srd5.action.dodge" })).await;
    assert_eq!(rule["rules"][0]["id"], "srd5.action.dodge");
    assert!(rule["rules"][0]["says"].as_str().is_some_and(|it| it.len() > 20), "{rule}");
    let named = json!({ "topic": "dodge", "ruleset": "srd-5" });
    let activity = client.ok("explain_rule", named).await;
    assert!(activity["activity"].as_str().is_some_and(|it| it.starts_with("dodge")), "{activity}");
    let found = client.ok("explain_rule", json!({ "topic": "opportunity attack" })).await;
    assert!(found["rules"].as_array().is_some_and(|rules| !rules.is_empty()), "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn creatures_are_found_by_name_and_level() {
    let server = own_server(&[]).await;
    let mut client = Client::connect(&server).await;
    let search = json!({ "ruleset": "srd-5", "search": "goblin", "limit": 2 });
    let found = client.ok("search_creatures", search).await;
    let first = &found["creatures"][0];
    assert!(first["name"].as_str().is_some_and(|it| it.contains("Goblin")), "{found}");
    assert!(first["numbers"].as_str().is_some_and(|it| it.contains("AC")), "{found}");
    let all = json!({ "ruleset": "srd-5", "search": "cr 1", "limit": 3 });
    let found = client.ok("search_creatures", all).await;
    assert_eq!(found["more"], true);
    assert!(lines(&found["creatures"], "level").iter().all(|level| level == "CR 1"), "{found}");
}
