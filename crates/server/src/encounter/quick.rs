//! Adds combatants to a fight: typed lines and filled-in sheets become tables of an encounter file.

use kernel::{BoardView, CombatantId, Footprint, Square};
use rules::Sheet;
use rules::source::SourceFile;
use toml::Table;

use super::live::Live;
use super::replay;
use crate::failure::Failure;
use crate::library::{
    Gathering, Ground, Known, Newcomers, Taken, known_beside, members, of_lines, read, shipped,
};
use crate::wire::QuickRequest;

/// Returns the requested combatants as tables of the encounter file, and their names.
pub(super) fn extend(
    live: &Live,
    asked: QuickRequest,
    stored: Vec<Known>,
) -> Result<(Table, Vec<String>), Failure> {
    let found = newcomers(live, asked, stored)?;
    Ok((found.tables(), found.names))
}

/// Builds the requested combatants as tables of the encounter file. Skips names and squares that
/// are in use.
fn newcomers(live: &Live, asked: QuickRequest, stored: Vec<Known>) -> Result<Newcomers, Failure> {
    let QuickRequest { side, lines, members: more, defaults, .. } = asked;
    let mut wanted = of_lines(read(&lines)?, &side);
    wanted.extend(members(more, &side)?);
    let known = creatures(live, stored);
    let sheet = sheet(live);
    let names = live.compiled().names.combatants.iter().chain(&live.original.names.combatants);
    let mut ground = ground(live);
    let gathering = Gathering { known: &known, sheet: &sheet, defaults };
    gathering.gather(wanted, &mut Taken::of(names), ground.as_mut())
}

/// Returns the sheet form of the ruleset that the encounter carries; an empty one if it does not
/// load.
pub(super) fn sheet(live: &Live) -> Sheet {
    let parsed = live.origin.ruleset.parse().ok();
    parsed.and_then(|parsed| Sheet::of(&parsed).ok()).unwrap_or_default()
}

/// Returns the squares where no combatant stands or began, or `None` if the fight has no board.
fn ground(live: &Live) -> Option<Ground> {
    let game = &live.compiled().game;
    let state = live.session.state();
    let space = BoardView { game, state };
    let now = kernel::iter_bits(state.everybody()).map(|who| space.footprint(who));
    let begun = (0..).zip(&game.sheets).map(|(who, sheet)| Footprint {
        corner: sheet.square,
        span: game.span_of(CombatantId(who)),
    });
    let in_use: Vec<Square> = now.chain(begun).flat_map(Footprint::squares).collect();
    game.board.exists().then(|| Ground::of(&game.board, in_use.into_iter()))
}

/// Returns the present encounter file.
pub(super) fn present_text(live: &Live) -> String {
    let entries = live.log.iter().map(|logged| &logged.entry);
    replay::present_text(&live.origin.encounter.text, entries)
}

/// Returns an encounter file with tables added at its end.
pub(super) fn longer(text: &str, more: &Table) -> String {
    format!("{}\n\n{more}", text.trim_end())
}

/// Returns the creatures that an encounter knows: its own, then those of the data file, then those
/// of its ruleset.
pub(super) fn creatures(live: &Live, stored: Vec<Known>) -> Vec<Known> {
    let present = SourceFile { path: "setup".to_owned(), text: present_text(live).into() };
    let own: Vec<&SourceFile> = std::iter::once(&present).chain(&live.origin.beside).collect();
    known_beside(&own, Known::merge(stored, shipped(&live.origin.id)))
}
