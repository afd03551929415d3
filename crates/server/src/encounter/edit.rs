//! Edits a combatant of a fight: its numbers, name, side and place.
//!
//! A command of the log changes values that can change during play. A name, or a number that is
//! fixed during play, is changed in the encounter file; then the log is played again.

use kernel::{CombatantId, Command, Edit, NOBODY};
use rules::number::scaled;
use sim::language;
use toml::{Table, Value};

use super::give::{blank, entry};
use super::live::Live;
use super::quick::present_text;
use super::replay::{Games, setup};
use crate::entry::Deed;
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::wire::{CombatantEdit, ProblemCode};

/// Applies all requested changes to a combatant, or none if one of them is refused.
pub(super) fn edit(
    live: &mut Live,
    games: &Games,
    eyes: &Eyes,
    name: &str,
    asked: &CombatantEdit,
) -> Result<(), Failure> {
    let who = live.combatant(name)?;
    let mut next = live.clone();
    let (mut written, mut commands) = sorted(live, name, asked)?;
    let new_name = asked.name.as_deref().map(str::trim).filter(|new| *new != name);
    if let Some(new) = new_name {
        live.fresh_name(who, new)?;
        check_untouched(live)?;
    }
    if live.is_untouched() {
        // Before the first command, every change goes into the encounter file.
        written.append(&mut commands);
    }
    if !written.is_empty() || new_name.is_some() {
        let changes: Vec<(String, Value)> =
            written.into_iter().map(|one| (one.key, Value::String(one.value))).collect();
        let text = rewritten(&present_text(&next), name, new_name, &changes)?;
        setup(&mut next, games, entry(eyes, Deed::Setup { text, hidden: Vec::new() }))?;
    }
    for one in commands {
        let command = language::parse(&next.session, &one.command)
            .map_err(|error| Failure::invalid(error.message))?;
        next.give(command, None, 0, entry(eyes, blank(false, false, None)))?;
    }
    if asked.numbers.contains_key(INITIATIVE)
        && let Some(command) = place_in_order(&next, who)
    {
        next.give(command, None, 0, entry(eyes, blank(false, false, None)))?;
    }
    *live = next;
    Ok(())
}

/// The number that rulebooks with a turn order sort by.
const INITIATIVE: &str = "initiative";

/// Returns the command that moves a combatant to where its initiative belongs, behind those with
/// the same one; `None` if it stands there, or if there is no order yet.
fn place_in_order(live: &Live, who: CombatantId) -> Option<Command> {
    let (compiled, state) = (live.compiled(), live.session.state());
    let at = compiled.names.attributes.iter().position(|one| one.name == INITIATIVE)?;
    let order = &state.turn_order;
    let now = order.iter().position(|one| *one == who).filter(|_| compiled.game.ordered)?;
    let initiative = |one: CombatantId| state.combatant(one).attributes.get(at).copied();
    let (own, others) = (initiative(who)?, order.iter().copied().filter(|one| *one != who));
    let mut faster = others.filter(|one| initiative(*one).is_some_and(|it| it >= own));
    let behind = faster.next_back().unwrap_or(NOBODY);
    let before = now.checked_sub(1).map_or(NOBODY, |at| order[at]);
    (behind != before).then_some(Command::Edit(Edit::Behind(who, behind)))
}

/// A change, as a key and value of the encounter file and as a command.
struct Change {
    key: String,
    value: String,
    command: String,
}

/// Sorts the requested changes: first those of numbers that are fixed during play, then the others.
fn sorted(
    live: &Live,
    name: &str,
    asked: &CombatantEdit,
) -> Result<(Vec<Change>, Vec<Change>), Failure> {
    let names = &live.compiled().names;
    let (mut fixed, mut others) = (Vec::new(), Vec::new());
    for (number, value) in &asked.numbers {
        let attribute = names.attributes.iter().find(|one| one.name == *number);
        let attribute = attribute.ok_or_else(|| Failure::not_found("number"))?;
        let value = value.trim();
        if scaled(value, attribute.scale).is_none() {
            return Err(Failure::invalid(format!("{number}: type a number such as 10")));
        }
        let (key, command) =
            (format!("attributes.{number}"), format!("set {name} {number} {value}"));
        let edit = Change { key, value: value.to_owned(), command };
        if attribute.fixed { fixed.push(edit) } else { others.push(edit) }
    }
    if let Some(side) = &asked.side {
        if !names.sides.contains(side) {
            return Err(Failure::not_found("side"));
        }
        let (key, command) = ("side".to_owned(), format!("side {name} {side}"));
        others.push(Change { key, value: side.clone(), command });
    }
    if let Some(at) = &asked.at {
        if rules::square::parse(at).is_none() {
            return Err(Failure::invalid(format!("{at} is no square")));
        }
        let (key, command) = ("at".to_owned(), format!("put {name} {at}"));
        others.push(Change { key, value: at.clone(), command });
    }
    Ok((fixed, others))
}

