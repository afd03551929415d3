//! A session: an encounter with its whole history, so that players can go back to any point.

use std::sync::Arc;

use kernel::{
    CombatantId, Command, Decision, Denial, DiceFaces, EventLog, FACES_MAX, NOBODY, RuleId, State,
    apply, start,
};
use rules::Compiled;

use crate::fnv::Fnv;

/// Words that people add to a command; the rules ignore them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// The actor's own words, such as what it waits for.
    pub words: Option<String>,
    /// Author and reason of a forced command, or any other note.
    pub note: Option<String>,
}

/// One point of the history.
#[derive(Clone, Debug)]
pub struct Point {
    /// Number of the point before; `None` for the first one.
    pub parent: Option<usize>,
    /// The command that led here.
    pub command: Option<Command>,
    /// Remarks given with the command.
    pub remarks: Remarks,
    /// State after the command.
    pub state: State,
    /// Events since the point before.
    pub journal: EventLog,
    /// Number of dice rolled by the program so far, to continue the same sequence.
    pub rolled: u64,
}

impl Point {
    /// Returns a hash of the whole state and of the events before it, in 16 hex digits. Two builds
    /// of the engine agree if all their fingerprints do.
    pub fn fingerprint(&self) -> String {
        let Point { state, journal, .. } = self;
        let hash = Fnv::new().text(&format!("{state:?}")).text(&format!("{journal:?}"));
        format!("{:016x}", hash.value())
    }
}

/// An encounter with all its states. Undone branches are kept.
#[derive(Clone, Debug)]
pub struct Session {
    compiled: Arc<Compiled>,
    points: Vec<Point>,
    at: usize,
    /// Next point for redo from each point: the branch taken last.
    ahead: Vec<Option<usize>>,
    seed: u64,
}

/// A branch: the commands from the beginning to a last point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Number of the last point.
    pub tip: usize,
    /// Number of commands from the beginning.
    pub length: usize,
    /// Whether the session is on it.
    pub current: bool,
}

impl Session {
    /// Begins an encounter and runs it up to its first decision.
    pub fn new(compiled: Arc<Compiled>, seed: u64) -> Session {
        let mut state = State::new(&compiled.game);
        let mut journal = EventLog::default();
        for rules in &compiled.game.preset_rules {
            journal.allowed.push(*rules);
        }
        start(&compiled.game, &mut state, &mut journal);
        let remarks = Remarks::default();
        let first = Point { parent: None, command: None, remarks, state, journal, rolled: 0 };
        Session { compiled, points: vec![first], at: 0, ahead: vec![None], seed }
    }

    /// Returns the game and its names.
    pub fn compiled(&self) -> &Arc<Compiled> {
        &self.compiled
    }

    /// Returns the current state.
    pub fn state(&self) -> &State {
        &self.points[self.at].state
    }

    /// Returns the current point.
    pub fn point(&self) -> &Point {
        &self.points[self.at]
    }

    /// Returns the number of the current point.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns all points by number.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns the seed of the program's dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Gives a command; a denied one changes nothing.
    pub fn give(&mut self, command: Command, note: Option<String>) -> Result<&EventLog, Denial> {
        self.give_with(command, Remarks { words: None, note })
    }

    /// Gives a command with remarks; a denied one changes nothing.
    pub fn give_with(&mut self, command: Command, remarks: Remarks) -> Result<&EventLog, Denial> {
        let rolled = self.points[self.at].rolled;
        self.give_rolled(command, remarks, rolled)
    }

    /// Gives a command; `rolled` is the number of dice that the program has rolled after it.
    pub fn give_rolled(
        &mut self,
        command: Command,
        remarks: Remarks,
        rolled: u64,
    ) -> Result<&EventLog, Denial> {
        let mut state = self.state().clone();
        let mut journal = EventLog::default();
        apply(&self.compiled.game, &mut state, &command, &mut journal)?;
        debug_assert_eq!(kernel::violated_invariant(&self.compiled.game, &state), None);
        let next = self.points.len();
        let (parent, command) = (Some(self.at), Some(command));
        self.points.push(Point { parent, command, remarks, state, journal, rolled });
        self.ahead[self.at] = Some(next);
        self.ahead.push(None);
        self.at = next;
        Ok(&self.points[next].journal)
    }

