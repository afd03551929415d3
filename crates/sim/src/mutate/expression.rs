//! Changes of texts with a syntax: expressions, conditions, amounts and dice.

use rules::expr::{Node, NodeKind, Op, parse};
use rules::raw::Text;

use super::change::{Change, dropped, some, text};

/// Returns the changes inside an expression: a number one higher, a comparison with or without
/// equality, an operand left out, a branch always taken.
pub(super) fn inside(of: &Text) -> Vec<Change<Text>> {
    let Ok(node) = parse(of) else { return Vec::new() };
    // A single number is changed as a whole elsewhere.
    if matches!(node.kind, NodeKind::Int(_) | NodeKind::Bool(_)) {
        return Vec::new();
    }
    variants(&node, true).into_iter().map(|(what, node)| text(of, what, node.to_string())).collect()
}

/// Returns the changes of a number: one higher, and changes inside.
pub(super) fn number(of: &Text) -> Vec<Change<Text>> {
    let mut all = vec![plus(of)];
    all.extend(inside(of));
    all
}

/// Returns the changes of a bound: one higher, one lower, and changes inside.
pub(super) fn bound(of: &Text) -> Vec<Change<Text>> {
    let lower = match of.parse::<i64>() {
        Ok(number) => (number - 1).to_string(),
        Err(_) => format!("({}) - 1", &**of),
    };
    let mut all = vec![plus(of), text(of, "-1", lower)];
    all.extend(inside(of));
    all
}

/// Returns the changes of a cap. Caps below 0 or above the unlimited one are left out, since they
/// change nothing.
pub(super) fn cap(of: &Text) -> Vec<Change<Text>> {
    match of.parse::<u32>() {
        Ok(0) => vec![plus(of)],
        Ok(number) if number >= kernel::purse::AMOUNT_MAX => vec![text(of, "limited to 1", "1")],
        _ => {
            let mut all = bound(of);
            all.retain(|one| !goes_beyond(&one.copy));
            all
        }
    }
}

/// Checks whether a text contains a number greater than the unlimited cap.
fn goes_beyond(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    numbers.any(|number| number.parse().is_ok_and(|it: u32| it > kernel::purse::AMOUNT_MAX))
}

fn plus(of: &Text) -> Change<Text> {
    match of.parse::<i64>() {
        Ok(number) => text(of, "+1", (number + 1).to_string()),
        Err(_) => text(of, "+1", format!("({}) + 1", &**of)),
    }
}

/// Returns the changes of a required condition: negated, and changes inside.
pub(super) fn test(of: &Text) -> Vec<Change<Text>> {
    let mut all = vec![text(of, "negated", format!("not ({})", &**of))];
    all.extend(inside(of));
    all
}

/// Returns the changes of an optional condition: dropped, negated, and changes inside.
pub(super) fn condition(of: &Option<Text>) -> Vec<Change<Option<Text>>> {
    let mut all = dropped(of);
    all.extend(some(of, test));
    all
}

/// Returns the changes of amounts such as `1P+2V`: each one higher and one lower. If none is left,
/// the text becomes `none`.
pub(super) fn amounts(of: &Text) -> Vec<Change<Text>> {
    let (exact, list) = match of.strip_prefix('=') {
        Some(list) => ("=", list),
        None => ("", of.as_str()),
    };
    if matches!(list, "none" | "all" | "") {
        return Vec::new();
    }
    let pieces: Vec<&str> = list.split('+').map(str::trim).collect();
    let mut all = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let digits = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
        let (count, kind) = piece.split_at(digits);
        let count: u32 = count.parse().unwrap_or(1);
        for new in [count + 1, count.saturating_sub(1)] {
            let mut pieces: Vec<String> = pieces.iter().map(|&piece| piece.to_owned()).collect();
            match new {
                0 => drop(pieces.remove(index)),
                _ => pieces[index] = format!("{new}{kind}"),
            }
            let what = format!("{count}{kind} -> {new}{kind}");
            let new = match pieces.is_empty() {
                true => "none".to_owned(),
                false => format!("{exact}{}", pieces.join("+")),
            };
            all.push(text(of, what, new));
        }
    }
    if exact == "=" {
        all.push(text(of, "need not be the token itself", list));
    }
    all
}

/// Returns the changes of dice: each number one higher.
pub(super) fn dice(of: &Text) -> Vec<Change<Text>> {
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(start) = of[from..].find(|c: char| c.is_ascii_digit()).map(|at| from + at) {
        let end = of[start..].find(|c: char| !c.is_ascii_digit()).map_or(of.len(), |at| start + at);
        let number: u64 = of[start..end].parse().unwrap_or(0);
        let new = format!("{}{}{}", &of[..start], number + 1, &of[end..]);
        all.push(text(of, format!("{} -> {new}", &**of), new));
        from = end;
    }
    all
}

