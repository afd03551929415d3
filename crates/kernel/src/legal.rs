//! Listing everything legal.
//!
//! What someone can do and pay for depends on few things: the purse, the room, some conditions and
//! attributes, and the moment. The lister remembers the answers by exactly those, so that in the
//! steady state listing is a look-up per combatant. Whatever reads more is tested on top. Targets
//! are
//! sets, so counting is a population count and the n-th declaration is found without listing the
//! others one by one.

use crate::activity::{Activity, Target};
use crate::check::View;
use crate::decision::{Decision, Declare, Pay};
use crate::denial::Verdict;
use crate::expr::{Code, Input, Role};
use crate::game::Game;
use crate::ids::{ActivityId, CombatantId, Mask, bit, members};
use crate::moment::Moments;
use crate::pay::Payment;
use crate::purse::{Purse, Room};
use crate::sheet::Sheet;
use crate::state::{ATTRIBUTES_MAX, Combatant, NOBODY, SIDES_MAX, STACK_MAX, State};

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

    /// The n-th of them; the one without a target comes last.
    pub fn nth(&self, nth: usize) -> Declare {
        let target = members(self.targets).nth(nth).unwrap_or(NOBODY);
        Declare { target, ..self.declare }
    }
}

/// Entries remembered per combatant; a power of two.
const ENTRIES: usize = 512;
/// Answers about payment remembered per combatant; a power of two.
const FUNDS: usize = 256;
/// Distinct payments remembered per combatant before starting afresh.
const PAYMENTS: usize = 8192;
/// Kinds of target.
const TARGETS: usize = 7;

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
struct Item {
    activity: ActivityId,
    /// Place among its payments.
    nth: u8,
    /// Index of the payment remembered.
    payment: u16,
    /// Kind of target.
    target: u8,
}

/// The answer for one key.
#[derive(Clone, Debug, Default)]
struct Entry {
    key: Option<Key>,
    /// What holds whenever the key does, by kind of target.
    steady: Vec<Item>,
    /// How many of them for each kind of target.
    counts: [u16; TARGETS],
    /// What needs another look each time.
    volatile: Vec<Item>,
}

/// What one combatant's answers depend on, and those known already.
#[derive(Clone, Debug)]
struct Memory {
    /// Conditions that matter to any option.
    conditions: u64,
    /// Attributes that matter to any option: all bits set.
    attributes: [i16; ATTRIBUTES_MAX],
    /// Tokens and slots that matter at each basic moment.
    relevant: [(Purse, Room); 6],
    /// Conditions that matter to payment.
    paying: u64,
    entries: Vec<Entry>,
    funds: Vec<Funds>,
    payments: Vec<Payment>,
    /// What was seen last, and what was found then.
    last: Option<Seen>,
}

/// A combatant as seen last, and the answer.
#[derive(Clone, Copy, Debug)]
struct Seen {
    one: Combatant,
    moment: Moments,
    sealed: bool,
    entry: u16,
    /// Declarations by kind of target, and how many that made of the steady items.
    lens: Lens,
    len: u32,
}

/// Declarations for each kind of target.
type Lens = [u8; TARGETS + 1];

/// A volatile item that passed the second look.
#[derive(Clone, Copy, Debug)]
struct Passed {
    item: Item,
    targets: Mask,
    untargeted: bool,
}

/// The part of the list that belongs to one combatant.
#[derive(Clone, Copy, Debug)]
struct Part {
    who: CombatantId,
    entry: u16,
    side: u8,
    /// The passed items, as a range.
    passed: (u32, u32),
    /// All declarations.
    len: u32,
}

/// Lists legal declarations; belongs to one game.
#[derive(Clone, Debug)]
pub struct Lister {
    memories: Vec<Memory>,
    parts: Vec<Part>,
    passed: Vec<Passed>,
    scratch: Vec<Payment>,
    groups: Vec<Group>,
    sides: Sides,
    len: usize,
}

/// Everybody by side, computed once per list.
#[derive(Clone, Debug, Default)]
struct Sides {
    on: [Mask; SIDES_MAX],
    hostile: [Mask; SIDES_MAX],
    everybody: Mask,
    acting: u8,
    /// The dial lets anyone be a target.
    anyone: bool,
    /// Declarations by kind of target, for someone of each side.
    lens: [Lens; SIDES_MAX],
}

