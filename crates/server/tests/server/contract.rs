//! The OpenAPI document holds: every answer to every request of every test fits it.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex};

use serde_json::{Value, json};

use crate::support::Place;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&server::document()).expect("the document is JSON"));

/// Operations answered with success so far.
static ANSWERED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Fails unless the answer is one the document describes.
pub(crate) fn check(method: &str, path: &str, status: u16, body: &Value) {
    let path = path.split('?').next().unwrap_or(path);
    let full = format!("/api/v1{path}");
    let Some((template, operations)) = operation(&full) else {
        assert_eq!(status, 404, "{method} {path} is not in the document, but answered {status}");
        return fits(body, &json!({ "$ref": "#/components/schemas/Problem" }), path);
    };
    let method = method.to_lowercase();
    let Some(operation) = operations.get(&method) else {
        assert_eq!(status, 405, "{method} {path} is not in the document, but answered {status}");
        return fits(body, &json!({ "$ref": "#/components/schemas/Problem" }), path);
    };
    let response = &operation["responses"][status.to_string()];
    assert!(response.is_object(), "{method} {path} may not answer {status}: {body}");
    let content = response["content"].as_object().expect("it has content");
    let (kind, content) = content.iter().next().expect("it has a type");
    if kind == "application/json" {
        fits(body, &content["schema"], &format!("{method} {path} {status}"));
    }
    if status == 200 {
        ANSWERED.lock().expect("nobody panicked").insert(format!("{method} {template}"));
    }
}

fn operation(path: &str) -> Option<(&'static String, &'static Value)> {
    let all = DOCUMENT["paths"].as_object().expect("it has paths");
    let same = |template: &str| {
        let (ours, theirs) = (path.split('/').count(), template.split('/').count());
        let parts = path.split('/').zip(template.split('/'));
        ours == theirs && parts.into_iter().all(|(a, b)| b.starts_with('{') || a == b)
    };
    all.iter().find(|(template, _)| same(template))
}

/// Fails unless a value fits a schema. Stricter than the schemas themselves: what an object has
/// must be described.
pub(crate) fn fits(value: &Value, schema: &Value, place: &str) {
    if let Err(problem) = fit(value, schema) {
        panic!("{place}: {problem}\n{value}");
    }
}

fn fit(value: &Value, schema: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        let schema = DOCUMENT.pointer(&name[1..]).ok_or(format!("there is no {name}"))?;
        return fit(value, schema).map_err(|problem| format!("{name}: {problem}"));
    }
    if let Some(ways) = schema["oneOf"].as_array() {
        let good = ways.iter().filter(|way| fit(value, way).is_ok()).count();
        let problem = || format!("{good} of {} ways fit: {value}", ways.len());
        return (good == 1).then_some(()).ok_or_else(problem);
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return Err(format!("{value} is none of {allowed:?}"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => return Err(format!("a schema says nothing: {schema}")),
    };
    let fitting = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !types.contains(&fitting) {
        return Err(format!("{value} is no {types:?}"));
    }
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| fit(item, &schema["items"])),
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten();
            for name in required.filter_map(Value::as_str) {
                fields.get(name).ok_or(format!("`{name}` is missing"))?;
            }
            fields.iter().try_for_each(|(name, field)| {
                let others = schema.get("additionalProperties").filter(|it| it.is_object());
                let known = schema["properties"].get(name).or(others);
                let known = known.ok_or(format!("`{name}` is not described"))?;
                fit(field, known).map_err(|problem| format!("`{name}`: {problem}"))
            })
        }
        _ => Ok(()),
    }
}

#[test]
fn the_check_itself_refuses() {
    let bad = [
        json!({ "rulesets": [{ "id": 1 }] }),
        json!({}),
        json!({ "rulesets": [], "more": true }),
        json!({ "rulesets": null }),
    ];
    let schema = json!({ "$ref": "#/components/schemas/Rulesets" });
    for value in bad {
        assert!(fit(&value, &schema).is_err(), "{value} passes");
    }
    assert!(fit(&json!({ "rulesets": [] }), &schema).is_ok());
}

