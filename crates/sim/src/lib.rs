//! Everything that drives encounters without a person: sessions with undo, the command language,
//! scenarios, recorded games, random play, counting.

pub mod choices;
pub mod corpus;
pub mod coverage;
pub mod fnv;
pub mod elements;
pub mod language;
pub mod mutate;
pub mod perft;
pub mod policy;
pub mod render;
pub mod scenario;
pub mod session;
pub mod show;
