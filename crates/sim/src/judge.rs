//! Whether a command is legal, with everything there is to say about it.

use kernel::{CombatantId, Command, Declaration, Denial, Enforcement, NOBODY, Payment, View};
use rules::Compiled;

use crate::language::LanguageError;
use crate::render::{self, Explanation};
use crate::session::Session;
use crate::{show, walk};

/// Result of checking a command without giving it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Why it is denied; empty = it is legal.
    pub reasons: Vec<Explanation>,
    /// Objections of rules set to warn only.
    pub warnings: Vec<Explanation>,
    /// Combatant that would pay for it, if it is a declaration.
    pub actor: Option<CombatantId>,
    /// Every way to pay for it, cheapest first.
    pub payments: Vec<Payment>,
    /// The one it would be paid with.
    pub payment: Option<Payment>,
}

impl Verdict {
    /// Whether the command would be accepted.
    pub fn is_legal(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// Judges a line at the point a session is at, for those who may know whom it waits for.
pub fn judge_line(session: &Session, line: &str) -> Result<Verdict, LanguageError> {
    let (session, command) = walk::crux(session, line)?;
    let (compiled, state) = (session.compiled(), session.state());
    Ok(judged(&session, &command, |denial| render::denial(compiled, state, denial)))
}

/// Judges a command at the point a session is at; whom it waits for is not named.
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

/// Every undominated way to pay for a declaration, cheapest first.
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

/// Whether an activity needs a target that the declaration lacks.
pub fn lacks_target(compiled: &Compiled, declare: &Declaration) -> bool {
    use kernel::Target::{None, Optional, Square, Step};
    let target = show::definition(compiled, declare.activity).target;
    match target {
        None | Optional => false,
        Step | Square => !declare.square.is_somewhere(),
        _ => declare.target == NOBODY,
    }
}
