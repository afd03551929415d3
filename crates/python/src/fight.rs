//! One fight, played by the numbers of its actions.

use std::sync::Arc;

use kernel::{
    ActionGroup, CombatantId, CombatantSet, Command, Decision, Game, LegalActions, NullSink, Pay,
    SideId, State, TurnSlot, apply, apply_unchecked, bit, iter_bits, supply_roll_unchecked,
};
use rules::Compiled;
use sim::choices::{self, Chance};
use sim::policy::{Random, contested};
use sim::session::mix;

use crate::layout::Layout;
use crate::observe::Columns;

/// The parts that all fights of one encounter share.
#[derive(Debug)]
pub(crate) struct Encounter {
    pub(crate) compiled: Arc<Compiled>,
    pub(crate) layout: Layout,
    pub(crate) columns: Columns,
    /// The sides that take part, in the order of the ruleset.
    pub(crate) sides: Vec<SideId>,
    /// The state at the first decision or roll.
    start: State,
    /// Decisions after which a fight is cut off.
    pub(crate) decisions_max: u32,
}

/// Status of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// A side is to move.
    Choice,
    /// Dice are awaited; only in fights whose dice are given.
    Dice,
    /// At most one side is left, or nothing can be decided any more.
    Over,
    /// The fight has reached its maximum number of decisions.
    CutOff,
}

/// One fight.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    state: State,
    dice: Random,
    /// Draws for sides that play by themselves.
    draws: Random,
    /// Whether dice are thrown from the seed.
    throws: bool,
    /// The listed declarations of the moving side, as groups that differ in target only.
    groups: Vec<ActionGroup>,
    /// The numbers of the legal actions; the closing one comes last.
    legal: Vec<u32>,
    /// Group of each legal action, and its index in the group.
    places: Vec<(u32, u32)>,
    /// Sides that have ended their part of the current turn, one bit each.
    done: u8,
    turn: TurnSlot,
    /// The index of the side to move; -1 for none.
    pub(crate) mover: i8,
    pub(crate) status: Status,
    pub(crate) decisions: u32,
    /// Legal declarations that have no number.
    pub(crate) unnumbered: u64,
}

impl Encounter {
    /// Prepares an encounter with at most `payments` payments for each declaration.
    pub(crate) fn new(compiled: Arc<Compiled>, payments: u32, decisions_max: u32) -> Encounter {
        let mut start = State::new(&compiled.game);
        kernel::start(&compiled.game, &mut start, &mut NullSink);
        let with = start.combatants.sides_among(start.everybody());
        Encounter {
            layout: Layout::new(&compiled.game, payments),
            columns: Columns::new(&compiled),
            sides: (0..8).filter(|side| with >> side & 1 == 1).map(SideId).collect(),
            start,
            decisions_max,
            compiled,
        }
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &Game {
        &self.compiled.game
    }
}

/// Dice from a seed, and default answers to questions.
struct Seeded<'a>(&'a mut Random);

impl Chance for Seeded<'_> {
    fn face(&mut self, sides: u32, _: u32, _: u32) -> u32 {
        1 + self.0.below(sides)
    }

    fn answer(&mut self, _: u8, default: u8) -> u8 {
        default
    }
}

impl Fight {
    /// Returns a fight at its beginning. Without a seed, all dice are given by [`Fight::throw`].
    pub(crate) fn new(
        encounter: &Encounter,
        lister: &mut LegalActions,
        seed: Option<u64>,
    ) -> Fight {
        let mut fight = Fight {
            state: encounter.start.clone(),
            dice: Random::new(0),
            draws: Random::new(0),
            throws: true,
            groups: Vec::new(),
            legal: Vec::new(),
            places: Vec::new(),
            done: 0,
            turn: TurnSlot::Nobody,
            mover: -1,
            status: Status::Over,
            decisions: 0,
            unnumbered: 0,
        };
        fight.restart(encounter, lister, seed);
        fight
    }

