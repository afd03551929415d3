//! The command language: what people type at the table, in scenarios and in recorded games.
//!
//! ```text
//! Ana: strike Orc 2, pay QP        an activity, its target, how it is paid
//! Ana: move 6                      an activity with a number
//! gm: damage Orc 2 12 by Ana       what the game master declares about someone
//! force Ana: strike Orc 2          the same whatever forbids it
//! Ana: pass  |  pass               one does not answer; nobody answers
//! end                              ends the turn
//! rule yes                         answers a question for the game master
//! roll 4 12                        gives dice
//! together: Ana, Bea               those named declare in secret what cannot be answered
//! dial col.limit.x-extra off       how strictly a rule is taken: forbid, warn, off
//! ask Ana counterspell never       whether answer windows ask about an activity: ask, never
//! Ana: go c4                       an activity and a square: further off, the cheapest way there
//! Ana: ready "when it moves"       with words of one's own, for people
//! end fight
//! ```
//!
//! After `, pay ` stands what is spent (`5B`), as what (`5B as QP`, or only `QP`), the place in the
//! list of payments (`#2`), or `with QP` for the cheapest that takes or yields such a kind.

mod print;
mod words;

pub use print::{print, print_with};
pub use words::{WORDS_MAX, checked, remarks};

use kernel::{
    ActivityId, CombatantId, Command, Decision, Declare, Dial, Faces, NOBODY, Pay, Payment, RuleId,
    Square, State, Target, View, bit,
};
use rules::Compiled;
use rules::number::scaled;
use rules::square;

use crate::session::Session;
use crate::show;

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LanguageError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl LanguageError {
    /// An empty line.
    pub fn nothing() -> LanguageError {
        LanguageError { message: "there is no command".to_owned(), help: None }
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
        message: format!("there is no {what} called `{word}`"),
        help: help.map(|word| format!("did you mean `{word}`?")),
    })
}

/// What a line is read against: names, and a state.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    compiled: &'a Compiled,
    state: &'a State,
}

impl<'a> Scene<'a> {
    /// The state a session is at, in its own words.
    pub fn of(session: &'a Session) -> Scene<'a> {
        Scene { compiled: session.compiled(), state: session.state() }
    }

    /// The state a session is at, in the words of a game that differs in names only.
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

/// Reads one line against the state of a session. Of several squares the last one counts: what
/// they make together, [`crate::walk`] knows.
pub fn parse(session: &Session, line: &str) -> Result<Command, LanguageError> {
    parse_with_squares(Scene::of(session), line).map(|(command, _)| command)
}

/// The same, with every square named.
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
        ("pass", "") | ("nobody", "answers") => return Ok(Command::PassAll),
        ("rule", answer) if !line.contains(':') => return rule(scene, answer),
        ("roll", faces) if !faces.is_empty() && !line.contains(':') => return roll(faces),
        ("dial", rest) => return dial(scene, rest),
        ("ask", rest) if !line.contains(':') => return ask(compiled, rest),
        ("force", rest) => {
            let (forced, _) = words::reason(rest);
            return Ok(match declaration(scene, forced, squares)? {
                Command::Declare(declare) => Command::Force(declare),
                other => other,
            });
        }
        _ => {}
    }
    if let Some(names) = line.strip_prefix("together:") {
        let mut mask = 0;
        for name in names.split(',').map(str::trim) {
            mask |= bit(combatant(compiled, name)?);
        }
        return Ok(Command::Seal(mask));
    }
    declaration(scene, line, squares)
}

