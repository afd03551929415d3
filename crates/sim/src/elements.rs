//! Short descriptions of the elements of rules: key, position, and a line of Markdown. The manual
//! shows them, and mutants are named after them.

mod effect;
mod line;
mod sorts;

pub use effect::{Step, step};

use rules::raw::{self, Rule, Text};

/// A sort of element.
pub trait Element {
    /// Key of the sort in rule files.
    const SORT: &'static str;

    /// Returns a key unique within its sort and rule, and the byte offset of the key in the file.
    fn key(&self) -> (String, usize);

    /// Describes the element in words and code.
    fn says(&self) -> String;
}

/// An element of any sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// Its sort.
    pub sort: &'static str,
    /// Its name.
    pub name: String,
    /// Description in words and code.
    pub says: String,
    /// Effects, step by step.
    pub steps: Vec<String>,
}

/// Returns all elements of a rule, sort by sort.
pub fn elements(rule: &Rule) -> Vec<Short> {
    fn add<E: Element>(all: &mut Vec<Short>, list: &[E], steps: impl Fn(&E) -> &[raw::Effect]) {
        for one in list {
            let (name, _) = one.key();
            let steps = effect::lines(steps(one));
            all.push(Short { sort: E::SORT, name, says: one.says(), steps });
        }
    }
    let mut all = Vec::new();
    add(&mut all, &rule.span, |_| &[]);
    add(&mut all, &rule.lasts, |_| &[]);
    add(&mut all, &rule.turn, |_| &[]);
    add(&mut all, &rule.side, |_| &[]);
    add(&mut all, &rule.base, |_| &[]);
    add(&mut all, &rule.prefix, |_| &[]);
    add(&mut all, &rule.part, |_| &[]);
    add(&mut all, &rule.moment, |_| &[]);
    add(&mut all, &rule.slot, |_| &[]);
    add(&mut all, &rule.own_slot, |_| &[]);
    add(&mut all, &rule.fills, |_| &[]);
    add(&mut all, &rule.excludes, |_| &[]);
    add(&mut all, &rule.convert, |_| &[]);
    add(&mut all, &rule.prices, |_| &[]);
    add(&mut all, &rule.drop, |_| &[]);
    add(&mut all, &rule.gate, |_| &[]);
    add(&mut all, &rule.cover, |_| &[]);
    add(&mut all, &rule.attribute, |_| &[]);
    add(&mut all, &rule.variable, |_| &[]);
    add(&mut all, &rule.condition, |_| &[]);
    add(&mut all, &rule.condition_group, |_| &[]);
    add(&mut all, &rule.clears, |_| &[]);
    add(&mut all, &rule.ruling, |_| &[]);
    add(&mut all, &rule.activity, |one| &one.r#do);
    add(&mut all, &rule.bar, |_| &[]);
    add(&mut all, &rule.limit, |_| &[]);
    add(&mut all, &rule.shortage, |_| &[]);
    add(&mut all, &rule.on, |one| &one.r#do);
    add(&mut all, &rule.watch, |one| &one.r#do);
    add(&mut all, &rule.window, |_| &[]);
    add(&mut all, &rule.preset, |_| &[]);
    add(&mut all, &rule.ability_line, |_| &[]);
    add(&mut all, &rule.option_of, |_| &[]);
    add(&mut all, &rule.also, |one| &one.r#do);
    add(&mut all, &rule.dice, |_| &[]);
    add(&mut all, &rule.terrain, |_| &[]);
    add(&mut all, &rule.asking, |_| &[]);
    add(&mut all, &rule.space, |_| &[]);
    add(&mut all, &rule.step, |_| &[]);
    add(&mut all, &rule.obligation, |_| &[]);
    add(&mut all, &rule.pile, |_| &[]);
    add(&mut all, &rule.card, |_| &[]);
    add(&mut all, &rule.table, |_| &[]);
    let mut word = |sort, words: &[Text]| {
        for word in words {
            let name = word.to_string();
            all.push(Short { sort, name, says: String::new(), steps: Vec::new() });
        }
    };
    word("spending", &rule.spending);
    word("emptying", &rule.emptying);
    word("out", &rule.out);
    word("preparing", &rule.preparing);
    word("ground", &rule.grounds);
    all
}
