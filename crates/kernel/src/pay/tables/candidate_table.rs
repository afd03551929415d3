//! Accelerator: payments of a bill as bit sets. They must be those that `pay::search` finds.
//!
//! Each useful candidate is one bit, the cheapest first. Rows of bits, computed at load time, hold
//! those that a purse or room is too small for, and those that a candidate dominates. So all are
//! judged together, word by word.

use crate::ids::{BitIter, UnitId};
use crate::model::moment::Moments;
use crate::model::sheet::Sheet;
use crate::purse::{COUNTED_MAX, LANES, Purse, SINGLE_MAX};

use super::candidate::{self, Candidate};
use crate::pay::{CandidateBits, Payment, PaymentLimits};

/// Most words of a set; bills with more candidates are searched one by one.
const WORDS_MAX: usize = 16;

/// Set of candidates, one bit each.
pub(crate) type Set = [u64; WORDS_MAX];

/// Candidates for a bill, one bit each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CandidateTable {
    /// Units of each alternative, and a hash of them.
    pub(crate) bill: Vec<Vec<UnitId>>,
    pub(crate) key: u64,
    /// Candidates, cheapest first.
    candidates: Vec<Candidate>,
    /// Words per row.
    pub(crate) words: usize,
    /// Rows of bits.
    rows: Vec<u64>,
    /// First row of the candidates usable at each moment, followed by the usable ones without a
    /// gate.
    usable: usize,
    /// Purse that suffices for every usable candidate, by moment: for all, and for all without a
    /// gate.
    plenty: Vec<[Purse; 2]>,
    /// Gates, and rows of the candidates that require them.
    gates: Vec<(u8, usize)>,
    /// Row of the candidates that conditions can block.
    conditional: usize,
    has_conditional: bool,
    /// Row of the candidates that spend all tokens.
    whole: usize,
    /// First row, by lane, of the candidates for which the lane of a purse holds too little.
    lane_rows: Vec<u32>,
    /// Rows of the candidates for which a counted slot has too few uses.
    counted: Vec<Threshold>,
    /// Single-use slots, and rows of the candidates that fill them.
    single: Vec<(u64, usize)>,
    single_slots: u64,
    /// Row of candidates that dominate others at times, and by position the row of the others.
    spoilers: usize,
    pointless: Vec<u32>,
}

/// Rows by amount available: the first for nothing, each next one for one more.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Threshold {
    lane: u8,
    /// Amount that suffices for all candidates.
    enough: u8,
    row: usize,
}

const MOMENTS: usize = 16;

