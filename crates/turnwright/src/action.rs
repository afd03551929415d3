//! Legal actions by name.

use std::fmt;

use kernel::{Command, Declaration, NOBODY, Pay, Square, iter_bits};
use sim::menu::{self, Choice};
use sim::session::Session;
use sim::{language, show};

/// One legal action: actor, activity, target and payment. Its text is a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalAction {
    /// The actor's name.
    pub actor: String,
    /// The activity's id in the ruleset.
    pub activity: String,
    /// The target's name.
    pub target: Option<String>,
    /// The payment in words: `1P`.
    pub price: String,
    /// The line of the command language that does it.
    pub line: String,
    /// The command, for [`crate::core`].
    pub command: Command,
}

impl fmt::Display for LegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

/// Every legal action at one point of an encounter.
#[derive(Clone, Debug, Default)]
pub struct ActionList {
    all: Vec<LegalAction>,
}

impl ActionList {
    /// Lists what is legal now, one entry per actor, activity, target, square and payment.
    pub(crate) fn at(session: &Session) -> ActionList {
        let (compiled, state) = (session.compiled(), session.state());
        let choices = menu::legal(compiled, state);
        ActionList { all: choices.iter().flat_map(|choice| actions(session, choice)).collect() }
    }

    /// Returns the actions of one combatant.
    pub fn of(&self, actor: &str) -> impl Iterator<Item = &LegalAction> {
        self.all.iter().filter(move |action| action.actor == actor)
    }

    /// Returns all actions.
    pub fn iter(&self) -> std::slice::Iter<'_, LegalAction> {
        self.all.iter()
    }

    /// Returns the number of actions.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns true if no action is legal.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl<'a> IntoIterator for &'a ActionList {
    type Item = &'a LegalAction;
    type IntoIter = std::slice::Iter<'a, LegalAction>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Expands one entry of the menu. The checker decides which target goes with which square.
fn actions(session: &Session, choice: &Choice) -> Vec<LegalAction> {
    let (compiled, state) = (session.compiled(), session.state());
    let prices = choice.ways(compiled);
    let targets = iter_bits(choice.targets).chain(choice.untargeted.then_some(NOBODY));
    let targets: Vec<_> = if choice.targets == 0 { vec![NOBODY] } else { targets.collect() };
    let nowhere = [Square::NOWHERE];
    let squares = if choice.squares.is_empty() { &nowhere[..] } else { &choice.squares };
    let mut found = Vec::new();
    for target in targets {
        for square in squares {
            for ((nth, _), price) in choice.payments.iter().zip(&prices) {
                let declare = Declaration {
                    target,
                    square: *square,
                    pay: Pay::Nth(*nth),
                    ..Declaration::new(choice.who, choice.activity)
                };
                if !kernel::is_legal(&compiled.game, state, &declare) {
                    continue;
                }
                let command = Command::Declare(declare);
                let name = |who| show::combatant(compiled, who).to_owned();
                let unpaid = Command::Declare(Declaration { pay: Pay::Cheapest, ..declare });
                let line = language::print(compiled, state, &unpaid);
                found.push(LegalAction {
                    actor: name(choice.who),
                    activity: show::activity(compiled, choice.activity).to_owned(),
                    target: (target != NOBODY).then(|| name(target)),
                    price: price.clone(),
                    line: format!("{line}, pay {price}"),
                    command,
                });
            }
        }
    }
    found
}
