//! Accelerator: memo table of legal actions by purse, slots, conditions and moment. Entries must
//! equal what `reference::list_uncached` lists. Most purses recur, so most lookups hit.

use std::num::NonZeroU16;

use super::bill_cache::PaymentKey;
use super::deps::DepMask;
use super::payment_cache::{PaymentList, bucket_of};
use super::payment_lists::{AvailablePayments, PaymentListInterner};
use crate::legal::TargetSet;

/// Index of the entry for no legal actions.
pub(crate) const EMPTY: usize = 0;
/// Index of the entry that is computed again at each refresh: with rules relaxed, in secret, or for
/// prepared declarations.
pub(crate) const UNCACHED: usize = 1;
/// Initial buckets, a power of two.
const INITIAL_BUCKETS: usize = 64;
/// Most entries of all combatants together, and of one of them: in long encounters with many
/// tokens, thousands recur often.
const MAX_ENTRIES: usize = 65_536;
const MAX_PER_COMBATANT: usize = 16_384;

/// One word of an entry: the index of a payment list, or a row (option and number of declarations).
/// Rows are many and often not in the CPU cache, so they are packed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PackedRow(u32);

impl PackedRow {
    /// Bits of the number of declarations, enough for payments times targets.
    const LEN: u32 = 24;

    /// Returns a row, given its number of payments and its number of targets.
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

/// Memo entry: legal actions for one key, as last computed. It spans two cache lines; the first of
/// them holds the key.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct MemoEntry {
    pub(crate) key: PaymentKey,
    /// Options with any payment, or whose payments are not known, one bit each.
    pub(crate) payable: u128,
    /// Options that are permitted, too; none if the rows are for other options.
    pub(crate) open: u128,
    /// Versions of late dependencies and of sides that the rows are for.
    pub(crate) late: u64,
    pub(crate) sides: u32,
    /// Number of declarations.
    pub(crate) len: u32,
    /// Relevant conditions of the actor, and the further dependencies under them.
    pub(crate) conditions: u64,
    pub(crate) asked: DepMask,
}

/// Memo entry with its words: the payment list of each bill, and rows.
pub(crate) struct EntryView<'a> {
    pub(crate) answer: &'a mut MemoEntry,
    pub(crate) paid: &'a mut [PackedRow],
    pub(crate) rows: &'a mut [PackedRow],
    pub(crate) lists: &'a mut PaymentListInterner,
}

impl EntryView<'_> {
    /// Returns the payments of a bill.
    #[inline(always)]
    pub(crate) fn list(&self, bill: u8) -> AvailablePayments {
        self.lists.at(self.paid[usize::from(bill)].0)
    }

    /// Sets the payments of a bill.
    pub(crate) fn pay(&mut self, bill: usize, list: AvailablePayments) {
        self.paid[bill] = PackedRow(self.lists.intern(list));
    }
}

/// Memo table: two fixed entries and one for each key met. Above a limit, new entries replace
/// others.
#[derive(Clone, Debug)]
pub(crate) struct ListingMemo {
    pub(crate) all: Vec<MemoEntry>,
    /// Words of each entry: one for each bill, then one for each option.
    words: Vec<PackedRow>,
    bills: usize,
    options: usize,
    lists: PaymentListInterner,
    /// Number of entries in use, and the limit above which new ones replace others.
    used: usize,
    most: usize,
    /// Open-addressing hash table from keys to entries, with linear probing.
    places: Vec<Option<NonZeroU16>>,
}

impl ListingMemo {
    /// Creates a table for one combatant, given the numbers of combatants, bills and options.
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

    /// Returns an entry with its words.
    #[inline(always)]
    pub(crate) fn at(&mut self, place: usize) -> EntryView<'_> {
        let words = self.bills + self.options;
        let words = &mut self.words[place * words..][..words];
        let (paid, rows) = words.split_at_mut(self.bills);
        EntryView { answer: &mut self.all[place], paid, rows, lists: &mut self.lists }
    }

    /// Returns the payments of an entry for a bill.
    #[inline(always)]
    pub(crate) fn list(&self, place: usize, bill: u8) -> PaymentList {
        let at = place * (self.bills + self.options) + usize::from(bill);
        self.lists.at(self.words[at].0).list
    }

    /// Returns the rows of an entry; rows with further dependencies come last.
    #[inline(always)]
    pub(crate) fn rows(&self, place: usize) -> &[PackedRow] {
        let from = place * (self.bills + self.options) + self.bills;
        &self.words[from..][..self.all[place].open.count_ones() as usize]
    }

    /// Copies the payments of another entry to an entry.
    pub(crate) fn pay_like(&mut self, place: usize, other: usize) {
        let words = self.bills + self.options;
        let from = other * words;
        self.words.copy_within(from..from + self.bills, place * words);
    }

    /// Returns true if the table must be cleared before the next refresh.
    pub(crate) fn is_full(&self) -> bool {
        self.lists.is_full()
    }

    /// Clears the table, payments included.
    pub(crate) fn clear(&mut self) {
        self.all.fill(MemoEntry::default());
        self.words.fill(PackedRow::default());
        self.lists.clear();
        self.forget();
    }

    /// Returns the index of the entry for a key, and whether it is filled in for that key.
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

    /// Assigns an entry to a key, given the free bucket where the key would be found.
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

    /// Removes all keys; entries still shown keep their contents.
    fn forget(&mut self) {
        self.used = UNCACHED + 1;
        self.places.fill(None);
    }

    /// Doubles the hash table and inserts all entries again.
    fn grow(&mut self) {
        let room = self.places.len() * 2;
        self.places.clear();
        self.places.resize(room, None);
        for place in UNCACHED + 1..self.used {
            let gap = self.free_bucket(&self.all[place].key);
            self.places[gap] = NonZeroU16::new(place as u16);
        }
    }

    /// Returns the free bucket for a key that is not in the table.
    fn free_bucket(&self, key: &PaymentKey) -> usize {
        let mut at = self.probe_start(key);
        while self.places[at].is_some() {
            at = (at + 1) & (self.places.len() - 1);
        }
        at
    }

    /// Returns the bucket at which probing for a key starts.
    #[inline(always)]
    fn probe_start(&self, key: &PaymentKey) -> usize {
        bucket_of(key.mix(), self.places.len())
    }
}

/// Rows computed from scratch, each with its payments and targets.
#[derive(Clone, Debug, Default)]
pub(crate) struct UncachedList {
    pub(crate) rows: Vec<PackedRow>,
    pub(crate) each: Vec<(PaymentList, TargetSet)>,
    pub(crate) len: u32,
}

impl UncachedList {
    /// Removes all rows.
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

    /// Looks up a key and marks it computed; returns its index and if it was known.
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
