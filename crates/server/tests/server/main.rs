//! The server over real connections, each test with a data file of its own.

mod area;
mod contract;
mod damage;
mod dice;
mod difficulty;
mod fights;
mod leaks;
mod limits;
mod network;
mod page;
mod play;
mod reading;
mod refusals;
mod repair;
mod roles;
mod store;
mod story;
mod stream;
mod support;
mod table;
mod upkeep;
mod words;
