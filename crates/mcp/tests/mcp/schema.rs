//! Checks a value against a JSON Schema, as far as schemas of results go.

use serde_json::Value;

/// Checks a value. The error names the place in it.
pub(crate) fn check(schema: &Value, value: &Value) -> Result<(), String> {
    at("result", schema, schema, value)
}

fn at(place: &str, root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = reference.strip_prefix('#').and_then(|path| root.pointer(path));
        let target = target.ok_or_else(|| format!("{place}: there is no {reference}"))?;
        return at(place, root, target, value);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let fits = any.iter().any(|one| at(place, root, one, value).is_ok());
        return fits.then_some(()).ok_or_else(|| format!("{place}: {value} fits nothing"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Err(format!("{place}: the schema has no type: {schema}")),
    };
    if !kinds.iter().any(|kind| is_kind(kind, value)) {
        return Err(format!("{place}: {value} is no {}", kinds.join(" or ")));
    }
    if let Value::Array(items) = value {
        for (index, item) in items.iter().enumerate() {
            at(&format!("{place}[{index}]"), root, &schema["items"], item)?;
        }
    }
    let Value::Object(fields) = value else { return Ok(()) };
    for required in schema["required"].as_array().into_iter().flatten() {
        let name = required.as_str().unwrap_or_default();
        if !fields.contains_key(name) {
            return Err(format!("{place}: {name} is missing"));
        }
    }
    for (name, field) in fields {
        let known = schema["properties"].get(name).or_else(|| schema.get("additionalProperties"));
        let known = known.ok_or_else(|| format!("{place}: {name} is not described"))?;
        at(&format!("{place}.{name}"), root, known, field)?;
    }
    Ok(())
}

fn is_kind(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        _ => false,
    }
}

#[test]
fn wrong_values_are_found() {
    use serde_json::json;
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "array", "items": { "$ref": "#/$defs/n" } } },
        "required": ["a"],
        "$defs": { "n": { "type": ["integer", "null"] } },
    });
    assert_eq!(check(&schema, &json!({ "a": [1, null] })), Ok(()));
    for bad in [json!({}), json!({ "a": ["x"] }), json!({ "a": [], "b": 1 }), json!([])] {
        assert!(check(&schema, &bad).is_err(), "{bad}");
    }
}
