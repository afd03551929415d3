//! Figures over many fights.

use kernel::SideId;
use serde::Serialize;

use crate::fight::Fight;
use crate::interval::{Interval, Moments, wilson};
use crate::played::{Outcome, Played};

/// Figures over many fights.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Fights played.
    pub fights: u64,
    /// Shares of wins by side, from 0 to 1.
    pub wins: Vec<Share>,
    /// Share of fights that ended with no combatant able to act.
    pub nobody: Interval,
    /// Share of fights that were not decided within the limits.
    pub undecided: Interval,
    /// Number of rounds of decided fights.
    pub rounds: Interval,
    /// Number of decided fights that ended in round 1, 2 and so on.
    pub ended_in: Vec<u64>,
    /// Number of choices per fight.
    pub decisions: Interval,
    /// Figures of each combatant.
    pub combatants: Vec<Combatant>,
    /// Declared activities, most frequent first.
    pub used: Vec<Use>,
    /// Activities that were legal at some time but never chosen.
    pub unchosen: Vec<String>,
    /// Activities that a combatant has but that were never legal.
    pub never_legal: Vec<String>,
    /// Tokens spent per fight, most first.
    pub spent: Vec<Use>,
}

/// A side's share of the wins.
#[derive(Clone, Debug, Serialize)]
pub struct Share {
    /// Its label.
    pub side: String,
    /// Its share of the wins.
    pub share: Interval,
}

/// Figures of one combatant over many fights.
#[derive(Clone, Debug, Serialize)]
pub struct Combatant {
    /// Its name.
    pub name: String,
    /// The label of its side.
    pub side: String,
    /// Share of fights that it ended able to act.
    pub standing: Interval,
    /// Health taken from foes, per fight.
    pub dealt: Interval,
    /// Health lost, per fight.
    pub taken: Interval,
}

/// Number of uses of an activity or kind of token per fight.
#[derive(Clone, Debug, Serialize)]
pub struct Use {
    /// Its label.
    pub label: String,
    /// Number of uses per fight.
    pub per_fight: Interval,
}

/// Running totals over fights.
#[derive(Clone, Debug)]
pub(crate) struct Totals<'f> {
    fight: &'f Fight,
    sides: Vec<SideId>,
    fights: u64,
    won: Vec<u64>,
    nobody: u64,
    undecided: u64,
    rounds: Moments,
    ended_in: Vec<u64>,
    decisions: Moments,
    standing: Vec<u64>,
    dealt: Vec<Moments>,
    taken: Vec<Moments>,
    uses: Vec<Moments>,
    legal: Vec<bool>,
    spent: Vec<Moments>,
}

impl<'f> Totals<'f> {
    pub(crate) fn new(fight: &'f Fight) -> Totals<'f> {
        let people = fight.compiled().names.combatants.len();
        let (game, none) = (fight.game(), Moments::default());
        let sides = fight.sides();
        Totals {
            fight,
            fights: 0,
            won: vec![0; sides.len()],
            sides,
            nobody: 0,
            undecided: 0,
            rounds: none,
            ended_in: Vec::new(),
            decisions: none,
            standing: vec![0; people],
            dealt: vec![none; people],
            taken: vec![none; people],
            uses: vec![none; game.activities.len()],
            legal: vec![false; game.activities.len()],
            spent: vec![none; game.kinds.len()],
        }
    }

    /// Adds a fight.
    pub(crate) fn add(&mut self, played: &Played) {
        self.fights += 1;
        match played.outcome {
            Outcome::Won(side) => {
                let place = self.sides.iter().position(|one| *one == side);
                place.into_iter().for_each(|at| self.won[at] += 1);
            }
            Outcome::Nobody => self.nobody += 1,
            Outcome::Undecided => self.undecided += 1,
        }
        if played.outcome != Outcome::Undecided {
            self.rounds.add(f64::from(played.rounds));
            let round = played.rounds as usize;
            self.ended_in.resize(self.ended_in.len().max(round), 0);
            self.ended_in[round - 1] += 1;
        }
        self.decisions.add(played.decisions as f64);
        let add = |all: &mut [Moments], more: &[u64]| {
            all.iter_mut().zip(more).for_each(|(one, more)| one.add(*more as f64));
        };
        add(&mut self.dealt, &played.dealt);
        add(&mut self.taken, &played.taken);
        add(&mut self.uses, &played.uses);
        add(&mut self.spent, &played.spent);
        for (sum, now) in self.standing.iter_mut().zip(&played.standing) {
            *sum += u64::from(*now);
        }
        for (all, now) in self.legal.iter_mut().zip(&played.legal) {
            *all |= now;
        }
    }

    /// Returns a side's share of the wins.
    pub(crate) fn share_of(&self, side: usize) -> Interval {
        wilson(self.won[side], self.fights)
    }

    /// Returns the number of sides.
    pub(crate) fn sides(&self) -> usize {
        self.sides.len()
    }

    /// Returns the figures so far.
    pub(crate) fn summary(&self) -> Summary {
        let (names, game) = (&self.fight.compiled().names, self.fight.game());
        let wins = self.sides.iter().enumerate().map(|(at, side)| Share {
            side: self.fight.side_label(*side).to_owned(),
            share: self.share_of(at),
        });
        let side_of = |who: usize| {
            let side = game.sheets[who].side;
            self.fight.side_label(side).to_owned()
        };
        let combatants = names.combatants.iter().enumerate().map(|(who, name)| Combatant {
            name: name.clone(),
            side: side_of(who),
            standing: wilson(self.standing[who], self.fights),
            dealt: self.dealt[who].mean(),
            taken: self.taken[who].mean(),
        });
        let label = |at: usize| names.activities[at].label.clone();
        let mut used: Vec<Use> = self
            .uses
            .iter()
            .enumerate()
            .filter_map(|(at, moments)| {
                let per_fight = moments.mean();
                (per_fight.value > 0.0).then(|| Use { label: label(at), per_fight })
            })
            .collect();
        used.sort_by(|one, other| other.per_fight.value.total_cmp(&one.per_fight.value));
        let is_used = |at: usize| self.uses[at].mean().value > 0.0;
        let owned = |at: &usize| {
            let id = kernel::ActivityId(*at as u16);
            !game.activities[*at].by_game_master
                && game.sheets.iter().any(|sheet| sheet.option(id).is_some())
        };
        let all = || (0..game.activities.len()).filter(owned);
        let unchosen = all().filter(|&at| self.legal[at] && !is_used(at)).map(label).collect();
        let never_legal = all().filter(|&at| !self.legal[at]).map(label).collect();
        let mut spent: Vec<Use> = self
            .spent
            .iter()
            .enumerate()
            .filter_map(|(at, moments)| {
                let per_fight = moments.mean();
                let label = names.kind_labels.get(at).map_or(&names.kinds[at], |one| &one.label);
                (per_fight.value > 0.0).then(|| Use { label: label.clone(), per_fight })
            })
            .collect();
        spent.sort_by(|one, other| other.per_fight.value.total_cmp(&one.per_fight.value));
        Summary {
            fights: self.fights,
            wins: wins.collect(),
            nobody: wilson(self.nobody, self.fights),
            undecided: wilson(self.undecided, self.fights),
            rounds: self.rounds.mean(),
            ended_in: self.ended_in.clone(),
            decisions: self.decisions.mean(),
            combatants: combatants.collect(),
            used,
            unchosen,
            never_legal,
            spent,
        }
    }
}
