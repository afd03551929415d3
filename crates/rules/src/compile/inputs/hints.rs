//! Hints for names that have no value at their place.

use super::super::reserved;
use super::{Inputs, Place};
use crate::expr::Scope;

/// Callees that follow a role, such as `actor.has`; the list below has callees that stand alone.
const OF_SOMEBODY: [&str; 6] = ["has", "holds", "cards", "top", "find", "sum"];
const OF_NOBODY: [&str; 5] = ["answers", "here", "there", "size-of", "total-of"];

impl Inputs<'_, '_> {
    /// Returns every name and callee of this place, to suggest for misspelled ones.
    pub(super) fn offered(&self) -> Vec<String> {
        let dictionary = &self.build.dictionary;
        let roles = self.build.roles_at(self.place);
        let mut all: Vec<String> = Vec::new();
        for role in &roles {
            for name in dictionary.attributes.names().chain(reserved::OF_SOMEBODY) {
                all.push(format!("{role}.{name}"));
            }
        }
        all.extend(dictionary.variables.owned());
        all.extend(dictionary.spans.owned());
        all.extend(reserved::IN_PLAY.map(str::to_owned));
        all.push("there.threats".to_owned());
        all.retain(|name| self.name(name).is_some());
        for role in roles {
            all.extend(OF_SOMEBODY.map(|question| format!("{role}.{question}")));
        }
        all.push("option".to_owned());
        if self.place != Place::Setup {
            all.extend(OF_NOBODY.map(str::to_owned));
            let of_sides = dictionary.variables.entries.iter().filter(|one| one.def.each_side);
            all.extend(of_sides.map(|entry| format!("{}-of", entry.name)));
        }
        all
    }

    /// Returns advice for a name that is valid elsewhere, or that is only half of a valid name.
    pub(super) fn meant(&self, name: &str) -> Option<String> {
        let dictionary = &self.build.dictionary;
        if let Some((role, rest)) = name.split_once('.') {
            if self.role(role).is_some() && dictionary.dice.find(rest).is_some() {
                let roll = format!("roll = {{ dice = \"{name}\", into = \"a\" }}");
                return Some(format!("`{rest}` is a die; throw it with {roll}"));
            }
            return self
                .build
                .why_nobody(self.place, role)
                .filter(|_| self.role(role).is_none())
                .map(str::to_owned);
        }
        let whose = self.build.roles_at(self.place).first().copied();
        if matches!(name, "True" | "False" | "TRUE" | "FALSE") {
            return Some(format!("write {}", name.to_lowercase()));
        }
        if dictionary.options.find(name).is_some() {
            return Some(format!("write option({name})"));
        }
        if let (Some(who), Some(_)) = (whose, dictionary.attributes.find(name)) {
            return Some(format!("whose? write {who}.{name}"));
        }
        if let (Some(who), Some(_)) = (whose, dictionary.dice.find(name)) {
            return Some(format!("`{name}` is a die: it is rolled as `{who}.{name}`"));
        }
        if let (Some(who), Some(_)) = (whose, dictionary.conditions.find(name)) {
            return Some(format!("write {who}.has({name})"));
        }
        if let (Some(who), "has" | "holds" | "named-in" | "allies-have") = (whose, name) {
            return Some(format!("of whom? write {who}.{name}(…)"));
        }
        let in_play = self.variable(name, false).is_some()
            || self.variable(name, true).is_some()
            || dictionary.spans.find(name).is_some();
        if self.place == Place::Setup {
            let help = "this is read while setting up, when nothing has a value yet but options";
            return in_play.then(|| help.to_owned());
        }
        self.variable(name, true)?;
        let side = self.build.sides.first().map_or("SIDE", String::as_str);
        Some(format!("this is a number of each side: write {name}-of({side})"))
    }
}
