//! The command language: what people type at the table, in scenarios and in recorded games.
//!
//! ```text
//! Ana: strike Orc 2, pay QP        an activity, its target, how it is paid
//! Ana: move 6                      an activity with a number
//! gm: damage Orc 2 12 by Ana       what the game master declares about someone
//! force Ana: strike Orc 2          the same whatever forbids it
//! Ana: pass  |  pass               one does not answer; nobody answers
//! end  |  Ana: end                 ends the turn
//! rule yes                         answers a question for the game master
//! roll 4 12                        gives dice
//! draw joker                       says which card is drawn
//! together: Ana, Bea               those named declare in secret what cannot be answered
//! dial col.limit.x-extra off       how strictly a rule is taken: forbid, warn, off
//! ask Ana counterspell never       whether answer windows ask about an activity: ask, never
//! Ana: go c4                       an activity and a square: further off, the cheapest way there
//! Ana: ready "when it moves"       with words of one's own, for people
//! end fight
//! ```
//!
//! A payment follows `, pay `. It names the tokens spent (`5B`), also with their kinds (`5B as QP`,
//! or only `QP`), or the number in the list of payments (`#2`). `with QP` means the cheapest
//! payment that takes or yields such a kind. A payment named by amount need not be in the list; it
//! is checked by itself.

mod declaration;
mod edits;
mod expiry;
mod flaw;
mod payment;
mod print;
mod words;

pub use declaration::combatant;
use declaration::{declaration, leading_name, own_activity};
pub use payment::{named, tokens};
pub use print::{print, print_with};
pub use words::{WORDS_MAX, checked, mark_wordless, remarks};

use kernel::{CombatantId, Command, Decision, DiceFaces, Enforcement, RuleId, Square, State, bit};
use rules::Compiled;

use crate::session::Session;
use crate::{cards, typed_dice};

/// Reason why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LanguageError {
    /// Description of the problem.
    pub message: String,
    /// Suggested fix.
    pub help: Option<String>,
}

impl LanguageError {
    /// Returns the problem, followed by the suggested fix.
    pub fn text(&self) -> String {
        let help = self.help.as_ref().map_or(String::new(), |help| format!(" {help}"));
        format!("{}{help}", self.message)
    }

    /// Error for a forced command without a reason.
    pub fn no_reason(line: &str) -> LanguageError {
        LanguageError {
            message: "Give a reason for forcing this.".to_owned(),
            help: Some(format!("Write `{line}, because …`.")),
        }
    }

    /// Returns the error for an empty line.
    pub fn nothing() -> LanguageError {
        LanguageError { message: "Type a command.".to_owned(), help: None }
    }
}

fn error<T>(message: impl Into<String>) -> Result<T, LanguageError> {
    Err(LanguageError { message: message.into(), help: None })
}

fn unknown<'a, T>(
    what: &str,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Result<T, LanguageError> {
    let help = rules::diagnostic::did_you_mean(word, known);
    Err(LanguageError {
        message: format!("There's no {what} called `{word}`."),
        help: help.map(|word| format!("Did you mean `{word}`?")),
    })
}

/// Context of a line: names and a state.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    compiled: &'a Compiled,
    state: &'a State,
}

impl<'a> Scene<'a> {
    /// Returns the current state of a session, with its own names.
    pub fn of(session: &'a Session) -> Scene<'a> {
        Scene { compiled: session.compiled(), state: session.state() }
    }

    /// Returns the current state of a session, with the names of a game that differs only in names.
    pub fn in_words_of(session: &'a Session, compiled: &'a Compiled) -> Scene<'a> {
        Scene { compiled, state: session.state() }
    }

    fn compiled(self) -> &'a Compiled {
        self.compiled
    }

    fn state(self) -> &'a State {
        self.state
    }
}

/// Reads one line against the current state of a session. Of several squares, only the last one
/// counts; [`crate::walk`] handles paths.
pub fn parse(session: &Session, line: &str) -> Result<Command, LanguageError> {
    parse_with_squares(Scene::of(session), line).map(|(command, _)| command)
}

/// Reads one line, and returns all squares that it names.
pub(crate) fn parse_with_squares(
    scene: Scene<'_>,
    line: &str,
) -> Result<(Command, Vec<Square>), LanguageError> {
    let mut squares = Vec::new();
    read(scene, line, &mut squares).map(|command| (command, squares))
}

