//! Parses text to a tree, by recursive descent. There is no separate lexer, because words in calls
//! have an alphabet of their own.

use std::ops::Range;

use super::{
    ExprError, KEYWORDS, NESTING_MAX, NODES_MAX, Node, NodeKind, Op, Strength, WORDS_MAX, Word,
    symbol,
};

type Result<T> = std::result::Result<T, ExprError>;

/// Parses an expression; accepts any text without panicking. Returns the first error.
pub fn parse(text: &str) -> Result<Node> {
    let mut parser = Parser { text, at: 0, nesting: 0, nodes: 0 };
    let node = parser.expr()?;
    match parser.peek() {
        None => Ok(node),
        Some(_) => parser.expected("an operator or the end"),
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Current offset; always at a character boundary, as only ASCII is skipped.
    at: usize,
    nesting: usize,
    nodes: usize,
}

impl<'a> Parser<'a> {
    fn expr(&mut self) -> Result<Node> {
        if self.peek_name() != "if" {
            return self.binary(Strength::Or);
        }
        let start = self.at;
        self.eat_name("if");
        let condition = self.nested(Self::expr)?;
        self.keyword("then")?;
        let yes = self.nested(Self::expr)?;
        self.keyword("else")?;
        let no = self.nested(Self::expr)?;
        let (condition, yes, no) = (Box::new(condition), Box::new(yes), Box::new(no));
        self.node(start, NodeKind::If { condition, yes, no })
    }

    /// Reads operands joined by operators of this strength; they bind to the left.
    fn binary(&mut self, strength: Strength) -> Result<Node> {
        if strength == Strength::Not && self.peek_name() == "not" {
            let start = self.at;
            self.eat_name("not");
            let operand = self.nested(|parser| parser.binary(Strength::Not))?;
            return self.node(start, NodeKind::Not(Box::new(operand)));
        }
        if strength == Strength::Neg {
            return self.unary();
        }
        self.peek();
        let start = self.at;
        let mut lhs = self.binary(strength.tighter())?;
        let mut compared = false;
        while let Some(op) = self.operator(strength)? {
            if compared && strength == Strength::Comparison {
                let error = ExprError::new(self.operator_span(op), "comparisons do not chain");
                return Err(error.help("join two comparisons with \"and\""));
            }
            compared = true;
            self.at += symbol(op).len();
            let rhs = self.binary(strength.tighter())?;
            let (left, right) = (Box::new(lhs), Box::new(rhs));
            lhs = self.node(start, NodeKind::Binary { op, lhs: left, rhs: right })?;
        }
        Ok(lhs)
    }

    /// Returns the operator of this strength at the current position without skipping it.
    fn operator(&mut self, strength: Strength) -> Result<Option<Op>> {
        // Runs after each operand, once for every strength.
        let word = match self.peek() {
            Some(b'a' | b'o') => self.peek_name(),
            _ => "",
        };
        let rest = &self.text[self.at..];
        let two = rest.as_bytes().get(1).copied() == Some(b'=');
        let op = match (rest.as_bytes().first(), two) {
            _ if word == "or" => Op::Or,
            _ if word == "and" => Op::And,
            (Some(b'+'), _) => Op::Add,
            (Some(b'-'), _) => Op::Sub,
            (Some(b'*'), _) => Op::Mul,
            (Some(b'/'), _) => Op::Div,
            (Some(b'='), true) => Op::Eq,
            (Some(b'='), false) => return self.expected("\"==\""),
            (Some(b'!'), true) => Op::Ne,
            (Some(b'<'), true) => Op::Le,
            (Some(b'<'), false) => Op::Lt,
            (Some(b'>'), true) => Op::Ge,
            (Some(b'>'), false) => Op::Gt,
            _ => return Ok(None),
        };
        let spaced = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let bytes = self.text.as_bytes();
        if op == Op::Sub && !(spaced(bytes[..self.at].last()) && spaced(bytes.get(self.at + 1))) {
            let message = "a minus needs a space on both sides";
            let error = ExprError::new(self.operator_span(op), message);
            return Err(error.help("\"a - b\" is a difference, \"a-b\" a name"));
        }
        Ok((Strength::of(op) == strength).then_some(op))
    }

    fn operator_span(&self, op: Op) -> Range<usize> {
        self.at..self.at + symbol(op).len()
    }

    fn unary(&mut self) -> Result<Node> {
        if self.peek() != Some(b'-') {
            return self.atom();
        }
        let start = self.at;
        self.at += 1;
        let operand = self.nested(Self::unary)?;
        self.node(start, NodeKind::Neg(Box::new(operand)))
    }

    fn atom(&mut self) -> Result<Node> {
        let word = self.peek_name();
        let start = self.at;
        match self.peek() {
            Some(b'(') => {
                self.at += 1;
                let inner = self.nested(Self::expr)?;
                self.symbol(b')', "an operator or \")\"")?;
                Ok(inner)
            }
            Some(b'0'..=b'9') => self.number(),
            Some(b'a'..=b'z' | b'A'..=b'Z') => match word {
                "true" | "false" => {
                    let value = word == "true";
                    self.eat_name(word);
                    self.node(start, NodeKind::Bool(value))
                }
                "min" => self.extreme(Op::Min),
                "max" => self.extreme(Op::Max),
                "if" | "not" => {
                    let error = self.error(format!("expected a value, found \"{word}\""));
                    Err(error.help(format!("put the \"{word}\" into parentheses")))
                }
                _ if KEYWORDS.contains(&word) => self.expected("a value"),
                _ => self.name_or_call(),
            },
            _ => self.expected("a value"),
        }
    }

    fn number(&mut self) -> Result<Node> {
        let start = self.at;
        let word = self.peek_name();
        let span = start..start + word.len();
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!("expected a whole number, found \"{word}\"");
            let error = ExprError::new(span, message);
            let is_roll = crate::dice::parse(word).is_ok();
            return Err(match (word.contains('-'), word.contains('.')) {
                (true, _) => error.help("a minus needs a space on both sides"),
                (_, true) => error.help("there are no fractions: multiply first, divide last"),
                _ if is_roll => error.help(format!(
                    "a step rolls it, roll = {{ dice = \"{word}\", into = \"a\" }}; here stands a"
                )),
                _ => error,
            });
        }
        let Ok(value) = word.parse() else {
            return Err(ExprError::new(span, format!("the number {word} is too large")));
        };
        self.at = span.end;
        self.node(start, NodeKind::Int(value))
    }

    fn extreme(&mut self, op: Op) -> Result<Node> {
        let start = self.at;
        self.eat_name(symbol(op));
        self.symbol(b'(', "\"(\"")?;
        let lhs = Box::new(self.nested(Self::expr)?);
        self.symbol(b',', "an operator or \",\"")?;
        let rhs = Box::new(self.nested(Self::expr)?);
        self.symbol(b')', "an operator or \")\"")?;
        self.node(start, NodeKind::Binary { op, lhs, rhs })
    }

    fn name_or_call(&mut self) -> Result<Node> {
        let start = self.at;
        let name = self.peek_name().to_owned();
        if name.split(['.', '-']).any(str::is_empty) {
            let span = start..start + name.len();
            let message =
                format!("\"{name}\" is no name: \".\" and \"-\" stand singly between letters");
            let error = ExprError::new(span, message);
            return Err(match name.contains('-') {
                true => error.help("a minus needs a space on both sides"),
                false => error,
            });
        }
        self.at += name.len();
        if self.peek() == Some(b'[') {
            self.at += 1;
            let place = Box::new(self.nested(Self::expr)?);
            self.symbol(b']', "an operator or \"]\"")?;
            return self.node(start, NodeKind::Lookup { table: name, place });
        }
        if self.peek() != Some(b'(') {
            return self.node(start, NodeKind::Name(name));
        }
        self.at += 1;
        let mut args = vec![self.word()?];
        while self.peek() == Some(b',') {
            if args.len() == WORDS_MAX {
                return Err(self.error(format!("a call has at most {WORDS_MAX} words")));
            }
            self.at += 1;
            args.push(self.word()?);
        }
        if self.peek() == Some(b'.') {
            let error =
                self.error("a word stands in brackets, and nothing that has a value".into());
            let help = "choose by a condition: if … then … else …, with one word in each";
            return Err(error.help(help));
        }
        self.symbol(b')', "\",\" or \")\"")?;
        self.node(start, NodeKind::Call { callee: name, args })
    }

    fn word(&mut self) -> Result<Word> {
        self.peek();
        let is_word = |c: &char| c.is_ascii_alphanumeric() || ['-', '\'', '@'].contains(c);
        let text: String = self.text[self.at..].chars().take_while(is_word).collect();
        if text.is_empty() {
            return self.expected("a word");
        }
        let start = self.at;
        self.at += text.len();
        Ok(Word { span: start..self.at, text })
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.nesting += 1;
        if self.nesting > NESTING_MAX {
            return Err(self.error(format!("nested more than {NESTING_MAX} deep")));
        }
        let result = inner(self)?;
        self.nesting -= 1;
        Ok(result)
    }

    /// Returns a node from `start` to the end of the last token.
    fn node(&mut self, start: usize, kind: NodeKind) -> Result<Node> {
        let span = start..self.text[..self.at].trim_ascii_end().len();
        self.nodes += 1;
        match self.nodes > NODES_MAX {
            true => Err(ExprError::new(span, format!("more than {NODES_MAX} parts"))),
            false => Ok(Node { span, kind }),
        }
    }

    fn symbol(&mut self, symbol: u8, expected: &str) -> Result<()> {
        match self.peek() == Some(symbol) {
            true => {
                self.at += 1;
                Ok(())
            }
            false => self.expected(expected),
        }
    }

    fn keyword(&mut self, word: &str) -> Result<()> {
        match self.eat_name(word) {
            true => Ok(()),
            false => self.expected(&format!("an operator or \"{word}\"")),
        }
    }

    fn eat_name(&mut self, word: &str) -> bool {
        let found = self.peek_name() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    /// Returns the longest run of characters of a name or number from here; may be empty.
    fn peek_name(&mut self) -> &'a str {
        self.peek();
        let rest = &self.text[self.at..];
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        match rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            true => &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())],
            false => "",
        }
    }

    /// Skips spaces and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn expected<T>(&mut self, what: &str) -> Result<T> {
        let found = self.found();
        let name = match found.len() {
            0 => "the end".to_owned(),
            _ => format!("\"{}\"", found.escape_debug()),
        };
        let span = self.at..self.at + found.len();
        let error = ExprError::new(span, format!("expected {what}, found {name}"));
        Err(match remedy(found) {
            Some(help) => error.help(help),
            None => error,
        })
    }

    fn error(&mut self, message: String) -> ExprError {
        let span = self.at..self.at + self.found().len();
        ExprError::new(span, message)
    }

    /// Returns the next name, number or character; empty at the end.
    fn found(&mut self) -> &'a str {
        match self.peek_name() {
            "" => {
                let rest = &self.text[self.at..];
                &rest[..rest.chars().next().map_or(0, char::len_utf8)]
            }
            name => name,
        }
    }
}

/// Returns advice on an operator of other languages; `None` for other signs.
fn remedy(found: &str) -> Option<&'static str> {
    Some(match found {
        "&" => "write and",
        "|" => "write or",
        "!" => "write not, or != between two values",
        "%" => "there is no sign for what remains: a - a / 4 * 4",
        "^" => "there are no powers: a * a",
        "?" => "write if … then … else …",
        "\"" | "'" => "words stand without quotes",
        "." => "there are no fractions: multiply first, divide last",
        "[" | "{" => "only round brackets: ( and )",
        _ => return None,
    })
}
