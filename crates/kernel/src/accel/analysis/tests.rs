//! Static analysis of expressions agrees with their evaluation.

use super::*;
use crate::game::Game;
use crate::ids::{ConditionId, ExprId, RulesId, RulingId, VariableId};
use crate::model::effect::{Op, Step};
use crate::model::rules::RulingSpec;
use crate::state::{Frame, State};

#[test]
fn what_is_joined_comes_apart() {
    let load = |span| Instr::Load(Input::Span(crate::ids::SpanId(span)));
    let (and, or) = (Instr::Binary(Binary::And), Instr::Binary(Binary::Or));
    let code = [load(0), load(1), and, load(2), load(3), or, Instr::Not, load(4), and, and];
    let parts = conjuncts(&code);
    assert_eq!(parts, [&code[..1], &code[1..2], &code[3..7], &code[7..8]]);
    assert_eq!(conjuncts(&code[3..6]), [&code[3..6]]);
    assert!(is_target_independent(&code));
    assert!(!is_target_independent(&[
        load(0),
        Instr::Load(Input::CombatantNumber(Role::Target)),
        and
    ]));
}

#[test]
fn conditions_alone_decide_some_tests() {
    let has = |bit| Instr::Load(Input::Has(Role::Actor, crate::ids::ConditionId(bit)));
    let (and, or) = (Instr::Binary(Binary::And), Instr::Binary(Binary::Or));
    let sheet = Sheet { fixed: vec![7], ..Sheet::default() };
    for (code, present, absent) in [
        (vec![has(3)], 0, 0b1000),
        (vec![has(3), Instr::Not], 0b1000, 0),
        (vec![has(0), has(3), Instr::Not, or, has(1), or], 0b1000, 0b11),
    ] {
        let clause = ConditionPattern::failing_pattern(&code, &sheet).expect("a clause");
        assert_eq!(clause, ConditionPattern { set: present, clear: absent });
        for conditions in 0..16 {
            let mut one = crate::state::combatants::Combatant::default();
            one.conditions = conditions;
            let combatants = std::iter::once(one).collect();
            let state = crate::state::State { combatants, ..Default::default() };
            let frame = &crate::state::Frame {
                actor: crate::ids::CombatantId(0),
                ..crate::state::Frame::default()
            };
            let game = &crate::game::Game::default();
            let scope = crate::game::EvalContext { game, state: &state, frame };
            assert_eq!(
                scope.eval_postfix(&code) != 0,
                !clause.matches(conditions),
                "{conditions:b}"
            );
        }
    }
    let both = ConditionPattern { set: 0b11, clear: 0 };
    assert_eq!(
        ConditionPattern::failing_pattern(&[has(0), has(1), and, Instr::Not], &sheet),
        Some(both)
    );
    assert_eq!(ConditionPattern::failing_pattern(&[has(0), has(1), or, Instr::Not], &sheet), None);
    assert_eq!(ConditionPattern::failing_pattern(&[has(0), has(1), and], &sheet), None);
    // The first number of this sheet is 7.
    let seven = |number| {
        let fixed = Instr::Load(Input::Stat(Role::Actor, 0));
        vec![fixed, Instr::Const(number), Instr::Binary(Binary::Eq)]
    };
    let with = |number, rest: &[Instr]| [&seven(number), rest].concat();
    let first = ConditionPattern { set: 0b1, clear: 0 };
    assert_eq!(
        ConditionPattern::failing_pattern(&with(7, &[has(0), and, Instr::Not]), &sheet),
        Some(first)
    );
    let never = ConditionPattern::failing_pattern(&with(8, &[has(0), and, Instr::Not]), &sheet);
    assert!(never.is_some_and(ConditionPattern::is_contradictory));
    assert_eq!(
        ConditionPattern::failing_pattern(&seven(8), &sheet),
        Some(ConditionPattern::default())
    );
}

#[test]
fn some_tests_ask_for_somebody_near_or_for_a_small_number() {
    let distance = Instr::Load(Input::Distance(Role::Actor));
    let reach = Instr::Load(Input::Stat(Role::Actor, 3));
    let (most, less) = (Instr::Binary(Binary::Le), Instr::Binary(Binary::Lt));
    assert_eq!(max_distance_operand(&[distance, reach, most]), Some(StatRef::Fixed(3)));
    assert_eq!(max_distance_operand(&[distance, reach, less]), None);
    assert_eq!(
        max_distance_operand(&[distance, Instr::Load(Input::Stat(Role::Target, 3)), most]),
        None
    );
    let now = Instr::Load(Input::NewValue);
    let (and, or) = (Instr::Binary(Binary::And), Instr::Binary(Binary::Or));
    assert_eq!(
        upper_bound_of_new_value(&[now, Instr::Const(4), most, now, Instr::Const(-2), most, and]),
        -2
    );
    assert_eq!(
        upper_bound_of_new_value(&[now, Instr::Const(4), most, Instr::Load(Input::StackDepth), or]),
        i32::MAX
    );
    assert_eq!(upper_bound_of_new_value(&[now, Instr::Const(4), less]), i32::MAX);
}

