//! Weapons and natural attacks: attack bonus, damage, reach and range by the rules of the game.

use super::at::At;
use super::formula::{self, Amount};
use super::sheet::{Item, Sheet};

/// An attack with a weapon or a part of the body.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Strike {
    /// Name of the weapon, without additions for its ways of use.
    pub(super) weapon: String,
    pub(super) ranged: bool,
    pub(super) natural: bool,
    /// Whether a natural attack has its full bonus.
    pub(super) primary: bool,
    /// Number of such attacks of one creature: two claws.
    pub(super) count: i16,
    pub(super) bonus: i16,
    pub(super) dice: String,
    /// Average damage in points, to find the best attack.
    pub(super) average: f64,
    /// Reach in squares, and the nearest square in reach.
    pub(super) reach: i16,
    pub(super) near: i16,
    /// Range in squares.
    pub(super) range: i16,
    /// Way of loading, as the ruleset numbers it: 1 light crossbow to 5 bow.
    pub(super) loading: i16,
    pub(super) repeating: bool,
    pub(super) two_handed: bool,
    pub(super) off_hand: bool,
    pub(super) light: bool,
    pub(super) unarmed: bool,
}

/// Reach of each size in squares of 5 feet, from fine to colossal, for tall creatures and for long
/// ones.
const REACH: [(i16, i16); 9] =
    [(0, 0), (0, 0), (0, 0), (1, 1), (1, 1), (2, 1), (3, 2), (4, 3), (6, 4)];

const FEET_A_SQUARE: i16 = 5;

/// Reason why an attack has no numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// The export has neither its damage nor the parts of it.
    NoDamage,
    /// A formula is not understood.
    Formula(String),
    /// The parts of the bonus are missing.
    NoBonus,
}

