//! The tracker that a server plays through: requests over HTTP with a key.
//!
//! Each request opens a connection. A language model sends requests so rarely that a pool would
//! gain nothing.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use server::client::Client;
use server::wire::Problem;

use crate::refusal::Refusal;

/// Path of the tracker's API.
const BASE: &str = "/api/v1";
/// Time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The address of a tracker.
#[derive(Clone, Debug)]
pub(crate) struct Tracker {
    /// Host and port, as the `Host` header names them.
    authority: String,
}

/// The address of a tracker, and the key if the address is a link that a tracker gave out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Host and port.
    pub(crate) authority: String,
    /// The secret after `#key=`.
    pub(crate) key: Option<String>,
}

impl Link {
    /// Reads `http://HOST:PORT`, with or without a path and `#key=SECRET`.
    pub(crate) fn parse(url: &str) -> Result<Link, Refusal> {
        let bad = |message: &str| {
            let help = "give it as `http://HOST:PORT`, or as a link with `#key=…` from the tracker";
            Err(Refusal::invalid(format!("`{url}`: {message}")).help(help))
        };
        if url.starts_with("https://") {
            return bad("only plain HTTP is spoken, to a tracker on this machine or network");
        }
        let Some(rest) = url.strip_prefix("http://") else {
            return bad("this is no address of a tracker");
        };
        let (place, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let authority = place.split(['/', '?']).next().unwrap_or_default();
        let is_plain = authority.chars().all(|c| c.is_ascii_alphanumeric() || "-._:[]".contains(c));
        if authority.is_empty() || !is_plain {
            return bad("there is no host and port in it");
        }
        let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']'));
        let authority = if has_port { authority.to_owned() } else { format!("{authority}:80") };
        let key = fragment.split('&').find_map(|part| part.strip_prefix("key="));
        Ok(Link { authority, key: key.map(str::to_owned) })
    }
}

impl Tracker {
    /// Returns the tracker at this host and port.
    pub(crate) fn at(authority: impl Into<String>) -> Tracker {
        Tracker { authority: authority.into() }
    }

    /// Reads JSON from a path, with the key of a role; an empty key is not sent.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        key: &str,
        path: &str,
    ) -> Result<T, Refusal> {
        json(&self.send("GET", key, path, b"").await?)
    }

    /// Reads text from a path, such as the story of a fight.
    pub(crate) async fn text(&self, key: &str, path: &str) -> Result<String, Refusal> {
        let body = self.send("GET", key, path, b"").await?;
        Ok(String::from_utf8_lossy(&body).into_owned())
    }

    /// Sends a POST request with a JSON body and reads the JSON answer.
    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        key: &str,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Refusal> {
        json(&self.send("POST", key, path, &bytes(body)).await?)
    }

    /// Sends a PATCH request with a JSON body and reads the JSON answer.
    pub(crate) async fn patch<T: DeserializeOwned>(
        &self,
        key: &str,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Refusal> {
        json(&self.send("PATCH", key, path, &bytes(body)).await?)
    }

    async fn send(
        &self,
        method: &str,
        key: &str,
        path: &str,
        body: &[u8],
    ) -> Result<Vec<u8>, Refusal> {
        let asking = async {
            let mut client = Client::connect(self.resolve().await?).await?;
            let headers = [("host", self.authority.as_str())];
            client.send(method, &format!("{BASE}{path}"), key, &headers, body).await
        };
        let unreached = |why: &dyn std::fmt::Display| {
            let message = format!("the tracker at {} does not answer: {why}", self.authority);
            Refusal::unavailable(message).help("see whether it runs, then try again")
        };
        let answer = match tokio::time::timeout(PATIENCE, asking).await {
            Ok(answer) => answer.map_err(|error| unreached(&error))?,
            Err(_) => return Err(unreached(&format!("{} s have passed", PATIENCE.as_secs()))),
        };
        if (200..300).contains(&answer.status) {
            return Ok(answer.body);
        }
        match answer.json::<Problem>() {
            Ok(problem) => Err(problem.into()),
            Err(_) => Err(unreached(&format!("status {}", answer.status))),
        }
    }

    async fn resolve(&self) -> std::io::Result<SocketAddr> {
        let mut found = tokio::net::lookup_host(&self.authority).await?;
        found.next().ok_or_else(|| std::io::Error::other("this host has no address"))
    }
}

/// Returns a path segment or a query value with percent-encoding.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                escaped.push(char::from(byte));
            }
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

fn bytes(body: &impl Serialize) -> Vec<u8> {
    // Wire types can always be serialized.
    serde_json::to_vec(body).unwrap_or_default()
}

fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| {
        Refusal::unavailable(format!("the tracker's answer cannot be read: {error}"))
            .help("see whether the tracker is of the same version as this program")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_have_a_place_and_perhaps_a_key() {
        let link = |authority: &str, key: Option<&str>| Link {
            authority: authority.to_owned(),
            key: key.map(str::to_owned),
        };
        for (url, wanted) in [
            ("http://127.0.0.1:7777", link("127.0.0.1:7777", None)),
            ("http://127.0.0.1:7777/#key=a.b", link("127.0.0.1:7777", Some("a.b"))),
            ("http://[::1]:80/", link("[::1]:80", None)),
            ("http://table.example", link("table.example:80", None)),
            ("http://[::1]/x?y#key=k", link("[::1]:80", Some("k"))),
        ] {
            assert_eq!(Link::parse(url).expect(url), wanted);
        }
    }

    #[test]
    fn other_addresses_are_refused_with_a_way_out() {
        for url in ["", "7777", "https://a:1", "ftp://a", "http://", "http:///x", "http://a b"] {
            let refusal = Link::parse(url).expect_err(url).to_string();
            assert!(refusal.contains("http://HOST:PORT"), "{refusal}");
        }
    }

    #[test]
    fn escapes_keep_names_apart_from_addresses() {
        assert_eq!(escaped("Orc 1/../x?é"), "Orc%201%2F..%2Fx%3F%C3%A9");
    }
}
