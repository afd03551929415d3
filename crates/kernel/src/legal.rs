//! Listing everything legal.
//!
//! What someone can do and pay for depends on few things: the purse, the room, some conditions and
//! attributes, and the moment. The lister remembers the answers by exactly those, so that in the
//! steady state listing is a look-up per combatant. Whatever reads more is tested on top. Targets
//! are
//! sets, so counting is a population count and the n-th declaration is found without listing the
//! others one by one.

mod memory;
mod sides;

use crate::activity::Target;
use crate::board::Square;
use crate::check::View;
use crate::decision::{Decision, Declare, Pay};
use crate::denial::Verdict;
use crate::game::Game;
use crate::ids::{CombatantId, Mask, members};
use crate::pay::Payment;
use crate::space::Space;
use crate::state::{NOBODY, STACK_MAX, State};

use memory::{Item, Memory};
use sides::{Sides, untargeted};

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
    /// Neighbouring squares it may be aimed at, one bit per direction from [`Group::from`].
    pub ways: u8,
    /// The square the actor stands on.
    pub from: Square,
}

impl Group {
    /// How many declarations these are.
    #[inline]
    pub fn len(&self) -> usize {
        let others = self.ways.count_ones() as usize + usize::from(self.untargeted);
        self.targets.count_ones() as usize + others
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The n-th of them; the one without a target comes last.
    pub fn nth(&self, nth: usize) -> Declare {
        let target = members(self.targets).nth(nth).unwrap_or(NOBODY);
        let way = members(self.ways.into()).nth(nth);
        let square = way.map_or(Square::NOWHERE, |way| self.from.towards(way.index()));
        Declare { target, square, ..self.declare }
    }
}

/// A volatile item that passed the second look.
#[derive(Clone, Copy, Debug)]
struct Passed {
    item: Item,
    targets: Mask,
    untargeted: bool,
    ways: u8,
    from: Square,
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
            ways: 0,
            from: Square::NOWHERE,
        }
    }

    fn passed_group(&self, part: &Part, passed: &Passed) -> Group {
        Group {
            targets: passed.targets,
            untargeted: passed.untargeted,
            ways: passed.ways,
            from: passed.from,
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
                let ways = match activity.target {
                    Target::Step => Space { game, state }.ways(who),
                    _ => 0,
                };
                len += targets.count_ones() + ways.count_ones() + u32::from(untargeted);
                let from = one.square;
                self.passed.push(Passed { item: *item, targets, untargeted, ways, from });
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
