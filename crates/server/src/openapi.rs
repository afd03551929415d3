//! The OpenAPI document, generated from the handlers and wire types.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi as _};
use utoipa_axum::router::OpenApiRouter;

use crate::api;
use crate::app::App;
use crate::wire;

/// Where the API lives.
pub(crate) const BASE: &str = "/api/v1";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Turnwright",
        version = "1",
        description = "Plays the action economy of tabletop games: what is legal now, at what \
                       price, and why not.",
    ),
    components(schemas(wire::Problem)),
    modifiers(&BearerKey),
)]
struct Document;

/// Keys go into the header `Authorization`.
struct BearerKey;

impl Modify for BearerKey {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme("key", scheme);
    }
}

/// Every address with its handler, and the document that describes them.
pub(crate) fn router() -> (axum::Router<App>, OpenApi) {
    OpenApiRouter::with_openapi(Document::openapi()).nest(BASE, api::routes()).split_for_parts()
}

/// The document as text, with a line end behind it.
pub fn document() -> String {
    text(&router().1)
}

/// A document as text.
pub(crate) fn text(document: &OpenApi) -> String {
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// The document as a response.
pub(crate) fn response(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}
