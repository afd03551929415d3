//! Accelerator: plan of one edge handler: subjects and inline form. The subjects that it rejects
//! must be those for which `flow::edge::next_due` finds nothing due, or a program without effect.

use crate::accel::analysis::{Assumptions, last_operand_start, required_conditions};
use crate::accel::compiled_expr::CompiledExpr;
use crate::game::{EvalContext, Game};
use crate::ids::{AttributeId, CombatantId, CombatantSet, NOBODY, bit};
use crate::model::clock::{Handler, HandlerScope};
use crate::model::expr::{Input, Instr, Role};
use crate::state::combatants::Combatant;
use crate::state::{Frame, State};

use super::{ConstantWrites, NoopCondition, TokenTransfers};

/// Execution plan of one edge handler: its possible subjects and its form without a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandlerPlan {
    /// Conditions that a subject must all have.
    pub(crate) needs: u64,
    /// Further filters that every affected subject passes.
    gates: Vec<SubjectFilter>,
    /// Condition under which the program is a no-op, if one is known.
    pub(crate) still: Option<NoopCondition>,
    /// Constant writes, if the handler does nothing else.
    pub(crate) resets: Option<ConstantWrites>,
    /// Token transfers, if the handler does nothing else.
    pub(crate) tokens: Option<TokenTransfers>,
    /// Whether the handler has at most one subject and runs without a program.
    pub(crate) runs_inline: bool,
    /// Whether the handler has no condition, or one that always holds.
    pub(crate) is_unconditional: bool,
}

/// Filter of subjects by one part of a handler's condition.
#[derive(Clone, Debug)]
enum SubjectFilter {
    /// All combatants or none.
    All(CompiledExpr),
    /// The combatant with this number.
    Number(CompiledExpr),
    /// Combatants whose attribute has this value.
    Attribute(AttributeId, CompiledExpr),
}

impl HandlerPlan {
    /// Builds the plan of a handler.
    pub(crate) fn of(game: &Game, handler: &Handler) -> HandlerPlan {
        let program = &game.programs[handler.program.index()];
        let (still, resets) = (NoopCondition::of(game, program), ConstantWrites::of(game, handler));
        let tokens = TokenTransfers::of(game, handler);
        let once = matches!(handler.scope, HandlerScope::Acting | HandlerScope::Encounter);
        let simple = once && (resets.is_some() || tokens.is_some());
        let sieve =
            HandlerPlan { still, resets, tokens, runs_inline: simple, ..HandlerPlan::default() };
        let Some(when) = handler.when else {
            return HandlerPlan { is_unconditional: true, ..sieve };
        };
        let code = game.expr(when);
        let known = Assumptions::of(&game.sheets);
        let gates = game
            .conjuncts_of(when)
            .iter()
            .filter_map(|part| SubjectFilter::of(game, game.expr(*part)));
        let (needs, gates) = (required_conditions(code), gates.collect());
        HandlerPlan { needs, gates, is_unconditional: known.always(code), ..sieve }
    }

    /// Runs the handler in a frame without its program or an event sink. Returns false if it
    /// cannot.
    #[inline(always)]
    pub(crate) fn do_at_once(&self, game: &Game, state: &mut State, frame: &Frame) -> bool {
        match (&self.resets, &self.tokens) {
            (Some(resets), _) => resets.apply(state, frame.actor),
            (None, Some(tokens)) => tokens.apply(game, state, frame),
            (None, None) => return false,
        }
        true
    }

    /// Returns true if a combatant lacks a required condition.
    #[inline(always)]
    pub(crate) fn lacks_required(&self, one: &Combatant) -> bool {
        !one.conditions & self.needs != 0
    }

    /// Returns true if it may affect a combatant; `noted` if no-ops count, too.
    #[inline(always)]
    pub(crate) fn may_affect(
        &self,
        game: &Game,
        state: &State,
        who: CombatantId,
        noted: bool,
    ) -> bool {
        let still = self.still.as_ref().filter(|_| !noted);
        if who == NOBODY {
            return !still.is_some_and(|still| still.for_nobody(state));
        }
        let one = state.combatant(who);
        !self.lacks_required(one) && !still.is_some_and(|still| still.is_noop_for(game, state, who))
    }

    /// Returns all combatants that it may affect; `noted` if no-ops count, too.
    pub(crate) fn all(&self, game: &Game, state: &State, noted: bool) -> CombatantSet {
        let mut able = state.everybody();
        if self.needs != 0 {
            let all = state.combatants.iter().enumerate();
            able &= all.fold(0, |able, (at, one)| {
                able | CombatantSet::from(!self.lacks_required(one)) << at
            });
        }
        for gate in &self.gates {
            if able == 0 {
                return 0;
            }
            able &= gate.all(game, state);
        }
        if let Some(still) = self.still.as_ref().filter(|_| !noted && able != 0) {
            able &= !still.noop_subjects(game, state);
        }
        able
    }
}

impl SubjectFilter {
    /// Returns the filter of a part; `None` if it must be evaluated for each subject.
    fn of(game: &Game, code: &[Instr]) -> Option<SubjectFilter> {
        if code.iter().all(is_of_nobody) {
            return Some(SubjectFilter::All(CompiledExpr::of(code, game)));
        }
        let [operands @ .., Instr::Binary(crate::model::expr::Binary::Eq)] = code else {
            return None;
        };
        let (one, other) = operands.split_at(last_operand_start(operands));
        let (own, value) = if one.iter().all(is_of_nobody) { (other, one) } else { (one, other) };
        if !value.iter().all(is_of_nobody) {
            return None;
        }
        match *own {
            [Instr::Load(Input::CombatantNumber(Role::Actor))] => {
                Some(SubjectFilter::Number(CompiledExpr::of(value, game)))
            }
            [Instr::Load(Input::Attribute(Role::Actor, attribute))] => {
                Some(SubjectFilter::Attribute(attribute, CompiledExpr::of(value, game)))
            }
            _ => None,
        }
    }

    /// Returns the combatants that pass the filter.
    fn all(&self, game: &Game, state: &State) -> CombatantSet {
        let (SubjectFilter::All(laid)
        | SubjectFilter::Number(laid)
        | SubjectFilter::Attribute(_, laid)) = self;
        let value = EvalContext { game, state, frame: &Frame::default() }.laid(laid);
        match *self {
            SubjectFilter::All(_) if value == 0 => 0,
            SubjectFilter::All(_) => CombatantSet::MAX,
            SubjectFilter::Number(_) => match usize::try_from(value.wrapping_sub(1)) {
                Ok(at) if at < state.combatants.len() => bit(CombatantId(at as u8)),
                _ => 0,
            },
            SubjectFilter::Attribute(attribute, _) => {
                let has = |one: &Combatant| i32::from(one.attributes[attribute.index()]) == value;
                let all = state.combatants.iter().enumerate();
                all.fold(0, |all, (at, one)| all | CombatantSet::from(has(one)) << at)
            }
        }
    }
}

/// Returns true if code reads neither the handler's subject nor a declaration.
fn is_of_nobody(code: &Instr) -> bool {
    use Input as I;
    match code {
        Instr::Load(input) => matches!(
            input,
            I::Attribute(Role::Acting, _)
                | I::Has(Role::Acting, _)
                | I::CombatantNumber(Role::Acting)
                | I::Variable(_)
                | I::Span(_)
        ),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
