//! Numbers of a creature that its formulas refer to, such as `@mod` and `@prof`.

use std::collections::BTreeMap;

use crate::formula::{self, Formula};

/// The numbers of a creature that formulas can read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caster {
    /// Ability scores.
    pub(crate) scores: BTreeMap<String, i32>,
    /// Saving throw modifiers.
    pub(crate) saves: BTreeMap<String, i32>,
    /// Skill modifiers by full name.
    pub(crate) skills: BTreeMap<String, i32>,
    /// Proficiency bonus.
    pub(crate) prof: i32,
    /// Level of a character, or of a creature as spellcaster.
    pub(crate) level: i32,
    /// Levels by class.
    pub(crate) classes: BTreeMap<String, i32>,
    /// Challenge rating.
    pub(crate) challenge: f64,
    /// Ability its spells are cast with.
    pub(crate) spell_ability: Option<String>,
    /// Bonus to its spell save DC.
    pub(crate) dc_bonus: i32,
    /// Bonuses to attack rolls and damage by kind: `mwak`, `rwak`, `msak`, `rsak`.
    pub(crate) bonuses: BTreeMap<String, (i32, Formula)>,
    /// Values that grow with levels, as formulas: `scale.rogue.sneak-attack`.
    pub(crate) scales: BTreeMap<String, String>,
}

impl Caster {
    /// Returns the modifier of an ability; 0 if the score is unknown.
    pub(crate) fn modifier(&self, ability: &str) -> i32 {
        self.scores.get(ability).map_or(0, |score| (score - 10).div_euclid(2))
    }

    /// Returns the ability with the higher modifier; `one` if they are equal.
    pub(crate) fn better(&self, one: &'static str, other: &'static str) -> &'static str {
        if self.modifier(other) > self.modifier(one) { other } else { one }
    }

    /// Returns the DC of effects based on an ability.
    pub(crate) fn dc(&self, ability: &str) -> i32 {
        8 + self.prof + self.modifier(ability) + self.dc_bonus
    }

    /// Returns the DC of its spells.
    pub(crate) fn spell_dc(&self) -> Option<i32> {
        self.spell_ability.as_deref().map(|ability| self.dc(ability))
    }

    /// Returns the attack bonus of its spells.
    pub(crate) fn spell_attack(&self) -> Option<i32> {
        let ability = self.spell_ability.as_deref()?;
        Some(self.prof + self.modifier(ability) + self.bonuses.get("rsak").map_or(0, |it| it.0))
    }

    /// Evaluates a formula of an item. `@mod` is the modifier of `ability`.
    pub(crate) fn evaluate(&self, text: &str, ability: Option<&str>) -> Option<Formula> {
        let mut text = text.to_owned();
        if text.contains("@scale.") {
            // Longer names come first, because one name may begin with another.
            for (path, value) in self.scales.iter().rev() {
                for part in [".number", ".denomination", ".faces", ".die", ""] {
                    text = text.replace(&format!("@{path}{part}"), &scale_part(value, part));
                }
            }
        }
        formula::evaluate(&text, &|path| self.lookup(path, ability))
    }

    /// Evaluates a formula without dice, rounded down. Returns `None` if it has dice.
    pub(crate) fn number(&self, text: &str, ability: Option<&str>) -> Option<i32> {
        let formula = self.evaluate(text, ability)?;
        formula.dice.is_empty().then(|| formula.whole())
    }

    fn lookup(&self, path: &str, ability: Option<&str>) -> Option<f64> {
        let whole = |number: i32| Some(f64::from(number));
        let parts: Vec<&str> = path.split('.').collect();
        match parts.as_slice() {
            ["mod"] => whole(ability.map_or(0, |ability| self.modifier(ability))),
            ["prof"] | ["attributes", "prof"] => whole(self.prof),
            ["abilities", ability, "mod"] => whole(self.modifier(ability)),
            ["abilities", ability, "value"] => self.scores.get(*ability).copied().and_then(whole),
            ["abilities", ability, "dc"] => whole(self.dc(ability)),
            ["abilities", ability, "save"] | ["abilities", ability, "save", "value"] => {
                self.saves.get(*ability).copied().and_then(whole)
            }
            ["attributes", "spelldc"] | ["attributes", "spell", "dc"] => {
                self.spell_dc().and_then(whole)
            }
            ["attributes", "spellmod"] | ["attributes", "spell", "mod"] => {
                whole(self.modifier(self.spell_ability.as_deref()?))
            }
            ["details", "level"] | ["details", "spellLevel"] => whole(self.level),
            ["details", "cr"] => Some(self.challenge),
            ["classes", class, "levels"] => self.classes.get(*class).copied().and_then(whole),
            ["skills", skill, field] => {
                let (_, name, _) = super::SKILLS.iter().find(|(short, ..)| short == skill)?;
                let value = *self.skills.get(*name)?;
                match *field {
                    "passive" => whole(10 + value),
                    "total" | "mod" => whole(value),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Returns a part of a scale value: the number or faces of its dice, or all of it.
fn scale_part(value: &str, part: &str) -> String {
    let (number, faces) = value.split_once('d').unwrap_or((value, ""));
    match part {
        ".number" => number.to_owned(),
        ".denomination" | ".faces" => faces.to_owned(),
        ".die" => format!("1d{faces}"),
        _ => value.to_owned(),
    }
}
