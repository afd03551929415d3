//! An encounter in memory: its log, and everything derived from the log.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::{CombatantId, Command, bit};
use rules::Compiled;
use sim::language;
use sim::origin::Origin;
use sim::record::outlook;
use sim::render;
use sim::session::{Remarks, Session};

use super::table::Tabled;
use crate::begun::Begun;
use crate::entry::{Deed, Entry};
use crate::failure::{Failure, reasons};
use crate::wire::{Bookmark, Note, NoteRequest, ProblemCode, Seat, TableRequest};

/// Largest number of entries in a log.
pub(super) const LOG_MAX: usize = 200_000;
/// Largest number of notes, and of bookmarks, in an encounter.
const NOTES_MAX: usize = 1000;
/// Longest name, in characters.
const NAME_MAX: usize = 80;
/// Longest note or remark, in characters.
pub(super) const TEXT_MAX: usize = 4000;

/// An encounter that is being played.
#[derive(Clone, Debug)]
pub(super) struct Live {
    /// Id of the encounter.
    pub(super) id: Arc<str>,
    /// Title at creation.
    pub(super) first_title: String,
    /// Files at the beginning of the encounter.
    pub(super) origin: Origin,
    /// The compiled game, with the combatants' names from the setup.
    pub(super) original: Arc<Compiled>,
    /// The present state, with its history.
    pub(super) session: Session,
    /// Number of commands from the beginning to each point.
    pub(super) depths: Vec<u32>,
    /// Sequence number of the entry that led to each point; 0 for the first point.
    pub(super) made_by: Vec<u64>,
    /// Secret that hidden dice are drawn from.
    pub(super) secret: [u8; 32],
    /// The log: accepted changes, oldest first.
    pub(super) log: Vec<Logged>,
    /// Entries and bytes of the log by author.
    pub(super) written: HashMap<String, Written>,
    /// State of the table outside the kernel.
    pub(super) tabled: Tabled,
    /// Requests already carried out, by id, with their first and last sequence number.
    pub(super) requests: HashMap<String, (u64, u64)>,
    /// Seats of the encounter, from its keys.
    pub(super) seats: Vec<Seat>,
    /// The game with unreadable names for hidden combatants, built when first needed.
    pub(super) masked: Option<Arc<Compiled>>,
}

/// An entry and the point of the history after it.
#[derive(Clone, Debug)]
pub(super) struct Logged {
    pub(super) entry: Entry,
    pub(super) point: u32,
}

/// Amount that one author has written to a log.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Written {
    pub(super) entries: usize,
    /// Bytes of the texts.
    pub(super) bytes: usize,
}

impl Live {
    /// Returns an encounter before its first entry.
    pub(super) fn begin(begun: &Begun, compiled: Arc<Compiled>) -> Live {
        let session = Session::new(compiled.clone(), begun.seed);
        let mut tabled = Tabled::new();
        tabled.notice(session.state());
        Live {
            id: begun.id.as_str().into(),
            first_title: begun.title.clone(),
            origin: begun.origin.clone(),
            secret: begun.secret.unwrap_or_default(),
            original: compiled,
            session,
            depths: vec![0],
            made_by: vec![0],
            log: Vec::new(),
            written: HashMap::new(),
            tabled,
            requests: HashMap::new(),
            seats: Vec::new(),
            masked: None,
        }
    }

    /// Returns the sequence number of the last entry; 0 if there is none.
    pub(super) fn sequence(&self) -> u64 {
        self.log.len() as u64
    }

    /// Returns the current title.
    pub(super) fn title(&self) -> &str {
        self.tabled.title.as_deref().unwrap_or(&self.first_title)
    }

    /// Checks whether no command has been given yet.
    pub(super) fn is_untouched(&self) -> bool {
        self.session.points().len() == 1
    }

    /// Returns the present point of the history.
    pub(super) fn point(&self) -> u32 {
        self.session.position() as u32
    }

    /// Returns the compiled game, with its names.
    pub(super) fn compiled(&self) -> &Arc<Compiled> {
        self.session.compiled()
    }

    /// Returns a combatant by name. Fails if there is none.
    pub(super) fn combatant(&self, name: &str) -> Result<CombatantId, Failure> {
        let names = &self.compiled().names.combatants;
        let found = names.iter().position(|known| known == name);
        let found = found.ok_or_else(|| unknown_combatant(name))?;
        Ok(CombatantId(found as u8))
    }

    /// Returns the name of a combatant.
    pub(super) fn name(&self, who: CombatantId) -> String {
        sim::show::combatant(self.compiled(), who).to_owned()
    }

