//! Nobody can take what others need: requests, connections, listeners, room in notes, memory.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use server::client::Client;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::support::{Place, scratch, settings};

#[tokio::test(flavor = "multi_thread")]
async fn requests_count_whatever_they_claim_to_be() {
    let place = Place::at(scratch(), (0.001, 5.0)).await;
    // Rulebooks need no key, so any word may stand where a key would.
    let mut found = Vec::new();
    for nth in 0..30 {
        found.push(place.get("/rulesets", &format!("nobody{nth}.x")).await.0);
    }
    assert_eq!(found.iter().filter(|status| **status == 200).count(), 5, "{found:?}");
    assert!(found.ends_with(&[429]), "{found:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_keys_at_one_address_together_have_a_limit() {
    let place = Place::at(scratch(), (0.01, 20.0)).await;
    let fight = place.fight("skirmish").await;
    let mut keys = vec![place.host.clone(), fight.master.clone(), fight.screen.clone()];
    for name in ["A", "B", "C"] {
        keys.push(place.seat(&fight, name, &[]).await);
    }
    let mut answered = 0;
    for nth in 0..150 {
        answered += usize::from(place.get("/me", &keys[nth % keys.len()]).await.0 == 200);
    }
    // Four times as many as one key may ask, less the five that made the fight and the keys.
    assert!((70..=76).contains(&answered), "{answered}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_connection_may_not_ask_more_than_one_key() {
    let place = Place::at(scratch(), (0.01, 8.0)).await;
    let mut client = Client::connect(place.addr).await.expect("it listens");
    let mut found = Vec::new();
    for _ in 0..12 {
        let answer = client.send("GET", "/health", "", &[], b"").await.expect("it answers");
        found.push(answer.status);
    }
    assert_eq!(found, [[200; 8].as_slice(), &[429; 4]].concat());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_may_be_open_often_and_does_not_keep_others_out() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let mut open = Vec::new();
    for _ in 0..16 {
        open.push(place.listen(&fight, &fight.screen, "").await);
    }
    let client = Client::connect(place.addr).await.expect("it listens");
    let path = format!("/api/v1/encounters/{}/events", fight.id);
    let refused = client.listen(&path, &fight.screen, &[]).await.expect_err("once too often");
    assert!(refused.to_string().contains("507"), "{refused}");
    place.listen(&fight, &fight.master, "").await;
    // Whoever goes makes room.
    open.pop();
    let mut again = false;
    for _ in 0..50 {
        let client = Client::connect(place.addr).await.expect("it listens");
        again = again || client.listen(&path, &fight.screen, &[]).await.is_ok();
        if again {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(again, "the place is never free again");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_notes_of_a_seat_stay_small() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    let kim = place.seat(&fight, "Kim", &["Ana"]).await;
    let notes = format!("/encounters/{}/notes", fight.id);
    let note = |letters: usize| json!({ "text": "ü".repeat(letters) });
    // Of two bytes each: two full notes and a bit fit into 16 KiB.
    for letters in [4000, 4000, 192] {
        place.good("POST", &notes, &kim, note(letters)).await;
    }
    let (status, value) = place.call("POST", &notes, &kim, note(1)).await;
    assert_eq!((status, value["code"].as_str()), (507, Some("limit")), "{value}");
    place.good("PUT", &format!("{notes}/3"), &kim, note(191)).await;
    place.good("POST", &notes, &fight.master, note(4000)).await;
    place.good("DELETE", &format!("{notes}/1"), &kim, Value::Null).await;
    place.good("POST", &notes, &kim, note(1)).await;
    let state = place.state(&fight, &kim).await.to_string();
    assert!(state.len() < 64 << 10, "{} bytes", state.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_and_idle_connections_time_out() {
    let folder = scratch();
    let mut settings = settings(&folder);
    settings.patience = Duration::from_millis(300);
    let place = Place::with(folder, settings).await;
    let closes = |mut stream: TcpStream| async move {
        let mut rest = Vec::new();
        let read = timeout(Duration::from_secs(20), stream.read_to_end(&mut rest)).await;
        read.expect("it is never closed").is_ok_and(|_| true)
    };
    let connect = || async { TcpStream::connect(place.addr).await.expect("it listens") };
    closes(connect().await).await;
    let mut half = connect().await;
    half.write_all(b"GET /health HTTP/1.1\r\nhost: local").await.expect("it is sent");
    closes(half).await;
    let mut done = connect().await;
    let whole = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n";
    done.write_all(whole).await.expect("it is sent");
    closes(done).await;
    // A head that comes letter by letter is as late.
    let mut slow = connect().await;
    let mut sent = 0;
    for letter in b"GET /health HTTP/1.1\r\nhost: localhost\r\nx: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa" {
        if slow.write_all(&[*letter]).await.is_err() {
            break;
        }
        sent += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(sent < 70, "all {sent} letters were waited for");
    // Live streams are no idle connections.
    let fight = place.fight("skirmish").await;
    let mut events = place.listen(&fight, &fight.screen, "").await;
    events.next().await.expect("it can be read").expect("it goes on");
    tokio::time::sleep(Duration::from_millis(700)).await;
    place.say(&fight, &fight.master, "rule pcs").await;
    let event = events.next().await.expect("it can be read").expect("it goes on");
    assert_eq!(event.id, "1");
}

/// A connection from an address of this machine.
async fn from(address: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("there are sockets");
    socket.bind(SocketAddr::from((address, 0))).expect("it is an address of this machine");
    socket.connect(to).await.expect("it listens")
}

/// The whole loopback network belongs to this machine on Linux only.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_keep_others_out() {
    let folder = scratch();
    let mut settings = settings(&folder);
    settings.connections = 5;
    let place = Place::with(folder, settings).await;
    let answered = |mut stream: TcpStream| async move {
        let request = b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        // Whoever is refused may be told so before this is sent.
        let _ = stream.write_all(request).await;
        let mut answer = Vec::new();
        let _ = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
        String::from_utf8_lossy(&answer).get(9..12).unwrap_or("").to_owned()
    };
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(from([127, 0, 0, 3], place.addr).await);
    }
    // The sixth may be accepted before it is counted, but it is never served.
    assert_ne!(answered(from([127, 0, 0, 3], place.addr).await).await, "200");
    assert_eq!(answered(from([127, 0, 0, 4], place.addr).await).await, "200");
}

#[tokio::test(flavor = "multi_thread")]
async fn fights_that_nobody_uses_leave_memory_and_come_back() {
    let folder = scratch();
    let mut settings = settings(&folder);
    settings.idle = Duration::from_millis(200);
    let place = Place::with(folder, settings).await;
    let idle = place.fight("skirmish").await;
    place.say(&idle, &idle.master, "rule pcs").await;
    let before = place.state(&idle, &idle.master).await;
    let watched = place.fight("skirmish").await;
    let mut events = place.listen(&watched, &watched.screen, "").await;
    events.next().await.expect("it can be read").expect("it goes on");
    let mut open = String::new();
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        open = number(&place, "turnwright_encounters_open").await;
        if open == "1" {
            break;
        }
    }
    assert_eq!(open, "1", "only the one that is watched stays");
    assert_eq!(place.state(&idle, &idle.master).await, before);
    place.say(&watched, &watched.master, "rule pcs").await;
    assert!(events.next().await.expect("it can be read").is_some(), "it was let go of");
}

/// A number of `/metrics`.
async fn number(place: &Place, name: &str) -> String {
    let mut client = Client::connect(place.addr).await.expect("it listens");
    let answer = client.send("GET", "/metrics", "", &[], b"").await.expect("it answers");
    assert_eq!(answer.status, 200);
    let text = answer.text();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in\n{text}")).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_the_server_is_told_how_it_is() {
    let place = Place::start().await;
    let fight = place.fight("skirmish").await;
    place.say(&fight, &fight.master, "rule pcs").await;
    assert_eq!(number(&place, "turnwright_changes_total").await, "1");
    assert_eq!(number(&place, "turnwright_read_only").await, "0");
    let mut client = Client::connect(place.addr).await.expect("it listens");
    for (path, body) in [("/health", "ok\n"), ("/ready", "ready\n")] {
        let answer = client.send("GET", path, "", &[], b"").await.expect("it answers");
        assert_eq!((answer.status, answer.text().as_str()), (200, body), "{path}");
    }
    let answer = client.send("GET", "/metrics", "", &[], b"").await.expect("it answers");
    assert!(answer.head.contains("text/plain; version=0.0.4"), "{}", answer.head);
    for line in answer.text().lines().filter(|line| !line.starts_with("# ")) {
        let (name, value) = line.rsplit_once(' ').expect("a name and a value");
        assert!(name.starts_with("turnwright_") && value.parse::<f64>().is_ok(), "{line}");
        assert!(!line.contains(&fight.id), "{line}");
    }
}
