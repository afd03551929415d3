//! Bonuses and penalties of items, and the rules for adding them up.

use super::at::At;
use super::formula;
use super::sheet::{Item, Sheet};

/// A bonus or penalty that an item gives to a number of its bearer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change {
    /// Name of the item.
    pub(super) by: String,
    /// Number that it changes: `ac`, `nac`, `fort`, `skill.per`.
    pub(super) target: String,
    /// Sort of bonus; of most sorts only the highest counts.
    pub(super) sort: String,
    pub(super) formula: String,
    /// Whether it replaces the number.
    pub(super) sets: bool,
    /// Class and level to which the formula may refer.
    pub(super) class: String,
    pub(super) level: Option<i16>,
}

/// Sorts of bonus that add up with others of the same sort; names of newer and older exports.
const STACKING: [&str; 7] =
    ["untyped", "untypedPerm", "dodge", "racial", "penalty", "circumstance", "base"];

/// Returns the changes of an item that is in use.
pub(super) fn of_item(item: &Item<'_>) -> Vec<Change> {
    if !item.is_in_use() {
        return Vec::new();
    }
    let class = item.inner.get("class").value.as_str().unwrap_or_default().to_owned();
    let level = item.inner.get("level").number().ok().flatten();
    let changes = item.inner.get("changes").elements();
    let read = |at: &At<'_>| change(at, item.name, &class, level);
    let mut changes: Vec<Change> = changes.iter().filter_map(read).collect();
    if item.name.starts_with(BALANCING) {
        without_doubles(&mut changes);
    }
    changes
}

/// Prefix of the buff with which a common stat block reader balances totals to the printed values.
const BALANCING: &str = "sbc |";

/// Corrects double counting by that buff. It repeats bonuses to armor class that count for combat
/// maneuver defense anyway, and a dodge bonus that it subtracts from armor.
fn without_doubles(changes: &mut Vec<Change>) {
    let plain = |change: &Change| change.formula.parse::<i16>().ok();
    let sum = |changes: &[Change], counts: &dyn Fn(&Change) -> bool| {
        changes.iter().filter(|change| counts(change)).filter_map(plain).sum::<i16>()
    };
    let dodge = |change: &Change| change.target == "ac" && change.sort == "dodge";
    let (dodging, armor) = (sum(changes, &dodge), sum(changes, &|change| change.target == "aac"));
    if dodging > 0 && armor <= -dodging {
        changes.retain(|change| !dodge(change));
        let given = changes.iter_mut().find(|change| change.target == "aac");
        if let Some(change) = given {
            change.formula = (plain(change).unwrap_or(0) + dodging).to_string();
        }
    }
    let counted = sum(changes, &|change| {
        change.target == "ac"
            && !["dodge", "untyped", "untypedPerm"].contains(&change.sort.as_str())
    });
    if let Some(change) = changes.iter_mut().find(|change| change.target == "cmd") {
        let value = plain(change).unwrap_or(0);
        if value > 0 {
            change.formula = (value - counted.clamp(0, value)).to_string();
        }
    }
}

fn change(at: &At<'_>, by: &str, class: &str, level: Option<i16>) -> Option<Change> {
    let text = |at: At<'_>| match at.value {
        serde_json::Value::String(text) => Some(text.trim().to_owned()).filter(|it| !it.is_empty()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    at.see();
    // The oldest exports have a list of formula, category, target and sort.
    let element = |place: &str| text(at.get(place));
    let parts = at.elements();
    let of_list = |place: usize| parts.get(place).cloned().and_then(text);
    let list = at.value.is_array();
    let (formula, target, sort) = match list {
        true => (of_list(0), of_list(2), of_list(3)),
        false => (
            element("formula"),
            element("subTarget").or_else(|| element("target")),
            element("type").or_else(|| element("modifier")),
        ),
    };
    let operator = element("operator").unwrap_or_default();
    Some(Change {
        by: by.to_owned(),
        target: target?,
        sort: sort.unwrap_or_else(|| "untyped".to_owned()),
        formula: formula?,
        sets: operator == "set" || operator == "=",
        class: class.to_owned(),
        level,
    })
}

impl Sheet<'_> {
    /// Returns the sum of the changes of some targets.
    pub(super) fn bonus(&self, targets: &[&str]) -> i16 {
        self.bonus_of(targets, |_| true)
    }

    /// Returns the sum of the changes of some targets, for some sorts of bonus only.
    pub(super) fn bonus_of(&self, targets: &[&str], counts: impl Fn(&str) -> bool) -> i16 {
        let wanted = self.changes.iter().filter(|change| targets.contains(&change.target.as_str()));
        let mut sum = 0_i16;
        let mut highest: Vec<(String, i16)> = Vec::new();
        for change in wanted.filter(|change| !change.sets && counts(&change.sort.to_lowercase())) {
            let Some(value) = self.value_of(change) else { continue };
            let sort = change.sort.to_lowercase();
            let stacks = STACKING.iter().any(|one| one.eq_ignore_ascii_case(&sort)) || value < 0;
            match highest.iter_mut().find(|(one, _)| *one == sort).filter(|_| !stacks) {
                Some((_, most)) => *most = (*most).max(value),
                None if stacks => sum = sum.saturating_add(value),
                None => highest.push((sort, value)),
            }
        }
        highest.into_iter().fold(sum, |sum, (_, value)| sum.saturating_add(value))
    }

    /// Evaluates a change; remembers a formula that is not understood.
    pub(super) fn value_of(&self, change: &Change) -> Option<i16> {
        let lookup = |path: &str| match path {
            "class.level" | "class.unlevel" => Some(f64::from(self.level_of(&change.class))),
            "item.level" => Some(f64::from(change.level?)),
            other => self.look_up(other),
        };
        let found = formula::number(&change.formula, &lookup);
        let found = found.filter(|number| number.abs() <= MOST).map(|number| number.floor() as i16);
        if found.is_none() {
            let text = format!("{}: `{}`", change.target, change.formula);
            let mut unknown = self.unknown.borrow_mut();
            let entry = (change.by.clone(), text);
            if !unknown.contains(&entry) {
                unknown.push(entry);
            }
        }
        found
    }
}

/// Largest plausible bonus.
const MOST: f64 = 1000.0;
