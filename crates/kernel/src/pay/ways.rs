//! The ways to come by one thing, as sets of bits laid out ahead of play.
//!
//! Each recipe of a unit (or of several units that do equally well) is one bit, the cheapest first.
//! Rows of bits say which recipes a purse or a room is too small for and which ones a recipe makes
//! pointless, so that all of them are judged together, word by word.

use crate::ids::UnitId;
use crate::moment::Moments;
use crate::purse::{COUNTED_MAX, LANES, Purse, SINGLE_MAX};
use crate::sheet::Sheet;

use super::{Payment, Terms, same_kinds};

/// Words of a set at most; units with more recipes than fit are searched one by one.
pub(crate) const WORDS_MAX: usize = 8;

/// A set of recipes, one bit each.
pub(super) type Set = [u64; WORDS_MAX];

/// The recipes of some units that do equally well, each as one bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ways {
    /// The units.
    pub(super) units: Vec<UnitId>,
    /// Index of each recipe, and place of its unit.
    pub(super) recipes: Vec<(u16, u8)>,
    /// Words per row.
    pub(super) words: usize,
    /// Rows of bits.
    rows: Vec<u64>,
    /// First row of the recipes that may be used, by moment; then of those that ask for no gate.
    usable: usize,
    /// What there is enough of for every recipe that may be used, by moment: for all, and for
    /// those that ask for no gate.
    plenty: Vec<[Purse; 2]>,
    /// Gates, and rows of those that ask for them.
    gates: Vec<(u8, usize)>,
    /// Row of those that bar conditions.
    conditional: usize,
    has_conditional: bool,
    /// Row of those that spend all there is.
    whole: usize,
    /// First row, by lane, of those that the lane of a purse is too small for.
    lanes: Vec<Scarce>,
    lane_rows: Vec<u32>,
    /// Rows of those that a counted slot has no room for.
    counted: Vec<Scarce>,
    /// Slots used at most once, and rows of those that fill them.
    single: Vec<(u64, usize)>,
    single_slots: u64,
    /// First row of those that each recipe makes pointless.
    pointless: usize,
}

/// Rows by what there is: the first for nothing, each next one for one more.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scarce {
    lane: u8,
    /// With so many there is enough for all.
    enough: u8,
    row: usize,
}

const MOMENTS: usize = 16;

impl Ways {
    /// Lays out the recipes of some units; `None` where there are too many.
    pub(super) fn of(sheet: &Sheet, units: &[UnitId]) -> Option<Ways> {
        let mut recipes = Vec::new();
        for (place, unit) in units.iter().enumerate() {
            let &(from, to) = sheet.units.get(unit.index())?;
            recipes.extend((from..to).map(|index| (index, place as u8)));
        }
        if recipes.len() > 64 * WORDS_MAX {
            return None;
        }
        let order = |&(index, place): &(u16, u8)| {
            let recipe = &sheet.recipes[index as usize];
            let size = (recipe.spend.total(), recipe.fill.total());
            (recipe.worth, size, recipe.spend, place, index)
        };
        recipes.sort_by_cached_key(order);
        let words = recipes.len().div_ceil(64);
        let mut ways = Ways { units: units.to_vec(), recipes, words, ..Ways::default() };
        ways.judge_moments(sheet);
        ways.judge_purse(sheet);
        ways.judge_room(sheet);
        ways.compare(sheet);
        Some(ways)
    }

    fn add_row(&mut self) -> usize {
        let row = self.rows.len();
        self.rows.resize(row + self.words, 0);
        row
    }

    /// Adds a row of the recipes that pass a test.
    fn add_row_of(&mut self, sheet: &Sheet, test: impl Fn(&crate::sheet::Recipe) -> bool) -> usize {
        let row = self.add_row();
        for at in 0..self.recipes.len() {
            if test(&sheet.recipes[self.recipes[at].0 as usize]) {
                self.rows[row + at / 64] |= 1 << (at % 64);
            }
        }
        row
    }

