//! Many fights of one encounter, played together without Python in between.

use kernel::{Combatant, LegalActions};
use sim::policy::Random;
use sim::session::mix;

use crate::fight::{Encounter, Fight, Status};

/// The arrays that a batch writes, one row for each fight.
pub(crate) struct Rows<'a> {
    pub(crate) observations: &'a mut [i16],
    pub(crate) masks: &'a mut [u8],
    pub(crate) movers: &'a mut [i8],
    /// One number for each side.
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
    /// The last observation of fights that ended in this step.
    pub(crate) finals: &'a mut [i16],
}

/// Source of the next actions.
#[derive(Clone, Copy)]
pub(crate) enum Actions<'a> {
    /// One action number for each fight.
    Given(&'a [i64]),
    /// Random legal actions.
    Random,
}

/// An illegal action, with the index of its fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Illegal {
    pub(crate) fight: usize,
    pub(crate) action: i64,
}

struct Seat {
    fight: Fight,
    episode: u64,
    /// Action numbers that are set in the mask.
    shown: Vec<u32>,
    /// Combatants as last written to the observation.
    seen: Vec<Option<Combatant>>,
}

/// Fights of one encounter.
pub(crate) struct Batch {
    seats: Vec<Seat>,
    /// Lister of all fights, which share its caches. With a lister for each of 1,000 fights, play
    /// takes four times as long.
    lister: LegalActions,
    seed: u64,
    /// Draws for samples and random steps.
    draws: Random,
    /// The side whose choices are asked for; the others choose at random. `None` asks for all.
    learner: Option<i8>,
    decisions: u64,
    episodes: u64,
}

impl Batch {
    /// Makes `count` fights, each with its own dice. The arrays must be zero.
    pub(crate) fn new(
        encounter: &Encounter,
        count: usize,
        seed: u64,
        learner: Option<i8>,
        rows: &mut Rows<'_>,
    ) -> Batch {
        let people = encounter.game().sheets.len();
        let mut lister = LegalActions::new(encounter.game());
        let seat = |_| Seat {
            fight: Fight::new(encounter, &mut lister, Some(0)),
            episode: 0,
            shown: Vec::new(),
            seen: vec![None; people],
        };
        let seats = (0..count).map(seat).collect();
        let draws = Random::new(0);
        let mut batch = Batch { seats, lister, seed, draws, learner, decisions: 0, episodes: 0 };
        batch.reset(encounter, seed, rows);
        batch
    }

    /// Begins all fights again from a seed.
    pub(crate) fn reset(&mut self, encounter: &Encounter, seed: u64, rows: &mut Rows<'_>) {
        self.seed = seed;
        self.draws = Random::new(mix(seed, u64::MAX));
        rows.rewards.fill(0.0);
        rows.terminated.fill(false);
        rows.truncated.fill(false);
        for nth in 0..self.seats.len() {
            self.seats[nth].episode = 0;
            self.begin(encounter, nth);
            self.show(encounter, nth, rows);
        }
    }

    /// Returns the numbers of decisions and of ended fights, over all fights.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.decisions, self.episodes)
    }

    /// Returns the count of legal declarations without an action number, over all fights.
    pub(crate) fn unnumbered(&self) -> u64 {
        self.seats.iter().map(|seat| seat.fight.unnumbered).sum()
    }

    /// Draws a legal action for each fight.
    pub(crate) fn sample(&mut self, actions: &mut [i64]) {
        for (seat, action) in self.seats.iter().zip(actions) {
            *action = seat.fight.draw(&mut self.draws).map_or(0, i64::from);
        }
    }

    /// Does one action in each fight. Fights that end begin again at once. If the action of any
    /// fight is illegal, no fight changes.
    pub(crate) fn step(
        &mut self,
        encounter: &Encounter,
        actions: Actions<'_>,
        rows: &mut Rows<'_>,
    ) -> Result<(), Illegal> {
        if let Actions::Given(actions) = actions {
            for (fight, (seat, action)) in self.seats.iter().zip(actions).enumerate() {
                let is_legal = |number| seat.fight.legal().contains(&number);
                if !u32::try_from(*action).is_ok_and(is_legal) {
                    return Err(Illegal { fight, action: *action });
                }
            }
        }
        rows.rewards.fill(0.0);
        let sides = encounter.sides.len();
        for nth in 0..self.seats.len() {
            let seat = &mut self.seats[nth];
            let action = match actions {
                Actions::Given(actions) => u32::try_from(actions[nth]).ok(),
                Actions::Random => seat.fight.draw(&mut self.draws),
            };
            if let Some(action) = action {
                seat.fight.act(encounter, &mut self.lister, action);
            }
            self.decisions += 1;
            self.play_others(encounter, nth);
            let status = self.seats[nth].fight.status;
            let is_over = matches!(status, Status::Over | Status::CutOff);
            rows.terminated[nth] = status == Status::Over;
            rows.truncated[nth] = status == Status::CutOff;
            if is_over {
                let seat = &mut self.seats[nth];
                for side in 0..sides {
                    rows.rewards[nth * sides + side] = seat.fight.outcome(encounter, side);
                }
                let width = encounter.columns.count();
                let last = &mut rows.finals[nth * width..(nth + 1) * width];
                // The row shows an earlier fight.
                let mut seen = vec![None; seat.seen.len()];
                encounter.columns.write(seat.fight.state(), -1, &mut seen, last);
                self.episodes += 1;
                seat.episode += 1;
                self.begin(encounter, nth);
            }
            self.show(encounter, nth, rows);
        }
        Ok(())
    }

    /// Begins the next fight of a seat and plays it to the first choice that is asked for. Skips
    /// fights without such a choice.
    fn begin(&mut self, encounter: &Encounter, nth: usize) {
        // An encounter without any choice would never leave this loop.
        for _ in 0..BEGINNINGS_MAX {
            let seat = &mut self.seats[nth];
            let seed = mix(mix(self.seed, nth as u64), seat.episode);
            seat.fight.restart(encounter, &mut self.lister, Some(seed));
            self.play_others(encounter, nth);
            if self.seats[nth].fight.status == Status::Choice {
                return;
            }
            self.seats[nth].episode += 1;
        }
    }

    /// Plays at random for all sides except the learner.
    fn play_others(&mut self, encounter: &Encounter, nth: usize) {
        let Some(learner) = self.learner else { return };
        let fight = &mut self.seats[nth].fight;
        let before = fight.decisions;
        fight.play_others(encounter, &mut self.lister, learner);
        self.decisions += u64::from(fight.decisions - before);
    }

    /// Writes the rows of a fight.
    fn show(&mut self, encounter: &Encounter, nth: usize, rows: &mut Rows<'_>) {
        let Seat { fight, shown, seen, .. } = &mut self.seats[nth];
        let (width, count) = (encounter.columns.count(), encounter.layout.count());
        let row = &mut rows.observations[nth * width..(nth + 1) * width];
        encounter.columns.write(fight.state(), fight.mover, seen, row);
        let mask = &mut rows.masks[nth * count..(nth + 1) * count];
        shown.drain(..).for_each(|number| mask[number as usize] = 0);
        for number in fight.legal() {
            mask[*number as usize] = 1;
            shown.push(*number);
        }
        rows.movers[nth] = fight.mover;
    }
}

/// Maximum number of fights in a row without a choice, after which a seat gives up.
const BEGINNINGS_MAX: u32 = 100;
