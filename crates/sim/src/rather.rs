//! Fighting in earnest: whenever one of some activities may be declared, one of them is.
//!
//! Fights left to chance among everything legal do not end: people turn around, stand up and sit
//! down for minutes. Those who rather attack whenever they can bring a fight to its end.

use kernel::{ActivityId, Game, Lister, OPTIONS_MAX, Sheet};

use crate::policy::Random;

/// One time of so many, those who have none of these to declare do anything at all instead of
/// leaving it at that: somebody has to walk up to the others first.
const STRAY: u32 = 8;

/// Activities chosen before everything else.
#[derive(Clone, Debug)]
pub struct Rather {
    /// Whether an option is one with them, by combatant.
    these: Vec<[bool; OPTIONS_MAX]>,
    /// Where they are in the list looked at: how many declarations come before each option, and
    /// how many there are of it.
    found: Vec<(usize, usize)>,
}

impl Rather {
    /// Rather these than anything else.
    pub fn these(game: &Game, activities: &[ActivityId]) -> Rather {
        let of_sheet = |sheet: &Sheet| {
            let mut these = [false; OPTIONS_MAX];
            for (this, option) in these.iter_mut().zip(&sheet.options) {
                *this = activities.contains(&option.activity);
            }
            these
        };
        Rather { these: game.sheets.iter().map(of_sheet).collect(), found: Vec::new() }
    }

    /// Draws one of the declarations of the last look, or the number behind the last one to leave
    /// it at that, where that `can_close`.
    pub fn draw(&mut self, lister: &Lister, can_close: bool, random: &mut Random) -> usize {
        self.found.clear();
        let (mut count, mut before) = (0, 0);
        for who in lister.present() {
            let these = &self.these[who.index()];
            for (option, len) in lister.runs(who) {
                if these[option] {
                    self.found.push((before, len));
                    count += len;
                }
                before += len;
            }
        }
        if count == 0 {
            let anything = !can_close || random.below(STRAY) == 0;
            let listed = before + usize::from(can_close);
            return if anything { random.below(listed as u32) as usize } else { before };
        }
        let mut nth = random.below(count as u32) as usize;
        for &(before, len) in &self.found {
            if nth < len {
                return before + nth;
            }
            nth -= len;
        }
        before
    }
}
