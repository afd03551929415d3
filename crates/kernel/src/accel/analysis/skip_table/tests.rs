//! Skipped steps make no difference to the state.

use super::*;
use crate::accel::plan::Plan;
use crate::event::{EventLog, NullSink};
use crate::ids::{
    AttributeId, CombatantId, ConditionId, ExprId, KindId, ProgramId, RulesId, VariableId,
};
use crate::model::clock::TurnSlot;
use crate::model::expr::{Binary, Input, Instr};
use crate::model::kind::Kind;
use crate::model::sheet::{Lane, Sheet};
use crate::state::Frame;
use crate::state::combatants::Combatant;
use std::sync::Arc;

const KIND: KindId = KindId(0);
const NUMBER: AttributeId = AttributeId(2);
const TRACE: VariableId = VariableId(1);

/// Returns a test of conditions, tokens, registers or the argument.
fn test(draw: &mut impl FnMut(u64) -> u64, deep: bool) -> Vec<Instr> {
    let role = [Role::Actor, Role::Target][draw(2) as usize];
    match draw(if deep { 8 } else { 6 }) {
        0..3 => vec![Instr::Load(Input::Has(role, ConditionId(draw(4) as u8)))],
        3 => {
            let holds = Instr::Load(Input::Holds(role, KIND));
            vec![holds, Instr::Const(0), Instr::Binary(Binary::Gt)]
        }
        4 => {
            let number = Instr::Const(draw(2) as i32);
            vec![Instr::Load(Input::Argument), number, Instr::Binary(Binary::Eq)]
        }
        5 => {
            let kept = Instr::Load(Input::Register(draw(2) as u8));
            vec![kept, Instr::Const(0), Instr::Binary(Binary::Gt)]
        }
        which => {
            let join = if which == 6 { Binary::And } else { Binary::Or };
            [test(draw, true), test(draw, false), vec![Instr::Binary(join)]].concat()
        }
    }
}

/// Returns a game with a random program of such tests, possible no-ops, and steps that leave a
/// trace.
fn game(draw: &mut impl FnMut(u64) -> u64) -> (Game, Arc<Plan>) {
    // The third value is one more than the number of the actor.
    let own = Instr::Load(Input::Attribute(Role::Actor, NUMBER));
    let more = vec![own, Instr::Const(1), Instr::Binary(Binary::Add)];
    let mut exprs = vec![vec![Instr::Const(0)], vec![Instr::Const(1)], more];
    let len = 3 + draw(12);
    let mut program = Vec::new();
    for at in 0..len {
        let who = [Role::Actor, Role::Target][draw(2) as usize];
        let condition = ConditionId(draw(4) as u8);
        let number = ExprId(draw(2) as u16);
        let op = match draw(11) {
            0..3 => {
                exprs.push(test(draw, true));
                let test = ExprId(exprs.len() as u16 - 1);
                Op::SkipUnless { test, skip: draw(len - at) as u16 }
            }
            3 | 4 => Op::RemoveCondition { who, condition },
            5 => Op::AddCondition { who, condition, until: None },
            6 => Op::Lose { who, kind: KIND, amount: ExprId(1), until: None },
            7 | 8 => {
                let number = if draw(2) == 0 { number } else { ExprId(2) };
                Op::Set { who: Role::Actor, attribute: NUMBER, value: number }
            }
            9 => Op::SetRegister { into: draw(2) as u8, value: ExprId(draw(3) as u16) },
            _ => {
                let (three, times) = (Instr::Const(3), Instr::Binary(Binary::Mul));
                let (at, plus) = (Instr::Const(at as i32), Instr::Binary(Binary::Add));
                exprs.push(vec![Instr::Load(Input::Variable(TRACE)), three, times, at, plus]);
                let value = ExprId(exprs.len() as u16 - 1);
                Op::SetVariable { variable: TRACE, value }
            }
        };
        program.push(Step { op, rules: RulesId(0) });
    }
    let sheet = || Sheet { lanes: vec![Lane { kind: KIND }], ..Sheet::default() };
    let (sheets, kinds) = (vec![sheet(), sheet()], vec![Kind::default()]);
    let mut game = Game { programs: vec![program], exprs, sheets, kinds, ..Game::default() };
    let plan = Arc::new(game.build_tables());
    game.shortcuts = Some(plan.clone());
    (game, plan)
}

/// Returns a state of two combatants with few conditions; the first acts on the second.
fn state(draw: &mut impl FnMut(u64) -> u64) -> State {
    let mut one = || {
        let mut one = Combatant::default();
        one.conditions = draw(16) & draw(16);
        one.purse.set(0, draw(2) as u32);
        one.attributes[NUMBER.index()] = draw(2) as i16;
        one
    };
    let people = [one(), one()];
    let mut state = State { combatants: people.into_iter().collect(), ..State::default() };
    state.clock.current = TurnSlot::Combatant(CombatantId(0));
    let (actor, target) = (CombatantId(0), CombatantId(1));
    let (program, argument) = (ProgramId(0), draw(2) as i32);
    state.stack.push(Frame { program, actor, target, argument, ..Frame::default() });
    state
}

#[test]
fn what_is_passed_over_makes_no_difference() {
    let mut seed = 7u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (seed >> 33) % below
    };
    let mut stretches = 0;
    for _ in 0..4000 {
        let (game, plan) = game(&mut draw);
        let far = |(at, way): (usize, &StepPlan)| usize::from(way.skip_to) > at + 2;
        stretches += u32::from(plan.skip_tables[0].ways.iter().enumerate().any(far));
        for _ in 0..4 {
            let mut state = state(&mut draw);
            let mut other = state.clone();
            crate::flow::resolve::run_until_decision(&game, &mut state, &mut EventLog::default());
            crate::flow::resolve::run_until_decision(&game, &mut other, &mut NullSink);
            assert_eq!(state, other, "{:?} of {:?}", game.programs[0], game.exprs);
        }
    }
    assert!(stretches > 1000, "{stretches}");
}
