//! A game with a state: who may declare, and the frame of a declaration.

use crate::board_view::BoardView;
use crate::decision::{Decision, Declaration};
use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, CombatantSet, NOBODY, PileId};
use crate::model::activity::Activity;
use crate::model::card::PileRef;
use crate::model::moment::Moments;
use crate::state::{Frame, NO_ANSWER, State};

/// A game with a state.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game, which never changes.
    pub game: &'a Game,
    /// The current state.
    pub state: &'a State,
}

impl<'a> View<'a> {
    /// Returns the combatants who may declare by the current decision. A relaxed rule lets others
    /// declare while some are asked.
    pub(crate) fn may_declare_now(self) -> CombatantSet {
        let relaxed = !self.state.relaxed_rules.is_empty();
        match self.state.decision {
            Decision::Act(_) => self.state.everybody(),
            Decision::Answer(_) if relaxed => self.state.everybody(),
            Decision::Answer(asked) => self.answerers(asked),
            Decision::Offer(_, asked) | Decision::DeclareSecretly(asked) => asked,
            _ => 0,
        }
    }

    /// Returns the combatants who may answer: the ones asked and, without a turn order, all who act
    /// with them. With a turn order, all combatants wait to be asked.
    pub(super) fn answerers(self, asked: CombatantSet) -> CombatantSet {
        match asked.trailing_zeros() {
            first if first < u64::BITS && !self.game.ordered => {
                let turn = self.state.turn_of(CombatantId(first as u8));
                asked | self.state.acting_with(turn)
            }
            _ => asked,
        }
    }

    /// Returns the frame of a declaration, for expressions to read.
    pub(crate) fn frame(self, declare: &Declaration) -> Frame {
        // The frame is built in place, because a copy of it right after writing stalls.
        self.new_frame(declare, self.argument(declare))
    }

    /// Returns the number of a declaration: the one given, else the default.
    #[inline(always)]
    pub fn argument(self, declare: &Declaration) -> i32 {
        let known =
            self.game.bearings.get(declare.activity.index()).and_then(|one| one.constant_default);
        declare
            .argument
            .or(known)
            .unwrap_or_else(|| self.default_argument(&self.new_frame(declare, 0)))
    }

    /// Returns the number that is taken if a declaration has none, given by its frame.
    #[inline]
    pub(super) fn default_argument(self, frame: &Frame) -> i32 {
        let activity = &self.game.activities[frame.activity.index()];
        let Some(argument) = &activity.argument else { return 0 };
        let frame = Frame { argument: 0, ..*frame };
        let card = argument.card.and_then(|pile| self.first_fitting_card(activity, &frame, pile));
        card.unwrap_or_else(|| self.number(&frame, argument.default))
    }

    /// Returns the number of the first card of a pile with which a declaration, given by its frame,
    /// meets the requirements of its activity; `None` if there is none.
    fn first_fitting_card(self, activity: &Activity, frame: &Frame, pile: PileRef) -> Option<i32> {
        let (pile, owner) = self.scope(frame).pile_of(pile)?;
        let aimed = frame.target != NOBODY;
        self.state.pile(pile, owner).iter().map(|one| one.card.number()).find(|card| {
            let frame = Frame { argument: *card, ..*frame };
            // Without a target, nothing about the target is required yet.
            let mut needs =
                activity.requirements.iter().filter(|need| aimed || !need.depends_on_target);
            needs.all(|need| self.holds(&frame, need.test))
        })
    }

    /// Returns the pile that a reference stands for in a declaration, with its owner; `None` if its
    /// owner is absent.
    pub fn pile(self, declare: &Declaration, of: PileRef) -> Option<(PileId, CombatantId)> {
        self.scope(&self.new_frame(declare, 0)).pile_of(of)
    }

    /// Returns the frame of a declaration for a check. Its default number is computed only if that
    /// affects legality.
    pub(crate) fn checking_frame(self, declare: &Declaration) -> Frame {
        match self.game.bearings.get(declare.activity.index()) {
            Some(bearing) if !bearing.affects_legality => {
                self.new_frame(declare, declare.argument.unwrap_or(0))
            }
            _ => self.frame(declare),
        }
    }

    /// Returns the frame of a declaration with a number.
    #[inline(always)]
    pub(crate) fn new_frame(self, declare: &Declaration, argument: i32) -> Frame {
        let activity = &self.game.activities[declare.activity.index()];
        Frame {
            program: activity.program,
            activity: declare.activity,
            actor: declare.actor,
            target: declare.target,
            square: declare.square,
            answers: self.answered(),
            cause: if activity.by_game_master { declare.target } else { declare.actor },
            argument,
            rules: activity.rules,
            ..Frame::default()
        }
    }

    /// Returns the stack index of the declaration that would be answered; [`NO_ANSWER`] if there is
    /// none.
    pub(crate) fn answered(self) -> u8 {
        match self.state.answering() {
            true => (self.state.stack.len() - 1) as u8,
            false => NO_ANSWER,
        }
    }

    /// Returns the actor of the declaration that would be answered; [`NOBODY`] if there is none.
    pub(crate) fn answered_actor(self) -> CombatantId {
        let answered = self.state.stack.get(usize::from(self.answered()));
        answered.map_or(NOBODY, |frame| frame.actor)
    }

    pub(crate) fn space(self) -> BoardView<'a> {
        BoardView { game: self.game, state: self.state }
    }

    /// Returns true if a combatant's declarations are prepared: kept for later and checked again
    /// then.
    pub(crate) fn prepares(self, who: CombatantId) -> bool {
        self.state.combatant(who).conditions & self.game.preparing != 0
    }

    pub(crate) fn scope<'b>(self, frame: &'b Frame) -> EvalContext<'b>
    where
        'a: 'b,
    {
        EvalContext { game: self.game, state: self.state, frame }
    }

    /// Returns the moment for a combatant.
    pub fn moment(self, who: CombatantId) -> Moments {
        self.state.moment(who)
    }
}
