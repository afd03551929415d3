//! Keys: permissions to act and to see. A key is a link; there are no accounts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Role of a key, which decides what it permits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Everything on this server.
    Host,
    /// Everything in one encounter.
    GameMaster,
    /// Acts for some combatants of one encounter.
    Seat,
    /// Looks on at one encounter.
    Spectator,
}

/// Role, encounter and combatants of the key of a request.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// The role.
    pub role: Role,
    /// The encounter; `null` for the host.
    pub encounter: Option<String>,
    /// Name of the seat.
    pub name: Option<String>,
    /// Combatants it acts for.
    pub combatants: Vec<String>,
}

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Key {
    /// Its id.
    pub id: String,
    /// Role of the key.
    pub role: Role,
    /// Name of the seat.
    pub name: String,
    /// Combatants it acts for.
    pub combatants: Vec<String>,
    /// Milliseconds since 1970 at which it was made or renewed.
    pub created: u64,
}

/// A key with its link, told once.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewKey {
    /// The key.
    pub key: Key,
    /// Secret to send after `Authorization: Bearer`.
    pub secret: String,
    /// The link to open or hand on.
    pub link: String,
    /// The link as a QR code: rows of `#` for dark and `.` for light.
    pub qr: Vec<String>,
}

/// A key to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "role": "seat", "name": "Mara", "combatants": ["Ana"] }))]
pub struct KeyRequest {
    /// Role of the key; not `host`.
    pub role: Role,
    /// Name of the seat, on one line; if it is empty, the seat is named after its combatants.
    #[serde(default)]
    #[schema(max_length = 80, pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$")]
    pub name: String,
    /// Combatants it acts for.
    #[serde(default)]
    pub combatants: Vec<String>,
}

/// Changes to a seat; what is missing stays as it is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    /// New name of the seat, on one line.
    #[serde(default)]
    #[schema(max_length = 80, pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$")]
    pub name: Option<String>,
    /// Combatants it acts for.
    #[serde(default)]
    pub combatants: Option<Vec<String>>,
}

/// The keys of an encounter.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Keys {
    /// Every valid key, oldest first.
    pub keys: Vec<Key>,
}

/// A seat, as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Seat {
    /// Name of the seat.
    pub name: String,
    /// Combatants it acts for.
    pub combatants: Vec<String>,
}
