//! The task that owns an encounter.
//!
//! An accepted change is on disk before the task answers and before any listener hears of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::ask::{self, Question, veiled, veils};
use super::live::Live;
use super::request::{Request, acknowledge};
use super::{Games, Loaded, tell};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::store::{Store, StoreError};
use crate::veil::{Told, Veiled, veil};
use crate::wire::{Ping, PingRequest, Seat};

/// Largest number of requests that wait for one encounter.
const WAITING_MAX: usize = 256;
/// Largest number of messages that wait for one listener. A slower listener is cut off and has to
/// connect again.
const NEWS_WAITING_MAX: usize = 64;
/// Largest number of listeners of one encounter, not counting game masters.
const LISTENERS_MAX: usize = 256;
/// Largest number of listeners with one key. Several screens often share a link.
const LISTENERS_PER_KEY_MAX: usize = 16;
/// Time between two heartbeats of a stream.
const HEARTBEAT: Duration = Duration::from_secs(10);

type Reply<T> = oneshot::Sender<Result<T, Failure>>;

enum Message {
    Ask(Eyes, Question, Reply<Veiled>),
    Change(Eyes, Box<Request>, Reply<Veiled>),
    Listen(Eyes, String, Option<u64>, Reply<mpsc::Receiver<Bytes>>),
    Ping(Eyes, PingRequest, Reply<Ping>),
    Seats(Vec<Seat>),
    Gone(String),
}

/// A handle to send messages to an encounter's task.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    messages: mpsc::Sender<Message>,
    usage: Arc<Usage>,
}

/// Figures on the use of an encounter.
#[derive(Debug)]
struct Usage {
    /// Time of the last request.
    asked: Mutex<Instant>,
    listeners: AtomicU64,
}

impl Handle {
    /// Checks whether the task has ended.
    pub(crate) fn is_gone(&self) -> bool {
        self.messages.is_closed()
    }

    /// Checks whether this is the only handle to its task.
    pub(crate) fn is_the_only_one(&self) -> bool {
        self.messages.strong_count() == 1
    }

    /// Checks whether there are no listeners and there was no request for `time`.
    pub(crate) fn is_idle(&self, time: Duration) -> bool {
        let asked = *self.usage.asked.lock().unwrap_or_else(PoisonError::into_inner);
        self.listeners() == 0 && asked.elapsed() >= time
    }

    /// Returns the number of listeners.
    pub(crate) fn listeners(&self) -> u64 {
        self.usage.listeners.load(Ordering::Relaxed)
    }

    /// Asks a question and returns the answer as a role may read it.
    pub(crate) async fn ask(&self, eyes: Eyes, question: Question) -> Result<Veiled, Failure> {
        self.send(|reply| Message::Ask(eyes, question, reply)).await
    }

    /// Makes a change and returns the news. The change is durable once this returns.
    pub(crate) async fn change(&self, eyes: Eyes, request: Request) -> Result<Veiled, Failure> {
        self.send(|reply| Message::Change(eyes, Box::new(request), reply)).await
    }

    /// Opens a stream of news after a sequence number, as server-sent events. The stream ends when
    /// the key is revoked or changed.
    pub(crate) async fn listen(
        &self,
        eyes: Eyes,
        key: String,
        after: Option<u64>,
    ) -> Result<mpsc::Receiver<Bytes>, Failure> {
        self.send(|reply| Message::Listen(eyes, key, after, reply)).await
    }

    /// Shows a square to all listeners. The log keeps no trace of it.
    pub(crate) async fn ping(&self, eyes: Eyes, square: PingRequest) -> Result<Ping, Failure> {
        self.send(|reply| Message::Ping(eyes, square, reply)).await
    }

    /// Tells the task that the seats have changed.
    pub(crate) async fn seats(&self, seats: Vec<Seat>) {
        // The next task reads the seats when it begins.
        let _ = self.messages.send(Message::Seats(seats)).await;
    }

