//! Reads kinds and amounts in texts, and reports their mistakes.

use std::ops::Range;

use kernel::KindId;
use kernel::purse::AMOUNT_MAX;

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::kinds::{AmountError, KindError, KindName, amounts};
use crate::raw::Text;

impl Build<'_> {
    /// Reads a kind; returns `None` after reporting why the text is none.
    pub(super) fn kind(&mut self, here: Here, text: &Text) -> Option<KindName> {
        match self.kinds.parse(text) {
            Ok(kind) => Some(kind),
            Err(error) => {
                self.kind_problem(here, text.span(), text, &error);
                None
            }
        }
    }

    /// Returns the number of a kind that is known already; reports nothing.
    pub(super) fn known_kind(&self, text: &str) -> Option<KindId> {
        let mut kinds = self.kinds.clone();
        let name = kinds.parse(text).ok()?;
        let id = kinds.intern(&name);
        (id.index() < self.kinds.names.len()).then_some(id)
    }

    /// Reports why a text is no kind.
    fn kind_problem(&mut self, here: Here, span: Range<usize>, kind: &str, error: &KindError) {
        let words: Vec<&str> = kind.split_whitespace().collect();
        let problem = match error {
            _ if words.contains(&"or") => {
                Diagnostic::error(Code::AmountSyntax, "an amount leaves nothing to choose")
                    .at(here.file, span, "one or the other")
                    .help(
                        "write one conversion for each way, or one entry of `costs` for each price",
                    )
            }
            _ if words.len() > 1 => {
                Diagnostic::error(Code::AmountSyntax, format!("`{kind}` is no kind of action"))
                    .at(here.file, span, "several words")
                    .help("amounts are joined by +, such as 1A+1M")
            }
            KindError::Unknown => {
                Diagnostic::error(Code::UnknownKind, format!("there is no kind of action `{kind}`"))
                    .at(here.file, span, "unknown")
                    .did_you_mean_or_list(kind, self.known_kinds(kind))
            }
            KindError::Prefix(prefix) => Diagnostic::error(
                Code::UnknownPrefix,
                format!("`{prefix}` in `{kind}` is no prefix"),
            )
            .at(here.file, span, "unknown prefix")
            .help(match self.dictionary.prefixes.owned() {
                none if none.is_empty() => "this ruleset has no prefixes".to_owned(),
                known => format!("the prefixes are {}", known.join(", ")),
            }),
            KindError::Depth(prefix, depth) => Diagnostic::error(
                Code::UnknownKind,
                format!("`{prefix}` can be stacked at most {depth} deep"),
            )
            .at(here.file, span, "too deep"),
            KindError::Part(part) => Diagnostic::error(
                Code::UnknownKind,
                format!("`{part}` names no body part"),
            )
            .at(here.file, span, "letters, digits and hyphens only"),
        };
        self.report.push(problem);
    }

    /// Returns suggestions for a misspelled kind: all kinds if one is similar, else the bases.
    fn known_kinds(&self, kind: &str) -> Vec<String> {
        let all = self.kinds.suggestions();
        match did_you_mean(kind, &all) {
            Some(_) => all,
            None => self.dictionary.bases.owned(),
        }
    }

    /// Reads amounts; returns `None` after reporting what is wrong with them.
    pub(super) fn amounts(&mut self, here: Here, text: &Text) -> Option<Vec<(u32, KindName)>> {
        let read = amounts(&mut self.kinds, text);
        let mut all = Vec::new();
        let mut good = true;
        for (range, amount) in read {
            let from = text.span().start + 1;
            let span = from + range.start..from + range.end.max(range.start + 1);
            let (code, message) = match amount {
                Ok((count, kind)) => {
                    all.push((count, kind));
                    continue;
                }
                Err(AmountError::Kind(kind, error)) => {
                    good = false;
                    self.kind_problem(here, span, &kind, &error);
                    continue;
                }
                Err(AmountError::Syntax) => {
                    (Code::AmountSyntax, "an amount is a number and a kind, such as 2P".to_owned())
                }
                Err(AmountError::Negative) => {
                    (Code::NegativeAmount, "an amount cannot be below zero".to_owned())
                }
                Err(AmountError::Fraction) => {
                    (Code::FractionalAmount, "this ruleset counts whole actions only".to_owned())
                }
                Err(AmountError::TooLarge) => {
                    (Code::AmountTooLarge, format!("an amount is at most {AMOUNT_MAX}"))
                }
            };
            good = false;
            let problem = Diagnostic::error(code, message).at(here.file, span, "here");
            self.report.push(problem);
        }
        good.then_some(all)
    }
}
