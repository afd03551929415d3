//! Everything that drives encounters without a person: sessions with undo, the command language,
//! scenarios, recorded games, random play, counting.

pub mod about;
pub mod activities;
pub mod cards;
pub mod choices;
pub mod convert;
pub mod corpus;
pub mod coverage;
pub mod elements;
pub mod examples;
pub mod fnv;
pub mod judge;
pub mod language;
pub mod manual;
pub mod map;
pub mod menu;

pub mod mutate;
pub mod origin;
pub mod perft;
pub mod policy;
pub mod question;
pub mod random;
pub mod rather;
pub mod readers;
pub mod readied;
pub mod record;
pub mod render;
pub mod scenario;
pub mod session;
pub mod settings;
pub mod several;
pub mod show;
pub mod submit;
pub mod typed_dice;
pub mod walk;
pub mod words;
