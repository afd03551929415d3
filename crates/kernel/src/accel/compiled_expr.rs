//! Accelerator: expressions compiled to closures with short-circuit evaluation. They must equal
//! `EvalContext::eval_postfix`.
//!
//! Inputs have no side effects, so the operands of `and` and `or` are sorted by cost.

mod closures;
mod const_fold;
mod ir;

use crate::game::{EvalContext, ExprFunction, ExprFunctions, Game};
use std::fmt;
use std::sync::Arc;

use crate::ids::{AttributeId, CombatantId};

use crate::model::expr::Instr;
use closures::compile;
use const_fold::EncounterConstants;
use ir::{ConditionTest, Node};

/// Longest code that is compiled, in instructions: nested closures take stack space.
const LONG: usize = 1_024;

/// Compiles postfix code; also returns its value if it is constant for this encounter.
fn lay_out(code: &[Instr], fight: &EncounterConstants<'_>) -> (ExprFunction, Option<i32>) {
    if code.len() > LONG {
        let code = code.to_vec();
        return (Box::new(move |scope| scope.eval_postfix(&code)), None);
    }
    let tree = Node::of(code).specialize(fight);
    let constant = if let Node::Const(number) = tree { Some(number) } else { None };
    (compile(&tree), constant)
}

/// Compiled expression.
#[derive(Clone)]
pub(crate) struct CompiledExpr(Arc<ExprFunction>);

impl CompiledExpr {
    /// Compiles an expression.
    pub(crate) fn of(code: &[Instr], game: &Game) -> CompiledExpr {
        CompiledExpr(Arc::new(lay_out(code, &EncounterConstants::of(game)).0))
    }
}

impl fmt::Debug for CompiledExpr {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("..")
    }
}

impl ExprFunctions {
    /// Compiles the expressions of a game whose sheets and board are set.
    pub(crate) fn of(game: &Game) -> ExprFunctions {
        let fight = EncounterConstants::of(game);
        let all = game.exprs.iter().map(|code| lay_out(code, &fight));
        let (functions, constants): (Vec<ExprFunction>, Vec<Option<i32>>) = all.unzip();
        ExprFunctions { functions: functions.into(), constants: constants.into() }
    }
}

impl EvalContext<'_> {
    /// Returns the value of a compiled expression.
    #[inline]
    pub(crate) fn laid(&self, laid: &CompiledExpr) -> i32 {
        laid.0(self)
    }

    #[inline(always)]
    fn kept(&self, register: u8) -> i32 {
        self.frame.registers[usize::from(register)]
    }

    #[inline(always)]
    fn attribute(&self, who: CombatantId, attribute: AttributeId) -> i32 {
        let one = self.state.combatants.get(who.index());
        one.map_or(0, |one| i32::from(one.attributes[attribute.index()]))
    }

    #[inline(always)]
    fn meets(
        &self,
        who: CombatantId,
        ConditionTest { mask: of, expected: there }: ConditionTest,
    ) -> i32 {
        let one = self.state.combatants.get(who.index());
        i32::from(one.map_or(0, |one| one.conditions) & of == there)
    }

    #[inline(always)]
    fn has_turn(&self, who: CombatantId) -> i32 {
        let here = self.state.combatants.has(who);
        i32::from(here && self.state.is_acting(who))
    }

    #[inline(always)]
    fn held(&self, who: CombatantId, lane: u8) -> i32 {
        let one = self.state.combatants.get(who.index());
        one.map_or(0, |one| one.purse.get(lane.into()) as i32)
    }
}

#[cfg(test)]
mod tests;
