//! Evaluates formulas of exports: numbers, dice, paths into the actor, and a few functions.
//!
//! `2d6 + @abilities.str.mod[Strength]` becomes two dice and a number. If any part is not
//! understood, the whole formula is unknown; nothing is guessed.

use super::size_dice;

/// The result of a formula: dice and a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Amount {
    /// Dice, as count and number of sides.
    pub(super) dice: Vec<(u32, u32)>,
    pub(super) flat: f64,
}

/// Function that returns the value of a path such as `abilities.str.mod`.
pub(super) type Lookup<'l> = dyn Fn(&str) -> Option<f64> + 'l;

/// Evaluates a formula; returns `None` if any part is unknown.
pub(super) fn evaluate(text: &str, lookup: &Lookup<'_>) -> Option<Amount> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, lookup, depth: 0 };
    let amount = parser.choice()?;
    (parser.at == tokens.len() && amount.flat.is_finite()).then_some(amount)
}

/// Evaluates a formula without dice to a number.
pub(super) fn number(text: &str, lookup: &Lookup<'_>) -> Option<f64> {
    evaluate(text, lookup).filter(|amount| amount.dice.is_empty()).map(|amount| amount.flat)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Dice(u32, u32),
    Path(String),
    Name(String),
    Sign(&'static str),
}

/// Signs in formulas, the longer ones first.
const SIGNS: [&str; 18] = [
    ">=", "<=", "==", "!=", "&&", "||", "+", "-", "*", "/", "(", ")", ",", "?", ":", ">", "<", "!",
];

/// Most dice whose number is worked out.
const MOST_DICE: f64 = 1000.0;

/// Most tokens of a formula.
const LONGEST: usize = 400;

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if out.len() > LONGEST {
            return None;
        }
        let length = match first {
            '[' => rest.find(']')? + 1,
            '0'..='9' | '.' => {
                let (token, length) = number_or_dice(rest)?;
                out.push(token);
                length
            }
            '@' => {
                let length = 1 + name_length(&rest[1..]);
                out.push(Token::Path(rest[1..length].to_owned()));
                length
            }
            letter if letter.is_ascii_alphabetic() => {
                let length = name_length(rest);
                // A single die, written `d6`.
                let sides = rest[..length].strip_prefix('d').and_then(|sides| sides.parse().ok());
                out.push(match sides {
                    Some(sides) => Token::Dice(1, sides),
                    None => Token::Name(rest[..length].to_owned()),
                });
                length
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
                out.push(Token::Sign(sign));
                sign.len()
            }
        };
        rest = rest.get(length..)?.trim_start();
    }
    Some(out)
}

fn number_or_dice(text: &str) -> Option<(Token, usize)> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let count = digits(text);
    if let Some(sides) = text[count..].strip_prefix('d').filter(|_| count > 0) {
        let length = digits(sides);
        if length > 0 {
            let token = Token::Dice(text[..count].parse().ok()?, sides[..length].parse().ok()?);
            return Some((token, count + 1 + length));
        }
    }
    let length = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    Some((Token::Number(text[..length].parse().ok()?), length))
}

fn name_length(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && !"._-".contains(c)).map_or(text.len(), |at| {
        // A minus sign after a path is not part of it.
        text[..at].trim_end_matches('-').len()
    })
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    lookup: &'t Lookup<'t>,
    depth: u32,
}

/// Deepest nesting of brackets.
const DEEPEST: u32 = 40;

