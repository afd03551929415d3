//! Definitions, references, outlines, renaming and quick fixes.

use serde_json::{Value, json};

use crate::support::{Editor, Folder, covered, loads};

const ACTIONS: &str = "rules/actions.toml";
const EXAMPLE: &str = "examples/first.toml";

#[test]
fn a_definition_is_found_in_another_file() {
    let folder = Folder::new("definition");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    editor.open(EXAMPLE);
    let found = editor.ask_at("textDocument/definition", EXAMPLE, "{ h|p =", json!({}));
    let found = found.result.unwrap();
    assert_eq!(found["uri"], editor.uri(ACTIONS));
    assert_eq!(covered(editor.text(ACTIONS), &found["range"]), "hp");
    let context = json!({ "context": { "includeDeclaration": true } });
    let all = editor.ask_at("textDocument/references", EXAMPLE, "{ h|p =", context);
    let all = all.result.unwrap();
    let files: Vec<&str> =
        all.as_array().unwrap().iter().filter_map(|it| it["uri"].as_str()).collect();
    let (example, actions) = (editor.uri(EXAMPLE), editor.uri(ACTIONS));
    assert_eq!(files, [&example, &actions, &actions, &actions, &actions]);
}

#[test]
fn outlines_have_rules_with_their_elements() {
    let folder = Folder::new("symbols");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    let document = json!({ "textDocument": { "uri": editor.uri(ACTIONS) } });
    let symbols = editor.ask("textDocument/documentSymbol", document);
    assert_eq!(symbols[1]["name"], "duel.action.strike");
    let children = symbols[1]["children"].as_array().unwrap();
    let names: Vec<&str> = children.iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["hp", "dazed", "strike"]);
    let range = covered(editor.text(ACTIONS), &symbols[1]["range"]);
    assert!(range.starts_with("[[rule]]\nid = \"duel.action.strike\""), "{range}");
    let found = editor.ask("workspace/symbol", json!({ "query": "timround" }));
    assert_eq!(found[0]["name"], "duel.time.rounds");
    assert_eq!(found.as_array().unwrap().len(), 1);
}

#[track_caller]
fn renamed(marked: &str, path: &str, new: &str, count: usize) {
    let folder = Folder::new(&format!("rename-{new}"));
    let mut editor = Editor::new(&folder);
    editor.open(path);
    let edit = editor.ask_at("textDocument/rename", path, marked, json!({ "newName": new }));
    assert!(edit.error.is_none(), "{:?}", edit.error);
    let edit = edit.result.unwrap();
    let edits = edit["changes"].as_object().unwrap().values();
    assert_eq!(edits.map(|it| it.as_array().unwrap().len()).sum::<usize>(), count);
    editor.apply(&edit);
    assert!(loads(&folder.0));
    assert_eq!(editor.leave(), lsp::Ended::Orderly);
}

#[test]
fn renaming_changes_all_places_and_the_ruleset_still_loads() {
    renamed("id = \"h|p\"", ACTIONS, "health", 5);
    renamed("has(daz|ed)", ACTIONS, "stunned", 3);
    renamed("cost = \"1A|\"", ACTIONS, "Act", 4);
    renamed("duel.action.|strike", ACTIONS, "duel.action.blow", 1);
    renamed("side = \"her|oes\"", EXAMPLE, "we", 2);
}

#[test]
fn a_name_that_does_not_do_is_refused() {
    let folder = Folder::new("refused");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    let mut refusal = |marked: &str, new: &str| {
        let params = json!({ "newName": new });
        let response = editor.ask_at("textDocument/rename", ACTIONS, marked, params);
        response.error.unwrap().message
    };
    assert!(refusal("id = \"h|p\"", "turn").contains("no attribute can be called `turn`"));
    assert!(refusal("id = \"h|p\"", "two words").contains("is no name"));
    assert!(refusal("id = \"|strike\"", "").contains("is no name"));
    assert!(refusal("duel.action.|strike", "duel.time.rounds").contains("already"));
    assert!(refusal("says = \"The| action", "x").contains("there is no name here"));
    let nothing =
        editor.ask_at("textDocument/prepareRename", ACTIONS, "says = \"The| action", json!({}));
    assert_eq!(nothing.result, Some(Value::Null));
}

