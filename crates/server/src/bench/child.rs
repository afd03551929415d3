//! The server as a process of its own.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde::Deserialize;

/// A running server; killed when it is let go of.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    pub(super) addr: SocketAddr,
    /// The host's key.
    pub(super) key: String,
}

#[derive(Deserialize)]
struct Ready {
    address: SocketAddr,
    key: String,
}

impl Process {
    /// Starts this very program as a server and waits until it listens.
    pub(super) fn start(folder: &Path) -> io::Result<Process> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["--json", "serve", "--addr", "127.0.0.1:0", "--rate", "100000"])
            .args(["--connections", "60000", "--db"])
            .arg(folder.join("bench.db"))
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        match serde_json::from_str::<Ready>(&line) {
            Ok(Ready { address, key }) => Ok(Process { child, addr: address, key }),
            Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(io::Error::other(format!("the server does not start: {line}")))
            }
        }
    }

    /// Ends it as a power cut would.
    pub(super) fn kill(mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }

    /// The most memory it has had, in bytes, where the system says so.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
