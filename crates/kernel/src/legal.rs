//! Listing everything legal.
//!
//! Looks come in great numbers, and from one to the next little changes. So the lister keeps its
//! last answers, one per combatant and moment, and at each look:
//!
//! 1. compares all combatants with those of the last look ([`Lister::notice`], the only place where
//!    changes are noticed) and the sides with theirs;
//! 2. works out again, for those who differ, the bills and permits that depend on what differs
//!    ([`memory`]), mostly by a look-up among answers known already ([`funds`]);
//! 3. counts again where that or the world around (sides, who is a fit target: [`aims`]) differs.
//!
//! Whatever reads more than that is tested anew at each look. Targets are sets, so counting is a
//! population count and the n-th declaration is found without listing the others one by one.

mod aims;
mod funds;
mod memory;
mod sides;
mod situation;

use crate::activity::Target;
use crate::board::Square;
use crate::check::View;
use crate::clock::Slot;
use crate::decision::{Decision, Declare, Pay};
use crate::game::Game;
use crate::ids::{Bits, CombatantId, Mask, bit, members};
use crate::moment::Moments;
use crate::pay::Payment;
use crate::state::{Combatant, NOBODY, SIDES_MAX, STACK_MAX, Side, State};

use aims::Aims;
use funds::Funds;
use memory::{AFRESH, Memory};
use sides::{Sides, untargeted};
use situation::{Parts, Situation};

/// Moments there can be.
const MOMENTS: usize = 16;

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
        self.whom().len() as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The n-th of them; the one without a target comes last.
    pub fn nth(&self, nth: usize) -> Declare {
        self.whom().aim(self.declare, nth)
    }

    fn whom(&self) -> Whom {
        let Group { targets, untargeted, ways, from, .. } = *self;
        Whom { targets, untargeted, ways, from }
    }
}

/// Whom or what an option may be aimed at.
#[derive(Clone, Copy, Debug, Default)]
struct Whom {
    targets: Mask,
    untargeted: bool,
    ways: u8,
    from: Square,
}

impl Whom {
    #[inline(always)]
    fn len(&self) -> u32 {
        let ways = self.ways.count_ones();
        self.targets.count_ones() + ways + u32::from(self.untargeted)
    }

    /// A declaration aimed at the n-th of them; the one without a target comes last.
    #[inline]
    fn aim(&self, declare: Declare, nth: usize) -> Declare {
        let target = members(self.targets).nth(nth).unwrap_or(NOBODY);
        let way = members(self.ways.into()).nth(nth);
        let square = way.map_or(Square::NOWHERE, |way| self.from.towards(way.index()));
        Declare { target, square, ..declare }
    }
}

/// The part of the list that belongs to one combatant.
#[derive(Clone, Copy, Debug)]
struct Part {
    who: CombatantId,
    side: u8,
    /// Which of the answers.
    moment: u8,
    /// The first of the options that needed another look.
    passed: u32,
    /// All declarations.
    len: u32,
}

/// Lists legal declarations; belongs to one game.
#[derive(Clone, Debug)]
pub struct Lister {
    memories: Vec<Memory>,
    funds: Funds,
    aims: Aims,
    sides: Sides,
    /// What anybody's options read of the situation.
    reads: Parts,
    /// Combatants and sides at the last look.
    seen: Vec<Combatant>,
    seen_sides: [Side; SIDES_MAX],
    /// Changes whenever sides or fit targets are not what they were.
    world: u64,
    parts: Vec<Part>,
    /// Options that needed another look, and what came of it.
    passed: Vec<Whom>,
    groups: Vec<Group>,
    len: usize,
}

/// What a look knows about everybody.
struct Look<'a> {
    view: View<'a>,
    /// No rule is relaxed and nothing is declared in secret.
    strict: bool,
    /// The moment it is for each side, by its place.
    moments: [u8; SIDES_MAX],
    situation: Situation,
}

impl Lister {
    /// A lister for a game.
    pub fn new(game: &Game) -> Lister {
        let mut aims = Aims::default();
        let mut memories: Vec<Memory> = Vec::new();
        let mut firsts: Vec<usize> = Vec::new();
        let mut next = 0;
        for (at, sheet) in game.sheets.iter().enumerate() {
            // Those alike share what is known about their payments.
            let alike = game.sheets[..at].iter().position(|other| other.pays_like(sheet));
            let first = alike.map_or(next, |other| firsts[other]);
            let memory = Memory::new(game, sheet, &mut aims, first);
            next = next.max(first + memory.bill_count());
            firsts.push(first);
            memories.push(memory);
        }
        let reads = memories.iter().fold(Parts::default(), |all, memory| all.and(memory.parts));
        Lister {
            memories,
            reads,
            funds: Funds::new(),
            aims,
            sides: Sides::default(),
            seen: Vec::with_capacity(game.sheets.len()),
            seen_sides: Default::default(),
            world: 0,
            parts: Vec::with_capacity(game.sheets.len()),
            passed: Vec::with_capacity(64),
            groups: Vec::new(),
            len: 0,
        }
    }

