//! Replies that change nothing at the table: the log, the combatants, the rules.

use kernel::{Enforcement, iter_bits};
use serde_json::json;
use sim::language::{self, LanguageError};
use sim::render;
use sim::render::markdown::{Entry, markdown};
use sim::session::Branch;

use super::Table;
use crate::commands::explain::rule_words;
use crate::commands::play::picture;
use crate::commands::play::reply::Reply;

impl Table {
    /// Returns the last `count` commands and their results.
    pub(super) fn log(&self, count: usize) -> Reply {
        let path = self.session.path();
        let first = path.len().saturating_sub(count).max(1);
        let (mut texts, mut values) = (Vec::new(), Vec::new());
        for &at in &path[first.min(path.len())..] {
            let point = &self.session.points()[at];
            let (Some(parent), Some(command)) = (point.parent, &point.command) else { continue };
            let before = &self.session.points()[parent].state;
            let said = &point.remarks;
            let words = said.words.as_deref();
            let command = language::print_with(self.compiled(), before, command, words);
            let note = said.note.as_ref().map_or(String::new(), |note| format!(", because {note}"));
            texts.push(format!("{} {}", self.paint.name(&format!("{at:>4}")), command + &note));
            let lines = render::point(self.compiled(), point);
            texts.extend(lines.iter().map(|line| format!("       {}", line.text)));
            let happened: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
            values.push(json!({
                "point": at, "words": said.words, "note": said.note, "happened": happened,
            }));
        }
        if texts.is_empty() {
            texts.push("Nothing has happened yet.".to_owned());
        }
        Reply::told("log", texts.join("\n"), values.into())
    }

    /// Returns the story so far as Markdown, or writes it to a file.
    pub(super) fn story(&self, file: &str) -> Reply {
        let points = self.session.path().into_iter().map(|at| &self.session.points()[at]);
        let lines: Vec<_> =
            points.flat_map(|point| render::point(self.compiled(), point)).collect();
        let entries = lines.iter().map(|line| Entry {
            text: line.story_text(self.compiled()).into(),
            moved: line.moved().cloned(),
            sort: sim::about::sort(&line.event),
            story: line.story,
        });
        let encounter = sim::examples::encounter_in(&self.origin.encounter.text);
        let title = encounter.and_then(|it| it.title);
        let title = title.map_or_else(|| "The fight".to_owned(), |title| title.to_string());
        let text = markdown(&title, entries, false);
        if file.is_empty() {
            return Reply::told("story", text.trim_end().to_owned(), json!(text));
        }
        match crate::out::file(std::path::Path::new(file), &text) {
            Ok(()) => Reply::note(format!("written to {file}")),
            Err(error) => Reply::wrong(format!("not written: {error:#}"), self.paint),
        }
    }

    /// Lists every line of play.
    pub(super) fn branches(&self) -> Reply {
        let branches = self.session.branches();
        let text = |branch: &Branch| {
            let here = if branch.current { "  (here)" } else { "" };
            let commands = if branch.length == 1 { "command" } else { "commands" };
            format!("to point {}, {} {commands}{here}", branch.tip, branch.length)
        };
        let value = |branch: &Branch| {
            let Branch { tip, length, current } = branch;
            json!({ "tip": tip, "length": length, "current": current })
        };
        let texts: Vec<String> = branches.iter().map(text).collect();
        Reply::told("branches", texts.join("\n"), branches.iter().map(value).collect())
    }

    /// Describes all combatants, or the named one.
    pub(super) fn who(&self, name: &str) -> Reply {
        let (compiled, state) = (self.compiled(), self.session.state());
        let all: Vec<_> = match name {
            "" => iter_bits(state.everybody()).collect(),
            name => match language::combatant(compiled, name) {
                Ok(who) => vec![who],
                Err(error) => return Reply::problem(&error, self.paint),
            },
        };
        let mut texts = Vec::new();
        let mut side = None;
        for &who in &all {
            let own = state.combatant(who).side();
            if !name.is_empty() {
                texts.push(picture::portrait(&self.session, who, self.paint));
                continue;
            }
            if side != Some(own) {
                texts.push(self.paint.faint(&compiled.names.sides[own.index()]));
                side = Some(own);
            }
            texts.push(format!("  {}", picture::person(&self.session, who, self.paint)));
        }
        let values = all.iter().map(|&who| picture::person_json(&self.session, who)).collect();
        Reply::told("who", texts.join("\n"), values)
    }

    /// Explains a rule.
    pub(super) fn explain(&self, topic: &str) -> Reply {
        let rules = &self.compiled().names.rules;
        let end = format!(".{topic}");
        let exact = rules.iter().find(|rule| rule.id == topic);
        let Some(rule) = exact.or_else(|| rules.iter().find(|rule| rule.id.ends_with(&end))) else {
            let known = rules.iter().map(|rule| rule.id.as_str());
            let help = rules::diagnostic::did_you_mean(topic, known);
            let error = LanguageError {
                message: format!("There's no rule called `{topic}`."),
                help: help.map(|close| format!("Did you mean `{close}`?")),
            };
            return Reply::problem(&error, self.paint);
        };
        let value = json!({
            "rule": rule.id, "kind": rule.kind, "section": rule.section, "says": rule.says,
            "note": rule.note, "sources": rule.src, "values": rule.values,
        });
        Reply::told("rule", rule_words(rule, self.paint), value)
    }

    /// Lists the relaxed rules.
    pub(super) fn dials(&self) -> Reply {
        let names = &self.compiled().names.rules;
        let relaxed: Vec<(&str, &str)> = self
            .session
            .state()
            .relaxed_rules
            .iter()
            .map(|(rule, dial)| {
                let setting = match dial {
                    Enforcement::Enforced => "forbid",
                    Enforcement::WarnOnly => "warn",
                    Enforcement::Off => "off",
                };
                (names[rule.index()].id.as_str(), setting)
            })
            .collect();
        let texts: Vec<String> =
            relaxed.iter().map(|(id, setting)| format!("{id}: {setting}")).collect();
        let text = if texts.is_empty() { "No rule is relaxed.".into() } else { texts.join("\n") };
        let one = |(id, setting): &(&str, &str)| json!({ "rule": id, "dial": setting });
        Reply::told("dial", text, relaxed.iter().map(one).collect())
    }
}
