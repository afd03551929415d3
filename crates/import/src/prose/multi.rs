//! Multiattack in words: the number of attacks, and their names.
//!
//! Every sentence is a list of alternatives, such as `two Claw attacks or one Bite attack`. The
//! best alternative of each sentence counts; the numbers of several sentences are added.

mod tokens;

use crate::block::Multiattack;
use crate::number::total;
use tokens::{Token, tokens};

/// Attacks and powers of one alternative.
#[derive(Default)]
struct Tally {
    /// Number of attacks.
    count: i32,
    /// Attacks by name with their numbers; 0 if the number is open.
    parts: Vec<(String, i32)>,
    /// Powers used in addition.
    along: Vec<String>,
    /// Number of uses of those powers.
    uses: i32,
    /// Whether the text has attacks without a number.
    is_unclear: bool,
}

/// Reads the attacks that a creature makes with one action. `names` are those of its attacks and
/// powers; `heads` is the number of its heads, if it has several.
///
/// Returns `None` if the text gives no number. Text after `Alternatively` is ignored.
pub(crate) fn multiattack(text: &str, names: &[String], heads: Option<i32>) -> Option<Multiattack> {
    let text = text.split("Alternatively").next().unwrap_or_default();
    let mut groups: Vec<Vec<Tally>> = Vec::new();
    let mut instead = Vec::new();
    for sentence in super::sentences(text) {
        let all = tokens(sentence, names);
        let (said, replacing) = tokens::split_replacement(&all);
        instead.extend(replacing.iter().filter_map(Token::name).map(|at| names[at].clone()));
        if has_any(said, &["can't", "cannot", "bonus", "reaction"]) {
            continue;
        }
        let is_first = groups.is_empty();
        let parts = tokens::alternatives(said).into_iter().enumerate();
        let parts = parts.filter(|(at, part)| *at == 0 || !is_conditional(part));
        let tallies: Vec<Tally> =
            parts.map(|(_, part)| tally(part, names, heads, is_first)).collect();
        // `In bear form, it …` and `Or it …` are alternatives to the sentence before.
        let form = said.first().is_some_and(|it| it.is_word(&["in"])) && has_any(said, &["form"]);
        let is_other = form || said.first().is_some_and(|it| it.is_word(&["or"]));
        match groups.last_mut().filter(|_| is_other) {
            Some(group) => group.extend(tallies),
            None if tallies.iter().any(Tally::says_anything) => groups.push(tallies),
            None => {}
        }
    }
    let unclear = groups.iter().flatten().any(|tally| tally.is_unclear);
    let mut found = add_up(groups);
    if found.count == 0 && !unclear {
        found.count = bare_number(&tokens(text, names)).unwrap_or_default();
    }
    if found.count == 0 {
        return None;
    }
    found.count = found.count.clamp(1, 20);
    for name in instead {
        found.along.retain(|known| *known != name);
        let known = found.parts.iter().any(|(known, _)| *known == name);
        if !known && !found.instead.contains(&name) {
            found.instead.push(name);
        }
    }
    Some(found)
}

/// Returns the number of heads in a text such as `The hydra has five heads.`
pub(crate) fn heads(text: &str) -> Option<i32> {
    let words = super::words(text);
    words.windows(2).find_map(|pair| super::counted(&pair[0]).filter(|_| pair[1] == "heads"))
}

/// Adds the best alternatives of all sentences. The other alternatives give only names.
fn add_up(groups: Vec<Vec<Tally>>) -> Multiattack {
    let mut found = Multiattack::default();
    for group in groups {
        let best = group.iter().map(|tally| tally.count + tally.uses).max().unwrap_or_default();
        let mut is_taken = false;
        for tally in group {
            let is_best = !is_taken && tally.count + tally.uses == best;
            for (name, count) in tally.parts {
                match found.parts.iter_mut().find(|(known, _)| *known == name) {
                    Some(part) if part.1 == 0 || count == 0 => part.1 = 0,
                    Some(part) => part.1 = part.1.max(count),
                    None => found.parts.push((name, count)),
                }
            }
            match is_best {
                true => {
                    found.count = total([found.count, tally.count]);
                    found.uses = total([found.uses, tally.uses]);
                    found.along.extend(tally.along);
                    is_taken = true;
                }
                false => found.instead.extend(tally.along),
            }
        }
    }
    found.uses = found.uses.min(20);
    found
}