    /// Looks at everything that may be declared now, by everyone, and says how many declarations
    /// there are. Numbers that go with a declaration are left at their greatest value; the game
    /// master's own activities are not among them, nor what is aimed at any square of a board.
    pub fn look(&mut self, game: &Game, state: &State) -> usize {
        self.parts.clear();
        self.passed.clear();
        self.len = 0;
        let view = View { game, state };
        let speakers = if state.stack.len() >= STACK_MAX { 0 } else { view.speakers() };
        if self.funds.is_full() {
            self.funds.clear();
            self.memories.iter_mut().for_each(Memory::forget);
        }
        self.notice(view);
        let strict = state.dial.is_empty() && !matches!(state.decision, Decision::Seal(_));
        let situation = Situation::of(state, self.reads);
        let look = Look { view, strict, moments: self.moments(state), situation };
        for who in members(speakers) {
            self.look_at(&look, who);
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
            self.each(part, |memory, at, Whom { targets, untargeted, ways, from }| {
                let list = memory.list(part.moment.into(), at);
                groups.extend((0..list.len.into()).map(|nth| Group {
                    declare: self.declare(part.who, at, nth),
                    payment: self.funds.nth(game, (part.who, at), list, nth),
                    targets,
                    untargeted,
                    ways,
                    from,
                }));
                true
            });
        }
        groups.retain(|group| !group.is_empty());
        self.groups = groups;
        &self.groups
    }

    /// The n-th declaration of the last look, with its payment.
    #[inline]
    pub fn nth(&self, game: &Game, mut nth: usize) -> Option<(Declare, Payment)> {
        let mut parts = self.parts.iter();
        let part = parts.find(|part| {
            let here = nth < part.len as usize;
            nth -= if here { 0 } else { part.len as usize };
            here
        })?;
        let memory = &self.memories[part.who.index()];
        let lens = &self.sides.lens[usize::from(part.side)];
        for at in Bits(memory.answer(part.moment.into()).deeds.steady) {
            let list = memory.list(part.moment.into(), at);
            let each = usize::from(lens[usize::from(memory.items[at].target)]);
            let len = each * usize::from(list.len);
            if nth < len {
                return Some(self.pick(game, part, at, self.steady(part, memory, at), nth));
            }
            nth -= len;
        }
        let mut found = None;
        self.each_late(part, |memory, at, whom| {
            let len = whom.len() as usize * usize::from(memory.list(part.moment.into(), at).len);
            if nth >= len {
                nth -= len;
                return true;
            }
            found = Some(self.pick(game, part, at, whom, nth));
            false
        });
        found
    }

    /// The n-th declaration of an option, with its payment.
    fn pick(
        &self,
        game: &Game,
        part: &Part,
        at: usize,
        whom: Whom,
        nth: usize,
    ) -> (Declare, Payment) {
        let each = whom.len() as usize;
        let list = self.memories[part.who.index()].list(part.moment.into(), at);
        let declare = whom.aim(self.declare(part.who, at, nth / each), nth % each);
        (declare, self.funds.nth(game, (part.who, at), list, nth / each))
    }

    /// Goes through the options of a part in order, with whom they may be aimed at, for as long as
    /// it is told to.
    #[inline(always)]
    fn each<'a>(&'a self, part: &Part, mut go_on: impl FnMut(&'a Memory, usize, Whom) -> bool) {
        let memory = &self.memories[part.who.index()];
        for at in Bits(memory.answer(part.moment.into()).deeds.steady) {
            if !go_on(memory, at, self.steady(part, memory, at)) {
                return;
            }
        }
        self.each_late(part, go_on);
    }

    /// Whom an option that can be declared as it is may be aimed at.
    #[inline(always)]
    fn steady(&self, part: &Part, memory: &Memory, at: usize) -> Whom {
        let target = memory.items[at].target;
        let targets = self.sides.targets(part.who, part.side, target);
        Whom { targets, untargeted: untargeted(target), ..Whom::default() }
    }

    /// The same for those options that depend on more than the combatant.
    fn each_late<'a>(
        &'a self,
        part: &Part,
        mut go_on: impl FnMut(&'a Memory, usize, Whom) -> bool,
    ) {
        let memory = &self.memories[part.who.index()];
        let deeds = &memory.answer(part.moment.into()).deeds;
        let mut passed = self.passed[part.passed as usize..].iter();
        for at in Bits(deeds.late) {
            let aim = match deeds.general >> at & 1 {
                0 => {
                    let (sides, aims) = (&self.sides, &self.aims);
                    let targets = memory.targets(at, part.who, part.side, sides, aims);
                    let untargeted = untargeted(memory.items[at].target);
                    Whom { targets, untargeted, ..Whom::default() }
                }
                _ => passed.next().copied().unwrap_or_default(),
            };
            if !go_on(memory, at, aim) {
                return;
            }
        }
    }

