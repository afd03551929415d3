//! Requirements of one combatant's options, each judged once for all options that share it, and
//! again only when something it reads has changed.

use crate::ahead::{Clause, ignores_target};
use crate::check::View;
use crate::decision::Declare;
use crate::game::Game;
use crate::ids::{ActivityId, CombatantId, ExprId, Mask, NOBODY, bit, members};
use crate::state::Frame;

use super::reads::{ANYONE, Classes, Reads, own_conditions};

/// What has to hold.
#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    /// An expression.
    Holds(ExprId),
    /// Some number from the least to the greatest goes with the declaration.
    InRange(ExprId, ExprId),
}

/// One requirement, and what is known about it.
#[derive(Clone, Debug)]
struct Need {
    what: What,
    /// The activity whose number it reads.
    activity: Option<ActivityId>,
    /// Conditions without all of which it holds in any case.
    guard: u64,
    /// Options that take it, whatever they are aimed at.
    options: u128,
    reads: Reads,
    /// Targets judged, and those that meet it.
    judged: Mask,
    met: Mask,
    /// The same without a target.
    alone: Option<bool>,
}

/// Squares one may step onto, and whether that is known.
#[derive(Clone, Debug, Default)]
struct Ways {
    reads: Classes,
    known: Option<u8>,
}

/// All requirements of a combatant's options.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    all: Vec<Need>,
    /// Those that read each class.
    readers: Vec<Vec<u16>>,
    /// The classes that any of them reads.
    read: Classes,
    ways: Ways,
}

impl Needs {
    /// Takes in what an option requires whatever it is aimed at; gives what of it is a matter of
    /// conditions alone.
    pub(super) fn add_own(&mut self, game: &Game, id: ActivityId, at: usize) -> Vec<Clause> {
        let activity = &game.activities[id.index()];
        let mut clauses = Vec::new();
        for need in &activity.needs {
            let guard = if need.of_target { 0 } else { need.guard };
            let own = |part: &&ExprId| !need.of_target || ignores_target(game.expr(**part));
            for part in game.parts(need.test).iter().filter(own) {
                if let Some(clause) = Clause::against(game.expr(*part)) {
                    clauses.push(Clause { present: clause.present | guard, ..clause });
                    continue;
                }
                let place = self.place(game, id, What::Holds(*part), guard);
                self.all[place].options |= 1 << at;
            }
        }
        let aimed = game.bearings[id.index()].bounds_of_target;
        if let (Some(argument), false) = (&activity.argument, aimed) {
            let what = What::InRange(argument.min, argument.max);
            let place = self.place(game, id, what, 0);
            self.all[place].options |= 1 << at;
        }
        clauses
    }

    /// Takes in what an activity requires of its target; gives the places.
    pub(super) fn add_aims(&mut self, game: &Game, id: ActivityId) -> Vec<u16> {
        let needs = game.activities[id.index()].needs.iter().filter(|need| need.of_target);
        let parts = needs.flat_map(|need| game.parts(need.test));
        let aimed = parts.filter(|part| !ignores_target(game.expr(**part)));
        let mut aims: Vec<u16> = aimed.map(|part| self.add(game, id, *part)).collect();
        let bounds = game.bearings[id.index()].bounds_of_target;
        if let (Some(argument), true) = (&game.activities[id.index()].argument, bounds) {
            aims.push(self.place(game, id, What::InRange(argument.min, argument.max), 0) as u16);
        }
        aims
    }

    /// The place of something that has to hold, whatever takes it.
    pub(super) fn add(&mut self, game: &Game, id: ActivityId, test: ExprId) -> u16 {
        self.place(game, id, What::Holds(test), 0) as u16
    }

    fn place(&mut self, game: &Game, id: ActivityId, what: What, guard: u64) -> usize {
        let mut reads = match what {
            What::Holds(test) => Reads::of(game, &[test]),
            What::InRange(min, max) => Reads::of(game, &[min, max]),
        };
        let activity = reads.activity.then_some(id);
        if let (Some(argument), true) = (&game.activities[id.index()].argument, reads.activity) {
            reads = reads.and(Reads::of(game, &[argument.usual]));
        }
        let alike =
            |need: &Need| need.what == what && need.guard == guard && need.activity == activity;
        if let Some(at) = self.all.iter().position(alike) {
            return at;
        }
        self.readers.resize(64, Vec::new());
        self.read |= reads.classes;
        for class in members(reads.classes) {
            self.readers[class.index()].push(self.all.len() as u16);
        }
        let (options, judged, met, alone) = (0, 0, 0, None);
        self.all.push(Need { what, activity, guard, options, reads, judged, met, alone });
        self.all.len() - 1
    }

    /// Takes in that some option is a step.
    pub(super) fn add_steps(&mut self, game: &Game) {
        self.ways.reads = Reads::of_steps(game).classes;
    }

