//! The text of a ruleset: its origin, and its files read into raw form.

#[cfg(target_arch = "wasm32")]
pub mod shelf;

use std::path::Path;
use std::sync::Arc;

#[cfg(not(target_arch = "wasm32"))]
use include_dir::{Dir, include_dir};
use serde::de::DeserializeOwned;

use crate::diagnostic::{Code, Diagnostic, FileId, Files, Report, from_reading, from_toml};
use crate::expand::{Expanded, Problem, ReadError, expand, from_table};
use crate::raw::{ImportFile, Manifest, Rule, RuleFile, SheetFile};

/// The rulesets built into the program. In a browser they come as files: see [`shelf`].
#[cfg(not(target_arch = "wasm32"))]
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../rulesets");

/// The file of a ruleset with its form for heroes and creatures.
pub const SHEET: &str = "sheet.toml";
/// The file of a ruleset that maps stat blocks of other programs to its sheet.
pub const IMPORT: &str = "import.toml";
/// Files of a ruleset that are forms for people; play does not depend on them.
pub const FORMS: [&str; 2] = [SHEET, IMPORT];
/// Folder of the user's own rulesets, below the working directory.
const OWN_FOLDER: &str = "rulesets";

/// Largest file that is read, in bytes.
pub const FILE_MAX: usize = 4 << 20;

/// A file of a ruleset: its path inside the ruleset's folder, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path with forward slashes.
    pub path: String,
    /// The text.
    pub text: Arc<str>,
}

/// The text of a ruleset, as an encounter carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The files: `ruleset.toml`, then `sheet.toml` and `import.toml` where they exist, then the
    /// rules in name order.
    pub files: Vec<SourceFile>,
}

/// A rule and the file it stands in.
#[derive(Clone, Debug)]
pub struct Located {
    /// The file.
    pub file: FileId,
    /// The rule, shared by all setups it is part of.
    pub rule: Arc<Rule>,
}

/// A ruleset read into raw form.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// Its manifest.
    pub manifest: Manifest,
    /// Its rules, in reading order.
    pub rules: Vec<Located>,
    /// Its sheet.
    pub sheet: Option<(FileId, Arc<SheetFile>)>,
    /// The mapping of stat blocks to its sheet.
    pub import: Option<(FileId, Arc<ImportFile>)>,
    /// The texts, for diagnostics.
    pub files: Files,
}

/// Returns the names of the built-in rulesets, sorted.
#[cfg(not(target_arch = "wasm32"))]
pub fn embedded_names() -> Vec<&'static str> {
    let mut names: Vec<&str> =
        EMBEDDED.dirs().filter_map(|dir| dir.path().file_name()?.to_str()).collect();
    names.sort_unstable();
    names
}

/// Returns the names of the user's own rulesets, sorted. These are folders below `rulesets` in the
/// working directory that have a `ruleset.toml` and do not share the name of a built-in ruleset.
pub fn own_names() -> Vec<String> {
    let folders = std::fs::read_dir(OWN_FOLDER).into_iter().flatten().flatten();
    let with_manifest = folders.filter(|entry| entry.path().join("ruleset.toml").is_file());
    let mut names: Vec<String> =
        with_manifest.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| embedded_file(name, "ruleset.toml").is_none());
    names.sort_unstable();
    names
}

/// Returns the text of a file of a built-in ruleset, such as `examples/skirmish.toml`.
#[cfg(not(target_arch = "wasm32"))]
pub fn embedded_file(ruleset: &str, path: &str) -> Option<&'static str> {
    EMBEDDED.get_file(format!("{ruleset}/{path}"))?.contents_utf8()
}

/// Returns the paths of the files in a folder of a built-in ruleset, in name order.
#[cfg(not(target_arch = "wasm32"))]
pub fn embedded_list(ruleset: &str, folder: &str) -> Vec<String> {
    let Some(dir) = EMBEDDED.get_dir(format!("{ruleset}/{folder}")) else { return Vec::new() };
    let mut paths: Vec<String> = dir
        .files()
        .filter_map(|file| Some(format!("{folder}/{}", file.path().file_name()?.to_str()?)))
        .collect();
    paths.sort_unstable();
    paths
}

