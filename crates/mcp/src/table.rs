//! The fights a server plays, and the key it plays each with.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::json;
use server::wire::{
    Created, EncounterRequest, Encounters, Key, KeyRequest, Keys, Me, NewKey, News, ProblemCode,
    Role, TableRequest,
};

use crate::refusal::Refusal;
use crate::tracker::{Tracker, escaped};

/// A tracker with the key that decides what a language model may see and do.
#[derive(Debug)]
pub(crate) struct Table {
    tracker: Tracker,
    key: String,
    me: Me,
    /// Combatants that the model plays; empty = the key decides.
    plays: Vec<String>,
    fights: Mutex<Fights>,
}

#[derive(Debug, Default)]
struct Fights {
    /// Keys of fights that are not played with the table's own key.
    keys: BTreeMap<String, String>,
    /// The fight that is meant if none is named.
    current: Option<String>,
}

/// A fight, and the key it is played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fight {
    /// Id of the encounter.
    pub(crate) id: String,
    /// Secret of the key.
    pub(crate) key: String,
}

impl Fight {
    /// Returns the path of a part of the fight in the tracker's API.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/encounters/{}/{rest}", escaped(&self.id))
    }
}

impl Table {
    /// Reads the role of a key at a tracker. With `plays`, every fight is played with a seat's key
    /// for these combatants, which only a host or a game master can make.
    pub(crate) async fn join(
        tracker: Tracker,
        key: String,
        plays: Vec<String>,
    ) -> Result<Table, Refusal> {
        let me: Me = tracker.get(&key, "/me").await?;
        let may_seat = matches!(me.role, Role::Host | Role::GameMaster);
        if !plays.is_empty() && !may_seat {
            return Err(Refusal::new(
                ProblemCode::Forbidden,
                "only the key of a host or a game master can be narrowed to single combatants",
            )
            .help("leave out --play: a player's key already plays its own combatants"));
        }
        let current = me.encounter.clone();
        let fights = Mutex::new(Fights { keys: BTreeMap::new(), current });
        Ok(Table { tracker, key, me, plays, fights })
    }

    /// Returns the tracker.
    pub(crate) fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// Returns the key for requests outside of fights. A table that plays single combatants sends
    /// none, so that it does not see creatures that the game master has made.
    pub(crate) fn key(&self) -> &str {
        if self.plays.is_empty() { &self.key } else { "" }
    }

    /// Returns the role in words: `game master`, `player of Ana`.
    pub(crate) fn role(&self) -> String {
        match (self.me.role, self.plays.as_slice()) {
            (Role::Host | Role::GameMaster, []) => "game master".to_owned(),
            (Role::Host | Role::GameMaster, names) => format!("player of {}", names.join(", ")),
            (Role::Seat, _) => format!("player of {}", self.me.combatants.join(", ")),
            (Role::Spectator, _) => "spectator".to_owned(),
        }
    }

    /// Whether the role may see and do everything in a fight.
    pub(crate) fn is_master(&self) -> bool {
        self.plays.is_empty() && matches!(self.me.role, Role::Host | Role::GameMaster)
    }

    /// Whether the role may start fights.
    pub(crate) fn may_start(&self) -> bool {
        self.me.role == Role::Host
    }

    /// Returns the fight that is asked for, or the one started last.
    pub(crate) async fn fight(&self, asked: Option<&str>) -> Result<Fight, Refusal> {
        let current = self.fights().current.clone();
        let Some(id) = asked.map(str::to_owned).or(current) else {
            let refusal = Refusal::new(ProblemCode::NotFound, "no fight has been started");
            return Err(refusal.help("call start_fight, or list_fights and name one as `fight`"));
        };
        if self.me.encounter.as_ref().is_some_and(|own| *own != id) {
            return Err(unknown(&id));
        }
        if self.plays.is_empty() {
            return Ok(Fight { id, key: self.key.clone() });
        }
        let known = self.fights().keys.get(&id).cloned();
        let key = match known {
            Some(key) => key,
            None => self.seat(&id).await?,
        };
        Ok(Fight { id, key })
    }

    /// Makes a new fight the current one. Fails if the combatants in `plays` are not in it; the
    /// current fight then stays the same.
    pub(crate) async fn begin(&self, created: &Created) -> Result<Fight, Refusal> {
        let id = created.encounter.id.clone();
        let fight = self.fight(Some(&id)).await?;
        self.fights().current = Some(id);
        Ok(fight)
    }

    /// Returns all fights of the tracker, and the id of the current one. Only a host gets a list.
    pub(crate) async fn list(&self) -> Result<(Encounters, Option<String>), Refusal> {
        let current = self.fights().current.clone();
        if self.me.role != Role::Host {
            return Ok((Encounters { encounters: Vec::new() }, current));
        }
        let listed: Encounters = self.tracker.get(&self.key, "/encounters").await?;
        Ok((listed, current))
    }

    /// Creates a fight from a request, with the table's own key.
    pub(crate) async fn create(&self, request: &EncounterRequest) -> Result<Created, Refusal> {
        self.tracker.post(&self.key, "/encounters", request).await
    }

    /// Changes how a fight's table plays, with the table's own key.
    pub(crate) async fn change_table(
        &self,
        id: &str,
        change: &TableRequest,
    ) -> Result<News, Refusal> {
        let path = format!("/encounters/{}/table", escaped(id));
        self.tracker.patch(&self.key, &path, change).await
    }

    /// Makes a key for the combatants in `plays`, or renews the one that an earlier run made.
    async fn seat(&self, id: &str) -> Result<String, Refusal> {
        let path = format!("/encounters/{}/keys", escaped(id));
        let keys: Keys = self.tracker.get(&self.key, &path).await?;
        let name = format!("model for {}", self.plays.join(", "));
        let is_same = |key: &&Key| key.role == Role::Seat && key.name == name;
        let made: NewKey = match keys.keys.iter().find(is_same) {
            Some(key) => {
                let path = format!("{path}/{}/renew", escaped(&key.id));
                self.tracker.post(&self.key, &path, &json!({})).await?
            }
            None => {
                let combatants = self.plays.clone();
                let request = KeyRequest { role: Role::Seat, name, combatants };
                self.tracker.post(&self.key, &path, &request).await?
            }
        };
        self.fights().keys.insert(id.to_owned(), made.secret.clone());
        Ok(made.secret)
    }

    fn fights(&self) -> MutexGuard<'_, Fights> {
        self.fights.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown(id: &str) -> Refusal {
    let message = format!("there is no fight `{id}`, or not for this key");
    Refusal::new(ProblemCode::NotFound, message)
}
