//! Extractors of request bodies, paths and queries. Unreadable input fails as a [`Failure`].

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Json, Path, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::failure::Failure;
use crate::json;
use crate::wire::ProblemCode;
use crate::work::in_time;

/// Time limit for a body to arrive.
const BODY_TIME: Duration = Duration::from_secs(30);

/// A JSON body.
///
/// The `Content-Type` must be `application/json`, and the body must be one object that names no
/// field twice.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Failure> {
        if !is_json(request.headers()) {
            let message = "the body must be JSON: say so with `Content-Type: application/json`";
            return Err(Failure::new(ProblemCode::WrongType, message));
        }
        let arriving = Bytes::from_request(request, state);
        let late = || Failure::invalid("the body did not arrive in time");
        let bytes = in_time(BODY_TIME, arriving).await.ok_or_else(late)?.map_err(|rejection| {
            let large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
            let code = if large { ProblemCode::TooLarge } else { ProblemCode::Invalid };
            Failure::new(code, rejection.body_text())
        })?;
        json::no_field_twice(&bytes)?;
        // An array would be read as the fields of an object in order, which is never intended.
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            return Err(Failure::invalid("the body must be a JSON object"));
        }
        match Json::<T>::from_bytes(&bytes) {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => match in_whole_numbers(&bytes) {
                Some(body) => Ok(Body(body)),
                None => Err(Failure::invalid(rejection.body_text())),
            },
        }
    }
}

/// Reads a body again after turning floats without a fraction, such as `3.0`, into integers: JSON
/// does not distinguish them. Returns `None` if that does not help.
fn in_whole_numbers<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    /// Largest float below which every integer is exact: 2^53.
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    fn whole(value: &mut Value) {
        match value {
            Value::Array(all) => all.iter_mut().for_each(whole),
            Value::Object(all) => all.values_mut().for_each(whole),
            Value::Number(number) => {
                let float = number.as_f64().filter(|_| number.is_f64());
                if let Some(float) = float.filter(|it| it.fract() == 0.0 && it.abs() <= EXACT_MAX) {
                    *number = (float as i64).into();
                }
            }
            _ => {}
        }
    }
    let mut value: Value = serde_json::from_slice(bytes).ok()?;
    whole(&mut value);
    serde_json::from_value(value).ok()
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = value.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// Parameters from the path of the address.
pub(crate) struct At<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At<T>, Failure> {
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(parts)) => Ok(At(parts)),
            Err(rejection) => Err(Failure::invalid(rejection.body_text())),
        }
    }
}

/// Parameters from the query string of the address.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Failure> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(asked)) => Ok(Asked(asked)),
            Err(rejection) => Err(Failure::invalid(rejection.body_text())),
        }
    }
}

/// Returns a sequence number. Fails if it needs more than the 63 bits that the document allows.
pub(crate) fn number(asked: Option<u64>) -> Result<Option<u64>, Failure> {
    match asked {
        Some(number) if i64::try_from(number).is_err() => {
            Err(Failure::invalid("there are no such numbers"))
        }
        other => Ok(other),
    }
}
