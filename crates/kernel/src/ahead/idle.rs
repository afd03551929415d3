//! Steps that come to nothing for what those who take part lack.
//!
//! Most of a long program is about rare cases: it asks for marks that hardly anybody has, and takes
//! off what is not there. What has to be lacking for a step to come to nothing is found out before
//! play; where nobody takes notes, whole stretches of such steps are passed over at a glance.

use super::plain::Plain;
use super::{Route, conjuncts, follow};
use crate::effect::{Op, Step};
use crate::expr::{Binary, Code, Input, Role};
use crate::game::Game;
use crate::ids::{CombatantId, KindId};
use crate::people::Combatant;
use crate::state::{Frame, State};

/// Conditions of the actor and of the target: a test fails where neither has any of theirs.
type Marks = (u64, u64);

/// What has to be lacking for a step to come to nothing, and for those behind it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Idle {
    /// Conditions of which actor and target have none.
    marks: Marks,
    also: Also,
    /// The next step then; 0 = it has something to do in any case.
    next: u16,
    /// The same for a stretch of steps from here on that ask for nothing else but marks, and maybe
    /// for something begun.
    all: Marks,
    unbegun: bool,
    /// The step behind it; 0 = there is no such stretch.
    behind: u16,
    /// What it does, if that is plain, and where that leads.
    plain: Plain,
    route: Route,
}

/// What else has to be lacking.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Also {
    #[default]
    Nothing,
    /// Anything begun that is paid bit by bit, by anybody.
    Begun,
    /// Tokens of the actor, and of the target.
    Own(KindId),
    Theirs(KindId),
    /// The same where the kind stands in this lane on every sheet.
    OwnIn(u8),
    TheirsIn(u8),
    /// This number with the declaration.
    Argument(i32),
}

impl Game {
    /// What has to be lacking for each step of a program to come to nothing, given its routes.
    pub(crate) fn idles_of(&self, program: &[Step], routes: &[Route]) -> Vec<Idle> {
        let mut idles = vec![Idle::default(); program.len()];
        for at in (0..program.len()).rev() {
            let (op, route) = (&program[at].op, routes[at]);
            let next = if let Op::Unless { .. } = op { route.other } else { route.next };
            idles[at] = Idle { plain: Plain::of(self, op), route, ..Idle::default() };
            let Some((marks, also)) = self.lacking(op) else { continue };
            let mut idle = Idle { marks, also, next, ..idles[at] };
            if matches!(also, Also::Nothing | Also::Begun) {
                (idle.all, idle.unbegun, idle.behind) = (marks, also == Also::Begun, next);
                if let Some(rest) = idles.get(usize::from(next)).filter(|rest| rest.behind != 0) {
                    idle.all = either(idle.all, rest.all);
                    idle.unbegun |= rest.unbegun;
                    idle.behind = rest.behind;
                }
            }
            idles[at] = idle;
        }
        idles
    }

    /// What has to be lacking for a step to come to nothing; `None` if that is not told so easily.
    fn lacking(&self, op: &Op) -> Option<(Marks, Also)> {
        let marks = |marks| Some((marks, Also::Nothing));
        let also = |also| Some(((0, 0), also));
        match *op {
            Op::Unless { test, .. } => {
                let code = self.expr(test);
                if let Some(asked) = asked(code) {
                    return marks(asked);
                }
                let held = conjuncts(code).into_iter().find_map(held);
                held.and_then(|held| also(self.in_lane(held)))
            }
            Op::Unmark { who: Role::Actor, condition } => marks((1 << condition.0, 0)),
            Op::Unmark { who: Role::Target, condition } => marks((0, 1 << condition.0)),
            Op::Abandon { who: Role::Actor, .. } => also(Also::Begun),
            Op::Lose { who: Role::Actor, kind, .. } => also(self.in_lane(Also::Own(kind))),
            Op::Lose { who: Role::Target, kind, .. } => also(self.in_lane(Also::Theirs(kind))),
            _ => None,
        }
    }

    /// The same by lane, where that is known.
    fn in_lane(&self, also: Also) -> Also {
        let lane = |kind: KindId| self.common_lane(kind);
        match also {
            Also::Own(kind) => lane(kind).map_or(also, Also::OwnIn),
            Also::Theirs(kind) => lane(kind).map_or(also, Also::TheirsIn),
            _ => also,
        }
    }
}

