//! The name in a request for the server, from its `Host` header or address. Broken names are
//! refused first, because programs in front of the server may read them differently.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::Version;
use axum::http::header::HOST;
use axum::http::request::Parts;

use crate::failure::Failure;

/// Returns the host and port that a request names, or `None` if it names none.
///
/// # Errors
///
/// Fails if there are several `Host` headers, none in HTTP/1.1, one that differs from the address,
/// or one that is not a name or address with a port.
pub(crate) fn named(parts: &Parts) -> Result<Option<&str>, Failure> {
    let mut headers = parts.headers.get_all(HOST).iter();
    let header = headers.next();
    if headers.next().is_some() {
        return Err(broken("a request has one Host header, not several"));
    }
    if header.is_none() && parts.version == Version::HTTP_11 {
        return Err(broken("a request of HTTP/1.1 has a Host header"));
    }
    let in_header = match header {
        Some(value) => Some(value.to_str().map_err(|_| broken("the Host header is no text"))?),
        None => None,
    };
    let in_uri = parts.uri.authority().map(|authority| authority.as_str());
    if let (Some(a), Some(b)) = (in_header, in_uri)
        && !a.eq_ignore_ascii_case(b)
    {
        return Err(broken("the Host header and the address do not agree"));
    }
    let named = in_header.or(in_uri);
    match named {
        Some(host) if split(host).is_none() => {
            Err(broken("the Host header is no name or address with a port"))
        }
        _ => Ok(named),
    }
}

fn broken(message: &str) -> Failure {
    Failure::invalid(message)
}

/// Returns the host and port of a URL.
pub(crate) fn authority(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

/// Checks whether a request is meant for this server. Numeric addresses always are: only a name can
/// be made to point to another machine.
pub(crate) fn is_ours(host: &str, public: &str) -> bool {
    let Some((name, _)) = split(host) else { return false };
    host.eq_ignore_ascii_case(public)
        || name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok()
}

/// Splits a host into its name or address, without brackets, and its port. Returns `None` if it is
/// neither name nor address.
fn split(host: &str) -> Option<(&str, Option<u16>)> {
    let (name, rest) = match host.strip_prefix('[') {
        Some(inside) => {
            let (address, rest) = inside.split_once(']')?;
            address.parse::<Ipv6Addr>().ok()?;
            (address, rest)
        }
        None => {
            let end = host.find(':').unwrap_or(host.len());
            let (name, rest) = host.split_at(end);
            let is_letter = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
            if name.is_empty() || !name.chars().all(is_letter) {
                return None;
            }
            (name, rest)
        }
    };
    if rest.is_empty() {
        return Some((name, None));
    }
    let digits = rest.strip_prefix(':')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let port = is_number.then(|| digits.parse().ok()).flatten()?;
    Some((name, Some(port)))
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

    #[test]
    fn what_is_neither_name_nor_address_is_broken() {
        assert_eq!(split("[::1]:80"), Some(("::1", Some(80))));
        assert_eq!(split("table.example"), Some(("table.example", None)));
        for broken in [
            "",
            ":80",
            "localhost:",
            "localhost:x",
            "localhost:+1",
            "localhost:65536",
            "localhost:1:2",
            "user@localhost",
            "local host",
            "localhost/x",
            "[::1",
            "[localhost]:1",
            "[::1]1",
            "::1",
        ] {
            assert_eq!(split(broken), None, "{broken} is taken");
        }
    }
}
