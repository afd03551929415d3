//! What expressions may name, by the place they stand in.

use std::cell::RefCell;

use kernel::{AttributeId, ConditionId, Figure, Input, Role, SideId, SpanId, Spot, VariableId};

use super::Build;
use super::options::{is_numeric, option_value};
use crate::expr::{self, CallError, Scope, TagSet, Type, Word};

/// Where an expression stands, which decides what it may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Read once while setting up: options, and the combatant as it began.
    Setup,
    /// In an activity: actor, target, argument, registers.
    Act,
    /// In a handler that runs for the encounter.
    Encounter,
    /// In a handler that runs for a side.
    Side,
    /// In a handler that runs for a combatant.
    Combatant,
    /// In a watch: the combatant, who caused it, before and now.
    Watch,
}

/// An input as far as it is known while compiling.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Known {
    /// A number that is fixed already.
    Const(i32),
    /// Read during play.
    Live(Input),
    /// Known once the combatant is: a tag it was set up with.
    Tag(ConditionId),
    /// Known once the combatant is: an attribute as it began.
    Attribute(AttributeId),
    /// Known once the combatant is: whether it has such a body part.
    Part(String),
    /// Known once the combatant is: whether any of its activities opens such a gate.
    Accepts(u8),
}

pub(super) struct Inputs<'b, 'a> {
    pub(super) build: &'b Build<'a>,
    pub(super) place: Place,
    /// Rules of the options read.
    pub(super) options: RefCell<Vec<usize>>,
}

const REGISTERS: [&str; kernel::REGISTERS_MAX] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// The register of this name.
pub(super) fn register(name: &str) -> Option<u8> {
    REGISTERS.iter().position(|one| *one == name).map(|at| at as u8)
}

type Found = expr::Input<Known>;

fn int(input: Input) -> Option<Found> {
    Some(expr::Input { ty: Type::Int, id: Known::Live(input) })
}

fn truth(input: Input) -> Option<Found> {
    Some(expr::Input { ty: Type::Bool, id: Known::Live(input) })
}

impl Inputs<'_, '_> {
    fn role(&self, name: &str) -> Option<Role> {
        let role = match name {
            "actor" => Role::Actor,
            "target" => Role::Target,
            "by" => Role::By,
            "answered" => Role::Answered,
            "acting" => Role::Acting,
            _ => return None,
        };
        let fits = match self.place {
            _ if role == Role::Acting => self.place != Place::Setup && self.build.game.ordered,
            Place::Setup | Place::Combatant => role == Role::Actor,
            Place::Act => role != Role::By,
            Place::Watch => matches!(role, Role::Actor | Role::By),
            Place::Encounter | Place::Side => false,
        };
        fits.then_some(role)
    }

    fn sides(&self) -> TagSet {
        TagSet::new(self.build.sides.iter().cloned())
    }

    fn turns(&self) -> TagSet {
        TagSet::new(self.build.dictionary.turns.owned())
    }

    fn side_index(&self, word: &Word, arg: usize) -> Result<SideId, CallError> {
        let at = self.build.sides.iter().position(|side| *side == word.text);
        at.map(|at| SideId(at as u8)).ok_or_else(|| CallError::Word {
            arg,
            what: "side",
            known: self.build.sides.clone(),
        })
    }

    /// An attribute as it stands in the dictionary.
    fn attribute(&self, name: &str) -> Option<AttributeId> {
        self.build.dictionary.attributes.find(name).map(|at| AttributeId(at as u8))
    }

    fn figure(&self, name: &str) -> Option<Figure> {
        self.build.dictionary.attributes.find(name).map(|at| self.build.figure(at))
    }

    /// A number of the actor, written with or without whose it is.
    fn figure_word(&self, word: &Word, arg: usize) -> Result<Figure, CallError> {
        let name = word.text.strip_prefix("actor.").unwrap_or(&word.text);
        self.figure(name).ok_or_else(|| CallError::Word {
            arg,
            what: "attribute",
            known: self.build.dictionary.attributes.owned(),
        })
    }

    fn terrain_word(&self, word: &Word, arg: usize) -> Result<u8, CallError> {
        let terrain = &self.build.dictionary.terrain;
        terrain.find(&word.text).map(|at| at as u8).ok_or_else(|| CallError::Word {
            arg,
            what: "sort of terrain",
            known: terrain.owned(),
        })
    }

    fn answers(&self, word: &Word) -> Result<Option<Found>, CallError> {
        let tags = &self.build.dictionary.tags;
        let at = tags.iter().position(|tag| *tag == word.text);
        at.map(|at| truth(Input::Answers(at as u8))).ok_or_else(|| CallError::Word {
            arg: 0,
            what: "tag",
            known: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        })
    }

    fn attribute_word(&self, word: &Word, arg: usize) -> Result<AttributeId, CallError> {
        match self.figure(&word.text) {
            Some(Figure::State(attribute)) => Ok(attribute),
            _ => Err(CallError::Word {
                arg,
                what: "attribute",
                known: self.build.dictionary.attributes.owned(),
            }),
        }
    }

