//! Kinds of token by name (prefixes, a base, perhaps a body part), and amounts of them.

use std::collections::HashMap;

use kernel::KindId;

use crate::dictionary::Dictionary;

/// A kind, split into its parts. Prefixes are in the order of declaration, outermost first; a
/// stacked prefix occurs several times.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindName {
    /// Indices of the prefixes.
    pub prefixes: Vec<u8>,
    /// Index of the base.
    pub base: u8,
    /// Index of the body part, if it has one.
    pub part: Option<u8>,
}

/// Reason why a text is no kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KindError {
    /// The text cannot be split into prefixes and a base.
    Unknown,
    /// The base is known, but the text before it is no prefix.
    Prefix(String),
    /// A prefix is stacked deeper than it may be.
    Depth(String, u8),
    /// There is no such body part.
    Part(String),
}

/// Reads kinds and numbers them.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    bases: Vec<String>,
    prefixes: Vec<(String, u8, Option<u8>)>,
    /// Body parts, in the order of their first use.
    pub parts: Vec<String>,
    /// Kinds, in the order of their first use.
    pub names: Vec<KindName>,
    index: HashMap<KindName, KindId>,
}

impl Kinds {
    /// Returns a reader for the kinds of a ruleset.
    pub fn new(dictionary: &Dictionary<'_>) -> Kinds {
        let base = |name: &str| dictionary.bases.find(name).map(|at| at as u8);
        let prefixes = dictionary.prefixes.entries.iter().map(|entry| {
            let depth = entry.def.depth.as_ref().map_or(1, |depth| **depth);
            let bare = entry.def.bare.as_ref().and_then(|bare| base(bare));
            (entry.name.to_owned(), depth, bare)
        });
        Kinds { bases: dictionary.bases.owned(), prefixes: prefixes.collect(), ..Kinds::default() }
    }

    /// Reads a kind such as `QQP`, `OppM`, `P@mouth` or `Opp`.
    pub fn parse(&mut self, text: &str) -> Result<KindName, KindError> {
        let (letters, part) = match text.split_once('@') {
            Some((letters, part)) => (letters, Some(part)),
            None => (text, None),
        };
        let mut name = self.split(letters).ok_or_else(|| self.why(letters))?;
        name.prefixes.sort_unstable();
        for (at, (prefix, depth, _)) in self.prefixes.iter().enumerate() {
            let stacked = name.prefixes.iter().filter(|&&one| one as usize == at).count();
            if stacked > *depth as usize {
                return Err(KindError::Depth(prefix.clone(), *depth));
            }
        }
        if let Some(part) = part {
            let good = part.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
            if part.is_empty() || !good {
                return Err(KindError::Part(part.to_owned()));
            }
            name.part = Some(self.part(part));
        }
        Ok(name)
    }

    /// Returns the index of a body part, adding it if it is new.
    pub fn part(&mut self, part: &str) -> u8 {
        let known = self.parts.iter().position(|one| one == part);
        known.unwrap_or_else(|| {
            self.parts.push(part.to_owned());
            self.parts.len() - 1
        }) as u8
    }

    fn split(&self, text: &str) -> Option<KindName> {
        if let Some(base) = self.bases.iter().position(|base| base == text) {
            return Some(KindName { prefixes: Vec::new(), base: base as u8, part: None });
        }
        let mut by_length: Vec<usize> = (0..self.prefixes.len()).collect();
        by_length.sort_by_key(|&at| std::cmp::Reverse(self.prefixes[at].0.len()));
        by_length.into_iter().find_map(|at| {
            let (prefix, _, bare) = &self.prefixes[at];
            let rest = text.strip_prefix(prefix.as_str())?;
            let mut name = match (rest.is_empty(), bare) {
                (true, Some(base)) => KindName { prefixes: Vec::new(), base: *base, part: None },
                (true, None) => return None,
                _ => self.split(rest)?,
            };
            name.prefixes.push(at as u8);
            Some(name)
        })
    }

