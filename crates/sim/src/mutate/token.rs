//! Changes of elements about tokens: kinds, their moments, their limits, and conversions.

use kernel::Moments;
use rules::raw::{
    At, Base, Convert, Cover, Drop, Excludes, Fills, Gate, Moment, OwnSlot, Part, Prefix, Preset,
    Prices, Slot, Text,
};

use super::change::{Change, Changes, dropped, several_words, some, text, words};
use super::expression::{amounts, cap, condition};

type All<T> = Vec<Change<T>>;

pub(super) fn base(of: &Base) -> All<Base> {
    let mut all = Changes::of(of);
    all.part("worth", dropped(&of.worth), |one, new| one.worth = new);
    all.flip("free", |one| &mut one.free);
    all.flip("currency", |one| &mut one.currency);
    all.flip("nothing", |one| &mut one.nothing);
    all.done()
}

pub(super) fn prefix(of: &Prefix) -> All<Prefix> {
    let mut all = Changes::of(of);
    let depth = of.depth.as_ref().map_or(1, |depth| **depth);
    all.add("depth+1", |one| one.depth = Some(At::made(depth.saturating_add(1), 0..0)));
    if depth > 1 {
        all.add("depth-1", |one| one.depth = Some(At::made(depth - 1, 0..0)));
    }
    all.part("bare", dropped(&of.bare), |one, new| one.bare = new);
    all.part("worth", dropped(&of.worth), |one, new| one.worth = new);
    all.part("fills", dropped(&of.fills), |one, new| one.fills = new);
    all.flip("instant", |one| &mut one.instant);
    all.flip("gated", |one| &mut one.gated);
    all.flip("borrows", |one| &mut one.borrows);
    all.flip("apart", |one| &mut one.apart);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn part(of: &Part) -> All<Part> {
    let mut all = Changes::of(of);
    all.part("without", several_words(&of.without), |one, new| one.without = new);
    all.part("as body", several_words(&of.as_body), |one, new| one.as_body = new);
    all.done()
}

pub(super) fn moment(of: &Moment) -> All<Moment> {
    let mut all = Changes::of(of);
    all.part("at", words(&of.at), |one, new| one.at = new);
    all.part("at", added(&of.at), |one, new| one.at = new);
    all.part("never", words(&of.never), |one, new| one.never = new);
    all.part("to", words(&of.to), |one, new| one.to = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

/// Returns the changes that add each moment that a list lacks.
pub(super) fn added(of: &[Text]) -> All<Vec<Text>> {
    // An empty list does not restrict moments, and `any` contains all.
    if of.is_empty() || of.iter().any(|at| **at == "any") {
        return Vec::new();
    }
    let missing = Moments::NAMES.iter().filter(|name| !of.iter().any(|at| at.as_str() == **name));
    let one = |name: &&str| {
        let mut copy = of.to_vec();
        copy.push(At::made((*name).to_owned(), 0..0));
        Change { what: format!("{name} added"), at: of.first().map(|at| at.span().start), copy }
    };
    missing.map(one).collect()
}

pub(super) fn slot(of: &Slot) -> All<Slot> {
    let mut all = Changes::of(of);
    all.part("cap", cap(&of.cap), |one, new| one.cap = new);
    if of.own {
        all.flip("own", |one| &mut one.own);
    }
    all.done()
}

pub(super) fn own_slot(of: &OwnSlot) -> All<OwnSlot> {
    let mut all = Changes::of(of);
    all.part("cap", cap(&of.cap), |one, new| one.cap = new);
    all.done()
}

pub(super) fn fills(of: &Fills) -> All<Fills> {
    let mut all = Changes::of(of);
    all.part("slot", words(&of.slots), |one, new| one.slots = new);
    all.part("mark", words(&of.marks), |one, new| one.marks = new);
    for (has, brings) in &of.then {
        let mut copy = of.then.clone();
        copy.remove(has);
        let what = format!("{} removed", &**brings);
        let change = Change { what, at: Some(brings.span().start), copy };
        all.part("then", vec![change], |one, new| one.then = new);
    }
    all.part("unless", words(&of.unless), |one, new| one.unless = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn excludes(of: &Excludes) -> All<Excludes> {
    let mut all = Changes::of(of);
    all.part("kind", words(&of.kinds), |one, new| one.kinds = new);
    all.part("other", words(&of.others), |one, new| one.others = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn convert(of: &Convert) -> All<Convert> {
    let mut all = Changes::of(of);
    all.part("from", amounts(&of.from), |one, new| one.from = new);
    all.part("unless", words(&of.unless), |one, new| one.unless = new);
    all.part("mark", words(&of.marks), |one, new| one.marks = new);
    all.part("only", words(&of.only), |one, new| one.only = new);
    // A missing value means the engine's default, which is no statement of the rule.
    all.part("fills", some(&of.fills, filled), |one, new| one.fills = new);
    all.part("lift", dropped(&of.lift), |one, new| one.lift = new);
    all.part("chain", condition(&of.chain), |one, new| one.chain = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

/// Returns the change to the slots of the other end of a conversion.
fn filled(of: &Text) -> All<Text> {
    instead(of, if of.as_str() == "source" { "result" } else { "source" })
}

pub(super) fn prices(of: &Prices) -> All<Prices> {
    let mut all = Changes::of(of);
    for (kind, price) in &of.buys {
        let at = Some(price.span().start);
        let mut cell = |what: String, new: Option<u32>| {
            let mut copy = of.buys.clone();
            match new {
                Some(new) => copy.insert(kind.clone(), At::made(new, price.span())),
                None => copy.remove(kind),
            };
            let what = format!("{}: {what}", &**kind);
            all.part("", vec![Change { what, at, copy }], |one, new| one.buys = new);
        };
        cell(format!("{} -> {}", **price, **price + 1), Some(**price + 1));
        cell(format!("{} -> {}", **price, price.saturating_sub(1)), Some(price.saturating_sub(1)));
        cell("removed".to_owned(), None);
    }
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn drop(of: &Drop) -> All<Drop> {
    let mut all = Changes::of(of);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn gate(of: &Gate) -> All<Gate> {
    let mut all = Changes::of(of);
    all.part("prefix", words(&of.prefixes), |one, new| one.prefixes = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn cover(of: &Cover) -> All<Cover> {
    let mut all = Changes::of(of);
    all.part("bill", several_words(&of.bill), |one, new| one.bill = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn preset(of: &Preset) -> All<Preset> {
    let mut all = Changes::of(of);
    all.part("", amounts(&of.grants), |one, new| one.grants = new);
    all.done()
}

/// Returns the change that replaces one word by another.
pub(super) fn instead(of: &Text, other: &str) -> All<Text> {
    vec![text(of, format!("{} -> {other}", &**of), other)]
}
