//! The OpenAPI document, generated from the handlers and wire types.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::schema::{AdditionalProperties, SchemaType, Type};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{OpenApi, RefOr, Schema};
use utoipa::{Modify, OpenApi as _};
use utoipa_axum::router::OpenApiRouter;

use crate::api;
use crate::app::App;
use crate::links::{self, Links};
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
    components(schemas(wire::Problem, wire::ScenarioResults)),
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

/// Variants with a `kind` take no fields but their own, as the types that read them say.
struct Closed;

impl Modify for Closed {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        for schema in components.schemas.values_mut() {
            let RefOr::T(Schema::OneOf(ways)) = schema else { continue };
            for way in &mut ways.items {
                if let RefOr::T(Schema::Object(object)) = way
                    && object.properties.contains_key("kind")
                {
                    object.additional_properties =
                        Some(Box::new(AdditionalProperties::FreeForm(false)));
                }
            }
        }
    }
}

/// A parameter that may be missing is not therefore `null`: there is no such thing in an address or
/// a header.
struct Missing;

impl Modify for Missing {
    fn modify(&self, document: &mut OpenApi) {
        let paths = document.paths.paths.values_mut();
        let operations = paths.flat_map(links::operations_mut);
        for parameter in operations.flat_map(|one| one.parameters.iter_mut().flatten()) {
            let RefOr::T(parameter) = parameter else { continue };
            let Some(RefOr::T(Schema::Object(object))) = &mut parameter.schema else { continue };
            let SchemaType::Array(types) = &mut object.schema_type else { continue };
            types.retain(|one| *one != Type::Null);
            if let [only] = types.as_slice() {
                object.schema_type = SchemaType::Type(only.clone());
            }
        }
    }
}

/// The format wants a description of every answer, if only a word.
struct Described;

impl Modify for Described {
    fn modify(&self, document: &mut OpenApi) {
        let paths = document.paths.paths.values_mut();
        let answers = paths.flat_map(links::operations_mut);
        for answer in answers.flat_map(|one| one.responses.responses.values_mut()) {
            if let RefOr::T(answer) = answer
                && answer.description.is_empty()
            {
                answer.description = "OK".to_owned();
            }
        }
    }
}

/// Every address with its handler, and the document that describes them.
pub(crate) fn router() -> (axum::Router<App>, OpenApi) {
    let router = OpenApiRouter::with_openapi(Document::openapi()).nest(BASE, api::routes());
    let (router, mut document) = router.split_for_parts();
    // Only now all types are there.
    Closed.modify(&mut document);
    Links.modify(&mut document);
    Missing.modify(&mut document);
    Described.modify(&mut document);
    (router, document)
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
