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

/// Path that all addresses of the API begin with.
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

/// Documents that keys go into the header `Authorization`.
struct BearerKey;

impl Modify for BearerKey {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme("key", scheme);
    }
}

/// Forbids unknown fields in variants with a `kind`, as the types that read them do.
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

/// Removes `null` from optional parameters: an address or a header has no `null`.
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

/// Describes every answer that has no description as `OK`: the format requires one.
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

/// Returns the router of the API, and the document that describes it.
pub(crate) fn router() -> (axum::Router<App>, OpenApi) {
    let router = OpenApiRouter::with_openapi(Document::openapi()).nest(BASE, api::routes());
    let (router, mut document) = router.split_for_parts();
    // Only now all types are in the document.
    Closed.modify(&mut document);
    Links.modify(&mut document);
    Missing.modify(&mut document);
    Described.modify(&mut document);
    (router, document)
}

/// Returns the document as JSON, with a line break at its end.
pub fn document() -> String {
    text(&router().1)
}

/// Returns a document as JSON, with a line break at its end.
pub(crate) fn text(document: &OpenApi) -> String {
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// Returns the document as a response.
pub(crate) fn response(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}
