//! How hard fights are, by the formulas that rulebooks give.

use serde_json::{Value, json};

use crate::support::Place;

/// Level of the party, heroes, foes by level, the cost, and the title of the difficulty.
type Row = (u8, u32, &'static [(&'static str, u32)], u64, &'static str);

async fn judge(place: &Place, ruleset: &str, level: u8, heroes: u32, foes: Value) -> Value {
    let request = json!({ "level": level, "heroes": heroes, "foes": foes });
    place.good("POST", &format!("/rulesets/{ruleset}/difficulty"), "", request).await
}

fn foes(all: &[(&str, u32)]) -> Value {
    all.iter().map(|(level, count)| json!({ "level": level, "count": count })).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fifth_edition_adds_experience_by_challenge() {
    let place = Place::start().await;
    let rows: [Row; 5] = [
        (1, 4, &[("CR 1/4", 4)], 200, "Low"),
        (1, 4, &[("CR 1/4", 5)], 250, "Moderate"),
        (5, 5, &[("CR 5", 2), ("CR 2", 1)], 4050, "High"),
        (20, 4, &[("CR 24", 1)], 62_000, "High"),
        (1, 4, &[("CR 30", 1)], 155_000, "Beyond high"),
    ];
    for (level, heroes, all, cost, title) in rows {
        let found = judge(&place, "srd-5", level, heroes, foes(all)).await;
        assert_eq!((&found["cost"], &found["title"]), (&json!(cost), &json!(title)), "{all:?}");
    }
    let found = judge(&place, "srd-5", 3, 5, foes(&[])).await;
    let budgets = json!([
        { "title": "Low", "budget": 750 },
        { "title": "Moderate", "budget": 1125 },
        { "title": "High", "budget": 2000 },
    ]);
    assert_eq!(found["budgets"], budgets);
}

#[tokio::test(flavor = "multi_thread")]
async fn pathfinder_2_counts_from_the_level_of_the_party() {
    let place = Place::start().await;
    let rows: [Row; 6] = [
        (1, 4, &[("Level -1", 2)], 40, "Trivial"),
        (2, 4, &[("Level 3", 1)], 60, "Low"),
        (2, 4, &[("Level 2", 2)], 80, "Moderate"),
        (2, 5, &[("Level 2", 2), ("Level 0", 3)], 140, "Severe"),
        (2, 4, &[("Level 6", 1)], 160, "Extreme"),
        (2, 6, &[("Level 7", 1)], 160, "Beyond extreme"),
    ];
    for (level, heroes, all, cost, title) in rows {
        let found = judge(&place, "pathfinder-2e", level, heroes, foes(all)).await;
        assert_eq!((&found["cost"], &found["title"]), (&json!(cost), &json!(title)), "{all:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_levels_are_told_and_bad_requests_refused() {
    let place = Place::start().await;
    let found = judge(&place, "srd-5", 1, 4, foes(&[("", 2), ("Level 3", 1), ("CR 1", 1)])).await;
    assert_eq!((&found["uncounted"], &found["cost"]), (&json!(3), &json!(200)));
    let request = json!({ "level": 1, "heroes": 4, "foes": [] });
    let path = "/rulesets/collective/difficulty";
    assert_eq!(place.call("POST", path, "", request).await.0, 404);
    let path = "/rulesets/srd-5/difficulty";
    for bad in [
        json!({ "level": 0, "heroes": 4, "foes": [] }),
        json!({ "level": 21, "heroes": 4, "foes": [] }),
        json!({ "level": 1, "heroes": 4_000_000_000_u32, "foes": [] }),
        json!({ "level": 1, "heroes": -4, "foes": [] }),
    ] {
        assert_eq!(place.call("POST", path, "", bad.clone()).await.0, 400, "{bad}");
    }
    // Every shipped creature of these rulebooks has a cost.
    for ruleset in ["srd-5", "pathfinder-2e"] {
        let path = format!("/rulesets/{ruleset}/creatures");
        let library = place.good("GET", &path, "", Value::Null).await;
        let all = library["creatures"].as_array().expect("a list");
        let words = |one: &Value| one["words"].as_array().expect("a list").clone();
        let level = |one: &Value| json!({ "level": one["level"], "count": 1 });
        let levels: Vec<Value> = all
            .iter()
            .filter(|one| one["level"].is_string() && !words(one).contains(&json!("hero")))
            .map(level)
            .collect();
        assert!(levels.len() > 60, "{ruleset}");
        let found = judge(&place, ruleset, 1, 4, json!(levels)).await;
        println!("{ruleset}: {} of {} without a cost", found["uncounted"], all.len());
        assert!(found["uncounted"].as_u64().is_some_and(|it| it * 10 < levels.len() as u64));
    }
}
