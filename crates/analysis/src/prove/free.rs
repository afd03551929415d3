//! Free activities that can be repeated without end within one turn.
//!
//! A declaration is free if it takes no token and fills no slot. From one state at most
//! [`NODES_MAX`] states are tried, each reached by up to [`DEPTH_MAX`] free declarations of one
//! combatant. All combatants pass on responses, and dice show their average.

use std::collections::{BTreeSet, HashMap};

use kernel::{
    Command, Decision, Declaration, EventSink, LegalActions, NullSink, State, Target, View, apply,
    bit,
};
use sim::fnv::Fnv;
use sim::{choices, show};

use super::flaw::{FlawKind, Raw};
use super::stage::Stage;
use super::walk::{self, Middle};

/// Maximum number of free declarations in a row.
const DEPTH_MAX: usize = 3;
/// Maximum number of states tried from one state.
const NODES_MAX: usize = 120;
/// Number of repetitions after which an activity counts as endless: more than any token or slot can
/// count.
const REPEATS: usize = 300;
/// Maximum number of states with the same free activities that a sample tries.
const TRIES_MAX: u32 = 2;
/// Maximum number of responses passed after one declaration.
const PASSES_MAX: usize = 64;

/// Looks for free loops, and remembers those it has found.
pub(super) struct Loops<'s> {
    stage: &'s Stage,
    lister: LegalActions,
    known: BTreeSet<FlawKind>,
    /// Number of times that each set of free activities has been tried, by its hash.
    tried: HashMap<u64, u32>,
    /// Whether each activity may be free; others are not tried.
    candidates: Vec<bool>,
}

