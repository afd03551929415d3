//! Quick fixes: the word that a diagnostic proposes.

use lsp_types::CodeActionParams;
use serde_json::{Map, Value, json};

use crate::origin::path_of;
use crate::workspace::Workspace;

const BEFORE: &str = "did you mean \"";
const AFTER: &str = "\"?";

/// Returns a fix for each diagnostic of a range that proposes another word.
pub(crate) fn fixes(workspace: &mut Workspace, params: &CodeActionParams) -> Option<Vec<Value>> {
    let uri = &params.text_document.uri;
    let path = path_of(uri)?;
    let (ruleset, name) = workspace.ruleset_of(&path)?;
    let text = ruleset.files.get(&name)?;
    let mut actions = Vec::new();
    for diagnostic in &params.context.diagnostics {
        let Some(word) = proposed(&diagnostic.message) else { continue };
        let start = workspace.encoding.offset(text, diagnostic.range.start);
        let end = workspace.encoding.offset(text, diagnostic.range.end).max(start);
        let quote = text[start..end].chars().next().filter(|it| matches!(it, '"' | '\''));
        let new_text = match quote {
            Some(quote) => format!("{quote}{word}{quote}"),
            None => word.to_owned(),
        };
        let edit = json!({ "range": diagnostic.range, "newText": new_text });
        let mut changes = Map::new();
        changes.insert(uri.as_str().to_owned(), json!([edit]));
        actions.push(json!({
            "title": format!("Change to {new_text}"),
            "kind": "quickfix",
            "diagnostics": [diagnostic],
            "isPreferred": true,
            "edit": { "changes": changes },
        }));
    }
    Some(actions)
}

/// Returns the word that a message proposes.
fn proposed(message: &str) -> Option<&str> {
    let help =
        message.lines().find_map(|line| line.strip_prefix("help: ")?.strip_prefix(BEFORE))?;
    help.strip_suffix(AFTER)
}
