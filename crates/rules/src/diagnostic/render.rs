//! Renders diagnostics for people, as compilers do.

use super::{Diagnostic, Files, Label, Severity};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;

/// Whether to colour the text with ANSI escapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    #[default]
    Off,
    On,
}

/// Returns a problem as text that ends with a line end:
///
/// ```text
/// error[E012 unknown-pool]: no pool named "QZZ"
///  --> goblin.toml:1:12
///   |
/// 1 | grants = "1QZZ"
///   |            ^^^ not declared
///   |
///   = help: did you mean "QZ"?
/// ```
///
/// Control characters of the files and messages do not reach the text.
pub fn render(diagnostic: &Diagnostic, files: &Files, colors: Colors) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(printable(&diagnostic.message)).id(diagnostic.code.to_string());
    let mut group = Group::with_title(title);
    for labels in &places_by_file(diagnostic) {
        group = add_place(group, labels, files);
    }
    let group =
        group.elements(diagnostic.help.iter().map(|help| Level::HELP.message(printable(help))));
    let renderer = match colors {
        Colors::Off => Renderer::plain(),
        Colors::On => Renderer::styled(),
    };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// Replaces control characters, so that no file can steer the terminal. The drawing library does
/// most of this for the source itself.
fn printable(text: &str) -> String {
    let steers =
        |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(steers, "\u{fffd}")
}

/// Groups the labels by file, the file of the primary label first.
fn places_by_file(diagnostic: &Diagnostic) -> Vec<Vec<(AnnotationKind, &Label)>> {
    let primary = diagnostic.primary.iter().map(|label| (AnnotationKind::Primary, label));
    let secondary = diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label));
    let mut places: Vec<Vec<(AnnotationKind, &Label)>> = Vec::new();
    for (kind, label) in primary.chain(secondary) {
        match places.iter_mut().find(|labels| labels[0].1.file == label.file) {
            Some(labels) => labels.push((kind, label)),
            None => places.push(vec![(kind, label)]),
        }
    }
    places
}

/// Longest line shown, in bytes. Longer lines are generated and would flood the terminal.
const LINE_MAX: usize = 1000;

/// Adds the labels of one file with the lines they touch, or only their place if there is no text
/// or a line is too long.
fn add_place<'a>(
    group: Group<'a>,
    labels: &[(AnnotationKind, &'a Label)],
    files: &'a Files,
) -> Group<'a> {
    let Some((_, first)) = labels.first() else {
        return group;
    };
    let file = first.file;
    let text = files.text(file);
    if text.is_empty() {
        return group.element(Origin::path(printable(files.name(file))));
    }
    let spans: Vec<Range<usize>> =
        labels.iter().map(|(_, label)| files.clamp(file, &label.span)).collect();
    let start = spans.iter().map(|span| span.start).min().unwrap_or(0);
    let end = spans.iter().map(|span| span.end).max().unwrap_or(start);
    // Only the touched lines are passed on, because the time to draw grows with the text.
    let lines = files.lines_around(file, &(start..end));
    if text[lines.clone()].lines().any(|line| line.len() > LINE_MAX) {
        let place = files.position(file, spans[0].start);
        let origin = Origin::path(printable(files.name(file)));
        let group = group.element(origin.line(place.line).char_column(place.column));
        let texts = labels.iter().map(|(_, label)| &label.text).filter(|text| !text.is_empty());
        return group.elements(texts.map(|text| Level::NOTE.message(printable(text))));
    }
    let annotations = labels.iter().zip(spans).map(|(&(kind, label), span)| {
        let text = Some(printable(&label.text)).filter(|text| !text.is_empty());
        kind.span(span.start - lines.start..span.end - lines.start).label(text)
    });
    // The replacement has the same length in bytes, so the spans still fit.
    let source = text[lines.clone()].replace(|c| matches!(c, '\u{80}'..='\u{9f}'), "·");
    group.element(
        Snippet::source(source)
            .path(printable(files.name(file)))
            .line_start(files.position(file, lines.start).line)
            .annotations(annotations),
    )
}

#[cfg(test)]
mod tests;
