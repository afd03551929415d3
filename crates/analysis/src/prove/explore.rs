//! Search of every state of an encounter, over all choices, dice and answers.
//!
//! States that differ only in numbers that nothing reads count as one. If the search ends before
//! its limit, anything it has not met cannot happen in this encounter.

use std::collections::HashMap;

use kernel::{
    Command, Decision, DiceFaces, EventLog, Game, LegalActions, State, View, apply, iter_bits,
};
use sim::choices;
use sim::policy::contested;

use super::Effort;
use super::flaw::{Flaw, FlawKind, Raw};
use super::free::Loops;
use super::seen::{Seen, Tally};
use super::stage::{Stage, outline};

/// Maximum number of outcomes of one roll that are enumerated.
const THROWS_MAX: u64 = 2_000;

/// If the search is cut, one state in this many is checked for refusals and loops.
const SPARE: usize = 8;

/// Result of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Explored {
    /// States visited.
    pub(super) states: usize,
    /// Whether these are all states of the encounter.
    pub(super) complete: bool,
    /// Flaws found.
    pub(super) flaws: Vec<Flaw>,
}

struct Node {
    state: State,
    /// The node before it, and the command that led here.
    from: Option<(usize, Command)>,
    /// Nodes that one command leads to.
    next: Vec<usize>,
    /// Whether a declaration is legal here.
    is_active: bool,
}

struct Search<'s> {
    stage: &'s Stage,
    nodes: Vec<Node>,
    known: HashMap<u64, Vec<usize>>,
    limit: usize,
    complete: bool,
}

/// Searches an encounter from its beginning.
pub(super) fn explore(stage: &Stage, effort: &Effort, seen: &mut Seen) -> Explored {
    let compiled = &stage.compiled;
    let game = &compiled.game;
    let mut tally = Tally::new(compiled);
    let mut journal = EventLog::default();
    let mut start = State::new(game);
    kernel::start(game, &mut start, &mut journal);
    tally.journal(&journal, false);
    stage.normalize(&mut start);
    let mut search = Search {
        stage,
        nodes: Vec::new(),
        known: HashMap::new(),
        limit: effort.states,
        complete: true,
    };
    search.reach(start, None);
    let mut loops = Loops::new(stage);
    let (mut lister, mut flaws) = (LegalActions::new(game), Vec::new());
    let mut at = 0;
    while at < search.nodes.len() {
        let state = search.nodes[at].state.clone();
        tally.state(&state);
        let commands = search.commands(at, &state, &mut lister, &mut tally);
        if commands.is_empty() && state.decision != Decision::Finished {
            let kind = FlawKind::NothingLegal;
            let what = sim::show::decision(compiled, &state);
            flaws.push(search.flaw(at, Raw { kind, what, commands: Vec::new() }));
        }
        for command in commands {
            let mut next = state.clone();
            journal.events.clear();
            journal.allowed.clear();
            if apply(game, &mut next, &command, &mut journal).is_err() {
                continue;
            }
            tally.journal(&journal, false);
            stage.normalize(&mut next);
            search.reach(next, Some((at, command)));
        }
        at += 1;
    }
    // A proof needs every state. A cut search proves nothing, so a sample of the states is enough.
    let stride = if search.complete { 1 } else { SPARE };
    for at in (0..search.nodes.len()).step_by(stride) {
        let state = search.nodes[at].state.clone();
        if choices::is_choice(state.decision) && contested(game, &state) {
            refusals(stage, &state, &mut tally);
            let found = if search.complete { loops.find(&state) } else { loops.find_new(&state) };
            flaws.extend(found.into_iter().map(|raw| search.flaw(at, raw)));
        }
    }
    if search.complete {
        flaws.extend(search.stalemate());
    }
    tally.finish(seen);
    Explored { states: search.nodes.len(), complete: search.complete, flaws }
}

