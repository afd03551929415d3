//! Fills in texts of rules with names, choices and numbers.

use kernel::{CombatantId, CombatantSet, NO_ACTIVITY, NOBODY, Role, Said, bit};
use rules::Compiled;
use rules::number::shown;
use rules::square;
use rules::text::{Number, Piece, Text, within_sentence};

use crate::{cards, show};

/// Returns true for numbers that may be shown; others appear as `?`.
pub type Telling<'t> = &'t dyn Fn(&Number) -> bool;

/// Returns a text of the rules, filled in.
pub fn said(compiled: &Compiled, said: &Said) -> String {
    said_with(compiled, said, &|_| true)
}

/// Returns a text of the rules with only some of its numbers.
pub fn said_with(compiled: &Compiled, said: &Said, telling: Telling<'_>) -> String {
    let text = &compiled.names.texts[usize::from(said.text)];
    let mut line = String::new();
    for piece in &text.pieces {
        let part = part(compiled, said, piece, telling);
        // A label at the start of a sentence keeps its capital letter.
        let activity = matches!(piece, Piece::Activity | Piece::Answered | Piece::Choice);
        match activity && !begins_sentence(&line) {
            true => line.push_str(&within_sentence(&part)),
            false => line.push_str(&part),
        }
    }
    line
}

/// Returns the sentence about a condition that a combatant gains or loses.
pub fn about(compiled: &Compiled, text: &Text, who: CombatantId) -> String {
    let words = text.pieces.iter().map(|piece| match piece {
        Piece::Words(words) => words.as_str(),
        _ => show::combatant(compiled, who),
    });
    words.collect()
}

/// Returns the combatants named in a text.
pub fn named(compiled: &Compiled, said: &Said) -> CombatantSet {
    let text = &compiled.names.texts[usize::from(said.text)];
    let people = text.pieces.iter().map(|piece| match piece {
        Piece::Person(role) => said.people[*role as usize],
        Piece::Asked => said.asked,
        _ => NOBODY,
    });
    people.filter(|who| *who != NOBODY).fold(0, |all, who| all | bit(who))
}

/// Returns the combatants with numbers shown in a text.
pub fn counted(compiled: &Compiled, said: &Said) -> CombatantSet {
    let text = &compiled.names.texts[usize::from(said.text)];
    let told = text.pieces.iter().map(|piece| match piece {
        Piece::Number(number) => number.tells,
        _ => 0,
    });
    let told = told.fold(0, |all, one| all | one);
    let whose = Role::ALL.iter().filter(|role| told >> **role as u8 & 1 == 1);
    let whose = whose.map(|role| said.people[*role as usize]).filter(|who| *who != NOBODY);
    whose.fold(0, |all, who| all | bit(who))
}

fn part(compiled: &Compiled, said: &Said, piece: &Piece, telling: Telling<'_>) -> String {
    let value = |at: u8| said.values.get(usize::from(at)).copied().unwrap_or(0);
    match piece {
        Piece::Words(words) => words.clone(),
        Piece::Person(role) => show::combatant(compiled, said.people[*role as usize]).to_owned(),
        Piece::Asked => show::combatant(compiled, said.asked).to_owned(),
        Piece::Activity => label(compiled, said.activity),
        Piece::Answered => label(compiled, said.answered),
        Piece::Choice => choice(compiled, said.activity, said.argument),
        Piece::Square => square::print(said.square),
        Piece::Card { at } => cards::label(compiled, value(*at)).to_owned(),
        Piece::Number(number) if !telling(number) => "?".to_owned(),
        Piece::Number(number) => {
            let value = value(number.at);
            let plus = if number.signed && value >= 0 { "+" } else { "" };
            let count = shown(value.saturating_mul(i32::from(number.per)), number.scale);
            let unit = number.unit.as_ref().filter(|_| number.per > 1);
            format!("{plus}{count}{}", unit.map_or(String::new(), |unit| format!(" {unit}")))
        }
        Piece::Word { at, words } => {
            let word = usize::try_from(value(*at)).ok().and_then(|at| words.get(at));
            word.cloned().unwrap_or_default()
        }
    }
}

fn label(compiled: &Compiled, activity: kernel::ActivityId) -> String {
    match activity {
        NO_ACTIVITY => "something".to_owned(),
        activity => compiled.names.activities[activity.index()].label.clone(),
    }
}

/// Returns the name of a number given with an activity, or the number itself.
pub fn choice(compiled: &Compiled, activity: kernel::ActivityId, number: i32) -> String {
    let Some(name) = compiled.names.activities.get(activity.index()) else {
        return number.to_string();
    };
    if name.card.is_some() {
        return cards::label(compiled, number).to_owned();
    }
    let named = name.values.iter().find(|(value, _)| *value == number);
    named.map_or_else(|| shown(number, name.scale), |(_, label)| label.clone())
}

/// Returns the number given with an activity as it stands behind its declaration: ` (two feet)`.
pub fn given(compiled: &Compiled, activity: kernel::ActivityId, number: i32) -> String {
    format!(" ({})", choice(compiled, activity, number))
}

fn begins_sentence(line: &str) -> bool {
    let before = line.trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?', '"'])
}
