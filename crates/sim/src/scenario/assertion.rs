//! What a scenario can say must hold.
//!
//! ```text
//! Ana has 1P+2M                     exactly these tokens; `nothing` for none
//! Ana holds 2P                      this many of one kind, whatever else
//! Ana is prone | is not prone       conditions and tags
//! Ana hp is 12                      an attribute
//! Ana side is monsters              the side
//! denied by RULE, RULE              the last command was denied by all of these at least
//! denied only by RULE               and by no other rule
//! allowed                           the last command was not denied
//! because RULE, RULE                these rules made the last command what it was
//! printed TEXT | not printed TEXT   some printed line contains the text
//! Ana: strike Orc is legal          a command that could be given now
//! Ana: strike Orc is not legal
//! Ana: strike Orc is denied by RULE
//! payments of Ana: spell Orc are 1P+1M | 1QM+1P       all of them, cheapest first
//! payments of Ana: spell Orc include 1F
//! payments of Ana: spell Orc do not include 1F
//! waits for Ana | pcs | gm | dice | answer of Ana, Bea | seal of Ana | nobody
//! round is 2, segment is 1          numbers of spans
//! turn is top | time is 0:06        whose turn it is; time gone by
//! next is bottom                    the turn that comes after this one
//! stack is spell, counterspell      what is declared, oldest first; `nothing`
//! wilderness is 1                   a number of the encounter
//! Ana may use 2 of P                what is left of a slot
//! Ana is at c4                      where someone stands; `nowhere`
//! way of Ana to f7 is 5             what the cheapest way costs; `none`
//! c4 is difficult | is not wall     terrain
//! order is Ana, Orc                 the line of turns, first come first
//! to come is Orc                    whose turns are still to come in it; `nobody`
//! Ana prepared is strike, move      what someone has prepared; `nothing`
//! ```

use kernel::{CombatantId, Decision, Denial, TurnSlot, View, bit};

use super::board;
use crate::language::{self, tokens};
use crate::session::Session;
use crate::{render, show};

/// What became of the last command.
#[derive(Clone, Debug, Default)]
pub(super) struct Last {
    pub(super) command: String,
    /// Rules cited by its denial.
    pub(super) denied: Option<Vec<String>>,
    pub(super) denial_text: String,
    pub(super) printed: Vec<String>,
    pub(super) because: Vec<String>,
}

pub(super) type Checked = Result<(), String>;

pub(super) fn expect(holds: bool, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(message()) }
}

