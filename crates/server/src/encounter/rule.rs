//! Rules as an encounter carries them: name and wording, without the definition.

use rules::names::RuleName;

use super::live::Live;
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::wire::{Rule, RuleSummary};

/// Returns a rule of the encounter's rulebook by id. Players get a placeholder for every house
/// rule.
pub(super) fn rule(live: &Live, eyes: &Eyes, id: &str) -> Result<Rule, Failure> {
    if !eyes.master && id.starts_with("house.") {
        // Hidden combatants bring house rules too. All of them look alike to players, so none
        // reveals a combatant.
        return Ok(house(id));
    }
    let found = live.compiled().names.rules.iter().find(|rule| rule.id == id);
    found.map(named).ok_or_else(|| Failure::not_found("rule"))
}

/// Returns a rule from the name that an encounter carries.
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

/// Returns the placeholder that players see for a house rule.
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