fn variants(node: &Node, root: bool) -> Vec<(String, Node)> {
    let made = |kind: NodeKind| Node { span: node.span.clone(), kind };
    let become_ = |new: Node| (format!("{node} -> {new}"), new);
    match &node.kind {
        NodeKind::Int(number) => vec![become_(made(NodeKind::Int(number + 1)))],
        NodeKind::Bool(value) => vec![become_(made(NodeKind::Bool(!value)))],
        NodeKind::Name(_) | NodeKind::Call { .. } => Vec::new(),
        NodeKind::Lookup { table, place } => {
            wrap(place, |place| made(NodeKind::Lookup { table: table.clone(), place }))
        }
        NodeKind::Not(operand) => {
            let mut all = Vec::new();
            // Dropping the `not` of a whole condition equals negating it, which is a change
            // already.
            if !root {
                all.push(become_((**operand).clone()));
            }
            all.extend(wrap(operand, |operand| made(NodeKind::Not(operand))));
            all
        }
        NodeKind::Neg(operand) => {
            let mut all = vec![become_((**operand).clone())];
            all.extend(wrap(operand, |operand| made(NodeKind::Neg(operand))));
            all
        }
        NodeKind::Binary { op, lhs, rhs } => {
            let binary = |op, lhs, rhs| made(NodeKind::Binary { op, lhs, rhs });
            let mut all: Vec<(String, Node)> = other(*op, root)
                .map(|op| become_(binary(op, lhs.clone(), rhs.clone())))
                .into_iter()
                .collect();
            if matches!(op, Op::And | Op::Or) {
                all.extend([lhs, rhs].map(|operand| become_((**operand).clone())));
            }
            let inner = wrap(lhs, |lhs| binary(*op, lhs, rhs.clone())).into_iter();
            let inner = inner.chain(wrap(rhs, |rhs| binary(*op, lhs.clone(), rhs)));
            // A number alone would not identify the change, so the whole comparison names it.
            let numbers = [lhs, rhs].iter().any(|one| matches!(one.kind, NodeKind::Int(_)));
            all.extend(inner.map(|(what, new)| match numbers {
                true => become_(new),
                false => (what, new),
            }));
            all
        }
        NodeKind::If { condition, yes, no } => {
            let made = |condition, yes, no| made(NodeKind::If { condition, yes, no });
            let mut all = vec![become_((**yes).clone()), become_((**no).clone())];
            all.extend(wrap(condition, |new| made(new, yes.clone(), no.clone())));
            all.extend(wrap(yes, |new| made(condition.clone(), new, no.clone())));
            all.extend(wrap(no, |new| made(condition.clone(), yes.clone(), new)));
            all
        }
    }
}

/// Returns the changes of an operand, each put in its place.
fn wrap(operand: &Node, place: impl Fn(Box<Node>) -> Node) -> Vec<(String, Node)> {
    let inner = variants(operand, false).into_iter();
    inner.map(|(what, new)| (what, place(Box::new(new)))).collect()
}

/// Returns the operator that is easily confused with this one.
fn other(op: Op, root: bool) -> Option<Op> {
    Some(match op {
        Op::Add => Op::Sub,
        Op::Sub => Op::Add,
        Op::Min => Op::Max,
        Op::Max => Op::Min,
        Op::Lt => Op::Le,
        Op::Le => Op::Lt,
        Op::Gt => Op::Ge,
        Op::Ge => Op::Gt,
        // For a whole condition, this equals negating it.
        Op::Eq if !root => Op::Ne,
        Op::Ne if !root => Op::Eq,
        Op::Eq | Op::Ne | Op::Mul | Op::Div | Op::And | Op::Or => return None,
    })
}

#[cfg(test)]
mod tests {
    use rules::raw::{At, Text};

    use super::*;

    fn check(changes: impl Fn(&Text) -> Vec<Change<Text>>, of: &str, expected: &[&str]) {
        let found: Vec<String> = changes(&At::made(of.to_owned(), 0..0))
            .iter()
            .map(|one| one.copy.to_string())
            .collect();
        assert_eq!(found, expected, "changes of {of}");
    }

    /// 128 is missing, since it means the same as 127.
    const CAPS: [&str; 5] = [
        "(if a then 1 else 127) + 1",
        "(if a then 1 else 127) - 1",
        "1",
        "127",
        "if a then 2 else 127",
    ];

    #[test]
    fn expressions() {
        check(inside, "3", &[]);
        check(number, "3", &["4"]);
        check(bound, "actor.hp", &["(actor.hp) + 1", "(actor.hp) - 1"]);
        check(cap, "127", &["1"]);
        check(cap, "0", &["1"]);
        check(cap, "if a then 1 else 127", &CAPS);
        check(test, "a < 3", &["not (a < 3)", "a <= 3", "a < 4"]);
        check(test, "a == 0", &["not (a == 0)", "a == 1"]);
        check(
            inside,
            "a == 0 and not actor.has(down)",
            &[
                "a == 0",
                "not actor.has(down)",
                "a != 0 and not actor.has(down)",
                "a == 1 and not actor.has(down)",
                "a == 0 and actor.has(down)",
            ],
        );
        check(
            inside,
            "if a > 1 then 2 else b",
            &[
                "2",
                "b",
                "if a >= 1 then 2 else b",
                "if a > 2 then 2 else b",
                "if a > 1 then 3 else b",
            ],
        );
    }

    #[test]
    fn amounts_and_dice() {
        check(amounts, "1P+2M", &["2P+2M", "2M", "1P+3M", "1P+1M"]);
        check(amounts, "1P", &["2P", "none"]);
        check(amounts, "=1h{letter}", &["=2h{letter}", "none", "1h{letter}"]);
        check(amounts, "none", &[]);
        check(dice, "2d6+3", &["3d6+3", "2d7+3", "2d6+4"]);
    }
}
