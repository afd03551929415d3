//! The templates of `turnwright new`: each name that they declare can be renamed.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{Editor, Folder, covered};

/// Returns the folders of the templates, in name order.
fn templates() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/templates");
    let listing = std::fs::read_dir(all.canonicalize().unwrap()).unwrap().flatten();
    let mut folders: Vec<PathBuf> = listing.map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("ruleset.toml").is_file());
    folders.sort_unstable();
    folders
}

#[test]
fn every_name_of_the_templates_can_be_renamed() {
    let mut refused = Vec::new();
    let mut count = 0;
    for folder in templates() {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let copy = Folder::copy(&format!("template-{name}"), &folder);
        let mut editor = Editor::new(&copy);
        let mut files: Vec<PathBuf> = std::fs::read_dir(copy.0.join("rules"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort_unstable();
        for file in files {
            let path = format!("rules/{}", file.file_name().unwrap().to_str().unwrap());
            editor.open(&path);
            let document = json!({ "textDocument": { "uri": editor.uri(&path) } });
            let symbols = editor.ask("textDocument/documentSymbol", document);
            let rules = symbols.as_array().unwrap().iter();
            let inside = |rule: &Value| rule["children"].as_array().cloned().unwrap_or_default();
            for symbol in rules.flat_map(|rule| [vec![rule.clone()], inside(rule)].concat()) {
                let old = covered(editor.text(&path), &symbol["selectionRange"]).to_owned();
                // Names that a `for` makes cannot be renamed.
                if old.contains('{') {
                    continue;
                }
                let new = if old.contains('.') { format!("{old}-x") } else { format!("{old}x") };
                let params = json!({
                    "textDocument": { "uri": editor.uri(&path) },
                    "position": symbol["selectionRange"]["start"],
                    "newName": new,
                });
                let response = editor.send("textDocument/rename", params);
                if let Some(error) = response.error {
                    refused.push(format!("{name} {old}: {}", error.message));
                }
                count += 1;
            }
        }
    }
    assert_eq!(refused, Vec::<String>::new());
    assert!(count > 100, "{count}");
}
