//! Compiles the ruleset's geometry and terrain, and the price of steps.

use kernel::{Diagonals, Metric, TERRAIN_MAX};

use super::inputs::Place;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::raw::{self, Text};

/// Ways to measure distances, by their names in rulesets.
pub(super) const METRICS: [(&str, Metric); 4] = [
    ("squares", Metric::Squares),
    ("alternating", Metric::Alternating),
    ("euclid", Metric::Euclid),
    ("orthogonal", Metric::Orthogonal),
];

/// Returns a way to measure distances by its name.
pub(super) fn metric(name: &str) -> Option<Metric> {
    METRICS.iter().find(|(known, _)| *known == name).map(|(_, metric)| *metric)
}

impl Build<'_> {
    pub(super) fn build_space(&mut self) {
        if self.dictionary.terrain.len() > TERRAIN_MAX {
            let message = format!("at most {TERRAIN_MAX} sorts of terrain");
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
            return;
        }
        if self.dictionary.tags.len() > 64 {
            let message = "at most 64 different tags of activities";
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
        }
        for (at, entry) in self.dictionary.terrain.entries.iter().enumerate() {
            self.game.board.solid |= u8::from(entry.def.solid) << at;
        }
        let located: Vec<_> = self.located().collect();
        let mut owners = Vec::new();
        for entry in &self.dictionary.terrain.entries {
            if entry.def.solid {
                owners.push(entry.owner);
            }
        }
        for &(here, rule) in &located {
            for space in &rule.space {
                if self.space(here, space) && space.diagonals.is_some() {
                    owners.push(here.owner);
                }
            }
            for step in &rule.step {
                self.step(here, step);
            }
        }
        if let Some((first, rest)) = owners.split_first() {
            self.game.board.rules = self.because(*first, rest);
        }
    }

    /// Compiles one setting of the geometry; returns whether it is in force.
    fn space(&mut self, here: Here, space: &raw::Space) -> bool {
        let (on, read) = self.holds(here, space.when.as_ref());
        if !on {
            return false;
        }
        if let Some(text) = &space.diagonals {
            self.game.board.diagonals = match text.as_str() {
                "one" => Diagonals::One,
                "alternating" => Diagonals::Alternating,
                "forbidden" => Diagonals::Forbidden,
                _ => return self.no_such(here, text, "one, alternating or forbidden"),
            };
            self.game.board.diagonal_rules = self.because(here.owner, &read);
        }
        if let Some(text) = &space.metric {
            let Some(metric) = metric(text) else {
                return self.no_such(here, text, "squares, alternating, euclid or orthogonal");
            };
            self.game.board.metric = metric;
        }
        if let Some(text) = &space.obstructs {
            match text.as_str() {
                "corners" => self.game.board.corners = true,
                "diagonals" => self.game.board.tight = true,
                "allies" => self.game.board.allies = true,
                _ => return self.no_such(here, text, "corners, allies or diagonals"),
            }
        }
        if let Some(text) = &space.square {
            let measure = text.split_once(' ').and_then(|(number, unit)| {
                let number = number.parse().ok().filter(|number| *number > 0)?;
                Some((number, unit.trim().to_owned()))
            });
            if measure.is_none() {
                let message = "the length of a square is a number and its unit: 5 ft";
                self.error(Code::InvalidValue, message, here, text, "not such a length");
            }
            self.names.square = measure;
        }
        if let Some(name) = &space.span {
            self.span = self.fixed_attribute(here, name).or(self.span);
        }
        if let Some(text) = &space.threat
            && let Some((reach, read)) = self.live(here, text, Place::Combatant, &Type::Int)
        {
            self.game.board.threat = Some(reach);
            self.game.board.threat_rules = self.because(here.owner, &read);
        }
        true
    }

    fn no_such(&mut self, here: Here, text: &Text, known: &str) -> bool {
        let message = format!("this is one of {known}");
        self.error(Code::UnknownVariant, message, here, text, "none of these");
        false
    }

    fn step(&mut self, here: Here, step: &raw::Step) {
        let (on, mut options) = self.holds(here, step.when.as_ref());
        if !on {
            return;
        }
        if let Some(name) = &step.from {
            let found = self.changing_attribute(here, name);
            self.game.steps.movement_attribute = found.or(self.game.steps.movement_attribute);
            self.game.steps.rules = self.because(here.owner, &options);
        }
        let kinds =
            [(&step.adds, Type::Int), (&step.barred, Type::Bool), (&step.passing, Type::Bool)];
        for (nth, (text, ty)) in kinds.into_iter().enumerate() {
            let Some(text) = text else { continue };
            let Some((code, read)) = self.live(here, text, Place::Act, &ty) else { continue };
            options.extend(read);
            let rules = self.because(here.owner, &options);
            let steps = &mut self.game.steps;
            [&mut steps.surcharges, &mut steps.blocked, &mut steps.pass_through_only][nth]
                .push((code, rules));
        }
    }
}
