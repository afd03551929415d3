//! Old, damaged, copied and locked data files.

use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};
use server::{Server, StartError, StoreError, data};

use crate::support::{Fight, Place, scratch, settings};

/// A fight with some changes.
async fn played(place: &Place) -> Fight {
    let fight = place.fight("skirmish").await;
    for text in ["rule pcs", "Ana: longsword Orc 1", "pass", "roll 15"] {
        place.say(&fight, &fight.master, text).await;
    }
    fight
}

fn change(folder: &Path, sql: &str) {
    let connection = Connection::open(folder.join("data.db")).expect("it opens");
    connection.execute_batch(sql).expect("it can be changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_the_first_format_still_open() {
    let place = Place::start().await;
    let fight = played(&place).await;
    let before = place.state(&fight, &fight.master).await;
    let folder = place.stop().await;
    // As the first format had it: without checksums.
    change(
        &folder,
        "ALTER TABLE entries DROP COLUMN chain; ALTER TABLE encounters DROP COLUMN last;
         ALTER TABLE encounters DROP COLUMN chain; ALTER TABLE encounters DROP COLUMN secret;
         DROP TABLE shelf; PRAGMA user_version = 1;",
    );
    let checked = data::check(&folder.join("data.db")).expect("it can be checked");
    assert!(checked.problems.is_empty(), "{checked:?}");
    let place = Place::with(folder.clone(), settings(&folder)).await;
    assert_eq!(place.state(&fight, &fight.master).await, before);
    place.say(&fight, &fight.master, "roll 6").await;
    let listed = place.good("GET", "/encounters", &place.host, Value::Null).await;
    assert_eq!(listed["encounters"][0]["sequence"], 5);
    let place = place.restart().await;
    assert_eq!(place.state(&fight, &fight.master).await["sequence"], 5);
    let checked = data::check(&folder.join("data.db")).expect("it can be checked");
    assert!(checked.problems.is_empty() && checked.changes == 5, "{checked:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_changed_in_a_log_is_found_and_said_to_be_permanent() {
    let swap = "UPDATE entries SET sequence = -1 WHERE sequence = 2;
                UPDATE entries SET sequence = 2 WHERE sequence = 3;
                UPDATE entries SET sequence = 3 WHERE sequence = -1;";
    for (damage, kept) in [
        ("UPDATE entries SET body = replace(body, '15', '16') WHERE sequence = 4", 3),
        ("UPDATE entries SET request = 'x y' WHERE sequence = 2", 1),
        ("DELETE FROM entries WHERE sequence = 2", 1),
        ("DELETE FROM entries WHERE sequence = 4", 3),
        (swap, 1),
        ("UPDATE encounters SET seed = seed + 1", 4),
        ("UPDATE entries SET body = '{' WHERE sequence = 3", 2),
    ] {
        let place = Place::start().await;
        let fight = played(&place).await;
        let whole = played(&place).await;
        let folder = place.stop().await;
        let file = folder.join("data.db");
        let of_fight = damage.replace("WHERE", &format!("WHERE encounter = '{}' AND", fight.id));
        let of_fight = match damage.contains("seed") {
            true => format!("{damage} WHERE id = '{}'", fight.id),
            false => of_fight,
        };
        change(&folder, &of_fight);
        let party = "INSERT INTO shelf VALUES ('p', 'collective', 'party', 'Ours', '[]', 7)";
        change(&folder, party);
        let checked = data::check(&file).expect("it can be checked");
        assert_eq!(checked.problems.len(), 1, "{damage}: {checked:?}");
        assert!(checked.problems[0].contains(&fight.id), "{damage}: {checked:?}");
        let place = Place::with(folder.clone(), settings(&folder)).await;
        let path = format!("/encounters/{}/state", fight.id);
        for _ in 0..2 {
            let (status, value) = place.get(&path, &fight.master).await;
            assert_eq!((status, value["code"].as_str()), (500, Some("damaged")), "{damage}");
            assert!(value["help"].as_str().is_some_and(|it| it.contains("db repair")), "{value}");
        }
        assert_eq!(place.state(&whole, &whole.master).await["sequence"], 4, "{damage}");
        let folder = place.stop().await;
        let repaired = data::repair(&file).expect("it can be repaired");
        assert_eq!(
            (repaired.encounters, repaired.changes),
            (2, 4 + kept),
            "{damage}: {repaired:?}"
        );
        assert_eq!(repaired.losses.len(), 1, "{damage}: {repaired:?}");
        let kept_as = repaired.kept_as.expect("the damaged file is kept");
        assert!(kept_as.is_file() && kept_as != file);
        let checked = data::check(&file).expect("it can be checked");
        assert!(checked.problems.is_empty(), "{damage}: {checked:?}");
        let saved = Connection::open(&file).expect("it opens");
        let saved = saved.query_row("SELECT name FROM shelf", [], |row| row.get::<_, String>(0));
        assert_eq!(saved.as_deref(), Ok("Ours"), "{damage}");
        let again = data::repair(&file).expect("there is nothing to do");
        assert_eq!((again.kept_as, again.changes), (None, 4 + kept));
        // Keys are as good as before, and the log goes on.
        let place = Place::with(folder.clone(), settings(&folder)).await;
        let state = place.state(&fight, &fight.master).await;
        assert_eq!(state["sequence"], kept, "{damage}");
        let note = json!({ "text": "goes on" });
        place.good("POST", &format!("/encounters/{}/notes", fight.id), &fight.master, note).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_set_back_does_not_take_the_newest_host_key() {
    let mut place = Place::start().await;
    for _ in 0..9 {
        let folder = place.stop().await;
        // Every key there is looks as if it were made in a hundred years.
        change(&folder, "UPDATE keys SET created = 4900000000000 + rowid");
        place = Place::with(folder.clone(), settings(&folder)).await;
        let (status, _) = place.get("/me", &place.host).await;
        assert_eq!(status, 200, "the key just made is no longer good");
    }
    let file = place.folder.join("data.db");
    let connection = Connection::open(file).expect("it opens");
    let hosts = "SELECT count(*) FROM keys WHERE role = 'host'";
    let hosts: i64 = connection.query_row(hosts, [], |row| row.get(0)).expect("it can be read");
    assert_eq!(hosts, 8, "older ones go");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn the_lock_is_on_the_file_whatever_it_is_called() {
    let place = Place::start().await;
    let folder = place.folder.clone();
    let file = folder.join("data.db");
    std::os::unix::fs::symlink(&file, folder.join("soft.db")).expect("it can be made");
    std::fs::hard_link(&file, folder.join("hard.db")).expect("it can be made");
    for name in ["data.db", "soft.db", "hard.db"] {
        let mut settings = settings(&folder);
        settings.db = folder.join(name);
        let refused = Server::start(&settings).await.expect_err("it is in use");
        assert!(matches!(refused, StartError::Store(StoreError::InUse(_))), "{name}: {refused}");
    }
    // A new file of the same name would share the `-wal` file.
    std::fs::rename(&file, folder.join("moved.db")).expect("it can be moved");
    let refused = Server::start(&settings(&folder)).await.expect_err("its `-wal` is in use");
    assert!(matches!(refused, StartError::Store(StoreError::InUse(_))), "{refused}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_no_data_file_and_stays_open_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch();
    let inside = folder.join("data.db");
    std::fs::create_dir(&inside).expect("it can be made");
    std::fs::set_permissions(&inside, PermissionsExt::from_mode(0o755)).expect("it can be set");
    let refused = Server::start(&settings(&folder)).await.expect_err("it is a folder");
    assert!(refused.to_string().contains("it is a folder; name a file in it"), "{refused}");
    let mode = inside.metadata().expect("it can be read").permissions().mode() & 0o777;
    assert_eq!(mode, 0o755);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn data_files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch();
    let file = folder.join("data.db");
    std::fs::write(&file, "").expect("it can be written");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).expect("it can be set");
    let place = Place::with(folder.clone(), settings(&folder)).await;
    let fight = played(&place).await;
    place.good("POST", "/backups", &place.host, json!({ "name": "friday" })).await;
    let mut names = Vec::new();
    for entry in folder.read_dir().expect("it can be read") {
        let entry = entry.expect("it can be read");
        let mode = entry.metadata().expect("it can be read").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", entry.file_name());
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    assert_eq!(names, ["data.db", "data.db-shm", "data.db-wal", "data.db.friday.backup"]);
    let folder = place.stop().await;
    assert!(!folder.join("data.db-wal").exists(), "the file alone is whole");
    // The copy is a data file like any other.
    let mut settings = settings(&folder);
    settings.db = folder.join("data.db.friday.backup");
    let place = Place::with(folder, settings).await;
    assert_eq!(place.state(&fight, &fight.master).await["sequence"], 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_backup_leaves_nothing_behind() {
    let place = Place::start().await;
    played(&place).await;
    let folder = place.folder.clone();
    let cut = ["", "-journal"].map(|end| folder.join(format!("data.db.cut.backup.part{end}")));
    for file in &cut {
        std::fs::write(file, "half").expect("it can be written");
    }
    let place = place.restart().await;
    assert!(cut.iter().all(|file| !file.exists()), "it was cut off");
    // In the place of the copy is something that cannot be replaced by a file.
    std::fs::create_dir_all(folder.join("data.db.bad.backup.part/x")).expect("it can be made");
    let request = json!({ "name": "bad" });
    let (status, value) = place.call("POST", "/backups", &place.host, request).await;
    assert_eq!((status, value["code"].as_str()), (503, Some("unavailable")), "{value}");
    assert!(!folder.join("data.db.bad.backup").exists());
    // Damage is not copied in silence either.
    let folder = place.stop().await;
    let file = folder.join("data.db");
    let mut bytes = std::fs::read(&file).expect("it can be read");
    // Everything behind the first page.
    bytes[4096..].fill(0xa5);
    std::fs::write(&file, bytes).expect("it can be written");
    let copy = folder.join("copy.db");
    let refused = data::back_up(&file, &copy).expect_err("it is damaged");
    assert!(matches!(refused, StoreError::Damaged(_)), "{refused}");
    let left: Vec<_> = folder.read_dir().expect("it can be read").flatten().collect();
    assert!(left.iter().all(|it| !it.file_name().to_string_lossy().starts_with("copy.db")));
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
