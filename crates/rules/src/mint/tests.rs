use super::*;
use proptest::prelude::*;

/// A conversion in the words of the rulebooks: `2a+b -> c`, over kinds a to z.
fn conversion(text: &str) -> Conversion {
    let side = |text: &str| {
        let entry = |term: &str| {
            let term = term.trim();
            let (amount, kind) = term.split_at(term.len() - 1);
            (usize::from(kind.as_bytes()[0] - b'a'), amount.parse().unwrap_or(1))
        };
        text.split('+').filter(|term| !term.trim().is_empty()).map(entry).collect()
    };
    let (inputs, outputs) = text.split_once("->").expect("an arrow");
    Conversion { inputs: side(inputs), outputs: side(outputs) }
}

fn conversions(texts: &[&str]) -> Vec<Conversion> {
    texts.iter().copied().map(conversion).collect()
}

#[track_caller]
fn check_sound(kinds: usize, texts: &[&str], expected: &[u128]) {
    assert_eq!(worths(kinds, &conversions(texts)).as_deref(), Ok(expected));
}

#[track_caller]
fn check_mints(kinds: usize, texts: &[&str], steps: &[(usize, u64)], gains: &[(usize, u64)]) {
    let cycle = MintingCycle { steps: steps.to_vec(), gains: gains.to_vec() };
    assert_eq!(worths(kinds, &conversions(texts)), Err(MintError::Mints(cycle)));
}

#[test]
fn sound_systems() {
    check_sound(0, &[], &[]);
    check_sound(2, &[], &[1, 1]);
    check_sound(2, &["a -> 2b"], &[2, 1]);
    check_sound(2, &["b -> 2a"], &[1, 2]);
    check_sound(3, &["a -> 2b", "b -> 2c", "4c -> a"], &[4, 2, 1]);
    check_sound(2, &["2a -> 3b", "3b -> 2a"], &[3, 2]);
    check_sound(3, &["a+b -> c", "c -> a+b"], &[1, 1, 2]);
    check_sound(2, &["a+b -> a", "a -> a", "a ->"], &[1, 1]);
}

#[test]
fn minting_systems() {
    check_mints(1, &["-> a"], &[(0, 1)], &[(0, 1)]);
    check_mints(1, &["a -> 2a"], &[(0, 1)], &[(0, 1)]);
    check_mints(2, &["a -> 2b", "b -> a"], &[(0, 1), (1, 1)], &[(1, 1)]);
    check_mints(2, &["2a -> 3b", "4b -> 3a"], &[(0, 3), (1, 2)], &[(1, 1)]);
    check_mints(3, &["a -> b", "a -> c", "b+c -> 3a"], &[(0, 1), (2, 1), (1, 1)], &[(0, 1)]);
}

#[test]
fn steps_are_the_least_needed_in_order() {
    // The gain could go on to e, and a to f and back; neither belongs to the cycle.
    let texts = ["c -> 2a", "a -> f", "f -> a", "b -> c", "a -> b", "a -> e"];
    check_mints(6, &texts, &[(0, 1), (4, 1), (3, 1)], &[(0, 1)]);
}

#[test]
fn long_chains_settle() {
    let link = |kind: usize| Conversion {
        inputs: vec![(kind, 1)],
        outputs: vec![(kind + 1, 1), (kind, 0)],
    };
    for mut chain in [(0..249).map(link).collect::<Vec<_>>(), (0..249).rev().map(link).collect()] {
        assert_eq!(worths(250, &chain), Ok(vec![1; 250]));
        chain.push(Conversion { inputs: vec![(249, 1)], outputs: vec![(0, 2)] });
        let Err(MintError::Mints(cycle)) = worths(250, &chain) else { panic!("the chain mints") };
        assert_eq!(cycle.steps.len(), 250);
    }
}

/// The usual shape: one small family, repeated for each of many prefixes, with joint conversions.
#[test]
fn families_of_prefixes() {
    let family = conversions(&[
        "a -> b",
        "a -> c",
        "a -> d",
        "b -> d",
        "c -> 2d",
        "b+c+d -> e",
        "e -> b+c+d",
        "f -> e",
        "2d+f -> a+e",
    ]);
    let shift = |side: &[(usize, u32)], prefix: usize| {
        side.iter().map(|&(kind, amount)| (kind + 6 * prefix, amount)).collect()
    };
    let mut all = Vec::new();
    for prefix in 0..40 {
        all.extend(family.iter().map(|Conversion { inputs, outputs }| Conversion {
            inputs: shift(inputs, prefix),
            outputs: shift(outputs, prefix),
        }));
    }
    assert!(!verify(240, &all));
    // One family gets d -> c beside its c -> 2d.
    all.push(Conversion { inputs: vec![(183, 1)], outputs: vec![(182, 1)] });
    let Err(MintError::Mints(cycle)) = worths(240, &all) else {
        panic!("the last conversion mints")
    };
    assert_eq!(cycle, MintingCycle { steps: vec![(274, 1), (360, 1)], gains: vec![(183, 1)] });
}

