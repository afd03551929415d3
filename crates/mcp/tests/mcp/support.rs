//! A client that speaks JSON-RPC by itself, one line a message.

use std::path::PathBuf;
use std::sync::Arc;

use mcp::{McpServer, Settings};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

use crate::schema;

/// Capacity of the pipe between client and server, in bytes.
const PIPE: usize = 1 << 20;

pub(crate) struct Client {
    reader: BufReader<ReadHalf<DuplexStream>>,
    writer: WriteHalf<DuplexStream>,
    next: u64,
    /// Answer to `initialize`.
    pub(crate) hello: Value,
    /// Tools as they were listed.
    pub(crate) tools: Vec<Value>,
}

/// Opens a server with a tracker of its own.
pub(crate) async fn own_server(plays: &[&str]) -> Arc<McpServer> {
    let plays = plays.iter().map(|&name| name.to_owned()).collect();
    server(Settings { plays, ..Settings::default() }).await
}

/// Opens a server.
pub(crate) async fn server(settings: Settings) -> Arc<McpServer> {
    Arc::new(McpServer::open(&settings).await.expect("the server opens"))
}

impl Client {
    /// Connects to a server over a pipe and begins a session.
    pub(crate) async fn connect(server: &Arc<McpServer>) -> Client {
        let (near, far) = tokio::io::duplex(PIPE);
        let (reader, writer) = tokio::io::split(far);
        let server = server.clone();
        tokio::spawn(async move { server.serve(reader, writer).await });
        let (reader, writer) = tokio::io::split(near);
        let reader = BufReader::new(reader);
        let mut client = Client { reader, writer, next: 0, hello: Value::Null, tools: Vec::new() };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        client.hello = client.request("initialize", hello).await.expect("a session begins");
        client.write(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        let listed = client.request("tools/list", json!({})).await.expect("tools are listed");
        client.tools = listed["tools"].as_array().expect("a list").clone();
        client
    }

    /// Sends a request. Returns the result, or the error of the protocol.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.next += 1;
        let id = self.next;
        self.write(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        loop {
            let mut line = String::new();
            self.reader.read_line(&mut line).await.expect("the server answers");
            assert!(!line.is_empty(), "the server has ended the session");
            let mut message: Value = serde_json::from_str(&line).expect("an answer is JSON");
            if message["id"] == json!(id) {
                return match message.get_mut("error") {
                    Some(error) => Err(error.take()),
                    None => Ok(message["result"].take()),
                };
            }
        }
    }

    /// Calls a tool. Returns the whole result.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        self.request("tools/call", params).await.expect("the tool can be called")
    }

    /// Calls a tool that must succeed. Returns its structured content, which fits the listed
    /// schema.
    pub(crate) async fn ok(&mut self, tool: &str, arguments: Value) -> Value {
        let mut result = self.call(tool, arguments).await;
        assert_ne!(result["isError"], json!(true), "{tool}: {}", text(&result));
        assert!(!text(&result).is_empty(), "{tool} says something in words");
        let listed = self.tools.iter().find(|it| it["name"] == tool).expect("it is listed");
        let content = result["structuredContent"].take();
        schema::check(&listed["outputSchema"], &content)
            .unwrap_or_else(|problem| panic!("{tool}: {problem}"));
        content
    }

    /// Calls a tool that must be refused. Returns the text of the refusal.
    pub(crate) async fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], json!(true), "{tool}: {}", text(&result));
        assert!(result.get("structuredContent").is_none(), "{tool}: only words");
        text(&result)
    }

    /// Carries out a line.
    pub(crate) async fn apply(&mut self, line: &str) -> Value {
        self.ok("apply", json!({ "lines": [line] })).await
    }

    /// Answers questions and ends turns, as a game master, until a combatant may act.
    pub(crate) async fn until_turn_of(&mut self, name: &str) {
        let mut waits_for = self.ok("state", json!({})).await["waits_for"].take();
        while waits_for["who"] != json!([name]) {
            let line = match waits_for["kind"].as_str() {
                Some("rule") => "rule first",
                Some("act") => "end",
                _ => panic!("nothing is known of {waits_for}"),
            };
            waits_for = self.apply(line).await["waits_for"].take();
        }
    }

    async fn write(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.writer.write_all(line.as_bytes()).await.expect("the server reads");
    }
}

/// Returns the text of a tool's result.
pub(crate) fn text(result: &Value) -> String {
    result["content"][0]["text"].as_str().unwrap_or_default().to_owned()
}

/// A tracker that runs apart from the server, as at a table.
pub(crate) struct Tracker {
    /// Its address.
    pub(crate) url: String,
    /// The host's key.
    pub(crate) key: String,
    addr: std::net::SocketAddr,
    folder: PathBuf,
}

impl Tracker {
    pub(crate) async fn start(name: &str) -> Tracker {
        let folder = std::env::temp_dir().join(format!("mcp-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut settings = server::Settings::new(folder.join("fights.db"));
        settings.addr = "127.0.0.1:0".parse().expect("an address");
        let server = server::Server::start(&settings).await.expect("the tracker starts");
        let (addr, key) = (server.addr, server.secret.clone());
        tokio::spawn(server.run(std::future::pending()));
        Tracker { url: format!("http://{addr}"), key, addr, folder }
    }

    /// Sends a request to the tracker itself, as its page does.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: Value) -> Value {
        let mut client = server::client::Client::connect(self.addr).await.expect("a connection");
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let path = format!("/api/v1{path}");
        let answer = client.send(method, &path, &self.key, &[], body.as_bytes()).await;
        let answer = answer.expect("the tracker answers");
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json().expect("JSON")
    }

    /// Opens a server that plays at this tracker with a key.
    pub(crate) async fn server(&self, key: &str, plays: &[&str]) -> Arc<McpServer> {
        server(Settings {
            tracker: Some(self.url.clone()),
            key: Some(key.to_owned()),
            plays: plays.iter().map(|&name| name.to_owned()).collect(),
            db: None,
        })
        .await
    }
}

impl Drop for Tracker {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
