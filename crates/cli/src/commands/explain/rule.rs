//! Explains a rule: its wording, its sources, and the rules that put it in force.

use rules::Parsed;
use rules::names::RuleName;
use rules::raw;
use serde_json::json;
use sim::elements::{Short, elements};

use super::Explanation;
use crate::paint::Paint;

/// Returns the rule with this id, or else all rules whose id ends in it.
pub(super) fn find<'r>(
    ruleset: &'r Parsed,
    topic: &str,
) -> impl Iterator<Item = &'r raw::Rule> + use<'r> {
    let all = || ruleset.rules.iter().map(|located| &*located.rule);
    let exact = all().any(|rule| rule.id.as_str() == topic);
    let end = format!(".{topic}");
    let topic = topic.to_owned();
    all()
        .filter(move |rule| rule.id.as_str() == topic || !exact && rule.id.as_str().ends_with(&end))
}

/// Explains a rule, as text and as JSON.
pub(super) fn explain(ruleset: &Parsed, rule: &raw::Rule, paint: Paint) -> Explanation {
    let list = |texts: &[raw::Text]| -> Vec<String> {
        texts.iter().map(|text| text.to_string()).collect()
    };
    let name = RuleName::of(rule);
    let naming = |names: fn(&raw::Rule) -> &[raw::Text]| -> Vec<String> {
        let names_it = |other: &&raw::Rule| names(other).contains(&rule.id);
        let all = ruleset.rules.iter().map(|located| &*located.rule);
        all.filter(names_it).map(|other| other.id.to_string()).collect()
    };
    let relations = [
        ("in force through", list(&rule.through)),
        ("puts in force", naming(|other| &other.through)),
        ("exception to", list(&rule.except)),
        ("has the exception", naming(|other| &other.except)),
    ];
    let elements = elements(rule);
    let mut text = words(&name, paint);
    for (relation, ids) in relations.iter().filter(|(_, ids)| !ids.is_empty()) {
        text.push_str(&format!("\n  {relation}: {}", ids.join(", ")));
    }
    for element in &elements {
        text.push_str(&element_words(element, paint));
    }
    let value = json!({
        "rule": name.id,
        "kind": name.kind,
        "section": name.section,
        "says": name.says,
        "note": name.note,
        "sources": name.src,
        "values": name.values,
        "through": relations[0].1,
        "puts_in_force": relations[1].1,
        "except": relations[2].1,
        "exceptions": relations[3].1,
        "elements": elements.iter().map(element_json).collect::<Vec<_>>(),
    });
    (text, value)
}

/// Formats an element on a line, with its steps below. Removes the backticks of its Markdown.
fn element_words(element: &Short, paint: Paint) -> String {
    let says = element.says.replace('`', "");
    let says = if says.is_empty() { says } else { format!(": {says}") };
    let mut text = format!("\n  {} {}{says}", paint.faint(element.sort), element.name);
    for step in &element.steps {
        text.push_str(&format!("\n    {}", step.replace('`', "")));
    }
    text
}

fn element_json(element: &Short) -> serde_json::Value {
    json!({
        "sort": element.sort,
        "name": element.name,
        "says": element.says,
        "steps": element.steps,
    })
}

/// Formats the wording of a rule, with its section, sources, note and values.
pub(crate) fn words(rule: &RuleName, paint: Paint) -> String {
    let mut text = format!("{}  {}", paint.name(&rule.id), paint.faint(&rule.kind));
    text.push_str(&format!("\n  {}", rule.says));
    if let Some(note) = &rule.note {
        text.push_str(&format!("\n  note: {note}"));
    }
    let sources = match rule.src.is_empty() {
        true => String::new(),
        false => format!(" ({})", rule.src.join(", ")),
    };
    text.push_str(&format!("\n  section: {}{sources}", rule.section));
    if let [default, others @ ..] = rule.values.as_slice() {
        let others: String = others.iter().map(|value| format!(", {value}")).collect();
        text.push_str(&format!("\n  values: {default} (default){others}"));
    }
    text
}
