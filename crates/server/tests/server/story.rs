//! The log as people read it: sentences, questions that name the situation, the story as Markdown.

use serde_json::{Value, json};

use crate::support::{Fight, Place};

const SETUP: &str = r#"
ruleset = "srd-5"
title = "At the ford"
seed = 3

[[combatant]]
name = "Ana"
side = "pcs"
attributes = { initiative = "15", melee = "5", damage = "4" }
dice = { weapon = "1d8" }

[[combatant]]
name = "Goblin"
side = "foes"
attributes = { initiative = "10", hp = "9", ac = "15" }
"#;

/// A fight in which Ana has hit and felled the goblin: 14 + 5 against 15, 5 + 4 off 9.
async fn felled(place: &Place) -> Fight {
    let fight = place.fight_of(SETUP).await;
    for line in ["Ana: attack", "Ana: strike Goblin", "roll 14", "roll 5"] {
        place.say(&fight, &fight.master, line).await;
    }
    fight
}

#[tokio::test(flavor = "multi_thread")]
async fn the_story_is_told_in_sentences() {
    let place = Place::start().await;
    let fight = felled(&place).await;
    let story = |more: &str| format!("/encounters/{}/story{more}", fight.id);
    let told = place.good("GET", &story(""), &fight.master, Value::Null).await;
    let told = told.as_str().expect("it is text");
    assert!(told.starts_with("# At the ford\n"), "{told}");
    let hit = "Ana hits Goblin with the melee attack (19 vs AC 15) for 9. Goblin is dead.";
    assert!(told.contains(hit), "{told}");
    assert!(!told.contains("spends"), "{told}");
    let whole = place.good("GET", &story("?details=true"), &fight.master, Value::Null).await;
    assert!(whole.as_str().expect("it is text").contains("Ana spends"), "{whole}");
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_blows_in_a_row_are_both_told() {
    let place = Place::start().await;
    let fight = place.fight_of(SETUP).await;
    for _ in 0..2 {
        let blow = json!({
            "kind": "master", "activity": "damage", "about": "Goblin", "number": "3",
        });
        let state = place.state(&fight, &fight.master).await;
        let blow = json!({ "expected": state["sequence"], "command": blow });
        let path = format!("/encounters/{}/commands", fight.id);
        place.good("POST", &path, &fight.master, blow).await;
    }
    let story = format!("/encounters/{}/story", fight.id);
    let told = place.good("GET", &story, &fight.master, Value::Null).await;
    let told = told.as_str().expect("it is text");
    assert_eq!(told.matches("Goblin loses 3 HP").count(), 2, "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_know_the_armor_class_does_not_read_it() {
    let place = Place::start().await;
    let fight = place.fight_of(SETUP).await;
    let base = format!("/encounters/{}", fight.id);
    let hide = json!({ "pools": false });
    place.good("PATCH", &format!("{base}/table"), &fight.master, hide).await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    for line in ["Ana: attack", "Ana: strike Goblin", "roll 14", "roll 5"] {
        place.say(&fight, &fight.master, line).await;
    }
    let told = place.good("GET", &format!("{base}/story"), &kim, Value::Null).await;
    let told = told.as_str().expect("it is text");
    assert!(told.contains("(19 vs AC ?) for 9."), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_names_the_situation() {
    let place = Place::start().await;
    let fight = place.fight_of(SETUP).await;
    place.say(&fight, &fight.master, "Ana: leave Goblin").await;
    let state = place.state(&fight, &fight.master).await;
    let question = state["decision"]["question"].as_str().expect("it is asked");
    assert!(question.starts_with("Ana leaves Goblin's reach."), "{question}");
    let options = format!("/encounters/{}/options?who=Goblin", fight.id);
    let options = place.good("GET", &options, &fight.master, Value::Null).await;
    let legal = options["combatants"][0]["legal"].as_array().expect("it has choices");
    let blow = legal.iter().find(|one| one["activity"] == "opportunity").expect("it may strike");
    assert_eq!(blow["label"], "Opportunity attack");
    assert_eq!(blow["question"], "Ana leaves Goblin's reach. Strike?");
}
