//! Gives commands that people request, each with its entry in the log.

use kernel::Command as Kernel;
use sim::walk;

use super::act::{self, Plan};
use super::live::Live;
use crate::entry::{Deed, Entry};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::random;
use crate::wire::{Answer, Command, ProblemCode};

/// Returns an entry with the present time.
pub(super) fn entry(eyes: &Eyes, deed: Deed) -> Entry {
    Entry { by: eyes.name.clone(), at: random::now(), deed }
}

/// Returns the deed of a command that is still to be given.
pub(super) fn blank(rolled: bool, hidden: bool, remark: Option<String>) -> Deed {
    Deed::Command { text: String::new(), rolled, hidden, joined: false, remark, outlook: 0 }
}

/// Gives a command as requested. A way gives all of its steps.
pub(super) fn command(live: &mut Live, eyes: &Eyes, asked: &Command) -> Result<(), Failure> {
    let hidden = act::hides_dice(live, eyes, asked);
    match act::plan(live, eyes, asked)? {
        Plan::Give(command, said) => {
            let hidden = hidden && matches!(command, Kernel::Roll(_));
            let entry = entry(eyes, blank(false, hidden, said.note));
            live.give(command, said.words, 0, entry)
        }
        Plan::Way(way, said) => {
            let mut way = way.into_iter();
            if let Some(first) = way.next() {
                live.give(first, said.words, 0, entry(eyes, blank(false, false, said.note)))?;
            }
            for step in way {
                // An interruption ends the way.
                let given = walk::goes_on(&live.session, &step) && {
                    let entry = entry(eyes, blank(false, false, None));
                    live.give(step, None, 0, entry).is_ok()
                };
                if !given {
                    break;
                }
            }
            Ok(())
        }
        Plan::Roll => {
            let (command, rolled) = rolled(live, hidden)?;
            live.give(command, None, rolled, entry(eyes, blank(true, hidden, None)))
        }
        Plan::Done(who) => {
            let who = kernel::iter_bits(who).map(|who| live.name(who)).collect();
            live.take(entry(eyes, Deed::Done { who }))
        }
        Plan::Policy(who, activity, answer) => {
            let name = sim::show::activity(live.compiled(), activity).to_owned();
            let on = answer == Answer::Auto;
            let asks = Kernel::SetPrompting(who, activity, answer != Answer::Never);
            // The command may be refused, so it comes before the entry.
            live.give(asks, None, 0, entry(eyes, blank(false, false, None)))?;
            let auto = Deed::Auto { who: live.name(who), activity: name, on };
            live.take(entry(eyes, auto))
        }
    }
}

/// Rolls the awaited dice. Returns the command and the number of dice rolled. Hidden dice are drawn
/// from a secret of their own, so that visible dice reveal nothing about them.
pub(super) fn rolled(live: &Live, hidden: bool) -> Result<(Kernel, u64), Failure> {
    let faces = match hidden {
        true => live.session.rolled_from(|nth| random::draw(&live.secret, nth)),
        false => live.session.rolled_now(),
    };
    match faces {
        Some(faces) => Ok((Kernel::Roll(faces), u64::from(faces.len))),
        None => Err(Failure::new(ProblemCode::Conflict, "no dice are waited for")),
    }
}
