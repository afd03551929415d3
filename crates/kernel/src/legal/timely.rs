//! What may be declared at one moment, and what one's conditions leave of it.

use crate::ahead::Clause;

use super::needs::{Needs, Places};
use super::reads::Classes;

/// Sets of conditions for which it is remembered what they leave; a power of two.
const KNOWN: usize = 64;

/// What some conditions leave.
#[derive(Clone, Debug, Default)]
struct Left {
    conditions: u64,
    /// Options, one bit each.
    options: u128,
    /// What else has to hold for any of them under these conditions.
    needs: Places,
}

/// What may be declared at one moment, before anything is known of the combatant.
#[derive(Clone, Debug, Default)]
pub(super) struct Timely {
    /// Options, one bit each, that may be declared then at all and are listed: those aimed at any
    /// square of a board are not.
    pub(super) options: u128,
    /// What conditions are against which of them.
    against: Vec<(Clause, u128)>,
    /// Those conditions, and those under which other requirements are asked.
    pub(super) about: u64,
    /// What was left by some of them.
    left: Vec<Left>,
    /// What the answer depends on in any case.
    pub(super) reads: Classes,
    /// What it depends on besides, as long as any of some options is open and one has all of some
    /// conditions.
    pub(super) besides: Vec<(u128, u64, Classes)>,
    /// Place and length of the last answer.
    pub(super) last: (u16, u32),
    /// What that depends on; anything where there is none yet.
    pub(super) now: Classes,
}

impl Timely {
    /// Takes in an option and what conditions are against it.
    pub(super) fn add(&mut self, at: usize, against: &[Clause]) {
        self.options |= 1 << at;
        for clause in against {
            match self.against.iter_mut().find(|(one, _)| one == clause) {
                Some((_, options)) => *options |= 1 << at,
                None => self.against.push((*clause, 1 << at)),
            }
        }
        self.about = against.iter().fold(self.about, |all, one| all | one.present | one.absent);
    }

    /// Gets ready to be asked, with all requirements that there are.
    pub(super) fn lay_out(&mut self, needs: &Needs) {
        for place in needs.within(&needs.own_of(self.options)) {
            self.about |= needs.guard(place);
        }
        let mut none = Left { needs: needs.own_of(0), ..Left::default() };
        self.work_out(&mut none, 0, needs);
        self.left = vec![none; if self.options == 0 { 1 } else { KNOWN }];
    }

    /// Options that none of someone's conditions is against, and what else has to hold for them.
    #[inline(always)]
    pub(super) fn under(&mut self, conditions: u64, needs: &Needs) -> (u128, &Places) {
        let now = conditions & self.about;
        let mixed = (now ^ now >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (mixed >> 56) as usize & (self.left.len() - 1);
        if self.left[at].conditions != now {
            let mut left = std::mem::take(&mut self.left[at]);
            self.work_out(&mut left, now, needs);
            self.left[at] = left;
        }
        let left = &self.left[at];
        (left.options, &left.needs)
    }

    /// What the answer depends on besides what it always does, with some options open to someone
    /// with some conditions.
    #[inline(always)]
    pub(super) fn asked(&self, open: u128, conditions: u64) -> Classes {
        self.besides.iter().fold(0, |all, (takers, guard, asked)| {
            let matters = takers & open != 0 && conditions & guard == *guard;
            all | if matters { *asked } else { 0 }
        })
    }

    fn work_out(&self, left: &mut Left, conditions: u64, needs: &Needs) {
        let met = self.against.iter().filter(|(clause, _)| clause.is_met(conditions));
        left.options = met.fold(self.options, |left, (_, options)| left & !options);
        left.conditions = conditions;
        needs.asked_of(left.options, conditions, &mut left.needs);
    }
}
