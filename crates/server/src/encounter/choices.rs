//! What a campaign chooses: toggles and answers given in advance, as they are in force and as an
//! encounter file sets them.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::live::Live;
use crate::wire::{Choices, Chosen};

/// Every toggle and every question of the rulebook, with what is in force.
pub(super) fn choices(live: &Live) -> Choices {
    let compiled = live.compiled();
    let names = &compiled.names;
    let option = |(rule, value): &(String, String)| {
        let known = names.rules.iter().find(|one| one.id == *rule);
        Chosen {
            name: option_name(rule).to_owned(),
            rule: rule.clone(),
            says: known.map_or(String::new(), |one| one.says.clone()),
            values: known.map_or(Vec::new(), |one| one.values.clone()),
            value: Some(value.clone()),
        }
    };
    let ruling = |(asked, spec): (&rules::names::RulingName, &kernel::RulingSpec)| {
        let mut values = asked.answers.clone();
        values.sort_by_key(|answer| *answer != asked.answers[usize::from(asked.default)]);
        Chosen {
            name: asked.id.clone(),
            rule: asked.id.clone(),
            says: asked.ask.clone(),
            values,
            value: spec.preset.and_then(|at| asked.answers.get(usize::from(at)).cloned()),
        }
    };
    let rulings = names.rulings.iter().zip(&compiled.game.rulings);
    Choices {
        sequence: live.sequence(),
        options: names.options.iter().map(option).collect(),
        rulings: rulings.map(ruling).collect(),
    }
}

/// What setups call the option of a rule: `bs.opt.diagonals` is `diagonals`.
fn option_name(rule: &str) -> &str {
    rule.split_once(".opt.").map_or(rule, |(_, name)| name)
}

/// An encounter file with options and rulings set, or no longer set. Comments are lost: they stood
/// beside what is not there any more.
pub(crate) fn with_choices(
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

    #[test]
    fn options_go_by_the_end_of_their_rule() {
        assert_eq!(option_name("col.opt.action-model"), "action-model");
        assert_eq!(option_name("house-rule"), "house-rule");
    }
}
