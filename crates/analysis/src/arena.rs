//! Plays fights of one encounter, each side by its policy.

use kernel::{
    CombatantId, Command, Decision, LegalActions, NO_ACTIVITY, NullSink, SideId, State, apply,
    apply_unchecked, iter_bits, supply_roll_unchecked,
};
use sim::choices::{self, Chance};
use sim::policy::{Random, contested};
use sim::session::mix;

use crate::ahead::LookAhead;
use crate::eager::Eager;
use crate::fight::Fight;
use crate::greedy::{Dice, Greedy};
use crate::played::{Outcome, Played};
use crate::policy::{Policies, Policy};
use crate::score::{Score, Weights, mover};
use crate::tree::Tree;

/// Maximum number of choices in one fight. Then it counts as undecided.
const DECISIONS_MAX: u64 = 50_000;
/// Maximum number of choices in one turn. Then the actor must end the turn or pass, if possible.
const CHOICES_PER_TURN: u32 = 200;
/// Maximum number of rolls and rulings in a row. Then the fight counts as stuck.
const SETTLED_MAX: u32 = 10_000;

enum Chooser<'f> {
    Random,
    Eager(Box<Eager<'f>>),
    Greedy(Box<Greedy<'f>>),
    LookAhead(Box<LookAhead<'f>>),
    Tree(Box<Tree<'f>>),
}

impl<'f> Chooser<'f> {
    fn new(fight: &'f Fight, policy: Policy) -> Chooser<'f> {
        let score = |weights| Score::new(fight, weights);
        match policy {
            Policy::Random => Chooser::Random,
            Policy::Eager => Chooser::Eager(Box::new(Eager::new(fight))),
            Policy::Greedy => Chooser::Greedy(Box::new(Greedy::new(fight, score(Weights::EVEN)))),
            Policy::Cautious => {
                Chooser::Greedy(Box::new(Greedy::new(fight, score(Weights::CAUTIOUS))))
            }
            Policy::LookAhead(turns) => {
                Chooser::LookAhead(Box::new(LookAhead::new(fight, score(Weights::EVEN), turns)))
            }
            Policy::Tree(playouts) => {
                Chooser::Tree(Box::new(Tree::new(fight, score(Weights::EVEN), playouts)))
            }
        }
    }
}

/// Plays fights of one encounter, one after the other.
pub struct Arena<'f> {
    fight: &'f Fight,
    lister: LegalActions,
    choosers: Vec<(SideId, Chooser<'f>)>,
    rounds: u32,
    state: State,
    healths: Vec<i32>,
}

impl<'f> Arena<'f> {
    /// Creates an arena for fights of at most `rounds` rounds.
    pub fn new(fight: &'f Fight, policies: &Policies, rounds: u32) -> Arena<'f> {
        let chooser = |side| (side, Chooser::new(fight, policies.of(side)));
        Arena {
            fight,
            lister: LegalActions::new(fight.game()),
            choosers: fight.sides().into_iter().map(chooser).collect(),
            rounds,
            state: fight.start.clone(),
            healths: Vec::new(),
        }
    }

    /// Plays the fight of a seed from the beginning. The same seed gives the same fight.
    pub fn play(&mut self, seed: u64) -> Played {
        let game = self.fight.game();
        // The dice have their own generator, so that trials of the policies do not change the
        // rolls.
        let (mut dice, mut tries) = (Random::new(mix(seed, 0)), Random::new(mix(seed, 1)));
        self.state.clone_from(&self.fight.start);
        let people = self.fight.compiled.names.combatants.len();
        let mut played = Played {
            outcome: Outcome::Undecided,
            rounds: 1,
            decisions: 0,
            standing: vec![false; people],
            dealt: vec![0; people],
            taken: vec![0; people],
            uses: vec![0; game.activities.len()],
            legal: vec![false; game.activities.len()],
            spent: vec![0; game.kinds.len()],
        };
        self.note_health();
        let (mut turn, mut choices_of_turn) = (self.state.clock.current, 0);
        while played.decisions < DECISIONS_MAX {
            if !self.settle(&mut dice, &mut played) {
                break;
            }
            let is_over =
                self.state.decision == Decision::Finished || !contested(game, &self.state);
            let round = self.fight.round(&self.state);
            if is_over || round > self.rounds {
                played.outcome = if is_over { self.outcome() } else { Outcome::Undecided };
                break;
            }
            played.rounds = round;
            if self.state.clock.current != turn {
                (turn, choices_of_turn) = (self.state.clock.current, 0);
            }
            choices_of_turn += 1;
            if !self.choose(choices_of_turn > CHOICES_PER_TURN, &mut tries, &mut played) {
                break;
            }
        }
        let able = self.state.without_conditions(game.out);
        iter_bits(able).for_each(|who| played.standing[who.index()] = true);
        played
    }

    /// Makes one choice. Returns false if there is none.
    fn choose(&mut self, must_close: bool, tries: &mut Random, played: &mut Played) -> bool {
        let game = self.fight.game();
        let Some(side) = mover(&self.state) else { return false };
        let close = choices::closing(game, &self.state);
        self.lister.list(game, &self.state).iter().for_each(|group| {
            played.legal[group.declare.activity.index()] = true;
        });
        let count = self.lister.len();
        let chooser = self.choosers.iter_mut().find(|one| one.0 == side);
        let Some((_, chooser)) = chooser else { return false };
        let listed = (&self.lister, count);
        let chosen = match chooser {
            _ if must_close && close.is_some() => None,
            Chooser::Random => {
                let choices = count + usize::from(close.is_some());
                self.lister.nth(game, tries.below(choices as u32) as usize)
            }
            Chooser::Eager(eager) => {
                let (lister, nth) = eager.draw(&self.state, close, tries);
                lister.nth(game, nth)
            }
            Chooser::Greedy(greedy) => {
                self.lister.nth(game, greedy.choose(&self.state, listed, close, side, tries))
            }
            Chooser::LookAhead(ahead) => {
                self.lister.nth(game, ahead.choose(&self.state, listed, close, side, tries))
            }
            Chooser::Tree(tree) => {
                self.lister.nth(game, tree.choose(&self.state, listed, close, tries))
            }
        };
        played.decisions += 1;
        match chosen {
            Some((declare, payment)) => {
                played.uses[declare.activity.index()] += 1;
                let lanes = &game.sheets[declare.actor.index()].lanes;
                for (lane, amount) in payment.spend.lanes() {
                    played.spent[lanes[lane].kind.index()] += u64::from(amount);
                }
                apply_unchecked(game, &mut self.state, &declare, &payment, &mut NullSink);
                self.note_wounds(declare.actor, played);
                true
            }
            None => {
                let culprit = self.culprit();
                let done = close.is_some_and(|close| {
                    apply(game, &mut self.state, &close, &mut NullSink).is_ok()
                });
                self.note_wounds(culprit, played);
                done
            }
        }
    }

    /// Rolls dice and answers rulings until a side must choose. Returns false if that never
    /// happens.
    fn settle(&mut self, dice: &mut Random, played: &mut Played) -> bool {
        let game = self.fight.game();
        for _ in 0..SETTLED_MAX {
            let culprit = self.culprit();
            match self.state.decision {
                Decision::Roll(id, _) => {
                    let (mut nth, number) = (0, self.state.command_count);
                    let total = game.dice[id.index()].total_from(&mut |sides: u32| {
                        nth += 1;
                        Some(Dice(dice).face(sides, number, nth - 1))
                    });
                    let Ok(total) = total else { return false };
                    supply_roll_unchecked(game, &mut self.state, total, &mut NullSink);
                }
                Decision::Rule(ruling, _) => {
                    let command = Command::Rule(game.rulings[ruling.index()].default);
                    if apply(game, &mut self.state, &command, &mut NullSink).is_err() {
                        return false;
                    }
                }
                _ => return true,
            }
            self.note_wounds(culprit, played);
        }
        false
    }

    /// Returns the actor of the declaration that is being resolved, or [`kernel::NOBODY`].
    fn culprit(&self) -> CombatantId {
        let frame = self.state.stack.iter().rev().find(|frame| frame.activity != NO_ACTIVITY);
        frame.map_or(kernel::NOBODY, |frame| frame.actor)
    }

    fn note_health(&mut self) {
        let all = 0..self.fight.compiled.names.combatants.len();
        let of = |who: usize| self.fight.health(&self.state, CombatantId(who as u8)).unwrap_or(0);
        self.healths = all.map(of).collect();
    }

    /// Counts the health that each combatant has lost since the last call.
    fn note_wounds(&mut self, culprit: CombatantId, played: &mut Played) {
        let before = std::mem::take(&mut self.healths);
        self.note_health();
        for (who, (before, now)) in before.iter().zip(&self.healths).enumerate() {
            let lost = u64::try_from(before - now).unwrap_or(0);
            if lost == 0 {
                continue;
            }
            played.taken[who] += lost;
            if culprit != kernel::NOBODY && self.are_foes(culprit, CombatantId(who as u8)) {
                played.dealt[culprit.index()] += lost;
            }
        }
    }

    fn are_foes(&self, one: CombatantId, other: CombatantId) -> bool {
        let side = self.state.combatant(one).side();
        self.state.hostile_to(side) >> other.0 & 1 == 1
    }

    fn outcome(&self) -> Outcome {
        let able = self.state.without_conditions(self.fight.game().out);
        let sides = self.state.combatants.sides_among(able);
        match sides {
            0 => Outcome::Nobody,
            _ if contested(self.fight.game(), &self.state) => Outcome::Undecided,
            _ => Outcome::Won(SideId(sides.trailing_zeros() as u8)),
        }
    }
}
