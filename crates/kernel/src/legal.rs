//! Listing everything legal.
//!
//! What someone can pay for depends on few things: the purse, the room, some conditions and the
//! moment. The lister remembers the answers by exactly those, so that in the steady state listing
//! is a look-up, and requirements that read more are tested on top.

use crate::activity::Target;
use crate::check::View;
use crate::decision::{Decision, Declare, Pay};
use crate::denial::Verdict;
use crate::game::Game;
use crate::ids::{CombatantId, Mask, members};
use crate::pay::Payment;
use crate::purse::{Purse, Room};
use crate::state::{NOBODY, State};

/// Declarations that differ only in their target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The declaration, without target.
    pub declare: Declare,
    /// How it is paid.
    pub payment: Payment,
    /// Whom it may be aimed at; 0 = it takes no target.
    pub targets: Mask,
    /// It may also be declared without a target.
    pub untargeted: bool,
}

impl Group {
    /// How many declarations these are.
    #[inline]
    pub fn len(&self) -> usize {
        self.targets.count_ones() as usize + usize::from(self.untargeted)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The n-th of them.
    pub fn nth(&self, nth: usize) -> Declare {
        let target = members(self.targets).nth(nth).unwrap_or(NOBODY);
        Declare { target, ..self.declare }
    }
}

/// Entries remembered per combatant; a power of two.
const ENTRIES: usize = 256;
/// Distinct payments remembered per combatant before starting afresh.
const PAYMENTS: usize = 8192;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    purse: Purse,
    room: Room,
    conditions: u64,
    moment: u16,
    sealed: bool,
}

#[derive(Clone, Debug)]
struct Entry {
    key: Option<Key>,
    /// Position of the option, place among its payments, index of the payment.
    affordable: Vec<(u8, u8, u16)>,
}

#[derive(Clone, Debug)]
struct Memory {
    /// Conditions that matter to any option of this combatant.
    relevant: u64,
    entries: Vec<Entry>,
    payments: Vec<Payment>,
}

/// Lists legal declarations; belongs to one game.
#[derive(Clone, Debug)]
pub struct Lister {
    memories: Vec<Memory>,
    scratch: Vec<Payment>,
    groups: Vec<Group>,
}

impl Lister {
    /// A lister for a game.
    pub fn new(game: &Game) -> Lister {
        let memory = |sheet: &crate::sheet::Sheet| {
            let mut relevant = 0;
            for recipe in &sheet.recipes {
                relevant |= recipe.without;
            }
            Memory {
                relevant,
                entries: vec![Entry { key: None, affordable: Vec::with_capacity(32) }; ENTRIES],
                payments: Vec::with_capacity(256),
            }
        };
        Lister {
            memories: game.sheets.iter().map(memory).collect(),
            scratch: Vec::with_capacity(64),
            groups: Vec::with_capacity(256),
        }
    }

    /// Everything that may be declared now, by everyone, in a fixed order. Numbers that go with a
    /// declaration are left at their greatest value; the game master's own activities are not
    /// listed.
    pub fn list(&mut self, game: &Game, state: &State) -> &[Group] {
        self.groups.clear();
        let asked = match state.decision {
            Decision::Act(_) | Decision::Answer(_) => state.everybody(),
            Decision::Offer(_, asked) | Decision::Seal(asked) => asked,
            _ => 0,
        };
        for who in members(asked) {
            self.list_one(game, state, who);
        }
        &self.groups
    }

    /// How many declarations were listed last.
    pub fn len(&self) -> usize {
        self.groups.iter().map(Group::len).sum()
    }

    /// Whether nothing was listed last.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The n-th declaration listed last, with its payment.
    pub fn nth(&self, mut nth: usize) -> Option<(Declare, &Payment)> {
        for group in &self.groups {
            let len = group.len();
            if nth < len {
                return Some((group.nth(nth), &group.payment));
            }
            nth -= len;
        }
        None
    }

