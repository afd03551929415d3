//! Accelerator: cached requirements, evaluated once for all options that share them. Results must
//! equal those of `View::check`; they stay valid until a field that they read changes.

use crate::accel::analysis::{ConditionPattern, eval_cost, is_target_independent};
use crate::accel::steps::StepMemo;
use crate::check::View;
use crate::decision::Declaration;
use crate::game::Game;
use crate::ids::{ActivityId, CombatantId, CombatantSet, ExprId, NOBODY, bit, iter_bits};
use crate::model::sheet::Sheet;
use crate::state::{Frame, NO_ACTIVITY};

use super::change_filter::ExactDeps;
use super::deps::{DepMask, Deps, OTHERS};

/// Test of a requirement.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Predicate {
    /// An expression.
    Holds(ExprId),
    /// The argument's range between two bounds is not empty.
    InRange(ExprId, ExprId),
}

/// Requirement with its options.
#[derive(Clone, Debug)]
struct CachedRequirement {
    what: Predicate,
    /// Activity whose frame it is evaluated in, and whether it reads the argument.
    activity: Option<ActivityId>,
    argument: bool,
    /// Options that require it, whatever their target.
    options: u128,
}

/// Cached results of a requirement, by target.
#[derive(Clone, Copy, Debug, Default)]
struct TargetResults {
    /// Targets evaluated, and those of them that meet the requirement.
    known: CombatantSet,
    met: CombatantSet,
}

/// Set of requirements, one bit each by index.
pub(crate) type RequirementSet = Vec<u64>;

/// Squares that can be stepped onto, if cached.
#[derive(Clone, Debug, Default)]
struct StepCache {
    reads: DepMask,
    known: Option<u8>,
    /// Cached verdicts on classes of square, and their dependencies.
    sorts: StepMemo,
    sorts_read: DepMask,
}

/// Cached requirements of one combatant's options.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequirementCache {
    all: Vec<CachedRequirement>,
    /// Data by index: dependencies; dependencies with a target; conditions without all of which it
    /// holds; results by target. Each has an array of its own, because most refreshes scan one of
    /// these for all requirements.
    reads: Vec<DepMask>,
    reads_aimed: Vec<DepMask>,
    guards: Vec<u64>,
    judged: Vec<TargetResults>,
    /// Requirements that read no combatant but the actor and the target.
    target_only: RequirementSet,
    /// Requirements not evaluated without a target, and those of the others that fail without one.
    unknown: RequirementSet,
    failed: RequirementSet,
    /// Requirements of a target.
    aims: RequirementSet,
    /// Requirements that read each class: one word per class for every 64 requirements.
    readers: Vec<[u64; 64]>,
    /// Union of the dependencies of all requirements.
    read: DepMask,
    pub(crate) singly: ExactDeps,
    ways: StepCache,
    /// Frame of the last activity evaluated, with its default argument.
    framed: Frame,
}

impl RequirementCache {
    /// Adds the requirements of an option that do not depend on its target; returns patterns for
    /// those that conditions decide alone.
    pub(crate) fn add_own(
        &mut self,
        (game, sheet): (&Game, &Sheet),
        id: ActivityId,
        at: usize,
    ) -> Vec<ConditionPattern> {
        let activity = &game.activities[id.index()];
        let mut clauses = Vec::new();
        for need in &activity.requirements {
            let guard = if need.depends_on_target { 0 } else { need.only_if };
            let own = |part: &&ExprId| {
                !need.depends_on_target || is_target_independent(game.expr(**part))
            };
            let parts =
                game.conjuncts_of(need.test).iter().filter(|part| !game.is_always_true(**part));
            for part in parts.filter(own) {
                if let Some(clause) = ConditionPattern::failing_pattern(game.expr(*part), sheet) {
                    let clause = ConditionPattern { set: clause.set | guard, ..clause };
                    clauses.extend((!clause.is_contradictory()).then_some(clause));
                    continue;
                }
                let place = self.place(game, id, Predicate::Holds(*part), guard);
                self.all[place].options |= 1 << at;
            }
        }
        let bearing = &game.bearings[id.index()];
        if let (Some(argument), true) = (&activity.argument, bearing.bounds_of_actor()) {
            let what = Predicate::InRange(argument.min, argument.max);
            let place = self.place(game, id, what, 0);
            self.all[place].options |= 1 << at;
        }
        clauses
    }

    /// Adds the requirements of an activity's target; returns their indexes.
    pub(crate) fn add_aims(&mut self, game: &Game, id: ActivityId) -> Vec<u16> {
        let needs =
            game.activities[id.index()].requirements.iter().filter(|need| need.depends_on_target);
        let parts = needs.flat_map(|need| game.conjuncts_of(need.test));
        let asked = parts.filter(|part| !game.is_always_true(**part));
        let aimed = asked.filter(|part| !is_target_independent(game.expr(**part)));
        let mut aimed: Vec<ExprId> = aimed.copied().collect();
        // Cheap parts come first, because the rest is skipped when one fails.
        aimed.sort_by_key(|part| eval_cost(game.expr(*part)));
        let mut aims: Vec<u16> = aimed.into_iter().map(|part| self.add(game, id, part)).collect();
        let bounds = game.bearings[id.index()].bounds_depend_on_target;
        if let (Some(argument), true) = (&game.activities[id.index()].argument, bounds) {
            aims.push(
                self.place(game, id, Predicate::InRange(argument.min, argument.max), 0) as u16
            );
        }
        for &aim in &aims {
            self.aims[usize::from(aim) / 64] |= 1 << (aim % 64);
        }
        aims
    }

