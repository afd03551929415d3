//! Changes of a rule: changes of each of its elements.

use std::collections::BTreeSet;

use rules::raw::{Rule, Text};

use super::change::{Change, Changes, Label, list, words};
use super::{board, card, deed, time, token};
use crate::elements::Element;

/// Returns every changed copy of a rule; `tags` are the tags that prohibitions name.
pub(super) fn changes(of: &Rule, tags: &BTreeSet<&str>) -> Vec<Change<Rule>> {
    let mut all = Changes::of(of);
    all.part("ground", words(&of.grounds), |one, new| one.grounds = new);
    all.part("default", default(&of.values), |one, new| one.values = new);
    all.part("spending", words(&of.spending), |one, new| one.spending = new);
    all.part("emptying", words(&of.emptying), |one, new| one.emptying = new);
    all.part("out", words(&of.out), |one, new| one.out = new);
    all.part("preparing", words(&of.preparing), |one, new| one.preparing = new);
    all.part("", each(&of.span, time::span), |one, new| one.span = new);
    all.part("", each(&of.lasts, time::lasts), |one, new| one.lasts = new);
    all.part("", each(&of.turn, none), |one, new| one.turn = new);
    all.part("", each(&of.side, none), |one, new| one.side = new);
    all.part("", each(&of.base, token::base), |one, new| one.base = new);
    all.part("", each(&of.prefix, token::prefix), |one, new| one.prefix = new);
    all.part("", each(&of.part, token::part), |one, new| one.part = new);
    all.part("", each(&of.moment, token::moment), |one, new| one.moment = new);
    all.part("", each(&of.slot, token::slot), |one, new| one.slot = new);
    all.part("", each(&of.own_slot, token::own_slot), |one, new| one.own_slot = new);
    all.part("", each(&of.excludes, token::excludes), |one, new| one.excludes = new);
    all.part("", each(&of.fills, token::fills), |one, new| one.fills = new);
    all.part("", each(&of.convert, token::convert), |one, new| one.convert = new);
    all.part("", each(&of.prices, token::prices), |one, new| one.prices = new);
    all.part("", each(&of.drop, token::drop), |one, new| one.drop = new);
    all.part("", each(&of.gate, token::gate), |one, new| one.gate = new);
    all.part("", each(&of.cover, token::cover), |one, new| one.cover = new);
    all.part("", each(&of.attribute, deed::attribute), |one, new| one.attribute = new);
    all.part("", each(&of.variable, deed::variable), |one, new| one.variable = new);
    all.part("", each(&of.condition, deed::condition), |one, new| one.condition = new);
    all.part("", each(&of.condition_group, deed::condition_group), |one, new| {
        one.condition_group = new;
    });
    all.part("", each(&of.clears, time::clears), |one, new| one.clears = new);
    all.part("", each(&of.ruling, deed::ruling), |one, new| one.ruling = new);
    let activities = each(&of.activity, |one| deed::activity(one, tags));
    all.part("", activities, |one, new| one.activity = new);
    all.part("", each(&of.bar, deed::bar), |one, new| one.bar = new);
    all.part("", each(&of.limit, deed::limit_on), |one, new| one.limit = new);
    all.part("", each(&of.shortage, deed::shortage), |one, new| one.shortage = new);
    all.part("", each(&of.on, time::on), |one, new| one.on = new);
    all.part("", each(&of.watch, time::watch), |one, new| one.watch = new);
    all.part("", each(&of.window, none), |one, new| one.window = new);
    all.part("", each(&of.preset, token::preset), |one, new| one.preset = new);
    all.part("", each(&of.ability_line, deed::ability_line), |one, new| one.ability_line = new);
    all.part("", each(&of.option_of, time::option_of), |one, new| one.option_of = new);
    all.part("", each(&of.also, deed::also), |one, new| one.also = new);
    all.part("", each(&of.dice, board::dice), |one, new| one.dice = new);
    all.part("", each(&of.terrain, board::terrain), |one, new| one.terrain = new);
    all.part("", each(&of.asking, time::asking), |one, new| one.asking = new);
    all.part("", each(&of.space, board::space), |one, new| one.space = new);
    all.part("", each(&of.step, board::step), |one, new| one.step = new);
    all.part("", each(&of.pile, card::pile), |one, new| one.pile = new);
    all.part("", each(&of.card, card::card), |one, new| one.card = new);
    all.part("", each(&of.table, card::table), |one, new| one.table = new);
    all.part("", each(&of.obligation, time::obligation), |one, new| one.obligation = new);
    all.done()
}

fn each<E: Element + Clone>(
    of: &[E],
    changes: impl Fn(&E) -> Vec<Change<E>>,
) -> Vec<Change<Vec<E>>> {
    list(of, label, changes)
}

fn label<E: Element>(_: usize, element: &E) -> Label {
    let (name, at) = element.key();
    (format!("{} {name}", E::SORT).trim_end().to_owned(), Some(at))
}

/// Returns no changes, for elements that can only be removed.
fn none<E>(_: &E) -> Vec<Change<E>> {
    Vec::new()
}

/// Returns the change of an option to another default.
fn default(values: &[Text]) -> Vec<Change<Vec<Text>>> {
    let [first, second, ..] = values else { return Vec::new() };
    let mut copy = values.to_vec();
    match (second.as_str(), first.parse::<u32>()) {
        ("<number>", Ok(number)) => {
            copy[0] = Text::made((number + 1).to_string(), first.span());
        }
        _ => copy.swap(0, 1),
    }
    let what = format!("{} -> {}", &**first, &*copy[0]);
    vec![Change { what, at: Some(first.span().start), copy }]
}
