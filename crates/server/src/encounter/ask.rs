//! Questions about an encounter, and their answers as a role may read them.
//!
//! Both the task of an encounter and a fight without a server call this.

use kernel::{CombatantId, iter_bits};

use super::export::{export, record, setup};
use super::live::Live;
use super::{board, choices, options, plan, quick, rule, tell, view};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::library::Known;
use crate::veil::{Secret, Told, Veiled, Veils, veil};
use crate::wire::{Command, Creatures, Sight};

/// A question about an encounter.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    State,
    Decision,
    Options(Option<String>),
    Preview(Command),
    Reach(String),
    Plan(String),
    Log {
        after: u64,
        limit: u64,
    },
    History,
    Rule(String),
    Choices,
    Setup,
    Creatures(Vec<Known>),
    Export,
    Record,
    /// Checks whether combatants of these names exist.
    Known(Vec<String>),
}

/// Answers a question as a role may read it.
pub(super) fn answer(live: &mut Live, eyes: &Eyes, question: Question) -> Result<Veiled, Failure> {
    let secret = |secret| Told::Secret(Box::new(secret));
    let told = match question {
        Question::State => Told::State(Box::new(view::state(live))),
        Question::Decision => Told::Decision(Box::new(view::decision(live, live.session.state()))),
        Question::Options(who) => Told::Options(options::options(live, eyes, who.as_deref())?),
        Question::Preview(command) => {
            Told::Preview(Box::new(options::preview(live, eyes, &command)?))
        }
        Question::Plan(name) => {
            let who = own(live, eyes, &name)?;
            Told::Plan(Box::new(plan::plan(live, who)?))
        }
        Question::Reach(name) => {
            let who = own(live, eyes, &name)?;
            Told::Reach {
                whole: board::reach(live, who, 0),
                seen: board::reach(live, who, live.tabled.hidden),
            }
        }
        Question::Log { after, limit } => Told::Log(tell::log(live, after, limit)),
        Question::Rule(id) => Told::Rule(Box::new(rule::rule(live, eyes, &id)?)),
        Question::Choices => Told::Choices(choices::choices(live)),
        // The rest is only for game masters. The veil checks this again.
        _ if !eyes.master => {
            return Err(Failure::forbidden("only the game master may see that"));
        }
        Question::History => secret(Secret::History(tell::history(live))),
        Question::Setup => secret(Secret::Setup(setup(live))),
        Question::Creatures(stored) => {
            let sheet = quick::sheet(live);
            let known = quick::creatures(live, stored);
            let creatures = known.iter().map(|one| one.shown(&sheet)).collect();
            secret(Secret::Creatures(Creatures { creatures, more: false }))
        }
        Question::Export => secret(Secret::Export(export(live))),
        Question::Record => secret(Secret::Record(record(live))),
        Question::Known(names) => {
            for name in &names {
                live.combatant(name)?;
            }
            secret(Secret::Record(String::new()))
        }
    };
    veiled(live, told, eyes)
}

/// Returns the part of an answer that a role may read.
pub(super) fn veiled(live: &Live, told: Told, eyes: &Eyes) -> Result<Veiled, Failure> {
    veil(told, &veils(live), eyes)
}

/// Returns the parts of the encounter that players do not see now.
pub(super) fn veils(live: &Live) -> Veils {
    let tabled = &live.tabled;
    let mut veils = Veils::default();
    for who in iter_bits(live.session.state().everybody()) {
        let name = live.name(who);
        let side = live.session.state().combatant(who).side();
        if let Some(side) = live.compiled().names.sides.get(side.index()) {
            veils.sides.insert(name.clone(), side.clone());
        }
        let seated = live.seats.iter().any(|seat| seat.combatants.contains(&name));
        let usual = if seated { Sight::Exact } else { tabled.table.health };
        match tabled.health.get(&who.0).copied().unwrap_or(usual) {
            Sight::Exact => {}
            sight => drop(veils.health.insert(name.clone(), sight)),
        }
        if !tabled.pools.get(&who.0).copied().unwrap_or(seated || tabled.table.pools) {
            veils.pools.insert(name.clone());
        }
        if tabled.is_hidden(who) {
            veils.hidden.insert(name);
        }
    }
    veils
}

/// Returns a combatant by name. Fails unless the role acts for it.
fn own(live: &Live, eyes: &Eyes, name: &str) -> Result<CombatantId, Failure> {
    let who = live.combatant(name).ok().filter(|_| eyes.master || eyes.owns(name));
    who.ok_or_else(|| Failure::forbidden("this key does not act for it"))
}
