//! An editor that talks to a server in memory, and a ruleset in a folder of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use lsp::{Ended, serve};
use lsp_server::{Connection, Message, Notification, Request, ResponseError};
use serde_json::{Value, json};

/// The files of a ruleset that has no mistakes.
pub(crate) const FILES: [(&str, &str); 4] = [
    (
        "ruleset.toml",
        "id = \"duel\"\ntitle = \"Duel\"\nversion = \"1\"\nsource = \"Notes\"\nprefix = \"duel\"\n",
    ),
    ("rules/time.toml", include_str!("duel/time.toml")),
    ("rules/actions.toml", include_str!("duel/actions.toml")),
    ("examples/first.toml", include_str!("duel/first.toml")),
];

/// A folder that is removed at the end of its test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// Writes the ruleset to a new folder.
    pub(crate) fn new(test: &str) -> Folder {
        let folder = Folder::named(test);
        for (path, text) in FILES {
            let path = folder.0.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    /// Copies another ruleset to a new folder.
    pub(crate) fn copy(test: &str, from: &Path) -> Folder {
        let folder = Folder::named(test);
        copy(from, &folder.0);
        folder
    }

    fn named(test: &str) -> Folder {
        let name = format!("turnwright-lsp-{}-{test}", std::process::id());
        Folder(std::env::temp_dir().canonicalize().unwrap().join(name))
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A response to a request.
pub(crate) struct Response {
    pub(crate) result: Option<Value>,
    pub(crate) error: Option<ResponseError>,
}

/// An editor.
pub(crate) struct Editor {
    connection: Connection,
    server: Option<JoinHandle<Ended>>,
    next: i32,
    folder: PathBuf,
    /// Texts of open buffers by path.
    texts: BTreeMap<String, String>,
    /// Diagnostics by path, as last published.
    pub(crate) shown: BTreeMap<String, Vec<Value>>,
}

impl Editor {
    /// Starts a server and says hello to it.
    pub(crate) fn new(folder: &Folder) -> Editor {
        Editor::with(folder, json!({}))
    }

    /// Starts a server with these capabilities.
    pub(crate) fn with(folder: &Folder, capabilities: Value) -> Editor {
        let (mine, its) = Connection::memory();
        let server = std::thread::spawn(move || serve(its));
        let mut editor = Editor {
            connection: mine,
            server: Some(server),
            next: 0,
            folder: folder.0.clone(),
            texts: BTreeMap::new(),
            shown: BTreeMap::new(),
        };
        let hello = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let response = editor.send("initialize", hello);
        assert!(response.error.is_none());
        editor.tell("initialized", json!({}));
        editor
    }

    /// Returns the address of a file of the ruleset.
    pub(crate) fn uri(&self, path: &str) -> String {
        let folder = self.folder.to_string_lossy().replace('\\', "/");
        format!("file:///{}/{path}", folder.trim_start_matches('/'))
    }

    /// Opens a file as it is on disk.
    pub(crate) fn open(&mut self, path: &str) {
        let text = std::fs::read_to_string(self.folder.join(path)).unwrap();
        self.open_as(path, &text);
    }

    /// Opens a file with another text.
    pub(crate) fn open_as(&mut self, path: &str, text: &str) {
        let uri = self.uri(path);
        self.texts.insert(path.to_owned(), text.to_owned());
        let item = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Replaces the only `old` in an open buffer, as one incremental change.
    pub(crate) fn replace(&mut self, path: &str, old: &str, new: &str) {
        let text = self.texts[path].clone();
        let at = text.find(old).unwrap_or_else(|| panic!("no {old} in {path}"));
        let range = json!({ "start": place(&text, at), "end": place(&text, at + old.len()) });
        self.texts.insert(path.to_owned(), text.replacen(old, new, 1));
        let uri = self.uri(path);
        let change = json!([{ "range": range, "text": new }]);
        let document = json!({ "uri": uri, "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": change });
        self.tell("textDocument/didChange", params);
    }

    /// Says that a file was saved.
    pub(crate) fn save(&mut self, path: &str) {
        let uri = self.uri(path);
        self.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    }

    /// Applies a workspace edit to the buffers and the files.
    pub(crate) fn apply(&mut self, edit: &Value) {
        for (uri, edits) in edit["changes"].as_object().unwrap() {
            let prefix = self.uri("");
            let path = uri.strip_prefix(&prefix).unwrap().to_owned();
            let mut text = match self.texts.get(&path) {
                Some(text) => text.clone(),
                None => std::fs::read_to_string(self.folder.join(&path)).unwrap(),
            };
            let mut edits: Vec<&Value> = edits.as_array().unwrap().iter().collect();
            edits.sort_by_key(|edit| {
                let start = &edit["range"]["start"];
                std::cmp::Reverse((start["line"].as_u64(), start["character"].as_u64()))
            });
            for edit in edits {
                let (start, end) =
                    (offset(&text, &edit["range"]["start"]), offset(&text, &edit["range"]["end"]));
                text.replace_range(start..end, edit["newText"].as_str().unwrap());
            }
            if self.texts.contains_key(&path) {
                let document = json!({ "uri": uri, "version": 3 });
                let params =
                    json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
                self.tell("textDocument/didChange", params);
                self.texts.insert(path.clone(), text.clone());
            }
            std::fs::write(self.folder.join(&path), text).unwrap();
        }
    }

    /// Returns the text of an open buffer.
    pub(crate) fn text(&self, path: &str) -> &str {
        &self.texts[path]
    }

    /// Sends a notification.
    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        let note = Notification::new(method.to_owned(), params);
        self.connection.sender.send(note.into()).unwrap();
    }

    /// Sends a request and returns the response.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> Response {
        self.next += 1;
        let request = Request::new(self.next.into(), method.to_owned(), params);
        self.connection.sender.send(request.into()).unwrap();
        loop {
            match self.connection.receiver.recv().unwrap() {
                Message::Response(response) => {
                    return match response.response_result {
                        Ok(result) => Response { result: Some(result), error: None },
                        Err(error) => Response { result: None, error: Some(error) },
                    };
                }
                Message::Notification(note) => self.take(note),
                Message::Request(request) => panic!("the server asks for {}", request.method),
            }
        }
    }

    /// Sends a request and returns its result.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.send(method, params);
        assert!(response.error.is_none(), "{:?}", response.error);
        response.result.unwrap_or_default()
    }

    /// Asks about the place of a `|` in a text that the buffer has without it.
    pub(crate) fn ask_at(
        &mut self,
        method: &str,
        path: &str,
        marked: &str,
        more: Value,
    ) -> Response {
        let (before, after) = marked.split_once('|').unwrap();
        let text = self.texts[path].clone();
        let at = text.find(&format!("{before}{after}"));
        let at = at.unwrap_or_else(|| panic!("no {marked} in {path}")) + before.len();
        let mut params = json!({
            "textDocument": { "uri": self.uri(path) }, "position": place(&text, at),
        });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.send(method, params)
    }

    /// Waits until a file has diagnostics published, and returns them.
    pub(crate) fn wait_for(&mut self, path: &str) -> Vec<Value> {
        self.shown.remove(path);
        while !self.shown.contains_key(path) {
            match self.connection.receiver.recv().unwrap() {
                Message::Notification(note) => self.take(note),
                other => panic!("unexpected {other:?}"),
            }
        }
        self.shown[path].clone()
    }

    /// Leaves in the order that the protocol has, and returns how the server ended.
    pub(crate) fn leave(mut self) -> Ended {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        let late = self.send("textDocument/hover", json!({}));
        assert_eq!(late.error.unwrap().code, -32600);
        self.exit()
    }

    /// Leaves at once.
    pub(crate) fn exit(mut self) -> Ended {
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap()
    }

    fn take(&mut self, note: Notification) {
        assert_eq!(note.method, "textDocument/publishDiagnostics");
        let prefix = self.uri("");
        let path = note.params["uri"].as_str().unwrap().strip_prefix(&prefix).unwrap().to_owned();
        self.shown.insert(path, note.params["diagnostics"].as_array().unwrap().clone());
    }
}

/// Returns the position of a byte offset, in units of UTF-16.
pub(crate) fn place(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let column = before[before.rfind('\n').map_or(0, |at| at + 1)..].encode_utf16().count();
    json!({ "line": line, "character": column })
}

/// Returns the byte offset of a position in units of UTF-16.
pub(crate) fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut left = position["character"].as_u64().unwrap() as usize;
    for (at, letter) in text[start..].char_indices() {
        if left == 0 {
            return start + at;
        }
        left -= letter.len_utf16();
    }
    text.len()
}

/// Returns the part of a text that a range covers.
pub(crate) fn covered<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[offset(text, &range["start"])..offset(text, &range["end"])]
}

/// Checks a ruleset on disk by the loader itself.
pub(crate) fn loads(folder: &Path) -> bool {
    let parsed = rules::Source::folder(folder).unwrap().parse();
    let Ok(parsed) = parsed else { return false };
    let encounter = std::fs::read_to_string(folder.join("examples/first.toml")).unwrap();
    let setup = rules::Setup::read("", &encounter, &rules::Place::Nowhere, Some(&parsed));
    setup.is_ok_and(|setup| rules::compile(&setup).is_ok())
}
