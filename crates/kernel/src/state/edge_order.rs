//! Order of a handler's subjects while an edge runs.
//!
//! A handler runs once for every combatant, in the order from the beginning of the edge. Effects
//! that reorder combatants meanwhile call [`State::keep_edge_order`] first.

use crate::ids::{CombatantId, TurnId};
use crate::model::clock::ClockStep;

use super::State;

impl State {
    /// Stores the order of subjects for the rest of the running edge. Call it before any change of
    /// the turn order or of a turn group.
    pub(crate) fn keep_edge_order(&mut self, ordered: bool) {
        if !matches!(self.clock.step, ClockStep::RunEdge(..)) || !self.edge_order.is_empty() {
            return;
        }
        let mut order = std::mem::take(&mut self.edge_order);
        match ordered {
            true => order.extend(self.turn_order.iter().map(|who| who.0)),
            false => {
                let everybody = (0..self.combatants.len()).map(|at| CombatantId(at as u8));
                order.extend(everybody.map(|who| self.turn_of(who).0));
            }
        }
        self.edge_order = order;
    }

    /// Returns the combatant at a place of the turn order from the beginning of the edge.
    #[inline(always)]
    pub(crate) fn at_edge(&self, place: usize) -> Option<CombatantId> {
        match self.edge_order.is_empty() {
            true => self.turn_order.get(place).copied(),
            false => self.edge_order.get(place).map(|&who| CombatantId(who)),
        }
    }

    /// Returns the number of places in that order.
    #[inline(always)]
    pub(crate) fn places_at_edge(&self) -> usize {
        if self.edge_order.is_empty() { self.turn_order.len() } else { self.edge_order.len() }
    }

    /// Returns the turn group of a combatant when the running edge began.
    #[inline(always)]
    pub(crate) fn turn_at_edge(&self, who: CombatantId) -> TurnId {
        self.edge_order.get(who.index()).map_or_else(|| self.turn_of(who), |&turn| TurnId(turn))
    }
}
