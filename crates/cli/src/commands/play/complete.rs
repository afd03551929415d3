//! Completion of the text at the cursor.

use kernel::{CombatantId, Decision, State, iter_bits};
use rules::Compiled;
use sim::show;

use crate::menu::{self, Choice};

/// A candidate for completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The text.
    pub(super) text: String,
    /// Its meaning or its price.
    pub(super) note: String,
    /// Whether more may follow.
    pub(super) goes_on: bool,
}

fn plain(text: impl Into<String>) -> Candidate {
    noted(text, "")
}

fn noted(text: impl Into<String>, note: impl Into<String>) -> Candidate {
    Candidate { text: text.into(), note: note.into(), goes_on: false }
}

/// Words that a line may begin with, besides names.
const WORDS: [(&str, &str); 26] = [
    ("a", "every legal action now"),
    ("ask ", "whether to offer a reaction"),
    ("branches", "every branch of the fight"),
    ("dial ", "relax a rule, or enforce it"),
    ("end", "end the turn"),
    ("end fight", "end the fight"),
    ("force ", "do it whatever forbids it"),
    ("gm: ", "a game master action"),
    ("go ", "go to any point of the log"),
    ("board", "the board, and who can reach what"),
    ("help", "what can be typed"),
    ("log", "what happened"),
    ("nobody answers", "everyone asked passes"),
    ("pass", "everyone asked passes"),
    ("quit", "leave the table"),
    ("r", "roll the dice"),
    ("redo", "redo one command"),
    ("roll ", "say what the dice show"),
    ("rule ", "read a rule, or answer a question"),
    ("save ", "save to a file"),
    ("together: ", "who declares in secret"),
    ("undo", "undo one command"),
    ("way", "what a path costs and who may react"),
    ("who", "everyone's status"),
    ("why ", "why a command is legal or not"),
    ("why gm: ", "why a game master action is legal or not"),
];

/// Returns the byte offset in `line` where completion begins, and the candidates.
pub(super) fn complete(compiled: &Compiled, state: &State, line: &str) -> (usize, Vec<Candidate>) {
    for word in ["why ", "force "] {
        if let Some(rest) = line.strip_prefix(word) {
            let (at, mut found) = commands(compiled, state, rest);
            found.retain(|one| {
                !WORDS.iter().any(|(word, _)| *word == one.text) || one.text == "end"
            });
            return (at + word.len(), found);
        }
    }
    for word in ["a ", "who "] {
        if let Some(rest) = line.strip_prefix(word) {
            return (word.len(), beginning(rest, names(compiled, state).map(plain)));
        }
    }
    if let Some(rest) = line.strip_prefix("dial ")
        && let Some((id, setting)) = rest.split_once(' ')
    {
        let at = "dial ".len() + id.len() + 1;
        return (at, beginning(setting, ["forbid", "warn", "off"].map(plain)));
    }
    for word in ["rule ", "dial "] {
        if let Some(rest) = line.strip_prefix(word) {
            let mut found = answers(compiled, state);
            found.retain(|one| one.text.starts_with(rest));
            let rules = compiled.names.rules.iter().filter(|rule| rule.id.contains(rest));
            found.extend(rules.map(|rule| noted(rule.id.as_str(), rule.says.as_str())));
            return (word.len(), found);
        }
    }
    commands(compiled, state, line)
}

/// Returns the candidates that begin with the typed text, in upper or lower case.
fn beginning(typed: &str, all: impl IntoIterator<Item = Candidate>) -> Vec<Candidate> {
    let typed = typed.to_lowercase();
    all.into_iter().filter(|one| one.text.to_lowercase().starts_with(&typed)).collect()
}

/// Returns the names of all combatants; the ones that are asked come first.
fn names<'c>(compiled: &'c Compiled, state: &State) -> impl Iterator<Item = &'c str> + use<'c> {
    let asked = state.decision.asked();
    let everybody = state.everybody();
    iter_bits(asked).chain(iter_bits(everybody & !asked)).map(|who| show::combatant(compiled, who))
}

fn answers(compiled: &Compiled, state: &State) -> Vec<Candidate> {
    let Decision::Rule(ruling, _) = state.decision else { return Vec::new() };
    compiled.names.rulings[ruling.index()].answers.iter().map(plain).collect()
}

fn commands(compiled: &Compiled, state: &State, line: &str) -> (usize, Vec<Candidate>) {
    let Some((name, rest)) = line.split_once(':') else {
        let people = names(compiled, state).map(|name| plain(format!("{name}: ")));
        let words = WORDS.iter().map(|(word, note)| noted(*word, *note));
        let all = answers(compiled, state).into_iter().chain(people).chain(words);
        return (0, beginning(line, all));
    };
    let typed = rest.trim_start();
    let at = line.len() - typed.len();
    if name.trim() == "together" {
        let last = typed.rfind(',').map_or(0, |comma| comma + 1);
        let word = typed[last..].trim_start();
        return (line.len() - word.len(), beginning(word, names(compiled, state).map(plain)));
    }
    if name.trim() == "gm" {
        return behind_activity(compiled, state, typed, at, None);
    }
    let known =
        compiled.names.combatants.iter().position(|one| one.eq_ignore_ascii_case(name.trim()));
    match known {
        Some(who) => behind_activity(compiled, state, typed, at, Some(CombatantId(who as u8))),
        None => (line.len(), Vec::new()),
    }
}

