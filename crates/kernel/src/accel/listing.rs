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
use crate::decision::{Decision, Declaration, Pay};
use crate::eval::MomentMap;
use crate::game::Game;
use crate::ids::{ActivityId, CombatantId, CombatantSet, WindowId, bit, iter_bits};
use crate::limits::STACK_MAX;
use crate::model::clock::TurnSlot;
use crate::model::moment::Moments;
use crate::pay::Payment;
use crate::state::State;
use crate::state::change_journal::{self, JournalCursor};
use crate::state::combatants::Combatant;

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

/// Key of a listing: the moments of all combatants, the window and those asked. While it stays the
/// same, only changed combatants are listed again.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ListingKey {
    turns: MomentMap,
    window: Option<WindowId>,
    asked: CombatantSet,
}

/// Last listing result of a combatant.
#[derive(Clone, Copy, Debug, Default)]
struct LastResult {
    /// Its moment; empty = no result.
    moment: Moments,
    /// Dependencies of the result.
    reads: DepMask,
    /// Index of its memo entry, and the number of declarations.
    answer: (u16, u32),
}

/// Generator of legal declarations; belongs to one game.
#[derive(Clone, Debug)]
pub struct LegalActions {
    /// Whether an activity is listed, by activity.
    listed: Vec<bool>,
    /// Combatants that may have something to declare, by moment.
    may_act_at: [CombatantSet; MOMENTS],
    /// Whether declarations are only made in the actor's own turn and as responses.
    own_turn_only: bool,
    memories: Vec<CombatantCache>,
    funds: PaymentCache,
    sides: TargetsBySide,
    last_results: Vec<LastResult>,
    /// Changes of each combatant since its last listing, and combatants they are about.
    dirty: Vec<(DepMask, CombatantSet)>,
    /// Union of the dependencies of all listings.
    observed_mask: DepMask,
    /// Change filters by combatant, and the union of all exact dependencies.
    change_filters: Vec<ChangeFilter>,
    exact_deps: ExactDeps,
    /// Journal cursor of the last refresh; combatants as last compared; those that have changed
    /// since.
    cursor: JournalCursor,
    snapshot: Vec<Combatant>,
    stale_snapshot: CombatantSet,
    /// Global state at the last refresh.
    globals: GlobalSnapshot,
    /// Moments of all combatants at the last refresh.
    turns: MomentMap,
    /// Combatants that could act at the last refresh, by their conditions, and those that were
    /// preparing.
    standing: CombatantSet,
    preparing: CombatantSet,
    /// Combatants with a change that their last result depends on.
    dirty_combatants: CombatantSet,
    /// Combatants whose results are not cached.
    uncached: CombatantSet,
    /// Key of the last listing; `None` = nothing of it can be reused.
    listing_key: Option<ListingKey>,
    /// Index of the memo entry and number of declarations, by combatant.
    results: Vec<(u16, u32)>,
    /// Combatants with any declaration.
    with_actions: CombatantSet,
    groups: Vec<ActionGroup>,
    len: usize,
}

/// Facts about all combatants during one refresh.
struct RefreshContext<'a> {
    view: View<'a>,
    /// Whether no rule is relaxed and nothing is declared in secret.
    strict: bool,
    turns: MomentMap,
}

impl RefreshContext<'_> {
    /// Returns the moment of a combatant; empty if a named window does not prompt it.
    #[inline(always)]
    fn moment(&self, who: CombatantId) -> Moments {
        let window = self.view.state.window;
        match window.named {
            None => self.turns.moment(who),
            Some(named) if window.prompted & bit(who) != 0 => Moments::window(named.0),
            Some(_) => Moments::default(),
        }
    }

    /// Returns all combatants that may have a declaration. `standing` can act; `preparing` prepare
    /// something, which has its moment later.
    #[inline(always)]
    fn worth_it(
        &self,
        timely: &[CombatantSet; MOMENTS],
        standing: CombatantSet,
        preparing: CombatantSet,
    ) -> CombatantSet {
        let View { state, .. } = self.view;
        // During secret declarations the stack cannot be answered yet.
        let secret = matches!(state.decision, Decision::DeclareSecretly(_));
        if secret || !state.relaxed_rules.is_empty() || state.window.named.is_some() {
            return CombatantSet::MAX;
        }
        let timely = self.turns.union_by_moment(|moment| timely[moment.index()]);
        (timely | preparing) & standing
    }
}

impl LegalActions {
    /// Creates a generator of all declarations of a game.
    pub fn new(game: &Game) -> LegalActions {
        LegalActions::of(game, vec![true; game.activities.len()])
    }

    /// Creates a generator for some activities only, which does no work for the others.
    pub fn for_activities(game: &Game, these: &[ActivityId]) -> LegalActions {
        let all = (0..game.activities.len()).map(|at| ActivityId(at as u16));
        LegalActions::of(game, all.map(|one| these.contains(&one)).collect())
    }

    fn of(game: &Game, listed: Vec<bool>) -> LegalActions {
        let mut memories: Vec<CombatantCache> = Vec::new();
        let mut firsts: Vec<usize> = Vec::new();
        let mut next = 0;
        for (at, sheet) in game.sheets.iter().enumerate() {
            // Combatants with equal recipes and bills share cached payments.
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

    /// Refreshes the listing of all combatants and returns the number of declarations. Arguments
    /// are left at their greatest value. Activities of the game master, and those aimed at any
    /// square of a board, are not listed.
    pub fn refresh(&mut self, game: &Game, state: &State) -> usize {
        let view = View { game, state };
        if self.is_trivially_empty(view) {
            // The next refresh reads these changes together with later ones.
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

    /// Returns true if a cheap check shows that the only combatant with a turn can pay for nothing.
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

    /// Returns the listing of one combatant.
    #[inline(always)]
    fn part(&self, who: CombatantId) -> (u16, u32) {
        if self.with_actions & bit(who) != 0 { self.results[who.index()] } else { (0, 0) }
    }

    /// Returns the number of declarations at the last refresh.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there were none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns all legal declarations, grouped by everything but the target.
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

    /// Returns the n-th declaration of the last refresh, with its payment.
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

    /// Refreshes one combatant; returns its memo index and number of declarations.
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

    /// Returns the declaration of an option with its n-th payment.
    fn declare(&self, who: CombatantId, row: PackedRow, nth: usize) -> Declaration {
        let activity = self.memories[who.index()].activity(row.option());
        Declaration { pay: Pay::Nth(nth as u8), ..Declaration::new(who, activity) }
    }
}
