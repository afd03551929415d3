//! Items of Foundry: weapons, feats and spells, as far as their activities need them.

use super::weapons;
use crate::block::{Action, Area, Uses};
use crate::json::Node;
use crate::prose;

/// Properties by Foundry's short names.
const PROPERTIES: [(&str, &str); 14] = [
    ("fin", "finesse"),
    ("lgt", "light"),
    ("thr", "thrown"),
    ("hvy", "heavy"),
    ("rch", "reach"),
    ("two", "two-handed"),
    ("ver", "versatile"),
    ("lod", "loading"),
    ("rel", "reload"),
    ("fir", "firearm"),
    ("amm", "ammunition"),
    ("mgc", "magical"),
    ("spc", "special"),
    ("ret", "returning"),
];

/// The data of an item that its activities need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Item {
    /// Its name without limits on use.
    pub(crate) name: String,
    /// Whether it is a weapon.
    pub(crate) is_weapon: bool,
    /// Whether it is a spell.
    pub(crate) is_spell: bool,
    /// Whether it is a natural weapon.
    pub(crate) natural: bool,
    /// Whether it is a melee weapon, if its type says so.
    pub(crate) melee: Option<bool>,
    /// Its properties in full words.
    pub(crate) properties: Vec<String>,
    /// Reach in feet.
    pub(crate) reach: Option<i32>,
    /// Normal range in feet.
    pub(crate) range: Option<i32>,
    /// Long range in feet.
    pub(crate) long_range: Option<i32>,
    /// Its magical bonus.
    pub(crate) magic: i32,
    /// Ability that it uses instead of the usual one.
    pub(crate) ability: Option<String>,
    /// The kind of action it takes.
    pub(crate) action: Option<Action>,
    /// Its cost in legendary actions.
    pub(crate) legendary_cost: Option<i32>,
    /// Limits on its use.
    pub(crate) uses: Uses,
    /// Its area.
    pub(crate) area: Option<Area>,
    /// Level of a spell.
    pub(crate) level: Option<i32>,
    /// Description as plain text.
    pub(crate) text: String,
}

impl Item {
    /// Reads an item; `system` is the object that holds its data.
    pub(crate) fn read(item: Node<'_>, system: Node<'_>) -> Item {
        let name = item.at("name").text_or_empty();
        let kind = item.at("type").text_or_empty();
        let type_value = system.first(&["type.value", "weaponType"]).text_or_empty();
        let text =
            prose::clean(system.first(&["description.value", "description"]).text_or_empty());
        let is_weapon = kind == "weapon";
        let mut found = Item {
            name: prose::bare_name(name),
            is_weapon,
            is_spell: kind == "spell",
            natural: type_value == "natural",
            melee: match type_value {
                "simpleM" | "martialM" => Some(true),
                "simpleR" | "martialR" | "siege" => Some(false),
                _ => None,
            },
            properties: properties(system.at("properties").texts()),
            magic: magic(system),
            ability: system.at("ability").text().map(str::to_owned),
            action: action(system.at("activation.type").text_or_empty()),
            level: system.at("level").int().filter(|_| kind == "spell"),
            text,
            ..Item::default()
        };
        found.uses = uses(system, name);
        found.uses.once |= prose::once(&found.text);
        found.legendary_cost = match found.action {
            Some(Action::Legendary) => {
                system.first(&["activation.value", "activation.cost"]).int().or(Some(1))
            }
            _ => None,
        };
        found.area = area(system.at("target"));
        let range = system.at("range");
        let is_feet = |units: &str| matches!(units, "ft" | "");
        let units = range.at("units").text_or_empty();
        if is_feet(units) {
            found.range = range.at("value").int().filter(|feet| *feet > 0);
            found.long_range = range.at("long").int().filter(|feet| *feet > 0);
            found.reach = range.at("reach").int().filter(|feet| *feet > 0);
        } else if units == "touch" {
            found.range = Some(5);
        } else if units == "self" {
            found.range = Some(0);
        }
        if is_weapon {
            found.complete_weapon();
        }
        found
    }

