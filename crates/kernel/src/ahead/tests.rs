//! What is told of expressions ahead of play is so.

use super::*;
use crate::effect::{Op, Step};
use crate::game::{Game, RulingSpec};
use crate::ids::{ConditionId, ExprId, RulesId, RulingId, VariableId};
use crate::state::{Frame, State};

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
fn some_tests_ask_for_somebody_near_or_for_a_small_number() {
    let distance = Code::Load(Input::Distance(Role::Actor));
    let reach = Code::Load(Input::Fixed(Role::Actor, 3));
    let (most, less) = (Code::Binary(Binary::Le), Code::Binary(Binary::Lt));
    assert_eq!(nearness(&[distance, reach, most]), Some(Figure::Fixed(3)));
    assert_eq!(nearness(&[distance, reach, less]), None);
    assert_eq!(nearness(&[distance, Code::Load(Input::Fixed(Role::Target, 3)), most]), None);
    let now = Code::Load(Input::Now);
    let (and, or) = (Code::Binary(Binary::And), Code::Binary(Binary::Or));
    assert_eq!(most_now(&[now, Code::Const(4), most, now, Code::Const(-2), most, and]), -2);
    assert_eq!(most_now(&[now, Code::Const(4), most, Code::Load(Input::Depth), or]), i32::MAX);
    assert_eq!(most_now(&[now, Code::Const(4), less]), i32::MAX);
}

