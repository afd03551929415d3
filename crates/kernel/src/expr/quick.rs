//! Expressions laid out for playing: one register instead of a pile of operands, and what cannot
//! matter any more is passed over.
//!
//! Everything an expression reads is read without side effects, so that the cheaper operand of
//! `and` and `or` comes first, whichever was written first.

use crate::ahead::{cost, last_operand};
use crate::ids::{AttributeId, CombatantId, ConditionId, ExprId, KindId};

use super::{Binary, Code, Input, Role, Scope};

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

/// An expression laid out: as one of the shapes that most have, or else step by step.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    One(Quick),
    With(Quick, Binary, i32),
    Not(Quick),
    Steps(Vec<Quick>),
    /// It stays as it is.
    Written,
}

/// The expressions of a game, by [`ExprId`].
#[derive(Clone, Debug, Default)]
pub struct Quickly(Vec<Shape>);

impl Quickly {
    /// Lays expressions out.
    pub(crate) fn of(exprs: &[Vec<Code>]) -> Quickly {
        let lay_out = |code: &Vec<Code>| {
            let mut steps = Vec::with_capacity(code.len() + 4);
            let depth = write(code, &mut steps);
            let fits = depth <= KEPT_MAX && steps.len() < usize::from(u16::MAX);
            match steps[..] {
                [] => Shape::Written,
                _ if !fits => Shape::Written,
                [first] => Shape::One(first),
                [first, Quick::With(operator, number)] => Shape::With(first, operator, number),
                [first, Quick::Not] => Shape::Not(first),
                _ => Shape::Steps(steps),
            }
        };
        Quickly(exprs.iter().map(lay_out).collect())
    }
}

/// Lays out postfix code; gives how many operands it keeps at most.
fn write(code: &[Code], steps: &mut Vec<Quick>) -> usize {
    let Some((last, operands)) = code.split_last() else { return 0 };
    match *last {
        Code::Const(number) => steps.push(Quick::Const(number)),
        Code::Load(input) => steps.push(load(input)),
        Code::Neg | Code::Not => {
            let depth = write(operands, steps);
            steps.push(if *last == Code::Not { Quick::Not } else { Quick::Neg });
            return depth;
        }
        Code::Binary(operator @ (Binary::And | Binary::Or)) => {
            return join(operator, code, steps);
        }
        Code::Binary(operator) => {
            let (first, second) = operands.split_at(last_operand(operands));
            if let [Code::Const(number)] = *second {
                let depth = write(first, steps);
                steps.push(Quick::With(operator, number));
                return depth;
            }
            let before = write(first, steps);
            steps.push(Quick::Keep);
            let after = write(second, steps);
            steps.push(Quick::Kept(operator));
            return before.max(after + 1);
        }
        Code::Select => {
            let (rest, no) = operands.split_at(last_operand(operands));
            let (test, yes) = rest.split_at(last_operand(rest));
            let mut depth = write(test, steps);
            let unless = steps.len();
            steps.push(Quick::Keep);
            depth = depth.max(write(yes, steps));
            let skip = steps.len();
            steps.push(Quick::Keep);
            depth = depth.max(write(no, steps));
            steps[unless] = Quick::Unless((skip - unless) as u16);
            steps[skip] = Quick::Skip((steps.len() - skip - 1) as u16);
            return depth;
        }
    }
    0
}

/// Lays out what `and` or `or` joins: what is asked of conditions and tags in one step each for
/// actor and target, and the rest with the cheapest first; as soon as one decides, that is that.
fn join(operator: Binary, code: &[Code], steps: &mut Vec<Quick>) -> usize {
    let all = operands(operator, code);
    let is_test = all.iter().all(|one| is_test(one));
    let mut rest: Vec<&[Code]> = Vec::new();
    let mut marks = [Marks::default(); 2];
    for one in all {
        match mark(one) {
            Some((role, mark)) if marks[role].of & mark.of == 0 => {
                // That any is met is that not all are the other way round.
                let there = if operator == Binary::And { mark.there } else { mark.of ^ mark.there };
                marks[role] =
                    Marks { of: marks[role].of | mark.of, there: marks[role].there | there };
            }
            _ => rest.push(one),
        }
    }
    rest.sort_by_key(|one| cost(one));
    let mut depth = 0;
    let mut jumps = Vec::new();
    let mut next = |steps: &mut Vec<Quick>| {
        jumps.push(steps.len());
        steps.push(Quick::Keep);
    };
    for (role, marks) in marks.into_iter().enumerate().filter(|(_, marks)| marks.of != 0) {
        steps.push(if role == 0 { Quick::Meets(marks) } else { Quick::TargetMeets(marks) });
        if operator == Binary::Or {
            steps.push(Quick::Not);
        }
        next(steps);
    }
    for one in rest {
        depth = depth.max(write(one, steps));
        next(steps);
    }
    // The last has nothing behind it to pass over.
    steps.pop();
    jumps.pop();
    for jump in jumps {
        let over = (steps.len() - jump - 1) as u16;
        steps[jump] = if operator == Binary::And { Quick::Unless(over) } else { Quick::If(over) };
    }
    if !is_test {
        steps.push(Quick::Truth);
    }
    depth
}

