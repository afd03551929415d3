//! The shelf of the data file: creatures, heroes and templates kept for later fights.

use rules::Sheet;
use toml::Table;

use super::Known;
use crate::failure::Failure;
use crate::shelved::{Shelved, Sort};
use crate::store::Store;
use crate::wire::{ProblemCode, SheetValues};

/// Largest number of things on the shelf.
const SHELVED_MAX: i64 = 5_000;
/// Longest name, in characters.
const NAME_MAX: usize = 80;
/// Largest thing on the shelf, in bytes.
const BODY_MAX: usize = 1 << 20;

/// Returns a creature of the shelf; `None` if its text is not TOML.
pub(crate) fn creature_in(shelved: Shelved) -> Option<Known> {
    let table = shelved.body.parse::<Table>().ok()?;
    let (name, from) = (shelved.name, "yours".to_owned());
    Some(Known { name, from, id: Some(shelved.id), table, own: false })
}

/// Returns the creatures that the data file keeps for a ruleset.
pub(crate) async fn stored_creatures(store: &Store, ruleset: &str) -> Result<Vec<Known>, Failure> {
    let ruleset = ruleset.to_owned();
    let found = store.read(move |it| Shelved::all(it, &ruleset, Sort::Creature)).await?;
    Ok(found.into_iter().filter_map(creature_in).collect())
}

/// Checks that each hero can be made from its sheet. Fails if one cannot, or if there are more than
/// a fight can hold.
pub(crate) fn check_heroes(sheet: &Sheet, heroes: &[SheetValues]) -> Result<(), Failure> {
    if heroes.len() > kernel::COMBATANTS_MAX {
        let message = format!("a party has at most {} heroes", kernel::COMBATANTS_MAX);
        return Err(Failure::invalid(message));
    }
    for (nth, hero) in heroes.iter().enumerate() {
        let place = format!("heroes/{nth}/");
        let made = sheet.creature(&hero.clone().into());
        made.map_err(|bad| Failure::bad_values(&place, &hero.name, &bad))?;
    }
    Ok(())
}

/// Keeps all things or none. A thing replaces one with the same id.
pub(crate) async fn keep_all(store: &Store, all: Vec<Shelved>) -> Result<Vec<Shelved>, Failure> {
    if let Some(large) = all.iter().find(|one| one.body.len() > BODY_MAX) {
        let message = format!("{}: this is too large to be kept", large.name);
        return Err(Failure::new(ProblemCode::TooLarge, message));
    }
    let kept = all.clone();
    let writing = store.write(move |connection| {
        // The number is checked in the transaction that writes, so no other write comes in between.
        let mut count = Shelved::count(connection)?;
        for one in &kept {
            count += i64::from(Shelved::one(connection, one.sort, &one.id)?.is_none());
        }
        if count > SHELVED_MAX {
            return Ok(false);
        }
        for one in &kept {
            one.put(connection)?;
        }
        Ok(true)
    });
    match writing.await? {
        true => Ok(all),
        false => {
            let message = format!("a data file keeps at most {SHELVED_MAX} things for later");
            let failure = Failure::new(ProblemCode::Limit, message);
            Err(failure.help("keep fewer of them, or remove some that are kept"))
        }
    }
}

impl Shelved {
    /// Returns a name with spaces trimmed. Fails unless it has 1 to [`NAME_MAX`] characters on one
    /// line.
    pub(crate) fn checked_name(name: &str) -> Result<String, Failure> {
        let name = name.trim();
        let letters = name.chars().count();
        match (1..=NAME_MAX).contains(&letters) && !name.chars().any(char::is_control) {
            true => Ok(name.to_owned()),
            false => Err(Failure::invalid(format!("type a name of at most {NAME_MAX} letters"))),
        }
    }

    /// Keeps the thing in place of one with the same id. Fails if it is too large or the shelf is
    /// full.
    pub(crate) async fn keep(self, store: &Store) -> Result<Shelved, Failure> {
        if self.body.len() > BODY_MAX {
            return Err(Failure::new(ProblemCode::TooLarge, "this is too large to be kept"));
        }
        if store.read(Shelved::count).await? >= SHELVED_MAX {
            let message = format!("a data file keeps at most {SHELVED_MAX} things for later");
            return Err(Failure::new(ProblemCode::Limit, message));
        }
        let kept = self.clone();
        store.write(move |connection| kept.put(connection)).await?;
        Ok(self)
    }

    /// Returns a thing of a ruleset by sort and id. Fails if there is none.
    pub(crate) async fn find(
        store: &Store,
        ruleset: &str,
        sort: Sort,
        id: &str,
    ) -> Result<Shelved, Failure> {
        let wanted = id.to_owned();
        let found = store.read(move |it| Shelved::one(it, sort, &wanted)).await?;
        found.filter(|it| it.ruleset == ruleset).ok_or_else(|| Failure::not_found(word(sort)))
    }

    /// Removes the thing from the shelf.
    pub(crate) async fn take_off(self, store: &Store) -> Result<Shelved, Failure> {
        let id = self.id.clone();
        store.write(move |connection| Shelved::remove(connection, &id)).await?;
        Ok(self)
    }
}

fn word(sort: Sort) -> &'static str {
    match sort {
        Sort::Party => "party",
        Sort::Creature => "creature",
        Sort::Template => "template",
    }
}
