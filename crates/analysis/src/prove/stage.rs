//! An encounter on which claims are tested.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::{Command, Declaration, Input, Instr, Pay, State};
use rules::Compiled;
use sim::fnv::Fnv;
use sim::origin::{Origin, Problems};
use sim::record::{Carry, Record};
use sim::session::Session;

use crate::fight::Fight;

/// An encounter, compiled and ready to be played.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its name in reports and file names.
    pub name: String,
    /// The texts it is made from.
    pub origin: Origin,
    pub(super) compiled: Arc<Compiled>,
    pub(super) fight: Fight,
    /// Indexes of spans without an end whose numbers nothing reads.
    uncounted: Vec<usize>,
    /// The rules of its ruleset that convert tokens.
    pub(super) converting: BTreeSet<String>,
}

impl Stage {
    /// Compiles an encounter.
    ///
    /// # Errors
    ///
    /// Returns the diagnostics of files that do not load.
    pub fn new(name: impl Into<String>, origin: Origin) -> Result<Stage, Problems> {
        let converting = super::statics::converting(&origin.ruleset.parse()?);
        let compiled = origin.compile()?;
        let fight = Fight::new(Arc::clone(&compiled));
        let game = &compiled.game;
        let reads = |wanted: &dyn Fn(Input) -> bool| {
            let codes = game.exprs.iter().flatten();
            codes.into_iter().any(|code| matches!(code, Instr::Load(input) if wanted(*input)))
        };
        let elapsed = reads(&|input| input == Input::Elapsed);
        let is_uncounted = |at: &usize| {
            let counted = |input| matches!(input, Input::Span(span) if span.index() == *at);
            game.spans[*at].repeat == 0 && !reads(&counted) && !elapsed
        };
        let uncounted = (0..game.spans.len()).filter(is_uncounted).collect();
        Ok(Stage { name: name.into(), origin, compiled, fight, uncounted, converting })
    }

    /// Sets numbers that make no difference to later play to a fixed value.
    pub(super) fn normalize(&self, state: &mut State) {
        state.command_count = 0;
        for &span in &self.uncounted {
            let number = &mut state.clock.numbers[span];
            *number = (*number).min(1);
        }
    }

    /// Returns the text of a recorded game with these commands.
    ///
    /// The game contains its ruleset, so that it can be played anywhere. The first denied command
    /// and all after it are left out; commands from a fight of this stage are never denied.
    pub(super) fn record(&self, commands: &[Command]) -> String {
        let mut session = Session::new(Arc::clone(&self.compiled), 0);
        for command in commands {
            // `Nth(0)` is the cheapest payment, which a record does not name.
            let command = match *command {
                Command::Declare(declare) if declare.pay == Pay::Nth(0) => {
                    Command::Declare(Declaration { pay: Pay::Cheapest, ..declare })
                }
                command => command,
            };
            if session.give(command, None).is_err() {
                break;
            }
        }
        Record::of(&session, &self.origin, Carry::Ruleset).to_string()
    }
}

/// Returns a hash that is the same for equal states.
pub(super) fn outline(state: &State) -> u64 {
    let mut hash = Fnv::new().number(state.stack.len() as u64);
    for who in kernel::iter_bits(state.everybody()) {
        let one = state.combatant(who);
        hash = hash.number(one.conditions).number(one.purse.mix());
        hash = hash.number(one.slot_uses.single).number(one.slot_uses.counted);
        hash = hash.number(u64::from(one.square.x) << 8 | u64::from(one.square.y));
        hash = one.attributes.iter().fold(hash, |hash, value| hash.number(*value as u64));
    }
    for number in state.clock.numbers {
        hash = hash.number(u64::from(number));
    }
    hash = hash.number(state.decision.asked());
    state.variables.iter().fold(hash, |hash, value| hash.number(*value as u64)).value()
}
