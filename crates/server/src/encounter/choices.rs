//! Campaign choices: toggles and preset answers, with the values in force and their names in
//! encounter files.

use super::live::Live;
use crate::wire::{Choices, Chosen};

/// Returns every toggle and every ruling of the rulebook, with the value in force.
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

/// Returns the name of a rule's option in setups: `diagonals` for `bs.opt.diagonals`.
fn option_name(rule: &str) -> &str {
    rule.split_once(".opt.").map_or(rule, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::option_name;

    #[test]
    fn options_go_by_the_end_of_their_rule() {
        assert_eq!(option_name("col.opt.action-model"), "action-model");
        assert_eq!(option_name("house-rule"), "house-rule");
    }
}
