//! Prices equal those of a search that tries every step until nothing gets cheaper. The path to one
//! square costs the same as when everything in reach is priced.

use super::*;
use crate::game::Game;
use crate::ids::{AttributeId, ExprId, RulesId, SideId, TurnId};
use crate::model::board::{BOARD_MAX, Metric};
use crate::model::expr::{Binary, Input, Instr, SquareRef};
use crate::model::movement::MovementRules;
use crate::model::sheet::Sheet;
use crate::state::State;

const EDGE: u8 = 9;
const WALKER: CombatantId = CombatantId(0);
const START: Square = Square { x: 1, y: 1 };
const DIAGONALS: [Diagonals; 3] = [Diagonals::One, Diagonals::Alternating, Diagonals::Forbidden];

/// Returns a generator of numbers below a bound, from a seed.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    }
}

/// Returns a board with rough ground (first sort), walls (second) and one walker. A step onto rough
/// ground costs the surcharge.
fn game(diagonals: Diagonals, surcharge: i32, below: &mut impl FnMut(u64) -> u64) -> Game {
    let mut game = Game::default();
    game.sides.push(TurnId(0));
    game.sheets.push(Sheet { square: START, ..Sheet::default() });
    game.board.width = EDGE;
    game.board.height = EDGE;
    game.board.diagonals = diagonals;
    game.board.solid = 0b10;
    game.board.tight = below(2) == 0;
    game.board.terrain = (0..EDGE * EDGE).map(|_| [0, 0, 0, 1, 1, 2][below(6) as usize]).collect();
    game.board.terrain[usize::from(EDGE) + 1] = 0;
    let adds = vec![add(&mut game, times(Input::Terrain(SquareRef::There, 0), surcharge))];
    game.steps = MovementRules {
        movement_attribute: Some(AttributeId(0)),
        surcharges: adds,
        ..MovementRules::default()
    };
    game
}

/// Returns such a board with more sorts of terrain, a column of rough ground, foes that threaten
/// and block squares, and allies to pass.
fn crowd(diagonals: Diagonals, surcharge: i32, below: &mut impl FnMut(u64) -> u64) -> Game {
    let mut game = game(diagonals, surcharge, below);
    game.sides.push(TurnId(0));
    for side in [0, 0, 0].into_iter().chain([1; 14]) {
        let square = Square { x: below(EDGE.into()) as u8, y: below(EDGE.into()) as u8 };
        game.sheets.push(Sheet { square, side: SideId(side), ..Sheet::default() });
    }
    for square in squares() {
        let more = (below(4) as u8) << 2 | u8::from(square.x == 5);
        game.board.terrain[usize::from(square.y * EDGE + square.x)] |= more;
    }
    let metrics = [Metric::Squares, Metric::Alternating, Metric::Euclid, Metric::Orthogonal];
    game.board.metric = metrics[below(4) as usize];
    game.board.threat = Some(add(&mut game, vec![Instr::Const(below(6) as i32 - 1)]).0);
    for _ in 0..below(3) {
        let input = match below(4) {
            0 => Input::Threats(SquareRef::There),
            1 => Input::Threats(SquareRef::Here),
            2 => Input::Terrain(SquareRef::Here, 0),
            _ => Input::Allies(SquareRef::There),
        };
        let add = add(&mut game, times(input, below(3) as i32));
        game.steps.surcharges.push(add);
    }
    let barred = add(&mut game, vec![Instr::Load(Input::Foes(SquareRef::There))]);
    game.steps.blocked.push(barred);
    let few =
        [Input::Allies(SquareRef::There), Input::Threats(SquareRef::There)][below(4) as usize / 3];
    let passing = add(&mut game, vec![Instr::Load(few)]);
    game.steps.pass_through_only.push(passing);
    game
}

fn times(input: Input, number: i32) -> Vec<Instr> {
    vec![Instr::Load(input), Instr::Const(number), Instr::Binary(Binary::Mul)]
}

fn add(game: &mut Game, code: Vec<Instr>) -> (ExprId, RulesId) {
    game.exprs.push(code);
    (ExprId(game.exprs.len() as u16 - 1), RulesId(0))
}

