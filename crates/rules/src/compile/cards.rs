//! Compiles piles, cards and tables of numbers.
//!
//! Whatever is printed on cards becomes tables by card number: one for each number that any card
//! has, and one for each card, which is 1 for its copies. Their numbers are known with the rules;
//! they are filled when it is known who has which cards.

use std::collections::BTreeSet;

use kernel::{
    Argument, CardId, CombatantId, DiceId, Input, Instr as Instruction, NOBODY, PileId, PileRef,
    PileSpec, PlacedCard, Requirement, Role, TableId, Target,
};

use super::exprs::{Resolved, evaluate};
use super::inputs::Place;
use super::names::label;
use super::protos::Proto;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::names::{CardName, PileName, PileView};
use crate::raw::{self, Text};
use crate::text::capitalized;

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

    /// Compiles an argument that is a card of a pile: its range and its default.
    pub(super) fn card_argument(
        &mut self,
        here: Here,
        raw: &raw::Argument,
        pile: PileRef,
    ) -> Argument {
        let given = [
            ("min", raw.min.as_ref().map(Text::span)),
            ("max", raw.max.as_ref().map(Text::span)),
            ("usual", raw.usual.as_ref().map(Text::span)),
            ("scale", raw.scale.as_ref().map(raw::At::span)),
            ("worded", raw.worded.as_ref().map(raw::At::span)),
        ];
        for (key, span) in given.into_iter().filter_map(|(key, span)| Some((key, span?))) {
            let problem = Diagnostic::error(
                Code::InvalidValue,
                format!("a card has no `{key}`: the pile says which cards there are"),
            );
            self.report.push(problem.at(here.file, span, "of no use here"));
        }
        let rules = self.cited(here, &raw.because, &[]);
        // An empty pile has no number to choose.
        let max = vec![
            Instruction::Load(Input::CardCount(pile)),
            Instruction::Const(CARDS_MAX as i32),
            Instruction::Const(0),
            Instruction::Select,
        ];
        Argument {
            min: self.constant(1),
            max: self.intern(max),
            default: self.intern(vec![Instruction::Load(Input::FirstCard(pile))]),
            card: Some(pile),
            text_value: None,
            rules,
        }
    }

    /// Compiles the requirement that the card given lies in the pile.
    pub(super) fn card_requirement(
        &mut self,
        here: Here,
        raw: &raw::Argument,
        pile: PileRef,
        target: Target,
    ) -> Requirement {
        let test = self.intern(vec![Instruction::Load(Input::ArgumentInPile(pile))]);
        let of_target = target != Target::None && pile.owner == Some(Role::Target);
        let rules = self.cited(here, &raw.because, &[]);
        Requirement { test, depends_on_target: of_target, only_if: 0, binds_prepared: true, rules }
    }

    /// Puts all cards where they lie at the start, and fills the tables of cards.
    pub(super) fn place_cards(&mut self, protos: &[Proto]) {
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
    pub(super) fn listed_cards(
        &mut self,
        here: Here,
        cards: &std::collections::BTreeMap<Text, Vec<Text>>,
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
