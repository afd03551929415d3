//! Tests of the rolls that an encounter waits for.

use super::*;
use crate::dice::Dice;
use crate::event::NullSink;
use crate::ids::{DiceId, ExprId, VariableId};
use crate::model::expr::{Binary, Input, Instr, Role};

/// Returns the state in which a program comes to rest that rolls a total without a die.
fn after(rest: Vec<Op>) -> State {
    let throw = Op::Roll { dice: DiceRef::Fixed(DiceId(0)), who: Role::Actor, into: 0 };
    let step = |op| Step { op, rules: RulesId(0) };
    let register = Instr::Load(Input::Register(0));
    let low = vec![register, Instr::Const(5), Instr::Binary(Binary::Lt)];
    let mut game = Game {
        programs: vec![std::iter::once(throw).chain(rest).map(step).collect()],
        exprs: vec![vec![register], low],
        dice: vec![Dice::constant(4)],
        ..Game::default()
    };
    game.build_plan();
    let mut state = State::default();
    state.stack.push(Frame::default());
    run_until_decision(&game, &mut state, &mut NullSink);
    state
}

#[test]
fn a_total_without_a_die_is_not_waited_for() {
    let state = after(vec![Op::SetVariable { variable: VariableId(0), value: ExprId(0) }]);
    assert_eq!((state.variables[0], state.stack.len()), (4, 0));
}

#[test]
fn what_would_be_thrown_for_ever_ends() {
    let repeat = Op::RepeatIf { test: ExprId(1), back: 1 };
    let state = after(vec![repeat]);
    assert!(state.stack.is_empty(), "{:?}", state.decision);
}