/// Walks through every operation there is.
#[tokio::test(flavor = "multi_thread")]
async fn every_operation_answers_as_described() {
    let place = Place::start().await;
    let host = place.host.clone();
    let null = Value::Null;
    place.good("GET", "/me", &host, null.clone()).await;
    let rulesets = place.good("GET", "/rulesets", "", null.clone()).await;
    let all = rulesets["rulesets"].as_array().expect("there are some");
    assert!(all.iter().any(|one| one["id"] == "collective"));
    for path in [
        "/rulesets/collective",
        "/rulesets/collective/rules?search=segment%20creature&limit=3",
        "/rulesets/collective/rules/col.limit.segment-pmvz",
        "/rulesets/collective/explain?topic=f-replaces",
        "/rulesets/collective/creatures",
    ] {
        place.good("GET", path, "", null.clone()).await;
    }
    let text = "ruleset = \"collective\"\n[[combatant]]\nname = \"A\"\nside = \"pc\"\n";
    let checked = place.good("POST", "/setups/check", &host, json!({ "text": text })).await;
    assert_eq!(checked["report"]["diagnostics"][0]["help"][0], "did you mean \"pcs\"?");
    let fight = place.fight("skirmish").await;
    let base = format!("/encounters/{}", fight.id);
    let master = fight.master.clone();
    place.good("GET", "/encounters", &host, null.clone()).await;
    place.good("PATCH", &base, &host, json!({ "archived": true })).await;
    place.good("POST", "/backups", &host, json!({ "name": "before-1" })).await;
    place.say(&fight, &master, "rule pcs").await;
    for path in [
        "state",
        "decision",
        "options",
        "reach?who=Ana",
        "plan?who=Ana",
        "log",
        "history",
        "setup",
        "creatures",
    ] {
        place.good("GET", &format!("{base}/{path}"), &master, null.clone()).await;
    }
    let rule = format!("{base}/rules/col.limit.f-replaces");
    place.good("GET", &rule, &fight.screen, null.clone()).await;
    let command = json!({ "kind": "declare", "actor": "Ana", "activity": "longsword",
        "target": "Orc 1", "pay": 1 });
    let preview = json!({ "command": command });
    let preview = place.good("POST", &format!("{base}/preview"), &master, preview).await;
    assert_eq!((&preview["legal"], &preview["payment"]), (&json!(true), &json!("1P")));
    let damage = json!({ "kind": "master", "activity": "damage", "about": "Orc 1", "number": "1" });
    let batch = json!({ "expected": 1, "commands": [damage] });
    place.good("POST", &format!("{base}/batches"), &master, batch).await;
    let ford = place.fight("pathfinder-2e/ford").await;
    let ping = format!("/encounters/{}/pings", ford.id);
    place.good("POST", &ping, &ford.master, json!({ "x": 1, "y": 1 })).await;
    let moves = json!({ "expected": 2, "to": { "kind": "undo", "count": 1 } });
    place.good("POST", &format!("{base}/moves"), &master, moves).await;
    place.good("POST", &format!("{base}/bookmarks"), &master, json!({ "name": "start" })).await;
    place.good("PATCH", &format!("{base}/table"), &master, json!({ "auto_roll": true })).await;
    let note = json!({ "text": "the rope is cut", "secret": true, "about": "Ana" });
    place.good("POST", &format!("{base}/notes"), &master, note.clone()).await;
    place.good("PUT", &format!("{base}/notes/1"), &master, note).await;
    place.good("DELETE", &format!("{base}/notes/1"), &master, null.clone()).await;
    let sequence = place.state(&fight, &master).await["sequence"].clone();
    let quick = json!({ "expected": sequence, "side": "monsters", "lines": "2: Orc" });
    let news = place.good("POST", &format!("{base}/combatants"), &master, quick).await;
    let setup = place.good("GET", &format!("{base}/setup"), &master, null.clone()).await;
    let again = json!({ "expected": news["sequence"], "text": setup["encounter"]["text"] });
    let news = place.good("PUT", &format!("{base}/setup"), &master, again).await;
    let edit = json!({ "expected": news["sequence"], "numbers": { "hp": "5" } });
    place.good("PATCH", &format!("{base}/combatants/Ana"), &master, edit).await;
    let choices = place.good("GET", &format!("{base}/choices"), &master, null.clone()).await;
    let change = json!({ "expected": choices["sequence"], "rulings": {} });
    place.good("PATCH", &format!("{base}/choices"), &master, change).await;
    let request = json!({ "role": "seat", "name": "Kim", "combatants": ["Ana"] });
    let made = place.good("POST", &format!("{base}/keys"), &master, request).await;
    let key = format!("{base}/keys/{}", made["key"]["id"].as_str().expect("it has an id"));
    place.good("GET", &format!("{base}/keys"), &master, null.clone()).await;
    place.good("PATCH", &key, &master, json!({ "combatants": ["Ana", "Bran"] })).await;
    place.good("POST", &format!("{key}/renew"), &master, null.clone()).await;
    place.good("DELETE", &key, &master, null.clone()).await;
    let export = place.good("GET", &format!("{base}/export"), &master, null.clone()).await;
    let record = place.good("GET", &format!("{base}/record"), &master, null.clone()).await;
    place.good("GET", &format!("{base}/story"), &master, null.clone()).await;
    let texts = [export.to_string(), record.as_str().expect("it is text").to_owned()];
    for text in texts {
        let request = json!({ "from": { "kind": "import", "text": text } });
        place.good("POST", "/encounters", &host, request).await;
    }
    place.good("GET", "/network", &host, null.clone()).await;
    place.good("PATCH", "/network", &host, json!({ "listening": false })).await;
    shelf(&place, &host, &base).await;
    let mut events = place.listen(&fight, &fight.screen, "?after=0").await;
    let event = events.next().await.expect("it can be read").expect("it goes on");
    let news = serde_json::from_str(&event.data).expect("it is JSON");
    fits(&news, &json!({ "$ref": "#/components/schemas/News" }), "the live stream");

    let answered = ANSWERED.lock().expect("nobody panicked").clone();
    for (path, operations) in DOCUMENT["paths"].as_object().expect("it has paths") {
        for method in operations.as_object().expect("it has operations").keys() {
            let stream = path.ends_with("/events");
            assert!(
                stream || answered.contains(&format!("{method} {path}")),
                "{method} {path} is never tried"
            );
        }
    }
}

