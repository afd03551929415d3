//! What one combatant's answers depend on, and the answers known already.

use crate::activity::{Activity, Target};
use crate::check::View;
use crate::decision::Declare;
use crate::denial::Verdict;
use crate::expr::{Code, Input, Role};
use crate::game::Game;
use crate::ids::{ActivityId, CombatantId};
use crate::moment::Moments;
use crate::pay::Payment;
use crate::purse::{Purse, Room};
use crate::sheet::{Choice, Sheet};
use crate::state::{ATTRIBUTES_MAX, Combatant};

use super::sides::{Lens, TARGETS};

/// Entries remembered per combatant; a power of two.
const ENTRIES: usize = 512;
/// Answers about payment remembered per combatant; a power of two.
const FUNDS: usize = 256;
/// Distinct payments remembered per combatant before starting afresh.
const PAYMENTS: usize = 8192;

/// What the answer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    purse: Purse,
    room: Room,
    conditions: u64,
    attributes: [i16; ATTRIBUTES_MAX],
    moment: u16,
    sealed: bool,
}

/// What payment alone depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Means {
    purse: Purse,
    room: Room,
    conditions: u64,
    moment: u16,
    sealed: bool,
    /// Conditional alternatives of prices that can be chosen now, one bit each.
    open: u128,
}

/// All payments for all options, given the means.
#[derive(Clone, Debug, Default)]
struct Funds {
    means: Option<Means>,
    /// Position of the option, place among its payments, index of the payment.
    payments: Vec<(u8, u8, u16)>,
}

/// One way to do one thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) activity: ActivityId,
    /// Place among its payments.
    pub(super) nth: u8,
    /// Index of the payment remembered.
    pub(super) payment: u16,
    /// Kind of target.
    pub(super) target: u8,
}

/// The answer for one key.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    key: Option<Key>,
    /// What holds whenever the key does, by kind of target.
    pub(super) steady: Vec<Item>,
    /// How many of them for each kind of target.
    pub(super) counts: [u16; TARGETS],
    /// What needs another look each time.
    pub(super) volatile: Vec<Item>,
}

/// What one combatant's answers depend on, and those known already.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// Conditions that matter to any option.
    conditions: u64,
    /// Attributes that matter to any option: all bits set.
    attributes: [i16; ATTRIBUTES_MAX],
    /// Tokens and slots that matter at each basic moment.
    relevant: [(Purse, Room); 6],
    /// Conditions that matter to payment.
    paying: u64,
    /// Options whose price has conditional alternatives.
    conditional: Vec<Choice>,
    pub(super) entries: Vec<Entry>,
    funds: Vec<Funds>,
    pub(super) payments: Vec<Payment>,
    /// What was seen last, and what was found then.
    pub(super) last: Option<Seen>,
}

/// A combatant as seen last, and the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) one: Combatant,
    pub(super) moment: Moments,
    pub(super) sealed: bool,
    pub(super) entry: u16,
    /// Declarations by kind of target, and how many that made of the steady items.
    pub(super) lens: Lens,
    pub(super) len: u32,
}

