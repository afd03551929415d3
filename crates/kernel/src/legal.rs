//! Listing everything legal.
//!
//! Looks come in great numbers, and from one to the next little changes. So the lister keeps its
//! last answers, one per combatant and moment, and at each look:
//!
//! 1. reads in the journal what of whom has changed since the last look, compares everything else
//!    that can matter with how it was, and tells each combatant which classes of things are not
//!    what they were ([`notice`], [`reads`]);
//! 2. works out again, for those whose answers read any of that, the requirements ([`needs`]) and
//!    payments ([`bills`]) that do;
//! 3. lists their options anew ([`memory`]): each with its payments, and whom it may be aimed at.
//!
//! Targets are sets, so counting is a population count and the n-th declaration is found without
//! listing the others one by one. Where rules are relaxed, in secret and for what is prepared
//! nothing is kept: everything is judged afresh.

mod afresh;
mod aims;
mod answers;
mod around;
mod bills;
mod funds;
mod group;
mod heed;
mod lists;
mod memory;
mod needs;
mod notice;
mod reads;
mod sides;
mod timely;

use crate::check::View;
use crate::clock::Slot;
use crate::decision::{Decision, Declare, Pay};
use crate::game::Game;
use crate::history::{self, Point};
use crate::ids::{ActivityId, CombatantId, Mask, WindowId, bit, members};
use crate::moment::Moments;
use crate::pay::Payment;
use crate::people::Combatant;
use crate::state::{STACK_MAX, State};
use crate::turns::Turns;

use answers::Word;
use around::Around;
use funds::Funds;
pub use group::Group;
use group::Whom;
use heed::{Features, Heed, Singly};
use memory::Memory;
use reads::{ALL, Classes};
use sides::Sides;

/// Moments there can be.
const MOMENTS: usize = 16;

/// Who was looked at, and what moment it was for everybody. While that stays the same, only those
/// of whom something has changed are looked at again.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Basis {
    turns: Turns,
    window: Option<WindowId>,
    asked: Mask,
}

/// What someone's last answer was.
#[derive(Clone, Copy, Debug, Default)]
struct Glance {
    /// The moment it was for; none = there is none.
    moment: Moments,
    /// What it depends on.
    reads: Classes,
    /// Its place, and the number of declarations.
    answer: (u16, u32),
}

/// Lists legal declarations; belongs to one game.
#[derive(Clone, Debug)]
pub struct Lister {
    /// By activity, whether it is listed.
    listed: Vec<bool>,
    /// By moment, those who may have anything to declare then.
    timely: [Mask; MOMENTS],
    /// Nothing is declared but in one's own turn and as an answer.
    by_turns: bool,
    memories: Vec<Memory>,
    funds: Funds,
    sides: Sides,
    glances: Vec<Glance>,
    /// What has changed for each since they were last looked at, and whom that was about.
    noticed: Vec<(Classes, Mask)>,
    /// What any answer can depend on.
    minded: Classes,
    /// What of everyone it can depend on, and what anyone's can.
    heeds: Vec<Heed>,
    singly: Singly,
    /// Where the history stood at the last look, and combatants as they were when last compared;
    /// those who have changed since then.
    point: Point,
    seen: Vec<Combatant>,
    unseen: Mask,
    /// Everything else at the last look.
    around: Around,
    /// Whose turn it was.
    turns: Turns,
    /// Who could act at the last look, as far as conditions go, and whose declarations were kept
    /// for later.
    standing: Mask,
    preparing: Mask,
    /// Those of whom something has changed that their last answer depends on.
    stirred: Mask,
    /// Those whose answer is not kept.
    afresh: Mask,
    /// What the last look was about; `None` = nothing of it can be relied on.
    basis: Option<Basis>,
    /// Everybody's part of the list: the place of the answer and the number of declarations.
    parts: Vec<(u16, u32)>,
    /// Those with any.
    present: Mask,
    groups: Vec<Group>,
    len: usize,
}

/// What a look knows about everybody.
struct Look<'a> {
    view: View<'a>,
    /// No rule is relaxed and nothing is declared in secret.
    strict: bool,
    turns: Turns,
}

impl Look<'_> {
    /// The moment it is for someone; none for those who are not asked in a named window.
    #[inline(always)]
    fn moment(&self, who: CombatantId) -> Moments {
        let window = self.view.state.window;
        match window.named {
            None => self.turns.moment(who),
            Some(named) if window.asked & bit(who) != 0 => Moments::window(named.0),
            Some(_) => Moments::default(),
        }
    }

    /// Everybody who is not out of the question at a glance, given who is not out of the fight and
    /// who prepares something: that has its moment later.
    #[inline(always)]
    fn worth_it(&self, timely: &[Mask; MOMENTS], standing: Mask, preparing: Mask) -> Mask {
        let View { state, .. } = self.view;
        // While something is declared in secret, what is on the stack is nothing to answer yet.
        let secret = matches!(state.decision, Decision::Seal(_));
        if secret || !state.dial.is_empty() || state.window.named.is_some() {
            return Mask::MAX;
        }
        let timely = self.turns.those(|moment| timely[moment.index()]);
        (timely | preparing) & standing
    }
}

