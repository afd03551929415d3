//! Accelerator: the shortcuts of a game and the tables that they read. Each must agree with the
//! definition that its own module names.

use crate::accel::analysis::{SkipTable, TargetConditions};
use crate::accel::handlers::{HandlerPlan, TriggerIndex, TriggerIndexes};
use crate::accel::responder_index::ResponderIndex;
use crate::game::{DueHandler, EdgePlace, Game, Shortcuts};
use crate::ids::{ActivityId, CombatantId, CombatantSet, SpanId};
use crate::limits::MOMENTS;
use crate::model::clock::Edge;
use crate::model::expr::StatRef;
use crate::model::moment::Moments;
use crate::pay::MinimumCost;
use crate::state::State;

/// Tables that the shortcuts of a game read.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Possible responders to each activity; last entry: anything else.
    responders: Vec<ResponderIndex>,
    /// Target conditions of each activity: at any time, and while a declaration waits for answers.
    conditions: [TargetConditions; 2],
    /// Lower bounds on the cost of each option, by combatant and moment; empty for moments without
    /// payable options.
    min_costs: Vec<Vec<Vec<MinimumCost>>>,
    /// Greatest distance of the target of each activity, if target conditions are also known.
    pub(crate) target_ranges: Vec<Option<StatRef>>,
    /// The table of each program's steps that are no-ops while some facts are absent.
    pub(crate) skip_tables: Vec<SkipTable>,
    /// The plan of each handler.
    pub(crate) handlers: Vec<HandlerPlan>,
    /// The handlers of each edge, by the state that wakes them.
    pub(crate) triggers: TriggerIndexes,
}

impl Plan {
    /// Derives the tables of a game whose other derived tables are built.
    pub(crate) fn of(game: &mut Game, conditions: [TargetConditions; 2]) -> Plan {
        let at_moments =
            |sheet| (0..MOMENTS).map(|moment| game.prospects_at(sheet, moment)).collect();
        let min_costs = game.sheets.iter().map(at_moments).collect();
        let ranges = |at| game.reach_of(at, &conditions[1]);
        let target_ranges: Vec<_> = (0..game.activities.len()).map(ranges).collect();
        let responders = game.build_responder_index(&conditions, &target_ranges);
        let table = |program| game.skip_table_of(program, &game.thread_jumps(program));
        let skip_tables = game.programs.iter().map(|program| table(program)).collect();
        let handlers: Vec<HandlerPlan> =
            game.handlers.iter().map(|handler| HandlerPlan::of(game, handler)).collect();
        let triggers = std::array::from_fn(|span| {
            [Edge::Begin, Edge::End].map(|edge| {
                TriggerIndex::of(game, &handlers, game.leads.at(SpanId(span as u8), edge))
            })
        });
        Plan { responders, conditions, min_costs, target_ranges, skip_tables, handlers, triggers }
    }

    /// Returns the possible responders to an activity; ids of no activity share one entry.
    #[inline(always)]
    pub(crate) fn responders_to(&self, answered: ActivityId) -> &ResponderIndex {
        let last = self.responders.len().saturating_sub(1);
        self.responders.get(answered.index().min(last)).unwrap_or(&ResponderIndex::ALL)
    }

    /// Returns the lower bound on the cost of a payable option at a moment.
    #[inline(always)]
    pub(crate) fn min_cost(
        &self,
        who: CombatantId,
        option: usize,
        moment: Moments,
    ) -> &MinimumCost {
        &self.min_costs[who.index()][moment.index()][option]
    }

    /// Returns the target conditions for the current depth of the stack.
    #[inline(always)]
    pub(crate) fn target_conditions(&self, state: &State) -> &TargetConditions {
        &self.conditions[usize::from(state.depth() > 0)]
    }
}

impl Shortcuts for Plan {
    fn responders(&self, game: &Game, state: &mut State) -> CombatantSet {
        self.find_responders(game, state)
    }

    fn can_declare(&self, game: &Game, state: &State, who: CombatantId) -> bool {
        self.can_declare_any(game, state, who)
    }

    fn next_due(
        &self,
        game: &Game,
        state: &mut State,
        from: EdgePlace,
        recorded: bool,
    ) -> Option<DueHandler> {
        self.next_due_handler(game, state, from, recorded)
    }

    fn advance(&self, game: &Game, state: &mut State, ran: Option<u16>) {
        let top = state.stack.len() - 1;
        let frame = &mut state.stack[top];
        let table = &self.skip_tables[frame.program.index()];
        // A step that ends its program has no other successor.
        if let Some(ran) = ran.filter(|ran| frame.at == ran + 1) {
            frame.at = table.after(ran);
        }
        table.run_simple_steps(game, state, top);
    }
}
