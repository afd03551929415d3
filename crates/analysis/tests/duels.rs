//! Duels whose outcome follows from arithmetic, and properties of playing many fights.

use std::path::Path;

use analysis::{
    Bounds, Expected, Fight, Policies, Policy, Settings, Stop, Summary, compare, plan, simulate,
};
use rules::Place;
use sim::origin::Origin;

/// Returns a duel in which each side only strikes, with an even chance. The first side begins.
fn duel(one: usize, other: usize, options: &str) -> Fight {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coin");
    let text = format!(
        "ruleset = \".\"\n{options}\n\
         [[combatant]]\nname = \"Ana\"\nside = \"one\"\ngrants = \"1A\"\n\
         attributes = {{ hp = \"{one}\" }}\n\
         [[combatant]]\nname = \"Bea\"\nside = \"other\"\ngrants = \"1A\"\n\
         attributes = {{ hp = \"{other}\" }}\n"
    );
    let origin = Origin::read("duel.toml", &text, &Place::Folder(folder));
    let compiled = origin.and_then(|origin| origin.compile());
    Fight::new(compiled.unwrap_or_else(|(report, _)| panic!("the duel does not load: {report:?}")))
}

fn settings(policy: Policy, seed: u64, fights: u64) -> Settings {
    Settings {
        policies: Policies::same(policy),
        seed,
        rounds: 500,
        stop: Stop { fights, margin: None },
        threads: 2,
    }
}

/// Returns the chance that the first side wins with these hit points if it strikes first.
///
/// Let `p` be that chance, and `q` the same with the points exchanged. After a hit, the other side
/// strikes with a point less; after a miss, with all: `p = h / 2 + (1 - q) / 2`, where `h` is the
/// chance after a hit. Solved for both, `p = (2h - k + 1) / 3`, where `k` is the other side's
/// chance after its hit.
fn chance(one: usize, other: usize) -> f64 {
    let mut known = vec![vec![0.0; one + other]; one + other];
    for sum in 2..=one + other {
        for first in 1..sum {
            let second = sum - first;
            let hit = |a: usize, b: usize| if b == 1 { 1.0 } else { 1.0 - known[b - 1][a] };
            known[first][second] = (2.0 * hit(first, second) - hit(second, first) + 1.0) / 3.0;
        }
    }
    known[one][other]
}

fn first_side(summary: &Summary) -> analysis::Interval {
    summary.wins[0].share
}

#[test]
fn the_arithmetic_is_that_of_small_duels() {
    assert!((chance(1, 1) - 2.0 / 3.0).abs() < 1e-12, "{}", chance(1, 1));
    assert!((chance(2, 1) - 8.0 / 9.0).abs() < 1e-12, "{}", chance(2, 1));
    assert!((chance(2, 2) - 16.0 / 27.0).abs() < 1e-12, "{}", chance(2, 2));
}

#[test]
fn known_chances_lie_in_their_intervals_95_times_in_100() {
    for (one, other) in [(1, 1), (2, 3), (5, 4)] {
        let (fight, truth) = (duel(one, other, ""), chance(one, other));
        let covers = |seed: &u64| {
            let share = first_side(&simulate(&fight, &settings(Policy::Greedy, *seed, 60), |_| {}));
            (share.low..=share.high).contains(&truth)
        };
        let covered = (0..200).filter(covers).count();
        // 190 of 200 intervals are expected; 179 is more than three standard deviations less.
        assert!(covered >= 179, "{one}/{other}: {covered} of 200 hold {truth}");
    }
}

#[test]
fn every_policy_strikes_where_nothing_else_is_any_good() {
    let fight = duel(2, 2, "");
    for policy in ["random", "eager", "greedy", "cautious", "look-ahead:1", "mcts:40"] {
        let policy: Policy = policy.parse().expect("it is a policy");
        let summary = simulate(&fight, &settings(policy, 3, 64), |_| {});
        let share = first_side(&summary);
        let decided = summary.undecided.value == 0.0;
        assert!(decided, "{policy}: {share:?}");
        if policy != Policy::Random && policy != Policy::Eager {
            assert!(
                (share.low - 0.02..=share.high + 0.02).contains(&chance(2, 2)),
                "{policy}: {share:?}"
            );
        }
    }
}