    fn judge_moments(&mut self, sheet: &Sheet) {
        self.usable = self.rows.len();
        for moment in 0..MOMENTS {
            self.add_row_of(sheet, |recipe| recipe.moments.meets(Moments(1 << moment)));
        }
        for moment in 0..MOMENTS {
            let now = Moments(1 << moment);
            self.add_row_of(sheet, |recipe| recipe.moments.meets(now) && recipe.gates == 0);
        }
        for moment in (0..MOMENTS).map(|moment| Moments(1 << moment)) {
            let mut plenty = [Purse::EMPTY; 2];
            for &(index, _) in &self.recipes {
                let recipe = &sheet.recipes[index as usize];
                if recipe.moments.meets(moment) && !recipe.whole {
                    plenty[0] = plenty[0].at_least(&recipe.spend);
                    if recipe.gates == 0 {
                        plenty[1] = plenty[1].at_least(&recipe.spend);
                    }
                }
            }
            self.plenty.push(plenty);
        }
        for gate in (0..8).map(|bit| 1 << bit) {
            let asks = |recipe: &crate::sheet::Recipe| recipe.gates & gate != 0;
            if self.recipes.iter().any(|&(index, _)| asks(&sheet.recipes[index as usize])) {
                let row = self.add_row_of(sheet, asks);
                self.gates.push((gate, row));
            }
        }
        self.conditional = self.add_row_of(sheet, |recipe| recipe.without != 0);
        self.has_conditional = self.rows[self.conditional..].iter().any(|&bits| bits != 0);
        self.whole = self.add_row_of(sheet, |recipe| recipe.whole);
    }

    fn judge_purse(&mut self, sheet: &Sheet) {
        for lane in 0..LANES {
            let needs = |recipe: &crate::sheet::Recipe| match recipe.whole {
                true => 0,
                false => recipe.spend.get(lane),
            };
            let all = self.recipes.iter();
            let enough = all.map(|&(index, _)| needs(&sheet.recipes[index as usize])).max();
            let enough = enough.unwrap_or(0);
            let row = self.rows.len();
            for have in 0..enough {
                self.add_row_of(sheet, |recipe| needs(recipe) > have);
            }
            if enough > 0 {
                self.lanes.push(Scarce { lane: lane as u8, enough: enough as u8, row });
            }
            self.lane_rows.push(row as u32);
        }
    }

    fn judge_room(&mut self, sheet: &Sheet) {
        for slot in 0..SINGLE_MAX {
            let fills = |recipe: &crate::sheet::Recipe| recipe.fill.single >> slot & 1 == 1;
            if self.recipes.iter().any(|&(index, _)| fills(&sheet.recipes[index as usize])) {
                let row = self.add_row_of(sheet, fills);
                self.single.push((1 << slot, row));
                self.single_slots |= 1 << slot;
            }
        }
        for lane in 0..COUNTED_MAX {
            let all = self.recipes.iter();
            let fills = all.map(|&(index, _)| sheet.recipes[index as usize].fill.count(lane));
            let enough = fills.max().unwrap_or(0);
            let row = self.rows.len();
            for have in 0..enough {
                self.add_row_of(sheet, |recipe| recipe.fill.count(lane) > have);
            }
            if enough > 0 {
                self.counted.push(Scarce { lane: lane as u8, enough: enough as u8, row });
            }
        }
    }

    /// Works out which recipes each recipe makes pointless: those that need as much of everything.
    /// What spends all there is depends on the purse and is compared in play.
    fn compare(&mut self, sheet: &Sheet) {
        self.pointless = self.rows.len();
        for at in 0..self.recipes.len() {
            let row = self.add_row();
            if self.has(self.whole, at) {
                continue;
            }
            let recipe = &sheet.recipes[self.recipes[at].0 as usize];
            let scarce = |scarce: &Scarce, needs: u32| {
                (needs > 0).then(|| scarce.row + (needs as usize - 1) * self.words)
            };
            let lanes = self.lanes.iter();
            let lanes = lanes.filter_map(|one| scarce(one, recipe.spend.get(one.lane.into())));
            let counted = self.counted.iter();
            let counted = counted.filter_map(|one| scarce(one, recipe.fill.count(one.lane.into())));
            let single = self.single.iter().filter(|(slot, _)| recipe.fill.single & slot != 0);
            let asks: Vec<usize> = lanes.chain(counted).chain(single.map(|one| one.1)).collect();
            let mut set = Set::default();
            for (word, bits) in set.iter_mut().enumerate().take(self.words) {
                let all = match self.recipes.len() - word * 64 {
                    64.. => !0,
                    rest => (1 << rest) - 1,
                };
                let exact = all & !self.rows[self.whole + word];
                *bits = asks.iter().fold(exact, |bits, row| bits & self.rows[row + word]);
            }
            for other in self.positions(set) {
                if self.makes_pointless(sheet, at, other) {
                    self.rows[row + other / 64] |= 1 << (other % 64);
                }
            }
        }
    }

