//! The line editor: prompt, history, completion, and the question whether to save.

use std::borrow::Cow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::State;
use reedline::{
    ColumnarMenu, Completer, CompletionResult, DefaultHinter, Emacs, FileBackedHistory, KeyCode,
    KeyModifiers, MenuBuilder, Prompt, PromptEditMode, PromptHistorySearch, Reedline,
    ReedlineEvent, ReedlineMenu, Signal, Span, Suggestion, default_emacs_keybindings,
};
use rules::Compiled;

use super::complete::complete;
use super::picture;
use super::table::Table;
use crate::out;

/// Plays at the terminal until the player quits.
pub(super) fn run(table: &mut Table) -> anyhow::Result<ExitCode> {
    let scene = Scene::default();
    let mut editor = editor(&scene, table.paint().is_on());
    let paint = table.paint();
    out::text(&paint.faint("? shows the commands, Tab completes, a lists legal actions"))?;
    let begun = table.begin().text();
    if !begun.is_empty() {
        out::text(&begun)?;
    }
    let mut seen = None;
    loop {
        let session = table.session();
        scene.set(session.compiled(), session.state());
        let here = (session.position(), session.points().len());
        if seen != Some(here) {
            out::text(&picture::status(session, paint))?;
            seen = Some(here);
        }
        let prompt = Line(picture::prompt(session.compiled(), session.state()));
        let reply = match editor.read_line(&prompt)? {
            Signal::Success(line) => table.line(&line),
            Signal::CtrlD => table.line("quit"),
            _ => continue,
        };
        out::text(&reply.text())?;
        if reply.quit && left(table, &mut editor)? {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

/// Asks whether to save, if there are unsaved commands. Returns true if the player really quits.
fn left(table: &mut Table, editor: &mut Reedline) -> anyhow::Result<bool> {
    if !table.is_unsaved() {
        return Ok(true);
    }
    let known = table.file().map(|file| file.display().to_string());
    let question = match &known {
        Some(file) => format!("Save to {file}? Enter = yes, n = no, or another file"),
        None => "Save to which file? n = don't save".to_owned(),
    };
    match editor.read_line(&Line(question))? {
        Signal::Success(answer) if matches!(answer.trim(), "n" | "no") => Ok(true),
        Signal::Success(answer) if known.is_none() && answer.trim().is_empty() => Ok(false),
        Signal::Success(answer) => {
            let answer = if matches!(answer.trim(), "y" | "yes") { "" } else { answer.trim() };
            let reply = table.line(&format!("save {answer}"));
            out::text(&reply.text())?;
            Ok(!reply.refused)
        }
        // A second Ctrl-D quits without saving.
        Signal::CtrlD => Ok(true),
        _ => Ok(false),
    }
}

fn editor(scene: &Scene, colors: bool) -> Reedline {
    let mut keys = default_emacs_keybindings();
    let complete = vec![ReedlineEvent::Menu(MENU.to_owned()), ReedlineEvent::MenuNext];
    keys.add_binding(KeyModifiers::NONE, KeyCode::Tab, ReedlineEvent::UntilFound(complete));
    keys.add_binding(KeyModifiers::SHIFT, KeyCode::BackTab, ReedlineEvent::MenuPrevious);
    let menu = ColumnarMenu::default().with_name(MENU).with_columns(3);
    let editor = Reedline::create()
        .with_ansi_colors(colors)
        .with_completer(Box::new(scene.clone()))
        .with_partial_completions(true)
        .with_menu(ReedlineMenu::EngineCompleter(Box::new(menu)))
        .with_edit_mode(Box::new(Emacs::new(keys)));
    let editor = if colors {
        let faint = reedline::Color::DarkGray.normal();
        editor.with_hinter(Box::new(DefaultHinter::default().with_style(faint)))
    } else {
        editor
    };
    // Without a file, the history lasts until the program ends.
    match history_file().map(|file| FileBackedHistory::with_file(HISTORY_MAX, file)) {
        Some(Ok(history)) => editor.with_history(Box::new(history)),
        _ => editor,
    }
}

const MENU: &str = "completion";
const HISTORY_MAX: usize = 2000;

/// Returns the path of the history file in the user's state folder; `None` if there is none.
fn history_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME")
        .or_else(|| Some(set("HOME")?.join(".local").join("state")))
        .or_else(|| set("LOCALAPPDATA"))?;
    let folder = state.join("turnwright");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history.txt"))
}

/// The current game and state, which completion reads while a line is typed.
#[derive(Clone, Default)]
struct Scene(Arc<Mutex<Option<Moment>>>);

/// A game and its state.
type Moment = (Arc<Compiled>, State);

impl Scene {
    fn set(&self, compiled: &Arc<Compiled>, state: &State) {
        let mut scene = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *scene = Some((compiled.clone(), state.clone()));
    }
}

impl Completer for Scene {
    fn complete(&mut self, line: &str, pos: usize) -> CompletionResult {
        let scene = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((compiled, state)) = &*scene else { return CompletionResult::fresh([]) };
        let typed = line.get(..pos).unwrap_or(line);
        let (start, found) = complete(compiled, state, typed);
        let suggestion = |one: super::complete::Candidate| Suggestion {
            append_whitespace: one.goes_on,
            description: Some(one.note).filter(|note| !note.is_empty()),
            span: Span::new(start, typed.len()),
            value: one.text,
            ..Suggestion::default()
        };
        CompletionResult::fresh(found.into_iter().map(suggestion).collect::<Vec<_>>())
    }
}

/// A prompt of one line.
struct Line(String);

impl Prompt for Line {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0)
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_indicator(&self, _: PromptEditMode) -> Cow<'_, str> {
        Cow::Borrowed("> ")
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        Cow::Borrowed("| ")
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        Cow::Owned(format!(" (searching {}) ", search.term))
    }
}
