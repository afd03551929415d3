//! All texts that a fight is made from: the encounter file, the files it names, and its ruleset.
//!
//! A saved game contains its origin, so that a newer ruleset never changes a fight in progress.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rules::diagnostic::{Diagnostic, Files, Report};
use rules::raw;
use rules::source::{FORMS, SourceFile, read, read_text};
use rules::{Compiled, Place, Setup, Source};

use crate::fnv::Fnv;

/// The texts behind one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Id of the ruleset.
    pub id: String,
    /// Version of the ruleset, as it calls itself.
    pub version: String,
    /// The ruleset.
    pub ruleset: Source,
    /// The encounter file.
    pub encounter: SourceFile,
    /// Campaign and creature files that the encounter names, by the path it uses.
    pub beside: Vec<SourceFile>,
}

/// Problems, and the texts they point into.
pub type Problems = (Report, Files);

impl Origin {
    /// Reads the text of an encounter file and all files that it names.
    pub fn read(name: &str, text: &str, place: &Place) -> Result<Origin, Problems> {
        let setup = Setup::read(name, text, place, None)?;
        // The setup is good, so reading the file again for the names in it cannot fail.
        let (mut files, mut report) = (Files::default(), Report::default());
        let file = files.add(name, text);
        let encounter = read::<raw::Encounter>(text, file, &files, &mut report);
        let encounter = encounter.ok_or((report, files))?;
        let mut beside = Vec::new();
        for path in encounter.campaign.iter().chain(&encounter.creatures) {
            let text = place.text(path).map_err(alone)?;
            beside.push(SourceFile { path: path.to_string(), text: text.into() });
        }
        let ruleset = encounter.ruleset.as_ref().map_or("", |name| name.as_str());
        Ok(Origin {
            id: setup.manifest.id.to_string(),
            version: setup.manifest.version.to_string(),
            ruleset: source(ruleset, place).map_err(alone)?,
            encounter: SourceFile { path: name.to_owned(), text: text.into() },
            beside,
        })
    }

    /// Reads an encounter file on disk and all files that it names.
    pub fn open(path: &Path) -> Result<Origin, Problems> {
        let text = read_text(path).map_err(alone)?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let name = path.file_name().unwrap_or(path.as_os_str());
        Origin::read(&name.to_string_lossy(), &text, &Place::Folder(folder))
    }

    /// Parses all texts and compiles them.
    pub fn compile(&self) -> Result<Arc<Compiled>, Problems> {
        let parsed = self.ruleset.parse()?;
        let SourceFile { path, text } = &self.encounter;
        let place = Place::Carried(self.beside.clone());
        let setup = Setup::read(path, text, &place, Some(&parsed))?;
        rules::compile(&setup).map(|(compiled, _)| Arc::new(compiled))
    }
}

/// Returns a hash of the files of a ruleset that affect play; line ends do not count. Forms such as
/// the sheet are left out, since no play depends on them.
pub fn fingerprint(ruleset: &Source) -> u64 {
    let files = ruleset.files.iter().filter(|file| !FORMS.contains(&file.path.as_str()));
    files.fold(Fnv::new(), |hash, file| hash.text(&file.path).lines(&file.text)).value()
}

fn source(name: &str, place: &Place) -> Result<Source, Diagnostic> {
    let here = PathBuf::new();
    let near = if let Place::Folder(folder) = place { folder } else { &here };
    match Source::named(name, near) {
        Some(source) => Ok(source),
        None => Source::folder(&near.join(name)),
    }
}

/// Returns one diagnostic as problems that point into no text.
pub fn alone(problem: Diagnostic) -> Problems {
    let mut report = Report::default();
    report.push(problem);
    (report, Files::default())
}
