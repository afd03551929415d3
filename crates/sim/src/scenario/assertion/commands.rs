//! Assertions about commands that could be given now, and their payments.

use kernel::{Denial, View};

use super::{Checked, Wanted, denied_by, expect, list, wanted_rules};
use crate::language::{self, tokens};
use crate::session::Session;
use crate::{render, show, walk};

/// Returns the denial of a command without giving it; `None` if it is legal.
fn asked(session: &Session, command: &str) -> Result<Option<Denial>, String> {
    match walk::crux(session, command) {
        Err(error) => Err(error.text()),
        Ok((there, kernel::Command::Declare(declare))) => {
            let view = View { game: &there.compiled().game, state: there.state() };
            Ok(view.why_not(&declare))
        }
        Ok((there, other)) => Ok(there.into_owned().give(other, None).err()),
    }
}

/// Returns the rules that deny the command of an assertion such as `COMMAND is denied by …`, for
/// the trace.
pub(in crate::scenario) fn denied_rules(session: &Session, text: &str) -> Option<Vec<String>> {
    let command = denial(text).map(|(command, ..)| command);
    let command = command.or_else(|| verdict(text).filter(|(_, legal)| !legal).map(|it| it.0))?;
    let denial = asked(session, command).ok()??;
    Some(render::cited(session.compiled(), &denial))
}

/// Splits `COMMAND is denied by RULES` and similar forms into the command, the rules and their
/// mode.
fn denial(text: &str) -> Option<(&str, &str, Wanted)> {
    let (command, rest) = text.split_once(" is denied ")?;
    let (how, rules) = wanted_rules(rest)?;
    Some((command, rules, how))
}

/// Returns the command and whether the assertion calls it legal.
fn verdict(text: &str) -> Option<(&str, bool)> {
    let forms = [
        (" is not legal", false),
        (" is not allowed", false),
        (" is denied", false),
        (" is legal", true),
        (" is allowed", true),
    ];
    let of_command = |(command, _): &(&str, bool)| command.contains(':');
    let found = forms.into_iter().find_map(|(end, legal)| Some((text.strip_suffix(end)?, legal)));
    found.filter(of_command)
}

pub(super) fn check(session: &Session, text: &str) -> Option<Checked> {
    let compiled = session.compiled();
    if let Some(rest) = text.strip_prefix("payments of ") {
        return Some(payments(session, rest));
    }
    if let Some((command, legal)) = verdict(text) {
        return Some(asked(session, command).and_then(|denial| match (denial, legal) {
            (None, false) => Err(format!("`{command}` is legal")),
            (Some(denial), true) => Err(format!(
                "`{command}` is denied:\n{}",
                render::denial_text(compiled, session.state(), &denial)
            )),
            _ => Ok(()),
        }));
    }
    let (command, rules, how) = denial(text)?;
    Some(asked(session, command).and_then(|denial| {
        let shown = denial.as_ref().map(|one| render::denial_text(compiled, session.state(), one));
        let cited = denial.map(|one| render::cited(compiled, &one));
        denied_by(session, cited.as_ref(), &list(rules), how, &shown.unwrap_or_default())
    }))
}

fn payments(session: &Session, text: &str) -> Checked {
    let compiled = session.compiled();
    let forms = [" are ", " do not include ", " include "];
    let found = forms.into_iter().find_map(|form| Some((text.split_once(form)?, form)));
    let Some(((command, wanted), form)) = found else {
        return Err("write it like `payments of Ana: spell are 1P+1M | 1F`".to_owned());
    };
    let declare = match language::parse(session, command) {
        Ok(kernel::Command::Declare(declare)) => declare,
        Ok(_) => return Err("only declarations are paid for".to_owned()),
        Err(error) => return Err(error.text()),
    };
    let view = View { game: &compiled.game, state: session.state() };
    let sheet = &compiled.game.sheets[declare.actor.index()];
    let mut list = Vec::new();
    if let Some(option) = sheet.option(declare.activity) {
        view.payments(&declare, &sheet.options[option], &mut list);
    }
    let shown = show::payments(compiled, declare.actor, &list);
    let same = |shown: &str, wanted: &str| {
        // The part that distinguishes equal payments may be left out.
        let (spends, _) = shown.split_once(" (uses ").unwrap_or((shown, ""));
        let split = |text: &str| -> Vec<Vec<String>> { text.split(" as ").map(tokens).collect() };
        shown == wanted || split(spends) == split(wanted)
    };
    let holds = match form {
        " are " => {
            let wanted: Vec<&str> =
                wanted.split('|').map(str::trim).filter(|one| *one != "none").collect();
            wanted.len() == shown.len()
                && wanted.iter().all(|one| shown.iter().any(|other| same(other, one)))
        }
        form => shown.iter().any(|one| same(one, wanted)) == (form == " include "),
    };
    expect(holds, || format!("the payments are {}", shown.join(" | ")))
}
