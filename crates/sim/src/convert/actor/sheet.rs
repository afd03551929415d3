//! Sources of an actor's numbers: abilities, classes, size, worn things, and the
//! changes that items make.

use std::cell::RefCell;

use super::at::At;
use super::changes::Change;
use super::formula;

/// The six abilities, by the keys of exports.
pub(super) const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

/// Sizes from the smallest; medium is in the middle.
const SIZES: [&str; 9] = ["fine", "dim", "tiny", "sm", "med", "lg", "huge", "grg", "col"];
const MEDIUM: i16 = 4;

/// Size modifiers of attack rolls and armor class, from fine to colossal.
const SIZE_MODIFIERS: [i16; 9] = [8, 4, 2, 1, 0, -1, -2, -4, -8];

/// The parts of an actor from which its numbers are derived.
pub(super) struct Sheet<'v> {
    pub(super) system: At<'v>,
    pub(super) items: Vec<Item<'v>>,
    pub(super) classes: Vec<Class>,
    pub(super) changes: Vec<Change>,
    /// Steps from medium; 0 if no size is given.
    pub(super) size: i16,
    /// Scores and modifiers with all changes, for known scores.
    pub(super) abilities: [Option<Score>; 6],
    pub(super) bab: Option<i16>,
    /// Changes with formulas that could not be evaluated.
    pub(super) unknown: RefCell<Vec<(String, String)>>,
}

/// An item, with its inner data.
#[derive(Clone, Debug)]
pub(super) struct Item<'v> {
    pub(super) inner: At<'v>,
    pub(super) name: &'v str,
    pub(super) sort: &'v str,
}

/// An ability score and its modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) total: i16,
    pub(super) modifier: i16,
}

/// Levels in a class.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Class {
    pub(super) tag: String,
    pub(super) sort: String,
    pub(super) level: i16,
    pub(super) bab: String,
    pub(super) saves: [String; 3],
    /// Hit points of all its levels; `None` if the export has none.
    pub(super) hp: Option<f64>,
    /// Faces of its hit die.
    pub(super) die: Option<i16>,
}

/// The three saves, by the keys of exports.
pub(super) const SAVES: [&str; 3] = ["fort", "ref", "will"];

