//! Fighting in earnest: whenever one of some activities may be declared, one of them is.
//!
//! Fights left to chance among everything legal do not end: people turn around, stand up and sit
//! down for minutes. Those who rather attack whenever they can bring a fight to its end.

use kernel::{ActivityId, Game, Lister};

use crate::policy::Random;

/// One time of so many, those who have none of these to declare do anything at all instead of
/// leaving it at that: somebody has to walk up to the others first.
const STRAY: u32 = 8;

/// Activities chosen before everything else.
#[derive(Clone, Debug)]
pub struct Rather {
    /// By activity.
    these: Vec<bool>,
}

impl Rather {
    /// Rather these than anything else.
    pub fn these(game: &Game, activities: &[ActivityId]) -> Rather {
        let all = (0..game.activities.len()).map(|at| ActivityId(at as u16));
        Rather { these: all.map(|activity| activities.contains(&activity)).collect() }
    }

    /// Draws one of the declarations of the last look, or the number behind the last one to leave
    /// it at that, where that `can_close`.
    pub fn draw(&self, lister: &Lister, can_close: bool, random: &mut Random) -> usize {
        let wanted = |(activity, len): (ActivityId, usize)| {
            if self.these[activity.index()] { len } else { 0 }
        };
        let count: usize = lister.runs().map(wanted).sum();
        if count == 0 {
            let anything = !can_close || random.below(STRAY) == 0;
            let listed = lister.len() + usize::from(can_close);
            return if anything { random.below(listed as u32) as usize } else { lister.len() };
        }
        let mut nth = random.below(count as u32) as usize;
        let found = lister.runs().try_fold(0, |before, run| match wanted(run) {
            wanted if nth < wanted => Err(before + nth),
            wanted => {
                nth -= wanted;
                Ok(before + run.1)
            }
        });
        found.unwrap_or_else(|at| at)
    }
}
