//! The combatants of an encounter, and what is known about all of them at once.
//!
//! Whoever changes one says what of it, and that is noted in a [`History`].

use std::ops::Deref;

use crate::board::Square;
use crate::game::Game;
use crate::history::{self, History, Parts, Point, Settled};
use crate::ids::{AttributeId, CombatantId, ConditionId, Mask, SideId, bit, members};
use crate::purse::{Purse, Room};
use crate::sheet::{Place, Sheet};
use crate::state::{ATTRIBUTES_MAX, COMBATANTS_MAX, SIDES_MAX};

/// What changes about a combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Combatant {
    /// Tokens held.
    pub purse: Purse,
    /// Slots still free.
    pub room: Room,
    /// Conditions and tags, one bit each.
    pub conditions: u64,
    /// Options, one bit each by position on the sheet, for which answer windows do not ask.
    pub quiet: u128,
    /// Numbers.
    pub attributes: [i16; ATTRIBUTES_MAX],
    side: SideId,
    /// Where it stands.
    pub square: Square,
    /// An odd number of diagonal steps was made in the movement going on.
    pub odd: bool,
    /// It stepped in this turn onto where it stands, and there one may only pass.
    pub passing: bool,
    /// Rank in the line as last sorted; those alike share one.
    pub rank: u8,
    /// What was thrown to break a tie that is not yet broken.
    pub thrown: Option<i16>,
    /// It takes no part: it has not come yet, or has gone.
    absent: bool,
}

/// Everybody in an encounter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    all: Vec<Combatant>,
    /// The combatants who take part.
    present: Mask,
    /// The present combatants of each side.
    sides: [Mask; SIDES_MAX],
    history: History,
}

impl People {
    /// Combatants as their sheets describe them; those of `newcomers` are absent.
    pub(crate) fn of(sheets: &[Sheet], newcomers: Mask) -> People {
        let all = sheets.iter().enumerate().map(|(index, sheet)| match newcomers >> index & 1 {
            0 => Combatant::of(sheet),
            _ => Combatant::absent(sheet),
        });
        all.collect()
    }

    /// Copies into the room that is there already.
    pub(crate) fn copy_from(&mut self, source: &People) {
        let People { all, present, sides, history } = self;
        all.clone_from(&source.all);
        *present = source.present;
        *sides = source.sides;
        *history = History::new();
    }

    /// One of them, to be changed in any way, between commands.
    pub fn edit(&mut self, who: CombatantId) -> &mut Combatant {
        self.history.note_everything(who);
        &mut self.all[who.index()]
    }

    /// One of them, to be changed in some parts.
    #[inline(always)]
    pub(crate) fn change(&mut self, who: CombatantId, parts: Parts) -> &mut Combatant {
        self.history.note(who, parts);
        &mut self.all[who.index()]
    }

    /// Sets a number of someone; gives what it was before.
    #[inline(always)]
    pub(crate) fn set_number(&mut self, who: CombatantId, id: AttributeId, value: i16) -> i16 {
        let before = self.all[who.index()].attributes[id.index()];
        if before != value {
            self.change(who, history::attribute(id)).attributes[id.index()] = value;
        }
        before
    }

    /// Has diagonal steps of someone counted anew: another movement begins.
    #[inline(always)]
    pub(crate) fn count_anew(&mut self, who: CombatantId) {
        if self.all[who.index()].odd {
            self.change(who, history::SQUARE).odd = false;
        }
    }

    /// Everybody whose use-limits may be used up, partly or wholly.
    #[inline(always)]
    pub(crate) fn spent(&self) -> Mask {
        self.history.spent
    }

    /// Takes note that none of someone's use-limits is used up.
    #[inline(always)]
    pub(crate) fn mark_rested(&mut self, who: CombatantId) {
        self.history.spent &= !bit(who);
    }

    /// Puts conditions and tags on someone.
    #[inline(always)]
    pub(crate) fn put_on(&mut self, who: CombatantId, conditions: u64) {
        self.set_conditions(who, self.all[who.index()].conditions | conditions);
    }

    /// Takes conditions and tags off someone.
    #[inline(always)]
    pub(crate) fn take_off(&mut self, who: CombatantId, conditions: u64) {
        self.set_conditions(who, self.all[who.index()].conditions & !conditions);
    }