    fn variable(&self, name: &str, each_side: bool) -> Option<VariableId> {
        let entries = &self.build.dictionary.variables.entries;
        let same = entries.iter().filter(|entry| entry.def.each_side == each_side);
        same.into_iter().position(|entry| entry.name == name).map(|at| VariableId(at as u8))
    }

    fn of_role(&self, role: Role, rest: &str) -> Option<Found> {
        let tag = |set, input| Some(expr::Input { ty: Type::Tag(set), id: Known::Live(input) });
        if self.place == Place::Setup {
            let attribute = self.attribute(rest)?;
            return Some(expr::Input { ty: Type::Int, id: Known::Attribute(attribute) });
        }
        match rest {
            "left" => int(Input::Remaining(role)),
            "to-come" => truth(Input::ToCome(role)),
            "prepared" => truth(Input::Prepared(role)),
            "committing" => truth(Input::Committing(role)),
            "distance" => int(Input::Distance(role)),
            "number" => int(Input::Number(role)),
            "own-turn" => truth(Input::OwnTurn(role)),
            "turn-begun" => truth(Input::TurnBegun(role)),
            "side" => tag(self.sides(), Input::Side(role)),
            "turn" => tag(self.turns(), Input::Turn(role)),
            _ => int(match self.figure(rest)? {
                Figure::State(attribute) => Input::Attribute(role, attribute),
                Figure::Fixed(at) => Input::Fixed(role, at),
            }),
        }
    }

    fn option(&self, word: &Word) -> Result<Found, CallError> {
        let dictionary = &self.build.dictionary;
        let at = dictionary.options.find(&word.text).ok_or_else(|| CallError::Word {
            arg: 0,
            what: "option",
            known: dictionary.options.owned(),
        })?;
        let entry = &dictionary.options.entries[at];
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
}

impl Inputs<'_, '_> {
    /// What is asked about the square stood on or aimed at.
    fn spot(&self, name: &str) -> Option<Input> {
        let (spot, question) = name.split_once('.')?;
        let spot = match (spot, self.place) {
            ("here", Place::Act | Place::Combatant) => Spot::Here,
            ("there", Place::Act) => Spot::There,
            _ => return None,
        };
        match question {
            "threats" => Some(Input::Threats(spot)),
            "distance" => Some(Input::Away(spot)),
            "foes" => Some(Input::Foes(spot)),
            "allies" => Some(Input::Allies(spot)),
            _ => None,
        }
    }
}

impl Scope for Inputs<'_, '_> {
    type Input = Known;

    fn name(&self, name: &str) -> Option<Found> {
        if let Some(found) = self.spot(name) {
            return int(found);
        }
        if let Some((role, rest)) = name.split_once('.') {
            return self.of_role(self.role(role)?, rest);
        }
        if self.place == Place::Setup {
            return None;
        }
        if let Some(span) = self.build.dictionary.spans.find(name) {
            return int(Input::Span(SpanId(span as u8)));
        }
        if let Some(register) = register(name) {
            return int(Input::Register(register));
        }
        if let Some(variable) = self.variable(name, false) {
            return int(Input::Variable(variable));
        }
        if self.place == Place::Side
            && let Some(variable) = self.variable(name, true)
        {
            return int(Input::SideVariable(variable));
        }
        match (name, self.place) {
            ("arg", Place::Act) => int(Input::Argument),
            ("hostile", Place::Act) => truth(Input::Hostile),
            ("self", Place::Act) => truth(Input::SameAsTarget),
            ("before", Place::Watch) => int(Input::Before),
            ("now", Place::Watch) => int(Input::Now),
            ("size", Place::Side) => int(Input::SideSize),
            ("side", Place::Side) => Some(expr::Input {
                ty: Type::Tag(self.sides()),
                id: Known::Live(Input::HandlerSide),
            }),
            ("answers-me", Place::Act) => truth(Input::AnswersMe),
            ("committed", Place::Act) => int(Input::Committed),
            ("prepared", Place::Act) => truth(Input::WasPrepared),
            ("placed", Place::Act | Place::Combatant) => truth(Input::Placed),
            ("line-clear", Place::Act) => truth(Input::LineClear),
            ("depth", _) => int(Input::Depth),
            ("elapsed", _) => int(Input::Elapsed),
            ("all-spent", _) => truth(Input::AllSpent),
            ("current-turn", _) => Some(expr::Input {
                ty: Type::Tag(self.turns()),
                id: Known::Live(Input::CurrentTurn),
            }),
            _ => None,
        }
    }

