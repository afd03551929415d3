//! What every request goes through, and what every response carries.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::failure::Failure;
use crate::openapi::BASE;
use crate::wire::ProblemCode;

/// Largest body of a request.
pub(crate) const BODY_MAX: usize = 8 << 20;

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

/// Refuses requests meant for other servers or sent by other sites, and askers without a key who
/// ask too often.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let mut response = match check(&app, &parts) {
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
    response
}

fn check(app: &App, parts: &Parts) -> Result<(), Failure> {
    let host = host(&parts.headers, &parts.uri);
    let public = authority(&app.public_url);
    if !host.is_some_and(|host| is_ours(host, public)) {
        let message = "this server is not reached by that name";
        return Err(Failure::forbidden(message)
            .help("open the link it printed, or start it with --public-url"));
    }
    if let Some(origin) = parts.headers.get(header::ORIGIN) {
        let origin = origin.to_str().ok().map(authority);
        let same = origin.is_some_and(|origin| Some(origin) == host || origin == public);
        if !same {
            return Err(Failure::forbidden("requests from other sites are refused"));
        }
    }
    let keyless = !parts.headers.contains_key(header::AUTHORIZATION);
    let counted = keyless && parts.uri.path().starts_with(BASE) && parts.method != Method::OPTIONS;
    if counted && !app.rates.allows(&format!("keyless {}", address(parts))) {
        return Err(too_many());
    }
    Ok(())
}

/// Whoever is asking, by address.
pub(crate) fn address(parts: &Parts) -> String {
    let known = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    known.map_or_else(String::new, |ConnectInfo(address)| address.ip().to_string())
}

/// An asker who has to wait.
pub(crate) fn too_many() -> Failure {
    Failure::new(ProblemCode::TooMany, "too many requests").help("wait a moment and try again")
}

fn host<'r>(headers: &'r HeaderMap, uri: &'r Uri) -> Option<&'r str> {
    let named = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    named.or_else(|| uri.authority().map(|authority| authority.as_str()))
}

/// Host and port of an address.
fn authority(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

/// Whether a request was meant for this server. Numeric addresses are: only names can be pointed at
/// somebody else's machine.
fn is_ours(host: &str, public: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    host.eq_ignore_ascii_case(public)
        || name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok()
}

/// An address of the API does not know a method.
pub(crate) async fn wrong_method() -> Failure {
    Failure::new(ProblemCode::WrongMethod, "this address does not know that method")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_must_be_ours_and_numbers_may_be_any() {
        let public = authority("https://table.example:8443/");
        for ours in
            ["localhost:7777", "127.0.0.1:1", "[::1]:7777", "192.168.0.4", "table.example:8443"]
        {
            assert!(is_ours(ours, public), "{ours} is refused");
        }
        for other in ["evil.example", "table.example", "localhost.evil.example:7777", ""] {
            assert!(!is_ours(other, public), "{other} is let in");
        }
    }
}
