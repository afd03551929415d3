//! Actions with a save, damage or healing become variants of the ruleset's powers.

use super::super::super::apply;
use super::super::super::show;
use super::super::Weight;
use super::super::at::At;
use super::super::powers::{Base, Power, is_special};
use super::super::sheet::Item;
use super::{Deed, Like, Reader};

/// Sorts of items whose actions can be powers.
const SORTS: [&str; 3] = ["feat", "attack", "spell"];

/// Remark on powers that only words state.
const IN_WORDS: &str = "read from the words of the stat block";

impl<'v> Reader<'_, 'v> {
    /// Returns the power of an action. A note says if its numbers are missing.
    pub(super) fn power(
        &mut self,
        name: &str,
        whole: &Item<'v>,
        action: &At<'v>,
        is_spell: bool,
    ) -> Option<Power> {
        if is_spell || !SORTS.contains(&whole.sort) {
            return None;
        }
        self.sheet.power(whole, action).unwrap_or_else(|why| {
            let text = format!("{name}: {why}; it has its price, and you roll for it");
            self.import.weigh(Weight::Play, action.path.as_str(), text);
            None
        })
    }

    /// Makes a deed a variant of the ruleset's power that costs the same.
    pub(super) fn set_power(&mut self, deed: &mut Deed, base: Base, power: &Power, path: &str) {
        if !self.taken.contains(base.id()) {
            return;
        }
        for remark in &power.remarks {
            let text = format!("{}: {remark}", deed.name);
            self.import.weigh(Weight::Play, path, text);
        }
        deed.name = self.power_name(&deed.name);
        let with = power.with(base, deed.acts, deed.spell.unwrap_or(0));
        deed.like = Some(Like { base: base.id(), with, times: None });
    }

    /// Returns a name for a power that commands can contain and that no other power has.
    fn power_name(&self, name: &str) -> String {
        let name = name.strip_prefix("Aura: ").unwrap_or(name);
        let name = match name.split_once(": ") {
            Some((item, action)) => format!("{item} ({action})"),
            None => name.to_owned(),
        };
        let name = name.replace([',', ':', '"'], " ");
        let taken = |name: &str| {
            self.import.deeds.iter().any(|deed| deed.like.is_some() && deed.name == name)
        };
        let numbered = (2..).map(|number| format!("{name} {number}"));
        std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(name)
    }

    /// Adds an aura, a gaze or another power that takes no action. Returns whether there was room
    /// for it.
    pub(super) fn add_free(&mut self, name: &str, base: Base, power: &Power, path: &str) -> bool {
        if !self.taken.contains(base.id()) || self.import.deeds.len() >= self.room {
            return false;
        }
        let (becomes, rule) = match base {
            Base::Gaze => ("affects foes at the start of their turns", "rae.power.gaze"),
            _ => ("takes no action, so it is free", "rae.power.free"),
        };
        let mut deed = Deed {
            id: self.id(name),
            name: name.to_owned(),
            becomes: becomes.to_owned(),
            rules: vec![rule.to_owned()],
            family: "free".to_owned(),
            ..Deed::default()
        };
        self.set_power(&mut deed, base, power, path);
        self.import.deeds.push(deed);
        true
    }

    /// Reads a power that an item without actions states in words. Returns whether it did, or
    /// whether another item states the same power.
    pub(super) fn special(&mut self, item: &At<'v>, whole: &Item<'v>) -> bool {
        if !is_special(whole) {
            return false;
        }
        if self.sheet.is_stated_elsewhere(whole) {
            return true;
        }
        let Some(special) = self.sheet.special(whole) else { return false };
        let path = item.path.as_str();
        if special.is_gaze {
            let added = self.add_free(special.name, Base::Gaze, &special.power, path);
            if added {
                self.import.weigh(Weight::Play, path, format!("{}: {IN_WORDS}", special.name));
            }
            return added;
        }
        let action = if special.action == "full" { "1 full-round" } else { special.action };
        let said = [action, special.sort];
        let said = if special.sort.is_empty() { &said[..1] } else { &said[..] };
        let Ok(ability) = self.guidelines.ability(special.name, said) else { return false };
        let found = apply::convert(self.guidelines, &ability);
        let (Some(family), Some(acts)) = (found.family, found.acts) else {
            self.open_points(special.name, path, &found);
            let text = format!("{} ({}): {}", special.name, said.join(", "), found.status.word());
            self.import.weigh(Weight::Play, path, text);
            return true;
        };
        if self.import.deeds.len() >= self.room {
            return false;
        }
        let mut deed = Deed {
            id: self.id(special.name),
            name: special.name.to_owned(),
            becomes: show::line(&found),
            rules: found.rule_ids().into_iter().map(str::to_owned).collect(),
            family: family.to_owned(),
            acts,
            swift: special.action == "swift",
            ..Deed::default()
        };
        let base = base_of(&deed);
        self.set_power(&mut deed, base, &special.power, path);
        if deed.like.is_none() {
            return false;
        }
        self.import.weigh(Weight::Play, path, format!("{}: {IN_WORDS}", special.name));
        self.import.deeds.push(deed);
        true
    }
}

/// Returns the power that costs what a deed costs.
pub(super) fn base_of(deed: &Deed) -> Base {
    match (deed.family.as_str(), deed.acts) {
        ("reaction", _) => Base::Immediate,
        _ if deed.swift => Base::Swift,
        (_, 0) => Base::Free,
        (_, 2 | 3) if deed.spell.is_some() => Base::SpellLike,
        _ => Base::Acts,
    }
}
