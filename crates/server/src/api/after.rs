//! The change after which the news of an encounter go on.

use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::number;
use crate::failure::Failure;

/// Where to go on.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct AfterQuery {
    /// Number of the last change that is known; the header `Last-Event-ID` comes first.
    #[param(maximum = 9223372036854775807i64)]
    pub(super) after: Option<u64>,
}

/// Returns the number of the last change that the caller knows, by the header or the query. Fails
/// if one of them is no number of a change.
pub(super) fn last_known(headers: &HeaderMap, asked: &AfterQuery) -> Result<Option<u64>, Failure> {
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let last = match last {
        Some(text) => Some(text.parse().map_err(|_| {
            Failure::invalid("Last-Event-ID is the number of the last change that is known")
        })?),
        None => None,
    };
    let (last, after) = (number(last)?, number(asked.after)?);
    Ok(last.or(after))
}