impl<'v> Sheet<'v> {
    /// Collects the parts of an actor.
    pub(super) fn of(root: &At<'v>, system: &At<'v>) -> Sheet<'v> {
        let items: Vec<Item<'v>> = root.get("items").elements().iter().filter_map(item).collect();
        let classes: Vec<Class> = items.iter().filter_map(class).collect();
        let mut sheet = Sheet {
            system: system.clone(),
            changes: items.iter().flat_map(super::changes::of_item).collect(),
            items,
            classes,
            size: 0,
            abilities: [None; 6],
            bab: None,
            unknown: RefCell::default(),
        };
        sheet.size = sheet.size_of_traits();
        for at in 0..ABILITIES.len() {
            sheet.abilities[at] = sheet.score(at);
        }
        sheet.bab = sheet.base_attack();
        sheet
    }

    /// Returns the hit dice: levels of all classes but mythic ones.
    pub(super) fn hit_dice(&self) -> i16 {
        let counted = self.classes.iter().filter(|class| class.sort != "mythic");
        counted.fold(0, |sum, class| sum.saturating_add(class.level))
    }

    /// Returns the modifier of an ability, if its score is known.
    pub(super) fn modifier(&self, ability: &str) -> Option<i16> {
        let at = ABILITIES.iter().position(|one| *one == ability)?;
        self.abilities[at].map(|score| score.modifier)
    }

    /// Returns the size modifier for attack rolls and armor class.
    pub(super) fn size_modifier(&self) -> i16 {
        SIZE_MODIFIERS[(self.size + MEDIUM) as usize]
    }

    /// Returns the items of a sort that are in use: worn, held or active.
    pub(super) fn in_use(&self, sort: &str) -> impl Iterator<Item = &Item<'v>> {
        self.items.iter().filter(move |item| item.sort == sort && item.is_in_use())
    }

    /// Returns the weight of the worn armor (0 none, 1 light, 2 medium, 3 heavy), and 1 if a shield
    /// is used, else 0.
    pub(super) fn armor_types(&self) -> (i16, i16) {
        let mut types = (0, 0);
        for item in self.in_use("equipment").filter(|item| item.armor_value() > 0) {
            let subtype = item.inner.get("equipmentSubtype").text().unwrap_or_default();
            let weight = match subtype {
                "heavyArmor" | "towerShield" => 3,
                "mediumArmor" => 2,
                _ => 1,
            };
            match item.is_shield() {
                true => types.1 = types.1.max(1),
                false => types.0 = types.0.max(weight),
            }
        }
        types
    }

    /// Returns the value at a path that formulas name.
    pub(super) fn look_up(&self, path: &str) -> Option<f64> {
        let keys: Vec<&str> = path.split('.').collect();
        let number = |value: i16| Some(f64::from(value));
        match keys.as_slice() {
            ["abilities", ability, what] => {
                let at = ABILITIES.iter().position(|one| one == ability)?;
                let score = self.abilities[at]?;
                match *what {
                    "mod" | "baseMod" => number(score.modifier),
                    "total" | "value" | "base" => number(score.total),
                    _ => None,
                }
            }
            ["attributes", "hd", "total"] | ["details", "level", "value"] | ["cl"] => {
                number(self.hit_dice())
            }
            ["attributes", "bab", "total"] | ["bab"] => number(self.bab?),
            ["attributes", "encumbrance", "level"] | ["attributes", "energyDrain"] => number(0),
            ["classes", tag, "level" | "unlevel"] => {
                let levels = self.classes.iter().filter(|class| class.tag == **tag);
                number(levels.fold(0, |sum, class| sum.saturating_add(class.level)))
            }
            ["details", "cr", "total" | "base"] => {
                let cr = self.system.down("details.cr");
                ["total", "base"].iter().find_map(|key| cr.get(key).value.as_f64())
            }
            ["armor", "type"] => number(self.armor_types().0),
            ["shield", "type"] => number(self.armor_types().1),
            ["size"] | ["traits", "size"] => number(self.size),
            ["skills", skill, "rank"] => {
                let rank = self.system.down(&format!("skills.{skill}.rank"));
                rank.number().ok().map(|rank| f64::from(rank.unwrap_or(0)))
            }
            _ => None,
        }
    }

    /// Returns the levels in a class by its tag or name.
    pub(super) fn level_of(&self, name: &str) -> i16 {
        let plain = |text: &str| {
            let letters = text.chars().filter(|c| c.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect::<String>()
        };
        let wanted = plain(name);
        let of = self.classes.iter().filter(|class| plain(&class.tag).starts_with(&wanted));
        of.fold(0, |sum, class| sum.saturating_add(class.level))
    }

    fn size_of_traits(&self) -> i16 {
        let at = self.system.down("traits.size");
        let at = if at.value.is_object() { at.get("value") } else { at };
        let place = at.value.as_str().and_then(|size| SIZES.iter().position(|one| *one == size));
        place.map_or(0, |place| place as i16 - MEDIUM)
    }

    /// Returns an ability score with its changes. Exports leave out scores of 10, so creatures with
    /// hit dice have every score.
    fn score(&self, at: usize) -> Option<Score> {
        let key = ABILITIES[at];
        let block = self.system.down("abilities").get(key);
        let stored = |what: &str| block.get(what).number().ok().flatten();
        let (total, modifier) = (stored("total"), stored("mod"));
        if let (Some(total), Some(modifier)) = (total, modifier) {
            return Some(Score { total, modifier });
        }
        if let Some(modifier) = modifier {
            let total = stored("value").unwrap_or(10 + 2 * modifier);
            return Some(Score { total, modifier });
        }
        // A creature without the ability counts as having an average one.
        let lacking = block.has("value") && block.get("value").value.is_null();
        let base = match total.or_else(|| stored("value")) {
            Some(base) => base,
            None if lacking => return Some(Score { total: 0, modifier: 0 }),
            None if self.classes.is_empty() => return None,
            None => 10,
        };
        let change = if total.is_some() { 0 } else { self.bonus(&[key]) };
        let drained = stored("drain").unwrap_or(0).abs();
        let score = base.saturating_add(change).saturating_sub(drained);
        let weakened =
            stored("damage").unwrap_or(0).abs() + stored("userPenalty").unwrap_or(0).abs();
        let named = format!("{key}Mod");
        let modifier = (score - 10).div_euclid(2) - weakened / 2 + self.bonus(&[&named]);
        Some(Score { total: score, modifier })
    }

    /// Returns the base attack bonus, stored or derived from the classes.
    fn base_attack(&self) -> Option<i16> {
        let stored =
            ["total", "value"].into_iter().map(|key| self.system.down("attributes.bab").get(key));
        let plain = self.system.down("attributes.bab");
        let mut places = stored.chain([plain]).filter(|at| !at.value.is_object());
        if let Some(number) = places.find_map(|at| at.number().ok().flatten()) {
            return Some(number);
        }
        if self.classes.is_empty() {
            return None;
        }
        let sum = self.classes.iter().fold(0_i16, |sum, class| {
            let level = class.level;
            sum.saturating_add(match class.bab.as_str() {
                _ if class.sort == "mythic" => 0,
                "high" => level,
                "med" => level * 3 / 4,
                "low" => level / 2,
                formula => {
                    let lookup = |path: &str| match path {
                        "level" => Some(f64::from(level)),
                        other => self.look_up(other),
                    };
                    formula::number(formula, &lookup).map_or(0, |number| number.floor() as i16)
                }
            })
        });
        Some(sum.saturating_add(self.bonus(&["bab"])))
    }
}

