//! Fuzz targets: each function takes any bytes and must not panic. Laws that hold for any input
//! are asserted on the way.
//!
//! The targets in `fuzz_targets` call these under cargo-fuzz; a test of the `sim` crate runs each
//! of them briefly, so that they build and hold everywhere.

use std::sync::{Arc, LazyLock};

use kernel::{EventLog, apply};
use rules::diagnostic::Colors;
use rules::source::{Source, SourceFile};
use rules::{Compiled, Parsed, Place, Setup};
use sim::record::Record;
use sim::session::Session;
use sim::{language, scenario};

/// The name of a law, and the function that fails where it does not hold.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// Every target by name.
pub(crate) const ALL: [Target; 8] = [
    ("command", command),
    ("dice", dice),
    ("encounter", encounter),
    ("expression", expression),
    ("perft", perft),
    ("record", record),
    ("ruleset", ruleset),
    ("scenario", scenario_file),
];

/// A small ruleset and a fight in it.
const RULES: &str = "\
[[rule]]
id = 'x.all'
kind = 'mechanic'
section = 'x'
says = 'Everything.'
span = [{ id = 'fight', repeat = '1' }, { id = 'round', repeat = 'forever' },
    { id = 'half', repeat = 'turns' }]
turn = [{ id = 'top' }, { id = 'bottom' }]
side = [{ id = 'us', turn = 'top' }, { id = 'them', turn = 'bottom' }]
base = [{ id = 'A', name = 'act' }, { id = 'B', name = 'bit' }]
prefix = [{ id = 'Q', name = 'quick' }]
moment = [{ prefix = '', at = ['own-open', 'foe-answer'] }, { prefix = 'Q', at = ['any'] }]
slot = [{ id = 'A', cap = '1', per = 'round' }]
fills = [{ kind = 'A', slots = ['A'] }]
convert = [{ from = 'A', to = 'B' }, { from = '3B', to = 'A' }]
attribute = [{ id = 'hp', default = '9' }]
condition = [{ id = 'down' }]
";

const DEEDS: &str = "\
[[rule]]
id = 'x.deeds'
kind = 'mechanic'
section = 'x'
says = 'Deeds.'
out = ['down']
activity = [
    { id = 'strike', cost = 'A', target = 'foe', do = [{ roll = { dice = '1d6', into = 'a' } },
        { add = { attribute = 'target.hp', by = '-a' } }] },
    { id = 'answer', cost = 'B', answer = 'ask', do = [{ counter = true }] },
    { id = 'move', cost = 'B', argument = { name = 'steps', min = '1', max = '6', scale = 12 } },
    { id = 'hurt', who = 'gm', target = 'optional', argument = { name = 'x', min = '0', max = '9' },
        do = [{ add = { attribute = 'actor.hp', by = '-arg' } }] },
]
watch = [{ attribute = 'hp', when = 'now <= 0', do = [{ mark = { who = 'actor',
    condition = 'down' } }] }]
";

const FIGHT: &str = "\
[[combatant]]
name = 'Ana'
side = 'us'
grants = '2A+1QB'
[[combatant]]
name = 'Orc'
side = 'them'
grants = '1A+3B'
count = 2
";

fn source(rules: &[&str]) -> Source {
    let file = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
    let manifest = "id='x'\ntitle='x'\nversion='1'\nsource='x'\nprefix='x'\n";
    let mut files = vec![file("ruleset.toml", manifest)];
    for (at, text) in rules.iter().enumerate() {
        files.push(file(&format!("rules/{at}.toml"), text));
    }
    Source { files }
}

static PARSED: LazyLock<Parsed> = LazyLock::new(|| {
    let parsed = source(&[RULES, DEEDS]).parse();
    parsed.unwrap_or_else(|(report, files)| panic!("{}", report.render(&files, Colors::Off)))
});

static GAME: LazyLock<Arc<Compiled>> = LazyLock::new(|| {
    let setup = Setup::read("fight", FIGHT, &Place::Nowhere, Some(&PARSED));
    let compiled = setup.and_then(|setup| rules::compile(&setup));
    match compiled {
        Ok((compiled, _)) => Arc::new(compiled),
        Err((report, files)) => panic!("{}", report.render(&files, Colors::Off)),
    }
});

