//! Compiles cards that are given with activities.

use kernel::{Argument, Input, Instr as Instruction, PileRef, Requirement, Role, Target};

use super::super::{Build, Here};
use super::CARDS_MAX;
use crate::diagnostic::{Code, Diagnostic};
use crate::raw::{self, Text};

impl Build<'_> {
    /// Compiles an argument that is a card of a pile: its range and its default.
    pub(in crate::compile) fn card_argument(
        &mut self,
        here: Here,
        raw: &raw::Argument,
        pile: PileRef,
    ) -> Argument {
        let given = [
            ("min", raw.min.as_ref().map(Text::span)),
            ("max", raw.max.as_ref().map(Text::span)),
            ("usual", raw.usual.as_ref().map(Text::span)),
            ("scale", raw.scale.as_ref().map(raw::At::span)),
            ("worded", raw.worded.as_ref().map(raw::At::span)),
        ];
        for (key, span) in given.into_iter().filter_map(|(key, span)| Some((key, span?))) {
            let problem = Diagnostic::error(
                Code::InvalidValue,
                format!("a card has no `{key}`: the pile says which cards there are"),
            );
            self.report.push(problem.at(here.file, span, "of no use here"));
        }
        let rules = self.cited(here, &raw.because, &[]);
        // An empty pile has no number to choose.
        let max = vec![
            Instruction::Load(Input::CardCount(pile)),
            Instruction::Const(CARDS_MAX as i32),
            Instruction::Const(0),
            Instruction::Select,
        ];
        Argument {
            min: self.constant(1),
            max: self.intern(max),
            default: self.intern(vec![Instruction::Load(Input::FirstCard(pile))]),
            card: Some(pile),
            text_value: None,
            rules,
        }
    }

    /// Compiles the requirement that the card given lies in the pile.
    pub(in crate::compile) fn card_requirement(
        &mut self,
        here: Here,
        raw: &raw::Argument,
        pile: PileRef,
        target: Target,
    ) -> Requirement {
        let test = self.intern(vec![Instruction::Load(Input::ArgumentInPile(pile))]);
        let of_target = target != Target::None && pile.owner == Some(Role::Target);
        let rules = self.cited(here, &raw.because, &[]);
        Requirement { test, depends_on_target: of_target, only_if: 0, binds_prepared: true, rules }
    }
}
