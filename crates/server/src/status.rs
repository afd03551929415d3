//! Failures as HTTP answers, with a status for each problem code.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};

use crate::failure::Failure;
use crate::wire::ProblemCode;

/// Answer of a handler.
pub(crate) type Answer<T> = Result<Json<T>, Failure>;

/// Status of each problem code, in the order of the document.
const STATUSES: [(ProblemCode, StatusCode); 16] = [
    (ProblemCode::Invalid, StatusCode::BAD_REQUEST),
    (ProblemCode::Unauthorized, StatusCode::UNAUTHORIZED),
    (ProblemCode::Forbidden, StatusCode::FORBIDDEN),
    (ProblemCode::NotFound, StatusCode::NOT_FOUND),
    (ProblemCode::WrongMethod, StatusCode::METHOD_NOT_ALLOWED),
    (ProblemCode::Stale, StatusCode::CONFLICT),
    (ProblemCode::Conflict, StatusCode::CONFLICT),
    (ProblemCode::TooLarge, StatusCode::PAYLOAD_TOO_LARGE),
    (ProblemCode::WrongType, StatusCode::UNSUPPORTED_MEDIA_TYPE),
    (ProblemCode::Denied, StatusCode::UNPROCESSABLE_ENTITY),
    (ProblemCode::Unloadable, StatusCode::UNPROCESSABLE_ENTITY),
    (ProblemCode::TooMany, StatusCode::TOO_MANY_REQUESTS),
    (ProblemCode::Unavailable, StatusCode::SERVICE_UNAVAILABLE),
    (ProblemCode::Limit, StatusCode::INSUFFICIENT_STORAGE),
    (ProblemCode::ReadOnly, StatusCode::INSUFFICIENT_STORAGE),
    (ProblemCode::Damaged, StatusCode::INTERNAL_SERVER_ERROR),
];

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let found = STATUSES.iter().find(|(code, _)| *code == self.problem().code);
        let status = found.map_or(StatusCode::INTERNAL_SERVER_ERROR, |(_, status)| *status);
        let head = match self.problem().code {
            ProblemCode::Unauthorized => Some((WWW_AUTHENTICATE, "Bearer")),
            ProblemCode::TooMany | ProblemCode::Unavailable => Some((RETRY_AFTER, "1")),
            _ => None,
        };
        let mut response = (status, Json(self.problem())).into_response();
        if let Some((name, value)) = head {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

/// Failures that any request may end in, for the document.
pub(crate) struct Failures;

impl utoipa::IntoResponses for Failures {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let content = || {
            let schema = Ref::from_schema_name("Problem");
            ContentBuilder::new().schema(Some(schema)).build()
        };
        let one = |(_, status): &(ProblemCode, StatusCode)| {
            let words = status.canonical_reason().unwrap_or_default();
            let response = ResponseBuilder::new()
                .description(words)
                .content("application/json", content())
                .build();
            (status.as_str().to_owned(), RefOr::T(response))
        };
        STATUSES.iter().map(one).collect()
    }
}

impl From<crate::store::StoreError> for Failure {
    fn from(error: crate::store::StoreError) -> Failure {
        use crate::store::StoreError;
        let code = match &error {
            StoreError::Damaged(_) => ProblemCode::Damaged,
            StoreError::NotWritable(_) => ProblemCode::ReadOnly,
            StoreError::Exists(_) => ProblemCode::Conflict,
            _ => ProblemCode::Unavailable,
        };
        Failure::new(code, error.to_string())
    }
}
