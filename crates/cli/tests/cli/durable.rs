//! The data file of a real server: stopped under load, copied, damaged, on a full disk.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::serving::{Fight, Serving, ask, pause};
use crate::support::{Outcome, scratch, turnwright};

/// Writes up to 900 notes into a fight, until the server is gone. Returns how many were
/// acknowledged; with `stop`, that is the next multiple of 50.
fn write_notes(address: &str, fight: &Fight, stop: &AtomicBool) -> u64 {
    let path = format!("/api/v1/encounters/{}/notes", fight.id);
    let mut acknowledged = 0;
    for nth in 0..900 {
        let note = json!({ "text": format!("note {nth}") });
        match ask(address, "POST", &path, &fight.master, &note) {
            Ok((200, _)) => acknowledged += 1,
            Ok((503, _)) | Err(_) => break,
            Ok((status, value)) => panic!("{status}: {value}"),
        }
        if stop.load(Ordering::Relaxed) && acknowledged % 50 == 0 {
            break;
        }
    }
    acknowledged
}

#[cfg(unix)]
#[test]
fn after_a_clean_stop_under_load_the_one_file_has_everything() {
    for (nth, signal) in ["-TERM", "-INT", "-TERM"].into_iter().enumerate() {
        let folder = scratch(&format!("stop-{nth}"));
        let file = folder.join("data.db");
        let serving = Serving::start(&file);
        let address = serving.told("address");
        let fights: Vec<Arc<Fight>> = (0..3).map(|_| Arc::new(serving.fight())).collect();
        let never = Arc::new(AtomicBool::new(false));
        let writers: Vec<_> = fights
            .iter()
            .map(|fight| {
                let (address, fight, never) = (address.clone(), fight.clone(), never.clone());
                std::thread::spawn(move || write_notes(&address, &fight, &never))
            })
            .collect();
        // Waits until each writer has written more than 15 notes.
        let path = |fight: &Fight| format!("/api/v1/encounters/{}/state", fight.id);
        for fight in &fights {
            for _ in 0..3000 {
                let (_, state) = serving.ask("GET", &path(fight), &Value::Null);
                if state["sequence"].as_u64() > Some(15) {
                    break;
                }
                pause();
            }
        }
        assert_eq!(serving.stop(signal), Some(0), "{signal}");
        let acknowledged: Vec<u64> =
            writers.into_iter().map(|it| it.join().expect("it ends")).collect();
        let copy = scratch(&format!("copy-{nth}")).join("copied.db");
        std::fs::copy(&file, &copy).expect("it can be copied");
        for left in ["data.db-wal", "data.db-shm"] {
            assert!(!folder.join(left).exists(), "{left} is left");
        }
        let serving = Serving::start(&copy);
        for (fight, acknowledged) in fights.iter().zip(acknowledged) {
            assert!(acknowledged > 15, "it was stopped before anything was written");
            let (status, state) = serving.ask("GET", &path(fight), &Value::Null);
            let found = state["sequence"].as_u64().expect("it has a number");
            assert_eq!(status, 200, "{state}");
            // One more note may have been written without an acknowledgement.
            assert!((acknowledged..=acknowledged + 1).contains(&found), "{acknowledged} {found}");
        }
        let (_, listed) = serving.ask("GET", "/api/v1/encounters", &Value::Null);
        assert_eq!(listed["encounters"].as_array().map(Vec::len), Some(3));
    }
}

#[test]
fn data_files_are_checked_repaired_and_backed_up() {
    let folder = scratch("tools");
    let file = folder.join("data.db");
    let text = |path: &std::path::Path| path.to_str().expect("it is text").to_owned();
    let (file_name, copy) = (text(&file), folder.join("copy.db"));
    let serving = Serving::start(&file);
    let fight = serving.fight();
    let acknowledged = write_notes(&serving.told("address"), &fight, &AtomicBool::new(true));
    assert_eq!(acknowledged, 50);
    // The server is running meanwhile.
    let Outcome { code, out, err } = turnwright(["db", "backup", &file_name, &text(&copy)], "");
    assert_eq!(code, 0, "{out}{err}");
    let Outcome { code, out, .. } = turnwright(["--json", "db", "check", &text(&copy)], "");
    let checked: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!((code, &checked["changes"], &checked["sound"]), (0, &json!(50), &json!(true)));
    let Outcome { code, err, .. } = turnwright(["db", "backup", &file_name, &text(&copy)], "");
    assert_eq!(code, 2);
    assert!(err.contains("exists already"), "{err}");
    let Outcome { code, err, .. } = turnwright(["db", "repair", &file_name], "");
    assert_eq!(code, 2);
    assert!(err.contains("in use"), "{err}");
    drop(serving);
    let Outcome { code, out, .. } = turnwright(["db", "repair", &file_name], "");
    assert_eq!((code, out.contains("nothing was changed")), (0, true), "{out}");
    // A byte of a note is damaged.
    let mut bytes = std::fs::read(&copy).expect("it can be read");
    let wanted = b"note 30";
    let at = bytes.windows(wanted.len()).position(|it| it == wanted).expect("it is in there");
    bytes[at..at + wanted.len()].copy_from_slice(b"nota 30");
    std::fs::write(&copy, bytes).expect("it can be written");
    let Outcome { code, out, .. } = turnwright(["db", "check", &text(&copy)], "");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("change 31 is not what it was") && out.contains("DAMAGED"), "{out}");
    let Outcome { code, out, .. } = turnwright(["db", "repair", &text(&copy)], "");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("30 of 50 changes are saved") && out.contains("copy.db.damaged"), "{out}");
    let Outcome { code, out, .. } = turnwright(["db", "check", &text(&copy)], "");
    assert_eq!((code, out.contains("sound, 1 fights with 30 changes")), (0, true), "{out}");
}

