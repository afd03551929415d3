//! Identifies the key that a request comes with.

use axum::extract::FromRequestParts;
#[cfg(not(target_arch = "wasm32"))]
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use crate::app::App;
use crate::failure::Failure;
use crate::keys::Grant;
use crate::wire::ProblemCode;

/// The valid key a request came with. The guard looks it up and counts the request.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// Id of the key.
    pub(crate) key: String,
    /// Permissions of the key.
    pub(crate) grant: Grant,
}

impl Caller {
    /// The key of a request, if it has a valid one.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn find(app: &App, parts: &Parts) -> Option<Caller> {
        let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        app.keys.caller(header?.strip_prefix("Bearer ")?)
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Caller, Failure> {
        parts.extensions.get::<Caller>().cloned().ok_or_else(|| {
            Failure::new(ProblemCode::Unauthorized, "this needs a valid key")
                .help("open the link you were given once more, or ask for a new one")
        })
    }
}