    /// Gives a command and adds its entry to the log. `rolled` is the number of dice that the
    /// server drew. A denied command changes nothing.
    pub(super) fn give(
        &mut self,
        command: Command,
        words: Option<String>,
        rolled: u64,
        mut entry: Entry,
    ) -> Result<(), Failure> {
        self.has_room(1)?;
        let compiled = self.compiled().clone();
        let print =
            language::print_with(&compiled, self.session.state(), &command, words.as_deref());
        let before = self.session.point().rolled;
        let note = match &entry.deed {
            Deed::Command { remark, .. } => remark.clone(),
            _ => None,
        };
        self.step(command, before + rolled, Remarks { words, note })?;
        if let Deed::Command { text, outlook: look, .. } = &mut entry.deed {
            *text = print;
            *look = outlook(&compiled, self.session.state());
        }
        self.keep(entry);
        Ok(())
    }

    /// Applies an entry of any kind and adds it to the log: an entry of a stored log, or a new one
    /// other than a command.
    pub(super) fn take(&mut self, mut entry: Entry) -> Result<(), Failure> {
        self.has_room(1)?;
        match &entry.deed {
            Deed::Command { text, rolled, remark, .. } => {
                let command = language::parse(&self.session, text)
                    .map_err(|error| Failure::invalid(error.message))?;
                let said =
                    language::remarks(text).map_err(|error| Failure::invalid(error.message))?;
                let remarks = Remarks { words: said.words, note: remark.clone() };
                let dice = match &command {
                    Command::Roll(faces) if *rolled => u64::from(faces.len),
                    _ => 0,
                };
                let before = self.session.point().rolled;
                self.step(command, before + dice, remarks)?;
            }
            Deed::Move { point } => {
                if !self.session.go(*point as usize) {
                    return Err(Failure::not_found("point of the history"));
                }
                self.tabled.notice(self.session.state());
            }
            Deed::Done { who } => {
                let who: Result<Vec<_>, _> = who.iter().map(|name| self.combatant(name)).collect();
                self.tabled.done |= who?.into_iter().fold(0, |mask, who| mask | bit(who));
            }
            Deed::Auto { who, activity, on } => {
                let who = self.combatant(who)?;
                let activity = own_activity(self.compiled(), who, activity)?;
                match on {
                    true => self.tabled.auto.insert((who.0, activity.0)),
                    false => self.tabled.auto.remove(&(who.0, activity.0)),
                };
            }
            Deed::Table { change } => self.change_table(&change.clone())?,
            Deed::Note { id, note } => self.change_note(*id, note.clone(), &entry.by)?,
            Deed::Bookmark { name } => self.add_bookmark(name)?,
            Deed::Enter { text, hidden, .. } => {
                let command = language::parse(&self.session, text)
                    .map_err(|error| Failure::invalid(error.message))?;
                let before = self.session.point().rolled;
                self.step(command, before, Remarks::default())?;
                let hidden: Result<Vec<_>, _> =
                    hidden.iter().map(|name| self.combatant(name)).collect();
                self.tabled.hidden |= hidden?.into_iter().fold(0, |mask, who| mask | bit(who));
                self.masked = None;
                let look = outlook(self.compiled(), self.session.state());
                if let Deed::Enter { outlook, .. } = &mut entry.deed
                    && *outlook == 0
                {
                    *outlook = look;
                }
            }
            Deed::Setup { hidden, .. } => {
                let hidden: Result<Vec<_>, _> =
                    hidden.iter().map(|name| self.combatant(name)).collect();
                self.tabled.hidden |= hidden?.into_iter().fold(0, |mask, who| mask | bit(who));
                self.masked = None;
            }
        }
        self.keep(entry);
        Ok(())
    }

    fn step(&mut self, command: Command, rolled: u64, remarks: Remarks) -> Result<(), Failure> {
        let compiled = self.session.compiled().clone();
        let depth = self.depths[self.session.position()] + 1;
        self.session.give_rolled(command, remarks, rolled).map_err(|denial| {
            Failure::denied(reasons(&compiled, &render::denial_unnamed(&compiled, &denial)))
        })?;
        self.depths.push(depth);
        self.made_by.push(self.sequence() + 1);
        self.tabled.notice(self.session.state());
        Ok(())
    }

    fn keep(&mut self, entry: Entry) {
        let point = self.point();
        if let Deed::Command { hidden: true, .. } = entry.deed {
            self.tabled.hidden_dice.insert(point);
        }
        let written = self.written.entry(entry.by.clone()).or_default();
        written.entries += 1;
        written.bytes += entry.text_bytes();
        self.log.push(Logged { entry, point });
    }

    fn has_room(&self, entries: usize) -> Result<(), Failure> {
        if self.log.len() + entries <= LOG_MAX {
            return Ok(());
        }
        let message = format!("this encounter has {LOG_MAX} changes already");
        Err(Failure::new(ProblemCode::Limit, message).help("begin another encounter"))
    }

