//! Windows: who can answer what has been declared, who is asked when, and chances that effects open
//! for someone.

use crate::activity::Target;
use crate::answers::ANSWERS;
use crate::check::View;
use crate::clock::Slot;
use crate::decision::{Decision, Declare};
use crate::event::Record;
use crate::expr::Scope;
use crate::game::Game;
use crate::ids::{Bits, CombatantId, Mask, NOBODY, TurnId, bit, members};
use crate::moment::Moments;
use crate::pay::Terms;
use crate::people::Combatant;
use crate::sheet::{Choice, Sheet};
use crate::state::{Frame, NO_ACTIVITY, State, Window};
use crate::turns::Turns;

/// Opens the answer window of the newest declaration, if anyone can answer it.
pub(crate) fn open_window<R: Record>(game: &Game, state: &mut State, record: &mut R) {
    let Some(top) = state.stack.last() else { return };
    let (author, answered, aimed) = (top.actor, top.activity, top.target);
    let settled = state.combatants.settle(game);
    let mut able = settled.standing;
    // Nobody is asked to answer themselves, though they may speak while others are asked.
    if author != NOBODY && !game.asks_everyone {
        able &= !bit(author);
    }
    let relaxed = !state.dial.is_empty();
    let prepared = state.prepared.iter().fold(0, |all, frame| all | bit(frame.actor));
    // Of these not all is known ahead.
    let doubtful = prepared | settled.special;
    let answerers = game.answerers(answered);
    if !relaxed {
        able &= answerers.any() | doubtful;
        if able & doubtful == 0 && answerers.lack_targets(state, author, settled.marked) {
            return;
        }
        let hopes = |who: CombatantId, one: &Combatant| hopes(&game.sheets[who.index()], one);
        able &= !state.combatants.hopeless(able & !doubtful, hopes);
    }
    if able == 0 {
        return;
    }
    // All of them are looked at as if asked.
    let before = std::mem::replace(&mut state.decision, Decision::Answer(able));
    let moments = Turns::of(state, game.side_count());
    if !relaxed {
        let aimed = if aimed == NOBODY { 0 } else { bit(aimed) };
        able &= moments.among(answerers.by_turn(aimed)) | doubtful;
    }
    let mut pending: Mask = 0;
    let marked = state.marked(game);
    for who in members(able) {
        let moment = moments.moment(who);
        let asked = if game.asks_everyone { !0 } else { !state.combatant(who).quiet };
        let sheet = &game.sheets[who.index()];
        // What is prepared is judged when its moment comes.
        let wanted = if relaxed || (View { game, state }).prepares(who) {
            asked
        } else {
            let ready = if prepared & bit(who) == 0 { sheet.unprepared } else { !0 };
            asked & ready & sheet.promising(moment) & sheet.answering(answered, aimed == who)
        };
        let known = !relaxed && doubtful & bit(who) == 0 && answered != NO_ACTIVITY;
        if wanted == 0 || known && !anybody_near(game, state, (who, author), wanted, marked.0) {
            continue;
        }
        if any_option(game, state, (who, moment), wanted, marked) {
            pending |= bit(who);
        }
    }
    state.decision = before;
    if pending == 0 {
        return;
    }
    state.window = Window { pending, open: true, ..Window::default() };
    record.allowed(game.grounds.window);
    ask_next(game, state);
}

/// Whether anybody may be near enough to someone for one of some options that answer `answered`,
/// given who is marked; options that are not told by that may have other targets.
#[inline(always)]
fn anybody_near(
    game: &Game,
    state: &State,
    (who, answered): (CombatantId, CombatantId),
    options: u128,
    marked: Mask,
) -> bool {
    let sheet = &game.sheets[who.index()];
    if options & !sheet.within_reach != 0 {
        return true;
    }
    let from = state.combatant(who).square;
    Bits::of(options).any(|at| {
        let activity = sheet.options[at].activity.index();
        let reach = game.reaches[activity].map_or(i32::MAX, |reach| reach.of(game, state, who));
        let known = game.marks_at(state);
        let (marks, others) = (known.of_target[activity], known.of_others[activity]);
        members(marked).any(|to| {
            let one = state.combatant(to);
            let asked = if to == answered { marks } else { marks & others };
            one.conditions & asked != 0 && game.board.distance(from, one.square) <= reach
        })
    })
}