    /// Begins again from another seed.
    pub(crate) fn restart(
        &mut self,
        encounter: &Encounter,
        lister: &mut LegalActions,
        seed: Option<u64>,
    ) {
        self.state.clone_from(&encounter.start);
        self.dice = Random::new(mix(seed.unwrap_or(0), 0));
        self.draws = Random::new(mix(seed.unwrap_or(0), 1));
        self.throws = seed.is_some();
        (self.done, self.turn, self.decisions) = (0, self.state.clock.current, 0);
        self.look(encounter, lister);
    }

    /// Returns the state.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Returns the numbers of the legal actions, in no particular order.
    pub(crate) fn legal(&self) -> &[u32] {
        &self.legal
    }

    /// Returns the outcome for a side: 1 if it has combatants able to act when the fight is over,
    /// -1 if only other sides have, 0 if no side has or the fight is undecided.
    pub(crate) fn outcome(&self, encounter: &Encounter, side: usize) -> f32 {
        let game = encounter.game();
        if self.status != Status::Over || contested(game, &self.state) {
            return 0.0;
        }
        let able = self.state.combatants.sides_among(self.state.without_conditions(game.out));
        match able {
            0 => 0.0,
            _ if able >> encounter.sides[side].0 & 1 == 1 => 1.0,
            _ => -1.0,
        }
    }

    /// Does a legal action and goes on to the next choice. Returns false if the action is not
    /// legal; then nothing changes.
    pub(crate) fn act(
        &mut self,
        encounter: &Encounter,
        lister: &mut LegalActions,
        action: u32,
    ) -> bool {
        let place = self.legal.iter().position(|legal| *legal == action);
        let Some(place) = place.filter(|_| self.status == Status::Choice) else { return false };
        let game = encounter.game();
        match (action, self.places.get(place)) {
            (0, _) => self.close(encounter),
            (_, Some(&(group, nth))) => {
                let ActionGroup { payment, .. } = self.groups[group as usize];
                let declare = self.groups[group as usize].nth(nth as usize);
                apply_unchecked(game, &mut self.state, &declare, &payment, &mut NullSink);
            }
            (_, None) => return false,
        }
        self.decisions += 1;
        self.look(encounter, lister);
        true
    }

    /// Returns a legal action drawn at random; `None` if there is no choice.
    pub(crate) fn draw(&self, random: &mut Random) -> Option<u32> {
        self.legal.get(random.below(self.legal.len() as u32) as usize).copied()
    }

    /// Plays at random until the fight is over or this side is to move.
    pub(crate) fn play_others(
        &mut self,
        encounter: &Encounter,
        lister: &mut LegalActions,
        side: i8,
    ) {
        while self.status == Status::Choice && self.mover != side {
            let mut draws = self.draws.clone();
            let action = self.draw(&mut draws);
            self.draws = draws;
            if !action.is_some_and(|action| self.act(encounter, lister, action)) {
                return;
            }
        }
    }

    /// Supplies the total of the awaited dice. Returns false if no dice are awaited, or if the
    /// total is out of their range.
    pub(crate) fn throw(
        &mut self,
        encounter: &Encounter,
        lister: &mut LegalActions,
        total: i32,
    ) -> bool {
        let game = encounter.game();
        let Decision::Roll(dice, _) = self.state.decision else { return false };
        let dice = &game.dice[dice.index()];
        if self.status != Status::Dice || !(dice.min()..=dice.max()).contains(&total) {
            return false;
        }
        supply_roll_unchecked(game, &mut self.state, total, &mut NullSink);
        self.look(encounter, lister);
        true
    }

    /// Ends the turn of the moving side, or leaves its prompts unanswered.
    fn close(&mut self, encounter: &Encounter) {
        let game = encounter.game();
        let side = encounter.sides[self.mover as usize];
        let state = &mut self.state;
        match state.decision {
            Decision::Act(able) => {
                self.done |= 1 << side.0;
                if state.combatants.sides_among(able) & !self.done == 0 {
                    self.done = 0;
                    // The closing action is legal only if the turn can end.
                    let _ = apply(game, state, &Command::EndTurn, &mut NullSink);
                }
            }
            decision => {
                let own = decision.asked() & state.on_side(side);
                if own == decision.asked() {
                    let _ = apply(game, state, &Command::PassAll, &mut NullSink);
                    return;
                }
                let number = state.command_count;
                for who in iter_bits(own) {
                    // A combatant that can no longer answer has already passed.
                    let _ = apply(game, state, &Command::Pass(who), &mut NullSink);
                }
                if state.command_count == number {
                    let _ = apply(game, state, &Command::PassAll, &mut NullSink);
                }
            }
        }
    }