fn rule(scene: Scene<'_>, answer: &str) -> Result<Command, LanguageError> {
    let Decision::Rule(ruling, _) = scene.state().decision else {
        return error("no ruling is asked for now");
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

fn roll(faces: &str) -> Result<Command, LanguageError> {
    let mut shown = Vec::new();
    // Dice expressions without dice exist; they take no faces.
    let faces = if faces == "none" { "" } else { faces };
    for face in faces.split([' ', ',']).filter(|face| !face.is_empty()) {
        match face.parse() {
            Ok(face) => shown.push(face),
            Err(_) => return error(format!("`{face}` is no face of a die")),
        }
    }
    match Faces::new(&shown) {
        Some(faces) => Ok(Command::Roll(faces)),
        None => error(format!("{} dice are too many", shown.len())),
    }
}

fn dial(scene: Scene<'_>, rest: &str) -> Result<Command, LanguageError> {
    let Some((id, setting)) = rest.split_once(' ') else {
        return error("a dial is set like: dial col.limit.x-extra off");
    };
    let rules = &scene.compiled().names.rules;
    let Some(rule) = rules.iter().position(|rule| rule.id == id) else {
        let known = rules.iter().map(|rule| rule.id.as_str());
        return unknown("rule", id, known);
    };
    let setting = match setting.trim() {
        "forbid" | "on" => Dial::Forbid,
        "warn" => Dial::Warn,
        "off" => Dial::Off,
        other => return unknown("setting", other, ["forbid", "warn", "off"]),
    };
    Ok(Command::Dial(RuleId(rule as u16), setting))
}

fn ask(compiled: &Compiled, rest: &str) -> Result<Command, LanguageError> {
    let (who, rest) = leading_name(compiled, rest)?;
    let Some((name, setting)) = rest.trim().rsplit_once(' ') else {
        return error("answers are set like: ask Ana counterspell never");
    };
    let activity = own_activity(compiled, who, name.trim())?;
    match setting {
        "ask" | "always" => Ok(Command::Ask(who, activity, true)),
        "never" => Ok(Command::Ask(who, activity, false)),
        other => unknown("setting", other, ["ask", "never"]),
    }
}

/// A combatant by full name.
pub fn combatant(compiled: &Compiled, name: &str) -> Result<CombatantId, LanguageError> {
    let names = &compiled.names.combatants;
    match names.iter().position(|one| one.eq_ignore_ascii_case(name.trim())) {
        Some(at) => Ok(CombatantId(at as u8)),
        None => unknown("combatant", name.trim(), names.iter().map(String::as_str)),
    }
}

/// The longest name that a text begins with, and what follows it.
fn leading_name<'t>(
    compiled: &Compiled,
    text: &'t str,
) -> Result<(CombatantId, &'t str), LanguageError> {
    let text = text.trim_start();
    let begins = |name: &str| {
        text.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name))
            && text[name.len()..].chars().next().is_none_or(|next| !next.is_alphanumeric())
    };
    let names = compiled.names.combatants.iter().enumerate();
    let longest = names.filter(|(_, name)| begins(name)).max_by_key(|(_, name)| name.len());
    match longest {
        Some((at, name)) => Ok((CombatantId(at as u8), &text[name.len()..])),
        None => {
            let word = text.split([' ', ',']).next().unwrap_or(text);
            unknown("combatant", word, compiled.names.combatants.iter().map(String::as_str))
        }
    }
}

/// An activity someone has, by name.
fn own_activity(
    compiled: &Compiled,
    who: CombatantId,
    name: &str,
) -> Result<ActivityId, LanguageError> {
    let sheet = &compiled.game.sheets[who.index()];
    let own = sheet.options.iter().map(|option| option.activity);
    let named = |id: &ActivityId| show::activity(compiled, *id).eq_ignore_ascii_case(name);
    if let Some(id) = own.clone().find(named) {
        return Ok(id);
    }
    let all = &compiled.names.activities;
    // Someone else's activity is a command too: one that is denied, with its reason.
    match all.iter().position(|one| one.name.eq_ignore_ascii_case(name) && !one.by_game_master) {
        Some(at) => Ok(ActivityId(at as u16)),
        None => unknown("activity", name, own.map(|id| show::activity(compiled, id))),
    }
}