    /// Completes reach and range of a weapon. Older sources store the reach as its range.
    pub(crate) fn complete_weapon(&mut self) {
        let known = weapons::by_name(&self.name);
        if let Some(known) = known.filter(|_| self.properties.is_empty()) {
            self.properties = known.properties.iter().map(|it| (*it).to_owned()).collect();
        }
        let thrown = self.has("thrown");
        let range_is_reach = self.range.is_some_and(|feet| feet <= 20)
            && self.long_range.is_none()
            && self.melee != Some(false)
            && !thrown;
        if range_is_reach {
            self.reach = self.reach.or(self.range.take());
        }
        if let (Some(normal), None, Some((known_normal, known_long))) =
            (self.range, self.long_range, known.and_then(|known| known.range))
            && normal == known_normal
        {
            self.long_range = Some(known_long);
        }
        // Reach is 5 feet, or 10 with the property `reach`, unless it is given.
        if self.reach.is_none() && self.melee != Some(false) {
            self.reach = Some(if self.has("reach") { 10 } else { 5 });
        }
    }

    /// Whether it has a property.
    pub(crate) fn has(&self, property: &str) -> bool {
        self.properties.iter().any(|known| known == property)
    }
}

fn magic(system: Node<'_>) -> i32 {
    system.first(&["magicalBonus", "attackBonus"]).int().unwrap_or_default()
}

/// Returns properties in full words; unknown ones in lowercase.
pub(crate) fn properties(short: Vec<String>) -> Vec<String> {
    let full = |word: String| {
        let found = PROPERTIES.iter().find(|(short, _)| *short == word);
        found.map_or(word.to_lowercase(), |(_, full)| (*full).to_owned())
    };
    short.into_iter().map(full).collect()
}

/// Returns the kind of action of an activation; `None` if it is unknown.
pub(crate) fn action(kind: &str) -> Option<Action> {
    Some(match kind {
        "action" => Action::Action,
        "bonus" | "bonus_action" => Action::Bonus,
        "reaction" | "reactiondamage" | "reactionmanual" => Action::Reaction,
        "legendary" | "mythic" => Action::Legendary,
        "lair" => Action::Lair,
        "minute" | "hour" | "day" | "longRest" | "shortRest" => Action::Long,
        "special" | "free" | "turnStart" | "turnEnd" | "encounter" => Action::Free,
        _ => return None,
    })
}

/// Reads the limits on use of an item or activity, also from its name.
pub(crate) fn uses(node: Node<'_>, name: &str) -> Uses {
    let mut uses = prose::uses(name);
    let legacy = node.at("recharge.value").int().filter(|face| (2..=6).contains(face));
    uses.recharge = uses.recharge.or(legacy);
    let max = node.first(&["uses.max", "uses.value"]).int().filter(|max| *max > 0);
    for recovery in node.at("uses.recovery").each() {
        match recovery.at("period").text_or_empty() {
            // Without a formula it recharges on a 6, unless the name says otherwise.
            "recharge" => {
                let face = recovery.at("formula").int().or(uses.recharge).unwrap_or(6);
                uses.recharge = Some(face.clamp(2, 6));
            }
            "" => {}
            period => uses.per = rest(period).to_owned(),
        }
    }
    if let Some(per) = node.at("uses.per").text().filter(|_| max.is_some()) {
        uses.per = rest(per).to_owned();
    }
    if uses.per == "turnStart" && max == Some(1) {
        return Uses { once: true, per: String::new(), ..uses };
    }
    if uses.recharge.is_none() {
        uses.count = uses.count.or(max);
    }
    uses
}

fn rest(period: &str) -> &str {
    match period {
        "sr" => "short rest",
        "lr" => "long rest",
        "recharge" => "",
        other => other,
    }
}

/// Reads the area of a target.
pub(crate) fn area(target: Node<'_>) -> Option<Area> {
    let template = target.at("template");
    let node = if template.is_object() { template } else { target };
    let shape = match node.at("type").text()? {
        "radius" | "circle" | "sphere" => "sphere",
        "emanation" => "emanation",
        "cone" => "cone",
        "cube" | "square" => "cube",
        "cylinder" => "cylinder",
        "line" | "wall" => "line",
        _ => return None,
    };
    let size = node.first(&["size", "value"]).int().filter(|size| *size > 0)?;
    let width = node.at("width").int().filter(|width| *width > 0 && shape == "line");
    Some(Area { shape: shape.to_owned(), size, width })
}
