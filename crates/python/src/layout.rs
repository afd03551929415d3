//! The numbering of actions: the same number means the same declaration in every fight of one
//! encounter.
//!
//! Number 0 declares nothing: it ends the turn of a side, or leaves its prompts unanswered. The
//! options of each combatant follow, in the order of the encounter and the ruleset. An option has
//! one block of numbers: `first + aim * payments + payment`. The aim is the number of the target
//! (after the last combatant: nobody), the direction of the neighboring square, or 0. The payment
//! is an index into the payments for the declaration, cheapest first.

use kernel::{ActionGroup, ActivityId, CombatantId, Game, Target, iter_bits};
use rules::Compiled;
use sim::show;

/// Directions of a step, in the order of [`kernel::Square::towards`].
const DIRECTIONS: [&str; 8] = [
    "up",
    "up and right",
    "right",
    "down and right",
    "down",
    "down and left",
    "left",
    "up and left",
];
/// Index that stands for no block.
const NONE: u32 = u32::MAX;

/// Numbering of the aims of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aims {
    Nothing,
    Combatants,
    CombatantsOrNobody,
    Directions,
}

/// The numbers of one option of one combatant.
#[derive(Clone, Copy, Debug)]
struct Block {
    who: CombatantId,
    activity: ActivityId,
    aims: Aims,
    first: u32,
}

/// The numbering of the actions of one encounter.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    blocks: Vec<Block>,
    /// The index of each block, by combatant and activity.
    places: Vec<u32>,
    activities: usize,
    combatants: u32,
    payments: u32,
    count: u32,
}

/// An action in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) who: CombatantId,
    pub(crate) activity: ActivityId,
    pub(crate) aim: Aim,
    /// The index of the payment, cheapest first.
    pub(crate) payment: u32,
}

/// The target of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    Nobody,
    Someone(CombatantId),
    /// The neighboring square in a direction.
    Step(usize),
}

impl Layout {
    /// Numbers the actions of a game, with at most `payments` payments for each declaration.
    pub(crate) fn new(game: &Game, payments: u32) -> Layout {
        let combatants = game.sheets.len() as u32;
        let activities = game.activities.len();
        let mut places = vec![NONE; game.sheets.len() * activities];
        let (mut blocks, mut next) = (Vec::new(), 1);
        for (who, sheet) in game.sheets.iter().enumerate() {
            for option in &sheet.options {
                let activity = &game.activities[option.activity.index()];
                let (aims, count) = match activity.target {
                    _ if activity.by_game_master => continue,
                    // A board has too many squares to number them all.
                    Target::Square => continue,
                    Target::None => (Aims::Nothing, 1),
                    Target::Step => (Aims::Directions, DIRECTIONS.len() as u32),
                    Target::Optional => (Aims::CombatantsOrNobody, combatants + 1),
                    _ => (Aims::Combatants, combatants),
                };
                places[who * activities + option.activity.index()] = blocks.len() as u32;
                let who = CombatantId(who as u8);
                blocks.push(Block { who, activity: option.activity, aims, first: next });
                next += count * payments;
            }
        }
        Layout { blocks, places, activities, combatants, payments, count: next }
    }

    /// Returns how many actions there are.
    pub(crate) fn count(&self) -> usize {
        self.count as usize
    }

    /// Adds the numbers of a group of declarations in the order of the list, and [`None`] for each
    /// declaration without a number. `payment` is the index of the group's payment.
    #[inline]
    pub(crate) fn number(
        &self,
        group: &ActionGroup,
        payment: u32,
        mut add: impl FnMut(Option<u32>),
    ) {
        let (who, activity) = (group.declare.actor, group.declare.activity);
        let place = self.places[who.index() * self.activities + activity.index()];
        let Some(block) = self.blocks.get(place as usize).filter(|_| payment < self.payments)
        else {
            (0..group.len()).for_each(|_| add(None));
            return;
        };
        let first = block.first + payment;
        let mut aim = |at: u32| add(Some(first + at * self.payments));
        iter_bits(group.targets).for_each(|target| aim(target.0.into()));
        iter_bits(group.ways.into()).for_each(|way| aim(way.0.into()));
        if group.untargeted {
            aim(if block.aims == Aims::CombatantsOrNobody { self.combatants } else { 0 });
        }
    }

    /// Returns the declaration of a number; `None` for 0 and for numbers out of range.
    pub(crate) fn meaning(&self, action: usize) -> Option<Meaning> {
        let action = u32::try_from(action).ok().filter(|it| (1..self.count).contains(it))?;
        let after = self.blocks.partition_point(|block| block.first <= action);
        let Block { who, activity, aims, first } = self.blocks[after - 1];
        let (aim, payment) = ((action - first) / self.payments, (action - first) % self.payments);
        let aim = match aims {
            Aims::Nothing => Aim::Nobody,
            Aims::Directions => Aim::Step(aim as usize),
            _ if aim == self.combatants => Aim::Nobody,
            _ => Aim::Someone(CombatantId(aim as u8)),
        };
        Some(Meaning { who, activity, aim, payment })
    }

    /// Returns an action in words: `Ana: longsword at Orc 1, payment 2`. Returns `None` if there is
    /// no such action.
    pub(crate) fn words(&self, compiled: &Compiled, action: usize) -> Option<String> {
        if action == 0 {
            return Some("end the turn or pass".to_owned());
        }
        let Meaning { who, activity, aim, payment } = self.meaning(action)?;
        let who = show::combatant(compiled, who);
        let aim = match aim {
            Aim::Nobody => String::new(),
            Aim::Someone(target) => format!(" at {}", show::combatant(compiled, target)),
            Aim::Step(way) => format!(" {}", DIRECTIONS[way]),
        };
        let payment = match payment {
            0 => String::new(),
            nth => format!(", payment {}", nth + 1),
        };
        Some(format!("{who}: {}{aim}{payment}", show::activity(compiled, activity)))
    }
}
