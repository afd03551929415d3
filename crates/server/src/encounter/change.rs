//! Carries out the changes that a role requests. A refused change leaves the encounter as it was.

use sim::settings::with_choices;

use super::batch;
use super::edit;
use super::follow;
use super::give::{command, entry};
use super::live::Live;
use super::quick;
use super::quota;
use super::replay::{Games, setup};
use crate::entry::Deed;
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::library::Known;
use crate::wire::{
    BatchRequest, ChoicesRequest, CombatantEdit, Command, Move, NoteRequest, ProblemCode,
    QuickRequest, TableRequest,
};

/// A change of an encounter.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Gives a command.
    Command(Command),
    /// Gives several commands as one step of the history.
    Batch(BatchRequest),
    /// Moves through the history.
    Move(Move),
    /// Changes the table's settings.
    Table(TableRequest),
    /// Writes a note: a new one without a number, the text of a known one with its number. Removes
    /// the note if there is no text.
    Note(Option<u32>, Option<NoteRequest>),
    /// Names the present point.
    Bookmark(String),
    /// Replaces the encounter file.
    Setup(String),
    /// Sets toggles and rulings in the encounter file.
    Choices(ChoicesRequest),
    /// Adds combatants. Also carries the creatures that the data file keeps.
    Quick(Box<QuickRequest>, Vec<Known>),
    /// Changes a combatant of the fight.
    Combatant(String, CombatantEdit),
}

/// Carries out a change and the commands that follow automatically.
pub(super) fn change(
    live: &mut Live,
    games: &Games,
    eyes: &Eyes,
    change: Change,
) -> Result<(), Failure> {
    quota::may_write(live, eyes)?;
    match change {
        Change::Command(asked) => {
            command(live, eyes, &asked)?;
            follow::follow(live);
            Ok(())
        }
        Change::Move(to) => {
            let point = destination(live, eyes, to)?;
            live.take(entry(eyes, Deed::Move { point }))
        }
        Change::Note(id, note) => note_change(live, eyes, id, note),
        _ if !eyes.master => Err(Failure::forbidden("only the game master may do that")),
        Change::Batch(asked) => batch::give(live, eyes, &asked),
        Change::Table(change) => {
            live.take(entry(eyes, Deed::Table { change }))?;
            follow::follow(live);
            Ok(())
        }
        Change::Bookmark(name) => live.take(entry(eyes, Deed::Bookmark { name })),
        Change::Setup(text) => {
            setup(live, games, entry(eyes, Deed::Setup { text, hidden: Vec::new() }))
        }
        Change::Choices(choices) => {
            let text = quick::present_text(live);
            let text = with_choices(&text, &choices.options, &choices.rulings);
            setup(live, games, entry(eyes, Deed::Setup { text, hidden: Vec::new() }))
        }
        Change::Quick(asked, stored) => {
            let (hidden, next) = (asked.hidden, asked.next);
            let (tables, names) = quick::extend(live, *asked, stored)?;
            bring(live, games, eyes, Newcomers { tables, names, hidden, next })
        }
        Change::Combatant(name, asked) => {
            edit::edit(live, games, eyes, &name, &asked)?;
            follow::follow(live);
            Ok(())
        }
    }
}

/// Combatants that are to join the encounter.
#[derive(Clone, Debug)]
pub(super) struct Newcomers {
    /// Tables of the encounter file that describe the combatants and their creatures.
    pub(super) tables: toml::Table,
    /// Names of the combatants.
    pub(super) names: Vec<String>,
    /// Whether players do not see the combatants yet.
    pub(super) hidden: bool,
    /// Whether the combatants act right after the present turn.
    pub(super) next: bool,
}

