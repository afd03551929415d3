//! A change as it is asked for: the steps that go before and after it is made durable.

use super::change::{Change, change};
use super::live::Live;
use super::{Games, ask, tell};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::store::Append;
use crate::veil::{Told, Veiled};
use crate::wire::{Ping, PingRequest};

/// A change as it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Change to make.
    pub(crate) change: Change,
    /// The number of the state that was looked at.
    pub(crate) expected: Option<u64>,
    /// Key and idempotency key.
    pub(crate) id: Option<String>,
}

impl Request {
    /// Answers a request that was carried out before, as it was answered then.
    pub(super) fn repeated(&self, live: &Live, eyes: &Eyes) -> Option<Result<Veiled, Failure>> {
        let range = live.requests.get(self.id.as_ref()?)?;
        let news = tell::news_of(live, *range);
        Some(ask::veiled(live, Told::News(Box::new(news)), eyes))
    }

    /// Carries it out in memory; returns the entries that are to be kept.
    pub(super) fn carry(
        self,
        live: &mut Live,
        games: &Games,
        eyes: &Eyes,
    ) -> Result<Append, Failure> {
        let before = live.sequence();
        if self.expected.is_some_and(|expected| expected != before) {
            return Err(Failure::stale(before));
        }
        change(live, games, eyes, self.change)?;
        let fresh = live.log[before as usize..].iter();
        let bodies = fresh.map(|one| serde_json::to_string(&one.entry).unwrap_or_default());
        let (encounter, bodies) = (live.id.clone(), bodies.collect());
        Ok(Append { encounter, first: before + 1, bodies, request: self.id })
    }
}

impl PingRequest {
    /// Returns the square as it is shown to everybody, if the board has it.
    pub(super) fn checked(self, board: &kernel::Board, by: String) -> Result<Ping, Failure> {
        let PingRequest { x, y } = self;
        match x < u16::from(board.width) && y < u16::from(board.height) {
            true => Ok(Ping { x, y, by }),
            false => Err(Failure::invalid("there is no such square on the map")),
        }
    }
}

/// Notes which request led to the last entries, once they are durable; returns the news of them.
pub(super) fn acknowledge(live: &mut Live, first: u64, request: Option<String>) -> Told {
    let sequence = live.sequence();
    if let Some(id) = request {
        live.requests.insert(id, (first, sequence));
    }
    Told::News(Box::new(tell::news(live, first - 1)))
}