#[test]
fn the_log_is_structured_and_has_no_secrets() {
    let folder = scratch("log");
    let mut command = Serving::command(&folder.join("data.db"));
    let log = std::fs::File::create(folder.join("log")).expect("it can be made");
    command.args(["--log", "info", "--log-format", "json"]).stderr(log);
    let serving = Serving::of(command);
    let fight = serving.fight();
    write_notes(&serving.told("address"), &fight, &AtomicBool::new(true));
    let secrets = [serving.told("key"), fight.master.clone()];
    drop(serving);
    let log = std::fs::read_to_string(folder.join("log")).expect("it can be read");
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("`{line}` is no JSON")))
        .collect();
    let note = format!("/api/v1/encounters/{}/notes", fight.id);
    let is_note = |line: &&Value| line["path"] == note.as_str() && line["status"] == 200;
    assert_eq!(lines.iter().filter(is_note).count(), 50, "{log}");
    let listening = lines.iter().find(|line| line["message"] == "listening");
    assert!(listening.is_some_and(|line| line["level"] == "INFO"), "{log}");
    for secret in secrets {
        let (_, rest) = secret.split_once('.').expect("it has two parts");
        assert!(!log.contains(rest), "a key is in the log");
    }
}

/// Returns a command that runs a script with a disk of 4 MiB mounted at `$DISK`; `None` if this
/// system cannot mount one.
#[cfg(target_os = "linux")]
fn on_a_small_disk(script: &str, folder: &std::path::Path) -> Option<Command> {
    let works = Command::new("unshare")
        .args(["-rm", "mount", "-t", "tmpfs", "none"])
        .arg(folder)
        .output()
        .is_ok_and(|it| it.status.success());
    if !works {
        eprintln!("no disk can be mounted here, so a full one is not tried");
        return None;
    }
    let mut command = Command::new("unshare");
    let mount = "mount -t tmpfs -o size=4m none \"$DISK\"";
    command.args(["-rm", "sh", "-ec", &format!("{mount}\n{script}")]).env("DISK", folder);
    Some(command)
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_still_lets_the_server_start_and_read() {
    for is_killed in [false, true] {
        let folder = scratch(if is_killed { "full-killed" } else { "full" });
        let serving = Serving::start(&folder.join("data.db"));
        let fight = serving.fight();
        write_notes(&serving.told("address"), &fight, &AtomicBool::new(true));
        match is_killed {
            // A killed server leaves much of its data in the write-ahead log.
            true => drop(serving),
            false => assert_eq!(serving.stop("-TERM"), Some(0)),
        }
        assert_eq!(folder.join("data.db-wal").exists(), is_killed);
        let disk = scratch(if is_killed { "disk-killed" } else { "disk" });
        let script = "cp \"$MADE\"/data.db* \"$DISK/\"\nrm -f \"$DISK/data.db-shm\"\n\
                      cat /dev/zero > \"$DISK/filler\" 2>/dev/null || true\n\
                      exec \"$PROGRAM\" --json serve --addr 127.0.0.1:0 --db \"$DISK/data.db\"";
        let Some(mut command) = on_a_small_disk(script, &disk) else { return };
        command.env("MADE", &folder).env("PROGRAM", env!("CARGO_BIN_EXE_turnwright"));
        let serving = Serving::of(command);
        assert!(serving.ready["read_only"].is_string(), "{}", serving.ready);
        let state = format!("/api/v1/encounters/{}/state", fight.id);
        let (status, state) = serving.ask("GET", &state, &Value::Null);
        assert_eq!((status, &state["sequence"]), (200, &json!(50)), "{state}");
        let notes = format!("/api/v1/encounters/{}/notes", fight.id);
        let backups = ("/api/v1/backups".to_owned(), json!({ "name": "x" }));
        for (path, body) in [(notes, json!({ "text": "one more" })), backups] {
            let (status, refused) = serving.ask("POST", &path, &body);
            assert_eq!((status, refused["code"].as_str()), (507, Some("read-only")), "{refused}");
        }
        assert_eq!(serving.ask("GET", "/health", &Value::Null).0, 200);
        assert_eq!(serving.ask("GET", "/ready", &Value::Null).0, 503);
    }
}

#[test]
fn serve_prints_the_link_for_this_machine_and_how_phones_get_in() {
    let serving = Serving::start(&scratch("reach").join("data.db"));
    let (address, key) = (serving.told("address"), serving.told("key"));
    assert_eq!(serving.told("local"), format!("http://{address}/#key={key}"));
    assert_eq!(serving.ready["network"], json!([]), "it listens on this machine alone");
    let (status, now) = serving.ask("GET", "/api/v1/network", &Value::Null);
    let possible = serving.ready["possible"].as_array().map(Vec::len);
    assert_eq!((status, now["addresses"].as_array().map(Vec::len)), (200, possible));
    let (status, on) = serving.ask("PATCH", "/api/v1/network", &json!({ "listening": true }));
    let url = on["urls"][0].as_str().unwrap_or("");
    assert!(status == 200 && url.starts_with("http://127.0.0.2:"), "{on}");
    let (status, _) = ask(url.trim_start_matches("http://"), "GET", "/health", "", &Value::Null)
        .expect("phones get in");
    assert_eq!(status, 200);
}
