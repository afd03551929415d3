//! Tokens of a sentence about Multiattack, and what they say about the names among them.

use super::super::counted;
use crate::block::slug;

/// A word, number, name or mark of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A number such as `two` or `3`.
    Number(i32),
    /// `a` or `an`.
    Article,
    /// `once` or `twice`.
    Times(i32),
    /// The position of an attack or power among the names.
    Name(usize),
    /// Any other word, in lowercase.
    Word(String),
    /// A comma.
    Comma,
    /// A colon, a parenthesis or a dash.
    Break,
}

/// Words that end a group such as `two Claw attacks` before its last word.
const STOPS: [&str; 24] = [
    "make", "makes", "use", "uses", "using", "with", "to", "of", "which", "can", "it", "its",
    "feet", "ft", "foot", "points", "turn", "turns", "times", "hit", "hits", "each", "against",
    "on",
];
/// Maximum number of unknown words in such a group after a number, and after `a`.
const UNKNOWN_MAX: (usize, usize) = (4, 1);
/// Maximum number that counts attacks.
const COUNT_MAX: i32 = 20;

impl Token {
    /// Returns the position of a name.
    pub(super) fn name(&self) -> Option<usize> {
        match self {
            Token::Name(at) => Some(*at),
            _ => None,
        }
    }

    pub(super) fn is_word(&self, words: &[&str]) -> bool {
        matches!(self, Token::Word(word) if words.contains(&word.as_str()))
    }

    fn number(&self) -> Option<i32> {
        match self {
            Token::Number(count) => Some(*count),
            Token::Article => Some(1),
            _ => None,
        }
    }
}

/// Returns the tokens of a sentence. Longer names match first. A name that begins with `Attack`,
/// as some legendary actions have, is a word like any other.
pub(super) fn tokens(sentence: &str, names: &[String]) -> Vec<Token> {
    let mut plain: Vec<Token> = Vec::new();
    let mut word = String::new();
    let marked = sentence.replace("--", ":");
    for c in marked.to_lowercase().chars().chain([' ']) {
        if c.is_alphanumeric() || c == '\'' {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            plain.push(Token::Word(std::mem::take(&mut word)));
        }
        match c {
            ',' => plain.push(Token::Comma),
            ':' | ';' | '(' | ')' => plain.push(Token::Break),
            _ => {}
        }
    }
    let mut wanted: Vec<(usize, Vec<String>)> = names
        .iter()
        .enumerate()
        .map(|(at, name)| (at, slug(name).split('-').map(singular).collect()))
        .filter(|(_, words): &(usize, Vec<String>)| !["", "attack"].contains(&words[0].as_str()))
        .collect();
    wanted.sort_by_key(|(_, words)| std::cmp::Reverse(words.len()));
    let mut found = Vec::new();
    let mut at = 0;
    while at < plain.len() {
        let fits = |words: &Vec<String>| {
            words.iter().enumerate().all(|(next, wanted)| match plain.get(at + next) {
                Some(Token::Word(word)) => singular(&slug(word)) == *wanted,
                _ => false,
            })
        };
        if let Some((name, words)) = wanted.iter().find(|(_, words)| fits(words)) {
            found.push(Token::Name(*name));
            at += words.len();
            continue;
        }
        found.push(match &plain[at] {
            Token::Word(word) => number_or_word(word),
            other => other.clone(),
        });
        at += 1;
    }
    found
}

fn number_or_word(word: &str) -> Token {
    match (word, counted(word)) {
        ("a" | "an", _) => Token::Article,
        ("once" | "twice", Some(count)) => Token::Times(count),
        (_, Some(count)) if (1..=COUNT_MAX).contains(&count) => Token::Number(count),
        _ => Token::Word(word.to_owned()),
    }
}

/// Returns a word without the ending of the plural.
fn singular(word: &str) -> String {
    let short = ["ches", "shes", "xes", "sses"].iter().any(|end| word.ends_with(end));
    let cut = if short { 2 } else { usize::from(word.ends_with('s') && !word.ends_with("ss")) };
    word[..word.len() - cut].to_owned()
}

/// Splits a sentence such as `It can replace one attack with a use of Roar` into what comes before
/// and what replaces an attack. Also cuts off clauses such as `one of which can be a bite`.
pub(super) fn split_replacement(tokens: &[Token]) -> (&[Token], &[Token]) {
    let word = |at: usize, word: &str| tokens.get(at).is_some_and(|it| it.is_word(&[word]));
    let find = |words: &[&str]| tokens.iter().position(|it| it.is_word(words));
    let which = (0..tokens.len()).find(|at| word(*at, "of") && word(at + 1, "which"));
    let end = which.map_or(tokens.len(), |at| at.saturating_sub(1));
    if let Some(at) = find(&["replace", "replaces"]) {
        let with = tokens[at..].iter().position(|it| it.is_word(&["with"])).map(|it| at + it);
        return (&tokens[..at.min(end)], &tokens[with.unwrap_or(at)..]);
    }
    let place = (0..tokens.len()).find(|at| {
        word(*at, "in") && word(at + 1, "place") && word(at + 2, "of")
            || word(*at, "instead") && word(at + 1, "of")
    });
    match place {
        Some(at) => (&[], &tokens[..at]),
        None => (&tokens[..end], &[]),
    }
}

