//! Changes of elements about space and dice.

use rules::raw::{At, Dice, Space, Step, Terrain};

use super::change::{Change, Changes, some};
use super::expression::{condition, dice as other_dice, number, test};

type All<T> = Vec<Change<T>>;

pub(super) fn dice(of: &Dice) -> All<Dice> {
    let mut all = Changes::of(of);
    all.part("default", other_dice(&of.default), |one, new| one.default = new);
    all.done()
}

pub(super) fn terrain(of: &Terrain) -> All<Terrain> {
    let mut all = Changes::of(of);
    all.flip("solid", |one| &mut one.solid);
    all.done()
}

pub(super) fn space(of: &Space) -> All<Space> {
    let mut all = Changes::of(of);
    all.part("threat", some(&of.threat, number), |one, new| one.threat = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    for (name, given) in [("diagonals", &of.diagonals), ("metric", &of.metric)] {
        let Some(given) = given else { continue };
        let other = match (name, given.as_str()) {
            ("diagonals", "one") => "forbidden",
            ("diagonals", _) => "one",
            (_, "squares") => "orthogonal",
            _ => "squares",
        };
        let new = Some(At::made(other.to_owned(), given.span()));
        all.add(format!("{name} {} -> {other}", &**given), |one| match name {
            "diagonals" => one.diagonals = new,
            _ => one.metric = new,
        });
    }
    all.done()
}

pub(super) fn step(of: &Step) -> All<Step> {
    let mut all = Changes::of(of);
    all.part("adds", some(&of.adds, number), |one, new| one.adds = new);
    all.part("barred", some(&of.barred, test), |one, new| one.barred = new);
    all.part("passing", some(&of.passing, test), |one, new| one.passing = new);
    all.part("when", condition(&of.when), |one, new| one.when = new);
    all.done()
}
