//! Values of all inputs of expressions.

use crate::board_view::BoardView;
use crate::eval::prepared_way;
use crate::ids::{AttributeId, CombatantId, CombatantSet, NOBODY, SideId, bit, iter_bits};
use crate::model::clock::TurnSlot;
use crate::model::expr::{Input, Role, SquareRef, StatRef};
use crate::state::Frame;
use crate::state::combatants::Combatant;

use crate::game::EvalContext;

impl EvalContext<'_> {
    #[inline(always)]
    fn who(&self, role: Role) -> CombatantId {
        match role {
            Role::Actor => self.frame.actor,
            Role::Target => self.frame.target,
            Role::By => self.frame.cause,
            Role::Answered => self.answered().map_or(NOBODY, |frame| frame.actor),
            Role::Acting => match self.state.clock.current {
                TurnSlot::Combatant(who) => who,
                _ => NOBODY,
            },
        }
    }

    /// Returns the declaration being answered.
    fn answered(&self) -> Option<&Frame> {
        self.state.stack.get(self.frame.answers as usize)
    }

    /// Returns the role distances run to: `Answered` without target and square, else `Target`.
    fn distance_target(&self) -> Role {
        let nowhere = self.frame.target == NOBODY && !self.frame.square.is_somewhere();
        if nowhere { Role::Answered } else { Role::Target }
    }

    fn space(&self) -> BoardView<'_> {
        BoardView { game: self.game, state: self.state }
    }

    /// Counts the combatants on a square that are in a set, which may depend on the actor's side.
    fn count_occupants(&self, place: SquareRef, among: impl Fn(SideId) -> CombatantSet) -> i32 {
        let there = match self.game.board.has_large {
            true => self.space().occupants_of(self.block(place)),
            false => self.space().occupants(place.square(self.state, self.frame)),
        };
        let count = |actor: CombatantId| match there & !bit(actor) {
            0 => 0,
            there => (there & among(self.state.combatant(actor).side())).count_ones() as i32,
        };
        self.with_role(Role::Actor, count, 0)
    }

    /// Returns the own side: the actor's, or the one that a handler runs for.
    pub(crate) fn side(&self) -> SideId {
        self.with_role(Role::Actor, |actor| self.state.combatant(actor).side(), self.frame.side)
    }

    /// Returns a value that depends on actor and target, or `nobody` if one is absent.
    fn between(&self, read: impl Fn(CombatantId, CombatantId) -> i32, nobody: i32) -> i32 {
        self.with_role(
            Role::Actor,
            |actor| self.with_role(Role::Target, |to| read(actor, to), nobody),
            nobody,
        )
    }

    #[inline(always)]
    pub(super) fn with_role<T>(&self, role: Role, read: impl Fn(CombatantId) -> T, nobody: T) -> T {
        let who = self.who(role);
        if self.state.combatants.has(who) { read(who) } else { nobody }
    }

    fn total(&self, side: SideId, attribute: AttributeId) -> i32 {
        let members = self.state.combatants.iter().filter(|one| one.side() == side);
        members.map(|one| i32::from(one.attributes[attribute.index()])).sum()
    }

    fn size(&self, side: SideId) -> i32 {
        self.state.on_side(side).count_ones() as i32
    }

    /// Returns the value of an input; 0 for an absent combatant, unless the input says otherwise.
    ///
    /// Inlined, so that a closure for a known input compiles to that arm alone.
    #[inline(always)]
    pub(crate) fn read(&self, input: Input) -> i32 {
        let (game, state, frame) = (self.game, self.state, self.frame);
        let at = |who: CombatantId| &state.combatants[who.index()];
        match input {
            Input::Stat(role, place) => {
                self.with_role(role, |who| StatRef::Fixed(place).of(game, state, who), 0)
            }
            Input::Answers(word) => self.answered().map_or(0, |frame| {
                let tags = game.activities.get(frame.activity.index()).map_or(0, |one| one.tags);
                (tags >> word & 1) as i32
            }),
            Input::AnswersMe => {
                i32::from(self.answered().is_some_and(|frame| frame.target == self.frame.actor))
            }
            Input::HasTurnLeft(role) => {
                self.with_role(role, |who| i32::from(state.clock.has_turn_left(who)), 0)
            }
            Input::OngoingProgress => state
                .ongoing
                .iter()
                .find(|one| one.is_of(frame))
                .map_or(0, |one| i32::from(one.progress)),
            Input::InUninterruptible(role) => self.with_role(
                role,
                |who| {
                    let mut own = state.ongoing.iter().filter(|one| one.actor == who);
                    i32::from(own.any(|one| !one.interruptible))
                },
                0,
            ),
            Input::CombatantNumber(role) => self.with_role(role, |who| who.index() as i32 + 1, 0),
            Input::Prepared(role) => self.with_role(
                role,
                |who| i32::from(state.prepared.iter().any(|frame| frame.actor == who)),
                0,
            ),
            Input::WasPrepared => i32::from(frame.prepared),
            Input::WayOpen => i32::from(prepared_way::is_open(game, state, frame)),
            Input::OnBoard => {
                // Without a target and a square, only the actor's own square counts.
                let there = frame.square.is_somewhere()
                    || self.with_role(
                        self.distance_target(),
                        |who| at(who).square.is_somewhere(),
                        true,
                    );
                self.with_role(
                    Role::Actor,
                    |who| i32::from(there && at(who).square.is_somewhere()),
                    0,
                )
            }
            Input::Distance(role) if game.board.has_large => match role {
                Role::Target => self.distance_to(role, self.aim(), game.board.metric),
                _ => {
                    let to = self.block_of(self.distance_target());
                    self.distance_to(role, to, game.board.metric)
                }
            },
            Input::Distance(role) => {
                let to = match role {
                    Role::Target => frame.square,
                    _ => self.with_role(self.distance_target(), |who| at(who).square, frame.square),
                };
                self.with_role(role, |who| game.board.distance(at(who).square, to), 0)
            }
            Input::Measured(role, metric) if game.board.has_large => {
                self.distance_to(role, self.block_of(Role::Target), metric)
            }
            Input::Measured(role, metric) => {
                let to = self.with_role(Role::Target, |who| at(who).square, frame.square);
                self.with_role(role, |who| metric.between(at(who).square, to), 0)
            }
            Input::Terrain(place, sort) if game.board.has_large => {
                let mut squares = self.block(place).squares();
                i32::from(squares.any(|at| self.space().terrain(at) >> sort & 1 == 1))
            }
            Input::Terrain(place, sort) => {
                i32::from(self.space().terrain(place.square(state, frame)) >> sort & 1)
            }
            Input::DistanceToSquare(place) if game.board.has_large => {
                self.distance_to(Role::Actor, self.block(place), game.board.metric)
            }
            Input::DistanceToSquare(place) => {
                let to = place.square(state, frame);
                self.with_role(Role::Actor, |who| game.board.distance(at(who).square, to), 0)
            }
            Input::Threats(place) if game.board.has_large => {
                let block = self.block(place);
                self.with_role(Role::Actor, |who| self.space().threats_on(block, who), 0)
            }
            Input::Threats(place) => {
                let square = place.square(state, frame);
                self.with_role(Role::Actor, |who| self.space().threats(square, who), 0)
            }
            Input::Foes(place) => self.count_occupants(place, |side| state.hostile_to(side)),
            Input::Allies(place) => self.count_occupants(place, |side| state.on_side(side)),
            Input::LineClear => {
                self.between(|one, other| i32::from(self.space().line_is_clear(one, other)), 1)
            }
            Input::ApproachSteps(within) => self.between(
                |one, other| {
                    let within = within.of(game, state, one);
                    self.space().approach(one, other, within).count() as i32
                },
                0,
            ),
            Input::ApproachPrice(within) => self.between(
                |one, other| self.space().approach_price(one, other, within.of(game, state, one)),
                0,
            ),
            Input::ApproachOpen(within) => self.between(
                |one, other| {
                    let within = within.of(game, state, one);
                    i32::from(self.space().approach_is_open(one, other, within))
                },
                1,
            ),
            Input::ApproachOver(within, sort) => self.between(
                |one, other| {
                    let within = within.of(game, state, one);
                    let space = self.space();
                    let has = |square| space.terrain(square) >> sort & 1 == 1;
                    let covered = |square| space.footprint(one).moved_to(square).squares();
                    let mut way = space.approach(one, other, within);
                    i32::from(way.any(|square| covered(square).any(has)))
                },
                0,
            ),
            Input::Attribute(role, attribute) => {
                self.with_role(role, |who| i32::from(at(who).attributes[attribute.index()]), 0)
            }
            Input::Has(role, condition) => {
                self.with_role(role, |who| (at(who).conditions >> condition.0 & 1) as i32, 0)
            }
            Input::AlliesHave(role, condition) => self.with_role(
                role,
                |who| {
                    let side = at(who).side();
                    let others = state
                        .combatants
                        .iter()
                        .enumerate()
                        .filter(|&(index, one)| index != who.index() && one.side() == side);
                    i32::from(others.into_iter().any(|(_, one)| one.has(condition)))
                },
                0,
            ),
            Input::ReferenceCount(role, attribute) => self.with_role(
                role,
                |who| {
                    let number = who.index() as i16 + 1;
                    let names = |one: &&Combatant| one.attributes[attribute.index()] == number;
                    state.combatants.iter().filter(names).count() as i32
                },
                0,
            ),
            Input::Holds(role, kind) => self.with_role(
                role,
                |who| {
                    let lane = game.sheets[who.index()].lane(kind);
                    lane.map_or(0, |lane| at(who).purse.get(lane) as i32)
                },
                0,
            ),
            Input::Remaining(role) => {
                self.with_role(role, |who| state.remaining(game, who) as i32, 0)
            }
            Input::AllSpent => {
                i32::from(iter_bits(state.everybody()).all(|who| {
                    at(who).conditions & game.out != 0 || state.remaining(game, who) == 0
                }))
            }
            Input::Side(role) => self.with_role(role, |who| i32::from(at(who).side().0), -1),
            Input::OwnTurn(role) => self.with_role(role, |who| i32::from(state.is_acting(who)), 0),
            Input::TurnBegun(role) => {
                let begun = |who: CombatantId| match game.ordered {
                    true => !state.clock.has_turn_left(who),
                    false => state.clock.turn_begun(state.turn_of(who)),
                };
                self.with_role(role, |who| i32::from(begun(who)), 0)
            }
            Input::Turn(role) => self.with_role(role, |who| i32::from(state.turn_of(who).0), -1),
            Input::CurrentTurn => i32::from(state.clock.turn.0),
            Input::Hostile => self.with_role(
                Role::Actor,
                |actor| {
                    self.with_role(
                        Role::Target,
                        |to| i32::from(at(actor).side() != at(to).side()),
                        0,
                    )
                },
                0,
            ),
            Input::SameAsTarget => i32::from(frame.actor == frame.target),
            Input::Span(span) => i32::from(state.clock.numbers[span.index()]),
            Input::Variable(variable) => i32::from(state.variables[variable.index()]),
            Input::SideVariable(variable) => {
                i32::from(state.sides[self.side().index()].variables[variable.index()])
            }
            Input::VariableOf(side, variable) => {
                i32::from(state.sides[side.index()].variables[variable.index()])
            }
            Input::SideTotal(attribute) => self.total(self.side(), attribute),
            Input::TotalOf(side, attribute) => self.total(side, attribute),
            Input::SideSize => self.size(self.side()),
            Input::SizeOf(side) => self.size(side),
            Input::HandlerSide => i32::from(self.side().0),
            Input::HandlerTurn => i32::from(state.sides[self.side().index()].turn.0),
            Input::Register(register) => frame.registers[register as usize],
            Input::Argument => frame.argument,
            Input::OldValue => frame.before,
            Input::NewValue => frame.now,
            Input::CardCount(_)
            | Input::TopCard(_)
            | Input::FirstCard(_)
            | Input::FindCard(..)
            | Input::CardTotal(..)
            | Input::ArgumentInPile(_) => self.read_cards(input),
            Input::StackDepth => state.depth() as i32,
            Input::Elapsed => state.elapsed(game),
        }
    }
}