    /// Requirements that any of some options takes, whatever it is aimed at.
    pub(super) fn own_of(&self, options: u128) -> Vec<u16> {
        let all = self.all.iter().enumerate();
        let own = all.filter(|(_, need)| need.options & options != 0);
        own.map(|(at, _)| at as u16).collect()
    }

    /// Conditions without all of which a requirement holds in any case.
    pub(super) fn guard(&self, place: u16) -> u64 {
        self.all[usize::from(place)].guard
    }

    /// What a requirement reads, and whether it is asked.
    pub(super) fn reads(&self, place: u16) -> Classes {
        let need = &self.all[usize::from(place)];
        need.reads.classes | own_conditions(need.guard)
    }

    /// What it depends on where steps lead.
    pub(super) fn steps_read(&self) -> Classes {
        self.ways.reads
    }

    /// Forgets whatever depends on what has changed; of targets, only those `touched` have.
    pub(super) fn forget(&mut self, changed: Classes, touched: Mask) {
        for class in members(changed & self.read) {
            for &place in &self.readers[class.index()] {
                let need = &mut self.all[usize::from(place)];
                let these = need.reads.classes & changed & !ANYONE == 0 && need.reads.target_only;
                need.judged &= if these { !touched } else { 0 };
                need.alone = None;
            }
        }
        if self.ways.reads & changed != 0 {
            self.ways.known = None;
        }
    }

    /// Takes those options out of a set of whose requirements, found at some places, one does not
    /// hold.
    #[inline]
    pub(super) fn narrow(
        &mut self,
        places: &[u16],
        view: View<'_>,
        base: &Frame,
        mut open: u128,
    ) -> u128 {
        let conditions = view.state.combatant(base.actor).conditions;
        for &place in places {
            let need = &mut self.all[usize::from(place)];
            let asked = need.options & open != 0 && conditions & need.guard == need.guard;
            if asked && !need.alone(view, base) {
                open &= !need.options;
            }
        }
        open
    }

    /// Whether a requirement holds without a target.
    #[inline]
    pub(super) fn alone(&mut self, place: u16, view: View<'_>, base: &Frame) -> bool {
        self.all[usize::from(place)].alone(view, base)
    }

    /// Those among some targets who meet a requirement.
    #[inline]
    pub(super) fn among(
        &mut self,
        place: u16,
        view: View<'_>,
        base: &Frame,
        targets: Mask,
    ) -> Mask {
        let need = &mut self.all[usize::from(place)];
        let unknown = targets & !need.judged;
        if unknown != 0 {
            let mut frame = need.frame(view, base);
            for target in members(unknown) {
                match need.activity {
                    Some(_) => view.aim(&mut frame, target),
                    None => frame.target = target,
                }
                let met = Mask::from(need.holds(view, &frame));
                need.met = need.met & !bit(target) | met << target.0;
            }
            need.judged |= unknown;
        }
        need.met & targets
    }

    /// Neighbouring squares that someone may step onto, one bit per direction.
    pub(super) fn ways(&mut self, view: View<'_>, base: &Frame) -> u8 {
        *self.ways.known.get_or_insert_with(|| view.space().ways(base.actor))
    }

    /// Those among neighbouring squares that meet a requirement as something aimed at.
    pub(super) fn onto(&self, place: u16, view: View<'_>, base: &Frame, ways: u8) -> u8 {
        let need = &self.all[usize::from(place)];
        let mut frame = need.frame(view, base);
        let from = view.state.combatant(base.actor).square;
        let mut met = 0;
        for way in members(ways.into()) {
            frame.square = from.towards(way.index());
            met |= u8::from(need.holds(view, &frame)) << way.0;
        }
        met
    }
}

impl Need {
    #[inline]
    fn alone(&mut self, view: View<'_>, base: &Frame) -> bool {
        if let Some(known) = self.alone {
            return known;
        }
        let holds = self.holds(view, &self.frame(view, base));
        self.alone = Some(holds);
        holds
    }

    /// The frame it is judged in.
    fn frame(&self, view: View<'_>, base: &Frame) -> Frame {
        match self.activity {
            Some(activity) => view.frame(&Declare::new(base.actor, activity)),
            None => *base,
        }
    }

    fn holds(&self, view: View<'_>, frame: &Frame) -> bool {
        match self.what {
            What::Holds(test) => view.number(frame, test) != 0,
            What::InRange(min, max) => view.number(frame, min) <= view.number(frame, max),
        }
    }
}

/// The frame of a declaration of someone about which nothing else is known.
pub(super) fn base(view: View<'_>, who: CombatantId) -> Frame {
    let answers = view.answered();
    Frame { actor: who, by: who, target: NOBODY, answers, ..Frame::default() }
}
