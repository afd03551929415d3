//! Declarations: actor, activity, target, number and payment.

use kernel::{
    Activity, ActivityId, CombatantId, Command, Decision, Declaration, NOBODY, Square, Target, bit,
};
use rules::Compiled;
use rules::number::scaled;
use rules::square;

use super::payment::payment;
use super::{LanguageError, Scene, error, unknown, words};
use crate::{cards, show};

/// Returns the combatant with this full name, in any case.
pub fn combatant(compiled: &Compiled, name: &str) -> Result<CombatantId, LanguageError> {
    let names = &compiled.names.combatants;
    match names.iter().position(|one| one.eq_ignore_ascii_case(name.trim())) {
        Some(at) => Ok(CombatantId(at as u8)),
        None => nobody(compiled, name.trim()),
    }
}

/// Returns the error for a name that nobody has: several may have it with a number.
fn nobody<T>(compiled: &Compiled, name: &str) -> Result<T, LanguageError> {
    let names = &compiled.names.combatants;
    let numbered = |one: &&String| {
        let rest = one.get(..name.len()).filter(|head| head.eq_ignore_ascii_case(name));
        let number = rest.and_then(|_| one[name.len()..].strip_prefix(' '));
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    let like: Vec<String> = names.iter().filter(numbered).map(|one| format!("`{one}`")).collect();
    match like.is_empty() || name.is_empty() {
        true => unknown("combatant", name, names.iter().map(String::as_str)),
        false => Err(LanguageError {
            message: format!("There are several called `{name}`."),
            help: Some(format!("Name one of them: {}.", like.join(", "))),
        }),
    }
}

/// Returns the combatant with the longest name that a text begins with, and the rest of the text.
pub(super) fn leading_name<'t>(
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

/// Returns an activity by name, preferably one that the combatant has.
pub(super) fn own_activity(
    compiled: &Compiled,
    who: CombatantId,
    name: &str,
) -> Result<ActivityId, LanguageError> {
    match find_activity(compiled, who, name) {
        Some(id) => Ok(id),
        None => {
            let own = compiled.game.sheets[who.index()].options.iter();
            unknown("action", name, own.map(|option| show::activity(compiled, option.activity)))
        }
    }
}

/// Finds an activity by name, the combatant's own first. Another combatant's activity is found as
/// well, so that the check can deny it with a reason.
fn find_activity(compiled: &Compiled, who: CombatantId, name: &str) -> Option<ActivityId> {
    let mut own = compiled.game.sheets[who.index()].options.iter().map(|option| option.activity);
    let alike = |one: &str| is_called(one, name);
    own.find(|id| alike(show::activity(compiled, *id))).or_else(|| {
        let mut all = compiled.names.activities.iter();
        let found = all.position(|one| alike(&one.name) && !one.by_game_master);
        found.map(|at| ActivityId(at as u16))
    })
}

/// Checks whether a name means an activity: in any case, with spaces for hyphens.
fn is_called(activity: &str, name: &str) -> bool {
    let plain = |c: char| if c == ' ' { '-' } else { c.to_ascii_lowercase() };
    activity.chars().map(plain).eq(name.chars().map(plain))
}

/// Parses a declaration: actor, activity, target and payment.
pub(super) fn declaration(
    scene: Scene<'_>,
    line: &str,
    squares: &mut Vec<Square>,
) -> Result<Command, LanguageError> {
    let compiled = scene.compiled();
    let Some((actor, rest)) = line.split_once(':') else {
        return Err(LanguageError {
            message: format!("`{line}` isn't a command."),
            help: Some(match line.starts_with('=') {
                true => "Lines with `=` belong into scenarios.".into(),
                false => "Write it like `Ana: strike Orc`, or type ? for help.".into(),
            }),
        });
    };
    // Words are for people. The command itself only says whether there are any.
    let (rest, words) = words::quoted(rest)?;
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
    if matches!(rest, "end" | "done" | "end turn") {
        // A combatant cannot end the turn of another one. Such a command becomes a pass, which the
        // check denies.
        let state = scene.state();
        let theirs = matches!(state.decision, Decision::Act(_)) && state.acting() & bit(actor) == 0;
        return Ok(if theirs { Command::Pass(actor) } else { Command::EndTurn });
    }
    let (activity, rest) = leading_activity(compiled, actor, rest)?;
    let mut declare = Declaration::new(actor, activity);
    let scale = compiled.names.activities[activity.index()].scale;
    details(scene, &mut declare, rest, scale, squares)?;
    if let Some(pay) = pay {
        declare.pay = payment(scene, &declare, pay)?;
    }
    words::mark_wordless(compiled, &mut declare, words.as_deref());
    Ok(Command::Declare(declare))
}

/// Returns the activity with the longest name that a text begins with, and the rest of the text.
fn leading_activity<'t>(
    compiled: &Compiled,
    actor: CombatantId,
    text: &'t str,
) -> Result<(ActivityId, &'t str), LanguageError> {
    let ends: Vec<usize> =
        text.match_indices(' ').map(|(at, _)| at).chain([text.len()]).rev().collect();
    for end in &ends {
        if let Some(activity) = find_activity(compiled, actor, text[..*end].trim()) {
            return Ok((activity, text[*end..].trim()));
        }
    }
    let word = &text[..ends.last().copied().unwrap_or(text.len())];
    own_activity(compiled, actor, word).map(|activity| (activity, ""))
}

