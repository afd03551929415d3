//! Accelerator: threat counts of all squares. They must equal [`BoardView::threats`] of each.

use crate::board_view::BoardView;
use crate::game::EvalContext;
use crate::ids::{CombatantId, iter_bits};
use crate::model::board::{BOARD_MAX, Metric, Square};
use crate::model::footprint::Footprint;
use crate::state::Frame;

/// Counts the foes of a combatant that threaten each square, as [`BoardView::threats`] does.
pub(crate) fn count_threats(space: BoardView<'_>, to: CombatantId, counts: &mut [u8]) {
    let (game, state, board) = (space.game, space.state, &space.game.board);
    let Some(reach) = board.threat else { return };
    for foe in iter_bits(state.hostile_to(state.combatant(to).side())) {
        let one = state.combatant(foe);
        if !board.holds(one.square) || one.conditions & game.out != 0 {
            continue;
        }
        let frame = Frame { actor: foe, cause: foe, ..Frame::default() };
        let within = EvalContext { game, state, frame: &frame }.eval(reach);
        let within = within.min(i32::from(BOARD_MAX));
        if within < 0 {
            continue;
        }
        // In every metric the distance is at least the larger of columns and rows.
        let block = space.footprint(foe);
        let span = |at: u8, edge: u8| {
            let last = (at + block.span - 1 + within as u8).min(edge - 1);
            at.saturating_sub(within as u8)..=last
        };
        for y in span(one.square.y, board.height) {
            for x in span(one.square.x, board.width) {
                let square = Square { x, y };
                let distance = || board.metric.apart(block, Footprint::single(square));
                let near = board.metric == Metric::Squares || distance() <= within;
                let count = &mut counts[board.index(square)];
                *count = count.saturating_add(u8::from(near));
            }
        }
    }
}