/// What `and` or `or` joins, however deep.
fn operands(operator: Binary, code: &[Code]) -> Vec<&[Code]> {
    match code.split_last() {
        Some((Code::Binary(one), both)) if *one == operator => {
            let (first, second) = both.split_at(last_operand(both));
            let mut all = operands(operator, first);
            all.extend(operands(operator, second));
            all
        }
        _ => vec![code],
    }
}

/// What is asked of one condition or tag, of the actor (0) or the target (1).
fn mark(code: &[Code]) -> Option<(usize, Marks)> {
    let (Code::Load(Input::Has(role, condition)), negated) = (match *code {
        [load] => (load, false),
        [load, Code::Not] => (load, true),
        _ => return None,
    }) else {
        return None;
    };
    let of = 1 << condition.0;
    let role = match role {
        Role::Actor => 0,
        Role::Target => 1,
        _ => return None,
    };
    Some((role, Marks { of, there: if negated { 0 } else { of } }))
}

fn load(input: Input) -> Quick {
    match input {
        Input::Attribute(Role::Actor, attribute) => Quick::Own(attribute),
        Input::Attribute(Role::Target, attribute) => Quick::Theirs(attribute),
        Input::Has(Role::Actor, condition) => Quick::Meets(Marks::one(condition)),
        Input::Has(Role::Target, condition) => Quick::TargetMeets(Marks::one(condition)),
        Input::Holds(Role::Actor, kind) => Quick::Held(kind),
        Input::Register(register) => Quick::Register(register),
        _ => Quick::Load(input),
    }
}

/// Whether code surely gives 0 or 1.
fn is_test(code: &[Code]) -> bool {
    match code.last() {
        Some(Code::Not | Code::Load(Input::Has(..))) => true,
        Some(Code::Binary(operator)) => operator.is_test(),
        _ => false,
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
            Some(Shape::One(step)) => self.first(*step),
            Some(Shape::With(first, operator, number)) => {
                operator.apply(self.first(*first), *number)
            }
            Some(Shape::Not(first)) => i32::from(self.first(*first) == 0),
            Some(Shape::Steps(steps)) => self.run_quickly(steps),
            Some(Shape::Written) | None => self.run(self.game.expr(expr)),
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
                Quick::Meets(marks) => self.meets(self.frame.actor, marks),
                Quick::TargetMeets(marks) => self.meets(self.frame.target, marks),
                Quick::Held(kind) => self.held(kind),
                Quick::Register(register) => self.frame.registers[usize::from(register)],
                Quick::Load(input) => self.read(input),
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
            Quick::Meets(marks) => self.meets(self.frame.actor, marks),
            Quick::TargetMeets(marks) => self.meets(self.frame.target, marks),
            Quick::Held(kind) => self.held(kind),
            Quick::Register(register) => self.frame.registers[usize::from(register)],
            Quick::Load(input) => self.read(input),
            _ => 0,
        }
    }

    #[inline(always)]
    fn attribute(&self, who: CombatantId, attribute: AttributeId) -> i32 {
        let one = self.state.combatants.get(who.index());
        one.map_or(0, |one| i32::from(one.attributes[attribute.index()]))
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

impl Marks {
    fn one(condition: ConditionId) -> Marks {
        Marks { of: 1 << condition.0, there: 1 << condition.0 }
    }
}

#[cfg(test)]
mod tests;
