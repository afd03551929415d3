//! Whether a command is legal, with everything there is to say about it.

use kernel::{Command, Declare, Denial, Dial, NOBODY, Payment, View};
use rules::Compiled;
use serde_json::{Value, json};
use sim::language::{self, LanguageError};
use sim::render::{self, Why1};
use sim::session::Session;
use sim::show;

use crate::menu::reasons_json;
use crate::paint::Paint;

/// What the engine says about a command without giving it.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// The command as written.
    pub(crate) command: String,
    /// Why it is denied; empty = it is legal.
    pub(crate) reasons: Vec<Why1>,
    /// What rules set to warn have against it.
    pub(crate) warnings: Vec<Why1>,
    /// Every way to pay for it, cheapest first.
    pub(crate) payments: Vec<String>,
    /// The one it would be paid with.
    pub(crate) payment: Option<String>,
}

/// Judges a command at the point a session is at.
pub(crate) fn judge(session: &Session, command: &str) -> Result<Verdict, LanguageError> {
    let compiled = session.compiled();
    let mut verdict = Verdict {
        command: command.trim().to_owned(),
        reasons: Vec::new(),
        warnings: Vec::new(),
        payments: Vec::new(),
        payment: None,
    };
    let denial = match language::parse(session, command)? {
        Command::Declare(declare) => {
            let view = View { game: &compiled.game, state: session.state() };
            let who = declare.actor;
            let payment = view.check(&declare, &mut Denial::default());
            verdict.payment = payment.map(|one| show::payment(compiled, who, &one));
            verdict.payments = payments(session, &declare)
                .iter()
                .map(|one| show::payment(compiled, who, one))
                .collect();
            verdict.warnings = render::denial(compiled, &warnings(session, &declare));
            view.why_not(&declare).unwrap_or_default()
        }
        other => session.clone().give(other, None).err().unwrap_or_default(),
    };
    verdict.reasons = render::denial(compiled, &denial);
    if !verdict.is_legal() {
        verdict.warnings.clear();
    }
    Ok(verdict)
}

/// What would stand in the way if no rule were set to warn only.
fn warnings(session: &Session, declare: &Declare) -> Denial {
    let mut strict = session.state().clone();
    strict.dial.retain(|(_, dial)| *dial != Dial::Warn);
    let view = View { game: &session.compiled().game, state: &strict };
    view.why_not(declare).unwrap_or_default()
}

/// Every undominated way to pay for a declaration, cheapest first.
pub(crate) fn payments(session: &Session, declare: &Declare) -> Vec<Payment> {
    let compiled = session.compiled();
    let mut found = Vec::new();
    let sheet = &compiled.game.sheets[declare.actor.index()];
    if let Some(option) = sheet.option(declare.activity) {
        let view = View { game: &compiled.game, state: session.state() };
        view.payments(declare, &sheet.options[option], &mut found);
    }
    found
}

/// Whether an activity needs a target that the declaration lacks.
pub(crate) fn lacks_target(compiled: &Compiled, declare: &Declare) -> bool {
    use kernel::Target::{None, Optional, Square, Step};
    let target = show::definition(compiled, declare.activity).target;
    match target {
        None | Optional => false,
        Step | Square => !declare.square.is_somewhere(),
        _ => declare.target == NOBODY,
    }
}

impl Verdict {
    /// Whether the command would be accepted.
    pub(crate) fn is_legal(&self) -> bool {
        self.reasons.is_empty()
    }

    /// For people.
    pub(crate) fn text(&self, compiled: &Compiled, paint: Paint) -> String {
        let mut lines = Vec::new();
        if self.is_legal() {
            lines.push(format!("{} {}", paint.name(&self.command), paint.good("is legal")));
            if let Some(payment) = self.payment.as_ref().filter(|one| *one != "nothing") {
                lines.push(format!("  paid with {payment}"));
            }
            if self.payments.len() > 1 {
                lines.push("  ways to pay, cheapest first:".to_owned());
                let ways = self.payments.iter().enumerate();
                lines.extend(ways.map(|(at, way)| format!("    #{} {way}", at + 1)));
            }
        } else {
            lines.push(format!("{} {}", paint.name(&self.command), paint.bad("is denied")));
            lines.extend(self.reasons.iter().map(|one| reason(compiled, one, paint)));
        }
        if !self.warnings.is_empty() {
            lines.push("  rules that only warn:".to_owned());
            lines.extend(self.warnings.iter().map(|one| reason(compiled, one, paint)));
        }
        lines.join("\n")
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        json!({
            "command": self.command,
            "legal": self.is_legal(),
            "reasons": reasons_json(&self.reasons),
            "warnings": reasons_json(&self.warnings),
            "payment": self.payment,
            "payments": self.payments,
        })
    }
}

/// One reason: what stands in the way, what would help, and every rule with its wording.
pub(crate) fn reason(compiled: &Compiled, reason: &Why1, paint: Paint) -> String {
    let mut text = format!("  - {}", reason.text);
    if let Some(remedy) = &reason.remedy {
        text.push_str(&format!("; {}", paint.good(remedy)));
    }
    for id in &reason.because {
        let rule = compiled.names.rules.iter().find(|rule| rule.id == *id);
        let says = rule.map_or(String::new(), |rule| format!(" ({}): {}", rule.section, rule.says));
        text.push_str(&format!("\n      {}{says}", paint.faint(id)));
    }
    text
}