    /// Gives someone other conditions and tags.
    #[inline(always)]
    pub(crate) fn set_conditions(&mut self, who: CombatantId, conditions: u64) {
        let differ = self.all[who.index()].conditions ^ conditions;
        if differ != 0 {
            self.change(who, history::conditions(differ)).conditions = conditions;
        }
    }

    /// Puts someone on a side.
    pub(crate) fn join(&mut self, who: CombatantId, side: SideId) {
        let one = self.change(who, history::SIDE);
        let from = std::mem::replace(&mut one.side, side);
        self.sides[from.index()] &= !bit(who);
        self.sides[side.index()] |= bit(who);
    }

    /// Brings an absent combatant into the fight, as its sheet describes it.
    pub(crate) fn enter(&mut self, who: CombatantId, sheet: &Sheet) {
        *self.change(who, history::EVERYTHING) = Combatant::of(sheet);
        self.present |= bit(who);
        self.sides[sheet.side.index()] |= bit(who);
    }

    /// Takes a combatant out of the fight: nothing is left of it but its sheet.
    pub(crate) fn leave(&mut self, who: CombatantId, sheet: &Sheet) {
        let side = self.all[who.index()].side;
        *self.change(who, history::EVERYTHING) = Combatant::absent(sheet);
        self.present &= !bit(who);
        self.sides[side.index()] &= !bit(who);
        self.history.forget(who);
    }

    /// Whether a combatant of this id takes part; false for [`NOBODY`](crate::NOBODY).
    #[inline(always)]
    pub fn has(&self, who: CombatantId) -> bool {
        who.index() < COMBATANTS_MAX && self.present & bit(who) != 0
    }

    /// Everybody, by side.
    #[inline(always)]
    pub(crate) fn by_side(&self) -> &[Mask; SIDES_MAX] {
        &self.sides
    }

    /// Everybody on a side.
    #[inline(always)]
    pub(crate) fn on_side(&self, side: SideId) -> Mask {
        self.sides[side.index()]
    }

    /// Everybody on some sides, one bit each.
    #[inline(always)]
    pub(crate) fn on_sides(&self, sides: u8) -> Mask {
        let chosen = self.sides.iter().enumerate();
        chosen.fold(0, |all, (at, mask)| all | mask & u64::from(sides >> at & 1).wrapping_neg())
    }

    /// The sides that any of those named is on, one bit each.
    #[inline(always)]
    pub fn sides_among(&self, whom: Mask) -> u8 {
        let sides = self.sides.iter().enumerate();
        sides.fold(0, |all, (at, mask)| all | u8::from(mask & whom != 0) << at)
    }

    /// Everybody.
    #[inline(always)]
    pub(crate) fn everybody(&self) -> Mask {
        self.present
    }

    /// What follows from how everybody stands; found out anew for those who have changed only.
    #[inline(always)]
    pub(crate) fn settle(&mut self, game: &Game) -> Settled {
        let everybody = self.everybody();
        let stale = std::mem::take(&mut self.history.stale);
        let settled = &mut self.history.settled;
        for who in members(stale & everybody) {
            let (one, sheet) = (&self.all[who.index()], &game.sheets[who.index()]);
            let put = |mask: &mut Mask, on| *mask = *mask & !bit(who) | Mask::from(on) << who.0;
            put(&mut settled.standing, one.conditions & game.out == 0);
            let prepares = one.conditions & game.preparing != 0;
            put(&mut settled.special, prepares || one.quiet != sheet.quiet);
            put(&mut settled.marked, one.conditions & game.all_marks != 0);
        }
        *settled
    }

    /// Those of some who have no hope of answering anything; found out anew for those who hold or
    /// are something else than before.
    #[inline(always)]
    pub(crate) fn hopeless(
        &mut self,
        whom: Mask,
        hopes: impl Fn(CombatantId, &Combatant) -> bool,
    ) -> Mask {
        let History { stirred, hopeless, .. } = &mut self.history;
        for who in members(whom & *stirred) {
            let without = !hopes(who, &self.all[who.index()]);
            *hopeless = *hopeless & !bit(who) | Mask::from(without) << who.0;
        }
        *stirred &= !whom;
        whom & *hopeless
    }

