//! Coverage of options: each value must be set by a scenario in which it matters.

use rules::raw::{Manifest, Rule, Text};

use crate::corpus::{Corpus, Played};

/// A value of an option.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The value as the rule lists it; `<number>` stands for any number that is not listed.
    pub text: String,
    /// Whether a scenario exercises it.
    pub exercised: bool,
}

const ANY_NUMBER: &str = "<number>";

/// Returns the values of a rule, none of them exercised yet.
pub(super) fn values(rule: &Rule) -> Vec<Value> {
    rule.values.iter().map(|value| Value { text: value.to_string(), exercised: false }).collect()
}

/// Returns the name by which setups set the option of a rule.
fn name<'r>(manifest: &Manifest, rule: &'r Rule) -> &'r str {
    let prefix = format!("{}.opt.", &*manifest.prefix);
    rule.id.strip_prefix(&prefix).unwrap_or(&rule.id)
}

/// Returns the value of this option that the scenario's setup sets; `None` if the rule is no option
/// or the setup does not set it.
pub(super) fn set_value<'p>(
    manifest: &Manifest,
    rule: &Rule,
    played: &'p Played,
) -> Option<&'p str> {
    let name = name(manifest, rule);
    let set = played.options.iter().find(|(option, _)| !rule.values.is_empty() && option == name);
    set.map(|(_, value)| value.as_str())
}

/// Marks a value as exercised.
pub(super) fn mark(values: &mut [Value], set: &str) {
    let listed = values.iter().position(|value| value.text == set);
    let at = listed.or_else(|| values.iter().position(|value| value.text == ANY_NUMBER));
    if let Some(at) = at {
        values[at].exercised = true;
    }
}

/// Checks whether a scenario ends differently under another value of the option.
///
/// A value that switches rules off leaves no trace, so only a comparison shows that it matters.
pub(super) fn is_felt(
    corpus: &Corpus,
    rule: &Rule,
    case: usize,
    value: &str,
    played: &Played,
) -> bool {
    others(rule, value).iter().any(|other| {
        let case = &corpus.cases[case];
        let again = corpus.play(case, |setup| {
            let text = |text: &str| Text::made(text.to_owned(), 0..0);
            let file = setup.files.last();
            let name = name(&corpus.parsed.manifest, rule);
            setup.options.push((file, text(name), text(other)));
        });
        let (was, now) = (&played.outcome, &again.outcome);
        was.failures != now.failures || was.trace != now.trace || was.printed != now.printed
    })
}

/// Returns the values other than the given one; `<number>` becomes one other number.
fn others(rule: &Rule, value: &str) -> Vec<String> {
    let listed = rule.values.iter().map(|one| match one.as_str() {
        ANY_NUMBER => value.parse::<u8>().map_or("1".to_owned(), |number| (number + 1).to_string()),
        one => one.to_owned(),
    });
    listed.filter(|one| one != value).collect()
}
