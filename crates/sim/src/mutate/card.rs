//! Changes of piles, cards and tables of numbers.

use rules::raw::{At, Card, NumberTable, Pile, Text};

use super::change::{Change, Changes, text};
use super::expression::condition;

type All<T> = Vec<Change<T>>;

pub(super) fn pile(of: &Pile) -> All<Pile> {
    let mut all = Changes::of(of);
    all.flip("shuffled", |one| &mut one.shuffled);
    let other = match of.seen.as_ref().map(|seen| seen.as_str()) {
        Some("owner" | "nobody") => "everyone",
        _ => "nobody",
    };
    let new = Some(At::made(other.to_owned(), of.id.span()));
    all.add(format!("seen by {other}"), |one| one.seen = new);
    all.done()
}

pub(super) fn card(of: &Card) -> All<Card> {
    let mut all = Changes::of(of);
    if of.pile.is_some() {
        let copies = of.copies.as_ref().map_or(1, |copies| *copies.get()) + 1;
        let new = Some(At::made(copies, of.id.span()));
        all.add(format!("copies {copies}"), |one| one.copies = new);
    }
    all.part("when", condition(&of.when), |one, new| one.when = new);
    for (name, number) in &of.numbers {
        let Some(next) = next(number) else { continue };
        let name = name.clone();
        let what = format!("{} {}", &*name, next.what);
        all.add(what, |one| {
            one.numbers.insert(name, next.copy);
        });
    }
    all.done()
}

pub(super) fn table(of: &NumberTable) -> All<NumberTable> {
    let mut all = Changes::of(of);
    for (place, number) in of.values.iter().enumerate() {
        let new = At::made(number.get().wrapping_add(1), number.span());
        all.add(format!("place {place}: {} -> {}", number.get(), new.get()), |one| {
            one.values[place] = new;
        });
    }
    all.done()
}

/// Returns the change of a number to the next one.
fn next(number: &Text) -> Option<Change<Text>> {
    let next = number.trim().parse::<i32>().ok()?.checked_add(1)?.to_string();
    Some(text(number, format!("{} -> {next}", &**number), next.as_str()))
}
