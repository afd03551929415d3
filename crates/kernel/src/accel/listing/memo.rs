//! What one combatant can do, for each of the purses it comes to hold: mostly it has held the same
//! before.

use std::num::NonZeroU16;

use super::bill_cache::PaymentKey;
use super::deps::DepMask;
use super::payment_cache::PaymentList;
use super::payment_lists::{AvailablePayments, PaymentListInterner};
use crate::legal::TargetSet;

/// The place of the answer that nothing can be done.
pub(crate) const EMPTY: usize = 0;
/// The place of the answer that is worked out afresh at each look: with rules relaxed, in secret,
/// or for later.
pub(crate) const UNCACHED: usize = 1;
/// Keys there is room for at first, a power of two.
const INITIAL_BUCKETS: usize = 64;
/// Answers remembered of all combatants together, and of one of them: in long fights with much to
/// pay with, thousands come back often.
const MAX_ENTRIES: usize = 65_536;
const MAX_PER_COMBATANT: usize = 16_384;

/// One word of what belongs to an answer: the place of a list of payments; or a row, which is an
/// option and how many declarations it makes. Rows are many and mostly come from far away in
/// memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PackedRow(u32);

impl PackedRow {
    /// Bits for the number of declarations: more than there are ways to pay times targets.
    const LEN: u32 = 24;

    /// A row, given in how many ways it is paid and at how many it is aimed.
    #[inline(always)]
    pub(crate) fn row(option: usize, ways: u16, each: u32) -> PackedRow {
        PackedRow(((option as u32) << PackedRow::LEN) | (u32::from(ways) * each))
    }

    #[inline(always)]
    pub(crate) fn option(self) -> u8 {
        (self.0 >> PackedRow::LEN) as u8
    }

    #[inline(always)]
    pub(crate) fn len(self) -> u32 {
        self.0 & ((1 << PackedRow::LEN) - 1)
    }
}

/// What can be done with so much at one moment, as it was last worked out: two lines of cache, the
/// first of them to find it by.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct MemoEntry {
    pub(crate) key: PaymentKey,
    /// Options, one bit each, with any payment, or of which that is not known.
    pub(crate) payable: u128,
    /// Those permitted, too; none where the rows are of something else.
    pub(crate) open: u128,
    /// The version of what late rows depend on, and of the sides, it was given for.
    pub(crate) late: u64,
    pub(crate) sides: u32,
    /// All declarations.
    pub(crate) len: u32,
    /// What it depends on besides what it always does, with these of the conditions asked about.
    pub(crate) conditions: u64,
    pub(crate) asked: DepMask,
}

/// An answer and what belongs to it: for each bill the place of its list, and room for rows.
pub(crate) struct EntryView<'a> {
    pub(crate) answer: &'a mut MemoEntry,
    pub(crate) paid: &'a mut [PackedRow],
    pub(crate) rows: &'a mut [PackedRow],
    pub(crate) lists: &'a mut PaymentListInterner,
}

impl EntryView<'_> {
    /// With what a bill is paid.
    #[inline(always)]
    pub(crate) fn list(&self, bill: u8) -> AvailablePayments {
        self.lists.at(self.paid[usize::from(bill)].0)
    }

    /// Has a bill paid with something.
    pub(crate) fn pay(&mut self, bill: usize, list: AvailablePayments) {
        self.paid[bill] = PackedRow(self.lists.intern(list));
    }
}

/// Answers remembered: the two that are always there, and one for each key that has come up; once
/// there are many, new ones take the places of others.
#[derive(Clone, Debug)]
pub(crate) struct ListingMemo {
    pub(crate) all: Vec<MemoEntry>,
    /// What belongs to each: as many words as there are bills, then as many as there are options.
    words: Vec<PackedRow>,
    bills: usize,
    options: usize,
    lists: PaymentListInterner,
    /// How many of them are in use, and from how many on new ones replace others.
    used: usize,
    most: usize,
    /// The places of those found by their key: from where that belongs on, up to the next gap.
    places: Vec<Option<NonZeroU16>>,
}

impl ListingMemo {
    /// None so far, of one of so many combatants, with so many bills and options.
    pub(crate) fn new(combatants: usize, (bills, options): (usize, usize)) -> ListingMemo {
        let used = UNCACHED + 1;
        ListingMemo {
            all: vec![MemoEntry::default(); used],
            words: vec![PackedRow::default(); used * (bills + options)],
            bills,
            options,
            lists: PaymentListInterner::new(),
            used,
            most: (MAX_ENTRIES / combatants.max(1)).min(MAX_PER_COMBATANT),
            places: vec![None; INITIAL_BUCKETS],
        }
    }

