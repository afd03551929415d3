//! `turnwright check`: finds every mistake in files, each with its place and a hint.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use import::Mapping;
use rules::diagnostic::{Code, Diagnostic, Files, Report};
use rules::raw::Campaign;
use rules::source::{FORMS, embedded_names, read, read_text};
use rules::{Place, Setup, Sheet, Source};
use serde_json::json;
use sim::convert::Guidelines;

use crate::failure::failed;
use crate::paint::Paint;
use crate::{open, out, rulesets};

/// Looks for mistakes in ruleset folders, campaign, creature and encounter files.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files, folders of rulesets, or ids of rulesets in the folder `rulesets`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Problems found in a file, and the texts they point into.
type Findings = (Report, Files);

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let paint = Paint::of_output();
    let mut worst = ExitCode::SUCCESS;
    let files: Vec<PathBuf> = args.files.iter().map(by_id).collect();
    if let Some(missing) = files.iter().find(|path| !path.exists()) {
        bail!("there is no file {}", missing.display());
    }
    for path in &files {
        let (kind, (report, files)) = check(path)?;
        if json {
            let mut value = report.to_json(&files);
            value["file"] = json!(path.to_string_lossy());
            value["kind"] = json!(kind);
            out::value(&value)?;
        } else {
            let found = report.render(&files, paint.colors());
            let verdict = match (report.errors(), report.warnings()) {
                (0, 0) => paint.good("ok"),
                (0, warnings) => paint.ask(&counted(warnings, "warning")),
                (errors, 0) => paint.bad(&counted(errors, "error")),
                (errors, warnings) => paint.bad(&format!(
                    "{}, {}",
                    counted(errors, "error"),
                    counted(warnings, "warning")
                )),
            };
            let whole = match kind {
                "ruleset" if path.is_file() => " (the whole ruleset)",
                _ => "",
            };
            out::text(&format!("{found}{}: {verdict}{whole}", path.display()))?;
        }
        if report.has_errors() {
            worst = failed();
        }
    }
    Ok(worst)
}

/// Returns the folder of a ruleset given by its id, and any other path unchanged.
fn by_id(path: &PathBuf) -> PathBuf {
    let own = Path::new("rulesets").join(path);
    if !path.exists() && own.join("ruleset.toml").is_file() { own } else { path.clone() }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Checks a path by its kind. Returns the kind and the findings.
fn check(path: &Path) -> anyhow::Result<(&'static str, Findings)> {
    if let Some(folder) = ruleset_of(path) {
        return Ok(("ruleset", check_ruleset(&folder)));
    }
    if path.is_dir() {
        bail!("{} is no ruleset: it has no ruleset.toml", path.display());
    }
    let text = match read_text(path) {
        Ok(text) => text,
        Err(problem) => return Ok(("file", alone(problem, Files::default()))),
    };
    match campaign_in(&text) {
        Some(campaign) => Ok(("campaign", check_campaign(path, &text, &campaign)?)),
        None => Ok(("encounter", check_encounter(path, &text)?)),
    }
}

/// Returns the folder of the ruleset that a path stands for: the folder itself, its manifest, or
/// one of its files.
fn ruleset_of(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        return path.join("ruleset.toml").is_file().then(|| path.to_path_buf());
    }
    let folder = std::path::absolute(path).ok()?.parent()?.to_path_buf();
    if path.ends_with("ruleset.toml") {
        return Some(folder);
    }
    if FORMS.iter().any(|form| path.ends_with(form)) && folder.join("ruleset.toml").is_file() {
        return Some(folder);
    }
    let above = folder.parent().filter(|above| above.join("ruleset.toml").is_file());
    let inside = folder.ends_with("rules") || folder.ends_with("convert");
    above.filter(|_| inside).map(Path::to_path_buf)
}

fn check_ruleset(folder: &Path) -> Findings {
    let source = match Source::folder(folder) {
        Ok(source) => source,
        Err(problem) => return alone(problem, Files::default()),
    };
    let parsed = match source.parse() {
        Ok(parsed) => parsed,
        Err(findings) => return findings,
    };
    let (mut report, files) = compile(&Setup::of(parsed.clone()));
    for problem in not_read(folder) {
        report.push(problem);
    }
    match Sheet::of(&parsed) {
        Err((found, _)) => report.append(found),
        // A mapping onto a sheet that does not load would only repeat its mistakes.
        Ok(sheet) => {
            if let Err((found, _)) = Mapping::of(&parsed, &sheet) {
                report.append(found);
            }
        }
    }
    // The guidelines name rules of the ruleset.
    let conversions = match Guidelines::folder(folder) {
        Ok(conversions) => Guidelines::read(&conversions, &parsed),
        Err(problem) => Err(alone(problem, files.clone())),
    };
    match conversions {
        Ok(_) => (report, files),
        Err((found, files)) => {
            report.append(found);
            (report, files)
        }
    }
}

