//! The transport over HTTP.

use std::net::SocketAddr;

use mcp::{HttpSettings, McpServer, ServeError, Settings};
use serde_json::{Value, json};
use server::client::{Answer, Client};
use tokio::sync::oneshot;

struct Listening {
    addr: SocketAddr,
    _stop: oneshot::Sender<()>,
}

async fn listening(token: Option<&str>) -> Listening {
    let server = McpServer::open(&Settings::default()).await.expect("it opens");
    let settings = HttpSettings {
        addr: "127.0.0.1:0".parse().expect("an address"),
        token: token.map(str::to_owned),
        hosts: vec!["table.example".to_owned()],
    };
    let http = server.listen(&settings).await.expect("it listens");
    let (stop, stopped) = oneshot::channel::<()>();
    let addr = http.addr;
    assert_eq!(http.url(), format!("http://{addr}/mcp"));
    tokio::spawn(async move {
        let until = async move { drop(stopped.await) };
        let served = http.run(until).await;
        drop(server);
        served
    });
    Listening { addr, _stop: stop }
}

impl Listening {
    /// Begins a session.
    async fn hello(&self, headers: &[(&str, &str)]) -> Answer {
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" } } });
        self.post(headers, &hello).await
    }

    async fn post(&self, headers: &[(&str, &str)], message: &Value) -> Answer {
        let mut client = Client::connect(self.addr).await.expect("a connection");
        let mut all = vec![("accept", "application/json, text/event-stream")];
        all.extend(headers);
        let body = message.to_string();
        client.send("POST", "/mcp", "", &all, body.as_bytes()).await.expect("an answer")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_goes_over_http() {
    let http = listening(None).await;
    let answer = http.hello(&[]).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.text().contains("\"name\":\"turnwright\""), "{}", answer.text());
    let session = answer.head.lines().find_map(|line| line.strip_prefix("mcp-session-id: "));
    let session = session.expect("a session").trim().to_owned();
    let headers = [("mcp-session-id", session.as_str())];
    let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(http.post(&headers, &begun).await.status, 202);
    let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "list_rulesets", "arguments": {} } });
    let answer = http.post(&headers, &call).await;
    assert!(answer.text().contains("srd-5"), "{}", answer.text());
    let lost = [("mcp-session-id", "none")];
    assert_eq!(http.post(&lost, &call).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_are_turned_away() {
    let http = listening(None).await;
    let port = http.addr.port();
    let local = format!("localhost:{port}");
    let own = format!("http://{local}");
    assert_eq!(http.hello(&[("host", &local), ("origin", &own)]).await.status, 200);
    assert_eq!(http.hello(&[("host", "table.example")]).await.status, 200);
    for headers in [
        [("host", "evil.example"), ("origin", own.as_str())],
        [("host", local.as_str()), ("origin", "http://evil.example")],
        [("host", local.as_str()), ("origin", "null")],
    ] {
        assert_eq!(http.hello(&headers).await.status, 403, "{headers:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_asked_for() {
    let http = listening(Some("a-long-secret-of-mine")).await;
    let answer = http.hello(&[]).await;
    assert_eq!(answer.status, 401);
    assert!(answer.head.to_lowercase().contains("www-authenticate: bearer"), "{}", answer.head);
    for (sent, status) in [
        ("Bearer a-long-secret-of-mine", 200),
        ("Bearer a-long-secret-of-min", 401),
        ("Basic a-long-secret-of-mine", 401),
    ] {
        assert_eq!(http.hello(&[("authorization", sent)]).await.status, status, "{sent}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_taken_is_named() {
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let addr = taken.local_addr().expect("an address");
    let server = McpServer::open(&Settings::default()).await.expect("it opens");
    let settings = HttpSettings { addr, token: None, hosts: Vec::new() };
    let error = server.listen(&settings).await.expect_err("somebody else listens there");
    assert!(matches!(&error, ServeError::Address(at, _) if *at == addr), "{error}");
}
