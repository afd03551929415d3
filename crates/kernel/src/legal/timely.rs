//! What may be declared at one moment, and what one's conditions leave of it.

use crate::ahead::Clause;

use super::needs::Places;
use super::reads::Classes;

/// What may be declared at one moment, before anything is known of the combatant.
#[derive(Clone, Debug, Default)]
pub(super) struct Timely {
    /// Options, one bit each, that may be declared then at all and are listed: those aimed at any
    /// square of a board are not.
    pub(super) options: u128,
    /// What conditions are against which of them.
    against: Vec<(Clause, u128)>,
    /// Those conditions.
    pub(super) about: u64,
    /// Which of them there were last, and the options left then.
    left: (u64, u128),
    /// Their other requirements.
    pub(super) needs: Places,
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
        self.left = (0, self.without(0));
    }

    /// Options that none of someone's conditions is against.
    #[inline(always)]
    pub(super) fn under(&mut self, conditions: u64) -> u128 {
        let now = conditions & self.about;
        if self.left.0 != now {
            self.left = (now, self.without(now));
        }
        self.left.1
    }

    fn without(&self, conditions: u64) -> u128 {
        let met = self.against.iter().filter(|(clause, _)| clause.is_met(conditions));
        met.fold(self.options, |left, (_, options)| left & !options)
    }
}
