//! Handle of an encounter on one device, in place of the task that a server has for it.

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

/// Handle of an encounter in memory; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    live: Arc<Mutex<Live>>,
    store: Store,
    games: Arc<Games>,
}

impl Handle {
    /// Returns the handle of an encounter that was just loaded.
    pub(super) fn new(Loaded(live): Loaded, store: Store, games: Arc<Games>) -> Handle {
        Handle { live: Arc::new(Mutex::new(live)), store, games }
    }

    fn live(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks a question and returns the answer as a role may read it.
    pub(crate) async fn ask(&self, eyes: Eyes, question: Question) -> Result<Veiled, Failure> {
        ask::answer(&mut self.live(), &eyes, question)
    }

    /// Makes a change and returns the news. The change is not durable yet: the browser stores its
    /// entries before it passes the answer on.
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

    /// Returns the news after a sequence number as one server-sent event. Without a number, the
    /// news have only the present state.
    pub(crate) fn news(&self, eyes: &Eyes, after: Option<u64>) -> Result<String, Failure> {
        let live = self.live();
        let sequence = live.sequence();
        let news = tell::news(&live, after.unwrap_or(sequence));
        let news = veiled(&live, Told::News(Box::new(news)), eyes)?;
        // Serialization of wire types cannot fail. JSON has no line breaks inside.
        let data = serde_json::to_string(&news).unwrap_or_default();
        Ok(format!("id: {sequence}\nevent: news\ndata: {data}\n\n"))
    }

    /// Checks a square that the player points at, and returns it. There are no other listeners.
    pub(crate) async fn ping(&self, eyes: Eyes, square: PingRequest) -> Result<Ping, Failure> {
        square.checked(&self.live().compiled().game.board, eyes.name)
    }
}
