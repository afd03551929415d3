//! Monte Carlo tree search.
//!
//! Each playout descends the tree of choices made so far, adds one, plays on eagerly for a few
//! turns, and scores the end for each side that chose. Dice are rolled again each time, so a node
//! stands for a sequence of choices with any rolls between them. A node considers more of its
//! choices as its visits grow (progressive widening).

use std::collections::HashMap;

use kernel::{Command, Declaration, LegalActions, SideId, State};
use sim::choices;
use sim::policy::{Random, contested};

use crate::eager::Eager;
use crate::fight::Fight;
use crate::greedy::Dice;
use crate::score::{Score, mover};

/// Weight of exploration in the choice of an edge.
const EXPLORE: f64 = 0.5;
/// Maximum number of turns, and of choices, in a playout below the tree.
const TURNS: u32 = 3;
const CHOICES_MAX: u32 = 40;
/// Maximum depth of the tree.
const DEPTH_MAX: usize = 24;

/// A choice that has been tried.
#[derive(Clone, Debug)]
struct Edge {
    /// The declaration; `None` ends the turn or passes.
    choice: Option<Declaration>,
    node: usize,
}

#[derive(Clone, Debug, Default)]
struct Node {
    visits: u32,
    /// The sum of scores, each from 0 to 1, for the side that chose to come here.
    reward: f64,
    tried: Vec<Edge>,
}

/// A search by playouts.
#[derive(Clone, Debug)]
pub(crate) struct Tree<'f> {
    fight: &'f Fight,
    score: Score<'f>,
    eager: Eager<'f>,
    lister: LegalActions,
    playouts: u32,
    nodes: Vec<Node>,
    trial: State,
}

impl<'f> Tree<'f> {
    pub(crate) fn new(fight: &'f Fight, score: Score<'f>, playouts: u32) -> Tree<'f> {
        Tree {
            fight,
            score,
            eager: Eager::new(fight),
            lister: LegalActions::new(fight.game()),
            playouts,
            nodes: Vec::new(),
            trial: fight.start.clone(),
        }
    }

    /// Returns the index of the choice with the most visits; the index after the last one ends the
    /// turn or passes.
    pub(crate) fn choose(
        &mut self,
        state: &State,
        (lister, count): (&LegalActions, usize),
        close: Option<Command>,
        random: &mut Random,
    ) -> usize {
        if count + usize::from(close.is_some()) < 2 {
            return 0;
        }
        self.nodes.clear();
        self.nodes.push(Node::default());
        let base = self.scores(state);
        for _ in 0..self.playouts {
            self.playout(state, &base, random);
        }
        let most = self.nodes[0].tried.iter().max_by_key(|edge| self.nodes[edge.node].visits);
        let Some(choice) = most.map(|edge| edge.choice) else { return 0 };
        let game = self.fight.game();
        let found = (0..count).find(|&nth| lister.nth(game, nth).map(|one| one.0) == choice);
        found.unwrap_or(count)
    }

    fn playout(&mut self, from: &State, base: &HashMap<u8, f64>, random: &mut Random) {
        let game = self.fight.game();
        self.trial.clone_from(from);
        let mut way: Vec<(usize, SideId)> = Vec::new();
        let mut at = 0;
        while way.len() < DEPTH_MAX {
            if !choices::settle(game, &mut self.trial, &mut Dice(random)) {
                break;
            }
            let Some(side) = mover(&self.trial).filter(|_| contested(game, &self.trial)) else {
                break;
            };
            let close = choices::closing(game, &self.trial);
            let count = self.lister.refresh(game, &self.trial);
            let (edge, is_new) = self.pick(at, count, close.is_some(), random);
            let choice = self.nodes[at].tried[edge].choice;
            let nth = match choice {
                None => count,
                Some(choice) => {
                    let is_it = |nth: &usize| {
                        self.lister.nth(game, *nth).is_some_and(|one| one.0 == choice)
                    };
                    (0..count).find(is_it).unwrap_or(count)
                }
            };
            if !choices::choose(game, &mut self.trial, (&self.lister, nth), close) {
                break;
            }
            at = self.nodes[at].tried[edge].node;
            way.push((at, side));
            if is_new {
                break;
            }
        }
        self.eager.play_on(&mut self.trial, TURNS, CHOICES_MAX, random);
        self.nodes[0].visits += 1;
        for (node, side) in way {
            let gain = self.score.of(&self.trial, side) - base.get(&side.0).copied().unwrap_or(0.0);
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.reward += 0.5 + 0.5 * gain.tanh();
        }
    }

    /// Returns the index of the edge to follow, and whether it is new.
    fn pick(
        &mut self,
        at: usize,
        count: usize,
        can_close: bool,
        random: &mut Random,
    ) -> (usize, bool) {
        let game = self.fight.game();
        let choices = count + usize::from(can_close);
        let node = &self.nodes[at];
        let room = 4 + (2.0 * f64::from(node.visits).sqrt()) as usize;
        let choice_of = |nth: usize| self.lister.nth(game, nth).map(|one| one.0);
        if node.tried.len() < room.min(choices) {
            // Legal choices depend on the rolls, so a choice is drawn from those not tried yet.
            let is_new =
                |choice: &Option<Declaration>| node.tried.iter().all(|edge| edge.choice != *choice);
            let drawn = (0..8).map(|_| choice_of(random.below(choices as u32) as usize));
            if let Some(choice) = drawn.into_iter().find(is_new) {
                self.nodes.push(Node::default());
                let edge = Edge { choice, node: self.nodes.len() - 1 };
                self.nodes[at].tried.push(edge);
                return (self.nodes[at].tried.len() - 1, true);
            }
        }
        let is_legal = |edge: &Edge| match edge.choice {
            None => can_close,
            Some(choice) => (0..count).any(|nth| choice_of(nth) == Some(choice)),
        };
        let total = f64::from(node.visits.max(1)).ln();
        let worth = |edge: &Edge| {
            let node = &self.nodes[edge.node];
            let visits = f64::from(node.visits.max(1));
            node.reward / visits + EXPLORE * (total / visits).sqrt()
        };
        let legal = node.tried.iter().enumerate().filter(|(_, edge)| is_legal(edge));
        let best = legal.max_by(|one, other| worth(one.1).total_cmp(&worth(other.1)));
        if let Some((nth, _)) = best {
            return (nth, false);
        }
        let choice = choice_of(random.below(choices.max(1) as u32) as usize);
        self.nodes.push(Node::default());
        let edge = Edge { choice, node: self.nodes.len() - 1 };
        self.nodes[at].tried.push(edge);
        (self.nodes[at].tried.len() - 1, true)
    }

    fn scores(&mut self, state: &State) -> HashMap<u8, f64> {
        let sides = self.fight.sides();
        sides.into_iter().map(|side| (side.0, self.score.of(state, side))).collect()
    }
}
