//! Answers about the past: updates, pages of the log, the history with its branches.

use kernel::{Command as Kernel, Decision, Event, EventLog, NOBODY, Said, State, iter_bits};
use sim::about::{about, sort, subject};
use sim::cards::{self, Readers};
use sim::{language, readers, render, show};

use super::live::{Live, Logged};
use super::view::{self, health_words};
use crate::entry::Deed;
use crate::wire::{
    Branch, Die, Fate, HealthTold, History, Line, LineMark, Log, MoveTold, News, NumberChange,
    Point, Rolled, Update, UpdateKind,
};

/// Largest number of updates in one answer to a client that reconnects.
const NEWS_MAX: u64 = 500;

/// Returns the updates after a sequence number, with the present state. If there are more than
/// [`NEWS_MAX`], only the newest come.
pub(super) fn news(live: &Live, after: u64) -> News {
    let sequence = live.sequence();
    let first = after.max(sequence.saturating_sub(NEWS_MAX)).min(sequence);
    News { sequence, updates: updates(live, first, sequence), state: view::state(live) }
}

/// Returns the updates of a request carried out before, with the present state.
pub(super) fn news_of(live: &Live, (first, last): (u64, u64)) -> News {
    let updates = updates(live, first.saturating_sub(1), last);
    News { sequence: last, updates, state: view::state(live) }
}

/// Returns a page of the log: at most `limit` updates after a sequence number.
pub(super) fn log(live: &Live, after: u64, limit: u64) -> Log {
    let sequence = live.sequence();
    let first = after.min(sequence);
    let last = first.saturating_add(limit).min(sequence);
    Log { sequence, updates: updates(live, first, last), more: last < sequence }
}

/// Returns the updates after one sequence number, up to and including another.
fn updates(live: &Live, after: u64, last: u64) -> Vec<Update> {
    if after >= last {
        return Vec::new();
    }
    let active = active(live);
    (after + 1..=last).map(|sequence| update(live, sequence, &active)).collect()
}

/// Returns for each point whether it lies on the path to the present point.
fn active(live: &Live) -> Vec<bool> {
    let points = live.session.points();
    let mut active = vec![false; points.len()];
    let mut here = Some(live.session.position());
    while let Some(at) = here {
        active[at] = true;
        here = points[at].parent;
    }
    active
}

fn update(live: &Live, sequence: u64, active: &[bool]) -> Update {
    let Logged { entry, point } = &live.log[sequence as usize - 1];
    let (kind, remark) = match &entry.deed {
        Deed::Command { remark, .. } => (UpdateKind::Command, remark.clone()),
        Deed::Enter { .. } => (UpdateKind::Command, None),
        Deed::Move { .. } => (UpdateKind::Moved, None),
        Deed::Setup { .. } => (UpdateKind::Setup, None),
        _ => (UpdateKind::Table, None),
    };
    let (command, lines) = match &entry.deed {
        Deed::Enter { text, .. } => (Some(text.clone()), lines(live, *point as usize, false)),
        Deed::Command { text, hidden, .. } => {
            (Some(text.clone()), lines(live, *point as usize, *hidden))
        }
        _ => (None, Vec::new()),
    };
    Update {
        sequence,
        kind,
        by: entry.by.clone(),
        at: entry.at,
        command,
        remark,
        point: *point,
        active: active.get(*point as usize).copied().unwrap_or(false),
        lines,
    }
}

/// Returns the log lines of the step that led to a point.
pub(super) fn lines(live: &Live, point: usize, hidden_dice: bool) -> Vec<Line> {
    let points = live.session.points();
    let here = &points[point];
    let parent = here.parent.map(|parent| &points[parent].state);
    let sealed_by = match here.command {
        Some(Kernel::Declare(declare)) if is_secret_still(live, point, parent) => {
            Some(declare.actor)
        }
        _ => None,
    };
    let told = Told {
        live,
        state: &here.state,
        before: parent,
        command: here.command.as_ref(),
        words: here.remarks.words.as_deref(),
        sealed_by,
        hidden_dice,
    };
    told.lines(&here.journal)
}

/// Checks whether a declaration was made in secret and is not revealed yet.
fn is_secret_still(live: &Live, point: usize, before: Option<&State>) -> bool {
    let declared =
        before.is_some_and(|state| matches!(state.decision, Decision::DeclareSecretly(_)));
    let open = live.session.state().window.sealed;
    declared && open && point <= live.session.position()
}

/// An event log to render, with what is needed to decide who may read its lines.
pub(super) struct Told<'l> {
    pub(super) live: &'l Live,
    /// State after the command.
    pub(super) state: &'l State,
    /// State before the command.
    pub(super) before: Option<&'l State>,
    /// Command that led to the state, if any.
    pub(super) command: Option<&'l Kernel>,
    /// Words said with the command.
    pub(super) words: Option<&'l str>,
    /// Combatant that made the declaration in secret, if it is still secret.
    pub(super) sealed_by: Option<kernel::CombatantId>,
    /// Whether the dice are hidden.
    pub(super) hidden_dice: bool,
}

