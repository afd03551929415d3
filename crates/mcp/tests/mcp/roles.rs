//! A key decides what a model sees and does.

use std::sync::Arc;

use mcp::{McpServer, Settings};
use serde_json::{Value, json};

use crate::support::{Client, Tracker, own_server, text};

/// Makes a fight with a hidden combatant. Returns its id and the keys of the game master, a player
/// and a spectator.
async fn ambush(tracker: &Tracker) -> (String, [String; 3]) {
    let setup = "ruleset = \"srd-5\"\ntitle = \"Ambush\"\nseed = 5\n\
        [[combatant]]\nname = \"Ana\"\nside = \"pcs\"\n\
        [[combatant]]\nname = \"Bo\"\nside = \"foes\"\n\
        [[combatant]]\nname = \"Lurker\"\nside = \"foes\"\n";
    let made = json!({ "from": { "kind": "setup", "text": setup } });
    let made = tracker.ask("POST", "/encounters", made).await;
    let secret = |key: &Value| key["secret"].as_str().expect("a secret").to_owned();
    let id = made["encounter"]["id"].as_str().expect("an id").to_owned();
    let hide = json!({ "combatants": [{ "name": "Lurker", "hidden": true }], "auto_roll": true,
        "health": "words" });
    tracker.ask("PATCH", &format!("/encounters/{id}/table"), hide).await;
    let seat = json!({ "role": "seat", "name": "Mara", "combatants": ["Ana"] });
    let seat = tracker.ask("POST", &format!("/encounters/{id}/keys"), seat).await;
    let keys = [secret(&made["game_master"]), secret(&seat), secret(&made["spectator"])];
    (id, keys)
}

