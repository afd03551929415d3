//! Compiled expressions equal the code they were compiled from.

use super::*;
use crate::game::{ExprFunctions, Game};
use crate::ids::{CombatantId, ConditionId, ExprId, KindId};
use crate::model::expr::{Binary, DEPTH_MAX, Input, Role, SquareRef};
use crate::model::sheet::{Lane, Sheet};
use crate::state::combatants::Combatant;
use crate::state::{Frame, State};

use super::ir::IntRange;

/// Adds a random expression to postfix code; `depth` is the number of operands below it.
fn grow(code: &mut Vec<Instr>, numbers: &mut impl FnMut(u64) -> u64, depth: usize, size: u64) {
    use Binary as B;
    const ALL: [B; 16] = [
        B::Add,
        B::Sub,
        B::Mul,
        B::Div,
        B::Min,
        B::Max,
        B::Eq,
        B::Ne,
        B::Lt,
        B::Le,
        B::Gt,
        B::Ge,
        B::And,
        B::And,
        B::Or,
        B::Or,
    ];
    let sort = if depth + 3 > DEPTH_MAX || size == 0 { numbers(2) } else { numbers(8) };
    match sort {
        0 => code.push(Instr::Const(numbers(7) as i32 - 3)),
        1 => {
            let role = [Role::Actor, Role::Target, Role::By][numbers(3) as usize];
            let at = numbers(4) as u8;
            code.push(Instr::Load(match numbers(6) {
                0 => Input::Attribute(role, AttributeId(at)),
                1 => Input::Has(role, ConditionId(at)),
                2 => Input::Register(at),
                3 => Input::Holds(role, KindId(at.into())),
                4 => Input::Stat(role, at),
                _ => Input::Argument,
            }));
        }
        2 | 3 => {
            grow(code, numbers, depth, size - 1);
            code.push(if sort == 2 { Instr::Neg } else { Instr::Not });
        }
        4 => {
            (0..3).for_each(|nth| grow(code, numbers, depth + nth, size - 1));
            code.push(Instr::Select);
        }
        _ => {
            (0..2).for_each(|nth| grow(code, numbers, depth + nth, size - 1));
            code.push(Instr::Binary(ALL[numbers(ALL.len() as u64) as usize]));
        }
    }
}

#[test]
fn laid_out_it_says_the_same() {
    let mut seed = 7u64;
    let mut numbers = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for _ in 0..20_000 {
        let mut code = Vec::new();
        grow(&mut code, &mut numbers, 0, 5);
        // The expressions ask about one kind that no combatant can hold.
        let lanes = (1..4).map(|kind| Lane { kind: KindId(kind) }).collect();
        let mut sheets = vec![Sheet { lanes, ..Sheet::default() }; 2];
        // Some numbers are equal for both combatants.
        sheets.iter_mut().for_each(|sheet| sheet.fixed = vec![2, numbers(7) as i16 - 3, 0]);
        if numbers(2) == 0 {
            sheets[1].lanes.reverse();
        }
        let mut game = Game { exprs: vec![code.clone()], sheets, ..Game::default() };
        game.functions = ExprFunctions::of(&game);
        let combatants = (0..2).map(|_| {
            let mut one = Combatant::default();
            one.conditions = numbers(16);
            one.attributes[..4].fill_with(|| numbers(7) as i16 - 3);
            (0..3).for_each(|lane| one.purse.set(lane, numbers(4) as u32));
            one
        });
        let state = State { combatants: combatants.collect(), ..State::default() };
        let mut frame = Frame { actor: CombatantId(0), cause: CombatantId(1), ..Frame::default() };
        frame.argument = numbers(7) as i32 - 3;
        frame.registers.fill_with(|| numbers(7) as i32 - 3);
        if numbers(2) == 0 {
            frame.target = CombatantId(1);
        }
        let scope = EvalContext { game: &game, state: &state, frame: &frame };
        assert_eq!(scope.eval(ExprId(0)), scope.eval_postfix(&code), "{code:?}");
    }
}

/// Each term of a chain adds a call. Longer code is not compiled.
#[test]
fn long_chains_are_evaluated() {
    let game = Game { sheets: vec![Sheet::default()], ..Game::default() };
    let combatants = [Combatant::default()].into_iter().collect();
    let state = State { combatants, ..State::default() };
    let frame = Frame { actor: CombatantId(0), argument: 1, ..Frame::default() };
    let scope = EvalContext { game: &game, state: &state, frame: &frame };
    for terms in [LONG / 2, 100 * LONG] {
        for operator in [Binary::Add, Binary::And, Binary::Or] {
            let mut code = vec![Instr::Load(Input::Argument)];
            for _ in 1..terms {
                code.extend([Instr::Load(Input::Argument), Instr::Binary(operator)]);
            }
            let sum = if operator == Binary::Add { terms as i32 } else { 1 };
            assert_eq!(scope.laid(&CompiledExpr::of(&code, &game)), sum, "{operator:?}");
        }
    }
}

