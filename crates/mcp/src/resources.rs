//! Resources: rulebooks, and the state and story of fights, as texts to read.

use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use server::wire::{Rules, Rulesets};

use crate::refusal::Refusal;
use crate::session::Session;
use crate::shape::fight::FightState;
use crate::tracker::escaped;

/// Scheme of the addresses.
const SCHEME: &str = "turnwright://";
/// MIME type of texts.
const MARKDOWN: &str = "text/markdown";
/// MIME type of states.
const JSON: &str = "application/json";
/// Rules in one request to the tracker.
const PAGE: usize = 500;

/// A parsed address of a resource.
#[derive(Debug, PartialEq, Eq)]
enum Address<'u> {
    /// All rules of a ruleset.
    Rules(&'u str),
    /// State of a fight.
    State(&'u str),
    /// Story of a fight.
    Log(&'u str),
}

impl Address<'_> {
    fn parse(uri: &str) -> Option<Address<'_>> {
        let (sort, rest) = uri.strip_prefix(SCHEME)?.split_once('/')?;
        let (id, what) = rest.split_once('/')?;
        match (sort, what) {
            _ if id.is_empty() => None,
            ("rulesets", "rules") => Some(Address::Rules(id)),
            ("fights", "state") => Some(Address::State(id)),
            ("fights", "log") => Some(Address::Log(id)),
            _ => None,
        }
    }
}

/// Lists the rulebooks, and the current fight if there is one.
pub(crate) async fn list(session: &Session) -> Result<Vec<Resource>, ErrorData> {
    let table = &session.table;
    let rulesets: Result<Rulesets, Refusal> = table.tracker().get(table.key(), "/rulesets").await;
    let mut resources = Vec::new();
    for ruleset in rulesets.map_err(|refusal| failed(&refusal))?.rulesets {
        let uri = format!("{SCHEME}rulesets/{}/rules", ruleset.id);
        let says = format!("All {} rules, with their ids and sections", ruleset.rules);
        let resource = Resource::new(uri, format!("{}-rules", ruleset.id))
            .with_title(ruleset.title)
            .with_description(says)
            .with_mime_type(MARKDOWN);
        resources.push(resource);
    }
    if let Ok(fight) = table.fight(None).await {
        let uri = |what: &str| format!("{SCHEME}fights/{}/{what}", fight.id);
        let state = Resource::new(uri("state"), "state")
            .with_title("State of the fight")
            .with_description("The current fight as your role sees it")
            .with_mime_type(JSON);
        let log = Resource::new(uri("log"), "log")
            .with_title("Story of the fight")
            .with_description("Everything that has happened, without what was undone")
            .with_mime_type(MARKDOWN);
        resources.extend([state, log]);
    }
    Ok(resources)
}

/// Lists the templates of addresses.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let template = |form: &str, name: &str, says: &str, kind: &str| {
        ResourceTemplate::new(format!("{SCHEME}{form}"), name)
            .with_description(says)
            .with_mime_type(kind)
    };
    vec![
        template("rulesets/{ruleset}/rules", "rules", "All rules of a ruleset", MARKDOWN),
        template("fights/{fight}/state", "state", "A fight as your role sees it", JSON),
        template("fights/{fight}/log", "log", "The story of a fight so far", MARKDOWN),
    ]
}

/// Reads a resource.
pub(crate) async fn read(session: &Session, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let unknown = || {
        let message = format!(
            "there is no resource `{uri}`; there are {SCHEME}rulesets/ID/rules, \
             {SCHEME}fights/ID/state and {SCHEME}fights/ID/log"
        );
        ErrorData::resource_not_found(message, None)
    };
    let address = Address::parse(uri).ok_or_else(unknown)?;
    let (text, kind) = match address {
        Address::Rules(ruleset) => (rules(session, ruleset).await, MARKDOWN),
        Address::State(fight) => (state(session, fight).await, JSON),
        Address::Log(fight) => (log(session, fight).await, MARKDOWN),
    };
    let text = text.map_err(|refusal| failed(&refusal))?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(kind)]))
}

async fn rules(session: &Session, ruleset: &str) -> Result<String, Refusal> {
    let table = &session.table;
    let mut text = format!("# Rules of {ruleset}\n");
    let mut section = String::new();
    let mut offset = 0;
    loop {
        let path = format!("/rulesets/{}/rules?limit={PAGE}&offset={offset}", escaped(ruleset));
        let page: Rules = table.tracker().get(table.key(), &path).await?;
        offset += page.rules.len();
        for rule in &page.rules {
            if rule.section != section {
                section.clone_from(&rule.section);
                text.push_str(&format!("\n## {section}\n\n"));
            }
            text.push_str(&format!("- `{}` ({}): {}\n", rule.id, rule.kind, rule.says));
        }
        if !page.more || page.rules.is_empty() {
            return Ok(text);
        }
    }
}

async fn state(session: &Session, fight: &str) -> Result<String, Refusal> {
    let fight = session.table.fight(Some(fight)).await?;
    let state = session.state(&fight).await?;
    let state = FightState::of(&state, session.table.role());
    Ok(serde_json::to_string_pretty(&state).unwrap_or_default())
}

async fn log(session: &Session, fight: &str) -> Result<String, Refusal> {
    let fight = session.table.fight(Some(fight)).await?;
    session.table.tracker().text(&fight.key, &fight.path("story")).await
}

fn failed(refusal: &Refusal) -> ErrorData {
    use server::wire::ProblemCode::{Forbidden, NotFound, Unauthorized};
    match refusal.problem().code {
        NotFound | Forbidden | Unauthorized => {
            ErrorData::resource_not_found(refusal.to_string(), None)
        }
        _ => ErrorData::internal_error(refusal.to_string(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_name_a_sort_an_id_and_a_part() {
        let parse = Address::parse;
        let rules = Some(Address::Rules("srd-5"));
        assert_eq!(parse("turnwright://rulesets/srd-5/rules"), rules);
        assert_eq!(parse("turnwright://fights/a1/state"), Some(Address::State("a1")));
        assert_eq!(parse("turnwright://fights/a1/log"), Some(Address::Log("a1")));
        for bad in ["", "file:///x", "turnwright://fights//log", "turnwright://fights/a/b/log"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