    /// Tells the task that a key was revoked, or now acts for other combatants. Its streams end.
    pub(crate) async fn gone(&self, key: &str) {
        let _ = self.messages.send(Message::Gone(key.to_owned())).await;
    }

    async fn send<T>(&self, message: impl FnOnce(Reply<T>) -> Message) -> Result<T, Failure> {
        *self.usage.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let (reply, answer) = oneshot::channel();
        let ended = || Failure::unavailable("the encounter is being closed; ask again");
        self.messages.send(message(reply)).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())?
    }
}

/// Starts the task of an encounter and returns its handle.
pub(super) fn spawn(loaded: Loaded, seats: Vec<Seat>, store: Store, games: Arc<Games>) -> Handle {
    let Loaded(mut live) = loaded;
    live.seats = seats;
    let (messages, arriving) = mpsc::channel(WAITING_MAX);
    let usage = Usage { asked: Mutex::new(Instant::now()), listeners: AtomicU64::new(0) };
    let usage = Arc::new(usage);
    let task = Task { live, store, games, listeners: Vec::new(), usage: usage.clone() };
    tokio::spawn(task.run(arriving));
    Handle { messages, usage }
}

/// A client that reads the live stream.
struct Listener {
    eyes: Eyes,
    key: String,
    news: mpsc::Sender<Bytes>,
}

struct Task {
    live: Live,
    store: Store,
    games: Arc<Games>,
    listeners: Vec<Listener>,
    usage: Arc<Usage>,
}