/// Asks the next group of those who can answer, or closes the window.
pub(crate) fn ask_next(game: &Game, state: &mut State) {
    let current = match state.clock.current {
        Slot::Group(turn) | Slot::Resumed(turn) => turn,
        Slot::Alone(who) => state.turn_of(who),
        Slot::Back(_) | Slot::Nobody => TurnId(0),
    };
    if game.ordered {
        // One after the other, as they stand in the line.
        match next_along(game, state) {
            Some(who) => state.window.asked = bit(who),
            None => state.window = Window::default(),
        }
        return;
    }
    let turns = game.turns.max(1);
    let first = u8::from(!game.current_side_answers_first);
    for step in first..first + turns {
        let group = TurnId((current.0 + step) % turns);
        let asked: Mask =
            members(state.window.pending).filter(|&who| state.turn_of(who) == group).map(bit).sum();
        if asked != 0 {
            state.window.asked = asked;
            return;
        }
    }
    state.window = Window::default();
}

/// Who of those pending is asked first along the line.
fn next_along(game: &Game, state: &State) -> Option<CombatantId> {
    let mut pending =
        state.line.iter().copied().filter(|&who| state.window.pending & bit(who) != 0);
    let Some(by) = game.asks_first else { return pending.next() };
    let rank = |who: &CombatantId| {
        let frame = Frame { actor: *who, by: *who, ..Frame::default() };
        std::cmp::Reverse(Scope { game, state, frame: &frame }.value(by))
    };
    // The first of those alike is the least one.
    pending.min_by_key(rank)
}

/// Opens a window for secret declarations.
pub(crate) fn seal_for(state: &mut State, who: Mask) {
    state.window =
        Window { pending: who, asked: who, sealed: true, open: true, ..Window::default() };
}

/// Opens a named window if `who` can use it.
pub(crate) fn offer(
    game: &Game,
    state: &mut State,
    window: crate::ids::WindowId,
    who: CombatantId,
) -> bool {
    if !state.combatants.has(who) {
        return false;
    }
    let mask = bit(who);
    state.window =
        Window { pending: mask, asked: mask, named: Some(window), open: true, ..Window::default() };
    let able = can_use(game, state, window, who);
    if !able {
        state.window = Window::default();
    }
    able
}

/// Whether someone has a use for the named window that is open.
fn can_use(game: &Game, state: &mut State, window: crate::ids::WindowId, who: CombatantId) -> bool {
    let before = std::mem::replace(&mut state.decision, Decision::Offer(window, bit(who)));
    let here = (who, state.moment(who));
    let able = any_option(game, state, here, !0, state.marked(game));
    state.decision = before;
    able
}

/// Takes those out of an open window who have lost what they could have answered with, because the
/// game master has stepped in.
pub(crate) fn look_again<R: Record>(game: &Game, state: &mut State, record: &mut R) {
    let before = Window { stale: false, ..state.window };
    state.window = before;
    if before.sealed {
        return;
    }
    if let Some(window) = before.named {
        let able = members(before.asked).filter(|&who| can_use(game, state, window, who));
        let able: Mask = able.map(bit).sum();
        state.window = match able {
            0 => Window::default(),
            _ => Window { pending: able, asked: able, ..before },
        };
        return;
    }
    state.window = Window::default();
    open_window(game, state, record);
    if state.window.pending & !before.pending != 0 {
        // Those who have passed are not asked again.
        state.window.pending &= before.pending;
        ask_next(game, state);
    }
}

/// Whether someone could declare anything in secret now.
pub(crate) fn can_seal(game: &Game, state: &mut State, who: CombatantId) -> bool {
    if state.combatant(who).conditions & game.out != 0 {
        return false;
    }
    let before = std::mem::replace(&mut state.decision, Decision::Seal(bit(who)));
    let view = View { game, state };
    let mut payments = Vec::new();
    let able = game.sheets[who.index()].options.iter().any(|option| {
        let activity = &game.activities[option.activity.index()];
        let declare = Declare::new(who, option.activity);
        view.payments(&declare, option, &mut payments);
        !payments.is_empty()
            && view.open_to(&declare, view.moment(who))
            && view.has_target(&declare, activity, Mask::MAX)
    });
    state.decision = before;
    able
}