/// Fails if the encounter has begun: names cannot change any more.
fn check_untouched(live: &Live) -> Result<(), Failure> {
    // Commands of the log contain the names of combatants.
    match live.is_untouched() {
        true => Ok(()),
        false => {
            let message = "somebody's name can only be changed before the first command";
            Err(Failure::new(ProblemCode::Conflict, message)
                .help("undo everything, or write a note about the new name"))
        }
    }
}

/// Returns the encounter file with changes to one combatant. A combatant of a group with a `count`
/// gets an entry of its own.
fn rewritten(
    text: &str,
    name: &str,
    new_name: Option<&str>,
    changes: &[(String, Value)],
) -> Result<String, Failure> {
    let unreadable = || Failure::unavailable("the setup cannot be changed");
    // Combatants that a `for` makes get entries of their own.
    let mut file: Table = rules::expand::from_text(text).map_err(|_| unreadable())?;
    let all = file.get_mut("combatant").and_then(Value::as_array_mut).ok_or_else(unreadable)?;
    let at = single_out(all, name).ok_or_else(unreadable)?;
    let combatant = all[at].as_table_mut().ok_or_else(unreadable)?;
    if let Some(new) = new_name {
        combatant.insert("name".to_owned(), Value::String(new.to_owned()));
    }
    for (key, value) in changes {
        match key.split_once('.') {
            Some((map, key)) => {
                let inner = combatant.entry(map).or_insert_with(|| Value::Table(Table::new()));
                let inner = inner.as_table_mut().ok_or_else(unreadable)?;
                inner.insert(key.to_owned(), value.clone());
            }
            None => drop(combatant.insert(key.clone(), value.clone())),
        }
    }
    Ok(file.to_string())
}

/// Returns the index of a combatant's entry. Splits a group with a `count` into one entry for each
/// combatant.
fn single_out(all: &mut Vec<Value>, name: &str) -> Option<usize> {
    let own = |value: &Value| value.get("name")?.as_str().map(str::to_owned);
    let count = |value: &Value| value.get("count").and_then(Value::as_integer).unwrap_or(1);
    let has = |value: &Value| {
        let Some(own) = own(value) else { return false };
        let number = name.strip_prefix(&own).and_then(|rest| rest.strip_prefix(' '));
        let number = number.and_then(|number| number.parse::<i64>().ok());
        match count(value) {
            1 => own == name,
            count => number.is_some_and(|number| (1..=count).contains(&number)),
        }
    };
    let at = all.iter().position(has)?;
    let many = count(&all[at]);
    if many == 1 {
        return Some(at);
    }
    let group = all.remove(at);
    let stem = own(&group)?;
    let table = group.as_table()?;
    let squares = table.get("at").and_then(Value::as_str).unwrap_or_default();
    let squares: Vec<&str> = squares.split_whitespace().collect();
    for number in 1..=many {
        let mut single = table.clone();
        single.remove("count");
        single.insert("name".to_owned(), Value::String(format!("{stem} {number}")));
        if let Some(square) = squares.get(number as usize - 1) {
            single.insert("at".to_owned(), Value::String((*square).to_owned()));
        }
        all.insert(at + number as usize - 1, Value::Table(single));
    }
    all.iter().position(|value| own(value).as_deref() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_count_gets_an_entry_of_its_own() {
        let text = "[[combatant]]\nname = \"Orc\"\nside = \"foes\"\ncount = 2\nat = \"a1 b2\"\n\
                    attributes = { hp = \"5\", ac = \"9\" }\n";
        let changes = [("attributes.hp".to_owned(), Value::String("8".to_owned()))];
        let changed = rewritten(text, "Orc 2", Some("Grusk"), &changes).expect("it can be changed");
        let expected: Table = "[[combatant]]\nname = \"Orc 1\"\nside = \"foes\"\nat = \"a1\"\n\
                               attributes = { hp = \"5\", ac = \"9\" }\n\
                               [[combatant]]\nname = \"Grusk\"\nside = \"foes\"\nat = \"b2\"\n\
                               attributes = { hp = \"8\", ac = \"9\" }\n"
            .parse()
            .expect("it is TOML");
        assert_eq!(changed.parse::<Table>().expect("it is TOML"), expected);
        assert!(rewritten(text, "Orc 3", None, &changes).is_err());
    }
}