/// Returns everything that a client can read about a fight.
async fn everything(client: &mut Client, id: &str) -> String {
    let mut seen = String::new();
    for (tool, input) in [
        ("state", json!({})),
        ("legal_actions", json!({ "denied": true })),
        ("why_not", json!({ "line": "Ana: help-attack Bo" })),
        ("log", json!({ "limit": 1000 })),
        ("list_fights", json!({})),
    ] {
        seen.push_str(&client.call(tool, input).await.to_string());
    }
    for what in ["state", "log"] {
        let uri = format!("turnwright://fights/{id}/{what}");
        let read = client.request("resources/read", json!({ "uri": uri })).await;
        seen.push_str(&read.expect("it can be read").to_string());
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_spectators_do_not_see_what_is_hidden() {
    let tracker = Tracker::start("hidden").await;
    let (id, [master, player, spectator]) = ambush(&tracker).await;
    let mut master = Client::connect(&tracker.server(&master, &[]).await).await;
    master.until_turn_of("Ana").await;
    master.apply("gm: damage Bo with 1").await;
    assert!(everything(&mut master, &id).await.contains("Lurker"));
    for (key, role) in [(player, "player of Ana"), (spectator, "spectator")] {
        let mut client = Client::connect(&tracker.server(&key, &[]).await).await;
        let state = client.ok("state", json!({})).await;
        assert_eq!(state["role"], role);
        assert_eq!(state["combatants"].as_array().map(Vec::len), Some(2), "{state}");
        assert_eq!(state["combatants"][1]["health"], "hurt", "in words: {state}");
        let seen = everything(&mut client, &id).await;
        assert!(!seen.contains("Lurker"), "{role}: {seen}");
        // Guessing the name reveals nothing either.
        let guess = client.call("why_not", json!({ "line": "Ana: help-attack Lurker" })).await;
        let other = client.call("why_not", json!({ "line": "Ana: help-attack Nobody" })).await;
        assert_eq!(text(&guess).replace("Lurker", "X"), text(&other).replace("Nobody", "X"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_do_what_is_theirs_alone() {
    let tracker = Tracker::start("own").await;
    let (_, [master, player, spectator]) = ambush(&tracker).await;
    let mut player = Client::connect(&tracker.server(&player, &[]).await).await;
    let start = json!({ "ruleset": "srd-5", "example": "duel" });
    let refused = player.refused("start_fight", start).await;
    assert!(refused.contains("a player of Ana cannot start fights"), "{refused}");
    assert!(
        player.refused("state", json!({ "fight": "other" })).await.contains("no fight `other`")
    );
    let refused = player.refused("apply", json!({ "lines": ["gm: damage Bo with 1"] })).await;
    assert!(refused.contains("this key may not do that"), "{refused}");
    let refused = player.refused("apply", json!({ "lines": ["Bo: dash"] })).await;
    assert!(refused.contains("Bo: dash"), "{refused}");
    let mut watcher = Client::connect(&tracker.server(&spectator, &[]).await).await;
    watcher.refused("apply", json!({ "lines": ["Ana: dash"] })).await;

    // On Ana's turn, her lines are given one by one, up to the first that is refused.
    let mut master = Client::connect(&tracker.server(&master, &[]).await).await;
    master.until_turn_of("Ana").await;
    // The player has not seen the new state.
    let stale = player.refused("apply", json!({ "lines": ["Ana: dodge"] })).await;
    assert!(stale.contains("gone on since then"), "{stale}");
    player.ok("state", json!({})).await;
    let lines = json!({ "lines": ["Ana: dodge", "Ana: walk 2", "Ana: dash"] });
    let refused = player.refused("apply", lines).await;
    assert!(refused.starts_with("`Ana: dash`"), "{refused}");
    assert!(refused.contains("`Ana: dodge`, `Ana: walk 2` had been given"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hosts_key_can_be_narrowed_to_combatants() {
    let tracker = Tracker::start("narrow").await;
    let (id, [_, player, _]) = ambush(&tracker).await;
    for _ in 0..2 {
        // The second run goes on with the key of the first.
        let mut client = Client::connect(&tracker.server(&tracker.key, &["Ana"]).await).await;
        let state = client.ok("state", json!({ "fight": id })).await;
        assert_eq!(state["role"], "player of Ana");
        assert!(!state.to_string().contains("Lurker"), "{state}");
    }
    let keys = tracker.ask("GET", &format!("/encounters/{id}/keys"), Value::Null).await;
    let made = keys["keys"].as_array().expect("a list").iter();
    assert_eq!(made.filter(|key| key["name"] == "model for Ana").count(), 1, "{keys}");
    let settings = Settings {
        tracker: Some(tracker.url.clone()),
        key: Some(player),
        plays: vec!["Ana".to_owned()],
        db: None,
    };
    let error = McpServer::open(&settings).await.expect_err("it is narrow already");
    assert!(error.to_string().contains("leave out --play"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_plays_one_side_of_a_fight_it_starts() {
    let server = own_server(&["Pip"]).await;
    let mut client = Client::connect(&server).await;
    let mut start = json!({ "ruleset": "srd-5", "example": "duel", "seed": 3, "auto_roll": true });
    let refused = client.refused("start_fight", start.clone()).await;
    assert!(refused.contains("does not choose the seed"), "{refused}");
    start["seed"].take();
    let started = client.ok("start_fight", start).await;
    assert_eq!(started["state"]["role"], "player of Pip");
    assert!(server.link().is_some_and(|link| link.contains("#key=")), "for the game master");
    let refused = client.refused("apply", json!({ "lines": ["gm: damage Falk with 9"] })).await;
    assert!(refused.contains("this key may not do that"), "{refused}");
    let start = json!({ "ruleset": "collective", "example": "skirmish" });
    let refused = client.refused("start_fight", start).await;
    assert!(refused.contains("Pip"), "nobody of that name: {refused}");
}

async fn problem(settings: Settings) -> String {
    McpServer::open(&settings).await.expect_err("it cannot be opened").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_play_says_why() {
    let tracker = Tracker::start("why").await;
    let none = Settings::default();
    let at = |tracker: &str| Settings { tracker: Some(tracker.to_owned()), ..Settings::default() };
    let keyed = |url: &str, key: &str| Settings { key: Some(key.to_owned()), ..at(url) };
    assert!(problem(at(&tracker.url)).await.contains("there is no key"));
    assert!(problem(keyed(&tracker.url, "a.b")).await.contains("key"));
    assert!(problem(keyed("http://127.0.0.1:1", "k")).await.contains("does not answer"));
    assert!(problem(at("https://table.example/#key=k")).await.contains("plain HTTP"));
    let lost = Settings { key: Some("k".to_owned()), ..none.clone() };
    assert!(problem(lost).await.contains("--tracker"));
    let both = Settings { db: Some("x.db".into()), ..at(&tracker.url) };
    assert!(problem(both).await.contains("--db"));
    let folder = Settings { db: Some(std::env::temp_dir()), ..none };
    problem(folder).await;
    // A link of the tracker is enough.
    let link = format!("{}/#key={}", tracker.url, tracker.key);
    let server = McpServer::open(&at(&link)).await.expect("it opens");
    let mut client = Client::connect(&Arc::new(server)).await;
    client.ok("list_rulesets", json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fights_in_a_data_file_last() {
    let folder = std::env::temp_dir().join(format!("mcp-lasting-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let settings = || Settings { db: Some(folder.join("fights.db")), ..Settings::default() };
    let server = Arc::new(McpServer::open(&settings()).await.expect("it opens"));
    let mut client = Client::connect(&server).await;
    let start = json!({ "ruleset": "srd-5", "example": "duel" });
    let started = client.ok("start_fight", start).await;
    drop(client);
    // The last session has ended when there is no other reference to the server.
    let mut server = server;
    let server = loop {
        match Arc::try_unwrap(server) {
            Ok(server) => break server,
            Err(held) => server = held,
        }
        tokio::task::yield_now().await;
    };
    server.close().await.expect("it closes");
    let server = Arc::new(McpServer::open(&settings()).await.expect("it opens again"));
    let mut client = Client::connect(&server).await;
    let fights = client.ok("list_fights", json!({})).await;
    assert_eq!(fights["fights"][0]["fight"], started["state"]["fight"]);
    let _ = std::fs::remove_dir_all(&folder);
}