/// Returns a hash of the units of each alternative.
#[inline(always)]
pub(crate) fn key<'a>(bill: impl IntoIterator<Item = &'a Vec<UnitId>>) -> u64 {
    bill.into_iter().fold(0, |key, units| {
        let units = units.iter().fold(key, |key, unit| {
            key.wrapping_add(1 + u64::from(unit.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        units.rotate_left(32)
    })
}

impl CandidateTable {
    /// Builds the table of a bill; `None` if it has too many candidates or unsuitable ones.
    pub(crate) fn of(sheet: &Sheet, bill: Vec<Vec<UnitId>>) -> Option<CandidateTable> {
        let candidates = candidate::all(sheet, &bill)?;
        let words = candidates.len().div_ceil(64);
        if words > WORDS_MAX {
            return None;
        }
        let key = key(&bill);
        let mut ways = CandidateTable { bill, key, candidates, words, ..CandidateTable::default() };
        ways.judge_moments();
        ways.judge_purse();
        ways.judge_room();
        ways.compare(sheet);
        Some(ways)
    }

    fn add_row(&mut self) -> usize {
        let row = self.rows.len();
        self.rows.resize(row + self.words, 0);
        row
    }

    /// Adds a row of the candidates that pass a test.
    fn add_row_of(&mut self, test: impl Fn(&Candidate) -> bool) -> usize {
        let row = self.add_row();
        for (at, candidate) in self.candidates.iter().enumerate() {
            if test(candidate) {
                self.rows[row + at / 64] |= 1 << (at % 64);
            }
        }
        row
    }

    fn judge_moments(&mut self) {
        self.usable = self.rows.len();
        for moment in 0..MOMENTS {
            self.add_row_of(|one| one.moments.meets(Moments(1 << moment)));
        }
        for moment in 0..MOMENTS {
            let now = Moments(1 << moment);
            self.add_row_of(|one| one.moments.meets(now) && one.gates == 0);
        }
        for moment in (0..MOMENTS).map(|moment| Moments(1 << moment)) {
            let mut plenty = [Purse::EMPTY; 2];
            for one in self.candidates.iter().filter(|one| one.moments.meets(moment) && !one.whole)
            {
                plenty[0] = plenty[0].lanewise_max(&one.payment.spend);
                if one.gates == 0 {
                    plenty[1] = plenty[1].lanewise_max(&one.payment.spend);
                }
            }
            self.plenty.push(plenty);
        }
        for gate in (0..8).map(|bit| 1 << bit) {
            if self.candidates.iter().any(|one| one.gates & gate != 0) {
                let row = self.add_row_of(|one| one.gates & gate != 0);
                self.gates.push((gate, row));
            }
        }
        self.conditional = self.add_row_of(|one| one.without != 0);
        self.has_conditional = self.rows[self.conditional..].iter().any(|&bits| bits != 0);
        self.whole = self.add_row_of(|one| one.whole);
    }

    fn judge_purse(&mut self) {
        for lane in 0..LANES {
            let needs = |one: &Candidate| match one.whole {
                true => 0,
                false => one.payment.spend.get(lane),
            };
            let enough = self.candidates.iter().map(needs).max().unwrap_or(0);
            self.lane_rows.push(self.rows.len() as u32);
            for have in 0..enough {
                self.add_row_of(|one| needs(one) > have);
            }
        }
    }

    fn judge_room(&mut self) {
        for slot in 0..SINGLE_MAX {
            let fills = |one: &Candidate| one.payment.fill.single >> slot & 1 == 1;
            if self.candidates.iter().any(fills) {
                let row = self.add_row_of(fills);
                self.single.push((1 << slot, row));
                self.single_slots |= 1 << slot;
            }
        }
        for lane in 0..COUNTED_MAX {
            let fills = |one: &Candidate| one.payment.fill.count(lane);
            let enough = self.candidates.iter().map(fills).max().unwrap_or(0);
            let row = self.rows.len();
            for have in 0..enough {
                self.add_row_of(|one| fills(one) > have);
            }
            if enough > 0 {
                self.counted.push(Threshold { lane: lane as u8, enough: enough as u8, row });
            }
        }
    }

    /// Computes which candidates each one dominates. Always available ones have already removed
    /// those that they dominate, so most pairs need no comparison.
    fn compare(&mut self, sheet: &Sheet) {
        self.spoilers = self.add_row();
        for at in 0..self.candidates.len() {
            let row = self.rows.len();
            self.pointless.push(row as u32);
            for other in 0..self.candidates.len() {
                let (one, two) = (&self.candidates[at], &self.candidates[other]);
                // Of two equal candidates, the first one stays.
                if !one.is_open_like(two)
                    && one.dominates(sheet, two)
                    && (at < other || !two.dominates(sheet, one))
                {
                    self.rows.resize(row + self.words, 0);
                    self.rows[row + other / 64] |= 1 << (other % 64);
                }
            }
            if self.rows.len() > row {
                self.rows[self.spoilers + at / 64] |= 1 << (at % 64);
            }
        }
    }

    /// Returns the payment of a candidate; without the tokens if it spends all.
    #[inline(always)]
    pub(crate) fn payment(&self, at: usize) -> &Payment {
        &self.candidates[at].payment
    }

    /// Returns true if any alternative has several units.
    #[inline(always)]
    pub(crate) fn is_multi_unit(&self) -> bool {
        self.bill.iter().any(|units| units.len() > 1)
    }

    /// Removes the candidates that spend all tokens from a set and returns them, if any.
    #[inline(always)]
    pub(crate) fn split_spend_all(&self, set: &mut Set) -> Option<Set> {
        let mut whole = Set::default();
        for (word, row) in self.rows[self.whole..self.whole + self.words].iter().enumerate() {
            whole[word] = set[word] & row;
            set[word] &= !row;
        }
        (whole != Set::default()).then_some(whole)
    }

    /// Appends the payments of a set, cheapest first, until `out` has `most` or a few more.
    #[inline(always)]
    pub(crate) fn add_to(&self, set: Set, most: usize, out: &mut Vec<Payment>) {
        for (word, candidates) in set.into_iter().zip(self.candidates.chunks(64)) {
            if out.len() >= most {
                return;
            }
            for at in BitIter::of(word.into()) {
                // Unlike a push, this copies straight to its place.
                out.extend_from_slice(std::slice::from_ref(&candidates[at].payment));
            }
        }
    }

    /// Returns true if any candidate of a set spends all tokens.
    #[inline(always)]
    pub(crate) fn any_whole(&self, set: &[u64]) -> bool {
        let rows = &self.rows[self.whole..self.whole + self.words];
        set.iter().zip(rows).any(|(bits, row)| bits & row != 0)
    }

    /// Returns true if any candidate of a set spends exact amounts.
    #[inline(always)]
    pub(crate) fn any_exact(&self, set: &[u64]) -> bool {
        let rows = &self.rows[self.whole..self.whole + self.words];
        set.iter().zip(rows).any(|(bits, row)| bits & !row != 0)
    }

    /// Returns the available candidates. For those that spend all tokens, only moment, gates and
    /// conditions are checked.
    #[inline]
    pub(crate) fn open(&self, terms: &PaymentLimits) -> Set {
        match self.small_open(terms) {
            Some([low, high]) => {
                let mut set = Set::default();
                (set[0], set[1]) = (low, high);
                set
            }
            None => self.open_in::<WORDS_MAX>(terms),
        }
    }

    /// Returns the available candidates if two words hold them, else `None`.
    #[inline]
    pub(crate) fn small_open(&self, terms: &PaymentLimits) -> Option<CandidateBits> {
        match self.words {
            0 => Some([0; 2]),
            1 => {
                let [low] = self.open_in::<1>(terms);
                Some([low, 0])
            }
            2 => Some(self.open_in::<2>(terms)),
            _ => None,
        }
    }

    /// Returns the available candidates in at most `WORDS` words.
    #[inline(always)]
    fn open_in<const WORDS: usize>(&self, terms: &PaymentLimits) -> [u64; WORDS] {
        let words = self.words.min(WORDS);
        let mut set = [0; WORDS];
        let free = usize::from(terms.gates == 0);
        let mut plenty = Purse::EMPTY;
        let mut moments = terms.moment.0;
        while moments != 0 {
            let moment = moments.trailing_zeros() as usize;
            moments &= moments - 1;
            let row = self.usable + (free * MOMENTS + moment) * words;
            for (word, bits) in set.iter_mut().zip(&self.rows[row..row + words]) {
                *word |= bits;
            }
            let here = self.plenty[moment][free];
            // Nearly always there is a single moment.
            let only = terms.moment.0.is_power_of_two();
            plenty = if only { here } else { plenty.lanewise_max(&here) };
        }
        let mut close = |row: usize| {
            for (word, bits) in set.iter_mut().zip(&self.rows[row..row + words]) {
                *word &= !bits;
            }
        };
        if free == 0 {
            for &(gate, row) in &self.gates {
                if terms.gates & gate == 0 {
                    close(row);
                }
            }
        }
        terms.purse.for_each_shortfall(&plenty, |lane, have| {
            close(self.lane_rows[lane] as usize + have as usize * words);
        });
        if self.single_slots & !terms.room.single != 0 {
            for &(slot, row) in &self.single {
                if terms.room.single & slot == 0 {
                    close(row);
                }
            }
        }
        for scarce in &self.counted {
            let have = terms.room.count(scarce.lane as usize);
            if have < u32::from(scarce.enough) {
                close(scarce.row + have as usize * words);
            }
        }
        if terms.conditions == 0 || !self.has_conditional {
            return set;
        }
        let conditional = &self.rows[self.conditional..self.conditional + words];
        for (nth, (word, conditional)) in set.iter_mut().zip(conditional).enumerate() {
            for at in BitIter::of((*word & conditional).into()) {
                if self.candidates[nth * 64 + at].without & terms.conditions != 0 {
                    *word &= !(1 << at);
                }
            }
        }
        set
    }

    /// Removes candidates that others in the set dominate.
    #[inline]
    pub(crate) fn drop_dominated(&self, set: &mut [u64]) {
        match self.words {
            1 => self.narrow_in::<1>(set),
            2 => self.narrow_in::<2>(set),
            _ => self.narrow_in::<WORDS_MAX>(set),
        }
    }

    #[inline(always)]
    fn narrow_in<const WORDS: usize>(&self, set: &mut [u64]) {
        let words = self.words.min(WORDS);
        for word in 0..words {
            // A removed candidate dominates nothing that the remaining ones do not dominate, too.
            let mut rest = set[word] & self.rows[self.spoilers + word];
            while rest != 0 {
                let at = rest.trailing_zeros() as usize;
                let row = self.pointless[word * 64 + at] as usize;
                for (one, bits) in set.iter_mut().zip(&self.rows[row..row + words]) {
                    *one &= !bits;
                }
                rest &= rest - 1;
                rest &= set[word];
            }
        }
    }

    /// Returns the positions in a set, in order.
    pub(crate) fn positions(&self, set: Set) -> impl Iterator<Item = usize> + use<> {
        (0..self.words)
            .flat_map(move |word| BitIter::of(set[word].into()).map(move |at| word * 64 + at))
    }
}
