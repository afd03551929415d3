//! Damage and conditions of powers, from formulas and from words.

use super::super::formula::Amount;
use super::words::Words;

/// Types of damage, as the ruleset numbers them.
const TYPES: [(&str, i16); 18] = [
    ("acid", 1),
    ("cold", 2),
    ("electricity", 3),
    ("electric", 3),
    ("fire", 4),
    ("sonic", 5),
    ("force", 6),
    ("negative", 7),
    ("neg", 7),
    ("positive", 8),
    ("bludgeoning", 9),
    ("b", 9),
    ("piercing", 10),
    ("p", 10),
    ("slashing", 11),
    ("s", 11),
    ("lightning", 3),
    ("negativeenergy", 7),
];

/// Words for conditions, as the ruleset numbers them.
const CONDITIONS: [(&str, i16); 22] = [
    ("blinded", 1),
    ("blinds", 1),
    ("blindness", 1),
    ("dazzled", 2),
    ("deafened", 3),
    ("entangled", 4),
    ("shaken", 5),
    ("sickened", 6),
    ("sickens", 6),
    ("staggered", 7),
    ("staggers", 7),
    ("prone", 8),
    ("paralyzed", 9),
    ("paralysis", 9),
    ("paralyzes", 9),
    ("stunned", 11),
    ("stuns", 11),
    ("frightened", 12),
    ("panicked", 12),
    ("petrified", 13),
    ("asleep", 14),
    ("unconscious", 14),
];

/// Words in front of a condition that a target gets.
const GETS: [&str; 19] = [
    "be",
    "become",
    "becomes",
    "is",
    "are",
    "and",
    "or",
    "fall",
    "falls",
    "knocked",
    "stand",
    "permanently",
    "instantly",
    "rendered",
    "target",
    "victim",
    "magically",
    "creature",
    "creatures",
];

/// Units behind dice that are no hit points of damage.
const NO_DAMAGE: [&str; 22] = [
    "round",
    "rounds",
    "minute",
    "minutes",
    "hour",
    "hours",
    "day",
    "days",
    "con",
    "constitution",
    "str",
    "strength",
    "dex",
    "dexterity",
    "int",
    "intelligence",
    "wis",
    "wisdom",
    "cha",
    "charisma",
    "level",
    "levels",
];

/// Damage that words or formulas state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Harm {
    pub(super) dice: String,
    pub(super) harm_type: i16,
    /// Whether it has several types, so that none holds for all of it.
    pub(super) is_mixed: bool,
}

/// Returns the types among words, each once.
fn types_in(words: &[&str]) -> Vec<i16> {
    let mut types = Vec::new();
    for word in words {
        let found = TYPES.iter().find(|(name, _)| name == word).map(|(_, number)| *number);
        types.extend(found.filter(|number| !types.contains(number)));
    }
    types
}

impl Harm {
    /// Returns damage of all types that texts name.
    pub(super) fn new(dice: String, texts: &[String]) -> Harm {
        let text = texts.join(" ").to_lowercase();
        let words = Words::of(&text);
        let types = types_in(words.slice(0, words.len()));
        let known =
            words.slice(0, words.len()).iter().filter(|word| !["and", "energy"].contains(word));
        // An unknown type beside a known one, as in `Fire and Divine`, makes two types, too.
        let is_mixed = types.len() > 1 || types.len() == 1 && known.count() > 1;
        let harm_type = if is_mixed { 0 } else { types.first().copied().unwrap_or(0) };
        Harm { dice, harm_type, is_mixed }
    }
}

/// Returns an amount as dice text; `None` if it is nothing or too many dice to be rolled.
pub(super) fn dice_text(amount: &Amount) -> Option<String> {
    const MOST_DICE: u32 = 100;
    const MOST_FACES: u32 = 1000;
    let dice: Vec<&(u32, u32)> =
        amount.dice.iter().filter(|(n, faces)| *n > 0 && *faces > 0).collect();
    let flat = amount.flat.clamp(-999.0, 999.0).floor() as i32;
    let sum = dice.iter().fold(0_u32, |sum, (count, _)| sum.saturating_add(*count));
    let text = dice.iter().map(|(count, faces)| format!("{count}d{faces}")).collect::<Vec<_>>();
    match (text.is_empty(), flat) {
        _ if sum > MOST_DICE || dice.iter().any(|(_, faces)| *faces > MOST_FACES) => None,
        (true, flat) => (flat > 0).then(|| flat.to_string()),
        (false, 0) => Some(text.join("+")),
        (false, _) => Some(format!("{}{flat:+}", text.join("+"))),
    }
}

