//! State of a table outside the kernel, as its log has it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use kernel::{ActivityId, CombatantId, CombatantSet, State, TurnSlot, bit};

use crate::wire::{Bookmark, Note, Sight, Table};

/// State of a table outside the kernel. Combatants go by their index in the setup.
#[derive(Clone, Debug)]
pub(super) struct Tabled {
    /// Changed title of the encounter; `None` if nobody changed it.
    pub(super) title: Option<String>,
    /// Settings of the table.
    pub(super) table: Table,
    /// Combatants that players do not see.
    pub(super) hidden: CombatantSet,
    /// Precision of the health that players see, by combatant, where it differs from the table's
    /// setting.
    pub(super) health: BTreeMap<u8, Sight>,
    /// Whether players know what a combatant can spend, where it differs from the table's setting.
    pub(super) pools: BTreeMap<u8, bool>,
    /// Notes by number.
    pub(super) notes: BTreeMap<u32, Note>,
    /// Number of the next note.
    pub(super) next_note: u32,
    /// Named points of the history.
    pub(super) bookmarks: Vec<Bookmark>,
    /// Automatic answers, as pairs of a combatant and an activity.
    pub(super) auto: BTreeSet<(u8, u16)>,
    /// Combatants done with the current turn.
    pub(super) done: CombatantSet,
    /// The turn that `done` belongs to.
    stamp: Stamp,
    /// Points whose dice are hidden.
    pub(super) hidden_dice: HashSet<u32>,
}

/// Identity of a turn: the numbers of all spans, and the slot of the turn queue.
type Stamp = ([u16; kernel::SPANS_MAX], TurnSlot);

impl Tabled {
    /// Returns a table with default settings.
    pub(super) fn new() -> Tabled {
        let table = Table {
            auto_roll: false,
            hidden_rolls: false,
            health: Sight::Words,
            pools: true,
            seats_undo: true,
        };
        Tabled {
            title: None,
            table,
            hidden: 0,
            health: BTreeMap::new(),
            pools: BTreeMap::new(),
            notes: BTreeMap::new(),
            next_note: 1,
            bookmarks: Vec::new(),
            auto: BTreeSet::new(),
            done: 0,
            stamp: Stamp::default(),
            hidden_dice: HashSet::new(),
        }
    }

    /// Clears `done` when another turn has begun.
    pub(super) fn notice(&mut self, state: &State) {
        let stamp = (state.clock.numbers, state.clock.current);
        if stamp != self.stamp {
            self.stamp = stamp;
            self.done = 0;
        }
    }

    /// Checks whether players do not see a combatant.
    pub(super) fn is_hidden(&self, who: CombatantId) -> bool {
        who.index() < kernel::COMBATANTS_MAX && self.hidden & bit(who) != 0
    }

    /// Checks whether a combatant answers with an activity automatically.
    pub(super) fn is_auto(&self, who: CombatantId, activity: ActivityId) -> bool {
        self.auto.contains(&(who.0, activity.0))
    }
}