impl Idle {
    /// Whether it has something to do in any case, and more than what is plain.
    #[inline(always)]
    fn is_busy(&self) -> bool {
        self.next == 0 && self.plain == Plain::No
    }

    /// Has the program of the frame at `top` of the stack go on until there is more to do than what
    /// is plain: what comes to nothing is passed over.
    #[inline(always)]
    pub(crate) fn go_through(idles: &[Idle], game: &Game, state: &mut State, top: usize) {
        let frame = &state.stack[top];
        // Many a step has something to do in any case, and nothing need be found out for it.
        if idles.get(usize::from(frame.at)).is_none_or(|idle| idle.is_busy()) {
            return;
        }
        let conditions = |one: &Combatant| one.conditions;
        let of = |who: CombatantId| state.combatants.get(who.index()).map_or(0, conditions);
        // Nothing that is done here changes any.
        let (own, theirs) = (of(frame.actor), of(frame.target));
        let lack = |(one, other): Marks| own & one | theirs & other == 0;
        let mut at = frame.at;
        while let Some(idle) = idles.get(usize::from(at)) {
            if idle.next != 0 {
                let begun = || idle.unbegun && !state.projects.is_empty();
                if idle.behind != 0 && lack(idle.all) && !begun() {
                    at = idle.behind;
                    continue;
                }
                let frame = &state.stack[top];
                if lack(idle.marks) && idle.also.is_lacking(game, state, frame) {
                    at = idle.next;
                    continue;
                }
            }
            at = match idle.plain.run(game, state, top) {
                None => break,
                Some(true) => idle.route.next,
                Some(false) => idle.route.other,
            };
        }
        state.stack[top].at = at;
    }
}

impl Also {
    #[inline(always)]
    fn is_lacking(self, game: &Game, state: &State, frame: &Frame) -> bool {
        match self {
            Also::Nothing => true,
            Also::Begun => state.projects.is_empty(),
            Also::Own(kind) => holds_none(game, state, frame.actor, kind),
            Also::Theirs(kind) => holds_none(game, state, frame.target, kind),
            Also::OwnIn(lane) => is_bare(state, frame.actor, lane),
            Also::TheirsIn(lane) => is_bare(state, frame.target, lane),
            Also::Argument(number) => frame.argument != number,
        }
    }
}

/// Whether someone, if there is anybody, holds nothing of a kind.
#[inline(always)]
fn holds_none(game: &Game, state: &State, who: CombatantId, kind: KindId) -> bool {
    let lane = game.sheets.get(who.index()).and_then(|sheet| sheet.lane(kind));
    lane.is_none_or(|lane| is_bare(state, who, lane as u8))
}

/// Whether there is nothing in a lane of someone, if there is anybody.
#[inline(always)]
fn is_bare(state: &State, who: CombatantId, lane: u8) -> bool {
    state.combatants.get(who.index()).is_none_or(|one| one.purse.get(lane.into()) == 0)
}

fn either(one: Marks, other: Marks) -> Marks {
    (one.0 | other.0, one.1 | other.1)
}

/// Marks without any of which a test fails in any case; `None` where it is not a matter of marks.
fn asked(code: &[Code]) -> Option<Marks> {
    follow(code, |code, operands: &[Option<Marks>]| match (code, operands) {
        (Code::Load(Input::Has(Role::Actor, condition)), _) => Some((1 << condition.0, 0)),
        (Code::Load(Input::Has(Role::Target, condition)), _) => Some((0, 1 << condition.0)),
        // What never holds asks for nothing that there is.
        (Code::Const(0), _) => Some((0, 0)),
        (Code::Binary(Binary::Or), [one, other]) => Some(either((*one)?, (*other)?)),
        // Of two that are both asked for, fewer are lacking more often.
        (Code::Binary(Binary::And), [one, other]) => {
            let count = |marks: &Marks| marks.0.count_ones() + marks.1.count_ones();
            [*one, *other].into_iter().flatten().min_by_key(count)
        }
        _ => None,
    })
}

/// What else a test fails for the lack of.
fn held(code: &[Code]) -> Option<Also> {
    use Binary as B;
    let [Code::Load(input), Code::Const(number), Code::Binary(operator)] = *code else {
        return None;
    };
    match (input, operator) {
        (Input::Holds(Role::Actor, kind), B::Gt) if number >= 0 => Some(Also::Own(kind)),
        (Input::Holds(Role::Target, kind), B::Gt) if number >= 0 => Some(Also::Theirs(kind)),
        (Input::Argument, B::Eq) => Some(Also::Argument(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