impl Lister {
    /// A lister of everything in a game.
    pub fn new(game: &Game) -> Lister {
        Lister::of(game, vec![true; game.activities.len()])
    }

    /// A lister of some activities alone: whoever asks for nothing else need not wait for the rest.
    pub fn only(game: &Game, these: &[ActivityId]) -> Lister {
        let all = (0..game.activities.len()).map(|at| ActivityId(at as u16));
        Lister::of(game, all.map(|one| these.contains(&one)).collect())
    }

    fn of(game: &Game, listed: Vec<bool>) -> Lister {
        let mut memories: Vec<Memory> = Vec::new();
        let mut firsts: Vec<usize> = Vec::new();
        let mut next = 0;
        for (at, sheet) in game.sheets.iter().enumerate() {
            // Those alike share what is known about their payments.
            let alike = game.sheets[..at].iter().position(|other| other.pays_like(sheet));
            let first = alike.map_or(next, |other| firsts[other]);
            let memory = Memory::new(game, sheet, &listed, first);
            next = next.max(first + memory.bill_count());
            firsts.push(first);
            memories.push(memory);
        }
        let timely: [Mask; MOMENTS] = std::array::from_fn(|moment| {
            let some = memories.iter().map(|memory| memory.has_any(moment));
            some.enumerate().fold(0, |all, (who, some)| all | Mask::from(some) << who)
        });
        let others = [Moments::ALLY_OPEN, Moments::FOE_OPEN];
        let by_turns = game.ordered && others.iter().all(|one| timely[one.index()] == 0);
        let minded = memories.iter().fold(0, |all, memory| all | memory.reads());
        let each = memories.iter().map(Memory::singly);
        let singly = each.clone().fold(Singly::default(), Singly::and);
        let each = each.zip(&memories).zip(&game.sheets);
        let heeds = each.map(|((own, memory), sheet)| {
            let own = own.and(Singly::own(Features::conditions(game.preparing)));
            Heed::new(sheet, memory.limits(), &own, &singly)
        });
        let heeds = heeds.collect();
        Lister {
            listed,
            timely,
            by_turns,
            memories,
            funds: Funds::new(),
            sides: Sides::default(),
            glances: vec![Glance::default(); game.sheets.len()],
            noticed: vec![(ALL, ALL); game.sheets.len()],
            minded,
            heeds,
            singly,
            point: Point::NEVER,
            seen: Vec::with_capacity(game.sheets.len()),
            unseen: Mask::MAX,
            around: Around::default(),
            turns: Turns::default(),
            standing: 0,
            preparing: 0,
            stirred: 0,
            afresh: 0,
            basis: None,
            parts: vec![(0, 0); game.sheets.len()],
            present: 0,
            groups: Vec::new(),
            len: 0,
        }
    }

    /// Looks at everything that may be declared now, by everyone, and says how many declarations
    /// there are. Numbers that go with a declaration are left at their greatest value; the game
    /// master's own activities are not among them, nor what is aimed at any square of a board.
    pub fn look(&mut self, game: &Game, state: &State) -> usize {
        let view = View { game, state };
        if self.nobody_can_pay(view) {
            // What has changed is told with what will have until the next look.
            (self.present, self.len, self.basis) = (0, 0, None);
            return 0;
        }
        let speakers = if state.stack.len() >= STACK_MAX { 0 } else { view.speakers() };
        if self.sides.version == u32::MAX {
            *self = Lister::of(game, std::mem::take(&mut self.listed));
        }
        if self.funds.is_full() {
            self.funds.clear();
            self.memories.iter_mut().for_each(Memory::forget);
            self.noticed.fill((ALL, ALL));
            self.glances.fill(Glance::default());
            self.basis = None;
        }
        self.notice(view);
        let strict = state.dial.is_empty() && !matches!(state.decision, Decision::Seal(_));
        let look = Look { view, strict, turns: self.turns };
        let asked = speakers & look.worth_it(&self.timely, self.standing, self.preparing);
        let basis = Basis { turns: look.turns, window: state.window.named, asked };
        let again = strict && self.basis == Some(basis);
        if !again {
            self.basis = strict.then_some(basis);
            (self.present, self.len) = (0, 0);
        }
        let changed = asked & if again { self.stirred | self.afresh } else { Mask::MAX };
        self.stirred &= !changed;
        for who in members(changed) {
            let (_, before) = self.part(who);
            let part = self.look_at(&look, who);
            self.parts[who.index()] = part;
            self.present = self.present & !bit(who) | if part.1 > 0 { bit(who) } else { 0 };
            self.len = self.len - before as usize + part.1 as usize;
        }
        self.len
    }

