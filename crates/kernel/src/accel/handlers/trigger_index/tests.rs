//! Every handler with an effect is a candidate, and many others are left out.

use super::*;
use crate::accel::plan::Plan;
use crate::ids::{CombatantId, ConditionId, ExprId, NOBODY, ProgramId, RulesId, SpanId};
use crate::model::clock::{Edge, Handler};
use crate::model::effect::{Op, Step};
use crate::model::expr::{Input, Instr, Role};

const MARK: ConditionId = ConditionId(3);
const NEED: ConditionId = ConditionId(5);
const NUMBER: AttributeId = AttributeId(2);
const COUNT: VariableId = VariableId(1);

/// Returns a game with handlers of one edge in three scopes. Each removes a condition, resets an
/// attribute, resets a variable, or adds the condition.
fn game() -> (Game, Plan) {
    let zero = ExprId(0);
    let needs = Some(ExprId(1));
    let who = Role::Actor;
    let programs = [
        Op::RemoveCondition { who, condition: MARK },
        Op::Set { who, attribute: NUMBER, value: zero },
        Op::SetVariable { variable: COUNT, value: zero },
        Op::AddCondition { who, condition: MARK, until: None },
    ];
    let step = |op| vec![Step { op, rules: RulesId(0) }];
    let mut handlers = Vec::new();
    for each in [HandlerScope::Acting, HandlerScope::Combatant, HandlerScope::Encounter] {
        for program in 0..programs.len() as u16 {
            for when in [None, needs] {
                let (span, edge, program) = (SpanId(0), Edge::End, ProgramId(program));
                let rules = RulesId(0);
                handlers.push(Handler {
                    span,
                    edge,
                    scope: each,
                    group_len: 0,
                    when,
                    program,
                    rules,
                });
            }
        }
    }
    let exprs = vec![vec![Instr::Const(0)], vec![Instr::Load(Input::Has(who, NEED))]];
    let programs = programs.map(step).to_vec();
    let mut game = Game { exprs, programs, handlers, ..Game::default() };
    let plan = game.build_tables();
    (game, plan)
}

/// Returns two combatants, the first with the turn; each bit sets a fact of one of them.
fn state(bits: u32) -> State {
    let is = |at: u32| bits >> at & 1 == 1;
    let people = (0..2).map(|who| {
        let mut one = Combatant::default();
        let on = |condition: ConditionId, on: bool| u64::from(on) << condition.0;
        one.conditions = on(MARK, is(3 * who)) | on(NEED, is(3 * who + 1));
        one.attributes[usize::from(NUMBER.0)] = i16::from(is(3 * who + 2));
        one
    });
    let mut state = State { combatants: people.collect(), ..State::default() };
    state.variables[usize::from(COUNT.0)] = i16::from(is(6));
    state.clock.current = TurnSlot::Combatant(CombatantId(0));
    state
}

#[test]
fn whoever_has_something_to_do_is_told_of() {
    let (game, plan) = game();
    let leads = game.leads.at(SpanId(0), Edge::End);
    assert_eq!(leads.len(), 24);
    let stir = &plan.triggers[0][Edge::End as usize];
    let mut passed_over = 0;
    for bits in 0..1 << 7 {
        let state = state(bits);
        for noted in [false, true] {
            let due = stir.candidates(&game, &state, noted);
            for (place, &lead) in leads.iter().enumerate() {
                let (handler, sieve) =
                    (&game.handlers[usize::from(lead)], &plan.handlers[usize::from(lead)]);
                let passes = |who| sieve.may_affect(&game, &state, who, noted);
                let anybody = match handler.scope {
                    HandlerScope::Acting => passes(CombatantId(0)),
                    HandlerScope::Combatant => {
                        [0, 1].into_iter().any(|who| passes(CombatantId(who)))
                    }
                    _ => passes(NOBODY),
                };
                let told = due >> place & 1 == 1;
                assert!(told || !anybody, "{bits:b} {handler:?}");
                passed_over += u32::from(!told);
            }
        }
    }
    assert!(passed_over > 500, "{passed_over}");
}

#[test]
fn what_is_put_back_may_stir_others() {
    let (game, plan) = game();
    let stir = &plan.triggers[0][Edge::End as usize];
    // No combatant has the condition yet, so none needs it removed; the handler at 6 adds it.
    let due = stir.candidates(&game, &state(0), false);
    assert_eq!((due & 1, due >> 6 & 1), (0, 1));
    let after = stir.woken_by(6);
    assert_eq!((after & 1, after >> 8 & 1), (1, 1), "{after:b}");
    // A handler that resets a number wakes no handler that waits for conditions.
    assert_eq!(stir.woken_by(2) & 1, 0);
}

#[test]
fn places_are_found_one_after_the_other() {
    let all = |due: HandlerSet, len: usize| {
        let mut places = Vec::new();
        let mut from = 0;
        while let Some(place) = next(due, from, len) {
            places.push(place);
            from = place + 1;
        }
        places
    };
    assert_eq!(all(0b1010, 10), [1, 3]);
    assert_eq!(all(0, 10), []);
    assert_eq!(all(1 << 63, 64), [63]);
    // The index covers no handlers beyond the last bit.
    assert_eq!(all(1, 67), [0, 64, 65, 66]);
}
