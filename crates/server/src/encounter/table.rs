//! How a table plays, as its log has it: everything that is not the kernel's.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use kernel::{ActivityId, CombatantId, CombatantSet, State, TurnSlot, bit};

use crate::wire::{Bookmark, Note, Sight, Table};

/// State of a table besides the kernel's. Combatants go by their index in the setup.
#[derive(Clone, Debug)]
pub(super) struct Tabled {
    /// New title of the encounter; `None` if nobody changed it.
    pub(super) title: Option<String>,
    /// How the table plays.
    pub(super) table: Table,
    /// Combatants that players do not see.
    pub(super) hidden: CombatantSet,
    /// How players see a combatant's health, where it differs from the table's setting.
    pub(super) health: BTreeMap<u8, Sight>,
    /// Whether players know what someone can spend, where it is not the table's way.
    pub(super) pools: BTreeMap<u8, bool>,
    /// Notes by number.
    pub(super) notes: BTreeMap<u32, Note>,
    /// Number of the next note.
    pub(super) next_note: u32,
    /// Points with names.
    pub(super) bookmarks: Vec<Bookmark>,
    /// Answers that are taken by themselves.
    pub(super) auto: BTreeSet<(u8, u16)>,
    /// Combatants done with the current turn.
    pub(super) done: CombatantSet,
    /// The turn that `done` belongs to.
    stamp: Stamp,
    /// Points at which dice were hidden.
    pub(super) hidden_dice: HashSet<u32>,
}

/// Tells one turn from another.
type Stamp = ([u16; kernel::SPANS_MAX], TurnSlot);

impl Tabled {
    /// A table at which nobody has changed anything.
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

    /// Forgets who was done, once it is another turn.
    pub(super) fn notice(&mut self, state: &State) {
        let stamp = (state.clock.numbers, state.clock.current);
        if stamp != self.stamp {
            self.stamp = stamp;
            self.done = 0;
        }
    }

    /// Whether players do not see someone.
    pub(super) fn is_hidden(&self, who: CombatantId) -> bool {
        who.index() < kernel::COMBATANTS_MAX && self.hidden & bit(who) != 0
    }

    /// Whether an answer is taken by itself.
    pub(super) fn is_auto(&self, who: CombatantId, activity: ActivityId) -> bool {
        self.auto.contains(&(who.0, activity.0))
    }
}
