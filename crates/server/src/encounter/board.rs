//! The board: positions of combatants, and prices of ways.

use kernel::{BoardView, CombatantId, Reach as Ways, Square, State as Moment, iter_bits};
use rules::square;

use super::live::Live;
use crate::wire::{Board, Position, Reach, Reachable, Terrain};

/// Returns the present board, or `None` if the fight has none.
pub(super) fn board(live: &Live, state: &Moment) -> Option<Board> {
    let board = &live.compiled().game.board;
    if !board.exists() {
        return None;
    }
    let names = &live.compiled().names.terrain;
    let square = |at: usize| {
        let (x, y) = (at % usize::from(board.width), at / usize::from(board.width));
        let sorts = state.terrain.get(at).copied().unwrap_or(0);
        let tags = names.iter().enumerate().filter(|(sort, _)| sorts >> sort & 1 == 1);
        let tags: Vec<String> = tags.map(|(_, sort)| sort.name.clone()).collect();
        let solid = sorts & board.solid != 0;
        (!tags.is_empty()).then_some(Terrain { x: x as i32, y: y as i32, tags, solid })
    };
    let count = usize::from(board.width) * usize::from(board.height);
    Some(Board {
        width: u32::from(board.width),
        height: u32::from(board.height),
        terrain: (0..count).filter_map(square).collect(),
    })
}

/// Returns the position of a square, or `None` for a combatant that is nowhere on the board.
pub(super) fn position(square: Square, span: u8) -> Option<Position> {
    let (x, y) = (i32::from(square.x), i32::from(square.y));
    let size = u32::from(span);
    square.is_somewhere().then(|| Position { square: square::print(square), x, y, size })
}

/// Returns every square that a combatant can reach with its remaining movement, with its price. The
/// combatants of `without` count as absent.
pub(super) fn reach(live: &Live, who: CombatantId, without: kernel::CombatantSet) -> Reach {
    let game = &live.compiled().game;
    let mut state = live.session.state().clone();
    for unknown in iter_bits(without & state.everybody()) {
        state.combatants.get_mut(unknown).square = Square::NOWHERE;
    }
    let space = BoardView { game, state: &state };
    let left = if game.board.exists() { space.left(who) } else { 0 };
    let mut ways = Ways::default();
    let mut squares = Vec::new();
    if state.combatant(who).square.is_somewhere() {
        ways.find(space, who, left);
        for y in 0..game.board.height {
            for x in 0..game.board.width {
                let at = Square { x, y };
                let Some(price) = ways.price(at) else { continue };
                squares.push(Reachable {
                    square: square::print(at),
                    x: i32::from(x),
                    y: i32::from(y),
                    price,
                    threats: space.threats(at, who).max(0) as u32,
                });
            }
        }
    }
    Reach { sequence: live.sequence(), who: live.name(who), left, squares }
}
