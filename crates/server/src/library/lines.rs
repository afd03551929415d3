//! Reads typed lines of combatants: `3 goblins`, `goblin x3`, `3: Goblin`, `Grusk = Orc`.

use kernel::COMBATANTS_MAX;

use crate::failure::Failure;

/// Longest line, in characters.
const LINE_MAX: usize = 2000;
/// Longest name, in characters.
const NAME_MAX: usize = 80;

/// A typed group of combatants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Number of combatants.
    pub(crate) count: usize,
    /// Own name of a single combatant.
    pub(crate) name: Option<String>,
    /// Name of the creature, as typed.
    pub(crate) creature: String,
}

/// Reads lines. Commas and semicolons separate groups as line ends do.
///
/// # Errors
///
/// Fails if a line is too long, a group cannot be read, or the groups have more than
/// [`COMBATANTS_MAX`] combatants.
pub(crate) fn read(text: &str) -> Result<Vec<Line>, Failure> {
    let mut lines = Vec::new();
    let mut total = 0;
    for line in text.lines() {
        if line.chars().count() > LINE_MAX {
            return Err(Failure::invalid(format!("a line has at most {LINE_MAX} letters")));
        }
        for piece in line.split([',', ';']).map(str::trim).filter(|piece| !piece.is_empty()) {
            let line = read_piece(piece)?;
            total += line.count;
            if total > COMBATANTS_MAX {
                let message = format!("a fight has at most {COMBATANTS_MAX} combatants");
                return Err(Failure::invalid(message));
            }
            lines.push(line);
        }
    }
    Ok(lines)
}

fn read_piece(piece: &str) -> Result<Line, Failure> {
    let not_a_name = || {
        Failure::invalid(format!("\u{201c}{piece}\u{201d} is not a number and a name"))
            .help("type 3 goblins, goblin x3, or Grusk = Orc for one with a name of its own")
    };
    let good = |name: &str| {
        let letters = name.chars().count();
        (1..=NAME_MAX).contains(&letters) && !name.chars().any(char::is_control)
    };
    if let Some((name, creature)) = piece.split_once('=') {
        let (name, creature) = (name.trim(), creature.trim());
        return match good(name) && good(creature) {
            true => {
                Ok(Line { count: 1, name: Some(name.to_owned()), creature: creature.to_owned() })
            }
            false => Err(not_a_name()),
        };
    }
    let (count, creature) = before(piece).or_else(|| behind(piece)).unwrap_or((Some(1), piece));
    let count = count.filter(|count| (1..=COMBATANTS_MAX).contains(count));
    match count {
        Some(count) if good(creature) => {
            Ok(Line { count, name: None, creature: creature.to_owned() })
        }
        None if good(creature) => {
            Err(Failure::invalid(format!("how many is a number from 1 to {COMBATANTS_MAX}"))
                .help(format!("it stands in \u{201c}{piece}\u{201d}")))
        }
        _ => Err(not_a_name()),
    }
}

/// Splits off a number in front: `3 goblin`, `3x goblin`, `3: goblin`.
fn before(piece: &str) -> Option<(Option<usize>, &str)> {
    let digits = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
    let (number, rest) = piece.split_at(digits);
    if number.is_empty() {
        return None;
    }
    let trimmed = rest.trim_start();
    let signed = trimmed.strip_prefix([':', '\u{d7}', '*']);
    let crossed =
        trimmed.strip_prefix(['x', 'X']).filter(|rest| rest.starts_with(char::is_whitespace));
    // `2nd` is not a number.
    let spaced = Some(trimmed).filter(|_| rest.starts_with(char::is_whitespace));
    let creature = signed.or(crossed).or(spaced)?;
    Some((number.parse().ok(), creature.trim()))
}

/// Splits off a number at the end: `goblin x3`, `goblin (3)`, `goblin: 3`.
fn behind(piece: &str) -> Option<(Option<usize>, &str)> {
    let inner = match piece.strip_suffix(')') {
        Some(open) => {
            let (creature, number) = open.rsplit_once('(')?;
            let number = number.trim().trim_start_matches(['x', 'X', '\u{d7}']).trim();
            let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            return is_number.then(|| (number.parse().ok(), creature.trim()));
        }
        None => piece,
    };
    let head = inner.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &inner[head.len()..];
    if number.is_empty() {
        return None;
    }
    let head = head.trim_end();
    let creature = head.strip_suffix([':', '\u{d7}', '*']).or_else(|| {
        let creature = head.strip_suffix(['x', 'X'])?;
        creature.ends_with(char::is_whitespace).then_some(creature)
    })?;
    Some((number.parse().ok(), creature.trim()))
}