    /// An answer with all that belongs to it.
    #[inline(always)]
    pub(crate) fn at(&mut self, place: usize) -> EntryView<'_> {
        let words = self.bills + self.options;
        let words = &mut self.words[place * words..][..words];
        let (paid, rows) = words.split_at_mut(self.bills);
        EntryView { answer: &mut self.all[place], paid, rows, lists: &mut self.lists }
    }

    /// The payments of an answer for a bill.
    #[inline(always)]
    pub(crate) fn list(&self, place: usize, bill: u8) -> PaymentList {
        let at = place * (self.bills + self.options) + usize::from(bill);
        self.lists.at(self.words[at].0).list
    }

    /// The rows of an answer: those that may depend on more than others come last.
    #[inline(always)]
    pub(crate) fn rows(&self, place: usize) -> &[PackedRow] {
        let from = place * (self.bills + self.options) + self.bills;
        &self.words[from..][..self.all[place].open.count_ones() as usize]
    }

    /// Gives an answer the payments of another.
    pub(crate) fn pay_like(&mut self, place: usize, other: usize) {
        let words = self.bills + self.options;
        let from = other * words;
        self.words.copy_within(from..from + self.bills, place * words);
    }

    /// Whether there are so many lists that everything has to be forgotten before the next look.
    pub(crate) fn is_full(&self) -> bool {
        self.lists.is_full()
    }

    /// Forgets everything, payments included.
    pub(crate) fn clear(&mut self) {
        self.all.fill(MemoEntry::default());
        self.words.fill(PackedRow::default());
        self.lists.clear();
        self.forget();
    }

    /// The place of the answer of a key, and whether it is about that already.
    #[inline(always)]
    pub(crate) fn place_of(&mut self, key: &PaymentKey) -> (usize, bool) {
        let mut at = self.probe_start(key);
        while let Some(place) = self.places[at] {
            let place = usize::from(place.get());
            if self.all[place].key.is(key) {
                return (place, true);
            }
            at = (at + 1) & (self.places.len() - 1);
        }
        (self.take_place(at, key), false)
    }

    /// Gives a key a place, given the gap where it would be found.
    #[inline(never)]
    fn take_place(&mut self, mut gap: usize, key: &PaymentKey) -> usize {
        if self.used >= self.most {
            if let Some(place) = self.places[self.probe_start(key)] {
                return place.get().into();
            }
            if self.used >= self.most + self.most / 2 {
                self.forget();
            }
        } else if self.used * 2 >= self.places.len() {
            self.grow();
            gap = self.free_bucket(key);
        }
        let place = self.used;
        self.used += 1;
        if place == self.all.len() {
            self.all.push(MemoEntry::default());
            let words = self.all.len() * (self.bills + self.options);
            self.words.resize(words, PackedRow::default());
        }
        self.places[gap] = NonZeroU16::new(place as u16);
        place
    }

    /// Forgets which answers there are; those that are shown still stay as they are.
    fn forget(&mut self) {
        self.used = UNCACHED + 1;
        self.places.fill(None);
    }

    /// Makes room for as many again, and finds all of them a place in it.
    fn grow(&mut self) {
        let room = self.places.len() * 2;
        self.places.clear();
        self.places.resize(room, None);
        for place in UNCACHED + 1..self.used {
            let gap = self.free_bucket(&self.all[place].key);
            self.places[gap] = NonZeroU16::new(place as u16);
        }
    }

    /// Where a key that is not there belongs.
    fn free_bucket(&self, key: &PaymentKey) -> usize {
        let mut at = self.probe_start(key);
        while self.places[at].is_some() {
            at = (at + 1) & (self.places.len() - 1);
        }
        at
    }

    /// Where a key is looked for first.
    #[inline(always)]
    fn probe_start(&self, key: &PaymentKey) -> usize {
        // The uppermost bits of a mix depend on all of it.
        (key.mix() >> (self.places.len().leading_zeros() + 1)) as usize
    }
}

/// What is worked out afresh: rows, with what each is paid and at whom it is aimed.
#[derive(Clone, Debug, Default)]
pub(crate) struct UncachedList {
    pub(crate) rows: Vec<PackedRow>,
    pub(crate) each: Vec<(PaymentList, TargetSet)>,
    pub(crate) len: u32,
}

impl UncachedList {
    /// Begins anew.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.each.clear();
        self.len = 0;
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, option: usize, list: PaymentList, whom: TargetSet) {
        let row = PackedRow::row(option, list.len, whom.len());
        self.len += row.len();
        self.rows.push(row);
        self.each.push((list, whom));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks a key up as someone does who then works its answer out; gives its place.
    fn look_up(answers: &mut ListingMemo, key: PaymentKey) -> (usize, bool) {
        let (place, known) = answers.place_of(&key);
        assert!(place > UNCACHED && (!known || answers.all[place].key.is(&key)));
        answers.all[place].key = key;
        assert_eq!(answers.place_of(&key), (place, true));
        (place, known)
    }

    #[test]
    fn every_key_has_an_answer_of_its_own() {
        let mut answers = ListingMemo::new(1, (3, 5));
        let mut places = Vec::new();
        for round in 0..2 {
            for number in 0..1_000 {
                let (place, known) = look_up(&mut answers, PaymentKey::under(number));
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
        assert!(!look_up(&mut answers, PaymentKey::under(1)).1);
    }

    #[test]
    fn once_there_are_many_new_ones_replace_others() {
        let mut answers = ListingMemo { most: 100, ..ListingMemo::new(1, (3, 5)) };
        for number in 0..20_000 {
            look_up(&mut answers, PaymentKey::under(number % 700));
        }
        assert!((100..=150).contains(&answers.used), "{}", answers.used);
        assert!(answers.all.len() <= 150 && answers.places.iter().any(Option::is_none));
    }
}