/// Returns the names of the rulesets provided so far, sorted.
#[cfg(target_arch = "wasm32")]
pub fn embedded_names() -> Vec<&'static str> {
    shelf::names()
}

/// Returns the text of a file of a provided ruleset, such as `examples/skirmish.toml`.
#[cfg(target_arch = "wasm32")]
pub fn embedded_file(ruleset: &str, path: &str) -> Option<&'static str> {
    shelf::file(ruleset, path)
}

/// Returns the paths of the files in a folder of a provided ruleset, in name order.
#[cfg(target_arch = "wasm32")]
pub fn embedded_list(ruleset: &str, folder: &str) -> Vec<String> {
    shelf::list(ruleset, folder)
}

impl Source {
    /// Returns a built-in ruleset.
    pub fn embedded(name: &str) -> Option<Source> {
        let manifest = embedded_file(name, "ruleset.toml")?;
        let mut files = vec![SourceFile { path: "ruleset.toml".into(), text: manifest.into() }];
        for form in FORMS {
            if let Some(text) = embedded_file(name, form) {
                files.push(SourceFile { path: form.into(), text: text.into() });
            }
        }
        for path in embedded_list(name, "rules") {
            let text = embedded_file(name, &path)?.into();
            files.push(SourceFile { path, text });
        }
        Some(Source { files })
    }

    /// Returns a ruleset by its id: a built-in one, or one of the user's [own](own_names).
    pub fn by_id(id: &str) -> Option<Source> {
        let own = || own_names().into_iter().find(|name| name == id);
        Source::embedded(id).or_else(|| Source::folder(&Path::new(OWN_FOLDER).join(own()?)).ok())
    }

    /// Returns the ruleset that a file in a folder names: by its id, by the path of its folder, or
    /// as the ruleset that contains the file.
    pub fn named(name: &str, near: &Path) -> Option<Source> {
        if let Some(source) = Source::embedded(name) {
            return Some(source);
        }
        let has_manifest = |folder: &Path| folder.join("ruleset.toml").is_file();
        let beside = near.join(name);
        if has_manifest(&beside) {
            return Source::folder(&beside).ok();
        }
        if name.is_empty() || name.contains(['/', '\\', '.']) {
            return None;
        }
        // An empty path is the current folder.
        let near = if near.as_os_str().is_empty() { Path::new(".") } else { near };
        let near = std::path::absolute(near).ok()?;
        let around = |folder: &Path| {
            let own = folder.join(OWN_FOLDER).join(name);
            if has_manifest(&own) {
                return Source::folder(&own).ok();
            }
            let manifest = read_text(&folder.join("ruleset.toml")).ok()?;
            let manifest: Manifest = toml::from_str(&manifest).ok()?;
            (*manifest.id == name).then(|| Source::folder(folder).ok())?
        };
        near.ancestors().find_map(around).or_else(|| Source::by_id(name))
    }

