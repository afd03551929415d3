//! What one combatant can do, kept up to date as it changes.
//!
//! For each moment the answer of the last look is kept together with the combatant it was given
//! for. A look compares the two and works out again only what depends on something that differs:
//! the payments of the bills concerned, and what is permitted.

use crate::activity::Target;
use crate::check::View;
use crate::decision::Declare;
use crate::expr::{Code, Input, Role};
use crate::game::Game;
use crate::ids::{ActivityId, Bits, CombatantId, ExprId, Mask};
use crate::moment::Moments;
use crate::pay::Prospect;
use crate::purse::LANES;
use crate::sheet::Sheet;
use crate::state::{ATTRIBUTES_MAX, Combatant, OPTIONS_MAX};

use super::MOMENTS;
use super::aims::Aims;
use super::funds::{Funds, List, Relevant};
use super::sides::{Sides, TARGETS, untargeted};
use super::situation::Parts;

/// Answers about what is permitted, remembered per combatant; a power of two.
const PERMITS: usize = 256;
/// Whole answers remembered per combatant; a power of two.
const KNOWN: usize = 256;
/// The answer that is worked out afresh at each look: with rules relaxed, or in secret.
pub(super) const AFRESH: usize = MOMENTS;

/// One option, as listing sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// What it does.
    pub(super) activity: ActivityId,
    /// Kind of target.
    pub(super) target: u8,
    /// Which of the bills.
    pub(super) bill: u8,
    /// Requirements of the target, as a range of places.
    aims: (u16, u16),
    /// Requirements that what is kept decides, by their place among those of the activity.
    kept: u64,
}

/// Options with the same bill and the same use-limits.
#[derive(Clone, Debug)]
struct Bill {
    /// Its number among the bills of everybody.
    number: u16,
    /// The first option with it.
    option: u8,
    /// The options with it, one bit each.
    options: u128,
    relevant: [Relevant; MOMENTS],
    /// What it takes at least, by moment.
    prospects: [Prospect; MOMENTS],
    /// Its alternatives can only be chosen at times.
    conditional: bool,
}

/// What is permitted, whatever pays for it: options, one bit each.
#[derive(Clone, Copy, Debug, Default)]
struct Permit {
    /// Those whose requirements are met, or looked at anew each time.
    open: u128,
    /// Those that depend on more than the combatant: they come after the others.
    late: u128,
    /// Those among them that depend on more than what the target is like, too.
    general: u128,
}

/// What a permit depends on: conditions, the moment from 1 on (0 = nothing is known here) with the
/// situation, tokens held, and attributes.
type PermitKey = [u64; 3 + ATTRIBUTE_WORDS];

/// What a whole answer depends on: what the permit does, purse and room.
type Key = [u64; 3 + ATTRIBUTE_WORDS + LANES / 8 + 2];

/// Lanes whose amounts are part of a permit's key at most.
const HELD_MAX: usize = 8;

/// Attributes side by side, four a word.
type Attributes = [u64; ATTRIBUTE_WORDS];
const ATTRIBUTE_WORDS: usize = ATTRIBUTES_MAX / 4;

/// What someone can do, as far as that depends on nobody else.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deeds {
    permit: Permit,
    /// Options with any payment.
    payable: u128,
    /// Bills, one bit each, whose payments nobody has asked for yet: nothing with them is
    /// permitted.
    unasked: u128,
    /// Options that can be declared as they are.
    pub(super) steady: u128,
    /// Options that only their targets decide about, and those that need another look.
    pub(super) late: u128,
    pub(super) general: u128,
    /// Payments of the steady options by kind of target.
    counts: [u16; TARGETS + 1],
}

/// The answer for one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// The combatant it was given for.
    one: Combatant,
    /// The mark it was given for, so that what has not changed at all needs no comparing.
    mark: u64,
    /// The situation it was given for.
    situation: u64,
    pub(super) deeds: Deeds,
    /// The payments of each bill.
    lists: Vec<List>,
    /// The state of the world that `len` was counted in.
    world: u64,
    /// Declarations, those of the general options left out.
    pub(super) len: u32,
}

