//! Lists as data sets have them: names of columns, shapes of JSON, cells with nothing in them.

use super::super::list::{List, csv, json};
use super::super::{convert, line};
use super::guidelines;

fn told(list: &List) -> Vec<String> {
    let guidelines = guidelines();
    let told = |ability: &Result<_, String>| match ability {
        Ok(ability) => line(&convert(&guidelines, ability)),
        Err(problem) => problem.clone(),
    };
    list.lines.iter().map(|line| told(&line.ability)).collect()
}

fn names(list: &List) -> Vec<&str> {
    let abilities = list.lines.iter().filter_map(|line| line.ability.as_ref().ok());
    abilities.map(|ability| ability.name.as_str()).collect()
}

/// Headers may be spelled in any usual way; a column that numbers the lines has no meaning.
#[test]
fn columns_of_data_sets() {
    const SWIFT: &str = "1 act, simple, no subtype";
    const SPELL: &str = "2 acts, advanced, complex, consecutive";
    const TABLE: &[(&str, &str, &str)] = &[
        ("No.,Name,Action,Kind\n7,Smite,swift,Su\n", "Smite", SWIFT),
        ("name,default_action,kind\nSmite,swift,Su\n", "Smite", SWIFT),
        ("name|Action Type|kind\nSmite|swift|Su\n", "Smite", SWIFT),
        ("spellName,castingTime\nBless,1 standard action\n", "Bless", SPELL),
        ("Spell,Casting Time\nBless,1 standard action\n", "Bless", SPELL),
        ("Item,Activation\nBoots of speed,free action\n", "Boots of speed", FREE),
        ("Action,Action Type\nBull rush,Standard\n", "Bull rush", "1 act, simple, attack"),
        ("Item,Action\nyes,free\n", "", FREE),
        ("name,action,type\nCleave,attack,Combat\n", "Cleave", "1 act, simple, attack, usually"),
    ];
    const FREE: &str = "0 acts, free, no subtype, usually";
    let guidelines = guidelines();
    for (text, name, becomes) in TABLE {
        let list = csv(&guidelines, text).expect("the header is good");
        assert_eq!((names(&list), told(&list)), (vec![*name], vec![(*becomes).to_owned()]));
    }
}

/// A column for a fact holds yes or no in any spelling, or the words for it.
#[test]
fn cells_of_data_sets() {
    let (yes, no) = ("1 act, simple, attack, usually", "no guideline");
    let text = "name,action,attack\nA,standard,TRUE\nB,standard,t\nC,standard,ranged touch\n\
                D,standard,none\nE,standard,NULL\nF,standard,\u{2014}\nG,standard,+5\n";
    let list = csv(&guidelines(), text).expect("the header is good");
    assert_eq!(told(&list), [yes, yes, yes, no, no, no, "`+5` is neither yes nor no"]);
    let text = "name,action,kind\nA,?,Su\nB,null,Su\n";
    let list = csv(&guidelines(), text).expect("the header is good");
    assert_eq!(told(&list), ["undecided", "2 acts, advanced, no subtype, consecutive"]);
    let text = "name,action\nA,swift\n\"B,free\nC,move\n";
    let list = csv(&guidelines(), text).expect("the header is good");
    assert_eq!(told(&list)[1], "1 fields, not 2; is a quotation mark left open?");
}

#[test]
fn shapes_of_json() {
    let swift = "1 act, simple, no subtype".to_owned();
    for text in [
        r#"{"abilities": [{"name": "A", "action": "swift"}], "version": 3}"#,
        r#"{"A": {"action": "swift"}}"#,
        "{\"name\": \"A\", \"action\": \"swift\"}\n\n",
        r#"[{"name": "A", "activation": {"type": "swift", "cost": 1}, "attack": 0}]"#,
        r#"[{"spell": "A", "castingTime": "1 swift action"}]"#,
    ] {
        let list = json(&guidelines(), text).expect("it is a list");
        assert_eq!((names(&list), told(&list)), (vec!["A"], vec![swift.clone()]), "{text}");
    }
    let lines = "{\"name\": \"A\", \"action\": \"swift\"}\n\n{\"name\": \"B\", \"act\n";
    let list = json(&guidelines(), lines).expect("its first line is good");
    let places: Vec<u64> = list.lines.iter().map(|line| line.at).collect();
    assert_eq!((places, told(&list)[1].starts_with("EOF")), (vec![1, 3], true));
    let text = r#"[{"action": {"type": "round", "cost": "3"}, "kind": "spell"}]"#;
    let list = json(&guidelines(), text).expect("it is a list");
    assert_eq!(told(&list), ["9 acts, advanced, complex, consecutive, usually"]);
    let item = r#"[{"name": "A", "type": "spell", "system": {"actions": []}}]"#;
    let list = json(&guidelines(), item).expect("it is a list");
    assert!(told(&list)[0].contains("--actor"), "{:?}", told(&list));
    for (text, wanted) in [
        ("3", "not a number"),
        ("{}", "not one object"),
        (r#"{"a": [{}], "b": [{}]}"#, "not one object"),
        (r#"{"name": "A", "items": [{}], "system": {}}"#, "--actor"),
    ] {
        let problem = json(&guidelines(), text).expect_err("it is no list");
        assert!(problem.contains("expected a sequence") && problem.contains(wanted), "{problem}");
    }
}