    fn list_one(&mut self, game: &Game, state: &State, who: CombatantId) {
        let view = View { game, state };
        let moment = state.moment(who);
        let sheet = &game.sheets[who.index()];
        let one = state.combatant(who);
        let strict = state.dial.is_empty();
        if strict && !sheet.usable.meets(moment)
            || one.conditions & game.out != 0 && state.window.named.is_none()
        {
            return;
        }
        let memory = &mut self.memories[who.index()];
        let key = Key {
            purse: one.purse,
            room: one.room,
            conditions: one.conditions & memory.relevant,
            moment: moment.0,
            sealed: matches!(state.decision, Decision::Seal(_)),
        };
        let at = key.slot();
        if memory.entries[at].key != Some(key) || !strict {
            if memory.payments.len() > PAYMENTS {
                memory.payments.clear();
                memory.entries.iter_mut().for_each(|entry| entry.key = None);
            }
            memory.entries[at].key = strict.then_some(key);
            memory.entries[at].affordable.clear();
            for (position, option) in sheet.options.iter().enumerate() {
                view.payments(who, option, &mut self.scratch);
                for (nth, payment) in self.scratch.iter().enumerate() {
                    let known = memory.payments.iter().position(|one| one == payment);
                    let index = known.unwrap_or_else(|| {
                        memory.payments.push(*payment);
                        memory.payments.len() - 1
                    });
                    memory.entries[at].affordable.push((position as u8, nth as u8, index as u16));
                }
            }
        }
        let mut judged = (u8::MAX, false, 0, false);
        for &(position, nth, index) in &memory.entries[at].affordable {
            let option = &sheet.options[position as usize];
            let declare = Declare { pay: Pay::Nth(nth), ..Declare::new(who, option.activity) };
            if judged.0 != position {
                let activity = &game.activities[option.activity.index()];
                let open = view.open_to(&declare, &mut Verdict) && view.in_range(&declare);
                let targets = if open {
                    view.aimed(&declare, activity, view.targets(activity, who))
                } else {
                    0
                };
                let untargeted = open && matches!(activity.target, Target::None | Target::Optional);
                judged = (position, open, targets, untargeted);
            }
            let (_, open, targets, untargeted) = judged;
            if open && (targets != 0 || untargeted) {
                let payment = memory.payments[index as usize];
                self.groups.push(Group { declare, payment, targets, untargeted });
            }
        }
    }
}

impl Key {
    #[inline]
    fn slot(&self) -> usize {
        let rest = self.room.single.rotate_left(7)
            ^ self.room.counted.rotate_left(29)
            ^ self.conditions
            ^ u64::from(self.moment) << 40;
        let mixed = (self.purse.mix() ^ rest).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 56) as usize % ENTRIES
    }
}

impl View<'_> {
    /// Whether some number would go with the declaration.
    pub(crate) fn in_range(self, declare: &Declare) -> bool {
        let activity = &self.game.activities[declare.activity.index()];
        activity.argument.is_none()
            || self
                .range(activity, &self.frame(declare))
                .is_none_or(|(min, max)| min <= max)
    }

    /// Whether there is anyone to aim at, where a target is needed.
    pub(crate) fn has_target(
        self,
        declare: &Declare,
        activity: &crate::activity::Activity,
    ) -> bool {
        matches!(activity.target, Target::None | Target::Optional)
            || self.aimed(declare, activity, self.targets(activity, declare.actor)) != 0
    }

    /// Whether an option can be paid for at all.
    pub(crate) fn affordable(
        self,
        who: CombatantId,
        option: &crate::sheet::Choice,
        activity: &crate::activity::Activity,
    ) -> bool {
        let Some(terms) = self.terms(who, option, activity) else { return false };
        let sheet = self.sheet(who);
        crate::pay::payable(&sheet, self.game.bill(option.bill), &terms)
    }
}
