//! Keys and values of TOML with their places, from texts that may be half typed.
//!
//! The loader's parser stops at the first mistake of a file. This scanner never does: what it
//! cannot place it leaves out, and a header at the start of a line ends everything before it.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// The part that an item plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A part of a header: `rule` or `base` of `[[rule.base]]`.
    Header,
    /// A key.
    Key,
    /// A string or another plain value.
    Value,
}

/// A key or a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) role: Role,
    /// Keys that lead to it. A key is not part of its own path, but of that of its value.
    pub(crate) path: Vec<String>,
    /// Span without quotes.
    pub(crate) span: Range<usize>,
    /// Number of the table that it stands in, counting inline tables.
    pub(crate) table: usize,
}

/// The place at the end of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a header; `start` is where its name begins.
    Header { start: usize },
    /// At a key of the table with this path; `start` is where the key begins.
    Key { path: Vec<String>, start: usize },
    /// In a value with this path; `start` is where it begins, inside its quotes if it has any.
    Value { path: Vec<String>, start: usize, is_quoted: bool },
    /// In a comment, or where nothing can be completed.
    Nothing,
}

/// A scanned text.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    pub(crate) items: Vec<Item>,
    pub(crate) end: Place,
}

/// An open bracket.
struct Open {
    is_table: bool,
    path: Vec<String>,
    table: usize,
    /// The key that its value belongs to.
    key: Option<Vec<String>>,
}

struct Scanner<'t> {
    text: &'t str,
    items: Vec<Item>,
    /// Number of tables so far.
    tables: usize,
    header: Vec<String>,
    header_table: usize,
    open: Vec<Open>,
    /// Parts of a key before its equals sign.
    parts: Vec<Range<usize>>,
    /// The key whose value is being read.
    key: Option<Vec<String>>,
}

/// Scans a text.
pub(crate) fn scan(text: &str) -> Scan {
    let tokens: Vec<Token> = Source::new(text).lex().collect();
    let mut scanner = Scanner {
        text,
        items: Vec::new(),
        tables: 1,
        header: Vec::new(),
        header_table: 0,
        open: Vec::new(),
        parts: Vec::new(),
        key: None,
    };
    let mut end = None;
    let (mut at, mut starts_line) = (0, true);
    while let Some(token) = tokens.get(at) {
        if starts_line && token.kind() == TokenKind::LeftSquareBracket {
            let length = header_length(&tokens[at..], text);
            if scanner.open.is_empty() || length.is_some() {
                let line = until_newline(&tokens[at..]);
                scanner.read_header(&tokens[at..at + length.unwrap_or(line)]);
                if length.is_none() && at + line == tokens.len() {
                    end = Some(header_place(text, token.span().start()));
                }
                at += length.unwrap_or(line);
                starts_line = false;
                continue;
            }
        }
        let kind = token.kind();
        starts_line = kind == TokenKind::Newline || (starts_line && kind == TokenKind::Whitespace);
        scanner.take(*token);
        at += 1;
    }
    let end = end.unwrap_or_else(|| scanner.end(&tokens));
    Scan { items: scanner.items, end }
}

/// Returns the number of tokens of a complete header such as `[[rule.base]]` that the tokens begin
/// with, if nothing but a comment follows in its line.
fn header_length(tokens: &[Token], text: &str) -> Option<usize> {
    let line = &tokens[..until_newline(tokens)];
    let count = |kind| line.iter().filter(|token| token.kind() == kind).count();
    let opens = count(TokenKind::LeftSquareBracket);
    let is_plain = line.iter().all(|token| {
        use TokenKind::{
            Atom, BasicString, Comment, Dot, LeftSquareBracket, LiteralString, RightSquareBracket,
            Whitespace,
        };
        match token.kind() {
            LeftSquareBracket | RightSquareBracket | Whitespace | Dot | Comment => true,
            BasicString | LiteralString => true,
            Atom => {
                let word = &text[token.span().start()..token.span().end()];
                word.starts_with(|letter: char| letter.is_alphabetic())
            }
            _ => false,
        }
    });
    let is_closed = opens == count(TokenKind::RightSquareBracket) && (1..=2).contains(&opens);
    let last = line.iter().rposition(|token| token.kind() == TokenKind::RightSquareBracket)?;
    let ends = line[last + 1..]
        .iter()
        .all(|token| matches!(token.kind(), TokenKind::Whitespace | TokenKind::Comment));
    (is_plain && is_closed && ends && count(TokenKind::Atom) > 0).then_some(last + 1)
}