impl<'s> Loops<'s> {
    pub(super) fn new(stage: &'s Stage) -> Loops<'s> {
        let game = &stage.compiled.game;
        let mut candidates = vec![false; game.activities.len()];
        for sheet in &game.sheets {
            for option in &sheet.options {
                let bill = game.bill(option.bill);
                let is_free = bill.iter().any(|one| one.units.is_empty()) || bill.is_empty();
                candidates[option.activity.index()] |= is_free && option.fill.is_empty();
            }
        }
        Loops {
            stage,
            lister: LegalActions::new(game),
            known: BTreeSet::new(),
            tried: HashMap::new(),
            candidates,
        }
    }

    /// Returns the names of the activities that may be free.
    pub(super) fn candidates(&self) -> impl Iterator<Item = &str> {
        let free = self.candidates.iter().enumerate().filter(|(_, free)| **free);
        free.map(|(at, _)| show::activity(&self.stage.compiled, kernel::ActivityId(at as u16)))
    }

    /// Returns new loops; none if the same combatants had the same free activities in [`TRIES_MAX`]
    /// earlier states.
    pub(super) fn find_new(&mut self, state: &State) -> Vec<Raw> {
        let free = self.free(state).into_iter();
        let hash = free.fold(Fnv::new(), |hash, one| {
            hash.number(u64::from(one.actor.0) << 16 | u64::from(one.activity.0))
        });
        let tried = self.tried.entry(hash.value()).or_insert(0);
        *tried += 1;
        if *tried > TRIES_MAX { Vec::new() } else { self.find(state) }
    }

    /// Returns the loops that begin in a state and have not been found before.
    pub(super) fn find(&mut self, state: &State) -> Vec<Raw> {
        if !matches!(state.decision, Decision::Act(_)) || !self.candidates.contains(&true) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut start = state.clone();
        self.stage.normalize(&mut start);
        let mut trail = Vec::new();
        let mut nodes = 0;
        self.extend(&start, &start, &mut trail, &mut nodes, &mut found);
        found
    }

    /// Tries every free declaration from a state.
    fn extend(
        &mut self,
        start: &State,
        here: &State,
        trail: &mut Vec<(Declaration, Vec<Command>)>,
        nodes: &mut usize,
        found: &mut Vec<Raw>,
    ) {
        for declare in self.free(here) {
            let game = &self.stage.compiled.game;
            let is_step = game.activities[declare.activity.index()].target == Target::Step;
            let again = trail.iter().any(|(one, _)| one.activity == declare.activity) && !is_step;
            let other = trail.first().is_some_and(|(one, _)| one.actor != declare.actor);
            if again || other || *nodes >= NODES_MAX {
                continue;
            }
            *nodes += 1;
            let Some((next, commands)) = self.declare(here, declare) else { continue };
            trail.push((declare, commands));
            let closes = next == *start || trail.len() == 1 && next == *here;
            match (closes, trail.len()) {
                (true, _) => self.note(trail, None, Vec::new(), found),
                (false, 1) => self.repeat(&next, declare, trail, found),
                (false, _) => {}
            }
            if !closes && trail.len() < DEPTH_MAX {
                self.extend(start, &next, trail, nodes, found);
            }
            trail.pop();
        }
    }

    /// Repeats one declaration until it is no longer legal or free, or counts as endless.
    fn repeat(
        &mut self,
        first: &State,
        declare: Declaration,
        trail: &[(Declaration, Vec<Command>)],
        found: &mut Vec<Raw>,
    ) {
        let mut here = first.clone();
        let mut more = Vec::new();
        for _ in 1..REPEATS {
            let Some((next, commands)) = self.declare(&here, declare) else { return };
            more.extend(commands);
            if next == here {
                return self.note(trail, None, more, found);
            }
            here = next;
        }
        let grown = difference(self.stage, first, &here);
        // A few repetitions are enough to show it.
        more.truncate(more.len().div_ceil(REPEATS) * 5);
        self.note(trail, Some(grown), more, found);
    }

    fn note(
        &mut self,
        trail: &[(Declaration, Vec<Command>)],
        grown: Option<String>,
        more: Vec<Command>,
        found: &mut Vec<Raw>,
    ) {
        let compiled = &self.stage.compiled;
        let name = |declare: &Declaration| show::activity(compiled, declare.activity).to_owned();
        let mut names: Vec<String> = trail.iter().map(|(declare, _)| name(declare)).collect();
        names.sort_unstable();
        names.dedup();
        // A known loop of some of these activities covers them.
        let is_part = |known: &FlawKind| match known {
            FlawKind::FreeLoop(fewer) | FlawKind::FreeGrowth(fewer) => {
                fewer.iter().all(|one| names.contains(one))
            }
            _ => false,
        };
        if self.known.iter().any(is_part) {
            return;
        }
        let actor = trail.first().map_or(kernel::NOBODY, |(declare, _)| declare.actor);
        let who = show::combatant(compiled, actor);
        let (kind, what) = match grown {
            None => {
                let what = format!("{who}: {} leads back to the same state", names.join(", "));
                (FlawKind::FreeLoop(names), what)
            }
            Some(grown) => {
                let what = format!("{who}: {}, {REPEATS} times: {grown}", names.join(", "));
                (FlawKind::FreeGrowth(names), what)
            }
        };
        self.known.insert(kind.clone());
        let commands = trail.iter().flat_map(|(_, commands)| commands).copied();
        found.push(Raw { kind, what, commands: commands.chain(more).collect() });
    }

    /// Returns the free declarations in a state: each activity at its first target, and steps in
    /// every direction.
    fn free(&mut self, state: &State) -> Vec<Declaration> {
        let game = &self.stage.compiled.game;
        let Decision::Act(able) = state.decision else { return Vec::new() };
        let candidates = &self.candidates;
        let free = |group: &&kernel::ActionGroup| {
            group.payment.spend.is_empty()
                && group.payment.fill.is_empty()
                && candidates[group.declare.activity.index()]
                && able & bit(group.declare.actor) != 0
        };
        let groups = self.lister.list(game, state).iter().filter(free);
        let each = |group: &kernel::ActionGroup| {
            let is_step = game.activities[group.declare.activity.index()].target == Target::Step;
            let count = if is_step { group.len() } else { group.len().min(1) };
            (0..count).map(|nth| group.nth(nth)).collect::<Vec<_>>()
        };
        groups.flat_map(each).collect()
    }

    /// Makes a declaration that is legal and free, and goes on to the next action in the same turn.
    /// Returns the normalized state there and the commands given.
    fn declare(&self, state: &State, declare: Declaration) -> Option<(State, Vec<Command>)> {
        let game = &self.stage.compiled.game;
        let payment = (View { game, state }).check(&declare, &mut kernel::FirstReasonOnly)?;
        if !payment.spend.is_empty() || !payment.fill.is_empty() {
            return None;
        }
        let mut next = state.clone();
        let mut commands = vec![Command::Declare(declare)];
        let mut quiet = NullSink;
        apply(game, &mut next, &commands[0], &mut quiet).ok()?;
        self.rest(&mut next, &mut quiet, &mut commands)?;
        // A ruling of the game master can end it each time.
        if commands.iter().any(|command| matches!(command, Command::Rule(_))) {
            return None;
        }
        let same_turn = next.clock.current == state.clock.current;
        let acts = matches!(next.decision, Decision::Act(_));
        self.stage.normalize(&mut next);
        (same_turn && acts).then_some((next, commands))
    }

    /// Rolls dice and passes on responses until the next action.
    fn rest<R: EventSink>(
        &self,
        state: &mut State,
        record: &mut R,
        commands: &mut Vec<Command>,
    ) -> Option<()> {
        let game = &self.stage.compiled.game;
        for _ in 0..PASSES_MAX {
            if !walk::settle(game, state, &mut Middle(false), record, commands) {
                return None;
            }
            if !choices::is_choice(state.decision) || matches!(state.decision, Decision::Act(_)) {
                return Some(());
            }
            let close = choices::closing(game, state)?;
            apply(game, state, &close, record).ok()?;
            commands.push(close);
        }
        None
    }
}

/// Describes the numbers that differ between two states.
fn difference(stage: &Stage, before: &State, after: &State) -> String {
    let (compiled, mut all) = (&stage.compiled, Vec::new());
    for who in kernel::iter_bits(after.everybody() & before.everybody()) {
        let (one, other) = (before.combatant(who), after.combatant(who));
        let name = show::combatant(compiled, who);
        for (at, attribute) in compiled.names.attributes.iter().filter(|it| !it.fixed).enumerate() {
            let (was, now) = (one.attributes[at], other.attributes[at]);
            if was != now {
                all.push(format!("{name} {} {was} -> {now}", attribute.name));
            }
        }
        if one.purse != other.purse {
            let sheet = &compiled.game.sheets[who.index()];
            let held = |purse| show::purse(compiled, sheet, purse);
            all.push(format!("{name} {} -> {}", held(&one.purse), held(&other.purse)));
        }
    }
    for (at, name) in compiled.names.variables.iter().enumerate() {
        let (was, now) = (before.variables[at], after.variables[at]);
        if was != now {
            all.push(format!("{name} {was} -> {now}"));
        }
    }
    if all.is_empty() { "the state goes on changing".to_owned() } else { all.join(", ") }
}