fn read(scene: Scene<'_>, line: &str, squares: &mut Vec<Square>) -> Result<Command, LanguageError> {
    let compiled = scene.compiled();
    let line = line.trim();
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    match (word, rest) {
        ("end" | "done", "" | "turn") => return Ok(Command::EndTurn),
        ("end", "fight") => return Ok(Command::Finish),
        ("pass", "") | ("nobody", "answers") => return Ok(pass(scene)),
        ("rule", answer) if !line.contains(':') => return rule(scene, answer),
        ("draw", card) if !card.is_empty() && !line.contains(':') => {
            return drawn(scene, card);
        }
        ("roll", faces) if !faces.is_empty() && !line.contains(':') => return roll(scene, faces),
        ("dice:", faces) if !faces.is_empty() => return roll(scene, faces),
        ("dial", rest) => return dial(scene, rest),
        ("ask", rest) if !line.contains(':') => return ask(compiled, rest),
        ("force", rest) => {
            let (forced, _) = words::reason(rest);
            return Ok(match declaration(scene, forced, squares)? {
                Command::Declare(declare) => Command::Force(declare),
                other => other,
            });
        }
        _ if line.contains(':') => {}
        _ => {
            if let Some(edit) = edits::read(scene, word, rest)? {
                return Ok(Command::Edit(edit));
            }
        }
    }
    if let Some(names) = line.strip_prefix("together:") {
        let mut mask = 0;
        for name in names.split(',').map(str::trim) {
            mask |= bit(combatant(compiled, name)?);
        }
        return Ok(Command::DeclareSecretly(mask));
    }
    declaration(scene, line, squares)
}

/// Returns the command of a bare `pass`: the lone actor passes if that ends the turn, else all do.
fn pass(scene: Scene<'_>) -> Command {
    match scene.state().decision {
        Decision::Act(able) if scene.compiled().game.pass_ends_turn && able.is_power_of_two() => {
            Command::Pass(CombatantId(able.trailing_zeros() as u8))
        }
        _ => Command::PassAll,
    }
}

fn rule(scene: Scene<'_>, answer: &str) -> Result<Command, LanguageError> {
    let Decision::Rule(ruling, _) = scene.state().decision else {
        return error("Nothing needs a ruling right now.");
    };
    let ruling = &scene.compiled().names.rulings[ruling.index()];
    if answer.is_empty() || answer == "default" {
        return Ok(Command::Rule(ruling.default));
    }
    match ruling.answers.iter().position(|one| one == answer) {
        Some(at) => Ok(Command::Rule(at as u8)),
        None => unknown("answer", answer, ruling.answers.iter().map(String::as_str)),
    }
}

fn roll(scene: Scene<'_>, faces: &str) -> Result<Command, LanguageError> {
    let mut shown = Vec::new();
    // Dice expressions without dice exist; they take no faces.
    let faces = if faces == "none" { "" } else { faces };
    for face in faces.split([' ', ',']).filter(|face| !face.is_empty()) {
        match face.parse() {
            Ok(face) => shown.push(face),
            Err(_) => return error(format!("`{face}` isn't a number on a die.")),
        }
    }
    match typed_dice::faces(scene.compiled, scene.state, &shown) {
        Some(faces) => Ok(Command::Roll(faces)),
        None => error(format!("{} dice are too many.", shown.len())),
    }
}

/// Reads which card is drawn: the dice that are waited for then show it.
fn drawn(scene: Scene<'_>, card: &str) -> Result<Command, LanguageError> {
    let cards = cards::drawable(scene.compiled(), scene.state());
    if cards.is_empty() {
        return error("No card is drawn now.");
    }
    let face = cards.iter().position(|one| cards::is_called(scene.compiled(), *one, card));
    let faces = face.and_then(|face| DiceFaces::new(&[face as u32 + 1]));
    match faces {
        Some(faces) => Ok(Command::Roll(faces)),
        None => unknown("card there", card, cards::names(scene.compiled(), &cards)),
    }
}

fn dial(scene: Scene<'_>, rest: &str) -> Result<Command, LanguageError> {
    let Some((id, setting)) = rest.split_once(' ') else {
        return error("Set a rule like this: `dial col.limit.x-extra off`.");
    };
    let rules = &scene.compiled().names.rules;
    let Some(rule) = rules.iter().position(|rule| rule.id == id) else {
        let known = rules.iter().map(|rule| rule.id.as_str());
        return unknown("rule", id, known);
    };
    let setting = match setting.trim() {
        "forbid" | "on" => Enforcement::Enforced,
        "warn" => Enforcement::WarnOnly,
        "off" => Enforcement::Off,
        other => return unknown("setting", other, ["forbid", "warn", "off"]),
    };
    Ok(Command::SetEnforcement(RuleId(rule as u16), setting))
}

fn ask(compiled: &Compiled, rest: &str) -> Result<Command, LanguageError> {
    let (who, rest) = leading_name(compiled, rest)?;
    let Some((name, setting)) = rest.trim().rsplit_once(' ') else {
        return error("Set it like this: `ask Ana counterspell never`.");
    };
    let activity = own_activity(compiled, who, name.trim())?;
    match setting {
        "ask" | "always" => Ok(Command::SetPrompting(who, activity, true)),
        "never" => Ok(Command::SetPrompting(who, activity, false)),
        other => unknown("setting", other, ["ask", "never"]),
    }
}