impl<'v> Item<'v> {
    /// Checks whether an item is worn, held, active or permanent.
    pub(super) fn is_in_use(&self) -> bool {
        let says = |key: &str| self.inner.get(key).value.as_bool();
        match self.sort {
            "buff" => says("active") == Some(true),
            "feat" => says("disabled") != Some(true),
            "equipment" | "weapon" | "implant" => says("equipped") != Some(false),
            "race" | "class" | "attack" => true,
            _ => false,
        }
    }

    /// Returns the first non-empty text under these keys, which differ between older and newer
    /// exports.
    pub(super) fn says(&self, keys: &[&str]) -> Option<&'v str> {
        keys.iter().find_map(|key| self.inner.get(key).text().filter(|text| !text.is_empty()))
    }

    pub(super) fn is_shield(&self) -> bool {
        self.says(&["equipmentType", "subType"]) == Some("shield")
    }

    /// Returns the armor or shield bonus with its enhancement; a broken one counts half.
    pub(super) fn armor_value(&self) -> i16 {
        let number = |key: &str| self.inner.get("armor").get(key).number().ok().flatten();
        let value = number("value").unwrap_or(0);
        let broken = self.inner.get("broken").value.as_bool() == Some(true);
        let value = if broken { value / 2 } else { value };
        if value == 0 { 0 } else { value + number("enh").unwrap_or(0) }
    }
}

fn item<'v>(at: &At<'v>) -> Option<Item<'v>> {
    let inner = if at.has("system") { at.get("system") } else { at.get("data") };
    let name = at.value.get("name")?.as_str()?;
    let sort = at.value.get("type")?.as_str()?;
    Some(Item { inner, name, sort })
}

fn class(item: &Item<'_>) -> Option<Class> {
    if item.sort != "class" {
        return None;
    }
    let text = |keys: &[&str]| item.says(keys).map(str::to_owned);
    let save = |key: &str| {
        let at = item.inner.get("savingThrows").get(key);
        let good = at.get("good").value.as_bool() == Some(true);
        let word = if good { Some("high") } else { at.get("value").text() };
        word.unwrap_or("low").to_owned()
    };
    let level = match item.inner.get("level").number() {
        Ok(Some(level)) => level.clamp(0, MOST_LEVELS),
        _ => 1,
    };
    let bab = text(&["bab"]).unwrap_or_else(|| "low".to_owned());
    let custom = item.inner.get("babFormula").text().filter(|_| bab == "custom");
    Some(Class {
        tag: text(&["tag"]).unwrap_or_else(|| item.name.to_lowercase()),
        sort: text(&["classType", "subType"]).unwrap_or_else(|| "base".to_owned()),
        level,
        bab: custom.map_or(bab, str::to_owned),
        saves: SAVES.map(save),
        hp: hit_points(&item.inner.get("hp")),
        die: item.inner.get("hd").number().ok().flatten().filter(|faces| (1..=100).contains(faces)),
    })
}

/// Returns the hit points of a class, if the export has a number. Exports leave out the template's.
fn hit_points(at: &At<'_>) -> Option<f64> {
    at.see();
    let text = at.value.as_str().and_then(|text| text.trim().parse().ok());
    at.value.as_f64().or(text).filter(|hp: &f64| hp.is_finite())
}

/// Most levels of one class.
const MOST_LEVELS: i16 = 200;
