//! Space: the ruleset's geometry, what steps cost, and the encounter's board.

use kernel::{BOARD_MAX, Diagonals, Figure, Metric, Square, TERRAIN_MAX};

use super::inputs::Place;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::names::TerrainName;
use crate::raw::{self, Text};
use crate::square;

/// Ways of measuring, by the names rulesets use.
pub(super) const METRICS: [(&str, Metric); 4] = [
    ("squares", Metric::Squares),
    ("alternating", Metric::Alternating),
    ("euclid", Metric::Euclid),
    ("orthogonal", Metric::Orthogonal),
];

/// A way of measuring by name.
pub(super) fn metric(name: &str) -> Option<Metric> {
    METRICS.iter().find(|(known, _)| *known == name).map(|(_, metric)| *metric)
}

impl Build<'_> {
    pub(super) fn build_board(&mut self) {
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
        if let Some((file, board)) = &self.setup.board {
            self.lay_out(Here { owner: 0, file: *file }, board);
        }
    }

    /// One setting of the geometry; whether it is in force.
    fn space(&mut self, here: Here, space: &raw::Space) -> bool {
        let (on, _) = self.holds(here, space.when.as_ref());
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
            self.game.steps.from = found.or(self.game.steps.from);
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
            [&mut steps.adds, &mut steps.barred, &mut steps.passing][nth].push((code, rules));
        }
    }

    /// The board of the encounter.
    fn lay_out(&mut self, here: Here, board: &raw::Board) {
        let Some((width, height)) = self.board_size(here, board) else { return };
        self.game.board.width = width;
        self.game.board.height = height;
        self.game.board.terrain = vec![0; usize::from(width) * usize::from(height)];
        for (y, row) in board.map.iter().enumerate() {
            for (x, letter) in row.chars().enumerate().filter(|(_, letter)| *letter != '.') {
                let terrain = &self.dictionary.terrain.entries;
                let sort = terrain.iter().position(|one| one.def.letter.starts_with(letter));
                match sort {
                    Some(sort) => {
                        let square = Square { x: x as u8, y: y as u8 };
                        let at = self.game.board.index(square);
                        self.game.board.terrain[at] |= 1 << sort;
                    }
                    None => {
                        let message = format!("`{letter}` is no terrain of this ruleset");
                        self.error(Code::UnknownVariant, message, here, row, "in this row");
                    }
                }
            }
        }
        for (name, places) in &board.terrain {
            let found = self.look(|d| &d.terrain, Code::UnknownVariant, "terrain", here, name);
            let Some(sort) = found else { continue };
            for place in places {
                for square in self.rectangle(here, place) {
                    let at = self.game.board.index(square);
                    self.game.board.terrain[at] |= 1 << sort;
                }
            }
        }
    }

    fn board_size(&mut self, here: Here, board: &raw::Board) -> Option<(u8, u8)> {
        let edge =
            |edge: usize| u8::try_from(edge).ok().filter(|edge| (1..=BOARD_MAX).contains(edge));
        let from_map = board.map.first().map(|row| (row.chars().count(), board.map.len()));
        let written = match &board.size {
            None => None,
            Some(size) => {
                let found = size.split_once('x').and_then(|(width, height)| {
                    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
                });
                if found.is_none() {
                    let message = "a size is written as columns and rows: 20x12";
                    self.error(Code::InvalidValue, message, here, size, "not a size");
                    return None;
                }
                found
            }
        };
        let (width, height) = match written.or(from_map) {
            Some(size) => size,
            None => {
                let message = "a board has a size or a map";
                self.report.push(Diagnostic::error(Code::MissingKey, message));
                return None;
            }
        };
        for row in &board.map {
            if row.chars().count() != width || board.map.len() != height {
                let message = format!("this board has {height} rows of {width} squares");
                self.error(Code::InvalidValue, message, here, row, "another length, or row count");
                return None;
            }
        }
        let size = edge(width).zip(edge(height));
        if size.is_none() {
            let message =
                format!("a board has 1 to {BOARD_MAX} columns and rows, not {width}x{height}");
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
        }
        size
    }

    /// A square, or a rectangle from corner to corner.
    fn rectangle(&mut self, here: Here, text: &Text) -> Vec<Square> {
        let (from, to) = text.split_once(':').unwrap_or((text, text));
        let (from, to) = (square::parse(from), square::parse(to));
        let board = &self.game.board;
        let inside = |square: &Square| board.holds(*square);
        let (Some(from), Some(to)) = (from.filter(inside), to.filter(inside)) else {
            let message = format!("`{}` is no square of this board, nor a rectangle", &**text);
            self.error(Code::InvalidValue, message, here, text, "write c4, or c4:f6");
            return Vec::new();
        };
        let rows = from.y.min(to.y)..=from.y.max(to.y);
        let columns = from.x.min(to.x)..=from.x.max(to.x);
        rows.flat_map(|y| columns.clone().map(move |x| Square { x, y })).collect()
    }

    /// Where combatants stand, one square each.
    pub(super) fn squares_of(
        &mut self,
        here: Here,
        at: Option<&Text>,
        count: usize,
    ) -> Vec<Square> {
        let Some(text) = at else { return Vec::new() };
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() != count {
            let message = format!("{count} stand here, but {} squares are given", words.len());
            self.error(Code::InvalidValue, message, here, text, "one square for each");
            return Vec::new();
        }
        let mut squares = Vec::new();
        for word in words {
            let square = square::parse(word).filter(|square| self.game.board.holds(*square));
            let solid = square.is_some_and(|square| {
                let at = self.game.board.index(square);
                self.game.board.terrain[at] & self.game.board.solid != 0
            });
            let message = match square {
                None if !self.game.board.exists() => {
                    "this encounter has no board to stand on".to_owned()
                }
                None => format!("`{word}` is no square of the board"),
                Some(_) if solid => format!("nobody can stand on {word}"),
                Some(square) if !self.taken.insert(square) => {
                    format!("somebody stands on {word} already")
                }
                Some(square) => {
                    squares.push(square);
                    continue;
                }
            };
            self.error(Code::InvalidValue, message, here, text, "here");
        }
        squares
    }

    pub(super) fn terrain_names(&self) -> Vec<TerrainName> {
        let name = |entry: &crate::dictionary::Entry<'_, raw::Terrain>| TerrainName {
            name: entry.name.to_owned(),
            letter: entry.def.letter.chars().next().unwrap_or('?'),
        };
        self.dictionary.terrain.entries.iter().map(name).collect()
    }

    /// How many attributes change during play.
    pub(super) fn changing(&self) -> usize {
        self.dictionary.attributes.entries.iter().filter(|entry| !entry.def.fixed).count()
    }

    /// Where the kernel finds an attribute of the dictionary: those that change and those that are
    /// fixed are numbered apart.
    pub(super) fn figure(&self, at: usize) -> Figure {
        let entries = &self.dictionary.attributes.entries;
        let fixed = entries[at].def.fixed;
        let before = entries[..at].iter().filter(|entry| entry.def.fixed == fixed).count() as u8;
        match fixed {
            true => Figure::Fixed(before),
            false => Figure::State(kernel::AttributeId(before)),
        }
    }

    /// An attribute that changes during play, by name.
    pub(super) fn changing_attribute(
        &mut self,
        here: Here,
        name: &Text,
    ) -> Option<kernel::AttributeId> {
        let at = self.look(|d| &d.attributes, Code::UnknownAttribute, "attribute", here, name)?;
        match self.figure(at) {
            Figure::State(attribute) => Some(attribute),
            Figure::Fixed(_) => {
                let message = format!("`{}` is fixed: nothing in play changes it", &**name);
                self.error(Code::InvalidValue, message, here, name, "this attribute");
                None
            }
        }
    }

    /// The values of those attributes that are fixed, or of those that are not.
    pub(super) fn split(&self, values: &[i16], fixed: bool) -> Vec<i16> {
        let entries = self.dictionary.attributes.entries.iter().zip(values);
        entries.filter(|(entry, _)| entry.def.fixed == fixed).map(|(_, value)| *value).collect()
    }
}