    /// Reads a ruleset from a folder on disk.
    pub fn folder(folder: &Path) -> Result<Source, Diagnostic> {
        let mut paths = vec![folder.join("ruleset.toml")];
        paths.extend(FORMS.map(|form| folder.join(form)).into_iter().filter(|it| it.is_file()));
        let rules = folder.join("rules");
        let listing = std::fs::read_dir(&rules).map_err(|error| {
            Diagnostic::error(
                Code::UnknownFile,
                format!("cannot read {}: {error}", rules.display()),
            )
        })?;
        let mut found: Vec<_> = listing
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|end| end == "toml"))
            .collect();
        found.sort_unstable();
        paths.extend(found);
        let mut files = Vec::new();
        for path in paths {
            let inside = path.strip_prefix(folder).unwrap_or(&path);
            let inside = inside.to_string_lossy().replace('\\', "/");
            files.push(SourceFile { path: inside, text: read_text(&path)?.into() });
        }
        Ok(Source { files })
    }

    /// Reads the text into raw form; reports all problems together.
    pub fn parse(&self) -> Result<Parsed, (Report, Files)> {
        let mut files = Files::default();
        let mut report = Report::default();
        let mut manifest = None;
        let mut rules = Vec::new();
        let mut sheet = None;
        let mut import = None;
        for file in &self.files {
            let id = files.add(&*file.path, &*file.text);
            if file.path == "ruleset.toml" {
                manifest = read::<Manifest>(&file.text, id, &files, &mut report);
            } else if file.path == SHEET {
                let read = read::<SheetFile>(&file.text, id, &files, &mut report);
                sheet = read.map(|read| (id, Arc::new(read)));
            } else if file.path == IMPORT {
                let read = read::<ImportFile>(&file.text, id, &files, &mut report);
                import = read.map(|read| (id, Arc::new(read)));
            } else if let Some(read) = read::<RuleFile>(&file.text, id, &files, &mut report) {
                rules.extend(
                    read.rule.into_iter().map(|rule| Located { file: id, rule: Arc::new(rule) }),
                );
            }
        }
        match manifest {
            Some(manifest) if !report.has_errors() => {
                Ok(Parsed { manifest, rules, sheet, import, files })
            }
            Some(_) => Err((report, files)),
            None => {
                if !report.has_errors() {
                    report.push(Diagnostic::error(
                        Code::UnknownFile,
                        "a ruleset needs a file ruleset.toml",
                    ));
                }
                Err((report, files))
            }
        }
    }
}

/// Reads TOML into its raw type, with all elements that its `for` stand for; returns `None` after
/// reporting why it can't.
pub fn read<T: DeserializeOwned>(
    text: &str,
    file: FileId,
    files: &Files,
    report: &mut Report,
) -> Option<T> {
    let expanded = match expand(text) {
        Ok(expanded) => expanded,
        Err(error) => {
            report.push(from_toml(&error, file, files));
            return None;
        }
    };
    if !expanded.problems.is_empty() {
        for problem in expanded.problems {
            report.push(of_for(problem, file));
        }
        return None;
    }
    let Expanded { table, origins, alone, .. } = expanded;
    match from_table(table, &alone) {
        Ok(value) => Some(value),
        Err(ReadError { message, span }) => {
            let origin = span.as_ref().and_then(|span| origins.find(span));
            let span = origin.as_ref().map_or(span, |origin| Some(origin.span.clone()));
            let mut problem = from_reading(&message, span, file, files);
            // Without parameters in the value, every combination has the mistake.
            if let Some(origin) = origin.filter(|origin| origin.varies) {
                problem.message.push_str(&format!(" (for {})", origin.combination.label));
            }
            report.push(problem);
            None
        }
    }
}

/// Returns a mistake in a `for` as a problem of a file.
fn of_for(problem: Problem, file: FileId) -> Diagnostic {
    let mut found = Diagnostic::error(Code::WrongFor, problem.message).at(file, problem.span, "");
    if let Some((word, known)) = problem.meant {
        found = found.did_you_mean(&word, known);
    }
    match problem.help {
        Some(help) => found.help(help),
        None => found,
    }
}

/// Reads a text file from disk; refuses files over [`FILE_MAX`] bytes and files that are not UTF-8.
pub fn read_text(path: &Path) -> Result<String, Diagnostic> {
    let shown = path.display();
    let cannot = |error: std::io::Error| {
        Diagnostic::error(Code::UnknownFile, format!("cannot read {shown}: {error}"))
    };
    let size = std::fs::metadata(path).map_err(cannot)?.len();
    if size > FILE_MAX as u64 {
        let message = format!("{shown} has {size} bytes; at most {FILE_MAX} are read");
        return Err(Diagnostic::error(Code::FileTooLarge, message));
    }
    let bytes = std::fs::read(path).map_err(cannot)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("{shown} is not UTF-8 text: byte {at} does not fit");
        Diagnostic::error(Code::NotUtf8, message)
    })
}
