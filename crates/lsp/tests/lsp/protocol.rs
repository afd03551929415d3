//! The course of a conversation, and messages that make no sense.

use lsp::Ended;
use serde_json::{Value, json};

use crate::support::{Editor, Folder};

const ACTIONS: &str = "rules/actions.toml";

#[test]
fn a_conversation_ends_in_order_or_abruptly() {
    let folder = Folder::new("ends");
    assert_eq!(Editor::new(&folder).leave(), Ended::Orderly);
    assert_eq!(Editor::new(&folder).exit(), Ended::Abruptly);
}

#[test]
fn messages_that_make_no_sense_do_not_stop_the_server() {
    let folder = Folder::new("nonsense");
    let mut editor = Editor::new(&folder);
    editor.open(ACTIONS);
    let unknown = editor.send("textDocument/unheardOf", json!({ "a": 1 }));
    assert_eq!(unknown.error.unwrap().code, -32601);
    let odd = editor.send("textDocument/hover", json!({ "textDocument": 7 }));
    assert_eq!(odd.error.unwrap().code, -32602);
    editor.tell("textDocument/didOpen", json!([1, 2]));
    editor.tell("textDocument/didChange", Value::Null);
    editor.tell("$/unheardOf", json!({}));
    let document = json!({ "uri": editor.uri(ACTIONS), "version": 5 });
    let range = json!({
        "start": { "line": 900, "character": 9 }, "end": { "line": 0, "character": 4 },
    });
    let changes = json!([{ "range": range, "text": "é" }]);
    let params = json!({ "textDocument": document, "contentChanges": changes });
    editor.tell("textDocument/didChange", params);
    let place = json!({
        "textDocument": { "uri": editor.uri(ACTIONS) },
        "position": { "line": 4_000_000_000u32, "character": 4_000_000_000u32 },
    });
    editor.ask("textDocument/completion", place.clone());
    editor.ask("textDocument/hover", place);
    let elsewhere = json!({
        "textDocument": { "uri": "untitled:one" }, "position": { "line": 0, "character": 0 },
    });
    assert_eq!(editor.ask("textDocument/definition", elsewhere), Value::Null);
    assert_eq!(editor.leave(), Ended::Orderly);
}

#[test]
fn every_beginning_of_a_file_can_be_asked_about() {
    let folder = Folder::new("beginnings");
    let mut editor = Editor::new(&folder);
    let text = include_str!("duel/actions.toml");
    editor.open_as(ACTIONS, "");
    for at in (0..text.len()).step_by(7).filter(|at| text.is_char_boundary(*at)) {
        let begin = &text[..at];
        let document = json!({ "uri": editor.uri(ACTIONS), "version": 2 });
        let changes = json!([{ "text": begin }]);
        editor.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
        let place = json!({
            "textDocument": { "uri": editor.uri(ACTIONS) },
            "position": crate::support::place(begin, at),
        });
        let response = editor.send("textDocument/completion", place.clone());
        assert!(response.error.is_none(), "{:?}", response.error);
        let response = editor.send("textDocument/hover", place);
        assert!(response.error.is_none(), "{:?}", response.error);
    }
    assert_eq!(editor.leave(), Ended::Orderly);
}