/// Reads targets, squares, and a number or a card, in any order. Words such as `at`, `to`, `by` and
/// `with` are skipped.
fn details(
    scene: Scene<'_>,
    declare: &mut Declaration,
    text: &str,
    scale: u16,
    squares: &mut Vec<Square>,
) -> Result<(), LanguageError> {
    let compiled = scene.compiled();
    let definition = show::definition(compiled, declare.activity);
    let takes_squares = aims_at_squares(definition);
    let takes_card = cards::pile_of(compiled, declare.activity).is_some();
    let mut named = None;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        if matches!(word, "at" | "to" | "by" | "with" | "from" | "on") && !after.is_empty() {
            rest = after.trim();
            continue;
        }
        if takes_squares && let Some(square) = square::parse(word.trim_end_matches(',')) {
            declare.square = square;
            squares.push(square);
            rest = after.trim();
            continue;
        }
        if takes_card && named.is_none() && declare.argument.is_none() {
            if let Some((card, after)) = cards::leading(compiled, rest) {
                named = Some(card);
                rest = after.trim_start_matches(',').trim();
                continue;
            }
            let number = word.strip_prefix('#').and_then(|number| number.parse().ok());
            if let Some(number) = number {
                declare.argument = Some(number);
                rest = after.trim();
                continue;
            }
        }
        // Somebody may be called like a choice.
        let named = leading_name(compiled, rest).map_or(usize::MAX, |(_, rest)| rest.len());
        let value = leading_value(compiled, declare.activity, rest);
        if let (None, Some((value, after))) =
            (declare.argument, value.filter(|(_, after)| after.len() < named))
        {
            declare.argument = Some(value);
            rest = after.trim_start_matches(',').trim();
            continue;
        }
        let number = word.trim_end_matches(['"', ',']);
        let number = number.strip_prefix('+').unwrap_or(number);
        if declare.argument.is_none()
            && !takes_card
            && number.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        {
            // A number may consist of two words: 5 1/2.
            let two = after.split_once(' ').unwrap_or((after, ""));
            if two.0.contains('/')
                && let Some(value) = scaled(&format!("{number} {}", two.0), scale)
            {
                declare.argument = Some(i32::from(value));
                rest = two.1.trim();
                continue;
            }
            if let Some(value) = scaled(number, scale) {
                declare.argument = Some(i32::from(value));
                rest = after.trim();
                continue;
            }
            // Names such as `2nd goblin` begin with a digit, too.
            if leading_name(compiled, rest).is_err() {
                return error(format!("`{number}` is out of range here."));
            }
        }
        let (target, after) = leading_name(compiled, rest)
            .map_err(|error| misread(compiled, declare, word).unwrap_or(error))?;
        if declare.target != NOBODY {
            return error("Name only one target.");
        }
        declare.target = target;
        rest = after.trim().trim_start_matches(',').trim();
    }
    if let Some(card) = named {
        // The target is known now, whose pile it may be.
        let card = cards::in_hand(compiled, scene.state(), declare, card);
        declare.argument = Some(card.number());
    }
    Ok(())
}

