//! Everything that drives encounters without a person: sessions with undo, the command language,
//! scenarios, recorded games, random play, counting.

pub mod language;
pub mod render;
pub mod scenario;
pub mod session;
pub mod show;
