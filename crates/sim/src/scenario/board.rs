//! Assertions about the board.

use rules::square;

use super::assertion::{Checked, expect};
use crate::language;
use crate::session::Session;
use crate::walk;

/// Checks `way of Ana to f7 is 5`, `c4 is difficult` and `c4 is not wall`; returns `None` for any
/// other text.
pub(super) fn check(session: &Session, what: &str, wanted: &str) -> Option<Checked> {
    let compiled = session.compiled();
    if let Some(rest) = what.strip_prefix("way of ") {
        let (name, to) = rest.rsplit_once(" to ")?;
        let who = match language::combatant(compiled, name) {
            Ok(who) => who,
            Err(error) => return Some(Err(error.text())),
        };
        let found = walk::price(session, who, square::parse(to)?);
        let found = found.map_or("none".to_owned(), |price| price.to_string());
        return Some(expect(found == wanted, || format!("the way costs {found}")));
    }
    let square = square::parse(what).filter(|square| compiled.game.board.holds(*square))?;
    let (negated, name) = match wanted.strip_prefix("not ") {
        Some(name) => (true, name),
        None => (false, wanted),
    };
    let sort = compiled.names.terrain.iter().position(|one| one.name == name)?;
    let here = session.state().terrain[compiled.game.board.index(square)] >> sort & 1 == 1;
    Some(expect(here != negated, || format!("{what} is {}{name}", if here { "" } else { "not " })))
}
