//! Requirements that read nothing but the target: who meets them is the same for everybody.

use crate::expr::{Code, Input, Role, Scope};
use crate::game::Game;
use crate::ids::{CombatantId, ExprId, Mask, bit};
use crate::state::{Combatant, Frame, State};

/// One requirement, and who meets it.
#[derive(Clone, Debug)]
struct Aim {
    test: ExprId,
    /// Attributes it reads, one bit each.
    attributes: u16,
    /// Conditions it reads.
    conditions: u64,
    met: Mask,
}

/// All requirements of activities that read nothing but the target.
#[derive(Clone, Debug, Default)]
pub(super) struct Aims {
    all: Vec<Aim>,
    /// Attributes and conditions that any of them reads.
    attributes: u16,
    conditions: u64,
}

impl Aims {
    /// The place of a requirement, added if need be; `None` if it reads more than the target's own
    /// attributes and conditions.
    pub(super) fn place(&mut self, game: &Game, test: ExprId) -> Option<usize> {
        if let Some(at) = self.all.iter().position(|aim| aim.test == test) {
            return Some(at);
        }
        let mut aim = Aim { test, attributes: 0, conditions: 0, met: 0 };
        for code in game.expr(test) {
            match code {
                Code::Load(Input::Attribute(Role::Target, attribute)) => {
                    aim.attributes |= 1 << attribute.0;
                }
                Code::Load(Input::Has(Role::Target, condition)) => {
                    aim.conditions |= 1 << condition.0;
                }
                Code::Load(_) => return None,
                _ => {}
            }
        }
        self.attributes |= aim.attributes;
        self.conditions |= aim.conditions;
        self.all.push(aim);
        Some(self.all.len() - 1)
    }

    /// Who meets a requirement.
    #[inline(always)]
    pub(super) fn met(&self, place: usize) -> Mask {
        self.all[place].met
    }

    /// Takes note of a combatant that has changed; says whether that makes a difference.
    #[inline]
    pub(super) fn changed(
        &mut self,
        game: &Game,
        state: &State,
        at: usize,
        was: &Combatant,
    ) -> bool {
        let now = &state.combatants[at];
        let conditions = now.conditions ^ was.conditions;
        if conditions & self.conditions == 0 && now.attributes == was.attributes {
            return false;
        }
        let attributes = now.attributes.iter().zip(was.attributes).enumerate();
        let attributes =
            attributes.fold(0u16, |all, (at, (now, was))| all | u16::from(*now != was) << at);
        let read = attributes & self.attributes != 0 || conditions & self.conditions != 0;
        read && self.judge(game, state, at, (attributes, conditions))
    }

    /// Judges one combatant by the requirements that read what has changed.
    fn judge(
        &mut self,
        game: &Game,
        state: &State,
        at: usize,
        (attributes, conditions): (u16, u64),
    ) -> bool {
        let target = CombatantId(at as u8);
        let frame = Frame { target, ..Frame::default() };
        let scope = Scope { game, state, frame: &frame };
        let mut different = false;
        for aim in &mut self.all {
            if aim.attributes & attributes != 0 || aim.conditions & conditions != 0 {
                let met =
                    aim.met & !bit(target) | Mask::from(scope.test(game.expr(aim.test))) << at;
                different |= met != aim.met;
                aim.met = met;
            }
        }
        different
    }

    /// Judges everybody anew.
    pub(super) fn begin(&mut self, game: &Game, state: &State) {
        for aim in &mut self.all {
            aim.met = 0;
            for at in 0..state.combatants.len() {
                let frame = Frame { target: CombatantId(at as u8), ..Frame::default() };
                let scope = Scope { game, state, frame: &frame };
                aim.met |= Mask::from(scope.test(game.expr(aim.test))) << at;
            }
        }
    }
}
