//! Tools that look at a fight.

use schemars::JsonSchema;
use serde::Deserialize;
use server::wire::{self, Command, PreviewRequest};

use super::{Effect, Tool};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::shape::actions;
use crate::shape::fight::FightState;
use crate::shape::history::FightLog;
use crate::shape::judgment::Judgment;
use crate::shape::plan::TurnPlan;
use crate::tracker::escaped;

/// Default number of changes in one page of the log.
const CHANGES: u32 = 50;
/// Maximum number of changes in one page of the log.
const CHANGES_MAX: u32 = 1000;

/// Looks at a fight.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for State {
    const NAME: &'static str = "state";
    const TITLE: &'static str = "State of the fight";
    const SAYS: &'static str = "Shows the fight as your role sees it: whose turn it is, every \
        combatant with health, tokens, conditions and square, and the decision that is waited for.";
    const EFFECT: Effect = Effect::Reads;
    type Output = FightState;

    async fn run(self, session: &Session) -> Result<FightState, Refusal> {
        let fight = session.table.fight(self.fight.as_deref()).await?;
        let state = session.state(&fight).await?;
        Ok(FightState::of(&state, session.table.role()))
    }
}

/// Lists what is legal now.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalActions {
    /// Only this combatant; all that your role plays if it is not given.
    #[serde(default)]
    actor: Option<String>,
    /// Whether to list what is not legal as well, with all reasons. That is long.
    #[serde(default)]
    denied: bool,
    /// Whether to list what a game master may declare about any combatant: damage, conditions.
    #[serde(default)]
    game_master: bool,
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for LegalActions {
    const NAME: &'static str = "legal_actions";
    const TITLE: &'static str = "Legal actions";
    const SAYS: &'static str = "Lists everything that combatants of your role can legally do \
        now: a line for apply, targets, squares, numbers, and every sensible way to pay.";
    const EFFECT: Effect = Effect::Reads;
    type Output = actions::LegalActions;

    async fn run(self, session: &Session) -> Result<actions::LegalActions, Refusal> {
        let fight = session.table.fight(self.fight.as_deref()).await?;
        let path = match &self.actor {
            Some(actor) => format!("options?who={}", escaped(actor)),
            None => "options".to_owned(),
        };
        let tracker = session.table.tracker();
        let mut options: wire::Options = tracker.get(&fight.key, &fight.path(&path)).await?;
        if !self.game_master {
            options.game_master.clear();
        }
        let legal = actions::LegalActions::of(options, self.denied);
        session.note(&fight, legal.sequence);
        Ok(legal)
    }
}

/// Judges a line without giving it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyNot {
    /// The line: `Ana: longsword Orc 1, pay QP`.
    line: String,
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for WhyNot {
    const NAME: &'static str = "why_not";
    const TITLE: &'static str = "Why (not)";
    const SAYS: &'static str = "Says whether a line would be legal, with every reason against \
        it, the rules behind each, and what it would do. Nothing changes.";
    const EFFECT: Effect = Effect::Reads;
    type Output = Judgment;

    async fn run(self, session: &Session) -> Result<Judgment, Refusal> {
        let fight = session.table.fight(self.fight.as_deref()).await?;
        let text = self.line.trim().to_owned();
        if text.is_empty() {
            return Err(Refusal::invalid("`line` is empty").help("give one as for apply"));
        }
        let request = PreviewRequest { command: Command::Text { text } };
        let path = fight.path("preview");
        let asked = session.table.tracker().post(&fight.key, &path, &request).await;
        let preview: wire::Preview =
            asked.map_err(|refusal: Refusal| refusal.about(&format!("`{}`", self.line.trim())))?;
        Ok(Judgment::of(preview))
    }
}

/// Reads the log.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Log {
    /// Only changes behind this number.
    #[serde(default)]
    after: u64,
    /// How many at most: 1 to 1000, 50 if it is not given.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<u32>,
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for Log {
    const NAME: &'static str = "log";
    const TITLE: &'static str = "Log of the fight";
    const SAYS: &'static str = "Reads the log of the fight, oldest change first, with the \
        command behind each change. Undone changes stay in it and say so.";
    const EFFECT: Effect = Effect::Reads;
    type Output = FightLog;

    async fn run(self, session: &Session) -> Result<FightLog, Refusal> {
        let limit = self.limit.unwrap_or(CHANGES);
        if !(1..=CHANGES_MAX).contains(&limit) {
            return Err(Refusal::invalid(format!("`limit` is 1 to {CHANGES_MAX}")));
        }
        let fight = session.table.fight(self.fight.as_deref()).await?;
        let path = fight.path(&format!("log?after={}&limit={limit}", self.after));
        let log = session.table.tracker().get(&fight.key, &path).await?;
        Ok(FightLog::of(log))
    }
}

/// Plans a turn.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// The combatant whose turn it is.
    actor: String,
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for Plan {
    const NAME: &'static str = "plan";
    const TITLE: &'static str = "Plan the turn";
    const SAYS: &'static str = "Answers `what can I still do this turn?`: every distinct way in \
        which a combatant can end its turn, best first, each as lines for apply with the damage \
        to be expected.";
    const EFFECT: Effect = Effect::Reads;
    type Output = TurnPlan;

    async fn run(self, session: &Session) -> Result<TurnPlan, Refusal> {
        let fight = session.table.fight(self.fight.as_deref()).await?;
        let path = fight.path(&format!("plan?who={}", escaped(&self.actor)));
        let plan = session.table.tracker().get(&fight.key, &path).await?;
        Ok(TurnPlan::of(plan))
    }
}
