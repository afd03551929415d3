//! Builds an encounter file from heroes and their foes.

use toml::{Table, Value};

use super::{Gathering, Ground, Member, Source, Taken};
use crate::failure::Failure;
use crate::wire::{FightBoard, UnknownName};

/// A fight to be built.
#[derive(Clone, Debug)]
pub(crate) struct Fight<'a> {
    /// Id of the ruleset.
    pub(crate) ruleset: &'a str,
    /// Known creatures, and the sheet from which members are made.
    pub(crate) gathering: Gathering<'a>,
    /// Members of the fight, heroes first.
    pub(crate) members: Vec<Member>,
    /// Board of the fight, if it has one.
    pub(crate) board: Option<FightBoard>,
    /// Letters of terrain that combatants cannot enter.
    pub(crate) solid: &'a [char],
}

impl Fight<'_> {
    /// Returns the encounter file, and the names of unknown creatures.
    pub(crate) fn text(self) -> Result<(String, Vec<UnknownName>), Failure> {
        let mut head = Table::new();
        head.insert("ruleset".to_owned(), Value::String(self.ruleset.to_owned()));
        let mut ground = None;
        if let Some(FightBoard { size, map }) = self.board.filter(FightBoard::says_something) {
            ground = Some(Ground::new(size.as_deref(), &map, self.solid)?);
            let mut board = Table::new();
            if let Some(size) = size {
                let size = size.trim().to_lowercase().replace(' ', "").replace('\u{d7}', "x");
                board.insert("size".to_owned(), Value::String(size));
            }
            if !map.is_empty() {
                let rows = map.into_iter().map(Value::String).collect();
                board.insert("map".to_owned(), Value::Array(rows));
            }
            head.insert("board".to_owned(), Value::Table(board));
        }
        let mut taken = Taken::default();
        let found = self.gathering.gather(self.members, &mut taken, ground.as_mut())?;
        let text = format!("{}\n\n{}", head.to_string().trim_end(), found.tables());
        Ok((text, found.unknown))
    }
}

impl FightBoard {
    fn says_something(&self) -> bool {
        self.size.is_some() || !self.map.is_empty()
    }
}

/// Returns a title for a fight: `The company against goblins`.
pub(crate) fn title(heroes: Option<&str>, foes: &[Member]) -> String {
    let name = |member: &Member| match &member.source {
        Source::Sheet(values) => values.name.trim().to_owned(),
        Source::Creature(typed) => typed.trim().to_owned(),
    };
    let heroes = heroes.unwrap_or("Heroes");
    match foes {
        [] => heroes.to_owned(),
        [only] => format!("{heroes} against {}", name(only)),
        [first, rest @ ..] => format!("{heroes} against {} and {} more", name(first), rest.len()),
    }
}
