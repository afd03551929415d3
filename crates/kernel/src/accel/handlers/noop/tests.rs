//! Programs skipped as no-ops would have changed nothing.

use super::*;
use crate::event::NullSink;
use crate::flow::execute;
use crate::game::EvalContext;
use crate::ids::{ConditionId, ProgramId, RulesId, SideId};
use crate::model::expr::{Binary, Input, Instr};
use crate::state::Frame;

/// Expressions: 0, 7, a test of the first condition, and a test that a variable is 7.
const ZERO: ExprId = ExprId(0);
const SEVEN: ExprId = ExprId(1);
const MARKED: ExprId = ExprId(2);
const AT_SEVEN: ExprId = ExprId(3);

const ONE: AttributeId = AttributeId(0);
const OTHER: AttributeId = AttributeId(1);

/// Returns a game with a program of these operations; the other attribute is watched.
fn game(ops: Vec<Op>) -> Game {
    let exprs = vec![
        vec![Instr::Const(0)],
        vec![Instr::Const(7)],
        vec![Instr::Load(Input::Has(Role::Actor, ConditionId(0)))],
        vec![
            Instr::Load(Input::Variable(VariableId(0))),
            Instr::Const(7),
            Instr::Binary(Binary::Eq),
        ],
    ];
    let steps = ops.into_iter().map(|op| Step { op, rules: RulesId(0) }).collect();
    let mut game = Game { exprs, programs: vec![steps], ..Game::default() };
    game.build_plan();
    game.watched = 1 << OTHER.0;
    game
}

/// Returns one combatant with two conditions and an attribute, and a variable, set by bits.
fn state(bits: u64) -> State {
    let mut one = Combatant::default();
    one.conditions = bits & 3;
    one.attributes[0] = if bits & 4 == 0 { 0 } else { 7 };
    let mut state = State { combatants: [one].into_iter().collect(), ..State::default() };
    state.variables[0] = if bits & 8 == 0 { 0 } else { 7 };
    state
}

/// Returns the state after a program has run without an event sink.
fn after(game: &Game, before: &State) -> State {
    let who = CombatantId(0);
    let mut state = before.clone();
    let frame = Frame {
        program: ProgramId(0),
        actor: who,
        cause: who,
        side: SideId(0),
        ..Frame::default()
    };
    state.stack.push(frame);
    let mut at = 0;
    while let Some(step) = game.programs[0].get(at) {
        at += 1;
        match step.op {
            Op::SkipUnless { test, skip } => {
                let holds = EvalContext { game, state: &state, frame: &frame }.eval_bool(test);
                at += if holds { 0 } else { usize::from(skip) };
            }
            _ => execute::step(game, &mut state, 0, step, &mut NullSink),
        }
    }
    state.stack.pop();
    state
}

#[test]
fn what_is_still_would_have_changed_nothing() {
    let set = |attribute, value| Op::Set { who: Role::Actor, attribute, value };
    let variable = |value| Op::SetVariable { variable: VariableId(0), value };
    let unmark = |nth| Op::RemoveCondition { who: Role::Actor, condition: ConditionId(nth) };
    let mark = || Op::AddCondition { who: Role::Actor, condition: ConditionId(1), until: None };
    let unless = |test, skip| Op::SkipUnless { test, skip };
    let programs: [Vec<Op>; 12] = [
        vec![],
        vec![set(ONE, ZERO)],
        vec![set(ONE, SEVEN), variable(SEVEN)],
        vec![unmark(0), unmark(1)],
        vec![unless(MARKED, 1), mark(), set(ONE, ZERO)],
        vec![unless(MARKED, 2), mark(), variable(ZERO), unmark(1)],
        vec![unless(AT_SEVEN, 1), variable(ZERO)],
        vec![unless(AT_SEVEN, 1), mark()],
        vec![mark()],
        vec![variable(AT_SEVEN)],
        vec![set(OTHER, ZERO)],
        vec![unless(MARKED, 1), set(OTHER, ZERO), unmark(1)],
    ];
    for (nth, ops) in programs.into_iter().enumerate() {
        let none = ops.is_empty();
        let game = game(ops);
        let still = NoopCondition::of(&game, &game.programs[0]);
        // Programs that may have an effect in any case, or that trigger watches, have no such
        // condition.
        assert_eq!(still.is_none(), (7..=10).contains(&nth), "{nth}");
        let Some(still) = still else { continue };
        let (mut idle, mut busy) = (0, 0);
        for before in (0..16).map(state) {
            let one = still.is_noop_for(&game, &before, CombatantId(0));
            assert_eq!(still.noop_subjects(&game, &before) != 0, one, "{nth} in {before:?}");
            match one {
                true => assert_eq!(after(&game, &before), before, "{nth}"),
                false => busy += 1,
            }
            idle += u32::from(one);
        }
        assert!(idle > 0 && (busy > 0) != none, "{nth}: {idle} idle, {busy} busy");
    }
}