impl Sheet<'_> {
    /// Returns the reach of the creature without a weapon, in squares.
    pub(super) fn natural_reach(&self) -> i16 {
        let (tall, long) = REACH[(self.size + 4) as usize];
        let stature = self.system.down("traits.stature");
        let stature = if stature.value.is_object() { stature.get("value") } else { stature };
        match stature.text() {
            Some("long") => long,
            _ => tall,
        }
    }

    /// Returns the numbers of an attack.
    pub(super) fn strike(&self, item: &Item<'_>, action: &At<'_>) -> Result<Strike, Unread> {
        let resolution = action.get("actionType").text().unwrap_or_default();
        let ranged = ["rwak", "twak"].contains(&resolution);
        let natural = is_natural(item);
        let primary = !natural || is_primary(item, action);
        let held = either(action, item, "held").unwrap_or_default();
        let subtype = item.says(&["weaponSubtype"]).unwrap_or_default();
        let properties = item.inner.get("properties");
        let has = |key: &str| properties.get(key).value.as_bool() == Some(true);
        let two_handed = held == "2h" || ["", "normal"].contains(&held) && subtype == "2h";
        let light = subtype == "light" || natural;
        let finesse = light || has("fin") || is_unarmed(item);
        let bonus = self.attack_bonus(item, action, (ranged, natural, primary, finesse))?;
        let hands = match held {
            "oh" => 0.5,
            _ if two_handed && !ranged => 1.5,
            _ => 1.0,
        };
        let multiplier = self.multiplier(item, action, (natural, primary), hands);
        let amount = self.damage(item, action, (ranged, natural), multiplier)?;
        let (dice, average) = dice_text(&amount);
        let (reach, near) = self.reach_of(action, natural);
        let (loading, repeating) = if ranged { loading(item, resolution) } else { (0, false) };
        Ok(Strike {
            weapon: plain(item.name),
            ranged,
            natural,
            primary,
            count: count_of(action),
            bonus,
            dice,
            average,
            reach,
            near,
            range: range_of(action),
            loading,
            repeating,
            two_handed,
            off_hand: held == "oh",
            light,
            unarmed: is_unarmed(item),
        })
    }

    fn attack_bonus(
        &self,
        item: &Item<'_>,
        action: &At<'_>,
        (ranged, natural, primary, finesse): (bool, bool, bool, bool),
    ) -> Result<i16, Unread> {
        let bab = self.bab.ok_or(Unread::NoBonus)?;
        let stated = action.get("ability").get("attack").text().unwrap_or_default();
        let usual = if ranged { "rangedAbility" } else { "meleeAbility" };
        let own = self.system.down("attributes.attack").get(usual).text();
        let own = own.filter(|key| !key.is_empty() && *key != "_default");
        let modifier = |key: &str| self.modifier(key);
        let ability = match stated {
            "" | "_default" if ranged => modifier(own.unwrap_or("dex")),
            "" | "_default" => {
                let strength = modifier(own.unwrap_or("str"));
                let nimble = modifier("dex").filter(|_| finesse && self.has_feat("weapon finesse"));
                strength.max(nimble)
            }
            key => modifier(key),
        };
        let ability = ability.ok_or(Unread::NoBonus)?;
        // A creature without Strength, such as a ghost, uses Dexterity.
        let ability =
            if ranged || stated == "dex" { ability } else { self.without_strength(ability) };
        let mut targets = vec!["attack", "~attackCore", if ranged { "rattack" } else { "mattack" }];
        targets.push(if natural { "nattack" } else { "wattack" });
        let enhancement = enhancement(item, action);
        let masterwork = item.inner.get("masterwork").value.as_bool() == Some(true);
        let made_well = enhancement.max(i16::from(masterwork && !natural));
        let own_bonus = match action.get("attackBonus").value {
            serde_json::Value::Null => 0,
            _ => self.stated_bonus(item, &action.get("attackBonus"))?,
        };
        let unskilled = item.inner.get("proficient").value.as_bool() == Some(false);
        let own_penalty = action.down("naturalAttack.secondary.attackBonus").number();
        let secondary = match own_penalty.ok().flatten() {
            _ if primary => 0,
            Some(penalty) => penalty,
            // The feat counts unless the export has included it already.
            None if own_bonus == 0 && self.has_feat("multiattack") => -2,
            None => -5,
        };
        let parts = [
            ability,
            self.size_modifier(),
            self.bonus(&targets),
            made_well,
            own_bonus,
            if unskilled { -4 } else { 0 },
            secondary,
        ];
        Ok(parts.into_iter().fold(bab, i16::saturating_add))
    }

    /// Returns a modifier for melee attacks: that of Dexterity if the creature has no Strength.
    pub(super) fn without_strength(&self, modifier: i16) -> i16 {
        let lacking = self.abilities[0].is_some_and(|score| score.total == 0);
        if lacking { self.modifier("dex").unwrap_or(modifier) } else { modifier }
    }

    fn stated_bonus(&self, item: &Item<'_>, at: &At<'_>) -> Result<i16, Unread> {
        let text = match at.value {
            serde_json::Value::Number(number) => number.to_string(),
            serde_json::Value::String(text) => text.trim().to_owned(),
            _ => String::new(),
        };
        at.see();
        if text.is_empty() {
            return Ok(0);
        }
        let found = formula::number(&text, &|path| self.look_up_for(item, path));
        found.map(|number| number.clamp(-999.0, 999.0) as i16).ok_or(Unread::Formula(text))
    }

    fn look_up_for(&self, item: &Item<'_>, path: &str) -> Option<f64> {
        match path {
            "item.enh" => Some(f64::from(item.inner.get("enh").number().ok().flatten()?)),
            "item.level" => Some(f64::from(item.inner.get("level").number().ok().flatten()?)),
            other => self.look_up(other),
        }
    }

    /// Returns the factor of the ability modifier for damage.
    fn multiplier(
        &self,
        item: &Item<'_>,
        action: &At<'_>,
        (natural, primary): (bool, bool),
        hands: f64,
    ) -> f64 {
        let stated = action.get("ability").get("damageMult").value.as_f64();
        if natural && !primary {
            let own = action.down("naturalAttack.secondary.damageMult").value.as_f64();
            return own.unwrap_or(0.5);
        }
        match stated {
            Some(stated) => stated,
            None if natural => 1.0,
            None if is_unarmed(item) => 1.0,
            None => hands,
        }
    }

    fn damage(
        &self,
        item: &Item<'_>,
        action: &At<'_>,
        (ranged, natural): (bool, bool),
        multiplier: f64,
    ) -> Result<Amount, Unread> {
        let mut amount = Amount::default();
        let parts = action.get("damage").get("parts");
        parts.see();
        for part in parts.elements() {
            // Older exports have a list of formula and type.
            let formula = if part.value.is_array() {
                part.elements().into_iter().next()
            } else {
                Some(part.get("formula"))
            };
            let Some(text) = formula.and_then(|at| at.value.as_str()) else { continue };
            let found = formula::evaluate(text, &|path| self.look_up_for(item, path));
            let found = found.ok_or_else(|| Unread::Formula(text.to_owned()))?;
            amount.flat += found.flat;
            amount.dice.extend(found.dice);
        }
        if amount.dice.is_empty() && amount.flat == 0.0 {
            return Err(Unread::NoDamage);
        }
        let ability = action.get("ability").get("damage").text();
        let resolution = action.get("actionType").value.as_str();
        let usual = if resolution == Some("rwak") { None } else { Some("str") };
        // Without a value the rule of the game holds; an empty text means no ability.
        let key = match ability {
            None | Some("_default") => usual,
            Some("") => None,
            key => key,
        };
        let limit = action.get("ability").get("max").value.as_f64().unwrap_or(f64::INFINITY);
        if let Some(modifier) = key.and_then(|key| self.modifier(key)) {
            let modifier = f64::from(modifier).min(limit);
            amount.flat += if modifier < 0.0 { modifier } else { (modifier * multiplier).floor() };
        }
        let mut targets = vec!["damage", if ranged { "rdamage" } else { "mdamage" }];
        targets.push(if natural { "ndamage" } else { "wdamage" });
        if !natural && !targets.contains(&"wdamage") {
            targets.push("wdamage");
        }
        amount.flat += f64::from(self.bonus(&targets)) + f64::from(enhancement(item, action));
        Ok(amount)
    }

    /// Returns the reach in squares, and the nearest square in reach.
    fn reach_of(&self, action: &At<'_>, natural: bool) -> (i16, i16) {
        let own = self.natural_reach().max(1);
        let units = action.down("range.units").text().unwrap_or_default();
        match units {
            "reach" if natural => (2 * own, 0),
            "reach" => (2 * own, own + 1),
            "ft" => {
                let feet = feet_of(action);
                if feet > 0 { ((feet / FEET_A_SQUARE).max(1), 0) } else { (own, 0) }
            }
            _ => (own, 0),
        }
    }

    /// Checks whether the creature has a feat or feature with this name.
    pub(super) fn has_feat(&self, name: &str) -> bool {
        let mut feats = self.items.iter().filter(|item| item.sort == "feat" && item.is_in_use());
        feats.any(|item| super::feats::is_called(item.name, name))
    }
}

