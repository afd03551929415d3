//! Accelerator: one closure per expression tree. It must equal `EvalContext::eval_postfix`.
//!
//! Frequent kinds of operand are inlined into the closures that use them, which saves calls.

use crate::game::{EvalContext, ExprFunction};
use crate::model::expr::{Binary, Input, Role};

use super::ir::Node;

fn function(evaluate: impl Fn(&EvalContext<'_>) -> i32 + Send + Sync + 'static) -> ExprFunction {
    Box::new(evaluate)
}

/// Builds an expression around the value of a part. Frequent kinds of part are read without a call.
macro_rules! with_operand {
    ($part:expr, |$value:ident| $built:expr) => {
        match $part {
            &Node::Const(number) => {
                let $value = move |_: &EvalContext<'_>| number;
                $built
            }
            Node::Given(Role::Actor, given) => {
                let given = given.clone();
                let $value = move |scope: &EvalContext<'_>| given.of(scope.frame.actor);
                $built
            }
            Node::Given(_, given) => {
                let given = given.clone();
                let $value = move |scope: &EvalContext<'_>| given.of(scope.frame.target);
                $built
            }
            &Node::Load(Input::Attribute(Role::Actor, id)) => {
                let $value = move |scope: &EvalContext<'_>| scope.attribute(scope.frame.actor, id);
                $built
            }
            &Node::Load(Input::Attribute(Role::Target, id)) => {
                let $value = move |scope: &EvalContext<'_>| scope.attribute(scope.frame.target, id);
                $built
            }
            &Node::Held(Role::Actor, lane) => {
                let $value = move |scope: &EvalContext<'_>| scope.held(scope.frame.actor, lane);
                $built
            }
            &Node::Load(Input::Register(register)) => {
                let $value = move |scope: &EvalContext<'_>| scope.kept(register);
                $built
            }
            &Node::Load(Input::Argument) => {
                let $value = move |scope: &EvalContext<'_>| scope.frame.argument;
                $built
            }
            &Node::Load(Input::OwnTurn(Role::Actor)) => {
                let $value = move |scope: &EvalContext<'_>| scope.has_turn(scope.frame.actor);
                $built
            }
            &Node::ActorMatches(marks) => {
                let $value = move |scope: &EvalContext<'_>| scope.meets(scope.frame.actor, marks);
                $built
            }
            &Node::TargetMatches(marks) => {
                let $value = move |scope: &EvalContext<'_>| scope.meets(scope.frame.target, marks);
                $built
            }
            part => {
                let part = compile(part);
                let $value = move |scope: &EvalContext<'_>| part(scope);
                $built
            }
        }
    };
}

/// Compiles an expression to a closure.
pub(crate) fn compile(tree: &Node) -> ExprFunction {
    match tree {
        Node::Const(_) | Node::ActorMatches(_) | Node::TargetMatches(_) | Node::Given(..) => {
            with_operand!(tree, |value| function(value))
        }
        Node::Load(
            Input::Attribute(Role::Actor | Role::Target, _)
            | Input::Register(_)
            | Input::Argument
            | Input::OwnTurn(Role::Actor),
        ) => with_operand!(tree, |value| function(value)),
        Node::Load(input) => load(*input),
        &Node::Held(Role::Actor, _) => with_operand!(tree, |value| function(value)),
        &Node::Held(_, lane) => function(move |scope| scope.held(scope.frame.target, lane)),
        Node::Neg(part) => {
            with_operand!(&**part, |value| function(move |scope| value(scope).saturating_neg()))
        }
        Node::Not(part) => {
            with_operand!(&**part, |value| function(move |scope| i32::from(value(scope) == 0)))
        }
        &Node::Lookup(table, ref part) => {
            let part = compile(part);
            function(move |scope| scope.game.look_up(table, part(scope)))
        }
        Node::Within(part, range) => {
            let range = *range;
            with_operand!(&**part, |value| function(move |scope| range.has(value(scope))))
        }
        Node::Both(operator, parts) => both(*operator, &parts[0], &parts[1]),
        Node::All(parts) => all(parts),
        Node::Any(parts) => any(parts),
        Node::Select(parts) => select(&parts[0], &parts[1], &parts[2]),
    }
}

/// Compiles an input; frequent ones get closures of their own, without dispatch.
fn load(input: Input) -> ExprFunction {
    use Input as I;
    use Role as R;
    macro_rules! known {
        ($input:expr) => {
            function(move |scope| scope.read($input))
        };
    }
    match input {
        I::Answers(word) => known!(I::Answers(word)),
        I::AnswersMe => known!(I::AnswersMe),
        I::ApproachOver(figure, sort) => known!(I::ApproachOver(figure, sort)),
        I::ApproachPrice(figure) => known!(I::ApproachPrice(figure)),
        I::OldValue => known!(I::OldValue),
        I::OngoingProgress => known!(I::OngoingProgress),
        I::StackDepth => known!(I::StackDepth),
        I::Distance(R::Actor) => known!(I::Distance(R::Actor)),
        I::LineClear => known!(I::LineClear),
        I::NewValue => known!(I::NewValue),
        I::CombatantNumber(R::Actor) => known!(I::CombatantNumber(R::Actor)),
        I::CombatantNumber(R::Target) => known!(I::CombatantNumber(R::Target)),
        I::CombatantNumber(R::Answered) => known!(I::CombatantNumber(R::Answered)),
        I::OnBoard => known!(I::OnBoard),
        I::Span(id) => known!(I::Span(id)),
        I::Terrain(place, sort) => known!(I::Terrain(place, sort)),
        I::Threats(place) => known!(I::Threats(place)),
        I::Variable(id) => known!(I::Variable(id)),
        _ => known!(input),
    }
}

/// Compiles a binary operator.
fn both(operator: Binary, first: &Node, second: &Node) -> ExprFunction {
    use Binary as B;
    let first = compile(first);
    macro_rules! by {
        ($operator:expr) => {
            with_operand!(second, |second| function(move |scope| {
                $operator.apply(first(scope), second(scope))
            }))
        };
    }
    match operator {
        B::Add => by!(B::Add),
        B::Sub => by!(B::Sub),
        B::Mul => by!(B::Mul),
        B::Div => by!(B::Div),
        B::Min => by!(B::Min),
        B::Max => by!(B::Max),
        B::Eq => by!(B::Eq),
        B::Ne => by!(B::Ne),
        B::Lt => by!(B::Lt),
        B::Le => by!(B::Le),
        B::Gt => by!(B::Gt),
        B::Ge => by!(B::Ge),
        B::And => by!(B::And),
        B::Or => by!(B::Or),
    }
}

/// Compiles `and` with short-circuit evaluation.
fn all(parts: &[Node]) -> ExprFunction {
    let Some((first, rest)) = parts.split_first() else { return function(|_| 1) };
    if rest.is_empty() {
        return truth(first);
    }
    let rest = all(rest);
    with_operand!(first, |value| function(move |scope| match value(scope) {
        0 => 0,
        _ => rest(scope),
    }))
}

/// Compiles `or` with short-circuit evaluation.
fn any(parts: &[Node]) -> ExprFunction {
    let Some((first, rest)) = parts.split_first() else { return function(|_| 0) };
    if rest.is_empty() {
        return truth(first);
    }
    let rest = any(rest);
    with_operand!(first, |value| function(move |scope| match value(scope) {
        0 => rest(scope),
        _ => 1,
    }))
}

/// Compiles an expression to 1 if it is not 0, else to 0; most are 0 or 1 already.
fn truth(tree: &Node) -> ExprFunction {
    match tree.is_truth() {
        true => compile(tree),
        false => with_operand!(tree, |value| function(move |scope| i32::from(value(scope) != 0))),
    }
}

/// Compiles a choice between two values.
fn select(test: &Node, yes: &Node, no: &Node) -> ExprFunction {
    if let (&Node::Const(yes), &Node::Const(no)) = (yes, no) {
        return with_operand!(test, |test| function(move |scope| if test(scope) != 0 {
            yes
        } else {
            no
        }));
    }
    let (yes, no) = (compile(yes), compile(no));
    with_operand!(test, |test| function(move |scope| match test(scope) {
        0 => no(scope),
        _ => yes(scope),
    }))
}
