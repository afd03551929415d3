//! Tests of the messages about rulesets with a mistake in them.

mod activities;
mod amounts;
mod cards;
mod counts;
mod expressions;
mod for_each;
mod form;
mod groups;
mod ranges;
mod steps;
mod texts;
mod unused;
mod variants;

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Colors, Files, Report};
use crate::source::{SourceFile, embedded_names};
use crate::{Compiled, Place, Setup, Source, compile};

const MANIFEST: &str = r#"
id = "small"
title = "Small"
version = "1"
source = "none"
prefix = "s"
"#;

/// A ruleset in which nothing is wrong.
const BASE: &str = r#"
[[rule]]
id = "s.base"
kind = "mechanic"
section = "All"
says = "All there is."

[[rule.span]]
id = "fight"
repeat = "1"

[[rule.span]]
id = "round"
repeat = "forever"

[[rule.span]]
id = "turn"
repeat = "turns"

[[rule.turn]]
id = "first"

[[rule.turn]]
id = "second"

[[rule.side]]
id = "reds"
turn = "first"

[[rule.side]]
id = "blues"
turn = "second"

[[rule.base]]
id = "A"
name = "action"

[[rule.moment]]
prefix = ""
at = ["own-open"]

[[rule.attribute]]
id = "hp"
default = "3"

[[rule.variable]]
id = "command"
each_side = true

[[rule.condition]]
id = "guarded"

[[rule.activity]]
id = "strike"
cost = "1A"
target = "foe"
tags = ["attack"]
do = [
    { when = "not target.has(guarded)", add = { attribute = "target.hp", by = "-1" } },
    { mark = { who = "actor", condition = "guarded" } },
]

[[rule.on]]
span = "round"
edge = "begin"
each = "side"
do = [{ variable = { id = "command", to = "command + 1" } }]

[[rule]]
id = "s.opt.trade"
kind = "option"
section = "All"
says = "Whether there is trade."
values = ["on", "off"]

[[rule.convert]]
from = "2A"
to = "1A"
when = "option(trade) == on"
"#;

/// The rules of a file with one mistake begin like this.
const RULE: &str = r#"[[rule]]
id = "s.more"
kind = "mechanic"
section = "All"
says = "More."
"#;

/// Returns the messages about files of rules, named `rules/a.toml` and so on.
fn said_of(files: &[&str]) -> String {
    let mut all = vec![SourceFile { path: "ruleset.toml".into(), text: MANIFEST.into() }];
    for (text, letter) in files.iter().zip('a'..) {
        let text: Arc<str> = (*text).into();
        all.push(SourceFile { path: format!("rules/{letter}.toml"), text });
    }
    said_of_source(&Source { files: all })
}

fn said_of_source(source: &Source) -> String {
    let parsed = match source.parse() {
        Ok(parsed) => parsed,
        Err((report, files)) => return report.render(&files, Colors::Off),
    };
    let setup = Setup::of(parsed);
    match compile(&setup) {
        Ok((_, report)) => report.render(&setup.files, Colors::Off),
        Err((report, files)) => report.render(&files, Colors::Off),
    }
}

/// Returns the messages about an encounter with a combatant described by `written`.
fn said_of_somebody(written: &str) -> String {
    match with_somebody("", written) {
        Ok((_, report)) => report.render(&Files::default(), Colors::Off),
        Err((report, files)) => report.render(&files, Colors::Off),
    }
}

/// Compiles an encounter with a combatant described by `written`, under a further rule with these
/// elements.
fn with_somebody(elements: &str, written: &str) -> Result<(Compiled, Report), (Report, Files)> {
    let more = format!("{RULE}{elements}");
    let all = [("ruleset.toml", MANIFEST), ("rules/a.toml", BASE), ("rules/b.toml", &more)];
    let file = |(path, text): (&str, &str)| SourceFile { path: path.into(), text: text.into() };
    let parsed = Source { files: all.map(file).to_vec() }.parse()?;
    let text = format!("[[combatant]]\nname = \"Ana\"\nside = \"reds\"\n{written}\n");
    Setup::read("fight.toml", &text, &Place::Nowhere, Some(&parsed))
        .and_then(|setup| compile(&setup))
}

/// Checks the messages about a further rule with these elements in a correct ruleset.
#[track_caller]
fn check(elements: &str, expected: &str) {
    let said = said_of(&[BASE, &format!("{RULE}{elements}")]);
    assert!(said == expected, "{said}");
}

#[test]
fn nothing_is_said_of_what_is_right() {
    assert_eq!(said_of(&[BASE]), "");
}

#[test]
fn encounters_refuse_names_that_commands_cannot_contain() {
    for name in ["gm", "Dice", "together", "Snag: strike", "2"] {
        let more = format!("[[combatant]]\nname = {name:?}\nside = \"reds\"");
        let said = said_of_somebody(&more);
        assert!(said.starts_with("error[E005 invalid-value]"), "{name}: {said}");
    }
    let more = "[[combatant]]\nname = \"Dice man\"\nside = \"reds\"";
    assert_eq!(said_of_somebody(more), "");
}

#[test]
fn nothing_is_said_of_the_rulesets_that_come_with_the_program() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let names = ["first-ruleset", "second-ruleset", "delve", "frames"];
    let examples = names.map(|name| examples.join(name));
    let examples = examples.iter().map(|folder| Source::folder(folder).expect("it is there"));
    let embedded = embedded_names().into_iter().filter_map(Source::embedded);
    for source in embedded.chain(examples) {
        let said = said_of_source(&source);
        assert!(said.is_empty(), "{said}");
    }
}