/// Returns a value of an action, or else of its item.
fn either<'v>(action: &At<'v>, item: &Item<'v>, key: &str) -> Option<&'v str> {
    let own = action.get(key).text().filter(|text| !text.is_empty());
    own.or_else(|| item.says(&[key]))
}

fn is_natural(item: &Item<'_>) -> bool {
    let groups = item.inner.get("weaponGroups");
    let groups = if groups.has("value") { groups.get("value") } else { groups };
    item.says(&["attackType", "subType"]) == Some("natural")
        || groups.elements().iter().any(|group| group.value.as_str() == Some("natural"))
}

fn is_primary(item: &Item<'_>, action: &At<'_>) -> bool {
    let block = action.get("naturalAttack");
    block.see();
    let says = [block.get("primary"), block.get("primaryAttack"), item.inner.get("primaryAttack")];
    let mut said = says.iter().filter_map(|at| {
        at.see();
        at.value.as_bool()
    });
    said.next().unwrap_or(true)
}

fn is_unarmed(item: &Item<'_>) -> bool {
    item.name.to_lowercase().contains("unarmed strike")
}

fn enhancement(item: &Item<'_>, action: &At<'_>) -> i16 {
    let own = action.down("enh.value").number().ok().flatten();
    own.or_else(|| item.inner.get("enh").number().ok().flatten()).unwrap_or(0)
}

