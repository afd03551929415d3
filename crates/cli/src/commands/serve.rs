//! `turnwright serve`: the tracker.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use serde_json::json;
use server::{Server, Settings, terminal_qr};

use crate::out;

/// Serves encounters to game master, players and screens.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The data file; it is made if there is none.
    #[arg(long, value_name = "FILE", default_value = "turnwright.db")]
    db: PathBuf,
    /// Where to listen. `0.0.0.0:7777` lets others in the same network in.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7777")]
    addr: SocketAddr,
    /// Where people reach it, if that is another address, as behind a proxy.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Requests a second that one key may make in the long run; four times as many at once.
    #[arg(long, value_name = "NUMBER", default_value_t = 50.0)]
    rate: f64,
    /// Opens the host's link in the browser.
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let mut settings = Settings::new(args.db.clone());
    settings.addr = args.addr;
    settings.public_url = args.public_url.clone();
    settings.rate = (args.rate.max(1.0), args.rate.max(1.0) * 4.0);
    server::serve(&settings, |server| {
        // A terminal that is gone is no reason not to serve.
        let _ = tell(args, server, json);
        if args.open {
            open(&server.link);
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

fn tell(args: &Args, server: &Server, json: bool) -> std::io::Result<()> {
    if json {
        return out::value(&json!({
            "address": server.addr.to_string(),
            "link": server.link,
            "key": server.secret,
            "file": args.db.to_string_lossy(),
        }));
    }
    let reach = match server.addr.ip().is_loopback() && args.public_url.is_none() {
        true => "only from this machine; --addr 0.0.0.0:7777 lets phones in the same network in",
        false => "from wherever this address can be reached",
    };
    out::text(&format!(
        "Turnwright is running, data in {}\n\n  {}\n\n\
         That is the host's link: keep it to yourself. Players and screens get theirs in the \
         tracker.\nReached {reach}.\n\n{}\nCtrl-C stops it.",
        args.db.display(),
        server.link,
        terminal_qr(&server.link),
    ))
}

/// Opens a link in the browser, if this machine knows how.
fn open(link: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        eprintln!("the browser cannot be opened ({error}); open the link yourself");
    }
}
