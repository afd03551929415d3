//! The board as text: terrain, combatants, squares in reach with their prices, and threatened
//! squares.

use kernel::{BoardView, CombatantId, Footprint, NOBODY, Reach, Square, State, iter_bits};
use rules::{Compiled, square};

use crate::show;

/// Overlay drawn over the terrain for a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// No overlay.
    Plain,
    /// Squares this combatant can reach with the movement left, and squares that foes threaten.
    Reach(CombatantId),
}

/// Returns the lines of a map, with a legend below; empty without a board.
///
/// Each square takes three columns: its combatant, or else the letter of its terrain. With
/// [`Overlay::Reach`] it shows the price of getting there, and `!` if foes threaten it.
pub fn draw(compiled: &Compiled, state: &State, overlay: Overlay) -> Vec<String> {
    let board = &compiled.game.board;
    if !board.exists() {
        return Vec::new();
    }
    let marks = marks(compiled);
    let space = BoardView { game: &compiled.game, state };
    let mut reach = Reach::default();
    if let Overlay::Reach(who) = overlay {
        reach.find(space, who, space.left(who));
    }
    let mut head = "   ".to_owned();
    for x in 0..board.width {
        let name = square::print(Square { x, y: 0 });
        head.push_str(&format!("{:>3}", name.trim_end_matches('1')));
    }
    let mut lines = vec![head];
    for y in 0..board.height {
        let mut line = format!("{:>3}", y + 1);
        for x in 0..board.width {
            let at = Square { x, y };
            let threat = match overlay {
                Overlay::Reach(who) => space.threats(at, who) > 0,
                Overlay::Plain => false,
            };
            let price = match overlay {
                Overlay::Reach(_) => reach.price(at).filter(|price| *price > 0),
                Overlay::Plain => None,
            };
            let stands = (0..state.combatants.len() as u8).map(CombatantId);
            let mut here =
                stands.filter(|who| space.footprint(*who).overlaps(Footprint::single(at)));
            let ground = match (here.next(), price) {
                (Some(who), _) => marks[who.index()].clone(),
                (None, Some(price)) => price.to_string(),
                (None, None) => terrain(compiled, space.terrain(at)).to_string(),
            };
            let sign = if threat { "!" } else { " " };
            line.push_str(&format!("{ground:>2}{sign}"));
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.push(legend(compiled, state, &marks));
    lines
}

/// Returns the letter of a square's terrain; of several sorts, the first one.
fn terrain(compiled: &Compiled, sorts: u8) -> char {
    match sorts {
        0 => '.',
        sorts => compiled.names.terrain[sorts.trailing_zeros() as usize].letter,
    }
}

/// Returns a mark of two letters for each combatant, all different if possible: the first letter of
/// the name with the number at its end, or with another letter of it.
fn marks(compiled: &Compiled) -> Vec<String> {
    let mut marks: Vec<String> = Vec::new();
    for name in &compiled.names.combatants {
        let letters: Vec<char> = name.chars().filter(|c| c.is_alphanumeric()).collect();
        let first = letters.first().copied().unwrap_or('?');
        let digits = name.chars().rev().take_while(char::is_ascii_digit).count();
        let behind = letters[letters.len().saturating_sub(digits.min(1))..].first().copied();
        let numbered = behind.filter(|_| digits > 0);
        let others = letters.iter().skip(1).copied();
        let tries = numbered.into_iter().chain(others).map(|second| format!("{first}{second}"));
        let free = tries.clone().find(|mark| !marks.contains(mark));
        marks.push(free.or_else(|| tries.clone().next()).unwrap_or_else(|| first.to_string()));
    }
    marks
}

/// Returns the legend: the marks of combatants and the letters of terrain.
fn legend(compiled: &Compiled, state: &State, marks: &[String]) -> String {
    let placed =
        iter_bits(state.everybody()).filter(|who| state.combatant(*who).square.is_somewhere());
    let people = placed.map(|who| {
        let name = show::combatant(compiled, who);
        format!("{} {name}", marks[who.index()])
    });
    let ground = compiled
        .names
        .terrain
        .iter()
        .enumerate()
        .filter(|(sort, _)| state.terrain.iter().any(|square| square >> sort & 1 == 1));
    let ground = ground.map(|(_, one)| format!("{} {}", one.letter, one.name));
    people.chain(ground).collect::<Vec<_>>().join(", ")
}

/// Returns the combatants on the board, with their squares.
pub fn placed(state: &State) -> impl Iterator<Item = (CombatantId, Square)> + '_ {
    iter_bits(state.everybody())
        .filter(|who| *who != NOBODY)
        .map(|who| (who, state.combatant(who).square))
        .filter(|(_, square)| square.is_somewhere())
}
