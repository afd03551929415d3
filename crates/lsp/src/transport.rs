//! Standard input and output as a connection.

use std::io::{BufWriter, ErrorKind, Write, stdin, stdout};
use std::thread;

use lsp_server::{Connection, Message, Notification};
use serde_json::json;

use crate::server::{Ended, serve};

/// Serves the editor on standard input and output until it leaves. A message that cannot be read is
/// reported to the editor and skipped.
///
/// # Errors
///
/// Fails if standard output can no longer be written.
pub fn run_stdio() -> std::io::Result<Ended> {
    let (server, client) = Connection::memory();
    let Connection { sender, receiver } = client;
    let told = server.sender.clone();
    // The reader may wait for input that never comes, so nothing waits for it.
    thread::spawn(move || {
        let mut input = stdin().lock();
        loop {
            match Message::read(&mut input) {
                Ok(Some(message)) => {
                    if sender.send(message).is_err() {
                        return;
                    }
                }
                Ok(None) => return,
                Err(error) if error.kind() == ErrorKind::InvalidData => {
                    let message = format!("a message cannot be read and is skipped: {error}");
                    let params = json!({ "type": 1, "message": message });
                    let note = Notification::new("window/logMessage".to_owned(), params);
                    if told.send(note.into()).is_err() {
                        return;
                    }
                }
                Err(_) => return,
            }
        }
    });
    let writer = thread::spawn(move || -> std::io::Result<()> {
        let mut output = BufWriter::new(stdout().lock());
        for message in receiver {
            // The end of the conversation: the reader's sender may still exist.
            if matches!(&message, Message::Notification(note) if note.method == "exit") {
                break;
            }
            message.write(&mut output)?;
            output.flush()?;
        }
        Ok(())
    });
    let last = server.sender.clone();
    let ended = serve(server);
    let _ = last.send(Notification::new("exit".to_owned(), json!(null)).into());
    match writer.join() {
        Ok(written) => written.map(|()| ended),
        Err(_) => Err(std::io::Error::other("the writer of messages has stopped")),
    }
}
