//! Effects on numbers: what is rolled, asked and reckoned.

use kernel::{AttributeId, Op, Role, RulingId, Throw, VariableId};

use super::super::inputs::{Place, register};
use super::super::{Build, Here};
use super::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::dictionary::unknown;
use crate::expr::Type;
use crate::raw::{Effect, SetVariable, Text};

impl Build<'_> {
    /// Dice, rulings, registers, attributes and variables.
    pub(super) fn number_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        let here = context.here;
        if let Some(roll) = &effect.roll {
            let (dice, who) = self.throw(context, &roll.dice)?;
            return Some(Op::Roll { dice, who, into: self.register(here, &roll.into)? });
        }
        if let Some(ask) = &effect.ask {
            let into = self.register(here, &ask.into)?;
            let at = self.look(|d| &d.rulings, Code::UnknownRuling, "ruling", here, &ask.ruling)?;
            return Some(Op::Ask { ruling: RulingId(at as u16), into });
        }
        if let Some(one) = &effect.r#let {
            let into = self.register(here, &one.into)?;
            let value = self.int(context, &one.value)?;
            return Some(Op::Let { into, value });
        }
        if let Some(set) = &effect.set {
            let (who, attribute) = self.attribute_of(context, &set.attribute)?;
            let value = self.int(context, &set.to)?;
            return Some(Op::Set { who, attribute, value });
        }
        if let Some(add) = &effect.add {
            let (who, attribute) = self.attribute_of(context, &add.attribute)?;
            if add.until.is_some() {
                let by = self.int(context, &add.by)?;
                let until = self.until(context, add.until.as_ref())??;
                return Some(Op::Lend { who, attribute, by, until });
            }
            // By itself first, so that what is wrong with it is said of what was written.
            self.resolve(here, &add.by, context.place, &Type::Int)?;
            let sum = format!("{} + ({})", &*add.attribute, &*add.by);
            let shifted = add.by.span().start.saturating_sub(add.attribute.len() + 4);
            let sum = Text::made(sum, shifted..add.by.span().end);
            let value = self.int(context, &sum)?;
            return Some(Op::Set { who, attribute, value });
        }
        let set = effect.variable.as_ref()?;
        self.set_variable(context, set)
    }

    /// Dice to be rolled and for whom: `2d6`, or `target.finesse`.
    fn throw(&mut self, context: Context<'_>, text: &Text) -> Option<(Throw, Role)> {
        if let Some((role, name)) = text.split_once('.')
            && let Some(at) = self.dictionary.dice.find(name)
        {
            let role = self.role(context, &text.instead(role.to_owned()))?;
            return Some((Throw::Own(at as u8), role));
        }
        if let Some((_, name)) = text.split_once('.')
            && text.starts_with(|first: char| first.is_alphabetic())
        {
            let known = self.dictionary.dice.names();
            let mut problem = Diagnostic::error(
                Code::UnknownAttribute,
                format!("there are no dice called `{name}`"),
            )
            .at(context.here.file, text.span(), "unknown dice")
            .did_you_mean(name, known);
            if problem.help.is_empty() {
                let help = format!("declare [[rule.dice]] with id = \"{name}\" and a default");
                problem = problem.help(help);
            }
            self.report.push(problem);
            return None;
        }
        Some((Throw::Fixed(self.dice(context.here, text)?), Role::Actor))
    }

    fn set_variable(&mut self, context: Context<'_>, set: &SetVariable) -> Option<Op> {
        let Context { here, place, .. } = context;
        let value = self.int(context, &set.to)?;
        if let Some(at) = self.names.variables.iter().position(|name| name == set.id.as_str()) {
            return Some(Op::SetVariable { variable: VariableId(at as u8), value });
        }
        let of_sides = &self.names.side_variables;
        if place != Place::Encounter
            && let Some(at) = of_sides.iter().position(|name| name == set.id.as_str())
        {
            return Some(Op::SetSideVariable { variable: VariableId(at as u8), value });
        }
        let (code, known) = (Code::UnknownInput, self.dictionary.variables.names());
        unknown(&mut self.report, code, "variable", here.file, &set.id, known);
        None
    }

    fn register(&mut self, here: Here, name: &Text) -> Option<u8> {
        let found = register(name);
        if found.is_none() {
            let message = "a register is one of a to h";
            self.error(Code::UnknownVariant, message, here, name, "not a register");
        }
        found
    }

    /// Whose attribute and which: `target.hp`.
    pub(super) fn attribute_of(
        &mut self,
        context: Context<'_>,
        text: &Text,
    ) -> Option<(Role, AttributeId)> {
        let Some((role, attribute)) = text.split_once('.') else {
            let message = "an attribute is written with whose it is, such as target.hp";
            self.error(Code::UnknownAttribute, message, context.here, text, "whose?");
            return None;
        };
        let role = self.role(context, &text.instead(role.to_owned()))?;
        let attribute = text.instead(attribute.to_owned());
        Some((role, self.changing_attribute(context.here, &attribute)?))
    }
}
