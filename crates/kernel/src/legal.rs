//! Listing everything legal.
//!
//! What someone can do and pay for depends on few things: the purse, the room, some conditions and
//! attributes, and the moment. The lister remembers the answers by exactly those, so that in the
//! steady state listing is a look-up per combatant. Whatever reads more is tested on top. Targets are
//! sets, so counting is a population count and the n-th declaration is found without listing the
//! others one by one.

use crate::activity::{Activity, Target};
use crate::check::View;
use crate::decision::{Decision, Declare, Pay};
use crate::denial::Verdict;
use crate::expr::{Code, Input, Role};
use crate::game::Game;
use crate::ids::{ActivityId, CombatantId, Mask, bit, members};
use crate::pay::Payment;
use crate::purse::{Purse, Room};
use crate::sheet::Sheet;
use crate::state::{ATTRIBUTES_MAX, NOBODY, SIDES_MAX, State};

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
    entries: Vec<Entry>,
    payments: Vec<Payment>,
}

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
    /// Whom each kind of target allows.
    targets: [Mask; TARGETS],
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
    len: usize,
}

/// Everybody by side, computed once per list.
struct Sides {
    on: [Mask; SIDES_MAX],
    hostile: [Mask; SIDES_MAX],
    everybody: Mask,
    acting: u8,
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
            Decision::Act(_) | Decision::Answer(_) => state.everybody(),
            Decision::Offer(_, asked) | Decision::Seal(asked) => asked,
            _ => 0,
        };
        let sides = Sides::of(state);
        for who in members(asked) {
            self.look_at(game, state, &sides, who);
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
                let len = part.count(item.target);
                if nth < len {
                    let payment = &memory.payments[item.payment as usize];
                    let targets = part.targets[item.target as usize];
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
            targets: part.targets[item.target as usize],
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

    fn look_at(&mut self, game: &Game, state: &State, sides: &Sides, who: CombatantId) {
        let sheet = &game.sheets[who.index()];
        let one = state.combatant(who);
        let moment = state.moment_among(who, sides.acting);
        let strict = state.dial.is_empty();
        if strict && !sheet.usable.meets(moment)
            || one.conditions & game.out != 0 && state.window.named.is_none()
        {
            return;
        }
        let view = View { game, state };
        if !view.may_declare(who) {
            return;
        }
        let memory = &mut self.memories[who.index()];
        let mut attributes = one.attributes;
        for (value, mask) in attributes.iter_mut().zip(memory.attributes) {
            *value &= mask;
        }
        let key = Key {
            purse: one.purse,
            room: one.room,
            conditions: one.conditions & memory.conditions,
            attributes,
            moment: moment.0,
            sealed: matches!(state.decision, Decision::Seal(_)),
        };
        let at = key.place();
        if memory.entries[at].key != Some(key) || !strict {
            memory.learn(view, sheet, who, at, &mut self.scratch);
            memory.entries[at].key = strict.then_some(key);
        }
        let entry = &memory.entries[at];
        let side = one.side.index();
        let foes = sides.hostile[side];
        let friends = sides.on[side];
        let others = sides.everybody & !bit(who);
        let everybody = sides.everybody;
        let targets = [0, foes, friends & !bit(who), friends, others, everybody, everybody];
        let mut steady = 0;
        for (kind, &count) in entry.counts.iter().enumerate() {
            let each = targets[kind].count_ones() + u32::from(untargeted(kind as u8));
            steady += u32::from(count) * each;
        }
        let from = self.passed.len() as u32;
        let mut len = steady;
        for item in &entry.volatile {
            let declare = Declare::new(who, item.activity);
            let activity = &game.activities[item.activity.index()];
            if view.open_to(&declare, &mut Verdict) && view.in_range(&declare) {
                let targets = view.aimed(&declare, activity, targets[item.target as usize]);
                let untargeted = untargeted(item.target);
                len += targets.count_ones() + u32::from(untargeted);
                self.passed.push(Passed { item: *item, targets, untargeted });
            }
        }
        let passed = (from, self.passed.len() as u32);
        self.len += len as usize;
        self.parts.push(Part { who, entry: at as u16, targets, passed, len });
    }
}

impl Part {
    fn declare(&self, item: &Item) -> Declare {
        Declare { pay: Pay::Nth(item.nth), ..Declare::new(self.who, item.activity) }
    }

    #[inline]
    fn count(&self, target: u8) -> usize {
        self.targets[target as usize].count_ones() as usize + usize::from(untargeted(target))
    }
}

impl Sides {
    fn of(state: &State) -> Sides {
        let mut on = [0; SIDES_MAX];
        let mut everybody = 0;
        for (index, one) in state.combatants.iter().enumerate() {
            on[one.side.index()] |= 1 << index;
            everybody |= 1 << index;
        }
        let hostile = std::array::from_fn(|side| {
            let peace = state.sides[side].peace | 1 << side;
            let foes = (0..SIDES_MAX).filter(|other| peace >> other & 1 == 0);
            foes.fold(0, |mask, other| mask | on[other])
        });
        Sides { on, hostile, everybody, acting: state.acting_sides() }
    }
}

impl Memory {
    fn new(game: &Game, sheet: &Sheet) -> Memory {
        let mut memory = Memory {
            conditions: 0,
            attributes: [0; ATTRIBUTES_MAX],
            entries: vec![Entry::default(); ENTRIES],
            payments: Vec::with_capacity(256),
        };
        for recipe in &sheet.recipes {
            memory.conditions |= recipe.without;
        }
        for option in &sheet.options {
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
        at: usize,
        scratch: &mut Vec<Payment>,
    ) {
        if self.payments.len() > PAYMENTS {
            self.payments.clear();
            self.entries.iter_mut().for_each(|entry| entry.key = None);
        }
        let entry = &mut self.entries[at];
        entry.steady.clear();
        entry.volatile.clear();
        entry.counts = [0; TARGETS];
        let conditions = view.state.combatant(who).conditions;
        for option in &sheet.options {
            let activity = &view.game.activities[option.activity.index()];
            let volatile = is_volatile(view.game, activity, conditions);
            let declare = Declare::new(who, option.activity);
            if !volatile && !(view.open_to(&declare, &mut Verdict) && view.in_range(&declare)) {
                continue;
            }
            view.payments(who, option, scratch);
            for (nth, payment) in scratch.iter().enumerate() {
                let known = self.payments.iter().position(|one| one == payment);
                let index = known.unwrap_or_else(|| {
                    self.payments.push(*payment);
                    self.payments.len() - 1
                });
                let target = activity.target as u8;
                let (activity, nth) = (option.activity, nth as u8);
                let item = Item { activity, nth, payment: index as u16, target };
                if volatile {
                    entry.volatile.push(item);
                } else {
                    entry.counts[target as usize] += 1;
                    entry.steady.push(item);
                }
            }
        }
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
