//! The menu offers exactly the targets and squares that the checker accepts.

mod support;

use std::collections::BTreeSet;

use kernel::{ActivityId, Declaration, LegalActions, NOBODY, Square, Target, is_legal, iter_bits};
use sim::menu::{self, Choice};
use sim::policy::Random;
use sim::session::Session;

/// Everything with its squares that the checker accepts of a choice; of steps, those to squares
/// next to one's own, as what is prepared may start from anywhere.
fn accepted(session: &Session, choice: &Choice) -> (u64, bool, Vec<Square>) {
    let (game, state) = (&session.compiled().game, session.state());
    let mut all = (0, false, Vec::new());
    let step = game.activities[choice.activity.index()].target == Target::Step;
    let own = state.combatant(choice.who).square;
    let next = |at: &Square| !step || (0..8).any(|way| game.board.neighbour(own, way) == Some(*at));
    let nowhere = std::iter::once(Square::NOWHERE);
    for square in nowhere.chain(game.board.squares().filter(next)) {
        for target in iter_bits(state.everybody()).chain([NOBODY]) {
            let declare =
                Declaration { target, square, ..Declaration::new(choice.who, choice.activity) };
            if !is_legal(game, state, &declare) {
                continue;
            }
            match target {
                NOBODY => all.1 = true,
                target => all.0 |= kernel::bit(target),
            }
            if square.is_somewhere() && all.2.last() != Some(&square) {
                all.2.push(square);
            }
        }
    }
    all
}

fn compare(session: &Session) -> usize {
    let (compiled, state) = (session.compiled(), session.state());
    let legal = menu::legal(compiled, state);
    let mut with_squares = 0;
    for choice in &legal {
        let activity = &compiled.game.activities[choice.activity.index()];
        let name = &compiled.names.activities[choice.activity.index()].name;
        let (targets, untargeted, squares) = accepted(session, choice);
        assert_eq!(choice.targets, targets, "{name} at whom");
        if choice.squares.is_empty() {
            assert_eq!(choice.untargeted, untargeted, "{name} at nobody");
        } else {
            let listed: BTreeSet<Square> = choice.squares.iter().copied().collect();
            assert_eq!(listed, squares.into_iter().collect(), "{name} at which squares");
            with_squares += usize::from(activity.target != Target::Step);
        }
    }
    for who in iter_bits(state.decision.asked()) {
        let own = legal.iter().filter(|choice| choice.who == who).map(|choice| choice.activity);
        let denied = menu::denied(compiled, state, who);
        let mut all: Vec<ActivityId> = own.chain(denied.iter().map(|(one, _)| *one)).collect();
        let options = &compiled.game.sheets[who.index()].options;
        let lost: Vec<&str> = options
            .iter()
            .filter(|one| !all.contains(&one.activity))
            .map(|one| compiled.names.activities[one.activity.index()].name.as_str())
            .collect();
        assert!(lost.is_empty(), "neither legal nor denied: {lost:?}");
        all.sort();
        all.dedup();
        assert_eq!(all.len(), options.len(), "and not both");
    }
    with_squares
}

#[test]
fn what_is_offered_is_what_is_accepted() {
    let mut random = Random::new(7);
    let mut with_squares = 0;
    let others = ["pathfinder-rae/grapple", "pathfinder-rae/trap"].map(support::example);
    for compiled in support::all_games().into_iter().chain(others) {
        let mut session = Session::new(compiled.clone(), 7);
        let mut lister = LegalActions::new(&compiled.game);
        for at in 0..400 {
            let command = support::any_command(&session, &mut lister, &mut random);
            if matches!(command, kernel::Command::SetEnforcement(..)) {
                continue;
            }
            let _refused = session.give(command, None);
            if at % 8 == 0 {
                with_squares += compare(&session);
            }
        }
    }
    assert!(with_squares > 10, "{with_squares} are aimed at squares");
}