impl Search<'_> {
    fn game(&self) -> &Game {
        &self.stage.compiled.game
    }

    /// Records a state, new or known, and the command that led to it.
    fn reach(&mut self, state: State, from: Option<(usize, Command)>) {
        let alike = self.known.entry(outline(&state)).or_default();
        let found = alike.iter().copied().find(|&node| self.nodes[node].state == state);
        let node = match found {
            Some(node) => node,
            None if self.nodes.len() >= self.limit => {
                self.complete = false;
                return;
            }
            None => {
                alike.push(self.nodes.len());
                self.nodes.push(Node { state, from, next: Vec::new(), is_active: false });
                self.nodes.len() - 1
            }
        };
        if let Some((parent, _)) = from {
            self.nodes[parent].next.push(node);
        }
    }

    /// Returns every command that can be given in a state, other than the game master's.
    fn commands(
        &mut self,
        at: usize,
        state: &State,
        lister: &mut LegalActions,
        tally: &mut Tally<'_>,
    ) -> Vec<Command> {
        let stage = self.stage;
        let game = &stage.compiled.game;
        match state.decision {
            Decision::Roll(dice, _) => {
                let (all, every) = throws(&game.dice[dice.index()]);
                self.complete &= every;
                all.into_iter().map(Command::Roll).collect()
            }
            Decision::Rule(ruling, _) => {
                (0..game.rulings[ruling.index()].answers).map(Command::Rule).collect()
            }
            Decision::Finished | Decision::NotStarted => Vec::new(),
            // The fight is decided: the rest is not part of it.
            _ if !contested(game, state) => choices::closing(game, state).into_iter().collect(),
            _ => {
                let groups = lister.list(game, state);
                groups.iter().for_each(|group| tally.listed(group));
                let each = |group: &kernel::ActionGroup| {
                    let group = *group;
                    (0..group.len()).map(move |nth| Command::Declare(group.nth(nth)))
                };
                let mut all: Vec<Command> = groups.iter().flat_map(each).collect();
                self.nodes[at].is_active = !all.is_empty();
                let asked = state.decision.asked();
                if !matches!(state.decision, Decision::Act(_)) && asked.count_ones() > 1 {
                    all.extend(iter_bits(asked).map(Command::Pass));
                }
                all.extend(choices::closing(game, state));
                all
            }
        }
    }

    /// Returns a flaw at a node, with a recorded game that leads there.
    fn flaw(&self, at: usize, raw: Raw) -> Flaw {
        let mut commands = self.way(at);
        commands.extend(raw.commands);
        let log = self.stage.record(&commands);
        Flaw { kind: raw.kind, what: raw.what, stage: self.stage.name.clone(), log }
    }

    fn way(&self, mut at: usize) -> Vec<Command> {
        let mut commands = Vec::new();
        while let Some((before, command)) = self.nodes[at].from {
            commands.push(command);
            at = before;
        }
        commands.reverse();
        commands
    }

    /// Returns the first state with foes left from which neither a state with a legal declaration
    /// nor the end of the fight can be reached.
    fn stalemate(&self) -> Option<Flaw> {
        let mut leads = vec![false; self.nodes.len()];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut waiting = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            node.next.iter().for_each(|&next| before[next].push(at));
            let is_over = node.state.decision == Decision::Finished;
            if node.is_active || is_over || !contested(self.game(), &node.state) {
                leads[at] = true;
                waiting.push(at);
            }
        }
        while let Some(at) = waiting.pop() {
            for &one in &before[at] {
                if !leads[one] {
                    leads[one] = true;
                    waiting.push(one);
                }
            }
        }
        let at = leads.iter().position(|leads| !leads)?;
        let what = "whatever is chosen, nobody can ever declare anything".to_owned();
        Some(self.flaw(at, Raw { kind: FlawKind::Stalemate, what, commands: Vec::new() }))
    }
}

/// Records the reasons why options of all combatants are refused in a state, and the legal
/// activities of the game master.
pub(super) fn refusals(stage: &Stage, state: &State, tally: &mut Tally<'_>) {
    let game = &stage.compiled.game;
    for who in iter_bits(state.everybody()) {
        for option in &game.sheets[who.index()].options {
            for declare in aimed(game, state, who, option.activity) {
                let mut denial = kernel::Denial::default();
                if (View { game, state }).check(&declare, &mut denial).is_none() {
                    tally.denial(&denial);
                }
            }
        }
    }
    for (at, _) in game.activities.iter().enumerate().filter(|(_, it)| it.by_game_master) {
        let id = kernel::ActivityId(at as u16);
        let mut all = iter_bits(state.everybody()).flat_map(|who| aimed(game, state, who, id));
        let legal = |declare: kernel::Declaration| {
            (View { game, state }).check(&declare, &mut kernel::FirstReasonOnly).is_some()
        };
        if all.any(legal) {
            tally.legal(id);
        }
    }
}

/// Returns the declarations of an activity at each combatant, or the one without a target.
fn aimed(
    game: &Game,
    state: &State,
    who: kernel::CombatantId,
    activity: kernel::ActivityId,
) -> Vec<kernel::Declaration> {
    let plain = kernel::Declaration::new(who, activity);
    let target = game.activities[activity.index()].target;
    if !target.needs_someone() {
        return vec![plain];
    }
    iter_bits(state.everybody()).map(|target| kernel::Declaration { target, ..plain }).collect()
}

/// Returns one set of faces for each total of some dice, and whether these are all totals.
fn throws(dice: &kernel::dice::Dice) -> (Vec<DiceFaces>, bool) {
    let sides = |high: bool| {
        let mut sides: Vec<u32> = Vec::new();
        let total = dice.total_from(&mut |of: u32| {
            sides.push(of);
            (sides.len() <= kernel::FACES_MAX).then_some(if high { of } else { 1 })
        });
        total.ok().map(|_| sides)
    };
    let low = sides(false);
    let fixed = low.clone().filter(|low| sides(true).as_ref() == Some(low));
    let count = |sides: &Vec<u32>| {
        sides.iter().try_fold(1u64, |all, sides| all.checked_mul(u64::from(*sides)))
    };
    let Some(sides) = fixed.filter(|sides| count(sides).is_some_and(|all| all <= THROWS_MAX))
    else {
        // Only the lowest and the highest faces.
        let ends = [false, true].map(|high| {
            let mut faces = Vec::new();
            let total = dice.total_from(&mut |of: u32| {
                faces.push(if high { of } else { 1 });
                (faces.len() <= kernel::FACES_MAX).then(|| faces[faces.len() - 1])
            });
            total.ok().and_then(|_| DiceFaces::new(&faces))
        });
        return (ends.into_iter().flatten().collect(), false);
    };
    let mut by_total: HashMap<i32, ()> = HashMap::new();
    let (mut all, mut faces) = (Vec::new(), vec![1; sides.len()]);
    loop {
        let total = dice.total_of(faces.iter().copied());
        if let (Ok(total), Some(shown)) = (total, DiceFaces::new(&faces))
            && by_total.insert(total, ()).is_none()
        {
            all.push(shown);
        }
        // Advances to the next outcome like an odometer.
        let mut at = 0;
        while at < faces.len() && faces[at] == sides[at] {
            faces[at] = 1;
            at += 1;
        }
        if at == faces.len() {
            return (all, true);
        }
        faces[at] += 1;
    }
}