/// What one combatant's answers depend on, and those known already.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) items: Vec<Item>,
    aims: Vec<u16>,
    bills: Vec<Bill>,
    /// Conditions and attributes that matter to what is permitted.
    conditions: u64,
    attributes: Vec<u8>,
    /// Lanes whose amounts matter to what is permitted.
    held: Vec<u8>,
    /// What of the situation matters to it.
    pub(super) parts: Parts,
    /// Those conditions, and those that bar ways of paying.
    conditions_read: u64,
    /// Options that are late, and general, while someone has all of some conditions.
    late: Vec<(u64, u128)>,
    general: Vec<(u64, u128)>,
    /// Options that are not listed: they may be aimed at any square of the board.
    unlisted: u128,
    permits: Vec<(PermitKey, Permit)>,
    /// What all bills together depend on, by moment.
    relevant: [Relevant; MOMENTS],
    /// Whole answers: what for, what can be done, and with which payments, bill by bill.
    known: Vec<(Key, Deeds)>,
    known_lists: Vec<List>,
    /// Changes whenever the combatant is not what it was.
    pub(super) mark: u64,
    answers: Vec<Answer>,
}

impl Memory {
    /// What matters to one combatant; bills are numbered from `first` on.
    pub(super) fn new(game: &Game, sheet: &Sheet, aims: &mut Aims, first: usize) -> Memory {
        let mut memory = Memory {
            items: Vec::new(),
            aims: Vec::new(),
            bills: Vec::new(),
            conditions: game.out,
            attributes: Vec::new(),
            held: Vec::new(),
            parts: Parts::default(),
            conditions_read: 0,
            late: Vec::new(),
            general: Vec::new(),
            unlisted: 0,
            permits: vec![Default::default(); PERMITS],
            relevant: Default::default(),
            known: vec![Default::default(); KNOWN],
            known_lists: Vec::new(),
            mark: 1,
            answers: Vec::new(),
        };
        for at in 0..sheet.options.len().min(OPTIONS_MAX) {
            memory.add(game, sheet, at, aims, first);
        }
        for bill in &memory.bills {
            for (all, one) in memory.relevant.iter_mut().zip(&bill.relevant) {
                all.add(one);
            }
        }
        let barring = memory.relevant.iter().fold(0, |all, one| all | one.conditions);
        memory.conditions_read = memory.conditions | barring;
        let lists = vec![List::default(); memory.bills.len()];
        memory.known_lists = vec![List::default(); memory.bills.len() * KNOWN];
        memory.answers = vec![Answer { lists, ..Answer::default() }; MOMENTS + 1];
        memory
    }

    /// How many different bills there are.
    pub(super) fn bill_count(&self) -> usize {
        self.bills.len()
    }

    fn add(&mut self, game: &Game, sheet: &Sheet, at: usize, aims: &mut Aims, first: usize) {
        let option = &sheet.options[at];
        let activity = &game.activities[option.activity.index()];
        let same = |bill: &Bill| {
            let other = &sheet.options[bill.option as usize];
            let gates = game.activities[other.activity.index()].accepts;
            let (one, two) = (game.bill(other.bill).iter(), game.bill(option.bill).iter());
            (other.fill, gates) == (option.fill, activity.accepts)
                && one.map(|one| &one.units).eq(two.map(|two| &two.units))
        };
        let conditional = game.bill(option.bill).iter().any(|one| one.open.is_some());
        // Whether they can may depend on the number that goes with the activity.
        let known = self.bills.iter().position(same).filter(|_| !conditional);
        let bill = known.unwrap_or_else(|| {
            self.bills.push(Bill {
                number: (first + self.bills.len()) as u16,
                option: at as u8,
                options: 0,
                relevant: Relevant::of(game, sheet, option),
                prospects: std::array::from_fn(|at| game.prospect(sheet, option, at as u32)),
                conditional,
            });
            self.bills.len() - 1
        });
        self.bills[bill].options |= 1 << at;
        for alternative in game.bill(option.bill) {
            if let Some(open) = alternative.open {
                self.reads(game, sheet, open);
            }
        }
        self.conditions |= activity.barred_by | activity.requires;
        if activity.target == Target::Step {
            self.late.push((0, 1 << at));
            self.general.push((0, 1 << at));
        }
        let anywhere = activity.with_square || activity.target == Target::Square;
        self.unlisted |= u128::from(anywhere && game.board.exists()) << at;
        let from = self.aims.len() as u16;
        let mut kept = 0;
        for (nth, need) in activity.needs.iter().enumerate() {
            if need.of_target {
                self.late.push((0, 1 << at));
                match aims.place(game, need.test) {
                    Some(place) => self.aims.push(place as u16),
                    None => self.general.push((0, 1 << at)),
                }
            } else {
                self.conditions |= need.guard;
                let own = self.depend_on(game, sheet, need.test, need.guard, 1 << at);
                kept |= if own && nth < 64 { 1 << nth } else { 0 };
            }
        }
        if let Some(argument) = &activity.argument {
            for bound in [argument.min, argument.max, argument.usual] {
                self.depend_on(game, sheet, bound, 0, 1 << at);
            }
        }
        let to = self.aims.len() as u16;
        let (target, bill) = (activity.target as u8, bill as u8);
        let aims = (from, to);
        self.items.push(Item { activity: option.activity, target, bill, aims, kept });
    }

