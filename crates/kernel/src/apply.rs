//! Applying commands: the only way in. A refused command changes nothing.

use crate::check::View;
use crate::clock::{Edge, Tick};
use crate::decision::{Command, Decision, Declare, Pay};
use crate::denial::{Denial, Reason, Verdict, Why};
use crate::event::{Event, Record};
use crate::game::Game;
use crate::ids::{Mask, RulesId, SpanId, bit, members};
use crate::moment::Moments;
use crate::pay::{self, Payment, Terms};
use crate::purse::Room;
use crate::resolve;
use crate::state::{Dial, Frame, NOBODY, Phase, State, Window};
use crate::windows;

/// Runs a fresh state up to its first decision.
pub fn begin<R: Record>(game: &Game, state: &mut State, record: &mut R) {
    debug_assert_eq!(state.decision, Decision::Begin);
    if state.combatants.is_empty() {
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
        Command::Pass(who) if who.index() >= state.combatants.len() => {
            return refused(Why::Unknown, game.grounds.unknown);
        }
        Command::Pass(who) if matches!(state.decision, Decision::Act(_)) => {
            // Declining to act: nothing is held back, everything stays for later.
            if !state.clock.acting(state, who) {
                return refused(Why::NotTheTurn, game.grounds.turn);
            }
            record.event(Event::Passed { who }, game.grounds.pass);
            if game.pass_ends_turn {
                end_turn(game, state);
            }
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
            let quiet = &mut state.combatants.edit(who).quiet;
            *quiet = *quiet & !(1 << option) | u128::from(!asks) << option;
            state.number += 1;
            return Ok(());
        }
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
/// listed
/// passes the check is a property test.
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

/// The rules that would have forbidden a declaration paid in this way, were they not set to warn
/// only.
fn warnings(game: &Game, state: &State, declare: &Declare, payment: &Payment) -> Vec<RulesId> {
    if !state.dial.iter().any(|(_, dial)| *dial == Dial::Warn) {
        return Vec::new();
    }
    let mut strict = state.clone();
    strict.dial.retain(|(_, dial)| *dial != Dial::Warn);
    let view = View { game, state: &strict };
    let sheet = &game.sheets[declare.actor.index()];
    let mut listed = Vec::new();
    if let Some(option) = sheet.option(declare.activity) {
        view.payments(declare, &sheet.options[option], &mut listed);
    }
    // Its place in the list is another one there, if it has any.
    let place = listed.iter().position(|one| one == payment);
    let ways: Vec<Pay> = match place {
        _ if payment.recipes().is_empty() => vec![Pay::Best],
        Some(nth) => vec![Pay::Nth(nth as u8)],
        None => {
            let kind = |&index: &u16| Pay::Unlisted(sheet.recipes[index as usize].kind);
            payment.recipes().iter().map(kind).collect()
        }
    };
    let mut reasons = Vec::new();
    for pay in ways {
        let denial = view.why_not(&Declare { pay, ..*declare }).unwrap_or_default();
        // That the kind could pay in another way is nothing to warn of.
        let forbidding = denial.reasons.into_iter().filter(|one| one.why != Why::NoSuchPayment);
        for reason in forbidding.map(|reason| reason.rules) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    reasons
}

fn refused(why: Why, rules: RulesId) -> Result<(), Denial> {
    Err(Denial { reasons: vec![Reason { why, rules }] })
}

pub(crate) fn finish(state: &mut State) {
    state.decision = Decision::Over;
    state.stack.clear();
    state.fired.clear();
    state.prepared.clear();
    state.projects.clear();
    state.window = Window::default();
    state.sealed_later = 0;
    state.clock.tick = Tick::Rest;
}

pub(crate) fn end_turn(game: &Game, state: &mut State) {
    let turn = SpanId(game.turn_span() as u8);
    state.clock.tick = Tick::Edge(Edge::End, turn, 0, 0);
}

/// Pays for a declaration and puts it on the stack.
fn declared<R: Record>(
    game: &Game,
    state: &mut State,
    declare: &Declare,
    payment: &Payment,
    record: &mut R,
) {
    let activity = &game.activities[declare.activity.index()];
    let view = View { game, state };
    let mut frame = view.frame(declare);
    if R::ON {
        consulted(game, state, declare, payment, &frame, record);
    }
    let by_game_master = activity.by_game_master;
    let one = state.combatant(declare.actor);
    let prepares = one.conditions & game.preparing != 0 && !by_game_master;
    let sealed = state.window.sealed && !by_game_master;
    frame.sure = sealed || by_game_master || state.window.named.is_some();
    let one = state.combatants.edit(declare.actor);
    if !activity.by_game_master {
        one.purse = if one.purse.covers(&payment.spend) {
            one.purse.minus(&payment.spend)
        } else {
            one.purse.minus_clamped(&payment.spend)
        };
        one.room = if one.room.fits(&payment.fill) {
            one.room.minus(&payment.fill)
        } else {
            one.room.minus_clamped(&payment.fill)
        };
        if !payment.spend.is_empty() {
            one.conditions |= game.spending;
        }
        let sheet = &game.sheets[declare.actor.index()];
        for &index in payment.recipes() {
            one.conditions |= game.kinds[sheet.recipes[index as usize].kind.index()].marks;
        }
    }
    one.conditions |= activity.marks;
    frame.instant = payment.instant;
    if prepares {
        let Declare { actor, activity, .. } = *declare;
        record.event(Event::Prepared { actor, activity }, game.grounds.prepare);
        state.prepared.push(Frame { prepared: true, phase: Phase::Waiting, ..frame });
        if game.preparing_ends_turn && state.clock.tick == Tick::Rest {
            end_turn(game, state);
        }
        return;
    }
    frame.phase = if sealed {
        Phase::Sealed
    } else if activity.by_game_master || activity.immediate || payment.instant {
        Phase::Running
    } else {
        Phase::Waiting
    };
    if frame.instant && !sealed && R::ON {
        record.allowed(game.grounds.instant);
        if !state.stack.is_empty() {
            record.allowed(game.grounds.instant_on_top);
        }
    }
    state.stack.push(frame);
    if sealed {
        pass(game, state, bit(declare.actor), record);
    } else if !by_game_master {
        state.window = Window::default();
    }
}

/// Records every rule that let the declaration through.
fn consulted<R: Record>(
    game: &Game,
    state: &State,
    declare: &Declare,
    payment: &Payment,
    frame: &crate::state::Frame,
    record: &mut R,
) {
    let activity = &game.activities[declare.activity.index()];
    let &Declare { actor, activity: id, target, square, .. } = declare;
    let argument = frame.argument;
    record.event(Event::Declared { actor, activity: id, target, square, argument }, activity.rules);
    if activity.by_game_master {
        return;
    }
    for (_, rules) in activity.barred.iter().chain(&activity.required) {
        record.allowed(*rules);
    }
    for need in &activity.needs {
        record.allowed(need.rules);
    }
    if let Some(argument) = &activity.argument {
        record.allowed(argument.rules);
    }
    let sheet = &game.sheets[actor.index()];
    let moment = state.moment(actor);
    for &index in payment.recipes() {
        let recipe = &sheet.recipes[index as usize];
        record.allowed(recipe.rules);
        let kind = &game.kinds[recipe.kind.index()];
        for (moments, rules) in &kind.usable {
            if moments.meets(moment) {
                record.allowed(*rules);
            }
        }
        if recipe.gates != 0 {
            record.allowed(kind.gate_rules);
        }
    }
    for slot in &sheet.slots {
        if touches(&payment.fill, slot.place) {
            record.allowed(game.slots[slot.id.index()]);
        }
    }
    if let Some(option) = sheet.option(id) {
        let bill = game.bill(sheet.options[option].bill);
        if let Some(alternative) = bill.get(payment.alternative as usize) {
            record.allowed(alternative.rules);
        }
    }
    record.allowed(game.grounds.bill);
    record.allowed(game.grounds.order_free);
    record.event(Event::Paid { actor, payment: *payment }, game.grounds.declare);
}

/// Whether a filling uses a slot.
pub fn touches(fill: &Room, place: crate::sheet::Place) -> bool {
    match place {
        crate::sheet::Place::Single(at) => fill.single >> at & 1 == 1,
        crate::sheet::Place::Counted(at) => fill.count(at as usize) > 0,
    }
}

/// Declares whatever forbids it: paid if the tokens are there, otherwise unpaid.
fn force<R: Record>(
    game: &Game,
    state: &mut State,
    declare: &Declare,
    record: &mut R,
) -> Result<(), Denial> {
    let known = declare.actor.index() < state.combatants.len()
        && declare.activity.index() < game.activities.len()
        && (declare.target == NOBODY || declare.target.index() < state.combatants.len());
    if !known {
        return refused(Why::Unknown, game.grounds.unknown);
    }
    if !state.awaits_people() {
        return refused(Why::OtherDecision, RulesId(0));
    }
    let sheet = &game.sheets[declare.actor.index()];
    let mut found = Vec::new();
    if let Some(option) = sheet.option(declare.activity) {
        let one = state.combatant(declare.actor);
        let bill = game.bill(sheet.options[option].bill);
        // First of all what could be paid without force, in the order in which it is listed.
        (View { game, state }).payments(declare, &sheet.options[option], &mut found);
        let named = match declare.pay {
            Pay::Unlisted(kind) => found.iter().any(|payment| payment.uses(sheet, kind)),
            Pay::Best | Pay::Nth(_) => !found.is_empty(),
        };
        if !named {
            let lenient = Terms {
                purse: one.purse,
                room: Room::UNLIMITED,
                moment: Moments::ALL,
                gates: !0,
                conditions: one.conditions,
                open: !0,
            };
            pay::payments(sheet, bill, &lenient, &mut found);
        }
    }
    if let Pay::Unlisted(kind) = declare.pay {
        found.retain(|payment| payment.uses(sheet, kind));
    }
    let payment = found.get(declare.pay.place()).copied().unwrap_or(Payment::NONE);
    let Declare { actor, activity, .. } = *declare;
    record.event(Event::Forced { actor, activity }, RulesId(0));
    declared(game, state, declare, &payment, record);
    if let Some(forced) = state.stack.last_mut() {
        forced.sure = true;
    }
    Ok(())
}

/// Takes those named out of the open window.
fn pass<R: Record>(game: &Game, state: &mut State, who: Mask, record: &mut R) {
    state.window.pending &= !who;
    state.window.asked &= !who;
    if state.window.sealed {
        if state.window.asked == 0 {
            reveal(game, state, record);
        }
        return;
    }
    if state.window.named.is_some() {
        if state.window.asked == 0 {
            state.window = Window::default();
        }
        return;
    }
    if state.window.asked == 0 {
        windows::ask_next(game, state);
    }
}

/// Lets several declare in secret: first those whose turn it is, then the others.
fn seal(game: &Game, state: &mut State, who: Mask) -> Result<(), Denial> {
    if !matches!(state.decision, Decision::Act(_) | Decision::Answer(_)) || who == 0 {
        return refused(Why::OtherDecision, RulesId(0));
    }
    if who & !state.everybody() != 0 {
        return refused(Why::Unknown, game.grounds.unknown);
    }
    let acting: Mask = members(who).filter(|&one| state.clock.acting(state, one)).map(bit).sum();
    let (first, later) = if acting == 0 { (who, 0) } else { (acting, who & !acting) };
    state.sealed_later = later;
    windows::seal_for(state, first);
    Ok(())
}

/// Reveals what was declared in secret; all of it takes effect, whatever the others do.
fn reveal<R: Record>(game: &Game, state: &mut State, record: &mut R) {
    state.window = Window::default();
    if let Some(top) = state.stack.last_mut().filter(|top| top.phase == Phase::Waiting) {
        // Nobody declared anything: what waits is still to be answered.
        top.asked = false;
    }
    let mut count = 0;
    let mut acting = false;
    for at in 0..state.stack.len() {
        if state.stack[at].phase == Phase::Sealed {
            state.stack[at].phase = Phase::Running;
            acting |= state.clock.acting(state, state.stack[at].actor);
            count += 1;
        }
    }
    let rules = match (count, acting) {
        (0 | 1, _) => game.grounds.sealed_turn,
        (_, true) => game.grounds.sealed_same,
        (_, false) => game.grounds.sealed_off,
    };
    record.event(Event::Revealed { count }, rules);
}

/// Whether a declaration would be accepted.
pub fn is_legal(game: &Game, state: &State, declare: &Declare) -> bool {
    (View { game, state }).check(declare, &mut Verdict).is_some()
}

impl Denial {
    /// Whether the denial cites a rule.
    pub fn cites(&self, game: &Game, rule: crate::ids::RuleId) -> bool {
        self.reasons.iter().any(|reason| game.rules(reason.rules).contains(&rule))
    }
}
