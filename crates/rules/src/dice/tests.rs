use proptest::prelude::*;

use super::*;

/// The canonical text, or the error as `offset: message`.
fn canonical(text: &str) -> String {
    match parse(text) {
        Ok(dice) => print(&dice),
        Err(error) => format!("{}: {}", error.at, error.message),
    }
}

/// One `text => canonical text or error` a line.
fn check(table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (text, expected) = line.split_once("=>").expect("a line is `text => expected`");
        assert_eq!(canonical(text.trim()), expected.trim(), "{text}");
    }
}

#[test]
fn notation_becomes_canonical() {
    check(
        r#"
        1d20+7            => 1d20+7
        d20               => 1d20
        D%                => 1d100
        2d20kh            => 2d20kh1
        2D20KL + 5        => 2d20kl1+5
        4d6kh3ro<3        => 4d6ro<3kh3
        4d6ma5mi2rr=1     => 4d6rr=1mi2ma5
        ( 2d6 )           => 2d6
        (1d4+1)*2         => (1d4+1)*2
        1d4+1*2           => 1d4+1*2
        1-(2-3)           => 1-(2-3)
        (1-2)-3           => 1-2-3
        1-(-3)            => 1--3
        - 3               => -3
        -(3)              => -(3)
        -(-1d6)           => --1d6
        -(1d6+2)          => -(1d6+2)
        2d6[fire]+3 [ a ] => 2d6[fire]+3[ a ]
        (1d6+2)[fire][b]  => (1d6+2)[fire][b]
        -(1d6+2)[fire]    => -(1d6+2)[fire]
        -2147483648       => -2147483648
        "#,
    );
}

#[test]
fn errors_say_where_and_what_was_expected() {
    check(
        r#"
                    => 0: expected a number, dice or "(", found the end
        +           => 0: expected a number, dice or "(", found "+"
        2d          => 2: expected the number of sides or "%", found the end
        2dx         => 2: expected the number of sides or "%", found "x"
        2d6x1       => 3: expected one of kh, kl, ro, rr, mi, ma, found "x"
        2d6kx       => 3: expected one of kh, kl, ro, rr, mi, ma, found "k"
        2d6 kh1     => 4: expected an operator or the end, found "k"
        2d6kh1kl1   => 6: a second kl for the same dice
        2d6ro3      => 5: expected "<" or "=", found "3"
        2d6ro<      => 6: expected a number, found the end
        2d6[fire    => 8: expected "]", found the end
        2d6[]       => 3: a label has 1 to 40 characters and no brackets
        (1d6        => 4: expected an operator or ")", found the end
        1d6)        => 3: expected an operator or the end, found ")"
        1d6 + ½     => 6: expected a number, dice or "(", found "½"
        1+101d6     => 2: a roll has 1 to 100 dice
        1+0d6       => 2: a roll has 1 to 100 dice
        1d1001      => 0: a die has 1 to 1000 sides
        1d99999999999999999999 => 0: a die has 1 to 1000 sides
        60d6+41d6   => 5: all rolls together have at most 100 dice
        2d6kh3      => 0: keep at least one die and at most as many as are rolled
        1d6ro<7     => 0: a reroll names a face of the die and leaves another
        1d6mi5ma4   => 0: `mi` and `ma` are faces of the die, `mi` not above `ma`
        2147483648  => 0: a number is from -2147483648 to 2147483647
        2147483647+1d6 => 10: the result can leave the range of 32 bits
        "#,
    );
}

#[test]
fn hostile_nesting_is_an_error() {
    for text in ["(".repeat(100_000), "-".repeat(100_000), "1+(".repeat(100_000)] {
        assert!(canonical(&text).ends_with("nested more than 32 deep"));
    }
    assert!(canonical(&"1+".repeat(100_000)).starts_with("200000: expected"));
    assert_eq!(canonical(&["1"; 1000].join("+")), "499: an expression has at most 500 steps");
}

/// Texts that mostly are dice notation.
fn notation() -> impl Strategy<Value = String> {
    let leaf = prop_oneof!["[0-9]{1,3}", "[1-4]?d([1-9]|10|%)(ro<3|rr=2)?(mi2)?(ma[34])?(kh|kl2)?"];
    leaf.prop_recursive(4, 24, 2, |inner| {
        prop_oneof![
            (inner.clone(), "[-+*]| - ", inner.clone())
                .prop_map(|(a, op, b)| format!("{a}{op}{b}")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!("-{a}")),
            (inner, "[a-zé ]{1,5}").prop_map(|(a, label)| format!("{a}[{label}]")),
        ]
    })
}

proptest! {
    #[test]
    fn any_text_is_safe(text in ".{0,40}") {
        if let Err(error) = parse(&text) {
            prop_assert!(text.is_char_boundary(error.at));
        }
    }

    #[test]
    fn printing_is_stable(text in notation()) {
        if let Ok(dice) = parse(&text) {
            let printed = print(&dice);
            prop_assert_eq!(parse(&printed), Ok(dice), "{}", printed);
        }
    }

    #[test]
    fn totals_stay_within_bounds(text in notation(), seed in any::<u64>()) {
        if let Ok(dice) = parse(&text) {
            let mut state = seed;
            let total = dice.total_from(&mut |sides| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                Some((state >> 33) as u32 % sides + 1)
            });
            let total = total.expect("faces are in range");
            prop_assert!((dice.min()..=dice.max()).contains(&total));
        }
    }
}
