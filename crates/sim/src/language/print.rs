//! Prints commands as text that [`parse`](super::parse) reads back as the same command.

use kernel::{
    Command, Decision, Declaration, Enforcement, KindId, NOBODY, Pay, State, View, iter_bits,
};
use rules::Compiled;
use rules::number::shown;
use rules::square;

use super::{edits, words};
use crate::{cards, show};

/// Returns a command as text that can be typed in this state.
///
/// Reading the text in the same state gives the same command. Words of the actor are printed as
/// `…`. Numbers without a meaning, such as an answer that the question does not have, are printed
/// as they are and read back as an error.
pub fn print(compiled: &Compiled, state: &State, command: &Command) -> String {
    match *command {
        Command::Declare(declare) => declaration(compiled, state, &declare),
        Command::Force(declare) => format!("force {}", declaration(compiled, state, &declare)),
        Command::Pass(who) => format!("{}: pass", show::combatant(compiled, who)),
        Command::PassAll => "pass".to_owned(),
        Command::EndTurn => "end".to_owned(),
        Command::Finish => "end fight".to_owned(),
        Command::Edit(edit) => edits::print(compiled, edit),
        Command::Rule(answer) => format!("rule {}", answer_text(compiled, state, answer)),
        Command::Roll(faces) => {
            if let Some(card) = cards::drawn_by(compiled, state, &faces) {
                return format!("draw {card}");
            }
            let shown: Vec<String> = faces.shown().map(|face| face.to_string()).collect();
            if shown.is_empty() {
                "roll none".to_owned()
            } else {
                format!("roll {}", shown.join(" "))
            }
        }
        Command::DeclareSecretly(mask) => {
            let names: Vec<&str> =
                iter_bits(mask).map(|who| show::combatant(compiled, who)).collect();
            format!("together: {}", names.join(", "))
        }
        Command::SetEnforcement(rule, dial) => {
            let id = compiled.names.rules.get(rule.index()).map_or("?", |rule| rule.id.as_str());
            let setting = match dial {
                Enforcement::Enforced => "forbid",
                Enforcement::WarnOnly => "warn",
                Enforcement::Off => "off",
            };
            format!("dial {id} {setting}")
        }
        Command::SetPrompting(who, activity, asks) => {
            let (who, activity) =
                (show::combatant(compiled, who), show::activity(compiled, activity));
            format!("ask {who} {activity} {}", if asks { "ask" } else { "never" })
        }
    }
}

/// Returns a command as text, followed by the words given with it in quotes.
pub fn print_with(
    compiled: &Compiled,
    state: &State,
    command: &Command,
    words: Option<&str>,
) -> String {
    let Some(words) = words else { return print(compiled, state, command) };
    let bare = match *command {
        Command::Declare(declare) => {
            Command::Declare(Declaration { without_text: true, ..declare })
        }
        Command::Force(declare) => Command::Force(Declaration { without_text: true, ..declare }),
        other => other,
    };
    format!("{} \"{words}\"", print(compiled, state, &bare))
}

/// Prints `Ana: move 6 Orc, pay #2`, or `gm: damage Orc with 12 by Ana`. The number comes before
/// the target, or after a word, because names may end in numbers.
fn declaration(compiled: &Compiled, state: &State, declare: &Declaration) -> String {
    let actor = show::combatant(compiled, declare.actor);
    let name = show::activity(compiled, declare.activity);
    let definition = compiled.names.activities.get(declare.activity.index());
    let by_game_master = definition.is_some_and(|one| one.by_game_master);
    let scale = definition.map_or(1, |one| one.scale);
    let number = declare.argument.map(|number| match definition.and_then(|one| one.card) {
        Some(_) => cards::written(compiled, state, declare, number),
        None => shown(number, scale),
    });
    let square = match declare.square.is_somewhere() {
        true => format!(" {}", square::print(declare.square)),
        false => String::new(),
    };
    let target = (declare.target != NOBODY).then(|| show::combatant(compiled, declare.target));
    if by_game_master {
        let number = number.map_or(String::new(), |number| format!(" with {number}"));
        let target = target.map_or(String::new(), |target| format!(" by {target}"));
        return format!("gm: {name} {actor}{number}{target}{square}");
    }
    let pay = match declare.pay {
        Pay::Cheapest => String::new(),
        Pay::Nth(nth) => format!(", pay #{}", u32::from(nth) + 1),
        Pay::WithKind(kind) => format!(", pay with {}", kind_name(compiled, kind)),
        Pay::Named(number) => format!(", pay {}", named(compiled, state, declare, number)),
        // The check denies it anyway, and the text as typed is lost.
        Pay::Flawed(flaw) => format!(", pay with {}", kind_name(compiled, flaw.from)),
    };
    let number = number.map_or(String::new(), |number| format!(" {number}"));
    let target = target.map_or(String::new(), |target| format!(" {target}"));
    let words = !declare.without_text && words::stands_for_words(compiled, declare);
    let words = if words { " \"…\"" } else { "" };
    format!("{actor}: {name}{number}{target}{square}{pay}{words}")
}

fn kind_name(compiled: &Compiled, kind: KindId) -> &str {
    compiled.names.kinds.get(kind.index()).map_or("?", String::as_str)
}

/// Returns the text of a payment that is named by its number, as it is paid in this state.
fn named(compiled: &Compiled, state: &State, declare: &Declaration, number: u32) -> String {
    let sheet = &compiled.game.sheets[declare.actor.index()];
    let option = sheet.option(declare.activity).map(|at| &sheet.options[at]);
    let view = View { game: &compiled.game, state };
    let payment = option.and_then(|option| view.combination(declare, option, number));
    payment.map_or("?".to_owned(), |payment| show::payment(compiled, declare.actor, &payment))
}

fn answer_text(compiled: &Compiled, state: &State, answer: u8) -> String {
    let answers = match state.decision {
        Decision::Rule(ruling, _) => &compiled.names.rulings[ruling.index()].answers[..],
        _ => &[],
    };
    answers.get(usize::from(answer)).cloned().unwrap_or_else(|| format!("#{answer}"))
}
