//! Why something cannot be paid: what is missing, what is used up, what cannot be used now.
//!
//! Each limit is lifted in turn; those whose lifting makes the bill payable are the reasons. When
//! no single one suffices, pairs and then larger sets are tried, so that every reason shows up and
//! none that has nothing to do with it.

use crate::activity::Activity;
use crate::check::View;
use crate::decision::{Declare, Pay};
use crate::denial::{Explain, Why};
use crate::ids::RulesId;
use crate::moment::Moments;
use crate::pay::{self, Alternative, Payment, Terms};
use crate::purse::{Purse, Room};
use crate::sheet::{Choice, Sheet, Slot};

const TOKENS: u8 = 1;
const ROOM: u8 = 2;
const MOMENT: u8 = 4;
const GATES: u8 = 8;
const CONDITIONS: u8 = 16;
const LIMITS: u8 = 5;

/// Gives every reason why the option cannot be paid for.
pub(crate) fn explain<E: Explain>(
    view: View<'_>,
    sheet: &Sheet,
    option: &Choice,
    activity: &Activity,
    declare: &Declare,
    explain: &mut E,
) {
    let who = declare.actor;
    let one = view.state.combatant(who);
    let strict = Terms {
        purse: one.purse,
        room: one.room,
        moment: view.state.moment(who),
        gates: activity.accepts,
        conditions: one.conditions,
        open: view.open(declare, option),
    };
    let bill = view.game.bill(option.bill);
    let attempt = Attempt { view, sheet, option, declare, strict, bill };
    // What an ability would have to allow comes second: it is a reason only where it would do with
    // less than the combatant's own means.
    let own = attempt.reasons(0, LIMITS.into(), explain);
    let most = own.map_or(LIMITS.into(), |helps| helps.size);
    let gated = attempt.reasons(GATES, most, explain);
    if let Some(helps) = own {
        attempt.plainly(helps.limits, explain);
    }
    let hopeless = own.is_none() && gated.is_none();
    // Only what takes whatever is there could pay, and it is barred.
    let barren = |alternative: &Alternative| {
        let mut units = alternative.units.iter().map(|unit| sheet.recipes_of(*unit));
        units.any(|recipes| recipes.iter().all(|recipe| recipe.whole))
    };
    let is_open = |at: usize| attempt.strict.open >> at & 1 == 1;
    let mut open = bill.iter().enumerate().filter(|(at, _)| is_open(*at));
    let barred = own.is_some_and(|helps| helps.limits & (CONDITIONS | TOKENS) == CONDITIONS);
    let unpayable = hopeless || barred && open.all(|(_, alternative)| barren(alternative));
    for (at, alternative) in bill.iter().enumerate() {
        let closed = !is_open(at);
        let would = Terms { open: 1 << at, ..attempt.strict };
        if closed && pay::payable(sheet, bill, &would) {
            explain.reason(Why::PriceClosed, alternative.rules);
        } else if !closed && unpayable {
            explain.reason(Why::Unpayable, alternative.rules);
            for unit in &alternative.units {
                explain.reason(Why::Unpayable, view.game.units[unit.index()]);
            }
        }
    }
    if unpayable {
        explain.reason(Why::Unpayable, view.game.grounds.bill);
        explain.reason(Why::Unpayable, view.game.grounds.missing);
    }
}

struct Attempt<'a> {
    view: View<'a>,
    sheet: &'a Sheet,
    option: &'a Choice,
    declare: &'a Declare,
    strict: Terms,
    bill: &'a [Alternative],
}

/// What helps: any of some limits, or so many of them together.
#[derive(Clone, Copy)]
struct Helps {
    size: u32,
    limits: u8,
}

