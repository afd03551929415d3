//! Converts lists of abilities.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use sim::convert::list::{Line, List, csv as read_csv, json as read_json};
use sim::convert::report::{COLUMNS, Summary, row, value};
use sim::convert::{Conversion, Guidelines, Resolved, Status, convert, line};

use crate::failure::failed;
use crate::{open, out};

/// Lines between two updates of the progress bar.
const STEP: usize = 1000;

pub(super) fn run(
    guidelines: &Guidelines,
    path: &Path,
    to: Option<&Path>,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let text = open::text(path)?;
    let list = match super::ends(path, &super::IN_JSON) {
        true => read_json(guidelines, &text),
        false => read_csv(guidelines, &text),
    };
    let list = list.map_err(|problem| anyhow!("{}: {problem}", path.display()))?;
    let bar = bar(list.lines.len(), as_json);
    let mut summary = Summary::default();
    let mut found = Vec::with_capacity(list.lines.len());
    for (at, line) in list.lines.iter().enumerate() {
        let conversion = line.ability.as_ref().ok().map(|ability| convert(guidelines, ability));
        summary.count(conversion.as_ref());
        found.push((line, conversion));
        if at % STEP == 0 {
            bar.set_position(at as u64);
        }
    }
    bar.finish_and_clear();
    match to {
        Some(to) => file(guidelines, to, &found)?,
        None if as_json => {
            let all = found.iter().map(|(line, it)| value(guidelines, line, it.as_ref()));
            out::text(&all.map(|one| one.to_string() + "\n").collect::<String>())?;
        }
        None => out::text(&lines(&found))?,
    }
    report(&list, &found, summary, to.is_some(), as_json)?;
    Ok(if summary.is_complete() { ExitCode::SUCCESS } else { failed() })
}

fn bar(length: usize, hidden: bool) -> ProgressBar {
    if hidden {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} lines, {eta} to go");
    ProgressBar::new(length as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

type Found<'l, 'g> = (&'l Line, Option<Conversion<'g>>);

/// Returns a line for each ability that was understood.
fn lines(found: &[Found<'_, '_>]) -> String {
    let mut text = String::new();
    for (at, conversion) in found {
        if let (Ok(ability), Some(conversion)) = (&at.ability, conversion) {
            let name = if ability.name.is_empty() { "(no name)" } else { &ability.name };
            text.push_str(&format!("{}: {name}: {}", at.at, line(conversion)));
            if let Some(action) = conversion.assumed {
                text.push_str(&format!(" (taken as {action})"));
            }
            if conversion.status == Status::Undecided {
                text.push_str(&format!(" [undecided: {}]", open_points(conversion)));
            }
            text.push('\n');
        }
    }
    text
}

/// Returns the decisions left to the game master: questions, and collisions that no rule decides.
fn open_points(conversion: &Conversion<'_>) -> String {
    let questions = conversion.questions.iter();
    let mut points: Vec<String> =
        questions.map(|one| format!("{} ({})", one.text, one.rule.id)).collect();
    let open = conversion.collisions.iter().filter(|one| one.resolved == Resolved::Open);
    points.extend(open.map(|one| one.sentence()));
    if points.is_empty() { "no rule decides it".to_owned() } else { points.join("; ") }
}

fn file(guidelines: &Guidelines, to: &Path, found: &[Found<'_, '_>]) -> anyhow::Result<()> {
    match to.extension().and_then(|end| end.to_str()) {
        Some("csv") => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(COLUMNS)?;
            for (line, conversion) in found {
                writer.write_record(row(line, conversion.as_ref()))?;
            }
            let bytes = writer.into_inner().map_err(|error| anyhow!("{error}"))?;
            out::file(to, &String::from_utf8(bytes)?)
        }
        Some("json") => {
            let all = found.iter().map(|(line, it)| value(guidelines, line, it.as_ref()));
            let all: Vec<String> = all.map(|one| one.to_string()).collect();
            out::file(to, &format!("[\n{}\n]\n", all.join(",\n")))
        }
        _ => bail!("{}: a list is written as .csv or .json", to.display()),
    }
}

/// Prints the open problems and the counts; as JSON, only the summary.
fn report(
    list: &List,
    found: &[Found<'_, '_>],
    summary: Summary,
    in_file: bool,
    as_json: bool,
) -> anyhow::Result<()> {
    let Summary { converted, undecided, no_guideline, not_understood } = summary;
    if as_json {
        out::value(&json!({ "summary": {
            "converted": converted,
            "undecided": undecided,
            "no guideline": no_guideline,
            "not understood": not_understood,
            "columns not read": list.ignored,
        } }))?;
        return Ok(());
    }
    let mut text = String::new();
    for name in &list.ignored {
        text.push_str(&format!("column `{name}` was not read\n"));
    }
    for (line, conversion) in found {
        match (&line.ability, conversion) {
            (Err(problem), _) => text.push_str(&format!("line {}: {problem}\n", line.at)),
            (Ok(ability), Some(one)) if in_file && one.status != Status::Converted => {
                let status = one.status.word();
                let open = match one.status {
                    Status::Undecided => format!(": {}", open_points(one)),
                    _ => String::new(),
                };
                let (at, name) = (line.at, &ability.name);
                text.push_str(&format!("line {at}: {name}: {status}{open}\n"));
            }
            _ => {}
        }
    }
    text.push_str(&format!(
        "{converted} converted, {undecided} undecided, {no_guideline} without a guideline, \
         {not_understood} not understood\n"
    ));
    out::text(&text)?;
    Ok(())
}
