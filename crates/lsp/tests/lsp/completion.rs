//! Proposals and documentation by place.

use serde_json::json;

use crate::support::{Editor, Folder};

const ACTIONS: &str = "rules/actions.toml";

/// Returns the labels proposed at a `|`.
#[track_caller]
fn labels(editor: &mut Editor, path: &str, marked: &str) -> Vec<String> {
    let response = editor.ask_at("textDocument/completion", path, marked, json!({}));
    let result = response.result.unwrap();
    let items = result.as_array().cloned().unwrap_or_default();
    items.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
}

fn has(labels: &[String], wanted: &[&str]) -> bool {
    wanted.iter().all(|wanted| labels.iter().any(|label| label == wanted))
}

#[test]
fn keys_of_the_table_are_proposed() {
    let folder = Folder::new("keys");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    editor.replace(ACTIONS, "name = \"action\"", "name = \"action\"\nwor");
    let found = labels(&mut editor, ACTIONS, "\nwor|");
    assert!(has(&found, &["worth", "free", "currency"]), "{found:?}");
    assert!(!has(&found, &["cost"]));
    editor.replace(ACTIONS, "[[rule.moment]]", "[[rule.mo");
    let found = labels(&mut editor, ACTIONS, "[[rule.mo|");
    assert!(has(&found, &["rule", "rule.moment", "rule.activity"]), "{found:?}");
}

#[test]
fn names_are_proposed_where_they_fit() {
    let folder = Folder::new("names");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    let found = labels(&mut editor, ACTIONS, "actor.has(da|zed)");
    assert_eq!(found, ["dazed"]);
    let found = labels(&mut editor, ACTIONS, "attribute = \"target.h|p\"");
    assert!(has(&found, &["hp", "has("]), "{found:?}");
    assert_eq!(labels(&mut editor, ACTIONS, "condition = \"|dazed\""), ["dazed"]);
    assert_eq!(labels(&mut editor, ACTIONS, "cost = \"1|A\""), ["A"]);
    let found = labels(&mut editor, ACTIONS, "target = \"|foe\"");
    assert!(has(&found, &["none", "foe", "any"]), "{found:?}");
    let found = labels(&mut editor, ACTIONS, "({target.|hp} left)");
    assert!(has(&found, &["hp"]), "{found:?}");
    assert!(labels(&mut editor, ACTIONS, "says = \"|The action").is_empty());
    editor.open("examples/first.toml");
    let found = labels(&mut editor, "examples/first.toml", "attributes = { |hp");
    assert_eq!(found, ["hp"]);
    assert_eq!(labels(&mut editor, "examples/first.toml", "side = \"|heroes"), ["heroes", "foes"]);
}

#[test]
fn keys_and_names_are_explained() {
    let folder = Folder::new("hover");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    let mut hover = |marked: &str| {
        let response = editor.ask_at("textDocument/hover", ACTIONS, marked, json!({}));
        let result = response.result.unwrap();
        result["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let key = hover("def|ault = \"3\"");
    assert!(key.starts_with("**default**: Value where a setup says nothing"), "{key}");
    assert_eq!(
        hover("target.h|p} left"),
        "**hp** (attribute: hit points)\n\nFor an action one strikes a foe for one hit point, \
         never while dazed.\n\n`duel.action.strike`, Actions"
    );
    assert!(hover("[[rule.wa|tch]]").contains("when an attribute changes"));
    assert_eq!(hover("# Actions| (A)"), "");
}
