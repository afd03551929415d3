//! A session: an encounter with its whole history, so that the table can go back to any point.

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
    /// The point before; the first one has none.
    pub parent: Option<usize>,
    /// The command that led here.
    pub command: Option<Command>,
    /// Remarks given with the command.
    pub remarks: Remarks,
    /// The state here.
    pub state: State,
    /// Events since the point before.
    pub journal: EventLog,
    /// Dice rolled by the program up to here, to go on with the same sequence.
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

/// An encounter and every state it has been in. Undone branches are kept.
#[derive(Clone, Debug)]
pub struct Session {
    compiled: Arc<Compiled>,
    points: Vec<Point>,
    at: usize,
    /// Where redo leads from each point: the branch taken last.
    ahead: Vec<Option<usize>>,
    seed: u64,
}

/// A point from which play went on in several ways, or which was left by undoing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Number of its last point.
    pub tip: usize,
    /// Commands from the beginning.
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

    /// The game and its names.
    pub fn compiled(&self) -> &Arc<Compiled> {
        &self.compiled
    }

    /// The state now.
    pub fn state(&self) -> &State {
        &self.points[self.at].state
    }

    /// The point the session is at.
    pub fn point(&self) -> &Point {
        &self.points[self.at]
    }

    /// Number of that point.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Every point by number.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The seed of the program's own dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Gives a command; nothing changes if it is denied.
    pub fn give(&mut self, command: Command, note: Option<String>) -> Result<&EventLog, Denial> {
        self.give_with(command, Remarks { words: None, note })
    }

    /// Gives a command and what is said with it; nothing changes if it is denied.
    pub fn give_with(&mut self, command: Command, remarks: Remarks) -> Result<&EventLog, Denial> {
        let rolled = self.points[self.at].rolled;
        self.give_rolled(command, remarks, rolled)
    }

    /// Gives a command after which the program has rolled so many dice.
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

    /// Rolls the dice that are waited for from the session's seed.
    pub fn roll(&mut self) -> Option<Result<&EventLog, Denial>> {
        let faces = self.rolled_now()?;
        let rolled = self.points[self.at].rolled + u64::from(faces.len);
        Some(self.give_rolled(Command::Roll(faces), Remarks::default(), rolled))
    }

    /// Returns faces for the awaited dice from the session's seed; `None` if no dice are awaited.
    pub fn rolled_now(&self) -> Option<DiceFaces> {
        self.rolled_from(|nth| mix(self.seed, nth))
    }

    /// Returns the faces of the dice that are waited for, from another sequence of numbers than
    /// the session's own: `draw` gives the number at a place in it.
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

    /// Goes back `count` commands, as far as there are any; says how many.
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

    /// Goes forward again along the branch left last; says how many commands.
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

    /// Goes to any point by number; false if there is no such point.
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

    /// Numbers of the points from the beginning to where the session is.
    pub fn path(&self) -> Vec<usize> {
        let mut path = vec![self.at];
        while let Some(parent) = self.points[*path.last().unwrap_or(&0)].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// Where redo leads from a point.
    pub fn ahead(&self, point: usize) -> Option<usize> {
        self.ahead.get(point).copied().flatten()
    }

    /// Every line of play that ends somewhere.
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

    /// The rule of this id, for the dial.
    pub fn rule(&self, id: &str) -> Option<RuleId> {
        let at = self.compiled.names.rules.iter().position(|rule| rule.id == id)?;
        Some(RuleId(at as u16))
    }

    /// Calls a combatant by another name from now on.
    pub fn rename(&mut self, who: CombatantId, name: &str) {
        let names = &mut Arc::make_mut(&mut self.compiled).names;
        if let Some(known) = names.combatants.get_mut(who.index()) {
            name.clone_into(known);
        }
    }

    /// The same history in a game that differs in names only.
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

/// The n-th number of a seed's sequence; the same everywhere.
pub fn mix(seed: u64, nth: u64) -> u64 {
    let mut z = seed.wrapping_add((nth + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
