//! An encounter with the facts that policies and statistics need.

use std::sync::Arc;

use kernel::pay::Payment;
use kernel::{
    ActivityId, AttributeId, CombatantId, CombatantSet, Declaration, Game, NullSink, Op, Role,
    SideId, State, Target,
};
use rules::Compiled;

/// An encounter ready to be played many times.
#[derive(Clone, Debug)]
pub struct Fight {
    pub(crate) compiled: Arc<Compiled>,
    pub(crate) start: State,
    /// The attribute for health, if the ruleset has one, and each combatant's initial health.
    health: Option<(AttributeId, Vec<i32>)>,
    /// Activities that set their target's health; if there are none, those aimed at foes.
    pub(crate) hostile: Vec<ActivityId>,
    /// The hostile activities, and those that gain tokens.
    pub(crate) eager: Vec<ActivityId>,
    /// The index of the span that counts rounds.
    round: Option<usize>,
}

impl Fight {
    /// Prepares a compiled encounter.
    pub fn new(compiled: Arc<Compiled>) -> Fight {
        let game = &compiled.game;
        let mut start = State::new(game);
        kernel::start(game, &mut start, &mut NullSink);
        let health = compiled.names.attributes.iter().position(|one| one.health && !one.fixed);
        let health = health.map(|at| {
            let of = |who: usize| i32::from(game.sheets[who].attributes[at]);
            (AttributeId(at as u8), (0..game.sheets.len()).map(of).collect())
        });
        let all = || (0..game.activities.len()).map(|at| ActivityId(at as u16));
        let health_id = health.as_ref().map(|(id, _)| *id);
        let steps = |one: &ActivityId| {
            let activity = &game.activities[one.index()];
            let program = game.programs.get(activity.program.index());
            program.filter(|_| !activity.by_game_master).into_iter().flatten()
        };
        let harms = |one: &ActivityId| {
            let of_target = |op: &Op| match op {
                Op::Set { who, attribute, .. } | Op::AddUntil { who, attribute, .. } => {
                    *who == Role::Target && Some(*attribute) == health_id
                }
                _ => false,
            };
            let aimed = game.activities[one.index()].target;
            aimed != Target::Friend
                && aimed != Target::Ally
                && steps(one).any(|step| of_target(&step.op))
        };
        let is_aimed = |one: &ActivityId| {
            let activity = &game.activities[one.index()];
            !activity.by_game_master && activity.target == Target::Foe
        };
        let gains = |one: &ActivityId| steps(one).any(|step| matches!(step.op, Op::Gain { .. }));
        let mut hostile: Vec<ActivityId> = all().filter(harms).collect();
        // If the rules do not track wounds, activities aimed at foes count as hostile.
        if hostile.is_empty() {
            hostile = all().filter(is_aimed).collect();
        }
        let eager = all().filter(|one| hostile.contains(one) || gains(one)).collect();
        let round = compiled.names.spans.iter().position(|span| span == "round");
        let round = round.or(compiled.names.spans.len().checked_sub(2));
        Fight { start, health, hostile, eager, round, compiled }
    }

    /// Returns the rules of the fight.
    pub fn game(&self) -> &Game {
        &self.compiled.game
    }

    /// Returns the encounter with its names.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Returns the sides that have combatants, in the order of the ruleset.
    pub fn sides(&self) -> Vec<SideId> {
        let with = self.start.combatants.sides_among(self.everybody());
        (0..8).filter(|side| with >> side & 1 == 1).map(SideId).collect()
    }

    /// Returns the label of a side.
    pub fn side_label(&self, side: SideId) -> &str {
        let names = &self.compiled.names;
        let label = names.side_labels.get(side.index()).filter(|label| !label.is_empty());
        label.or(names.sides.get(side.index())).map_or("", String::as_str)
    }

    /// Returns the side with a name or label. Case does not matter in labels.
    pub fn side_called(&self, name: &str) -> Option<SideId> {
        let is_called = |side: &SideId| {
            self.compiled.names.sides[side.index()] == name
                || self.side_label(*side).eq_ignore_ascii_case(name)
        };
        self.sides().into_iter().find(is_called)
    }

    /// Returns all combatants who take part from the beginning.
    pub(crate) fn everybody(&self) -> CombatantSet {
        self.start.everybody()
    }

    /// Returns a combatant's health, from 0 to its initial health; `None` if the ruleset has no
    /// health.
    pub(crate) fn health(&self, state: &State, who: CombatantId) -> Option<i32> {
        let (attribute, full) = self.health.as_ref()?;
        let now = i32::from(state.combatant(who).attributes[attribute.index()]);
        Some(now.clamp(0, full[who.index()].max(0)))
    }

    /// Returns the share of its health that a combatant has left, from 0 to 1. It is 0 for a
    /// combatant who is out of the fight; without health it is otherwise 1.
    pub(crate) fn share_left(&self, state: &State, who: CombatantId) -> f64 {
        let is_out = state.combatant(who).conditions & self.game().out != 0;
        match (&self.health, self.health(state, who)) {
            _ if is_out => 0.0,
            (Some((_, full)), Some(now)) => f64::from(now) / f64::from(full[who.index()].max(1)),
            _ => 1.0,
        }
    }

    /// Returns the rank of a choice among those of equal value: 2 for a paid attack, 1 for ending
    /// the turn or passing, 0 for anything else.
    pub(crate) fn rank(&self, choice: Option<(Declaration, Payment)>) -> u8 {
        match choice {
            Some((declare, payment)) => {
                2 * u8::from(self.hostile.contains(&declare.activity) && !payment.spend.is_empty())
            }
            None => 1,
        }
    }

    /// Returns the number of the round, from 1.
    pub(crate) fn round(&self, state: &State) -> u32 {
        self.round.map_or(1, |at| u32::from(state.clock.numbers[at]).max(1))
    }
}
