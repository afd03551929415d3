//! A function for each expression.
//!
//! What is read most has functions of its own, each built into the one that uses it, so that few
//! calls are made and each knows what it is about.

use crate::expr::{Binary, Input, Role, Scope};

use super::tree::Tree;

/// An expression as a function of its context.
pub(super) type Function = Box<dyn Fn(&Scope<'_>) -> i32 + Send + Sync>;

fn function(evaluate: impl Fn(&Scope<'_>) -> i32 + Send + Sync + 'static) -> Function {
    Box::new(evaluate)
}

/// Builds something around the value of a part, which is found without a call where it is one of
/// those that are read most.
macro_rules! around {
    ($part:expr, |$value:ident| $built:expr) => {
        match $part {
            &Tree::Const(number) => {
                let $value = move |_: &Scope<'_>| number;
                $built
            }
            Tree::Given(Role::Actor, given) => {
                let given = given.clone();
                let $value = move |scope: &Scope<'_>| given.of(scope.frame.actor);
                $built
            }
            Tree::Given(_, given) => {
                let given = given.clone();
                let $value = move |scope: &Scope<'_>| given.of(scope.frame.target);
                $built
            }
            &Tree::Load(Input::Attribute(Role::Actor, id)) => {
                let $value = move |scope: &Scope<'_>| scope.attribute(scope.frame.actor, id);
                $built
            }
            &Tree::Load(Input::Attribute(Role::Target, id)) => {
                let $value = move |scope: &Scope<'_>| scope.attribute(scope.frame.target, id);
                $built
            }
            &Tree::Held(Role::Actor, lane) => {
                let $value = move |scope: &Scope<'_>| scope.held(scope.frame.actor, lane);
                $built
            }
            &Tree::Load(Input::Register(register)) => {
                let $value = move |scope: &Scope<'_>| scope.kept(register);
                $built
            }
            &Tree::Load(Input::Argument) => {
                let $value = move |scope: &Scope<'_>| scope.frame.argument;
                $built
            }
            &Tree::Load(Input::OwnTurn(Role::Actor)) => {
                let $value = move |scope: &Scope<'_>| scope.has_turn(scope.frame.actor);
                $built
            }
            &Tree::Meets(marks) => {
                let $value = move |scope: &Scope<'_>| scope.meets(scope.frame.actor, marks);
                $built
            }
            &Tree::TargetMeets(marks) => {
                let $value = move |scope: &Scope<'_>| scope.meets(scope.frame.target, marks);
                $built
            }
            part => {
                let part = compile(part);
                let $value = move |scope: &Scope<'_>| part(scope);
                $built
            }
        }
    };
}

/// The function of an expression.
pub(super) fn compile(tree: &Tree) -> Function {
    match tree {
        Tree::Const(_) | Tree::Meets(_) | Tree::TargetMeets(_) | Tree::Given(..) => {
            around!(tree, |value| function(value))
        }
        Tree::Load(
            Input::Attribute(Role::Actor | Role::Target, _)
            | Input::Register(_)
            | Input::Argument
            | Input::OwnTurn(Role::Actor),
        ) => around!(tree, |value| function(value)),
        Tree::Load(input) => load(*input),
        &Tree::Held(Role::Actor, _) => around!(tree, |value| function(value)),
        &Tree::Held(_, lane) => function(move |scope| scope.held(scope.frame.target, lane)),
        Tree::Neg(part) => {
            around!(&**part, |value| function(move |scope| value(scope).saturating_neg()))
        }
        Tree::Not(part) => {
            around!(&**part, |value| function(move |scope| i32::from(value(scope) == 0)))
        }
        Tree::Within(part, range) => {
            let range = *range;
            around!(&**part, |value| function(move |scope| range.has(value(scope))))
        }
        Tree::Both(operator, parts) => both(*operator, &parts[0], &parts[1]),
        Tree::All(parts) => all(parts),
        Tree::Any(parts) => any(parts),
        Tree::Select(parts) => select(&parts[0], &parts[1], &parts[2]),
    }
}

/// The function of an input: for those that are read often, without finding out which it is.
fn load(input: Input) -> Function {
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
        I::Before => known!(I::Before),
        I::Committed => known!(I::Committed),
        I::Depth => known!(I::Depth),
        I::Distance(R::Actor) => known!(I::Distance(R::Actor)),
        I::LineClear => known!(I::LineClear),
        I::Now => known!(I::Now),
        I::Number(R::Actor) => known!(I::Number(R::Actor)),
        I::Number(R::Target) => known!(I::Number(R::Target)),
        I::Number(R::Answered) => known!(I::Number(R::Answered)),
        I::Placed => known!(I::Placed),
        I::Span(id) => known!(I::Span(id)),
        I::Terrain(place, sort) => known!(I::Terrain(place, sort)),
        I::Threats(place) => known!(I::Threats(place)),
        I::Variable(id) => known!(I::Variable(id)),
        _ => known!(input),
    }
}

/// Two numbers combined.
fn both(operator: Binary, first: &Tree, second: &Tree) -> Function {
    use Binary as B;
    let first = compile(first);
    macro_rules! by {
        ($operator:expr) => {
            around!(second, |second| function(move |scope| {
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

/// Whether all hold, asked one after the other.
fn all(parts: &[Tree]) -> Function {
    let Some((first, rest)) = parts.split_first() else { return function(|_| 1) };
    if rest.is_empty() {
        return truth(first);
    }
    let rest = all(rest);
    around!(first, |value| function(move |scope| match value(scope) {
        0 => 0,
        _ => rest(scope),
    }))
}

/// Whether any holds, asked one after the other.
fn any(parts: &[Tree]) -> Function {
    let Some((first, rest)) = parts.split_first() else { return function(|_| 0) };
    if rest.is_empty() {
        return truth(first);
    }
    let rest = any(rest);
    around!(first, |value| function(move |scope| match value(scope) {
        0 => rest(scope),
        _ => 1,
    }))
}

/// 1 if something is not 0; mostly it is one of the two as it is.
fn truth(tree: &Tree) -> Function {
    match tree.is_truth() {
        true => compile(tree),
        false => around!(tree, |value| function(move |scope| i32::from(value(scope) != 0))),
    }
}

/// One of two values.
fn select(test: &Tree, yes: &Tree, no: &Tree) -> Function {
    if let (&Tree::Const(yes), &Tree::Const(no)) = (yes, no) {
        return around!(test, |test| function(move |scope| if test(scope) != 0 {
            yes
        } else {
            no
        }));
    }
    let (yes, no) = (compile(yes), compile(no));
    around!(test, |test| function(move |scope| match test(scope) {
        0 => no(scope),
        _ => yes(scope),
    }))
}
