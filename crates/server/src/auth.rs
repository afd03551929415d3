//! Who makes a request.

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use crate::app::App;
use crate::failure::Failure;
use crate::guard;
use crate::keys::Grant;
use crate::wire::ProblemCode;

/// The valid key a request came with.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// Id of the key.
    pub(crate) key: String,
    /// What it is good for.
    pub(crate) grant: Grant,
}

impl FromRequestParts<App> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Failure> {
        let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let secret = header.and_then(|value| value.strip_prefix("Bearer "));
        match secret.and_then(|secret| app.keys.caller(secret)) {
            Some(caller) if app.rates.allows(&caller.key) => Ok(caller),
            Some(_) => Err(guard::too_many()),
            None if !app.rates.allows(&format!("stranger {}", guard::address(parts))) => {
                Err(guard::too_many())
            }
            None => Err(Failure::new(ProblemCode::Unauthorized, "this needs a valid key")
                .help("open the link you were given once more, or ask for a new one")),
        }
    }
}
