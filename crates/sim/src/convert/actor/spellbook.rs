//! Spellbooks: caster level, ability and save DC of the spells in them.

use super::formula;
use super::sheet::{Item, Sheet};

/// The spellbook of spell-like abilities, by the key of exports.
const SPELL_LIKE: &str = "spelllike";

impl Sheet<'_> {
    /// Returns the key of the spellbook that holds a spell.
    pub(super) fn book_of<'i>(&self, item: &'i Item<'_>) -> &'i str {
        item.says(&["spellbook"]).unwrap_or("primary")
    }

    /// Returns the caster level of a spellbook, stored or derived from its class. A book without a
    /// class counts all hit dice.
    pub(super) fn caster_level(&self, book: &str) -> i16 {
        let at = self.system.down("attributes.spells.spellbooks").get(book);
        if let Some(stored) = at.down("cl.total").number().ok().flatten() {
            return stored;
        }
        let class = at.get("class").text().unwrap_or_default();
        let levels = match class {
            "_hd" | "hd" => self.hit_dice(),
            class => self.level_of(class),
        };
        levels.saturating_add(self.amount_of(&at.down("cl.formula")))
    }

    /// Returns the modifier of the ability that a spellbook uses, if its score is known.
    pub(super) fn spell_modifier(&self, book: &str) -> Option<i16> {
        let at = self.system.down("attributes.spells.spellbooks").get(book);
        let usual = if book == SPELL_LIKE { "cha" } else { "int" };
        self.modifier(at.get("ability").text().filter(|text| !text.is_empty()).unwrap_or(usual))
    }

    /// Returns the save DC of a spell in a spellbook, before its own bonus.
    pub(super) fn spell_dc(&self, book: &str, level: i16) -> Option<i16> {
        let own = self.spell_modifier(book)?;
        let at = self.system.down("attributes.spells.spellbooks").get(book).get("baseDCFormula");
        let Some(text) = at.text().filter(|text| !text.trim().is_empty()) else {
            return Some(level.saturating_add(own).saturating_add(10));
        };
        let lookup = |path: &str| match path {
            "sl" => Some(f64::from(level)),
            "ablMod" => Some(f64::from(own)),
            "cl" => Some(f64::from(self.caster_level(book))),
            other => self.look_up(other),
        };
        formula::number(text, &lookup).map(|number| number.clamp(-99.0, 99.0) as i16)
    }

    /// Returns the value of a formula without dice, rounded down; 0 if it is missing or unknown.
    pub(super) fn amount_of(&self, at: &super::at::At<'_>) -> i16 {
        let text = at.text().filter(|text| !text.trim().is_empty());
        let found = text.and_then(|text| formula::number(text, &|path| self.look_up(path)));
        found.map_or(0, |number| number.clamp(-99.0, 99.0) as i16)
    }
}