#[test]
fn what_cannot_matter_is_passed_over() {
    let has = |at| Instr::Load(Input::Has(Role::Actor, ConditionId(at)));
    let foes = Instr::Load(Input::Threats(SquareRef::Here));
    let and = Instr::Binary(Binary::And);
    // The cheaper operand comes first, and conditions are tested together.
    let tree = Node::of(&[foes, has(1), Instr::Not, and, has(0), and]);
    let marks = ConditionTest { mask: 0b11, expected: 0b01 };
    assert_eq!(
        tree,
        Node::All(vec![Node::ActorMatches(marks), Node::Load(Input::Threats(SquareRef::Here))])
    );
}

#[test]
fn what_a_fight_leaves_no_doubt_about_is_worked_out() {
    let fixed = |at| Instr::Load(Input::Stat(Role::Actor, at));
    let has = Instr::Load(Input::Has(Role::Actor, ConditionId(1)));
    let (add, and) = (Instr::Binary(Binary::Add), Instr::Binary(Binary::And));
    let (wall, mud) = (
        Instr::Load(Input::Terrain(SquareRef::There, 0)),
        Instr::Load(Input::Terrain(SquareRef::There, 1)),
    );
    // The first number is 0 for all combatants and without one; the second number differs.
    let sheets = [4, 9].map(|second| Sheet { fixed: vec![0, second], ..Sheet::default() });
    // The board has mud and no wall.
    let game = Game { sheets: sheets.to_vec(), terrain: 0b10, ..Game::default() };
    let fight = EncounterConstants::of(&game);
    let given = |code: &[Instr]| Node::of(code).specialize(&fight);
    assert_eq!(given(&[fixed(0), Instr::Const(3), add]), Node::Const(3));
    assert_eq!(given(&[wall, has, and]), Node::Const(0));
    assert_eq!(given(&[wall, Instr::Not, mud, and]), Node::All(vec![given(&[mud])]));
    assert_eq!(given(&[wall, Instr::Const(7), mud, Instr::Select]), given(&[mud]));
    assert_eq!(given(&[mud, wall, add]), given(&[mud]));
    let Node::Given(Role::Actor, twice) = given(&[fixed(1), fixed(1), add]) else {
        panic!("a number of each of them");
    };
    assert_eq!([0, 1, 2].map(|at| twice.of(CombatantId(at))), [8, 18, 0]);
    // Distances are never below 0, and some are above.
    let distance = |operator, number| {
        let distance = Instr::Load(Input::Distance(Role::Actor));
        given(&[distance, Instr::Const(number), Instr::Binary(operator)])
    };
    assert_eq!(distance(Binary::Ge, 0), Node::Const(1));
    assert_eq!(distance(Binary::Lt, 0), Node::Const(0));
    assert_eq!(distance(Binary::Ne, -1), Node::Const(1));
    assert!(matches!(distance(Binary::Ge, 1), Node::Within(..)));
    assert!(matches!(distance(Binary::Eq, 0), Node::Within(..)));
    // A value that reads two combatants is not constant for each one.
    let theirs = Instr::Load(Input::Stat(Role::Target, 1));
    assert!(matches!(given(&[fixed(1), theirs, add]), Node::Both(Binary::Add, _)));
    assert!(matches!(given(&[has, fixed(1), add]), Node::Both(Binary::Add, _)));
}

#[test]
fn ranges_tell_what_holds_for_all_numbers_between_two() {
    use Binary as B;
    for operator in [B::Eq, B::Ne, B::Lt, B::Le, B::Gt, B::Ge] {
        for (number, least, most) in (0..512).map(|at| (at / 64 - 4, at / 8 % 8 - 4, at % 8 - 4)) {
            let Some(range) = IntRange::of(operator, number) else {
                panic!("{operator:?} compares")
            };
            let mut held = (least..=most).map(|one| range.has(one) == 1);
            if let Some(first) = held.next() {
                let told = held.all(|one| one == first).then_some(first);
                assert_eq!(range.has_all((least, most)), told, "{operator:?} {number}, {least}..");
            }
        }
    }
}
