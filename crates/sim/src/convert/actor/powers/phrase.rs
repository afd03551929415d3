//! Powers in the words of a stat block: `60-ft. cone, 6d6 fire, Reflex DC 17 half, usable every
//! 1d4 rounds`.

use super::words::Words;
use super::{Power, area, harm};

/// Times until a power can be used again, as the ruleset numbers them.
const AGAIN: [(&str, i16); 6] =
    [("1d4", 1), ("1d4+1", 2), ("2d4", 3), ("1d6", 4), ("1d6+1", 5), ("10", 6)];

/// Reads a power from words, in brackets or in prose.
pub(super) fn read(words: &Words<'_>, is_prose: bool) -> Power {
    let mut power = Power::default();
    if let Some((save, dc)) = save_in(words) {
        (power.save, power.dc) = (save, dc);
    }
    power.half = words.has("half") || words.has("halves");
    if let Some(found) = harm::damage_in(words, is_prose) {
        power.harm(found);
    }
    if let Some((condition, lasts)) = harm::condition_in(words, is_prose) {
        (power.condition, power.lasts) = (Some(condition), lasts);
    }
    power.area = area::in_words(words);
    power.range = area::range_in_words(words);
    if let Some(area) = power.area.filter(|area| area.begins_at_self() || power.range.is_none()) {
        power.range = Some(0).filter(|_| area.begins_at_self()).or(power.range);
    }
    if ["cube", "cubes"].iter().any(|shape| words.has(shape)) && !is_prose {
        power.remarks.push("the ruleset has no cubes; taken as a power with one target".to_owned());
    }
    power.again = again_in(words);
    power.uses = uses_in(words);
    power
}

/// Returns the save and the DC that words state.
fn save_in(words: &Words<'_>) -> Option<(Option<i16>, Option<i16>)> {
    const SAVES: [(&str, i16); 5] =
        [("fortitude", 1), ("fort", 1), ("reflex", 2), ("ref", 2), ("will", 3)];
    let number = |at: usize| words.get(at).parse::<i16>().ok();
    let place = (0..words.len()).find(|at| words.get(*at) == "dc" && number(at + 1).is_some());
    let save_at = |at: usize| SAVES.iter().find(|(name, _)| *name == words.get(at)).map(|it| it.1);
    // `Will` is a save only beside its DC, or in front of these words.
    let is_save = |at: usize| {
        save_at(at) != Some(3)
            || ["save", "saving", "negates", "half", "partial", "dc"].contains(&words.get(at + 1))
    };
    match place {
        Some(at) => {
            // Right beside its DC, every word for a save is one.
            let beside = [at.wrapping_sub(1), at + 2].into_iter().find_map(save_at);
            let near = [at.wrapping_sub(2), at + 3, at + 4, at + 5].into_iter();
            let save = beside.or_else(|| near.filter(|at| is_save(*at)).find_map(save_at));
            let save =
                save.or_else(|| (0..words.len()).filter(|at| is_save(*at)).find_map(save_at));
            Some((save, number(at + 1)))
        }
        // `Reflex 16 half`
        None => {
            let at =
                (0..words.len()).find(|at| save_at(*at).is_some() && number(at + 1).is_some())?;
            Some((save_at(at), number(at + 1)))
        }
    }
}

/// Returns the time until a power can be used again: `every 1d4 rounds`, `every minute`.
fn again_in(words: &Words<'_>) -> Option<i16> {
    let every = (0..words.len()).filter(|at| words.get(*at) == "every");
    let mut found = every.filter_map(|at| {
        let (amount, unit) = (words.get(at + 1), words.get(at + 2));
        match unit {
            "round" | "rounds" => again_of(amount),
            _ if amount == "minute" => Some(6),
            "minute" if amount == "1" => Some(6),
            _ => None,
        }
    });
    found.next()
}

/// Returns the uses that words state: `3/day`, `three times per day`, `once per hour`.
fn uses_in(words: &Words<'_>) -> Option<i16> {
    (0..words.len()).find_map(|at| {
        let long = ["day", "hour", "week", "month"].contains(&words.get(at));
        let mut before = at;
        if !long || at == 0 {
            return None;
        }
        before -= 1;
        if ["per", "a", "every", "each"].contains(&words.get(before)) && before > 0 {
            before -= 1;
        }
        if words.get(before) == "times" && before > 0 {
            before -= 1;
        }
        words.number(before).filter(|number| (1..=20).contains(number))
    })
}

/// Returns the time until a power can be used again for the dice of its rounds.
pub(super) fn again_of(dice: &str) -> Option<i16> {
    AGAIN.iter().find(|(known, _)| *known == dice.trim()).map(|(_, number)| *number)
}