    /// Notes that a command begins.
    #[inline(always)]
    pub(crate) fn next_command(&mut self) {
        self.history.next_command();
    }

    /// Notes that something besides them is about to change.
    #[inline(always)]
    pub(crate) fn note_besides(&mut self) {
        self.history.note_besides();
    }

    /// Whether nothing but them and the stack was changed since a point.
    #[inline(always)]
    pub(crate) fn alone_changed_since(&self, point: Point) -> bool {
        self.history.only_people_since(point)
    }

    /// Where its history stands.
    #[inline(always)]
    pub(crate) fn now(&self) -> Point {
        self.history.now()
    }

    /// Whom and what about them was changed since a point; `None` if that is not known any more.
    #[inline(always)]
    pub(crate) fn since(&self, point: Point) -> Option<impl Iterator<Item = (CombatantId, Parts)>> {
        self.history.since(point)
    }
}

impl Deref for People {
    type Target = [Combatant];

    #[inline(always)]
    fn deref(&self) -> &[Combatant] {
        &self.all
    }
}

impl FromIterator<Combatant> for People {
    fn from_iter<I: IntoIterator<Item = Combatant>>(all: I) -> People {
        let all: Vec<Combatant> = all.into_iter().collect();
        let mut sides = [0; SIDES_MAX];
        for (at, one) in all.iter().enumerate().filter(|(_, one)| !one.absent) {
            sides[one.side.index()] |= 1 << at;
        }
        let present = sides.iter().fold(0, |all, side| all | side);
        People { all, present, sides, history: History::new() }
    }
}

impl<'a> IntoIterator for &'a People {
    type Item = &'a Combatant;
    type IntoIter = std::slice::Iter<'a, Combatant>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl Combatant {
    /// A combatant as the sheet describes it, with a full purse and all slots free.
    pub fn of(sheet: &Sheet) -> Combatant {
        let mut one = Combatant {
            purse: sheet.grant,
            conditions: sheet.conditions,
            quiet: sheet.quiet,
            side: sheet.side,
            square: sheet.square,
            ..Combatant::default()
        };
        one.attributes[..sheet.attributes.len()].copy_from_slice(&sheet.attributes);
        for slot in &sheet.slots {
            one.refill(slot.place, slot.cap);
        }
        one
    }

    /// A combatant that takes no part.
    fn absent(sheet: &Sheet) -> Combatant {
        Combatant { side: sheet.side, absent: true, ..Combatant::default() }
    }

    /// The side it is on.
    #[inline(always)]
    pub fn side(&self) -> SideId {
        self.side
    }

    /// The parts that differ between two combatants with the same sheet.
    pub(crate) fn unlike(&self, other: &Combatant) -> Parts {
        let attributes = self.attributes.iter().zip(other.attributes).enumerate();
        let attributes =
            attributes.fold(0, |all, (at, (one, other))| all | u64::from(*one != other) << at);
        let when = |differs: bool, part: Parts| if differs { part } else { 0 };
        history::conditions(self.conditions ^ other.conditions)
            | attributes << history::ATTRIBUTES
            | when(self.purse != other.purse, history::PURSE)
            | when(self.room != other.room, history::ROOM)
            | when((self.side, self.absent) != (other.side, other.absent), history::SIDE)
            | when((self.square, self.odd) != (other.square, other.odd), history::SQUARE)
    }

    /// Whether a condition or tag is on this combatant.
    #[inline(always)]
    pub fn has(&self, condition: ConditionId) -> bool {
        self.conditions >> condition.0 & 1 == 1
    }

    /// Frees a slot for `uses` uses.
    pub fn refill(&mut self, place: Place, uses: u8) {
        match place {
            Place::Single(at) => self.room.single |= 1 << at,
            Place::Counted(at) => self.room.set_count(at as usize, u32::from(uses)),
        }
    }

    /// Uses left of a slot.
    pub fn left(&self, place: Place) -> u32 {
        match place {
            Place::Single(at) => (self.room.single >> at & 1) as u32,
            Place::Counted(at) => self.room.count(at as usize),
        }
    }
}

#[cfg(test)]
mod tests;
