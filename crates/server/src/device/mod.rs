//! The tracker on one device: the handlers of the HTTP API answer requests of the page itself.
//!
//! ```text
//! app     state of the handlers, without sockets
//! store   records by key, kept by the browser
//! keys    the one key: whoever holds the device
//! ```
//!
//! These modules stand in for those of the same names on a server. Nothing in here waits: the
//! browser hands in all its records at the start, and keeps those that an answer changed.

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

/// The address that all others begin with.
const BASE: &str = "/api/v1";

/// A request of the page.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The method, such as `GET`.
    pub method: String,
    /// Path and query.
    pub address: String,
    /// Headers by name.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// The type of the body.
    pub content_type: String,
    /// The body.
    pub body: Vec<u8>,
    /// Records to keep, by key; those without a value are removed. The answer counts only once
    /// they are kept.
    pub changes: Vec<(String, Option<String>)>,
    /// Rulesets that were missing: hand them in, begin again from the kept records and ask again.
    pub missing: Vec<String>,
}

/// All fights of one device.
#[derive(Debug)]
pub struct Tracker {
    router: Router,
    store: Store,
}

impl Tracker {
    /// Begins with the records that the device keeps.
    pub fn open(records: impl IntoIterator<Item = (String, String)>) -> Tracker {
        let store = Store::open(records);
        let app = App::new(store.clone());
        let routes = api::routes().into_router();
        let router = Router::new().nest(BASE, routes).fallback(needs_server).with_state(app);
        Tracker { router, store }
    }

    /// Answers a request.
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

/// The problem of records that the browser did not keep, as JSON.
pub fn unkept_json(why: &str) -> String {
    use crate::wire::ProblemCode;
    let message = format!("this browser keeps nothing more: {why}");
    let failure = Failure::new(ProblemCode::ReadOnly, message);
    local::problem(failure.help(
        "leave private browsing or make room on this device, then try again; nothing was changed",
    ))
}

/// The problem of a rulebook that cannot be fetched, as JSON.
pub fn missing_json(ruleset: &str) -> String {
    let message = format!("the rulebook {ruleset} is not on this device yet");
    local::problem(Failure::unavailable(message).help("open it once while you are online"))
}

/// Sets the function that fills bytes at random.
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

/// Answers for every address that only a server has.
async fn needs_server() -> Response {
    let failure = Failure::not_found("address on this device");
    let help = "this needs the tracker on a computer: start it with `turnwright serve`";
    failure.help(help).into_response()
}

fn unanswered() -> Failure {
    Failure::unavailable("this cannot be done in a browser")
}

/// Returns the result of work that never waits; `None` if it would.
fn at_once<T>(work: impl Future<Output = T>) -> Option<T> {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}
