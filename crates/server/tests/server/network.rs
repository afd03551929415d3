//! Letting phones in the local network in. In tests the network is another loopback address.

use serde_json::{Value, json};
use server::client::Client;

use crate::support::Place;

#[tokio::test(flavor = "multi_thread")]
async fn the_host_lets_the_network_in_and_shuts_it_out_again() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let switch = |listening: bool| json!({ "listening": listening });
    let now = place.good("GET", "/network", &fight.master, Value::Null).await;
    assert_eq!((&now["listening"], &now["switchable"]), (&json!(false), &json!(true)));
    assert_eq!(now["urls"], json!([]));
    for key in [&kim, &fight.screen] {
        assert_eq!(place.get("/network", key).await.0, 403);
    }
    for key in [&fight.master, &kim] {
        let (status, _) = place.call("PATCH", "/network", key, switch(true)).await;
        assert_eq!(status, 403, "only the host");
    }
    let on = place.good("PATCH", "/network", &place.host, switch(true)).await;
    let url = on["urls"][0].as_str().expect("it is told").to_owned();
    assert!(url.starts_with("http://127.0.0.2:"), "{on}");
    assert_eq!(place.good("PATCH", "/network", &place.host, switch(true)).await, on, "once more");
    let addr = url.trim_start_matches("http://").parse().expect("it is an address");
    let mut phone = Client::connect(addr).await.expect("it listens");
    let answer = phone.send("GET", "/api/v1/me", &kim, &[], b"").await.expect("it answers");
    assert_eq!(answer.status, 200);
    // Links made now lead there.
    let keys = format!("/encounters/{}/keys", fight.id);
    let request = json!({ "role": "spectator", "name": "tv", "combatants": [] });
    let made = place.good("POST", &keys, &fight.master, request.clone()).await;
    assert!(made["link"].as_str().is_some_and(|link| link.starts_with(&url)), "{made}");
    let off = place.good("PATCH", "/network", &place.host, switch(false)).await;
    assert_eq!((&off["listening"], &off["urls"]), (&json!(false), &json!([])));
    let mut ended = false;
    for _ in 0..100 {
        ended = ended || Client::connect(addr).await.is_err();
        if ended {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(ended, "it still listens");
    let made = place.good("POST", &keys, &fight.master, request).await;
    assert!(made["link"].as_str().is_some_and(|link| link.contains("127.0.0.1")), "{made}");
    assert_eq!(place.get("/me", &kim).await.0, 200, "the usual address goes on");
}