fn squares() -> impl Iterator<Item = Square> {
    (0..EDGE).flat_map(|y| (0..EDGE).map(move |x| Square { x, y }))
}

/// Returns the price of stopping on each square. It tries every step until nothing gets cheaper.
fn slowly(space: BoardView<'_>, budget: i32) -> Vec<Option<i32>> {
    let board = &space.game.board;
    let alternating = board.diagonals == Diagonals::Alternating;
    let mut prices = vec![[None; 2]; squares().count()];
    prices[board.index(START)][usize::from(alternating && space.state.combatants[0].odd)] = Some(0);
    let mut before = vec![];
    while before != prices {
        before.clone_from(&prices);
        for (from, way) in squares().flat_map(|from| (0..8).map(move |way| (from, way))) {
            let Some(to) = board.neighbour(from, way) else { continue };
            for odd in [false, true] {
                let step = space.step_frame(WALKER, from, to, odd);
                let price = space.price(&step);
                let Some(so_far) = prices[board.index(from)][usize::from(odd)] else { continue };
                if !space.is_open(&step)
                    || price >= i32::from(MAX_STEP_COST)
                    || so_far + price > budget
                {
                    continue;
                }
                let then = odd ^ (alternating && from.is_diagonal(to));
                let known = &mut prices[board.index(to)][usize::from(then)];
                *known = Some(known.map_or(so_far + price, |known: i32| known.min(so_far + price)));
            }
        }
    }
    let stop =
        |to: Square| to == START || !space.is_passing(&space.step_frame(WALKER, to, to, false));
    let best = |to: Square| prices[board.index(to)].into_iter().flatten().min();
    squares().map(|to| best(to).filter(|_| stop(to))).collect()
}

/// Compares everything in reach, and the way to each square, with the slow search.
fn check(mut game: Game, odd: bool, seed: u64) {
    game.build_plan();
    let mut state = State::new(&game);
    state.combatants.get_mut(CombatantId(0)).odd = odd;
    let space = BoardView { game: &game, state: &state };
    let (mut one, mut all) = (Reach::default(), Reach::default());
    for budget in [200, 30, 4, 0] {
        let prices = slowly(space, budget);
        all.find(space, WALKER, budget);
        for (to, price) in squares().zip(prices) {
            assert_eq!(all.price(to), price, "all to {to:?} within {budget}, seed {seed}");
            let way = one.way(space, WALKER, to, budget);
            assert_eq!(way.as_ref().map(|way| way.1), price, "{to:?} within {budget}, seed {seed}");
            let Some((squares, price)) = way else { continue };
            let (mut at, mut odd, mut paid) = (START, odd, 0);
            for next in squares {
                let step = space.step_frame(WALKER, at, next, odd);
                assert!(at.steps(next) == 1 && space.is_open(&step), "{at:?} to {next:?}");
                paid += space.price(&step);
                odd ^= at.is_diagonal(next) && game.board.diagonals == Diagonals::Alternating;
                at = next;
            }
            assert_eq!((at, paid), (to, price));
        }
    }
}

#[test]
fn ways_over_rough_ground_cost_what_a_slow_search_says() {
    for seed in 0..60 {
        // With a surcharge below 0, some steps cost less than their own cost.
        let surcharge = [2, 1, 5, -1][seed / 3 % 4];
        let game = game(DIAGONALS[seed % 3], surcharge, &mut numbers(seed as u64));
        check(game, seed % 2 == 1, seed as u64);
    }
}

#[test]
fn ways_through_a_crowd_cost_what_a_slow_search_says() {
    for seed in 0..240 {
        let surcharge = [2, 1, 40, 0, -1, 70][seed / 3 % 6];
        let game = crowd(DIAGONALS[seed % 3], surcharge, &mut numbers(seed as u64));
        check(game, seed % 2 == 1, seed as u64);
    }
}

