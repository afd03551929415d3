//! A game and a state together: who may speak, and the frame a declaration would have.

use crate::decision::{Decision, Declare};
use crate::expr::Scope;
use crate::game::Game;
use crate::ids::{CombatantId, Mask, NOBODY};
use crate::moment::Moments;
use crate::space::Space;
use crate::state::{Frame, NO_ANSWER, State};

/// A game and a state, to ask questions of.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// What is fixed.
    pub game: &'a Game,
    /// What has become of it.
    pub state: &'a State,
}

impl<'a> View<'a> {
    /// Everybody who may be able to declare something, as far as the decision goes: a dial lets
    /// others speak while some are asked.
    pub(crate) fn speakers(self) -> Mask {
        let relaxed = !self.state.dial.is_empty();
        match self.state.decision {
            Decision::Act(_) => self.state.everybody(),
            Decision::Answer(_) if relaxed => self.state.everybody(),
            Decision::Answer(asked) => self.answerers(asked),
            Decision::Offer(_, asked) | Decision::Seal(asked) => asked,
            _ => 0,
        }
    }

    /// Those asked, and those who act with them, may answer in any order among themselves; along a
    /// line everybody waits to be asked.
    pub(super) fn answerers(self, asked: Mask) -> Mask {
        match asked.trailing_zeros() {
            first if first < u64::BITS && !self.game.ordered => {
                let turn = self.state.turn_of(CombatantId(first as u8));
                asked | self.state.acting_with(turn)
            }
            _ => asked,
        }
    }

    /// The frame a declaration would have, for expressions to read.
    pub(crate) fn frame(self, declare: &Declare) -> Frame {
        // Built where it is wanted: copying at large stalls on what has just been written.
        self.bare(declare, self.argument(declare))
    }

    /// The number that goes with a declaration: the usual one when none is given.
    #[inline(always)]
    pub(crate) fn argument(self, declare: &Declare) -> i32 {
        let known = self.game.bearings.get(declare.activity.index()).and_then(|one| one.usual);
        declare.argument.or(known).unwrap_or_else(|| {
            let activity = &self.game.activities[declare.activity.index()];
            let frame = self.bare(declare, 0);
            activity.argument.map_or(0, |argument| self.number(&frame, argument.usual))
        })
    }

    /// The same, its number only worked out where that matters to whether it may be declared.
    pub(crate) fn outline(self, declare: &Declare) -> Frame {
        match self.game.bearings.get(declare.activity.index()) {
            Some(bearing) if !bearing.matters => self.bare(declare, declare.argument.unwrap_or(0)),
            _ => self.frame(declare),
        }
    }

    /// The frame with the number given.
    #[inline(always)]
    pub(crate) fn bare(self, declare: &Declare, argument: i32) -> Frame {
        let activity = &self.game.activities[declare.activity.index()];
        Frame {
            program: activity.program,
            activity: declare.activity,
            actor: declare.actor,
            target: declare.target,
            square: declare.square,
            answers: self.answered(),
            by: if activity.by_game_master { declare.target } else { declare.actor },
            argument,
            rules: activity.rules,
            ..Frame::default()
        }
    }

    /// The place on the stack of what a declaration made now would answer.
    pub(crate) fn answered(self) -> u8 {
        match self.state.answering() {
            true => (self.state.stack.len() - 1) as u8,
            false => NO_ANSWER,
        }
    }

    /// Whose declaration that is.
    pub(crate) fn whom_answered(self) -> CombatantId {
        let answered = self.state.stack.get(usize::from(self.answered()));
        answered.map_or(NOBODY, |frame| frame.actor)
    }

    pub(crate) fn space(self) -> Space<'a> {
        Space { game: self.game, state: self.state }
    }

    /// Whether someone's declarations are kept for later; whether they are possible is then a
    /// question of that time.
    pub(crate) fn prepares(self, who: CombatantId) -> bool {
        self.state.combatant(who).conditions & self.game.preparing != 0
    }

    pub(crate) fn scope<'b>(self, frame: &'b Frame) -> Scope<'b>
    where
        'a: 'b,
    {
        Scope { game: self.game, state: self.state, frame }
    }

    /// The moment someone's options are looked at.
    pub fn moment(self, who: CombatantId) -> Moments {
        self.state.moment(who)
    }
}
