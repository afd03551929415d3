//! Change journal: a ring buffer of (combatant, fields) entries, written by every change. Readers
//! keep a cursor and read only newer entries. Of other state, except the stack, it records only
//! that something may have changed.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::ids::{AttributeId, CombatantId, CombatantSet, bit};
use crate::limits::COMBATANTS_MAX;

/// Fields of a combatant that affect legality: one bit per attribute, shared bits for conditions,
/// and the rest.
pub(crate) type FieldMask = u64;

pub(crate) const ATTRIBUTES: u32 = 0;
pub(crate) const CONDITIONS: u32 = 16;
/// Tokens, use-limits, place (and odd step), side.
pub(crate) const PURSE: FieldMask = 1 << 32;
pub(crate) const SLOT_USES: FieldMask = 1 << 33;
pub(crate) const SQUARE: FieldMask = 1 << 34;
pub(crate) const SIDE: FieldMask = 1 << 36;
/// Fields that affect no listing: rank, throws, whom windows ask.
pub(crate) const UNTRACKED: FieldMask = 0;
/// All of them.
pub(crate) const EVERYTHING: FieldMask = (1 << WHO) - 1;

/// Some conditions.
#[inline(always)]
pub(crate) const fn conditions(conditions: u64) -> FieldMask {
    let folded = conditions | conditions >> 32;
    ((folded | folded >> 16) & 0xffff) << CONDITIONS
}

/// An attribute.
#[inline(always)]
pub(crate) fn attribute(attribute: AttributeId) -> FieldMask {
    1 << (ATTRIBUTES + u32::from(attribute.0))
}

/// Entries kept, at most one for each combatant and command; a power of two.
const ENTRIES: usize = 32;
/// Where an entry says who it is about, above the parts.
const WHO: u32 = 56;

/// The changes of combatants, newest last. It says nothing about the state itself, so two states
/// with different histories can be equal.
pub(crate) struct ChangeJournal {
    /// No two states of which one is not what became of the other share it.
    line: u64,
    /// Entries ever written, and whom the command going on has written one about.
    written: u64,
    open: CombatantSet,
    /// How often something besides the combatants may have changed.
    besides: u64,
    entries: [u64; ENTRIES],
    /// Where everybody's last entry is, or was.
    places: [u8; COMBATANTS_MAX],
    /// Combatants with changed conditions or prompting since
    /// [`crate::state::combatants::Combatants::refresh_sets`] last ran, and its result.
    pub(crate) stale: CombatantSet,
    pub(crate) settled: CombatantSets,
    /// Combatants with changes that responses depend on since
    /// [`crate::state::combatants::Combatants::cannot_respond`] last ran, and its result.
    pub(crate) stirred: CombatantSet,
    pub(crate) hopeless: CombatantSet,
    /// Combatants who may have used up any of their use-limits, partly or wholly.
    pub(crate) spent: CombatantSet,
}

/// Sets derived from the state of each combatant by itself, one bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CombatantSets {
    /// Combatants who are not out of the fight.
    pub(crate) active: CombatantSet,
    /// Combatants who keep declarations for later, or have changed what windows are to ask them
    /// for.
    pub(crate) special: CombatantSet,
    /// Combatants with any of the conditions that targeting asks for.
    pub(crate) targetable: CombatantSet,
}

/// A point in the history of one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JournalCursor {
    line: u64,
    written: u64,
    besides: u64,
}

impl JournalCursor {
    /// A point in no history.
    pub(crate) const NEVER: JournalCursor = JournalCursor { line: 0, written: 0, besides: 0 };
}

impl ChangeJournal {
    /// A history of its own.
    pub(crate) fn new() -> ChangeJournal {
        static LINES: AtomicU64 = AtomicU64::new(1);
        let line = LINES.fetch_add(1, Ordering::Relaxed);
        ChangeJournal {
            line,
            written: 0,
            open: 0,
            besides: 0,
            entries: [0; ENTRIES],
            places: [0; COMBATANTS_MAX],
            stale: CombatantSet::MAX,
            settled: CombatantSets::default(),
            stirred: CombatantSet::MAX,
            hopeless: 0,
            spent: CombatantSet::MAX,
        }
    }

