//! One-line abilities such as `0, 1/r: Cure 1 hp`: a cost, a frequency, and the effect in words.

use super::slug;
use crate::diagnostic::{Code, Diagnostic, FileId, Report};
use crate::raw::{self, Text};
use crate::source::Located;

/// Reads an ability by the words that the ruleset declares for such lines; returns `None` after
/// reporting why it can't.
pub(crate) fn read(
    line: &Text,
    file: FileId,
    rules: &[Located],
    report: &mut Report,
) -> Option<raw::Activity> {
    let problem = |message: String| {
        Diagnostic::error(Code::InvalidValue, message)
            .at(file, line.span(), "this ability")
            .help("write it like `0, 1/r: Cure 1 hp` or `1M: Charm`")
    };
    let Some((head, words)) = line.split_once(':') else {
        report.push(problem("an ability is written as cost, frequency, colon and effect".into()));
        return None;
    };
    let text = |text: &str| line.instead(text.to_owned());
    let mut cost = "";
    let mut limit = None;
    for piece in head.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        match piece.split_once('/') {
            None => cost = piece,
            Some((count, letter)) => {
                let span = entry(rules, |one| &one.per, letter.trim());
                let (Some((span, rule, _)), Ok(count)) = (span, count.trim().parse::<u8>()) else {
                    report.push(problem(format!("`{piece}` is no frequency")));
                    return None;
                };
                let (cap, per, because) =
                    (text(&count.to_string()), text(&span), vec![text(&rule)]);
                limit = Some(raw::Limit { cap, per, own: false, each: false, because });
            }
        }
    }
    let (cost, because, fills) = match entry(rules, |one| &one.costs, cost) {
        Some((meaning, rule, line)) => (meaning, vec![text(&rule)], line.fills.clone()),
        None if cost.is_empty() => ("none".to_owned(), Vec::new(), Vec::new()),
        None => (cost.to_owned(), Vec::new(), Vec::new()),
    };
    // The limit also cites the rule of the cost.
    if let Some(limit) = &mut limit {
        limit.because.extend(because.iter().cloned());
    }
    let name = slug(words);
    if name.is_empty() {
        report.push(problem("the ability does not say what it does".into()));
        return None;
    }
    Some(raw::Activity {
        id: text(&name),
        costs: vec![raw::Price { when: None, r#while: None, cost: text(&cost), fills, because }],
        limit,
        ..raw::Activity::default()
    })
}

type Meanings = std::collections::BTreeMap<Text, Text>;

/// Looks up a word. Returns its meaning, the id of the rule that declares it, and the declaration.
fn entry<'r>(
    rules: &'r [Located],
    table: impl Fn(&raw::AbilityLine) -> &Meanings,
    word: &str,
) -> Option<(String, String, &'r raw::AbilityLine)> {
    rules.iter().find_map(|located| {
        located.rule.ability_line.iter().find_map(|line| {
            let meaning = table(line).iter().find(|(known, _)| known.as_str() == word)?.1;
            Some((meaning.to_string(), located.rule.id.to_string(), line))
        })
    })
}
