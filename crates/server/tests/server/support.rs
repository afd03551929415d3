//! A server for a test, and a client that checks every answer against the OpenAPI document.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use server::client::{Client, Events};
use server::{Server, Settings};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::contract;

/// A running server with a data file of its own.
pub(crate) struct Place {
    pub(crate) addr: SocketAddr,
    /// The host's key.
    pub(crate) host: String,
    pub(crate) folder: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<std::io::Result<()>>>,
}

/// An encounter with keys to it.
#[derive(Clone)]
pub(crate) struct Fight {
    pub(crate) id: String,
    pub(crate) master: String,
    pub(crate) screen: String,
}

pub(crate) fn scratch() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let nth = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("turnwright-{}-{nth}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// A fight in which two of one side can act in an instant and their foe cannot.
pub(crate) const INSTANT: &str = r#"
ruleset = "collective"
[[combatant]]
name = "Ana"
side = "pcs"
grants = "1IP"
[[combatant]]
name = "Bea"
side = "pcs"
grants = "1IS"
[[combatant]]
name = "Orc"
side = "monsters"
grants = "1P"
"#;

/// Settings for a server on a loopback address, with room for as many requests as a test likes.
pub(crate) fn settings(folder: &Path) -> Settings {
    let mut settings = Settings::new(folder.join("data.db"));
    settings.addr = SocketAddr::from(([127, 0, 0, 1], 0));
    settings.network = IpAddr::from([127, 0, 0, 2]);
    settings.rate = (10_000.0, 10_000.0);
    settings
}

impl Place {
    pub(crate) async fn start() -> Place {
        Place::at(scratch(), (10_000.0, 10_000.0)).await
    }

    pub(crate) async fn at(folder: PathBuf, rate: (f64, f64)) -> Place {
        let mut settings = settings(&folder);
        settings.rate = rate;
        Place::with(folder, settings).await
    }

    /// A server with settings of its own.
    pub(crate) async fn with(folder: PathBuf, settings: Settings) -> Place {
        let server = Server::start(&settings).await.expect("it starts");
        let (addr, host) = (server.addr, server.secret.clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Place { addr, host, folder, stop: Some(stop), serving: Some(serving) }
    }

    /// Stops the server and starts another one on the same file.
    pub(crate) async fn restart(mut self) -> Place {
        drop(self.stop.take());
        if let Some(serving) = self.serving.take() {
            serving.await.expect("it ends").expect("it ends well");
        }
        let folder = std::mem::take(&mut self.folder);
        Place::at(folder, (10_000.0, 10_000.0)).await
    }

    /// Stops the server; its folder stays.
    pub(crate) async fn stop(self) -> PathBuf {
        let (folder, ended) = self.end().await;
        ended.expect("it ends well");
        folder
    }

    /// Stops the server and tells how it ended; its folder stays.
    pub(crate) async fn end(mut self) -> (PathBuf, std::io::Result<()>) {
        drop(self.stop.take());
        let ended = match self.serving.take() {
            Some(serving) => serving.await.expect("it ends"),
            None => Ok(()),
        };
        (std::mem::take(&mut self.folder), ended)
    }

    /// Makes a request and checks the answer against the document.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        key: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> (u16, Value) {
        let mut client = Client::connect(self.addr).await.expect("it listens");
        let full = format!("/api/v1{path}");
        let answer = client.send(method, &full, key, headers, body).await.expect("it answers");
        let value = match serde_json::from_slice(&answer.body) {
            Ok(value) => value,
            Err(_) => Value::String(answer.text()),
        };
        contract::check(method, path, answer.status, &value);
        (answer.status, value)
    }

    pub(crate) async fn get(&self, path: &str, key: &str) -> (u16, Value) {
        self.send("GET", path, key, &[], b"").await
    }

    pub(crate) async fn call(
        &self,
        method: &str,
        path: &str,
        key: &str,
        body: Value,
    ) -> (u16, Value) {
        self.send(method, path, key, &[], body.to_string().as_bytes()).await
    }

    /// The same, which must succeed.
    pub(crate) async fn good(&self, method: &str, path: &str, key: &str, body: Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, value) = self.send(method, path, key, &[], body.as_bytes()).await;
        assert_eq!(status, 200, "{method} {path}: {value}");
        value
    }

    /// An encounter from an example.
    pub(crate) async fn fight(&self, example: &str) -> Fight {
        let (ruleset, name) = example.split_once('/').unwrap_or(("collective", example));
        let from = json!({ "kind": "example", "ruleset": ruleset, "name": name });
        let request = json!({ "from": from, "seed": 7 });
        self.made(self.good("POST", "/encounters", &self.host, request).await)
    }

    /// An encounter from the text of a setup.
    pub(crate) async fn fight_of(&self, setup: &str) -> Fight {
        let request = json!({ "from": { "kind": "setup", "text": setup } });
        self.made(self.good("POST", "/encounters", &self.host, request).await)
    }

    /// Every example of every ruleset.
    pub(crate) async fn examples(&self) -> Vec<String> {
        let all = self.good("GET", "/rulesets", "", Value::Null).await;
        let rulesets = all["rulesets"].as_array().expect("there are some").clone();
        let names = rulesets.iter().flat_map(|ruleset| {
            let examples = ruleset["examples"].as_array().expect("it has a list");
            let id = ruleset["id"].as_str().expect("it has an id");
            let name = |one: &Value| one["name"].as_str().expect("it has a name").to_owned();
            examples.iter().map(move |one| format!("{id}/{}", name(one)))
        });
        names.collect()
    }

    pub(crate) fn made(&self, created: Value) -> Fight {
        let text = |path: &str| {
            let found = created.pointer(path).and_then(Value::as_str);
            found.expect("it is told").to_owned()
        };
        Fight {
            id: text("/encounter/id"),
            master: text("/game_master/secret"),
            screen: text("/spectator/secret"),
        }
    }

    /// A seat for some combatants.
    pub(crate) async fn seat(&self, fight: &Fight, name: &str, combatants: &[&str]) -> String {
        let request = json!({ "role": "seat", "name": name, "combatants": combatants });
        let path = format!("/encounters/{}/keys", fight.id);
        let made = self.good("POST", &path, &fight.master, request).await;
        made["secret"].as_str().expect("it is told").to_owned()
    }

    pub(crate) async fn state(&self, fight: &Fight, key: &str) -> Value {
        self.good("GET", &format!("/encounters/{}/state", fight.id), key, Value::Null).await
    }

    /// Gives a command in words, which must be accepted.
    pub(crate) async fn say(&self, fight: &Fight, key: &str, text: &str) -> Value {
        let (status, value) = self.try_say(fight, key, text).await;
        assert_eq!(status, 200, "{text}: {value}");
        value
    }

    pub(crate) async fn try_say(&self, fight: &Fight, key: &str, text: &str) -> (u16, Value) {
        let state = self.state(fight, &fight.master).await;
        let request = json!({
            "expected": state["sequence"],
            "command": { "kind": "text", "text": text },
        });
        self.call("POST", &format!("/encounters/{}/commands", fight.id), key, request).await
    }

    pub(crate) async fn listen(&self, fight: &Fight, key: &str, after: &str) -> Events {
        let client = Client::connect(self.addr).await.expect("it listens");
        let path = format!("/api/v1/encounters/{}/events{after}", fight.id);
        client.listen(&path, key, &[]).await.expect("it streams")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(self.stop.take());
        if !self.folder.as_os_str().is_empty() {
            // A folder that stays behind is no reason to fail.
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}
