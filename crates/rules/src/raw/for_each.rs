//! The key `for` in JSON Schema: every table that is an element of a list may have it.
//!
//! No type has a field for it, because elements that stand for many are [expanded](crate::expand)
//! before they are read.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Documentation of the key.
const SAYS: &str = "Makes one element for each combination of these values. In its texts, \
                    `{name}` stands for the value of a parameter, and `{name.field}` for a field \
                    of it if the values are tables.";

/// A text that is one parameter alone.
const ALONE: &str = r"^\{[^{}]+\}$";

/// Returns the JSON Schema of a kind of file, with the key `for` in all elements of lists.
pub fn schema_of<T: JsonSchema>() -> Schema {
    let mut schema = SchemaGenerator::default().into_root_schema_for::<T>();
    let Some(root) = schema.as_object_mut() else { return schema };
    let mut elements = Vec::new();
    root.values().for_each(|it| find_elements(it, &mut elements));
    if elements.is_empty() {
        return schema;
    }
    root.values_mut().for_each(loosen);
    let tables = root.get_mut("$defs").and_then(Value::as_object_mut);
    for (name, table) in tables.into_iter().flatten() {
        let keys = table.get_mut("properties").and_then(Value::as_object_mut);
        if let (true, Some(keys)) = (elements.contains(name), keys) {
            keys.entry("for").or_insert_with(key);
        }
    }
    schema
}

/// Adds the names of all types that lists in a schema consist of.
fn find_elements(schema: &Value, elements: &mut Vec<String>) {
    match schema {
        Value::Object(object) => {
            let of = object.get("items").and_then(|items| items.get("$ref"));
            let name = of.and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
            elements.extend(name.map(str::to_owned));
            object.values().for_each(|it| find_elements(it, elements));
        }
        Value::Array(all) => all.iter().for_each(|it| find_elements(it, elements)),
        _ => {}
    }
}

/// Lets numbers and truth values be a parameter.
fn loosen(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(loosen);
            if let Some(types) = object.get("type").and_then(loosened) {
                object.insert("type".to_owned(), types);
                object.insert("pattern".to_owned(), ALONE.into());
            }
        }
        Value::Array(all) => all.iter_mut().for_each(loosen),
        _ => {}
    }
}

/// Returns the type of a number or truth value that may be a text, too.
fn loosened(types: &Value) -> Option<Value> {
    let mut types = match types {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    let is_plain = types.iter().any(|it| it == "integer" || it == "boolean");
    if !is_plain || types.iter().any(|it| it == "string") {
        return None;
    }
    types.push("string".into());
    Some(types.into())
}

fn key() -> Value {
    let plain = ["string", "integer", "boolean"];
    let fields = json!({ "type": plain });
    let value = json!({
        "type": ["string", "integer", "boolean", "object"],
        "additionalProperties": fields,
    });
    let values = json!({ "type": "array", "items": value, "minItems": 1 });
    let key: Map<String, Value> = [
        ("description".to_owned(), SAYS.into()),
        ("type".to_owned(), "object".into()),
        ("additionalProperties".to_owned(), values),
        ("minProperties".to_owned(), 1.into()),
    ]
    .into_iter()
    .collect();
    key.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::{Encounter, Manifest, RuleFile};

    #[test]
    fn elements_of_lists_may_have_it() {
        let rules: Value = schema_of::<RuleFile>().into();
        let key = |table: &str| rules["$defs"][table]["properties"]["for"]["type"].as_str();
        for table in ["Rule", "Activity", "On", "Bar", "Effect", "Need"] {
            assert_eq!(key(table), Some("object"), "{table}");
        }
        assert_eq!(key("Limit"), None, "an activity has one limit");
        let encounter: Value = schema_of::<Encounter>().into();
        for table in ["Creature", "Combatant", "Activity"] {
            assert!(encounter["$defs"][table]["properties"]["for"].is_object(), "{table}");
        }
        let manifest: Value = schema_of::<Manifest>().into();
        assert!(manifest["properties"].get("for").is_none());
    }

    #[test]
    fn numbers_may_be_a_parameter() {
        let rules: Value = schema_of::<RuleFile>().into();
        let order = &rules["$defs"]["On"]["properties"]["order"];
        assert_eq!(order["type"], json!(["integer", "null", "string"]));
        assert_eq!(order["pattern"], ALONE);
        assert!(rules["$defs"]["On"]["properties"]["span"].get("pattern").is_none());
    }
}
