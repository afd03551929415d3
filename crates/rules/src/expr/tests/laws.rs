//! Properties that hold for all texts and trees.

use proptest::prelude::*;

use super::super::*;
use super::Place;

/// A tree without spans.
fn bare(mut node: Node) -> Node {
    node.span = 0..0;
    match &mut node.kind {
        NodeKind::Call { args, .. } => args.iter_mut().for_each(|word| word.span = 0..0),
        NodeKind::Not(operand)
        | NodeKind::Neg(operand)
        | NodeKind::Lookup { place: operand, .. } => **operand = bare((**operand).clone()),
        NodeKind::Binary { lhs, rhs, .. } => {
            **lhs = bare((**lhs).clone());
            **rhs = bare((**rhs).clone());
        }
        NodeKind::If { condition, yes, no } => {
            for part in [condition, yes, no] {
                **part = bare((**part).clone());
            }
        }
        NodeKind::Int(_) | NodeKind::Bool(_) | NodeKind::Name(_) => {}
    }
    node
}

const OPS: [Op; 14] = {
    use Op::*;
    [Add, Sub, Mul, Div, Min, Max, Eq, Ne, Lt, Le, Gt, Ge, And, Or]
};

fn any_node() -> impl Strategy<Value = Node> {
    let name = "[a-z][a-z0-9]{0,3}([-.][a-z0-9]{1,3}){0,2}"
        .prop_filter("no keyword", |name| !KEYWORDS.contains(&name.as_str()));
    let word = "[A-Za-z0-9'@-]{1,5}".prop_map(|text| Word { span: 0..0, text });
    let call = (name.clone(), prop::collection::vec(word, 1..3));
    let leaf = prop_oneof![
        (0..=i64::MAX).prop_map(NodeKind::Int),
        any::<bool>().prop_map(NodeKind::Bool),
        name.prop_map(NodeKind::Name),
        call.prop_map(|(callee, args)| NodeKind::Call { callee, args }),
    ];
    let node = |kind| Node { span: 0..0, kind };
    leaf.prop_map(node).prop_recursive(6, 60, 3, move |inner| {
        let part = || inner.clone().prop_map(Box::new);
        prop_oneof![
            part().prop_map(NodeKind::Not),
            part().prop_map(NodeKind::Neg),
            part().prop_map(|place| NodeKind::Lookup { table: "damage".to_owned(), place }),
            (prop::sample::select(&OPS[..]), part(), part())
                .prop_map(|(op, lhs, rhs)| NodeKind::Binary { op, lhs, rhs }),
            (part(), part(), part()).prop_map(|(condition, yes, no)| NodeKind::If {
                condition,
                yes,
                no
            }),
        ]
        .prop_map(node)
    })
}

/// Texts made of the language's own pieces.
fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "1",
        "7",
        "hp",
        "actor.hp",
        "stance",
        "prone",
        "actor.has(prone)",
        "true",
        " + ",
        " - ",
        "-",
        "*",
        "/",
        "==",
        "<",
        " and ",
        " or ",
        "not ",
        "if ",
        " then ",
        " else ",
        "(",
        ")",
        "damage[",
        "]",
        "min(",
        ",",
        ".",
        " ",
        "é",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..12)
        .prop_map(|text| text.concat())
}

/// Types do not matter to folding, but that `and` and `or` join truths.
fn any_tree() -> impl Strategy<Value = Tree<&'static str>> {
    let number = prop_oneof![-2..3, any::<i32>()];
    let leaf = prop_oneof![3 => number.prop_map(Tree::Const), 1 => Just(Tree::Input("hp"))];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let part = || inner.clone().prop_map(Box::new);
        prop_oneof![
            part().prop_map(Tree::Not),
            part().prop_map(Tree::Neg),
            part().prop_map(|place| Tree::Lookup(kernel::TableId(2), place)),
            (prop::sample::select(&OPS[..]), part(), part()).prop_map(|(op, lhs, rhs)| {
                let truth = |part| match op {
                    Op::And | Op::Or => Box::new(Tree::Not(part)),
                    _ => part,
                };
                Tree::Binary { op, lhs: truth(lhs), rhs: truth(rhs) }
            }),
            (part(), part(), part()).prop_map(|(condition, yes, no)| Tree::If {
                condition,
                yes,
                no
            }),
        ]
    })
}

fn evaluate(tree: &Tree<&'static str>) -> i32 {
    match tree {
        Tree::Const(value) => *value,
        Tree::Input(id) => id.len() as i32,
        Tree::Lookup(table, place) => evaluate(place).wrapping_mul(31) ^ i32::from(table.0),
        Tree::Not(operand) => i32::from(evaluate(operand) == 0),
        Tree::Neg(operand) => evaluate(operand).saturating_neg(),
        Tree::Binary { op, lhs, rhs } => op.apply(evaluate(lhs), evaluate(rhs)),
        Tree::If { condition, yes, no } => {
            if evaluate(condition) != 0 {
                evaluate(yes)
            } else {
                evaluate(no)
            }
        }
    }
}

proptest! {
    #[test]
    fn printing_and_parsing_give_the_same_tree(node in any_node()) {
        let text = node.to_string();
        let again = parse(&text);
        prop_assert!(again.is_ok(), "{text}: {again:?}");
        if let Ok(again) = again {
            prop_assert_eq!(again.to_string(), &*text);
            prop_assert_eq!(bare(again), node, "{}", text);
        }
    }

    #[test]
    fn any_text_is_safe(text in prop_oneof![".{0,40}", soup()]) {
        match parse(&text) {
            Ok(node) => {
                prop_assert!(parse(&text[node.span.clone()]).is_ok());
                let printed = node.to_string();
                prop_assert_eq!(parse(&printed).map(bare), Ok(bare(node.clone())));
                if let Err(errors) = check(&node, &Place) {
                    prop_assert!(!errors.is_empty());
                    prop_assert!(errors.iter().all(|error| text.get(error.span.clone()).is_some()));
                }
            }
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some()),
        }
    }

    #[test]
    fn folding_keeps_the_value(tree in any_tree()) {
        let before = evaluate(&tree);
        let folded = Typed { ty: Type::Int, tree }.fold();
        prop_assert_eq!(evaluate(&folded.tree), before);
        prop_assert_eq!(folded.constant().is_some(), matches!(folded.tree, Tree::Const(_)));
    }

    #[test]
    fn division_rounds_down(a in any::<i32>(), b in any::<i32>()) {
        let exact = (f64::from(a) / f64::from(b)).floor().min(f64::from(i32::MAX));
        prop_assert_eq!(f64::from(Op::Div.apply(a, b)), if b == 0 { 0.0 } else { exact });
    }
}
