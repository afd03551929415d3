//! What one combatant can do, for each of the purses it comes to hold: mostly it has held the same
//! before.

use std::num::NonZeroU16;

use super::Whom;
use super::bills::{KEYS, Key, Paid};
use super::funds::List;
use super::reads::Classes;

/// The place of the answer that nothing can be done.
pub(super) const NOTHING: usize = 0;
/// The place of the answer that is worked out afresh at each look: with rules relaxed, in secret,
/// or for later.
pub(super) const AFRESH: usize = 1;

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

/// Answers remembered: the two that are always there, and one for each key that has come up.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    pub(super) all: Vec<Answer>,
    /// By key, the place of its answer; those that hash alike share it.
    places: Vec<Option<NonZeroU16>>,
}

impl Answers {
    /// None so far.
    pub(super) fn new() -> Answers {
        Answers { all: vec![Answer::default(); AFRESH + 1], places: vec![None; KEYS] }
    }

    /// The place of the answer of a key.
    #[inline(always)]
    pub(super) fn place_of(&mut self, key: &Key) -> usize {
        let place = &mut self.places[key.hash()];
        if let Some(known) = *place {
            return usize::from(known.get());
        }
        let next = self.all.len();
        self.all.push(Answer::default());
        *place = NonZeroU16::new(next as u16);
        next
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