/// Returns the number of attacks that the export lists under one name. Attacks for a high base
/// attack bonus do not count here.
fn count_of(action: &At<'_>) -> i16 {
    let places = ["attackParts", "extraAttacks.manual"];
    let lists = places.iter().map(|place| action.down(place));
    let more = lists.flat_map(|list| {
        list.see();
        list.elements()
    });
    let own = more.filter(|part| {
        let parts = part.elements();
        let mut words = parts.iter().filter_map(|part| part.value.as_str());
        !words.any(|word| word.to_lowercase().contains("iterative"))
    });
    1 + own.count().min(MOST_ALIKE) as i16
}

/// Most further attacks under one name.
const MOST_ALIKE: usize = 19;

fn feet_of(action: &At<'_>) -> i16 {
    let value = action.down("range.value").number().ok().flatten();
    value.unwrap_or(0)
}

fn range_of(action: &At<'_>) -> i16 {
    feet_of(action) / FEET_A_SQUARE
}

/// Returns how a weapon is loaded, and whether it is repeating.
fn loading(item: &Item<'_>, resolution: &str) -> (i16, bool) {
    if resolution == "twak" {
        return (0, false);
    }
    let types = item.inner.get("baseTypes").elements();
    let mut words = item.name.to_lowercase();
    for word in types.iter().filter_map(|at| at.value.as_str()) {
        words.push(' ');
        words.push_str(&word.to_lowercase());
    }
    let has = |list: &[&str]| list.iter().any(|word| words.contains(word));
    match () {
        () if has(&["crossbow"]) && has(&["repeating"]) => (2, true),
        () if has(&["crossbow"]) && has(&["heavy"]) => (2, false),
        () if has(&["crossbow"]) => (1, false),
        () if has(&["musket", "blunderbuss", "rifle", "arquebus", "culverin"]) => (4, false),
        () if has(&["pistol", "revolver", "pepperbox"]) => (3, false),
        () if has(&["bow"]) => (5, false),
        () => (0, false),
    }
}

/// Returns a name in lower case, without signs.
pub(super) fn plain(name: &str) -> String {
    let small = name.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' });
    let small: String = small.flat_map(char::to_lowercase).collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns dice as the ruleset writes them, and their average. A hit does at least one point.
fn dice_text(amount: &Amount) -> (String, f64) {
    let mut sorted: Vec<(u32, u32)> = Vec::new();
    for (count, sides) in amount.dice.iter().filter(|(count, sides)| *count > 0 && *sides > 0) {
        match sorted.iter_mut().find(|(_, known)| known == sides) {
            Some((sum, _)) => *sum = sum.saturating_add(*count).min(MOST_DICE),
            None => sorted.push(((*count).min(MOST_DICE), *sides)),
        }
    }
    let flat = amount.flat.clamp(-999.0, 999.0) as i32;
    let dice: f64 =
        sorted.iter().map(|(n, sides)| f64::from(*n) * f64::from(sides + 1) / 2.0).sum();
    let average = dice + f64::from(flat);
    let text = match sorted.as_slice() {
        [] => flat.max(1).to_string(),
        [(1, sides)] if flat < 0 => {
            let least = (1 - flat).min(*sides as i32);
            format!("1d{sides}mi{least}{flat}")
        }
        many => {
            let dice: Vec<String> = many.iter().map(|(n, sides)| format!("{n}d{sides}")).collect();
            match flat {
                0 => dice.join("+"),
                _ => format!("{}{flat:+}", dice.join("+")),
            }
        }
    };
    (text, average)
}

/// Most dice of one sort.
const MOST_DICE: u32 = 30;
