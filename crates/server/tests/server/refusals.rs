//! Malformed, oversized, too frequent, stale or misdirected requests get a clear answer and change
//! nothing.

use serde_json::{Value, json};
use server::client::Client;

use crate::support::{Place, scratch};

fn code(value: &Value) -> &str {
    value["code"].as_str().unwrap_or("")
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_and_oversized_requests() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let before = place.state(&fight, &fight.master).await;
    let commands = format!("/encounters/{}/commands", fight.id);
    let large = format!(
        "{{\"expected\":0,\"command\":{{\"kind\":\"text\",\"text\":\"{}\"}}}}",
        "x".repeat(300 << 10)
    );
    let table: [(&str, &str, &str, u16, &str); 21] = [
        (
            "POST",
            "commands",
            "{\"expected\":0,\"expected\":1,\"command\":{\"kind\":\"finish\"}}",
            400,
            "invalid",
        ),
        (
            "POST",
            "moves",
            "{\"expected\":0.0,\"to\":{\"kind\":\"undo\",\"count\":1,\"count\":2.0}}",
            400,
            "invalid",
        ),
        (
            "POST",
            "commands",
            "{\"expected\":0,\"command\":{\"kind\":\"finish\",\"x\":1}}",
            400,
            "invalid",
        ),
        ("POST", "commands", "", 400, "invalid"),
        ("POST", "commands", "{", 400, "invalid"),
        ("POST", "commands", "[]", 400, "invalid"),
        ("POST", "commands", "{\"expected\":-1,\"command\":{\"kind\":\"end\"}}", 400, "invalid"),
        ("POST", "commands", "{\"expected\":0,\"command\":{\"kind\":\"dance\"}}", 400, "invalid"),
        (
            "POST",
            "commands",
            "{\"expected\":0,\"command\":{\"kind\":\"end\"},\"x\":1}",
            400,
            "invalid",
        ),
        (
            "POST",
            "commands",
            "{\"expected\":0,\"command\":{\"kind\":\"text\",\"text\":\"\"}}",
            400,
            "invalid",
        ),
        (
            "POST",
            "commands",
            "{\"expected\":0,\"command\":{\"kind\":\"text\",\"text\":\"a\\u0000b\"}}",
            400,
            "invalid",
        ),
        (
            "POST",
            "commands",
            "{\"expected\":0,\"command\":{\"kind\":\"rule\",\"answer\":\"perhaps\"}}",
            404,
            "not-found",
        ),
        ("POST", "commands", "{\"expected\":0,\"command\":{\"kind\":\"end\"}}", 422, "denied"),
        (
            "POST",
            "commands",
            "{\"expected\":0,\"command\":{\"kind\":\"roll\",\"faces\":[4]}}",
            422,
            "denied",
        ),
        ("POST", "commands", &large, 413, "too-large"),
        ("PUT", "commands", "{}", 405, "wrong-method"),
        ("GET", "nothing", "", 404, "not-found"),
        ("GET", "log?limit=x", "", 400, "invalid"),
        ("GET", "log?unknown=1", "", 400, "invalid"),
        ("GET", "options?who=Nobody", "", 404, "not-found"),
        ("POST", "moves", "{\"expected\":0.5,\"to\":{\"kind\":\"end\"}}", 400, "invalid"),
    ];
    for (method, path, body, status, wanted) in table {
        let path = format!("/encounters/{}/{path}", fight.id);
        // Without a body there is no type either, which is its own mistake.
        let json = [("content-type", "application/json"), ("content-length", "0")];
        let headers = if body.is_empty() && method == "POST" { &json[..] } else { &[] };
        let (found, value) =
            place.send(method, &path, &fight.master, headers, body.as_bytes()).await;
        let shown: String = body.chars().take(80).collect();
        assert_eq!((found, code(&value)), (status, wanted), "{method} {path} {shown}: {value}");
    }
    let text = [("content-type", "text/plain")];
    let (status, value) = place.send("POST", &commands, &fight.master, &text, b"{}").await;
    assert_eq!((status, code(&value)), (415, "wrong-type"));
    let after = place.state(&fight, &fight.master).await;
    assert_eq!(before, after, "something was changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn denials_tell_all_reasons_with_rules_and_remedies() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    place.say(&fight, &fight.master, "rule pcs").await;
    let (status, value) = place.try_say(&fight, &fight.master, "Ana: great-axe Orc 1").await;
    assert_eq!((status, code(&value)), (422, "denied"));
    place.say(&fight, &fight.master, "Ana: longsword Orc 1").await;
    let (status, value) = place.try_say(&fight, &fight.master, "Ana: longsword Orc 1").await;
    assert_eq!(status, 422);
    let reasons = value["reasons"].as_array().expect("there are some");
    assert!(reasons.len() > 1, "{value}");
    for reason in reasons {
        assert!(!reason["text"].as_str().unwrap_or("").is_empty());
    }
    let rule = |reason: &Value| reason["rules"][0]["says"].as_str().is_some_and(|it| it.len() > 9);
    assert!(reasons.iter().any(|reason| rule(reason) && reason["remedy"].is_string()), "{value}");
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_numbers_and_repeated_requests() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let path = format!("/encounters/{}/commands", fight.id);
    let request = |expected: u64| {
        let command = json!({ "kind": "rule", "answer": "pcs" });
        json!({ "expected": expected, "command": command })
    };
    let (status, value) = place.call("POST", &path, &fight.master, request(3)).await;
    assert_eq!((status, code(&value), &value["sequence"]), (409, "stale", &json!(0)));
    let once = [("idempotency-key", "turn-1")];
    let body = request(0).to_string();
    let send = || place.send("POST", &path, &fight.master, &once, body.as_bytes());
    let first = send().await;
    assert_eq!(first.0, 200);
    let second = send().await;
    assert_eq!(first, second, "the same answer, although the number is stale by now");
    assert_eq!(place.state(&fight, &fight.master).await["sequence"], 1);
    // The same idempotency key of another key is another request.
    let (status, _) = place.send("POST", &path, &place.host, &once, body.as_bytes()).await;
    assert_eq!(status, 409);
    let long = "x".repeat(65);
    let (status, value) = place
        .send("POST", &path, &fight.master, &[("idempotency-key", &long)], body.as_bytes())
        .await;
    assert_eq!((status, code(&value)), (400, "invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_that_are_wrong_in_any_way() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let (id, rest) = fight.master.split_once('.').expect("it has two parts");
    let wrong = [
        format!("{id}.{}", rest.replace(&rest[..1], if &rest[..1] == "a" { "b" } else { "a" })),
        format!("{id}."),
        format!(".{rest}"),
        id.to_owned(),
        fight.master.to_uppercase(),
        format!("{} ", fight.screen.replace('.', " ")),
        "x".repeat(5000),
    ];
    for key in &wrong {
        let (status, value) = place.get("/me", key).await;
        assert_eq!((status, code(&value)), (401, "unauthorized"), "{key}");
    }
    let basic = [("authorization", "Basic eDp5")];
    let (status, _) = place.send("GET", "/me", "", &basic, b"").await;
    assert_eq!(status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_and_other_names_are_refused() {
    let place = Place::start().await;
    let own = format!("http://{}", place.addr);
    let table = [
        (vec![("host", "evil.example")], 403),
        (vec![("host", "localhost:1")], 200),
        (vec![("origin", "http://evil.example")], 403),
        (vec![("origin", "null")], 403),
        (vec![("origin", own.as_str())], 200),
    ];
    for (headers, expected) in table {
        let mut client = Client::connect(place.addr).await.expect("it listens");
        let answer = client.send("GET", "/api/v1/me", &place.host, &headers, b"").await;
        let answer = answer.expect("it answers");
        assert_eq!(answer.status, expected, "{headers:?}");
        let head = answer.head.to_lowercase();
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"));
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
        assert!(!head.contains("unsafe-inline") && !head.contains("access-control-allow"));
    }
}

/// Sends the bytes of a request and returns the status it is answered with.
async fn raw(place: &Place, request: &str) -> u16 {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(place.addr).await.expect("it listens");
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.expect("it is answered");
    String::from_utf8_lossy(&answer[9..]).parse().expect("it has a status")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_names_the_server_once_and_readably() {
    let place = Place::start().await;
    let key = format!("authorization: Bearer {}\r\n", place.host);
    for (head, expected) in [
        ("host: localhost:1\r\n", 200),
        ("", 400),
        ("host: localhost\r\nhost: localhost\r\n", 400),
        ("host: localhost\r\nhost: evil.example\r\n", 400),
        ("host: localhost:x\r\n", 400),
        ("host: localhost:70000\r\n", 400),
        ("host: me@localhost\r\n", 400),
        ("host: [::1\r\n", 400),
        ("host: \r\n", 400),
        ("host: evil.example\r\n", 403),
    ] {
        let request = format!("GET /api/v1/me HTTP/1.1\r\n{head}{key}\r\n");
        assert_eq!(raw(&place, &request).await, expected, "{head:?}");
    }
    let two = format!("GET http://127.0.0.1/api/v1/me HTTP/1.1\r\nhost: localhost\r\n{key}\r\n");
    assert_eq!(raw(&place, &two).await, 400, "address and header do not agree");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_too_often_has_to_wait() {
    let place = Place::at(scratch(), (1.0, 5.0)).await;
    let mut found = Vec::new();
    for _ in 0..12 {
        found.push(place.get("/me", &place.host).await.0);
    }
    assert!(found[..5].iter().all(|status| *status == 200), "{found:?}");
    assert!(found.ends_with(&[429]), "{found:?}");
    let mut guesses = Vec::new();
    for nth in 0..12 {
        guesses.push(place.get("/me", &format!("guess{nth}.x")).await.0);
    }
    assert!(guesses.ends_with(&[429]), "guessing is slowed down, too: {guesses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_this_machine_cannot_be_read_through_a_setup() {
    let place = Place::start().await;
    for text in [
        "ruleset = \"/etc\"\n",
        "ruleset = \"../rulesets/collective\"\n",
        "ruleset = \"collective\"\ncampaign = \"/etc/passwd\"\n",
        "ruleset = \"collective\"\ncreatures = [\"../../Cargo.toml\"]\n",
    ] {
        let request = json!({ "from": { "kind": "setup", "text": text } });
        let (status, value) = place.call("POST", "/encounters", &place.host, request).await;
        assert_eq!((status, code(&value)), (422, "unloadable"), "{text}: {value}");
        assert!(!value.to_string().contains("root:"), "{value}");
    }
    let mistakes = "ruleset = \"collective\"\n[[combatant]]\nname = \"A\"\nside = \"pc\"\n\
                    [[combatant]]\nname = \"B\"\nside = \"monster\"\n";
    let request = json!({ "from": { "kind": "setup", "text": mistakes } });
    let (_, value) = place.call("POST", "/encounters", &place.host, request).await;
    let all = value["report"]["diagnostics"].as_array().map_or(0, Vec::len);
    assert!(all >= 2, "all mistakes at once: {value}");
}
