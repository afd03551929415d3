//! Compiles texts with names and expressions in braces.

use kernel::{ExprId, Input, Instr as Instruction, Role, SAID_VALUES_MAX};

use super::inputs::Place;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{Tree, Type};
use crate::raw;
use crate::text::{Number, Piece, Text};

/// The place and purpose of a text.
#[derive(Clone, Copy)]
pub(super) struct Telling {
    /// Place of its expressions.
    pub(super) place: Place,
    /// Whether it is a question to a combatant's player or the game master.
    pub(super) asks: bool,
    /// Whether it is part of the story.
    pub(super) story: bool,
}

impl Build<'_> {
    /// Compiles a text that is filled in when something happens; returns its number.
    pub(super) fn text(&mut self, here: Here, text: &raw::Text, telling: Telling) -> u16 {
        let mut made = Text { pieces: Vec::new(), story: telling.story };
        let mut values = Vec::new();
        for part in self.parts(here, text) {
            let piece = match part {
                Part::Words(words) => Some(Piece::Words(words)),
                Part::Gap(gap) => self.gap(here, &gap, telling, &mut values),
            };
            made.pieces.extend(piece);
        }
        if values.len() > SAID_VALUES_MAX {
            let message = format!("a text has at most {SAID_VALUES_MAX} numbers");
            self.error(Code::InvalidValue, &message, here, text, "too many expressions");
        }
        self.names.texts.push(made);
        self.game.texts.push(values);
        (self.names.texts.len() - 1) as u16
    }

    /// Compiles a sentence about a combatant, who is `{who}` in it.
    pub(super) fn sentence(&mut self, here: Here, text: &raw::Text) -> Text {
        let mut made = Text { pieces: Vec::new(), story: true };
        for part in self.parts(here, text) {
            made.pieces.extend(match part {
                Part::Words(words) => Some(Piece::Words(words)),
                Part::Gap(gap) if gap.as_str() == "who" => Some(Piece::Person(Role::Actor)),
                Part::Gap(gap) => {
                    let message = "only `{who}` can stand in braces here";
                    let from = gap.span().start + 1;
                    let problem = Diagnostic::error(Code::InvalidValue, message);
                    let span = from..from + gap.len();
                    self.report.push(problem.at(here.file, span, "not known here"));
                    None
                }
            });
        }
        made
    }

    fn gap(
        &mut self,
        here: Here,
        gap: &raw::Text,
        telling: Telling,
        values: &mut Vec<ExprId>,
    ) -> Option<Piece> {
        let acts = telling.place == Place::Act;
        match gap.as_str() {
            "who" if telling.asks => return Some(Piece::Asked),
            "by" if telling.asks => return Some(Piece::Person(Role::By)),
            "who" if self.role_at(telling.place, "actor").is_some() => {
                return Some(Piece::Person(Role::Actor));
            }
            "activity" if acts => return Some(Piece::Activity),
            "answered.activity" if acts => return Some(Piece::Answered),
            "choice" if acts => return Some(Piece::Choice),
            "square" if acts => return Some(Piece::Square),
            name => {
                if let Some(role) = self.role_at(telling.place, name) {
                    return Some(Piece::Person(role));
                }
            }
        }
        if let Some(number) = gap.strip_prefix("card ") {
            let span = gap.span().start + "card ".len()..gap.span().end;
            let number = raw::Text::made(number.to_owned(), span);
            let (expr, _) = self.live(here, &number, telling.place, &Type::Int)?;
            values.push(expr);
            return Some(Piece::Card { at: values.len() as u8 - 1 });
        }
        let (signed, text) = match gap.strip_prefix('+') {
            Some(rest) => {
                let span = gap.span().start + 1..gap.span().end;
                (true, raw::Text::made(rest.to_owned(), span))
            }
            None => (false, gap.clone()),
        };
        let (ty, resolved) = self.resolve_any(here, &text, telling.place)?;
        // A constant is replaced by its word.
        if let (Tree::Const(value), Type::Tag(tags)) = (&resolved.tree, &ty) {
            let word = usize::try_from(*value).ok().and_then(|at| tags.words().get(at).cloned());
            return word.map(Piece::Words);
        }
        let words = self.words_of(here, &text);
        if let (Tree::Const(value), false) = (&resolved.tree, words.is_empty()) {
            let word = usize::try_from(*value).ok().and_then(|at| words.get(at).cloned());
            return word.map(Piece::Words);
        }
        let expr = self.lower(here, &text, &resolved.tree)?;
        let at = values.len() as u8;
        values.push(expr);
        Some(match ty {
            Type::Tag(tags) => Piece::Word { at, words: tags.words().to_vec() },
            Type::Bool => Piece::Word { at, words: vec!["no".to_owned(), "yes".to_owned()] },
            Type::Int if !words.is_empty() => Piece::Word { at, words },
            Type::Int => {
                let tells = tells(self.game.expr(expr));
                let (scale, per, unit) = self.measure_of(&text);
                Piece::Number(Number { at, scale, per, unit, signed, tells })
            }
        })
    }

    /// Returns the words that stand for the numbers of an attribute or variable; none for others.
    fn words_of(&mut self, here: Here, text: &str) -> Vec<String> {
        let name = text.trim();
        let values = match name.split_once('.') {
            Some((_, name)) => {
                let attributes = &self.dictionary.attributes;
                attributes.find(name).map(|at| &attributes.entries[at].def.values)
            }
            None => {
                let variables = &self.dictionary.variables;
                variables.find(name).map(|at| &variables.entries[at].def.values)
            }
        };
        let Some(values) = values.filter(|values| !values.is_empty()) else { return Vec::new() };
        self.words_for(here, values)
    }

    /// Returns scale, factor and unit of a number that is just an attribute; otherwise 1, 1 and
    /// none.
    fn measure_of(&self, text: &str) -> (u16, u16, Option<String>) {
        let attribute = text.trim().split_once('.').map(|(_, name)| name);
        let attributes = &self.dictionary.attributes;
        let Some(at) = attribute.and_then(|name| attributes.find(name)) else {
            return (1, 1, None);
        };
        let def = attributes.entries[at].def;
        let number = |number: &Option<raw::At<u16>>| number.as_ref().map_or(1, |one| **one);
        (number(&def.scale), number(&def.per), def.unit.as_ref().map(|unit| unit.to_string()))
    }

    /// Splits a text into words and gaps; `{{` and `}}` stand for single braces.
    fn parts(&mut self, here: Here, text: &raw::Text) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut words = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find(['{', '}']) {
            words.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            let from = text.len() - rest.len() + at;
            rest = &rest[at + 1..];
            if let Some(doubled) = rest.strip_prefix(brace) {
                words.push_str(brace);
                rest = doubled;
                continue;
            }
            let end = if brace == "{" { rest.find('}') } else { None };
            let Some(end) = end else {
                let start = text.span().start + 1 + from;
                let problem =
                    Diagnostic::error(Code::ExpressionSyntax, "this brace has no other one")
                        .at(here.file, start..start + 1, "here")
                        .help("a brace as such is written twice");
                self.report.push(problem);
                return parts;
            };
            if !words.is_empty() {
                parts.push(Part::Words(std::mem::take(&mut words)));
            }
            // The expression begins one byte after its brace, as it would after a quote.
            let start = text.span().start + from + 1;
            let gap = rest[..end].to_owned();
            parts.push(Part::Gap(raw::Text::made(gap, start..start + end + 1)));
            rest = &rest[end + 1..];
        }
        words.push_str(rest);
        if !words.is_empty() {
            parts.push(Part::Words(words));
        }
        parts
    }
}

enum Part {
    Words(String),
    Gap(raw::Text),
}

/// Returns the roles whose numbers an expression reveals, one bit each; 0 if it reads registers,
/// such as results of dice.
fn tells(code: &[Instruction]) -> u8 {
    let is_result = |one: &Instruction| matches!(one, Instruction::Load(Input::Register(_)));
    if code.iter().any(is_result) {
        return 0;
    }
    let of = |role: Role| 1 << role as u8;
    let read = code.iter().map(|one| match one {
        Instruction::Load(
            Input::Attribute(role, _)
            | Input::Stat(role, _)
            | Input::Holds(role, _)
            | Input::Remaining(role),
        ) => of(*role),
        _ => 0,
    });
    read.fold(0, |all, one| all | one)
}
