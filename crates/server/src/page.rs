//! The page: files built from `web/` and embedded into the program.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};

use crate::failure::Failure;
use crate::guard;
use crate::openapi::BASE;

static PAGE: Dir<'_> = include_dir!("$OUT_DIR/page");

/// Compressed files of the page, by path; made when first needed.
static PACKED: LazyLock<HashMap<&Path, Vec<u8>>> = LazyLock::new(packed);

const NOTICE: &str = "\
Turnwright's server is running, but this program was built without the page.

`cargo xtask serve` builds the page and starts the server with it; it needs Node. The API is at
/api/v1 and described by /api/v1/openapi.json.
";

const TYPES: [(&str, &str); 12] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
    ("map", "application/json"),
    ("wasm", "application/wasm"),
];

/// Serves a file of the page. A path without a file extension is a view of the page and gets its
/// `index.html`.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if uri.path().starts_with(BASE) {
        return Failure::not_found("address").into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return guard::wrong_method().await.into_response();
    }
    let Some(index) = PAGE.get_file("index.html") else {
        return ([(CONTENT_TYPE, "text/plain; charset=utf-8")], NOTICE).into_response();
    };
    let is_view = !path.rsplit('/').next().unwrap_or(path).contains('.');
    let file = match PAGE.get_file(path) {
        Some(file) => file,
        None if is_view => index,
        None => return (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    };
    let end = file.path().extension().and_then(|end| end.to_str()).unwrap_or_default();
    let found = TYPES.iter().find(|(known, _)| *known == end);
    let kind = found.map_or("application/octet-stream", |(_, kind)| kind);
    // Files below `assets` carry a hash of their content in their names.
    let keep = match path.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let head = [(CONTENT_TYPE, kind), (CACHE_CONTROL, keep), (VARY, "accept-encoding")];
    match PACKED.get(file.path()).filter(|_| takes_gzip(&headers)) {
        Some(packed) => (head, [(CONTENT_ENCODING, "gzip")], packed.as_slice()).into_response(),
        None => (head, file.contents()).into_response(),
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let mut ways = accepted.unwrap_or_default().split(',').map(str::trim);
    ways.any(|way| way.split(';').next() == Some("gzip") && !way.ends_with("q=0"))
}

/// Compresses the files of the page. Leaves out files that do not become smaller.
fn packed() -> HashMap<&'static Path, Vec<u8>> {
    let mut all = HashMap::new();
    let mut folders = vec![&PAGE];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder.files() {
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            let done = packer.write_all(file.contents()).and_then(|()| packer.finish());
            if let Ok(packed) = done
                && packed.len() < file.contents().len()
            {
                all.insert(file.path(), packed);
            }
        }
    }
    all
}
