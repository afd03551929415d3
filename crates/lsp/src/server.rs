//! The conversation with an editor: its messages in order, and checks once none is waiting.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, PublishDiagnosticsParams,
};
use serde_json::{Value, json};

use crate::check::{self, Finding};
use crate::layout::is_inside;
use crate::origin::path_of;
use crate::publish::Locator;
use crate::ruleset::{Ruleset, folder_of};
use crate::text::Encoding;
use crate::workspace::{Refusal, Workspace};
use crate::{actions, completion, hover, navigation, rename, scenarios, symbols};

/// The way in which a conversation has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The editor asked for the shutdown first, as the protocol has it.
    Orderly,
    /// The editor left without asking for the shutdown.
    Abruptly,
}

/// Serves an editor until it leaves.
pub fn serve(connection: Connection) -> Ended {
    let Ok((id, params)) = connection.initialize_start() else { return Ended::Abruptly };
    let mut server = Server::new(&params);
    let capabilities = capabilities(server.workspace.encoding);
    let info = json!({ "name": "turnwright", "version": env!("CARGO_PKG_VERSION") });
    let result = json!({ "capabilities": capabilities, "serverInfo": info });
    if connection.initialize_finish(id, result).is_err() {
        return Ended::Abruptly;
    }
    server.run(&connection)
}

fn capabilities(encoding: Encoding) -> Value {
    json!({
        "positionEncoding": encoding.kind(),
        "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
        "completionProvider": { "triggerCharacters": ["[", ".", "\"", "(", "{"] },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "renameProvider": { "prepareProvider": true },
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
    })
}

/// The state of a conversation.
struct Server {
    workspace: Workspace,
    /// Rulesets to check once no message is waiting, and whether all of their encounters and open
    /// scenarios are checked too.
    unchecked: BTreeMap<PathBuf, bool>,
    /// Findings of encounters and scenarios by their file, as last checked.
    beside: BTreeMap<PathBuf, Vec<Finding>>,
    /// Files with published problems, by their ruleset.
    published: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    is_shut_down: bool,
}

impl Server {
    fn new(params: &Value) -> Server {
        Server {
            workspace: Workspace::new(params),
            unchecked: BTreeMap::new(),
            beside: BTreeMap::new(),
            published: BTreeMap::new(),
            is_shut_down: false,
        }
    }

    fn run(&mut self, connection: &Connection) -> Ended {
        loop {
            // Checks wait until the editor has nothing more to say.
            let message = match connection.receiver.try_recv() {
                Ok(message) => message,
                Err(error) if error.is_empty() => {
                    self.check_all(connection);
                    match connection.receiver.recv() {
                        Ok(message) => message,
                        Err(_) => return Ended::Abruptly,
                    }
                }
                Err(_) => return Ended::Abruptly,
            };
            match message {
                Message::Request(request) => {
                    let response = self.respond(request);
                    if connection.sender.send(response.into()).is_err() {
                        return Ended::Abruptly;
                    }
                }
                Message::Notification(note) if note.method == "exit" => {
                    return if self.is_shut_down { Ended::Orderly } else { Ended::Abruptly };
                }
                Message::Notification(note) => {
                    let _ = catch_unwind(AssertUnwindSafe(|| self.note(note)));
                }
                Message::Response(_) => {}
            }
        }
    }

