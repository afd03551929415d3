//! The task that owns an encounter.
//!
//! Whatever is accepted is on disk before it is answered and before anyone hears of it.

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

/// Requests that may wait for one encounter.
const WAITING_MAX: usize = 256;
/// News that may wait for one listener; who is slower has to come back.
const NEWS_WAITING_MAX: usize = 64;
/// Listeners one encounter may have, beside game masters.
const LISTENERS_MAX: usize = 256;
/// Listeners one key may have: the links to screens and seats are often open several times.
const LISTENERS_PER_KEY_MAX: usize = 16;
/// Between two signs of life in a stream.
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

/// The way to an encounter's task.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    messages: mpsc::Sender<Message>,
    usage: Arc<Usage>,
}

/// How much an encounter is used.
#[derive(Debug)]
struct Usage {
    /// When somebody asked last.
    asked: Mutex<Instant>,
    listeners: AtomicU64,
}

impl Handle {
    /// Whether the task has ended.
    pub(crate) fn is_gone(&self) -> bool {
        self.messages.is_closed()
    }

    /// Whether nobody else has a handle to the same task.
    pub(crate) fn is_the_only_one(&self) -> bool {
        self.messages.strong_count() == 1
    }

    /// Whether nobody listens and nobody has asked anything for so long.
    pub(crate) fn is_idle(&self, time: Duration) -> bool {
        let asked = *self.usage.asked.lock().unwrap_or_else(PoisonError::into_inner);
        self.listeners() == 0 && asked.elapsed() >= time
    }

    /// How many listen.
    pub(crate) fn listeners(&self) -> u64 {
        self.usage.listeners.load(Ordering::Relaxed)
    }

    /// Asks something, through the eyes of a role.
    pub(crate) async fn ask(&self, eyes: Eyes, question: Question) -> Result<Veiled, Failure> {
        self.send(|reply| Message::Ask(eyes, question, reply)).await
    }

    /// Changes something; it is durable once this has answered.
    pub(crate) async fn change(&self, eyes: Eyes, request: Request) -> Result<Veiled, Failure> {
        self.send(|reply| Message::Change(eyes, Box::new(request), reply)).await
    }

    /// News from a number on, as server-sent events, for as long as the key is good.
    pub(crate) async fn listen(
        &self,
        eyes: Eyes,
        key: String,
        after: Option<u64>,
    ) -> Result<mpsc::Receiver<Bytes>, Failure> {
        self.send(|reply| Message::Listen(eyes, key, after, reply)).await
    }

    /// Shows everybody who listens a square; nothing is kept of it.
    pub(crate) async fn ping(&self, eyes: Eyes, square: PingRequest) -> Result<Ping, Failure> {
        self.send(|reply| Message::Ping(eyes, square, reply)).await
    }

    /// The seats have changed.
    pub(crate) async fn seats(&self, seats: Vec<Seat>) {
        // A task that has ended reads the seats when it begins again.
        let _ = self.messages.send(Message::Seats(seats)).await;
    }

    /// A key is no longer good, or not for the same combatants.
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

/// Starts the task of an encounter.
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

/// Somebody who listens.
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
                // Whoever asked may have gone; that changes nothing.
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

    /// Carries a change out; also says whether the task can go on.
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
            // What is in memory is not what is on disk: begin again from there.
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
        // There is room for the first one.
        let _ = news.try_send(event(sequence, &veiled));
        self.listeners.push(Listener { eyes, key, news });
        Ok(receiver)
    }

    fn tell_news(&mut self, after: u64) {
        let told = Told::News(Box::new(tell::news(&self.live, after)));
        self.tell(&told, self.live.sequence());
    }

    /// Tells everybody, each through their own eyes; what several see alike is written once.
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
        // Wire types have nothing that cannot be written.
        let data = serde_json::to_string(&ping).unwrap_or_default();
        self.tell_all(&Bytes::from(format!("event: ping\ndata: {data}\n\n")));
        Ok(ping)
    }

    fn tell_all(&mut self, bytes: &Bytes) {
        self.listeners.retain(|listener| listener.news.try_send(bytes.clone()).is_ok());
    }
}

/// News as a server-sent event. JSON has no line ends inside.
fn event(sequence: u64, veiled: &Veiled) -> Bytes {
    let mut bytes = format!("id: {sequence}\nevent: news\ndata: ").into_bytes();
    // Wire types have nothing that cannot be written.
    if serde_json::to_writer(&mut bytes, veiled).is_err() {
        return Bytes::from_static(b": cannot be written\n\n");
    }
    bytes.extend_from_slice(b"\n\n");
    bytes.into()
}
