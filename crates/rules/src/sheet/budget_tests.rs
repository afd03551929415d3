//! Budgets by the games' formulas, and mistakes in them.

use super::tests::{said, source};
use super::*;

const ABSOLUTE: &str = r#"
[budget]
unit = "XP"
level = "CR"
over = "Beyond high"
party = 2
costs = { "1/8" = 25, "1" = 200, "2" = 450 }
grade = [
    { title = "Low", hero = [50, 100] },
    { title = "High", hero = [100, 200] },
]
"#;

const RELATIVE: &str = r#"
[budget]
unit = "XP"
level = "Level"
over = "Beyond extreme"
relative = true
costs = { "-4" = 10, "0" = 40, "4" = 160 }
grade = [
    { title = "Trivial", hero = [10] },
    { title = "Low", hero = [20], plus = -20 },
    { title = "Extreme", hero = [40] },
]
"#;

fn judge(text: &str, level: u8, heroes: u32, foes: &[(&str, u32)]) -> Difficulty {
    let foes: Vec<Foes<'_>> =
        foes.iter().map(|(level, count)| Foes { level, count: *count }).collect();
    let sheet = Sheet::of(&source(text).parse().expect("it can be read")).expect("it is right");
    let budget = sheet.budget.expect("it has a budget");
    budget.judge(level, heroes, &foes)
}

#[test]
fn costs_by_level_are_compared_with_the_budgets_of_a_party() {
    let found = judge(ABSOLUTE, 1, 4, &[("CR 1/8", 8)]);
    assert_eq!((found.cost, found.budgets, found.grade), (200, vec![200, 400], Some(0)));
    assert_eq!(judge(ABSOLUTE, 1, 4, &[("CR 1/8", 9)]).grade, Some(1));
    assert_eq!(judge(ABSOLUTE, 1, 4, &[("CR 2", 1)]).grade, None);
    assert_eq!(judge(ABSOLUTE, 2, 4, &[("CR 2", 1)]).grade, Some(1));
    // A level beyond the table is as the last one.
    assert_eq!(judge(ABSOLUTE, 9, 4, &[]).budgets, [400, 800]);
    let found = judge(ABSOLUTE, 1, 4, &[("Level 2", 3), ("", 2), ("CR 40", 1)]);
    assert_eq!((found.cost, found.uncounted), (0, 6));
}

#[test]
fn costs_by_difference_follow_the_level_of_the_party() {
    let found = judge(RELATIVE, 3, 4, &[("Level 3", 1), ("Level -1", 2)]);
    assert_eq!((found.cost, &found.budgets[..], found.grade), (60, &[40, 60, 160][..], Some(1)));
    // Further below costs nothing, in between counts as the one below.
    assert_eq!(judge(RELATIVE, 9, 4, &[("Level 1", 5)]).cost, 0);
    assert_eq!(judge(RELATIVE, 3, 4, &[("Level 5", 1)]).cost, 40);
    // Further above is beyond every grade, however many heroes there are.
    let found = judge(RELATIVE, 1, 40, &[("Level 6", 1)]);
    assert_eq!((found.cost, found.grade, found.beyond), (160, None, 1));
}

#[test]
fn mistakes_in_a_budget_are_named() {
    let rows = [
        ("\"1/8\" = 25", "\"an eighth\" = 25", "`an eighth` is no level"),
        ("unit = \"XP\"", "unit = \" \"", "`unit` says nothing"),
        ("party = 2", "party = 7", "a party is of level 1 to 2, not 7"),
        ("hero = [50, 100]", "hero = []", "`Low` has no budget for a hero"),
        ("hero = [50, 100]", "hero = [1, 2, 3]", "budgets for 2 levels, others for 3"),
        ("hero = [50, 100]", "hero = [50, 300]", "at level 2, `High` takes no more than `Low`"),
        ("title = \"High\"", "title = \"Low\"", "two grades are called `Low`"),
        ("costs = { \"1/8\" = 25, \"1\" = 200, \"2\" = 450 }", "costs = {}", "has a cost"),
    ];
    for (right, wrong, expected) in rows {
        let text = ABSOLUTE.replace(right, wrong);
        assert_ne!(text, ABSOLUTE, "{right}");
        let told = said(&text);
        assert!(told.contains(expected), "{wrong}: {told}");
    }
    let told = said(&RELATIVE.replace("\"-4\"", "\"1/2\""));
    assert!(told.contains("`1/2` is no difference of levels"), "{told}");
}
