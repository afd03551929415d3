//! Finds what can still be done in a turn: every distinct way to end it.
//!
//! Two ways are the same if the same things are done, in whatever order, to whomever and wherever;
//! the best of them stands for all. A way to which something could be added is left out, and so is
//! what costs no tokens, other than steps: it can be added to any of them. Dice show their middle
//! while ways are looked for; what a way comes to is then worked out over all that dice may show.

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

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// States looked at.
    pub states: usize,
    /// Ways worked out, best first.
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
    /// Ways that were found, those not worked out among them.
    pub found: usize,
    /// Not everything was looked at, because there is too much.
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
    /// The score afterwards with dice in their middle; ways are sorted by expected damage first.
    pub score: f64,
}

/// Dice that show their middle, and questions answered as usual.
struct Middle;

impl Chance for Middle {
    fn face(&mut self, sides: u32, _: u32, nth: u32) -> u32 {
        // The upper middle of a single die, upper and lower by turns of several.
        if nth.is_multiple_of(2) { sides / 2 + 1 } else { sides.div_ceil(2) }
    }

    fn answer(&mut self, _: u8, default: u8) -> u8 {
        default
    }
}

/// The activities of a way, steps counted once: sorted, so that order makes no difference.
type Doing = Vec<ActivityId>;

struct Node {
    state: State,
    /// The node before it, and what was declared there.
    from: Option<(usize, Declaration)>,
    doing: Doing,
}

/// Finds the ways in which somebody who may act now can end their turn; `None` if it is not for
/// them to act.
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

/// Looks at every state that somebody can reach before ending the turn, nearest first.
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
            // What costs nothing can be done beside anything else.
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

/// Returns a number that is the same for equal states.
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

/// Whether everything in one list is in another, longer one.
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
