//! Changed copies of values, and how changes of parts become changes of the whole.

use rules::raw::{At, Text};

/// A copy with one thing changed.
#[derive(Clone, Debug)]
pub(super) struct Change<T> {
    /// Description of the change, from the outside in: `slot X: cap+1`.
    pub(super) what: String,
    /// Position of the change in the file, in bytes; `None` if it has no particular one.
    pub(super) at: Option<usize>,
    /// The changed copy.
    pub(super) copy: T,
}

/// Collector of changed copies of one value.
pub(super) struct Changes<'t, T> {
    of: &'t T,
    list: Vec<Change<T>>,
}

impl<'t, T: Clone> Changes<'t, T> {
    pub(super) fn of(of: &'t T) -> Changes<'t, T> {
        Changes { of, list: Vec::new() }
    }

    /// Adds one change, made directly.
    pub(super) fn add(&mut self, what: impl Into<String>, change: impl FnOnce(&mut T)) {
        let mut copy = self.of.clone();
        change(&mut copy);
        self.list.push(Change { what: what.into(), at: None, copy });
    }

    /// Adds the changes of a part, each put into a copy of the whole.
    pub(super) fn part<P>(&mut self, name: &str, changes: Vec<Change<P>>, put: impl Fn(&mut T, P)) {
        for change in changes {
            let mut copy = self.of.clone();
            put(&mut copy, change.copy);
            let what = match (name, change.what.starts_with(['+', '-'])) {
                ("", _) => change.what,
                (_, true) => format!("{name}{}", change.what),
                (_, false) => format!("{name} {}", change.what),
            };
            self.list.push(Change { what, at: change.at, copy });
        }
    }

    /// Adds the change that flips a flag.
    pub(super) fn flip(&mut self, name: &str, place: impl Fn(&mut T) -> &mut bool) {
        self.add(format!("{name} flipped"), |copy| {
            let flag = place(copy);
            *flag = !*flag;
        });
    }

    pub(super) fn done(self) -> Vec<Change<T>> {
        self.list
    }
}

/// Returns the changes of an optional value.
pub(super) fn some<P>(
    of: &Option<P>,
    changes: impl Fn(&P) -> Vec<Change<P>>,
) -> Vec<Change<Option<P>>> {
    let all = of.as_ref().map(changes).unwrap_or_default().into_iter();
    all.map(|Change { what, at, copy }| Change { what, at, copy: Some(copy) }).collect()
}

/// Name of a list item, and its byte offset in the file.
pub(super) type Label = (String, Option<usize>);

/// Returns the changes of a list: each item removed in turn, and the changes of each item.
pub(super) fn list<T: Clone>(
    items: &[T],
    label: impl Fn(usize, &T) -> Label,
    changes: impl Fn(&T) -> Vec<Change<T>>,
) -> Vec<Change<Vec<T>>> {
    let mut all = Vec::new();
    let mut labels: Vec<String> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let (mut name, at) = label(index, item);
        labels.push(name.clone());
        let same = labels.iter().filter(|one| **one == name).count();
        if same > 1 {
            name = format!("{name} #{same}");
        }
        let mut copy = items.to_vec();
        copy.remove(index);
        all.push(Change { what: format!("{name}: removed"), at, copy });
        for change in changes(item) {
            let mut copy = items.to_vec();
            copy[index] = change.copy;
            let what = format!("{name}: {}", change.what);
            all.push(Change { what, at: change.at.or(at), copy });
        }
    }
    all
}

/// Returns the changes that remove each word of a list in turn.
pub(super) fn words(words: &[Text]) -> Vec<Change<Vec<Text>>> {
    let one = |(index, word): (usize, &Text)| {
        let mut copy = words.to_vec();
        copy.remove(index);
        Change { what: format!("{} removed", &**word), at: Some(word.span().start), copy }
    };
    words.iter().enumerate().map(one).collect()
}

/// Returns the same changes for a list that may not be empty: none if it has only one word.
pub(super) fn several_words(list: &[Text]) -> Vec<Change<Vec<Text>>> {
    if list.len() > 1 { words(list) } else { Vec::new() }
}

/// Returns the change that leaves out an optional value.
pub(super) fn dropped<P>(of: &Option<P>) -> Vec<Change<Option<P>>> {
    let one = |_| Change { what: "dropped".to_owned(), at: None, copy: None };
    of.iter().map(one).collect()
}

/// Returns the change that replaces a text.
pub(super) fn text(of: &Text, what: impl Into<String>, new: impl Into<String>) -> Change<Text> {
    let copy = At::made(new.into(), of.span());
    Change { what: what.into(), at: Some(of.span().start), copy }
}
