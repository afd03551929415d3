//! What one combatant can do, kept for as long as nothing it depends on has changed.

use crate::activity::Target;
use crate::ahead::Clause;
use crate::check::View;
use crate::game::Game;
use crate::history;
use crate::ids::{ActivityId, Bits, CombatantId, Mask, members};
use crate::moment::Moments;
use crate::pay::Prospect;
use crate::people::Combatant;
use crate::purse::Room;
use crate::sheet::Sheet;
use crate::state::OPTIONS_MAX;

use super::aims::Aims;
use super::answers::{AFRESH, Afresh, Answers, NOTHING, Word};
use super::bills::Bills;
use super::funds::{Funds, List};
use super::heed::{Features, Singly};
use super::needs::{Needs, base};
use super::reads::{ALL, Classes, OWN_PURSE, OWN_ROOM, SIDES, STACK};
use super::sides::Sides;
use super::timely::Timely;
use super::{MOMENTS, Whom};

/// One option, as listing sees it.
#[derive(Clone, Copy, Debug)]
struct Item {
    activity: ActivityId,
    /// Which of the bills.
    bill: u8,
}

/// What one combatant's answers depend on, and those known already.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    items: Vec<Item>,
    aims: Aims,
    bills: Bills,
    needs: Needs,
    /// Options whose rows depend on more than purse, room, conditions and sides: on what, and a
    /// number that changes whenever anything of that may have.
    late: u128,
    late_reads: Classes,
    late_version: u64,
    moments: [Timely; MOMENTS],
    /// What it takes at least to pay for anything in one's own turn.
    least: Vec<Prospect>,
    /// What any of the answers depends on.
    reads: Classes,
    /// What has changed since the last answer for each moment.
    since: [Classes; MOMENTS],
    answers: Answers,
    afresh: Afresh,
}

impl Memory {
    /// What matters to one combatant of the activities listed; bills are numbered from `first` on.
    pub(super) fn new(game: &Game, sheet: &Sheet, listed: &[bool], first: usize) -> Memory {
        let mut memory = Memory {
            items: Vec::new(),
            aims: Aims::new(),
            bills: Bills::new(),
            needs: Needs::default(),
            late: 0,
            late_reads: 0,
            late_version: 1,
            moments: Default::default(),
            least: Vec::new(),
            reads: 0,
            since: [ALL; MOMENTS],
            answers: Answers::new(game.sheets.len(), (0, 0)),
            afresh: Afresh::default(),
        };
        for at in 0..sheet.options.len().min(OPTIONS_MAX) {
            match listed[sheet.options[at].activity.index()] {
                true => memory.add(game, sheet, at, first),
                false => memory.pass_over(sheet.options[at].activity),
            }
        }
        let room = (memory.bills.len(), memory.items.len());
        memory.answers = Answers::new(game.sheets.len(), room);
        memory.late_reads = Bits::of(memory.late).fold(0, |all, at| all | memory.reads_of_row(at));
        memory.least = memory.bills.least(Moments::OWN_OPEN.index());
        for moment in 0..MOMENTS {
            memory.lay_out(moment);
            let Timely { reads, besides, .. } = &memory.moments[moment];
            memory.reads |= besides.iter().fold(*reads, |all, (.., one)| all | one);
        }
        memory
    }

    /// Whether anything may be declared at a moment at all.
    pub(super) fn has_any(&self, moment: usize) -> bool {
        self.moments[moment].options != 0
    }

    /// Whether it is told at a glance that someone can pay for nothing in their own turn.
    #[inline(always)]
    pub(super) fn is_spent(&self, one: &Combatant) -> bool {
        !self.least.iter().any(|least| least.is_open(&one.purse, &one.room))
    }

    /// What it depends on whether an option can be declared, besides purse, room, conditions and
    /// sides and what is asked under conditions only.
    fn reads_of(&self, at: usize) -> Classes {
        let own = self.needs.own_of(1 << at);
        let own = self.needs.within(&own).filter(|place| self.needs.guard(*place) == 0);
        own.fold(self.reads_of_row(at), |all, place| all | self.needs.reads(place))
    }

    /// What the row of an option depends on that can be declared and paid.
    fn reads_of_row(&self, at: usize) -> Classes {
        let open = self.bills.open_of(self.items[at].bill);
        let aims = self.aims.reads(at, &self.needs);
        open.fold(aims, |all, place| all | self.needs.reads(place))
    }

    /// How many different bills there are.
    pub(super) fn bill_count(&self) -> usize {
        self.bills.len()
    }

    /// Passes over an option that is never listed: nothing is asked about it, its bill included.
    fn pass_over(&mut self, activity: ActivityId) {
        self.aims.pass_over();
        self.items.push(Item { activity, bill: 0 });
    }

