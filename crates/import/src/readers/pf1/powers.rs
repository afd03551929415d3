//! Powers of a converted creature, as entries of its stat block.
//!
//! The converter has read them from the actor. Each is a variant of an activity of the ruleset,
//! whose attributes are numbers; the stat block names what they stand for.

use toml::Table;

use super::FEET_A_SQUARE;
use crate::block::{Action, Area, Damage, Effect, Power, Save, Spell, StatBlock, Uses};
use crate::formula::plain;
use crate::number::whole;

/// Names of values, by the ruleset's numbers less 1.
const SAVES: [&str; 3] = ["fort", "ref", "will"];
const SHAPES: [&str; 6] = ["burst", "cone", "emanation", "line", "spread", "cylinder"];
const TYPES: [&str; 11] = [
    "acid",
    "cold",
    "electricity",
    "fire",
    "sonic",
    "force",
    "negative",
    "positive",
    "bludgeoning",
    "piercing",
    "slashing",
];
const CONDITIONS: [&str; 14] = [
    "blinded",
    "dazzled",
    "deafened",
    "entangled",
    "shaken",
    "sickened",
    "staggered",
    "prone",
    "paralyzed",
    "burning",
    "stunned",
    "frightened",
    "petrified",
    "asleep",
];

/// Energies of resistances in the ruleset's attributes, such as `resist-fire`.
const ENERGIES: [&str; 5] = ["acid", "cold", "electricity", "fire", "sonic"];
const IMMUNE: i32 = 99;

/// Adds the powers and spell-like abilities of a creature to its stat block.
pub(super) fn add(creature: &Table, block: &mut StatBlock) {
    let activities = creature.get("activity").and_then(toml::Value::as_array);
    for activity in activities.into_iter().flatten() {
        let text = |key: &str| activity.get(key).and_then(toml::Value::as_str);
        let (Some(name), Some(base)) = (text("name"), text("like")) else { continue };
        let action = match base {
            "use-power" | "use-spell-like" => Action::Action,
            "use-swift-power" => Action::Bonus,
            "use-free-power" | "meet-gaze" => Action::Free,
            "use-immediate-power" => Action::Reaction,
            _ => continue,
        };
        let variant = Variant(activity.get("with").and_then(toml::Value::as_table));
        let (name, effect, uses) = (name.to_owned(), variant.effect(), variant.uses());
        if base == "use-spell-like" {
            let level = variant.number("power-level").or(Some(0));
            let at_will = uses.count.is_none();
            let spell = Spell { name, level, action, effect, uses, at_will, concentration: false };
            block.spells.push(spell);
        } else {
            block.powers.push(Power { name, action, effect, uses });
        }
    }
}

/// Adds energies that a creature resists, or is immune or vulnerable to, to its stat block.
pub(super) fn add_energies(block: &mut StatBlock) {
    for energy in ENERGIES {
        match block.numbers.get(&format!("resist-{energy}")).copied().unwrap_or(0) {
            0 => {}
            IMMUNE => block.immunities.push(energy.to_owned()),
            amount if amount > 0 => block.resistances.push(format!("{energy} {amount}")),
            _ => block.vulnerabilities.push(energy.to_owned()),
        }
    }
}

/// Attributes and dice of a variant of an activity.
struct Variant<'t>(Option<&'t Table>);

impl Variant<'_> {
    fn text(&self, key: &str) -> Option<&str> {
        self.0?.get(key)?.as_str()
    }

    fn number(&self, key: &str) -> Option<i32> {
        whole(self.text(key)?)
    }

    /// Returns the name of a value in a table.
    fn named(&self, key: &str, names: &[&str]) -> Option<String> {
        let place = usize::try_from(self.number(key)? - 1).ok()?;
        names.get(place).map(|name| (*name).to_owned())
    }

    fn effect(&self) -> Effect {
        let feet = |key: &str| self.number(key).map(|squares| squares * FEET_A_SQUARE);
        let save = self.named("power-save", &SAVES).map(|save| Save {
            ability: vec![save],
            dc: self.number("power-dc"),
            half: self.number("power-half") == Some(1),
        });
        let harm = self.text("power-dice").and_then(plain).map(|formula| Damage {
            dice: formula.dice_text(),
            flat: formula.whole(),
            kind: self.named("power-type", &TYPES).unwrap_or_default(),
        });
        let heals = self.number("effect") == Some(2);
        let area = self.named("power-area", &SHAPES);
        let size = feet("power-size").unwrap_or(0);
        Effect {
            save,
            damage: harm.clone().filter(|_| !heals).into_iter().collect(),
            healing: harm.filter(|_| heals),
            area: area.map(|shape| Area { shape, size, width: None }),
            range: feet("power-range").or(Some(0)),
            conditions: self.named("power-inflicts", &CONDITIONS).into_iter().collect(),
            ..Effect::default()
        }
    }

    fn uses(&self) -> Uses {
        let count = self.number("uses");
        let per = if count.is_some() { "day" } else { "" };
        Uses { count, per: per.to_owned(), ..Uses::default() }
    }
}