    fn why(&self, text: &str) -> KindError {
        let mut ends: Vec<&String> =
            self.bases.iter().filter(|base| text.ends_with(*base)).collect();
        ends.sort_by_key(|base| std::cmp::Reverse(base.len()));
        match ends.first() {
            Some(base) if text.len() > base.len() => {
                KindError::Prefix(text[..text.len() - base.len()].to_owned())
            }
            _ => KindError::Unknown,
        }
    }

    /// Returns the number of a kind, adding it if it is new.
    pub fn intern(&mut self, name: &KindName) -> KindId {
        if let Some(&id) = self.index.get(name) {
            return id;
        }
        let id = KindId(self.names.len() as u16);
        self.names.push(name.clone());
        self.index.insert(name.clone(), id);
        id
    }

    /// Returns a kind by its number.
    pub fn name(&self, id: KindId) -> &KindName {
        &self.names[id.index()]
    }

    /// Returns a kind with further prefixes; `None` if a prefix would be stacked too deep.
    pub fn lift(&self, name: &KindName, by: &[u8]) -> Option<KindName> {
        let mut lifted = name.clone();
        lifted.prefixes.extend_from_slice(by);
        lifted.prefixes.sort_unstable();
        let too_deep = self.prefixes.iter().enumerate().any(|(at, (_, depth, _))| {
            lifted.prefixes.iter().filter(|&&one| one as usize == at).count() > *depth as usize
        });
        (!too_deep).then_some(lifted)
    }

    /// Returns a kind as it is written.
    pub fn show(&self, name: &KindName) -> String {
        let mut text = String::new();
        for &prefix in &name.prefixes {
            text.push_str(&self.prefixes[prefix as usize].0);
        }
        text.push_str(&self.bases[name.base as usize]);
        if let Some(part) = name.part {
            text.push('@');
            text.push_str(&self.parts[part as usize]);
        }
        text
    }

    /// Returns all bases, and each base with each prefix, for "did you mean".
    pub fn suggestions(&self) -> Vec<String> {
        let prefixed = self
            .prefixes
            .iter()
            .flat_map(|(prefix, ..)| self.bases.iter().map(move |base| format!("{prefix}{base}")));
        self.bases.iter().cloned().chain(prefixed).collect()
    }
}

/// Reason why a text is no amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmountError {
    /// The kind is missing.
    Syntax,
    /// Below zero.
    Negative,
    /// A fraction.
    Fraction,
    /// More than a purse can count.
    TooLarge,
    /// The kind cannot be read.
    Kind(String, KindError),
}

/// One amount and its position in the text.
pub type Placed = (std::ops::Range<usize>, Result<(u32, KindName), AmountError>);

/// Reads amounts such as `2P+1M+1QP`; a kind without a number counts once. Returns each with its
/// span in the text. Bases that are declared as `nothing` are kept.
pub fn amounts(kinds: &mut Kinds, text: &str) -> Vec<Placed> {
    let mut at = 0;
    text.split('+')
        .map(|piece| {
            let from = at;
            at += piece.len() + 1;
            let lead = piece.len() - piece.trim_start().len();
            let trimmed = piece.trim();
            let range = from + lead..from + lead + trimmed.len();
            (range, amount(kinds, trimmed))
        })
        .collect()
}

fn amount(kinds: &mut Kinds, text: &str) -> Result<(u32, KindName), AmountError> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, kind) = text.split_at(digits);
    if text.starts_with('-') {
        return Err(AmountError::Negative);
    }
    if kind.starts_with(['.', '/', ',']) {
        return Err(AmountError::Fraction);
    }
    let kind = kind.trim_start();
    if kind.is_empty() {
        return Err(AmountError::Syntax);
    }
    let count = match number {
        "" => 1,
        _ => number.parse::<u32>().map_err(|_| AmountError::TooLarge)?,
    };
    if count > kernel::purse::AMOUNT_MAX {
        return Err(AmountError::TooLarge);
    }
    let name = kinds.parse(kind).map_err(|error| AmountError::Kind(kind.to_owned(), error))?;
    Ok((count, name))
}
