//! Turns members, such as three goblins, into tables of an encounter file.

use kernel::COMBATANTS_MAX;
use rules::Sheet;
use rules::diagnostic::did_you_mean;
use rules::sheet::Values;
use toml::{Table, Value};

use super::lines::{Line, one_of, singulars};
use super::{Ground, Known, Taken};
use crate::failure::Failure;
use crate::wire;
use crate::wire::UnknownName;

/// Largest number of suggestions for an unknown name.
const CLOSE_MAX: usize = 3;

/// A group of identical combatants.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Side of the combatants.
    pub(crate) side: String,
    /// Number of combatants.
    pub(crate) count: usize,
    /// Own name of the combatants; `None` takes the name of the creature or the sheet.
    pub(crate) name: Option<String>,
    /// Sheet or creature that the combatants are made from.
    pub(crate) source: Source,
    /// Prefix of the field names in problems, for the page.
    pub(crate) place: String,
}

/// Source of a member: a sheet or a creature.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A filled-in sheet.
    Sheet(Values),
    /// A creature by its name, as typed.
    Creature(String),
}

/// Known creatures, and the sheet from which members are made.
#[derive(Clone, Debug)]
pub(crate) struct Gathering<'a> {
    /// Creatures that can be named.
    pub(crate) known: &'a [Known],
    /// Sheet form of the ruleset.
    pub(crate) sheet: &'a Sheet,
    /// Whether unknown creatures are made with the form's defaults. Otherwise they are left out.
    pub(crate) defaults: bool,
}

/// Combatants as tables of an encounter file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newcomers {
    /// Creatures that the encounter file does not describe yet.
    pub(crate) creatures: Vec<Table>,
    /// The combatants, one table each.
    pub(crate) combatants: Vec<Table>,
    /// Names of the combatants, in the same order.
    pub(crate) names: Vec<String>,
    /// Names of unknown creatures, with suggestions.
    pub(crate) unknown: Vec<UnknownName>,
}

/// Returns the members that typed lines stand for.
pub(crate) fn of_lines(lines: Vec<Line>, side: &str) -> Vec<Member> {
    let member = |line: Line| Member {
        side: side.to_owned(),
        count: line.count,
        name: line.name,
        source: Source::Creature(line.creature),
        place: String::new(),
    };
    lines.into_iter().map(member).collect()
}

/// Returns the members of a request. Members without a side get `side`. Fails if a member has
/// neither a creature nor a sheet.
pub(crate) fn members(all: Vec<wire::Member>, side: &str) -> Result<Vec<Member>, Failure> {
    let one = |(nth, one): (usize, wire::Member)| {
        let wire::Member { side: own, count, name, creature, sheet } = one;
        let source = match (sheet, creature) {
            (Some(sheet), _) => Source::Sheet(sheet.into()),
            (None, Some(creature)) => Source::Creature(creature),
            (None, None) => {
                return Err(Failure::invalid("a member needs a creature or a sheet"));
            }
        };
        let place = format!("members/{nth}/sheet/");
        let (side, count) = (own.unwrap_or_else(|| side.to_owned()), count as usize);
        Ok(Member { side, count, name, source, place })
    };
    all.into_iter().enumerate().map(one).collect()
}

