//! Powers of items without actions: special attacks and features that are words only. The name of
//! an item has the list of the stat block in brackets, and its description is prose.

use super::super::feats;
use super::super::sheet::{Item, Sheet};
use super::super::strikes::plain;
use super::words::Words;
use super::{Power, harm, phrase};

/// Beginnings of names that a common stat block reader gives to special attacks and to auras.
const PREFIXES: [&str; 2] = ["special attack:", "aura:"];

/// Squares of a gaze without a stated range, which are 30 feet.
const USUAL_GAZE: i16 = 6;

/// Kinds of action in prose.
const ACTIONS: [&str; 5] = ["standard", "swift", "move", "full", "immediate"];

/// Words for attacks and maneuvers, whose further effects are no powers.
const OF_ATTACKS: [&str; 12] = [
    "touch",
    "maneuver",
    "overrun",
    "grapple",
    "grappled",
    "grabs",
    "pin",
    "swallow",
    "swallows",
    "critically",
    "bite",
    "slam",
];

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
    let name = without_prefix(name).0;
    let (name, inside) = name.split_once('(').unwrap_or((name, ""));
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
        let mut power = phrase::read(&Words::of(&inside), false);
        let told = feature.map(description).unwrap_or_default();
        let prose = Words::of(&told);
        let is_brief = power.dc.is_some() && power.save.is_some();
        power.fill(phrase::read(&prose, true));
        if !is_brief && power.save.is_some() {
            power.remarks.push(FROM_DESCRIPTION.to_owned());
        }
        let is = |word: &str| called.split(' ').any(|own| own == word);
        let stated = action_in(&prose);
        let is_breath = is("breath");
        let is_gaze = is("gaze") && stated.is_none();
        if !is_breath && !is_gaze && prose.position(&OF_ATTACKS).is_some() {
            return None;
        }
        let action = match stated {
            Some(action) => action,
            None if is_breath => "standard",
            None if is_gaze => "free",
            None => return None,
        };
        // Breath weapons and gazes are supernatural.
        let own = feature.and_then(|feature| feature.says(&["abilityType"]));
        let sort = own.filter(|_| !is_breath && !is_gaze).unwrap_or("su");
        if is_breath {
            power.breath();
        }
        if is_gaze {
            power.gaze();
        }
        let brings = power.dice.is_some() || power.condition.is_some();
        let is_whole = power.save.is_some() && power.dc.is_some();
        if !is_whole || !(brings || is_breath || is_gaze) || feats::is_read(name) {
            return None;
        }
        power.finish();
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
        let mut power = phrase::read(&Words::of(&description(feature)), true);
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
    /// Completes a breath weapon.
    fn breath(&mut self) {
        if self.dc.is_some() && self.save.is_none() {
            (self.save, self.half) = (Some(2), true);
            self.remarks.push("the save is not given; taken as Reflex for half".to_owned());
        }
        if self.again.is_none() && self.uses.is_none() {
            let text = "the export does not say how often; it can be used at will";
            self.remarks.push(text.to_owned());
        }
    }

    /// Completes a gaze, which affects one foe in range.
    fn gaze(&mut self) {
        let radius = self.area.take().map(|area| area.squares);
        self.range = radius.or(self.range);
        if self.range.is_none() {
            self.range = Some(USUAL_GAZE);
            self.remarks.push("no range is given; taken as 30 feet".to_owned());
        }
    }

    /// Reads the condition from the notes or the description of an item, and the uses and the
    /// recovery from its description.
    pub(super) fn fill_from_prose(&mut self, item: &Item<'_>, notes: &str) {
        let told = description(item);
        let other = phrase::read(&Words::of(&told), true);
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
