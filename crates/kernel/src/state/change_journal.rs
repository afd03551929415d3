//! Change journal: a ring buffer of (combatant, fields) entries, written by every change. Readers
//! keep a cursor and read only newer entries. For other state, except the stack, it only records
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
/// Fields for tokens, slot uses, the square with its diagonal parity, and the side.
pub(crate) const PURSE: FieldMask = 1 << 32;
pub(crate) const SLOT_USES: FieldMask = 1 << 33;
pub(crate) const SQUARE: FieldMask = 1 << 34;
pub(crate) const SIDE: FieldMask = 1 << 36;
/// Fields that affect no listing: rank, throws, prompting.
pub(crate) const UNTRACKED: FieldMask = 0;
/// All fields.
pub(crate) const EVERYTHING: FieldMask = (1 << WHO) - 1;

/// Returns the fields of some conditions.
#[inline(always)]
pub(crate) const fn conditions(conditions: u64) -> FieldMask {
    let folded = conditions | conditions >> 32;
    ((folded | folded >> 16) & 0xffff) << CONDITIONS
}

/// Returns the field of an attribute.
#[inline(always)]
pub(crate) fn attribute(attribute: AttributeId) -> FieldMask {
    1 << (ATTRIBUTES + u32::from(attribute.0))
}

/// Entries kept, at most one for each combatant and command; a power of two.
const ENTRIES: usize = 32;
/// Position of the combatant in an entry, above the fields.
const WHO: u32 = 56;

/// Journal of changes of combatants, newest last. It is not part of the state's value, so states
/// with different histories can be equal.
pub(crate) struct ChangeJournal {
    /// Number of the history. Copies of a state get a new one, because they can diverge.
    line: u64,
    /// Entries ever written, and the combatants with an entry from the current command.
    written: u64,
    open: CombatantSet,
    /// Number of times that state other than combatants may have changed.
    besides: u64,
    entries: [u64; ENTRIES],
    /// Index of each combatant's last entry.
    places: [u8; COMBATANTS_MAX],
    /// Combatants whose conditions or prompting changed since
    /// [`crate::state::combatants::Combatants::refresh_sets`] last ran, and its result.
    pub(crate) stale: CombatantSet,
    pub(crate) settled: CombatantSets,
    /// Combatants whose tokens, slots or conditions changed since
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
    /// Combatants who prepare declarations or have changed their prompting.
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
    /// The cursor that belongs to no history.
    pub(crate) const NEVER: JournalCursor = JournalCursor { line: 0, written: 0, besides: 0 };
}

impl ChangeJournal {
    /// Returns an empty journal with a new number.
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

    /// Records that some fields of a combatant are about to change.
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
            // The entry is about to be overwritten.
            self.open &= !bit(whose);
        }
        *entry = u64::from(who.0) << WHO | parts;
        self.open |= bit(who);
        self.places[who.index()] = place as u8;
        self.written += 1;
    }

    /// Records that any field of a combatant may change, outside a command.
    pub(crate) fn record_any_change(&mut self, who: CombatantId) {
        self.next_command();
        self.record_change(who, EVERYTHING);
        self.next_command();
    }

    /// Resets the sets kept about a combatant that takes no part any more.
    pub(crate) fn forget(&mut self, who: CombatantId) {
        let CombatantSets { active: standing, special, targetable: marked } = &mut self.settled;
        for set in [standing, special, marked] {
            *set &= !bit(who);
        }
    }

    /// Begins a command: earlier entries are not extended any more.
    #[inline(always)]
    pub(crate) fn next_command(&mut self) {
        self.open = 0;
    }

    /// Returns the current cursor. Call it between commands.
    #[inline(always)]
    pub(crate) fn now(&self) -> JournalCursor {
        JournalCursor { line: self.line, written: self.written, besides: self.besides }
    }

    /// Records that other state is about to change: the clock, numbers of sides and of the
    /// encounter, terrain, ongoing and prepared activities. Changes of the stack are not recorded.
    #[inline(always)]
    pub(crate) fn record_global_change(&mut self) {
        self.besides += 1;
    }

    /// Returns true if only combatants and the stack have changed since a cursor.
    #[inline(always)]
    pub(crate) fn only_combatants_changed_since(&self, point: JournalCursor) -> bool {
        (self.line, self.besides) == (point.line, point.besides)
    }

    /// Returns the combatants changed since a cursor, and their fields; `None` if no longer known.
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
    /// Writes the same text for every journal, because all journals are equal.
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
    /// Returns an empty journal with a new number, because the two states can diverge.
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
