//! Accelerator: the incremental generator of legal actions. It must list what
//! `reference::list_uncached` lists: every option and target that the check accepts.
//!
//! From one refresh to the next little changes. So the last results are kept, one per combatant
//! and moment, and each refresh does three things:
//!
//! 1. It reads in the change journal which fields of whom have changed, compares the global state
//!    with its snapshot, and marks what depends on either as dirty ([`invalidate`], [`deps`]).
//! 2. It computes dirty requirements ([`requirements`]) and payments ([`bill_cache`]) again.
//! 3. It lists the options of dirty combatants again ([`combatant_cache`]), each with its payments
//!    and its targets.
//!
//! Targets are sets, so counting is a population count, and the n-th declaration is found without
//! listing the others. Where rules are relaxed, in secret and for prepared declarations nothing
//! is cached.

mod bill_cache;
mod change_filter;
mod combatant_cache;
mod deps;
mod globals;
mod invalidate;
mod memo;
mod moment_plan;
mod payment_cache;
mod payment_lists;
mod reference;
mod requirements;
mod side_masks;
mod target_cache;

use crate::check::View;
use crate::clock::TurnSlot;
use crate::combatants::Combatant;
use crate::decision::{Decision, Declaration, Pay};
use crate::game::Game;
use crate::ids::{ActivityId, CombatantId, CombatantSet, WindowId, bit, iter_bits};
use crate::moment::Moments;
use crate::moment_map::MomentMap;
use crate::pay::Payment;
use crate::state::change_journal::{self, JournalCursor};
use crate::state::{STACK_MAX, State};

use crate::legal::{ActionGroup, TargetSet};
use change_filter::{ChangeFilter, ExactDeps, FieldSet};
use combatant_cache::CombatantCache;
use deps::{ALL, DepMask};
use globals::GlobalSnapshot;
use memo::PackedRow;
use payment_cache::PaymentCache;
use side_masks::TargetsBySide;

/// Moments there can be.
const MOMENTS: usize = 16;

/// Who was looked at, and what moment it was for everybody. While that stays the same, only those
/// of whom something has changed are looked at again.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ListingKey {
    turns: MomentMap,
    window: Option<WindowId>,
    asked: CombatantSet,
}

/// What someone's last answer was.
#[derive(Clone, Copy, Debug, Default)]
struct LastResult {
    /// The moment it was for; none = there is none.
    moment: Moments,
    /// What it depends on.
    reads: DepMask,
    /// Its place, and the number of declarations.
    answer: (u16, u32),
}

/// Lists legal declarations; belongs to one game.
#[derive(Clone, Debug)]
pub struct LegalActions {
    /// By activity, whether it is listed.
    listed: Vec<bool>,
    /// By moment, those who may have anything to declare then.
    may_act_at: [CombatantSet; MOMENTS],
    /// Nothing is declared but in one's own turn and as an answer.
    own_turn_only: bool,
    memories: Vec<CombatantCache>,
    funds: PaymentCache,
    sides: TargetsBySide,
    last_results: Vec<LastResult>,
    /// What has changed for each since they were last looked at, and whom that was about.
    dirty: Vec<(DepMask, CombatantSet)>,
    /// What any answer can depend on.
    observed_mask: DepMask,
    /// What of everyone it can depend on, and what anyone's can.
    change_filters: Vec<ChangeFilter>,
    exact_deps: ExactDeps,
    /// Where the history stood at the last look, and combatants as they were when last compared;
    /// those who have changed since then.
    cursor: JournalCursor,
    snapshot: Vec<Combatant>,
    stale_snapshot: CombatantSet,
    /// Everything else at the last look.
    globals: GlobalSnapshot,
    /// Whose turn it was.
    turns: MomentMap,
    /// Who could act at the last look, as far as conditions go, and whose declarations were kept
    /// for later.
    standing: CombatantSet,
    preparing: CombatantSet,
    /// Those of whom something has changed that their last answer depends on.
    dirty_combatants: CombatantSet,
    /// Those whose answer is not kept.
    uncached: CombatantSet,
    /// What the last look was about; `None` = nothing of it can be relied on.
    listing_key: Option<ListingKey>,
    /// Everybody's part of the list: the place of the answer and the number of declarations.
    results: Vec<(u16, u32)>,
    /// Those with any.
    with_actions: CombatantSet,
    groups: Vec<ActionGroup>,
    len: usize,
}