/// Walks through what the data file keeps for later fights.
async fn shelf(place: &Place, host: &str, encounter: &str) {
    let null = Value::Null;
    let lines = json!({ "lines": "3 orcs" });
    place.good("POST", "/rulesets/collective/lines", "", lines).await;
    let id = |kept: &Value| kept["id"].as_str().expect("it has an id").to_owned();
    let creatures = "/rulesets/collective/creatures";
    let sheet = json!({ "sheet": { "name": "Mule" } });
    let own =
        format!("{creatures}/{}", id(&place.good("POST", creatures, host, sheet.clone()).await));
    place.good("PUT", &own, host, sheet).await;
    place.good("DELETE", &own, host, null.clone()).await;
    let import = json!({ "text": "[[creature]]\nname = \"Mule\"\n" });
    place.good("POST", &format!("{creatures}/import"), host, import).await;
    let hard = json!({ "level": 1, "heroes": 4, "foes": [{ "level": "CR 1", "count": 1 }] });
    let hard = place.good("POST", "/rulesets/srd-5/difficulty", "", hard).await;
    assert_eq!((&hard["title"], &hard["cost"]), (&json!("Low"), &json!(200)));
    let batch = json!({ "sheets": [{ "name": "Mule" }, { "name": "Goat" }] });
    place.good("POST", &format!("{creatures}/keep"), host, batch).await;
    let file = b"ruleset = \"collective\"\n[[creature]]\nname = \"Mule\"\n";
    let read = format!("{creatures}/read");
    assert_eq!(place.send("POST", &read, host, &[], file).await.0, 200);
    let parties = "/rulesets/collective/parties";
    let party = json!({ "name": "The company", "heroes": [{ "name": "Ana" }] });
    let own = format!("{parties}/{}", id(&place.good("POST", parties, host, party.clone()).await));
    place.good("GET", parties, host, null.clone()).await;
    place.good("GET", &own, host, null.clone()).await;
    place.good("PUT", &own, host, party).await;
    place.good("POST", &format!("{own}/copy"), host, null.clone()).await;
    let file = place.good("GET", &format!("{own}/export"), host, null.clone()).await;
    place.good("POST", &format!("{parties}/import"), host, file).await;
    place.good("DELETE", &own, host, null.clone()).await;
    let name = json!({ "name": "The ford" });
    let kept = place.good("POST", &format!("{encounter}/template"), host, name).await;
    let templates = "/rulesets/collective/templates";
    place.good("GET", templates, host, null.clone()).await;
    place.good("DELETE", &format!("{templates}/{}", id(&kept)), host, null).await;
}
