//! Applying commands: the only way in. A refused command changes nothing.

mod answer;
mod declare;
mod edit;
mod force;

use crate::check::View;
use crate::decision::{Command, Decision, Declaration, Enforcement};
use crate::denial::{Denial, DenialKind, FirstReasonOnly, Reason};
use crate::event::{Event, EventSink};
use crate::flow::resolve;
use crate::game::Game;
use crate::ids::{RulesId, SpanId, bit};
use crate::model::clock::{ClockStep, Edge};
use crate::pay::Payment;
use crate::state::State;
use crate::state::change_journal::UNTRACKED;

use answer::{pass, seal};
use declare::{enter_stack, warnings};
use force::force;

/// Runs a fresh state up to its first decision.
pub fn start<R: EventSink>(game: &Game, state: &mut State, record: &mut R) {
    debug_assert_eq!(state.decision, Decision::NotStarted);
    if state.everybody() == 0 {
        // Without combatants no turn would ever wait for a command.
        return state.finish();
    }
    state.clock.step = ClockStep::RunEdge(Edge::Begin, SpanId(0), 0, 0);
    state.clock.numbers[0] = 1;
    resolve::run_until_decision(game, state, record);
}

/// Applies a command, or returns the reasons why not. The state is then unchanged.
pub fn apply<R: EventSink>(
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
            enter_stack(game, state, &declare, &payment, record);
        }
        Command::Force(declare) => force(game, state, &declare, record)?,
        Command::Pass(who) if !state.combatants.has(who) => {
            return refused(DenialKind::Unknown, game.grounds.unknown);
        }
        Command::Pass(who) if matches!(state.decision, Decision::Act(_)) => {
            // The combatant declines to act and keeps all tokens and slots for later.
            if !state.is_acting(who) {
                return refused(DenialKind::NotYourTurn(who), game.grounds.own_turn);
            }
            if game.pass_ends_turn {
                may_end(game, state)?;
                state.end_turn(game);
            }
            record.event(Event::Passed { who }, game.grounds.pass);
        }
        Command::Pass(who) => {
            if !matches!(
                state.decision,
                Decision::Answer(asked)
                    | Decision::Offer(_, asked)
                    | Decision::DeclareSecretly(asked) if asked & bit(who) != 0
            ) {
                return refused(DenialKind::NotAsked, game.grounds.waiting);
            }
            record.event(Event::Passed { who }, game.grounds.pass);
            pass(game, state, bit(who), record);
        }
        Command::PassAll => match state.decision {
            Decision::Answer(_) => pass(game, state, !0, record),
            Decision::Offer(_, asked) | Decision::DeclareSecretly(asked) => {
                pass(game, state, asked, record)
            }
            _ => return refused(DenialKind::NotAwaited, RulesId(0)),
        },
        Command::EndTurn => {
            if !matches!(state.decision, Decision::Act(_)) {
                return refused(DenialKind::NotTheTurn, game.grounds.turn);
            }
            may_end(game, state)?;
            state.end_turn(game);
        }
        Command::Rule(answer) => {
            let Decision::Rule(ruling, about) = state.decision else {
                return refused(DenialKind::NotAwaited, RulesId(0));
            };
            let spec = &game.rulings[ruling.index()];
            if answer >= spec.answers {
                return refused(DenialKind::NoSuchAnswer, spec.rules);
            }
            record.event(Event::Ruled { ruling, about, answer }, spec.rules);
            resolve::supply_result(state, i32::from(answer), game);
        }
        Command::Roll(ref faces) => {
            let Decision::Roll(dice, who) = state.decision else {
                return refused(DenialKind::NotAwaited, RulesId(0));
            };
            let total = match game.dice[dice.index()].total_of(faces.shown()) {
                Ok(total) => total,
                Err(error) => return refused(DenialKind::Dice(error), RulesId(0)),
            };
            resolve::supply_roll(game, state, (dice, who), total, record);
        }
        Command::DeclareSecretly(who) => seal(game, state, who)?,
        Command::SetEnforcement(rule, dial) => {
            state.relaxed_rules.retain(|(one, _)| *one != rule);
            if dial != Enforcement::Enforced {
                state.relaxed_rules.push((rule, dial));
            }
            record.event(Event::EnforcementChanged { rule }, RulesId(0));
            state.command_count += 1;
            return Ok(());
        }
        Command::SetPrompting(who, activity, asks) => {
            let sheet = game.sheets.get(who.index());
            let Some(option) = sheet.and_then(|sheet| sheet.option(activity)) else {
                return refused(DenialKind::Unknown, game.grounds.unknown);
            };
            let quiet = &mut state.combatants.modify(who, UNTRACKED).unprompted;
            *quiet = *quiet & !(1 << option) | u128::from(!asks) << option;
            state.command_count += 1;
            return Ok(());
        }
        Command::Edit(edit) => edit::edit(game, state, edit, record)?,
        Command::Finish => {
            if state.decision == Decision::Finished {
                return refused(DenialKind::NotAwaited, RulesId(0));
            }
            state.finish();
            record.event(Event::Finished, RulesId(0));
            state.command_count += 1;
            return Ok(());
        }
    }
    state.command_count += 1;
    resolve::run_until_decision(game, state, record);
    Ok(())
}

/// Applies a declaration that [`crate::LegalActions`] has listed for this very state, without
/// checking it again. A property test shows that every listed declaration passes the check.
pub fn apply_unchecked<R: EventSink>(
    game: &Game,
    state: &mut State,
    declare: &Declaration,
    payment: &Payment,
    record: &mut R,
) {
    state.combatants.next_command();
    enter_stack(game, state, declare, payment, record);
    state.command_count += 1;
    resolve::run_until_decision(game, state, record);
}

/// Applies the total of the dice that the encounter waits for, if it does. The caller has rolled
/// them and added them up with [`crate::dice::Dice::total_from`].
pub fn supply_roll_unchecked<R: EventSink>(
    game: &Game,
    state: &mut State,
    total: i32,
    record: &mut R,
) {
    let Decision::Roll(dice, who) = state.decision else { return };
    state.combatants.next_command();
    resolve::supply_roll(game, state, (dice, who), total, record);
    state.command_count += 1;
    resolve::run_until_decision(game, state, record);
}

fn refused(why: DenialKind, rules: RulesId) -> Result<(), Denial> {
    Err(Denial { reasons: vec![Reason { why, rules }] })
}

fn may_end(game: &Game, state: &State) -> Result<(), Denial> {
    (View { game, state }).why_not_end().map_or(Ok(()), Err)
}

/// Returns true if a declaration would be accepted.
pub fn is_legal(game: &Game, state: &State, declare: &Declaration) -> bool {
    (View { game, state }).check(declare, &mut FirstReasonOnly).is_some()
}