    fn declare(&self, who: CombatantId, at: usize, nth: usize) -> Declare {
        let activity = self.memories[who.index()].items[at].activity;
        Declare { pay: Pay::Nth(nth as u8), ..Declare::new(who, activity) }
    }

    /// Notices whoever is not what it was at the last look.
    fn notice(&mut self, view: View<'_>) {
        let View { game, state } = view;
        let relaxed = self.sides.anyone || !state.dial.is_empty();
        if self.seen.len() != state.combatants.len() {
            self.seen.clone_from(&state.combatants);
            self.memories.iter_mut().for_each(|memory| memory.mark += 1);
            self.aims.begin(game, state);
            self.seen_sides = state.sides;
            self.sides = Sides::of(view);
            self.world += 1;
            return;
        }
        let mut sides = relaxed || state.sides != self.seen_sides;
        let mut targets = false;
        for (at, (now, seen)) in state.combatants.iter().zip(&mut self.seen).enumerate() {
            if !now.acts_like(seen) {
                targets |= self.aims.changed(game, state, at, seen);
                sides |= now.side != seen.side;
                let memory = &mut self.memories[at];
                memory.mark += u64::from(memory.minds(now, seen));
                *seen = *now;
            }
        }
        if sides {
            self.seen_sides = state.sides;
            self.sides = Sides::of(view);
        }
        self.world += u64::from(sides || targets);
    }

    /// The moment it is for someone of each side, by its place; it differs only for those who have
    /// the turn alone or a window to themselves.
    fn moments(&self, state: &State) -> [u8; SIDES_MAX] {
        let acting = state.acting_sides();
        let mut moments = [0; SIDES_MAX];
        for (side, moment) in moments.iter_mut().enumerate() {
            if let Some(one) = members(self.sides.on[side]).next() {
                *moment = state.moment_of_side(one, acting).index() as u8;
            }
        }
        moments
    }

    #[inline]
    fn look_at(&mut self, look: &Look<'_>, who: CombatantId) {
        let View { game, state } = look.view;
        let one = state.combatant(who);
        let named = state.window.named;
        let moment = match (named, state.clock.current) {
            (Some(window), _) if state.window.asked & bit(who) != 0 => Moments::window(window.0),
            (Some(_), _) => Moments::default(),
            (None, Slot::Alone(_)) => state.moment(who),
            (None, _) => Moments(1 << look.moments[one.side.index()]),
        };
        let out = one.conditions & game.out != 0 && named.is_none();
        let idle = out || !game.sheets[who.index()].usable.meets(moment);
        if idle && state.dial.is_empty() {
            return;
        }
        // What is prepared is judged when its moment comes: nothing that is kept speaks of that.
        let prepares = one.conditions & game.preparing != 0;
        let at = if look.strict && !prepares { moment.index() } else { AFRESH };
        let memory = &mut self.memories[who.index()];
        let situation = look.situation.word(look.view, who, memory.parts);
        if at == AFRESH || !memory.is_known(at, self.world, situation) {
            memory.see(look.view, (who, situation), at, &mut self.funds);
            memory.count(who, at, (&self.sides, &self.aims), self.world);
        }
        let answer = memory.answer(at);
        let (mut len, general) = (answer.len, answer.deeds.general);
        let passed = self.passed.len() as u32;
        for option in Bits(general) {
            let whom = self.look_again(look, (who, moment), option);
            len += whom.len() * u32::from(self.memories[who.index()].list(at, option).len);
            self.passed.push(whom);
        }
        self.len += len as usize;
        let part = Part { who, side: one.side.0, moment: at as u8, passed, len };
        self.parts.push(part);
    }

    /// Tests an option that reads more than what is kept, target by target.
    fn look_again(
        &self,
        look: &Look<'_>,
        (who, moment): (CombatantId, Moments),
        at: usize,
    ) -> Whom {
        let view = look.view;
        let declare = self.declare(who, at, 0);
        let activity = &view.game.activities[declare.activity.index()];
        let mut frame = view.frame(&declare);
        if !view.is_open(&frame, moment) || !view.has_range(&frame) {
            return Whom::default();
        }
        let target = activity.target as u8;
        let side = view.state.combatant(who).side.0;
        let targets = self.sides.targets(who, side, target);
        let from = view.state.combatant(who).square;
        let ways = match activity.target {
            Target::Step => view.strides(&frame, activity),
            _ => 0,
        };
        let targets = view.aimed(&mut frame, activity, targets);
        Whom { targets, untargeted: untargeted(target), ways, from }
    }
}
