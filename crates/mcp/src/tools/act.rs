//! Tools that change a fight.

use schemars::JsonSchema;
use serde::Deserialize;
use server::wire::{BATCH_MAX, BatchRequest, Command, CommandRequest, Move, MoveRequest};

use super::{Effect, Tool};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::shape::history::Happened;
use crate::table::Fight;

/// Gives lines.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Apply {
    /// Lines of the command language, in order: `Ana: longsword Orc 1, pay QP`, `Ana: go c4`,
    /// `pass`, `end`, `rule ANSWER`.
    #[schemars(length(min = 1, max = 100))]
    lines: Vec<String>,
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for Apply {
    const NAME: &'static str = "apply";
    const TITLE: &'static str = "Do something";
    const SAYS: &'static str = "Carries out lines such as `Ana: longsword Orc 1, pay QP`, \
        `Ana: ready-attack \"when the door opens\"`, `pass`, `end`, `rule ANSWER`, `end fight`; \
        as game master also `gm: damage Orc with 5 by Ana`, `force Ana: strike Orc, because …`, \
        `set Orc hp 4`. A game master's lines are one step: one undo takes all of them back, and \
        if one is refused none is given. A refusal names every reason with its rules.";
    const EFFECT: Effect = Effect::Adds;
    type Output = Happened;

    async fn run(self, session: &Session) -> Result<Happened, Refusal> {
        let lines: Vec<String> = self.lines.iter().map(|line| line.trim().to_owned()).collect();
        if lines.is_empty() || lines.len() > BATCH_MAX {
            return Err(Refusal::invalid(format!("`lines` has 1 to {BATCH_MAX} lines")));
        }
        if let Some(index) = lines.iter().position(String::is_empty) {
            return Err(Refusal::invalid(format!("line {} is empty", index + 1)));
        }
        let fight = session.table.fight(self.fight.as_deref()).await?;
        match lines.as_slice() {
            [line] => one(session, &fight, line).await,
            lines if session.table.is_master() => together(session, &fight, lines).await,
            lines => each(session, &fight, lines).await,
        }
    }
}

/// Gives one line.
async fn one(session: &Session, fight: &Fight, line: &str) -> Result<Happened, Refusal> {
    let command = Command::Text { text: line.to_owned() };
    let body = |expected| CommandRequest { expected, command };
    let news = session.change(fight, "commands", body).await;
    let news = news.map_err(|refusal| refusal.about(&format!("`{line}`")))?;
    Ok(Happened::of(&news))
}

/// Gives lines as one step of the history.
async fn together(session: &Session, fight: &Fight, lines: &[String]) -> Result<Happened, Refusal> {
    let commands = lines.iter().map(|line| Command::Text { text: line.clone() }).collect();
    let body = |expected| BatchRequest { expected, commands, rolls: false, joins: false };
    let news = session.change(fight, "batches", body).await;
    let news = news.map_err(|refusal| {
        let count = lines.len();
        refusal.help(format!(
            "none of the {count} lines was given; give them one by one to see which is refused"
        ))
    })?;
    Ok(Happened::of(&news))
}

/// Gives lines one by one, as players do, up to the first that is refused.
async fn each(session: &Session, fight: &Fight, lines: &[String]) -> Result<Happened, Refusal> {
    let mut happened: Option<Happened> = None;
    for (index, line) in lines.iter().enumerate() {
        match one(session, fight, line).await {
            Ok(news) => happened = Some(news.after(happened.take())),
            Err(refusal) if index == 0 => return Err(refusal),
            Err(refusal) => {
                let given = lines[..index].join("`, `");
                return Err(refusal.help(format!("`{given}` had been given before; call state")));
            }
        }
    }
    happened.ok_or_else(|| Refusal::invalid("there is no line"))
}

/// Rolls dice.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Roll {
    /// Faces of dice that fell at the table, in the order of the dice asked for. Without them the
    /// tracker rolls from the fight's seed.
    #[serde(default)]
    #[schemars(length(max = 120))]
    faces: Option<Vec<u32>>,
    /// Whether players are not to see the dice (game master).
    #[serde(default)]
    hidden: bool,
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for Roll {
    const NAME: &'static str = "roll";
    const TITLE: &'static str = "Roll dice";
    const SAYS: &'static str = "Rolls the dice that the fight waits for. Give `faces` only for \
        dice that really fell at the table; otherwise leave them out and the tracker rolls.";
    const EFFECT: Effect = Effect::Adds;
    type Output = Happened;

    async fn run(self, session: &Session) -> Result<Happened, Refusal> {
        let fight = session.table.fight(self.fight.as_deref()).await?;
        let command = Command::Roll { faces: self.faces, hidden: self.hidden };
        let body = |expected| CommandRequest { expected, command };
        Ok(Happened::of(&session.change(&fight, "commands", body).await?))
    }
}

/// Goes back.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// Steps to go back; 1 if it is not given.
    #[serde(default)]
    #[schemars(range(min = 1))]
    steps: Option<u32>,
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for Undo {
    const NAME: &'static str = "undo";
    const TITLE: &'static str = "Undo";
    const SAYS: &'static str = "Takes back the last steps for the whole table. Dice and answers \
        are steps, too. The log keeps everything, and redo goes forward again.";
    const EFFECT: Effect = Effect::TakesBack;
    type Output = Happened;

    async fn run(self, session: &Session) -> Result<Happened, Refusal> {
        let to = |count| Move::Undo { count };
        go(session, self.fight.as_deref(), self.steps, to).await
    }
}

/// Goes forward again.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Redo {
    /// Steps to go forward; 1 if it is not given.
    #[serde(default)]
    #[schemars(range(min = 1))]
    steps: Option<u32>,
    /// Id of the fight; the current one if it is not given.
    #[serde(default)]
    fight: Option<String>,
}

impl Tool for Redo {
    const NAME: &'static str = "redo";
    const TITLE: &'static str = "Redo";
    const SAYS: &'static str = "Does the steps again that were undone last.";
    const EFFECT: Effect = Effect::Adds;
    type Output = Happened;

    async fn run(self, session: &Session) -> Result<Happened, Refusal> {
        let to = |count| Move::Redo { count };
        go(session, self.fight.as_deref(), self.steps, to).await
    }
}

async fn go(
    session: &Session,
    fight: Option<&str>,
    steps: Option<u32>,
    to: impl FnOnce(u32) -> Move,
) -> Result<Happened, Refusal> {
    let steps = steps.unwrap_or(1);
    if steps == 0 {
        return Err(Refusal::invalid("`steps` is 1 or more"));
    }
    let fight = session.table.fight(fight).await?;
    let to = to(steps);
    let body = |expected| MoveRequest { expected, to };
    Ok(Happened::of(&session.change(&fight, "moves", body).await?))
}