/// What a look knows about everybody.
struct RefreshContext<'a> {
    view: View<'a>,
    /// No rule is relaxed and nothing is declared in secret.
    strict: bool,
    turns: MomentMap,
}

impl RefreshContext<'_> {
    /// The moment it is for someone; none for those who are not asked in a named window.
    #[inline(always)]
    fn moment(&self, who: CombatantId) -> Moments {
        let window = self.view.state.window;
        match window.named {
            None => self.turns.moment(who),
            Some(named) if window.prompted & bit(who) != 0 => Moments::window(named.0),
            Some(_) => Moments::default(),
        }
    }

    /// Everybody who is not out of the question at a glance, given who is not out of the fight and
    /// who prepares something: that has its moment later.
    #[inline(always)]
    fn worth_it(
        &self,
        timely: &[CombatantSet; MOMENTS],
        standing: CombatantSet,
        preparing: CombatantSet,
    ) -> CombatantSet {
        let View { state, .. } = self.view;
        // While something is declared in secret, what is on the stack is nothing to answer yet.
        let secret = matches!(state.decision, Decision::DeclareSecretly(_));
        if secret || !state.relaxed_rules.is_empty() || state.window.named.is_some() {
            return CombatantSet::MAX;
        }
        let timely = self.turns.union_by_moment(|moment| timely[moment.index()]);
        (timely | preparing) & standing
    }
}

impl LegalActions {
    /// A lister of everything in a game.
    pub fn new(game: &Game) -> LegalActions {
        LegalActions::of(game, vec![true; game.activities.len()])
    }

    /// A lister of some activities alone: whoever asks for nothing else need not wait for the rest.
    pub fn for_activities(game: &Game, these: &[ActivityId]) -> LegalActions {
        let all = (0..game.activities.len()).map(|at| ActivityId(at as u16));
        LegalActions::of(game, all.map(|one| these.contains(&one)).collect())
    }

    fn of(game: &Game, listed: Vec<bool>) -> LegalActions {
        let mut memories: Vec<CombatantCache> = Vec::new();
        let mut firsts: Vec<usize> = Vec::new();
        let mut next = 0;
        for (at, sheet) in game.sheets.iter().enumerate() {
            // Those alike share what is known about their payments.
            let alike = game.sheets[..at].iter().position(|other| other.pays_like(sheet));
            let first = alike.map_or(next, |other| firsts[other]);
            let memory = CombatantCache::new(game, sheet, &listed, first);
            next = next.max(first + memory.bill_count());
            firsts.push(first);
            memories.push(memory);
        }
        let timely: [CombatantSet; MOMENTS] = std::array::from_fn(|moment| {
            let some = memories.iter().map(|memory| memory.has_any(moment));
            some.enumerate().fold(0, |all, (who, some)| all | CombatantSet::from(some) << who)
        });
        let others = [Moments::ALLY_OPEN, Moments::FOE_OPEN];
        let by_turns = game.ordered && others.iter().all(|one| timely[one.index()] == 0);
        let minded = memories.iter().fold(0, |all, memory| all | memory.reads());
        let each = memories.iter().map(CombatantCache::singly);
        let singly = each.clone().fold(ExactDeps::default(), ExactDeps::and);
        let each = each.zip(&memories).zip(&game.sheets);
        let heeds = each.map(|((own, memory), sheet)| {
            let own = own.and(ExactDeps::own(FieldSet::conditions(game.preparing)));
            ChangeFilter::new(sheet, memory.limits(), &own, &singly)
        });
        let heeds = heeds.collect();
        LegalActions {
            listed,
            may_act_at: timely,
            own_turn_only: by_turns,
            memories,
            funds: PaymentCache::new(),
            sides: TargetsBySide::default(),
            last_results: vec![LastResult::default(); game.sheets.len()],
            dirty: vec![(ALL, ALL); game.sheets.len()],
            observed_mask: minded,
            change_filters: heeds,
            exact_deps: singly,
            cursor: JournalCursor::NEVER,
            snapshot: Vec::with_capacity(game.sheets.len()),
            stale_snapshot: CombatantSet::MAX,
            globals: GlobalSnapshot::default(),
            turns: MomentMap::default(),
            standing: 0,
            preparing: 0,
            dirty_combatants: 0,
            uncached: 0,
            listing_key: None,
            results: vec![(0, 0); game.sheets.len()],
            with_actions: 0,
            groups: Vec::new(),
            len: 0,
        }
    }