impl Memory {
    pub(super) fn new(game: &Game, sheet: &Sheet) -> Memory {
        let mut memory = Memory {
            conditions: 0,
            attributes: [0; ATTRIBUTES_MAX],
            paying: 0,
            conditional: Vec::new(),
            funds: vec![Funds::default(); FUNDS],
            relevant: [(Purse::EMPTY, Room::default()); 6],
            entries: vec![Entry::default(); ENTRIES],
            payments: Vec::with_capacity(256),
            last: None,
        };
        for recipe in &sheet.recipes {
            memory.conditions |= recipe.without;
            memory.paying |= recipe.without;
            for (at, (purse, room)) in memory.relevant.iter_mut().enumerate() {
                if recipe.moments.meets(Moments(1 << at)) {
                    *purse = purse.union(&recipe.spend);
                    *room = room.union(&recipe.fill);
                }
            }
        }
        for option in &sheet.options {
            for test in game.bill(option.bill).iter().filter_map(|one| one.open) {
                memory.depend_on(game.expr(test));
                if memory.conditional.last().is_none_or(|last| last.activity != option.activity) {
                    memory.conditional.push(*option);
                }
            }
            for (_, room) in &mut memory.relevant {
                *room = room.union(&option.fill);
            }
            let activity = &game.activities[option.activity.index()];
            memory.conditions |= activity.barred_by | activity.requires;
            for need in &activity.needs {
                memory.conditions |= need.guard;
                memory.depend_on(game.expr(need.test));
            }
            if let Some(argument) = &activity.argument {
                memory.depend_on(game.expr(argument.min));
                memory.depend_on(game.expr(argument.max));
                memory.depend_on(game.expr(argument.usual));
            }
        }
        memory
    }

    /// Finds the answer for a combatant that has changed.
    pub(super) fn see(
        &mut self,
        view: View<'_>,
        sheet: &Sheet,
        who: CombatantId,
        (moment, sealed, lens): (Moments, bool, Lens),
        scratch: &mut Vec<Payment>,
    ) -> Seen {
        let strict = view.state.dial.is_empty();
        let one = view.state.combatant(who);
        let key = self.key(one, moment, sealed);
        let at = key.place();
        if self.entries[at].key != Some(key) || !strict {
            self.learn(view, sheet, who, &key, scratch);
            self.entries[at].key = strict.then_some(key);
        }
        let counts = self.entries[at].counts.iter().zip(&lens);
        let len = counts.map(|(&count, &each)| u32::from(count) * u32::from(each)).sum();
        let seen = Seen { one: *one, moment, sealed, entry: at as u16, lens, len };
        self.last = strict.then_some(seen);
        seen
    }

    /// What the answer for a combatant depends on, with all that does not matter left out.
    #[inline]
    fn key(&self, one: &Combatant, moment: Moments, sealed: bool) -> Key {
        let (purse, room) = match self.relevant.get(moment.index()) {
            Some((purse, room)) => (one.purse.only(purse), one.room.only(room)),
            None => (one.purse, one.room),
        };
        let mut attributes = one.attributes;
        for (value, mask) in attributes.iter_mut().zip(self.attributes) {
            *value &= mask;
        }
        let conditions = one.conditions & self.conditions;
        Key { purse, room, conditions, attributes, moment: moment.0, sealed }
    }

    fn depend_on(&mut self, code: &[Code]) {
        for instruction in code {
            match instruction {
                Code::Load(Input::Attribute(Role::Actor, attribute)) => {
                    self.attributes[attribute.index()] = !0;
                }
                Code::Load(Input::Has(Role::Actor, condition)) => {
                    self.conditions |= 1 << condition.0;
                }
                _ => {}
            }
        }
    }

    /// Works out the answer for a key that is not known.
    fn learn(
        &mut self,
        view: View<'_>,
        sheet: &Sheet,
        who: CombatantId,
        key: &Key,
        scratch: &mut Vec<Payment>,
    ) {
        if self.payments.len() > PAYMENTS {
            self.payments.clear();
            self.entries.iter_mut().for_each(|entry| entry.key = None);
            self.funds.iter_mut().for_each(|funds| funds.means = None);
        }
        let funds = self.fund(view, sheet, who, key, scratch);
        let entry = &mut self.entries[key.place()];
        entry.steady.clear();
        entry.volatile.clear();
        entry.counts = [0; TARGETS];
        let conditions = view.state.combatant(who).conditions;
        let mut judged = (u8::MAX, false, false);
        for &(position, nth, payment) in &self.funds[funds].payments {
            let activity = sheet.options[position as usize].activity;
            let definition = &view.game.activities[activity.index()];
            if judged.0 != position {
                let declare = Declare::new(who, activity);
                let volatile = is_volatile(view.game, definition, conditions);
                let aimed = !(definition.with_square && view.game.board.exists());
                let open = aimed
                    && (volatile
                        || view.open_to(&declare, &mut Verdict) && view.in_range(&declare));
                judged = (position, open, volatile);
            }
            let target = definition.target as u8;
            let item = Item { activity, nth, payment, target };
            match judged {
                (_, false, _) => {}
                (_, true, true) => entry.volatile.push(item),
                (_, true, false) => {
                    entry.counts[target as usize] += 1;
                    entry.steady.push(item);
                }
            }
        }
    }