fn declaration(
    scene: Scene<'_>,
    line: &str,
    squares: &mut Vec<Square>,
) -> Result<Command, LanguageError> {
    let compiled = scene.compiled();
    let Some((actor, rest)) = line.split_once(':') else {
        return Err(LanguageError {
            message: format!("`{line}` is no command"),
            help: Some("write it like `Ana: strike Orc` or type ? for help".into()),
        });
    };
    // Words are for people: the command stands without them.
    let (rest, _) = words::quoted(rest)?;
    let (rest, pay) = match rest.rsplit_once(", pay ") {
        Some((rest, pay)) => (rest.trim(), Some(pay.trim())),
        None => (rest.trim(), None),
    };
    if matches!(actor.trim(), "gm" | "GM") {
        return game_master(scene, rest, squares).map(Command::Declare);
    }
    let actor = combatant(compiled, actor)?;
    if rest == "pass" {
        return Ok(Command::Pass(actor));
    }
    let (activity, rest) = leading_activity(compiled, actor, rest)?;
    let mut declare = Declare::new(actor, activity);
    let scale = compiled.names.activities[activity.index()].scale;
    details(compiled, &mut declare, rest, scale, squares)?;
    if let Some(pay) = pay {
        declare.pay = payment(scene, &declare, pay)?;
    }
    Ok(Command::Declare(declare))
}

/// The activity that a text begins with: the longest of the actor's own that fits.
fn leading_activity<'t>(
    compiled: &Compiled,
    actor: CombatantId,
    text: &'t str,
) -> Result<(ActivityId, &'t str), LanguageError> {
    let ends: Vec<usize> =
        text.match_indices(' ').map(|(at, _)| at).chain([text.len()]).rev().collect();
    for end in &ends {
        if let Ok(activity) = own_activity(compiled, actor, text[..*end].trim()) {
            return Ok((activity, text[*end..].trim()));
        }
    }
    let word = &text[..ends.last().copied().unwrap_or(text.len())];
    own_activity(compiled, actor, word).map(|activity| (activity, ""))
}

/// Target and number, in either order; `at`, `to`, `by` and `with` may stand before the target.
fn details(
    compiled: &Compiled,
    declare: &mut Declare,
    text: &str,
    scale: u16,
    squares: &mut Vec<Square>,
) -> Result<(), LanguageError> {
    let definition = show::definition(compiled, declare.activity);
    let aims_at_squares =
        definition.with_square || matches!(definition.target, Target::Step | Target::Square);
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        if matches!(word, "at" | "to" | "by" | "with" | "from" | "on") && !after.is_empty() {
            rest = after.trim();
            continue;
        }
        if aims_at_squares && let Some(square) = square::parse(word.trim_end_matches(',')) {
            declare.square = square;
            squares.push(square);
            rest = after.trim();
            continue;
        }
        let number = word.trim_end_matches(['"', ',']);
        if declare.argument.is_none()
            && number.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        {
            // A number may be written in two words: 5 1/2.
            let two = after.split_once(' ').unwrap_or((after, ""));
            if two.0.contains('/')
                && let Some(value) = scaled(&format!("{number} {}", two.0), scale)
            {
                declare.argument = Some(i32::from(value));
                rest = two.1.trim();
                continue;
            }
            match scaled(number, scale) {
                Some(value) => declare.argument = Some(i32::from(value)),
                None => return error(format!("`{number}` is no number that can be used here")),
            }
            rest = after.trim();
            continue;
        }
        let (target, after) = leading_name(compiled, rest)?;
        if declare.target != NOBODY {
            return error("more than one target is given");
        }
        declare.target = target;
        rest = after.trim().trim_start_matches(',').trim();
    }
    Ok(())
}