    /// Looks at everything that may be declared now, by everyone, and says how many declarations
    /// there are. Numbers that go with a declaration are left at their greatest value; the game
    /// master's own activities are not among them, nor what is aimed at any square of a board.
    pub fn refresh(&mut self, game: &Game, state: &State) -> usize {
        let view = View { game, state };
        if self.is_trivially_empty(view) {
            // What has changed is told with what will have until the next look.
            (self.with_actions, self.len, self.listing_key) = (0, 0, None);
            return 0;
        }
        let speakers = if state.stack.len() >= STACK_MAX { 0 } else { view.may_declare_now() };
        if self.sides.version == u32::MAX {
            *self = LegalActions::of(game, std::mem::take(&mut self.listed));
        }
        if self.funds.is_full() {
            self.funds.clear();
            self.memories.iter_mut().for_each(CombatantCache::invalidate);
            self.dirty.fill((ALL, ALL));
            self.last_results.fill(LastResult::default());
            self.listing_key = None;
        }
        self.collect_changes(view);
        let strict = state.relaxed_rules.is_empty()
            && !matches!(state.decision, Decision::DeclareSecretly(_));
        let look = RefreshContext { view, strict, turns: self.turns };
        let asked = speakers & look.worth_it(&self.may_act_at, self.standing, self.preparing);
        let basis = ListingKey { turns: look.turns, window: state.window.named, asked };
        let again = strict && self.listing_key == Some(basis);
        if !again {
            self.listing_key = strict.then_some(basis);
            (self.with_actions, self.len) = (0, 0);
        }
        let changed =
            asked & if again { self.dirty_combatants | self.uncached } else { CombatantSet::MAX };
        self.dirty_combatants &= !changed;
        for who in iter_bits(changed) {
            let (_, before) = self.part(who);
            let part = self.refresh_combatant(&look, who);
            self.results[who.index()] = part;
            self.with_actions =
                self.with_actions & !bit(who) | if part.1 > 0 { bit(who) } else { 0 };
            self.len = self.len - before as usize + part.1 as usize;
        }
        self.len
    }

    /// Whether it is told at a glance that whoever has the turn alone can pay for nothing.
    #[inline(always)]
    fn is_trivially_empty(&self, View { game, state }: View<'_>) -> bool {
        let (Decision::Act(_), TurnSlot::Combatant(who)) = (state.decision, state.clock.current)
        else {
            return false;
        };
        let usual = self.own_turn_only && state.relaxed_rules.is_empty() && state.stack.is_empty();
        usual
            && self.memories[who.index()].cannot_pay(state.combatant(who))
            && state.combatants.iter().all(|one| one.conditions & game.preparing == 0)
    }