impl Lister {
    /// A lister for a game.
    pub fn new(game: &Game) -> Lister {
        Lister {
            memories: game.sheets.iter().map(|sheet| Memory::new(game, sheet)).collect(),
            parts: Vec::with_capacity(game.sheets.len()),
            passed: Vec::with_capacity(64),
            scratch: Vec::with_capacity(64),
            groups: Vec::new(),
            sides: Sides::default(),
            len: 0,
        }
    }

    /// Looks at everything that may be declared now, by everyone, and says how many declarations
    /// there are. Numbers that go with a declaration are left at their greatest value; the game
    /// master's own activities are not among them.
    pub fn look(&mut self, game: &Game, state: &State) -> usize {
        self.parts.clear();
        self.passed.clear();
        self.len = 0;
        let asked = match state.decision {
            _ if state.stack.len() >= STACK_MAX => 0,
            Decision::Act(_) | Decision::Answer(_) => state.everybody(),
            Decision::Offer(_, asked) | Decision::Seal(asked) => asked,
            _ => 0,
        };
        self.sides = Sides::of(View { game, state });
        for who in members(asked) {
            self.look_at(game, state, who);
        }
        self.len
    }

    /// How many declarations there were at the last look.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Everything that may be declared now, grouped by what differs only in its target.
    pub fn list(&mut self, game: &Game, state: &State) -> &[Group] {
        self.look(game, state);
        let mut groups = std::mem::take(&mut self.groups);
        groups.clear();
        for part in &self.parts {
            let entry = &self.memories[part.who.index()].entries[part.entry as usize];
            groups.extend(entry.steady.iter().map(|item| self.group(part, item)));
            let (from, to) = part.passed;
            let passed = &self.passed[from as usize..to as usize];
            groups.extend(passed.iter().map(|passed| self.passed_group(part, passed)));
        }
        groups.retain(|group| !group.is_empty());
        self.groups = groups;
        &self.groups
    }

    /// The n-th declaration of the last look, with its payment.
    #[inline]
    pub fn nth(&self, mut nth: usize) -> Option<(Declare, &Payment)> {
        for part in &self.parts {
            let len = part.len as usize;
            if nth >= len {
                nth -= len;
                continue;
            }
            let memory = &self.memories[part.who.index()];
            let entry = &memory.entries[part.entry as usize];
            for item in &entry.steady {
                let len = self.sides.lens[part.side as usize][item.target as usize] as usize;
                if nth < len {
                    let payment = &memory.payments[item.payment as usize];
                    let targets = self.sides.targets(part.who, part.side, item.target);
                    let target = members(targets).nth(nth).unwrap_or(NOBODY);
                    return Some((Declare { target, ..part.declare(item) }, payment));
                }
                nth -= len;
            }
            let (from, to) = part.passed;
            for passed in &self.passed[from as usize..to as usize] {
                let group = self.passed_group(part, passed);
                if nth < group.len() {
                    let payment = &memory.payments[passed.item.payment as usize];
                    return Some((group.nth(nth), payment));
                }
                nth -= group.len();
            }
        }
        None
    }

    fn group(&self, part: &Part, item: &Item) -> Group {
        Group {
            declare: part.declare(item),
            payment: self.memories[part.who.index()].payments[item.payment as usize],
            targets: self.sides.targets(part.who, part.side, item.target),
            untargeted: untargeted(item.target),
        }
    }

    fn passed_group(&self, part: &Part, passed: &Passed) -> Group {
        Group {
            targets: passed.targets,
            untargeted: passed.untargeted,
            ..self.group(part, &passed.item)
        }
    }