    /// Whether it is told at a glance that whoever has the turn alone can pay for nothing.
    #[inline(always)]
    fn nobody_can_pay(&self, View { game, state }: View<'_>) -> bool {
        let (Decision::Act(_), Slot::Alone(who)) = (state.decision, state.clock.current) else {
            return false;
        };
        let usual = self.by_turns && state.dial.is_empty() && state.stack.is_empty();
        usual
            && self.memories[who.index()].is_spent(state.combatant(who))
            && state.combatants.iter().all(|one| one.conditions & game.preparing == 0)
    }

    /// Someone's part of the list.
    #[inline(always)]
    fn part(&self, who: CombatantId) -> (u16, u32) {
        if self.present & bit(who) != 0 { self.parts[who.index()] } else { (0, 0) }
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
        for who in members(self.present) {
            let from = state.combatant(who).square;
            let memory = &self.memories[who.index()];
            for (at, row) in self.rows(who).iter().enumerate().filter(|(_, row)| row.len() > 0) {
                let (list, whom) = memory.of_row(self.parts[who.index()].0, (at, *row));
                let Whom { targets, untargeted, ways, .. } = whom;
                groups.extend((0..list.len.into()).map(|nth| Group {
                    declare: self.declare(who, *row, nth),
                    payment: self.funds.nth(game, (who, row.option().into()), list, nth),
                    targets,
                    untargeted,
                    ways,
                    from,
                }));
            }
        }
        self.groups = groups;
        &self.groups
    }

    /// The n-th declaration of the last look, with its payment.
    #[inline]
    pub fn nth(&self, game: &Game, nth: usize) -> Option<(Declare, Payment)> {
        let mut nth = nth as u32;
        let mut here = |len: u32| {
            let here = nth < len;
            nth -= if here { 0 } else { len };
            here
        };
        let who = members(self.present).find(|who| here(self.parts[who.index()].1))?;
        let (memory, place) = (&self.memories[who.index()], self.parts[who.index()].0);
        let rows = memory.rows(place);
        let at = rows.iter().position(|row| here(row.len()))?;
        let row = rows[at];
        let (list, whom) = memory.of_row(place, (at, row));
        let each = whom.len();
        let (nth, aim) = ((nth / each) as usize, (nth % each) as usize);
        let declare = whom.aim(self.declare(who, row, nth), aim);
        Some((declare, self.funds.nth(game, (who, row.option().into()), list, nth)))
    }

    #[inline(always)]
    fn rows(&self, who: CombatantId) -> &[Word] {
        self.memories[who.index()].rows(self.parts[who.index()].0)
    }

    /// Looks at one combatant; gives the place of the answer and the number of declarations.
    #[inline(always)]
    fn look_at(&mut self, look: &Look<'_>, who: CombatantId) -> (u16, u32) {
        let moment = look.moment(who);
        let (changed, _) = self.noticed[who.index()];
        let glance = &self.glances[who.index()];
        if look.strict && glance.moment == moment && changed & glance.reads == 0 {
            return glance.answer;
        }
        self.look_closely(look, (who, moment))
    }

    #[inline(never)]
    fn look_closely(
        &mut self,
        look: &Look<'_>,
        (who, moment): (CombatantId, Moments),
    ) -> (u16, u32) {
        let View { game, state } = look.view;
        let idle = !game.sheets[who.index()].usable.meets(moment);
        if idle && state.dial.is_empty() {
            return (0, 0);
        }
        let glance = &mut self.glances[who.index()];
        glance.moment = Moments::default();
        let kept = look.strict && state.combatant(who).conditions & game.preparing == 0;
        self.afresh = self.afresh & !bit(who) | if kept { 0 } else { bit(who) };
        if !kept {
            return self.look_afresh(look.view, (who, moment));
        }
        let memory = &mut self.memories[who.index()];
        let (changed, touched) = std::mem::take(&mut self.noticed[who.index()]);
        memory.notice(changed, touched);
        let here = (who, moment.index(), self.around.setting(who));
        let answer = memory.see(look.view, here, &mut self.funds, &self.sides);
        let reads = memory.reads_at(moment.index()) | history::conditions(game.preparing);
        *glance = Glance { moment, reads, answer };
        answer
    }

    /// A declaration of an option, paid in the n-th way.
    fn declare(&self, who: CombatantId, row: Word, nth: usize) -> Declare {
        let activity = self.memories[who.index()].activity(row.option());
        Declare { pay: Pay::Nth(nth as u8), ..Declare::new(who, activity) }
    }
}
