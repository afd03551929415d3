//! The server as a process: the example clients play on it, and it survives being killed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::serving::Serving;
use crate::support::{Outcome, scratch, turnwright};

fn client(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/clients").join(name)
}

/// The examples of the API guide run unchanged and have at most 60 lines, as the guide says.
#[test]
fn the_example_clients_play() {
    let serving = Serving::start(&scratch("clients").join("data.db"));
    let (address, key) = (format!("http://{}", serving.told("address")), serving.told("key"));
    for (program, name) in [("python3", "client.py"), ("node", "client.mjs")] {
        let path = client(name);
        let text = std::fs::read_to_string(&path).expect("it is there");
        assert!(text.lines().count() <= 60, "{name} has {} lines", text.lines().count());
        let run = Command::new(program).arg(&path).args([&address, &key, "12"]).output();
        let Ok(run) = run else {
            eprintln!("{program} is not here, so {name} is not tried");
            continue;
        };
        let (out, err) =
            (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success(), "{name}: {out}{err}");
        // Messages of the stream may be printed after the client's last line.
        assert!(out.lines().any(|line| line.starts_with("12 changes; ")), "{name}: {out}");
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let Outcome { code, out, err } = turnwright(["bench", "serve", "kill", "--times", "4"], "");
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("killed 4 times"), "{out}");
}

#[test]
fn a_data_file_of_something_else_is_refused_with_words() {
    let folder = scratch("foreign");
    let file = folder.join("data.db");
    std::fs::write(&file, "a text that is no database, and long enough to be read as one ....")
        .expect("it can be written");
    let path = file.to_str().expect("it is text");
    let Outcome { code, err, .. } = turnwright(["serve", "--db", path], "");
    assert_eq!(code, 2);
    assert!(err.contains("none of Turnwright's; choose another file with --db"), "{err}");
}