impl Tally {
    fn says_anything(&self) -> bool {
        self.count > 0 || self.is_unclear || !self.along.is_empty()
    }
}

/// Returns the number of a text as short as `Two clubs.`
fn bare_number(tokens: &[Token]) -> Option<i32> {
    match tokens.first()? {
        Token::Number(count) if *count > 1 && tokens.len() <= 4 => Some(*count),
        _ => None,
    }
}

/// Whether an alternative depends on something, such as `or three if it is enraged`.
fn is_conditional(tokens: &[Token]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        let free = tokens[at + 1..].iter().take(2).any(|it| it.is_word(&["available", "can"]));
        token.is_word(&["if", "while", "when", "unless"]) && !free
    })
}

fn has_any(tokens: &[Token], words: &[&str]) -> bool {
    tokens.iter().any(|token| token.is_word(words))
}

/// Reads one alternative. Sentences after the first count only with a verb.
fn tally(tokens: &[Token], names: &[String], heads: Option<i32>, is_first: bool) -> Tally {
    let mut found = Tally::default();
    let mut in_groups = vec![false; tokens.len()];
    let is_done = |at: usize| {
        is_first || tokens[..at].iter().any(|it| it.is_word(&["make", "makes", "making"]))
    };
    // First `two Claw attacks`, then `attacks twice`.
    for at in 0..tokens.len() {
        let Some((count, end)) = tokens::attack_group(tokens, at, heads) else { continue };
        if !in_groups[at] && is_done(at) {
            in_groups[at..=end].fill(true);
            found.count += count;
        }
    }
    for at in 0..tokens.len() {
        if in_groups[at] || !tokens[at].is_word(&["attack", "attacks"]) {
            continue;
        }
        match tokens::times(&tokens[at + 1..]) {
            Some(count) => found.count += count,
            None if tokens[at].is_word(&["attacks"]) => {
                let before = at.checked_sub(1).map(|it| &tokens[it]);
                const KNOWN: [&str; 12] = [
                    "its", "their", "both", "those", "these", "the", "other", "all", "any", "of",
                    "each", "it",
                ];
                let made = has_any(&tokens[..at], &["make", "makes"]);
                found.is_unclear |= made && before.is_some_and(|it| !it.is_word(&KNOWN));
            }
            None => {}
        }
    }
    let has_total = found.count > 0;
    let open = has_any(tokens, &["combination"]);
    for (at, token) in tokens.iter().enumerate() {
        let Some(name) = token.name() else { continue };
        let is_use = !in_groups[at] && tokens::is_used(tokens, at);
        let is_choice = tokens::is_choice(tokens, at);
        if is_use {
            let times = tokens::times(&tokens[at + 1..]).unwrap_or(1);
            // `uses Fling or Swallow` is one use.
            let is_other = is_choice && !found.along.is_empty() && tokens::follows_or(tokens, at);
            found.uses += if is_other { 0 } else { times };
            found.along.push(names[name].clone());
            continue;
        }
        let number = tokens::number_before(tokens, at);
        let alone = i32::from(!in_groups[at]);
        let count = if is_choice || open { 0 } else { number.unwrap_or(alone) };
        if !has_total && !found.is_unclear && !tokens::follows_or(tokens, at) {
            found.count += number.unwrap_or(i32::from(is_first));
        }
        match found.parts.iter_mut().find(|(known, _)| *known == names[name]) {
            Some(part) => part.1 = part.1.max(count),
            None => found.parts.push((names[name].clone(), count)),
        }
    }
    found
}

#[cfg(test)]
mod tests;
