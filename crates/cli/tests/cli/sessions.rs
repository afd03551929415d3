//! Terminal sessions as text: `tests/sessions/*.md`.
//!
//! A block `console` holds calls and their results: `$ turnwright …`, lines of standard input
//! between `<<END` and `END`, standard output, standard error after `! `, and the exit code in
//! brackets unless it is 0. With `UPDATE_SESSIONS=1` the test rewrites the results; read the diff.

use std::fmt::Write;
use std::path::Path;

use crate::support::turnwright;

#[test]
fn sessions_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("sessions");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the sessions are there")
        .map(|entry| entry.expect("they can be listed").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a session is text");
        let played = play(&text);
        if std::env::var_os("UPDATE_SESSIONS").is_some() {
            std::fs::write(&path, played).expect("a session can be written");
            continue;
        }
        let name = path.file_name().unwrap_or_default().display();
        for (at, (line, now)) in text.lines().zip(played.lines()).enumerate() {
            assert_eq!(line, now, "{name}:{}\nall of it now:\n{played}", at + 1);
        }
        assert_eq!(text.lines().count(), played.lines().count(), "{name}:\n{played}");
    }
}

/// Returns the text with the current results of all calls.
fn play(text: &str) -> String {
    let mut played = String::new();
    let mut lines = text.lines().peekable();
    let mut inside = false;
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            inside = line == "```console";
        }
        let Some(call) = line.strip_prefix("$ turnwright").filter(|_| inside) else {
            // Old results are dropped here; the new ones are written after their call.
            if !inside || line == "```console" {
                played.push_str(line);
                played.push('\n');
            }
            continue;
        };
        played.push_str(line);
        played.push('\n');
        let mut input = String::new();
        let call = match call.strip_suffix("<<END") {
            None => call,
            Some(call) => {
                for line in lines.by_ref() {
                    writeln!(played, "{line}").expect("text can be written");
                    if line == "END" {
                        break;
                    }
                    writeln!(input, "{line}").expect("text can be written");
                }
                call
            }
        };
        let outcome = turnwright(words(call), &input);
        played.push_str(&outcome.out);
        for line in outcome.err.lines() {
            writeln!(played, "{}", format!("! {line}").trim_end()).expect("text can be written");
        }
        if outcome.code != 0 {
            writeln!(played, "[{}]", outcome.code).expect("text can be written");
        }
        if lines
            .clone()
            .find(|line| line.starts_with("$ ") || line.starts_with("```"))
            .is_some_and(|next| next.starts_with("$ "))
        {
            played.push('\n');
        }
    }
    played
}

/// Splits arguments at blanks outside quotes.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![];
    for (at, part) in text.split('"').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}
