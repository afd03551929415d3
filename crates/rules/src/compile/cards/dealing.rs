//! Deals the cards of an encounter: where each lies at the start, and what is printed on it.

use std::collections::BTreeMap;

use kernel::{CardId, CombatantId, NOBODY, PileId, PlacedCard, TableId};

use super::super::exprs::evaluate;
use super::super::names::label;
use super::super::protos::Proto;
use super::super::{Build, Here};
use super::CARDS_MAX;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::CardName;
use crate::raw::Text;
use crate::text::capitalized;

impl Build<'_> {
    /// Puts all cards where they lie at the start, and fills the tables of cards.
    pub(in crate::compile) fn place_cards(&mut self, protos: &[Proto]) {
        let mut faces = Vec::new();
        let mut place = |game: &mut kernel::Game, face: usize, pile: PileId, owner: CombatantId| {
            let card = CardId(faces.len() as u16);
            faces.push(face);
            game.cards.push(PlacedCard { card, pile, owner, shuffled: false });
        };
        for dealt in &self.dealt {
            let of_combatant = self.game.piles[dealt.pile.index()].of_combatant;
            let owners: Vec<CombatantId> = match of_combatant {
                false => vec![NOBODY],
                true => (0..protos.len())
                    .filter(|at| {
                        let test = dealt.when.as_ref();
                        test.is_none_or(|test| evaluate(&test.tree, &protos[*at]) == Some(1))
                    })
                    .map(|at| CombatantId(at as u8))
                    .collect(),
            };
            for owner in owners {
                for _ in 0..dealt.copies.min(CARDS_MAX as u16 + 1) {
                    place(&mut self.game, dealt.card, dealt.pile, owner);
                }
            }
        }
        for (at, proto) in protos.iter().enumerate() {
            for &(pile, card) in &proto.cards {
                place(&mut self.game, card, pile, CombatantId(at as u8));
            }
        }
        if faces.len() > CARDS_MAX {
            let message = format!("the encounter has more than {CARDS_MAX} cards");
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
        }
        self.shuffle_at_start();
        self.print_cards(&faces);
    }

    /// Shuffles the piles that begin shuffled. Such cards stand by their numbers.
    fn shuffle_at_start(&mut self) {
        let piles = &self.dictionary.piles.entries;
        for card in &mut self.game.cards {
            card.shuffled = piles[card.pile.index()].def.shuffled;
        }
    }

    /// Names the cards, and fills the tables of the numbers on them.
    fn print_cards(&mut self, faces: &[usize]) {
        let first = self.number_tables();
        let mut printed = Vec::new();
        for at in 0..self.dictionary.cards.len() {
            let entry = self.dictionary.cards.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            let numbers: Vec<i32> = (self.card_numbers.clone().iter())
                .map(|name| {
                    let text = entry.def.numbers.iter().find(|(key, _)| key.as_str() == *name);
                    text.map_or(0, |(_, text)| self.printed(here, text))
                })
                .collect();
            printed.push(numbers);
        }
        for (at, table) in self.game.tables[first..].iter_mut().enumerate() {
            let number = |face: &usize| match at.checked_sub(self.card_numbers.len()) {
                None => printed[*face][at],
                Some(card) => i32::from(*face == card),
            };
            // Card numbers begin with 1.
            *table = std::iter::once(0).chain(faces.iter().map(number)).collect();
        }
        let owners: Vec<usize> =
            faces.iter().map(|face| self.dictionary.cards.entries[*face].owner).collect();
        self.game.card_rules = owners.into_iter().map(|owner| self.because(owner, &[])).collect();
        let numbers = self.card_numbers.iter().enumerate();
        self.names.card_numbers =
            numbers.map(|(at, name)| ((*name).to_owned(), TableId((first + at) as u16))).collect();
        let cards = &self.dictionary.cards.entries;
        self.names.cards = faces
            .iter()
            .map(|face| CardName {
                name: cards[*face].name.to_owned(),
                label: capitalized(&label(cards[*face].def.name.as_ref(), cards[*face].name)),
            })
            .collect();
    }

    /// Reads a number on a card.
    fn printed(&mut self, here: Here, text: &Text) -> i32 {
        text.trim().parse::<i32>().unwrap_or_else(|_| {
            self.error(Code::InvalidValue, "a card has whole numbers", here, text, "not one");
            0
        })
    }

    /// Reads the cards that a creature or combatant lists: pairs of pile and card.
    pub(in crate::compile) fn listed_cards(
        &mut self,
        here: Here,
        cards: &BTreeMap<Text, Vec<Text>>,
    ) -> Vec<(PileId, usize)> {
        let mut all = Vec::new();
        for (name, cards) in cards {
            let Some(pile) = self.pile(here, name) else { continue };
            if !self.game.piles[pile.index()].of_combatant {
                let message = format!("`{}` is the pile of the encounter", name.as_str());
                self.error(Code::InvalidValue, message, here, name, "nobody has one");
                continue;
            }
            for card in cards {
                let (copies, word) = match card.split_once(' ') {
                    Some((copies, word)) if copies.parse::<u16>().is_ok() => {
                        (copies.parse().unwrap_or(1), card.instead(word.trim().to_owned()))
                    }
                    _ => (1, card.clone()),
                };
                let found = self.look(|d| &d.cards, Code::UnknownInput, "card", here, &word);
                let copies = copies.min(CARDS_MAX as u16 + 1);
                all.extend(found.into_iter().flat_map(|at| (0..copies).map(move |_| (pile, at))));
            }
        }
        all
    }
}
