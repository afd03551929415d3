//! Checks a command without giving it, and collects reasons, warnings and payments.

use kernel::{CombatantId, Command, Declaration, Denial, Enforcement, NOBODY, Payment, View};
use rules::Compiled;

use crate::language::LanguageError;
use crate::render::{self, Explanation};
use crate::session::Session;
use crate::{show, walk};

/// Result of checking a command without giving it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Reasons of the denial; empty if the command is legal.
    pub reasons: Vec<Explanation>,
    /// Denials by rules set to warn only.
    pub warnings: Vec<Explanation>,
    /// Actor that would pay, if the command is a declaration.
    pub actor: Option<CombatantId>,
    /// All payments, cheapest first.
    pub payments: Vec<Payment>,
    /// Payment that would be made.
    pub payment: Option<Payment>,
}

impl Verdict {
    /// Checks whether the command would be accepted.
    pub fn is_legal(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// Judges a line at the session's current point. The reasons name the combatants that the encounter
/// waits for, so not every player may see them.
pub fn judge_line(session: &Session, line: &str) -> Result<Verdict, LanguageError> {
    let (session, command) = walk::crux(session, line)?;
    let (compiled, state) = (session.compiled(), session.state());
    Ok(judged(&session, &command, |denial| render::denial(compiled, state, denial)))
}

/// Judges a command at the session's current point, without naming the combatants that the
/// encounter waits for.
pub fn judge(session: &Session, command: &Command) -> Verdict {
    judged(session, command, |denial| render::denial_unnamed(session.compiled(), denial))
}

fn judged(
    session: &Session,
    command: &Command,
    explained: impl Fn(&Denial) -> Vec<Explanation>,
) -> Verdict {
    let compiled = session.compiled();
    let none = (Vec::new(), None, Denial::default());
    let (actor, (payments, payment, warnings), denial) = match command {
        Command::Declare(declare) => {
            let view = View { game: &compiled.game, state: session.state() };
            let payment = view.check(declare, &mut Denial::default());
            let parts = (payments(session, declare), payment, warnings(session, declare));
            (Some(declare.actor), parts, view.why_not(declare).unwrap_or_default())
        }
        other => {
            let mut state = session.state().clone();
            let given = kernel::apply(&compiled.game, &mut state, other, &mut kernel::NullSink);
            (None, none, given.err().unwrap_or_default())
        }
    };
    let reasons = explained(&denial);
    let legal = reasons.is_empty();
    let warnings = if legal { explained(&warnings) } else { Vec::new() };
    Verdict { reasons, warnings, actor, payments, payment }
}

/// Returns the denial that would apply if every rule set to warn only were enforced.
fn warnings(session: &Session, declare: &Declaration) -> Denial {
    let mut strict = session.state().clone();
    strict.relaxed_rules.retain(|(_, dial)| *dial != Enforcement::WarnOnly);
    let view = View { game: &session.compiled().game, state: &strict };
    view.why_not(declare).unwrap_or_default()
}

/// Returns every undominated payment of a declaration, cheapest first.
pub fn payments(session: &Session, declare: &Declaration) -> Vec<Payment> {
    let compiled = session.compiled();
    let mut found = Vec::new();
    let sheet = &compiled.game.sheets[declare.actor.index()];
    if let Some(option) = sheet.option(declare.activity) {
        let view = View { game: &compiled.game, state: session.state() };
        view.payments(declare, &sheet.options[option], &mut found);
    }
    found
}

/// Checks whether a declaration lacks a target or square that its activity needs.
pub fn lacks_target(compiled: &Compiled, declare: &Declaration) -> bool {
    use kernel::Target::{None, Optional, Square, Step};
    let target = show::definition(compiled, declare.activity).target;
    match target {
        None | Optional => false,
        Step | Square => !declare.square.is_somewhere(),
        _ => declare.target == NOBODY,
    }
}