    /// Notes what an expression reads of the combatant, and that some options depend on more while
    /// the conditions of its guard are there; says whether they do not.
    fn depend_on(
        &mut self,
        game: &Game,
        sheet: &Sheet,
        expr: ExprId,
        guard: u64,
        options: u128,
    ) -> bool {
        let own = self.reads(game, sheet, expr);
        if !own {
            self.late.push((guard, options));
            self.general.push((guard, options));
        }
        own
    }

    /// Notes what an expression reads of the combatant and the situation; says whether that is all
    /// it reads.
    fn reads(&mut self, game: &Game, sheet: &Sheet, expr: ExprId) -> bool {
        let mut own = true;
        for code in game.expr(expr) {
            match code {
                Code::Load(Input::Attribute(Role::Actor, attribute)) => {
                    self.attributes.push(attribute.0);
                    self.attributes.sort_unstable();
                    self.attributes.dedup();
                }
                Code::Load(Input::Has(Role::Actor, condition)) => {
                    self.conditions |= 1 << condition.0;
                }
                Code::Load(Input::Holds(Role::Actor, kind)) => {
                    if let Some(lane) = sheet.lane(*kind) {
                        own &= self.holds_note(lane as u8);
                    }
                }
                // What is listed was not prepared.
                Code::Load(Input::Fixed(Role::Actor, _) | Input::WasPrepared) => {}
                Code::Load(input) => own &= self.parts.note(*input),
                _ => {}
            }
        }
        own
    }

    /// Notes that the amount in a lane matters; false where keys have no room for it.
    fn holds_note(&mut self, lane: u8) -> bool {
        if self.held.contains(&lane) {
            return true;
        }
        let room = self.held.len() < HELD_MAX;
        self.held.extend(room.then_some(lane));
        room
    }

    /// Forgets all answers, because the payments they speak of are gone.
    pub(super) fn forget(&mut self) {
        self.known.fill(Default::default());
        self.answers.iter_mut().for_each(|answer| answer.mark = 0);
    }

    /// Whether any answer depends on what two combatants with this sheet differ in.
    #[inline(always)]
    pub(super) fn minds(&self, one: &Combatant, other: &Combatant) -> bool {
        let conditions = one.conditions ^ other.conditions;
        one.purse != other.purse
            || one.room != other.room
            || one.side != other.side
            || conditions & self.conditions_read != 0
            || self.attributes_differ(one, other)
    }

    /// The answer for a moment as it was last worked out.
    #[inline(always)]
    pub(super) fn answer(&self, moment: usize) -> &Answer {
        &self.answers[moment]
    }

    /// Whether the answer for a moment holds as it is.
    #[inline(always)]
    pub(super) fn is_known(&self, moment: usize, world: u64, situation: u64) -> bool {
        let answer = &self.answers[moment];
        answer.mark == self.mark && answer.world == world && answer.situation == situation
    }

    /// Brings the answer for a moment up to date.
    pub(super) fn see(
        &mut self,
        view: View<'_>,
        (who, situation): (CombatantId, u64),
        moment: usize,
        funds: &mut Funds,
    ) {
        let answer = &self.answers[moment];
        let same_one = answer.mark == self.mark && answer.situation == situation;
        if same_one && moment != AFRESH {
            return;
        }
        if moment == AFRESH {
            self.work_out(view, (who, situation), moment, funds);
        } else {
            let key = self.key(view.state.combatant(who), moment, situation);
            let place = place_of(&key) % KNOWN;
            let bills = self.bills.len();
            let lists = &mut self.known_lists[place * bills..][..bills];
            let (known, deeds) = &mut self.known[place];
            let conditional = self.bills.iter().any(|bill| bill.conditional);
            if same(known, &key) && !conditional {
                let answer = &mut self.answers[moment];
                answer.deeds = *deeds;
                answer.lists.copy_from_slice(lists);
            } else {
                self.work_out(view, (who, situation), moment, funds);
                let answer = &self.answers[moment];
                self.known[place] = (key, answer.deeds);
                self.known_lists[place * bills..][..bills].copy_from_slice(&answer.lists);
            }
        }
        let answer = &mut self.answers[moment];
        answer.one = *view.state.combatant(who);
        answer.mark = self.mark;
        answer.situation = situation;
        answer.world = 0;
    }

