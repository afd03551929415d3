//! Keys that a place of a file takes, with their documentation, from the types that read the files.

use std::sync::LazyLock;

use rules::raw::{Encounter, ImportFile, Manifest, RuleFile, SheetFile, schema_of};
use serde_json::Value;

use crate::layout::{is_inside, is_rules};

/// A kind of file, as JSON Schema.
#[derive(Debug)]
pub(crate) struct Schema(Value);

/// A key that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) name: String,
    /// Its documentation.
    pub(crate) says: String,
    /// Whether it holds tables, as `[[rule]]` does.
    pub(crate) holds_tables: bool,
    /// Whether it is a list.
    pub(crate) is_list: bool,
    /// Type of its values: `string`, `boolean`, `integer`, `object`; empty if it has several.
    pub(crate) sort: String,
    /// Values it can have, if they are enumerated.
    pub(crate) values: Vec<String>,
}

static RULESET: LazyLock<Schema> = LazyLock::new(|| Schema(schema_of::<Manifest>().into()));
static RULES: LazyLock<Schema> = LazyLock::new(|| Schema(schema_of::<RuleFile>().into()));
static SHEET: LazyLock<Schema> = LazyLock::new(|| Schema(schema_of::<SheetFile>().into()));
static IMPORT: LazyLock<Schema> = LazyLock::new(|| Schema(schema_of::<ImportFile>().into()));
static ENCOUNTER: LazyLock<Schema> = LazyLock::new(|| Schema(schema_of::<Encounter>().into()));
static CONVERT: LazyLock<Schema> =
    LazyLock::new(|| Schema(schema_of::<sim::convert::raw::Convert>().into()));

/// Returns the schema of a file of a ruleset. Files of creatures and campaigns, which stand among
/// encounters, have no keys but those of encounters.
pub(crate) fn of_file(name: &str) -> Option<&'static Schema> {
    match name {
        "ruleset.toml" => Some(&RULESET),
        "sheet.toml" => Some(&SHEET),
        "import.toml" => Some(&IMPORT),
        _ if is_rules(name) => Some(&RULES),
        _ if is_inside(name, "convert", "toml") => Some(&CONVERT),
        _ if is_inside(name, "examples", "toml") => Some(&ENCOUNTER),
        // Blocks `setup` of scenarios.
        _ if is_inside(name, "scenarios", "md") => Some(&ENCOUNTER),
        _ => None,
    }
}

impl Schema {
    /// Returns the name of the type of the table at a path: `Activity`.
    pub(crate) fn table_at(&self, path: &[String]) -> Option<&str> {
        let (mut schema, mut name) = (&self.0, self.0["title"].as_str());
        for key in path {
            (schema, name) = self.resolved(property(schema, key)?, None);
        }
        name
    }

    /// Returns every key that the table at a path takes.
    pub(crate) fn keys_at(&self, path: &[String]) -> Vec<Key> {
        let Some(table) = self.at(path) else { return Vec::new() };
        let properties = table["properties"].as_object().into_iter().flatten();
        properties.map(|(name, schema)| self.key(name, schema)).collect()
    }

    /// Returns a key of the table at a path.
    pub(crate) fn key_at(&self, path: &[String], name: &str) -> Option<Key> {
        Some(self.key(name, self.at(path)?["properties"].get(name)?))
    }

    fn at(&self, path: &[String]) -> Option<&Value> {
        path.iter()
            .try_fold(&self.0, |schema, key| Some(self.resolved(property(schema, key)?, None).0))
    }

    fn key(&self, name: &str, schema: &Value) -> Key {
        let (inside, _) = self.resolved(schema, None);
        let says = schema["description"].as_str().or(inside["description"].as_str());
        let listed = inside["enum"].as_array().into_iter().flatten();
        let constants = inside["oneOf"].as_array().into_iter().flatten().map(|it| &it["const"]);
        let values = listed.chain(constants).filter_map(Value::as_str).map(str::to_owned);
        let types = match &inside["type"] {
            Value::Array(types) => types.iter().find(|it| *it != "null"),
            one => Some(one),
        };
        let is_list = is_list(schema);
        Key {
            name: name.to_owned(),
            says: says.unwrap_or_default().replace('\n', " "),
            holds_tables: is_list && inside.get("properties").is_some(),
            is_list,
            sort: types.and_then(Value::as_str).unwrap_or_default().to_owned(),
            values: values.collect(),
        }
    }

    /// Returns the schema of a single value: references are followed, and a list stands for what is
    /// in it. With the name of the type, if it has one.
    fn resolved<'s>(
        &'s self,
        schema: &'s Value,
        name: Option<&'s str>,
    ) -> (&'s Value, Option<&'s str>) {
        if let Some(name) = schema["$ref"].as_str().and_then(|it| it.strip_prefix("#/$defs/")) {
            return self.resolved(&self.0["$defs"][name], Some(name));
        }
        if let Some(choices) = schema["anyOf"].as_array()
            && let Some(choice) = choices.iter().find(|it| it["type"] != "null")
        {
            return self.resolved(choice, name);
        }
        match schema.get("items") {
            Some(items) => self.resolved(items, name),
            None => (schema, name),
        }
    }
}

fn property<'s>(schema: &'s Value, key: &str) -> Option<&'s Value> {
    let named = schema["properties"].get(key);
    named.or_else(|| schema.get("additionalProperties").filter(|it| it.is_object()))
}

fn is_list(schema: &Value) -> bool {
    let choices = schema["anyOf"].as_array().into_iter().flatten();
    schema.get("items").is_some() || choices.into_iter().any(|it| it.get("items").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(keys: &str) -> Vec<String> {
        keys.split('.').map(str::to_owned).collect()
    }

    #[test]
    fn tables_have_types_and_keys_have_documentation() {
        let rules = of_file("rules/a.toml").unwrap();
        assert_eq!(rules.table_at(&path("rule.activity.needs")), Some("Need"));
        assert_eq!(rules.table_at(&path("rule.activity.do.all.mark.until")), Some("Until"));
        assert_eq!(rules.table_at(&path("rule.nothing")), None);
        let key = rules.key_at(&path("rule.base"), "name").unwrap();
        assert_eq!((key.says.as_str(), key.sort.as_str()), ("Its full name.", "string"));
        assert!(rules.key_at(&path("rule"), "activity").unwrap().holds_tables);
        assert_eq!(rules.key_at(&path("rule.base"), "free").unwrap().sort, "boolean");
    }

    #[test]
    fn every_kind_of_file_has_keys() {
        for name in
            ["ruleset.toml", "sheet.toml", "import.toml", "convert/a.toml", "examples/a.toml"]
        {
            assert!(!of_file(name).unwrap().keys_at(&[]).is_empty(), "{name}");
        }
        assert!(of_file("rules/deeper/a.toml").is_none());
    }
}