    /// Adds a test that is not tied to an option; returns its index.
    pub(crate) fn add(&mut self, game: &Game, id: ActivityId, test: ExprId) -> u16 {
        self.place(game, id, Predicate::Holds(test), 0) as u16
    }

    fn place(&mut self, game: &Game, id: ActivityId, what: Predicate, guard: u64) -> usize {
        let mut reads = match what {
            Predicate::Holds(test) => Deps::of(game, &[test]),
            Predicate::InRange(min, max) => Deps::of(game, &[min, max]),
        };
        let activity = reads.activity.then_some(id);
        if let (Some(argument), true) = (&game.activities[id.index()].argument, reads.argument) {
            reads = reads.and(Deps::of(game, &[argument.default]));
            if argument.card.is_some() {
                // The card taken depends on all that the activity requires.
                let needs = game.activities[id.index()].requirements.iter();
                let needs: Vec<ExprId> = needs.map(|need| need.test).collect();
                reads = reads.and(Deps::of(game, &needs));
            }
        }
        let mut all = self.all.iter().zip(&self.guards);
        let alike = |(need, own): (&CachedRequirement, &u64)| {
            (need.what, need.activity, *own) == (what, activity, guard)
        };
        if let Some(at) = all.position(alike) {
            return at;
        }
        let place = self.all.len();
        let words = place / 64 + 1;
        self.aims.resize(words, 0);
        self.target_only.resize(words, 0);
        self.target_only[place / 64] |= u64::from(reads.target_only) << (place % 64);
        self.readers.resize(words, [0; 64]);
        self.unknown.resize(words, 0);
        self.failed.resize(words, 0);
        self.unknown[place / 64] |= 1 << (place % 64);
        self.read |= reads.classes;
        self.singly = self.singly.and(reads.singly);
        for class in iter_bits(reads.classes) {
            self.readers[place / 64][class.index()] |= 1 << (place % 64);
        }
        self.reads.push(reads.classes);
        self.reads_aimed.push(reads.aimed());
        self.guards.push(guard);
        self.judged.push(TargetResults::default());
        self.all.push(CachedRequirement { what, activity, argument: reads.argument, options: 0 });
        place
    }

    /// Adds the dependencies of steps.
    pub(crate) fn add_steps(&mut self, game: &Game) {
        let (steps, sorts) = (Deps::of_steps(game), Deps::of_sorts(game));
        self.singly = self.singly.and(steps.singly).and(sorts.singly);
        (self.ways.reads, self.ways.sorts_read) = (steps.classes, sorts.classes);
    }

    /// Returns the requirements of any of some options, whatever their target.
    pub(crate) fn own_of(&self, options: u128) -> RequirementSet {
        let mut own = vec![0; self.unknown.len()];
        self.asked_of(options, u64::MAX, &mut own);
        own
    }

    /// Stores in `own` the requirements of some options that apply under some conditions.
    pub(crate) fn asked_of(&self, options: u128, conditions: u64, own: &mut RequirementSet) {
        own.fill(0);
        for (at, (need, guard)) in self.all.iter().zip(&self.guards).enumerate() {
            let asked = need.options & options != 0 && conditions & guard == *guard;
            own[at / 64] |= u64::from(asked) << (at % 64);
        }
    }

    /// Returns the indexes in a set.
    pub(crate) fn within(&self, places: &RequirementSet) -> impl Iterator<Item = u16> {
        (0..self.all.len() as u16).filter(|at| places[usize::from(*at) / 64] >> (at % 64) & 1 == 1)
    }

    /// Returns conditions under which a requirement is tested. It holds in any case unless the
    /// actor has all of them.
    pub(crate) fn guard(&self, place: u16) -> u64 {
        self.guards[usize::from(place)]
    }

    /// Returns the dependencies of a requirement.
    pub(crate) fn reads(&self, place: u16) -> DepMask {
        self.reads[usize::from(place)]
    }

    /// Returns the dependencies of a requirement with a target.
    pub(crate) fn reads_aimed(&self, place: u16) -> DepMask {
        self.reads_aimed[usize::from(place)]
    }

    /// Returns the options that have a requirement whatever their target, one bit each.
    pub(crate) fn options_requiring(&self, place: u16) -> u128 {
        self.all[usize::from(place)].options
    }

    /// Returns the dependencies of legal steps.
    pub(crate) fn steps_read(&self) -> DepMask {
        self.ways.reads
    }

