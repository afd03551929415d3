//! Compiles effects on turns, turn order and spans.

use kernel::{DiceRef, ExprId, Op, RulingId, TieBreaker};

use super::super::Build;
use super::super::inputs::Place;
use super::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::raw::{self, Effect, Text};

impl Build<'_> {
    /// Compiles an effect on the turn order, the turn groups or the clock.
    pub(super) fn turn_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        let here = context.here;
        if let Some((key, at)) = along_the_line(effect)
            && !self.game.ordered
        {
            let message = format!("`{key}` needs turns along a line");
            let problem = Diagnostic::error(Code::InvalidValue, message)
                .at(here.file, at.span(), "there is no line")
                .help("the last span of the clock repeats along one with repeat = \"line\"");
            self.report.push(problem);
        }
        if let Some(by) = &effect.sort {
            let each = Context { place: Place::Combatant, ..context };
            return Some(Op::Sort { by: self.int(each, by)? });
        }
        if let Some(one) = &effect.break_ties {
            return self.break_ties(context, one);
        }
        if let Some(one) = &effect.follow {
            let (who, whom) = (self.role(context, &one.who)?, self.role(context, &one.whom)?);
            return Some(Op::MoveBehind { who, whom });
        }
        if let Some(one) = &effect.skip {
            return Some(Op::Skip { who: self.role(context, &one.who)? });
        }
        if let Some(one) = &effect.recall {
            return Some(Op::RestoreTurn { who: self.role(context, &one.who)? });
        }
        if effect.end_turn.is_some() {
            return Some(Op::EndTurn);
        }
        if let Some(one) = &effect.place {
            let (side, turn) = (self.side(here, &one.side)?, self.turn(here, &one.turn)?);
            let (side, turn) = (self.constant(side.0.into()), self.constant(turn.0.into()));
            return Some(Op::Place { side, turn });
        }
        if let Some(one) = &effect.interpose {
            let resume = one.resume.as_ref().is_none_or(|yes| **yes);
            return Some(Op::Interpose { who: self.role(context, &one.who)?, resume });
        }
        if let Some(early) = &effect.early {
            let turn = match self.dictionary.turns.find(early) {
                Some(turn) => self.constant(turn as i32),
                // Any other text is an expression, such as the turn group of the handler's side.
                None => self.turn_expression(context, early)?,
            };
            return Some(Op::GrantEarlyTurn { turn });
        }
        let span = effect.stop.as_ref()?;
        Some(Op::StopSpan { span: self.span(here, span)? })
    }

    fn break_ties(&mut self, context: Context<'_>, one: &raw::BreakTies) -> Option<Op> {
        let here = context.here;
        let how = match (&one.dice, &one.ask) {
            (Some(dice), None) => {
                let at = self.look(|d| &d.dice, Code::UnknownVariant, "die", here, dice)?;
                TieBreaker::Dice(DiceRef::Own(at as u8))
            }
            (None, Some(ruling)) => {
                let at = self.look(|d| &d.rulings, Code::UnknownRuling, "ruling", here, ruling)?;
                TieBreaker::Ruling(RulingId(at as u16))
            }
            (given, _) => {
                let message = "ties are broken by `dice` or by what the game master is `ask`ed";
                let given = given.clone().unwrap_or_default();
                self.error(Code::InvalidValue, message, here, &given, "one of the two");
                return None;
            }
        };
        let count = kernel::REGISTERS_MAX as u8 - 1;
        Some(Op::BreakTies { how, count })
    }

    /// Returns the turn group of the side that the handler runs for: the only expression that
    /// `early` accepts. Reports any other text.
    fn turn_expression(&mut self, context: Context<'_>, text: &Text) -> Option<ExprId> {
        if text.as_str() == "side" && context.place == Place::Side {
            return Some(self.intern(vec![kernel::Instr::Load(kernel::Input::HandlerTurn)]));
        }
        self.turn(context.here, text)?;
        None
    }
}

/// Returns the key and place of an effect on the turn order; `None` for other effects.
fn along_the_line(effect: &Effect) -> Option<(&'static str, &Text)> {
    let skip = effect.skip.as_ref().map(|one| ("skip", &one.who));
    let recall = effect.recall.as_ref().map(|one| ("recall", &one.who));
    let follow = effect.follow.as_ref().map(|one| ("follow", &one.who));
    let ties = effect.break_ties.as_ref();
    let ties = ties.and_then(|one| Some(("break_ties", one.dice.as_ref().or(one.ask.as_ref())?)));
    effect.sort.as_ref().map(|by| ("sort", by)).or(skip).or(recall).or(follow).or(ties)
}
