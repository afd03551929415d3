//! Compiles piles, cards and tables of numbers.
//!
//! Whatever is printed on cards becomes tables by card number: one for each number that any card
//! has, and one for each card, which is 1 for its copies. Their numbers are known with the rules;
//! they are filled when it is known who has which cards.

mod argument;
mod dealing;

use std::collections::BTreeSet;

use kernel::{DiceId, PileId, PileRef, PileSpec, TableId};

use super::exprs::Resolved;
use super::inputs::Place;
use super::names::label;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::names::{PileName, PileView};
use crate::raw::Text;

/// Most cards of an encounter.
pub(super) const CARDS_MAX: usize = 500;

/// Owners of piles, as files say it.
const OWNERS: [(&str, bool); 2] = [("combatant", true), ("encounter", false)];
/// Views of the cards of a pile, as files say it.
const VIEWS: [(&str, PileView); 3] =
    [("everyone", PileView::Everyone), ("owner", PileView::Owner), ("nobody", PileView::Nobody)];

/// Cards of the rules that lie somewhere at the start.
#[derive(Clone, Debug)]
pub(super) struct Dealt {
    /// Index among the cards of the rules.
    card: usize,
    pile: PileId,
    copies: u16,
    /// The test for having it; `None` = everyone has it.
    when: Option<Resolved>,
}

impl<'a> Build<'a> {
    /// Compiles the piles, the names of tables, and what cards say.
    pub(super) fn build_cards(&mut self) {
        for at in 0..self.dictionary.piles.len() {
            let entry = self.dictionary.piles.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            let of = entry.def.of.as_ref().and_then(|of| {
                let message = "a pile is of each `combatant` or of the `encounter`";
                self.word(here, of, &OWNERS, message, "neither")
            });
            let seen = entry.def.seen.as_ref().and_then(|seen| {
                let message = "a pile is seen by `everyone`, its `owner` or `nobody`";
                self.word(here, seen, &VIEWS, message, "none of these")
            });
            let rules = self.because(entry.owner, &[]);
            let of_combatant = of.unwrap_or(true);
            if let (Some(PileView::Owner), false, Some(text)) =
                (seen, of_combatant, &entry.def.seen)
            {
                let message = "the pile of the encounter has no owner who could see it";
                self.error(Code::InvalidValue, message, here, text, "everyone or nobody");
            }
            self.game.piles.push(PileSpec { of_combatant, rules });
            self.names.piles.push(PileName {
                name: entry.name.to_owned(),
                label: label(entry.def.name.as_ref(), entry.name),
                seen: seen.unwrap_or(PileView::Everyone),
            });
        }
        let cards = &self.dictionary.cards.entries;
        let numbers: BTreeSet<&'a str> = cards
            .iter()
            .flat_map(|card| card.def.numbers.keys().map(|name| name.as_str()))
            .collect();
        self.card_numbers = numbers.into_iter().collect();
        for entry in &self.dictionary.tables.entries {
            self.game.tables.push(entry.def.values.iter().map(|value| *value.get()).collect());
        }
        for at in 0..self.dictionary.tables.len() {
            let entry = self.dictionary.tables.entries[at].clone();
            if self.card_numbers.contains(&entry.name) {
                let here = Here { owner: entry.owner, file: entry.file };
                let message = format!("cards have a number called `{}`, too", entry.name);
                self.error(
                    Code::DuplicateName,
                    message,
                    here,
                    &entry.def.id,
                    "give one another name",
                );
            }
        }
        // The tables of cards are filled later.
        let len = self.game.tables.len() + self.card_numbers.len() + self.dictionary.cards.len();
        self.game.tables.resize(len, Vec::new());
        for at in 0..self.dictionary.cards.len() {
            self.deal(at);
        }
    }