/// Checks one assertion.
pub(super) fn check(session: &Session, last: &Last, text: &str) -> Checked {
    // Facts separated by commas may stand in one line, where no list of rules follows.
    let listed = [
        "denied",
        "because",
        "payments",
        "printed",
        "not printed",
        "stack",
        "waits",
        "order",
        "to come",
    ];
    if let Some((first, rest)) = text.split_once(", ") {
        let listing = listed.iter().any(|word| text.starts_with(word));
        let prepared = first.contains(" prepared is ");
        let command = first.contains(':') && !first.starts_with("time is ");
        if !listing && !prepared && !command {
            check(session, last, first)?;
            return check(session, last, rest);
        }
    }
    if text.starts_with("setup is refused") {
        return Ok(());
    }
    about_last(last, text)
        .or_else(|| about_options(session, text))
        .or_else(|| about_encounter(session, text))
        .or_else(|| about_combatant(session, text))
        .unwrap_or_else(|| Err(format!("`{text}` is nothing that can be checked")))
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

fn about_last(last: &Last, text: &str) -> Option<Checked> {
    if text == "allowed" {
        return Some(expect(last.denied.is_none(), || {
            format!("`{}` was denied:\n{}", last.command, last.denial_text)
        }));
    }
    if text == "denied" {
        return Some(expect(last.denied.is_some(), || format!("`{}` was allowed", last.command)));
    }
    if let Some(rules) = text.strip_prefix("denied only by ") {
        return Some(denied_by(last.denied.as_ref(), &list(rules), true, &last.denial_text));
    }
    if let Some(rules) = text.strip_prefix("denied by ") {
        return Some(denied_by(last.denied.as_ref(), &list(rules), false, &last.denial_text));
    }
    if let Some(rules) = text.strip_prefix("because ") {
        let missing: Vec<String> =
            list(rules).into_iter().filter(|rule| !last.because.contains(rule)).collect();
        return Some(expect(missing.is_empty(), || {
            format!("`{}` did not come about by {}", last.command, missing.join(", "))
        }));
    }
    if let Some(wanted) = text.strip_prefix("not printed ") {
        return Some(expect(!last.printed.iter().any(|line| line.contains(wanted)), || {
            format!("printed was:\n    {}", last.printed.join("\n    "))
        }));
    }
    let wanted = text.strip_prefix("printed ")?;
    Some(expect(last.printed.iter().any(|line| line.contains(wanted)), || {
        format!("printed was:\n    {}", last.printed.join("\n    "))
    }))
}

fn denied_by(denied: Option<&Vec<String>>, wanted: &[String], only: bool, shown: &str) -> Checked {
    let Some(denied) = denied else { return Err("it is allowed".to_owned()) };
    let missing: Vec<&String> = wanted.iter().filter(|rule| !denied.contains(rule)).collect();
    expect(missing.is_empty(), || format!("not denied by {missing:?}, but:\n{shown}"))?;
    let extra: Vec<&String> = denied.iter().filter(|rule| !wanted.contains(rule)).collect();
    expect(!only || extra.is_empty(), || format!("also denied by {extra:?}:\n{shown}"))
}

/// The denial of a command that is only asked about.
fn asked(session: &Session, command: &str) -> Result<Option<Denial>, String> {
    match language::parse(session, command) {
        Err(error) => Err(error.message),
        Ok(kernel::Command::Declare(declare)) => {
            let view = View { game: &session.compiled().game, state: session.state() };
            Ok(view.why_not(&declare))
        }
        Ok(other) => {
            let mut trial = session.clone();
            Ok(trial.give(other, None).err())
        }
    }
}

/// The rules that an assertion of the form `COMMAND is denied by …` finds, for the trace.
pub(super) fn denied_rules(session: &Session, text: &str) -> Option<Vec<String>> {
    let (command, _) = text
        .split_once(" is denied by ")
        .or_else(|| text.strip_suffix(" is not legal").map(|command| (command, "")))?;
    let denial = asked(session, command).ok()??;
    Some(render::cited(session.compiled(), &denial))
}

fn about_options(session: &Session, text: &str) -> Option<Checked> {
    let compiled = session.compiled();
    if let Some(rest) = text.strip_prefix("payments of ") {
        return Some(payments(session, rest));
    }
    if let Some(command) = text.strip_suffix(" is not legal") {
        return Some(
            asked(session, command)
                .and_then(|denial| expect(denial.is_some(), || format!("`{command}` is legal"))),
        );
    }
    if let Some(command) = text.strip_suffix(" is legal") {
        return Some(asked(session, command).and_then(|denial| match denial {
            None => Ok(()),
            Some(denial) => {
                Err(format!("`{command}` is denied:\n{}", render::denial_text(compiled, &denial)))
            }
        }));
    }
    let (command, rules) = text.split_once(" is denied by ")?;
    Some(asked(session, command).and_then(|denial| {
        let shown = denial.as_ref().map(|one| render::denial_text(compiled, one));
        let cited = denial.map(|one| render::cited(compiled, &one));
        denied_by(cited.as_ref(), &list(rules), false, &shown.unwrap_or_default())
    }))
}

fn payments(session: &Session, text: &str) -> Checked {
    let compiled = session.compiled();
    let forms = [(" are ", 0), (" do not include ", 2), (" include ", 1)];
    let found = forms.iter().find_map(|(word, form)| Some((text.split_once(word)?, form)));
    let Some(((command, wanted), form)) = found else {
        return Err("write it like `payments of Ana: spell are 1P+1M | 1F`".to_owned());
    };
    let declare = match language::parse(session, command) {
        Ok(kernel::Command::Declare(declare)) => declare,
        Ok(_) => return Err("only declarations are paid for".to_owned()),
        Err(error) => return Err(error.message),
    };
    let view = View { game: &compiled.game, state: session.state() };
    let sheet = &compiled.game.sheets[declare.actor.index()];
    let mut list = Vec::new();
    if let Some(option) = sheet.option(declare.activity) {
        view.payments(&declare, &sheet.options[option], &mut list);
    }
    let shown: Vec<String> =
        list.iter().map(|one| show::payment(compiled, declare.actor, one)).collect();
    let same = |a: &str, b: &str| {
        let split = |text: &str| -> Vec<Vec<String>> { text.split(" as ").map(tokens).collect() };
        split(a) == split(b)
    };
    let found = shown.join(" | ");
    match form {
        0 => {
            let wanted: Vec<&str> =
                wanted.split('|').map(str::trim).filter(|one| *one != "none").collect();
            let equal = wanted.len() == shown.len()
                && wanted.iter().all(|one| shown.iter().any(|other| same(one, other)));
            expect(equal, || format!("the payments are {found}"))
        }
        1 => expect(shown.iter().any(|one| same(one, wanted)), || {
            format!("the payments are {found}")
        }),
        _ => expect(!shown.iter().any(|one| same(one, wanted)), || {
            format!("the payments are {found}")
        }),
    }
}

fn about_encounter(session: &Session, text: &str) -> Option<Checked> {
    let compiled = session.compiled();
    let state = session.state();
    if let Some(wanted) = text.strip_prefix("waits for ") {
        return Some(waits(session, wanted));
    }
    if let Some(wanted) = text.strip_prefix("stack is ") {
        let names: Vec<&str> = state
            .stack
            .iter()
            .filter(|frame| frame.activity != kernel::NO_ACTIVITY)
            .map(|frame| show::activity(compiled, frame.activity))
            .collect();
        let wanted: Vec<String> = list(wanted).into_iter().filter(|one| one != "nothing").collect();
        return Some(expect(wanted == names, || format!("the stack is {}", names.join(", "))));
    }
    if text == "the fight is over" {
        return Some(expect(state.decision == Decision::Over, || "it goes on".to_owned()));
    }
    let (what, wanted) = text.split_once(" is ")?;
    if let Some(checked) = board::check(session, what, wanted) {
        return Some(checked);
    }
    let found = match what {
        "order" | "to come" => {
            let comes = |who: &&CombatantId| what == "order" || state.clock.comes(**who);
            let line = state.line.iter().filter(comes);
            let names: Vec<&str> = line.map(|&who| show::combatant(compiled, who)).collect();
            if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
        }
        "next" if compiled.game.ordered => {
            let next = state.line.iter().find(|&&who| state.clock.comes(who));
            next.map_or("nobody", |&who| show::combatant(compiled, who)).to_owned()
        }
        "turn" | "half" => show::turn(compiled, state.clock.current),
        "time" => {
            let elapsed = state.elapsed(&compiled.game);
            format!("{}:{:02}", elapsed / 60, elapsed % 60)
        }
        "next" => {
            let inhabited = |slot: &&TurnSlot| match slot {
                TurnSlot::Group(turn) => (0..state.combatants.len() as u8)
                    .any(|who| state.turn_of(CombatantId(who)) == *turn),
                _ => true,
            };
            let coming = &state.clock.agenda[..state.clock.agenda_len as usize];
            show::turn(compiled, coming.iter().find(inhabited).copied().unwrap_or_default())
        }
        _ => {
            let span = compiled.names.spans.iter().position(|span| span == what);
            let variable = compiled.names.variables.iter().position(|name| name == what);
            match (span, variable) {
                (Some(at), _) => state.clock.numbers[at].to_string(),
                (_, Some(at)) => state.variables[at].to_string(),
                _ => return None,
            }
        }
    };
    Some(expect(found == wanted, || format!("{what} is {found}")))
}

fn waits(session: &Session, wanted: &str) -> Checked {
    let compiled = session.compiled();
    let state = session.state();
    let shown = || format!("it waits for: {}", show::decision(compiled, state));
    let mask = |names: &str| -> Result<u64, String> {
        let mut mask = 0;
        for name in names.split([',', '&']).map(str::trim) {
            mask |= match compiled.names.sides.iter().position(|side| side == name) {
                Some(side) => state.on_side(kernel::SideId(side as u8)),
                None => bit(language::combatant(compiled, name).map_err(|error| error.message)?),
            };
        }
        Ok(mask)
    };
    let holds = match (wanted, state.decision) {
        ("gm", Decision::Rule(..)) | ("dice", Decision::Roll(..)) | ("nobody", Decision::Over) => {
            true
        }
        ("gm" | "dice" | "nobody", _) => false,
        (_, decision) => {
            let (form, names) = match wanted.split_once(" of ") {
                Some((form, names)) => (Some(form), names),
                None => (None, wanted),
            };
            if let Decision::Rule(ruling, _) = decision
                && form == Some("ruling")
            {
                return expect(compiled.names.rulings[ruling.index()].id == names, shown);
            }
            let wanted = mask(names)?;
            match (decision, form) {
                (Decision::Act(mask), None | Some("turn")) => mask == wanted,
                (Decision::Answer(mask), None | Some("answer")) => mask == wanted,
                (Decision::Offer(_, mask), None | Some("answer")) => mask == wanted,
                (Decision::Offer(window, mask), Some(name)) => {
                    compiled.names.windows[window.index()] == name && mask == wanted
                }
                (Decision::Seal(mask), None | Some("seal")) => mask == wanted,
                _ => false,
            }
        }
    };
    expect(holds, shown)
}

fn about_combatant(session: &Session, text: &str) -> Option<Checked> {
    let compiled = session.compiled();
    let state = session.state();
    let names = compiled.names.combatants.iter().enumerate();
    let (at, name) = names
        .filter(|(_, name)| {
            text.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(' '))
        })
        .max_by_key(|(_, name)| name.len())?;
    let who = CombatantId(at as u8);
    let rest = text[name.len()..].trim();
    if let Some(wanted) = rest.strip_prefix("has ") {
        let found = show::holdings(compiled, state, who);
        return Some(expect(tokens(&found) == tokens(wanted), || format!("{name} has {found}")));
    }
    if let Some(wanted) = rest.strip_prefix("holds ") {
        let digits = wanted.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let (count, kind) = wanted.split_at(digits);
        let held = tokens(&show::holdings(compiled, state, who));
        let held = held.iter().filter(|one| *one == kind.trim()).count();
        let count: usize = count.parse().unwrap_or(1);
        return Some(expect(held == count, || format!("{name} holds {held}{kind}")));
    }
    if let Some(rest) = rest.strip_prefix("may use ") {
        let (count, slot) = rest.split_once(" of ")?;
        // Limits of two activities may go by one name, though nobody has both.
        compiled.names.slots.iter().find(|one| *one == slot)?;
        let sheet = &compiled.game.sheets[at];
        let own = sheet.slots.iter().find(|one| compiled.names.slots[one.id.index()] == slot);
        let left = own.map(|one| state.combatant(who).left(one.place).to_string());
        let left = left.unwrap_or_else(|| "none".to_owned());
        return Some(expect(left == count, || format!("{name} may use {left} of {slot}")));
    }
    let (negated, condition) = match rest.strip_prefix("is not ") {
        Some(condition) => (true, condition),
        None => (false, rest.strip_prefix("is ").unwrap_or("")),
    };
    if let Some(at) = compiled.names.conditions.iter().position(|one| one.name == condition) {
        let has = state.combatant(who).conditions >> at & 1 == 1;
        let verb = if has { "is" } else { "is not" };
        return Some(expect(has != negated, || format!("{name} {verb} {condition}")));
    }
    if let Some(wanted) = rest.strip_prefix("is at ") {
        let found = rules::square::print(state.combatant(who).square);
        return Some(expect(found == wanted, || format!("{name} is at {found}")));
    }
    let (what, wanted) = rest.split_once(" is ")?;
    let found = match what {
        "prepared" => {
            let own = state.prepared.iter().filter(|frame| frame.actor == who);
            let names: Vec<&str> =
                own.map(|frame| show::activity(compiled, frame.activity)).collect();
            if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
        }
        "side" => compiled.names.sides[state.combatant(who).side().index()].clone(),
        "turn" => compiled.names.turns[state.turn_of(who).index()].clone(),
        _ => {
            let at = compiled.names.attributes.iter().position(|one| one.name == what)?;
            show::attribute(compiled, state, who, at)
        }
    };
    Some(expect(found == wanted, || format!("{name} {what} is {found}")))
}
