//! Changes of effects.

use rules::raw::{At, Effect, Text, Tokens, Until};

use super::change::{Change, Changes, Label, dropped, list, some, text};
use super::expression::{amounts, cap, condition, dice, number, test};
use crate::elements;

/// Returns the changes of a list of steps, including the removal of each step.
pub(super) fn steps(of: &[Effect]) -> Vec<Change<Vec<Effect>>> {
    list(of, label, step)
}

/// Returns the same changes without those that leave an empty list. Removing the only step equals
/// removing the element around it.
pub(super) fn steps_of_more(of: &[Effect]) -> Vec<Change<Vec<Effect>>> {
    steps(of).into_iter().filter(|change| !change.copy.is_empty()).collect()
}

/// Adds the changes of a part of a step's action.
macro_rules! part {
    ($all:ident, $of:ident, $name:literal, $effect:ident . $part:ident, $changes:expr) => {
        if let Some(one) = &$of.$effect {
            $all.part($name, $changes(&one.$part), |copy: &mut Effect, new| {
                if let Some(one) = &mut copy.$effect {
                    one.$part = new;
                }
            });
        }
    };
}

fn step(of: &Effect) -> Vec<Change<Effect>> {
    let mut all = Changes::of(of);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.part("", some(&of.all, |list| steps_of_more(list)), |one, new| one.all = new);
    all.part("", some(&of.again, test), |one, new| one.again = new);
    all.part("", some(&of.truce, test), |one, new| one.truce = new);
    all.part("", some(&of.gain, tokens), |one, new| one.gain = new);
    all.part("", some(&of.lose, tokens), |one, new| one.lose = new);
    part!(all, of, "", roll.dice, dice);
    part!(all, of, "value", r#let.value, number);
    part!(all, of, "value", set.to, number);
    part!(all, of, "", add.by, number);
    part!(all, of, "until", add.until, until);
    part!(all, of, "acts", commit.acts, number);
    part!(all, of, "of", commit.of, number);
    part!(all, of, "", push.squares, number);
    part!(all, of, "step", push.step, dropped);
    part!(all, of, "", pull.squares, number);
    part!(all, of, "step", pull.step, dropped);
    part!(all, of, "value", variable.to, number);
    part!(all, of, "until", mark.until, until);
    part!(all, of, "cap", allow.cap, cap);
    part!(all, of, "until", allow.until, until);
    part!(all, of, "resume", interpose.resume, yes_unless_said);
    all.part("by", some(&of.sort, number), |one, new| one.sort = new);
    part!(all, of, "on", terrain.on, |on| some(on, test));
    part!(all, of, "count", draw.count, count);
    part!(all, of, "refill", draw.refill, dropped);
    part!(all, of, "", move_card.card, number);
    part!(all, of, "under", move_card.under, flipped);
    all.done()
}

fn tokens(of: &Tokens) -> Vec<Change<Tokens>> {
    let mut all = Changes::of(of);
    all.part("", amounts(&of.tokens), |one, new| one.tokens = new);
    all.part("times", dropped(&of.times), |one, new| one.times = new);
    all.part("times", some(&of.times, number), |one, new| one.times = new);
    all.part("until", until(&of.until), |one, new| one.until = new);
    all.part("back", dropped(&of.back), |one, new| one.back = new);
    all.part("back when", condition(&of.back_when), |one, new| one.back_when = new);
    all.done()
}

/// Returns the changes of a duration: permanent, one edge more, the other edge, any turn.
fn until(of: &Option<Until>) -> Vec<Change<Option<Until>>> {
    let mut all = dropped(of);
    all.extend(some(of, |of| {
        let mut all = Changes::of(of);
        all.part("count", count(&of.count), |one, new| one.count = new);
        all.part("edge", edge(&of.edge), |one, new| one.edge = new);
        all.flip("own", |one| &mut one.own);
        if !of.own {
            all.flip("causer", |one| &mut one.causer);
        }
        all.done()
    }));
    all
}

fn count(of: &Option<Text>) -> Vec<Change<Option<Text>>> {
    match of {
        Some(_) => some(of, number),
        None => {
            let two = At::made("2".to_owned(), 0..0);
            vec![Change { what: "+1".into(), at: None, copy: Some(two) }]
        }
    }
}

/// Returns the change to the other edge.
pub(super) fn edge(of: &Text) -> Vec<Change<Text>> {
    let other = if of.as_str() == "begin" { "end" } else { "begin" };
    vec![text(of, format!("{} -> {other}", &**of), other)]
}

/// Returns the change of a flag.
fn flipped(of: &bool) -> Vec<Change<bool>> {
    vec![Change { what: "flipped".into(), at: None, copy: !of }]
}

/// Returns the change of a flag that counts as set if it is not given.
fn yes_unless_said(of: &Option<At<bool>>) -> Vec<Change<Option<At<bool>>>> {
    let other = !of.as_ref().is_none_or(|yes| **yes);
    let copy = Some(At::made(other, 0..0));
    vec![Change { what: "flipped".into(), at: None, copy }]
}

fn label(index: usize, effect: &Effect) -> Label {
    let step = elements::step(effect);
    (format!("step {} {}", index + 1, step.verb), step.at)
}
