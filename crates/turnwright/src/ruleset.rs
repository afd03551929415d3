//! Rulesets: the ones that come with the library, and folders of rules.

use std::path::Path;

use rules::source::embedded_names;
use rules::{Parsed, Source};

use crate::Error;

/// A rulebook, read and ready for encounters.
#[derive(Clone, Debug)]
pub struct Ruleset {
    pub(crate) parsed: Parsed,
}

impl Ruleset {
    /// Returns the names of the rulesets that come with the library.
    pub fn builtin_names() -> Vec<&'static str> {
        embedded_names()
    }

    /// Loads a ruleset that comes with the library, such as `collective` or `srd-5`.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownRuleset`] with the known names.
    pub fn builtin(name: &str) -> Result<Ruleset, Error> {
        let unknown = || Error::UnknownRuleset(name.to_owned(), embedded_names().join(", "));
        let source = Source::embedded(name).ok_or_else(unknown)?;
        Ok(Ruleset { parsed: source.parse()? })
    }

    /// Loads a ruleset from its folder, which contains `ruleset.toml`.
    ///
    /// # Errors
    ///
    /// [`Error::Files`] with every mistake in the folder.
    pub fn open(folder: impl AsRef<Path>) -> Result<Ruleset, Error> {
        Ruleset::from_source(&Source::folder(folder.as_ref()).map_err(sim::origin::alone)?)
    }

    /// Loads a ruleset from texts by path: `ruleset.toml`, `rules/turns.toml` and so on.
    ///
    /// # Errors
    ///
    /// [`Error::Files`] with every mistake in the texts.
    pub fn from_texts<'a>(
        texts: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Ruleset, Error> {
        let file = |(path, text): (&str, &str)| rules::source::SourceFile {
            path: path.to_owned(),
            text: text.into(),
        };
        Ruleset::from_source(&Source { files: texts.into_iter().map(file).collect() })
    }

    fn from_source(source: &Source) -> Result<Ruleset, Error> {
        Ok(Ruleset { parsed: source.parse()? })
    }

    /// Returns the id of the ruleset.
    pub fn id(&self) -> &str {
        &self.parsed.manifest.id
    }
}
