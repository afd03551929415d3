//! `turnwright serve`: starts the tracker.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use serde_json::json;
use server::{Reach, Server, Settings, terminal_qr};
use tracing_subscriber::filter::LevelFilter;

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
    /// Requests a second that one key may make in the long run; four times as many at once, and
    /// four times as many for all keys at one address together.
    #[arg(long, value_name = "NUMBER", default_value_t = 50.0)]
    rate: f64,
    /// Connections one address may have at once. Behind a proxy all have the same address.
    #[arg(long, value_name = "NUMBER", default_value_t = 256)]
    connections: usize,
    /// Seconds until a fight that nobody uses is released from memory.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    idle: u64,
    /// Level up to which events are written to standard error.
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: Level,
    /// How it is written: lines for people or one JSON object a line.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log_format: Format,
    /// Where it listens once the host lets the network in.
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0", hide = true)]
    network: IpAddr,
    /// Opens the host's link in the browser.
    #[arg(long)]
    open: bool,
}

/// Levels of the log.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Level {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

/// Formats of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    log(args.log, args.log_format);
    let mut settings = Settings::new(args.db.clone());
    settings.addr = args.addr;
    settings.public_url = args.public_url.clone();
    settings.rate = (args.rate.max(1.0), args.rate.max(1.0) * 4.0);
    settings.connections = args.connections.max(1);
    settings.idle = Duration::from_secs(args.idle.max(1));
    settings.network = args.network;
    server::serve(&settings, |server| {
        // The server also runs after its terminal is closed.
        let _ = tell(args, server, json);
        if args.open {
            open(&server.link);
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Starts writing the log to standard error.
fn log(level: Level, format: Format) {
    let level = match level {
        Level::Off => LevelFilter::OFF,
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
    };
    let lines = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_target(false);
    match format {
        Format::Text => lines.init(),
        Format::Json => lines.json().flatten_event(true).init(),
    }
}

fn tell(args: &Args, server: &Server, json: bool) -> std::io::Result<()> {
    let Reach { local, network, possible } = &server.reach;
    if json {
        return out::value(&json!({
            "address": server.addr.to_string(),
            "link": server.link,
            "local": local,
            "network": network,
            "possible": possible,
            "key": server.secret,
            "file": args.db.to_string_lossy(),
            "read_only": server.read_only,
        }));
    }
    let port = server.addr.port();
    let phones = match (network.as_slice(), possible.first()) {
        ([], None) => "This machine is in no network: phones cannot reach it.".to_owned(),
        ([], Some(address)) => format!(
            "Phones cannot reach it yet. Let them in with one click in the tracker (Invite), or\n\
             start it with `--addr 0.0.0.0:{port}`; this machine is then {address}"
        ),
        (links, _) => {
            format!("From phones and other machines in the network:\n\n  {}", links.join("\n  "))
        }
    };
    let warning = server.read_only.as_ref().map_or_else(String::new, |why| {
        format!("NOTHING CAN BE WRITTEN ({why}).\nFights can be read, not changed.\n\n")
    });
    out::text(&format!(
        "Turnwright is running, data in {}\n\n{warning}On this machine:\n\n  {local}\n\n\
         {phones}\n\n\
         The link is the host's: keep it to yourself. Players and screens get theirs in the \
         tracker.\n\n{}\nCtrl-C stops it.",
        args.db.display(),
        terminal_qr(&server.link),
    ))
}

/// Opens a link in the system's browser. Prints a message if that fails.
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