/// Adds newcomers. Before the first command they go into the setup, later into the log at the
/// present point.
pub(super) fn bring(
    live: &mut Live,
    games: &Games,
    eyes: &Eyes,
    newcomers: Newcomers,
) -> Result<(), Failure> {
    let Newcomers { mut tables, names, hidden, next } = newcomers;
    let hidden = if hidden { names.clone() } else { Vec::new() };
    if live.is_untouched() {
        let text = quick::longer(&quick::present_text(live), &tables);
        return setup(live, games, entry(eyes, Deed::Setup { text, hidden }));
    }
    let combatants = tables.get_mut("combatant").and_then(toml::Value::as_array_mut);
    for combatant in combatants.into_iter().flatten().filter_map(toml::Value::as_table_mut) {
        combatant.insert("enters".to_owned(), toml::Value::Boolean(true));
    }
    let text = format!("enter {}{}", if next { "next " } else { "" }, names.join(", "));
    let tables = tables.to_string();
    setup(live, games, entry(eyes, Deed::Enter { tables, text, hidden, outlook: 0 }))
}

/// Returns the point that a move leads to.
fn destination(live: &Live, eyes: &Eyes, to: Move) -> Result<u32, Failure> {
    let points = live.session.points();
    let nothing = |message: &str| Failure::new(ProblemCode::Conflict, message);
    if !eyes.master {
        return own_last(live, eyes, to);
    }
    match to {
        Move::Undo { count } => {
            let mut at = live.session.position();
            for _ in 0..count {
                at = batch::before(live, at);
            }
            match at == live.session.position() {
                true => Err(nothing("there is nothing to undo")),
                false => Ok(at as u32),
            }
        }
        Move::Redo { count } => {
            let mut at = live.session.position();
            for _ in 0..count {
                at = batch::after(live, at);
            }
            match at == live.session.position() {
                true => Err(nothing("there is nothing to do again")),
                false => Ok(at as u32),
            }
        }
        Move::Point { point } if (point as usize) < points.len() => Ok(point),
        Move::Point { .. } => Err(Failure::not_found("point of the history")),
    }
}

/// Returns the point before a seat's own last command, and so before the automatic commands after
/// it. Fails unless the move undoes one step, the table lets seats undo, and only the server has
/// acted since.
fn own_last(live: &Live, eyes: &Eyes, to: Move) -> Result<u32, Failure> {
    let refused = || {
        Failure::forbidden(
            "a seat may only undo its own last command, as long as nobody else acted",
        )
    };
    if !live.tabled.table.seats_undo || !matches!(to, Move::Undo { count: 1 }) {
        return Err(refused());
    }
    let by_people = live.log.iter().rev().find(|one| one.entry.by != crate::eyes::SERVER);
    let last = by_people
        .filter(|one| one.entry.by == eyes.name && matches!(one.entry.deed, Deed::Command { .. }));
    let point = last.ok_or_else(refused)?.point;
    let parent = live.session.points()[point as usize].parent;
    parent.map(|parent| parent as u32).ok_or_else(refused)
}

fn note_change(
    live: &mut Live,
    eyes: &Eyes,
    id: Option<u32>,
    note: Option<NoteRequest>,
) -> Result<(), Failure> {
    if eyes.name.is_empty() {
        return Err(Failure::forbidden("spectators write no notes"));
    }
    let known = id.map(|id| live.tabled.notes.get(&id).ok_or_else(|| Failure::not_found("note")));
    let known = known.transpose();
    if !eyes.master {
        if known?.is_some_and(|note| note.secret) {
            return Err(Failure::not_found("note"));
        }
        if known_by_other(live, eyes, id) {
            return Err(Failure::forbidden("this note is somebody else's"));
        }
        if let Some(note) = &note {
            if note.secret {
                return Err(Failure::forbidden("only the game master has secret notes"));
            }
            let about = note.about.as_ref().and_then(|about| live.combatant(about).ok());
            if let (Some(name), Some(who)) = (&note.about, about)
                && live.tabled.is_hidden(who)
            {
                return Err(super::live::unknown_combatant(name));
            }
        }
    } else {
        known?;
    }
    if let Some(note) = &note {
        quota::has_room_for(live, eyes, id, note)?;
    }
    let id = id.unwrap_or(live.tabled.next_note);
    live.take(entry(eyes, Deed::Note { id, note }))
}

fn known_by_other(live: &Live, eyes: &Eyes, id: Option<u32>) -> bool {
    let note = id.and_then(|id| live.tabled.notes.get(&id));
    note.is_some_and(|note| note.by != eyes.name)
}
