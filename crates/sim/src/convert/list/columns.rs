//! Meanings of the columns of a list, by their usual names.

use super::super::model::{Facts, Guidelines};
use super::super::words::normal;

/// Meaning of a column.
#[derive(Clone, Copy)]
pub(super) enum Column {
    Name,
    /// Words for the action; a dash means no action.
    Action,
    /// Words for the action; an ability without another kind is a spell.
    Casting,
    /// Words for kind or flags; a dash means nothing.
    Words,
    /// Yes or no for these facts, or words for flags.
    Holds(Facts),
    /// Yes or no for these facts, or else the name: a column `item` may hold either.
    Named(Facts),
    Ignored,
}

/// Returns the meaning of a column with this name.
pub(super) fn column(guidelines: &Guidelines, name: &str) -> Column {
    let plain = plain(name);
    let is = |words: &[&str]| words.contains(&plain.as_str());
    if is(&NAMES) {
        return Column::Name;
    }
    if is(&ACTIONS) {
        return Column::Action;
    }
    if is(&CASTINGS) {
        return Column::Casting;
    }
    if is(&OTHERS) {
        return Column::Words;
    }
    match facts_of(guidelines, name) {
        Some(facts) if !is(&NUMBERS) && facts & guidelines.aside == 0 => Column::Holds(facts),
        _ => Column::Ignored,
    }
}

/// Makes a column the one with the names if there is none: that of the list's subject, such as its
/// spells or actions.
pub(super) fn name_column(guidelines: &Guidelines, keys: &[&str], columns: &mut [Column]) {
    if columns.iter().any(|column| matches!(column, Column::Name)) {
        return;
    }
    let actions = columns.iter().filter(|column| matches!(column, Column::Action)).count();
    let named = |key: &&str| match plain(key).as_str() {
        "action" => actions > 1,
        other => NAMED_BY.contains(&other),
    };
    if let Some(at) = keys.iter().position(named) {
        columns[at] = Column::Named(facts_of(guidelines, keys[at]).unwrap_or_default());
    }
}

/// Returns the facts that these words stand for; `None` if they are not a phrase.
pub(super) fn facts_of(guidelines: &Guidelines, words: &str) -> Option<Facts> {
    guidelines.phrases.get(&normal(&words.to_lowercase(), &guidelines.fillers)).copied()
}

/// Returns the letters and digits of a column's name, so that `castingTime` equals `Casting Time`.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Headings of the column with the names.
const NAMES: [&str; 10] = [
    "name",
    "ability",
    "abilityname",
    "actionname",
    "spellname",
    "featname",
    "featurename",
    "maneuvername",
    "itemname",
    "title",
];
/// Headings of the column with the names, if no other column has them.
const NAMED_BY: [&str; 14] = [
    "spell",
    "feat",
    "item",
    "maneuver",
    "combatmaneuver",
    "feature",
    "classfeature",
    "specialability",
    "power",
    "talent",
    "trait",
    "deed",
    "hex",
    "skill",
];
/// Headings of a column with actions.
const ACTIONS: [&str; 14] = [
    "action",
    "actiontype",
    "actionrequired",
    "activation",
    "activationaction",
    "activationcost",
    "activationtime",
    "activationtype",
    "coreaction",
    "defaultaction",
    "defaultactiontype",
    "oldaction",
    "originalaction",
    "requiredaction",
];
/// Headings of a column with actions of spells: only spells have a casting time.
const CASTINGS: [&str; 3] = ["castingtime", "casttime", "casting"];
/// Headings of a column with kinds or flags.
const OTHERS: [&str; 6] = ["kind", "type", "abilitytype", "abilitykind", "flags", "tags"];
/// Headings of a column that numbers the lines, even if the words are facts.
const NUMBERS: [&str; 3] = ["no", "nr", "number"];