#[test]
fn a_quick_fix_mends_the_mistake() {
    let folder = Folder::new("fix");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    editor.wait_for(ACTIONS);
    editor.replace(ACTIONS, "has(dazed)", "has(dazd)");
    mend(&mut editor);
    editor.replace(ACTIONS, "condition = \"dazed\"", "condition = \"dazde\"");
    mend(&mut editor);
    editor.replace(ACTIONS, "immediate = true", "imediate = true");
    mend(&mut editor);
}

fn mend(editor: &mut Editor) {
    let found = editor.wait_for(ACTIONS);
    assert_eq!(found.len(), 1, "{found:?}");
    let params = json!({
        "textDocument": { "uri": editor.uri(ACTIONS) },
        "range": found[0]["range"],
        "context": { "diagnostics": found },
    });
    let actions = editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["kind"], "quickfix");
    editor.apply(&actions[0]["edit"]);
    assert_eq!(editor.wait_for(ACTIONS), Vec::<Value>::new());
}

#[test]
fn names_that_a_for_makes_are_declared_where_it_stands() {
    let folder = Folder::new("for");
    let text = std::fs::read_to_string(folder.0.join(ACTIONS)).unwrap();
    let more = r#"
[[rule.attribute]]
for = { kind = ["fire", "cold"] }
id = "{kind}-armor"
default = "1"

[[rule.activity]]
for = { kind = ["fire", "cold"] }
id = "{kind}-bolt"
cost = "1A"
target = "foe"
needs = [{ when = "target.{kind}-armor < 3" }, { when = "target.cold-armor < 4" }]
"#;
    std::fs::write(folder.0.join(ACTIONS), format!("{text}{more}")).unwrap();
    assert!(loads(&folder.0));
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    let found = editor.ask_at("textDocument/definition", ACTIONS, "target.cold-ar|mor", json!({}));
    let range = found.result.unwrap()["range"].clone();
    assert_eq!(covered(editor.text(ACTIONS), &range), "{kind}-armor");
    let found = editor.ask("workspace/symbol", json!({ "query": "bolt" }));
    let names: Vec<&str> =
        found.as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["fire-bolt", "cold-bolt"]);
    let params = json!({ "newName": "ice-armor" });
    let refused = editor.ask_at("textDocument/rename", ACTIONS, "target.cold-ar|mor", params);
    let message = refused.error.unwrap().message;
    assert_eq!(message, "the name is one that a `for` makes; change it by hand");
    let hover = editor.ask_at("textDocument/hover", ACTIONS, "f|or = { kind", json!({}));
    let hover = hover.result.unwrap()["contents"]["value"].clone();
    assert!(hover.as_str().unwrap().starts_with("**for**: Makes one element for each"), "{hover}");
}

#[test]
fn mistakes_in_an_element_that_a_for_makes_stand_in_its_text() {
    let folder = Folder::new("for-mistake");
    let text = std::fs::read_to_string(folder.0.join(ACTIONS)).unwrap();
    let more = "\n[[rule.activity]]\nfor = { kind = [\"fire\", \"cold\"] }\nid = \"{kind}\"\n\
                cost = \"1A\"\nrequires = [\"dazed\", \"by-{kind}\"]\n";
    let mut editor = Editor::new(&folder);
    editor.open_as(ACTIONS, &format!("{text}{more}"));
    let found = editor.wait_for(ACTIONS);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|it| (covered(editor.text(ACTIONS), &it["range"]), it["message"].as_str().unwrap()))
        .collect();
    let (place, message) = found[0];
    assert_eq!(place, "\"by-{kind}\"", "{found:?}");
    assert!(message.contains("`by-fire` (for kind = fire, and one more)"), "{message}");
}
