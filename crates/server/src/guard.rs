//! Middleware around every request: checks, rate limits, response headers and logging.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::auth::Caller;
use crate::failure::Failure;
use crate::host;
use crate::limit::{Asker, counted};
use crate::listen::Peer;
use crate::openapi::BASE;
use crate::wire::ProblemCode;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; font-src 'self'; connect-src 'self'; \
                      manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses requests meant for other servers or sent by other sites, and those of askers who ask
/// too often. Finds out whose key a request has.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let (mut parts, body) = request.into_parts();
    let caller = Caller::find(&app, &parts);
    let seen = Seen::of(&parts, caller.as_ref());
    let checked = check(&app, &parts, caller.as_ref());
    if let Some(caller) = caller {
        parts.extensions.insert(caller);
    }
    let mut response = match checked {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(failure) => failure.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let taken = start.elapsed();
    app.metrics.answered(response.status(), taken);
    seen.log(response.status(), taken);
    response
}

/// A request as the log has it. Keys go by their ids, never by their secrets.
struct Seen {
    method: Method,
    path: String,
    from: String,
    key: String,
}

impl Seen {
    fn of(parts: &Parts, caller: Option<&Caller>) -> Seen {
        Seen {
            method: parts.method.clone(),
            path: parts.uri.path().to_owned(),
            from: address(parts).map_or_else(String::new, |it| it.to_string()),
            key: caller.map_or_else(String::new, |caller| caller.key.clone()),
        }
    }

    fn log(self, status: StatusCode, taken: Duration) {
        let Seen { method, path, from, key } = self;
        let (status, micros) = (status.as_u16(), taken.as_micros() as u64);
        match status {
            500.. => tracing::warn!(%method, path, from, key, status, micros, "request failed"),
            _ => tracing::info!(%method, path, from, key, status, micros, "request"),
        }
    }
}

fn check(app: &App, parts: &Parts, caller: Option<&Caller>) -> Result<(), Failure> {
    count(app, parts, caller)?;
    let host = host::named(parts)?;
    let public = app.public();
    let public = host::authority(&public);
    if !host.is_some_and(|host| host::is_ours(host, public)) {
        let message = "this server is not reached by that name";
        return Err(Failure::forbidden(message)
            .help("open the link it printed, or start it with --public-url"));
    }
    if let Some(origin) = parts.headers.get(header::ORIGIN) {
        let origin = origin.to_str().ok().map(host::authority);
        let same = origin.is_some_and(|origin| Some(origin) == host || origin == public);
        if !same {
            return Err(Failure::forbidden("requests from other sites are refused"));
        }
    }
    Ok(())
}

/// Takes a request from every bucket it belongs to.
fn count(app: &App, parts: &Parts, caller: Option<&Caller>) -> Result<(), Failure> {
    let rates = &app.rates;
    let mut is_allowed = match parts.extensions.get::<Peer>() {
        Some(peer) => rates.allows_on(&peer.bucket),
        None => true,
    };
    if let Some(address) = address(parts) {
        is_allowed &= rates.allows(Asker::Address(address));
        if caller.is_none() && parts.uri.path().starts_with(BASE) {
            is_allowed &= rates.allows(Asker::Stranger(address));
        }
    }
    if let Some(caller) = caller {
        is_allowed &= rates.allows(Asker::Key(caller.key.clone()));
    }
    match is_allowed {
        true => Ok(()),
        false => Err(too_many()),
    }
}

/// The address by which whoever is asking is counted.
fn address(parts: &Parts) -> Option<IpAddr> {
    parts.extensions.get::<Peer>().map(|peer| counted(peer.address.ip()))
}

/// An asker who has to wait.
pub(crate) fn too_many() -> Failure {
    Failure::new(ProblemCode::TooMany, "too many requests").help("wait a moment and try again")
}

/// An address of the API does not know a method.
pub(crate) async fn wrong_method() -> Failure {
    Failure::new(ProblemCode::WrongMethod, "this address does not know that method")
}
