//! Resolves calls in expressions, such as `option(WORD)` and `actor.has(CONDITION)`.

use kernel::{AttributeId, ConditionId, Input, PileId, PileRef, Role, SideId, Spot, StatRef};

use super::super::options::{is_numeric, option_value};
use super::super::space::{METRICS, metric};
use super::{Found, Inputs, Known, Place, live};
use crate::expr::{self, CallError, TagSet, Type, Word};

impl Inputs<'_, '_> {
    /// Returns the input that a call stands for.
    pub(super) fn called(&self, callee: &str, args: &[Word]) -> Result<Found, CallError> {
        let [first, rest @ ..] = args else { return Err(CallError::Count { expected: 1 }) };
        let found = match callee.split_once('.') {
            Some((role, question @ ("cards" | "top" | "find" | "sum")))
                if self.place != Place::Setup =>
            {
                let role = self.role(role).ok_or(CallError::Unknown)?;
                return self.of_pile(Some(role), question, first, rest);
            }
            Some((role, question)) => self.of_someone(role, question, first)?,
            None if callee == "option" => self.option(first)?,
            None if self.place == Place::Setup => return Err(CallError::Unknown),
            None => match callee {
                "approach-over" if self.place == Place::Act => {
                    let [sort] = rest else { return Err(CallError::Count { expected: 2 }) };
                    let (near, sort) = (self.figure_word(first)?, self.terrain_word(sort, 1)?);
                    return Ok(live(Type::Bool, Input::ApproachOver(near, sort)));
                }
                "total-of" => {
                    let side = self.side_word(first)?;
                    let [attribute] = rest else { return Err(CallError::Count { expected: 2 }) };
                    let attribute = self.attribute_word(attribute, 1)?;
                    return Ok(live(Type::Int, Input::TotalOf(side, attribute)));
                }
                "cards" | "top" | "find" | "sum" => {
                    return self.of_pile(None, callee, first, rest);
                }
                _ => self.in_play(callee, first)?,
            },
        };
        if rest.is_empty() { Ok(found) } else { Err(CallError::Count { expected: 1 }) }
    }

    /// Returns the input that a call about a combatant stands for, such as `actor.has(prone)`.
    fn of_someone(&self, role: &str, question: &str, word: &Word) -> Result<Found, CallError> {
        let role = self.role(role).ok_or(CallError::Unknown)?;
        let at_setup = |id| expr::Input { ty: Type::Bool, id };
        if self.place == Place::Setup {
            return match question {
                "has" => Ok(at_setup(Known::Tag(self.condition_word(word)?))),
                "part" => Ok(at_setup(Known::Part(word.text.clone()))),
                "accepts" => Ok(at_setup(Known::Accepts(self.gate_word(word)?))),
                _ => Err(CallError::Unknown),
            };
        }
        match question {
            "has" => Ok(live(Type::Bool, Input::Has(role, self.condition_word(word)?))),
            "allies-have" => {
                Ok(live(Type::Bool, Input::AlliesHave(role, self.condition_word(word)?)))
            }
            "named-in" => {
                Ok(live(Type::Int, Input::ReferenceCount(role, self.attribute_word(word, 0)?)))
            }
            "holds" => {
                let kind = self.build.known_kind(&word.text);
                let kind =
                    kind.ok_or_else(|| no_such(0, "kind", self.build.kinds.suggestions()))?;
                Ok(live(Type::Int, Input::Holds(role, kind)))
            }
            "distance" if self.place == Place::Act => {
                let known = || METRICS.map(|(name, _)| name.to_owned()).to_vec();
                let metric =
                    metric(&word.text).ok_or_else(|| no_such(0, "way of measuring", known()))?;
                Ok(live(Type::Int, Input::Measured(role, metric)))
            }
            _ => Err(CallError::Unknown),
        }
    }

    /// Returns the input that a call about a pile of cards stands for, such as `actor.cards(hand)`.
    fn of_pile(
        &self,
        owner: Option<Role>,
        question: &str,
        pile: &Word,
        rest: &[Word],
    ) -> Result<Found, CallError> {
        let piles = &self.build.dictionary.piles;
        let of_owner = |at: &usize| self.build.game.piles[*at].of_combatant == owner.is_some();
        let known = || {
            let fitting = (0..piles.len()).filter(of_owner);
            fitting.map(|at| piles.entries[at].name.to_owned()).collect()
        };
        let at = piles.find(&pile.text).filter(of_owner);
        let at = at.ok_or_else(|| no_such(0, "pile", known()))?;
        let pile = PileRef { pile: PileId(at as u8), owner };
        let cards = |word: &Word| {
            let table = self.build.table_of_cards(&word.text);
            let numbers = || self.build.card_numbers.iter().map(|name| (*name).to_owned());
            let known = || numbers().chain(self.build.dictionary.cards.owned()).collect();
            table.ok_or_else(|| no_such(1, "card or number on cards", known()))
        };
        let input = match (question, rest) {
            ("cards", []) => Input::CardCount(pile),
            ("top", []) => Input::TopCard(pile),
            ("find", [word]) => Input::FindCard(pile, cards(word)?),
            ("sum", [word]) => Input::CardTotal(pile, cards(word)?),
            ("find" | "sum", _) => return Err(CallError::Count { expected: 2 }),
            _ => return Err(CallError::Count { expected: 1 }),
        };
        Ok(live(Type::Int, input))
    }

