//! The library: creatures and heroes, and the way they come into a fight.
//!
//! ```text
//! lines        `3 goblins` as a number and a name             creatures   creatures by name
//! newcomers    members as tables of an encounter file         ground      free squares for them
//! fight        a whole encounter file from members            shelf       what the data file keeps
//! reading      creatures of other programs' files
//! ```

mod creatures;
mod fight;
mod ground;
mod lines;
mod names;
mod newcomers;
mod reading;
mod search;
mod shelf;

pub(crate) use creatures::{Known, in_text, known_beside, shipped};
pub(crate) use fight::{Fight, title};
pub(crate) use ground::Ground;
pub(crate) use lines::read;
pub(crate) use names::Taken;
pub(crate) use newcomers::{Gathering, Member, Newcomers, Source, members, of_lines};
pub(crate) use reading::{read_file, read_files};
pub(crate) use search::Search;
pub(crate) use shelf::{check_heroes, creature_in, keep_all, stored_creatures};