#[test]
fn what_is_known_decides_what_follows_from_it() {
    let answers = |word| Code::Load(Input::Answers(word));
    let (and, or) = (Code::Binary(Binary::And), Code::Binary(Binary::Or));
    let depth = Code::Load(Input::Depth);
    let known = |words| {
        let answered = Some((words, false));
        Known { answered, unprepared: true, ..Known::of(&[]) }
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
    let nothing = Known::of(&[]);
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
    let known = |moment| Known { moment: Some(moment), ..Known::of(&[]) };
    let timely = [either, alone];
    let elsewhere = known(Moments::FOE_OPEN);
    assert!(never_together(elsewhere, &timely, &[either, alone, without]));
    assert!(!never_together(elsewhere, &timely, &[either, alone, with]));
    assert!(!never_together(elsewhere, &timely[..1], &[either, without]));
    assert!(!never_together(known(Moments::OWN_OPEN), &timely, &[either, alone, without]));
}

/// A program over three registers: what `test` is of it is expression 0, and 1 and 2 are the
/// numbers 0 and 1.
fn routed(test: Vec<Code>, steps: &[Op]) -> Vec<(u16, u16)> {
    let exprs = vec![test, vec![Code::Const(0)], vec![Code::Const(1)]];
    let ruling = RulingSpec { answers: 3, default: 0, preset: None, rules: RulesId(0) };
    let game = Game { exprs, rulings: vec![ruling], ..Game::default() };
    let step = |op: &Op| Step { op: op.clone(), rules: RulesId(0) };
    let program: Vec<Step> = steps.iter().map(step).collect();
    game.routes_of(&program).iter().map(|route| (route.next, route.other)).collect()
}

const SAY: Op = Op::Say { text: 0 };

fn register(at: u8) -> Code {
    Code::Load(Input::Register(at))
}

fn put(into: u8, number: u16) -> Op {
    Op::Let { into, value: ExprId(1 + number) }
}

fn unless(skip: u16) -> Op {
    Op::Unless { test: ExprId(0), skip }
}

#[test]
fn tests_settled_by_registers_are_passed_over() {
    let is_one = || vec![register(0), Code::Const(1), Code::Binary(Binary::Eq)];
    let act = || Op::Mark { who: Role::Actor, condition: ConditionId(0), until: None };
    // It is one: what that leads to is next, and the same test again is not asked.
    let routes = routed(is_one(), &[put(0, 1), unless(1), act(), unless(1), act()]);
    assert_eq!([routes[0].0, routes[2].0], [2, 4]);
    // It is not.
    let routes = routed(is_one(), &[put(0, 0), unless(1), act(), unless(1), act()]);
    assert_eq!(routes[0].0, 5);
    // Registers are blank at the beginning, and of several ways each brings what it brings.
    let routes = routed(is_one(), &[act(), unless(1), put(1, 1), act()]);
    assert_eq!(routes[0].0, 3);
    // An answer may be one; that it is four it cannot be.
    let ask = Op::Ask { ruling: RulingId(0), into: 0 };
    let over = |least| vec![register(0), Code::Const(least), Code::Binary(Binary::Ge)];
    let steps = [ask, act(), unless(1), act()];
    assert_eq!(routed(over(2), &steps)[1].0, 2);
    assert_eq!(routed(over(3), &steps)[1].0, 4);
}

#[test]
fn tests_that_lead_to_nothing_are_passed_over() {
    let deep = || vec![Code::Load(Input::Depth)];
    let act = || Op::Mark { who: Role::Actor, condition: ConditionId(0), until: None };
    // What is said is not heard, and what is put there is there already.
    let steps = [put(0, 1), unless(3), put(0, 1), SAY, unless(0), act()];
    assert_eq!(routed(deep(), &steps)[0].0, 5);
    let steps = [put(0, 1), unless(2), put(0, 0), SAY, act()];
    assert_eq!(routed(deep(), &steps)[0].0, 1);
    assert_eq!(routed(deep(), &steps)[1], (2, 4));
}

#[test]
fn where_something_may_wait_nothing_is_passed_over() {
    let blank = || vec![register(0)];
    let ask = || Op::Ask { ruling: RulingId(0), into: 1 };
    assert_eq!(routed(blank(), &[ask(), unless(1), SAY, SAY])[0].0, 1);
    assert_eq!(routed(blank(), &[Op::Expose, SAY, SAY])[0].0, 1);
    // Whoever comes back to the beginning brings a register that is blank no more.
    let again = Op::Again { test: ExprId(0), back: 2 };
    let steps = [unless(0), put(0, 1), again];
    assert_eq!(routed(blank(), &steps)[1].0, 2);
    let act = Op::Mark { who: Role::Actor, condition: ConditionId(0), until: None };
    let back = Op::Again { test: ExprId(0), back: 3 };
    let steps = [act.clone(), unless(1), act, back];
    assert_eq!(routed(blank(), &steps)[0].0, 1);
}

#[test]
fn whether_notes_are_taken_makes_no_difference() {
    let mut seed = 7u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (seed >> 33) % below
    };
    let mut shorter = 0;
    for _ in 0..4000 {
        // Tests of three registers and of one number that nothing is known of.
        let mut exprs = vec![vec![Code::Const(0)], vec![Code::Const(0)], vec![Code::Const(1)]];
        let operators = [Binary::Eq, Binary::Ne, Binary::Lt, Binary::Le, Binary::Gt, Binary::Ge];
        for _ in 0..4 {
            let load = match draw(4) {
                3 => Code::Load(Input::Variable(VariableId(0))),
                at => register(at as u8),
            };
            let number = Code::Const(draw(3) as i32 - 1);
            exprs.push(vec![load, number, Code::Binary(operators[draw(6) as usize])]);
        }
        let len = 3 + draw(10);
        let steps = (0..len).map(|at| {
            let op = match draw(6) {
                0 | 1 => {
                    let test = ExprId(3 + draw(4) as u16);
                    Op::Unless { test, skip: draw(len - at) as u16 }
                }
                2 => SAY,
                3 => Op::SetVariable { variable: VariableId(1), value: ExprId(7 + at as u16) },
                _ => put(draw(3) as u8, draw(2) as u16),
            };
            Step { op, rules: RulesId(0) }
        });
        let program: Vec<Step> = steps.collect();
        for at in 0..len as i32 {
            // Whoever passes here leaves a trace.
            let trace = [Code::Load(Input::Variable(VariableId(1))), Code::Const(3)];
            let (times, plus) = (Code::Binary(Binary::Mul), Code::Binary(Binary::Add));
            exprs.push([&trace[..], &[times, Code::Const(at), plus]].concat());
        }
        let mut game = Game { programs: vec![program], exprs, ..Game::default() };
        game.lay_out();
        let plain = game.routes[0].iter().zip(1..).all(|(route, next)| route.next == next);
        shorter += u32::from(!plain);
        for number in -1..=1 {
            let mut state = State::default();
            state.variables[0] = number;
            state.stack.push(Frame::default());
            let mut other = state.clone();
            crate::resolve::run(&game, &mut state, &mut crate::event::Journal::default());
            crate::resolve::run(&game, &mut other, &mut crate::event::Unrecorded);
            assert_eq!(state, other, "{:?} of {:?}", game.programs[0], game.exprs);
        }
    }
    assert!(shorter > 1000, "{shorter}");
}
