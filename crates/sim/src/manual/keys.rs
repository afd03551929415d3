//! The page about every key of every file, made from the types that read the files.

use std::collections::{BTreeMap, VecDeque};

use rules::raw::{Campaign, Encounter, ImportFile, Manifest, RuleFile, SheetFile, schema_of};
use schemars::Schema;
use serde_json::{Map, Value};

use super::Page;

/// Path of the page below the folder of the manual.
pub const KEYS: &str = "keys.md";

type Object = Map<String, Value>;

/// Returns the page about every key.
pub fn keys() -> Page {
    let files: [(&str, Schema); 6] = [
        ("ruleset.toml", schema_of::<Manifest>()),
        ("A file of rules", schema_of::<RuleFile>()),
        ("sheet.toml", schema_of::<SheetFile>()),
        ("import.toml", schema_of::<ImportFile>()),
        ("An encounter", schema_of::<Encounter>()),
        ("A campaign, or a file of creatures", schema_of::<Campaign>()),
    ];
    let mut text =
        "# Every key\n\nThe keys of every file and table, as the program reads them. Those \
                    marked with * must be given.\n"
            .to_owned();
    let mut tables = Tables::default();
    for (title, schema) in &files {
        let Some(schema) = schema.as_object() else { continue };
        tables.add(schema);
        text.push_str(&format!("\n## {title}\n{}", tables.describe(schema)));
    }
    while let Some(name) = tables.coming.pop_front() {
        let Some(table) = tables.all.get(&name).cloned() else { continue };
        let described = tables.describe(&table);
        text.push_str(&format!("\n<a id=\"{}\"></a>\n\n## {name}\n{described}", anchor(&name)));
    }
    Page { path: KEYS.to_owned(), text }
}

/// Descriptions of the tables that keys may hold.
#[derive(Default)]
struct Tables {
    all: BTreeMap<String, Object>,
    /// Mentioned tables that are not described yet, in the order of description.
    coming: VecDeque<String>,
    mentioned: Vec<String>,
}

impl Tables {
    fn add(&mut self, schema: &Object) {
        for (name, table) in objects(schema.get("$defs")) {
            self.all.insert(name.clone(), table.clone());
        }
    }

    /// Describes a table and its keys in Markdown.
    fn describe(&mut self, table: &Object) -> String {
        let required: Vec<&str> = table
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut text =
            format!("\n{}\n\n| key | value | meaning |\n| --- | --- | --- |\n", about(table));
        for (key, value) in objects(table.get("properties")) {
            let needed = if required.contains(&key.as_str()) { "*" } else { "" };
            let kind = self.kind(value);
            text.push_str(&format!("| `{key}`{needed} | {kind} | {} |\n", about(value)));
        }
        text
    }

    /// Returns the sort of value that a key holds.
    fn kind(&mut self, value: &Object) -> String {
        if let Some(name) = value.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap_or(name).to_owned();
            if !self.mentioned.contains(&name) {
                self.mentioned.push(name.clone());
                self.coming.push_back(name.clone());
            }
            return format!("[{name}](#{})", anchor(&name));
        }
        // The schema of an optional value is a choice between it and null.
        let choices = value.get("anyOf").and_then(Value::as_array);
        if let Some(one) = choices.and_then(|all| all.first()).and_then(Value::as_object) {
            return self.kind(one);
        }
        let types = match value.get("type") {
            Some(Value::Array(types)) => types.first().and_then(Value::as_str),
            Some(one) => one.as_str(),
            None => None,
        };
        let inner = |key: &str| value.get(key).and_then(Value::as_object).cloned();
        match types.unwrap_or_default() {
            "string" => "text".to_owned(),
            "integer" => "number".to_owned(),
            "boolean" => "`true` or `false`".to_owned(),
            "array" => {
                let one = inner("items").unwrap_or_default();
                format!("list of {}", self.kind(&one))
            }
            _ => {
                let one = inner("additionalProperties").unwrap_or_default();
                format!("table of {}", self.kind(&one))
            }
        }
    }
}

fn objects(value: Option<&Value>) -> impl Iterator<Item = (&String, &Object)> {
    let all = value.and_then(Value::as_object).into_iter().flatten();
    all.filter_map(|(name, value)| Some((name, value.as_object()?)))
}

/// Returns the description on one line of a table.
fn about(value: &Object) -> String {
    let text = value.get("description").and_then(Value::as_str).unwrap_or_default();
    // References between types appear as the keys they stand for.
    text.replace('\n', " ").replace("[`", "`").replace("`]", "`").replace('|', "\\|")
}

fn anchor(name: &str) -> String {
    name.to_lowercase()
}