/// Returns warnings about entries in the folder `rules` of a ruleset that are not read.
fn not_read(folder: &Path) -> Vec<Diagnostic> {
    let Ok(listing) = std::fs::read_dir(folder.join("rules")) else { return Vec::new() };
    let paths = listing.filter_map(|entry| Some(entry.ok()?.path()));
    let hidden = |name: &str| name.starts_with('.') || name.ends_with('~');
    let mut names: Vec<String> = paths
        .filter(|path| path.is_dir() || path.extension().is_none_or(|end| end != "toml"))
        .filter_map(|path| path.file_name()?.to_str().map(str::to_owned))
        .filter(|name| !hidden(name))
        .collect();
    names.sort_unstable();
    let problem = |name: &String| {
        Diagnostic::warning(Code::NeverUsed, format!("rules/{name} is not read"))
            .help("rules stand in files that end in .toml, straight in the folder `rules`")
    };
    names.iter().map(problem).collect()
}

fn check_encounter(path: &Path, text: &str) -> anyhow::Result<Findings> {
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let ruleset = rulesets::around(path)?;
    let name = path.to_string_lossy();
    // An encounter in a ruleset's folder is checked by that ruleset. To be played, it must also
    // name a ruleset that can be found.
    let named = Setup::read(&name, text, &Place::Folder(folder.clone()), None);
    if let Some(findings) = named.err().filter(|(report, _)| names_no_ruleset(report)) {
        return Ok(findings);
    }
    let setup = Setup::read(&name, text, &Place::Folder(folder), ruleset.as_ref());
    Ok(setup.map_or_else(|findings| findings, |setup| compile(&setup)))
}

/// Whether a report says that an encounter names no ruleset, or an unknown one.
fn names_no_ruleset(report: &Report) -> bool {
    let of_ruleset = |problem: &Diagnostic| {
        problem.code == Code::UnknownRuleset
            || problem.code == Code::MissingKey && problem.message.contains("which ruleset")
    };
    report.diagnostics().into_iter().any(of_ruleset)
}

/// Reads a file without combatants as a campaign, which may be a collection of creatures. Returns
/// `None` for a file with combatants.
fn campaign_in(text: &str) -> Option<Campaign> {
    if open::encounter_in(text).is_some_and(|it| !it.combatant.is_empty()) {
        return None;
    }
    let mut files = Files::default();
    let file = files.add("", text);
    read(text, file, &files, &mut Report::default())
}

/// Checks a campaign by means of encounters that use it, with one combatant of each creature.
fn check_campaign(path: &Path, text: &str, campaign: &Campaign) -> anyhow::Result<Findings> {
    let mut files = Files::default();
    let file = files.add(path.to_string_lossy(), text);
    let ruleset = match (&campaign.ruleset, rulesets::around(path)?) {
        (_, Some(around)) => around,
        (Some(name), None) => match rulesets::find(name) {
            Some(source) => match source.parse() {
                Ok(ruleset) => ruleset,
                Err(findings) => return Ok(findings),
            },
            None => {
                let message = format!("there is no ruleset called `{}`", &**name);
                let problem = Diagnostic::error(Code::UnknownRuleset, message)
                    .at(file, name.span(), "neither built in nor a folder")
                    .did_you_mean(name, embedded_names());
                return Ok(alone(problem, files));
            }
        },
        (None, None) => {
            let message = "the file does not say which ruleset it is for";
            let problem = Diagnostic::error(Code::MissingKey, message)
                .at(file, 0..0, "")
                .help("add a line such as ruleset = \"collective\"");
            return Ok(alone(problem, files));
        }
    };
    let sides = ruleset.rules.iter().flat_map(|located| &located.rule.side);
    let side = sides.map(|side| side.id.to_string()).next().unwrap_or_default();
    let names: Vec<String> = campaign
        .creature
        .iter()
        .filter_map(|creature| creature.name.as_ref().map(|name| name.to_string()))
        .collect();
    let mut report = Report::default();
    // Files may describe more creatures than can fight at once.
    let groups: Vec<&[String]> =
        if names.is_empty() { vec![&[]] } else { names.chunks(kernel::COMBATANTS_MAX).collect() };
    for group in groups {
        let encounter = encounter_with(path, &side, group);
        let setup = Setup::read("", &encounter, &Place::Folder(PathBuf::new()), Some(&ruleset));
        let (found, texts) = setup.map_or_else(|findings| findings, |setup| compile(&setup));
        report.append(found);
        files = texts;
    }
    Ok((report, files))
}

/// Returns an encounter file with one combatant of each of these creatures of a campaign.
fn encounter_with(campaign: &Path, side: &str, creatures: &[String]) -> String {
    let mut text = format!("campaign = {}\n", json!(campaign.to_string_lossy()));
    for (at, creature) in creatures.iter().enumerate() {
        let name = json!(format!("{at} {creature}"));
        text.push_str(&format!(
            "[[combatant]]\nname = {name}\nside = {}\ncreature = {}\n",
            json!(side),
            json!(creature)
        ));
    }
    text
}

fn alone(problem: Diagnostic, files: Files) -> Findings {
    let mut report = Report::default();
    report.push(problem);
    (report, files)
}

fn compile(setup: &Setup) -> Findings {
    match rules::compile(setup) {
        Ok((_, report)) => (report, setup.files.clone()),
        Err(findings) => findings,
    }
}
