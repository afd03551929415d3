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
        let shared = shared.strip_prefix("tag:").unwrap_or(shared);
        let rule =
            |build: &mut Self| build.slot_rule(here, shared, &limit.cap, (&limit.per, limit.own));
        let Some(usual) = rule(self).filter(|_| holds) else { return };
        let of_options = self.because(here.owner, &options);
        for activity in chosen {
            // A variant has its own numbers in this cap, too, unless the limit is shared.
            let own = limit.each.then(|| self.replacing(activity, rule)).flatten().flatten();
            let mut rule = own.unwrap_or_else(|| usual.clone());
            let name = if limit.each { &self.definitions[activity].name } else { shared };
            rule.name = format!("{}/{at}", limit_of(name, here.owner));
            rule.rules = self.join(rule.rules, of_options);
            self.definitions[activity].limits.push(rule);
        }
    }
}
