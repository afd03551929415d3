//! A server in a process of its own, for measurements.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde::Deserialize;

/// A running server process. Dropping it kills the process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    pub(super) addr: SocketAddr,
    /// Secret of the host's key.
    pub(super) key: String,
}

#[derive(Deserialize)]
struct Ready {
    address: SocketAddr,
    key: String,
}

impl Process {
    /// Starts this program as a server on a data file in the folder and waits until it listens.
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

    /// Kills the process at once, like a power cut.
    pub(super) fn kill(mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }

    /// Returns the largest memory use so far, in bytes; `None` if the system does not tell.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
