//! The table of all activities of a ruleset, with the arguments of their commands.

use rules::Parsed;
use rules::raw::{Activity, Argument, Rule};

/// A row of the table: one activity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The form of its command: `walk SQUARES`.
    pub usage: String,
    /// Its price.
    pub cost: String,
    /// Combatants that have it: `everyone`, `game master` or `who lists it`.
    pub who: &'static str,
    /// The number given with it: its range, after its name if the command does not show that.
    pub number: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The rule that defines it.
    pub rule: String,
}

/// Returns every activity of a ruleset, in the order of its rules.
pub fn activities(parsed: &Parsed) -> Vec<Row> {
    let rules = parsed.rules.iter().map(|located| &*located.rule);
    let all = rules.flat_map(|rule| rule.activity.iter().map(move |one| (rule, one)));
    all.flat_map(|(rule, activity)| rows(rule, activity)).collect()
}

/// Returns the row of an activity, or one row for each of its letters.
fn rows(rule: &Rule, activity: &Activity) -> Vec<Row> {
    match activity.letters.as_slice() {
        [] => vec![row(rule, activity, "")],
        letters => letters.iter().map(|letter| row(rule, activity, letter)).collect(),
    }
}

fn row(rule: &Rule, activity: &Activity, letter: &str) -> Row {
    let argument = activity.argument.as_ref();
    Row {
        usage: usage(activity, letter),
        cost: cost(activity, letter),
        who: match activity.who.as_ref().map(|who| who.as_str()) {
            Some("gm") => "game master",
            Some("listed") => "who lists it",
            _ => "everyone",
        },
        number: argument.map(number),
        tags: activity.tags.iter().map(|tag| tag.to_string()).collect(),
        rule: rule.id.to_string(),
    }
}

/// Returns the form of the command: the name, then the target, a square and a number.
fn usage(activity: &Activity, letter: &str) -> String {
    let mut usage = activity.id.replace("{letter}", &letter.to_lowercase());
    usage.push_str(match activity.target.as_ref().map_or("none", |target| target.as_str()) {
        "foe" => " FOE",
        "ally" => " ALLY",
        "friend" => " FRIEND",
        "other" => " OTHER",
        "any" => " ANYONE",
        "optional" => " [ANYONE]",
        "step" | "square" => " SQUARE",
        _ => "",
    });
    if activity.with_square {
        usage.push_str(" SQUARE");
    }
    if let Some(argument) = &activity.argument {
        usage.push(' ');
        usage.push_str(&word(argument).unwrap_or_else(|| "NUMBER".to_owned()));
    }
    usage
}

/// Returns the word that stands for a number in a command; `None` if its name is too long.
fn word(argument: &Argument) -> Option<String> {
    let plain = argument.name.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '-');
    let short = argument.name.split(' ').count() <= 2;
    (plain && short).then(|| argument.name.to_uppercase().replace(' ', "-"))
}

/// Returns the range of a number, after its name if the command does not show that.
fn number(argument: &Argument) -> String {
    let range = match (&argument.min, &argument.max, &argument.card) {
        (Some(min), Some(max), _) => format!("from {} to {}", min.as_str(), max.as_str()),
        (_, _, Some(pile)) => format!("a card of {}", pile.as_str()),
        _ => String::new(),
    };
    match word(argument) {
        Some(_) => range,
        None => format!("{}: {range}", argument.name.as_str()),
    }
}

/// Returns its prices, each once.
fn cost(activity: &Activity, letter: &str) -> String {
    let prices = activity.costs.iter().map(|price| &price.cost).chain(&activity.cost);
    let mut all: Vec<String> = Vec::new();
    for price in prices.map(|price| price.replace("{letter}", letter)) {
        if !all.contains(&price) {
            all.push(price);
        }
    }
    match all.is_empty() {
        true => "none".to_owned(),
        false => all.join(" or "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Source;

    fn row_of(ruleset: &str, name: &str) -> Row {
        let parsed = Source::embedded(ruleset).expect("it comes with the program").parse();
        let rows = activities(&parsed.expect("it loads"));
        let is_named = |row: &Row| row.usage.split(' ').next() == Some(name);
        rows.into_iter().find(is_named).expect("there is such an activity")
    }

    #[test]
    fn what_goes_with_a_command_stands_behind_its_name() {
        let strike = row_of("srd-5", "strike");
        assert_eq!(strike.usage, "strike OTHER");
        // The last price is that of an attack on the actor's own turn.
        assert!(strike.cost.ends_with(" or 1Strike"), "{}", strike.cost);
        assert_eq!((strike.who, strike.number), ("everyone", None));
        assert_eq!(strike.rule, "srd5.attack.strike");
        assert!(strike.tags.contains(&"melee".to_owned()));
        assert_eq!(row_of("srd-5", "make-prone").who, "game master");
    }

    #[test]
    fn an_activity_with_letters_is_one_for_each() {
        let parsed = Source::embedded("collective").expect("it comes with the program").parse();
        let rows = activities(&parsed.expect("it loads"));
        assert!(rows.iter().all(|row| !row.usage.contains('{') && !row.cost.contains('{')));
    }
}