impl Told<'_> {
    pub(super) fn lines(&self, journal: &EventLog) -> Vec<Line> {
        let compiled = self.live.compiled();
        // At the beginning, events belong to the actor of the newest stack item.
        let running = self.before.and_then(|state| state.stack.last());
        let mut acting = running.map_or(NOBODY, |frame| frame.actor);
        let told = render::journal(compiled, journal, self.state);
        let spoken = render::spoken(&told, self.command.copied());
        let mut lines = Vec::with_capacity(told.len());
        let mut events = journal.events.iter();
        for line in told {
            // Skipped events can change the acting combatant too.
            for (event, _) in events.by_ref() {
                acting = subject(event).unwrap_or(acting);
                if *event == line.event {
                    break;
                }
            }
            lines.push(Line {
                sort: self.sort(&line.event).to_owned(),
                about: self.people(&line.event),
                mark: self.mark(&line, acting),
                dice: self.dice(&line.event),
                story: line.story,
                moved: line.moved().map(MoveTold::from),
                health: self.health(line.told.as_ref()),
                told: line.told.as_ref().map(|told| told.text(compiled)),
                turn: self.turn(&line.event),
                number: self.number(&line.event),
                words: None,
                text: line.text,
                rules: line.because,
            });
        }
        if let (Some(line), Some(words)) = (spoken, self.words) {
            lines[line].words = Some(words.to_owned());
            lines[line].mark.said_by = self.speaker();
        }
        lines
    }

    /// Returns the combatant who said the words; `None` = the game master.
    fn speaker(&self) -> Option<String> {
        let declare = match self.command? {
            Kernel::Declare(declare) | Kernel::Force(declare) => declare,
            _ => return None,
        };
        let activity = &self.live.compiled().game.activities[declare.activity.index()];
        (!activity.by_game_master).then(|| self.live.name(declare.actor))
    }

    /// Returns the dice that an event shows. The faces come from the command, which stores them.
    fn dice(&self, event: &Event) -> Option<Rolled> {
        let (Event::Rolled { dice, .. }, Some(Kernel::Roll(faces))) = (*event, self.command) else {
            return None;
        };
        let compiled = self.live.compiled();
        let dice = dice.index();
        let (expression, notation) = (&compiled.game.dice[dice], &compiled.names.dice[dice]);
        if expression.fixed().is_some() {
            // The command rolled other dice.
            return None;
        }
        let mut faces = faces.shown();
        let outcome = expression.evaluate(&mut |_| faces.next()).ok()?;
        let labels = expression.labels();
        let die = |one: &kernel::dice::Shown| Die {
            notation: format!("d{}", one.sides),
            face: one.face,
            value: one.value,
            fate: match one.fate {
                kernel::dice::Fate::Kept => Fate::Kept,
                kernel::dice::Fate::Rerolled => Fate::Rerolled,
                kernel::dice::Fate::Dropped => Fate::Dropped,
            },
            label: labels.get(one.roll).copied().flatten().map(str::to_owned),
        };
        let dice = outcome.dice.iter().map(die).collect();
        Some(Rolled { notation: notation.clone(), dice, total: outcome.total })
    }

    /// Returns the label of the turn that begins; `None` for other events.
    fn turn(&self, event: &Event) -> Option<String> {
        let Event::Turn { whose } = event else { return None };
        Some(show::turn(self.live.compiled(), *whose))
    }

    /// Returns the number that an event changes; `None` for other events.
    fn number(&self, event: &Event) -> Option<NumberChange> {
        let Event::Attribute { who, attribute, before, now } = *event else { return None };
        let name = self.live.compiled().names.attributes.get(attribute.index())?;
        Some(NumberChange {
            combatant: self.live.name(who),
            attribute: name.name.clone(),
            label: name.short.clone(),
            from: name.shown(i32::from(before)),
            to: name.shown(i32::from(now)),
            unit: name.unit.clone().filter(|_| name.per > 1),
        })
    }

    /// Returns the health that a sentence of the story tells of.
    fn health(&self, told: Option<&render::Told>) -> Option<HealthTold> {
        let Some(render::Told::Health { who, label, by, now }) = told else { return None };
        let combatant = self.live.name(*who);
        Some(HealthTold { combatant, label: label.clone(), by: *by, now: *now })
    }

    fn people(&self, event: &Event) -> Vec<String> {
        if matches!(event, Event::TurnOrderSet) {
            return self.state.turn_order.iter().map(|who| self.live.name(*who)).collect();
        }
        let about = match event {
            Event::TextLogged(one) => render::said::named(self.live.compiled(), one),
            event => about(event, self.state),
        };
        iter_bits(about).map(|who| self.live.name(who)).collect()
    }

    fn sort(&self, event: &Event) -> &'static str {
        match self.is_health(event) {
            true => "health",
            false => sort(event),
        }
    }

    fn is_health(&self, event: &Event) -> bool {
        let names = &self.live.compiled().names.attributes;
        matches!(event, Event::Attribute { attribute, .. }
            if names.get(attribute.index()).is_some_and(|it| it.health))
    }

    fn mark(&self, line: &render::Line, acting: kernel::CombatantId) -> LineMark {
        let event = &line.event;
        let subject = (acting != NOBODY).then(|| self.live.name(acting));
        let health = match *event {
            Event::Attribute { who, before, now, .. } if self.is_health(event) => {
                // A sentence of the story tells of later changes, too.
                let now = match line.told {
                    Some(render::Told::Health { now, .. }) => i16::try_from(now).unwrap_or(before),
                    _ => now,
                };
                Some((health_words(self.live, who, before), health_words(self.live, who, now)))
            }
            _ => None,
        };
        let numbers = matches!(sort(event), "paid" | "pool")
            || matches!(event, Event::Attribute { .. }) && health.is_none();
        let hidden_dice = self.hidden_dice && matches!(event, Event::Rolled { .. });
        let sealed_by = self.sealed_by.map(|who| self.live.name(who));
        let (blind, dark) = match event {
            Event::TextLogged(one) => self.unsaid(one),
            _ => (None, None),
        };
        let covered = self.covered(line);
        let said_by = None;
        LineMark { subject, numbers, health, hidden_dice, sealed_by, said_by, blind, covered, dark }
    }
}

