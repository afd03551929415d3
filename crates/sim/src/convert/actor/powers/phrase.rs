//! Powers in the words of a stat block: `Breath Weapon (60-ft. cone, 6d6 fire, Reflex DC 17 half,
//! usable every 1d4 rounds)`. Actors that were read from stat blocks keep them as names.

use super::super::feats;
use super::super::sheet::{Item, Sheet};
use super::super::strikes::plain;
use super::words::Words;
use super::{Power, area, harm};

/// Beginnings of names that a common stat block reader gives to special attacks and to auras.
const PREFIXES: [&str; 2] = ["special attack:", "aura:"];

/// Squares of a gaze without a stated range, which are 30 feet.
const USUAL_GAZE: i16 = 6;

/// Times until a power can be used again, as the ruleset numbers them.
const AGAIN: [(&str, i16); 6] =
    [("1d4", 1), ("1d4+1", 2), ("2d4", 3), ("1d6", 4), ("1d6+1", 5), ("10", 6)];

/// Kinds of action in prose.
const ACTIONS: [&str; 5] = ["standard", "swift", "move", "full", "immediate"];

/// Remark on numbers that stand in prose.
const FROM_DESCRIPTION: &str = "taken as its description reads; check it";

/// A power in words, with the action that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Special<'v> {
    pub(in super::super) name: &'v str,
    pub(in super::super) power: Power,
    /// `standard`, `swift` and so on.
    pub(in super::super) action: &'static str,
    /// Whether it affects foes at the start of their turns.
    pub(in super::super) is_gaze: bool,
    /// Ability type: `su`, `ex`, `sp`.
    pub(in super::super) sort: &'v str,
}

/// Returns a name without the beginning of special attacks and auras, and whether it has one.
fn without_prefix(name: &str) -> (&str, bool) {
    let begins =
        |prefix: &&str| name.get(..prefix.len()).is_some_and(|it| it.eq_ignore_ascii_case(prefix));
    match PREFIXES.iter().find(|prefix| begins(prefix)) {
        Some(prefix) => (name[prefix.len()..].trim(), true),
        None => (name.trim(), false),
    }
}

/// Returns the name of an ability, and the words in brackets behind it.
fn parts(name: &str) -> (&str, &str) {
    let (name, inside) =
        without_prefix(name).0.split_once('(').unwrap_or((without_prefix(name).0, ""));
    let mut depth = 1;
    let end = inside.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    (name.trim(), &inside[..end.unwrap_or(inside.len())])
}

/// Whether an item states a power in words: a special attack or a feature without any action.
pub(in super::super) fn is_special(item: &Item<'_>) -> bool {
    item.sort == "feat" || item.sort == "attack" && without_prefix(item.name).1
}

/// Returns a description without its markup, in lower case.
fn description(item: &Item<'_>) -> String {
    let at = item.inner.get("description");
    let text = if at.value.is_object() { at.get("value") } else { at };
    let mut plain = String::new();
    let mut inside = false;
    for c in text.value.as_str().unwrap_or_default().chars() {
        match c {
            '<' => inside = true,
            '>' => (inside, plain) = (false, plain + " "),
            _ if !inside => plain.extend(c.to_lowercase()),
            _ => {}
        }
    }
    plain
}

