//! Rules as an encounter carries them: by name, without their definition.

use rules::names::RuleName;

use super::live::Live;
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::wire::{Rule, RuleSummary};

/// Returns a rule of the encounter's rulebook.
pub(super) fn rule(live: &Live, eyes: &Eyes, id: &str) -> Result<Rule, Failure> {
    if !eyes.master && id.starts_with("house.") {
        // Hidden combatants bring rules along as well: these all look alike to players.
        return Ok(house(id));
    }
    let found = live.compiled().names.rules.iter().find(|rule| rule.id == id);
    found.map(named).ok_or_else(|| Failure::not_found("rule"))
}

/// A rule known only by its name, as an encounter carries it.
fn named(rule: &RuleName) -> Rule {
    Rule {
        summary: RuleSummary {
            id: rule.id.clone(),
            kind: rule.kind.clone(),
            section: rule.section.clone(),
            says: rule.says.clone(),
        },
        note: rule.note.clone(),
        sources: rule.src.clone(),
        values: rule.values.clone(),
        through: Vec::new(),
        except: Vec::new(),
        exceptions: Vec::new(),
        elements: Vec::new(),
        scenarios: Vec::new(),
    }
}

/// A rule of the table, as players know it.
fn house(id: &str) -> Rule {
    named(&RuleName {
        id: id.to_owned(),
        kind: "house".to_owned(),
        section: "house rules".to_owned(),
        says: "A rule of this table.".to_owned(),
        note: None,
        src: Vec::new(),
        values: Vec::new(),
        through: Vec::new(),
    })
}
