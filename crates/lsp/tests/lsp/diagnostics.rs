//! Mistakes as they come and go.

use serde_json::{Value, json};

use crate::support::{Editor, Folder, covered};

const ACTIONS: &str = "rules/actions.toml";

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|one| one["code"].as_str()).collect()
}

#[test]
fn a_mistake_is_shown_at_its_place_and_goes_when_it_is_mended() {
    let folder = Folder::new("mended");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    assert_eq!(editor.wait_for(ACTIONS), Vec::<Value>::new());
    editor.replace(ACTIONS, "has(dazed)", "has(dazzed)");
    let found = editor.wait_for(ACTIONS);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(covered(editor.text(ACTIONS), &found[0]["range"]), "dazzed");
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(found[0]["source"], "turnwright");
    assert!(found[0]["message"].as_str().unwrap().contains("did you mean \"dazed\"?"));
    editor.replace(ACTIONS, "dazzed", "dazed");
    assert_eq!(editor.wait_for(ACTIONS), Vec::<Value>::new());
}

#[test]
fn columns_count_utf_16_or_bytes_as_agreed() {
    for (encodings, column) in [(json!(["utf-16"]), 3), (json!(["utf-8", "utf-16"]), 6)] {
        let folder = Folder::new(&format!("columns-{column}"));
        let offered = json!({ "general": { "positionEncodings": encodings } });
        let mut editor = Editor::with(&folder, offered);
        editor.open_as(ACTIONS, "");
        editor.wait_for(ACTIONS);
        // The unknown key begins behind letters of two and four bytes.
        let text = "[[rule]]\n# x\n\"é𝄞\".b = 1\n";
        let change = json!([{ "text": text }]);
        let document = json!({ "uri": editor.uri(ACTIONS), "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": change });
        editor.tell("textDocument/didChange", params);
        let found = editor.wait_for(ACTIONS);
        let range = &found[0]["range"];
        assert_eq!(range["start"], json!({ "line": 2, "character": 0 }), "{found:?}");
        assert_eq!(range["end"]["character"], column + 2, "{found:?}");
    }
}

#[test]
fn problems_of_other_files_are_shown_and_cleared_too() {
    let folder = Folder::new("others");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    editor.wait_for(ACTIONS);
    // The encounter is not open, and names an attribute that is gone.
    editor.replace(ACTIONS, "id = \"hp\"", "id = \"health\"");
    editor.wait_for(ACTIONS);
    editor.save(ACTIONS);
    assert!(!editor.wait_for(ACTIONS).is_empty());
    editor.replace(ACTIONS, "attribute = \"hp\"", "attribute = \"health\"");
    editor.replace(ACTIONS, "({target.hp}", "({target.health}");
    editor.replace(ACTIONS, "\"target.hp\"", "\"target.health\"");
    editor.save(ACTIONS);
    let example = editor.wait_for("examples/first.toml");
    assert_eq!(example.len(), 1, "{example:?}");
    editor.open("examples/first.toml");
    editor.replace("examples/first.toml", "{ hp", "{ health");
    while !editor.wait_for("examples/first.toml").is_empty() {}
}

#[test]
fn half_typed_files_have_their_syntax_errors() {
    let folder = Folder::new("half");
    let mut editor = Editor::new(&folder);
    editor.open_as(ACTIONS, "[[rule]]\nid = \"duel");
    assert_eq!(codes(&editor.wait_for(ACTIONS)), ["E001"]);
    editor.open_as(ACTIONS, "[[rule]]\nid = \"duel.x\"\nidd = 1\n");
    let found = editor.wait_for(ACTIONS);
    assert_eq!(codes(&found), ["E002"]);
}

#[test]
fn scenarios_are_run_when_they_are_opened_and_saved() {
    let folder = Folder::new("scenarios");
    let scenario = "scenarios/strike.md";
    std::fs::create_dir_all(folder.0.join("scenarios")).unwrap();
    let setup = crate::support::FILES[3].1;
    let text = format!(
        "# Strikes\n\n## Ana strikes\n\ncovers: duel.action.strike\n\n```setup\n{setup}```\n\n\
         ```play\n> Ana: strike Orc\n= Orc hp is 3\n```\n"
    );
    std::fs::write(folder.0.join(scenario), &text).unwrap();
    let mut editor = Editor::new(&folder);
    editor.open(scenario);
    let found = editor.wait_for(scenario);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(covered(&text, &found[0]["range"]), "= Orc hp is 3");
    editor.replace(scenario, "hp is 3", "hp is 2");
    editor.wait_for(scenario);
    editor.save(scenario);
    assert_eq!(editor.wait_for(scenario), Vec::<Value>::new());
    editor.replace(scenario, "side = \"foes\"", "side = \"fose\"");
    editor.save(scenario);
    let mut found = editor.wait_for(scenario);
    if found.is_empty() {
        found = editor.wait_for(scenario);
    }
    assert_eq!(covered(editor.text(scenario), &found[0]["range"]), "\"fose\"");
}
