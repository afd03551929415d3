//! The language server over standard input and output.

use serde_json::{Value, json};

use crate::support::turnwright;

fn framed(message: &Value) -> String {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

#[test]
fn an_editor_begins_and_ends_a_conversation() {
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} }
    });
    let shutdown = json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": null });
    let told = |method: &str| json!({ "jsonrpc": "2.0", "method": method, "params": {} });
    let messages = [initialize, told("initialized"), shutdown, told("exit")];
    let typed: String = messages.iter().map(framed).collect();
    let found = turnwright(["lsp"], &typed);
    assert_eq!(found.code, 0, "{}{}", found.out, found.err);
    assert!(found.out.contains("\"renameProvider\""), "{}", found.out);
    // An editor that is gone without asking for the shutdown.
    let first = framed(&messages[0]);
    assert_eq!(turnwright(["lsp"], &first).code, 1);
}
