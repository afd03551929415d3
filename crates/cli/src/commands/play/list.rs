//! The list of legal choices, with numbers to choose by.

use rules::Compiled;
use sim::session::Session;
use sim::show;

use super::picture::person;
use crate::menu::Choice;
use crate::paint::Paint;

/// Maximum width of a line, in characters.
const WIDTH: usize = 96;

/// Formats choices with their numbers, grouped by actor and price.
pub(super) fn list(session: &Session, choices: &[Choice], paint: Paint) -> String {
    let compiled = session.compiled();
    let mut lines: Vec<String> = Vec::new();
    let mut at = 0;
    while at < choices.len() {
        let who = choices[at].who;
        let mine = choices[at..].iter().take_while(|choice| choice.who == who).count();
        lines.push(person(session, who, paint));
        let numbered: Vec<(usize, &Choice)> =
            choices.iter().enumerate().skip(at).take(mine).collect();
        let mut prices: Vec<String> = Vec::new();
        for (_, choice) in &numbered {
            let price = choice.price(compiled);
            if !prices.contains(&price) {
                prices.push(price);
            }
        }
        let width = prices.iter().map(|price| price.chars().count()).max().unwrap_or(0);
        for price in &prices {
            let of_price = numbered.iter().filter(|(_, choice)| choice.price(compiled) == *price);
            let items = of_price.map(|(at, choice)| item(compiled, at + 1, choice));
            lines.extend(fold(price, width, items));
        }
        at += mine;
    }
    if choices.is_empty() {
        lines.push("There's nothing you can do now.".to_owned());
    }
    let own = compiled.names.activities.iter().filter(|one| one.by_game_master);
    let own: Vec<String> = own.map(|one| one.name.clone()).collect();
    if !own.is_empty() && session.state().decision.asked() != 0 {
        lines.extend(fold("gm:", 3, own.into_iter()));
    }
    lines.join("\n")
}

/// Formats a choice: `3 strike (at …)`, `4 move (feet 5 to 30)`, `5 spell (2 ways)`.
fn item(compiled: &Compiled, number: usize, choice: &Choice) -> String {
    let mut notes = Vec::new();
    if choice.targets != 0 {
        notes.push(if choice.untargeted { "[at …]" } else { "at …" }.to_owned());
    }
    if !choice.squares.is_empty() {
        notes.push("to …".to_owned());
    }
    notes.extend(choice.number(compiled));
    if choice.payments.len() > 1 {
        notes.push(format!("{} ways", choice.payments.len()));
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    format!("{number} {}{notes}", show::activity(compiled, choice.activity))
}

/// Formats items after a label, folded into lines.
fn fold(label: &str, width: usize, items: impl Iterator<Item = String>) -> Vec<String> {
    let pad = width.saturating_sub(label.chars().count());
    let mut lines = Vec::new();
    let mut line = format!("  {label}{}", " ".repeat(pad));
    let margin = " ".repeat(width + 2);
    let mut empty = true;
    for item in items {
        if !empty && line.chars().count() + item.chars().count() + 3 > WIDTH {
            lines.push(std::mem::replace(&mut line, margin.clone()));
            empty = true;
        }
        line.push_str(if empty { "  " } else { " · " });
        line.push_str(&item);
        empty = false;
    }
    lines.push(line);
    lines
}
