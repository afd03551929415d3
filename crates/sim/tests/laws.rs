//! The laws of the engine, on games that play themselves in every way that is possible.
//!
//! A few cases run by default, each time the same; `TURNWRIGHT_CASES` asks for more, at random. A
//! failure names the seed.

mod support;

use std::sync::{Arc, LazyLock};

use kernel::{
    ActivityId, Command, Decision, Declaration, Denial, EventLog, FirstReasonOnly, LegalActions,
    NOBODY, NullSink, Pay, State, Target, View, apply, apply_unchecked, start,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rules::Compiled;
use sim::choices::{self, settle};
use sim::language;
use sim::perft::Fixed;
use sim::policy::{Playout, Random, Rulings};
use sim::session::Session;

static GAMES: LazyLock<Vec<Arc<Compiled>>> = LazyLock::new(support::all_games);
/// The first of them, which every law is about.
const USUAL: usize = 2;

fn config() -> ProptestConfig {
    let set = std::env::var("TURNWRIGHT_CASES").ok().and_then(|text| text.parse().ok());
    let rng_seed = if set.is_some() { RngSeed::Random } else { RngSeed::Fixed(1) };
    let cases = set.unwrap_or(24);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// A session that plays itself; shrinking shortens it.
#[derive(Clone, Copy, Debug)]
struct Played {
    game: usize,
    seed: u64,
    count: usize,
}

impl Played {
    fn session(self) -> Session {
        support::play(&GAMES[self.game], self.seed, self.count)
    }
}

fn played() -> impl Strategy<Value = Played> {
    played_among(USUAL)
}

/// The same, also where turns are those of single combatants and there are boards.
fn played_anywhere() -> impl Strategy<Value = Played> {
    played_among(GAMES.len())
}

fn played_among(games: usize) -> impl Strategy<Value = Played> {
    let parts = (0..games, any::<u64>(), 1usize..80);
    parts.prop_map(|(game, seed, count)| Played { game, seed, count })
}

/// Reach that is measured in squares depends on whom one aims at, even where nothing else does.
#[test]
fn nobody_out_of_reach_is_listed() {
    let mut checked = 0;
    for seed in 0..24 {
        let session = Played { game: 7, seed, count: 45 }.session();
        let game = &session.compiled().game;
        let view = View { game, state: session.state() };
        for (declare, payment) in listed(&mut LegalActions::new(game), view) {
            assert_eq!(
                view.check(&declare, &mut FirstReasonOnly),
                Some(payment),
                "{seed}: {declare:?}"
            );
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} declarations are listed");
}

/// Where people strike at whoever walks past them, it matters who is near enough.
#[test]
fn nobody_near_enough_to_strike_is_left_out() {
    for (name, seeds) in
        [("pathfinder-rae/spellcaster", 12), ("srd-5/ambush", 6), ("srd-5/bridge", 6)]
    {
        let fight = support::example(name);
        (0..seeds).for_each(|seed| check_against_definition(&support::play(&fight, seed, 150)));
    }
}

/// Plays a session again by the definition alone. State and events must be the same after every
/// command, whether events are recorded or not.
fn check_against_definition(session: &Session) {
    let (fast, plain) = (&session.compiled().game, session.compiled().game.without_shortcuts());
    let [mut recorded, mut state] = [State::new(&plain), State::new(&plain)];
    start(&plain, &mut recorded, &mut EventLog::default());
    start(&plain, &mut state, &mut NullSink);
    let mut before = &session.points()[0].state;
    assert_eq!(&state, before);
    for &at in &session.path()[1..] {
        let point = &session.points()[at];
        let command = point.command.expect("every point but the first has one");
        let [mut events, mut expected] = [EventLog::default(), EventLog::default()];
        assert!(apply(&plain, &mut recorded, &command, &mut events).is_ok());
        assert!(apply(&plain, &mut state, &command, &mut NullSink).is_ok());
        assert!(apply(fast, &mut before.clone(), &command, &mut expected).is_ok());
        assert_eq!(state, point.state, "point {at}");
        assert_eq!(recorded, point.state, "point {at}, recorded");
        assert_eq!(events.events, expected.events, "point {at}");
        before = &point.state;
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_listed_is_what_passes_the_check(played in played_anywhere()) {
        let session = played.session();
        let game = &session.compiled().game;
        let mut lister = LegalActions::new(game);
        for &at in session.path().iter().rev().take(12) {
            let view = View { game, state: &session.points()[at].state };
            let listed = listed(&mut lister, view);
            for (declare, payment) in &listed {
                let checked = view.check(declare, &mut FirstReasonOnly);
                prop_assert_eq!(checked, Some(*payment), "{:?}", declare);
            }
            for declare in every_declaration(view) {
                let known = listed.iter().any(|(one, _)| *one == declare);
                let passes = view.check(&declare, &mut FirstReasonOnly).is_some();
                let name = &session.compiled().names.activities[declare.activity.index()].name;
                prop_assert_eq!(passes, known, "point {}, {}: {:?}", at, name, declare);
            }
        }
    }

    #[test]
    fn whoever_can_answer_and_wants_to_is_asked(played in played_anywhere()) {
        let session = played.session();
        let game = &session.compiled().game;
        let mut lister = LegalActions::new(game);
        for &at in &session.path()[1..] {
            let point = &session.points()[at];
            let parent = point.parent.expect("every point but the first has one");
            let fresh = !session.points()[parent].state.window.open;
            let State { relaxed_rules, window, .. } = &point.state;
            if !fresh || !relaxed_rules.is_empty() || window.named.is_some() {
                continue;
            }
            let Decision::Answer(_) = point.state.decision else { continue };
            let author = point.state.stack.last().map_or(NOBODY, |top| top.actor);
            let mut state = point.state.clone();
            let asks = |who: &kernel::CombatantId| *who != author || game.asks_everyone;
            for who in kernel::iter_bits(state.everybody()).filter(asks) {
                state.decision = Decision::Answer(kernel::bit(who));
                let one = state.combatant(who);
                let wants = |declare: &Declaration| {
                    let option = game.sheets[who.index()].option(declare.activity);
                    option.is_some_and(|at| game.asks_everyone || one.unprompted >> at & 1 == 0)
                };
                let view = View { game, state: &state };
                let able = listed(&mut lister, view)
                    .iter()
                    .any(|(declare, _)| declare.actor == who && wants(declare));
                let asked = state.window.pending & kernel::bit(who) != 0;
                prop_assert_eq!(asked, able, "point {}: {:?}", at, who);
            }
        }
    }

    #[test]
    fn both_ways_of_checking_agree(played in played(), seed: u64) {
        let session = played.session();
        let view = View { game: &session.compiled().game, state: session.state() };
        let mut random = Random::new(seed);
        for _ in 0..300 {
            let declare = support::any_declaration(&session, &mut random);
            let mut denial = Denial::default();
            let explained = view.check(&declare, &mut denial);
            prop_assert_eq!(explained, view.check(&declare, &mut FirstReasonOnly), "{:?}", declare);
            prop_assert_eq!(explained.is_none(), !denial.reasons.is_empty(), "{:?}", denial);
            prop_assert_eq!(view.why_not(&declare).is_none(), explained.is_some());
        }
    }

    #[test]
    fn a_denied_command_changes_nothing(played in played(), seed: u64) {
        let session = played.session();
        let game = &session.compiled().game;
        let mut random = Random::new(seed);
        let mut lister = LegalActions::new(game);
        for _ in 0..100 {
            let command = support::any_command(&session, &mut lister, &mut random);
            let mut state = session.state().clone();
            let mut journal = EventLog::default();
            match apply(game, &mut state, &command, &mut journal) {
                Ok(()) => prop_assert_ne!(&state, session.state()),
                Err(denial) => {
                    prop_assert_eq!(&state, session.state());
                    prop_assert!(journal.events.is_empty() && !denial.reasons.is_empty());
                }
            }
        }
    }

    #[test]
    fn replaying_gives_the_same_states_whether_recorded_or_not(played in played_anywhere()) {
        let session = played.session();
        let game = &session.compiled().game;
        let mut state = State::new(game);
        start(game, &mut state, &mut NullSink);
        for &at in &session.path()[1..] {
            let point = &session.points()[at];
            let command = point.command.expect("every point but the first has one");
            prop_assert!(apply(game, &mut state, &command, &mut NullSink).is_ok());
            prop_assert_eq!(&state, &point.state);
        }
    }

    #[test]
    fn shortcuts_lead_where_the_definition_leads(played in played_anywhere()) {
        check_against_definition(&played.session());
    }

    #[test]
    fn undo_restores_and_redo_repeats(played in played(), count in 0usize..90) {
        let session = played.session();
        let mut walker = session.clone();
        let path = session.path();
        let undone = walker.undo(count);
        prop_assert_eq!(undone, count.min(path.len() - 1));
        let expected = &session.points()[path[path.len() - 1 - undone]].state;
        prop_assert_eq!(walker.state(), expected);
        prop_assert_eq!(walker.redo(count), undone);
        prop_assert_eq!(walker.state(), session.state());
    }

    #[test]
    fn every_state_is_sound_and_waits_for_something_that_can_be_done(played in played()) {
        let session = played.session();
        let game = &session.compiled().game;
        for point in session.points() {
            prop_assert_eq!(kernel::violated_invariant(game, &point.state), None);
            let mut state = point.state.clone();
            prop_assert!(settle(game, &mut state, &mut Fixed), "{:?}", point.state.decision);
            prop_assert_eq!(kernel::violated_invariant(game, &state), None);
            let over = state.decision == Decision::Finished;
            // On the way through a square one goes on instead of ending the turn.
            let goes_on = (View { game, state: &state }).why_not_end().is_some()
                && LegalActions::new(game).refresh(game, &state) > 0;
            let closed = choices::close(game, &mut state);
            prop_assert!(over || closed != goes_on, "{:?}", state.decision);
        }
    }

    #[test]
    fn what_is_listed_can_be_applied_either_way(played in played()) {
        let session = played.session();
        let game = &session.compiled().game;
        let mut lister = LegalActions::new(game);
        for (declare, payment) in listed(&mut lister, View { game, state: session.state() }) {
            let (mut checked, mut unchecked) = (session.state().clone(), session.state().clone());
            let command = Command::Declare(declare);
            prop_assert!(apply(game, &mut checked, &command, &mut EventLog::default()).is_ok());
            apply_unchecked(game, &mut unchecked, &declare, &payment, &mut NullSink);
            prop_assert_eq!(&checked, &unchecked, "{:?}", declare);
            prop_assert_eq!(kernel::violated_invariant(game, &checked), None);
        }
    }

    #[test]
    fn commands_printed_and_read_are_the_same_commands(played in played(), seed: u64) {
        let session = played.session();
        let compiled = session.compiled();
        let mut walker = session.clone();
        for &at in &session.path()[1..] {
            let point = &session.points()[at];
            walker.go(point.parent.expect("every point but the first has one"));
            let command = point.command.expect("and a command");
            let text = language::print(compiled, walker.state(), &command);
            prop_assert_eq!(language::parse(&walker, &text), Ok(command), "{}", text);
        }
        let mut random = Random::new(seed);
        for _ in 0..50 {
            let declare = support::any_declaration(&session, &mut random);
            for command in [Command::Declare(declare), Command::Force(declare)] {
                let text = language::print(compiled, session.state(), &command);
                prop_assert_eq!(language::parse(&session, &text), Ok(command), "{}", text);
            }
        }
    }
}

/// Everything listed, with its payment.
fn listed(lister: &mut LegalActions, view: View<'_>) -> Vec<(Declaration, kernel::Payment)> {
    let count = lister.refresh(view.game, view.state);
    let mut all = Vec::new();
    for group in lister.list(view.game, view.state) {
        all.extend((0..group.len()).map(|nth| (group.nth(nth), group.payment)));
    }
    assert_eq!(all.len(), count);
    for (nth, one) in all.iter().enumerate() {
        let (declare, payment) = lister.nth(view.game, nth).expect("as many as counted");
        assert_eq!((declare, payment), *one);
    }
    assert!(lister.nth(view.game, count).is_none());
    all
}

/// Long fights, so that a lister comes back to much that it has known before.
#[test]
fn what_is_kept_is_what_would_be_found_anew() {
    for compiled in GAMES.iter() {
        let game = &compiled.game;
        let mut kept = LegalActions::new(game);
        let third = |at: usize| (0..game.activities.len()).filter(move |one| one % 3 == at);
        let third = |at| third(at).map(|one| ActivityId(one as u16)).collect::<Vec<_>>();
        let thirds: [_; 3] = std::array::from_fn(third);
        let mut parts = thirds.each_ref().map(|these| LegalActions::for_activities(game, these));
        let mut playout = Playout::new(game, 5, Rulings::Random);
        for count in 0..1_500 {
            if !playout.step() {
                playout.fight(1);
            }
            let view = View { game, state: playout.state() };
            kept.refresh(game, view.state);
            if count % 5 > 0 {
                continue;
            }
            let all = listed(&mut kept, view);
            assert_eq!(all, listed(&mut LegalActions::new(game), view));
            // Some of it alone is the same in the same order.
            for (these, part) in thirds.iter().zip(&mut parts) {
                let among = |(one, _): &&(Declaration, _)| these.contains(&one.activity);
                let wanted: Vec<_> = all.iter().filter(among).copied().collect();
                assert_eq!(listed(part, view), wanted);
            }
        }
    }
}

/// Everyone's own activities at anyone, nobody and all squares around, paid in every way there is,
/// and in one more; those at any square of a board are not listed.
fn every_declaration(view: View<'_>) -> Vec<Declaration> {
    let mut all = Vec::new();
    let mut payments = Vec::new();
    for who in kernel::iter_bits(view.state.everybody()) {
        for option in &view.game.sheets[who.index()].options {
            let activity = &view.game.activities[option.activity.index()];
            let anywhere = activity.with_square || activity.target == Target::Square;
            if anywhere && view.game.board.exists() {
                continue;
            }
            view.payments(&Declaration::new(who, option.activity), option, &mut payments);
            let ways = (payments.len() + 1).min(255) as u8;
            let targets = kernel::iter_bits(view.state.everybody()).chain([NOBODY]);
            for target in targets {
                let declare = Declaration { target, ..Declaration::new(who, option.activity) };
                all.extend((0..ways).map(|nth| Declaration { pay: Pay::Nth(nth), ..declare }));
            }
            let from = view.state.combatant(who).square;
            let around = (0..8).filter(|_| activity.target == Target::Step && from.is_somewhere());
            for square in around.map(|way| from.towards(way)) {
                let declare = Declaration { square, ..Declaration::new(who, option.activity) };
                all.extend((0..ways).map(|nth| Declaration { pay: Pay::Nth(nth), ..declare }));
            }
        }
    }
    all
}
