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
        let these = |(activity, _): &(ActivityId, usize)| self.these[activity.index()];
        let count: usize = lister.runs().filter(these).map(|(_, len)| len).sum();
        if count == 0 {
            let anything = !can_close || random.below(STRAY) == 0;
            let listed = lister.len() + usize::from(can_close);
            return if anything { random.below(listed as u32) as usize } else { lister.len() };
        }
        let (mut nth, mut before) = (random.below(count as u32) as usize, 0);
        for run in lister.runs() {
            match these(&run) {
                true if nth < run.1 => break,
                true => nth -= run.1,
                false => {}
            }
            before += run.1;
        }
        before + nth
    }
}
