//! Compiles the clock, the sides and the variables.

use kernel::SpanSpec;

use super::inputs::Place;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::dictionary::unknown;
use crate::expr::Type;

impl Build<'_> {
    pub(super) fn build_clock(&mut self) {
        for at in 0..self.dictionary.spans.len() {
            self.clock_span(at);
        }
        let count = self.dictionary.spans.len();
        if !(3..=kernel::SPANS_MAX).contains(&count) {
            let message = format!(
                "a clock has 3 to {} spans, the fight first and the turn last; here are {count}",
                kernel::SPANS_MAX
            );
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
        }
        self.game.turns = self.dictionary.turns.len() as u8;
        for at in 0..self.dictionary.turns.len() {
            let owner = self.dictionary.turns.entries[at].owner;
            let rules = self.because(owner, &[]);
            self.game.turn_rules.push(rules);
        }
        self.build_sides();
        for (name, initial) in self.variables() {
            self.names.variables.push(name);
            self.game.variables.push(initial);
        }
        self.game.clears = vec![0; count];
        let located: Vec<_> = self.located().collect();
        for (here, rule) in located {
            for clears in &rule.clears {
                let bits = self.conditions(here, &clears.conditions);
                if let Some(span) = self.span(here, &clears.at) {
                    self.game.clears[span.index()] |= bits;
                }
            }
            self.game.out |= self.conditions(here, &rule.out);
            self.game.spending |= self.conditions(here, &rule.spending);
            let emptying = self.conditions(here, &rule.emptying);
            if emptying != 0 {
                let rules = self.because(here.owner, &[]);
                self.game.emptying.push((emptying, rules));
            }
            self.game.preparing |= self.conditions(here, &rule.preparing);
            for asking in &rule.asking {
                let (on, _) = self.holds(here, asking.when.as_ref());
                let by = self.live(here, &asking.by, Place::Combatant, &Type::Int);
                if let (true, Some((by, _))) = (on, by) {
                    self.game.asks_first = Some(by);
                }
            }
            for setting in &rule.option_of {
                let (on, _) = self.holds(here, Some(&setting.when));
                match setting.engine.as_str() {
                    "current-side-answers-first" => self.game.current_side_answers_first |= on,
                    "early-first" => self.game.early_first |= on,
                    "pass-ends-turn" => self.game.pass_ends_turn |= on,
                    "preparing-ends-turn" => self.game.preparing_ends_turn |= on,
                    _ => self.error(
                        Code::UnknownVariant,
                        "there is no such setting of the engine",
                        here,
                        &setting.engine,
                        "early-first, current-side-answers-first, pass- or preparing-ends-turn",
                    ),
                }
            }
        }
        self.game.asks_everyone = self.setup.ask_everyone;
    }

    fn clock_span(&mut self, at: usize) {
        let entry = self.dictionary.spans.entries[at].clone();
        let here = Here { owner: entry.owner, file: entry.file };
        let repeat = match entry.def.repeat.as_str() {
            "forever" | "turns" => Some(0),
            "line" => {
                self.game.ordered = true;
                Some(0)
            }
            number => number.parse::<u16>().ok().filter(|number| *number > 0),
        };
        let last = at + 1 == self.dictionary.spans.len();
        if last != matches!(entry.def.repeat.as_str(), "turns" | "line") && repeat.is_some() {
            let message = match last {
                true => "the last span repeats for all `turns` or along the `line`",
                false => "only the last span repeats for all `turns` or along the `line`",
            };
            let label = if last { "of the last span" } else { "not the last span" };
            self.error(Code::InvalidValue, message, here, &entry.def.repeat, label);
        }
        if repeat.is_none() {
            self.error(
                Code::InvalidValue,
                "a span repeats a number of times, `forever`, for all `turns`, or along the `line`",
                here,
                &entry.def.repeat,
                "not one of these",
            );
        }
        let mut owners = vec![];
        let mut lasts = 0;
        for (place, rule) in self.located() {
            for one in &rule.lasts {
                if one.span.as_str() == entry.name {
                    lasts = *one.seconds.get();
                    owners.push(place.owner);
                }
            }
        }
        let rules = self.because(entry.owner, &owners);
        self.game.spans.push(SpanSpec { repeat: repeat.unwrap_or(1), lasts, rules });
    }

    fn build_sides(&mut self) {
        for at in 0..self.dictionary.sides.len() {
            let entry = self.dictionary.sides.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            self.sides.push(entry.name.to_owned());
            let turn = self.turn(here, &entry.def.turn).unwrap_or_default();
            self.game.sides.push(turn);
            self.game.peace.push(0);
        }
        let setup = self.setup;
        for (file, side) in &setup.sides {
            let here = Here { owner: 0, file: *file };
            if self.sides.contains(&side.name) {
                let message = format!("two sides are called `{}`", &*side.name);
                self.error(Code::DuplicateName, message, here, &side.name, "declared again here");
                continue;
            }
            self.sides.push(side.name.to_string());
            let turn = self.turn(here, &side.turn).unwrap_or_default();
            self.game.sides.push(turn);
            self.game.peace.push(0);
        }
        for (file, side) in &setup.sides {
            let here = Here { owner: 0, file: *file };
            let one = self.side(here, &side.name);
            for other in &side.peace {
                if let (Some(one), Some(other)) = (one, self.side(here, other)) {
                    self.game.peace[one.index()] |= 1 << other.0;
                    self.game.peace[other.index()] |= 1 << one.0;
                }
            }
        }
        if self.sides.len() > kernel::SIDES_MAX {
            let message =
                format!("there are {} sides; at most {}", self.sides.len(), kernel::SIDES_MAX);
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
        }
    }

    /// Returns the variables of the encounter with their values in the setup. Adds the variables of
    /// sides to the game.
    fn variables(&mut self) -> Vec<(String, i16)> {
        let setup = self.setup;
        let mut all = Vec::new();
        for at in 0..self.dictionary.variables.len() {
            let entry = self.dictionary.variables.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            let initial = match &entry.def.default {
                Some(text) => self.whole(here, text, 1).unwrap_or(0),
                None => 0,
            };
            if entry.def.each_side {
                self.game.side_variables.push(initial);
                self.names.side_variables.push(entry.name.to_owned());
                self.names.hidden_side_variables.push(entry.def.hidden);
                continue;
            }
            self.names.hidden_variables.push(entry.def.hidden);
            all.push((entry.name.to_owned(), initial));
        }
        for (file, name, value) in &setup.variables {
            let here = Here { owner: 0, file: *file };
            let value = self.whole(here, value, 1).unwrap_or(0);
            match all.iter_mut().find(|(known, _)| known == name.as_str()) {
                Some((_, initial)) => *initial = value,
                None if self.names.side_variables.contains(name.get()) => {
                    let message = format!("`{}` is a number of each side", name.as_str());
                    let problem = Diagnostic::error(Code::InvalidValue, message)
                        .at(*file, name.span(), "not one number for the encounter")
                        .help("leave it out: each side begins with the default");
                    self.report.push(problem);
                }
                None => {
                    let (code, known) =
                        (Code::InvalidValue, all.iter().map(|(name, _)| name.as_str()));
                    unknown(&mut self.report, code, "variable", *file, name, known);
                }
            }
        }
        let too_many = all.len() > kernel::VARIABLES_MAX
            || self.game.side_variables.len() > kernel::SIDE_VARIABLES_MAX;
        if too_many {
            let message = format!(
                "there are {} variables and {} per side; at most {} and {} fit",
                all.len(),
                self.game.side_variables.len(),
                kernel::VARIABLES_MAX,
                kernel::SIDE_VARIABLES_MAX
            );
            let help = "what is only counted can be a token or an attribute of a combatant";
            self.report.push(Diagnostic::error(Code::InvalidValue, message).help(help));
            all.truncate(kernel::VARIABLES_MAX);
            self.game.side_variables.truncate(kernel::SIDE_VARIABLES_MAX);
        }
        all
    }
}
