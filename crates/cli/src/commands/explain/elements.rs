//! The elements that a rule is made of, by name.

use rules::raw::{Convert, Fills, Moment, On, Rule, Text};

/// The elements of a rule: what sort, and what they are called.
pub(super) fn of(rule: &Rule) -> Vec<(&'static str, Vec<String>)> {
    let mut all = vec![
        ("engine steps", texts(&rule.grounds)),
        ("spans", named(&rule.span, |it| &it.id)),
        ("lengths", each(&rule.lasts, |it| format!("{} {} s", &*it.span, *it.seconds))),
        ("turn groups", named(&rule.turn, |it| &it.id)),
        ("sides", each(&rule.side, |it| format!("{} at {}", &*it.id, &*it.turn))),
        ("kinds", each(&rule.base, |it| format!("{} ({})", &*it.id, &*it.name))),
        ("prefixes", each(&rule.prefix, |it| format!("{} ({})", &*it.id, &*it.name))),
        ("moments", each(&rule.moment, moment)),
        ("slots", each(&rule.slot, |it| format!("{}: {} per {}", &*it.id, &*it.cap, &*it.per))),
        ("own slots", each(&rule.own_slot, |it| {
            format!("each {}: {} per {}", &*it.prefix, &*it.cap, &*it.per)
        })),
        ("fills", each(&rule.fills, fills)),
        ("conversions", each(&rule.convert, convert)),
        ("prices", each(&rule.prices, |it| {
            let prices = it.buys.iter().map(|(kind, price)| format!("{} {}", **price, &**kind));
            format!("with {}: {}", &*it.with, prices.collect::<Vec<_>>().join(", "))
        })),
        ("may be left off", named(&rule.drop, |it| &it.prefix)),
        ("gates", named(&rule.gate, |it| &it.id)),
        ("pays whole bills", each(&rule.cover, |it| {
            format!("{} for {}", &*it.base, texts(&it.bill).join("+"))
        })),
        ("attributes", named(&rule.attribute, |it| &it.id)),
        ("numbers", named(&rule.variable, |it| &it.id)),
        ("conditions", named(&rule.condition, |it| &it.id)),
        ("clears", each(&rule.clears, |it| {
            format!("{} at each {}", texts(&it.conditions).join(", "), &*it.at)
        })),
        ("spending brings", texts(&rule.spending)),
        ("out of the fight", texts(&rule.out)),
        ("asks", each(&rule.ruling, |it| {
            format!("{} [{}]", &*it.ask, texts(&it.answers).join("/"))
        })),
        ("activities", each(&rule.activity, |it| match &it.cost {
            Some(cost) => format!("{} ({})", &*it.id, &**cost),
            None => it.id.to_string(),
        })),
        ("forbids", each(&rule.bar, |it| {
            format!("{} while {}", texts(&it.on).join(", "), &*it.when)
        })),
        ("happens", each(&rule.on, happening)),
        ("watches", each(&rule.watch, |it| format!("{} when {}", &*it.attribute, &*it.when))),
        ("windows", named(&rule.window, |it| &it.id)),
        ("presets", each(&rule.preset, |it| format!("{} = {}", &*it.id, &*it.grants))),
        ("ability lines", each(&rule.ability_line, |_| "cost, frequency: effect".to_owned())),
        ("engine settings", each(&rule.option_of, |it| {
            format!("{} if {}", &*it.engine, &*it.when)
        })),
    ];
    all.retain(|(_, names)| !names.is_empty());
    all
}

fn texts(texts: &[Text]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

fn named<T>(elements: &[T], name: impl Fn(&T) -> &Text) -> Vec<String> {
    elements.iter().map(|one| name(one).to_string()).collect()
}

fn each<T>(elements: &[T], words: impl Fn(&T) -> String) -> Vec<String> {
    elements.iter().map(words).collect()
}

fn moment(moment: &Moment) -> String {
    let of = match (&moment.prefix, &moment.base) {
        (Some(prefix), _) if prefix.is_empty() => "plain kinds".to_owned(),
        (Some(prefix), _) => format!("{}…", &**prefix),
        (None, Some(base)) => base.to_string(),
        (None, None) => String::new(),
    };
    let at = texts(&moment.at).join("/");
    let never = texts(&moment.never).join("/");
    match (at.is_empty(), never.is_empty()) {
        (true, false) => format!("{of} never {never}"),
        (false, false) => format!("{of} {at}, never {never}"),
        _ => format!("{of} {at}"),
    }
}

fn fills(fills: &Fills) -> String {
    format!("{} fills {}", &*fills.kind, texts(&fills.slots).join("+"))
}

fn convert(convert: &Convert) -> String {
    format!("{} -> {}", &*convert.from, &*convert.to)
}

fn happening(on: &On) -> String {
    let edge = format!("at the {} of each {}", &*on.edge, &*on.span);
    on.each.as_ref().map_or(edge.clone(), |each| format!("{edge} for each {}", &**each))
}