/// Returns names whose plural the name may be, likeliest first.
pub(super) fn singulars(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    let endings: [(&str, &[&str]); 5] = [
        ("men", &["man"]),
        ("ies", &["y", "ie"]),
        ("ves", &["f", "fe", "ve"]),
        ("es", &["", "e"]),
        ("s", &[""]),
    ];
    let Some((ending, ones)) = endings.iter().find(|(ending, _)| lower.ends_with(ending)) else {
        return Vec::new();
    };
    // The lower case of a letter may have another length in some alphabets.
    let Some(stem) = name.get(..name.len() - ending.len()) else { return Vec::new() };
    ones.iter().map(|one| format!("{stem}{one}")).filter(|one| !one.is_empty()).collect()
}

/// Returns the name of a single creature for a typed name, with a capital: `goblins` becomes
/// `Goblin`. Only a `count` above 1 makes a name a plural.
pub(super) fn one_of(name: &str, count: usize) -> String {
    let lower = name.to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    let is_plural = ends(&["s", "men"]) && !ends(&["ss", "us", "is"]);
    let one = match count > 1 && is_plural {
        true => {
            let all = singulars(name);
            // The plural adds `es` only after a hissing sound.
            let hissing = ends(&["ses", "xes", "ches", "shes", "zes", "ies", "ves", "men"]);
            let nth = usize::from(ends(&["es"]) && !hissing);
            all.get(nth).or(all.first()).cloned().unwrap_or_else(|| name.to_owned())
        }
        false => name.to_owned(),
    };
    if one.chars().any(char::is_uppercase) {
        return one;
    }
    let mut letters = one.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => one,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(count: usize, creature: &str) -> Line {
        Line { count, name: None, creature: creature.to_owned() }
    }

    #[test]
    fn a_number_may_stand_on_either_side() {
        for (text, count, creature) in [
            ("3 goblin", 3, "goblin"),
            ("3x goblin", 3, "goblin"),
            ("3 x goblin", 3, "goblin"),
            ("3: Goblin", 3, "Goblin"),
            ("3\u{d7} goblin", 3, "goblin"),
            ("goblin x3", 3, "goblin"),
            ("goblin X 3", 3, "goblin"),
            ("goblin \u{d7}3", 3, "goblin"),
            ("goblin (3)", 3, "goblin"),
            ("goblin: 3", 3, "goblin"),
            ("goblin", 1, "goblin"),
            ("2 xorns", 2, "xorns"),
            ("2nd guard", 1, "2nd guard"),
            ("Max", 1, "Max"),
            ("Agent 47", 1, "Agent 47"),
            ("Orc chief", 1, "Orc chief"),
        ] {
            assert_eq!(read(text).expect("it can be read"), [line(count, creature)], "{text}");
        }
    }

    #[test]
    fn several_stand_on_lines_or_between_commas() {
        let own = Line { count: 1, name: Some("Grusk".to_owned()), creature: "Orc".to_owned() };
        let all = read("3 goblins, 1 ogre\n\n Grusk = Orc ;wolf x2").expect("they can be read");
        assert_eq!(all, [line(3, "goblins"), line(1, "ogre"), own, line(2, "wolf")]);
    }

    #[test]
    fn what_is_no_number_and_name_is_refused() {
        let long = "x".repeat(81);
        for bad in ["0 goblin", "65: goblin", "3:", "= Orc", "Ana =", "x\u{7}", &long] {
            assert!(read(bad).is_err(), "{bad} is read");
        }
        assert!(read(&"orc\n".repeat(64)).is_ok());
        assert!(read(&"orc\n".repeat(65)).is_err(), "more than a fight has places");
    }

    #[test]
    fn a_plural_gives_the_name_of_one() {
        for (typed, count, expected) in [
            ("goblins", 5, "Goblin"),
            ("Goblins", 1, "Goblins"),
            ("wolves", 2, "Wolf"),
            ("harpies", 2, "Harpy"),
            ("bosses", 2, "Boss"),
            ("snakes", 2, "Snake"),
            ("watchmen", 3, "Watchman"),
            ("colossus", 2, "Colossus"),
            ("boss", 2, "Boss"),
            ("Kobold McGee", 2, "Kobold McGee"),
        ] {
            assert_eq!(one_of(typed, count), expected, "{typed}");
        }
        assert!(singulars("wolves").contains(&"wolf".to_owned()));
        assert!(singulars("horses").contains(&"horse".to_owned()));
        assert!(singulars("orc").is_empty());
    }
}
