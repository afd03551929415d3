//! Explains an activity: its price, targets, limits and rules.

use kernel::{ActivityId, Moments, RulesId, Target, iter_bits};
use rules::Compiled;
use serde_json::json;
use sim::show;

use super::Explanation;
use crate::paint::Paint;

/// Explains an activity, as text and as JSON.
pub(super) fn explain(compiled: &Compiled, id: ActivityId, paint: Paint) -> Explanation {
    let name = &compiled.names.activities[id.index()];
    let activity = show::definition(compiled, id);
    let who = match (name.by_game_master, name.everyone) {
        (true, _) => "the game master",
        (false, true) => "everyone",
        (false, false) => "who lists it",
    };
    let target = match activity.target {
        Target::None => None,
        Target::Foe => Some("a foe"),
        Target::Ally => Some("an ally"),
        Target::Friend => Some("oneself or an ally"),
        Target::Other => Some("anyone else"),
        Target::Any => Some("anyone"),
        Target::Optional => Some("anyone, or nobody"),
        Target::Step => Some("a neighbouring square"),
        Target::Square => Some("a square"),
    };
    let moments = moments(compiled, activity.moments);
    let mut conditions = Vec::new();
    for (bits, rules) in &activity.required {
        conditions.push((format!("only while {}", named(compiled, *bits)), *rules));
    }
    for (bits, rules) in &activity.blocked {
        conditions.push((format!("not while {}", named(compiled, *bits)), *rules));
    }
    for need in &activity.requirements {
        conditions.push((wording(compiled, need.rules), need.rules));
    }
    let rules = show::rule_ids(compiled, activity.rules);

    let mut text = format!("{}  {}", paint.name(&name.name), paint.faint("activity"));
    text.push_str(&format!("\n  price: {}\n  for: {who}", name.cost));
    if let Some(target) = target {
        text.push_str(&format!("\n  aimed at: {target}"));
    }
    if let Some(argument) = &name.argument {
        text.push_str(&format!("\n  number: {argument}"));
    }
    if let Some(moments) = &moments {
        text.push_str(&format!("\n  only: {}", moments.join(", ")));
    }
    if !name.tags.is_empty() {
        text.push_str(&format!("\n  tags: {}", name.tags.join(", ")));
    }
    for (words, because) in &conditions {
        let ids = show::rule_ids(compiled, *because).join(" ");
        let ids = paint.faint(&format!("[{ids}]"));
        text.push_str(&format!("\n  limit: {words}  {ids}"));
    }
    text.push_str("\n  rules:");
    for id in &rules {
        text.push_str(&format!("\n    {id}: {}", says(compiled, id)));
    }
    let condition = |(words, because): &(String, RulesId)| {
        let rules = show::rule_ids(compiled, *because);
        json!({ "text": words, "rules": rules })
    };
    let value = json!({
        "activity": name.name,
        "price": name.cost,
        "who": who,
        "target": target,
        "number": name.argument,
        "moments": moments,
        "tags": name.tags,
        "conditions": conditions.iter().map(condition).collect::<Vec<_>>(),
        "rules": rules,
    });
    (text, value)
}

/// Returns the names of the moments that an activity is limited to; `None` if it has no limit.
fn moments(compiled: &Compiled, moments: Moments) -> Option<Vec<String>> {
    if moments == Moments::ALL {
        return None;
    }
    let windows = compiled.names.windows.iter().map(String::as_str);
    let names = Moments::NAMES.into_iter().chain(windows).enumerate();
    let within = names.filter(|(at, _)| moments.0 >> at & 1 == 1);
    Some(within.map(|(_, name)| name.to_owned()).collect())
}

fn named(compiled: &Compiled, bits: u64) -> String {
    let names = iter_bits(bits).filter_map(|at| compiled.names.conditions.get(at.index()));
    names.map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Returns the text of the first rule of a list; empty if the list is empty.
fn wording(compiled: &Compiled, rules: RulesId) -> String {
    let first = show::rule_ids(compiled, rules).first().copied().unwrap_or_default().to_owned();
    says(compiled, &first).to_owned()
}

fn says<'c>(compiled: &'c Compiled, id: &str) -> &'c str {
    let rule = compiled.names.rules.iter().find(|rule| rule.id == id);
    rule.map_or("", |rule| rule.says.as_str())
}