/// Splits a sentence at each `or` that begins another alternative rather than another name.
pub(super) fn alternatives(tokens: &[Token]) -> Vec<&[Token]> {
    let verb =
        |it: &Token| it.is_word(&["make", "makes", "use", "uses", "can", "attack", "attacks"]);
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate().filter(|(at, _)| *at > 0) {
        let next = &tokens[at + 1..];
        let begins = next.first().is_some_and(|it| it.number().is_some() || verb(it))
            || next.first().is_some_and(|it| it.is_word(&["it", "they", "the", "he", "she"]))
                && next.iter().take(5).any(verb);
        if token.is_word(&["or"]) && begins {
            parts.push(&tokens[start..at]);
            start = at + 1;
        }
    }
    parts.push(&tokens[start..]);
    parts
}

/// Returns the number of a group such as `two Claw or Bite attacks` that begins at a position, and
/// the position of its last word.
pub(super) fn attack_group(
    tokens: &[Token],
    start: usize,
    heads: Option<i32>,
) -> Option<(i32, usize)> {
    let as_many = tokens[start].is_word(&["as"])
        && tokens.get(start + 1).is_some_and(|it| it.is_word(&["many"]))
        && tokens[start..].iter().any(|it| it.is_word(&["heads"]));
    let (count, most) = match &tokens[start] {
        Token::Number(count) => (*count, UNKNOWN_MAX.0),
        Token::Article => (1, UNKNOWN_MAX.1),
        Token::Word(_) if as_many => (heads?, UNKNOWN_MAX.0),
        _ => return None,
    };
    let is_name = |at: usize| tokens.get(at).is_some_and(|it| it.name().is_some());
    let mut unknown = 0;
    let rest = tokens.iter().enumerate().skip(start + 1 + usize::from(as_many));
    for (at, token) in rest {
        match token {
            Token::Name(_) => {}
            Token::Comma if is_name(at - 1) => {}
            Token::Word(word) => match word.as_str() {
                "attack" | "attacks" => return Some((count, at)),
                "or" | "and" if is_name(at + 1) => {}
                "or" | "and" => return None,
                word if STOPS.contains(&word) => return None,
                _ => unknown += 1,
            },
            _ => return None,
        }
        if unknown > most {
            return None;
        }
    }
    None
}

/// Returns the number that tokens such as `twice` or `three times` begin with.
pub(super) fn times(tokens: &[Token]) -> Option<i32> {
    match tokens {
        [Token::Times(count), ..] => Some(*count),
        [Token::Number(count), next, ..] if next.is_word(&["times"]) => Some(*count),
        _ => None,
    }
}

/// Whether a name is that of a power that the sentence uses rather than of an attack.
pub(super) fn is_used(tokens: &[Token], at: usize) -> bool {
    let is_attack = tokens.get(at + 1).is_some_and(|it| it.is_word(&["attack", "attacks"]));
    let verb = tokens[..at].iter().rev().find(|it| {
        it.is_word(&["use", "uses", "make", "makes", "using", "with", "attack", "attacks"])
            || matches!(it, Token::Number(_))
    });
    !is_attack && verb.is_some_and(|it| it.is_word(&["use", "uses"]))
}

/// Whether a name is one of several to choose from: `Bite or Claw`.
pub(super) fn is_choice(tokens: &[Token], at: usize) -> bool {
    let next = tokens.get(at + 1).is_some_and(|it| it.is_word(&["or"]));
    let listed = tokens.get(at + 1) == Some(&Token::Comma)
        && tokens.get(at + 2).is_some_and(|it| it.name().is_some());
    next || listed && tokens[at..].iter().any(|it| it.is_word(&["or"])) || follows_or(tokens, at)
}

/// Whether a name is a later one in a list such as `Fling, Lightning Strike, or Swallow`.
pub(super) fn follows_or(tokens: &[Token], at: usize) -> bool {
    let article = |it: &&Token| it.is_word(&["its", "the", "their"]) || **it == Token::Article;
    let mut before = tokens[..at].iter().rev().skip_while(article);
    match before.next() {
        Some(token) if token.is_word(&["or"]) => true,
        Some(Token::Comma) => {
            let listed = before.next().is_some_and(|it| it.name().is_some());
            let end = tokens[at..].iter().position(|it| {
                it.name().is_none() && *it != Token::Comma && !it.is_word(&["its", "the"])
            });
            listed && end.is_some_and(|end| tokens[at + end].is_word(&["or"]))
        }
        _ => false,
    }
}

/// Returns the number that belongs to a name: 2 for `Claw` in `two with its claws`.
pub(super) fn number_before(tokens: &[Token], at: usize) -> Option<i32> {
    let before = tokens[..at].iter().rev();
    let number = before
        .take_while(|it| !it.is_word(&["and", "or"]) && it.name().is_none() && **it != Token::Break)
        .find_map(Token::number);
    number.or_else(|| times(&tokens[at + 1..]))
}