/// Returns the number whose name a text begins with, and the rest of the text. The longest name
/// counts.
fn leading_value<'t>(
    compiled: &Compiled,
    activity: ActivityId,
    text: &'t str,
) -> Option<(i32, &'t str)> {
    let begins = |name: &str| {
        let head = text.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        let next = text.get(name.len()..).and_then(|rest| rest.chars().next());
        head && next.is_none_or(|next| next == ' ' || next == ',')
    };
    let values = compiled.names.activities[activity.index()].values.iter();
    let (value, name) =
        values.filter(|(_, name)| begins(name)).max_by_key(|(_, name)| name.len())?;
    Some((*value, &text[name.len()..]))
}

/// Checks whether an activity takes a square.
fn aims_at_squares(definition: &Activity) -> bool {
    definition.with_square || matches!(definition.target, Target::Step | Target::Square)
}

/// Explains a word in the place of a combatant's name; `None` if its meaning can't be guessed.
fn misread(compiled: &Compiled, declare: &Declaration, word: &str) -> Option<LanguageError> {
    let name = show::activity(compiled, declare.activity);
    let said = |message: String, help: String| LanguageError { message, help: Some(help) };
    if word.trim_end_matches(',') == "pay" {
        let message = format!("There's no comma before `{word}`.");
        return Some(said(message, format!("The payment comes last: `{name}, pay …`.")));
    }
    if square::parse(word).is_some() {
        let own = &compiled.game.sheets[declare.actor.index()].options;
        let step = |id: &ActivityId| show::definition(compiled, *id).target == Target::Step;
        let step = own.iter().map(|option| option.activity).find(step);
        let message = format!("`{name}` takes no square.");
        return step.map(|_| said(message, format!("To move there, use `go {word}`.")));
    }
    if cards::pile_of(compiled, declare.activity).is_some() && declare.argument.is_none() {
        let message = format!("There is no card called `{word}`, and nobody is called so.");
        return Some(said(message, format!("Write the card behind the action: `{name} CARD`.")));
    }
    let definition = show::definition(compiled, declare.activity);
    let board = &compiled.game.board;
    if aims_at_squares(definition) && board.exists() && square::looks_like_one(word) {
        let last = square::print(Square { x: board.width - 1, y: board.height - 1 });
        let message = format!("`{word}` isn't a square of this board.");
        return Some(said(message, format!("The squares are `a1` to `{last}`.")));
    }
    if definition.target == Target::None && !definition.by_game_master {
        let message = format!("`{name}` has no target, and `{word}` means nothing here.");
        let help = "Put your own words in quotation marks.".to_owned();
        return Some(said(message, help));
    }
    None
}

fn game_master(
    scene: Scene<'_>,
    text: &str,
    squares: &mut Vec<Square>,
) -> Result<Declaration, LanguageError> {
    let compiled = scene.compiled();
    let own = compiled.names.activities.iter().enumerate().filter(|(_, one)| one.by_game_master);
    let begins = |name: &str| {
        text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let Some((at, activity)) =
        own.clone().filter(|(_, one)| begins(&one.name)).max_by_key(|(_, one)| one.name.len())
    else {
        let word = text.split(' ').next().unwrap_or(text);
        return unknown("game master action", word, own.map(|(_, one)| one.name.as_str()));
    };
    let rest = text[activity.name.len()..].trim();
    if rest.is_empty() {
        return Err(LanguageError {
            message: format!("`{}` needs a combatant.", activity.name),
            help: Some(format!("Write `gm: {} NAME`.", activity.name)),
        });
    }
    let (actor, rest) = leading_name(compiled, rest)?;
    let mut declare = Declaration::new(actor, ActivityId(at as u16));
    details(scene, &mut declare, rest, activity.scale, squares)?;
    Ok(declare)
}