    /// Whether a recipe makes one that needs as much of everything pointless: of two that need the
    /// same, the first one does.
    fn makes_pointless(&self, sheet: &Sheet, at: usize, other: usize) -> bool {
        let (one, two) = (self.payment(sheet, at), self.payment(sheet, other));
        if one.spend != two.spend || one.fill != two.fill {
            return true;
        }
        let place = |at: usize| (self.recipes[at].1, self.recipes[at].0);
        place(at) < place(other) && same_kinds(sheet, &one, &two)
    }

    fn has(&self, row: usize, at: usize) -> bool {
        self.rows[row + at / 64] >> (at % 64) & 1 == 1
    }

    /// The payment that the recipe at a position makes; without the tokens where it spends all.
    pub(super) fn payment(&self, sheet: &Sheet, at: usize) -> Payment {
        let (index, _) = self.recipes[at];
        Payment::NONE.with(index, &sheet.recipes[index as usize])
    }

    /// Whether the recipe at a position spends all there is.
    pub(super) fn is_whole(&self, at: usize) -> bool {
        self.has(self.whole, at)
    }

    /// Whether any recipe of a set spends all there is.
    #[inline(always)]
    pub(super) fn any_whole(&self, set: &Set) -> bool {
        let rows = &self.rows[self.whole..self.whole + self.words];
        set.iter().zip(rows).any(|(bits, row)| bits & row != 0)
    }

    /// Whether any recipe of a set spends exact amounts.
    #[inline(always)]
    pub(super) fn any_exact(&self, set: &Set) -> bool {
        let rows = &self.rows[self.whole..self.whole + self.words];
        set.iter().zip(rows).any(|(bits, row)| bits & !row != 0)
    }

    /// The recipes that can be taken. Of those that spend all there is only the moment, gates and
    /// conditions are looked at.
    #[inline]
    pub(super) fn open(&self, sheet: &Sheet, terms: &Terms) -> Set {
        match self.words {
            0 => Set::default(),
            // Small sets are worth a loop of their own.
            1 => self.open_in::<1>(sheet, terms),
            2 => self.open_in::<2>(sheet, terms),
            _ => self.open_in::<WORDS_MAX>(sheet, terms),
        }
    }

    /// The same for so many words at most.
    #[inline(always)]
    fn open_in<const WORDS: usize>(&self, sheet: &Sheet, terms: &Terms) -> Set {
        let words = self.words.min(WORDS);
        let mut all = Set::default();
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
            plenty = plenty.at_least(&self.plenty[moment][free]);
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
        terms.purse.short_of(&plenty, |lane, have| {
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
            all[..WORDS].copy_from_slice(&set);
            return all;
        }
        let conditional = &self.rows[self.conditional..self.conditional + words];
        for (nth, (word, conditional)) in set.iter_mut().zip(conditional).enumerate() {
            for at in Bits(*word & conditional) {
                let recipe = &sheet.recipes[self.recipes[nth * 64 + at].0 as usize];
                if recipe.without & terms.conditions != 0 {
                    *word &= !(1 << at);
                }
            }
        }
        all[..WORDS].copy_from_slice(&set);
        all
    }

    /// Leaves out what others in the set make pointless.
    #[inline]
    pub(super) fn narrow(&self, set: &mut Set) {
        match self.words {
            1 => self.narrow_in::<1>(set),
            2 => self.narrow_in::<2>(set),
            _ => self.narrow_in::<WORDS_MAX>(set),
        }
    }

    #[inline(always)]
    fn narrow_in<const WORDS: usize>(&self, set: &mut Set) {
        let words = self.words.min(WORDS);
        for word in 0..words {
            // What is left out has made nothing pointless that those which stay do not.
            let mut rest = set[word];
            while rest != 0 {
                let at = rest.trailing_zeros() as usize;
                let row = self.pointless + (word * 64 + at) * words;
                for (one, bits) in set.iter_mut().zip(&self.rows[row..row + words]) {
                    *one &= !bits;
                }
                rest &= rest - 1;
                rest &= set[word];
            }
        }
    }

    /// The positions in a set, in order.
    pub(super) fn positions(&self, set: Set) -> impl Iterator<Item = usize> + use<> {
        (0..self.words).flat_map(move |word| Bits(set[word]).map(move |at| word * 64 + at))
    }
}

/// The bits of a word, lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let at = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(at)
    }
}