#[test]
fn what_is_known_decides_what_follows_from_it() {
    let answers = |word| Instr::Load(Input::Answers(word));
    let (and, or) = (Instr::Binary(Binary::And), Instr::Binary(Binary::Or));
    let depth = Instr::Load(Input::StackDepth);
    let known = |words| {
        let answered = Some((words, false));
        Assumptions { answered, unprepared: true, ..Assumptions::of(&[]) }
    };
    for (code, words, expected) in [
        (vec![answers(1), depth, and], 0b100, FALSE),
        (vec![answers(1), depth, and], 0b10, BOOL),
        (vec![answers(1), answers(2), or], 0b1, FALSE),
        (vec![answers(1), depth, or], 0b10, TRUE),
        (vec![answers(1), Instr::Not], 0b10, FALSE),
        (vec![answers(1), Instr::Not], 0b1, TRUE),
        (vec![depth, answers(1), Instr::Const(7), Instr::Select], 0b10, (1, 7)),
        (vec![depth, Instr::Load(Input::AnswersMe), and], 0b1, FALSE),
        (vec![depth, Instr::Load(Input::Prepared(Role::Actor)), and], 0b1, FALSE),
    ] {
        assert_eq!(known(words).bounds(&code), expected, "{code:?} of {words:b}");
    }
    let nothing = Assumptions::of(&[]);
    assert_eq!(nothing.bounds(&[answers(1)]), BOOL);
}

#[test]
fn some_tests_never_hold_together() {
    let has = |bit| Instr::Load(Input::Has(Role::Actor, crate::ids::ConditionId(bit)));
    let own = Instr::Load(Input::OwnTurn(Role::Actor));
    let (and, or) = (Instr::Binary(Binary::And), Instr::Binary(Binary::Or));
    // In the turns of others condition 1 is absent, so condition 0 must be present, but it is
    // forbidden.
    let either: &[Instr] = &[own, has(0), or, has(1), or];
    let alone: &[Instr] = &[own, has(1), Instr::Not, or];
    let [without, with]: [&[Instr]; 2] = [&[has(0), Instr::Not], &[has(0), has(2), and]];
    let known = |moment| Assumptions { moment: Some(moment), ..Assumptions::of(&[]) };
    let timely = [either, alone];
    let elsewhere = known(Moments::FOE_OPEN);
    assert!(is_contradictory(elsewhere, &timely, &[either, alone, without]));
    assert!(!is_contradictory(elsewhere, &timely, &[either, alone, with]));
    assert!(!is_contradictory(elsewhere, &timely[..1], &[either, without]));
    assert!(!is_contradictory(known(Moments::OWN_OPEN), &timely, &[either, alone, without]));
}

/// Returns the successors of each step of a program. Expression 0 is `test`; expressions 1 and 2
/// are the numbers 0 and 1.
fn routed(test: Vec<Instr>, steps: &[Op]) -> Vec<(u16, u16)> {
    let exprs = vec![test, vec![Instr::Const(0)], vec![Instr::Const(1)]];
    let ruling = RulingSpec { answers: 3, default: 0, preset: None, rules: RulesId(0) };
    let game = Game { exprs, rulings: vec![ruling], ..Game::default() };
    let step = |op: &Op| Step { op: op.clone(), rules: RulesId(0) };
    let program: Vec<Step> = steps.iter().map(step).collect();
    game.thread_jumps(&program).iter().map(|route| (route.next, route.on_false)).collect()
}

const SAY: Op = Op::Say { text: 0 };

fn register(at: u8) -> Instr {
    Instr::Load(Input::Register(at))
}

fn put(into: u8, number: u16) -> Op {
    Op::SetRegister { into, value: ExprId(1 + number) }
}

fn unless(skip: u16) -> Op {
    Op::SkipUnless { test: ExprId(0), skip }
}