/// Returns the damage that words state. In prose the dice need the word `damage` behind them.
pub(super) fn damage_in(words: &Words<'_>, is_prose: bool) -> Option<Harm> {
    let mut found: Vec<(String, Vec<i16>)> = Vec::new();
    let mut is_mixed = false;
    for at in (0..words.len()).filter(|at| words.is_dice(*at)) {
        let behind = words.slice(at + 1, 6);
        // `5d6 points of slashing damage plus 4d8 …`: the next dice have their own words.
        let next = (0..behind.len()).find(|place| words.is_dice(at + 1 + place));
        let behind = &behind[..next.unwrap_or(behind.len())];
        let end = behind.iter().position(|word| *word == "damage");
        let stop = behind.iter().position(|word| {
            ["plus", "reflex", "ref", "dc", "fortitude", "fort", "will", "usable"].contains(word)
        });
        let own = &behind[..end.or(stop).unwrap_or(behind.len().min(3))];
        let is_other = own.iter().any(|word| NO_DAMAGE.contains(word));
        if is_other || is_prose && end.is_none() || !is_prose && own.is_empty() && next.is_some() {
            continue;
        }
        let types = types_in(own);
        is_mixed |= types.len() > 1;
        let alternative = own.last() == Some(&"or") || behind.contains(&"or") && next.is_some();
        found.push((words.get(at).to_owned(), types));
        if alternative {
            // Either this or other damage of the same number of dice.
            is_mixed = true;
            break;
        }
        // In prose later damage is that of another effect, unless it is added.
        let added = ["plus", "and"].contains(&words.get(at + behind.len()));
        if is_prose && !added {
            break;
        }
    }
    let (first, types) = found.first()?;
    let alike = found.iter().all(|(_, other)| other == types);
    let dice = found.iter().map(|(dice, _)| dice.as_str()).collect::<Vec<_>>();
    let harm_type = types.first().copied().filter(|_| alike && !is_mixed).unwrap_or(0);
    let dice = if found.len() > 1 { dice.join("+") } else { first.clone() };
    Some(Harm { dice, harm_type, is_mixed: is_mixed || !alike })
}

/// Returns the condition that words state, and the rounds that it lasts. In prose a verb must be
/// in front of the condition.
pub(super) fn condition_in(words: &Words<'_>, is_prose: bool) -> Option<(i16, Option<String>)> {
    let stone = (0..words.len())
        .find(|at| words.get(*at) == "stone" && words.get(at.wrapping_sub(1)) == "to");
    let named = |at: usize| {
        let word = words.get(at);
        let (_, number) = CONDITIONS.iter().find(|(name, _)| *name == word)?;
        let verb = at == 0
            || GETS.contains(&words.get(at - 1))
            || word.ends_with('s') && word != "paralysis";
        let refused = words.slice(at.saturating_sub(4), 4).iter().any(|word| {
            ["not", "immune", "cannot", "can't", "against", "already", "no"].contains(word)
        });
        (!refused && (verb || !is_prose)).then_some((at, *number))
    };
    // In prose the save comes before the condition.
    let dc = words.position(&["dc"]).filter(|_| is_prose).unwrap_or(0);
    let named = (dc..words.len()).find_map(named).or_else(|| (0..dc).find_map(named));
    let sleeps = || (!is_prose).then(|| words.position(&["sleep"])).flatten().map(|at| (at, 14));
    let petrified = stone.map(|at| (at, 13));
    let (at, number) = match (named, petrified) {
        (Some(named), Some(stone)) if stone.0 < named.0 => stone,
        (named, stone) => named.or(stone).or_else(sleeps)?,
    };
    Some((number, lasting(words, at)))
}

/// Returns the rounds that follow a condition: `for 1d4 rounds`, `for 1 minute`.
fn lasting(words: &Words<'_>, condition: usize) -> Option<String> {
    let at = (condition + 1..condition + 6).find(|at| words.get(*at) == "for")? + 1;
    let unit = words.get(at + 1);
    match (words.number(at), words.is_dice(at), unit) {
        (Some(number), _, "round" | "rounds") => Some(number.to_string()),
        (None, true, "round" | "rounds") => Some(words.get(at).to_owned()),
        (Some(number), _, "minute" | "minutes") if number <= 12 => Some((number * 10).to_string()),
        _ => None,
    }
}

/// Returns the rounds that a note states: `10 rounds`, `[[1d6]] rounds`.
pub(super) fn rounds_in(text: &str) -> Option<String> {
    let words = Words::of(text);
    let mut places = (1..words.len()).filter(|at| words.get(*at).starts_with("round"));
    places.find_map(|at| {
        let amount = words.get(at - 1);
        let is_amount = words.is_dice(at - 1) || amount.parse::<u8>().is_ok();
        is_amount.then(|| amount.to_owned())
    })
}