    fn add(&mut self, game: &Game, sheet: &Sheet, at: usize, first: usize) {
        let option = &sheet.options[at];
        let activity = &game.activities[option.activity.index()];
        let bill = self.bills.add((game, sheet), at, &mut self.needs, first);
        let mut against = self.needs.add_own((game, sheet), option.activity, at);
        for bit in members(activity.barred_by) {
            against.push(Clause { present: 1 << bit.0, ..Clause::default() });
        }
        for bit in members(activity.requires) {
            against.push(Clause { absent: 1 << bit.0, ..Clause::default() });
        }
        let anywhere = activity.with_square || activity.target == Target::Square;
        let listed = !(anywhere && game.board.exists());
        for (moment, timely) in self.moments.iter_mut().enumerate() {
            let promising = sheet.promising.get(moment).is_none_or(|all| all >> at & 1 == 1);
            if listed && promising && activity.moments.0 >> moment & 1 == 1 {
                timely.add(at, &against);
            }
        }
        self.aims.add(game, option.activity, &mut self.needs);
        let late = self.aims.is_late(at) || self.bills.is_conditional(bill);
        self.late |= u128::from(late) << at;
        self.items.push(Item { activity: option.activity, bill });
    }

    /// Lays out what matters at one moment.
    fn lay_out(&mut self, moment: usize) {
        let timely = &mut self.moments[moment];
        timely.lay_out(&self.needs);
        let (options, needs) = (timely.options, self.needs.own_of(timely.options));
        let conditions = timely.about | self.bills.barring(moment);
        let mut reads = OWN_PURSE | OWN_ROOM | SIDES | history::conditions(conditions);
        let of_options = Bits::of(options).map(|at| (1 << at, 0, self.reads_of(at)));
        let guarded = self.needs.within(&needs).filter(|place| self.needs.guard(*place) != 0);
        let guarded = guarded.map(|place| {
            (self.needs.takers(place), self.needs.guard(place), self.needs.reads(place))
        });
        let mut besides: Vec<(u128, u64, Classes)> = Vec::new();
        for (takers, guard, classes) in of_options.chain(guarded) {
            reads |= history::conditions(guard);
            match besides.iter_mut().find(|(_, one, all)| (*one, *all) == (guard, classes)) {
                Some((options, ..)) => *options |= takers,
                None => besides.push((takers, guard, classes)),
            }
        }
        besides.retain(|(.., classes)| classes & !reads != 0);
        let judged_by = self.needs.within(&needs).map(|place| self.needs.reads(place));
        let timely = &self.moments[moment];
        let judged_by = judged_by.fold(STACK | history::conditions(timely.about), |a, b| a | b);
        let timely = &mut self.moments[moment];
        (timely.reads, timely.besides) = (reads, besides);
        timely.judged_by = judged_by;
        timely.now = ALL;
    }

    /// Forgets all answers, because the payments they speak of are gone.
    pub(super) fn forget(&mut self) {
        self.answers.clear();
    }

    /// Takes note of what has changed, and whom about.
    #[inline(always)]
    pub(super) fn notice(&mut self, changed: Classes, touched: Mask) {
        if changed & self.reads != 0 {
            self.needs.forget(changed, touched);
            self.aims.forget(changed);
            self.bills.forget(changed);
            self.late_version += u64::from(changed & self.late_reads != 0);
            self.since.iter_mut().for_each(|since| *since |= changed);
        }
    }

    /// The use-limits that any answer can depend on, and how far.
    pub(super) fn limits(&self) -> Room {
        self.bills.limits()
    }

    /// What any answer can depend on, one by one.
    pub(super) fn singly(&self) -> Singly {
        let moments = self.moments.iter().enumerate();
        let conditions =
            moments.fold(0, |all, (at, moment)| all | moment.about | self.bills.barring(at));
        self.needs.singly.and(Singly::own(Features::conditions(conditions)))
    }

    /// What any answer can depend on.
    pub(super) fn reads(&self) -> Classes {
        self.reads
    }

    /// What the last answer for a moment depends on.
    #[inline(always)]
    pub(super) fn reads_at(&self, moment: usize) -> Classes {
        self.moments[moment].now
    }

    /// The rows of an answer by its place.
    #[inline(always)]
    pub(super) fn rows(&self, place: u16) -> &[Word] {
        match usize::from(place) {
            AFRESH => &self.afresh.rows,
            place => self.answers.rows(place),
        }
    }

    /// With what the n-th row of an answer can be paid, and whom it may be aimed at.
    #[inline(always)]
    pub(super) fn of_row(&self, place: u16, (nth, row): (usize, Word)) -> (List, Whom) {
        match usize::from(place) {
            AFRESH => self.afresh.each[nth],
            place => {
                let option = usize::from(row.option());
                (self.answers.list(place, self.items[option].bill), self.aims.of(option))
            }
        }
    }

