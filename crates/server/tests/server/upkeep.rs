//! A data file in use: whether it can be written, how it is closed, and copies that are stopped.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::json;
use server::client::Client;
use server::{Server, StartError, StoreError, data};

use crate::support::{INSTANT, Place, scratch, settings};

async fn probe(place: &Place, path: &str) -> (u16, String) {
    let mut client = Client::connect(place.addr).await.expect("it listens");
    let answer = client.send("GET", path, "", &[], b"").await.expect("it answers");
    (answer.status, answer.text())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_write_is_not_ready() {
    let place = Place::start().await;
    let read_only = "turnwright_read_only";
    assert_eq!(probe(&place, "/ready").await.0, 200);
    assert!(probe(&place, "/metrics").await.1.contains(&format!("{read_only} 0\n")));
    // Another program keeps the file from being written.
    let other = Connection::open(place.folder.join("data.db")).expect("it opens");
    other.execute_batch("BEGIN IMMEDIATE").expect("it can be locked");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let (status, why) = probe(&place, "/ready").await;
    assert_eq!(status, 503, "{why}");
    assert!(why.contains("locked"), "{why}");
    assert!(probe(&place, "/metrics").await.1.contains(&format!("{read_only} 1\n")));
    other.execute_batch("ROLLBACK").expect("it can be let go of");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(probe(&place, "/ready").await.0, 200);
    assert!(probe(&place, "/metrics").await.1.contains(&format!("{read_only} 0\n")));
    let shelf = other.query_row("SELECT count(*) FROM shelf", [], |row| row.get::<_, i64>(0));
    assert_eq!(shelf, Ok(0), "a probe leaves nothing behind");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_says_if_the_data_file_alone_is_not_whole() {
    let place = Place::start().await;
    let fight = place.fight_of(INSTANT).await;
    let reader = Connection::open(place.folder.join("data.db")).expect("it opens");
    let begin = "BEGIN; SELECT count(*) FROM entries;";
    reader.execute_batch(begin).expect("it can be read");
    let note = json!({ "text": "later than the reader" });
    let notes = format!("/encounters/{}/notes", fight.id);
    place.good("POST", &notes, &fight.master, note).await;
    let (folder, ended) = place.end().await;
    let words = ended.expect_err("the reader keeps it from being whole").to_string();
    assert!(words.contains("alone is not whole") && words.contains("data.db-wal"), "{words}");
    // Both files together are whole.
    let copies = scratch();
    for name in ["data.db", "data.db-wal"] {
        std::fs::copy(folder.join(name), copies.join(name)).expect("it can be copied");
    }
    let place = Place::with(copies.clone(), settings(&copies)).await;
    assert_eq!(place.state(&fight, &fight.master).await["sequence"], 1);
    drop(reader);
    // After another start and stop the one file is.
    let place = Place::with(folder.clone(), settings(&folder)).await;
    let folder = place.stop().await;
    assert!(!folder.join("data.db-wal").exists());
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

/// Returns the names of all files in a folder that begin with `name`.
fn files(folder: &Path, name: &str) -> Vec<String> {
    let all = folder.read_dir().expect("it can be read").flatten();
    let all = all.map(|entry| entry.file_name().to_string_lossy().into_owned());
    all.filter(|found| found.starts_with(name)).collect()
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_is_stopped_by_a_signal_leaves_nothing_behind() {
    use rustix::process::{Signal, getpid, kill_process};
    let place = Place::start().await;
    let folder = place.stop().await;
    let file = folder.join("data.db");
    let connection = Connection::open(&file).expect("it opens");
    for nth in 0..40 {
        let insert =
            "INSERT INTO shelf VALUES (?1, 'x', 'party', 'x', hex(randomblob(1 << 20)), 0)";
        connection.execute(insert, [nth.to_string()]).expect("it can be written");
    }
    drop(connection);
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let (from, to) = (file.clone(), folder.join("copy.db"));
        let copying = std::thread::spawn(move || data::back_up(&from, &to));
        while files(&folder, "copy.db").is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        kill_process(getpid(), signal).expect("it can be sent");
        let stopped = copying.join().expect("it ends").expect_err("it is stopped");
        assert!(matches!(stopped, StoreError::Stopped), "{stopped}");
        assert_eq!(files(&folder, "copy.db"), [""; 0], "{signal:?}");
    }
    // Copies that were cut off before are removed, with their journals.
    for name in ["copy.db.part", "copy.db.part-journal"] {
        std::fs::write(folder.join(name), "half").expect("it can be written");
    }
    data::back_up(&file, &folder.join("copy.db")).expect("it can be copied");
    assert_eq!(files(&folder, "copy.db"), ["copy.db"]);
    // A copy that the server makes does not keep it from stopping.
    let place = Place::with(folder.clone(), settings(&folder)).await;
    let addr = place.addr;
    let key = place.host.clone();
    let copying = tokio::spawn(async move {
        let mut client = Client::connect(addr).await.expect("it listens");
        let body = json!({ "name": "cut" }).to_string();
        client.send("POST", "/api/v1/backups", &key, &[], body.as_bytes()).await
    });
    while files(&folder, "data.db.cut").is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let (folder, ended) = place.end().await;
    ended.expect("it ends well");
    drop(copying.await);
    let left = files(&folder, "data.db.cut");
    assert!(left.is_empty() || left == ["data.db.cut.backup"], "{left:?}");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn a_file_that_is_missing_is_called_missing() {
    let folder = scratch();
    let (file, copy) = (folder.join("missing.db"), folder.join("k.db"));
    let failures = [
        data::back_up(&file, &copy).expect_err("it is missing"),
        data::check(&file).expect_err("it is missing"),
        data::repair(&file).expect_err("it is missing"),
    ];
    for failure in failures {
        let words = failure.to_string();
        assert!(words.ends_with("missing.db: there is no such file"), "{words}");
    }
    assert_eq!(files(&folder, ""), [""; 0]);
    std::fs::write(&file, "").expect("it can be written");
    let words = data::back_up(&file, &folder.join("no/k.db")).expect_err("no folder").to_string();
    assert!(words.contains("the copy cannot be written") && words.contains("no/k.db"), "{words}");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_old_name_of_a_renamed_file_is_not_used_by_another_server() {
    let place = Place::start().await;
    let fight = place.fight_of(INSTANT).await;
    let folder = place.folder.clone();
    std::fs::rename(folder.join("data.db"), folder.join("moved.db")).expect("it can be moved");
    let start = async || Server::start(&settings(&folder)).await.expect_err("it is refused");
    let refused = start().await;
    let is_right = match &refused {
        StartError::Store(StoreError::InUse(name)) => name.ends_with("data.db-wal"),
        StartError::Store(StoreError::Orphan(_)) => !cfg!(target_os = "linux"),
        _ => false,
    };
    assert!(is_right, "{refused}");
    assert!(!folder.join("data.db").exists());
    // Nothing is lost of what the first server writes.
    let note = json!({ "text": "after the renaming" });
    let notes = format!("/encounters/{}/notes", fight.id);
    place.good("POST", &notes, &fight.master, note).await;
    std::fs::rename(folder.join("moved.db"), folder.join("data.db")).expect("it can be moved");
    let place = place.restart().await;
    assert_eq!(place.state(&fight, &fight.master).await["sequence"], 1);
    let folder = place.stop().await;
    // A `-wal` file without its data file may be the only place of some changes.
    std::fs::rename(folder.join("data.db"), folder.join("moved.db")).expect("it can be moved");
    std::fs::write(folder.join("data.db-wal"), "something").expect("it can be written");
    let refused = Server::start(&settings(&folder)).await.expect_err("it is refused").to_string();
    assert!(refused.contains("was renamed or removed"), "{refused}");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
