//! Judgment of a command, as text and as JSON.

use kernel::{NOBODY, Payment};
use rules::Compiled;
use serde_json::{Value, json};
use sim::judge::judge_line;
pub(crate) use sim::judge::{lacks_target, payments};
use sim::language::LanguageError;
use sim::render::Explanation;
use sim::session::Session;
use sim::show;

use crate::menu::reasons_json;
use crate::paint::Paint;

/// The engine's judgment of a command, which is not applied.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// The command as written.
    pub(crate) command: String,
    /// Reasons why it is denied; empty if it is legal.
    pub(crate) reasons: Vec<Explanation>,
    /// Reasons against it from rules set to warn.
    pub(crate) warnings: Vec<Explanation>,
    /// Every payment for it, cheapest first.
    pub(crate) payments: Vec<String>,
    /// The payment that would be taken.
    pub(crate) payment: Option<String>,
}

/// Judges a command at the current point of a session.
pub(crate) fn judge(session: &Session, command: &str) -> Result<Verdict, LanguageError> {
    let compiled = session.compiled();
    let judged = judge_line(session, command)?;
    let actor = judged.actor.unwrap_or(NOBODY);
    let words = |one: &Payment| show::payment(compiled, actor, one);
    Ok(Verdict {
        command: command.trim().to_owned(),
        payments: show::payments(compiled, actor, &judged.payments),
        payment: judged.payment.as_ref().map(words),
        reasons: judged.reasons,
        warnings: judged.warnings,
    })
}

impl Verdict {
    /// Whether the command would be accepted.
    pub(crate) fn is_legal(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Returns the judgment as text.
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

    /// Returns the judgment as JSON.
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

/// Formats one reason: the obstacle, the remedy, and every rule with its wording.
pub(crate) fn reason(compiled: &Compiled, reason: &Explanation, paint: Paint) -> String {
    let mut text = format!("  - {}", reason.text);
    if let Some(remedy) = &reason.remedy {
        text.push_str(&format!(" {}", paint.good(remedy)));
    }
    for id in &reason.because {
        let rule = compiled.names.rules.iter().find(|rule| rule.id == *id);
        let says = rule.map_or(String::new(), |rule| format!(" ({}): {}", rule.section, rule.says));
        text.push_str(&format!("\n      {}{says}", paint.faint(id)));
    }
    text
}