    /// What an option does.
    #[inline(always)]
    pub(super) fn activity(&self, option: u8) -> ActivityId {
        self.items[usize::from(option)].activity
    }

    /// Brings the answer for a moment up to date; gives its place and the number of declarations.
    #[inline(always)]
    pub(super) fn see(
        &mut self,
        view: View<'_>,
        (who, moment, setting): (CombatantId, usize, u64),
        funds: &mut Funds,
        sides: &Sides,
    ) -> (u16, u32) {
        let timely = &self.moments[moment];
        self.since[moment] = timely.sift(self.since[moment], setting);
        let (place, _) = timely.last;
        // Whether the last answer is there still is asked last: it lies far away.
        let there = || {
            usize::from(place) == NOTHING || self.answers.all[usize::from(place)].key.is_at(moment)
        };
        if self.since[moment] & timely.now == 0 && there() {
            return timely.last;
        }
        let (last, reads) = self.work_out(view, (who, moment), funds, sides);
        self.since[moment] = 0;
        let timely = &mut self.moments[moment];
        timely.setting = Some(setting);
        timely.now = timely.reads | reads;
        timely.last = last;
        last
    }

    /// Works the answer for a moment out; gives its place and the number of declarations, and what
    /// it depends on besides what it always does.
    #[inline]
    fn work_out(
        &mut self,
        view: View<'_>,
        (who, moment): (CombatantId, usize),
        funds: &mut Funds,
        sides: &Sides,
    ) -> ((u16, u32), Classes) {
        let one = view.state.combatant(who);
        let timely = &mut self.moments[moment];
        let last = timely.last;
        if self.since[moment] & timely.judged_by != 0 {
            timely.begin(view, who, &self.needs);
        }
        if timely.left == 0 {
            return ((NOTHING as u16, 0), timely.forbidden_by);
        }
        let key = self.bills.key(one, moment);
        let (place, known) = self.answers.place_of(&key);
        if !known {
            let places = (place, usize::from(last.0));
            self.bills.work_out(&mut self.answers, places, view, (who, moment), key, funds);
        }
        let mut parts = self.answers.at(place);
        let answer = &mut *parts.answer;
        let open = timely.judge(answer.payable, view, who, &mut self.needs);
        // What nothing else forbids depends on its own requirements; what is forbidden, on those
        // that forbid it.
        let mut reads = timely.forbidden_by;
        if open == 0 {
            return ((NOTHING as u16, 0), reads);
        }
        let same = (answer.open, answer.sides) == (open, sides.version);
        let conditions = one.conditions & timely.about;
        if !same || answer.conditions != conditions {
            answer.asked = timely.asked(open, conditions);
            answer.conditions = conditions;
        }
        reads |= answer.asked;
        if same && answer.late == self.late_version {
            return ((place as u16, answer.len), reads);
        }
        answer.late = self.late_version;
        let base = base(view, who);
        self.aims.renew(open, (view, &base), &mut self.needs, sides);
        let (steady, late) = (open & !self.late, open & self.late);
        let fresh = if same { 0 } else { steady };
        (answer.open, answer.sides) = (open, sides.version);
        for (nth, at) in Bits::of(fresh).enumerate() {
            let ways = parts.list(self.items[at].bill).list.len;
            parts.rows[nth] = Word::row(at, ways, self.aims.count(at));
        }
        let steady = steady.count_ones() as usize;
        let mut len: u32 = parts.rows[..steady].iter().map(|row| row.len()).sum();
        for (nth, at) in Bits::of(late).enumerate() {
            let (bill, each) = (self.items[at].bill, self.aims.count(at));
            let mut list = parts.list(bill);
            if each > 0 && self.bills.is_conditional(bill) {
                let (here, funds) = ((&base, moment), (&mut *funds, &mut self.needs));
                if let Some(now) = self.bills.list_now(bill, list, view, here, funds) {
                    parts.pay(bill.into(), now);
                    list = now;
                }
            }
            let row = Word::row(at, list.list.len, each);
            parts.rows[steady + nth] = row;
            len += row.len();
        }
        parts.answer.len = len;
        ((place as u16, len), reads)
    }

    /// The payments for an option at a moment, however things stand otherwise.
    pub(super) fn payments(
        &self,
        at: usize,
        view: View<'_>,
        here: (CombatantId, usize),
        funds: &mut Funds,
    ) -> List {
        self.bills.list_afresh((self.items[at].bill, at), view, here, funds)
    }

    /// An answer to work out afresh.
    pub(super) fn afresh(&mut self) -> Afresh {
        let mut afresh = std::mem::take(&mut self.afresh);
        afresh.clear();
        afresh
    }

    /// Takes that answer in; gives its place and the number of declarations.
    pub(super) fn take(&mut self, afresh: Afresh) -> (u16, u32) {
        self.afresh = afresh;
        (AFRESH as u16, self.afresh.len)
    }
}