/// Completes the activities of a combatant, or of the game master if `who` is `None`; after an
/// activity, its targets and payments.
fn behind_activity(
    compiled: &Compiled,
    state: &State,
    typed: &str,
    at: usize,
    who: Option<CombatantId>,
) -> (usize, Vec<Candidate>) {
    let mut legal = menu::legal(compiled, state);
    legal.retain(|choice| Some(choice.who) == who);
    let all = activities(compiled, who, &legal);
    let given = all
        .iter()
        .filter(|one| {
            typed.strip_prefix(&*one.text).is_some_and(|rest| rest.starts_with([' ', ',']))
        })
        .max_by_key(|one| one.text.len());
    let Some(given) = given else {
        let mut found = beginning(typed, all);
        if who.is_some() {
            found.extend(beginning(typed, [noted("pass", "doesn't react")]));
        }
        return (at, found);
    };
    let choice = legal.iter().find(|one| show::activity(compiled, one.activity) == given.text);
    if let Some((before, way)) = typed.split_once(", pay ") {
        let ways = choice.map_or(Vec::new(), |choice| choice.ways(compiled));
        let at = at + before.len() + ", pay ".len();
        return (at, beginning(way, ways.into_iter().map(plain)));
    }
    let rest = typed[given.text.len()..].trim_start();
    let at = at + typed.len() - rest.len();
    let targets: Vec<Candidate> = match choice {
        Some(choice) => {
            iter_bits(choice.targets).map(|who| plain(show::combatant(compiled, who))).collect()
        }
        None => names(compiled, state).map(plain).collect(),
    };
    let mut found = beginning(rest, targets.clone());
    let named = targets.iter().any(|one| one.text == rest);
    let several = choice.is_some_and(|choice| choice.payments.len() > 1);
    if several && (named || targets.is_empty()) {
        found = vec![noted(format!("{rest}, pay "), "how to pay")];
    }
    (at, found)
}

/// Returns the activities of a combatant, legal ones first; without a combatant, the game master's.
fn activities(compiled: &Compiled, who: Option<CombatantId>, legal: &[Choice]) -> Vec<Candidate> {
    let all = &compiled.names.activities;
    let Some(who) = who else {
        let own = all.iter().filter(|one| one.by_game_master);
        return own.map(|one| Candidate { goes_on: true, ..plain(&one.name) }).collect();
    };
    let now = legal.iter().map(|choice| {
        let goes_on = choice.targets != 0 || choice.range.is_some();
        let one = noted(show::activity(compiled, choice.activity), choice.price(compiled));
        Candidate { goes_on, ..one }
    });
    let sheet = &compiled.game.sheets[who.index()];
    let is_legal = |id| legal.iter().any(|choice| choice.activity == id);
    let others = sheet.options.iter().filter(|option| !is_legal(option.activity));
    let others = others.map(|option| noted(show::activity(compiled, option.activity), "not now"));
    now.chain(others).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use rules::Setup;
    use sim::session::Session;

    use super::*;

    /// Checks the completions offered at the end of each line.
    fn check(session: &Session, table: &[(&str, &[&str])]) {
        for (line, expected) in table {
            let (at, found) = complete(session.compiled(), session.state(), line);
            let found: Vec<String> =
                found.iter().map(|one| format!("{}{}", &line[..at], one.text)).collect();
            assert_eq!(found, *expected, "behind `{line}`");
        }
    }

    fn duel() -> Session {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/duel.toml");
        let setup = Setup::open(&path).expect("the duel loads");
        let (compiled, _) = rules::compile(&setup).expect("the duel compiles");
        Session::new(Arc::new(compiled), 1)
    }

    #[test]
    fn names_words_activities_targets_and_payments() {
        let session = duel();
        check(
            &session,
            &[
                ("An", &["Ana: "]),
                ("und", &["undo"]),
                ("Ana: wa", &["Ana: walk"]),
                ("Bea: ", &["Bea: walk", "Bea: strike", "Bea: guard", "Bea: parry", "Bea: pass"]),
                ("Ana: strike ", &["Ana: strike Ogre"]),
                ("why Ana: strike O", &["why Ana: strike Ogre"]),
                ("Ana: walk 2, pay ", &["Ana: walk 2, pay 1M", "Ana: walk 2, pay 1A as M"]),
                ("gm: ", &["gm: yield"]),
                ("gm: yield B", &["gm: yield Bea"]),
                ("together: Ana, B", &["together: Ana, Bea"]),
                ("who O", &["who Ogre"]),
                ("rule mercy", &["rule first.deed.mercy"]),
                ("dial first.deed.mercy w", &["dial first.deed.mercy warn"]),
                ("Cid: ", &[]),
            ],
        );
    }

    #[test]
    fn the_answers_to_a_question_come_first() {
        let mut session = duel();
        let ask = sim::language::parse(&session, "gm: yield Bea").expect("a command");
        session.give(ask, None).expect("it is legal");
        check(&session, &[("s", &["spared", "slain", "save "]), ("rule sl", &["rule slain"])]);
    }
}