    /// Someone's part of the list.
    #[inline(always)]
    fn part(&self, who: CombatantId) -> (u16, u32) {
        if self.with_actions & bit(who) != 0 { self.results[who.index()] } else { (0, 0) }
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
    pub fn list(&mut self, game: &Game, state: &State) -> &[ActionGroup] {
        self.refresh(game, state);
        let mut groups = std::mem::take(&mut self.groups);
        groups.clear();
        for who in iter_bits(self.with_actions) {
            let from = state.combatant(who).square;
            let memory = &self.memories[who.index()];
            for (at, row) in self.rows(who).iter().enumerate().filter(|(_, row)| row.len() > 0) {
                let (list, whom) = memory.of_row(self.results[who.index()].0, (at, *row));
                let TargetSet { targets, untargeted, ways, .. } = whom;
                groups.extend((0..list.len.into()).map(|nth| ActionGroup {
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
    pub fn nth(&self, game: &Game, nth: usize) -> Option<(Declaration, Payment)> {
        let mut nth = nth as u32;
        let mut here = |len: u32| {
            let here = nth < len;
            nth -= if here { 0 } else { len };
            here
        };
        let who = iter_bits(self.with_actions).find(|who| here(self.results[who.index()].1))?;
        let (memory, place) = (&self.memories[who.index()], self.results[who.index()].0);
        let rows = memory.rows(place);
        let at = rows.iter().position(|row| here(row.len()))?;
        let row = rows[at];
        let (list, whom) = memory.of_row(place, (at, row));
        let each = whom.len();
        let (nth, aim) = ((nth / each) as usize, (nth % each) as usize);
        let declare = whom.with_nth_target(self.declare(who, row, nth), aim);
        Some((declare, self.funds.nth(game, (who, row.option().into()), list, nth)))
    }

    #[inline(always)]
    fn rows(&self, who: CombatantId) -> &[PackedRow] {
        self.memories[who.index()].rows(self.results[who.index()].0)
    }

    /// Looks at one combatant; gives the place of the answer and the number of declarations.
    #[inline(always)]
    fn refresh_combatant(&mut self, look: &RefreshContext<'_>, who: CombatantId) -> (u16, u32) {
        let moment = look.moment(who);
        let (changed, _) = self.dirty[who.index()];
        let glance = &self.last_results[who.index()];
        if look.strict && glance.moment == moment && changed & glance.reads == 0 {
            return glance.answer;
        }
        self.recompute_combatant(look, (who, moment))
    }

    #[inline(never)]
    fn recompute_combatant(
        &mut self,
        look: &RefreshContext<'_>,
        (who, moment): (CombatantId, Moments),
    ) -> (u16, u32) {
        let View { game, state } = look.view;
        let idle = !game.sheets[who.index()].usable.meets(moment);
        if idle && state.relaxed_rules.is_empty() {
            return (0, 0);
        }
        let glance = &mut self.last_results[who.index()];
        glance.moment = Moments::default();
        let kept = look.strict && state.combatant(who).conditions & game.preparing == 0;
        self.uncached = self.uncached & !bit(who) | if kept { 0 } else { bit(who) };
        if !kept {
            return self.list_uncached(look.view, (who, moment));
        }
        let memory = &mut self.memories[who.index()];
        let (changed, touched) = std::mem::take(&mut self.dirty[who.index()]);
        memory.notice(changed, touched);
        let here = (who, moment.index(), self.globals.turn_context_key(who));
        let answer = memory.get_or_update(look.view, here, &mut self.funds, &self.sides);
        let reads = memory.reads_at(moment.index()) | change_journal::conditions(game.preparing);
        *glance = LastResult { moment, reads, answer };
        answer
    }

    /// A declaration of an option, paid in the n-th way.
    fn declare(&self, who: CombatantId, row: PackedRow, nth: usize) -> Declaration {
        let activity = self.memories[who.index()].activity(row.option());
        Declaration { pay: Pay::Nth(nth as u8), ..Declaration::new(who, activity) }
    }
}