#[test]
fn ways_of_large_creatures_cost_what_a_slow_search_says() {
    for seed in 0..240 {
        let surcharge = [2, 1, 40, 0, -1, 70][seed / 3 % 6];
        let mut below = numbers(seed as u64);
        let mut game = crowd(DIAGONALS[seed % 3], surcharge, &mut below);
        // Fewer foes, as each may cover up to nine squares.
        game.sheets.truncate(8);
        for sheet in &mut game.sheets {
            sheet.span = 1 + below(3) as u8;
        }
        game.sheets[0].span = 1 + (seed % 3) as u8;
        check(game, seed % 2 == 1, seed as u64);
    }
}

#[test]
fn the_way_round_a_step_may_cost_less() {
    let mut game = game(Diagonals::One, 0, &mut numbers(1));
    game.board.tight = false;
    game.board.terrain.fill(0);
    let (here, there) = (game.board.index(START), game.board.index(START.towards(2)));
    (game.board.terrain[here], game.board.terrain[there]) = (0b001, 0b100);
    let mut code = times(Input::Terrain(SquareRef::Here, 0), 5);
    code.extend([Instr::Load(Input::Terrain(SquareRef::There, 2)), Instr::Binary(Binary::Mul)]);
    game.steps.surcharges = vec![add(&mut game, code)];
    check(game, false, 0);
}

#[test]
fn nothing_is_in_reach_from_off_the_board() {
    let game = game(Diagonals::One, 1, &mut numbers(1));
    let mut state = State::new(&game);
    let mut reach = Reach::default();
    assert_eq!(reach.price(START), None);
    reach.find(BoardView { game: &game, state: &state }, WALKER, 30);
    assert_eq!(reach.price(START), Some(0));
    assert_eq!(
        reach.way(BoardView { game: &game, state: &state }, WALKER, Square::NOWHERE, 30),
        None
    );
    state.combatants.get_mut(CombatantId(0)).square = Square::NOWHERE;
    reach.find(BoardView { game: &game, state: &state }, WALKER, 30);
    assert_eq!(reach.price(START), None);
}

#[test]
fn boards_are_crossed_from_edge_to_edge() {
    let mut game = game(Diagonals::One, 1, &mut numbers(1));
    let (mut one, mut all) = (Reach::default(), Reach::default());
    for (width, height) in [(BOARD_MAX, BOARD_MAX), (BOARD_MAX, 1), (1, BOARD_MAX), (1, 1)] {
        (game.board.width, game.board.height) = (width, height);
        game.board.terrain = vec![0; usize::from(width) * usize::from(height)];
        let mut state = State::new(&game);
        let (from, to) = (Square { x: 0, y: 0 }, Square { x: width - 1, y: height - 1 });
        for (from, to) in [(from, to), (to, from)] {
            state.combatants.get_mut(CombatantId(0)).square = from;
            let space = BoardView { game: &game, state: &state };
            all.find(space, WALKER, 63);
            assert_eq!(all.price(to), Some(from.steps(to)));
            assert_eq!(one.way(space, WALKER, to, 63).map(|way| way.1), Some(from.steps(to)));
            assert_eq!(all.price(Square { x: width, ..to }), None);
            assert_eq!(one.way(space, WALKER, Square { y: height, ..to }, 63), None);
        }
    }
}

#[test]
fn ways_over_open_ground_are_straight() {
    for diagonals in DIAGONALS {
        let mut game = game(diagonals, 0, &mut numbers(1));
        game.board.terrain.fill(0);
        let state = State::new(&game);
        let space = BoardView { game: &game, state: &state };
        let to = Square { x: 7, y: 1 };
        let (way, _) = Reach::default().way(space, WALKER, to, 30).expect("nothing is in the way");
        assert!(way.iter().all(|square| square.y == START.y), "{diagonals:?}: {way:?}");
        // Two to the side for six forward: nowhere more than a square off the line.
        let to = Square { x: 7, y: 3 };
        let (way, _) = Reach::default().way(space, WALKER, to, 30).expect("nothing is in the way");
        let off = |square: &Square| (3 * i32::from(square.y) - i32::from(square.x) - 2).abs();
        assert!(way.iter().all(|square| off(square) <= 3), "{diagonals:?}: {way:?}");
    }
}
