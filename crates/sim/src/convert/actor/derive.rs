//! Derives numbers that exports leave out by the rules of the game: base attack, saves, armor
//! class, combat maneuvers, initiative, hit points and speed.

use super::sheet::{Class, SAVES, Sheet};

/// Sorts of bonus to armor class that also count for combat maneuver defense.
const ALSO_CMD: [&str; 9] = [
    "circumstance",
    "deflection",
    "dodge",
    "insight",
    "luck",
    "morale",
    "profane",
    "sacred",
    "penalty",
];

/// Armor class: in full, against touch attacks, and flat-footed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ArmorClass {
    pub(super) full: i16,
    pub(super) touch: i16,
    pub(super) flat: i16,
}

impl Sheet<'_> {
    /// Returns the bonus of the worn armor or shield: the best one, with its improvements.
    fn worn(&self, shields: bool) -> i16 {
        let worn = self.in_use("equipment").filter(|item| item.is_shield() == shields);
        let best = worn.map(|item| item.armor_value()).max().unwrap_or(0);
        let target = if shields { "sac" } else { "aac" };
        // Changes of the sort `base` replace armor; all others are added.
        let base = self.bonus_of(&[target], |sort| sort == "base");
        best.max(base).saturating_add(self.bonus_of(&[target], |sort| sort != "base"))
    }

    /// Returns the bonus of the shield in use.
    pub(super) fn shield_bonus(&self) -> i16 {
        self.worn(true)
    }

    /// Returns the Dexterity bonus, limited by armor.
    fn dexterity_in_armor(&self, dexterity: i16) -> i16 {
        let worn = self.in_use("equipment").filter(|item| item.armor_value() > 0);
        let limits = worn.filter_map(|item| {
            let limit = item.inner.get("armor").get("dex").number().ok().flatten()?;
            let target = if item.is_shield() { "mDexS" } else { "mDexA" };
            Some(limit.saturating_add(self.bonus(&[target])))
        });
        limits.min().map_or(dexterity, |limit| dexterity.min(limit))
    }

    pub(super) fn armor_class(&self) -> Option<ArmorClass> {
        let block = self.system.down("attributes.ac");
        let ability = block.down("normal.ability").text().filter(|text| !text.is_empty());
        let dexterity = self.dexterity_in_armor(self.modifier(ability.unwrap_or("dex"))?);
        let natural = self.system.down("attributes.naturalAC").number().ok().flatten();
        let natural = natural.unwrap_or(0);
        // Natural armor is the base and its improvements.
        let natural = natural
            .saturating_add(self.bonus_of(&["nac"], |sort| sort == "base"))
            .saturating_add(self.bonus_of(&["nac"], |sort| sort != "base"));
        let hard = self.worn(false).saturating_add(self.worn(true)).saturating_add(natural);
        let all = self.bonus(&["ac"]);
        let dodge = self.bonus_of(&["ac"], |sort| sort == "dodge");
        let base = 10 + self.size_modifier();
        let full = base + dexterity + hard + all;
        Some(ArmorClass {
            full,
            touch: base + dexterity + all + self.bonus(&["tac"]),
            flat: full - dexterity.max(0) - dodge.max(0) + self.bonus(&["ffac"]),
        })
    }

    /// Returns the special size modifier of combat maneuvers.
    fn maneuver_size(&self) -> i16 {
        -self.size_modifier()
    }

    pub(super) fn maneuver_bonus(&self) -> Option<i16> {
        let stated = self.system.down("attributes.cmbAbility").text();
        let own = self.modifier(stated.filter(|text| !text.is_empty()).unwrap_or("str"))?;
        let made_up_for = self.changes.iter().any(|change| change.target == "cmb");
        let own = if made_up_for { own } else { self.without_strength(own) };
        let bonus = self.bonus(&["cmb", "attack", "~attackCore"]);
        Some(self.bab? + own + self.maneuver_size() + bonus)
    }

    pub(super) fn maneuver_defense(&self) -> Option<i16> {
        let of = |key: &str, usual: &str| {
            let stated = self.system.down("attributes.cmd").get(key).text();
            self.modifier(stated.filter(|text| !text.is_empty()).unwrap_or(usual))
        };
        let own = of("strAbility", "str")? + of("dexAbility", "dex")?;
        let from_armor_class = self.bonus_of(&["ac"], |sort| ALSO_CMD.contains(&sort));
        let bonus = from_armor_class + self.bonus(&["cmd"]);
        Some(10 + self.bab? + own + self.maneuver_size() + bonus)
    }

    pub(super) fn initiative(&self) -> Option<i16> {
        let block = self.system.down("attributes.init");
        let ability = block.get("ability").text().filter(|text| !text.is_empty());
        let own = self.modifier(ability.unwrap_or("dex"))?;
        let stored = block.get("value").number().ok().flatten().unwrap_or(0);
        Some(own.saturating_add(stored).saturating_add(self.bonus(&["init"])))
    }

    /// Returns a saving throw by its key.
    pub(super) fn save(&self, key: &str) -> Option<i16> {
        let at = SAVES.iter().position(|save| *save == key)?;
        if self.classes.is_empty() {
            return None;
        }
        let block = self.system.down("attributes.savingThrows").get(key);
        let ability = block.get("ability").text().filter(|text| !text.is_empty());
        let own = self.modifier(ability.unwrap_or(["con", "dex", "wis"][at]))?;
        let classes = self.classes.iter().map(|class| {
            match (class.sort.as_str(), class.saves[at].as_str()) {
                ("mythic", _) => 0,
                ("prestige", "high") => (class.level + 1) / 2,
                ("prestige", _) => (class.level + 1) / 3,
                (_, "high") if class.level > 0 || self.cancels_good_save(key) => {
                    2 + class.level / 2
                }
                _ => class.level / 3,
            }
        });
        let base = block.get("base").number().ok().flatten().unwrap_or(0);
        let bonus = self.bonus(&[key, "allSavingThrows"]);
        Some(classes.fold(own + base + bonus, i16::saturating_add))
    }

    /// Checks whether a change takes away the 2 points of a good save, as exports of creatures with
    /// a class of level 0 have it.
    fn cancels_good_save(&self, key: &str) -> bool {
        let of_save = self.changes.iter().filter(|change| change.target == key && !change.sets);
        of_save.filter_map(|change| self.value_of(change)).any(|value| value == -2)
    }

    /// Returns hit points that the export does not have, by class, from their hit dice. The first
    /// level counts in full, unless the creature has racial hit dice; others count as average.
    pub(super) fn hit_points_of_dice(&self) -> Vec<(&Class, f64)> {
        let counts = |class: &&Class| class.sort != "mythic" && class.level > 0;
        let racial = self.classes.iter().filter(counts).any(|class| class.sort == "racial");
        let first = self.classes.iter().find(counts).filter(|_| !racial);
        let missing = self.classes.iter().filter(counts).filter(|class| class.hp.is_none());
        let of_die = |class: &'_ Class| {
            let faces = f64::from(class.die?);
            let average = (faces + 1.0) / 2.0 * f64::from(class.level);
            let is_first = first.is_some_and(|first| std::ptr::eq(first, class));
            Some(average + if is_first { (faces - 1.0) / 2.0 } else { 0.0 })
        };
        missing.map(|class| (class, of_die(class).unwrap_or_default())).collect()
    }

    /// Returns the maximum hit points: those of the classes, Constitution per hit die, and changes.
    pub(super) fn most_hit_points(&self) -> Option<i16> {
        if self.classes.is_empty() {
            return None;
        }
        let stated = self.system.down("attributes.hpAbility").text();
        let own = self.modifier(stated.filter(|text| !text.is_empty()).unwrap_or("con"))?;
        let base = self.system.down("attributes.hp.base").number().ok().flatten().unwrap_or(0);
        let stored: f64 = self.classes.iter().filter_map(|class| class.hp).sum();
        let classes = stored + self.hit_points_of_dice().iter().map(|(_, hp)| hp).sum::<f64>();
        let bonus = self.bonus(&["mhp"]);
        let sum = classes.floor() as i16;
        let sum = sum.saturating_add(base).saturating_add(own.saturating_mul(self.hit_dice()));
        Some(sum.saturating_add(bonus).max(1))
    }

    /// Returns a speed in feet, reduced by medium and heavy armor.
    pub(super) fn speed(&self, mode: &str, base: i16) -> i16 {
        let target = format!("{mode}Speed");
        let bonus = self.bonus(&[&target, "allSpeeds"]);
        let full = base.saturating_add(bonus).max(0);
        let free = |flag: &str| {
            let says = |item: &super::sheet::Item<'_>| {
                item.inner.get("changeFlags").get(flag).value.as_bool() == Some(true)
            };
            self.items.iter().filter(|item| item.is_in_use()).any(says)
        };
        let slowed = match self.armor_types().0 {
            2 => !free("mediumArmorFullSpeed"),
            3 => !free("heavyArmorFullSpeed"),
            _ => false,
        };
        // Two thirds, in whole squares: 20 of 30 feet.
        if slowed && mode == "land" { (full * 2 / 3 + 4) / 5 * 5 } else { full }
    }
}
