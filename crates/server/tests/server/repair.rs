//! Repairs of data files: whatever can be read is saved, and only what cannot is lost.

use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};
use server::data;

use crate::support::{Fight, Place, settings};

/// A stopped server with two fights of one ruleset and a party.
async fn two_fights() -> (std::path::PathBuf, [Fight; 2]) {
    let place = Place::start().await;
    let fights = [place.fight("skirmish").await, place.fight("skirmish").await];
    for fight in &fights {
        for text in ["rule pcs", "Ana: longsword Orc 1", "pass", "roll 15"] {
            place.say(fight, &fight.master, text).await;
        }
    }
    let folder = place.stop().await;
    change(
        &folder,
        "INSERT INTO shelf VALUES ('p', 'collective', 'party', 'Ours', '[]', 7);
         INSERT INTO shelf VALUES ('q', 'collective', 'party', 'Theirs', '[]', 8);",
    );
    (folder, fights)
}

fn change(folder: &Path, sql: &str) {
    let connection = Connection::open(folder.join("data.db")).expect("it opens");
    connection.execute_batch(sql).expect("it can be changed");
}

fn text_of(folder: &Path, sql: &str) -> String {
    let connection = Connection::open(folder.join("data.db")).expect("it opens");
    connection.query_row(sql, [], |row| row.get(0)).expect("it can be read")
}

