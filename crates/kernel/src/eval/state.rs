//! States under a game: the initial state, and numbers derived from a state.

use crate::decision::Enforcement;
use crate::game::Game;
use crate::ids::{CombatantId, CombatantSet, RulesId, SpanId, iter_bits};
use crate::model::clock::{ClockStep, Edge};
use crate::state::State;
use crate::state::change_journal::UNTRACKED;
use crate::state::combatants::Combatants;

impl State {
    /// Returns the state before anything has happened. Call [`crate::start`] to run it up to the
    /// first decision.
    pub fn new(game: &Game) -> State {
        let mut state = State::default();
        for (side, turn) in game.sides.iter().enumerate() {
            state.sides[side].turn = *turn;
            state.sides[side].peace = game.peace.get(side).copied().unwrap_or(0);
            for (own, initial) in state.sides[side].variables.iter_mut().zip(&game.side_variables) {
                *own = *initial;
            }
        }
        for (index, value) in game.variables.iter().enumerate() {
            state.variables[index] = *value;
        }
        state.combatants = Combatants::from_sheets(&game.sheets, game.newcomers);
        if game.ordered {
            state.turn_order = iter_bits(state.everybody()).collect();
        }
        state.terrain.clone_from(&game.board.terrain);
        state.cards.clone_from(&game.cards);
        state.sort_cards();
        state
    }

    /// Returns the combatants with a condition that targeting asks for, and all those conditions.
    #[inline(always)]
    pub(crate) fn targetable_marks(&self, game: &Game) -> (CombatantSet, u64) {
        if game.any_target_condition == 0 {
            return (0, 0);
        }
        let all = self.combatants.iter().enumerate();
        all.fold((0, 0), |(whom, all), (at, one)| {
            let marks = one.conditions & game.any_target_condition;
            (whom | CombatantSet::from(marks != 0) << at, all | marks)
        })
    }

    /// Returns the tokens left that keep a combatant from being out of actions.
    pub fn remaining(&self, game: &Game, who: CombatantId) -> u32 {
        self.combatant(who).purse.only(&game.sheets[who.index()].remaining).total()
    }

    /// Returns the time units since the fight began, by the numbers of the timed spans.
    pub fn elapsed(&self, game: &Game) -> i32 {
        let spans = game.spans.iter().zip(self.clock.numbers);
        spans.map(|(span, number)| i32::from(span.lasts) * (i32::from(number) - 1).max(0)).sum()
    }

    /// Returns how strictly a list of rules is applied: as its last relaxed rule says.
    pub fn enforcement_of(&self, game: &Game, rules: RulesId) -> Enforcement {
        let set =
            |rule| self.relaxed_rules.iter().find(|(one, _)| *one == rule).map(|(_, dial)| *dial);
        let mut dials = game.rules(rules).iter().filter_map(|&rule| set(rule));
        let first = dials.next();
        dials.fold(first.unwrap_or(Enforcement::Enforced), |_, next| next)
    }

    /// Ends the current turn.
    pub(crate) fn end_turn(&mut self, game: &Game) {
        for who in iter_bits(self.acting()) {
            if self.combatant(who).passing {
                self.combatants.modify(who, UNTRACKED).passing = false;
            }
        }
        let turn = SpanId(game.turn_span() as u8);
        self.clock.step = ClockStep::RunEdge(Edge::End, turn, 0, 0);
    }
}