#[test]
fn tests_settled_by_registers_are_passed_over() {
    let is_one = || vec![register(0), Instr::Const(1), Instr::Binary(Binary::Eq)];
    let act = || Op::AddCondition { who: Role::Actor, condition: ConditionId(0), until: None };
    // The register is one, so the guarded step is next, and the same test is not evaluated again.
    let routes = routed(is_one(), &[put(0, 1), unless(1), act(), unless(1), act()]);
    assert_eq!([routes[0].0, routes[2].0], [2, 4]);
    // The register is not one.
    let routes = routed(is_one(), &[put(0, 0), unless(1), act(), unless(1), act()]);
    assert_eq!(routes[0].0, 5);
    // Registers are 0 at the start. Where paths meet, the values of all of them count.
    let routes = routed(is_one(), &[act(), unless(1), put(1, 1), act()]);
    assert_eq!(routes[0].0, 3);
    // With three answers, the number of the answer may be 2 but not 3.
    let ask = Op::Ask { ruling: RulingId(0), into: 0 };
    let over = |least| vec![register(0), Instr::Const(least), Instr::Binary(Binary::Ge)];
    let steps = [ask, act(), unless(1), act()];
    assert_eq!(routed(over(2), &steps)[1].0, 2);
    assert_eq!(routed(over(3), &steps)[1].0, 4);
}

#[test]
fn tests_that_lead_to_nothing_are_passed_over() {
    let deep = || vec![Instr::Load(Input::StackDepth)];
    let act = || Op::AddCondition { who: Role::Actor, condition: ConditionId(0), until: None };
    // The text is not recorded, and the value stored is already there.
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
    assert_eq!(routed(blank(), &[Op::OpenToResponses, SAY, SAY])[0].0, 1);
    // A jump back to the start arrives with a register that is no longer 0.
    let again = Op::RepeatIf { test: ExprId(0), back: 2 };
    let steps = [unless(0), put(0, 1), again];
    assert_eq!(routed(blank(), &steps)[1].0, 2);
    let act = Op::AddCondition { who: Role::Actor, condition: ConditionId(0), until: None };
    let back = Op::RepeatIf { test: ExprId(0), back: 3 };
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
        // Tests of three registers and of one number that is unknown to the analysis.
        let mut exprs = vec![vec![Instr::Const(0)], vec![Instr::Const(0)], vec![Instr::Const(1)]];
        let operators = [Binary::Eq, Binary::Ne, Binary::Lt, Binary::Le, Binary::Gt, Binary::Ge];
        for _ in 0..4 {
            let load = match draw(4) {
                3 => Instr::Load(Input::Variable(VariableId(0))),
                at => register(at as u8),
            };
            let number = Instr::Const(draw(3) as i32 - 1);
            exprs.push(vec![load, number, Instr::Binary(operators[draw(6) as usize])]);
        }
        let len = 3 + draw(10);
        let steps = (0..len).map(|at| {
            let op = match draw(6) {
                0 | 1 => {
                    let test = ExprId(3 + draw(4) as u16);
                    Op::SkipUnless { test, skip: draw(len - at) as u16 }
                }
                2 => SAY,
                3 => Op::SetVariable { variable: VariableId(1), value: ExprId(7 + at as u16) },
                _ => put(draw(3) as u8, draw(2) as u16),
            };
            Step { op, rules: RulesId(0) }
        });
        let program: Vec<Step> = steps.collect();
        for at in 0..len as i32 {
            // Each step that runs leaves a trace in the variable.
            let trace = [Instr::Load(Input::Variable(VariableId(1))), Instr::Const(3)];
            let (times, plus) = (Instr::Binary(Binary::Mul), Instr::Binary(Binary::Add));
            exprs.push([&trace[..], &[times, Instr::Const(at), plus]].concat());
        }
        let mut game = Game { programs: vec![program], exprs, ..Game::default() };
        let plan = game.build_tables();
        let plain =
            (0..game.programs[0].len() as u16).all(|at| plan.skip_tables[0].after(at) == at + 1);
        shorter += u32::from(!plain);
        game.shortcuts = Some(std::sync::Arc::new(plan));
        for number in -1..=1 {
            let mut state = State::default();
            state.variables[0] = number;
            state.stack.push(Frame::default());
            let mut other = state.clone();
            crate::flow::resolve::run_until_decision(
                &game,
                &mut state,
                &mut crate::event::EventLog::default(),
            );
            crate::flow::resolve::run_until_decision(
                &game,
                &mut other,
                &mut crate::event::NullSink,
            );
            assert_eq!(state, other, "{:?} of {:?}", game.programs[0], game.exprs);
        }
    }
    assert!(shorter > 1000, "{shorter}");
}
