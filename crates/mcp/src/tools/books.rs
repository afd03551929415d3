//! Tools that read rulebooks.

use schemars::JsonSchema;
use serde::Deserialize;
use server::wire::{Creatures, Explained, Rule, Rules, Rulesets};

use super::{Effect, Tool};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::shape::books::{CreatureList, RuleText, RuleTexts, RulesetList};
use crate::tracker::escaped;

/// Default number of creatures in one answer.
const CREATURES: u32 = 20;
/// Maximum number of creatures in one answer.
const CREATURES_MAX: u32 = 100;
/// Maximum number of rules that a search finds.
const RULES: u32 = 20;

/// Lists the rulesets.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListRulesets {}

impl Tool for ListRulesets {
    const NAME: &'static str = "list_rulesets";
    const TITLE: &'static str = "List rulesets";
    const SAYS: &'static str = "Lists the rulesets that fights can be played with, and the \
        example fights of each. Call it before start_fight.";
    const EFFECT: Effect = Effect::Reads;
    type Output = RulesetList;

    async fn run(self, session: &Session) -> Result<RulesetList, Refusal> {
        let table = &session.table;
        let rulesets: Rulesets = table.tracker().get(table.key(), "/rulesets").await?;
        Ok(RulesetList::of(rulesets))
    }
}

/// Explains a rule or an activity.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainRule {
    /// Id of a rule, the end of one, the name of an activity, or words to search for.
    topic: String,
    /// Id of the ruleset; that of the current fight if it is not given.
    #[serde(default)]
    ruleset: Option<String>,
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for ExplainRule {
    const NAME: &'static str = "explain_rule";
    const TITLE: &'static str = "Explain a rule";
    const SAYS: &'static str = "Gives the wording of a rule by its id, as reasons and actions \
        name them in brackets, or of the rules behind an activity. Other words are searched for.";
    const EFFECT: Effect = Effect::Reads;
    type Output = RuleTexts;

    async fn run(self, session: &Session) -> Result<RuleTexts, Refusal> {
        let table = &session.table;
        let tracker = table.tracker();
        let topic = self.topic.trim();
        if topic.is_empty() {
            return Err(Refusal::invalid("`topic` is empty").help("name a rule or an activity"));
        }
        let ruleset = match self.ruleset {
            Some(ruleset) => ruleset,
            None => {
                let fight = table.fight(self.fight.as_deref()).await?;
                // The fight's own rulebook comes first: it may have house rules.
                let path = fight.path(&format!("rules/{}", escaped(topic)));
                if let Ok(rule) = tracker.get::<Rule>(&fight.key, &path).await {
                    let rules = vec![RuleText::of(rule)];
                    return Ok(RuleTexts { rules, activity: None, more: false });
                }
                session.state(&fight).await?.ruleset
            }
        };
        let book = format!("/rulesets/{}", escaped(&ruleset));
        let path = format!("{book}/explain?topic={}", escaped(topic));
        let explained = tracker.get::<Explained>(table.key(), &path).await;
        if let Ok(explained) = explained {
            return Ok(RuleTexts::of(explained));
        }
        let path = format!("{book}/rules?search={}&limit={RULES}", escaped(topic));
        let found: Rules = tracker.get(table.key(), &path).await?;
        if found.rules.is_empty() {
            let message = format!("no rule or activity of {ruleset} fits `{topic}`");
            return Err(Refusal::invalid(message).help("try a single word, such as `reaction`"));
        }
        Ok(RuleTexts::found(found))
    }
}

/// Searches the creatures of a ruleset.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchCreatures {
    /// Id of the ruleset.
    ruleset: String,
    /// Words of the name or type, and a level such as `cr 3` or `level 2`; all if it is not given.
    #[serde(default)]
    search: String,
    /// How many at most: 1 to 100, 20 if it is not given.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// How many to pass over.
    #[serde(default)]
    offset: u32,
}

impl Tool for SearchCreatures {
    const NAME: &'static str = "search_creatures";
    const TITLE: &'static str = "Search creatures";
    const SAYS: &'static str = "Finds creatures of a ruleset by words of their name or type and \
        by level, with their numbers and attacks. Their names go into `foes` of start_fight.";
    const EFFECT: Effect = Effect::Reads;
    type Output = CreatureList;

    async fn run(self, session: &Session) -> Result<CreatureList, Refusal> {
        let limit = self.limit.unwrap_or(CREATURES);
        if !(1..=CREATURES_MAX).contains(&limit) {
            return Err(Refusal::invalid(format!("`limit` is 1 to {CREATURES_MAX}")));
        }
        let path = format!(
            "/rulesets/{}/creatures?search={}&limit={limit}&offset={}",
            escaped(&self.ruleset),
            escaped(&self.search),
            self.offset,
        );
        let table = &session.table;
        let found: Creatures = table.tracker().get(table.key(), &path).await?;
        Ok(CreatureList::of(found))
    }
}
