//! An encounter on one device: the place of its task on a server.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ask::{self, Question, veiled};
use super::live::Live;
use super::request::{Request, acknowledge};
use super::{Games, Loaded, tell};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::store::Store;
use crate::veil::{Told, Veiled};
use crate::wire::{Ping, PingRequest};

/// The way to an encounter.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    live: Arc<Mutex<Live>>,
    store: Store,
    games: Arc<Games>,
}

impl Handle {
    /// The way to an encounter in memory.
    pub(super) fn new(Loaded(live): Loaded, store: Store, games: Arc<Games>) -> Handle {
        Handle { live: Arc::new(Mutex::new(live)), store, games }
    }

    fn live(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks something, through the eyes of a role.
    pub(crate) async fn ask(&self, eyes: Eyes, question: Question) -> Result<Veiled, Failure> {
        ask::answer(&mut self.live(), &eyes, question)
    }

    /// Changes something. The store notes the new entries; the browser keeps them before it passes
    /// the answer on.
    pub(crate) async fn change(&self, eyes: Eyes, request: Request) -> Result<Veiled, Failure> {
        let mut live = self.live();
        if let Some(answer) = request.repeated(&live, &eyes) {
            return answer;
        }
        let append = request.carry(&mut live, &self.games, &eyes)?;
        let (first, id) = (append.first, append.request.clone());
        self.store.append(append);
        let told = acknowledge(&mut live, first, id);
        veiled(&live, told, &eyes)
    }

    /// The news after a number as one server-sent event; without a number, the present state.
    pub(crate) fn news(&self, eyes: &Eyes, after: Option<u64>) -> Result<String, Failure> {
        let live = self.live();
        let sequence = live.sequence();
        let news = tell::news(&live, after.unwrap_or(sequence));
        let news = veiled(&live, Told::News(Box::new(news)), eyes)?;
        // Wire types have nothing that cannot be written. JSON has no line ends inside.
        let data = serde_json::to_string(&news).unwrap_or_default();
        Ok(format!("id: {sequence}\nevent: news\ndata: {data}\n\n"))
    }

    /// Checks a square that the page points at itself.
    pub(crate) async fn ping(&self, eyes: Eyes, square: PingRequest) -> Result<Ping, Failure> {
        square.checked(&self.live().compiled().game.board, eyes.name)
    }
}
