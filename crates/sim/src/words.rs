//! Prices, payments and pools in words and symbols: `2nd-level slot + reaction`, `◆◆`.

use kernel::{CombatantId, Payment, Purse, Sheet};
use rules::Compiled;

/// A price or payment for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Priced {
    /// The words: `2 quick actions + reaction`; `free` for nothing.
    pub words: String,
    /// The symbols; empty if the rules lack one for some of it.
    pub symbols: String,
}

/// Converts a price as written in rules to words and symbols.
pub fn price(compiled: &Compiled, written: &str) -> Priced {
    let written = written.trim().trim_start_matches('=');
    if written.is_empty() || written == "none" {
        return of(compiled, &[]);
    }
    let mut kinds = Vec::new();
    for unit in written.split('+') {
        let unit = unit.trim();
        let digits = unit.chars().take_while(char::is_ascii_digit).count();
        let count = unit[..digits].parse().unwrap_or(1);
        match compiled.names.kinds.iter().position(|kind| *kind == unit[digits..]) {
            Some(kind) => kinds.push((kind, count)),
            // A kind that no combatant can hold has no label.
            None => return Priced { words: written.to_owned(), symbols: String::new() },
        }
    }
    of(compiled, &kinds)
}

/// Returns the tokens of a purse.
pub fn purse(compiled: &Compiled, sheet: &Sheet, purse: &Purse) -> Priced {
    let lanes = purse.lanes().map(|(lane, count)| (sheet.lanes[lane].kind.index(), count));
    of(compiled, &lanes.collect::<Vec<_>>())
}

/// Returns the tokens a payment takes; if it takes none, the kinds it is made in.
pub fn payment(compiled: &Compiled, who: CombatantId, paid: &Payment) -> Priced {
    let sheet = &compiled.game.sheets[who.index()];
    match paid.spend.is_empty() {
        true => made_in(compiled, who, paid),
        false => purse(compiled, sheet, &paid.spend),
    }
}

/// Returns the kinds that a payment is made in. They differ from the tokens taken if tokens were
/// converted.
pub fn made_in(compiled: &Compiled, who: CombatantId, paid: &Payment) -> Priced {
    let sheet = &compiled.game.sheets[who.index()];
    let mut kinds: Vec<(usize, u32)> = Vec::new();
    for recipe in paid.recipes() {
        let kind = sheet.recipes[usize::from(*recipe)].kind.index();
        match kinds.iter_mut().find(|(one, _)| *one == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    kinds.sort_unstable();
    of(compiled, &kinds)
}

/// Returns a number of tokens of a kind: `quick action`, `2 quick actions`.
pub fn counted(compiled: &Compiled, kind: usize, count: u32) -> String {
    let label = &compiled.names.kind_labels[kind];
    let part = label.part.as_ref().map_or(String::new(), |part| format!(" ({part})"));
    match count {
        1 => format!("{}{part}", label.label),
        count => format!("{count} {}{part}", label.plural),
    }
}

/// Most symbols in a row; larger amounts are a number and one symbol.
const SIGNS_MAX: u32 = 4;

fn of(compiled: &Compiled, kinds: &[(usize, u32)]) -> Priced {
    if kinds.is_empty() {
        return Priced { words: "free".to_owned(), symbols: String::new() };
    }
    let words: Vec<String> =
        kinds.iter().map(|(kind, count)| counted(compiled, *kind, *count)).collect();
    let signs = kinds.iter().map(|(kind, count)| {
        let sign = compiled.names.kind_labels[*kind].symbol.as_ref()?;
        Some(match *count {
            0..=SIGNS_MAX => sign.repeat(*count as usize),
            count => format!("{count}{sign}"),
        })
    });
    let signs: Option<Vec<String>> = signs.collect();
    Priced { words: words.join(" + "), symbols: signs.unwrap_or_default().join(" ") }
}