impl<'v> Sheet<'v> {
    /// Reads the power that an item without actions states in words; `None` if it states none.
    pub(in super::super) fn special(&self, item: &Item<'v>) -> Option<Special<'v>> {
        let (name, inside) = parts(item.name);
        let called = plain(name);
        let feature = self.feature_called(&called);
        let inside = inside.to_lowercase();
        let mut power = read(&Words::of(&inside), false);
        let told = feature.map(description).unwrap_or_default();
        let prose = Words::of(&told);
        let is_brief = power.dc.is_some() && power.save.is_some();
        power.fill(read(&prose, true));
        if !is_brief && power.save.is_some() {
            power.remarks.push(FROM_DESCRIPTION.to_owned());
        }
        let is = |word: &str| called.split(' ').any(|own| own == word);
        let stated = action_in(&prose);
        let is_breath = is("breath");
        let is_gaze = is("gaze") && stated.is_none();
        let action = match stated {
            Some(action) => action,
            None if is_breath => "standard",
            None if is_gaze => "free",
            None => return None,
        };
        // Breath weapons and gazes are supernatural.
        let own = feature.and_then(|feature| feature.says(&["abilityType"]));
        let sort = own.filter(|_| !is_breath && !is_gaze).unwrap_or("su");
        if is_breath && power.dc.is_some() && power.save.is_none() {
            (power.save, power.half) = (Some(2), true);
            power.remarks.push("the save is not given; taken as Reflex for half".to_owned());
        }
        if is_breath && power.again.is_none() && power.uses.is_none() {
            power
                .remarks
                .push("the export does not say how often; it can be used at will".to_owned());
        }
        if is_gaze {
            let reach = power.area.take().map(|area| area.squares);
            power.range = reach.or(power.range);
            if power.range.is_none() {
                power.range = Some(USUAL_GAZE);
                power.remarks.push("no range is given; taken as 30 feet".to_owned());
            }
        }
        let brings = power.dice.is_some() || power.condition.is_some();
        let is_whole = power.save.is_some() && power.dc.is_some();
        if !is_whole || !(brings || is_breath || is_gaze) || feats::is_read(name) {
            return None;
        }
        power.usual_range();
        Some(Special { name, power, action, is_gaze, sort })
    }

    /// Returns the feature with a plain name.
    fn feature_called(&self, called: &str) -> Option<&Item<'v>> {
        self.items.iter().find(|other| {
            let (name, begins) = without_prefix(other.name);
            other.sort == "feat" && !begins && plain(parts(name).0) == *called
        })
    }

    /// Returns the power that the description of the feature with the name of an aura states.
    pub(super) fn described(&self, aura: &Item<'v>) -> Option<Power> {
        let feature = self.feature_called(&plain(parts(aura.name).0))?;
        let mut power = read(&Words::of(&description(feature)), true);
        power.remarks.push(FROM_DESCRIPTION.to_owned());
        Some(power)
    }

    /// Whether another item, a special attack or an aura, states the power of a feature.
    pub(in super::super) fn is_stated_elsewhere(&self, item: &Item<'v>) -> bool {
        let (name, begins) = without_prefix(item.name);
        let called = plain(parts(name).0);
        let states = |other: &Item<'v>| match other.inner.has("activation") {
            true => matches!(self.power(other, &other.inner), Ok(Some(_))),
            false => is_special(other) && self.special(other).is_some(),
        };
        !begins
            && item.sort == "feat"
            && self.items.iter().any(|other| {
                let (name, begins) = without_prefix(other.name);
                begins && plain(parts(name).0) == called && states(other)
            })
    }
}

impl Power {
    /// Reads the condition from the notes or the description of an item, and the uses and the
    /// recovery from its description.
    pub(super) fn fill_from_prose(&mut self, item: &Item<'_>, notes: &str) {
        let told = description(item);
        let other = read(&Words::of(&told), true);
        if self.condition.is_none() && !self.heals && self.save.is_some() {
            let noted = harm::condition_in(&Words::of(notes), false);
            let found = noted.clone().or(other.condition.map(|condition| (condition, other.lasts)));
            (self.condition, self.lasts) =
                found.map_or((None, None), |(it, lasts)| (Some(it), lasts));
        }
        self.again = self.again.or(other.again);
        self.uses = self.uses.or(other.uses);
    }
}

/// Returns the action that prose states in front of the first DC: `as a standard action`. Later
/// ones are those of creatures that free themselves, for instance.
fn action_in(words: &Words<'_>) -> Option<&'static str> {
    let end = words.position(&["dc"]).unwrap_or(words.len());
    let places = (0..end).filter(|at| ["a", "an"].contains(&words.get(*at)));
    let mut kinds = places.filter(|at| *at > 0 && words.get(at - 1) == "as").filter_map(|at| {
        let kind = ACTIONS.into_iter().find(|kind| words.get(at + 1).starts_with(kind))?;
        words.slice(at + 2, 2).contains(&"action").then_some(kind)
    });
    kinds.next()
}

/// Reads a power from words, in brackets or in prose.
fn read(words: &Words<'_>, is_prose: bool) -> Power {
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
            let near = [at.wrapping_sub(1), at + 2, at.wrapping_sub(2), at + 3, at + 4, at + 5];
            let near = near.into_iter().filter(|at| *at < words.len());
            let save = near.filter(|at| is_save(*at)).find_map(save_at);
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