/// Lines of text as commands: what is read is printed and read again as the same, what is refused
/// changes nothing, and every state is sound.
pub(crate) fn command(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut session = Session::new(GAME.clone(), 1);
    for line in text.lines().take(200) {
        let Ok(command) = language::parse(&session, line) else { continue };
        let said = language::remarks(line).unwrap_or_default();
        let words = said.words.as_deref();
        let printed = language::print_with(&GAME, session.state(), &command, words);
        let again = language::parse(&session, &printed);
        assert_eq!(again.as_ref(), Ok(&command), "{line} is printed as {printed}");
        let heard = language::remarks(&printed).map(|again| again.words);
        assert_eq!(heard.as_ref(), Ok(&said.words), "{line} is printed as {printed}");
        let mut state = session.state().clone();
        if apply(&GAME.game, &mut state, &command, &mut EventLog::default()).is_err() {
            assert_eq!(&state, session.state(), "{line} is refused and changes something");
        }
        let _ = session.give(command, None);
        assert_eq!(kernel::violated_invariant(&GAME.game, session.state()), None, "after {line}");
    }
}

/// Dice notation: what is read is printed and read again as the same, and no face leaves its range.
pub(crate) fn dice(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(dice) = rules::dice::parse(&text) else { return };
    let printed = rules::dice::print(&dice);
    assert_eq!(rules::dice::parse(&printed).as_ref(), Ok(&dice), "{text} is printed as {printed}");
    for face in [1, 2, 3, 1000] {
        if let Ok(total) = dice.total_from(&mut |sides: u32| Some(face.min(sides))) {
            assert!((dice.min()..=dice.max()).contains(&total), "{printed} shows {total}");
        }
    }
}

/// An encounter file: it compiles to a game that begins, or is refused with reasons.
pub(crate) fn encounter(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    judge(Setup::read("fight", &text, &Place::Nowhere, Some(&PARSED)));
}

/// An expression, at the place of a requirement.
pub(crate) fn expression(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if text.contains("'''") {
        return;
    }
    let rule = format!(
        "[[rule]]\nid = 'x.more'\nkind = 'mechanic'\nsection = 'x'\nsays = 'x'\n\
         activity = [{{ id = 'more', cost = 'A', needs = [{{ when = '''{text}''' }}] }}]\n"
    );
    whole(&[RULES, DEEDS, &rule]);
}

/// A file of counts.
pub(crate) fn perft(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Err((line, message)) = sim::perft::PerftFile::parse(&text) {
        assert!(line >= 1 && line <= text.lines().count() && !message.is_empty());
    }
}

/// A recorded game: it is read and printed as it was, or refused with a reason; what is good of it
/// can be played.
pub(crate) fn record(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(record) = Record::parse("game", &text) {
        assert_eq!(
            Record::parse("game", &record.to_string()).map(|one| one.steps).ok(),
            Some(record.steps)
        );
    }
    if let Ok((record, _)) = Record::salvage("game", &text) {
        let _ = record.replay(Some(&source(&[RULES, DEEDS])));
        let _ = record.follow(GAME.clone());
    }
}

/// A file of rules beside good ones.
pub(crate) fn ruleset(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    whole(&[&text]);
    whole(&[RULES, DEEDS, &text]);
}

/// A scenario file: whatever it says is run.
pub(crate) fn scenario_file(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for one in scenario::parse(&text).scenarios {
        scenario::run(&one, Some(&PARSED), &Place::Nowhere);
    }
}

fn whole(rules: &[&str]) {
    match source(rules).parse() {
        Ok(parsed) => judge(Setup::read("fight", FIGHT, &Place::Nowhere, Some(&parsed))),
        Err((report, files)) => {
            assert!(!report.render(&files, Colors::Off).is_empty());
        }
    }
}

fn judge(setup: Result<Setup, (rules::diagnostic::Report, rules::diagnostic::Files)>) {
    match setup.and_then(|setup| rules::compile(&setup)) {
        Ok((compiled, _)) if !compiled.game.sheets.is_empty() => {
            Session::new(Arc::new(compiled), 1);
        }
        Ok(_) => {}
        Err((report, files)) => assert!(!report.render(&files, Colors::Off).is_empty()),
    }
}