impl Attempt<'_> {
    /// Gives the reasons that belong to the smallest sets of limits, at most `most` of them, whose
    /// lifting helps; those in `always` are lifted in any case. Says which these are.
    fn reasons<E: Explain>(&self, always: u8, most: u32, explain: &mut E) -> Option<Helps> {
        let mut found = Vec::new();
        for size in 1..=most {
            let mut limits = 0;
            let sets = (1..1u8 << LIMITS)
                .filter(|lifted| lifted.count_ones() == size && lifted & GATES == always & GATES);
            for lifted in sets {
                self.payments(lifted, &mut found);
                limits |= if found.is_empty() { 0 } else { lifted };
                // What is held is held back for its own reasons each; of what could be had besides,
                // the cheapest says what is missing.
                let most = if lifted & TOKENS != 0 { 1 } else { found.len() };
                for payment in &found[..most.min(found.len())] {
                    self.give(lifted, payment, explain);
                }
            }
            if limits != 0 {
                return Some(Helps { size, limits });
            }
        }
        None
    }

    /// Every payment with some limits lifted, cheapest first.
    fn payments(&self, lifted: u8, found: &mut Vec<Payment>) {
        found.clear();
        let Some(terms) = lift(&self.strict, lifted, self.option, self.view.game.full) else {
            return;
        };
        pay::payments(self.sheet, self.bill, &terms, found);
        if let Pay::Unlisted(kind) = self.declare.pay {
            found.retain(|payment| payment.uses(self.sheet, kind));
        }
    }

    /// Gives everything that stands against the plainest payment, where another one lacks less:
    /// tokens only where they matter to that one, too, or what is held is good at other times only.
    fn plainly<E: Explain>(&self, limits: u8, explain: &mut E) {
        let tokens = if limits & (TOKENS | MOMENT) != 0 { TOKENS } else { 0 };
        let lifted = tokens | ROOM | MOMENT | CONDITIONS;
        let mut found = Vec::new();
        self.payments(lifted, &mut found);
        if let Some(payment) = found.first() {
            self.give(lifted, payment, explain);
        }
    }
}

/// The terms with some limits lifted; with the room go the conditions that stand for a lack of it.
fn lift(strict: &Terms, lifted: u8, option: &Choice, full: u64) -> Option<Terms> {
    let mut terms = *strict;
    if lifted & TOKENS != 0 {
        terms.purse = Purse::BOTTOMLESS;
    }
    if lifted & ROOM != 0 {
        terms.room = Room::UNLIMITED;
        terms.conditions &= !full;
    } else if terms.room.fits(&option.fill) {
        terms.room = terms.room.minus(&option.fill);
    } else {
        return None;
    }
    if lifted & MOMENT != 0 {
        terms.moment = Moments::ALL;
    }
    if lifted & GATES != 0 {
        terms.gates = !0;
    }
    if lifted & CONDITIONS != 0 {
        terms.conditions = 0;
    }
    Some(terms)
}

