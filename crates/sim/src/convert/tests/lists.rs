//! Lists in CSV and JSON.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::list::{List, csv, json};
use super::super::{actor, convert, line};
use super::{guidelines, ruleset};

fn told(list: &List) -> Vec<(u64, String)> {
    let guidelines = guidelines();
    let told = |ability: &Result<_, String>| match ability {
        Ok(ability) => line(&convert(&guidelines, ability)),
        Err(problem) => problem.clone(),
    };
    list.lines.iter().map(|line| (line.at, told(&line.ability))).collect()
}

#[test]
fn broken_lines_keep_their_numbers() {
    let text = "Name,Action,Kind,Attack roll,Book\n\
                Trip,,,,core\n\
                Breath,standard,Su,yes,core\n\
                Short,standard\n\
                \"Two\nlines\",swift,,no,\n\
                Odd,sometimes,,,\n\
                Maybe,swift,,perhaps,\n";
    let list = csv(&guidelines(), text).expect("the header is good");
    assert_eq!(list.ignored, ["Book"]);
    let wanted = [
        (2, "1 act, simple, attack"),
        (3, "2 acts, advanced, attack, consecutive, usually"),
        (4, "2 fields, not 5"),
        (5, "1 act, simple, no subtype"),
        (7, "`sometimes` means nothing here"),
        (8, "`perhaps` is neither yes nor no"),
    ];
    assert_eq!(told(&list), wanted.map(|(at, text)| (at, text.to_owned())));
}

#[test]
fn a_list_needs_its_header() {
    let problem = csv(&guidelines(), "Trip,standard\n").expect_err("no column is known");
    assert!(problem.contains("name, action, kind, flags"), "{problem}");
}

/// Lines are counted with any line ends and with blank lines between them.
#[test]
fn lines_as_editors_count_them() {
    for end in ["\n", "\r\n", "\r"] {
        let text =
            ["name,action", "", "A,swift", "", "", "B,odd", "\"C", "D\",swift", "E,free", ""];
        let list = csv(&guidelines(), &text.join(end)).expect("the header is good");
        let lines: Vec<u64> = list.lines.iter().map(|line| line.at).collect();
        assert_eq!(lines, [3, 6, 7, 9], "{end:?}");
    }
}

/// Columns by their usual names, dashes, and what stands between the fields.
#[test]
fn as_people_write_them() {
    let told = |text: &str| told(&csv(&guidelines(), text).expect("the header is good"));
    let text = "Ability;Activation;Ability Type;Level\n\
                Smite;Swift action;(Su);1\nAura;—;Su;–\nGaze;N/A;Su;\nBlow;Standard;None;2\n\
                Veil;see text;Sp;3\n";
    let wanted = [
        (2, "1 act, simple, no subtype"),
        (3, "no guideline"),
        (4, "no guideline"),
        (5, "no guideline"),
        (6, "undecided"),
    ];
    assert_eq!(told(text), wanted.map(|(at, text)| (at, text.to_owned())));
    let text = "Spell Name\tCasting_Time\tKind\nSleep\t1 round\t\nBlink\tstandard\tSp\n";
    let wanted = [
        (2, "3 acts, advanced, complex, over two turns that follow each other"),
        (3, "2 acts, advanced, complex, consecutive, usually"),
    ];
    assert_eq!(told(text), wanted.map(|(at, text)| (at, text.to_owned())));
    let wide = format!("name{}\nA{}\n", ",action".repeat(9), ",swift".repeat(9));
    assert_eq!(told(&wide), [(2, "more than 8 columns of words".to_owned())]);
    let list = csv(&guidelines(), "name,action,level,feat\nA,swift,3,B\n").expect("it is good");
    assert_eq!(list.ignored, ["level", "feat"]);
}

#[test]
fn json_elements() {
    let text = r#"[{"name": "Ray", "action": "standard", "kind": "spell", "flags": ["attack"]},
                   {"action": 7}, 3, {"action": "swift", "attack": true, "page": 12}]"#;
    let list = json(&guidelines(), text).expect("it is an array");
    assert_eq!(list.ignored, ["page"]);
    let wanted = [
        (1, "2 acts, advanced, complex, consecutive"),
        (2, "/action: a number instead of a text"),
        (3, "a number instead of an object"),
        (4, "1 act, simple, no subtype"),
    ];
    assert_eq!(told(&list), wanted.map(|(at, text)| (at, text.to_owned())));
    let problem = json(&guidelines(), "[{\n").expect_err("it breaks off");
    assert!(problem.contains("line 2"), "{problem}");
}

/// An action given as an attack, as in exports, is part of an attack.
#[test]
fn attacks_as_actions() {
    let wanted = "1 act, simple, attack, usually";
    let text = "name,action,kind\nTouch,attack,su\nArrow,Attack,spell\nBlow,1 attack,sp\n";
    let list = csv(&guidelines(), text).expect("the header is good");
    assert_eq!(told(&list).iter().map(|(_, it)| it.as_str()).collect::<Vec<_>>(), [wanted; 3]);
    let text = r#"[{"name": "Touch", "action": {"type": "attack", "cost": 1}, "kind": "su"}]"#;
    let list = json(&guidelines(), text).expect("it is an array");
    assert_eq!(told(&list), [(1, wanted.to_owned())]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// No input makes the converter panic.
    #[test]
    fn any_text(text in ".{0,200}", words in "[a-z0-9 ,\"{}\\[\\]:\n-]{0,200}") {
        let (guidelines, parsed) = (guidelines(), ruleset());
        for text in [text, format!("name,action,flags\n{words}"), words] {
            let _ = csv(&guidelines, &text);
            let _ = json(&guidelines, &text);
            let _ = actor::read(&guidelines, &parsed, &text);
            if let Ok(ability) = guidelines.ability(&text, &[&text]) {
                let found = convert(&guidelines, &ability);
                prop_assert!(!line(&found).is_empty());
            }
        }
    }
}
