//! The MCP server as a process, as a desktop client starts it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::serving::Serving;
use crate::support::{Outcome, scratch, turnwright};

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn start(arguments: &[&str], folder: &std::path::Path) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnwright"));
        command.arg("mcp").args(arguments).env("TMPDIR", folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let input = child.stdin.take().expect("it has an input");
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        let mut client = Client { child, input, output };
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" } });
        client.ask(1, "initialize", &hello);
        client.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn write(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("it reads");
    }

    fn ask(&mut self, id: u32, method: &str, params: &Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.write(&message);
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        let answer: Value = serde_json::from_str(&line).expect("an answer is JSON");
        assert_eq!(answer["id"], json!(id), "{answer}");
        answer["result"].clone()
    }

    fn call(&mut self, id: u32, tool: &str, arguments: &Value) -> Value {
        self.ask(id, "tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    /// Closes the connection and returns the exit code of the server.
    fn leave(self) -> i32 {
        let Client { mut child, input, .. } = self;
        drop(input);
        child.wait().expect("it ends").code().unwrap_or(-1)
    }
}

#[test]
fn it_plays_and_leaves_nothing_behind() {
    let folder = scratch("mcp-own");
    let mut client = Client::start(&[], &folder);
    let start = json!({ "ruleset": "srd-5", "example": "duel" });
    let started = client.call(2, "start_fight", &start);
    assert_eq!(started["isError"], json!(false), "{started}");
    assert_eq!(client.leave(), 0);
    let left: Vec<_> = folder.read_dir().expect("it is there").flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn it_sits_at_the_table_of_a_running_tracker() {
    let folder = scratch("mcp-tracker");
    let serving = Serving::start(&folder.join("data.db"));
    let link = format!("http://{}/#key={}", serving.told("address"), serving.told("key"));
    let mut client = Client::start(&["--tracker", &link], &folder);
    let start = json!({ "ruleset": "srd-5", "example": "duel", "title": "Seen by both" });
    client.call(2, "start_fight", &start);
    let (_, listed) = serving.ask("GET", "/api/v1/encounters", &Value::Null);
    assert_eq!(listed["encounters"][0]["title"], "Seen by both");
    assert_eq!(client.leave(), 0);
}

#[test]
fn wrong_settings_are_told() {
    for (arguments, wanted) in [
        (&["mcp", "--tracker", "nowhere"][..], "no address of a tracker"),
        (&["mcp", "--tracker", "http://127.0.0.1:1/#key=k"], "does not answer"),
        (&["mcp", "--http", "0.0.0.0:0"], "set a token"),
        (&["mcp", "--http", "nowhere"], "invalid socket address"),
        (&["mcp", "--token", "0123456789abcdef"], "--http"),
        (&["mcp", "--db", "a.db", "--tracker", "http://a"], "cannot be used with"),
    ] {
        let Outcome { code, err, .. } = turnwright(arguments.iter().copied(), "");
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains(wanted), "{arguments:?}: {err}");
    }
}