    /// Notes that some parts of someone are about to change.
    #[inline(always)]
    pub(crate) fn record_change(&mut self, who: CombatantId, parts: FieldMask) {
        if parts == UNTRACKED || parts & conditions(!0) != 0 {
            self.stale |= bit(who);
        }
        if parts & (PURSE | SLOT_USES | conditions(!0)) != 0 {
            self.stirred |= bit(who);
            self.spent |= if parts & SLOT_USES != 0 { bit(who) } else { 0 };
        }
        if parts == UNTRACKED {
            return;
        }
        if self.open & bit(who) != 0 {
            self.entries[usize::from(self.places[who.index()]) % ENTRIES] |= parts;
            return;
        }
        let place = self.written as usize % ENTRIES;
        let entry = &mut self.entries[place];
        let whose = CombatantId((*entry >> WHO) as u8 % COMBATANTS_MAX as u8);
        if usize::from(self.places[whose.index()]) == place {
            // It is written over.
            self.open &= !bit(whose);
        }
        *entry = u64::from(who.0) << WHO | parts;
        self.open |= bit(who);
        self.places[who.index()] = place as u8;
        self.written += 1;
    }

    /// Notes that anything of someone may change, outside any command.
    pub(crate) fn record_any_change(&mut self, who: CombatantId) {
        self.next_command();
        self.record_change(who, EVERYTHING);
        self.next_command();
    }

    /// Drops what was found out about a combatant that takes no part any more.
    pub(crate) fn forget(&mut self, who: CombatantId) {
        let CombatantSets { active: standing, special, targetable: marked } = &mut self.settled;
        for set in [standing, special, marked] {
            *set &= !bit(who);
        }
    }

    /// Notes that a command begins: what was noted before it stays as it is.
    #[inline(always)]
    pub(crate) fn next_command(&mut self) {
        self.open = 0;
    }

    /// Where it stands; asked between commands.
    #[inline(always)]
    pub(crate) fn now(&self) -> JournalCursor {
        JournalCursor { line: self.line, written: self.written, besides: self.besides }
    }

    /// Notes that something besides the combatants is about to change: the clock, numbers of sides
    /// and of the encounter, the ground, what has been begun and what is prepared. What lies on
    /// the stack is not noted.
    #[inline(always)]
    pub(crate) fn record_global_change(&mut self) {
        self.besides += 1;
    }

    /// Whether nothing but the combatants and the stack was changed since a point.
    #[inline(always)]
    pub(crate) fn only_combatants_changed_since(&self, point: JournalCursor) -> bool {
        (self.line, self.besides) == (point.line, point.besides)
    }

    /// Returns who has changed since a cursor, and in which fields; `None` if no longer known.
    #[inline(always)]
    pub(crate) fn changes_since(
        &self,
        point: JournalCursor,
    ) -> Option<impl Iterator<Item = (CombatantId, FieldMask)>> {
        let known = self.line == point.line && self.written - point.written <= ENTRIES as u64;
        known.then(|| {
            (point.written..self.written).map(|at| {
                let entry = self.entries[at as usize % ENTRIES];
                (CombatantId((entry >> WHO) as u8), entry & EVERYTHING)
            })
        })
    }
}

impl fmt::Debug for ChangeJournal {
    /// Writes the same text for every journal, because all of them are equal.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("..")
    }
}

impl Default for ChangeJournal {
    fn default() -> ChangeJournal {
        ChangeJournal::new()
    }
}

impl Clone for ChangeJournal {
    /// From here on the two go different ways.
    fn clone(&self) -> ChangeJournal {
        ChangeJournal::new()
    }
}

impl PartialEq for ChangeJournal {
    fn eq(&self, _: &ChangeJournal) -> bool {
        true
    }
}

impl Eq for ChangeJournal {}
