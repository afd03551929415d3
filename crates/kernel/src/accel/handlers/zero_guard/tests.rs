//! No condition holds while an input that it needs is zero.

use super::*;
use crate::accel::plan::Plan;
use crate::ids::{ExprId, ProgramId, RulesId};
use crate::model::clock::{Edge, TurnSlot};
use crate::model::sheet::{Lane, Sheet};
use crate::state::combatants::Combatant;

const NUMBER: AttributeId = AttributeId(2);

/// Returns a game and its only handler, which has this condition.
fn handler(each: HandlerScope, when: &[Instr]) -> (Game, Plan, Handler) {
    let (span, edge, program) = (SpanId(0), Edge::End, ProgramId(0));
    let (rules, when) = (RulesId(0), vec![when.to_vec()]);
    let one =
        Handler { span, edge, scope: each, group_len: 0, when: Some(ExprId(0)), program, rules };
    let sheet = || Sheet { lanes: vec![Lane { kind: KindId(0) }], ..Sheet::default() };
    let kinds = vec![crate::model::kind::Kind::default()];
    let (sheets, programs) = (vec![sheet(), sheet()], vec![Vec::new()]);
    let mut game =
        Game { exprs: when, handlers: vec![one], sheets, kinds, programs, ..Game::default() };
    let plan = game.build_tables();
    (game, plan, one)
}

fn code(input: Input, operator: Binary, other: Instr) -> Vec<Instr> {
    vec![Instr::Load(input), other, Instr::Binary(operator)]
}

#[test]
fn what_a_condition_asks_for_is_found() {
    let own = Input::Attribute(Role::Actor, NUMBER);
    let acting = Instr::Load(Input::CombatantNumber(Role::Acting));
    let find = |each, when: &[Instr]| {
        let (game, _, handler) = handler(each, when);
        ZeroGuard::of(&game, &handler)
    };
    let named = code(own, Binary::Eq, acting);
    assert_eq!(find(HandlerScope::Combatant, &named), [ZeroGuard::OfAnybody(NUMBER)]);
    assert_eq!(find(HandlerScope::Acting, &named), [ZeroGuard::OfActing(NUMBER)]);
    assert_eq!(find(HandlerScope::Encounter, &named), []);
    // An input that may be zero is no guard.
    assert_eq!(find(HandlerScope::Combatant, &code(own, Binary::Ge, Instr::Const(0))), []);
    let held = code(Input::Holds(Role::Actor, KindId(0)), Binary::Gt, Instr::Const(0));
    assert_eq!(find(HandlerScope::Acting, &held), [ZeroGuard::Tokens(KindId(0))]);
    assert_eq!(find(HandlerScope::Combatant, &held), []);
    let third = code(Input::Span(SpanId(1)), Binary::Eq, Instr::Const(3));
    assert_eq!(find(HandlerScope::Acting, &third), [ZeroGuard::Span(SpanId(1), 3)]);
    let prepared = [Instr::Load(Input::Prepared(Role::Actor))];
    assert_eq!(find(HandlerScope::Acting, &prepared), [ZeroGuard::Prepared]);
}

#[test]
fn who_lacks_something_need_not_be_asked() {
    let own = Input::Attribute(Role::Actor, NUMBER);
    let named = code(own, Binary::Eq, Instr::Load(Input::CombatantNumber(Role::Acting)));
    let (game, plan, _) = handler(HandlerScope::Combatant, &named);
    let due = |numbers: [i16; 2]| {
        let people = numbers.map(|number| {
            let mut one = Combatant::default();
            one.attributes[NUMBER.index()] = number;
            one
        });
        let mut state = State { combatants: people.into_iter().collect(), ..State::default() };
        state.clock.current = TurnSlot::Combatant(CombatantId(1));
        plan.triggers[0][Edge::End as usize].candidates(&game, &state, true)
    };
    assert_eq!((due([0, 0]), due([0, 2]), due([1, 0])), (0, 1, 1));
}
