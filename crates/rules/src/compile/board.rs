//! Builds the encounter's board: its terrain and the squares of the combatants.

use kernel::{BOARD_MAX, Footprint, Square};

use super::names::label;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::dictionary::Entry;
use crate::names::TerrainName;
use crate::raw::{self, Text};
use crate::square;

impl Build<'_> {
    /// Builds the board of the encounter, if it has one.
    pub(super) fn build_board(&mut self) {
        if let Some((file, board)) = &self.setup.board {
            self.lay_out(Here { owner: 0, file: *file }, board);
        }
    }

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

    /// Reads a square, or a rectangle from corner to corner. Returns no squares after reporting an
    /// error.
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

    /// Reads the squares of `count` combatants, one each, and reports those that are unusable.
    pub(super) fn squares_of(
        &mut self,
        here: Here,
        at: Option<&Text>,
        count: usize,
        span: u8,
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
            let board = &self.game.board;
            let square = square::parse(word).filter(|square| board.holds(*square));
            let block = square.map(|corner| Footprint { corner, span });
            let covered: Vec<Square> = block.into_iter().flat_map(Footprint::squares).collect();
            let off = covered.iter().any(|square| !board.holds(*square));
            let solid = |square: &Square| {
                board.holds(*square) && board.terrain[board.index(*square)] & board.solid != 0
            };
            let solid = covered.iter().any(solid);
            let message = match square {
                None if !self.game.board.exists() => {
                    "this encounter has no board to stand on".to_owned()
                }
                None => format!("`{word}` is no square of the board"),
                Some(_) if off => {
                    format!("{span} by {span} squares from {word} on are not all on the board")
                }
                Some(_) if solid => format!("nobody can stand on {word}"),
                Some(_) if covered.iter().any(|square| self.taken.contains(square)) => {
                    format!("somebody stands on {word} already")
                }
                Some(square) => {
                    self.taken.extend(covered);
                    squares.push(square);
                    continue;
                }
            };
            self.error(Code::InvalidValue, message, here, text, "here");
        }
        squares
    }

    /// Returns the sorts of terrain with their letters on maps.
    pub(super) fn terrain_names(&self) -> Vec<TerrainName> {
        let name = |entry: &Entry<'_, raw::Terrain>| TerrainName {
            name: entry.name.to_owned(),
            label: label(entry.def.name.as_ref(), entry.name),
            letter: entry.def.letter.chars().next().unwrap_or('?'),
        };
        self.dictionary.terrain.entries.iter().map(name).collect()
    }
}
