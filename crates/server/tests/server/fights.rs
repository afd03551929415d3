//! Making fights of one's own: heroes, foes, parties, creatures and templates.

use serde_json::{Value, json};

use crate::support::{Fight, Place};

const RULESETS: [&str; 6] = [
    "brilliance-shadow",
    "collective",
    "dungeons-of-olde",
    "pathfinder-2e",
    "pathfinder-rae",
    "srd-5",
];

/// Four heroes of whom only the names are known.
fn heroes() -> Value {
    json!([{ "name": "Ana" }, { "name": "Bran" }, { "name": "Cleo" }, { "name": "Dara" }])
}

fn fight_of(ruleset: &str, lines: &str) -> Value {
    json!({ "from": {
        "kind": "fight", "ruleset": ruleset, "heroes": heroes(), "lines": lines,
    }, "seed": 5 })
}

fn names(state: &Value) -> Vec<&str> {
    let all = state["combatants"].as_array().expect("there are some");
    all.iter().map(|one| one["name"].as_str().expect("it has a name")).collect()
}

fn one<'s>(state: &'s Value, name: &str) -> &'s Value {
    let all = state["combatants"].as_array().expect("there are some");
    all.iter().find(|one| one["name"] == name).expect("it takes part")
}

/// Rolls and answers with defaults until somebody can act; the state then.
async fn until_somebody_acts(place: &Place, fight: &Fight) -> Value {
    for _ in 0..100 {
        let state = place.state(fight, &fight.master).await;
        let decision = &state["decision"];
        let command = match decision["kind"].as_str().expect("it has a kind") {
            "act" => return state,
            "roll" => json!({ "kind": "roll" }),
            "rule" => json!({ "kind": "rule", "answer": decision["ruling"]["default"] }),
            "offer" | "answer" => json!({ "kind": "pass" }),
            other => panic!("nobody can act: {other}"),
        };
        let request = json!({ "expected": state["sequence"], "command": command });
        let path = format!("/encounters/{}/commands", fight.id);
        place.good("POST", &path, &fight.master, request).await;
    }
    panic!("nobody ever acts");
}

async fn make(place: &Place, request: Value) -> (Fight, Value) {
    let created = place.good("POST", "/encounters", &place.host, request).await;
    (place.made(created.clone()), created)
}

