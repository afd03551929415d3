//! Compiles effects on numbers: rolls, rulings, registers, attributes and variables.

use kernel::{AttributeId, DiceRef, ExprId, Op, Role, RulingId, VariableId};

use super::super::inputs::{Known, Place, register};
use super::super::{Build, Here};
use super::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::dictionary::unknown;
use crate::expr::{Tree, Type};
use crate::raw::{Effect, SetVariable, Text};

/// Most dice of a throw whose number of dice is read in play.
const COUNTED_MAX: u8 = 40;

/// A throw whose number of dice is an expression in parentheses: `(actor.level)d6+3`.
struct Counted {
    count: Text,
    /// The die with its modifiers: `d6ro<3`.
    die: String,
    /// The text after the die.
    rest: String,
}

impl Counted {
    /// Reads a throw that begins with such a count; returns `None` for any other text.
    fn read(text: &Text) -> Option<Counted> {
        let inside = text.strip_prefix('(')?;
        let mut depth = 1;
        let end = inside.find(|c| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        })?;
        let behind = inside[end + 1..].strip_prefix('d')?;
        let ends = |c: char| c.is_whitespace() || matches!(c, '+' | '-' | '*' | '[' | ')');
        let (die, rest) = behind.split_at(behind.find(ends).unwrap_or(behind.len()));
        let from = text.span().start;
        let count = Text::made(inside[..end].to_owned(), from + 1..from + 1 + end);
        Some(Counted { count, die: format!("d{die}"), rest: rest.to_owned() })
    }

    /// Returns the notation with this number of dice.
    fn with(&self, number: u8) -> String {
        match number {
            0 => format!("0{}", self.rest),
            _ => format!("{number}{}{}", self.die, self.rest),
        }
    }
}

impl Build<'_> {
    /// Compiles an effect on dice, rulings, registers, attributes or variables.
    pub(super) fn number_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        let here = context.here;
        if let Some(roll) = &effect.roll {
            let (dice, whose) = self.throw(context, &roll.dice)?;
            let who = match &roll.who {
                Some(who) => self.role(context, who)?,
                None => whose,
            };
            if matches!(dice, DiceRef::Own(_)) && who != whose {
                let message = "dice of somebody's own are rolled by nobody else";
                let roller = roll.who.as_ref().unwrap_or(&roll.dice);
                self.error(Code::InvalidValue, message, here, roller, "somebody else");
            }
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
            return Some(Op::SetRegister { into, value });
        }
        if let Some(set) = &effect.set {
            let (who, attribute) = self.attribute_of(context, &set.attribute)?;
            let value = self.kept(context, &set.to)?;
            return Some(Op::Set { who, attribute, value });
        }
        if let Some(add) = &effect.add {
            let (who, attribute) = self.attribute_of(context, &add.attribute)?;
            if add.until.is_some() {
                let by = self.kept(context, &add.by)?;
                let until = self.until(context, add.until.as_ref())??;
                return Some(Op::AddUntil { who, attribute, by, until });
            }
            // The summand is resolved alone first, so that mistakes are reported in the text as
            // written.
            let by = self.resolve(here, &add.by, context.place, &Type::Int)?;
            self.refuse_too_great(here, &add.by, &by.tree);
            let sum = format!("{} + ({})", &*add.attribute, &*add.by);
            let shifted = add.by.span().start.saturating_sub(add.attribute.len() + 4);
            let sum = Text::made(sum, shifted..add.by.span().end);
            let value = self.int(context, &sum)?;
            return Some(Op::Set { who, attribute, value });
        }
        let set = effect.variable.as_ref()?;
        self.set_variable(context, set)
    }

    /// Returns the dice to roll and whose they are: `2d6`, `target.finesse`, or `(actor.level)d6`.
    fn throw(&mut self, context: Context<'_>, text: &Text) -> Option<(DiceRef, Role)> {
        if let Some(counted) = Counted::read(text) {
            let count = self.int(context, &counted.count)?;
            return Some((self.counted(context.here, text, &counted, count)?, Role::Actor));
        }
        if let Some((role, name)) = text.split_once('.')
            && let Some(at) = self.dictionary.dice.find(name)
        {
            let role = self.role(context, &text.instead(role.to_owned()))?;
            if let (Role::Actor, Some(dice)) = (role, self.replaced.dice(at, name)) {
                return Some((DiceRef::Fixed(dice), role));
            }
            return Some((DiceRef::Own(at as u8), role));
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
        Some((DiceRef::Fixed(self.dice(context.here, text)?), Role::Actor))
    }

    /// Adds the dice for every count from 0 to [`COUNTED_MAX`], one after the other.
    fn counted(
        &mut self,
        here: Here,
        text: &Text,
        counted: &Counted,
        count: ExprId,
    ) -> Option<DiceRef> {
        let mut first = None;
        for number in 0..=COUNTED_MAX {
            let id = self.dice_anew(here, &text.instead(counted.with(number)))?;
            first.get_or_insert(id);
        }
        Some(DiceRef::Counted { first: first?, most: COUNTED_MAX, count })
    }

    fn set_variable(&mut self, context: Context<'_>, set: &SetVariable) -> Option<Op> {
        let Context { here, place, .. } = context;
        let value = self.kept(context, &set.to)?;
        if let Some(at) = self.names.variables.iter().position(|name| name == set.id.as_str()) {
            return Some(Op::SetVariable { variable: VariableId(at as u8), value });
        }
        let of_sides = &self.names.side_variables;
        if place != Place::Encounter
            && let Some(at) = of_sides.iter().position(|name| name == set.id.as_str())
        {
            return Some(Op::SetSideVariable { variable: VariableId(at as u8), value });
        }
        if of_sides.iter().any(|name| name == set.id.as_str()) {
            let message = format!("`{}` is a number of each side, and no side is at hand", *set.id);
            let problem = Diagnostic::error(Code::UnknownInput, message)
                .at(here.file, set.id.span(), "whose?")
                .help("give the handler each = \"side\", \"combatant\" or \"actor\"");
            self.report.push(problem);
            return None;
        }
        let (code, known) = (Code::UnknownInput, self.dictionary.variables.names());
        unknown(&mut self.report, code, "variable", here.file, &set.id, known);
        None
    }

    /// Compiles a number to be stored; reports a constant that does not fit.
    fn kept(&mut self, context: Context<'_>, text: &Text) -> Option<ExprId> {
        let resolved = self.resolve(context.here, text, context.place, &Type::Int)?;
        self.refuse_too_great(context.here, text, &resolved.tree);
        self.lower(context.here, text, &resolved.tree)
    }

    /// Reports a constant that no attribute or variable can hold: they have 16 bits.
    fn refuse_too_great(&mut self, here: Here, text: &Text, tree: &Tree<Known>) {
        if let Tree::Const(number) = *tree
            && i16::try_from(number).is_err()
        {
            let message = format!("{number} cannot be kept: numbers go from -32768 to 32767");
            self.error(Code::InvalidValue, message, here, text, "out of range");
        }
    }

    fn register(&mut self, here: Here, name: &Text) -> Option<u8> {
        let found = register(name);
        if found.is_none() {
            let message = "a register is one of a to h";
            self.error(Code::UnknownVariant, message, here, name, "not a register");
        }
        found
    }

    /// Reads an attribute with its owner, such as `target.hp`; `None` after reporting an error.
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