/// Whether someone may be able to answer anything at all with what they are asked for, as far as
/// tokens, use-limits and conditions go, nothing being relaxed or prepared.
fn hopes(sheet: &Sheet, one: &Combatant) -> bool {
    Bits::of(sheet.asked).any(|at| {
        let pays = |moment: &Moments| {
            sheet.promising(*moment) >> at & 1 == 1
                && sheet.prospect(at, *moment).is_open(&one.purse, &one.room)
        };
        sheet.may_declare(at, one.conditions, !0) && ANSWERS.iter().any(pays)
    })
}

/// What tells at a glance which of someone's options are out of the question; with a rule relaxed,
/// or where things are prepared, none of them is.
struct Hope<'a> {
    sheet: &'a Sheet,
    one: &'a Combatant,
    moment: Moments,
    /// Conditions that anybody has and that targets are told by.
    marks: u64,
    strict: bool,
}

impl<'a> Hope<'a> {
    #[inline(always)]
    fn of(
        game: &'a Game,
        state: &'a State,
        (who, moment): (CombatantId, Moments),
        marks: u64,
    ) -> Hope<'a> {
        let (sheet, one) = (&game.sheets[who.index()], state.combatant(who));
        let strict = state.dial.is_empty() && one.conditions & game.preparing == 0;
        // Options are told by the marks of answers, which need an activity to answer.
        let marks = if state.depth() > 0 { marks } else { !0 };
        Hope { sheet, one, moment, marks, strict }
    }

    /// Those of some options that something may pay for at that moment.
    #[inline(always)]
    fn worth(&self, options: u128) -> Bits {
        if !self.strict {
            return self.within(options);
        }
        Bits::of(options & self.sheet.promising(self.moment))
    }

    /// Those of some options that there are.
    #[cold]
    #[inline(never)]
    fn within(&self, options: u128) -> Bits {
        Bits::of(self.sheet.options_within(options))
    }

    /// Whether there is any hope for one of these.
    #[inline(always)]
    fn for_option(&self, at: usize) -> bool {
        let Hope { sheet, one, moment, marks, strict } = *self;
        !strict
            || sheet.may_declare(at, one.conditions, marks)
                && sheet.prospect(at, moment).is_open(&one.purse, &one.room)
    }
}

/// Whether someone could declare any of some options, one bit each, at the moment it is; given who
/// has which of the conditions that targets are told by.
fn any_option(
    game: &Game,
    state: &State,
    (who, moment): (CombatantId, Moments),
    options: u128,
    (marked, marks): (Mask, u64),
) -> bool {
    let sheet = &game.sheets[who.index()];
    if !sheet.usable.meets(moment) {
        return false;
    }
    let hope = Hope::of(game, state, (who, moment), marks);
    let (view, mut means) = (View { game, state }, None);
    // Hardly anybody has any hope, so that is found out before anything else.
    for at in hope.worth(options) {
        if hope.for_option(at)
            && can_declare(view, (who, moment), &sheet.options[at], marked, &mut means)
        {
            return true;
        }
    }
    false
}

/// Whether someone could declare an option for which there is hope, with the means they have once
/// those are known.
#[inline(never)]
fn can_declare(
    view: View<'_>,
    (who, moment): (CombatantId, Moments),
    option: &Choice,
    marked: Mask,
    means: &mut Option<Terms>,
) -> bool {
    let game = view.game;
    // Then conditions and moments have been looked at already.
    let usual = view.is_usual(who);
    let activity = &game.activities[option.activity.index()];
    let declare = Declare::new(who, option.activity);
    if usual && activity.target == Target::Step && view.space().ways(who) == 0 {
        return false;
    }
    let open = || match usual {
        true => view.is_waited_for(who) && view.meets_own(&view.outline(&declare)),
        false => view.open_to(&declare, moment),
    };
    // Where targets are told by marks, hardly ever does one of those marked fit.
    let told = usual && game.marks_at(view.state).of_target[option.activity.index()] != 0;
    let aimed = || view.has_target(&declare, activity, marked);
    (!told || aimed())
        && open()
        && view.in_range(&declare)
        && (told || aimed())
        && view.affordable(means.get_or_insert_with(|| view.means(who, moment)), &declare, option)
}
