//! What is told of expressions ahead of play is so.

use super::*;

#[test]
fn what_is_joined_comes_apart() {
    let load = |span| Code::Load(Input::Span(crate::ids::SpanId(span)));
    let (and, or) = (Code::Binary(Binary::And), Code::Binary(Binary::Or));
    let code = [load(0), load(1), and, load(2), load(3), or, Code::Not, load(4), and, and];
    let parts = conjuncts(&code);
    assert_eq!(parts, [&code[..1], &code[1..2], &code[3..7], &code[7..8]]);
    assert_eq!(conjuncts(&code[3..6]), [&code[3..6]]);
    assert!(ignores_target(&code));
    assert!(!ignores_target(&[load(0), Code::Load(Input::Number(Role::Target)), and]));
}

#[test]
fn conditions_alone_decide_some_tests() {
    let has = |bit| Code::Load(Input::Has(Role::Actor, crate::ids::ConditionId(bit)));
    let (and, or) = (Code::Binary(Binary::And), Code::Binary(Binary::Or));
    let sheet = Sheet { fixed: vec![7], ..Sheet::default() };
    for (code, present, absent) in [
        (vec![has(3)], 0, 0b1000),
        (vec![has(3), Code::Not], 0b1000, 0),
        (vec![has(0), has(3), Code::Not, or, has(1), or], 0b1000, 0b11),
    ] {
        let clause = Clause::against(&code, &sheet).expect("a clause");
        assert_eq!(clause, Clause { present, absent });
        for conditions in 0..16 {
            let mut one = crate::people::Combatant::default();
            one.conditions = conditions;
            let combatants = std::iter::once(one).collect();
            let state = crate::state::State { combatants, ..Default::default() };
            let frame = &crate::state::Frame {
                actor: crate::ids::CombatantId(0),
                ..crate::state::Frame::default()
            };
            let game = &crate::game::Game::default();
            let scope = crate::expr::Scope { game, state: &state, frame };
            assert_eq!(scope.run(&code) != 0, !clause.is_met(conditions), "{conditions:b}");
        }
    }
    let both = Clause { present: 0b11, absent: 0 };
    assert_eq!(Clause::against(&[has(0), has(1), and, Code::Not], &sheet), Some(both));
    assert_eq!(Clause::against(&[has(0), has(1), or, Code::Not], &sheet), None);
    assert_eq!(Clause::against(&[has(0), has(1), and], &sheet), None);
    // The first number of this sheet is 7.
    let seven = |number| {
        let fixed = Code::Load(Input::Fixed(Role::Actor, 0));
        vec![fixed, Code::Const(number), Code::Binary(Binary::Eq)]
    };
    let with = |number, rest: &[Code]| [&seven(number), rest].concat();
    let first = Clause { present: 0b1, absent: 0 };
    assert_eq!(Clause::against(&with(7, &[has(0), and, Code::Not]), &sheet), Some(first));
    let never = Clause::against(&with(8, &[has(0), and, Code::Not]), &sheet);
    assert!(never.is_some_and(Clause::is_never));
    assert_eq!(Clause::against(&seven(8), &sheet), Some(Clause::default()));
}

#[test]
fn some_tests_ask_for_a_mark_on_the_target() {
    let has = |bit| Code::Load(Input::Has(Role::Target, crate::ids::ConditionId(bit)));
    let (and, or) = (Code::Binary(Binary::And), Code::Binary(Binary::Or));
    let depth = Code::Load(Input::Depth);
    assert_eq!(marks_of_target(&[has(0), depth, has(1), and, or]), 0b11);
    assert_eq!(marks_of_target(&[has(0), depth, or]), 0);
    assert_eq!(marks_of_target(&[has(0), has(1), or, has(2), and]), 0b100);
    assert_eq!(marks_of_target(&[has(0), Code::Not, depth, and]), 0);
    assert_eq!(marks_of_target(&[depth, has(0), has(1), Code::Select]), 0);
}

#[test]
fn what_is_known_decides_what_follows_from_it() {
    let answers = |word| Code::Load(Input::Answers(word));
    let (and, or) = (Code::Binary(Binary::And), Code::Binary(Binary::Or));
    let depth = Code::Load(Input::Depth);
    let known = |words| {
        let answered = Some((words, false));
        Known { sheets: &[], answered, unprepared: true, moment: None }
    };
    for (code, words, expected) in [
        (vec![answers(1), depth, and], 0b100, NEVER),
        (vec![answers(1), depth, and], 0b10, TRUTH),
        (vec![answers(1), answers(2), or], 0b1, NEVER),
        (vec![answers(1), depth, or], 0b10, ALWAYS),
        (vec![answers(1), Code::Not], 0b10, NEVER),
        (vec![answers(1), Code::Not], 0b1, ALWAYS),
        (vec![depth, answers(1), Code::Const(7), Code::Select], 0b10, (1, 7)),
        (vec![depth, Code::Load(Input::AnswersMe), and], 0b1, NEVER),
        (vec![depth, Code::Load(Input::Prepared(Role::Actor)), and], 0b1, NEVER),
    ] {
        assert_eq!(known(words).bounds(&code), expected, "{code:?} of {words:b}");
    }
    let nothing = Known { sheets: &[], answered: None, unprepared: false, moment: None };
    assert_eq!(nothing.bounds(&[answers(1)]), TRUTH);
}

#[test]
fn some_tests_never_hold_together() {
    let has = |bit| Code::Load(Input::Has(Role::Actor, crate::ids::ConditionId(bit)));
    let own = Code::Load(Input::OwnTurn(Role::Actor));
    let (and, or) = (Code::Binary(Binary::And), Code::Binary(Binary::Or));
    // In the turns of others 1 is away, so that 0 has to be there, which it may not.
    let either: &[Code] = &[own, has(0), or, has(1), or];
    let alone: &[Code] = &[own, has(1), Code::Not, or];
    let [without, with]: [&[Code]; 2] = [&[has(0), Code::Not], &[has(0), has(2), and]];
    let known =
        |moment| Known { sheets: &[], answered: None, unprepared: false, moment: Some(moment) };
    let timely = [either, alone];
    let elsewhere = known(Moments::FOE_OPEN);
    assert!(never_together(elsewhere, &timely, &[either, alone, without]));
    assert!(!never_together(elsewhere, &timely, &[either, alone, with]));
    assert!(!never_together(elsewhere, &timely[..1], &[either, without]));
    assert!(!never_together(known(Moments::OWN_OPEN), &timely, &[either, alone, without]));
}
