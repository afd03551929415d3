//! Free squares for combatants that enter a fight: one side from the left, the other from the
//! right.

use std::collections::HashSet;

use kernel::{BOARD_MAX, Footprint, Square};

use super::super::failure::Failure;

/// A board with its free squares.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    width: u8,
    height: u8,
    /// Squares that are solid or in use.
    taken: HashSet<(u8, u8)>,
}

impl Ground {
    /// Returns a board of a size such as `20x12`, or of a map. Squares with letters of `solid`
    /// count as taken. Fails unless both sides are 1 to [`BOARD_MAX`] squares long.
    pub(crate) fn new(
        size: Option<&str>,
        map: &[String],
        solid: &[char],
    ) -> Result<Ground, Failure> {
        let rows: Vec<Vec<char>> = map.iter().map(|row| row.chars().collect()).collect();
        let (width, height) = match size {
            Some(size) => sides(size),
            None => Some((rows.iter().map(Vec::len).max().unwrap_or(0), rows.len())),
        }
        .ok_or_else(|| {
            Failure::invalid("a board has a size such as 20x12, or a map")
                .help(format!("it is at most {BOARD_MAX} squares wide and high"))
        })?;
        let most = usize::from(BOARD_MAX);
        if width == 0 || height == 0 || width > most || height > most {
            let message = format!("a board is 1x1 to {BOARD_MAX}x{BOARD_MAX} squares large");
            return Err(Failure::invalid(message));
        }
        let mut taken = HashSet::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, letter) in row.iter().enumerate() {
                if solid.contains(letter) {
                    taken.insert((x as u8, y as u8));
                }
            }
        }
        Ok(Ground { width: width as u8, height: height as u8, taken })
    }

    /// Returns the board of a game. Solid squares and those of `in_use` count as taken.
    pub(crate) fn of(board: &kernel::Board, in_use: impl Iterator<Item = Square>) -> Ground {
        let squares = board.terrain.iter().enumerate();
        let solid = squares.filter(|(_, sorts)| *sorts & board.solid != 0).map(|(at, _)| {
            ((at % usize::from(board.width)) as u8, (at / usize::from(board.width)) as u8)
        });
        let in_use = in_use.filter(|square| square.is_somewhere()).map(|it| (it.x, it.y));
        let taken = solid.chain(in_use).collect();
        Ground { width: board.width, height: board.height, taken }
    }

    /// Takes a free block of squares, `span` along each edge, and returns the name of its upper
    /// left square; `None` if none is left. Goes through the columns from one side, and through
    /// each column from its middle.
    pub(crate) fn take(&mut self, from_left: bool, span: u8) -> Option<String> {
        // The outermost column comes last on boards wider than 4 squares, so that nobody has to
        // stand at the edge.
        let first = u8::from(self.width > 4);
        let columns = (first..self.width).chain(0..first);
        let middle = i32::from(self.height - 1) / 2;
        let rows: Vec<u8> = (0..i32::from(self.height))
            .map(|nth| middle + if nth % 2 == 1 { (nth + 1) / 2 } else { -nth / 2 })
            .filter_map(|row| u8::try_from(row).ok().filter(|row| *row < self.height))
            .collect();
        for column in columns {
            let x = if from_left { column } else { self.width - 1 - column };
            for &y in &rows {
                let corner = Square { x, y };
                let block = || Footprint { corner, span }.squares();
                let free = |at: Square| {
                    at.x < self.width && at.y < self.height && !self.taken.contains(&(at.x, at.y))
                };
                if block().all(free) {
                    self.taken.extend(block().map(|at| (at.x, at.y)));
                    return Some(rules::square::print(corner));
                }
            }
        }
        None
    }
}

fn sides(size: &str) -> Option<(usize, usize)> {
    let (width, height) = size.split_once(['x', 'X', '\u{d7}'])?;
    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_stand_apart_and_nobody_in_a_wall() {
        let map = ["......", ".#....", "......"].map(str::to_owned);
        let mut ground = Ground::new(None, &map, &['#']).expect("it is a board");
        let left: Vec<_> = (0..3).filter_map(|_| ground.take(true, 1)).collect();
        assert_eq!(left, ["b3", "b1", "c2"]);
        assert_eq!(ground.take(false, 1).as_deref(), Some("e2"));
        assert_eq!(ground.take(false, 1).as_deref(), Some("e3"));
    }

    #[test]
    fn a_large_creature_takes_a_whole_block() {
        let mut ground = Ground::new(Some("5x4"), &[], &[]).expect("it is a board");
        let blocks: Vec<_> = std::iter::from_fn(|| ground.take(true, 2)).collect();
        assert_eq!(blocks, ["b2", "d2"]);
        assert_eq!(ground.take(true, 1).as_deref(), Some("b1"));
        assert_eq!(Ground::new(Some("5x1"), &[], &[]).expect("a board").take(true, 2), None);
    }

    #[test]
    fn every_square_is_given_out_once() {
        let mut ground = Ground::new(Some("3x2"), &[], &[]).expect("it is a board");
        let mut all: Vec<_> = std::iter::from_fn(|| ground.take(true, 1)).collect();
        all.sort_unstable();
        assert_eq!(all, ["a1", "a2", "b1", "b2", "c1", "c2"]);
        for bad in ["0x4", "4", "axb", "400x4"] {
            assert!(Ground::new(Some(bad), &[], &[]).is_err(), "{bad}");
        }
    }
}
