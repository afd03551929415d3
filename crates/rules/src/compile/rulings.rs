//! Compiles questions for the game master, with the answers that a setup gives in advance.

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::RulingName;
use crate::raw::Text;

impl Build<'_> {
    pub(super) fn build_rulings(&mut self) {
        let setup = self.setup;
        for at in 0..self.dictionary.rulings.len() {
            let entry = self.dictionary.rulings.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            let answers: Vec<String> =
                entry.def.answers.iter().map(|answer| answer.to_string()).collect();
            let default = self.answer(here, &answers, &entry.def.default);
            let mut preset = None;
            let short = entry.name.rsplit('.').next().unwrap_or(entry.name);
            for (file, name, answer) in &setup.rulings {
                if name.as_str() == entry.name || name.as_str() == short {
                    let here = Here { owner: entry.owner, file: *file };
                    preset = self.answer(here, &answers, answer);
                }
            }
            let rules = self.because(entry.owner, &[]);
            self.game.rulings.push(kernel::RulingSpec {
                answers: answers.len() as u8,
                default: default.unwrap_or(0),
                preset,
                rules,
            });
            let labels = answers.iter().map(|answer| {
                let named = entry.def.names.iter().find(|(name, _)| name.as_str() == answer);
                named.map_or_else(|| answer.clone(), |(_, label)| label.to_string())
            });
            let labels = labels.collect();
            for name in entry.def.names.keys() {
                self.answer(here, &answers, name);
            }
            self.names.rulings.push(RulingName {
                labels,
                id: entry.name.to_owned(),
                ask: entry.def.ask.to_string(),
                answers,
                default: default.unwrap_or(0),
            });
        }
        for (file, name, _) in &setup.rulings {
            let known = self.names.rulings.iter().any(|ruling| {
                ruling.id == name.as_str() || ruling.id.rsplit('.').next() == Some(name.as_str())
            });
            if !known {
                let here = Here { owner: 0, file: *file };
                self.look(|d| &d.rulings, Code::UnknownRuling, "ruling", here, name);
            }
        }
    }

    fn answer(&mut self, here: Here, answers: &[String], answer: &Text) -> Option<u8> {
        let found = answers.iter().position(|one| one == answer.as_str());
        if found.is_none() {
            let problem = Diagnostic::error(
                Code::InvalidValue,
                format!("`{}` is not one of the answers", &**answer),
            )
            .at(here.file, answer.span(), "not an answer")
            .help(format!("the answers are {}", answers.join(", ")))
            .did_you_mean(answer, answers.iter().map(String::as_str));
            self.report.push(problem);
        }
        found.map(|at| at as u8)
    }
}