#[test]
fn figures_do_not_depend_on_threads_and_stop_when_precise_enough() {
    let fight = duel(3, 3, "");
    let one = Settings { threads: 1, ..settings(Policy::Eager, 9, 1_000) };
    let three = Settings { threads: 3, ..one.clone() };
    let text = |settings| format!("{:?}", simulate(&fight, &settings, |_| {}));
    assert_eq!(text(one.clone()), text(three));
    let stop = Stop { fights: 100_000, margin: Some(0.03) };
    let summary = simulate(&fight, &Settings { stop, ..one }, |_| {});
    assert!(first_side(&summary).margin() <= 0.03);
    assert!(summary.fights < 2_000, "{} fights", summary.fights);
}

#[test]
fn wounds_uses_and_what_is_never_legal_are_counted() {
    let summary = simulate(&duel(2, 3, ""), &settings(Policy::Greedy, 4, 500), |_| {});
    let [ana, bea] = &summary.combatants[..] else { panic!("there are two") };
    let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
    assert!(near(ana.dealt.value, bea.taken.value) && near(bea.dealt.value, ana.taken.value));
    // Bea stands at the end exactly if Ana's side loses.
    assert!(near(bea.standing.value, 1.0 - summary.wins[0].share.value));
    assert_eq!(summary.used.len(), 1);
    assert_eq!(summary.used[0].label, "Strike");
    assert_eq!(summary.never_legal, ["Rest"], "two actions are never there");
    assert_eq!(summary.ended_in.iter().sum::<u64>(), 500);
}

#[test]
fn a_change_shows_with_the_same_dice_and_no_change_shows_none() {
    let (before, same) = (duel(4, 4, ""), duel(4, 4, ""));
    let none = compare(&before, &same, &settings(Policy::Greedy, 1, 300), |_| {});
    assert!(none.wins.iter().all(|one| one.by.value == 0.0 && !one.by.excludes_zero()));
    assert!(none.uses.is_empty());
    let weaker = duel(4, 3, "");
    let change = compare(&before, &weaker, &settings(Policy::Greedy, 1, 600), |_| {});
    let one = &change.wins[0];
    assert!(one.by.excludes_zero() && one.by.value > 0.0, "{one:?}");
    let truth = chance(4, 3) - chance(4, 4);
    assert!((one.by.low - 0.03..=one.by.high + 0.03).contains(&truth), "{one:?} {truth}");
    let twice = duel(4, 4, "[options]\ndamage = \"two\"");
    let change = compare(&before, &twice, &settings(Policy::Greedy, 1, 300), |_| {});
    assert!(change.rounds.high < 0.0, "fights are shorter: {:?}", change.rounds);
    assert!(change.uses[0].label == "Strike" && change.uses[0].by.high < 0.0);
}

#[test]
fn what_is_left_of_a_turn_is_expected_exactly() {
    let fight = duel(3, 3, "");
    let state = sim::perft::start(fight.game());
    let ana = kernel::CombatantId(0);
    let plans = plan(&fight, &state, ana, Bounds::default()).expect("it is her turn");
    assert!(!plans.cut && plans.found == 1, "{plans:?}");
    let way = &plans.ways[0];
    assert_eq!(way.steps.len(), 1, "one strike is all that an action pays for");
    // One strike takes one point, with an even chance.
    let half = Expected::Exact { numerator: 1, denominator: 2 };
    assert_eq!(way.expectation.dealt, half);
    assert_eq!(way.expectation.lost.value(), 0.0);
    assert!(plan(&fight, &state, kernel::CombatantId(1), Bounds::default()).is_none());
    let twice = duel(3, 1, "[options]\ndamage = \"two\"");
    let state = sim::perft::start(twice.game());
    let plans = plan(&twice, &state, ana, Bounds::default()).expect("it is her turn");
    assert_eq!(plans.ways[0].expectation.dealt, half, "nobody loses more than they have");
}
