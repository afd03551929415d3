//! An encounter without a task: one caller owns it, and nothing is stored.

use sim::session::Session;

use super::ask::{self, Question, veiled};
use super::change::{Change, change};
use super::live::Live;
use super::replay::{self, Games};
use super::tell;
use crate::begun::Begun;
use crate::entry::Entry;
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::veil::{Told, Veiled};

/// An encounter and the games it was compiled to.
#[derive(Debug)]
pub(crate) struct Alone {
    live: Live,
    games: Games,
}

impl Alone {
    /// Begins an encounter and plays its log.
    pub(crate) fn begin(begun: &Begun, entries: Vec<Entry>) -> Result<Alone, Failure> {
        let games = Games::default();
        let live = replay::replay(&games, begun, entries)?;
        Ok(Alone { live, games })
    }

    /// Returns the session, with the present state and the history.
    pub(crate) fn session(&self) -> &Session {
        &self.live.session
    }

    /// Answers a question as a role may read it.
    pub(crate) fn ask(&mut self, eyes: &Eyes, question: Question) -> Result<Veiled, Failure> {
        ask::answer(&mut self.live, eyes, question)
    }

    /// Carries out a change and returns the news. Fails if `expected` is not the present sequence
    /// number.
    pub(crate) fn change(
        &mut self,
        eyes: &Eyes,
        expected: Option<u64>,
        wanted: Change,
    ) -> Result<Veiled, Failure> {
        let before = self.live.sequence();
        if expected.is_some_and(|expected| expected != before) {
            return Err(Failure::stale(before));
        }
        change(&mut self.live, &self.games, eyes, wanted)?;
        let news = tell::news(&self.live, before);
        veiled(&self.live, Told::News(Box::new(news)), eyes)
    }
}
