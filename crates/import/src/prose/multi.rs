//! Multiattack in words: the number of attacks, and their names.

use super::{counted, words};
use crate::block::{Multiattack, slug};
use crate::number;

/// Reads the attacks that a creature makes with one action. `names` are those of its attacks and
/// powers.
///
/// Returns `None` if the text gives no number. Text after `Alternatively` is ignored.
pub(crate) fn multiattack(text: &str, names: &[String]) -> Option<Multiattack> {
    let text = text.split("Alternatively").next().unwrap_or_default();
    let lower = text.to_lowercase();
    let sentence = super::sentences(text).into_iter().find(|it| {
        let lower = it.to_lowercase();
        lower.contains("attack") || lower.contains("makes")
    });
    let sentence = sentence.unwrap_or(text).to_lowercase();
    let words = words(&sentence);
    let parts = parts(&words, names);
    let total = words.windows(2).find_map(|pair| {
        let before = ["makes", "make", "attacks", "attack"].contains(&pair[0].as_str());
        counted(&pair[1]).filter(|count| before && *count > 0)
    });
    // `makes three attacks: one with its bite and two with its claws` states a total.
    let said_total = total.filter(|total| {
        let mark = format!("{total} attacks");
        let plain = words.join(" ");
        let spelled = words.iter().find(|word| counted(word) == Some(*total));
        plain.contains(&mark)
            || spelled.is_some_and(|word| plain.contains(&format!("{word} attacks")))
            || spelled.is_some_and(|word| plain.contains(&format!("{word} melee attacks")))
            || spelled.is_some_and(|word| plain.contains(&format!("{word} ranged attacks")))
            || spelled.is_some_and(|word| plain.contains(&format!("{word} weapon attacks")))
    });
    let attacks = parts.iter().filter(|part| part.is_attack);
    let sum = number::total(attacks.map(|part| part.count));
    let count = match (said_total, sum) {
        (Some(total), _) => total,
        (None, sum) if sum > 0 => sum,
        (None, _) => match total.filter(|_| lower.contains("attack")) {
            Some(total) => total,
            // The text may be as short as `Two clubs.`
            None => words.first().and_then(|word| counted(word)).filter(|count| *count > 1)?,
        },
    };
    let open = lower.contains("any combination") || lower.contains(" or ");
    let mut found = Multiattack { count: count.clamp(1, 20), ..Multiattack::default() };
    for part in parts {
        match part.is_attack {
            true if open => found.parts.push((part.name, 0)),
            true => found.parts.push((part.name, part.count)),
            false => found.along.push(part.name),
        }
    }
    instead(text, names, &mut found);
    Some(found)
}

/// Reads powers from a sentence such as `It can replace one attack with a use of Breath.`
fn instead(text: &str, names: &[String], found: &mut Multiattack) {
    let lower = text.to_lowercase();
    let Some(at) = lower.find("replace ") else { return };
    let words = words(&lower[at..]);
    for part in parts(&words, names) {
        found.along.retain(|name| *name != part.name);
        let known = found.parts.iter().any(|(name, _)| *name == part.name);
        if !known && !found.instead.contains(&part.name) {
            found.instead.push(part.name);
        }
    }
}

/// A name in the text of a Multiattack.
struct Part {
    name: String,
    count: i32,
    is_attack: bool,
}

/// Returns the names in a sentence with their numbers, and whether each is an attack.
fn parts(words: &[String], names: &[String]) -> Vec<Part> {
    let mut found: Vec<(usize, String, i32, bool)> = Vec::new();
    // Longer names come first, so that `Bite` does not match a part of `Death Bite`.
    let mut names: Vec<&String> = names.iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut taken = vec![false; words.len()];
    for name in names {
        let wanted: Vec<String> = slug(name).split('-').map(str::to_owned).collect();
        if wanted.is_empty() || wanted[0].is_empty() || wanted.len() > words.len() {
            continue;
        }
        let same = |word: &str, wanted: &str| {
            let word = slug(word);
            word == wanted
                || word.strip_suffix('s') == Some(wanted)
                || word == format!("{wanted}es")
        };
        let fits = |at: &usize| {
            (0..wanted.len()).all(|it| !taken[at + it] && same(&words[at + it], &wanted[it]))
        };
        let Some(at) = (0..=words.len() - wanted.len()).find(fits) else { continue };
        let before = &words[at.saturating_sub(5)..at];
        let number = before.iter().rev().find_map(|word| counted(word).filter(|it| *it > 0));
        // The number may follow the name: `uses Frightful Presence once`.
        let next = words.get(at + wanted.len()).map_or("", String::as_str);
        let number = number.or_else(|| ["once", "twice"].contains(&next).then(|| counted(next))?);
        let used = before.iter().any(|word| ["use", "uses", "using"].contains(&word.as_str()));
        let made = before.iter().any(|word| ["make", "makes", "with"].contains(&word.as_str()));
        let is_attack = ["attack", "attacks"].contains(&next) || made || !used;
        taken[at..at + wanted.len()].fill(true);
        // `two Claw or Rend attacks in any combination`: the second name shares the number.
        let shares = at > 0 && words[at - 1] == "or";
        let count = if shares { 0 } else { number.unwrap_or(1) };
        found.push((at, name.clone(), count, is_attack));
    }
    found.sort_by_key(|(at, ..)| *at);
    found.into_iter().map(|(_, name, count, is_attack)| Part { name, count, is_attack }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, names: &[&str], count: i32) {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = multiattack(text, &names).expect(text);
        assert_eq!(found.count, count, "{text}: {found:?}");
    }

    #[test]
    fn numbers_come_from_words() {
        check("The ogre makes two Club attacks.", &["Club"], 2);
        check(
            "It makes three attacks: one with its bite and two with its claws.",
            &["Bite", "Claw"],
            3,
        );
        check("The drake makes one Bite attack and two Claw attacks.", &["Bite", "Claw"], 3);
        check("It makes two Gore attacks and uses Bite.", &["Gore", "Bite"], 2);
        check(
            "It can use its Roar. It then makes three attacks: two with its claws.",
            &["Roar"],
            3,
        );
        check("The brute makes two Axe or Bow attacks.", &["Axe", "Bow"], 2);
        check("Two clubs.", &["Club"], 2);
    }

    #[test]
    fn no_number_is_no_guess() {
        assert_eq!(multiattack("It does its best.", &[]), None);
    }
}
