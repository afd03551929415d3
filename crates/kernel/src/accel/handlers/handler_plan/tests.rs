//! The plan of a handler passes every subject for which the handler's condition holds.

use super::*;
use crate::accel::plan::Plan;
use crate::ids::{ConditionId, ExprId, ProgramId, RulesId, SpanId};
use crate::model::clock::{Edge, HandlerScope, TurnSlot};
use crate::model::expr::Binary;

const OWN: Instr = Instr::Load(Input::Attribute(Role::Actor, AttributeId(0)));
const THEIRS: Instr = Instr::Load(Input::Attribute(Role::Acting, AttributeId(0)));
const NUMBER: Instr = Instr::Load(Input::CombatantNumber(Role::Actor));
const ACTING: Instr = Instr::Load(Input::CombatantNumber(Role::Acting));
const READY: Instr = Instr::Load(Input::Has(Role::Actor, ConditionId(1)));
const FRESH: Instr = Instr::Load(Input::Has(Role::Acting, ConditionId(0)));
const EQUAL: Instr = Instr::Binary(Binary::Eq);
const AND: Instr = Instr::Binary(Binary::And);

/// Returns three combatants with these attributes and conditions; the first has the turn.
fn state(of: [(i16, u64); 3]) -> State {
    let combatants = of.map(|(attribute, conditions)| {
        let mut one = Combatant::default();
        (one.attributes[0], one.conditions) = (attribute, conditions);
        one
    });
    let mut state = State { combatants: combatants.into_iter().collect(), ..State::default() };
    state.clock.current = TurnSlot::Combatant(CombatantId(0));
    state
}

/// Returns a game with one handler that runs for each combatant if a condition holds.
fn game(when: &[Instr]) -> (Game, Plan) {
    let (span, edge, each) = (SpanId(0), Edge::Begin, HandlerScope::Combatant);
    let (program, rules, when_holds) = (ProgramId(0), RulesId(0), Some(ExprId(0)));
    let handler =
        Handler { span, edge, scope: each, group_len: 0, when: when_holds, program, rules };
    let exprs = vec![when.to_vec()];
    let mut game =
        Game { exprs, handlers: vec![handler], programs: vec![Vec::new()], ..Game::default() };
    let plan = game.build_tables();
    (game, plan)
}

#[test]
fn nobody_is_kept_out_for_whom_something_happens() {
    let conditions: [&[Instr]; 7] = [
        &[THEIRS, NUMBER, EQUAL],
        &[NUMBER, THEIRS, EQUAL, FRESH, AND],
        &[OWN, ACTING, EQUAL, READY, Instr::Not, AND],
        &[OWN, THEIRS, Instr::Const(1), Instr::Binary(Binary::Add), EQUAL],
        &[FRESH, READY, AND],
        &[OWN, NUMBER, EQUAL],
        &[NUMBER, Instr::Const(2), EQUAL, Instr::Not],
    ];
    for when in conditions {
        let (game, plan) = game(when);
        let (mut held, mut kept_out) = (0, 0);
        for number in 0..4096i32 {
            let of = |at: i32| ((number >> at & 3) as i16 - 1, (number >> (at + 2) & 3) as u64);
            let state = state([of(0), of(4), of(8)]);
            let mask = plan.handlers[0].all(&game, &state, true);
            for who in (0..3).map(CombatantId) {
                let frame = &Frame { actor: who, cause: who, ..Frame::default() };
                let holds =
                    EvalContext { game: &game, state: &state, frame }.eval_postfix(when) != 0;
                let passes = mask & bit(who) != 0;
                assert!(passes || !holds, "{when:?} of {who:?} in {state:?}");
                held += u32::from(holds);
                kept_out += u32::from(!passes);
            }
        }
        assert!(held > 0, "{when:?}");
        // A comparison with a number of the subject must be evaluated for each subject.
        let told = !matches!(when, [OWN, NUMBER, ..] | [.., Instr::Not]);
        assert_eq!(kept_out > 0, told, "{when:?}");
    }
}

#[test]
fn a_number_nobody_has_is_nobodys() {
    let (game, plan) = game(&[THEIRS, NUMBER, EQUAL]);
    for number in [i16::MIN, -1, 0, 4, i16::MAX] {
        let state = state([(number, 0), (1, 0), (2, 0)]);
        assert_eq!(plan.handlers[0].all(&game, &state, true), 0, "{number}");
    }
    let state = state([(3, 0), (1, 0), (2, 0)]);
    assert_eq!(plan.handlers[0].all(&game, &state, true), 0b100);
}
