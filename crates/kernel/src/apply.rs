//! Applying commands: the only way in. A refused command changes nothing.

mod answer;
mod declare;
mod edit;
mod force;

use crate::check::View;
use crate::clock::{Edge, Tick};
use crate::decision::{Command, Decision, Declare};
use crate::denial::{Denial, Reason, Verdict, Why};
use crate::event::{Event, Record};
use crate::game::Game;
use crate::history::ASIDE;
use crate::ids::{RulesId, SpanId, bit, members};
use crate::pay::Payment;
use crate::resolve;
use crate::state::{Dial, State, Window};

use answer::{pass, seal};
use declare::{declared, warnings};
use force::force;

/// Runs a fresh state up to its first decision.
pub fn begin<R: Record>(game: &Game, state: &mut State, record: &mut R) {
    debug_assert_eq!(state.decision, Decision::Begin);
    if state.everybody() == 0 {
        // Time would go by for ever with nobody to wait for.
        return finish(state);
    }
    state.clock.tick = Tick::Edge(Edge::Begin, SpanId(0), 0, 0);
    state.clock.numbers[0] = 1;
    resolve::run(game, state, record);
}

/// Applies a command, or says why not. The state is unchanged in that case.
pub fn apply<R: Record>(
    game: &Game,
    state: &mut State,
    command: &Command,
    record: &mut R,
) -> Result<(), Denial> {
    state.combatants.next_command();
    match *command {
        Command::Declare(declare) => {
            let mut denial = Denial::default();
            let Some(payment) = (View { game, state }).check(&declare, &mut denial) else {
                return Err(denial);
            };
            for warning in warnings(game, state, &declare, &payment) {
                record.event(Event::Warned { actor: declare.actor }, warning);
            }
            declared(game, state, &declare, &payment, record);
        }
        Command::Force(declare) => force(game, state, &declare, record)?,
        Command::Pass(who) if !state.combatants.has(who) => {
            return refused(Why::Unknown, game.grounds.unknown);
        }
        Command::Pass(who) if matches!(state.decision, Decision::Act(_)) => {
            // Declining to act: nothing is held back, everything stays for later.
            if !state.clock.acting(state, who) {
                return refused(Why::NotYourTurn(who), game.grounds.own_turn);
            }
            if game.pass_ends_turn {
                may_end(game, state)?;
                end_turn(game, state);
            }
            record.event(Event::Passed { who }, game.grounds.pass);
        }
        Command::Pass(who) => {
            if !matches!(
                state.decision,
                Decision::Answer(asked) | Decision::Offer(_, asked) | Decision::Seal(asked)
                    if asked & bit(who) != 0
            ) {
                return refused(Why::NotAsked, game.grounds.waiting);
            }
            record.event(Event::Passed { who }, game.grounds.pass);
            pass(game, state, bit(who), record);
        }
        Command::PassAll => match state.decision {
            Decision::Answer(_) => pass(game, state, !0, record),
            Decision::Offer(_, asked) | Decision::Seal(asked) => pass(game, state, asked, record),
            _ => return refused(Why::OtherDecision, RulesId(0)),
        },
        Command::EndTurn => {
            if !matches!(state.decision, Decision::Act(_)) {
                return refused(Why::NotTheTurn, game.grounds.turn);
            }
            may_end(game, state)?;
            end_turn(game, state);
        }
        Command::Rule(answer) => {
            let Decision::Rule(ruling, about) = state.decision else {
                return refused(Why::OtherDecision, RulesId(0));
            };
            let spec = &game.rulings[ruling.index()];
            if answer >= spec.answers {
                return refused(Why::NoSuchAnswer, spec.rules);
            }
            record.event(Event::Ruled { ruling, about, answer }, spec.rules);
            resolve::give(state, i32::from(answer), game);
        }
        Command::Roll(ref faces) => {
            let Decision::Roll(dice, who) = state.decision else {
                return refused(Why::OtherDecision, RulesId(0));
            };
            let total = match game.dice[dice.index()].total_of(faces.shown()) {
                Ok(total) => total,
                Err(error) => return refused(Why::Dice(error), RulesId(0)),
            };
            record.event(Event::Rolled { dice, who, total }, resolve::because(game, state));
            resolve::give(state, total, game);
        }
        Command::Seal(who) => seal(game, state, who)?,
        Command::Dial(rule, dial) => {
            state.dial.retain(|(one, _)| *one != rule);
            if dial != Dial::Forbid {
                state.dial.push((rule, dial));
            }
            record.event(Event::Dialled { rule }, RulesId(0));
            state.number += 1;
            return Ok(());
        }
        Command::Ask(who, activity, asks) => {
            let sheet = game.sheets.get(who.index());
            let Some(option) = sheet.and_then(|sheet| sheet.option(activity)) else {
                return refused(Why::Unknown, game.grounds.unknown);
            };
            let quiet = &mut state.combatants.change(who, ASIDE).quiet;
            *quiet = *quiet & !(1 << option) | u128::from(!asks) << option;
            state.number += 1;
            return Ok(());
        }
        Command::Edit(edit) => edit::edit(game, state, edit, record)?,
        Command::Finish => {
            if state.decision == Decision::Over {
                return refused(Why::OtherDecision, RulesId(0));
            }
            finish(state);
            record.event(Event::Finished, RulesId(0));
            state.number += 1;
            return Ok(());
        }
    }
    state.number += 1;
    resolve::run(game, state, record);
    Ok(())
}

/// Applies a declaration that [`crate::legal::Lister`] has listed for this very state, without
/// checking it again: not even in debug builds, which count allocations, too. That whatever is
/// listed passes the check is a property test.
pub fn apply_listed<R: Record>(
    game: &Game,
    state: &mut State,
    declare: &Declare,
    payment: &Payment,
    record: &mut R,
) {
    state.combatants.next_command();
    declared(game, state, declare, payment, record);
    state.number += 1;
    resolve::run(game, state, record);
}

/// Applies what the dice asked for come to: for whoever has thrown them and added them up with
/// [`crate::dice::Dice::total_from`]. Where no dice are asked for, nothing happens.
pub fn apply_thrown<R: Record>(game: &Game, state: &mut State, total: i32, record: &mut R) {
    let Decision::Roll(dice, who) = state.decision else { return };
    state.combatants.next_command();
    record.event(Event::Rolled { dice, who, total }, resolve::because(game, state));
    resolve::give(state, total, game);
    state.number += 1;
    resolve::run(game, state, record);
}

fn refused(why: Why, rules: RulesId) -> Result<(), Denial> {
    Err(Denial { reasons: vec![Reason { why, rules }] })
}

pub(crate) fn finish(state: &mut State) {
    state.combatants.note_besides();
    state.decision = Decision::Over;
    state.stack.clear();
    state.fired.clear();
    state.prepared.clear();
    state.projects.clear();
    state.window = Window::default();
    state.sealed_later = 0;
    state.clock.tick = Tick::Rest;
}

fn may_end(game: &Game, state: &State) -> Result<(), Denial> {
    (View { game, state }).why_not_end().map_or(Ok(()), Err)
}

pub(crate) fn end_turn(game: &Game, state: &mut State) {
    for who in members(state.acting()) {
        if state.combatant(who).passing {
            state.combatants.change(who, ASIDE).passing = false;
        }
    }
    let turn = SpanId(game.turn_span() as u8);
    state.clock.tick = Tick::Edge(Edge::End, turn, 0, 0);
}

/// Whether a declaration would be accepted.
pub fn is_legal(game: &Game, state: &State, declare: &Declare) -> bool {
    (View { game, state }).check(declare, &mut Verdict).is_some()
}
