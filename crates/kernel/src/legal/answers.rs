//! What one combatant can do, for each of the purses it comes to hold: mostly it has held the same
//! before.

use std::num::NonZeroU16;

use super::Whom;
use super::bills::{Key, Paid};
use super::funds::List;
use super::reads::Classes;

/// The place of the answer that nothing can be done.
pub(super) const NOTHING: usize = 0;
/// The place of the answer that is worked out afresh at each look: with rules relaxed, in secret,
/// or for later.
pub(super) const AFRESH: usize = 1;
/// Keys there is room for at first, a power of two.
const FIRST: usize = 64;
/// Answers remembered of all combatants together, and of one of them: in long fights with much to
/// pay with, thousands come back often.
const MOST: usize = 65_536;
const MOST_OF_ONE: usize = 16_384;

/// An option that can be declared: paid in how many ways, aimed at whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) option: u8,
    pub(super) list: List,
    pub(super) whom: Whom,
    /// How many declarations that makes.
    pub(super) len: u32,
}

/// What can be done with so much at one moment, as it was last worked out.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    pub(super) paid: Paid,
    /// The moment: those of several may have the same place.
    pub(super) moment: u8,
    /// Options, one bit each, permitted and payable; none where the rows are of something else.
    pub(super) open: u128,
    /// The version of the sides it was given for, and of what late rows depend on.
    pub(super) sides: u64,
    pub(super) late: u64,
    /// What it depends on besides what it always does, with these of the conditions asked about.
    pub(super) conditions: u64,
    pub(super) asked: Classes,
    /// Rows that depend on nothing else, before the others, and their declarations.
    pub(super) steady: (u16, u32),
    pub(super) rows: Vec<Row>,
    /// All declarations.
    pub(super) len: u32,
}

/// Answers remembered: the two that are always there, and one for each key that has come up; once
/// there are many, new ones take the places of others.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    pub(super) all: Vec<Answer>,
    /// How many of them are in use, and from how many on new ones replace others.
    used: usize,
    most: usize,
    /// The places of those found by their key: from where that belongs on, up to the next gap.
    places: Vec<Option<NonZeroU16>>,
}

impl Answers {
    /// None so far, of one of so many combatants.
    pub(super) fn new(combatants: usize) -> Answers {
        let all = vec![Answer::default(); AFRESH + 1];
        let most = (MOST / combatants.max(1)).min(MOST_OF_ONE);
        Answers { used: all.len(), most, all, places: vec![None; FIRST] }
    }

    /// The place of the answer of a key, and whether it is about that already.
    #[inline(always)]
    pub(super) fn place_of(&mut self, key: &Key) -> (usize, bool) {
        let mut at = self.home(key);
        while let Some(place) = self.places[at] {
            let place = usize::from(place.get());
            if self.all[place].paid.is_of(key) {
                return (place, true);
            }
            at = (at + 1) % self.places.len();
        }
        (self.take_place(at, key), false)
    }

    /// Gives a key a place, given the gap where it would be found.
    #[inline(never)]
    fn take_place(&mut self, mut gap: usize, key: &Key) -> usize {
        if self.used >= self.most {
            if let Some(place) = self.places[self.home(key)] {
                return place.get().into();
            }
            if self.used >= self.most + self.most / 2 {
                self.forget();
            }
        } else if self.used * 2 >= self.places.len() {
            self.make_room();
            gap = self.gap(key);
        }
        let place = self.used;
        self.used += 1;
        if place == self.all.len() {
            self.all.push(Answer::default());
        }
        self.places[gap] = NonZeroU16::new(place as u16);
        place
    }

    /// Forgets which answers there are.
    pub(super) fn forget(&mut self) {
        self.used = AFRESH + 1;
        self.places.fill(None);
    }

    /// Makes room for as many again, and finds all of them a place in it.
    fn make_room(&mut self) {
        let room = self.places.len() * 2;
        self.places.clear();
        self.places.resize(room, None);
        for place in AFRESH + 1..self.used {
            let gap = self.gap(&self.all[place].paid.key);
            self.places[gap] = NonZeroU16::new(place as u16);
        }
    }

    /// Where a key that is not there belongs.
    fn gap(&self, key: &Key) -> usize {
        let mut at = self.home(key);
        while self.places[at].is_some() {
            at = (at + 1) % self.places.len();
        }
        at
    }

    /// Where a key is looked for first.
    #[inline(always)]
    fn home(&self, key: &Key) -> usize {
        // The uppermost bits of a mix depend on all of it.
        (key.mix() >> (self.places.len().leading_zeros() + 1)) as usize
    }
}

impl Answer {
    /// Adds a row, unless there is nothing in it, given how many it may be aimed at.
    #[inline(always)]
    pub(super) fn push(&mut self, option: usize, list: List, whom: Whom, each: u32) {
        let len = u32::from(list.len) * each;
        if len > 0 {
            self.rows.push(Row { option: option as u8, list, whom, len });
            self.len += len;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks a key up as someone does who then works its answer out; gives its place.
    fn look_up(answers: &mut Answers, key: Key) -> (usize, bool) {
        let (place, known) = answers.place_of(&key);
        assert!(place > AFRESH && (!known || answers.all[place].paid.is_of(&key)));
        answers.all[place].paid.key = key;
        assert_eq!(answers.place_of(&key), (place, true));
        (place, known)
    }

    #[test]
    fn every_key_has_an_answer_of_its_own() {
        let mut answers = Answers::new(1);
        let mut places = Vec::new();
        for round in 0..2 {
            for number in 0..1_000 {
                let (place, known) = look_up(&mut answers, Key::under(number));
                assert_eq!(known, round == 1);
                match round {
                    0 => places.push(place),
                    _ => assert_eq!(place, places[number as usize]),
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 1_000);
        answers.forget();
        assert!(!look_up(&mut answers, Key::under(1)).1);
    }

    #[test]
    fn once_there_are_many_new_ones_replace_others() {
        let mut answers = Answers { most: 100, ..Answers::new(1) };
        for number in 0..20_000 {
            look_up(&mut answers, Key::under(number % 700));
        }
        assert!((100..=150).contains(&answers.used), "{}", answers.used);
        assert!(answers.all.len() <= 150 && answers.places.iter().any(Option::is_none));
    }
}
