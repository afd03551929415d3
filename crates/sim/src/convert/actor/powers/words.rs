//! Words of a stat block, in lower case and without signs.

/// The words of a text.
#[derive(Clone, Debug)]
pub(super) struct Words<'t> {
    words: Vec<&'t str>,
}

/// Words for numbers.
const NUMBERS: [(&str, i16); 10] = [
    ("once", 1),
    ("one", 1),
    ("twice", 2),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("ten", 10),
];

impl<'t> Words<'t> {
    /// Splits a text in lower case. Dice such as `1d4+1` stay whole.
    pub(super) fn of(text: &'t str) -> Words<'t> {
        let inside = |c: char| c.is_alphanumeric() || c == '+' || c == '\'';
        let words = text.split(|c: char| !inside(c)).map(|word| word.trim_matches(['+', '\'']));
        Words { words: words.filter(|word| !word.is_empty()).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns a word; empty beyond the end.
    pub(super) fn get(&self, at: usize) -> &'t str {
        self.words.get(at).copied().unwrap_or_default()
    }

    /// Returns at most `length` words from a place on.
    pub(super) fn slice(&self, from: usize, length: usize) -> &[&'t str] {
        let from = from.min(self.words.len());
        &self.words[from..from.saturating_add(length).min(self.words.len())]
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// Returns the place of the first of several words.
    pub(super) fn position(&self, wanted: &[&str]) -> Option<usize> {
        self.words.iter().position(|word| wanted.contains(word))
    }

    /// Returns the whole number at a place, in digits or as a word.
    pub(super) fn number(&self, at: usize) -> Option<i16> {
        let word = self.get(at);
        let named = NUMBERS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
        word.parse().ok().or(named)
    }

    /// Returns the number of feet, if a place has one with its unit behind it.
    pub(super) fn feet(&self, at: usize) -> Option<f64> {
        let unit = ["ft", "feet", "foot"].contains(&self.get(at + 1));
        self.get(at).parse::<u16>().ok().filter(|_| unit).map(f64::from)
    }

    /// Returns whether a place has dice: `2d6`, `1d4+1`.
    pub(super) fn is_dice(&self, at: usize) -> bool {
        let word = self.get(at);
        let (dice, bonus) = word.split_once('+').unwrap_or((word, "0"));
        let within = |text: &str, most: u16| text.parse().is_ok_and(|it| (1..=most).contains(&it));
        let parts = dice.split_once('d');
        let fits = parts.is_some_and(|(count, faces)| within(count, 100) && within(faces, 1000));
        fits && bonus.parse::<u8>().is_ok()
    }
}
