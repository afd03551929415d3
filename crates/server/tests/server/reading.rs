//! Creatures from files of other programs: read, kept, found and played; refusals change nothing.

use serde_json::{Value, json};

use crate::support::Place;

const PATH: &str = "/rulesets/srd-5/creatures";

/// An actor as Foundry exports it for the fifth edition.
fn actor(name: &str) -> Value {
    let ability = |value: i32| json!({ "value": value, "proficient": 0 });
    let bite = json!({
        "name": "Maul", "type": "weapon",
        "system": {
            "type": { "value": "natural" }, "properties": [],
            "range": { "reach": 10, "units": "ft" },
            "damage": { "base": { "number": 2, "denomination": 6, "types": ["slashing"] } },
            "activities": { "a1": {
                "type": "attack", "activation": { "type": "action", "value": 1 },
                "attack": { "type": { "value": "melee", "classification": "weapon" } },
                "damage": { "includeBase": true, "parts": [] }
            } }
        }
    });
    json!({
        "_stats": { "systemId": "dnd5e", "systemVersion": "5.1.0", "coreVersion": "13.341" },
        "name": name, "type": "npc",
        "system": {
            "abilities": {
                "str": ability(18), "dex": ability(12), "con": ability(16),
                "int": ability(3), "wis": ability(11), "cha": ability(6)
            },
            "attributes": {
                "ac": { "flat": 14, "calc": "flat" }, "hp": { "max": 52, "value": 52 },
                "movement": { "walk": 40, "units": "ft" }
            },
            "details": { "cr": 3, "type": { "value": "beast" } },
            "traits": { "size": "lg" }
        },
        "items": [bite]
    })
}

async fn read(place: &Place, query: &str, key: &str, body: &[u8]) -> (u16, Value) {
    place.send("POST", &format!("{PATH}/read{query}"), key, &[], body).await
}

async fn named(place: &Place, search: &str) -> Vec<Value> {
    let path = format!("{PATH}?search={search}");
    let found = place.good("GET", &path, &place.host, Value::Null).await;
    found["creatures"].as_array().expect("a list").clone()
}