    fn respond(&mut self, request: Request) -> Response {
        let id = request.id.clone();
        if self.is_shut_down {
            let message = "the server is shut down".to_owned();
            return Response::new_err(id, ErrorCode::InvalidRequest as i32, message);
        }
        if request.method == "shutdown" {
            self.is_shut_down = true;
            return Response::new_ok(id, Value::Null);
        }
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer(request)));
        match answered {
            Ok(Ok(value)) => Response::new_ok(id, value),
            Ok(Err(Refusal { code, message })) => Response::new_err(id, code as i32, message),
            Err(_) => {
                let message = "the server has a bug in this request".to_owned();
                Response::new_err(id, ErrorCode::InternalError as i32, message)
            }
        }
    }

    fn answer(&mut self, request: Request) -> Result<Value, Refusal> {
        let Request { method, params, .. } = request;
        match method.as_str() {
            "textDocument/completion" => {
                encode(completion::complete(&mut self.workspace, &decode(params)?))
            }
            "textDocument/hover" => encode(hover::hover(&mut self.workspace, &decode(params)?)),
            "textDocument/definition" => {
                encode(navigation::definition(&mut self.workspace, &decode(params)?))
            }
            "textDocument/references" => {
                encode(navigation::references(&mut self.workspace, &decode(params)?))
            }
            "textDocument/documentSymbol" => {
                encode(symbols::of_file(&mut self.workspace, &decode(params)?))
            }
            "workspace/symbol" => {
                encode(symbols::of_workspace(&mut self.workspace, &decode(params)?))
            }
            "textDocument/prepareRename" => {
                encode(rename::prepare(&mut self.workspace, &decode(params)?)?)
            }
            "textDocument/rename" => encode(rename::rename(&mut self.workspace, &decode(params)?)?),
            "textDocument/codeAction" => {
                encode(actions::fixes(&mut self.workspace, &decode(params)?))
            }
            _ => Err(Refusal {
                code: ErrorCode::MethodNotFound,
                message: format!("there is no method {method}"),
            }),
        }
    }

    /// Takes note of a notification. Unknown and malformed ones are ignored.
    fn note(&mut self, note: Notification) {
        let Notification { method, params } = note;
        match method.as_str() {
            "textDocument/didOpen" => {
                let Ok(params) = decode::<DidOpenTextDocumentParams>(params) else { return };
                if let Some(path) = self.workspace.documents.open(params.text_document) {
                    self.changed(&path, true);
                }
            }
            "textDocument/didChange" => {
                let Ok(params) = decode::<DidChangeTextDocumentParams>(params) else { return };
                let Some(path) = path_of(&params.text_document.uri) else { return };
                let (version, changes) = (params.text_document.version, params.content_changes);
                self.workspace.documents.change(&path, version, changes, self.workspace.encoding);
                self.changed(&path, false);
            }
            "textDocument/didSave" => {
                let Ok(params) = decode::<DidSaveTextDocumentParams>(params) else { return };
                if let Some(path) = path_of(&params.text_document.uri) {
                    self.changed(&path, true);
                }
            }
            "textDocument/didClose" => {
                let Ok(params) = decode::<DidCloseTextDocumentParams>(params) else { return };
                if let Some(path) = path_of(&params.text_document.uri) {
                    self.workspace.documents.close(&path);
                    self.changed(&path, true);
                }
            }
            "workspace/didChangeWatchedFiles" => {
                let paths: Vec<PathBuf> =
                    self.workspace.documents.iter().map(|(path, _)| path.clone()).collect();
                paths.iter().for_each(|path| self.changed(path, true));
            }
            _ => {}
        }
    }

    /// Notes that a file has changed, and whether everything beside the rules is checked too.
    fn changed(&mut self, path: &Path, all: bool) {
        // A new manifest may make another folder the ruleset of a file.
        self.workspace.invalidate();
        if let Some(folder) = folder_of(path, &self.workspace.documents) {
            *self.unchecked.entry(folder).or_default() |= all;
        }
    }

    fn check_all(&mut self, connection: &Connection) {
        for (folder, all) in std::mem::take(&mut self.unchecked) {
            let ruleset = self.workspace.ruleset(&folder);
            let found = catch_unwind(AssertUnwindSafe(|| self.check(&ruleset, all)));
            if let Ok(found) = found {
                self.publish(connection, &folder, &found);
            }
        }
    }

    /// Checks a ruleset, its open encounters and scenarios, and with `all` its other encounters.
    /// Scenarios are run with `all` only, and while they are being edited only read.
    fn check(&mut self, ruleset: &Ruleset, all: bool) -> Vec<Finding> {
        let checked = check::rules(ruleset);
        let mut findings = checked.findings;
        for (name, text) in &ruleset.files {
            let path = ruleset.path_of(name);
            let is_open = self.workspace.documents.get(&path).is_some();
            let found = if is_inside(name, "examples", "toml") {
                let Some(parsed) = &checked.parsed else { continue };
                if !is_open && !all {
                    continue;
                }
                check::encounter(ruleset, parsed, name, text, &self.workspace.documents)
            } else if is_inside(name, "scenarios", "md") && is_open {
                let mut found = scenarios::unreadable(&path, text);
                if let (Some(parsed), true) = (&checked.parsed, all) {
                    found.extend(scenarios::run(
                        ruleset,
                        parsed,
                        &path,
                        text,
                        &self.workspace.documents,
                    ));
                }
                found
            } else {
                continue;
            };
            self.beside.insert(path, found);
        }
        // Files may have gone, and the scenarios of closed files are not shown.
        self.beside.retain(|path, _| {
            let Some(name) = ruleset.name_of(path) else { return true };
            let is_shown = !name.ends_with(".md") || self.workspace.documents.get(path).is_some();
            is_shown && ruleset.files.contains_key(&name)
        });
        if checked.parsed.is_some() {
            let beside = self.beside.iter().filter(|(path, _)| path.starts_with(&ruleset.folder));
            for finding in beside.flat_map(|(_, found)| found) {
                if !findings.contains(finding) {
                    findings.push(finding.clone());
                }
            }
        }
        findings
    }

    /// Publishes problems by file, and clears files that no longer have any.
    fn publish(&mut self, connection: &Connection, folder: &Path, findings: &[Finding]) {
        let mut locator = Locator::new(&self.workspace.documents, self.workspace.encoding);
        let mut by_file: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
        let before = self.published.remove(folder).unwrap_or_default();
        for path in before {
            by_file.entry(path).or_default();
        }
        for (path, _) in self.workspace.documents.iter() {
            if folder_of(path, &self.workspace.documents).is_some_and(|its| its == folder) {
                by_file.entry(path.clone()).or_default();
            }
        }
        for finding in findings {
            let diagnostic = locator.diagnostic(finding);
            by_file.entry(finding.spot.path.clone()).or_default().push(diagnostic);
        }
        let shown = by_file.iter().filter(|(_, found)| !found.is_empty());
        self.published.insert(folder.to_path_buf(), shown.map(|(path, _)| path.clone()).collect());
        for (path, diagnostics) in by_file {
            let Some(uri) = locator.uri(&path) else { continue };
            let version = self.workspace.documents.get(&path).map(|document| document.version);
            let params = PublishDiagnosticsParams { uri, diagnostics, version };
            let note = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
            let _ = connection.sender.send(note.into());
        }
    }
}

fn decode<T: serde::de::DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal {
        code: ErrorCode::InvalidParams,
        message: format!("the parameters do not fit: {error}"),
    })
}

fn encode(value: impl serde::Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(value).map_err(|error| Refusal {
        code: ErrorCode::InternalError,
        message: format!("the answer cannot be written: {error}"),
    })
}
