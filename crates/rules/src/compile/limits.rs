//! Compiles limits on several activities at once.

use super::slots::limit_of;
use super::{Build, Here};
use crate::raw;

impl Build<'_> {
    /// Adds a limit to every activity that it counts. `at` is its place among the limits of its
    /// rule.
    pub(super) fn limit_on(&mut self, here: Here, at: usize, limit: &raw::LimitOn) {
        let (holds, options) = self.holds(here, limit.when.as_ref());
        let chosen = self.chosen(here, &limit.on, &limit.but);
        let shared = limit.name.as_ref().or(limit.on.first()).map_or("", |name| name.as_str());
        let shared = shared.strip_prefix("tag:").unwrap_or(shared).to_owned();
        for activity in chosen {
            let name = match limit.each {
                true => self.definitions[activity].name.clone(),
                false => shared.clone(),
            };
            let key = format!("{}/{at}", limit_of(&name, here.owner));
            let rule =
                |build: &mut Self| build.slot_rule(here, &key, &limit.cap, (&limit.per, limit.own));
            let usual = rule(self);
            // A variant has its own numbers in this cap, too, unless the limit is shared.
            let own = limit.each.then(|| self.replacing(activity, rule)).flatten();
            let Some(mut rule) = own.unwrap_or(usual).filter(|_| holds) else { continue };
            let of_options = self.because(here.owner, &options);
            rule.rules = self.join(rule.rules, of_options);
            self.definitions[activity].limits.push(rule);
        }
    }
}