    /// Works out an answer from the last one for the same moment.
    fn work_out(
        &mut self,
        view: View<'_>,
        (who, situation): (CombatantId, u64),
        moment: usize,
        funds: &mut Funds,
    ) {
        let sheet = &view.game.sheets[who.index()];
        let one = view.state.combatant(who);
        let answer = &self.answers[moment];
        let new = answer.mark == 0 || moment == AFRESH;
        let conditions = (one.conditions ^ answer.one.conditions) & self.conditions;
        let attributes = self.attributes_differ(one, &answer.one);
        let held = self.held_by(one) != self.held_by(&answer.one);
        let elsewhere = answer.situation != situation;
        let permit = match new || conditions != 0 || attributes || held || elsewhere {
            true => self.permit(view, sheet, (who, situation), moment),
            false => answer.deeds.permit,
        };
        let means = view.means(who, Moments(1 << (moment % MOMENTS)));
        let answer = &mut self.answers[moment];
        let deeds = &mut answer.deeds;
        deeds.permit = permit;
        for (at, (bill, list)) in self.bills.iter().zip(&mut answer.lists).enumerate() {
            let option = &sheet.options[bill.option as usize];
            if moment == AFRESH {
                *list = funds.work_out(view, who, option);
            } else {
                let relevant = &bill.relevant[moment];
                let known = !new && !bill.conditional && deeds.unasked >> at & 1 == 0;
                if known && !relevant.differs(one, &answer.one) {
                    continue;
                }
                if bill.options & permit.open == 0 {
                    deeds.unasked |= 1 << at;
                    continue;
                }
                deeds.unasked &= !(1 << at);
                *list = match bill.prospects[moment].is_open(&one.purse, &one.room) {
                    true => funds.find(view, who, option, (bill.number, moment), relevant, &means),
                    false => List::default(),
                };
            }
            let payable = if list.len > 0 { bill.options } else { 0 };
            deeds.payable = deeds.payable & !bill.options | payable;
        }
        let open = deeds.payable & permit.open;
        deeds.steady = open & !permit.late;
        deeds.late = open & permit.late;
        deeds.general = open & permit.general;
        deeds.counts = Default::default();
        for at in Bits(deeds.steady) {
            let item = &self.items[at];
            deeds.counts[item.target as usize] += answer.lists[item.bill as usize].len;
        }
    }

    #[inline(always)]
    fn key(&self, one: &Combatant, moment: usize, situation: u64) -> Key {
        let relevant = &self.relevant[moment];
        let room = one.room.only(&relevant.room);
        let [a, b, c, d] = self.attributes_of(one);
        let [e, f, g, h] = one.purse.at_most(&relevant.purse).words();
        let conditions = one.conditions & (self.conditions | relevant.conditions);
        let (when, held) = (situation << 8 | (moment as u64 + 1), self.held_by(one));
        [conditions, when, held, a, b, c, d, e, f, g, h, room.single, room.counted]
    }

    /// What is held in the lanes that matter to what is permitted, side by side.
    #[inline(always)]
    fn held_by(&self, one: &Combatant) -> u64 {
        self.held
            .iter()
            .fold(0, |word, &lane| word << 8 | u64::from(one.purse.get(usize::from(lane))))
    }

    /// Counts the declarations of an answer, those of general options left out.
    pub(super) fn count(
        &mut self,
        who: CombatantId,
        moment: usize,
        (sides, aims): (&Sides, &Aims),
        world: u64,
    ) {
        let answer = &self.answers[moment];
        let side = answer.one.side;
        let lens = &sides.lens[side.index()];
        let deeds = &answer.deeds;
        let counts = deeds.counts.iter().zip(lens);
        let mut len: u32 = counts.map(|(&count, &each)| u32::from(count) * u32::from(each)).sum();
        for at in Bits(deeds.late & !deeds.general) {
            let targets = self.targets(at, who, side.0, sides, aims);
            let each = targets.count_ones() + u32::from(untargeted(self.items[at].target));
            len += u32::from(self.list(moment, at).len) * each;
        }
        let answer = &mut self.answers[moment];
        answer.len = len;
        answer.world = world;
    }

