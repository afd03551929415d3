//! Options and rulings in the text of an encounter file.

use std::collections::BTreeMap;

use toml::{Table, Value};

/// Returns an encounter file with options and rulings set; `None` removes one. Comments are lost. A
/// text that is not TOML is returned unchanged.
pub fn with_choices(
    text: &str,
    options: &BTreeMap<String, Option<String>>,
    rulings: &BTreeMap<String, Option<String>>,
) -> String {
    let Ok(mut file) = text.parse::<Table>() else { return text.to_owned() };
    for (key, choices) in [("options", options), ("rulings", rulings)] {
        if choices.is_empty() {
            continue;
        }
        let entry = file.entry(key).or_insert_with(|| Value::Table(Table::new()));
        let Value::Table(table) = entry else { continue };
        for (name, choice) in choices {
            match choice {
                Some(value) => table.insert(name.clone(), Value::String(value.clone())),
                None => table.remove(name),
            };
        }
    }
    file.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(choices: &[(&str, Option<&str>)]) -> BTreeMap<String, Option<String>> {
        choices.iter().map(|(name, it)| ((*name).to_owned(), it.map(str::to_owned))).collect()
    }

    #[test]
    fn choices_are_set_and_taken_back() {
        let text = "ruleset = \"a\"\n[options]\nold = \"x\"\nkept = \"y\"\n";
        let set = with_choices(text, &map(&[("new", Some("z")), ("old", None)]), &map(&[]));
        let file: Table = set.parse().expect("it is TOML");
        let options = file["options"].as_table().expect("it has options");
        let all: Vec<(&str, &str)> = options
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str().expect("a text")))
            .collect();
        assert_eq!(all, [("kept", "y"), ("new", "z")]);
        assert!(!file.contains_key("rulings"), "nothing is added that nobody chose");
    }
}