    fn call(&self, callee: &str, args: &[Word]) -> Result<Found, CallError> {
        let [first, rest @ ..] = args else { return Err(CallError::Count { expected: 1 }) };
        let one = |found: Option<Found>| match rest {
            [] => found.ok_or(CallError::Unknown),
            _ => Err(CallError::Count { expected: 1 }),
        };
        if callee == "option" {
            return one(Some(self.option(first)?));
        }
        if let Some((role, question)) = callee.split_once('.') {
            let role = self.role(role).ok_or(CallError::Unknown)?;
            let dictionary = &self.build.dictionary;
            let condition = || {
                let at = dictionary.conditions.find(&first.text).map(|at| ConditionId(at as u8));
                at.ok_or_else(|| CallError::Word {
                    arg: 0,
                    what: "condition",
                    known: dictionary.conditions.owned(),
                })
            };
            let setup = self.place == Place::Setup;
            return match question {
                "has" if setup => {
                    one(Some(expr::Input { ty: Type::Bool, id: Known::Tag(condition()?) }))
                }
                "has" => one(truth(Input::Has(role, condition()?))),
                "part" if setup => {
                    let id = Known::Part(first.text.clone());
                    one(Some(expr::Input { ty: Type::Bool, id }))
                }
                "accepts" if setup => {
                    let gates = &dictionary.gates;
                    let at = gates.iter().position(|(name, _)| *name == first.text);
                    let at = at.ok_or_else(|| CallError::Word {
                        arg: 0,
                        what: "gate",
                        known: gates.iter().map(|(name, _)| (*name).to_owned()).collect(),
                    })?;
                    one(Some(expr::Input { ty: Type::Bool, id: Known::Accepts(at as u8) }))
                }
                "distance" if self.place == Place::Act => {
                    let found = super::board::metric(&first.text);
                    let metric = found.ok_or_else(|| CallError::Word {
                        arg: 0,
                        what: "way of measuring",
                        known: super::board::METRICS.map(|(name, _)| name.to_owned()).to_vec(),
                    })?;
                    one(int(Input::Measured(role, metric)))
                }
                "allies-have" if !setup => one(truth(Input::AlliesHave(role, condition()?))),
                "holds" if !setup => {
                    let kind =
                        self.build.known_kind(&first.text).ok_or_else(|| CallError::Word {
                            arg: 0,
                            what: "kind",
                            known: self.build.kinds.suggestions(),
                        })?;
                    one(int(Input::Holds(role, kind)))
                }
                _ => Err(CallError::Unknown),
            };
        }
        if self.place == Place::Setup {
            return Err(CallError::Unknown);
        }
        match callee {
            "answers" if self.place == Place::Act => one(self.answers(first)?),
            "here" if matches!(self.place, Place::Act | Place::Combatant) => {
                one(truth(Input::Terrain(Spot::Here, self.terrain_word(first, 0)?)))
            }
            "there" if self.place == Place::Act => {
                one(truth(Input::Terrain(Spot::There, self.terrain_word(first, 0)?)))
            }
            "approach-steps" if self.place == Place::Act => {
                one(int(Input::ApproachSteps(self.figure_word(first, 0)?)))
            }
            "approach-price" if self.place == Place::Act => {
                one(int(Input::ApproachPrice(self.figure_word(first, 0)?)))
            }
            "approach-open" if self.place == Place::Act => {
                one(truth(Input::ApproachOpen(self.figure_word(first, 0)?)))
            }
            "approach-over" if self.place == Place::Act => match rest {
                [sort] => {
                    let (near, sort) = (self.figure_word(first, 0)?, self.terrain_word(sort, 1)?);
                    truth(Input::ApproachOver(near, sort)).ok_or(CallError::Unknown)
                }
                _ => Err(CallError::Count { expected: 2 }),
            },
            "total" if self.place == Place::Side => {
                one(int(Input::SideTotal(self.attribute_word(first, 0)?)))
            }
            "total-of" => {
                let side = self.side_index(first, 0)?;
                match rest {
                    [attribute] => {
                        let attribute = self.attribute_word(attribute, 1)?;
                        int(Input::TotalOf(side, attribute)).ok_or(CallError::Unknown)
                    }
                    _ => Err(CallError::Count { expected: 2 }),
                }
            }
            "size-of" => one(int(Input::SizeOf(self.side_index(first, 0)?))),
            _ => {
                let name = callee.strip_suffix("-of").ok_or(CallError::Unknown)?;
                let variable = self.variable(name, true).ok_or(CallError::Unknown)?;
                one(int(Input::VariableOf(self.side_index(first, 0)?, variable)))
            }
        }
    }

    fn suggestions(&self) -> Vec<String> {
        let dictionary = &self.build.dictionary;
        let mut all: Vec<String> = Vec::new();
        for role in ["actor", "target", "by"].into_iter().filter(|role| self.role(role).is_some()) {
            for name in dictionary.attributes.names().chain(["left", "side", "turn", "has"]) {
                all.push(format!("{role}.{name}"));
            }
        }
        all.extend(dictionary.variables.owned());
        all.extend(dictionary.spans.owned());
        all.extend(
            ["answers", "answers-me", "placed", "line-clear", "here", "there", "there.threats"]
                .map(str::to_owned),
        );
        all.extend(
            ["option", "arg", "before", "now", "hostile", "all-spent", "current-turn"]
                .map(str::to_owned),
        );
        all
    }
}