#[test]
fn numbers_too_large_are_no_proof() {
    let link =
        |kind: usize| Conversion { inputs: vec![(kind, 1)], outputs: vec![(kind + 1, u32::MAX)] };
    let chain: Vec<_> = (0..9).map(link).collect();
    assert_eq!(worths(10, &chain), Err(MintError::Undecided));
}

/// Adds up what a combination does.
fn net(
    kinds: usize,
    conversions: &[Conversion],
    steps: impl IntoIterator<Item = (usize, u64)>,
) -> Vec<i128> {
    let mut net = vec![0; kinds];
    for (conversion, times) in steps {
        let Conversion { inputs, outputs } = &conversions[conversion];
        inputs
            .iter()
            .for_each(|&(kind, amount)| net[kind] -= i128::from(amount) * i128::from(times));
        outputs
            .iter()
            .for_each(|&(kind, amount)| net[kind] += i128::from(amount) * i128::from(times));
    }
    net
}

fn mints(net: &[i128]) -> bool {
    net.iter().all(|&change| change >= 0) && net.iter().any(|&change| change > 0)
}

/// Every combination of up to `times_max` of each conversion.
fn mints_by_search(kinds: usize, conversions: &[Conversion], times_max: u64) -> bool {
    let mut times = vec![0; conversions.len()];
    while let Some(at) = times.iter().position(|&times| times < times_max) {
        times[..at].fill(0);
        times[at] += 1;
        if mints(&net(kinds, conversions, times.iter().copied().enumerate())) {
            return true;
        }
    }
    false
}

/// Checks an answer against its definition, and says whether the system mints.
fn verify(kinds: usize, conversions: &[Conversion]) -> bool {
    match worths(kinds, conversions) {
        Ok(worths) => {
            assert_eq!(worths.len(), kinds);
            assert!(worths.iter().all(|&worth| worth >= 1));
            let total = |side: &[(usize, u32)]| {
                side.iter().map(|&(kind, amount)| worths[kind] * u128::from(amount)).sum::<u128>()
            };
            assert!(
                conversions
                    .iter()
                    .all(|conversion| total(&conversion.inputs) >= total(&conversion.outputs))
            );
            false
        }
        Err(MintError::Mints(cycle)) => {
            assert!(cycle.steps.iter().all(|step| step.1 >= 1));
            let net = net(kinds, conversions, cycle.steps);
            assert!(mints(&net));
            let mut gains = vec![0; kinds];
            cycle.gains.iter().for_each(|&(kind, amount)| gains[kind] = i128::from(amount));
            assert_eq!(net, gains);
            true
        }
        Err(MintError::Undecided) => panic!("undecided: {conversions:?}"),
    }
}

fn any_conversion(kinds: usize, amount_max: u32) -> impl Strategy<Value = Conversion> {
    let entries = move |count| prop::collection::vec((0..kinds, 1..=amount_max), count);
    (entries(1..=3), entries(1..=2)).prop_map(|(inputs, outputs)| Conversion { inputs, outputs })
}

proptest! {
    /// Checks that each answer meets its definition and that it agrees with a search, which does
    /// not rely on the theory.
    #[test]
    fn agrees_with_search(system in prop::collection::vec(any_conversion(3, 2), 1..=3)) {
        let found = verify(3, &system);
        if found {
            let Err(MintError::Mints(cycle)) = worths(3, &system) else { unreachable!() };
            for (left_out, _) in &cycle.steps {
                let others = cycle.steps.iter().filter(|step| step.0 != *left_out);
                let fewer: Vec<_> = others.map(|step| system[step.0].clone()).collect();
                prop_assert!(!verify(3, &fewer), "without {left_out} it still mints");
            }
        } else {
            prop_assert!(!mints_by_search(3, &system, 9));
        }
    }

    #[test]
    fn larger_systems_are_decided(system in prop::collection::vec(any_conversion(12, 4), 1..30)) {
        verify(12, &system);
    }
}
