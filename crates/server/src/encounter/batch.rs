//! Batches: several commands as one step of the history, so that one undo takes all of them back.

use kernel::Decision;

use super::follow;
use super::give::command;
use super::live::Live;
use crate::entry::Deed;
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::wire::{BATCH_MAX, BatchRequest, Command};

/// Largest number of rolls after one command.
const ROLLS_MAX: usize = 100;

/// Gives commands one after the other, then the commands that follow automatically. If one command
/// is refused, the encounter stays as it was before the batch.
pub(super) fn give(live: &mut Live, eyes: &Eyes, asked: &BatchRequest) -> Result<(), Failure> {
    let BatchRequest { commands, rolls, joins, .. } = asked;
    if commands.is_empty() || commands.len() > BATCH_MAX {
        return Err(Failure::invalid(format!("a batch has 1 to {BATCH_MAX} commands")));
    }
    let before = live.clone();
    for asked in commands {
        if let Err(failure) = command(live, eyes, asked) {
            *live = before;
            return Err(failure);
        }
        follow::follow(live);
        if *rolls {
            roll(live, eyes);
        }
    }
    let first = before.log.len() + usize::from(!joins);
    for logged in live.log.iter_mut().skip(first) {
        if let Deed::Command { joined, .. } = &mut logged.entry.deed {
            *joined = true;
        }
    }
    Ok(())
}

/// Rolls the dice that are asked for, and gives the commands that follow automatically. Dice of a
/// combatant that a seat plays are left to its player.
fn roll(live: &mut Live, eyes: &Eyes) {
    for _ in 0..ROLLS_MAX {
        let Decision::Roll(_, who) = live.session.state().decision else { return };
        let name = live.name(who);
        let has_seat = live.seats.iter().any(|seat| seat.combatants.contains(&name));
        let dice = Command::Roll { faces: None, hidden: false };
        if has_seat || command(live, eyes, &dice).is_err() {
            return;
        }
        follow::follow(live);
    }
}

/// Returns the point before the step that led to `point`. Returns the first point itself.
pub(super) fn before(live: &Live, mut point: usize) -> usize {
    while let Some(parent) = live.session.points()[point].parent {
        let was_joined = is_joined(live, point);
        point = parent;
        if !was_joined {
            break;
        }
    }
    point
}

/// Returns the point after the step that was undone last at `point`. Returns `point` itself if none
/// was undone.
pub(super) fn after(live: &Live, mut point: usize) -> usize {
    while let Some(next) = live.session.ahead(point) {
        point = next;
        let goes_on = live.session.ahead(point).is_some_and(|then| is_joined(live, then));
        if !goes_on {
            break;
        }
    }
    point
}

/// Checks whether the command that led to a point belongs to the same step as the command before
/// it.
fn is_joined(live: &Live, point: usize) -> bool {
    let logged = live.made_by[point].checked_sub(1).and_then(|at| live.log.get(at as usize));
    logged.is_some_and(|one| matches!(one.entry.deed, Deed::Command { joined: true, .. }))
}
