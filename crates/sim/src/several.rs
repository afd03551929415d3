//! Activities done to several combatants, one after the other, such as a spell with an area.
//!
//! A ruleset writes them as an activity that opens its own named window again. The listing of
//! options and the preview call this; nothing here decides whether a declaration is legal.

use kernel::{
    Activity, ActivityId, CombatantId, CombatantSet, Command, Decision, DiceFaces, DiceId,
    EventLog, Game, Op, State, Target, WindowId, apply, bit,
};
use rules::Compiled;

use crate::menu;

/// Largest number of dice and questions between a declaration and its window.
const STEPS_MAX: usize = 32;

/// Returns true if an activity may open a named window again that it is used in, so that it takes
/// one target after the other. Activities that others may answer do not count: further attacks are
/// chosen one by one.
pub fn repeats(game: &Game, activity: ActivityId, window: WindowId) -> bool {
    is_plain(&game.activities[activity.index()])
        && program(game, activity)
            .any(|op| matches!(op, Op::Offer { window: opened, .. } if *opened == window))
}

/// Returns true if an activity may offer further targets: one that it declares repeats.
pub fn may_spread(game: &Game, activity: ActivityId) -> bool {
    let reopens = |declared: ActivityId| {
        is_plain(&game.activities[declared.index()])
            && program(game, declared).any(|op| matches!(op, Op::Offer { .. }))
    };
    program(game, activity)
        .any(|op| matches!(op, Op::Declare { activity, .. } if reopens(*activity)))
}

/// Returns true if nothing is chosen with an activity but a combatant, and nobody can answer it.
fn is_plain(activity: &Activity) -> bool {
    let takes_combatant = !matches!(activity.target, Target::None | Target::Step | Target::Square);
    activity.immediate && takes_combatant && !activity.with_square && activity.argument.is_none()
}

/// Returns the combatants whom an actor may affect besides the target of a declaration.
///
/// `after` is the state right after the declaration. The search goes on from there to the first
/// window that offers the actor an activity that repeats: all dice show their least face, and all
/// others pass.
pub fn others(
    compiled: &Compiled,
    after: &State,
    actor: CombatantId,
    declared: ActivityId,
) -> CombatantSet {
    let game = &compiled.game;
    if !may_spread(game, declared) {
        return 0;
    }
    let mut state = after.clone();
    for _ in 0..STEPS_MAX {
        let command = match state.decision {
            Decision::Offer(window, asked) if asked & bit(actor) != 0 => {
                let legal = menu::legal(compiled, &state);
                let targets = legal
                    .iter()
                    .filter(|one| one.who == actor && repeats(game, one.activity, window))
                    .fold(0, |all, one| all | one.targets);
                if targets != 0 {
                    return targets;
                }
                Command::PassAll
            }
            Decision::Offer(..) | Decision::Answer(_) => Command::PassAll,
            Decision::Roll(dice, _) => match least(game, dice) {
                Some(faces) => Command::Roll(faces),
                None => return 0,
            },
            _ => return 0,
        };
        if apply(game, &mut state, &command, &mut EventLog::default()).is_err() {
            return 0;
        }
    }
    0
}

fn program(game: &Game, activity: ActivityId) -> impl Iterator<Item = &Op> {
    let program = game.activities[activity.index()].program;
    game.programs[program.index()].iter().map(|step| &step.op)
}

/// Returns the least faces of dice; `None` if there are too many of them.
fn least(game: &Game, dice: DiceId) -> Option<DiceFaces> {
    let mut shown = Vec::new();
    let total = game.dice[dice.index()].total_from(&mut |_| {
        shown.push(1);
        (shown.len() <= kernel::FACES_MAX).then_some(1)
    });
    total.ok().and_then(|_| DiceFaces::new(&shown))
}