    /// Returns the input that a call about no particular combatant stands for during play.
    fn in_play(&self, callee: &str, word: &Word) -> Result<Found, CallError> {
        Ok(match (callee, self.place) {
            ("answers", Place::Act) => live(Type::Bool, Input::Answers(self.tag_word(word)?)),
            ("here", Place::Act | Place::Combatant) => {
                live(Type::Bool, Input::Terrain(Spot::Here, self.terrain_word(word, 0)?))
            }
            ("there", Place::Act) => {
                live(Type::Bool, Input::Terrain(Spot::There, self.terrain_word(word, 0)?))
            }
            ("approach-steps", Place::Act) => {
                live(Type::Int, Input::ApproachSteps(self.figure_word(word)?))
            }
            ("approach-price", Place::Act) => {
                live(Type::Int, Input::ApproachPrice(self.figure_word(word)?))
            }
            ("approach-open", Place::Act) => {
                live(Type::Bool, Input::ApproachOpen(self.figure_word(word)?))
            }
            ("total", Place::Side) => {
                live(Type::Int, Input::SideTotal(self.attribute_word(word, 0)?))
            }
            ("size-of", _) => live(Type::Int, Input::SizeOf(self.side_word(word)?)),
            _ => {
                let name = callee.strip_suffix("-of").ok_or(CallError::Unknown)?;
                let variable = self.variable(name, true).ok_or(CallError::Unknown)?;
                live(Type::Int, Input::VariableOf(self.side_word(word)?, variable))
            }
        })
    }

    fn option(&self, word: &Word) -> Result<Found, CallError> {
        let options = &self.build.dictionary.options;
        let at = options.find(&word.text).ok_or_else(|| no_such(0, "option", options.owned()))?;
        let entry = &options.entries[at];
        self.options.borrow_mut().push(entry.owner);
        let value = self.build.options.get(at).copied();
        let value = value.or_else(|| option_value(entry.def, &entry.def.values[0])).unwrap_or(0);
        let ty = if is_numeric(entry.def) {
            Type::Int
        } else {
            Type::Tag(TagSet::new(entry.def.values.iter().map(|value| value.to_string())))
        };
        Ok(expr::Input { ty, id: Known::Const(value) })
    }

    fn condition_word(&self, word: &Word) -> Result<ConditionId, CallError> {
        let conditions = &self.build.dictionary.conditions;
        let at = conditions.find(&word.text).map(|at| ConditionId(at as u8));
        let groups = || self.build.dictionary.condition_groups.owned();
        at.ok_or_else(|| no_such(0, "condition", [conditions.owned(), groups()].concat()))
    }

    /// Returns the conditions of a group, for a call that asks for a condition.
    pub(super) fn grouped(&self, callee: &str, word: &str) -> Option<Vec<String>> {
        let (_, question) = callee.rsplit_once('.')?;
        let groups = &self.build.dictionary.condition_groups;
        let group = groups.entries[groups.find(word)?].def;
        let asks = ["has", "allies-have"].contains(&question);
        asks.then(|| group.any.iter().map(|name| name.to_string()).collect())
    }

    fn gate_word(&self, word: &Word) -> Result<u8, CallError> {
        let gates = &self.build.dictionary.gates;
        let at = gates.iter().position(|(name, _)| *name == word.text).map(|at| at as u8);
        let known = || gates.iter().map(|(name, _)| (*name).to_owned()).collect();
        at.ok_or_else(|| no_such(0, "gate", known()))
    }

    fn tag_word(&self, word: &Word) -> Result<u8, CallError> {
        let tags = &self.build.dictionary.tags;
        let at = tags.iter().position(|tag| *tag == word.text).map(|at| at as u8);
        let known = || tags.iter().map(|tag| (*tag).to_owned()).collect();
        at.ok_or_else(|| no_such(0, "tag", known()))
    }

    fn side_word(&self, word: &Word) -> Result<SideId, CallError> {
        let sides = &self.build.sides;
        let at = sides.iter().position(|side| *side == word.text).map(|at| SideId(at as u8));
        at.ok_or_else(|| no_such(0, "side", sides.clone()))
    }

    fn terrain_word(&self, word: &Word, arg: usize) -> Result<u8, CallError> {
        let terrain = &self.build.dictionary.terrain;
        let at = terrain.find(&word.text).map(|at| at as u8);
        at.ok_or_else(|| no_such(arg, "sort of terrain", terrain.owned()))
    }

    /// Returns an attribute of the actor, written with or without `actor.`.
    fn figure_word(&self, word: &Word) -> Result<StatRef, CallError> {
        let name = word.text.strip_prefix("actor.").unwrap_or(&word.text);
        let known = || self.build.dictionary.attributes.owned();
        let at = self.build.dictionary.attributes.find(name);
        let at = at.ok_or_else(|| no_such(0, "attribute", known()))?;
        Ok(match self.place {
            Place::Setup | Place::Act => self.build.own_figure(at),
            _ => self.build.figure(at),
        })
    }

    /// Returns an attribute that changes during play.
    fn attribute_word(&self, word: &Word, arg: usize) -> Result<AttributeId, CallError> {
        match self.figure(&word.text) {
            Some(StatRef::State(attribute)) => Ok(attribute),
            _ => Err(no_such(arg, "attribute", self.build.dictionary.attributes.owned())),
        }
    }
}

fn no_such(arg: usize, what: &'static str, known: Vec<String>) -> CallError {
    CallError::Word { arg, what, known }
}
