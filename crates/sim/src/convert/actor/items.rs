//! The items of an actor: each one with an activation becomes an action of the creature.

mod finish;
mod power;
mod tables;

use std::collections::BTreeSet;

use rules::Parsed;

use super::super::model::{Conversion, Guidelines, Status};
use super::super::{apply, show};
use super::at::At;
use super::powers::Base;
use super::sheet::{Item, Sheet};
use super::strikes::{Strike, Unread};
use super::{Import, Weight, feats, report};
use finish::BASES;
use tables::{
    ACTIVATIONS, CONSUMABLES, LONG, NO_ATTACKS, NO_STRIKES, RESOLUTIONS, TOO_LONG, TURN, UNSAID,
    USUAL_LEVEL, word,
};

/// An action of a creature, with its converted cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deed {
    /// Id of the activity.
    pub id: String,
    /// Name in the export.
    pub name: String,
    /// Conversion in one line.
    pub becomes: String,
    /// Rules that decide the conversion.
    pub rules: Vec<String>,
    pub(super) family: String,
    pub(super) acts: u32,
    pub(super) subtypes: Vec<String>,
    /// Level of a spell or similar ability.
    pub(super) spell: Option<i16>,
    pub(super) swift: bool,
    pub(super) standard: bool,
    /// Whether it shoots, throws, or sends out a ray.
    pub(super) ranged: bool,
    /// Base activity of the ruleset with own numbers, for an attack with a weapon.
    pub(super) like: Option<Like>,
}

/// A variant of an activity of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Like {
    pub(super) base: &'static str,
    pub(super) with: Vec<(&'static str, String)>,
    /// Uses per turn, if the base has no limit.
    pub(super) times: Option<i16>,
}

/// Returns a weapon's name with letters in front, as forms need it: `Longsword +1`.
fn weapon_name(name: &str) -> String {
    let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
    match first.starts_with('+') && rest.starts_with(char::is_alphabetic) {
        true => format!("{rest} {first}"),
        false => name.to_owned(),
    }
}

pub(super) fn read(
    guidelines: &Guidelines,
    parsed: &Parsed,
    root: &At<'_>,
    sheet: &Sheet<'_>,
    import: &mut Import,
) {
    let rules: Vec<_> = parsed.rules.iter().flat_map(|located| &located.rule.activity).collect();
    let taken: BTreeSet<String> = rules.iter().map(|activity| activity.id.to_string()).collect();
    let bases = BASES.into_iter().filter(|base| taken.contains(*base)).collect();
    let items = root.get("items");
    if !items.value.is_array() && !items.value.is_null() {
        items.see();
        import.note(&items.path, "items are an array");
        return;
    }
    feats::read(sheet, import);
    let room = import.room(parsed);
    let mut reader = Reader { guidelines, sheet, import, taken, room, bases, strikes: Vec::new() };
    for item in items.elements() {
        reader.item(&item);
    }
    reader.finish(parsed);
}

struct Reader<'a, 'v> {
    guidelines: &'a Guidelines,
    sheet: &'a Sheet<'v>,
    import: &'a mut Import,
    taken: BTreeSet<String>,
    /// Number of activities that a combatant can have in addition to those of the ruleset.
    room: usize,
    /// Entries of `BASES` that the ruleset has.
    bases: Vec<&'static str>,
    /// Attacks with numbers, each with the index of its deed.
    strikes: Vec<(Strike, Option<usize>)>,
}

