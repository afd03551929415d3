//! The way to one square costs what it costs when everything in reach is priced.

use super::*;
use crate::expr::{Binary, Code, Input};
use crate::game::Game;
use crate::ids::{AttributeId, ExprId, RulesId};
use crate::sheet::Sheet;
use crate::space::{Place, Steps};
use crate::state::State;

const EDGE: u8 = 9;

/// A board with rough ground (first sort), walls (second) and one walker; a step onto rough ground
/// costs so much more.
fn game(diagonals: Diagonals, surcharge: i32, mut numbers: u64) -> Game {
    let mut below = |count: u64| {
        numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (numbers >> 33) % count
    };
    let mut game = Game::default();
    game.sides.push(crate::ids::TurnId(0));
    game.sheets.push(Sheet { square: Square { x: 1, y: 1 }, ..Sheet::default() });
    game.board.width = EDGE;
    game.board.height = EDGE;
    game.board.diagonals = diagonals;
    game.board.solid = 0b10;
    game.board.tight = below(2) == 0;
    game.board.terrain = (0..EDGE * EDGE).map(|_| [0, 0, 0, 1, 1, 2][below(6) as usize]).collect();
    game.board.terrain[usize::from(EDGE) + 1] = 0;
    let rough = Code::Load(Input::Terrain(Place::There, 0));
    game.exprs.push(vec![rough, Code::Const(surcharge), Code::Binary(Binary::Mul)]);
    let adds = vec![(ExprId(0), RulesId(0))];
    game.steps = Steps { from: Some(AttributeId(0)), adds, ..Steps::default() };
    game
}

#[test]
fn a_way_costs_what_everything_in_reach_says() {
    let (mut one, mut all) = (Reach::default(), Reach::default());
    let walker = CombatantId(0);
    for seed in 0..60 {
        let kinds = [Diagonals::One, Diagonals::Alternating, Diagonals::Forbidden];
        // Below 0 some steps cost less than they count.
        let game = game(kinds[seed % 3], [2, 1, 5, -1][seed / 3 % 4], seed as u64);
        let mut state = State::new(&game);
        state.combatants[0].odd = seed % 2 == 1;
        let space = Space { game: &game, state: &state };
        all.find(space, walker, 30);
        let squares = (0..EDGE).flat_map(|y| (0..EDGE).map(move |x| Square { x, y }));
        for to in squares {
            let way = one.way(space, walker, to, 30);
            assert_eq!(way.as_ref().map(|way| way.1), all.price(to), "{to:?}, seed {seed}");
            let Some((squares, price)) = way else { continue };
            let (mut at, mut odd, mut paid) = (Square { x: 1, y: 1 }, state.combatants[0].odd, 0);
            for next in squares {
                let step = space.stepping(walker, at, next, odd);
                assert!(at.steps(next) == 1 && space.is_open(&step), "{at:?} to {next:?}");
                paid += space.price(&step);
                odd ^= at.is_diagonal(next) && kinds[seed % 3] == Diagonals::Alternating;
                at = next;
            }
            assert_eq!((at, paid), (to, price));
        }
    }
}
