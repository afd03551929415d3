//! A requested change: the steps before and after its entries become durable.

use super::change::{Change, change};
use super::live::Live;
use super::{Games, ask, tell};
use crate::begun::Append;
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::veil::{Told, Veiled};
use crate::wire::{Ping, PingRequest};

/// A requested change.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Change to make.
    pub(crate) change: Change,
    /// Sequence number of the state that the client knows; `None` accepts any state.
    pub(crate) expected: Option<u64>,
    /// Id made of the key and the idempotency key; `None` without an idempotency key.
    pub(crate) id: Option<String>,
}

impl Request {
    /// Answers a request that was carried out before, with the same updates and the present state.
    /// Returns `None` for a new request.
    pub(super) fn repeated(&self, live: &Live, eyes: &Eyes) -> Option<Result<Veiled, Failure>> {
        let range = live.requests.get(self.id.as_ref()?)?;
        let news = tell::news_of(live, *range);
        Some(ask::veiled(live, Told::News(Box::new(news)), eyes))
    }

    /// Carries out the change in memory and returns the entries to store. Fails if the client does
    /// not know the present state, or if the change is refused.
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
    /// Returns the square as it is shown to all players. Fails if the board has no such square.
    pub(super) fn checked(self, board: &kernel::Board, by: String) -> Result<Ping, Failure> {
        let PingRequest { x, y } = self;
        match x < u16::from(board.width) && y < u16::from(board.height) {
            true => Ok(Ping { x, y, by }),
            false => Err(Failure::invalid("there is no such square on the map")),
        }
    }
}

/// Notes which request made the entries from `first` on, and returns the news of them. Call it
/// after the entries are durable.
pub(super) fn acknowledge(live: &mut Live, first: u64, request: Option<String>) -> Told {
    let sequence = live.sequence();
    if let Some(id) = request {
        live.requests.insert(id, (first, sequence));
    }
    Told::News(Box::new(tell::news(live, first - 1)))
}
