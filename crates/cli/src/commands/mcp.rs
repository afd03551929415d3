//! `turnwright mcp`: serves fights to a language model.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use mcp::{HttpSettings, Settings};
use serde_json::json;

use crate::out;

/// Environment variable that holds the tracker's key. Lists of processes do not show it.
const KEY: &str = "TURNWRIGHT_KEY";
/// Environment variable that holds the token of clients.
const TOKEN: &str = "TURNWRIGHT_MCP_TOKEN";

/// Serves fights to a language model over the Model Context Protocol.
///
/// A desktop client starts it and talks to it over standard input and output. It plays at a running
/// tracker, with the rights of a key, or starts a tracker of its own.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A running tracker: its address, or a link with a key that it has given out.
    #[arg(long, value_name = "URL")]
    tracker: Option<String>,
    /// The key of a role at that tracker; otherwise TURNWRIGHT_KEY, or the one in the link.
    #[arg(long, value_name = "KEY", requires = "tracker")]
    key: Option<String>,
    /// The data file of its own tracker. Without it, fights last as long as the program.
    #[arg(long, value_name = "FILE", conflicts_with = "tracker")]
    db: Option<PathBuf>,
    /// The model plays this combatant, and sees what its player would see. May be repeated.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    play: Vec<String>,
    /// Listens for clients over HTTP, at this address.
    #[arg(long, value_name = "ADDRESS")]
    http: Option<SocketAddr>,
    /// A token that clients have to send over HTTP; otherwise TURNWRIGHT_MCP_TOKEN.
    #[arg(long, value_name = "TOKEN", requires = "http")]
    token: Option<String>,
    /// Another name that clients may call it by over HTTP. May be repeated.
    #[arg(long, value_name = "HOST", requires = "http")]
    allow_host: Vec<String>,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let settings = Settings {
        tracker: args.tracker.clone(),
        key: args.key.clone().or_else(|| variable(KEY).filter(|_| args.tracker.is_some())),
        db: args.db.clone(),
        plays: args.play.clone(),
    };
    let Some(addr) = args.http else {
        mcp::over_stdio(&settings, |server| {
            // Standard output belongs to the protocol.
            if let Some(link) = server.link() {
                eprintln!("The game master's way in, for people: {link}");
            }
        })?;
        return Ok(ExitCode::SUCCESS);
    };
    let token = args.token.clone().or_else(|| variable(TOKEN));
    let http = HttpSettings { addr, token, hosts: args.allow_host.clone() };
    mcp::over_http(&settings, &http, |server, listening| {
        let link = server.link();
        // The server also runs after its terminal is closed.
        let _ = if json {
            out::value(&json!({ "url": listening.url(), "link": link }))
        } else {
            let people = link.map_or_else(String::new, |link| {
                format!("\nThe game master's way in, for people: {link}")
            });
            out::text(&format!("Clients connect to {}{people}\nCtrl-C stops it.", listening.url()))
        };
    })?;
    Ok(ExitCode::SUCCESS)
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
