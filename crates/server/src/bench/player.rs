//! A player that gives commands without a plan: attacks, answers, dice, ends of turns.

use std::io;
use std::net::SocketAddr;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::client::{Answer, Client};

/// A player with a connection to the server.
#[derive(Debug)]
pub(super) struct Player {
    client: Client,
    pub(super) encounter: String,
    pub(super) key: String,
    pub(super) screen: String,
    /// State of the encounter that the player received last.
    pub(super) seen: Seen,
    turns: u64,
}

/// The part of an encounter's state that a player uses.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Seen {
    pub(super) sequence: u64,
    pub(super) decision: Waits,
}

/// Decision that the encounter waits for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Waits {
    pub(super) kind: String,
    #[serde(default)]
    pub(super) text: String,
    #[serde(default)]
    who: Vec<String>,
}

#[derive(Deserialize)]
struct Told {
    state: Seen,
}

/// Weapon of each combatant of the example encounter.
const WEAPONS: [(&str, &str); 6] = [
    ("Ana", "longsword"),
    ("Bran", "longbow"),
    ("Cleo", "mace"),
    ("Dara", "staff"),
    ("Orc", "axe"),
    ("Gruk", "great-axe"),
];

impl Player {
    /// Creates an encounter from an example and reads its state.
    pub(super) async fn sit(addr: SocketAddr, host: &str, seed: u64) -> io::Result<Player> {
        let mut client = Client::connect(addr).await?;
        let from = json!({ "kind": "example", "ruleset": "collective", "name": "skirmish" });
        let request = json!({ "from": from, "seed": seed }).to_string();
        let path = "/api/v1/encounters";
        let answer = client.send("POST", path, host, &[], request.as_bytes()).await?;
        let made: Value = answer.json()?;
        let text = |path: &str| {
            let found = made.pointer(path).and_then(Value::as_str).map(str::to_owned);
            found.ok_or_else(|| io::Error::other(answer.text()))
        };
        let (encounter, key) = (text("/encounter/id")?, text("/game_master/secret")?);
        let screen = text("/spectator/secret")?;
        let waits = Waits { kind: String::new(), text: String::new(), who: Vec::new() };
        let seen = Seen { sequence: 0, decision: waits };
        let mut player = Player { client, encounter, key, screen, seen, turns: seed };
        player.look().await?;
        Ok(player)
    }

    /// Connects again, to a server that may be a new process.
    pub(super) async fn come_back(&mut self, addr: SocketAddr) -> io::Result<()> {
        self.client = Client::connect(addr).await?;
        Ok(())
    }

    /// Returns the address of a part of the encounter.
    pub(super) fn path(&self, what: &str) -> String {
        format!("/api/v1/encounters/{}/{what}", self.encounter)
    }

    /// Requests a part of the encounter.
    pub(super) async fn get(&mut self, what: &str) -> io::Result<Answer> {
        let path = self.path(what);
        self.client.send("GET", &path, &self.key, &[], b"").await
    }

    /// Reads the state of the encounter.
    pub(super) async fn look(&mut self) -> io::Result<()> {
        self.seen = self.get("state").await?.json()?;
        Ok(())
    }

    /// Returns the next command as the body of a request.
    pub(super) fn next(&mut self) -> String {
        self.turns = self.turns.wrapping_add(1);
        let command = match (self.seen.decision.kind.as_str(), self.seen.decision.who.first()) {
            ("rule", _) => json!({ "kind": "text", "text": "rule default" }),
            ("roll", _) => json!({ "kind": "roll" }),
            ("act", Some(who)) if self.turns.is_multiple_of(3) => {
                let weapon = WEAPONS.iter().find(|(name, _)| who.starts_with(name));
                let weapon = weapon.map_or("talk", |(_, weapon)| weapon);
                let foes = who.starts_with("Orc") || who.starts_with("Gruk");
                let target = if foes { "Ana" } else { "Orc 1" };
                json!({ "kind": "declare", "actor": who, "activity": weapon, "target": target })
            }
            ("act", _) => json!({ "kind": "end" }),
            _ => json!({ "kind": "pass" }),
        };
        json!({ "expected": self.seen.sequence, "command": command }).to_string()
    }

    /// Gives a command. Returns true if the server accepts it, false if the rules deny it.
    pub(super) async fn give(&mut self, request: &str) -> io::Result<bool> {
        let path = self.path("commands");
        let answer = self.client.send("POST", &path, &self.key, &[], request.as_bytes()).await?;
        match answer.status {
            200 => {
                self.seen = answer.json::<Told>()?.state;
                Ok(true)
            }
            422 => Ok(false),
            status => Err(io::Error::other(format!("{status}: {}", answer.text()))),
        }
    }
}