    /// Rolls the awaited dice from the session's seed; `None` if no dice are awaited.
    pub fn roll(&mut self) -> Option<Result<&EventLog, Denial>> {
        let faces = self.rolled_now()?;
        let rolled = self.points[self.at].rolled + u64::from(faces.len);
        Some(self.give_rolled(Command::Roll(faces), Remarks::default(), rolled))
    }

    /// Returns faces for the awaited dice from the session's seed; `None` if no dice are awaited.
    pub fn rolled_now(&self) -> Option<DiceFaces> {
        self.rolled_from(|nth| mix(self.seed, nth))
    }

    /// Returns faces for the awaited dice from another sequence of numbers; `draw` returns its
    /// number at an index.
    pub fn rolled_from(&self, draw: impl Fn(u64) -> u64) -> Option<DiceFaces> {
        let Decision::Roll(dice, _) = self.state().decision else { return None };
        let mut rolled = self.points[self.at].rolled;
        let mut shown = Vec::new();
        let outcome = self.compiled.game.dice[dice.index()].total_from(&mut |sides: u32| {
            let face = 1 + (draw(rolled) % u64::from(sides)) as u32;
            rolled += 1;
            shown.push(face);
            (shown.len() <= FACES_MAX).then_some(face)
        });
        outcome.ok().and_then(|_| DiceFaces::new(&shown))
    }

    /// Goes back up to `count` commands; returns how many.
    pub fn undo(&mut self, count: usize) -> usize {
        let mut done = 0;
        while done < count
            && let Some(parent) = self.points[self.at].parent
        {
            self.ahead[parent] = Some(self.at);
            self.at = parent;
            done += 1;
        }
        done
    }

    /// Goes forward up to `count` commands along the branch taken last; returns how many.
    pub fn redo(&mut self, count: usize) -> usize {
        let mut done = 0;
        while done < count
            && let Some(next) = self.ahead[self.at]
        {
            self.at = next;
            done += 1;
        }
        done
    }

    /// Goes to a point by number; returns false if there is none.
    pub fn go(&mut self, point: usize) -> bool {
        if point >= self.points.len() {
            return false;
        }
        self.at = point;
        let mut here = point;
        while let Some(parent) = self.points[here].parent {
            self.ahead[parent] = Some(here);
            here = parent;
        }
        true
    }

    /// Returns the numbers of the points from the beginning to the current one.
    pub fn path(&self) -> Vec<usize> {
        let mut path = vec![self.at];
        while let Some(parent) = self.points[*path.last().unwrap_or(&0)].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// Returns the point to which redo leads from a point.
    pub fn ahead(&self, point: usize) -> Option<usize> {
        self.ahead.get(point).copied().flatten()
    }

    /// Returns all branches, one for each point without a successor.
    pub fn branches(&self) -> Vec<Branch> {
        let path = self.path();
        let has_child = |tip: usize| self.points.iter().any(|point| point.parent == Some(tip));
        (0..self.points.len())
            .filter(|&tip| !has_child(tip))
            .map(|tip| {
                let mut length = 0;
                let mut here = tip;
                let mut current = false;
                while let Some(parent) = self.points[here].parent {
                    current |= here == self.at;
                    here = parent;
                    length += 1;
                }
                current |= self.at == 0 || path.contains(&tip);
                Branch { tip, length, current }
            })
            .collect()
    }

    /// Returns the rule with this id, to set its enforcement.
    pub fn rule(&self, id: &str) -> Option<RuleId> {
        let at = self.compiled.names.rules.iter().position(|rule| rule.id == id)?;
        Some(RuleId(at as u16))
    }

    /// Renames a combatant.
    pub fn rename(&mut self, who: CombatantId, name: &str) {
        let names = &mut Arc::make_mut(&mut self.compiled).names;
        if let Some(known) = names.combatants.get_mut(who.index()) {
            name.clone_into(known);
        }
    }

    /// Returns the same history with a game that differs only in names.
    pub fn in_words_of(&self, compiled: Arc<Compiled>) -> Session {
        Session { compiled, ..self.clone() }
    }

    /// Returns the combatant that a question or roll is about, if any.
    pub fn about(&self) -> Option<kernel::CombatantId> {
        match self.state().decision {
            Decision::Roll(_, who) | Decision::Rule(_, who) if who != NOBODY => Some(who),
            _ => None,
        }
    }
}

/// Returns number `nth` of a seed's sequence; the same on every platform.
pub fn mix(seed: u64, nth: u64) -> u64 {
    let mut z = seed.wrapping_add(nth.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
