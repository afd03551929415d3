//! Scores of states for a side.

use kernel::{CombatantSet, Decision, LegalActions, SideId, State, bit, iter_bits};

use crate::fight::Fight;

/// Weights of the parts of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Weight of the own side's health, per whole combatant.
    pub own: f64,
    /// Weight of the foes' health, per whole combatant.
    pub foes: f64,
    /// Weight of the distance to the nearest foe, per square.
    pub distance: f64,
    /// Value of having a hostile activity that is legal.
    pub ready: f64,
}

impl Weights {
    /// Wounds dealt and wounds taken count the same.
    pub const EVEN: Weights = Weights { own: 1.0, foes: 1.0, distance: 5e-4, ready: 2e-3 };
    /// A wound taken counts four times as much as a wound dealt, and distance is good.
    pub const CAUTIOUS: Weights = Weights { own: 2.0, foes: 0.5, distance: -5e-5, ready: 2e-3 };
}

/// Scores states of one fight.
#[derive(Clone, Debug)]
pub struct Score<'f> {
    fight: &'f Fight,
    weights: Weights,
    hostile: LegalActions,
}

impl<'f> Score<'f> {
    /// Prepares scoring with these weights.
    pub fn new(fight: &'f Fight, weights: Weights) -> Score<'f> {
        let hostile = LegalActions::for_activities(fight.game(), &fight.hostile);
        Score { fight, weights, hostile }
    }

    /// Returns the score of a side: its own health minus that of its foes, each combatant from 0 to
    /// 1, and small amounts for distance and for having an attack left.
    pub fn of(&mut self, state: &State, side: SideId) -> f64 {
        let game = self.fight.game();
        let foes = state.hostile_to(side);
        let own = state.everybody() & !foes;
        let health = |whom: CombatantSet| -> f64 {
            iter_bits(whom).map(|who| self.fight.share_left(state, who)).sum()
        };
        let Weights { own: good, foes: bad, distance, ready } = self.weights;
        let mut score = good * health(own) - bad * health(foes);
        if distance != 0.0 {
            score -= distance * self.far(state, own, foes);
        }
        let acts = match state.decision {
            Decision::Act(able) => able & state.on_side(side) != 0,
            _ => false,
        };
        if acts && self.hostile.refresh(game, state) > 0 {
            score += ready;
        }
        score
    }

    /// Returns the mean distance of combatants able to act from their nearest foe, in squares.
    fn far(&self, state: &State, own: CombatantSet, foes: CombatantSet) -> f64 {
        let game = self.fight.game();
        let able = state.without_conditions(game.out);
        let (own, foes) = (own & able, foes & able);
        if own == 0 || foes == 0 || !game.board.exists() {
            return 0.0;
        }
        let far = |who| {
            let from = state.combatant(who).square;
            let to =
                iter_bits(foes).map(|foe| game.board.distance(from, state.combatant(foe).square));
            f64::from(to.min().unwrap_or(0).clamp(0, 200))
        };
        iter_bits(own).map(far).sum::<f64>() / f64::from(own.count_ones())
    }
}

/// Returns the side that chooses now: that of the first combatant who is asked.
pub(crate) fn mover(state: &State) -> Option<SideId> {
    let asked = match state.decision {
        Decision::Act(able) => able,
        other => other.asked(),
    };
    iter_bits(asked & state.everybody()).next().map(|who| side_of(state, bit(who)))
}

fn side_of(state: &State, who: CombatantSet) -> SideId {
    let with = state.combatants.sides_among(who);
    SideId(with.trailing_zeros() as u8)
}
