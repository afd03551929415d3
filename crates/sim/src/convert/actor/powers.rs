//! Powers: breath weapons, gazes, auras, spell-like abilities and other abilities with a save or
//! with damage. They become variants of the ruleset's own activities.
//!
//! Exports state powers in two ways: actions have fields for the save, the damage and the area
//! ([`action`]), and stat blocks that became actors keep the words of the book ([`special`]).

mod action;
mod area;
mod harm;
mod phrase;
mod special;
mod words;

pub(super) use area::Area;
pub(super) use special::is_special;

/// A power in the ruleset's numbers; `None` if the export does not state a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Power {
    pub(super) heals: bool,
    /// 1 for Fortitude, 2 for Reflex, 3 for Will.
    pub(super) save: Option<i16>,
    pub(super) dc: Option<i16>,
    /// Whether a save halves the damage.
    pub(super) half: bool,
    pub(super) dice: Option<String>,
    /// Type of damage, as the ruleset numbers it; 0 for none.
    pub(super) harm_type: i16,
    /// Condition, as the ruleset numbers it.
    pub(super) condition: Option<i16>,
    /// Rounds that the condition lasts.
    pub(super) lasts: Option<String>,
    pub(super) area: Option<Area>,
    /// Range in squares; 0 if an area begins at the creature.
    pub(super) range: Option<i16>,
    /// Time until it can be used again, as the ruleset numbers it.
    pub(super) again: Option<i16>,
    /// Uses a day; 0 for any number.
    pub(super) uses: Option<i16>,
    /// Caster level that spell resistance is tested with.
    pub(super) caster: Option<i16>,
    /// Remarks on values that are taken for missing ones.
    pub(super) remarks: Vec<String>,
}

/// Activity of the ruleset that a power is a variant of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// A power that costs acts.
    Acts,
    SpellLike,
    Swift,
    Free,
    Immediate,
    Gaze,
}

impl Base {
    pub(super) fn id(self) -> &'static str {
        match self {
            Base::Acts => "use-power",
            Base::SpellLike => "use-spell-like",
            Base::Swift => "use-swift-power",
            Base::Free => "use-free-power",
            Base::Immediate => "use-immediate-power",
            Base::Gaze => "meet-gaze",
        }
    }

    /// Whether the base has a time until it can be used again.
    fn comes_back(self) -> bool {
        matches!(self, Base::Acts | Base::Swift | Base::Immediate)
    }
}

/// Highest DC, caster level and number of uses that the ruleset counts.
const MOST_DC: i16 = 63;
const MOST_CASTER: i16 = 31;
const MOST_USES: i16 = 20;

/// Acts that a power costs unless the ruleset is told otherwise.
const USUAL_ACTS: u32 = 2;

impl Power {
    /// Whether it has numbers to play with: a save with its DC, damage or healing.
    pub(super) fn is_complete(&self) -> bool {
        let saved = self.save.is_some() && self.dc.is_some();
        match self.heals {
            true => self.dice.is_some(),
            false => saved || self.save.is_none() && self.dice.is_some(),
        }
    }

    /// Takes values that it lacks from the description of the same power. The description may tell
    /// of several effects, so those with another save than this one are left out.
    pub(super) fn fill(&mut self, other: Power) {
        let is_bare = self.dice.is_none() && self.save.is_none();
        let same_save = self.dc == other.dc && self.save == other.save;
        if self.dc.is_none() || is_bare || other.dc.is_none() || same_save {
            if self.dice.is_none() {
                (self.dice, self.harm_type) = (other.dice, other.harm_type);
            }
            if self.condition.is_none() {
                (self.condition, self.lasts) = (other.condition, other.lasts);
            }
        }
        if self.dc.is_none() || is_bare {
            self.save = self.save.or(other.save);
            self.half |= other.half;
            self.dc = self.dc.or(other.dc);
        }
        if self.area.is_none() {
            (self.area, self.range) = (other.area, self.range.or(other.range));
        }
        self.again = self.again.or(other.again);
        self.uses = self.uses.or(other.uses);
    }

    /// Sets the range of a power without an area if the export gives none, and keeps numbers within
    /// the ruleset's bounds.
    fn finish(&mut self) {
        if self.range.is_none() && self.area.is_none() {
            self.range = Some(1);
            self.remarks.push("no range is given; taken as 5 feet".to_owned());
        }
        if let Some(dc) = self.dc.filter(|dc| *dc > MOST_DC) {
            self.remarks.push(format!("DC {dc} is beyond {MOST_DC}; taken as {MOST_DC}"));
            self.dc = Some(MOST_DC);
        }
        if let Some(caster) = self.caster.filter(|caster| *caster > MOST_CASTER) {
            let text =
                format!("caster level {caster} is beyond {MOST_CASTER}; taken as {MOST_CASTER}");
            self.remarks.push(text);
        }
        self.caster = self.caster.map(|caster| caster.clamp(0, MOST_CASTER));
        self.uses = self.uses.map(|uses| uses.clamp(0, MOST_USES));
    }

    /// Returns the attributes and dice of the variant. Values of 0 are the ruleset's defaults.
    pub(super) fn with(&self, base: Base, acts: u32, level: i16) -> Vec<(&'static str, String)> {
        let takes = match (base, acts) {
            (_, USUAL_ACTS) => 0,
            (Base::Acts | Base::SpellLike, acts) => acts as i16,
            _ => 0,
        };
        let is_spell = base == Base::SpellLike;
        let area = self.area.unwrap_or_default();
        let numbers = [
            ("effect", if self.heals { 2 } else { 1 }),
            ("takes", takes),
            ("power-level", if is_spell { level } else { 0 }),
            ("power-caster", self.caster.filter(|_| is_spell).unwrap_or(0)),
            ("power-save", self.save.unwrap_or(0)),
            ("power-dc", self.dc.filter(|_| self.save.is_some()).unwrap_or(0)),
            ("power-half", i16::from(self.half && self.save.is_some() && self.dice.is_some())),
            ("power-type", self.harm_type),
            ("power-inflicts", self.condition.unwrap_or(0)),
            ("power-range", self.range.unwrap_or(0)),
            ("power-area", area.shape),
            ("power-size", area.squares),
            ("again", self.again.filter(|_| base.comes_back()).unwrap_or(0)),
            ("uses", self.uses.filter(|_| base != Base::Gaze).unwrap_or(0)),
        ];
        let numbers = numbers.into_iter().filter(|(_, number)| *number != 0);
        let dice = [("power-dice", &self.dice), ("power-lasts", &self.lasts)];
        let dice = dice.into_iter().filter_map(|(id, dice)| Some((id, dice.clone()?)));
        numbers.map(|(id, number)| (id, number.to_string())).chain(dice).collect()
    }
}
