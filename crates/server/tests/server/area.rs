//! A spell with an area over the API: further targets, dice rolled along, one step of the history.

use serde_json::{Value, json};

use crate::support::Place;

/// A mage with a spell that has an area, and two orcs.
const BARN: &str = r#"
ruleset = "srd-5"
[[creature]]
name = "Mage"
attributes = { initiative = "20", hp = "40", max-hp = "40", dc = "15", casts = "1" }
grants = "2Third"
[[creature.activity]]
id = "fireball"
like = "cast"
[creature.activity.with]
spell-level = "3"
effect = "1"
power-save = "2"
power-dice = "8d6"
power-type = "4"
power-range = "30"
power-area = "4"
power-size = "4"
[[creature.activity]]
id = "hold"
like = "cast"
[creature.activity.with]
spell-level = "3"
effect = "1"
power-save = "5"
power-inflicts = "9"
power-range = "12"
[[combatant]]
name = "Mira"
side = "pcs"
creature = "Mage"
[[combatant]]
name = "Orc 1"
side = "foes"
attributes = { initiative = "2", hp = "60", max-hp = "60" }
[[combatant]]
name = "Orc 2"
side = "foes"
attributes = { initiative = "1", hp = "60", max-hp = "60" }
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_spell_with_an_area_is_one_step_with_its_dice() {
    let place = Place::start().await;
    let fight = place.fight_of(BARN).await;
    let master = &fight.master;
    let mut state = place.state(&fight, master).await;
    while state["decision"]["kind"] == "roll" {
        state = place.say(&fight, master, "roll").await["state"].clone();
    }
    let of = |what: &str| format!("/encounters/{}/{what}", fight.id);
    let declare = |activity: &str, target: &str| {
        let actor = "Mira";
        json!({ "kind": "declare", "actor": actor, "activity": activity, "target": target })
    };
    // The preview names the other targets, also for a spell without an area: none.
    for (spell, others) in [("fireball", json!(["Mira", "Orc 2"])), ("hold", json!([]))] {
        let asked = json!({ "command": declare(spell, "Orc 1") });
        let preview = place.good("POST", &of("preview"), master, asked).await;
        assert_eq!(preview["others"], others, "{spell}");
    }
    let first = json!({
        "expected": state["sequence"], "commands": [declare("fireball", "Orc 1")], "rolls": true,
    });
    let news = place.good("POST", &of("batches"), master, first).await;
    assert_eq!(news["state"]["decision"]["kind"], "offer", "its dice and a save are rolled");
    let options = place.good("GET", &of("options"), master, Value::Null).await;
    let legal = options["combatants"][0]["legal"].as_array().expect("a list");
    let again: Vec<&Value> = legal.iter().filter(|one| one["repeats"] == true).collect();
    assert_eq!(again.len(), 1);
    assert_eq!(again[0]["targets"], json!(["Mira", "Orc 2"]));
    let second = json!({
        "expected": news["sequence"], "commands": [declare("affect", "Orc 2")],
        "rolls": true, "joins": true,
    });
    let news = place.good("POST", &of("batches"), master, second).await;
    let undo = json!({ "expected": news["sequence"], "to": { "kind": "undo", "count": 1 } });
    let news = place.good("POST", &of("moves"), master, undo).await;
    assert_eq!(news["state"]["point"], state["point"], "one undo takes back both");
    // Dice of somebody whom a seat plays are left to its player.
    place.seat(&fight, "Kim", &["Orc 1"]).await;
    let first = json!({
        "expected": news["sequence"], "commands": [declare("fireball", "Orc 1")], "rolls": true,
    });
    let news = place.good("POST", &of("batches"), master, first).await;
    assert_eq!(news["state"]["decision"]["kind"], "roll");
    assert_eq!(news["state"]["decision"]["about"], "Orc 1");
}
