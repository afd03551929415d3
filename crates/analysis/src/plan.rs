//! Finds every distinct way to use the rest of a turn.
//!
//! Two ways are the same if they use the same activities, in any order and at any target or square.
//! The best of them represents all. A way is left out if another way contains it. Activities that
//! cost no tokens, other than steps, are left out too, because they fit into any way. The search
//! uses average dice; expected results are then calculated over all rolls.

use std::collections::HashMap;

use kernel::{
    ActivityId, CombatantId, Decision, Declaration, LegalActions, NullSink, State, Target,
    apply_unchecked, bit,
};
use serde::Serialize;
use sim::choices::Chance;
use sim::fnv::Fnv;

use crate::expect::{Expectation, expect};
use crate::fight::Fight;
use crate::greedy::settle;
use crate::score::{Score, Weights};

/// Limits of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum number of states.
    pub states: usize,
    /// Maximum number of ways with expected results, best first.
    pub ways: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { states: 20_000, ways: 24 }
    }
}

/// Ways to end a turn.
#[derive(Clone, Debug, Serialize)]
pub struct Plans {
    /// The combatant whose turn it is.
    #[serde(skip)]
    pub who: CombatantId,
    /// The ways, best first.
    pub ways: Vec<Way>,
    /// Number of ways found, including those beyond the limit.
    pub found: usize,
    /// Whether the search stopped at its limit of states.
    pub cut: bool,
}

/// One way to end a turn.
#[derive(Clone, Debug, Serialize)]
pub struct Way {
    /// The declarations, in order.
    #[serde(skip)]
    pub steps: Vec<Declaration>,
    /// Its expected results.
    pub expectation: Expectation,
    /// The score afterwards with average dice. Ways are sorted by expected damage dealt minus lost,
    /// then by score.
    pub score: f64,
}

/// Average dice, and rulings with their default.
struct Middle;

impl Chance for Middle {
    fn face(&mut self, sides: u32, _: u32, nth: u32) -> u32 {
        // A single die shows its upper middle. Several dice alternate between upper and lower
        // middle.
        if nth.is_multiple_of(2) { sides / 2 + 1 } else { sides.div_ceil(2) }
    }

    fn answer(&mut self, _: u8, default: u8) -> u8 {
        default
    }
}

/// The activities of a way, sorted. Activities for steps count once.
type Doing = Vec<ActivityId>;

struct Node {
    state: State,
    /// The node before it, and the declaration made there.
    from: Option<(usize, Declaration)>,
    doing: Doing,
}

/// Finds the ways in which `who` can use the rest of the turn. Returns `None` if `who` may not act
/// now.
pub fn plan(fight: &Fight, state: &State, who: CombatantId, bounds: Bounds) -> Option<Plans> {
    if !may_act(state, who) {
        return None;
    }
    let side = state.combatant(who).side();
    let (nodes, cut) = explore(fight, state, who, bounds.states);
    let mut score = Score::new(fight, Weights { ready: 0.0, ..Weights::EVEN });
    let mut best: HashMap<&Doing, (f64, usize)> = HashMap::new();
    for (at, node) in nodes.iter().enumerate() {
        let value = score.of(&node.state, side);
        let known = best.entry(&node.doing).or_insert((f64::NEG_INFINITY, at));
        if value > known.0 {
            *known = (value, at);
        }
    }
    let mut ways: Vec<(&Doing, f64, usize)> = best
        .iter()
        .filter(|(doing, _)| !best.keys().any(|more| is_part(doing, more)))
        .map(|(doing, (value, at))| (*doing, *value, *at))
        .collect();
    ways.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(other.0)));
    let found = ways.len();
    let worked_out = ways.iter().take(bounds.ways).map(|(_, score, at)| {
        let steps = steps_to(&nodes, *at);
        let expectation = expect(fight, state, &steps, side, 1);
        Way { steps, expectation, score: *score }
    });
    let mut ways: Vec<Way> = worked_out.collect();
    let worth = |way: &Way| way.expectation.dealt.value() - way.expectation.lost.value();
    ways.sort_by(|one, other| {
        worth(other).total_cmp(&worth(one)).then(other.score.total_cmp(&one.score))
    });
    Some(Plans { who, ways, found, cut })
}

fn may_act(state: &State, who: CombatantId) -> bool {
    matches!(state.decision, Decision::Act(able) if able & bit(who) != 0)
}

/// Visits the states that `who` can reach before ending the turn, breadth first. Also returns
/// whether there are more than `most`.
fn explore(fight: &Fight, state: &State, who: CombatantId, most: usize) -> (Vec<Node>, bool) {
    let game = fight.game();
    let mut lister = LegalActions::new(game);
    let mut nodes = vec![Node { state: state.clone(), from: None, doing: Vec::new() }];
    let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut at = 0;
    while at < nodes.len() {
        let count =
            if may_act(&nodes[at].state, who) { lister.refresh(game, &nodes[at].state) } else { 0 };
        for nth in 0..count {
            let Some((declare, payment)) = lister.nth(game, nth) else { break };
            let is_step = game.activities[declare.activity.index()].target == Target::Step;
            let already = nodes[at].doing.contains(&declare.activity);
            // Free activities fit into any way.
            if declare.actor != who || payment.spend.is_empty() && !is_step {
                continue;
            }
            let mut next = nodes[at].state.clone();
            apply_unchecked(game, &mut next, &declare, &payment, &mut NullSink);
            settle(game, &mut next, &mut Middle);
            next.command_count = 0;
            if next.clock.current != state.clock.current {
                continue;
            }
            let mut doing = nodes[at].doing.clone();
            if !(is_step && already) {
                doing.push(declare.activity);
                doing.sort_unstable();
            }
            let alike = known.entry(outline(&next, &doing)).or_default();
            if alike.iter().any(|&one| nodes[one].doing == doing && nodes[one].state == next) {
                continue;
            }
            if nodes.len() >= most {
                return (nodes, true);
            }
            alike.push(nodes.len());
            nodes.push(Node { state: next, from: Some((at, declare)), doing });
        }
        at += 1;
    }
    (nodes, false)
}

/// Returns a hash that is the same for equal states.
fn outline(state: &State, doing: &Doing) -> u64 {
    let mut hash = Fnv::new();
    for who in kernel::iter_bits(state.everybody()) {
        let one = state.combatant(who);
        hash = hash.number(one.conditions).number(one.purse.mix());
        hash = hash.number(u64::from(one.square.x) << 8 | u64::from(one.square.y));
        hash = one.attributes.iter().fold(hash, |hash, value| hash.number(*value as u64));
    }
    doing.iter().fold(hash, |hash, one| hash.number(u64::from(one.0))).value()
}

/// Whether a sorted list is contained in a longer one.
fn is_part(less: &Doing, more: &Doing) -> bool {
    if less.len() >= more.len() {
        return false;
    }
    let mut rest = more.iter();
    less.iter().all(|one| rest.any(|other| other == one))
}

fn steps_to(nodes: &[Node], at: usize) -> Vec<Declaration> {
    let mut steps = Vec::new();
    let mut here = at;
    while let Some((before, declare)) = nodes[here].from {
        steps.push(declare);
        here = before;
    }
    steps.reverse();
    steps
}