    /// Settles dice and questions, finds the side to move, and numbers the legal declarations.
    fn look(&mut self, encounter: &Encounter, lister: &mut LegalActions) {
        let game = encounter.game();
        self.legal.clear();
        self.mover = -1;
        self.status = match self.settle(game) {
            _ if self.decisions >= encounter.decisions_max => Status::CutOff,
            Some(true) if matches!(self.state.decision, Decision::Roll(..)) => Status::Dice,
            Some(true) if choices::is_choice(self.state.decision) => Status::Choice,
            _ => Status::Over,
        };
        if matches!(self.status, Status::Choice | Status::Dice) && !contested(game, &self.state) {
            self.status = Status::Over;
        }
        if self.status != Status::Choice {
            return;
        }
        if self.state.clock.current != self.turn {
            (self.turn, self.done) = (self.state.clock.current, 0);
        }
        let Some(side) = self.side_to_move() else {
            self.status = Status::Over;
            return;
        };
        let place = encounter.sides.iter().position(|one| *one == side);
        self.mover = place.map_or(-1, |at| at as i8);
        self.number(encounter, lister, self.state.on_side(side));
        let closing = match self.state.decision {
            Decision::Act(able) => {
                let left = self.state.combatants.sides_among(able) & !(self.done | 1 << side.0);
                left != 0 || choices::closing(game, &self.state).is_some()
            }
            _ => true,
        };
        if closing {
            self.legal.push(0);
        } else if self.legal.is_empty() {
            // The turn cannot end before a combatant of another side declares something.
            self.number(encounter, lister, CombatantSet::MAX);
        }
        if self.legal.is_empty() || self.mover < 0 {
            self.status = Status::Over;
        }
    }

    /// Answers questions by default, and rolls dice if the fight has a seed. Returns `None` if this
    /// does not lead to a choice.
    fn settle(&mut self, game: &Game) -> Option<bool> {
        if self.throws {
            let mut chance = Seeded(&mut self.dice);
            return choices::settle(game, &mut self.state, &mut chance).then_some(true);
        }
        while let Decision::Rule(ruling, _) = self.state.decision {
            let command = Command::Rule(game.rulings[ruling.index()].default);
            apply(game, &mut self.state, &command, &mut NullSink).ok()?;
        }
        Some(true)
    }

    /// Returns the first side that is asked and has not ended its part of the turn.
    fn side_to_move(&self) -> Option<SideId> {
        let asked = match self.state.decision {
            Decision::Act(able) => {
                let sides = self.state.combatants.sides_among(able) & !self.done;
                if sides == 0 { self.state.combatants.sides_among(able) } else { sides }
            }
            other => self.state.combatants.sides_among(other.asked() & self.state.everybody()),
        };
        (asked != 0).then(|| SideId(asked.trailing_zeros() as u8))
    }

    /// Lists and numbers the declarations of some combatants.
    fn number(&mut self, encounter: &Encounter, lister: &mut LegalActions, whose: CombatantSet) {
        let Fight { state, groups, legal, places, unnumbered, .. } = self;
        groups.clear();
        legal.clear();
        places.clear();
        // The payments of one option come one after the other.
        let (mut last, mut payment) = ((CombatantId(u8::MAX), u16::MAX), 0);
        for group in lister.list(encounter.game(), state) {
            let option = (group.declare.actor, group.declare.activity.0);
            payment = if option == last { payment + 1 } else { 0 };
            last = option;
            debug_assert!(matches!(group.declare.pay, Pay::Nth(_)));
            if whose & bit(group.declare.actor) == 0 {
                continue;
            }
            let (at, mut nth) = (groups.len() as u32, 0);
            groups.push(*group);
            encounter.layout.number(group, payment, |number| {
                match number {
                    Some(number) => {
                        legal.push(number);
                        places.push((at, nth));
                    }
                    None => *unnumbered += 1,
                }
                nth += 1;
            });
        }
    }
}
