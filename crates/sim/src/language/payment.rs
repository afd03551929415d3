//! Reads payments: finds the listed payment that a text means, or builds an unlisted one.

use kernel::{Declaration, KindId, Pay, Payment, View};
use rules::Compiled;

use super::flaw::Named;
use super::{LanguageError, Scene, error, unknown};
use crate::show;

/// Returns the payment that a text describes: `#2`, `QP`, `5B as QP`, `1P+1M`.
pub(super) fn payment(
    scene: Scene<'_>,
    declare: &Declaration,
    text: &str,
) -> Result<Pay, LanguageError> {
    let compiled = scene.compiled();
    if let Some(nth) = text.strip_prefix('#') {
        // The check says whether the list is that long.
        let index = nth.parse::<u16>().ok().and_then(|nth| nth.checked_sub(1));
        return match index.and_then(|index| u8::try_from(index).ok()) {
            Some(index) => Ok(Pay::Nth(index)),
            None => error(format!("`#{nth}` isn't a place in a list of payments.")),
        };
    }
    let view = View { game: &compiled.game, state: scene.state() };
    let sheet = &compiled.game.sheets[declare.actor.index()];
    let Some(option) = sheet.option(declare.activity) else { return Ok(Pay::Cheapest) };
    let option = &sheet.options[option];
    let mut found = Vec::new();
    view.payments(declare, option, &mut found);
    if let Some(kind) = text.strip_prefix("with ") {
        let kind = kind_wanted(compiled, &named(compiled, kind))?;
        let uses = |one: &Payment| one.uses(sheet, kind);
        let first = found.iter().position(uses);
        return Ok(first.map_or(Pay::WithKind(kind), |at| Pay::Nth(at as u8)));
    }
    let plain = |one: &String| one.replace(' ', "") == text.replace(' ', "");
    if let Some(at) = show::payments(compiled, declare.actor, &found).iter().position(plain) {
        return Ok(Pay::Nth(at as u8));
    }
    // The addition `(uses …)` tells two listed payments apart. It is ignored if no entry equals the
    // text.
    let text = text.split_once(" (uses ").map_or(text, |(text, _)| text);
    let (spend, kinds) = match text.split_once(" as ") {
        Some((spend, kinds)) => (spend, Some(named(compiled, kinds))),
        None => (text, None),
    };
    // `1QP` names an amount of tokens, `QP` any payment that yields one.
    let is_amount = kinds.is_some() || text.contains(|c: char| c.is_ascii_digit());
    let spend = named(compiled, spend);
    let spends = |one: &Payment| tokens(&show::purse(compiled, sheet, &one.spend)) == spend;
    let yields =
        |one: &Payment, wanted: &[String]| show::payment_kinds(compiled, sheet, one) == wanted;
    let exact =
        found.iter().position(|one| spends(one) && yields(one, kinds.as_ref().unwrap_or(&spend)));
    let by_spend = || found.iter().position(|one| kinds.is_none() && spends(one));
    let by_kind = || found.iter().position(|one| kinds.is_none() && yields(one, &spend));
    match exact.or_else(by_spend).or_else(by_kind) {
        Some(at) => Ok(Pay::Nth(at as u8)),
        // The payment is not in the list: the check says why not.
        None if is_amount => Named { compiled, view, declare, option, spend, kinds }.payment(),
        None => kind_wanted(compiled, &spend).map(Pay::WithKind),
    }
}

/// Returns amounts as sorted single tokens, with prefixes that stand alone spelled out.
pub fn named(compiled: &Compiled, text: &str) -> Vec<String> {
    let mut all = tokens(text);
    for token in &mut all {
        if let Some((_, kind)) = compiled.names.bare.iter().find(|(prefix, _)| prefix == token) {
            *token = kind.clone();
        }
    }
    all.sort();
    all
}

/// Returns amounts as sorted single tokens, so that `2P` and `P+P` are equal.
pub fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for piece in text.split('+').map(str::trim).filter(|piece| !piece.is_empty()) {
        let digits = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
        let count = piece[..digits].parse().unwrap_or(1usize);
        all.extend(std::iter::repeat_n(piece[digits..].trim().to_owned(), count.min(1000)));
    }
    all.retain(|token| token != "nothing");
    all.sort();
    all
}

/// Returns the kind that is named first.
pub(super) fn kind_wanted(compiled: &Compiled, wanted: &[String]) -> Result<KindId, LanguageError> {
    let kinds = &compiled.names.kinds;
    let Some(first) = wanted.first() else { return error("Say what you pay with.") };
    match kinds.iter().position(|kind| kind == first) {
        Some(at) => Ok(KindId(at as u16)),
        None => unknown("kind of action", first, kinds.iter().map(String::as_str)),
    }
}