/// Replaces the first `from` in the file by `to`, which is as long.
fn replace(bytes: &mut [u8], from: &str, to: &str) {
    assert_eq!(from.len(), to.len());
    let found = bytes.windows(from.len()).position(|it| it == from.as_bytes());
    let start = found.unwrap_or_else(|| panic!("`{from}` is not in the file"));
    bytes[start..start + to.len()].copy_from_slice(to.as_bytes());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_header_or_definition_costs_nothing() {
    let (folder, fights) = two_fights().await;
    let file = folder.join("data.db");
    let whole = std::fs::read(&file).expect("it can be read");
    type Damage = fn(&mut Vec<u8>);
    let kinds: [(&str, Damage); 14] = [
        ("the magic", |it| it[3] = b'x'),
        ("the size of pages", |it| it[16] = 0x11),
        ("the size of pages, larger", |it| it[16] = 0x20),
        ("the size of pages, smaller", |it| it[16] = 0x08),
        ("the version", |it| it[19] = 9),
        ("the reserved bytes", |it| it[20] = 200),
        ("the number of pages", |it| it[30] = 0x7f),
        ("the encoding", |it| it[59] = 2),
        ("the format", |it| it[60] = 0x40),
        ("the mark", |it| it[68] = b'X'),
        ("an index", |it| replace(it, "CREATE INDEX keys_of", "CRXATE INDEX keys_of")),
        ("a table of an index", |it| replace(it, "ON keys (enc", "ON kexs (enc")),
        ("a table", |it| replace(it, "CREATE TABLE entries", "CREATE TABLE entrxes")),
        ("a column", |it| replace(it, "combatants TEXT NOT", "combatanxs TEXT NOT")),
    ];
    for (name, damage) in kinds {
        let mut bytes = whole.clone();
        damage(&mut bytes);
        std::fs::write(&file, bytes).expect("it can be written");
        let checked = data::check(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!checked.problems.is_empty(), "{name}");
        assert_eq!((checked.encounters, checked.changes), (2, 8), "{name}: {checked:?}");
        let repaired = data::repair(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((repaired.encounters, repaired.changes), (2, 8), "{name}: {repaired:?}");
        assert_eq!(repaired.losses, [""; 0], "{name}");
        let checked = data::check(&file).expect("it can be checked");
        assert!(checked.problems.is_empty(), "{name}: {checked:?}");
        assert_eq!(text_of(&folder, "SELECT group_concat(name) FROM shelf"), "Ours,Theirs");
        let place = Place::with(folder.clone(), settings(&folder)).await;
        for fight in &fights {
            assert_eq!(place.state(fight, &fight.master).await["sequence"], 4, "{name}");
        }
        place.stop().await;
    }
    let left: Vec<_> = folder.read_dir().expect("it can be read").flatten().collect();
    let unexpected = |name: &str| name.contains("rescue") || name.contains("repaired");
    assert!(left.iter().all(|it| !unexpected(&it.file_name().to_string_lossy())), "{left:?}");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_file_that_was_cut_off_the_rest_is_saved() {
    let (folder, _) = two_fights().await;
    let file = folder.join("data.db");
    let whole = std::fs::read(&file).expect("it can be read");
    for cut in [1, 100, 4096] {
        std::fs::write(&file, &whole[..whole.len() - cut]).expect("it can be written");
        let checked = data::check(&file).unwrap_or_else(|error| panic!("{cut}: {error}"));
        assert!(!checked.problems.is_empty(), "{cut}");
        let repaired = data::repair(&file).unwrap_or_else(|error| panic!("{cut}: {error}"));
        assert!(!repaired.losses.is_empty(), "{cut}");
        // Random ids decide which rows the last page has; those of both fights may be among them.
        let is_lost = |loss: &&String| loss.starts_with("encounter") && loss.contains("is lost");
        let lost = repaired.losses.iter().filter(is_lost).count() as u64;
        assert_eq!(repaired.encounters + lost, 2, "{cut}: {repaired:?}");
        assert!(cut > 1 || lost == 0, "{cut}: {repaired:?}");
        let checked = data::check(&file).expect("it can be checked");
        assert!(checked.problems.is_empty(), "{cut}: {checked:?}");
    }
    // Nothing but the mark is left.
    let mut bytes = vec![0xa5; 20_000];
    bytes[68..72].copy_from_slice(b"TWRT");
    std::fs::write(&file, &bytes).expect("it can be written");
    let checked = data::check(&file).expect("it is damaged");
    assert_eq!(checked.problems.len(), 1, "{checked:?}");
    let words = data::repair(&file).expect_err("nothing can be read").to_string();
    assert!(words.contains("nothing of") && !words.contains("db repair"), "{words}");
    assert_eq!(std::fs::read(&file).ok(), Some(bytes), "it stays as it is");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_key_does_not_take_the_others_with_it() {
    let (folder, [fight, _]) = two_fights().await;
    let file = folder.join("data.db");
    let (id, _) = fight.screen.split_once('.').expect("it has two parts");
    change(&folder, &format!("UPDATE keys SET hash = x'0102' WHERE id = '{id}'"));
    change(&folder, "UPDATE shelf SET body = x'ff' WHERE id = 'q'");
    // The server starts, and everything else is there.
    let place = Place::with(folder.clone(), settings(&folder)).await;
    assert_eq!(place.state(&fight, &fight.master).await["sequence"], 4);
    let (status, _) = place.get("/me", &fight.screen).await;
    assert_eq!(status, 401);
    let parties = place.good("GET", "/rulesets/collective/parties", &place.host, Value::Null).await;
    assert_eq!(parties["parties"].as_array().map(Vec::len), Some(1), "{parties}");
    place.stop().await;
    let checked = data::check(&file).expect("it can be checked");
    assert_eq!(checked.problems.len(), 2, "{checked:?}");
    assert!(checked.problems[0].contains(id), "{checked:?}");
    let repaired = data::repair(&file).expect("it can be repaired");
    assert_eq!((repaired.encounters, repaired.losses.len()), (2, 2), "{repaired:?}");
    assert!(repaired.losses.iter().any(|it| it.contains(id)), "{repaired:?}");
    assert_eq!(text_of(&folder, "SELECT group_concat(name) FROM shelf"), "Ours");
    let place = Place::with(folder.clone(), settings(&folder)).await;
    assert_eq!(place.state(&fight, &fight.master).await["sequence"], 4);
    let renew = format!("/encounters/{}/keys", fight.id);
    let request = json!({ "role": "spectator", "name": "screen" });
    place.good("POST", &renew, &fight.master, request).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_text_of_a_built_in_ruleset_is_put_back() {
    let of_manifest = "(SELECT hash FROM files WHERE path = 'ruleset.toml')";
    for damage in [
        format!("UPDATE texts SET text = '[' || substr(text, 2) WHERE hash IN {of_manifest}"),
        // It is no longer text.
        format!("UPDATE texts SET text = CAST(x'ff5b' AS TEXT) WHERE hash IN {of_manifest}"),
        format!("DELETE FROM texts WHERE hash IN {of_manifest}"),
    ] {
        let (folder, fights) = two_fights().await;
        let file = folder.join("data.db");
        change(&folder, &format!("PRAGMA foreign_keys = OFF; {damage}"));
        let checked = data::check(&file).expect("it can be checked");
        assert!(!checked.problems.is_empty(), "{damage}");
        let repaired = data::repair(&file).expect("it can be repaired");
        assert_eq!((repaired.encounters, repaired.changes), (2, 8), "{damage}: {repaired:?}");
        assert_eq!(repaired.losses.len(), 1, "{damage}: {repaired:?}");
        let note = &repaired.losses[0];
        assert!(note.contains("ruleset.toml") && note.contains("put back"), "{note}");
        let place = Place::with(folder.clone(), settings(&folder)).await;
        for fight in &fights {
            assert_eq!(place.state(fight, &fight.master).await["sequence"], 4, "{damage}");
        }
    }
}