    fn look_at(&mut self, game: &Game, state: &State, who: CombatantId) {
        let sheet = &game.sheets[who.index()];
        let one = state.combatant(who);
        let moment = state.moment_among(who, self.sides.acting);
        let strict = state.dial.is_empty();
        let out = one.conditions & game.out != 0 && state.window.named.is_none();
        let view = View { game, state };
        if strict && (out || !sheet.usable.meets(moment) || !view.may_declare(who)) {
            return;
        }
        let memory = &mut self.memories[who.index()];
        let sealed = matches!(state.decision, Decision::Seal(_));
        let lens = self.sides.lens[one.side.index()];
        let seen = match memory.last {
            Some(seen)
                if strict
                    && seen.one == *one
                    && (seen.moment, seen.sealed, seen.lens) == (moment, sealed, lens) =>
            {
                seen
            }
            _ => memory.see(view, sheet, who, (moment, sealed, lens), &mut self.scratch),
        };
        let entry = &memory.entries[seen.entry as usize];
        let from = self.passed.len() as u32;
        let mut len = seen.len;
        for item in &entry.volatile {
            let declare = Declare::new(who, item.activity);
            let activity = &game.activities[item.activity.index()];
            if view.open_to(&declare, &mut Verdict) && view.in_range(&declare) {
                let targets = self.sides.targets(who, one.side.0, item.target);
                let targets = view.aimed(&declare, activity, targets);
                let untargeted = untargeted(item.target);
                len += targets.count_ones() + u32::from(untargeted);
                self.passed.push(Passed { item: *item, targets, untargeted });
            }
        }
        let passed = (from, self.passed.len() as u32);
        self.len += len as usize;
        self.parts.push(Part { who, entry: seen.entry, side: one.side.0, passed, len });
    }
}

impl Part {
    fn declare(&self, item: &Item) -> Declare {
        Declare { pay: Pay::Nth(item.nth), ..Declare::new(self.who, item.activity) }
    }
}

impl Sides {
    /// Whom a kind of target allows for someone of a side.
    fn targets(&self, who: CombatantId, side: u8, target: u8) -> Mask {
        if self.anyone && target != Target::None as u8 {
            return self.everybody;
        }
        let (own, hostile) = (self.on[side as usize], self.hostile[side as usize]);
        let by_kind = [
            0,
            hostile,
            own & !bit(who),
            own,
            self.everybody & !bit(who),
            self.everybody,
            self.everybody,
        ];
        by_kind[target as usize]
    }

    fn of(view: View<'_>) -> Sides {
        let state = view.state;
        let mut on = [0; SIDES_MAX];
        let mut everybody = 0;
        for (index, one) in state.combatants.iter().enumerate() {
            on[one.side.index()] |= 1 << index;
            everybody |= 1 << index;
        }
        let mut sides = Sides {
            on,
            hostile: [0; SIDES_MAX],
            everybody,
            acting: state.acting_sides(),
            anyone: false,
            lens: [Lens::default(); SIDES_MAX],
        };
        let all = everybody.count_ones() as u8;
        if view.any_target() {
            sides.lens = [[1, all, all, all, all, all, all + 1, 0]; SIDES_MAX];
            sides.anyone = true;
            return sides;
        }
        for side in (0..SIDES_MAX).filter(|side| on[*side] != 0) {
            let peace = state.sides[side].peace | 1 << side;
            let foes = (0..SIDES_MAX).filter(|other| peace >> other & 1 == 0);
            let hostile = foes.fold(0, |mask: Mask, other| mask | on[other]);
            let (own, foes) = (on[side].count_ones() as u8, hostile.count_ones() as u8);
            sides.hostile[side] = hostile;
            sides.lens[side] = [1, foes, own - 1, own, all - 1, all, all + 1, 0];
        }
        sides
    }
}

impl Memory {
    fn new(game: &Game, sheet: &Sheet) -> Memory {
        let mut memory = Memory {
            conditions: 0,
            attributes: [0; ATTRIBUTES_MAX],
            paying: 0,
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
            }
        }
        memory
    }

    /// Finds the answer for a combatant that has changed.
    fn see(
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
                let open =
                    volatile || view.open_to(&declare, &mut Verdict) && view.in_range(&declare);
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
        let means = Means { purse, room, conditions, moment, sealed };
        let at = means.place();
        if self.funds[at].means == Some(means) && view.state.dial.is_empty() {
            return at;
        }
        let funds = &mut self.funds[at];
        funds.means = view.state.dial.is_empty().then_some(means);
        funds.payments.clear();
        for (position, option) in sheet.options.iter().enumerate() {
            view.payments(who, option, scratch);
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
    let own = |code: &[Code]| {
        code.iter().all(|instruction| match instruction {
            Code::Load(Input::Attribute(role, _) | Input::Has(role, _)) => *role == Role::Actor,
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

/// Whether this kind of target may be left out.
#[inline(always)]
fn untargeted(target: u8) -> bool {
    target == Target::None as u8 || target == Target::Optional as u8
}

impl Means {
    #[inline]
    fn place(&self) -> usize {
        let rest = self.room.single.rotate_left(7)
            ^ self.room.counted.rotate_left(29)
            ^ self.conditions.rotate_left(13)
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