    /// Where the payments for all options are found, worked out if they are not known.
    fn fund(
        &mut self,
        view: View<'_>,
        sheet: &Sheet,
        who: CombatantId,
        key: &Key,
        scratch: &mut Vec<Payment>,
    ) -> usize {
        let &Key { purse, room, moment, sealed, .. } = key;
        let conditions = key.conditions & self.paying;
        let mut bits = 0;
        let open = self.conditional.iter().fold(0u128, |open, option| {
            let declare = Declare::new(who, option.activity);
            let alternatives = view.game.bill(option.bill).len();
            bits += alternatives;
            let mask = (1 << alternatives) - 1;
            open.unbounded_shl(alternatives as u32) | u128::from(view.open(&declare, option) & mask)
        });
        // What does not fit into the key cannot be remembered by it.
        let known = view.state.dial.is_empty() && bits <= u128::BITS as usize;
        let means = Means { purse, room, conditions, moment, sealed, open };
        let at = means.place();
        if self.funds[at].means == Some(means) && known {
            return at;
        }
        let funds = &mut self.funds[at];
        funds.means = known.then_some(means);
        funds.payments.clear();
        for (position, option) in sheet.options.iter().enumerate() {
            view.payments(&Declare::new(who, option.activity), option, scratch);
            for (nth, payment) in scratch.iter().enumerate() {
                let known = self.payments.iter().position(|one| one == payment);
                let index = known.unwrap_or_else(|| {
                    self.payments.push(*payment);
                    self.payments.len() - 1
                });
                funds.payments.push((position as u8, nth as u8, index as u16));
            }
        }
        at
    }
}

/// Whether what an activity asks for depends on more than the key of an answer.
fn is_volatile(game: &Game, activity: &Activity, conditions: u64) -> bool {
    if activity.target == Target::Step {
        return true;
    }
    let own = |code: &[Code]| {
        code.iter().all(|instruction| match instruction {
            Code::Load(Input::Attribute(role, _) | Input::Fixed(role, _) | Input::Has(role, _)) => {
                *role == Role::Actor
            }
            Code::Load(_) => false,
            _ => true,
        })
    };
    let need = activity.needs.iter().any(|need| {
        need.of_target || conditions & need.guard == need.guard && !own(game.expr(need.test))
    });
    need || activity
        .argument
        .as_ref()
        .is_some_and(|one| !own(game.expr(one.min)) || !own(game.expr(one.max)))
}

impl Means {
    #[inline]
    fn place(&self) -> usize {
        let rest = self.room.single.rotate_left(7)
            ^ self.room.counted.rotate_left(29)
            ^ self.conditions.rotate_left(13)
            ^ (self.open as u64).rotate_left(37)
            ^ u64::from(self.moment) << 40;
        let mixed = (self.purse.mix() ^ rest).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 50) as usize % FUNDS
    }
}

impl Key {
    #[inline]
    fn place(&self) -> usize {
        let mut attributes = 0u64;
        for value in self.attributes {
            attributes = attributes.rotate_left(5) ^ value as u64;
        }
        let rest = self.room.single.rotate_left(7)
            ^ self.room.counted.rotate_left(29)
            ^ self.conditions.rotate_left(13)
            ^ attributes.rotate_left(51)
            ^ u64::from(self.moment) << 40;
        let mixed = (self.purse.mix() ^ rest).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 50) as usize % ENTRIES
    }
}
