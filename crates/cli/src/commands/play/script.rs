//! Plays from lines on standard input: no prompt, the same output every time.
//!
//! The output looks like the play block of a scenario: each line after a `>`, its output indented,
//! and the pending decision as a remark.

use std::io::{self, BufRead};
use std::process::ExitCode;

use serde_json::json;
use sim::show;

use super::table::Table;
use super::words::{self, Word};
use crate::failure::failed;
use crate::out;

/// Plays all lines. The exit code says whether all of them were understood and allowed.
pub(super) fn run(table: &mut Table, json: bool) -> anyhow::Result<ExitCode> {
    let mut refused = false;
    let mut waits = String::new();
    let begun = table.begin();
    if json {
        let mut value = begun.json();
        value.insert("waits_for".to_owned(), json!(waits_for(table)));
        value.insert("point".to_owned(), json!(table.session().position()));
        out::value(&value.into())?;
    } else {
        for line in begun.text().lines() {
            out::text(&format!("  {line}"))?;
        }
        write_waits(table, &mut waits)?;
    }
    for line in io::stdin().lock().lines() {
        let line = line?;
        let reply = table.line(&line);
        refused |= reply.refused;
        let quit = reply.quit;
        let word = words::read(&line);
        if json && word != Word::Remark {
            let mut value = reply.json();
            value.insert("line".to_owned(), json!(line.trim()));
            value.insert("waits_for".to_owned(), json!(waits_for(table)));
            value.insert("point".to_owned(), json!(table.session().position()));
            out::value(&value.into())?;
        } else if !json {
            if !matches!(word, Word::Remark | Word::Nothing) {
                out::text(&format!("> {}", line.trim().trim_start_matches("> ")))?;
            }
            let text = reply.text();
            for line in text.lines() {
                out::text(&format!("  {line}"))?;
            }
            write_waits(table, &mut waits)?;
        }
        if quit {
            break;
        }
    }
    Ok(if refused { failed() } else { ExitCode::SUCCESS })
}

fn waits_for(table: &Table) -> String {
    let session = table.session();
    show::decision(session.compiled(), session.state())
}

/// Writes the pending decision if it has changed.
fn write_waits(table: &Table, before: &mut String) -> io::Result<()> {
    let now = waits_for(table);
    if now != *before {
        out::text(&format!("# {now}"))?;
    }
    *before = now;
    Ok(())
}