#[tokio::test(flavor = "multi_thread")]
async fn four_names_against_five_goblins_in_every_rulebook() {
    let place = Place::start().await;
    for ruleset in RULESETS {
        let (fight, created) = make(&place, fight_of(ruleset, "5 goblins")).await;
        let sheet = place.good("GET", &format!("/rulesets/{ruleset}"), "", Value::Null).await;
        let sheet = sheet["sheet"].clone();
        let state = until_somebody_acts(&place, &fight).await;
        let expected = [
            "Ana", "Bran", "Cleo", "Dara", "Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4",
            "Goblin 5",
        ];
        assert_eq!(names(&state), expected, "{ruleset}");
        for (name, side) in [("Ana", &sheet["heroes"]), ("Goblin 5", &sheet["foes"])] {
            assert_eq!(one(&state, name)["side"], *side, "{ruleset}: {name}");
        }
        let acting = state["decision"]["who"].as_array().expect("somebody acts");
        let options = format!("/encounters/{}/options", fight.id);
        let options = place.good("GET", &options, &fight.master, Value::Null).await;
        let all = options["combatants"].as_array().expect("there are some");
        let mut legal = all.iter().filter(|one| acting.contains(&one["name"]));
        assert!(
            legal.any(|one| !one["legal"].as_array().expect("it is a list").is_empty()),
            "{ruleset}: nobody can do anything"
        );
        let shipped = format!("/rulesets/{ruleset}/creatures?search=goblin");
        let shipped = place.good("GET", &shipped, "", Value::Null).await;
        let is_known = shipped["creatures"].as_array().expect("it is a list").iter();
        let is_known = is_known.clone().any(|one| one["name"] == "Goblin");
        assert_eq!(created["unknown"].as_array().map(Vec::is_empty), Some(is_known), "{ruleset}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_board_heroes_stand_on_the_left_and_foes_on_the_right() {
    let place = Place::start().await;
    for ruleset in RULESETS {
        let mut request = fight_of(ruleset, "5 goblins");
        request["from"]["board"] = json!({ "size": "12x8" });
        let (fight, _) = make(&place, request).await;
        let state = until_somebody_acts(&place, &fight).await;
        let column =
            |name: &str| one(&state, name)["position"]["x"].as_i64().expect("it has a place");
        for hero in ["Ana", "Bran", "Cleo", "Dara"] {
            assert!(column(hero) < 4, "{ruleset}: {hero}");
        }
        for nth in 1..=5 {
            assert!(column(&format!("Goblin {nth}")) > 7, "{ruleset}: Goblin {nth}");
        }
    }
}

/// Every creature that is offered can be taken.
#[tokio::test(flavor = "multi_thread")]
async fn every_creature_of_every_library_can_fight() {
    let place = Place::start().await;
    for ruleset in RULESETS {
        let path = format!("/rulesets/{ruleset}/creatures");
        let library = place.good("GET", &path, "", Value::Null).await;
        let all = library["creatures"].as_array().expect("it is a list");
        for some in all.chunks(40) {
            let member = |one: &Value| json!({ "creature": one["name"] });
            let members: Vec<Value> = some.iter().map(member).collect();
            let mut request = fight_of(ruleset, "");
            request["from"]["members"] = json!(members);
            let (_, created) = make(&place, request).await;
            assert_eq!(created["unknown"], json!([]), "{ruleset}");
        }
        // What a sheet says of a creature makes the same creature again.
        let member = |one: &Value| json!({ "sheet": one["sheet"] });
        let members: Vec<Value> = all.iter().take(40).map(member).collect();
        let mut request = fight_of(ruleset, "");
        request["from"]["members"] = json!(members);
        make(&place, request).await;
    }
}

/// Two named attacks of each kind are listed by their names, instead of the rulebook's own.
#[tokio::test(flavor = "multi_thread")]
async fn named_attacks_are_listed_by_name_in_every_rulebook() {
    let place = Place::start().await;
    for ruleset in RULESETS {
        let sheet = place.good("GET", &format!("/rulesets/{ruleset}"), "", Value::Null).await;
        let kinds = sheet["sheet"]["attacks"].as_array().expect("it is a list").clone();
        let named = |kind: &Value| {
            let id = kind["id"].as_str().expect("it has an id").to_owned();
            ["Old", "New"].map(|age| json!({ "kind": id, "name": format!("{age} {id}") }))
        };
        let attacks: Vec<Value> = kinds.iter().flat_map(named).collect();
        // Spells are for those who cast some.
        let groups = sheet["sheet"]["groups"].as_array().expect("it is a list").iter();
        let mut fields = groups.flat_map(|group| group["fields"].as_array().expect("a list"));
        let casts = fields.any(|field| field["id"] == "casts");
        let fields = if casts { json!({ "casts": "yes" }) } else { json!({}) };
        let ana = json!({ "name": "Ana", "attacks": attacks, "fields": fields });
        let from = json!({ "kind": "fight", "ruleset": ruleset, "heroes": [ana],
            "lines": "goblin" });
        let (fight, _) = make(&place, json!({ "from": from })).await;
        until_somebody_acts(&place, &fight).await;
        let path = format!("/encounters/{}/options?who=Ana", fight.id);
        let options = place.good("GET", &path, &fight.master, Value::Null).await;
        let ana = &options["combatants"][0];
        let lists = [&ana["legal"], &ana["denied"]].map(|all| all.as_array().expect("a list"));
        let all: Vec<&Value> = lists.into_iter().flatten().map(|one| &one["activity"]).collect();
        for kind in &kinds {
            let id = kind["id"].as_str().expect("it has an id");
            for age in ["old", "new"] {
                assert!(all.contains(&&json!(format!("{age}-{id}"))), "{ruleset}: {id}: {all:?}");
            }
            // Kinds of which all have names add to the rulebook's own.
            let replaced = kind["named"] == json!(false);
            let own = all.contains(&&kind["like"]);
            assert!(!(replaced && own), "{ruleset}: {} is replaced", kind["like"]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_name_is_told_and_made_with_defaults() {
    let place = Place::start().await;
    let lines = "2 gobblin\nGrusk = Orc\n3x kobolds";
    let read = json!({ "lines": lines });
    let read = place.good("POST", "/rulesets/srd-5/lines", "", read).await;
    assert_eq!(read["unknown"][0], json!({ "name": "gobblin", "close": ["Goblin"] }));
    assert_eq!(read["unknown"][1]["name"], "kobolds");
    let grusk = json!({ "name": "Grusk", "creature": "Orc", "known": true });
    assert!(read["combatants"].as_array().expect("a list").contains(&grusk), "{read}");
    let (fight, created) = make(&place, fight_of("srd-5", lines)).await;
    assert_eq!(created["unknown"], read["unknown"]);
    let state = place.state(&fight, &fight.master).await;
    let expected = ["Gobblin 1", "Gobblin 2", "Grusk", "Kobold 1", "Kobold 2", "Kobold 3"];
    assert_eq!(names(&state)[4..], expected);
    let mut without = fight_of("srd-5", lines);
    without["from"]["defaults"] = json!(false);
    let (fight, created) = make(&place, without).await;
    assert_eq!(created["unknown"], read["unknown"]);
    let state = place.state(&fight, &fight.master).await;
    assert_eq!(names(&state), ["Ana", "Bran", "Cleo", "Dara", "Grusk"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_party_is_kept_and_used_again() {
    let place = Place::start().await;
    let host = place.host.clone();
    let ana = json!({ "name": "Ana", "fields": { "hp": "44", "speed": "35" } });
    let request = json!({ "name": " The company ", "heroes": [ana, { "name": "Bran" }] });
    let path = "/rulesets/srd-5/parties";
    let made = place.good("POST", path, &host, request.clone()).await;
    assert_eq!(made["name"], "The company");
    let own = format!("{path}/{}", made["id"].as_str().expect("it has an id"));
    let copy = place.good("POST", &format!("{own}/copy"), &host, Value::Null).await;
    assert_eq!((&copy["name"], &copy["heroes"]), (&json!("The company (copy)"), &made["heroes"]));
    let mut changed = request.clone();
    changed["heroes"][1]["fields"] = json!({ "ac": "15" });
    place.good("PUT", &own, &host, changed).await;
    let file = place.good("GET", &format!("{own}/export"), &host, Value::Null).await;
    let imported = place.good("POST", &format!("{path}/import"), &host, file.clone()).await;
    let found = place.good("GET", &own, &host, Value::Null).await;
    assert_eq!(imported["heroes"], found["heroes"]);
    let (status, _) = place.call("POST", "/rulesets/collective/parties/import", &host, file).await;
    assert_eq!(status, 400, "it is for another rulebook");
    for (other, says) in [
        (json!({ "_stats": { "systemId": "dnd5e" }, "name": "Wolf" }), "no party"),
        (json!({ "format": "turnwright party 1", "ruleset": "srd-5" }), "cannot be read"),
    ] {
        let (status, problem) = place.call("POST", &format!("{path}/import"), &host, other).await;
        let text = problem.to_string();
        assert!(status == 400 && text.contains(says) && !text.contains("deserialize"), "{text}");
    }

    let from = json!({ "kind": "fight", "ruleset": "srd-5", "party": found["id"],
        "lines": "goblin x2" });
    let (fight, created) = make(&place, json!({ "from": from })).await;
    assert_eq!(created["encounter"]["title"], "The company against goblin");
    let state = place.state(&fight, &fight.master).await;
    assert_eq!(names(&state), ["Ana", "Bran", "Goblin 1", "Goblin 2"]);
    let setup = format!("/encounters/{}/setup", fight.id);
    let setup = place.good("GET", &setup, &fight.master, Value::Null).await;
    let text = setup["encounter"]["text"].as_str().expect("it is text").to_owned();
    // 35 feet are 7 squares.
    assert!(text.contains("speed = \"7\"") && text.contains("hp = \"44\""), "{text}");

    place.good("DELETE", &own, &host, Value::Null).await;
    let left = place.good("GET", path, &host, Value::Null).await;
    assert_eq!(left["parties"].as_array().map(Vec::len), Some(2));
    let (status, _) = place.get(&own, &host).await;
    assert_eq!(status, 404);
    let place = place.restart().await;
    let again = place.good("GET", path, &place.host, Value::Null).await;
    assert_eq!(again, left, "it is kept in the data file");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_value_is_named_by_its_label() {
    let place = Place::start().await;
    let bran = json!({ "name": "Bran", "fields": { "hp": "many" },
        "attacks": [{ "kind": "melee", "fields": { "dice": "1k6" } }] });
    let party = json!({ "name": "Us", "heroes": [{ "name": "Ana" }, bran] });
    let (status, problem) = place.call("POST", "/rulesets/srd-5/parties", &place.host, party).await;
    assert_eq!(status, 400);
    assert_eq!(problem["message"], "Bran: Hit points: type a whole number, such as 10");
    let fields = json!([
        {
            "field": "heroes/1/hp",
            "label": "Hit points",
            "message": "type a whole number, such as 10",
        },
        {
            "field": "heroes/1/attacks/0/dice",
            "label": "Melee attack, Damage dice",
            "message": "type dice such as 1d8 or 2d6+3",
        },
    ]);
    assert_eq!(problem["fields"], fields);
}

#[tokio::test(flavor = "multi_thread")]
async fn creatures_of_ones_own_are_found_with_those_of_the_rulebook() {
    let place = Place::start().await;
    let host = place.host.clone();
    let path = "/rulesets/srd-5/creatures";
    let goblin = json!({ "sheet": { "name": "Goblin shouter", "fields": { "hp": "21" } } });
    let kept = place.good("POST", path, &host, goblin).await;
    let own = format!("{path}/{}", kept["id"].as_str().expect("it has an id"));
    let found = place.good("GET", &format!("{path}?search=gob"), &host, Value::Null).await;
    let all: Vec<&Value> =
        found["creatures"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    let at = all.iter().position(|name| **name == json!("Goblin shouter")).expect("it is found");
    assert!(all.contains(&&json!("Goblin")), "{all:?}");
    let stats = &found["creatures"][at]["stats"];
    let health = json!({ "label": "Hit points", "short": "HP", "value": "21", "role": "health" });
    assert!(stats.as_array().expect("a list").contains(&health), "{stats}");
    // Whoever has no key sees what is shipped.
    let found = place.good("GET", &format!("{path}?search=gob"), "", Value::Null).await;
    assert_eq!(found["creatures"].as_array().map(Vec::len), Some(all.len() - 1));
    let more = place.good("GET", &format!("{path}?limit=1"), "", Value::Null).await;
    assert_eq!(
        (more["creatures"].as_array().map(Vec::len), &more["more"]),
        (Some(1), &json!(true))
    );

    let changed = json!({ "sheet": { "name": "Goblin king", "fields": { "hp": "30" } } });
    let changed = place.good("PUT", &own, &host, changed).await;
    assert_eq!((&changed["id"], &changed["name"]), (&kept["id"], &json!("Goblin king")));
    let text = "[[creature]]\nname = \"Mule\"\nlevel = \"CR 1/8\"\nwords = [\"beast\"]\n\
                attributes = { hp = \"11\", max-hp = \"11\" }\n";
    let import = json!({ "text": text });
    let imported = place.good("POST", &format!("{path}/import"), &host, import.clone()).await;
    let again = place.good("POST", &format!("{path}/import"), &host, import).await;
    assert_eq!(imported["creatures"][0]["id"], again["creatures"][0]["id"], "it is replaced");
    let path_of = format!("{path}?search=mule%20beast%20yours");
    let found = place.good("GET", &path_of, &host, Value::Null).await;
    assert_eq!(found["creatures"][0]["level"], "CR 1/8");

    let (fight, created) = make(&place, fight_of("srd-5", "2 mules, goblin king")).await;
    assert_eq!(created["unknown"], json!([]));
    place.good("DELETE", &own, &host, Value::Null).await;
    // The fight keeps its creatures, and its game master may bring in those of the data file.
    let path = format!("/encounters/{}/creatures", fight.id);
    let known = place.good("GET", &path, &fight.master, Value::Null).await;
    let known = known["creatures"].as_array().expect("a list");
    assert!(known.iter().any(|one| one["name"] == "Goblin king" && one["from"] == "setup"));
}

#[tokio::test(flavor = "multi_thread")]
async fn reinforcements_come_by_lines_and_by_sheets_in_every_rulebook() {
    let place = Place::start().await;
    for ruleset in RULESETS {
        let mut request = fight_of(ruleset, "goblin");
        request["from"]["board"] = json!({ "size": "12x8" });
        let (fight, _) = make(&place, request).await;
        let state = until_somebody_acts(&place, &fight).await;
        let side = one(&state, "Goblin")["side"].clone();
        let more = json!({ "expected": state["sequence"], "side": side, "lines": "2 gnolls",
            "members": [{ "sheet": { "name": "Zog" } }] });
        let path = format!("/encounters/{}/combatants", fight.id);
        place.good("POST", &path, &fight.master, more).await;
        let state = until_somebody_acts(&place, &fight).await;
        assert_eq!(names(&state)[5..], ["Gnoll 1", "Gnoll 2", "Zog"], "{ruleset}");
        assert!(one(&state, "Zog")["position"]["x"].is_i64(), "{ruleset}: it stands somewhere");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setup_is_copied_and_kept_as_a_template() {
    let place = Place::start().await;
    let host = place.host.clone();
    let (fight, _) = make(&place, fight_of("srd-5", "goblin")).await;
    let state = until_somebody_acts(&place, &fight).await;
    let more = json!({ "expected": state["sequence"], "side": "foes", "lines": "wolf" });
    let path = format!("/encounters/{}/combatants", fight.id);
    place.good("POST", &path, &fight.master, more).await;
    let request = json!({ "name": "The ford" });
    let path = format!("/encounters/{}/template", fight.id);
    let kept = place.good("POST", &path, &host, request).await;
    assert_eq!(kept["combatants"].as_array().map(Vec::len), Some(6));
    let list = place.good("GET", "/rulesets/srd-5/templates", &host, Value::Null).await;
    assert_eq!(list["templates"][0], kept);
    for from in [
        json!({ "kind": "copy", "encounter": fight.id }),
        json!({ "kind": "template", "template": kept["id"] }),
    ] {
        let (again, created) = make(&place, json!({ "from": from })).await;
        let state = place.state(&again, &again.master).await;
        assert_eq!(names(&state), ["Ana", "Bran", "Cleo", "Dara", "Goblin", "Wolf"]);
        assert_eq!(state["undo"], 0, "it begins anew");
        let title = &created["encounter"]["title"];
        assert!(["Heroes against goblin", "The ford"].iter().any(|one| title == one), "{title}");
    }
    let own = format!("/rulesets/srd-5/templates/{}", kept["id"].as_str().expect("it has an id"));
    place.good("DELETE", &own, &host, Value::Null).await;
    let list = place.good("GET", "/rulesets/srd-5/templates", &host, Value::Null).await;
    assert_eq!(list["templates"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_in_the_fight_is_changed() {
    let place = Place::start().await;
    let mut request = fight_of("srd-5", "2 goblins");
    request["from"]["board"] = json!({ "size": "12x8" });
    let (fight, _) = make(&place, request).await;
    let base = format!("/encounters/{}/combatants", fight.id);
    let health = |state: &Value| one(state, "Snag")["health"]["value"].clone();
    // Commands contain names: none can be one that they could not be read with.
    for (name, wanted) in [("gm", 400), ("Snag: strike", 400), ("2", 400), ("BRAN", 409)] {
        let edit = json!({ "expected": 0, "name": name });
        let path = format!("{base}/Goblin%202");
        let (status, _) = place.call("PATCH", &path, &fight.master, edit).await;
        assert_eq!(status, wanted, "{name}");
    }
    // Before the first command everything can be changed.
    let edit =
        json!({ "expected": 0, "name": "Snag", "at": "f6", "numbers": { "hp": "12", "ac": "17" } });
    place.good("PATCH", &format!("{base}/Goblin%202"), &fight.master, edit).await;
    let state = until_somebody_acts(&place, &fight).await;
    assert_eq!(names(&state)[4..], ["Goblin 1", "Snag"]);
    assert_eq!(health(&state), json!("12"));
    assert_eq!(one(&state, "Snag")["position"]["square"], "f6");
    // In the fight it is a command, which can be undone.
    let edit = json!({ "expected": state["sequence"], "side": "pcs", "at": "a1",
        "numbers": { "hp": "3" } });
    place.good("PATCH", &format!("{base}/Snag"), &fight.master, edit).await;
    let state = place.state(&fight, &fight.master).await;
    assert_eq!(health(&state), json!("3"));
    assert_eq!(one(&state, "Snag")["position"]["square"], "a1");
    assert_eq!(one(&state, "Snag")["side"], "pcs");
    let undo = json!({ "expected": state["sequence"], "to": { "kind": "undo", "count": 3 } });
    place.good("POST", &format!("/encounters/{}/moves", fight.id), &fight.master, undo).await;
    let state = place.state(&fight, &fight.master).await;
    assert_eq!(health(&state), json!("12"));
    let refused =
        json!({ "expected": state["sequence"], "name": "Bran", "numbers": { "hp": "1" } });
    let (status, _) = place.call("PATCH", &format!("{base}/Snag"), &fight.master, refused).await;
    assert_eq!(status, 409, "somebody is called so");
    let now = place.state(&fight, &fight.master).await;
    assert_eq!(now["sequence"], state["sequence"], "nothing has changed");
}
