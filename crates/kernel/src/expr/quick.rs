//! Expressions laid out for playing: one register instead of a pile of operands, and what cannot
//! matter any more is passed over.
//!
//! Everything an expression reads is read without side effects, so that the cheaper operand of
//! `and` and `or` comes first, whichever was written first.

mod write;

use crate::ids::{AttributeId, CombatantId, ExprId, KindId};

use super::{Binary, Code, Input, Scope};
use write::write;

/// Operands kept for later at most; expressions that need more stay as they are.
const KEPT_MAX: usize = 8;

/// One step; its result is in the register.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Quick {
    /// A number.
    Const(i32),
    /// An input.
    Load(Input),
    /// An attribute of the actor or of the target.
    Own(AttributeId),
    Theirs(AttributeId),
    /// A number of the actor or of the target that never changes.
    OwnFixed(u8),
    TheirFixed(u8),
    /// Whether the actor or the target has just those of some conditions and tags that it should.
    Meets(Marks),
    TargetMeets(Marks),
    /// Tokens of a kind that the actor holds.
    Held(KindId),
    /// A number that the program has kept.
    Register(u8),
    /// Puts the register aside, as the operand before the next.
    Keep,
    Neg,
    Not,
    /// 1 unless the register is 0.
    Truth,
    /// Combines the register with a number.
    With(Binary, i32),
    /// Takes the register from a number.
    From(i32),
    /// Combines the register with an input.
    Beside(Binary, Input),
    /// Whether the register lies in a range; an attribute of the actor, tokens it holds, a number
    /// that the program has kept.
    Within(Range),
    OwnWithin(AttributeId, Range),
    HeldWithin(KindId, Range),
    RegisterWithin(u8, Range),
    /// Combines what was put aside last with the register.
    Kept(Binary),
    /// Passes over so many steps where the register is 0, where it is not, and in any case.
    Unless(u16),
    If(u16),
    Skip(u16),
}

/// Conditions and tags asked for: those looked at, and those of them that have to be there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Marks {
    of: u64,
    there: u64,
}

/// The numbers in a range, or all others.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    least: i32,
    /// How many more there are.
    more: u32,
    others: bool,
}

/// An expression laid out: as one of the shapes that most have, or else step by step.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    One(Quick),
    With(Quick, Binary, i32),
    Beside(Quick, Binary, Input),
    Within(Quick, Range),
    Not(Quick),
    Steps(Vec<Quick>),
    /// It stays as it is.
    Written,
}

/// An expression on its own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Laid {
    shape: Shape,
    code: Vec<Code>,
}

impl Laid {
    /// Lays an expression out.
    pub(crate) fn of(code: &[Code]) -> Laid {
        Laid { shape: Shape::of(code), code: code.to_vec() }
    }
}

/// The expressions of a game, by [`ExprId`].
#[derive(Clone, Debug, Default)]
pub struct Quickly(Vec<Shape>);

impl Quickly {
    /// Lays expressions out.
    pub(crate) fn of(exprs: &[Vec<Code>]) -> Quickly {
        Quickly(exprs.iter().map(|code| Shape::of(code)).collect())
    }
}

impl Shape {
    fn of(code: &[Code]) -> Shape {
        let mut steps = Vec::with_capacity(code.len() + 4);
        let depth = write(code, &mut steps);
        let fits = depth <= KEPT_MAX && steps.len() < usize::from(u16::MAX);
        match steps[..] {
            [] => Shape::Written,
            _ if !fits => Shape::Written,
            [first] => Shape::One(first),
            [first, Quick::With(operator, number)] => Shape::With(first, operator, number),
            [first, Quick::Beside(operator, input)] => Shape::Beside(first, operator, input),
            [first, Quick::Within(range)] => Shape::Within(first, range),
            [first, Quick::Not] => Shape::Not(first),
            _ => Shape::Steps(steps),
        }
    }
}