/// How many creatures the data file keeps.
async fn kept(place: &Place) -> usize {
    named(place, "yours").await.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_named_read_kept_found_and_fights() {
    let place = Place::start().await;
    let host = place.host.clone();
    let text = actor("Reed mauler").to_string();
    let (status, reading) = read(&place, "?name=mauler.json", &host, text.as_bytes()).await;
    assert_eq!(status, 200, "{reading}");
    let format = reading["format"].as_str().expect("it is named");
    assert!(format.contains("Foundry") && format.contains("dnd5e"), "{format}");
    assert_eq!((&reading["count"], &reading["kept"]), (&json!(1), &json!(0)));
    let one = &reading["creatures"][0];
    assert_eq!(one["fields"], json!([]));
    assert_eq!((&one["creature"]["level"], &one["hero"]), (&json!("CR 3"), &json!(false)));
    assert_eq!(one["creature"]["words"], json!(["beast", "large"]));
    let row = |label: &str| {
        let stats = one["creature"]["stats"].as_array().expect("a list");
        stats.iter().find(|row| row["label"] == label).map(|row| row["value"].clone())
    };
    assert_eq!(row("Hit points"), Some(json!("52")));
    assert_eq!(row("Armor class"), Some(json!("14")));
    assert_eq!(one["creature"]["attacks"][0]["name"], "Maul");
    assert_eq!(kept(&place).await, 0, "reading keeps nothing");

    // What was read is kept by its sheet, and found by level and type.
    let batch = json!({ "sheets": [one["creature"]["sheet"]] });
    let answer = place.good("POST", &format!("{PATH}/keep"), &host, batch.clone()).await;
    assert_eq!(answer["creatures"][0]["level"], "CR 3");
    let found = named(&place, "mauler%20beast").await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["attacks"], one["creature"]["attacks"]);
    // Kept once more it takes the place of the first.
    let again = place.good("POST", &format!("{PATH}/keep"), &host, batch).await;
    assert_eq!(again["creatures"][0]["id"], answer["creatures"][0]["id"]);
    let (_, reading) = read(&place, "", &host, text.as_bytes()).await;
    assert_eq!(reading["creatures"][0]["replaces"], true);

    let from = json!({
        "kind": "fight", "ruleset": "srd-5", "heroes": [{ "name": "Ana" }],
        "members": [{ "count": 2, "creature": "Reed mauler" }]
    });
    let created = place.good("POST", "/encounters", &host, json!({ "from": from })).await;
    assert_eq!(created["unknown"], json!([]));
    let fight = place.made(created);
    let state = place.state(&fight, &fight.master).await;
    let all = state["combatants"].as_array().expect("a list");
    assert!(all.iter().any(|one| one["name"] == "Reed mauler 2"), "{all:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_file_is_kept_at_once_and_answered_in_pages() {
    let place = Place::start().await;
    let host = place.host.clone();
    let many: Vec<Value> = (1..=7).map(|nth| actor(&format!("Mauler {nth}"))).collect();
    let text = Value::Array(many).to_string();
    let (status, page) = read(&place, "?keep=true&offset=2&limit=3", &host, text.as_bytes()).await;
    assert_eq!(status, 200, "{page}");
    let names: Vec<&Value> = page["creatures"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["creature"]["name"])
        .collect();
    assert_eq!(names, ["Mauler 3", "Mauler 4", "Mauler 5"]);
    assert_eq!(
        (&page["count"], &page["kept"], &page["more"]),
        (&json!(7), &json!(7), &json!(true))
    );
    assert_eq!(kept(&place).await, 7);
    // A game master may read, but not keep.
    let fight = place.fight("srd-5/ambush").await;
    assert_eq!(read(&place, "", &fight.master, text.as_bytes()).await.0, 200);
    assert_eq!(read(&place, "?keep=true", &fight.master, text.as_bytes()).await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_files_are_refused_with_their_format_and_change_nothing() {
    let place = Place::start().await;
    let host = place.host.clone();
    let foreign = actor("Moss giant").to_string().replace("dnd5e", "pf2e");
    let own = "ruleset = \"collective\"\n[[creature]]\nname = \"Mule\"\n";
    let rows: [(&[u8], &str); 8] = [
        (b"  \n", "empty"),
        (b"\x89PNG\r\n\x1a\n0000", "PNG"),
        (b"PK\x03\x04zip", "ZIP"),
        (b"{ \"name\": \"Ana\", ", ""),
        (b"<root><npc></root>", ""),
        (foreign.as_bytes(), "pf2e"),
        (own.as_bytes(), "collective"),
        (b"[[creature]]\nname = ", "Turnwright creature file"),
    ];
    for (body, named) in rows {
        for query in ["", "?keep=true"] {
            let (status, problem) = read(&place, query, &host, body).await;
            assert_eq!(status, 400, "{problem}");
            let message = problem["message"].as_str().expect("it has a message");
            assert!(message.contains(named), "{named}: {message}");
            assert!(problem["help"].as_str().is_some_and(|help| !help.is_empty()), "{problem}");
        }
    }
    let large = vec![b'x'; import_max() + 1];
    let (status, problem) = read(&place, "", &host, &large).await;
    assert_eq!((status, &problem["code"]), (413, &json!("too-large")));
    assert!(problem["message"].as_str().is_some_and(|it| it.contains("50 MB")), "{problem}");
    // One bad sheet keeps all of them out.
    let batch = json!({ "sheets": [
        { "name": "Good" }, { "name": "Bad", "fields": { "hp": "many" } },
    ] });
    let (status, problem) = place.call("POST", &format!("{PATH}/keep"), &host, batch).await;
    assert_eq!((status, &problem["fields"][0]["field"]), (400, &json!("sheets/1/hp")));
    assert_eq!(kept(&place).await, 0);
}

/// Largest file that is read.
const fn import_max() -> usize {
    50 << 20
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_actors_are_read_and_more_than_fit_are_not_kept() {
    let place = Place::start().await;
    let host = place.host.clone();
    let many: Vec<Value> = (1..=10_000).map(|nth| {
        json!({ "name": format!("Mouse {nth}"), "type": "npc", "_stats": { "systemId": "dnd5e" },
            "system": { "abilities": { "str": { "value": 2 } }, "details": { "cr": 0 } },
            "items": [] })
    }).collect();
    let text = Value::Array(many).to_string();
    let (status, reading) = read(&place, "?limit=5", &host, text.as_bytes()).await;
    assert_eq!((status, &reading["count"]), (200, &json!(10_000)), "{reading}");
    let (status, problem) = read(&place, "?keep=true&limit=5", &host, text.as_bytes()).await;
    assert_eq!(status, 507, "{problem}");
    assert!(problem["help"].is_string(), "{problem}");
    assert_eq!(kept(&place).await, 0);
}