impl Attempt<'_> {
    /// The reasons that a payment made possible by lifting limits points to.
    fn give<E: Explain>(&self, lifted: u8, payment: &Payment, explain: &mut E) {
        let Attempt { view, sheet, option, strict, .. } = *self;
        let who = self.declare.actor;
        let game = view.game;
        if lifted & TOKENS != 0 {
            let mut short = false;
            for (lane, needed) in payment.spend.lanes() {
                short |= self.missing(lane, needed, payment, explain);
            }
            if short && view.state.remaining(game, who) == 0 {
                explain.reason(Why::Exhausted, game.grounds.exhausted);
            }
        }
        if lifted & ROOM != 0 {
            let wanted = payment.fill.plus(&option.fill).unwrap_or(payment.fill);
            let one = view.state.combatant(who);
            for slot in &sheet.slots {
                let mut asking = *one;
                asking.room = wanted;
                let asks = asking.left(slot.place);
                if asks > one.left(slot.place) {
                    explain.reason(Why::Full(slot.id), game.slots[slot.id.index()]);
                    full_because(sheet, &one.room, payment, slot, explain);
                }
            }
        }
        for &index in payment.recipes() {
            let recipe = &sheet.recipes[index as usize];
            let kind = &game.kinds[recipe.kind.index()];
            if lifted & MOMENT != 0 && !recipe.moments.meets(strict.moment) {
                for (moments, rules) in &kind.unusable {
                    if moments.meets(strict.moment) {
                        explain.reason(Why::KindMoment(recipe.kind, strict.moment), *rules);
                    }
                }
            }
            if lifted & GATES != 0 && recipe.gates & !strict.gates != 0 {
                explain.reason(Why::KindGate(recipe.kind), kind.gate_rules);
            }
            // What stands for a lack of room is a reason of its own where there is room otherwise.
            let fits = strict.room.fits(&payment.fill);
            let of_room = if lifted & ROOM != 0 && fits { game.full } else { 0 };
            let lifted_here = if lifted & CONDITIONS != 0 { !0 } else { of_room };
            let barring = recipe.without & strict.conditions & lifted_here;
            let mut left = barring;
            for (moments, conditions, rules) in &kind.refused {
                if moments.meets(recipe.moments) && conditions & barring != 0 {
                    explain.reason(Why::KindBarred(recipe.kind, conditions & barring), *rules);
                    left &= !conditions;
                }
            }
            if left != 0 {
                explain.reason(Why::KindBarred(recipe.kind, left), recipe.rules);
                for at in (0..game.conditions.len()).filter(|at| left >> at & 1 == 1) {
                    explain.reason(Why::KindBarred(recipe.kind, left), game.conditions[at]);
                }
            }
        }
    }

    /// Says of one lane whether less is held than the payment takes, and if so why that is a lack:
    /// what such a token is, what says that it takes one or so many, and why there are so few.
    fn missing<E: Explain>(
        &self,
        lane: usize,
        needed: u32,
        payment: &Payment,
        explain: &mut E,
    ) -> bool {
        let Attempt { view, sheet, declare, .. } = *self;
        let game = view.game;
        let recipes = payment.recipes().iter().map(|&at| &sheet.recipes[at as usize]);
        let taking = || recipes.clone().filter(|recipe| recipe.lanes >> lane & 1 == 1);
        // What takes whatever is there takes one at least, not all of a bottomless purse.
        let needed = if taking().any(|recipe| recipe.whole) { 1 } else { needed };
        let held = self.strict.purse.get(lane);
        if held >= needed {
            return false;
        }
        let kind = sheet.lanes[lane].kind;
        let missing = Why::Missing { kind, amount: (needed - held) as u8 };
        explain.reason(missing, game.grounds.missing);
        explain.reason(missing, game.kinds[kind.index()].rules);
        if let Some(price) = self.bill.get(usize::from(payment.alternative)) {
            explain.reason(missing, price.rules);
        }
        for recipe in taking().filter(|recipe| recipe.source != RulesId(0)) {
            explain.reason(missing, game.kinds[recipe.kind.index()].rules);
            explain.reason(missing, recipe.source);
        }
        let frame = view.frame(declare);
        for shortage in game.shortages.iter().filter(|one| one.kinds.contains(&kind)) {
            if view.scope(&frame).test(shortage.test) {
                explain.reason(missing, shortage.rules);
            }
        }
        true
    }
}

/// The rules by which the wanted payment needs a full slot, and by which a kind that fills several
/// slots at once has filled it.
fn full_because<E: Explain>(
    sheet: &Sheet,
    left: &Room,
    payment: &Payment,
    slot: &Slot,
    explain: &mut E,
) {
    for &index in payment.recipes() {
        let recipe = &sheet.recipes[index as usize];
        if recipe.fill.uses(slot.place) {
            explain.reason(Why::Full(slot.id), recipe.fill_rules);
        }
    }
    for (fill, rules) in &sheet.blocks {
        let used_up = sheet.slots.iter().all(|one| !fill.uses(one.place) || !left.uses(one.place));
        if fill.uses(slot.place) && used_up {
            explain.reason(Why::Full(slot.id), *rules);
        }
    }
}