impl Task {
    async fn run(mut self, mut arriving: mpsc::Receiver<Message>) {
        let mut heartbeat: Interval = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            self.usage.listeners.store(self.listeners.len() as u64, Ordering::Relaxed);
            let message = tokio::select! {
                message = arriving.recv() => message,
                _ = heartbeat.tick() => {
                    self.listeners.retain(|one| !one.news.is_closed());
                    self.tell_all(&Bytes::from_static(b": alive\n\n"));
                    continue;
                }
            };
            let Some(message) = message else { return };
            match message {
                // The caller may have left; that changes nothing.
                Message::Ask(eyes, question, reply) => {
                    let _ = reply.send(ask::answer(&mut self.live, &eyes, question));
                }
                Message::Change(eyes, request, reply) => {
                    let (answer, goes_on) = self.change(&eyes, *request).await;
                    let _ = reply.send(answer);
                    if !goes_on {
                        return;
                    }
                }
                Message::Listen(eyes, key, after, reply) => {
                    let _ = reply.send(self.listen(eyes, key, after));
                }
                Message::Ping(eyes, square, reply) => {
                    let _ = reply.send(self.ping(&eyes, square));
                }
                Message::Seats(seats) => {
                    self.live.seats = seats;
                    self.tell_news(self.live.sequence());
                }
                Message::Gone(key) => {
                    let gone = Bytes::from_static(b"event: gone\ndata: {}\n\n");
                    let listeners = std::mem::take(&mut self.listeners);
                    let (out, stay): (Vec<_>, Vec<_>) =
                        listeners.into_iter().partition(|one| one.key == key);
                    out.iter().for_each(|one| drop(one.news.try_send(gone.clone())));
                    self.listeners = stay;
                }
            }
        }
    }

    /// Carries out a change. Returns the answer, and whether the task can go on.
    async fn change(&mut self, eyes: &Eyes, request: Request) -> (Result<Veiled, Failure>, bool) {
        if let Some(answer) = request.repeated(&self.live, eyes) {
            return (answer, true);
        }
        if let Some(why) = self.store.read_only() {
            return (Err(StoreError::NotWritable(why.to_owned()).into()), true);
        }
        let append = match request.carry(&mut self.live, &self.games, eyes) {
            Ok(append) => append,
            Err(failure) => return (Err(failure), true),
        };
        let (first, id) = (append.first, append.request.clone());
        if let Err(error) = self.store.append(append).await {
            // Memory and disk now differ, so the task ends; the next one begins with the log on
            // disk.
            return (Err(error.into()), false);
        }
        let told = acknowledge(&mut self.live, first, id);
        self.tell(&told, self.live.sequence());
        (veiled(&self.live, told, eyes), true)
    }

    fn listen(
        &mut self,
        eyes: Eyes,
        key: String,
        after: Option<u64>,
    ) -> Result<mpsc::Receiver<Bytes>, Failure> {
        self.listeners.retain(|one| !one.news.is_closed());
        let of_key = self.listeners.iter().filter(|one| one.key == key).count();
        if of_key >= LISTENERS_PER_KEY_MAX {
            let message = format!("this link is open {LISTENERS_PER_KEY_MAX} times already");
            return Err(Failure::new(crate::wire::ProblemCode::Limit, message)
                .help("close it where you no longer need it"));
        }
        let players = self.listeners.iter().filter(|one| !one.eyes.master).count();
        if !eyes.master && players >= LISTENERS_MAX {
            let message = format!("an encounter has at most {LISTENERS_MAX} listeners");
            return Err(Failure::new(crate::wire::ProblemCode::Limit, message));
        }
        let (news, receiver) = mpsc::channel(NEWS_WAITING_MAX);
        let sequence = self.live.sequence();
        let told = tell::news(&self.live, after.unwrap_or(sequence));
        let veiled = veiled(&self.live, Told::News(Box::new(told)), &eyes)?;
        // The new channel has room for the first event.
        let _ = news.try_send(event(sequence, &veiled));
        self.listeners.push(Listener { eyes, key, news });
        Ok(receiver)
    }

    fn tell_news(&mut self, after: u64) {
        let told = Told::News(Box::new(tell::news(&self.live, after)));
        self.tell(&told, self.live.sequence());
    }

    /// Sends an answer to all listeners, each as its role may read it. Listeners with equal eyes
    /// share one serialization.
    fn tell(&mut self, told: &Told, sequence: u64) {
        let veils = veils(&self.live);
        let mut written: Vec<(Eyes, Bytes)> = Vec::new();
        self.listeners.retain(|listener| {
            let known = written.iter().find(|(eyes, _)| *eyes == listener.eyes);
            let bytes = match known {
                Some((_, bytes)) => bytes.clone(),
                None => {
                    let Ok(veiled) = veil(told.clone(), &veils, &listener.eyes) else {
                        return false;
                    };
                    let bytes = event(sequence, &veiled);
                    written.push((listener.eyes.clone(), bytes.clone()));
                    bytes
                }
            };
            listener.news.try_send(bytes).is_ok()
        });
    }

    fn ping(&mut self, eyes: &Eyes, square: PingRequest) -> Result<Ping, Failure> {
        if eyes.name.is_empty() {
            return Err(Failure::forbidden("spectators only look on"));
        }
        let ping = square.checked(&self.live.compiled().game.board, eyes.name.clone())?;
        // Wire types always serialize.
        let data = serde_json::to_string(&ping).unwrap_or_default();
        self.tell_all(&Bytes::from(format!("event: ping\ndata: {data}\n\n")));
        Ok(ping)
    }

    fn tell_all(&mut self, bytes: &Bytes) {
        self.listeners.retain(|listener| listener.news.try_send(bytes.clone()).is_ok());
    }
}

/// Returns news as a server-sent event. JSON has no line breaks inside.
fn event(sequence: u64, veiled: &Veiled) -> Bytes {
    let mut bytes = format!("id: {sequence}\nevent: news\ndata: ").into_bytes();
    // Wire types always serialize.
    if serde_json::to_writer(&mut bytes, veiled).is_err() {
        return Bytes::from_static(b": cannot be written\n\n");
    }
    bytes.extend_from_slice(b"\n\n");
    bytes.into()
}