    fn change_table(&mut self, change: &TableRequest) -> Result<(), Failure> {
        let mut tabled = self.tabled.clone();
        let mut renamed = Vec::new();
        for one in &change.combatants {
            let who = self.combatant(&one.name)?;
            if let Some(name) = &one.rename {
                let name = self.fresh_name(who, name)?;
                let again = |(other, taken): &(CombatantId, String)| {
                    *other != who && is_same_name(taken, &name)
                };
                if renamed.iter().any(again) {
                    return Err(taken(&name));
                }
                renamed.push((who, name));
            }
            match one.hidden {
                Some(true) => tabled.hidden |= bit(who),
                Some(false) => tabled.hidden &= !bit(who),
                None => {}
            }
            if one.as_table {
                tabled.health.remove(&who.0);
                tabled.pools.remove(&who.0);
            }
            one.health.map(|sight| tabled.health.insert(who.0, sight));
            one.pools.map(|pools| tabled.pools.insert(who.0, pools));
        }
        if let Some(title) = &change.title {
            tabled.title = Some(named("title", title)?);
        }
        tabled.table = tabled.table.with(change);
        for (who, name) in renamed {
            let before = self.name(who);
            for note in tabled.notes.values_mut() {
                if note.about.as_deref() == Some(&before) {
                    note.about = Some(name.clone());
                }
            }
            self.session.rename(who, &name);
        }
        self.tabled = tabled;
        self.masked = None;
        Ok(())
    }

    /// Checks a new name for a combatant. Fails if the name has letters that are not allowed, or if
    /// another combatant has it, without regard to case.
    pub(super) fn fresh_name(&self, who: CombatantId, name: &str) -> Result<String, Failure> {
        let name = named("name", name)?;
        if let Some(fault) = rules::sheet::name_fault(&name) {
            return Err(Failure::invalid(fault));
        }
        let names = self.compiled().names.combatants.iter().enumerate();
        let taken = |(at, known): (usize, &String)| at != who.index() && is_same_name(known, &name);
        if names.into_iter().any(taken) {
            return Err(self::taken(&name));
        }
        Ok(name)
    }

    fn change_note(&mut self, id: u32, note: Option<NoteRequest>, by: &str) -> Result<(), Failure> {
        let Some(note) = note else {
            let removed = self.tabled.notes.remove(&id);
            return removed.map(drop).ok_or_else(|| Failure::not_found("note"));
        };
        if let Some(about) = &note.about {
            self.combatant(about)?;
        }
        if note.text.trim().is_empty() || note.text.chars().count() > TEXT_MAX {
            return Err(Failure::invalid(format!("a note has 1 to {TEXT_MAX} letters")));
        }
        if self.tabled.notes.len() >= NOTES_MAX && !self.tabled.notes.contains_key(&id) {
            let message = format!("an encounter has {NOTES_MAX} notes at most");
            return Err(Failure::new(ProblemCode::Limit, message));
        }
        let NoteRequest { text, about, secret } = note;
        let note = Note { id, about, text, secret, by: by.to_owned() };
        self.tabled.notes.insert(id, note);
        self.tabled.next_note = self.tabled.next_note.max(id.saturating_add(1));
        Ok(())
    }

    fn add_bookmark(&mut self, name: &str) -> Result<(), Failure> {
        let name = named("name", name)?;
        let point = self.point();
        self.tabled.bookmarks.retain(|one| one.name != name);
        if self.tabled.bookmarks.len() >= NOTES_MAX {
            let message = format!("an encounter has {NOTES_MAX} bookmarks at most");
            return Err(Failure::new(ProblemCode::Limit, message));
        }
        self.tabled.bookmarks.push(Bookmark { name, point });
        Ok(())
    }
}

/// Returns the failure for a name that another combatant has.
fn taken(name: &str) -> Failure {
    let message = format!("someone else is called {name} already");
    Failure::new(ProblemCode::Conflict, message)
}

/// Checks whether two names differ in case at most.
fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Returns the failure for a name that no combatant has.
pub(super) fn unknown_combatant(name: &str) -> Failure {
    Failure::new(ProblemCode::NotFound, format!("there is no combatant called `{name}`"))
}

/// Returns an activity of a combatant by name. Fails if the combatant lacks it.
pub(super) fn own_activity(
    compiled: &Compiled,
    who: CombatantId,
    name: &str,
) -> Result<kernel::ActivityId, Failure> {
    let options = compiled.game.sheets[who.index()].options.iter().map(|option| option.activity);
    let mut named = options.filter(|id| sim::show::activity(compiled, *id) == name);
    let message = || format!("there is no activity called `{name}`");
    named.next().ok_or_else(|| Failure::new(ProblemCode::NotFound, message()))
}

/// Returns a text with spaces trimmed. Fails unless it is one line of 1 to [`NAME_MAX`] characters.
fn named(what: &str, text: &str) -> Result<String, Failure> {
    let fits = !text.trim().is_empty() && text.chars().count() <= NAME_MAX;
    if !fits || text.chars().any(char::is_control) {
        return Err(Failure::invalid(format!("a {what} has 1 to {NAME_MAX} letters on one line")));
    }
    Ok(text.trim().to_owned())
}