impl Gathering<'_> {
    /// Turns members into tables. If there is ground, each combatant gets a square: heroes from the
    /// left, others from the right.
    ///
    /// # Errors
    ///
    /// Fails if a sheet has bad values, if there is no combatant, or if there are more than
    /// [`COMBATANTS_MAX`].
    pub(crate) fn gather(
        &self,
        members: Vec<Member>,
        taken: &mut Taken,
        mut ground: Option<&mut Ground>,
    ) -> Result<Newcomers, Failure> {
        let mut found = Newcomers::default();
        let mut made: Vec<Known> = Vec::new();
        for member in members {
            let Some((creature, table)) = self.table(&member, &mut made, &mut found)? else {
                continue;
            };
            if found.names.len() + member.count > COMBATANTS_MAX || member.count == 0 {
                let message = format!("a fight has 1 to {COMBATANTS_MAX} combatants");
                return Err(Failure::invalid(message));
            }
            let span = self.span(table.as_ref(), &creature, &made);
            let name = member.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
            for name in taken.number(name.unwrap_or(&creature), member.count) {
                let mut combatant = match &table {
                    Some(own) => own.clone(),
                    None => Table::from_iter([("creature".to_owned(), text(&creature))]),
                };
                combatant.insert("name".to_owned(), text(&name));
                combatant.insert("side".to_owned(), text(&member.side));
                let square = ground.as_deref_mut();
                let square = square.and_then(|it| it.take(member.side == self.sheet.heroes, span));
                if let Some(square) = square {
                    combatant.insert("at".to_owned(), text(&square));
                }
                found.combatants.push(combatant);
                found.names.push(name);
            }
        }
        if let (true, Some(unknown)) = (found.names.is_empty(), found.unknown.first()) {
            let failure = Failure::invalid(format!("no creature is called {}", unknown.name));
            return Err(match unknown.close.first() {
                Some(close) => failure.help(format!("did you mean {close}?")),
                None => failure.help("have it made with the defaults of the sheet"),
            });
        }
        if found.names.is_empty() {
            return Err(Failure::invalid("nobody is named").help("type names such as 3 goblins"));
        }
        Ok(found)
    }

    /// Returns the squares along each edge of what a member covers, by its table or its creature.
    fn span(&self, table: Option<&Table>, creature: &str, made: &[Known]) -> u8 {
        let known = || find(self.known.iter().chain(made), creature).map(|it| &it.table);
        table.or_else(known).map_or(1, |table| self.sheet.span_of(table))
    }

    /// Returns a member's name, and its table if it has its own sheet. Adds a creature that the
    /// file lacks. Returns `None` for an unknown creature if `defaults` is false.
    fn table(
        &self,
        member: &Member,
        made: &mut Vec<Known>,
        found: &mut Newcomers,
    ) -> Result<Option<(String, Option<Table>)>, Failure> {
        match &member.source {
            Source::Sheet(values) => {
                let table = self
                    .sheet
                    .creature(values)
                    .map_err(|bad| Failure::bad_values(&member.place, &values.name, &bad))?;
                let name = values.name.trim().to_owned();
                // Level and search words are of no use to a combatant.
                let kept = table.into_iter().filter(|(key, _)| key != "level" && key != "words");
                Ok(Some((name, Some(kept.collect()))))
            }
            Source::Creature(typed) => {
                let all = || self.known.iter().chain(&*made);
                if let Some(known) = find(all(), typed) {
                    let (name, table) = (known.name.clone(), known.table.clone());
                    if !known.own && !found.creatures.contains(&table) {
                        found.creatures.push(table);
                    }
                    return Ok(Some((name, None)));
                }
                let close = close(all(), typed);
                found.unknown.push(UnknownName { name: typed.clone(), close });
                if !self.defaults {
                    return Ok(None);
                }
                let name = one_of(typed.trim(), member.count);
                let values = self.sheet.blank(&name);
                let table = self
                    .sheet
                    .creature(&values)
                    .map_err(|bad| Failure::bad_values(&member.place, &name, &bad))?;
                found.creatures.push(table.clone());
                let from = "defaults".to_owned();
                made.push(Known { name: name.clone(), from, id: None, table, own: false });
                Ok(Some((name, None)))
            }
        }
    }
}

/// Returns the creature that a name stands for: exactly, in another case, or as a plural.
pub(super) fn find<'k>(
    mut all: impl Iterator<Item = &'k Known> + Clone,
    typed: &str,
) -> Option<&'k Known> {
    let typed = typed.trim();
    let wanted = typed.to_lowercase();
    let exact = all.clone().find(|one| one.name.to_lowercase() == wanted);
    exact.or_else(|| {
        let ones: Vec<String> = singulars(typed).iter().map(|one| one.to_lowercase()).collect();
        all.find(|one| ones.contains(&one.name.to_lowercase()))
    })
}

/// Returns the names of creatures that resemble an unknown name, at most [`CLOSE_MAX`].
fn close<'k>(all: impl Iterator<Item = &'k Known> + Clone, typed: &str) -> Vec<String> {
    let typed = typed.trim();
    let mut close: Vec<String> = Vec::new();
    let names = all.clone().map(|one| one.name.as_str());
    let spellings = std::iter::once(typed.to_owned()).chain(singulars(typed));
    close.extend(spellings.filter_map(|one| did_you_mean(&one, names.clone())));
    let wanted = typed.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().filter(|word| word.len() > 2).collect();
    let shares = |name: &&str| {
        let name = name.to_lowercase();
        words.iter().any(|word| name.contains(word))
    };
    close.extend(names.filter(shares).map(str::to_owned));
    let mut seen = std::collections::HashSet::new();
    close.retain(|name| seen.insert(name.clone()));
    close.truncate(CLOSE_MAX);
    close
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

impl Newcomers {
    /// Returns the tables of an encounter file for the combatants and their creatures.
    pub(crate) fn tables(&self) -> Table {
        let tables = |all: &[Table]| Value::Array(all.iter().cloned().map(Value::Table).collect());
        let mut more = Table::new();
        if !self.creatures.is_empty() {
            more.insert("creature".to_owned(), tables(&self.creatures));
        }
        more.insert("combatant".to_owned(), tables(&self.combatants));
        more
    }
}
