//! Changes of activities and what forbids them, of attributes and conditions, and of rulings.

use std::collections::{BTreeMap, BTreeSet};

use rules::raw::{
    AbilityLine, Activity, Also, Argument, At, Attribute, Bar, Condition, ConditionGroup, Limit,
    LimitOn, Need, Price, Ruling, Shortage, Text, Variable,
};

use super::change::{Change, Changes, dropped, list, several_words, some, words};
use super::effect::{steps, steps_of_more};
use super::expression::condition as guarded;
use super::expression::{amounts, bound, cap, test};
use super::token::{added, instead};

type All<T> = Vec<Change<T>>;

/// Returns the changes of an activity; `tags` are the tags that prohibitions name.
pub(super) fn activity(of: &Activity, tags: &BTreeSet<&str>) -> All<Activity> {
    let by_game_master = of.who.as_ref().is_some_and(|who| who.as_str() == "gm");
    let mut all = Changes::of(of);
    all.part("cost", some(&of.cost, amounts), |one, new| one.cost = new);
    all.part("", list(&of.costs, price_label, price), |one, new| one.costs = new);
    all.part("target", target(&of.target), |one, new| one.target = new);
    if of.with_square {
        all.flip("with square", |one| &mut one.with_square);
    }
    all.part("tag", barred(&of.tags, tags), |one, new| one.tags = new);
    all.part("", list(&of.needs, need_label, need), |one, new| one.needs = new);
    all.part("requires", words(&of.requires), |one, new| one.requires = new);
    all.part("fills", words(&of.fills), |one, new| one.fills = new);
    all.part("limit", dropped(&of.limit), |one, new| one.limit = new);
    all.part("limit", some(&of.limit, limit), |one, new| one.limit = new);
    all.part("marks", words(&of.marks), |one, new| one.marks = new);
    all.part("accepts", words(&of.accepts), |one, new| one.accepts = new);
    all.part("at", words(&of.moments), |one, new| one.moments = new);
    all.part("at", added(&of.moments), |one, new| one.moments = new);
    all.part("argument", dropped(&of.argument), |one, new| one.argument = new);
    all.part("argument", some(&of.argument, argument), |one, new| one.argument = new);
    all.part("", steps(&of.r#do), |one, new| one.r#do = new);
    all.part("answer", some(&of.answer, answer), |one, new| one.answer = new);
    // Activities of the game master are always immediate and only the game master's.
    if !by_game_master {
        all.part("who", vec![who(&of.who)], |one, new| one.who = new);
        all.flip("immediate", |one| &mut one.immediate);
    }
    all.part("letter", several_words(&of.letters), |one, new| one.letters = new);
    all.part("when", guarded(&of.when), |one, new| one.when = new);
    all.done()
}

fn price_label(index: usize, of: &Price) -> (String, Option<usize>) {
    (format!("price {}", index + 1), Some(of.cost.span().start))
}

fn price(of: &Price) -> All<Price> {
    let mut all = Changes::of(of);
    all.part("when", guarded(&of.when), |one, new| one.when = new);
    all.part("while", guarded(&of.r#while), |one, new| one.r#while = new);
    all.part("cost", amounts(&of.cost), |one, new| one.cost = new);
    all.part("fills", words(&of.fills), |one, new| one.fills = new);
    all.done()
}

fn need_label(index: usize, of: &Need) -> (String, Option<usize>) {
    (format!("need {}", index + 1), Some(of.when.span().start))
}

fn need(of: &Need) -> All<Need> {
    let mut all = Changes::of(of);
    all.part("", test(&of.when), |one, new| one.when = new);
    all.done()
}

fn limit(of: &Limit) -> All<Limit> {
    let mut all = Changes::of(of);
    all.part("cap", cap(&of.cap), |one, new| one.cap = new);
    if of.own {
        all.flip("own", |one| &mut one.own);
    }
    all.done()
}

fn argument(of: &Argument) -> All<Argument> {
    let mut all = Changes::of(of);
    if let (Some(min), Some(max)) = (&of.min, &of.max) {
        all.part("min", bound(min), |one, new| one.min = Some(new));
        all.part("max", bound(max), |one, new| one.max = Some(new));
    }
    all.part("usual", dropped(&of.usual), |one, new| one.usual = new);
    all.part("scale", dropped(&of.scale), |one, new| one.scale = new);
    all.done()
}

/// Returns the changes of a target: none, and another kind of target.
fn target(of: &Option<Text>) -> All<Option<Text>> {
    let mut all = dropped(of);
    all.extend(some(of, |of| match of.as_str() {
        "any" => instead(of, "other"),
        "none" => instead(of, "optional"),
        _ => instead(of, "any"),
    }));
    all
}

fn answer(of: &Text) -> All<Text> {
    instead(of, if of.as_str() == "ask" { "never" } else { "ask" })
}

/// Returns the change that gives an activity to everyone instead of only those that list it, or the
/// other way round.
fn who(of: &Option<Text>) -> Change<Option<Text>> {
    let listed = of.as_ref().is_some_and(|who| who.as_str() == "listed");
    let other = if listed { "everyone" } else { "listed" };
    Change { what: other.to_owned(), at: None, copy: Some(At::made(other.to_owned(), 0..0)) }
}

/// Returns the changes that remove each tag that prohibitions name. Other tags only serve
/// searching.
fn barred(of: &[Text], tags: &BTreeSet<&str>) -> All<Vec<Text>> {
    let all = of.iter().zip(words(of));
    all.filter(|(tag, _)| tags.contains(tag.as_str())).map(|(_, change)| change).collect()
}

pub(super) fn bar(of: &Bar) -> All<Bar> {
    let mut all = Changes::of(of);
    all.part("on", several_words(&of.on), |one, new| one.on = new);
    all.part("but", words(&of.but), |one, new| one.but = new);
    all.part("when", test(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn limit_on(of: &LimitOn) -> All<LimitOn> {
    let mut all = Changes::of(of);
    all.part("on", several_words(&of.on), |one, new| one.on = new);
    all.part("but", words(&of.but), |one, new| one.but = new);
    all.part("cap", cap(&of.cap), |one, new| one.cap = new);
    all.flip("own", |one| &mut one.own);
    all.flip("each", |one| &mut one.each);
    all.part("when", guarded(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn shortage(of: &Shortage) -> All<Shortage> {
    let mut all = Changes::of(of);
    all.part("kind", words(&of.kinds), |one, new| one.kinds = new);
    all.part("when", test(&of.when), |one, new| one.when = new);
    all.done()
}

pub(super) fn also(of: &Also) -> All<Also> {
    let mut all = Changes::of(of);
    all.part("on", several_words(&of.on), |one, new| one.on = new);
    all.part("but", words(&of.but), |one, new| one.but = new);
    all.part("when", guarded(&of.when), |one, new| one.when = new);
    all.part("", steps_of_more(&of.r#do), |one, new| one.r#do = new);
    all.done()
}

pub(super) fn attribute(of: &Attribute) -> All<Attribute> {
    let mut all = Changes::of(of);
    all.part("default", bound(&of.default), |one, new| one.default = new);
    all.part("scale", dropped(&of.scale), |one, new| one.scale = new);
    if of.group {
        all.flip("group", |one| &mut one.group);
    }
    all.done()
}

pub(super) fn variable(of: &Variable) -> All<Variable> {
    let mut all = Changes::of(of);
    all.part("default", some(&of.default, bound), |one, new| one.default = new);
    all.flip("each side", |one| &mut one.each_side);
    all.done()
}

pub(super) fn condition(of: &Condition) -> All<Condition> {
    let mut all = Changes::of(of);
    all.part("side", words(&of.sides), |one, new| one.sides = new);
    all.done()
}

pub(super) fn condition_group(of: &ConditionGroup) -> All<ConditionGroup> {
    let mut all = Changes::of(of);
    all.part("condition", several_words(&of.any), |one, new| one.any = new);
    all.done()
}

/// Returns the change of a ruling to another default answer.
pub(super) fn ruling(of: &Ruling) -> All<Ruling> {
    let mut all = Changes::of(of);
    let others = of.answers.iter().filter(|answer| answer.as_str() != of.default.as_str());
    for other in others.take(1) {
        all.part("default", instead(&of.default, other), |one, new| one.default = new);
    }
    all.done()
}

pub(super) fn ability_line(of: &AbilityLine) -> All<AbilityLine> {
    let mut all = Changes::of(of);
    all.part("cost", entries(&of.costs), |one, new| one.costs = new);
    all.part("per", entries(&of.per), |one, new| one.per = new);
    all.part("fills", words(&of.fills), |one, new| one.fills = new);
    all.done()
}

fn entries(of: &BTreeMap<Text, Text>) -> All<BTreeMap<Text, Text>> {
    let one = |key: &Text| {
        let mut copy = of.clone();
        copy.remove(key);
        Change { what: format!("{} removed", &**key), at: Some(key.span().start), copy }
    };
    of.keys().map(one).collect()
}