fn game_master(
    scene: Scene<'_>,
    text: &str,
    squares: &mut Vec<Square>,
) -> Result<Declare, LanguageError> {
    let compiled = scene.compiled();
    let own = compiled.names.activities.iter().enumerate().filter(|(_, one)| one.by_game_master);
    let begins = |name: &str| {
        text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let Some((at, activity)) =
        own.clone().filter(|(_, one)| begins(&one.name)).max_by_key(|(_, one)| one.name.len())
    else {
        let word = text.split(' ').next().unwrap_or(text);
        return unknown("activity of the game master", word, own.map(|(_, one)| one.name.as_str()));
    };
    let rest = text[activity.name.len()..].trim();
    let (actor, rest) = leading_name(compiled, rest)?;
    let mut declare = Declare::new(actor, ActivityId(at as u16));
    details(compiled, &mut declare, rest, activity.scale, squares)?;
    Ok(declare)
}

/// The payment that a text describes: `2`, `QP`, `5B as QP`, `1P+1M`.
fn payment(scene: Scene<'_>, declare: &Declare, text: &str) -> Result<Pay, LanguageError> {
    let compiled = scene.compiled();
    if let Some(nth) = text.strip_prefix('#') {
        // Whether there are so many is for the check to say.
        let index = nth.parse::<u16>().ok().and_then(|nth| nth.checked_sub(1));
        return match index.and_then(|index| u8::try_from(index).ok()) {
            Some(index) => Ok(Pay::Nth(index)),
            None => error(format!("`#{nth}` is no place in a list of payments")),
        };
    }
    if let Some(kind) = text.strip_prefix("with ") {
        return kind_wanted(compiled, &[kind.to_owned()]);
    }
    let view = View { game: &compiled.game, state: scene.state() };
    let sheet = &compiled.game.sheets[declare.actor.index()];
    let Some(option) = sheet.option(declare.activity) else { return Ok(Pay::Best) };
    let mut found = Vec::new();
    view.payments(declare, &sheet.options[option], &mut found);
    let (spend, kinds) = match text.split_once(" as ") {
        Some((spend, kinds)) => (spend, Some(named(compiled, kinds))),
        None => (text, None),
    };
    let spend = named(compiled, spend);
    let spends = |one: &Payment| tokens(&show::purse(compiled, sheet, &one.spend)) == spend;
    let yields =
        |one: &Payment, wanted: &[String]| show::payment_kinds(compiled, sheet, one) == wanted;
    let exact =
        found.iter().position(|one| spends(one) && yields(one, kinds.as_ref().unwrap_or(&spend)));
    let by_spend = || found.iter().position(|one| kinds.is_none() && spends(one));
    let by_kind = || found.iter().position(|one| kinds.is_none() && yields(one, &spend));
    match exact.or_else(by_spend).or_else(by_kind) {
        Some(at) => Ok(Pay::Nth(at as u8)),
        // A payment that is not in the list: let the check say why not.
        None => kind_wanted(compiled, &spend),
    }
}

/// Amounts as sorted single tokens, a prefix standing alone spelled out.
fn named(compiled: &Compiled, text: &str) -> Vec<String> {
    let mut all = tokens(text);
    for token in &mut all {
        if let Some((_, kind)) = compiled.names.bare.iter().find(|(prefix, _)| prefix == token) {
            *token = kind.clone();
        }
    }
    all.sort();
    all
}

/// Amounts as sorted single tokens, so that `2P` and `P+P` are the same.
pub fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for piece in text.split('+').map(str::trim).filter(|piece| !piece.is_empty()) {
        let digits = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
        let count = piece[..digits].parse().unwrap_or(1usize);
        all.extend(std::iter::repeat_n(piece[digits..].trim().to_owned(), count.min(1000)));
    }
    all.retain(|token| token != "nothing");
    all.sort();
    all
}

/// A payment that is not in the list, by the kind it names first.
fn kind_wanted(compiled: &Compiled, wanted: &[String]) -> Result<Pay, LanguageError> {
    let kinds = &compiled.names.kinds;
    let Some(first) = wanted.first() else { return error("nothing is named to pay with") };
    match kinds.iter().position(|kind| kind == first) {
        Some(at) => Ok(Pay::Unlisted(kernel::KindId(at as u16))),
        None => unknown("kind of action", first, kinds.iter().map(String::as_str)),
    }
}
