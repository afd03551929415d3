//! Prints dice in canonical notation.

use std::fmt;

use kernel::dice::{Dice, Faces, Keep, Repeat, Reroll, Roll, Step};

/// Returns the canonical notation: no spaces, no needless parentheses, every number written,
/// modifiers in the order in which they work. [`parse`](super::parse) turns it into equal dice.
pub fn print(dice: &Dice) -> String {
    let mut operands: Vec<Operand> = Vec::new();
    for step in dice.steps() {
        let mut pop = || operands.pop().unwrap_or_default();
        let operand = match step {
            Step::Constant(value) => Operand { binding: Binding::Number, text: value.to_string() },
            Step::Roll(roll) => Operand { binding: Binding::Atom, text: Shown(roll).to_string() },
            Step::Add => join(pop(), pop(), '+', Binding::Sum, Binding::Product),
            Step::Sub => join(pop(), pop(), '-', Binding::Sum, Binding::Product),
            Step::Mul => join(pop(), pop(), '*', Binding::Product, Binding::Neg),
            Step::Neg => {
                let operand = pop();
                // A minus before a bare number would be read as part of that number.
                let least =
                    if operand.binding == Binding::Neg { Binding::Neg } else { Binding::Atom };
                Operand { binding: Binding::Neg, text: format!("-{}", operand.at_least(least)) }
            }
            Step::Label(label) => {
                let operand = pop();
                let binding = match operand.binding {
                    Binding::Number => Binding::Number,
                    _ => Binding::Atom,
                };
                Operand { binding, text: format!("{}[{label}]", operand.at_least(Binding::Number)) }
            }
        };
        operands.push(operand);
    }
    operands.pop().unwrap_or_default().text
}

/// Binding strength of a text, loosest first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Neg,
    Number,
    #[default]
    Atom,
}

#[derive(Default)]
struct Operand {
    binding: Binding,
    text: String,
}

impl Operand {
    fn at_least(self, binding: Binding) -> String {
        if self.binding < binding { format!("({})", self.text) } else { self.text }
    }
}

/// Joins two operands with an operator. The right operand comes first, because it is on top of the
/// stack.
fn join(right: Operand, left: Operand, sign: char, binding: Binding, tighter: Binding) -> Operand {
    let text = format!("{}{sign}{}", left.at_least(binding), right.at_least(tighter));
    Operand { binding, text }
}

struct Shown<'a>(&'a Roll);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Roll { count, sides, reroll, least, most, keep } = self.0;
        write!(f, "{count}d{sides}")?;
        if let Some(Reroll { faces, repeat }) = reroll {
            f.write_str(match repeat {
                Repeat::Once => "ro",
                Repeat::UntilGone => "rr",
            })?;
            match faces {
                Faces::Below(face) => write!(f, "<{face}")?,
                Faces::Exactly(face) => write!(f, "={face}")?,
            }
        }
        if let Some(face) = least {
            write!(f, "mi{face}")?;
        }
        if let Some(face) = most {
            write!(f, "ma{face}")?;
        }
        match keep {
            Keep::All => Ok(()),
            Keep::Highest(n) => write!(f, "kh{n}"),
            Keep::Lowest(n) => write!(f, "kl{n}"),
        }
    }
}
