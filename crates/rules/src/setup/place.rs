//! Finds the files that another file names.

use std::path::PathBuf;

use crate::diagnostic::{Code, Colors, Diagnostic, FileId};
use crate::raw::Text;
use crate::source::{
    Parsed, Source, SourceFile, embedded_file, embedded_names, own_names, read_text,
};

/// Place to look for files named in another file.
#[derive(Clone, Debug)]
pub enum Place {
    /// A folder on disk.
    Folder(PathBuf),
    /// The files of this embedded ruleset.
    Embedded(String),
    /// Texts by path, carried by a saved game.
    Carried(Vec<SourceFile>),
    /// No place: the text stands alone.
    Nowhere,
}

impl Place {
    /// Returns the text of a file that another one names.
    pub fn text(&self, path: &str) -> Result<String, Diagnostic> {
        match self {
            Place::Folder(folder) => read_text(&folder.join(path)),
            Place::Embedded(ruleset) => embedded_file(ruleset, path)
                .or_else(|| embedded_file(ruleset, &format!("examples/{path}")))
                .or_else(|| embedded_file(ruleset, path.strip_prefix("../")?))
                .map(str::to_owned)
                .ok_or_else(|| missing(path)),
            Place::Carried(files) => {
                let found = files.iter().find(|file| file.path == path);
                found.map(|file| file.text.to_string()).ok_or_else(|| missing(path))
            }
            Place::Nowhere => Err(missing(path)),
        }
    }
}

fn missing(path: &str) -> Diagnostic {
    Diagnostic::error(Code::UnknownFile, format!("there is no file {path}"))
}

/// Finds and reads the ruleset that a file names: a built-in one or a folder.
pub(super) fn find_ruleset(
    name: Option<&Text>,
    file: FileId,
    place: &Place,
) -> Result<Parsed, Box<Diagnostic>> {
    let Some(name) = name else {
        let message = "the file does not say which ruleset it is for";
        let problem = Diagnostic::error(Code::MissingKey, message)
            .help("add a line such as ruleset = \"collective\"");
        return Err(Box::new(problem));
    };
    let here = PathBuf::new();
    let near = if let Place::Folder(folder) = place { folder } else { &here };
    let source = Source::named(name, near).ok_or_else(|| {
        let (names, own) = (embedded_names(), own_names());
        let message = format!("there is no ruleset called `{}`", &**name);
        let known = names.iter().copied().chain(own.iter().map(String::as_str));
        Box::new(
            Diagnostic::error(Code::UnknownRuleset, message)
                .at(file, name.span(), "neither built in nor a folder")
                .did_you_mean(name, known)
                .help(format!("built in are: {}", names.join(", "))),
        )
    })?;
    source.parse().map_err(|(report, files)| {
        let shown = report.render(&files, Colors::Off);
        let message = format!("the ruleset `{}` does not load:\n{shown}", &**name);
        Box::new(Diagnostic::error(Code::UnknownRuleset, message).at(
            file,
            name.span(),
            "named here",
        ))
    })
}