impl Scope<'_> {
    /// Evaluates to true or false.
    #[inline]
    pub fn test(&self, expr: ExprId) -> bool {
        self.value(expr) != 0
    }

    /// Evaluates to a number. Code that the loader did not check leaves 0.
    #[inline]
    pub fn value(&self, expr: ExprId) -> i32 {
        match self.game.quickly.0.get(expr.index()) {
            Some(shape) => self.of_shape(shape, || self.game.expr(expr)),
            None => self.run(self.game.expr(expr)),
        }
    }

    /// The value of an expression on its own.
    pub(crate) fn laid(&self, laid: &Laid) -> i32 {
        self.of_shape(&laid.shape, || &laid.code)
    }

    /// The value of an expression of some shape, given what it is where that stays as it is.
    #[inline(always)]
    fn of_shape<'c>(&self, shape: &Shape, written: impl FnOnce() -> &'c [Code]) -> i32 {
        match shape {
            Shape::One(step) => self.first(*step),
            Shape::With(first, operator, number) => operator.apply(self.first(*first), *number),
            Shape::Beside(first, operator, input) => {
                operator.apply(self.first(*first), self.read(*input))
            }
            Shape::Within(first, range) => range.has(self.first(*first)),
            Shape::Not(first) => i32::from(self.first(*first) == 0),
            Shape::Steps(steps) => self.run_quickly(steps),
            Shape::Written => self.run(written()),
        }
    }

    fn run_quickly(&self, steps: &[Quick]) -> i32 {
        let mut kept = [0i32; KEPT_MAX];
        let mut depth = 0;
        let mut register = 0;
        let mut rest = steps;
        while let Some((step, behind)) = rest.split_first() {
            rest = behind;
            // The loader passes over no more than there is.
            let over = |steps: u16| behind.get(usize::from(steps)..).unwrap_or_default();
            register = match *step {
                Quick::Keep => {
                    kept[depth % KEPT_MAX] = register;
                    depth += 1;
                    register
                }
                Quick::Neg => register.saturating_neg(),
                Quick::Not => i32::from(register == 0),
                Quick::Truth => i32::from(register != 0),
                Quick::With(operator, number) => operator.apply(register, number),
                Quick::From(number) => number.saturating_sub(register),
                Quick::Beside(operator, input) => operator.apply(register, self.read(input)),
                Quick::Kept(operator) => {
                    depth -= 1;
                    operator.apply(kept[depth % KEPT_MAX], register)
                }
                Quick::Unless(steps) => {
                    rest = if register == 0 { over(steps) } else { rest };
                    register
                }
                Quick::If(steps) => {
                    rest = if register != 0 { over(steps) } else { rest };
                    register
                }
                Quick::Skip(steps) => {
                    rest = over(steps);
                    register
                }
                // As in `first`, said again so that each step is told apart once, not twice.
                Quick::Const(number) => number,
                Quick::Own(attribute) => self.attribute(self.frame.actor, attribute),
                Quick::Theirs(attribute) => self.attribute(self.frame.target, attribute),
                Quick::OwnFixed(place) => self.fixed(self.frame.actor, place),
                Quick::TheirFixed(place) => self.fixed(self.frame.target, place),
                Quick::Meets(marks) => self.meets(self.frame.actor, marks),
                Quick::TargetMeets(marks) => self.meets(self.frame.target, marks),
                Quick::Held(kind) => self.held(kind),
                Quick::Register(register) => self.kept(register),
                Quick::Load(input) => self.read(input),
                Quick::Within(range) => range.has(register),
                Quick::OwnWithin(attribute, range) => {
                    range.has(self.attribute(self.frame.actor, attribute))
                }
                Quick::HeldWithin(kind, range) => range.has(self.held(kind)),
                Quick::RegisterWithin(register, range) => range.has(self.kept(register)),
            };
        }
        register
    }

    /// The result of a step that does not depend on the register.
    #[inline(always)]
    fn first(&self, step: Quick) -> i32 {
        match step {
            Quick::Const(number) => number,
            Quick::Own(attribute) => self.attribute(self.frame.actor, attribute),
            Quick::Theirs(attribute) => self.attribute(self.frame.target, attribute),
            Quick::OwnFixed(place) => self.fixed(self.frame.actor, place),
            Quick::TheirFixed(place) => self.fixed(self.frame.target, place),
            Quick::Meets(marks) => self.meets(self.frame.actor, marks),
            Quick::TargetMeets(marks) => self.meets(self.frame.target, marks),
            Quick::Held(kind) => self.held(kind),
            Quick::Register(register) => self.kept(register),
            Quick::Load(input) => self.read(input),
            Quick::OwnWithin(attribute, range) => {
                range.has(self.attribute(self.frame.actor, attribute))
            }
            Quick::HeldWithin(kind, range) => range.has(self.held(kind)),
            Quick::RegisterWithin(register, range) => range.has(self.kept(register)),
            _ => 0,
        }
    }

    #[inline(always)]
    fn kept(&self, register: u8) -> i32 {
        self.frame.registers[usize::from(register)]
    }

    #[inline(always)]
    fn attribute(&self, who: CombatantId, attribute: AttributeId) -> i32 {
        let one = self.state.combatants.get(who.index());
        one.map_or(0, |one| i32::from(one.attributes[attribute.index()]))
    }

    #[inline(always)]
    fn fixed(&self, who: CombatantId, place: u8) -> i32 {
        let sheet = self.game.sheets.get(who.index());
        sheet.and_then(|sheet| sheet.fixed.get(usize::from(place))).map_or(0, |one| (*one).into())
    }

    #[inline(always)]
    fn meets(&self, who: CombatantId, Marks { of, there }: Marks) -> i32 {
        let one = self.state.combatants.get(who.index());
        i32::from(one.map_or(0, |one| one.conditions) & of == there)
    }

    #[inline(always)]
    fn held(&self, kind: KindId) -> i32 {
        let who = self.frame.actor.index();
        match (self.game.sheets.get(who), self.state.combatants.get(who)) {
            (Some(sheet), Some(one)) => {
                sheet.lane(kind).map_or(0, |lane| one.purse.get(lane) as i32)
            }
            _ => 0,
        }
    }
}

impl Range {
    /// 1 if a number is among them.
    #[inline(always)]
    fn has(self, number: i32) -> i32 {
        i32::from((number.wrapping_sub(self.least) as u32 <= self.more) ^ self.others)
    }
}

#[cfg(test)]
mod tests;
