//! The board, and the squares in reach on it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A place on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Position {
    /// Name of its square, as commands write it: `c4`.
    pub square: String,
    /// Column of its square, from 0; of the upper left one, if it takes up several.
    pub x: i32,
    /// Row of its square, from 0.
    pub y: i32,
    /// Squares it takes up along one edge.
    pub size: u32,
}

/// A square grid. Columns are letters from the left, rows are numbers from the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Squares that are not open ground.
    pub terrain: Vec<Terrain>,
}

/// A square that is not open ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Terrain {
    /// Column, from 0.
    pub x: i32,
    /// Row, from 0.
    pub y: i32,
    /// Terrain tags of the square.
    pub tags: Vec<String>,
    /// Nobody can enter it.
    pub solid: bool,
}

/// Where someone can get to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reach {
    /// The state it holds for.
    pub sequence: u64,
    /// Name of the combatant.
    pub who: String,
    /// Movement left for steps.
    pub left: i32,
    /// Every square that can be reached and stopped on; none without a board.
    pub squares: Vec<Reachable>,
}

/// A square that can be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reachable {
    /// Its name.
    pub square: String,
    /// Column, from 0.
    pub x: i32,
    /// Row, from 0.
    pub y: i32,
    /// Movement cost of the cheapest path to it.
    pub price: i32,
    /// How many foes threaten it.
    pub threats: u32,
}
