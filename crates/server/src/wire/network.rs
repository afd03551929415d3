//! Addresses at which others in the local network reach the server.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How others in the local network reach the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Network {
    /// Phones and other machines can reach the server now.
    pub listening: bool,
    /// The host can switch that here; otherwise it was decided when the server was started.
    pub switchable: bool,
    /// Where they reach it, the likeliest first; empty if they cannot.
    pub urls: Vec<String>,
    /// Addresses this machine has in local networks, the likeliest first.
    pub addresses: Vec<String>,
}

/// Whether others in the local network are to reach the server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NetworkRequest {
    /// Listen for them, or no longer.
    pub listening: bool,
}
