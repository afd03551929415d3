//! Sampled fights: random choices among everything legal, with a record of everything met.

use kernel::{Command, EventLog, LegalActions, State, apply};
use sim::choices;
use sim::policy::{Random, contested};
use sim::session::mix;

use super::Effort;
use super::explore::refusals;
use super::flaw::{Flaw, FlawKind, Raw};
use super::free::Loops;
use super::seen::{Seen, Tally};
use super::stage::Stage;
use super::walk::{self, Fate};
use crate::eager::Eager;

/// Number of choices in a row without a legal declaration after which a stalemate is suspected.
const QUIET_MAX: u32 = 200;
/// At one choice in this many, free loops and refusals are looked for.
const PROBE: u32 = 6;

/// Numbers of sampled fights and choices, and the flaws found.
#[derive(Clone, Debug, Default)]
pub(super) struct Sampled {
    pub(super) fights: u64,
    pub(super) choices: u64,
    pub(super) flaws: Vec<Flaw>,
}

impl Sampled {
    pub(super) fn add(&mut self, other: Sampled) {
        self.fights += other.fights;
        self.choices += other.choices;
        self.flaws.extend(other.flaws);
    }
}

/// Random dice. A ruling gets a random answer with a chance of 1 in 3, and its default otherwise.
struct Thrown<'r>(&'r mut Random);

impl Fate for Thrown<'_> {
    fn face(&mut self, sides: u32) -> u32 {
        1 + self.0.below(sides)
    }

    fn answer(&mut self, answers: u8, default: u8) -> u8 {
        match self.0.below(3) {
            0 => self.0.below(u32::from(answers)) as u8,
            _ => default,
        }
    }
}

/// Plays fights of one encounter.
pub(super) fn sample(stage: &Stage, effort: &Effort, seen: &mut Seen) -> Sampled {
    let mut tally = Tally::new(&stage.compiled);
    let mut loops = Loops::new(stage);
    seen.unpriced.extend(loops.candidates().map(str::to_owned));
    let mut sampled = Sampled::default();
    for nth in 0..effort.fights {
        let mut play = Play {
            stage,
            lister: LegalActions::new(&stage.compiled.game),
            eager: Eager::new(&stage.fight),
            random: Random::new(mix(effort.seed, u64::from(nth))),
            log: Vec::new(),
            journal: EventLog::default(),
            tally: &mut tally,
            loops: &mut loops,
            is_eager: nth % 2 == 1,
        };
        let (choices, raws) = play.fight(effort.choices);
        sampled.fights += 1;
        sampled.choices += u64::from(choices);
        sampled.flaws.extend(raws.into_iter().map(|raw| Flaw {
            log: stage.record(&raw.commands),
            kind: raw.kind,
            what: raw.what,
            stage: stage.name.clone(),
        }));
    }
    tally.finish(seen);
    sampled
}

struct Play<'s, 't> {
    stage: &'s Stage,
    lister: LegalActions,
    eager: Eager<'s>,
    random: Random,
    log: Vec<Command>,
    journal: EventLog,
    tally: &'t mut Tally<'s>,
    loops: &'t mut Loops<'s>,
    is_eager: bool,
}

impl Play<'_, '_> {
    /// Plays one fight of at most `most` choices. Returns the number of choices and the flaws
    /// found, each with its commands.
    fn fight(&mut self, most: u32) -> (u32, Vec<Raw>) {
        let game = &self.stage.compiled.game;
        let mut state = State::new(game);
        kernel::start(game, &mut state, &mut self.journal);
        let mut found = Vec::new();
        let (mut quiet, mut quiet_state): (u32, Option<State>) = (0, None);
        for made in 0..most {
            if !self.settle(&mut state) {
                found.push(self.raw(FlawKind::EndlessDice, "they do not come to rest", Vec::new()));
                return (made, found);
            }
            self.tally.journal(&self.journal, false);
            self.journal.events.clear();
            self.journal.allowed.clear();
            self.tally.state(&state);
            if !choices::is_choice(state.decision) || !contested(game, &state) {
                return (made, found);
            }
            if self.random.below(PROBE) == 0 {
                refusals(self.stage, &state, self.tally);
                for raw in self.loops.find_new(&state) {
                    found.push(self.raw(raw.kind, &raw.what, raw.commands));
                }
            }
            self.lister.list(game, &state).iter().for_each(|group| self.tally.listed(group));
            let listed = self.lister.len();
            let close = choices::closing(game, &state);
            if listed == 0 && close.is_none() {
                let what = sim::show::decision(&self.stage.compiled, &state);
                found.push(self.raw(FlawKind::NothingLegal, &what, Vec::new()));
                return (made, found);
            }
            quiet = if listed == 0 { quiet + 1 } else { 0 };
            if quiet > QUIET_MAX {
                let mut now = state.clone();
                self.stage.normalize(&mut now);
                match &quiet_state {
                    Some(before) if *before == now => {
                        let what = "the same state comes again without anything legal in between";
                        found.push(self.raw(FlawKind::Stalemate, what, Vec::new()));
                        return (made, found);
                    }
                    Some(_) if quiet < 2 * QUIET_MAX => {}
                    _ => quiet_state = Some(now),
                }
            }
            let command = self.choose(&state, listed, close);
            if apply(game, &mut state, &command, &mut self.journal).is_err() {
                return (made, found);
            }
            self.log.push(command);
        }
        (most, found)
    }

    fn settle(&mut self, state: &mut State) -> bool {
        let game = &self.stage.compiled.game;
        let mut fate = Thrown(&mut self.random);
        walk::settle(game, state, &mut fate, &mut self.journal, &mut self.log)
    }

    /// Returns a random choice. Every other fight prefers attacks and activities that gain tokens.
    fn choose(&mut self, state: &State, listed: usize, close: Option<Command>) -> Command {
        let game = &self.stage.compiled.game;
        let chosen = match self.is_eager {
            true => {
                let (lister, nth) = self.eager.draw(state, close, &mut self.random);
                lister.nth(game, nth)
            }
            false => {
                let all = (listed + usize::from(close.is_some())) as u32;
                self.lister.nth(game, self.random.below(all) as usize)
            }
        };
        match (chosen, close) {
            (Some((declare, _)), _) => Command::Declare(declare),
            (None, Some(close)) => close,
            (None, None) => {
                let first = self.lister.nth(game, 0).expect("something is listed");
                Command::Declare(first.0)
            }
        }
    }

    /// Returns a flaw with all commands of the fight so far.
    fn raw(&self, kind: FlawKind, what: &str, more: Vec<Command>) -> Raw {
        let commands = self.log.iter().copied().chain(more).collect();
        Raw { kind, what: what.to_owned(), commands }
    }
}
