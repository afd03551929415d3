//! Playing over the API: answers by policy, undo by a seat, combatants added in mid-fight, and
//! random commands, after which everything must fit together.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use crate::support::{Fight, Place};

fn names(state: &Value) -> Vec<&str> {
    let all = state["combatants"].as_array().expect("there are some");
    all.iter().filter_map(|one| one["name"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_never_asked_for_or_taken_by_themselves() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    place.say(&fight, &fight.master, "rule pcs").await;
    let path = format!("/encounters/{}/commands", fight.id);
    let policy = |expected: u64, answer: &str| {
        json!({ "expected": expected, "command": { "kind": "policy", "who": "Gruk",
            "activity": "great-axe", "answer": answer } })
    };
    let news = place.good("POST", &path, &fight.master, policy(1, "auto")).await;
    let sequence = news["sequence"].as_u64().expect("it has one");
    let gruk = &news["state"]["combatants"][8];
    assert_eq!(gruk["policies"][0], json!({ "activity": "great-axe", "answer": "auto" }));
    let news = place.say(&fight, &fight.master, "Ana: longsword Orc 1").await;
    let taken = &news["updates"][1];
    assert_eq!(
        (&taken["by"], &taken["command"]),
        (&json!("server"), &json!("Gruk: great-axe Ana")),
        "{news}"
    );
    let undo = json!({ "expected": news["sequence"], "to": { "kind": "undo", "count": 2 } });
    let moves = format!("/encounters/{}/moves", fight.id);
    let news = place.good("POST", &moves, &fight.master, undo).await;
    assert!(news["sequence"].as_u64() > Some(sequence));
    let never = policy(news["sequence"].as_u64().expect("it has one"), "never");
    place.good("POST", &path, &fight.master, never).await;
    let news = place.say(&fight, &fight.master, "Ana: longsword Orc 1").await;
    assert_ne!(news["state"]["decision"]["kind"], "answer", "Gruk is not asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_one_step_of_the_history() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let before = place.say(&fight, &fight.master, "rule pcs").await["state"].clone();
    let path = format!("/encounters/{}/batches", fight.id);
    let damage = |about: &str| {
        let activity = "damage";
        json!({ "kind": "master", "activity": activity, "about": about, "number": "3" })
    };
    let batch = |expected: &Value, commands: Vec<Value>| {
        let expected = expected.clone();
        json!({ "expected": expected, "commands": commands })
    };
    let commands: Vec<Value> = ["Orc 1", "Orc 2", "Orc 3"].map(damage).into();
    let news = place.good("POST", &path, &fight.master, batch(&json!(1), commands)).await;
    assert_eq!(news["updates"].as_array().map(Vec::len), Some(3));
    let hurt = news["state"]["combatants"].clone();
    assert_ne!(hurt, before["combatants"]);
    let moves = format!("/encounters/{}/moves", fight.id);
    let go = |kind: &str, news: &Value| {
        let to = json!({ "kind": kind, "count": 1 });
        json!({ "expected": news["sequence"], "to": to })
    };
    let news = place.good("POST", &moves, &fight.master, go("undo", &news)).await;
    assert_eq!(news["state"]["combatants"], before["combatants"], "one undo takes back all");
    let news = place.good("POST", &moves, &fight.master, go("redo", &news)).await;
    assert_eq!(news["state"]["combatants"], hurt, "one redo does all again");
    // After a restart, too.
    let place = place.restart().await;
    let news = place.good("POST", &moves, &fight.master, go("undo", &news)).await;
    assert_eq!(news["state"]["combatants"], before["combatants"]);
    // What is refused in the middle has changed nothing.
    let wrong = vec![damage("Orc 1"), damage("Nobody")];
    let wrong = batch(&news["sequence"], wrong);
    assert_eq!(place.call("POST", &path, &fight.master, wrong).await.0, 404);
    let state = place.state(&fight, &fight.master).await;
    assert_eq!(state["combatants"], before["combatants"]);
    assert_eq!(state["sequence"], news["sequence"]);
    let none = batch(&news["sequence"], Vec::new());
    assert_eq!(place.call("POST", &path, &fight.master, none).await.0, 400);
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let own = batch(&news["sequence"], vec![json!({ "kind": "end" })]);
    assert_eq!(place.call("POST", &path, &kim, own).await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_numbers_and_turns_have_fields() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    place.say(&fight, &fight.master, "rule pcs").await;
    place.say(&fight, &fight.master, "gm: damage Orc 1 3").await;
    let path = format!("/encounters/{}/log?limit=100", fight.id);
    let lines = |log: &Value| -> Vec<Value> {
        let updates = log["updates"].as_array().expect("there are some").iter();
        updates.flat_map(|one| one["lines"].as_array().expect("they are").clone()).collect()
    };
    let log = lines(&place.good("GET", &path, &fight.master, Value::Null).await);
    assert!(log.iter().any(|one| one["sort"] == "turn" && one["turn"].is_string()), "{log:?}");
    let changed = log.iter().find(|one| one["sort"] == "health").expect("somebody is hurt");
    let number = &changed["number"];
    assert_eq!((&number["combatant"], &number["attribute"]), (&json!("Orc 1"), &json!("hp")));
    let lost: i32 = ["from", "to"]
        .map(|key| number[key].as_str().and_then(|it| it.parse::<i32>().ok()).expect("a number"))
        .into_iter()
        .fold(0, |before, now| now - before);
    assert_eq!(lost.abs(), 3, "{number}");
    // Players read in words how hurt foes are.
    let seen = lines(&place.good("GET", &path, &fight.screen, Value::Null).await);
    assert!(seen.iter().all(|one| one["number"].is_null()), "{seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_undoes_its_own_last_command_only() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    place.say(&fight, &fight.master, "rule pcs").await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let lee = place.seat(&fight, "Lee", &["Bran"]).await;
    let news = place.say(&fight, &kim, "Ana: longsword Orc 1").await;
    let moves = format!("/encounters/{}/moves", fight.id);
    let undo = json!({ "expected": news["sequence"], "to": { "kind": "undo", "count": 1 } });
    assert_eq!(place.call("POST", &moves, &lee, undo.clone()).await.0, 403);
    let news = place.good("POST", &moves, &kim, undo).await;
    assert_eq!(news["state"]["decision"]["kind"], "act");
    let again = json!({ "expected": news["sequence"], "to": { "kind": "undo", "count": 1 } });
    assert_eq!(place.call("POST", &moves, &kim, again).await.0, 403, "the rest is not Kim's");
}

#[tokio::test(flavor = "multi_thread")]
async fn combatants_join_in_mid_fight_or_are_refused_with_the_reason() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    for text in ["rule pcs", "Ana: longsword Orc 1", "pass", "roll 15", "roll 4"] {
        place.say(&fight, &fight.master, text).await;
    }
    let before = place.state(&fight, &fight.master).await;
    let path = format!("/encounters/{}/combatants", fight.id);
    let add = |expected: &Value, lines: &str, hidden: bool| {
        json!({
            "expected": expected,
            "side": "monsters",
            "lines": lines,
            "hidden": hidden,
        })
    };
    let request = add(&before["sequence"], "2: Orc\nShade = Chief", true);
    let news = place.good("POST", &path, &fight.master, request).await;
    let state = &news["state"];
    assert_eq!(names(state)[9..], ["Orc 5", "Orc 6", "Shade"]);
    assert_eq!(
        state["combatants"].as_array().expect("some")[..9],
        before["combatants"].as_array().expect("some")[..],
        "the others are as they were"
    );
    let screen = place.state(&fight, &fight.screen).await;
    assert!(!names(&screen).contains(&"Shade"));
    let mut unknown = add(&news["sequence"], "Orcc", false);
    unknown["defaults"] = json!(false);
    let (status, value) = place.call("POST", &path, &fight.master, unknown).await;
    assert_eq!(status, 400);
    assert_eq!(value["help"], "did you mean Orc?");
    // A setup in which what happened is not possible changes nothing and says why.
    let setup = format!("/encounters/{}/setup", fight.id);
    let text = place.good("GET", &setup, &fight.master, Value::Null).await;
    let text = text["encounter"]["text"].as_str().expect("it is text");
    let without = text.replace("id = \"longsword\"", "id = \"broadsword\"");
    let request = json!({ "expected": news["sequence"], "text": without });
    let (status, value) = place.call("PUT", &setup, &fight.master, request).await;
    assert_eq!((status, value["code"].as_str()), (409, Some("conflict")));
    let message = value["message"].as_str().expect("it is text");
    assert!(message.contains("change 2, `Ana: longsword Orc 1`"), "{message}");
    assert_eq!(place.state(&fight, &fight.master).await, *state);
}

#[tokio::test(flavor = "multi_thread")]
async fn newcomers_roll_take_their_place_and_are_undone() {
    let place = Place::start().await;
    let fight = place.fight("srd-5/ambush").await;
    loop {
        let state = place.state(&fight, &fight.master).await;
        match state["decision"]["kind"].as_str() {
            Some("roll") => place.say(&fight, &fight.master, "roll").await,
            Some("rule") => place.say(&fight, &fight.master, "rule default").await,
            _ => break,
        };
    }
    let before = place.state(&fight, &fight.master).await;
    let path = format!("/encounters/{}/combatants", fight.id);
    let request =
        json!({ "expected": before["sequence"], "side": "foes", "lines": "Late = Goblin" });
    let news = place.good("POST", &path, &fight.master, request).await;
    assert_eq!(news["updates"].as_array().expect("some").len(), 1, "nothing else was redone");
    assert_eq!(news["updates"][0]["command"], "enter Late");
    assert_eq!(news["state"]["decision"]["about"], "Late", "initiative is rolled for it");
    let news = place.say(&fight, &fight.master, "roll 20").await;
    assert_eq!(news["state"]["decision"]["kind"], "act");
    assert!(names(&news["state"]).contains(&"Late"));
    let turns = news["state"]["clock"]["order"].to_string();
    assert!(turns.contains("Late"), "{turns}");
    // The log is all there is: what is loaded from it is the same.
    let export = format!("/encounters/{}/export", fight.id);
    let exported = place.good("GET", &export, &fight.master, Value::Null).await;
    let from = json!({ "kind": "import", "text": exported.to_string() });
    let made = place.good("POST", "/encounters", &place.host, json!({ "from": from })).await;
    let again = place.made(made);
    let again = place.state(&again, &again.master).await;
    assert_eq!(again["combatants"], news["state"]["combatants"]);
    let moves = format!("/encounters/{}/moves", fight.id);
    let undo = json!({ "expected": news["sequence"], "to": { "kind": "undo", "count": 2 } });
    let news = place.good("POST", &moves, &fight.master, undo).await;
    assert_eq!(news["state"]["combatants"], before["combatants"]);
    let (status, refused) = place.try_say(&fight, &fight.master, "leave Late").await;
    assert_eq!((status, refused["code"].as_str()), (422, Some("denied")));
}

/// Request that a random walk may make.
#[derive(Clone, Debug)]
enum Ask {
    Nth(usize, usize),
    Close,
    Undo(u32),
    Redo(u32),
    Point(u32),
    Nonsense(String),
}

fn ask() -> impl Strategy<Value = Ask> {
    prop_oneof![
        6 => (0usize..64, 0usize..4).prop_map(|(nth, pay)| Ask::Nth(nth, pay)),
        4 => Just(Ask::Close),
        1 => (1u32..6).prop_map(Ask::Undo),
        1 => (1u32..6).prop_map(Ask::Redo),
        1 => (0u32..40).prop_map(Ask::Point),
        1 => "[a-zA-Z0-9:, #+-]{0,24}".prop_map(Ask::Nonsense),
    ]
}

/// Carries one request out; what is legal by the list must be accepted.
async fn carry_out(place: &Place, fight: &Fight, ask: &Ask) {
    let base = format!("/encounters/{}", fight.id);
    let state = place.state(fight, &fight.master).await;
    let sequence = &state["sequence"];
    let move_to = |to: Value| json!({ "expected": sequence, "to": to });
    let (path, request, must) = match ask {
        Ask::Undo(count) => ("moves", move_to(json!({ "kind": "undo", "count": count })), false),
        Ask::Redo(count) => ("moves", move_to(json!({ "kind": "redo", "count": count })), false),
        Ask::Point(point) => ("moves", move_to(json!({ "kind": "point", "point": point })), false),
        Ask::Nonsense(text) => {
            let command = json!({ "kind": "text", "text": text });
            ("commands", json!({ "expected": sequence, "command": command }), false)
        }
        Ask::Close | Ask::Nth(..) => {
            let path = format!("{base}/options");
            let listed = place.good("GET", &path, &fight.master, Value::Null).await;
            let legal: Vec<Value> = listed["combatants"]
                .as_array()
                .into_iter()
                .flatten()
                .flat_map(|one| {
                    let actor = one["name"].clone();
                    let legal = one["legal"].as_array().cloned().unwrap_or_default();
                    let sure = legal.into_iter().filter(|choice| !is_of_pairs(choice));
                    sure.map(move |choice| declared(&actor, &choice, ask))
                })
                .collect();
            let command = match (ask, state["decision"]["kind"].as_str()) {
                (_, Some("over")) => return,
                (_, Some("roll")) => json!({ "kind": "roll" }),
                (_, Some("rule")) => {
                    json!({ "kind": "rule", "answer": state["decision"]["ruling"]["default"] })
                }
                (Ask::Nth(nth, _), _) if !legal.is_empty() => legal[nth % legal.len()].clone(),
                (_, Some("act")) => json!({ "kind": "end" }),
                _ => json!({ "kind": "pass" }),
            };
            ("commands", json!({ "expected": sequence, "command": command }), true)
        }
    };
    let (status, value) =
        place.call("POST", &format!("{base}/{path}"), &fight.master, request.clone()).await;
    if must && status != 200 {
        // On the way through a square one goes on before the turn can end: that is listed then.
        let passing = value["message"] == "You can't stop there, and you can still move on.";
        let ends = request["command"]["kind"] == "end";
        assert!(passing && ends, "{request} is listed, but: {value}");
        let listed =
            place.good("GET", &format!("{base}/options"), &fight.master, Value::Null).await;
        let all = listed["combatants"].as_array().into_iter().flatten();
        let legal = |one: &Value| one["legal"].as_array().is_some_and(|all| !all.is_empty());
        assert!(all.into_iter().any(legal), "{request} is refused, and nothing else is legal");
    }
    if status != 200 {
        let after = place.state(fight, &fight.master).await;
        assert_eq!(after, state, "{request} was refused, but something changed");
    }
}

/// Whether not every target goes with every square.
fn is_of_pairs(choice: &Value) -> bool {
    let some = |what: &str| choice[what].as_array().is_some_and(|all| !all.is_empty());
    some("targets") && some("squares")
}

fn declared(actor: &Value, choice: &Value, ask: &Ask) -> Value {
    let payments = choice["payments"].as_array().map_or(0, Vec::len);
    let pay = match ask {
        Ask::Nth(_, nth) if payments > 0 => choice["payments"][nth % payments]["pay"].clone(),
        _ => Value::Null,
    };
    let squares = choice["squares"].as_array().map_or(&[][..], Vec::as_slice);
    let square = match ask {
        Ask::Nth(nth, _) if !squares.is_empty() => Some(&squares[nth % squares.len()]),
        _ => squares.first(),
    };
    let worded = choice["number"]["worded"].is_string();
    let words = worded.then_some("when something stirs");
    json!({ "kind": "declare", "actor": actor, "activity": choice["activity"], "words": words,
        "target": choice["targets"].get(0), "squares": Vec::from_iter(square), "pay": pay })
}

/// A few cases, each time the same; `TURNWRIGHT_CASES` asks for more, at random.
fn config() -> ProptestConfig {
    let set = std::env::var("TURNWRIGHT_CASES").ok().and_then(|text| text.parse().ok());
    let rng_seed = if set.is_some() { RngSeed::Random } else { RngSeed::Fixed(1) };
    let cases = set.unwrap_or(6);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_requests_leave_everything_in_order(
        asks in prop::collection::vec(ask(), 1..40),
        example in 0usize..64,
    ) {
        let runtime = tokio::runtime::Runtime::new().expect("it starts");
        runtime.block_on(async {
            let place = Place::start().await;
            let examples = place.examples().await;
            let fight = place.fight(&examples[example % examples.len()]).await;
            for ask in &asks {
                carry_out(&place, &fight, ask).await;
            }
            let before = place.state(&fight, &fight.master).await;
            let export = format!("/encounters/{}/export", fight.id);
            let text = place.good("GET", &export, &fight.master, Value::Null).await.to_string();
            let place = place.restart().await;
            assert_eq!(place.state(&fight, &fight.master).await, before, "after a restart");
            // Taken elsewhere, it is the same fight.
            let request = json!({ "from": { "kind": "import", "text": text } });
            let copy = place.made(place.good("POST", "/encounters", &place.host, request).await);
            let mut state = place.state(&copy, &copy.master).await;
            state["encounter"] = before["encounter"].clone();
            assert_eq!(state, before, "imported");
        });
    }
}