impl Parser<'_> {
    fn take(&mut self, sign: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Sign(found)) if *found == sign);
        self.at += usize::from(found);
        found
    }

    /// Parses a choice: `a ? b : c`.
    fn choice(&mut self) -> Option<Amount> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let first = self.either()?;
        let chosen = if self.take("?") {
            let then = self.choice()?;
            let otherwise = self.take(":").then(|| self.choice())??;
            if first.plain()? != 0.0 { then } else { otherwise }
        } else {
            first
        };
        self.depth -= 1;
        Some(chosen)
    }

    fn either(&mut self) -> Option<Amount> {
        let mut left = self.compared()?;
        loop {
            let both = self.take("&&");
            if !both && !self.take("||") {
                return Some(left);
            }
            let (one, other) = (left.plain()? != 0.0, self.compared()?.plain()? != 0.0);
            left = Amount::of(f64::from(if both { one && other } else { one || other }));
        }
    }

    fn compared(&mut self) -> Option<Amount> {
        let left = self.sum()?;
        let signs = [">=", "<=", "==", "!=", ">", "<"];
        let Some(sign) = signs.into_iter().find(|sign| self.take(sign)) else { return Some(left) };
        let (one, other) = (left.plain()?, self.sum()?.plain()?);
        let holds = match sign {
            ">=" => one >= other,
            "<=" => one <= other,
            "==" => one == other,
            "!=" => one != other,
            ">" => one > other,
            _ => one < other,
        };
        Some(Amount::of(f64::from(holds)))
    }

    fn sum(&mut self) -> Option<Amount> {
        let mut total = self.product()?;
        loop {
            let sign = match () {
                () if self.take("+") => 1.0,
                () if self.take("-") => -1.0,
                () => return Some(total),
            };
            let more = self.product()?;
            if sign < 0.0 && !more.dice.is_empty() {
                return None;
            }
            total.flat += sign * more.flat;
            total.dice.extend(more.dice);
        }
    }

    fn product(&mut self) -> Option<Amount> {
        let mut left = self.factor()?;
        loop {
            if self.take("*") {
                left = Amount::of(left.plain()? * self.factor()?.plain()?);
            } else if self.take("/") {
                left = Amount::of(left.plain()? / self.factor()?.plain()?);
            } else {
                return Some(left);
            }
        }
    }

    fn factor(&mut self) -> Option<Amount> {
        let mut negative = false;
        loop {
            match () {
                () if self.take("-") => negative = !negative,
                () if self.take("+") => {}
                () => break,
            }
        }
        let not = self.take("!");
        let amount = match self.tokens.get(self.at)?.clone() {
            Token::Number(number) => self.step(Amount::of(number)),
            Token::Dice(count, sides) => {
                self.step(Amount { dice: vec![(count, sides)], flat: 0.0 })
            }
            Token::Path(path) => {
                let found = (self.lookup)(&path)?;
                self.step(Amount::of(found))
            }
            Token::Sign("(") => {
                self.at += 1;
                let inner = self.choice()?;
                self.take(")").then_some(inner)?
            }
            Token::Name(name) => {
                self.at += 1;
                self.call(&name)?
            }
            Token::Sign(_) => return None,
        };
        let amount = match self.tokens.get(self.at) {
            // The number of dice is worked out: `(min(10, @cl))d6`.
            Some(Token::Dice(1, sides)) => {
                let count =
                    Some(amount.plain()?.floor()).filter(|it| (0.0..=MOST_DICE).contains(it));
                self.step(Amount { dice: vec![(count? as u32, *sides)], flat: 0.0 })
            }
            _ => amount,
        };
        match (negative, not) {
            (false, false) => Some(amount),
            (_, true) => Some(Amount::of(f64::from(amount.plain()? == 0.0))),
            (true, _) => Some(Amount::of(-amount.plain()?)),
        }
    }

    fn step(&mut self, amount: Amount) -> Amount {
        self.at += 1;
        amount
    }

    fn call(&mut self, name: &str) -> Option<Amount> {
        if !self.take("(") {
            return None;
        }
        let mut given = Vec::new();
        while !self.take(")") {
            given.push(self.choice()?);
            if !self.take(",") && !matches!(self.tokens.get(self.at), Some(Token::Sign(")"))) {
                return None;
            }
        }
        let numbers: Option<Vec<f64>> = given.iter().map(Amount::plain).collect();
        if let ("if" | "ifelse", [test, then, otherwise @ ..]) = (name, given.as_slice()) {
            let chosen = if test.plain()? != 0.0 { Some(then) } else { otherwise.first() };
            return Some(chosen.cloned().unwrap_or_default());
        }
        let numbers = numbers?;
        let value = match (name, numbers.as_slice()) {
            ("floor", [one]) => one.floor(),
            ("ceil", [one]) => one.ceil(),
            ("round", [one]) => one.round(),
            ("abs", [one]) => one.abs(),
            ("sign", [one]) => one.signum(),
            ("min", [first, rest @ ..]) => rest.iter().copied().fold(*first, f64::min),
            ("max", [first, rest @ ..]) => rest.iter().copied().fold(*first, f64::max),
            ("gt", [one, other]) => f64::from(one > other),
            ("gte", [one, other]) => f64::from(one >= other),
            ("lt", [one, other]) => f64::from(one < other),
            ("lte", [one, other]) => f64::from(one <= other),
            ("eq", [one, other]) => f64::from(one == other),
            ("and", [one, other]) => f64::from(*one != 0.0 && *other != 0.0),
            ("or", [one, other]) => f64::from(*one != 0.0 || *other != 0.0),
            ("not", [one]) => f64::from(*one == 0.0),
            ("sizeRoll", [count, sides, rest @ ..]) => {
                let to = rest.first().copied().unwrap_or_default();
                return size_dice::scaled(*count as u32, *sides as u32, to as i32).map(
                    |(count, sides)| match sides {
                        1 => Amount::of(f64::from(count)),
                        _ => Amount { dice: vec![(count, sides)], flat: 0.0 },
                    },
                );
            }
            _ => return None,
        };
        Some(Amount::of(value))
    }
}

impl Amount {
    fn of(flat: f64) -> Amount {
        Amount { dice: Vec::new(), flat }
    }

    fn plain(&self) -> Option<f64> {
        self.dice.is_empty().then_some(self.flat)
    }
}