impl Told<'_> {
    /// Returns the combatants whose players read a card or a secret number in a line, and the text
    /// for all others; `None` if everyone reads it.
    fn covered(&self, line: &render::Line) -> Option<(Vec<String>, String)> {
        let compiled = self.live.compiled();
        if let Some((actor, text)) = readers::secret_number(compiled, line) {
            return Some((vec![self.live.name(actor)], text));
        }
        let Event::CardMoved { from, to, .. } = line.event else { return None };
        let Readers::Owners(owners) = cards::readers(compiled, from, to) else { return None };
        let owners = owners.into_iter().map(|who| self.live.name(who)).collect();
        Some((owners, cards::moved(compiled, None, from, to)))
    }

    /// Returns variants of a sentence. The first omits the numbers of the combatants in it and
    /// names those combatants. The second omits all numbers and exists only if dice are hidden.
    fn unsaid(&self, one: &Said) -> (Option<(Vec<String>, String)>, Option<String>) {
        let compiled = self.live.compiled();
        let counted = render::said::counted(compiled, one);
        let blind = (counted != 0).then(|| {
            let names = iter_bits(counted).map(|who| self.live.name(who)).collect();
            (names, render::said::said_with(compiled, one, &|number| number.tells == 0))
        });
        let dark = self.hidden_dice.then(|| render::said::said_with(compiled, one, &|_| false));
        (blind, dark)
    }
}

/// Returns every point of the history and its branches.
pub(super) fn history(live: &Live) -> History {
    let (compiled, points) = (live.compiled(), live.session.points());
    let active = active(live);
    let mut is_parent = vec![false; points.len()];
    points.iter().filter_map(|point| point.parent).for_each(|parent| is_parent[parent] = true);
    let point = |(at, point): (usize, &sim::session::Point)| {
        let before = point.parent.map(|parent| &points[parent].state);
        let command = before.zip(point.command.as_ref());
        Point {
            point: at as u32,
            parent: point.parent.map(|parent| parent as u32),
            sequence: live.made_by[at],
            command: command.map_or(String::new(), |(state, it)| {
                let words = point.remarks.words.as_deref();
                language::print_with(compiled, state, it, words)
            }),
            place: show::place(compiled, &point.state),
            active: active[at],
        }
    };
    let tips = (0..points.len()).filter(|at| !is_parent[*at]);
    let current = current_tip(live);
    History {
        sequence: live.sequence(),
        point: live.point(),
        points: points.iter().enumerate().map(point).collect(),
        branches: tips
            .map(|tip| Branch {
                tip: tip as u32,
                length: live.depths[tip],
                current: tip == current,
            })
            .collect(),
        bookmarks: live.tabled.bookmarks.clone(),
    }
}

/// Returns the end of the present branch.
fn current_tip(live: &Live) -> usize {
    let mut at = live.session.position();
    while let Some(next) = live.session.ahead(at) {
        at = next;
    }
    at
}
