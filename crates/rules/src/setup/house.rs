//! Turns house elements of a table or a creature into rules.

use std::ops::Range;
use std::sync::Arc;

use super::{Brought, Setup};
use crate::diagnostic::{FileId, Report};
use crate::raw::{self, Text};
use crate::source::Located;

impl Setup {
    /// Turns the activities, conversions and handlers of a creature into rules that only it has.
    pub(super) fn bring(
        &mut self,
        file: FileId,
        mut creature: raw::Creature,
        report: &mut Report,
    ) -> Brought {
        let first = self.rules.len();
        let mut activities = std::mem::take(&mut creature.activity);
        for line in &creature.abilities {
            activities.extend(super::ability::read(line, file, &self.rules, report));
        }
        let (convert, on) =
            (std::mem::take(&mut creature.convert), std::mem::take(&mut creature.on));
        self.house(file, activities, convert, on);
        let owner = creature.name.as_ref().map_or("creature", |name| name.as_str()).to_owned();
        for located in &mut self.rules[first..] {
            let id = located.rule.id.replacen("house.", &format!("house.{}.", slug(&owner)), 1);
            let span = located.rule.id.span();
            Arc::make_mut(&mut located.rule).id = Text::made(id, span);
        }
        let rules: Vec<usize> = (first..self.rules.len()).collect();
        self.brought.extend(&rules);
        Brought { file, creature, rules }
    }

    /// Adds each house element as a rule of its own, so that it can be cited like any other.
    pub(super) fn house(
        &mut self,
        file: FileId,
        activities: Vec<raw::Activity>,
        converts: Vec<raw::Convert>,
        ons: Vec<raw::On>,
    ) {
        for activity in activities {
            let id = format!("house.{}", &*activity.id);
            let mut rule = house_rule(&id, activity.id.span());
            rule.activity.push(activity);
            self.rules.push(Located { file, rule: Arc::new(rule) });
        }
        for (number, convert) in converts.into_iter().enumerate() {
            let id = format!("house.convert-{}-{}", &*convert.from, number + 1);
            let mut rule = house_rule(&id, convert.from.span());
            rule.convert.push(convert);
            self.rules.push(Located { file, rule: Arc::new(rule) });
        }
        for (number, on) in ons.into_iter().enumerate() {
            let id = format!("house.{}-{}-{}", &*on.edge, &*on.span, number + 1);
            let mut rule = house_rule(&id, on.span.span());
            rule.on.push(on);
            self.rules.push(Located { file, rule: Arc::new(rule) });
        }
    }
}

/// Returns a house rule with this id, without elements.
fn house_rule(id: &str, span: Range<usize>) -> raw::Rule {
    let text = |text: &str| Text::made(text.to_owned(), span.clone());
    raw::Rule {
        id: text(id),
        kind: text("house"),
        section: text("house rules"),
        says: text("A rule of this table."),
        ..raw::Rule::default()
    }
}

/// Returns a name as part of an id: lower case, with hyphens between words.
pub(crate) fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