impl<'v> Reader<'_, 'v> {
    fn item(&mut self, item: &At<'v>) {
        item.get("_id").see();
        let (name, sort) = (item.get("name").text(), item.get("type").text());
        let (Some(name), Some(sort)) = (name, sort) else {
            item.see();
            self.import.note(&item.path, "an item has a name and a type, both texts");
            return;
        };
        let inner = if item.has("system") { item.get("system") } else { item.get("data") };
        let actions = inner.get("actions").elements();
        let whole = Item { inner: inner.clone(), name, sort };
        let mut deeds = 0;
        for action in &actions {
            action.get("_id").see();
            let own = action.get("name").text().filter(|own| actions.len() > 1 && *own != name);
            let called = own.map_or(name.to_owned(), |own| format!("{name}: {own}"));
            deeds += usize::from(self.deed((&called, own), &whole, action));
        }
        if actions.is_empty() && inner.has("activation") {
            deeds += usize::from(self.deed((name, None), &whole, &inner));
        }
        if deeds == 0 && actions.is_empty() && !inner.has("activation") {
            item.see();
            if self.special(item, &whole) {
                return;
            }
            // The numbers of such an item count already.
            let changes = !inner.get("changes").elements().is_empty();
            if changes || ["class", "race"].contains(&sort) || feats::is_read(name) {
                return;
            }
            let text = format!("{name} ({sort}) {}", report::NO_ACTIVATION);
            self.import.note(&item.path, text);
        }
    }

    /// Reads one action of an item, perhaps with a name of its own. Returns whether it needs no
    /// further note.
    fn deed(
        &mut self,
        (name, own): (&str, Option<&str>),
        whole: &Item<'v>,
        action: &At<'v>,
    ) -> bool {
        let (item, sort) = (&whole.inner, whole.sort);
        let activation = action.get("activation");
        let kind = activation.get("type");
        let Some(given) = kind.text().filter(|text| !text.is_empty()) else {
            kind.see();
            self.import.note(kind.path, format!("{name}: no activation type, so no activity"));
            return false;
        };
        let action_word = word(&ACTIVATIONS, given).unwrap_or(given);
        if LONG.contains(&action_word) {
            self.import.note(activation.path, format!("{name}: {TOO_LONG}"));
            return true;
        }
        let counted = ["round", "full-round"].contains(&action_word);
        let cost = self.times(name, &activation, counted);
        let mut said =
            vec![if counted { format!("{cost} {action_word}") } else { action_word.into() }];
        let resolution = action.get("actionType").text().unwrap_or_default();
        let attacks = !NO_ATTACKS.contains(&resolution);
        let by_attack = given == "attack";
        said.extend(self.kind(sort, item, attacks));
        let resolved = word(&RESOLUTIONS, resolution);
        said.extend(resolved.map(str::to_owned));
        // Without a resolution, the weapon's subtype says whether it shoots.
        let shoots = item.get("weaponSubtype").text() == Some("ranged");
        said.extend((shoots && attacks && resolved.is_none()).then(|| "ranged".to_owned()));
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        let guidelines = self.guidelines;
        // An attack with a weapon is the chapter's attack, whatever the weapon's name. A maneuver
        // goes by its name.
        let maneuver = resolved.is_some_and(|words| words.starts_with("maneuver"));
        let armed = ["weapon", "attack"].contains(&sort) && !maneuver;
        let strike = match armed && !NO_STRIKES.contains(&resolution) {
            true => self.strike(name, whole, action),
            false => None,
        };
        if let Some(known) = strike.as_ref().and_then(|strike| self.known(strike)) {
            action.see();
            let text = format!("{name}: the same weapon as {known}, so no second activity");
            self.import.note(action.path.as_str(), text);
            self.strikes.extend(strike.map(|strike| (strike, None)));
            return true;
        }
        let listed = match own.filter(|own| !guidelines.lists(name) && guidelines.lists(own)) {
            _ if armed => "",
            Some(own) if maneuver => own,
            _ => name,
        };
        let ability = match guidelines.ability(listed, &said) {
            Ok(ability) => ability,
            Err(problem) => {
                self.import.weigh(Weight::Play, kind.path, format!("{name}: {problem}"));
                return false;
            }
        };
        let found = apply::convert(guidelines, &ability);
        self.compare(name, action, &found);
        let (Some(family), Some(acts)) = (found.family, found.acts) else {
            self.open_points(name, &activation.path, &found);
            // A permanent ability takes no action and becomes no activity, unless it is an aura.
            if action_word == "none" && found.status == Status::NoGuideline {
                let power = self.power(name, whole, action, false);
                let path = activation.path.as_str();
                if power.is_some_and(|power| self.add_free(name, Base::Free, &power, path)) {
                    return true;
                }
                let text = format!("{name} ({sort}) {}", report::NO_ACTIVATION);
                self.import.note(activation.path, text);
                return true;
            }
            let text = format!("{name} ({}): {}", said.join(", "), found.status.word());
            self.import.weigh(Weight::Play, activation.path, text);
            return true;
        };
        self.open_points(name, &activation.path, &found);
        if acts > TURN {
            let text =
                format!("{name}: {}; more than a turn holds, so no activity", show::line(&found));
            self.import.weigh(Weight::Play, activation.path, text);
            return true;
        }
        if self.import.deeds.len() >= self.room {
            let (becomes, most) = (show::line(&found), self.room);
            let text = format!(
                "{name}: {becomes}; beside the rules' own activities there is room for {most}, so \
                 no activity"
            );
            self.import.weigh(Weight::Play, activation.path, text);
            return true;
        }
        let facts = guidelines.names_of(ability.facts);
        let is = |fact: &str| facts.contains(&fact);
        let spell = (is("spell") || is("spell-like")).then(|| self.level(name, item));
        if is("maneuver") && found.subtypes.iter().flatten().any(|one| *one != "move") {
            let text = format!("{name}: without its feat it provokes from its target; {UNSAID}");
            self.import.weigh(Weight::Play, activation.path.as_str(), text);
        }
        let power = self.power(name, whole, action, is("spell"));
        let mut deed = Deed {
            id: self.id(name),
            name: if strike.is_some() { weapon_name(name) } else { name.to_owned() },
            becomes: show::line(&found),
            rules: found.rule_ids().into_iter().map(str::to_owned).collect(),
            family: family.to_owned(),
            acts,
            subtypes: found.subtypes.iter().flatten().map(|one| (*one).to_owned()).collect(),
            spell,
            swift: is("swift"),
            standard: is("standard"),
            ranged: is("ranged"),
            like: None,
        };
        if let Some(power) = power {
            let base = power::base_of(&deed);
            self.set_power(&mut deed, base, &power, activation.path.as_str());
        }
        // An attack roll for one act is the ruleset's own attack.
        let simple = by_attack || deed.acts == 1 && family == "simple";
        if let Some(strike) = strike.filter(|_| simple) {
            self.strikes.push((strike, Some(self.import.deeds.len())));
        }
        self.import.deeds.push(deed);
        true
    }

    /// Returns the numbers of an attack; `None` after a note if the export lacks them.
    fn strike(&mut self, name: &str, whole: &Item<'v>, action: &At<'v>) -> Option<Strike> {
        match self.sheet.strike(whole, action) {
            Ok(strike) => Some(strike),
            Err(problem) => {
                let why = match problem {
                    Unread::NoDamage => "the export gives no damage".to_owned(),
                    Unread::NoBonus => "the export has no base attack bonus or ability".to_owned(),
                    Unread::Formula(text) => format!("`{text}` is not worked out here"),
                };
                let text = format!("{name}: {why}; it has its price, and you roll for it");
                self.import.weigh(Weight::Play, action.path.as_str(), text);
                None
            }
        }
    }

    /// Returns the name of the deed that already has this weapon and way of use.
    fn known(&self, strike: &Strike) -> Option<String> {
        let same = self.strikes.iter().find(|(known, deed)| {
            deed.is_some() && known.weapon == strike.weapon && known.ranged == strike.ranged
        });
        same.and_then(|(_, deed)| Some(self.import.deeds[(*deed)?].name.clone()))
    }

    /// Returns the amount of its action that an ability takes.
    fn times(&mut self, name: &str, activation: &At<'_>, counted: bool) -> i16 {
        let at = activation.get("cost");
        let (cost, problem) = match at.number() {
            Ok(cost) => (cost.unwrap_or(1), None),
            Err(problem) => (1, Some(problem)),
        };
        let problem = match cost {
            less if counted && less < 1 => Some("this is less than one"),
            more if !counted && more > 1 => Some("of this action there is only one"),
            _ => problem,
        };
        if let Some(problem) = problem {
            self.import.note(at.path, format!("{name}: {problem}; taken as 1"));
        }
        if counted { cost.max(1) } else { 1 }
    }

    /// Returns the sort of ability of an item, in the words of the facts.
    fn kind(&mut self, sort: &str, item: &At<'_>, attacks: bool) -> Vec<String> {
        let of_type = item.get("abilityType").text().unwrap_or_default();
        let mut words = Vec::new();
        match (sort, of_type) {
            ("spell", _) => {
                let book = item.get("spellbook").text().unwrap_or_default();
                let at = self.sheet.system.down("attributes.spells.spellbooks").get(book);
                let way = at.get("spellPreparationMode").text().unwrap_or_default();
                let innate = book == "spelllike" || way == "spelllike";
                words.push(if innate { "spell-like" } else { "spell" });
            }
            (_, "ex" | "su" | "sp") => words.push(of_type),
            ("weapon" | "attack", _) if attacks => words.push("attack"),
            ("consumable", _) => words.push("item"),
            _ => {}
        }
        if sort == "consumable" {
            let what = ["subType", "consumableType"].iter().find_map(|key| item.get(key).text());
            words.extend(word(&CONSUMABLES, what.unwrap_or_default()));
        }
        words.into_iter().map(str::to_owned).collect()
    }

    fn level(&mut self, name: &str, item: &At<'_>) -> i16 {
        const HIGHEST: i16 = 9;
        match item.get("level").number() {
            Ok(Some(level)) if (0..=HIGHEST).contains(&level) => level,
            found => {
                let problem =
                    if found == Ok(None) { "no level" } else { "no spell has this level" };
                let path = item.get("level").path;
                self.import.note(path, format!("{name}: {problem}; taken as {USUAL_LEVEL}"));
                USUAL_LEVEL
            }
        }
    }

    /// Compares the cost in acts of the export, if it has one, and notes a difference.
    fn compare(&mut self, name: &str, action: &At<'_>, found: &Conversion<'_>) {
        let newer = action.down("activation.unchained");
        let older = action.down("unchainedAction.activation");
        let theirs = if newer.value.is_null() { older } else { newer };
        let (sort, cost) = (theirs.get("type").text(), theirs.get("cost").number());
        let Some(sort) = sort.filter(|sort| !sort.is_empty()) else { return };
        let acts = match (sort, cost) {
            ("action", Ok(cost)) => u32::try_from(cost.unwrap_or(1)).ok(),
            ("attack", Ok(_)) => Some(1),
            ("free" | "reaction" | "aoo", _) => Some(0),
            _ => return,
        };
        let reaction = ["reaction", "aoo"].contains(&sort);
        if acts != found.acts || reaction != (found.family == Some("reaction")) {
            let text = format!(
                "{name}: the export has {} ({sort}); by the guidelines it is {}",
                acts.map_or("no number".to_owned(), |acts| acts.to_string()),
                show::line(found)
            );
            self.import.note(theirs.path, text);
        }
    }

    fn open_points(&mut self, name: &str, path: &str, found: &Conversion<'_>) {
        if found.status == Status::Undecided {
            for one in &found.questions {
                let text = format!("{name}: for the game master: {} ({})", one.text, one.rule.id);
                self.import.weigh(Weight::Play, path, text);
            }
        }
        for one in &found.collisions {
            self.import.note(path, format!("{name}: collision in {}", one.sentence()));
        }
    }

    /// Returns a free id for an activity.
    fn id(&mut self, name: &str) -> String {
        let ascii = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
        let words: String = name.chars().map(ascii).collect();
        let words = words.split_whitespace().collect::<Vec<_>>().join("-");
        let starts_well = words.starts_with(|c: char| c.is_ascii_alphabetic());
        let base = if starts_well { words } else { format!("own-{words}") };
        let base = base.trim_end_matches('-').to_owned();
        let numbered = (2..).map(|number| format!("{base}-{number}"));
        let free =
            std::iter::once(base.clone()).chain(numbered).find(|id| !self.taken.contains(id));
        let id = free.unwrap_or(base);
        self.taken.insert(id.clone());
        id
    }
}
