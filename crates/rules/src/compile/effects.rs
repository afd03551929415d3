//! Compiles nested lists of effects into flat programs.

mod board;
mod cards;
mod declarations;
mod numbers;
mod standing;
mod tokens;
mod turns;
mod verbs;

use kernel::{ExprId, Op, ProgramId, Role, Step};

use super::inputs::Place;
use super::texts::Telling;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::kinds::KindName;
use crate::raw::{self, Effect, Text};

/// A kind of token that effects may hand out, and the role that receives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Handed {
    pub(super) kind: KindName,
    pub(super) to: Role,
}

/// Context of an effect: its position, and what the steps around it say.
#[derive(Clone, Copy)]
struct Context<'o> {
    here: Here,
    place: Place,
    /// Options read by the steps around it.
    options: &'o [usize],
    /// Rules named by the steps around it.
    because: &'o [Text],
}

impl Build<'_> {
    /// Compiles a list of effects that can reach any combatant; every combatant may hold the tokens
    /// it hands out.
    pub(super) fn program_of_all(
        &mut self,
        here: Here,
        effects: &[Effect],
        place: Place,
        options: &[usize],
    ) -> ProgramId {
        let (program, handed) = self.program(here, effects, place, options);
        self.handed_to_all.extend(handed.into_iter().map(|one| one.kind));
        program
    }

    /// Compiles a list of effects; returns the program and the tokens it hands out.
    pub(super) fn program(
        &mut self,
        here: Here,
        effects: &[Effect],
        place: Place,
        options: &[usize],
    ) -> (ProgramId, Vec<Handed>) {
        let mut steps = Vec::new();
        let context = Context { here, place, options, because: &[] };
        self.effects(context, effects, &mut steps);
        let id = ProgramId(self.game.programs.len() as u16);
        self.game.programs.push(steps);
        (id, std::mem::take(&mut self.handed))
    }

    fn effects(&mut self, context: Context<'_>, effects: &[Effect], steps: &mut Vec<Step>) {
        let start = steps.len();
        for effect in effects {
            self.effect(context, effect, start, steps);
        }
    }

    fn effect(
        &mut self,
        context: Context<'_>,
        effect: &Effect,
        start: usize,
        steps: &mut Vec<Step>,
    ) {
        let Context { here, place, options, because } = context;
        let mut read = options.to_vec();
        let guard = effect.when.as_ref().and_then(|when| {
            let (test, more) = self.live(here, when, place, &Type::Bool)?;
            read.extend(more);
            Some(test)
        });
        let because = if effect.because.is_empty() { because } else { &effect.because };
        let rules = self.cited(here, because, &read);
        let at = steps.len();
        let known = guard.and_then(|test| self.known_ahead(test));
        if let (Some(test), None) = (guard, known) {
            steps.push(Step { op: Op::SkipUnless { test, skip: 0 }, rules });
        }
        let inner = Context { options: &read, because, ..context };
        match &effect.all {
            Some(all) => self.effects(inner, all, steps),
            None => {
                if let Some(op) = self.op(inner, effect, start, steps) {
                    steps.push(Step { op, rules });
                }
            }
        }
        let len = steps.len();
        match known {
            // The steps were compiled only to report their mistakes.
            Some(false) => steps.truncate(at),
            Some(true) => {}
            None if guard.is_none() => {}
            None => {
                if let Op::SkipUnless { skip, .. } = &mut steps[at].op {
                    *skip = (len - at - 1) as u16;
                }
            }
        }
        self.one_verb(here, effect);
    }

    /// Returns the value of a test that is a constant; otherwise `None`.
    fn known_ahead(&self, test: ExprId) -> Option<bool> {
        match self.game.expr(test) {
            [kernel::Instr::Const(number)] => Some(*number != 0),
            _ => None,
        }
    }

    /// Compiles the one action of an effect; returns `None` after reporting what is wrong with it.
    fn op(
        &mut self,
        context: Context<'_>,
        effect: &Effect,
        start: usize,
        steps: &[Step],
    ) -> Option<Op> {
        if let Some(again) = &effect.again {
            if !steps[start..].iter().any(|step| matches!(step.op, Op::Roll { .. })) {
                let message = "`again` repeats a roll, and none comes before it in this list";
                self.error(
                    Code::InvalidValue,
                    message,
                    context.here,
                    again,
                    "nothing to roll anew",
                );
            }
            let test = self.truth(context, again)?;
            return Some(Op::RepeatIf { test, back: (steps.len() - start) as u16 });
        }
        if let Some(text) = &effect.say {
            return Some(self.say(context, text, true));
        }
        if let Some(text) = &effect.note {
            return Some(self.say(context, text, false));
        }
        if effect.finish.is_some() {
            return Some(Op::Finish);
        }
        let groups = [
            Self::number_op,
            Self::token_op,
            Self::standing_op,
            Self::turn_op,
            Self::declaration_op,
            Self::board_op,
            Self::card_op,
        ];
        groups.into_iter().find_map(|group| group(self, context, effect))
    }

    fn say(&mut self, context: Context<'_>, text: &Text, story: bool) -> Op {
        let telling = Telling { place: context.place, asks: false, story };
        Op::Say { text: self.text(context.here, text, telling) }
    }

    fn role(&mut self, context: Context<'_>, name: &Text) -> Option<Role> {
        let role = self.role_at(context.place, name);
        if role.is_none() {
            let message = format!("there is no `{}` at this place", &**name);
            let mut problem = Diagnostic::error(Code::UnknownVariant, message).at(
                context.here.file,
                name.span(),
                "nobody",
            );
            let known = self.roles_at(context.place);
            problem = match self.why_nobody(context.place, name) {
                Some(help) => problem.help(help),
                None if known.is_empty() => problem.help("nobody in particular is meant here"),
                None => problem.help(format!("named here: {}", known.join(", "))),
            };
            self.report.push(problem);
        }
        role
    }

    /// Compiles the end of a duration. Returns `None` after an error, `Some(None)` if none is
    /// given.
    fn until(
        &mut self,
        context: Context<'_>,
        until: Option<&raw::Until>,
    ) -> Option<Option<kernel::Until>> {
        let Some(until) = until else { return Some(None) };
        let here = context.here;
        let (span, edge) = (self.span(here, &until.span)?, self.edge(here, &until.edge)?);
        let count = match &until.count {
            None => self.constant(1),
            Some(text) => self.int(context, text)?,
        };
        Some(Some(kernel::Until { span, edge, count, own: until.own, causer: until.causer }))
    }

    /// Compiles an integer expression that is read during play.
    fn int(&mut self, context: Context<'_>, text: &Text) -> Option<ExprId> {
        self.live(context.here, text, context.place, &Type::Int).map(|(code, _)| code)
    }

    /// Compiles a boolean expression that is read during play.
    fn truth(&mut self, context: Context<'_>, text: &Text) -> Option<ExprId> {
        self.live(context.here, text, context.place, &Type::Bool).map(|(code, _)| code)
    }
}