fn until_newline(tokens: &[Token]) -> usize {
    tokens.iter().position(|it| it.kind() == TokenKind::Newline).unwrap_or(tokens.len())
}

fn header_place(text: &str, start: usize) -> Place {
    let brackets = text[start..].find(|letter| letter != '[').unwrap_or(text.len() - start);
    Place::Header { start: start + brackets }
}

/// Returns the span of a string without its quotes, and of any other token as it is.
fn inside(text: &str, token: Token) -> Range<usize> {
    let (start, end) = (token.span().start(), token.span().end());
    let quotes = match token.kind() {
        TokenKind::BasicString => "\"",
        TokenKind::LiteralString => "'",
        TokenKind::MlBasicString => "\"\"\"",
        TokenKind::MlLiteralString => "'''",
        _ => return start..end,
    };
    let begin = (start + quotes.len()).min(end);
    let closed = text[begin..end].strip_suffix(quotes).map_or(end, |rest| begin + rest.len());
    begin..closed
}

fn is_string(kind: TokenKind) -> bool {
    use TokenKind::{BasicString, LiteralString, MlBasicString, MlLiteralString};
    matches!(kind, BasicString | LiteralString | MlBasicString | MlLiteralString)
}

impl Scanner<'_> {
    fn read_header(&mut self, tokens: &[Token]) {
        self.open.clear();
        self.parts.clear();
        self.key = None;
        self.header.clear();
        self.header_table = self.begin_table();
        for token in tokens {
            if token.kind() == TokenKind::Atom || is_string(token.kind()) {
                let span = inside(self.text, *token);
                let (path, table) = (self.header.clone(), self.header_table);
                self.header.push(self.text[span.clone()].to_owned());
                self.items.push(Item { role: Role::Header, path, span, table });
            }
        }
    }

    fn begin_table(&mut self) -> usize {
        self.tables += 1;
        self.tables - 1
    }

    /// Returns the path and number of the table around.
    fn around(&self) -> (Vec<String>, usize) {
        let top = self.open.last();
        top.map_or((self.header.clone(), self.header_table), |it| (it.path.clone(), it.table))
    }

    fn is_in_list(&self) -> bool {
        self.open.last().is_some_and(|open| !open.is_table)
    }

    /// Returns the path of a value that begins here; `None` where a key is expected.
    fn value_path(&self) -> Option<Vec<String>> {
        if self.is_in_list() { Some(self.around().0) } else { self.key.clone() }
    }

    fn take(&mut self, token: Token) {
        match token.kind() {
            TokenKind::Equals => self.finish_key(),
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => self.open(token),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                self.parts.clear();
                if let Some(open) = self.open.pop() {
                    self.key = open.key;
                }
            }
            TokenKind::Comma => {
                self.parts.clear();
                if !self.is_in_list() {
                    self.key = None;
                }
            }
            TokenKind::Newline => {
                self.parts.clear();
                if self.open.is_empty() {
                    self.key = None;
                }
            }
            kind if kind == TokenKind::Atom || is_string(kind) => {
                let span = inside(self.text, token);
                match self.value_path() {
                    Some(path) => {
                        let table = self.around().1;
                        self.items.push(Item { role: Role::Value, path, span, table });
                    }
                    None => self.parts.push(span),
                }
            }
            _ => {}
        }
    }

    fn finish_key(&mut self) {
        if self.is_in_list() {
            return;
        }
        let (mut path, table) = self.around();
        for span in std::mem::take(&mut self.parts) {
            let name = self.text[span.clone()].to_owned();
            self.items.push(Item { role: Role::Key, path: path.clone(), span, table });
            path.push(name);
        }
        self.key = Some(path);
    }

    fn open(&mut self, token: Token) {
        let is_table = token.kind() == TokenKind::LeftCurlyBracket;
        let path = self.value_path().unwrap_or_else(|| self.around().0);
        let table = match is_table {
            true => self.begin_table(),
            false => self.around().1,
        };
        self.parts.clear();
        let key = self.key.take();
        self.open.push(Open { is_table, path, table, key });
    }

    /// Returns the place behind the last token.
    fn end(&self, tokens: &[Token]) -> Place {
        let length = self.text.len();
        let last = tokens.iter().rev().find(|token| !token.span().is_empty());
        let Some(last) = last else { return Place::Key { path: Vec::new(), start: length } };
        let span = inside(self.text, *last);
        let is_open_string = is_string(last.kind()) && span.end == length;
        let is_word = last.kind() == TokenKind::Atom || is_open_string;
        if last.kind() == TokenKind::Comment || (is_string(last.kind()) && !is_open_string) {
            return Place::Nothing;
        }
        let start = if is_word { span.start } else { length };
        match self.value_path() {
            Some(path) => Place::Value { path, start, is_quoted: is_open_string },
            None if self.parts.len() > usize::from(is_word) => Place::Nothing,
            None => Place::Key { path: self.around().0, start },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = scan(text)
            .items
            .iter()
            .map(|it| format!("{:?} {} {}", it.role, it.path.join("."), &text[it.span.clone()]))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn keys_and_values_have_paths() {
        check(
            "[[rule.on]]\ndo = [{ gain = { who = 'é' } }, 1] # x\nat.b = \"y\"\n",
            &[
                "Header  rule",
                "Header rule on",
                "Key rule.on do",
                "Key rule.on.do gain",
                "Key rule.on.do.gain who",
                "Value rule.on.do.gain.who é",
                "Value rule.on.do 1",
                "Key rule.on at",
                "Key rule.on.at b",
                "Value rule.on.at.b y",
            ],
        );
    }

    #[test]
    fn a_header_ends_what_was_left_open() {
        check(
            "do = [{ a = \"x\n[[rule]]\nid = \"y\"",
            &[
                "Key  do",
                "Key do a",
                "Value do.a x",
                "Header  rule",
                "Key rule id",
                "Value rule.id y",
            ],
        );
    }

    #[test]
    fn places_are_known_before_they_are_complete() {
        let end = |text: &str| scan(text).end;
        let path = |keys: &str| keys.split('.').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(end("[[rule.ba"), Place::Header { start: 2 });
        assert_eq!(end("[[rule]]\ni"), Place::Key { path: path("rule"), start: 9 });
        assert_eq!(end("[[rule]]\n"), Place::Key { path: path("rule"), start: 9 });
        let value = |keys, start| Place::Value { path: path(keys), start, is_quoted: true };
        assert_eq!(end("a = \"x"), value("a", 5));
        assert_eq!(end("a = { b = [\"x\", \""), value("a.b", 17));
        assert_eq!(end("a = [{ b = 1, "), Place::Key { path: path("a"), start: 14 });
        assert_eq!(end("a = \"x\""), Place::Nothing);
        assert_eq!(end("# a"), Place::Nothing);
        assert_eq!(end(""), Place::Key { path: Vec::new(), start: 0 });
    }

    #[test]
    fn no_beginning_of_a_file_stops_the_scanner() {
        let text =
            "[[rule]]\r\nid = \"é\" # x\nsays = '''a\nb'''\n[a.\"b\"]\nx = [[1], {y = \"\\\"\"}]\n";
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let scanned = scan(&text[..at]);
            assert!(scanned.items.iter().all(|it| text.get(it.span.clone()).is_some()));
        }
        scan("]]}}=,.[[[{{{\"");
    }
}
