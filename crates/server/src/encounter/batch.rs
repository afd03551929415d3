//! Several commands that are one step of the history: one undo takes all of them back.

use super::follow;
use super::give::command;
use super::live::Live;
use crate::entry::Deed;
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::wire::{BATCH_MAX, Command};

/// Gives commands one after the other, with everything that follows by itself. If one is refused,
/// none has been given.
pub(super) fn give(live: &mut Live, eyes: &Eyes, commands: &[Command]) -> Result<(), Failure> {
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
    }
    for logged in live.log.iter_mut().skip(before.log.len() + 1) {
        if let Deed::Command { joined, .. } = &mut logged.entry.deed {
            *joined = true;
        }
    }
    Ok(())
}

/// The point at which the step that led to a point began; the first point leads nowhere.
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

/// The point at which the step ends that was undone last at a point; itself if none was.
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

/// Whether the command that led to a point was given together with the one before.
fn is_joined(live: &Live, point: usize) -> bool {
    let logged = live.made_by[point].checked_sub(1).and_then(|at| live.log.get(at as usize));
    logged.is_some_and(|one| matches!(one.entry.deed, Deed::Command { joined: true, .. }))
}