    /// Compiles where a card lies at the start.
    fn deal(&mut self, card: usize) {
        let entry = self.dictionary.cards.entries[card].clone();
        let here = Here { owner: entry.owner, file: entry.file };
        let is_word = |letter: char| letter.is_alphanumeric() || ['-', '\'', '+'].contains(&letter);
        if entry.name.is_empty() || !entry.name.chars().all(is_word) {
            let message = "the name of a card is a word: commands contain it";
            let problem = Diagnostic::error(Code::InvalidValue, message)
                .at(here.file, entry.span.clone(), "not a word")
                .help("its `name` may have blanks");
            self.report.push(problem);
        }
        let when = entry
            .def
            .when
            .as_ref()
            .and_then(|when| self.resolve(here, when, Place::Setup, &Type::Bool));
        let Some(name) = &entry.def.pile else {
            let aimless = entry.def.copies.as_ref().map(|copies| copies.span());
            let aimless = aimless.or(entry.def.when.as_ref().map(|when| when.span()));
            if let Some(span) = aimless {
                let message = "without a `pile` only those who list the card have it";
                let problem = Diagnostic::error(Code::InvalidValue, message);
                self.report.push(problem.at(here.file, span, "of no use here"));
            }
            return;
        };
        let Some(pile) = self.pile(here, name) else { return };
        let copies = entry.def.copies.as_ref().map_or(1, |copies| *copies.get());
        if let (Some(when), false) = (&entry.def.when, self.game.piles[pile.index()].of_combatant) {
            let message = "the pile of the encounter is nobody's";
            self.error(Code::InvalidValue, message, here, when, "no combatant is meant");
        }
        self.dealt.push(Dealt { card, pile, copies, when });
    }

    /// Looks up a pile.
    fn pile(&mut self, here: Here, name: &Text) -> Option<PileId> {
        let at = self.look(|d| &d.piles, Code::UnknownInput, "pile", here, name)?;
        Some(PileId(at as u8))
    }

    /// Reads a pile with its owner: `actor.hand`, or `deck` for a pile of the encounter. Returns
    /// `None` after reporting an error.
    pub(super) fn pile_at(&mut self, here: Here, place: Place, text: &Text) -> Option<PileRef> {
        let (owner, name) = match text.split_once('.') {
            Some((owner, name)) => (Some(owner), text.instead(name.to_owned())),
            None => (None, text.clone()),
        };
        let pile = self.pile(here, &name)?;
        let of_combatant = self.game.piles[pile.index()].of_combatant;
        let role = owner.and_then(|owner| self.role_at(place, owner));
        let name = name.as_str();
        let message = match (of_combatant, owner, role) {
            (true, Some(_), Some(_)) | (false, None, _) => {
                return Some(PileRef { pile, owner: role });
            }
            (false, Some(_), _) => format!("there is one `{name}` for all: write `{name}`"),
            (true, None, _) => {
                let whose = self.roles_at(place).first().copied().unwrap_or("actor");
                format!("each combatant has a `{name}`: write `{whose}.{name}`")
            }
            (true, Some(owner), None) => format!("there is no `{owner}` at this place"),
        };
        self.error(Code::UnknownInput, message, here, text, "whose?");
        None
    }

    /// Returns the table of this name: one of the rules, or a number on cards.
    pub(super) fn table_named(&self, name: &str) -> Option<TableId> {
        let tables = self.dictionary.tables.find(name);
        let number =
            || Some(self.number_tables() + self.card_numbers.iter().position(|it| *it == name)?);
        Some(TableId(tables.or_else(number)? as u16))
    }

    /// Returns the table of a number on cards, or the one of a card itself.
    pub(super) fn table_of_cards(&self, name: &str) -> Option<TableId> {
        if let Some(at) = self.card_numbers.iter().position(|number| *number == name) {
            return Some(TableId((self.number_tables() + at) as u16));
        }
        let card = self.dictionary.cards.find(name)?;
        Some(TableId((self.number_tables() + self.card_numbers.len() + card) as u16))
    }

    /// Returns the number of the first table that is one of cards.
    fn number_tables(&self) -> usize {
        self.dictionary.tables.len()
    }

    /// Returns the dice for drawing no card. The dice for 1, 2 … cards follow one another.
    pub(super) fn dice_for_drawing(&mut self) -> DiceId {
        if let Some(first) = self.draw_dice {
            return first;
        }
        let first = DiceId(self.game.dice.len() as u16);
        for count in 0..=CARDS_MAX {
            let name = if count < 2 { count.to_string() } else { format!("1d{count}") };
            let dice = crate::dice::parse(&name).unwrap_or(kernel::dice::Dice::constant(1));
            self.game.dice.push(dice);
            self.names.dice.push(name);
        }
        self.draw_dice = Some(first);
        first
    }
}
