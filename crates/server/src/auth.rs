//! The key that a request comes with.

use axum::extract::FromRequestParts;
#[cfg(not(target_arch = "wasm32"))]
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use crate::failure::Failure;
use crate::grant::Grant;
use crate::keys::KeyRing;
use crate::wire::ProblemCode;

/// Valid key of a request. The guard looks it up and counts the request.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// Id of the key.
    pub(crate) key: String,
    /// Permissions of the key.
    pub(crate) grant: Grant,
}

impl Caller {
    /// Returns the key of a request, or `None` if it has no valid one.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn find(keys: &KeyRing, parts: &Parts) -> Option<Caller> {
        let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let (key, grant) = keys.of_secret(header?.strip_prefix("Bearer ")?)?;
        Some(Caller { key, grant })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Failure> {
        parts.extensions.get::<Caller>().cloned().ok_or_else(|| {
            Failure::new(ProblemCode::Unauthorized, "this needs a valid key")
                .help("open the link you were given once more, or ask for a new one")
        })
    }
}
