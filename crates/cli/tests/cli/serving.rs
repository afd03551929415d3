//! A server as a process, and requests to it over plain sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Time limit of every wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that is killed at the end of the test.
pub(crate) struct Serving {
    pub(crate) child: Child,
    /// The line it printed when it was ready.
    pub(crate) ready: Value,
}

/// A fight with the key of its game master.
pub(crate) struct Fight {
    pub(crate) id: String,
    pub(crate) master: String,
}

impl Serving {
    /// Starts a server on a data file and waits until it listens.
    pub(crate) fn start(file: &Path) -> Serving {
        Serving::of(Serving::command(file))
    }

    /// Returns the command that starts a server.
    pub(crate) fn command(file: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnwright"));
        command.args(["--json", "serve", "--addr", "127.0.0.1:0", "--network", "127.0.0.2"]);
        command.args(["--rate", "100000", "--db"]).arg(file);
        command
    }

    /// Starts a server by a command and waits until it listens.
    pub(crate) fn of(mut command: Command) -> Serving {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it has an output");
        BufReader::new(out).read_line(&mut line).expect("it says where it is");
        let ready = serde_json::from_str(&line).unwrap_or_else(|_| panic!("it says `{line}`"));
        Serving { ready, child }
    }

    /// Returns a field of the line that it printed when it was ready.
    pub(crate) fn told(&self, name: &str) -> String {
        self.ready[name].as_str().expect("it is told").to_owned()
    }

    /// Makes a request with the host's key.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        ask(&self.told("address"), method, path, &self.told("key"), body).expect("it answers")
    }

    /// Creates a fight from an example.
    pub(crate) fn fight(&self) -> Fight {
        let from = json!({ "kind": "example", "ruleset": "collective", "name": "skirmish" });
        let (status, made) = self.ask("POST", "/api/v1/encounters", &json!({ "from": from }));
        assert_eq!(status, 200, "{made}");
        let text = |path: &str| made.pointer(path).and_then(Value::as_str).expect("it is told");
        let (id, master) = (text("/encounter/id"), text("/game_master/secret"));
        Fight { id: id.to_owned(), master: master.to_owned() }
    }

    /// Sends a signal and waits until the server stops. Returns its exit code.
    #[cfg(unix)]
    pub(crate) fn stop(mut self, signal: &str) -> Option<i32> {
        let id = self.child.id().to_string();
        let told = Command::new("kill").args([signal, &id]).status().expect("there is a `kill`");
        assert!(told.success());
        let start = Instant::now();
        loop {
            match self.child.try_wait().expect("it is a child") {
                Some(ended) => return ended.code(),
                None if start.elapsed() > PATIENCE => panic!("it does not stop"),
                None => pause(),
            }
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits 10 ms.
pub(crate) fn pause() {
    let (_keep, never) = std::sync::mpsc::channel::<()>();
    let _ = never.recv_timeout(Duration::from_millis(10));
}

/// Makes a request over a new connection.
pub(crate) fn ask(
    address: &str,
    method: &str,
    path: &str,
    key: &str,
    body: &Value,
) -> std::io::Result<(u16, Value)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\n{kind}\
         content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let broken = || std::io::Error::other(format!("no answer: {answer}"));
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(broken)?;
    let status = head.get(9..12).and_then(|it| it.parse().ok()).ok_or_else(broken)?;
    let whole = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    if whole.is_some_and(|length| length.parse() != Ok(body.len())) {
        return Err(broken());
    }
    Ok((status, serde_json::from_str(body).unwrap_or(Value::String(body.to_owned()))))
}
