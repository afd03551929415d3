//! Checks of a ruleset and its encounter files.

use import::Mapping;
use rules::diagnostic::{Files, Report};
use rules::source::SourceFile;
use rules::{Parsed, Setup, Sheet};
use sim::convert::Guidelines;
use sim::examples::encounter_in;
use sim::origin::Problems;

use crate::Rulebook;

/// Returns the problems of the rules, the sheet, the import mapping and the conversion guidelines.
/// If they have no errors, also checks the encounter files.
pub(crate) fn check(rulebook: &Rulebook) -> Problems {
    let parsed = match rulebook.source().parse() {
        Ok(parsed) => parsed,
        Err(problems) => return problems,
    };
    let (mut report, mut files) = compiled(&Setup::of(parsed.clone()));
    match Sheet::of(&parsed) {
        Err((found, _)) => report.append(found),
        // A mapping onto a sheet that does not load would only repeat the sheet's errors.
        Ok(sheet) => {
            if let Err((found, _)) = Mapping::of(&parsed, &sheet) {
                report.append(found);
            }
        }
    }
    let converting = rulebook.files().filter(|(path, _)| path.starts_with("convert/"));
    let converting: Vec<SourceFile> = converting
        .map(|(path, text)| SourceFile { path: path.to_owned(), text: text.into() })
        .collect();
    if let Err((found, with_conversions)) = Guidelines::read(&converting, &parsed) {
        report.append(found);
        files = with_conversions;
    }
    // Each encounter would repeat the errors of its rules.
    if report.has_errors() {
        return (report, files);
    }
    encounters(rulebook, &parsed, (report, files))
}

/// Adds the problems of encounter files. The first file with problems decides which texts the
/// report points into, so only that one is reported.
fn encounters(rulebook: &Rulebook, parsed: &Parsed, known: Problems) -> Problems {
    let place = rulebook.place();
    let examples = rulebook.files().filter(|(path, _)| path.starts_with("examples/"));
    for (path, text) in examples.filter(|(path, _)| path.ends_with(".toml")) {
        let names_nobody = encounter_in(text).is_some_and(|it| it.combatant.is_empty());
        if names_nobody {
            continue;
        }
        let setup = Setup::read(path, text, &place, Some(parsed));
        let (found, files) = setup.map_or_else(|problems| problems, |setup| compiled(&setup));
        if found.has_errors() {
            return (found, files);
        }
    }
    known
}

fn compiled(setup: &Setup) -> (Report, Files) {
    match rules::compile(setup) {
        Ok((_, report)) => (report, setup.files.clone()),
        Err(problems) => problems,
    }
}