    /// Drops results that depend on a change; for some targets, only those in `touched`.
    pub(crate) fn invalidate(&mut self, changed: DepMask, touched: CombatantSet) {
        self.framed.activity = NO_ACTIVITY;
        let classes = changed & self.read;
        if classes | changed & (self.ways.reads | self.ways.sorts_read) == 0 {
            return;
        }
        for (word, readers) in self.readers.iter().enumerate() {
            let of = |class: CombatantId| readers[class.index() % 64];
            let hit = iter_bits(classes).fold(0, |all, class| all | of(class));
            self.unknown[word] |= hit;
            for at in iter_bits(hit & self.aims[word]) {
                let place = word * 64 + at.index();
                let read = self.reads_aimed[place] & changed;
                let these = read & !OTHERS == 0 && self.target_only[word] & bit(at) != 0;
                self.judged[place].known &= match read {
                    0 => !0,
                    _ if these => !touched,
                    _ => 0,
                };
            }
        }
        if self.ways.reads & changed != 0 {
            self.ways.known = None;
        }
        if self.ways.sorts_read & changed != 0 {
            self.ways.sorts.clear();
        }
    }

    /// Removes the options that fail a requirement in `places`. Returns the options left and the
    /// dependencies of the failed requirements.
    #[inline(always)]
    pub(crate) fn filter_options(
        &mut self,
        places: &RequirementSet,
        view: View<'_>,
        base: &Frame,
        mut open: u128,
    ) -> (u128, DepMask) {
        let mut reads = 0;
        for (word, &places) in places.iter().enumerate() {
            for bit in iter_bits(places & (self.unknown[word] | self.failed[word])) {
                let at = word * 64 + bit.index();
                if self.all[at].options & open != 0 && !self.holds_untargeted(at as u16, view, base)
                {
                    open &= !self.all[at].options;
                    reads |= self.reads[at];
                }
            }
        }
        (open, reads)
    }

    /// Returns true if a requirement holds without a target.
    #[inline(always)]
    pub(crate) fn holds_untargeted(&mut self, place: u16, view: View<'_>, base: &Frame) -> bool {
        let (word, bit) = (usize::from(place) / 64, 1 << (place % 64));
        if self.unknown[word] & bit != 0 {
            let need = &self.all[usize::from(place)];
            let holds = match need.activity {
                Some(activity) => {
                    if self.framed.activity != activity {
                        self.framed = view.frame(&Declaration::new(base.actor, activity));
                    }
                    need.holds(view, &self.framed)
                }
                None => need.holds(view, base),
            };
            self.unknown[word] &= !bit;
            self.failed[word] = self.failed[word] & !bit | if holds { 0 } else { bit };
        }
        self.failed[word] & bit == 0
    }

    /// Returns the targets in a set that meet a requirement.
    #[inline]
    pub(crate) fn filter_targets(
        &mut self,
        place: u16,
        view: View<'_>,
        base: &Frame,
        targets: CombatantSet,
    ) -> CombatantSet {
        let (need, judged) = (&self.all[usize::from(place)], &mut self.judged[usize::from(place)]);
        let unknown = targets & !judged.known;
        if unknown != 0 {
            let mut frame = need.frame(view, base);
            for target in iter_bits(unknown) {
                match need.argument {
                    true => view.set_target(&mut frame, target),
                    false => frame.target = target,
                }
                let met = CombatantSet::from(need.holds(view, &frame));
                judged.met = judged.met & !bit(target) | met << target.0;
            }
            judged.known |= unknown;
        }
        judged.met & targets
    }

    /// Returns the legal single steps of the actor, one bit per direction.
    pub(crate) fn ways(&mut self, view: View<'_>, base: &Frame) -> u8 {
        let StepCache { known, sorts, .. } = &mut self.ways;
        *known.get_or_insert_with(|| view.space().legal_steps_given(base.actor, sorts))
    }

    /// Returns the steps in a set whose squares meet a requirement as targets.
    pub(crate) fn filter_steps(&self, place: u16, view: View<'_>, base: &Frame, ways: u8) -> u8 {
        let need = &self.all[usize::from(place)];
        let mut frame = need.frame(view, base);
        let from = view.state.combatant(base.actor).square;
        let mut met = 0;
        for way in iter_bits(ways.into()) {
            frame.square = from.towards(way.index());
            met |= u8::from(need.holds(view, &frame)) << way.0;
        }
        met
    }
}

impl CachedRequirement {
    /// Returns the frame that it is evaluated in.
    fn frame(&self, view: View<'_>, base: &Frame) -> Frame {
        match self.activity {
            Some(activity) if self.argument => view.frame(&Declaration::new(base.actor, activity)),
            Some(activity) => Frame { activity, ..*base },
            None => *base,
        }
    }

    #[inline(always)]
    fn holds(&self, view: View<'_>, frame: &Frame) -> bool {
        match self.what {
            Predicate::Holds(test) => view.number(frame, test) != 0,
            Predicate::InRange(min, max) => view.number(frame, min) <= view.number(frame, max),
        }
    }
}

/// Returns the frame of a declaration of which only the actor is known.
pub(crate) fn base(view: View<'_>, who: CombatantId) -> Frame {
    let answers = view.answered();
    Frame { actor: who, cause: who, target: NOBODY, answers, ..Frame::default() }
}
