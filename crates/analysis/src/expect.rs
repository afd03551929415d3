//! Expected results of a sequence of declarations, over all rolls.

use kernel::{
    CombatantSet, Decision, Declaration, NOBODY, NullSink, SideId, State, View, apply, bit,
    iter_bits, supply_roll_unchecked,
};
use num_traits::CheckedMul;
use serde::Serialize;
use sim::choices;
use sim::policy::Random;

use crate::chances::{Share, expected, totals};
use crate::fight::Fight;
use crate::greedy::{Dice, settle};
use crate::interval::{Interval, Moments};

/// Maximum number of distinct states. With more, results are sampled.
const STATES_MAX: usize = 2_000;
/// Maximum number of outcomes of rolls that are followed. With more, results are sampled.
const OUTCOMES_MAX: u32 = 20_000;
/// Maximum number of rolls, rulings and passes between two declarations.
const SETTLED_MAX: u32 = 200;
/// Number of samples if there are too many outcomes to enumerate.
const SAMPLES: u32 = 400;

/// An expected number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "how")]
pub enum Expected {
    /// A fraction, exact.
    Exact {
        /// Its numerator.
        numerator: u128,
        /// Its denominator, 1 or more.
        denominator: u128,
    },
    /// An estimate with its interval of 95 %.
    Sampled(Interval),
}

impl Expected {
    /// Returns the expected value as a number.
    pub fn value(self) -> f64 {
        match self {
            Expected::Exact { numerator, denominator } => numerator as f64 / denominator as f64,
            Expected::Sampled(interval) => interval.value,
        }
    }

    fn exact(share: Share) -> Expected {
        Expected::Exact { numerator: *share.numer(), denominator: *share.denom() }
    }
}

/// Expected results of some declarations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Expectation {
    /// Health taken from foes.
    pub dealt: Expected,
    /// Health lost by the own side and its allies.
    pub lost: Expected,
}

/// Returns the expected results of declarations made one after the other. All combatants pass on
/// responses, a declaration that is no longer legal is skipped, and rulings get their default.
pub(crate) fn expect(
    fight: &Fight,
    from: &State,
    steps: &[Declaration],
    side: SideId,
    seed: u64,
) -> Expectation {
    exactly(fight, from, steps, side).unwrap_or_else(|| sampled(fight, from, steps, side, seed))
}

fn exactly(
    fight: &Fight,
    from: &State,
    steps: &[Declaration],
    side: SideId,
) -> Option<Expectation> {
    let mut all = vec![(from.clone(), Share::from_integer(1))];
    let mut outcomes = OUTCOMES_MAX;
    for step in steps {
        let mut next: Vec<(State, Share)> = Vec::new();
        for (state, share) in all {
            let mut state = state;
            declare(fight, &mut state, step);
            spread(fight, state, share, (SETTLED_MAX, &mut outcomes), &mut next)?;
            if next.len() > STATES_MAX {
                return None;
            }
        }
        all = next;
    }
    let lost = |whom: CombatantSet| {
        expected(all.iter().map(|(state, share)| (lost_by(fight, from, state, whom), *share)))
    };
    let foes = from.hostile_to(side);
    let (dealt, lost) = (lost(foes)?, lost(from.everybody() & !foes)?);
    Some(Expectation { dealt: Expected::exact(dealt), lost: Expected::exact(lost) })
}

/// Follows all outcomes of the dice until the next action, and merges equal states. Returns `None`
/// if there are too many: `left` rolls, rulings and passes may follow one another, and `outcomes`
/// may be followed in all.
fn spread(
    fight: &Fight,
    mut state: State,
    share: Share,
    (left, outcomes): (u32, &mut u32),
    into: &mut Vec<(State, Share)>,
) -> Option<()> {
    let game = fight.game();
    let left = left.checked_sub(1)?;
    match state.decision {
        Decision::Roll(dice, _) => {
            for (total, part) in totals(&game.dice[dice.index()])? {
                *outcomes = outcomes.checked_sub(1)?;
                let mut next = state.clone();
                supply_roll_unchecked(game, &mut next, total, &mut NullSink);
                spread(fight, next, share.checked_mul(&part)?, (left, &mut *outcomes), into)?;
            }
            Some(())
        }
        Decision::Rule(ruling, _) => {
            let usual = kernel::Command::Rule(game.rulings[ruling.index()].default);
            apply(game, &mut state, &usual, &mut NullSink).ok()?;
            spread(fight, state, share, (left, outcomes), into)
        }
        Decision::Answer(_) | Decision::Offer(..) | Decision::DeclareSecretly(_) => {
            choices::close(game, &mut state).then_some(())?;
            spread(fight, state, share, (left, outcomes), into)
        }
        Decision::Act(_) | Decision::NotStarted | Decision::Finished => {
            // The number of commands makes no difference to later play.
            state.command_count = 0;
            match into.iter_mut().find(|(known, _)| *known == state) {
                Some((_, sum)) => *sum += share,
                None => into.push((state, share)),
            }
            (into.len() <= STATES_MAX).then_some(())
        }
    }
}

fn sampled(
    fight: &Fight,
    from: &State,
    steps: &[Declaration],
    side: SideId,
    seed: u64,
) -> Expectation {
    let mut random = Random::new(seed);
    let (mut dealt, mut lost) = (Moments::default(), Moments::default());
    let foes = from.hostile_to(side);
    let mut state = from.clone();
    for _ in 0..SAMPLES {
        state.clone_from(from);
        for step in steps {
            declare(fight, &mut state, step);
            settle(fight.game(), &mut state, &mut Dice(&mut random));
        }
        dealt.add(lost_by(fight, from, &state, foes) as f64);
        lost.add(lost_by(fight, from, &state, from.everybody() & !foes) as f64);
    }
    Expectation { dealt: Expected::Sampled(dealt.mean()), lost: Expected::Sampled(lost.mean()) }
}

/// Makes a declaration if it is legal.
fn declare(fight: &Fight, state: &mut State, step: &Declaration) {
    let acts = matches!(state.decision, Decision::Act(able) if able & bit(step.actor) != 0);
    let is_there = step.target == NOBODY || state.everybody() & bit(step.target) != 0;
    let game = fight.game();
    if acts && is_there && (View { game, state }).why_not(step).is_none() {
        let command = kernel::Command::Declare(*step);
        // The check above found it legal.
        let _ = apply(game, state, &command, &mut NullSink);
    }
}

/// Returns the health that some combatants have lost.
fn lost_by(fight: &Fight, from: &State, now: &State, whom: CombatantSet) -> u64 {
    let lost = |who| {
        let left = |state| fight.health(state, who).unwrap_or(0);
        u64::try_from(left(from) - left(now)).unwrap_or(0)
    };
    iter_bits(whom).map(lost).sum()
}
