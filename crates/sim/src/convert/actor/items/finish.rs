//! The last step after all items: attacks become variants of the ruleset's own.

use std::collections::BTreeSet;

use rules::Parsed;

use super::super::strikes::Strike;
use super::super::{Weight, armed};
use super::{Deed, Like, Reader};

/// Activities of the ruleset that can be the base of a creature's attacks.
pub(super) const BASES: [&str; 3] = ["attack", "shoot", "natural"];

impl Reader<'_, '_> {
    /// Makes attacks variants of the ruleset's own, and sets the creature's weapons.
    pub(super) fn finish(mut self, parsed: &Parsed) {
        let strikes = std::mem::take(&mut self.strikes);
        if !self.bases.contains(&"attack") {
            return;
        }
        let all: Vec<Strike> = strikes.iter().map(|(strike, _)| strike.clone()).collect();
        if !all.is_empty() || self.sheet.bab.is_some() {
            armed::read(self.sheet, &all, self.import);
        }
        let known = parsed.rules.iter().map(|located| &located.rule);
        let attributes: BTreeSet<&str> =
            known.flat_map(|rule| &rule.attribute).map(|one| one.id.as_str()).collect();
        self.import.attributes.retain(|id, _| attributes.contains(id));
        let natural: Vec<&Strike> = all.iter().filter(|one| one.natural && !one.ranged).collect();
        // A single natural attack offers no choice of all of them.
        let several = natural.iter().fold(0, |sum, one| one.count.saturating_add(sum)) > 1;
        for (strike, deed) in &strikes {
            let Some(at) = *deed else { continue };
            let base = if strike.ranged { "shoot" } else { "attack" };
            if strike.ranged && strike.range == 0 {
                let deed = &self.import.deeds[at];
                let text = format!(
                    "{}: no range is given; it has its price, and you roll for it",
                    deed.name
                );
                self.import.weigh(Weight::Play, "/items", text);
                continue;
            }
            let with = armed::variant(strike, base, &self.import.attributes);
            self.import.deeds[at].like = Some(Like { base, with, times: None });
            let more = several && strike.natural && !strike.ranged;
            if more && self.bases.contains(&"natural") {
                self.one_of_all(strike, at);
            }
        }
        self.fit(parsed);
    }

    /// Removes activities beyond the limit of one combatant, attacks last.
    fn fit(&mut self, parsed: &Parsed) {
        let likes = self.import.deeds.iter().filter_map(|deed| deed.like.as_ref());
        let replaced: BTreeSet<&str> = likes.map(|like| like.base).collect();
        self.import.without = BASES.into_iter().filter(|base| replaced.contains(base)).collect();
        let room = self.import.room(parsed);
        while self.import.deeds.len() > room {
            let other = self.import.deeds.iter().rposition(|deed| deed.like.is_none());
            let left = self.import.deeds.remove(other.unwrap_or(room));
            let text = format!(
                "{}: {}; beside the rules' own activities there is room for {room}, so no activity",
                left.name, left.becomes
            );
            self.import.weigh(Weight::Play, "/items", text);
        }
    }

    /// Adds a natural attack as part of making all of them.
    fn one_of_all(&mut self, strike: &Strike, deed: usize) {
        let own = self.import.deeds[deed].clone();
        let with = armed::variant(strike, "natural", &self.import.attributes);
        let like = Like { base: "natural", with, times: Some(strike.count) };
        let id = self.id(&format!("natural {}", own.name));
        let name = format!("{} (of all natural attacks)", own.name);
        let becomes = "one of all natural attacks, which cost 3 acts together".to_owned();
        let rules = vec!["rae.adv.natural-all.instead".to_owned()];
        self.import.deeds.push(Deed { id, name, becomes, rules, like: Some(like), ..own });
    }
}
