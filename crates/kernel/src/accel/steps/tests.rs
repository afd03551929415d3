//! Judging squares together gives the same result as judging each by itself.

use super::*;
use crate::ids::{AttributeId, ExprId, RulesId, SideId, TurnId};
use crate::model::board::{Diagonals, Metric, Square};
use crate::model::expr::Binary;
use crate::model::movement::MovementRules;
use crate::model::sheet::Sheet;
use crate::state::State;

const EDGE: u8 = 6;

/// Returns a small crowded board with rough ground (first sort) and walls (second). Foes block and
/// threaten; friends can be passed.
fn game(numbers: &mut impl FnMut(u64) -> u64) -> Game {
    let mut game = Game { sides: vec![TurnId(0), TurnId(1)], ..Game::default() };
    for at in 0..8 {
        let square = Square { x: numbers(6) as u8, y: numbers(6) as u8 };
        let attributes = vec![numbers(4) as i16];
        let side = SideId(at % 2);
        game.sheets.push(Sheet { square, attributes, side, ..Sheet::default() });
    }
    game.board.width = EDGE;
    game.board.height = EDGE;
    let diagonals = [Diagonals::One, Diagonals::Alternating, Diagonals::Forbidden];
    game.board.diagonals = diagonals[numbers(3) as usize];
    let metrics = [Metric::Squares, Metric::Alternating, Metric::Euclid, Metric::Orthogonal];
    game.board.metric = metrics[numbers(4) as usize];
    game.board.solid = 0b10;
    game.board.tight = numbers(2) == 0;
    let terrain = (0..EDGE * EDGE).map(|_| [0, 0, 0, 1, 1, 2][numbers(6) as usize]);
    game.board.terrain = terrain.collect();
    let load = |input| vec![Instr::Load(input)];
    let threats = Input::Threats(SquareRef::There);
    let rough = Instr::Load(Input::Terrain(SquareRef::There, 0));
    let sum = vec![Instr::Load(threats), rough, Instr::Binary(Binary::Add)];
    let reach = Instr::Const(1 + numbers(2) as i32);
    let (foes, allies) = (Input::Foes(SquareRef::There), Input::Allies(SquareRef::There));
    game.exprs = vec![vec![reach], sum, load(foes), load(allies)];
    game.board.threat = Some(ExprId(0));
    let rules = |expr| vec![(ExprId(expr), RulesId(0))];
    let from = Some(AttributeId(0));
    let (adds, barred, passing) = (rules(1), rules(2), rules(3));
    game.steps = MovementRules {
        movement_attribute: from,
        surcharges: adds,
        blocked: barred,
        pass_through_only: passing,
        ..MovementRules::default()
    };
    game.build_plan();
    game
}

#[test]
fn squares_judged_together_are_judged_as_each_by_itself() {
    let mut seed = 11u64;
    let mut numbers = |count: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % count
    };
    let (mut some, mut all) = (0, 0);
    for _ in 0..300 {
        let game = game(&mut numbers);
        assert_eq!(game.steps.dependence, StepDependence::Yes);
        let mut state = State::new(&game);
        for at in 0..8 {
            state.combatants.get_mut(CombatantId(at as u8)).odd = numbers(2) == 1;
        }
        let space = BoardView { game: &game, state: &state };
        for who in (0..8).map(CombatantId) {
            let ways = space.legal_steps(who);
            let one_by_one = space.legal_steps_one_by_one(who);
            assert_eq!(ways, if space.left(who) > 0 { one_by_one } else { 0 }, "{who:?}");
            some += ways.count_ones();
            all += 8;
        }
    }
    assert!(some * 10 > all, "hardly any way is open: {some} of {all}");
}
