//! The combatants of an encounter, and what is known about all of them at once.
//!
//! Whoever changes one does so through [`People::edit`], which notes whom: someone who looks at the
//! same encounter again and again need not look at those nothing has happened to.

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::Square;
use crate::game::Game;
use crate::ids::{CombatantId, ConditionId, Mask, SideId, bit, members};
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
}

/// Everybody in an encounter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    all: Vec<Combatant>,
    /// Who is on which side.
    sides: [Mask; SIDES_MAX],
    history: History,
}

/// Commands back to which it is known who was changed.
const COMMANDS: usize = 8;

/// Who was changed by which command. It says nothing about how things stand, so that two states
/// with different histories can be equal.
struct History {
    /// No two states of which one is not what became of the other share it.
    line: u64,
    /// Commands so far.
    commands: u64,
    /// Those changed by the last ones, by their number.
    changed: [Mask; COMMANDS],
    /// Those changed by the command going on.
    edited: Mask,
    /// Those changed since [`People::settle`] last looked, and what it found.
    stale: Mask,
    settled: Settled,
}

/// What follows from how each of them stands by itself, one bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settled {
    /// Those not out of the fight.
    pub(crate) standing: Mask,
    /// Those whose declarations are kept for later.
    pub(crate) preparing: Mask,
    /// Those who have said what windows are to ask them for.
    pub(crate) particular: Mask,
}

/// A point in the history of one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    line: u64,
    commands: u64,
}

impl Point {
    /// A point in no history.
    pub(crate) const NEVER: Point = Point { line: 0, commands: 0 };
}

impl History {
    fn new() -> History {
        static LINES: AtomicU64 = AtomicU64::new(1);
        let line = LINES.fetch_add(1, Ordering::Relaxed);
        History {
            line,
            commands: 0,
            changed: [0; COMMANDS],
            edited: 0,
            stale: Mask::MAX,
            settled: Settled::default(),
        }
    }
}

impl fmt::Debug for History {
    /// Those that are equal look alike.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("..")
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

impl Clone for History {
    /// From here on the two go different ways.
    fn clone(&self) -> History {
        History::new()
    }
}

impl PartialEq for History {
    fn eq(&self, _: &History) -> bool {
        true
    }
}

impl Eq for History {}

impl People {
    /// Combatants as their sheets describe them.
    pub(crate) fn of(sheets: &[Sheet]) -> People {
        sheets.iter().map(Combatant::of).collect()
    }

    /// Copies into the room that is there already.
    pub(crate) fn copy_from(&mut self, source: &People) {
        let People { all, sides, history } = self;
        all.clone_from(&source.all);
        *sides = source.sides;
        *history = History::new();
    }

    /// One of them, to be changed.
    #[inline(always)]
    pub fn edit(&mut self, who: CombatantId) -> &mut Combatant {
        self.history.edited |= bit(who);
        self.history.stale |= bit(who);
        &mut self.all[who.index()]
    }

    /// Puts someone on a side.
    pub(crate) fn join(&mut self, who: CombatantId, side: SideId) {
        let one = self.edit(who);
        let from = std::mem::replace(&mut one.side, side);
        self.sides[from.index()] &= !bit(who);
        self.sides[side.index()] |= bit(who);
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
        match self.all.len() {
            COMBATANTS_MAX => !0,
            count => bit(CombatantId(count as u8)) - 1,
        }
    }

    /// What follows from how everybody stands; found out anew for those who have changed only.
    #[inline(always)]
    pub(crate) fn settle(&mut self, game: &Game) -> Settled {
        let everybody = self.everybody();
        let History { stale, settled, .. } = &mut self.history;
        for who in members(std::mem::take(stale) & everybody) {
            let (one, sheet) = (&self.all[who.index()], &game.sheets[who.index()]);
            let put = |mask: &mut Mask, on| *mask = *mask & !bit(who) | Mask::from(on) << who.0;
            put(&mut settled.standing, one.conditions & game.out == 0);
            put(&mut settled.preparing, one.conditions & game.preparing != 0);
            put(&mut settled.particular, one.quiet != sheet.quiet);
        }
        *settled
    }

    /// Notes that a command begins.
    #[inline(always)]
    pub(crate) fn next_command(&mut self) {
        let History { commands, changed, edited, .. } = &mut self.history;
        changed[*commands as usize % COMMANDS] = std::mem::take(edited);
        *commands += 1;
    }

    /// Where its history stands.
    #[inline(always)]
    pub(crate) fn now(&self) -> Point {
        Point { line: self.history.line, commands: self.history.commands }
    }

    /// Everybody who may have changed since a point; what was done since the last command began
    /// counts as done before and after it.
    #[inline(always)]
    pub(crate) fn changed_since(&self, point: Point) -> Mask {
        let History { line, commands, changed, edited, .. } = &self.history;
        let gone = commands.wrapping_sub(point.commands);
        if *line != point.line || gone > COMMANDS as u64 {
            return Mask::MAX;
        }
        (point.commands..*commands).fold(*edited, |all, at| all | changed[at as usize % COMMANDS])
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
        for (at, one) in all.iter().enumerate() {
            sides[one.side.index()] |= 1 << at;
        }
        People { all, sides, history: History::new() }
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

    /// The side it is on.
    #[inline(always)]
    pub fn side(&self) -> SideId {
        self.side
    }

    /// Whether two combatants with the same sheet are the same for all that can be declared: all
    /// but whom windows ask counts.
    #[inline(always)]
    pub(crate) fn acts_like(&self, other: &Combatant) -> bool {
        // Without a branch or a call for each part: hardly anybody differs.
        let attributes = self.attributes.iter().zip(other.attributes);
        let attributes = attributes.fold(0, |all, (one, other)| all | one ^ other);
        let conditions = self.conditions ^ other.conditions;
        (self.purse == other.purse)
            & (self.room == other.room)
            & (attributes == 0)
            & (conditions == 0)
            & (self.side == other.side)
            & (self.square.x ^ other.square.x | self.square.y ^ other.square.y == 0)
            & (self.odd == other.odd)
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