    /// Whom an option may be aimed at, as far as what targets are like decides about that.
    #[inline]
    pub(super) fn targets(
        &self,
        at: usize,
        who: CombatantId,
        side: u8,
        sides: &Sides,
        aims: &Aims,
    ) -> Mask {
        let item = &self.items[at];
        let met = self.aims[item.aims.0 as usize..item.aims.1 as usize].iter();
        let all = sides.targets(who, side, item.target);
        met.fold(all, |targets, &aim| targets & aims.met(aim as usize))
    }

    /// The payments of an option.
    #[inline(always)]
    pub(super) fn list(&self, moment: usize, at: usize) -> List {
        self.answers[moment].lists[self.items[at].bill as usize]
    }

    /// The attributes that matter, side by side.
    #[inline(always)]
    fn attributes_of(&self, one: &Combatant) -> Attributes {
        let mut words = Attributes::default();
        for (nth, &at) in self.attributes.iter().enumerate() {
            let value = one.attributes[usize::from(at)] as u16;
            words[nth / 4] |= u64::from(value) << (nth % 4 * 16);
        }
        words
    }

    #[inline(always)]
    fn attributes_differ(&self, one: &Combatant, other: &Combatant) -> bool {
        let mut all = self.attributes.iter().map(|&at| usize::from(at));
        all.any(|at| one.attributes[at] != other.attributes[at])
    }

    /// What is permitted to a combatant as it is.
    fn permit(
        &mut self,
        view: View<'_>,
        sheet: &Sheet,
        (who, situation): (CombatantId, u64),
        moment: usize,
    ) -> Permit {
        let one = view.state.combatant(who);
        if moment == AFRESH {
            let permit = self.judge(view, sheet, who);
            // With rules relaxed, targets are a matter of rules, too.
            return Permit { general: permit.late, ..permit };
        }
        let conditions = one.conditions & self.conditions;
        let [a, b, c, d] = self.attributes_of(one);
        let when = situation << 8 | (moment as u64 + 1);
        let key = [conditions, when, self.held_by(one), a, b, c, d];
        let place = place_of(&key) % PERMITS;
        if !same(&self.permits[place].0, &key) {
            self.permits[place] = (key, self.judge(view, sheet, who));
        }
        self.permits[place].1
    }

    fn judge(&self, view: View<'_>, sheet: &Sheet, who: CombatantId) -> Permit {
        let conditions = view.state.combatant(who).conditions;
        let active = |guards: &[(u64, u128)]| {
            let active = guards.iter().filter(|(guard, _)| conditions & guard == *guard);
            active.fold(0, |all, (_, options)| all | options)
        };
        let (late, general) = (active(&self.late), active(&self.general));
        let now = view.moment(who);
        let strict = view.state.dial.is_empty() && conditions & view.game.preparing == 0;
        let mut open = general;
        for (at, option) in sheet.options.iter().enumerate().take(OPTIONS_MAX) {
            let declare = Declare::new(who, option.activity);
            let looked_at = general >> at & 1 == 1;
            if looked_at && strict {
                // What is sure to fail needs no other look.
                let activity = &view.game.activities[option.activity.index()];
                let barred = conditions & activity.barred_by | !conditions & activity.requires;
                let frame = view.frame(&declare);
                let fails = |nth: usize| {
                    let need = &activity.needs[nth];
                    conditions & need.guard == need.guard && !view.holds(&frame, need.test)
                };
                let out = barred != 0
                    || !activity.moments.meets(now)
                    || Bits(self.items[at].kept.into()).any(fails);
                open &= !(u128::from(out) << at);
            } else if !looked_at && view.open_to(&declare, now) && view.in_range(&declare) {
                open |= 1 << at;
            }
        }
        Permit { open: open & !self.unlisted, late, general }
    }
}

/// Whether two keys are the same, without a branch for each word.
#[inline(always)]
fn same<const WORDS: usize>(a: &[u64; WORDS], b: &[u64; WORDS]) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | a ^ b) == 0
}

/// Mixes the words of a key into a place in a table.
#[inline(always)]
fn place_of(key: &[u64]) -> usize {
    let mut odd = 0x9e37_79b9_7f4a_7c15u64;
    let mixed = key.iter().fold(0u64, |mixed, word| {
        odd = odd.rotate_left(5) | 1;
        mixed.wrapping_add((word ^ word >> 29).wrapping_mul(odd))
    });
    (mixed >> 44) as usize
}
