//! The tracker on one device: the handlers of the HTTP API, called by the page without a network.
//!
//! ```text
//! app     shared state of the handlers, without sockets
//! store   records by key, which the browser stores
//! keys    the only key, with the role of the host
//! ```
//!
//! These modules replace a server's modules of the same names. Nothing in here waits: the browser
//! passes in all its records at the start, and stores the records that an answer changes.

pub(crate) mod app;
pub(crate) mod keys;
pub(crate) mod store;

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, Method, Request};
use axum::response::{IntoResponse, Response};
use rules::source::shelf;
pub use rules::source::shelf::{announce, provide};
use tower_service::Service;

use crate::app::App;
use crate::failure::Failure;
use crate::keys::device_caller;
use crate::store::Store;
use crate::{api, local, random};

/// Prefix of all addresses of the API.
const BASE: &str = "/api/v1";

/// A request from the page.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// HTTP method, such as `GET`.
    pub method: String,
    /// Path and query, such as `/api/v1/rulesets`.
    pub address: String,
    /// Headers, as names and values.
    pub headers: Vec<(String, String)>,
    /// Body; empty if the request has none.
    pub body: Vec<u8>,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answered {
    /// HTTP status.
    pub status: u16,
    /// Media type of the body; empty if the answer has none.
    pub content_type: String,
    /// Body of the answer.
    pub body: Vec<u8>,
    /// Records to store, by key; `None` removes a record. The answer is valid only after all of
    /// them are stored.
    pub changes: Vec<(String, Option<String>)>,
    /// Rulesets that were missing. If there are any, discard the answer and this tracker, provide
    /// the rulesets, open a new tracker with the stored records and repeat the request.
    pub missing: Vec<String>,
}

/// All fights of one device.
#[derive(Debug)]
pub struct Tracker {
    router: Router,
    store: Store,
}

impl Tracker {
    /// Opens a tracker with the records that the device stores, as keys and values.
    pub fn open(records: impl IntoIterator<Item = (String, String)>) -> Tracker {
        let store = Store::open(records);
        let app = App::new(store.clone());
        let routes = api::routes().into_router();
        let router = Router::new().nest(BASE, routes).fallback(needs_server).with_state(app);
        Tracker { router, store }
    }

    /// Answers a request. Failures are answers too.
    pub fn answer(&mut self, asked: Asked) -> Answered {
        let response = match request(asked) {
            Ok(request) => at_once(self.router.call(request)).and_then(Result::ok),
            Err(failure) => Some(failure.into_response()),
        };
        let response = response.unwrap_or_else(|| unanswered().into_response());
        let (head, body) = response.into_parts();
        let body = at_once(to_bytes(body, usize::MAX)).and_then(Result::ok).unwrap_or_default();
        let content_type = head.headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
        Answered {
            status: head.status.as_u16(),
            content_type: content_type.unwrap_or_default().to_owned(),
            body: body.into(),
            changes: self.store.take_changes(),
            missing: shelf::take_missing(),
        }
    }
}

/// Returns the problem of records that the browser failed to store, as JSON.
pub fn unkept_json(why: &str) -> String {
    use crate::wire::ProblemCode;
    let message = format!("this browser keeps nothing more: {why}");
    let failure = Failure::new(ProblemCode::ReadOnly, message);
    local::problem(failure.help(
        "leave private browsing or make room on this device, then try again; nothing was changed",
    ))
}

/// Returns the problem of a rulebook that cannot be fetched, as JSON.
pub fn missing_json(ruleset: &str) -> String {
    let message = format!("the rulebook {ruleset} is not on this device yet");
    local::problem(Failure::unavailable(message).help("open it once while you are online"))
}

/// Sets the function that fills bytes at random. Later calls change nothing.
pub fn set_random(source: fn(&mut [u8])) {
    random::set_source(source);
}

fn request(asked: Asked) -> Result<Request<Body>, Failure> {
    let unreadable = |_| Failure::invalid("the request cannot be read");
    let method = Method::from_bytes(asked.method.as_bytes()).map_err(|_| unreadable(()))?;
    let mut request = Request::builder().method(method).uri(asked.address);
    for (name, value) in &asked.headers {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| unreadable(()))?;
        let value = HeaderValue::from_str(value).map_err(|_| unreadable(()))?;
        request = request.header(name, value);
    }
    let request = request.extension(device_caller());
    request.body(Body::from(asked.body)).map_err(|_| unreadable(()))
}

/// Answers requests to addresses that only a server has.
async fn needs_server() -> Response {
    let failure = Failure::not_found("address on this device");
    let help = "this needs the tracker on a computer: start it with `turnwright serve`";
    failure.help(help).into_response()
}

fn unanswered() -> Failure {
    Failure::unavailable("this cannot be done in a browser")
}

/// Returns the result of work that never waits; `None` if it is not ready when first polled.
fn at_once<T>(work: impl Future<Output = T>) -> Option<T> {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}
