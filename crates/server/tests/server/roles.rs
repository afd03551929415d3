//! Permissions of roles: every operation tried with every role.

use serde_json::{Value, json};

use crate::support::Place;

/// An operation and what host, game master, seat, spectator, the game master of another encounter
/// and somebody without a key get for it.
type Row = (&'static str, &'static str, Value, [u16; 6]);

#[tokio::test(flavor = "multi_thread")]
async fn each_role_may_do_its_own_and_nothing_else() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let other = place.fight("casters").await;
    place.say(&fight, &fight.master, "rule pcs").await;
    let note = json!({ "text": "x" });
    place.good("POST", &format!("/encounters/{}/notes", fight.id), &fight.master, note).await;
    let seat = place.seat(&fight, "Kim", &["Ana"]).await;
    let text = |text: &str| json!({ "command": { "kind": "text", "text": text } });
    let give = |text: &str| json!({ "expected": 0, "command": { "kind": "text", "text": text } });
    let none = Value::Null;
    let unnamed = json!({ "name": "", "heroes": [] });
    // Everybody asks for what changes something with a number that is stale (409), or for what does
    // not exist (404) or makes no sense (400): that shows who would have been let through.
    let rows: Vec<Row> = vec![
        ("GET", "/me", none.clone(), [200, 200, 200, 200, 200, 401]),
        ("GET", "/rulesets", none.clone(), [200, 200, 200, 200, 200, 200]),
        ("GET", "/encounters", none.clone(), [200, 403, 403, 403, 403, 401]),
        ("POST", "/encounters", json!({}), [400, 400, 400, 400, 400, 401]),
        ("PATCH", "/encounters/ID", json!({ "archived": false }), [200, 403, 403, 403, 403, 401]),
        ("POST", "/backups", json!({ "name": "?" }), [400, 403, 403, 403, 403, 401]),
        ("GET", "/encounters/ID/state", none.clone(), [200, 200, 200, 200, 404, 401]),
        ("GET", "/encounters/ID/decision", none.clone(), [200, 200, 200, 200, 404, 401]),
        ("GET", "/encounters/ID/options", none.clone(), [200, 200, 200, 200, 404, 401]),
        ("GET", "/encounters/ID/options?who=Ana", none.clone(), [200, 200, 200, 403, 404, 401]),
        ("GET", "/encounters/ID/options?who=Bran", none.clone(), [200, 200, 403, 403, 404, 401]),
        ("GET", "/encounters/ID/log", none.clone(), [200, 200, 200, 200, 404, 401]),
        ("GET", "/encounters/ID/history", none.clone(), [200, 200, 403, 403, 404, 401]),
        ("GET", "/encounters/ID/export", none.clone(), [200, 200, 403, 403, 404, 401]),
        ("GET", "/encounters/ID/record", none.clone(), [200, 200, 403, 403, 404, 401]),
        ("GET", "/encounters/ID/setup", none.clone(), [200, 200, 403, 403, 404, 401]),
        ("GET", "/encounters/ID/choices", none.clone(), [200, 200, 200, 200, 404, 401]),
        (
            "PATCH",
            "/encounters/ID/choices",
            json!({ "expected": 0 }),
            [409, 409, 403, 403, 404, 401],
        ),
        ("GET", "/encounters/ID/creatures", none.clone(), [200, 200, 403, 403, 404, 401]),
        ("GET", "/encounters/ID/keys", none.clone(), [200, 200, 403, 403, 404, 401]),
        ("POST", "/encounters/ID/keys", json!({ "role": "host" }), [403, 403, 403, 403, 404, 401]),
        ("DELETE", "/encounters/ID/keys/none", none.clone(), [404, 404, 403, 403, 404, 401]),
        ("POST", "/encounters/ID/keys/none/renew", none.clone(), [404, 404, 403, 403, 404, 401]),
        ("POST", "/encounters/ID/commands", give("end"), [409, 409, 409, 409, 404, 401]),
        (
            "POST",
            "/encounters/ID/preview",
            text("Ana: longsword Orc 1"),
            [200, 200, 200, 403, 404, 401],
        ),
        (
            "POST",
            "/encounters/ID/preview",
            text("Bran: longbow Orc 1"),
            [200, 200, 403, 403, 404, 401],
        ),
        ("POST", "/encounters/ID/preview", text("end"), [200, 200, 200, 403, 404, 401]),
        ("POST", "/encounters/ID/preview", text("pass"), [200, 200, 403, 403, 404, 401]),
        (
            "POST",
            "/encounters/ID/preview",
            text("force Ana: longsword Orc 1"),
            [200, 200, 403, 403, 404, 401],
        ),
        (
            "POST",
            "/encounters/ID/preview",
            text("gm: damage Ana 1"),
            [200, 200, 403, 403, 404, 401],
        ),
        (
            "POST",
            "/encounters/ID/preview",
            text("dial col.limit.x-extra off"),
            [200, 200, 403, 403, 404, 401],
        ),
        ("POST", "/encounters/ID/preview", text("end fight"), [200, 200, 403, 403, 404, 401]),
        ("PATCH", "/encounters/ID/table", json!({ "title": "" }), [400, 400, 403, 403, 404, 401]),
        ("POST", "/encounters/ID/notes", json!({ "text": "" }), [400, 400, 400, 403, 404, 401]),
        ("DELETE", "/encounters/ID/notes/1", none.clone(), [200, 404, 404, 403, 404, 401]),
        ("POST", "/encounters/ID/bookmarks", json!({ "name": "" }), [400, 400, 403, 403, 404, 401]),
        (
            "POST",
            "/encounters/ID/moves",
            json!({ "expected": 0, "to": { "kind": "undo", "count": 1 } }),
            [409, 409, 409, 409, 404, 401],
        ),
        (
            "PUT",
            "/encounters/ID/setup",
            json!({ "expected": 0, "text": "" }),
            [409, 409, 403, 403, 404, 401],
        ),
        (
            "POST",
            "/encounters/ID/combatants",
            json!({ "expected": 0, "side": "pcs", "lines": "" }),
            [409, 409, 403, 403, 404, 401],
        ),
        (
            "PATCH",
            "/encounters/ID/combatants/Ana",
            json!({ "expected": 0 }),
            [409, 409, 403, 403, 404, 401],
        ),
        ("POST", "/encounters/ID/template", json!({ "name": "" }), [400, 403, 403, 403, 403, 401]),
        ("GET", "/rulesets/srd-5/parties", none.clone(), [200, 403, 403, 403, 403, 401]),
        ("POST", "/rulesets/srd-5/parties", unnamed.clone(), [400, 403, 403, 403, 403, 401]),
        ("GET", "/rulesets/srd-5/parties/none", none.clone(), [404, 403, 403, 403, 403, 401]),
        ("PUT", "/rulesets/srd-5/parties/none", unnamed.clone(), [404, 403, 403, 403, 403, 401]),
        ("DELETE", "/rulesets/srd-5/parties/none", none.clone(), [404, 403, 403, 403, 403, 401]),
        ("GET", "/rulesets/srd-5/templates", none.clone(), [200, 403, 403, 403, 403, 401]),
        ("GET", "/rulesets/srd-5/creatures", none.clone(), [200, 200, 200, 200, 200, 200]),
        (
            "POST",
            "/rulesets/srd-5/creatures",
            json!({ "sheet": { "name": "" } }),
            [400, 403, 403, 403, 403, 401],
        ),
        ("DELETE", "/rulesets/srd-5/creatures/none", none.clone(), [404, 403, 403, 403, 403, 401]),
        (
            "POST",
            "/rulesets/srd-5/creatures/import",
            json!({ "text": "" }),
            [400, 403, 403, 403, 403, 401],
        ),
        (
            "POST",
            "/rulesets/srd-5/creatures/keep",
            json!({ "sheets": [{ "name": "" }] }),
            [400, 403, 403, 403, 403, 401],
        ),
        (
            "POST",
            "/rulesets/srd-5/creatures/read?keep=true",
            none.clone(),
            [400, 403, 403, 403, 403, 401],
        ),
        ("POST", "/rulesets/srd-5/creatures/read", none.clone(), [400, 400, 403, 403, 400, 401]),
    ];
    let keys = [&place.host, &fight.master, &seat, &fight.screen, &other.master, &String::new()];
    for (method, path, body, expected) in rows {
        let path = path.replace("ID", &fight.id);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut found = [0; 6];
        for (found, key) in found.iter_mut().zip(keys) {
            *found = place.send(method, &path, key, &[], body.as_bytes()).await.0;
        }
        assert_eq!(found, expected, "{method} {path} {body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_acts_for_its_own_and_ends_the_turn_with_the_others() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    place.say(&fight, &fight.master, "rule pcs").await;
    let kim = place.seat(&fight, "Kim", &["Ana", "Bran"]).await;
    let lee = place.seat(&fight, "Lee", &["Cleo", "Dara"]).await;
    place.say(&fight, &kim, "Ana: longsword Orc 1").await;
    let (status, _) = place.try_say(&fight, &lee, "Bran: longbow Orc 1").await;
    assert_eq!(status, 403);
    // Gruk is the game master's, so nobody at a seat may answer for him.
    let (status, _) = place.try_say(&fight, &kim, "pass").await;
    assert_eq!(status, 403);
    place.say(&fight, &fight.master, "nobody answers").await;
    let (status, _) = place.try_say(&fight, &lee, "roll 12").await;
    assert_eq!(status, 403, "the dice are Ana's");
    place.say(&fight, &kim, "roll 2").await;
    let news = place.say(&fight, &kim, "end").await;
    let turn = |news: &Value| news.pointer("/state/clock/turn").cloned();
    assert_eq!(turn(&news), Some(json!("top")), "Lee is not done yet");
    let done = |who: &str| {
        let all = news["state"]["combatants"].as_array().expect("there are some");
        all.iter().find(|one| one["name"] == who).expect("it is there")["done"].clone()
    };
    assert_eq!((done("Ana"), done("Cleo")), (json!(true), json!(false)));
    let news = place.say(&fight, &lee, "end").await;
    assert_ne!(turn(&news), Some(json!("top")), "all are done");
    assert_eq!(news["updates"][1]["by"], "server");
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_renewed_and_revoked_at_once() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let base = format!("/encounters/{}/keys", fight.id);
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let id = kim.split('.').next().expect("it has an id").to_owned();
    let mut events = place.listen(&fight, &kim, "").await;
    events.next().await.expect("it can be read").expect("it begins");
    let renewed =
        place.good("POST", &format!("{base}/{id}/renew"), &fight.master, Value::Null).await;
    let gone = events.next().await.expect("it can be read").expect("it is told");
    assert_eq!(gone.name, "gone");
    assert_eq!(events.next().await.expect("it can be read"), None, "the stream has ended");
    let new = renewed["secret"].as_str().expect("it is told");
    assert_eq!(place.get("/me", &kim).await.0, 401, "the old link is no longer good");
    assert_eq!(place.get("/me", new).await.0, 200);
    let taken = json!({ "role": "seat", "name": "Kim", "combatants": [] });
    assert_eq!(place.call("POST", &base, &fight.master, taken).await.0, 409);
    let nobody = json!({ "role": "seat", "name": "Lee", "combatants": ["Nobody"] });
    assert_eq!(place.call("POST", &base, &fight.master, nobody).await.0, 404);
    place.good("DELETE", &format!("{base}/{id}"), &fight.master, Value::Null).await;
    assert_eq!(place.get("/me", new).await.0, 401);
    // What is on disk are hashes.
    let file = std::fs::read(place.folder.join("data.db")).expect("it is there");
    let wal = std::fs::read(place.folder.join("data.db-wal")).unwrap_or_default();
    let secret = fight.master.split('.').nth(1).expect("it has a secret").as_bytes();
    let holds = |bytes: &[u8]| bytes.windows(secret.len()).any(|window| window == secret);
    assert!(!holds(&file) && !holds(&wal), "a secret is in the data file");
}
