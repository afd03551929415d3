//! Changes of elements about time: spans, and what happens at their edges.

use rules::raw::{Asking, At, Clears, Lasts, Obligation, On, OptionOf, Span, Text, Watch};

use super::change::{Change, Changes, dropped, several_words};
use super::effect::{edge, steps_of_more};
use super::expression::{bound, condition, number, test};
use super::token::instead;

type All<T> = Vec<Change<T>>;

pub(super) fn span(of: &Span) -> All<Span> {
    let mut all = Changes::of(of);
    all.part("repeat", repeat(&of.repeat), |one, new| one.repeat = new);
    all.done()
}

pub(super) fn obligation(of: &Obligation) -> All<Obligation> {
    let mut all = Changes::of(of);
    all.part("unmet", test(&of.unmet), |one, new| one.unmet = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

fn repeat(of: &Text) -> All<Text> {
    match of.as_str() {
        "forever" => instead(of, "1"),
        // These have no other repetition to try; a fight, for one, ends only once.
        "1" | "turns" | "line" => Vec::new(),
        _ => bound(of),
    }
}

pub(super) fn lasts(of: &Lasts) -> All<Lasts> {
    let mut all = Changes::of(of);
    let more = of.seconds.saturating_add(1);
    all.add("seconds+1", |one| one.seconds = At::made(more, of.seconds.span()));
    all.done()
}

pub(super) fn clears(of: &Clears) -> All<Clears> {
    let mut all = Changes::of(of);
    all.part("condition", several_words(&of.conditions), |one, new| one.conditions = new);
    all.done()
}

pub(super) fn on(of: &On) -> All<On> {
    let mut all = Changes::of(of);
    all.part("edge", edge(&of.edge), |one, new| one.edge = new);
    all.part("each", dropped(&of.each), |one, new| one.each = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.part("order", dropped(&of.order), |one, new| one.order = new);
    all.part("", steps_of_more(&of.r#do), |one, new| one.r#do = new);
    all.done()
}

pub(super) fn watch(of: &Watch) -> All<Watch> {
    let mut all = Changes::of(of);
    all.part("when", test(&of.when), |one, new| one.when = new);
    all.part("", steps_of_more(&of.r#do), |one, new| one.r#do = new);
    all.done()
}

pub(super) fn asking(of: &Asking) -> All<Asking> {
    let mut all = Changes::of(of);
    all.part("by", number(&of.by), |one, new| one.by = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn option_of(of: &OptionOf) -> All<OptionOf> {
    let mut all = Changes::of(of);
    all.part("when", test(&of.when), |one, new| one.when = new);
    all.done()
}
