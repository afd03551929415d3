//! Where something is lacking, no condition holds that asks for it.

use super::*;
use crate::clock::{Edge, Slot};
use crate::ids::{ExprId, ProgramId, RulesId};
use crate::people::Combatant;
use crate::sheet::{Lane, Sheet};

const NUMBER: AttributeId = AttributeId(2);

/// A handler of somebody with a condition, and a game for it.
fn handler(each: Each, when: &[Code]) -> (Game, Handler) {
    let (span, edge, program) = (SpanId(0), Edge::End, ProgramId(0));
    let (rules, when) = (RulesId(0), vec![when.to_vec()]);
    let one = Handler { span, edge, each, together: 0, when: Some(ExprId(0)), program, rules };
    let sheet = || Sheet { lanes: vec![Lane { kind: KindId(0) }], ..Sheet::default() };
    let kinds = vec![crate::game::Kind::default()];
    let (sheets, programs) = (vec![sheet(), sheet()], vec![Vec::new()]);
    let mut game =
        Game { exprs: when, handlers: vec![one], sheets, kinds, programs, ..Game::default() };
    game.lay_out();
    (game, one)
}

fn code(input: Input, operator: Binary, other: Code) -> Vec<Code> {
    vec![Code::Load(input), other, Code::Binary(operator)]
}

#[test]
fn what_a_condition_asks_for_is_found() {
    let own = Input::Attribute(Role::Actor, NUMBER);
    let acting = Code::Load(Input::Number(Role::Acting));
    let find = |each, when: &[Code]| {
        let (game, handler) = handler(each, when);
        Lack::of(&game, &handler)
    };
    let named = code(own, Binary::Eq, acting);
    assert_eq!(find(Each::Combatant, &named), [Lack::OfAnybody(NUMBER)]);
    assert_eq!(find(Each::Acting, &named), [Lack::OfActing(NUMBER)]);
    assert_eq!(find(Each::Encounter, &named), []);
    // Nothing is missing where it may as well be none.
    assert_eq!(find(Each::Combatant, &code(own, Binary::Ge, Code::Const(0))), []);
    let held = code(Input::Holds(Role::Actor, KindId(0)), Binary::Gt, Code::Const(0));
    assert_eq!(find(Each::Acting, &held), [Lack::Tokens(KindId(0))]);
    assert_eq!(find(Each::Combatant, &held), []);
    let third = code(Input::Span(SpanId(1)), Binary::Eq, Code::Const(3));
    assert_eq!(find(Each::Acting, &third), [Lack::Span(SpanId(1), 3)]);
    let prepared = [Code::Load(Input::Prepared(Role::Actor))];
    assert_eq!(find(Each::Acting, &prepared), [Lack::Prepared]);
}

#[test]
fn who_lacks_something_need_not_be_asked() {
    let own = Input::Attribute(Role::Actor, NUMBER);
    let named = code(own, Binary::Eq, Code::Load(Input::Number(Role::Acting)));
    let (game, _) = handler(Each::Combatant, &named);
    let due = |numbers: [i16; 2]| {
        let people = numbers.map(|number| {
            let mut one = Combatant::default();
            one.attributes[NUMBER.index()] = number;
            one
        });
        let mut state = State { combatants: people.into_iter().collect(), ..State::default() };
        state.clock.current = Slot::Alone(CombatantId(1));
        game.stirs[0][Edge::End as usize].due(&game, &state, true)
    };
    assert_eq!((due([0, 0]), due([0, 2]), due([1, 0])), (0, 1, 1));
}
