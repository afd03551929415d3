//! Addresses outside the API serve the page, or a notice if the program was built without it.

use server::client::{Answer, Client};

use crate::support::Place;

async fn get(place: &Place, method: &str, path: &str) -> Answer {
    let mut client = Client::connect(place.addr).await.expect("it listens");
    client.send(method, path, "", &[], b"").await.expect("it answers")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_or_a_notice_is_served_and_nothing_else() {
    let place = Place::start().await;
    let index = get(&place, "GET", "/").await;
    assert_eq!(index.status, 200);
    let page = index.head.contains("text/html");
    let text = index.text();
    assert!(page && text.contains("<script") || text.contains("cargo xtask serve"), "{text}");
    // Views of the page have addresses without files.
    assert_eq!(get(&place, "GET", "/some/view").await.text(), text);
    assert_eq!(get(&place, "POST", "/").await.status, 405);
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/assets/nothing.js"] {
        let answer = get(&place, "GET", path).await;
        assert!(!answer.text().contains("[package]"), "{path}");
        assert!(!page || answer.status == 404, "{path}");
    }
    let described = get(&place, "GET", "/api/v1/openapi.json").await;
    assert_eq!(described.text(), server::document());
    let nothing = get(&place, "GET", "/api/v1/nothing").await;
    assert_eq!(nothing.status, 404);
    assert!(nothing.text().contains("\"not-found\""));
}
