//! Rewrites the printed lines that a scenario expects.
//!
//! If expected lines follow a command, or dice after it, they are replaced by everything that was
//! printed there. The rest of the file stays as it is.

use sim::render::Line;
use sim::scenario::{Document, Item, Outcome, Play, Scenario};

/// Returns the text of a file with the expected lines replaced by the printed ones.
pub(super) fn rewritten(text: &str, document: &Document, outcomes: &[Option<Outcome>]) -> String {
    // The replacement of each line of the file that is dropped, by its number.
    let mut replaced: Vec<Option<Vec<String>>> = vec![None; text.lines().count() + 1];
    for (scenario, outcome) in document.scenarios.iter().zip(outcomes) {
        if let Some(outcome) = outcome {
            mark(scenario, outcome, &mut replaced);
        }
    }
    let mut rewritten = String::with_capacity(text.len());
    for (at, line) in text.split_inclusive('\n').enumerate() {
        match &replaced[at + 1] {
            None => rewritten.push_str(line),
            Some(lines) => lines.iter().for_each(|line| rewritten.push_str(line)),
        }
    }
    rewritten
}

fn mark(scenario: &Scenario, outcome: &Outcome, replaced: &mut [Option<Vec<String>>]) {
    let mut printed: &[Line] = &[];
    let mut first = None;
    let mut shown = 0;
    for Play { line, item } in &scenario.play {
        if outcome.stopped.is_some_and(|stopped| *line >= stopped) {
            // Lines that were not played have no known output.
            return;
        }
        match item {
            Item::Command(_) | Item::Dice(_) => {
                // The output of a command grows with the dice that follow it.
                let is_command = matches!(item, Item::Command(_));
                shown = if is_command { 0 } else { printed.len() };
                let at_line = outcome.printed.iter().rev().find(|(at, _)| at == line);
                printed = match at_line {
                    Some((_, lines)) => lines,
                    None if is_command => &[],
                    None => printed,
                };
                first = Some(*line);
            }
            // If nothing could be played, the scenario keeps its expected lines.
            Item::Printed(_) if outcome.printed.is_empty() => {}
            Item::Printed(_) => {
                let lines = first.take().map(|_| printed[shown.min(printed.len())..].iter());
                replaced[*line] = Some(
                    lines
                        .into_iter()
                        .flatten()
                        .map(|line| format!("{}\n", expected(line)))
                        .collect(),
                );
            }
            Item::Assertion(_) => {}
        }
    }
}

/// Formats a printed line as scenarios expect it, with its rules in brackets.
fn expected(line: &Line) -> String {
    match line.because.is_empty() {
        true => format!("  {}", line.text),
        false => format!("  {}  [{}]", line.text, line.because.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, because: &[&str]) -> Line {
        let event = kernel::Event::Finished;
        Line {
            text: text.into(),
            story: true,
            told: None,
            event,
            because: because.iter().map(|id| (*id).to_owned()).collect(),
        }
    }

    #[test]
    fn only_commands_that_expect_lines_are_rewritten() {
        let text = "## A\n```play\n> one\n  old\n  older\n> two\n> three\n  x\ndice: 4\n  y\n```\n";
        let document = sim::scenario::parse(text);
        let outcome = Outcome {
            printed: vec![
                (3, vec![line("new", &["a.b", "a.c"]), line("newer", &[])]),
                (6, vec![line("silent", &[])]),
                (7, vec![line("three", &[])]),
                (9, vec![line("three", &[]), line("four", &["d"])]),
            ],
            ..Outcome::default()
        };
        assert_eq!(
            rewritten(text, &document, &[Some(outcome)]),
            "## A\n```play\n> one\n  new  [a.b a.c]\n  newer\n> two\n> three\n  three\ndice: 4\n  \
             four  [d]\n```\n"
        );
        assert_eq!(rewritten(text, &document, &[None]), text);
    }
}
