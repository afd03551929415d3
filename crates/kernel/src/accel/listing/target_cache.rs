//! Accelerator: cached targets of options. They must be the targets that `View::check` accepts.

use crate::check::View;
use crate::game::Game;
use crate::ids::{ActivityId, BitIter, CombatantSet, iter_bits};
use crate::model::activity::Target;
use crate::state::Frame;

use super::deps::DepMask;
use super::requirements::RequirementCache;
use super::side_masks::{TARGETS, TargetsBySide, untargeted};
use crate::legal::TargetSet;

/// Cached targets of one option.
#[derive(Clone, Copy, Debug)]
struct OptionTargets {
    /// Kind of target, and whether it may be left out.
    target: u8,
    untargeted: bool,
    /// Requirements of the target, as a range of indexes.
    needs: (u16, u16),
    /// Targets if cached, and their number.
    whom: TargetSet,
    each: u32,
}

/// Cached targets of all options of one combatant.
#[derive(Clone, Debug)]
pub(crate) struct TargetCache {
    all: Vec<OptionTargets>,
    needs: Vec<u16>,
    /// Options with cached targets, and the version of sides that these are for.
    known: u128,
    sides: u32,
    /// Options whose targets depend on each class, and the union of these classes.
    readers: [u128; 64],
    read: DepMask,
}

impl TargetCache {
    /// Creates a cache without options.
    pub(crate) fn new() -> TargetCache {
        TargetCache {
            all: Vec::new(),
            needs: Vec::new(),
            known: 0,
            sides: 0,
            readers: [0; 64],
            read: 0,
        }
    }

    /// Adds the next option.
    pub(crate) fn add(&mut self, game: &Game, id: ActivityId, needs: &mut RequirementCache) {
        let target = game.activities[id.index()].target;
        if target == Target::Step {
            needs.add_steps(game);
        }
        let from = self.needs.len() as u16;
        self.needs.extend(needs.add_aims(game, id));
        let range = (from, self.needs.len() as u16);
        let target = target as u8;
        let (untargeted, whom) = (untargeted(target), TargetSet::default());
        self.all.push(OptionTargets { target, untargeted, needs: range, whom, each: 0 });
        let at = self.all.len() - 1;
        let reads = self.reads(at, needs);
        self.read |= reads;
        for class in iter_bits(reads) {
            self.readers[class.index()] |= 1 << at;
        }
    }

    /// Skips the next option.
    pub(crate) fn pass_over(&mut self) {
        let target = Target::None as u8;
        let (needs, whom) = ((0, 0), TargetSet::default());
        self.all.push(OptionTargets { target, untargeted: false, needs, whom, each: 0 });
    }

    /// Returns the dependencies of an option's targets, besides sides.
    pub(crate) fn reads(&self, at: usize, needs: &RequirementCache) -> DepMask {
        let aim = &self.all[at];
        let step = aim.target == Target::Step as u8;
        let steps = if step { needs.steps_read() } else { 0 };
        let always = !aim.untargeted && !step;
        let reads = |place| if always { needs.reads_aimed(place) } else { needs.reads(place) };
        self.needs_of(aim).iter().fold(steps, |all, place| all | reads(*place))
    }

    /// Returns true if an option's targets depend on anything besides sides.
    pub(crate) fn is_late(&self, at: usize) -> bool {
        let OptionTargets { target, needs, .. } = self.all[at];
        needs.0 < needs.1 || target == Target::Step as u8
    }

    /// Drops the targets that depend on a change.
    #[inline(always)]
    pub(crate) fn invalidate(&mut self, changed: DepMask) {
        let stale = iter_bits(changed & self.read)
            .fold(0, |all, class| all | self.readers[class.index() % 64]);
        self.known &= !stale;
    }

    /// Computes the targets of the options in a set that are not cached.
    #[inline(always)]
    pub(crate) fn refresh(
        &mut self,
        options: u128,
        (view, base): (View<'_>, &Frame),
        needs: &mut RequirementCache,
        sides: &TargetsBySide,
    ) {
        if self.sides != sides.version {
            (self.known, self.sides) = (0, sides.version);
        }
        let unknown = options & !self.known;
        if unknown == 0 {
            return;
        }
        let one = view.state.combatant(base.actor);
        let allowed = sides.targets(base.actor, one.side());
        for at in BitIter::of(unknown) {
            let whom = self.work_out(at, view, base, needs, &allowed);
            (self.all[at].whom, self.all[at].each) = (whom, whom.len());
        }
        self.known |= options;
    }

    /// Returns the targets of an option.
    #[inline(always)]
    pub(crate) fn of(&self, at: usize) -> TargetSet {
        self.all[at].whom
    }

    /// Returns the number of targets of an option.
    #[inline(always)]
    pub(crate) fn count(&self, at: usize) -> u32 {
        self.all[at].each
    }

    fn work_out(
        &self,
        at: usize,
        view: View<'_>,
        base: &Frame,
        needs: &mut RequirementCache,
        allowed: &[CombatantSet; TARGETS],
    ) -> TargetSet {
        let aim = &self.all[at];
        let asked = self.needs_of(aim);
        let all = allowed[usize::from(aim.target)];
        let targets = asked.iter().fold(all, |targets, &place| match targets {
            0 => 0,
            _ => needs.filter_targets(place, view, base, targets),
        });
        let untargeted =
            aim.untargeted && asked.iter().all(|&place| needs.holds_untargeted(place, view, base));
        let mut ways = 0;
        if aim.target == Target::Step as u8 {
            ways = needs.ways(view, base);
            ways =
                asked.iter().fold(ways, |ways, &place| needs.filter_steps(place, view, base, ways));
        }
        TargetSet { targets, untargeted, ways, from: view.state.combatant(base.actor).square }
    }

    fn needs_of(&self, aim: &OptionTargets) -> &[u16] {
        &self.needs[usize::from(aim.needs.0)..usize::from(aim.needs.1)]
    }
}
