//! Prompts that a person starts with: run a fight as game master, or play a combatant in it.

use rmcp::model::{
    ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role,
};
use serde_json::Value;

use crate::session::Session;

/// Instructions on the syntax of lines, a part of both prompts.
const LINES: &str = "Lines for apply: `Ana: longsword Orc 1` declares, `Ana: walk 6` with a \
    number, `Ana: go c4` moves to a square, `, pay QP` at the end chooses a payment, words in \
    quotes at the end say what is waited for, `pass` lets an answer pass, `end` ends the turn, \
    `rule ANSWER` answers a question. legal_actions gives lines to copy.";
/// Instructions on keeping the rules, a part of both prompts.
const RULES: &str = "Never decide by yourself what the rules allow: the tools know them. If \
    something is refused, read the reasons and choose something else, or explain them with the \
    ids of the rules (explain_rule gives the wording). Never make up dice: call roll without \
    `faces`, unless somebody at the table tells you what fell.";

const RUN: &str = "run_fight";
const PLAY: &str = "play";

/// Lists the prompts.
pub(crate) fn list() -> Vec<Prompt> {
    let argument = |name: &str, says: &str, required: bool| {
        PromptArgument::new(name).with_description(says).with_required(required)
    };
    let run = vec![
        argument("fight", "The fight in words: who fights whom, by which ruleset", false),
        argument("players", "Combatants that people at the table decide for", false),
    ];
    let play = vec![
        argument("name", "The combatant to play", true),
        argument("manner", "Its character in a few words", false),
    ];
    vec![
        Prompt::new(RUN, Some("Run a fight as its game master"), Some(run))
            .with_title("Run this fight as game master"),
        Prompt::new(PLAY, Some("Play one combatant in a fight"), Some(play))
            .with_title("Play a combatant"),
    ]
}

/// Fills in a prompt.
pub(crate) fn get(
    session: &Session,
    name: &str,
    arguments: &JsonObject,
) -> Result<GetPromptResult, ErrorData> {
    let known: &[&str] = match name {
        RUN => &["fight", "players"],
        PLAY => &["name", "manner"],
        _ => {
            let message = format!("there is no prompt `{name}`; there are {RUN} and {PLAY}");
            return Err(ErrorData::invalid_params(message, None));
        }
    };
    if let Some(unknown) = arguments.keys().find(|key| !known.contains(&key.as_str())) {
        let message = format!("{name} takes {}, not `{unknown}`", known.join(" and "));
        return Err(ErrorData::invalid_params(message, None));
    }
    let given = |key: &str| {
        let text = arguments.get(key).and_then(Value::as_str).map(str::trim);
        text.filter(|text| !text.is_empty())
    };
    let text = match name {
        RUN => run(session, given("fight"), given("players")),
        _ => {
            let missing = || ErrorData::invalid_params("`name` says whom to play", None);
            play(given("name").ok_or_else(missing)?, given("manner"))
        }
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]))
}

fn run(session: &Session, fight: Option<&str>, players: Option<&str>) -> String {
    let begin = match (fight, session.table.may_start()) {
        (Some(fight), true) => format!(
            "Start it with list_rulesets and start_fight (search_creatures finds foes): {fight}"
        ),
        (None, true) => "Go on with the current fight (state). If there is none, ask which fight \
            is wanted, and start it with list_rulesets and start_fight."
            .to_owned(),
        (Some(fight), false) => format!("Look at it with state. It is about: {fight}"),
        (None, false) => "Look at it with state.".to_owned(),
    };
    let players = match players {
        Some(players) => format!(
            "People at the table decide for {players}: tell them what they can do \
             (legal_actions, plan) and wait for their decision. You decide for all others."
        ),
        None => "You decide for everybody.".to_owned(),
    };
    format!(
        "Run this fight as its game master with the tools of Turnwright.\n\n{begin}\n\n\
         {players}\n\n\
         Go step by step: each result says under `waits_for` what comes next. Choose for each \
         combatant what suits its nature and its situation, give it with apply, roll what is \
         asked for, and tell what happens in two or three lively sentences. Keep secret from \
         players what is hidden from them.\n\n{RULES}\n\n{LINES}\n\n\
         Go on until the fight is over, then sum it up."
    )
}

fn play(name: &str, manner: Option<&str>) -> String {
    let manner = manner.map_or(String::new(), |manner| format!(" {name} is like this: {manner}."));
    format!(
        "Play {name} in the current fight with the tools of Turnwright.{manner}\n\n\
         Call state first. Whenever the fight waits for {name}, look at legal_actions with \
         `actor` \"{name}\" and at plan, choose, give the line with apply, and say in one or two \
         sentences what {name} does. Decide for {name} alone; when the fight waits for somebody \
         else, say so and wait.\n\n{RULES}\n\n{LINES}"
    )
}
