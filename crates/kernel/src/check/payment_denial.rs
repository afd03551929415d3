//! Reasons why an option cannot be paid for: missing tokens, used-up slots, kinds that cannot be
//! used now.
//!
//! A named payment is judged alone. Otherwise each limit is lifted in turn, and the limits whose
//! lifting makes the bill payable are the reasons. If no single limit suffices, pairs and then
//! larger sets are tried. Each payment found comes with all reasons against it. A payment is left
//! out if another one has fewer of the same reasons.

mod causes;
mod named;

use crate::check::View;
use crate::decision::{Declaration, Pay};
use crate::denial::{Denial, DenialKind, ReasonSink};
use crate::model::activity::Activity;
use crate::model::moment::Moments;
use crate::model::sheet::{ActionOption, Sheet};
use crate::pay::{self, Alternative, Payment, PaymentLimits, PaymentTables};
use crate::purse::{Purse, SlotUses};

const TOKENS: u8 = 1;
const ROOM: u8 = 2;
const MOMENT: u8 = 4;
const GATES: u8 = 8;
const CONDITIONS: u8 = 16;
const LIMITS: u8 = 5;
const ALL: u8 = (1 << LIMITS) - 1;

/// Gives every reason why an option cannot be paid for in the chosen way. `means` are the limits on
/// anything the actor pays now.
pub(crate) fn explain<E: ReasonSink>(
    view: View<'_>,
    means: PaymentLimits,
    (sheet, tables): (&Sheet, &PaymentTables),
    option: &ActionOption,
    activity: &Activity,
    declare: &Declaration,
    explain: &mut E,
) {
    let strict =
        PaymentLimits { gates: activity.opens_gates, open: view.open(declare, option), ..means };
    let bill = view.game.bill(option.bill);
    let attempt = Relaxation { view, sheet, tables, option, declare, strict, bill };
    match declare.pay {
        Pay::Named(number) => attempt.named(number, explain),
        Pay::Flawed(flaw) => attempt.flawed(flaw, explain),
        Pay::Cheapest | Pay::Nth(_) | Pay::WithKind(_) => attempt.listed(explain),
    }
}

struct Relaxation<'a> {
    view: View<'a>,
    sheet: &'a Sheet,
    tables: &'a PaymentTables,
    option: &'a ActionOption,
    declare: &'a Declaration,
    strict: PaymentLimits,
    bill: &'a [Alternative],
}

/// Limits whose lifting helps, and how many of them have to be lifted together.
#[derive(Clone, Copy)]
struct MinimalRelaxation {
    size: u32,
    limits: u8,
}

impl Relaxation<'_> {
    /// Gives every reason why no payment is possible, or none with the wanted kind.
    fn listed<E: ReasonSink>(&self, explain: &mut E) {
        let mut ways = Vec::new();
        // Gates come second. A closed gate is a reason only if no more limits have to be lifted
        // with it than without it.
        let own = self.reasons(0, LIMITS.into(), &mut ways);
        let most = own.map_or(LIMITS.into(), |helps| helps.size);
        let gated = self.reasons(GATES, most, &mut ways);
        if let Some(helps) = own {
            self.report_simplest(helps.limits, &mut ways);
        }
        leave_smallest(&mut ways);
        report(&ways, explain);
        self.nothing_else(own, explain);
        let is_open = |at: usize| self.strict.open >> at & 1 == 1;
        let mut closed = false;
        for (at, alternative) in self.bill.iter().enumerate().filter(|(at, _)| !is_open(*at)) {
            let would = PaymentLimits { open: 1 << at, ..self.strict };
            if pay::payable(self.sheet, self.tables, self.bill, &would) {
                explain.reason(DenialKind::PriceUnavailable, alternative.rules);
                closed = true;
            }
        }
        if own.is_none() && gated.is_none() && !closed {
            self.unpayable(explain);
        }
    }

    /// Adds that nothing else could pay, if conditions forbid every payment and all of them take
    /// everything held.
    fn nothing_else<E: ReasonSink>(&self, own: Option<MinimalRelaxation>, explain: &mut E) {
        let barred = own.is_some_and(|helps| helps.limits & (CONDITIONS | TOKENS) == CONDITIONS);
        let taking_all = |alternative: &Alternative| {
            let mut units = alternative.units.iter().map(|unit| self.sheet.recipes_of(*unit));
            units.any(|recipes| recipes.iter().all(|recipe| recipe.spends_all))
        };
        let open = self.bill.iter().enumerate().filter(|(at, _)| self.strict.open >> at & 1 == 1);
        if barred && open.clone().all(|(_, alternative)| taking_all(alternative)) {
            self.cite_bill(DenialKind::NothingElse, explain);
        }
    }

    /// Gives a reason with the rules of the bill: its prices, its units and the recipes for them.
    fn cite_bill<E: ReasonSink>(&self, why: DenialKind, explain: &mut E) {
        let grounds = &self.view.game.grounds;
        for (at, alternative) in self.bill.iter().enumerate() {
            if self.strict.open >> at & 1 == 1 {
                explain.reason(why, alternative.rules);
                for unit in &alternative.units {
                    explain.reason(why, self.view.game.units[unit.index()]);
                }
            }
        }
        explain.reason(why, grounds.bill);
        explain.reason(why, grounds.missing);
    }

    /// Gives the reason that no payment exists, or none with the wanted kind.
    fn unpayable<E: ReasonSink>(&self, explain: &mut E) {
        let grounds = &self.view.game.grounds;
        if matches!(self.declare.pay, Pay::WithKind(_)) && self.is_payable_otherwise() {
            return explain.reason(DenialKind::NoSuchPayment, grounds.bill);
        }
        self.cite_bill(DenialKind::Unpayable, explain);
    }

    /// Returns true if some other kind could ever pay.
    fn is_payable_otherwise(&self) -> bool {
        let sheet = self.view.sheet(self.declare.actor);
        let tables = self.view.payment_tables(self.declare.actor);
        let terms = relax(&self.strict, ALL, self.option, self.view.game.full);
        terms.is_some_and(|terms| pay::payable(&sheet, tables, self.bill, &terms))
    }

    /// Collects the reasons for the smallest sets of limits whose lifting helps, of at most `most`
    /// limits. Gates are lifted if `always` has them. Returns those limits.
    fn reasons(&self, always: u8, most: u32, ways: &mut Vec<Denial>) -> Option<MinimalRelaxation> {
        let mut found = Vec::new();
        for size in 1..=most {
            let mut limits = 0;
            let sets = (1..1u8 << LIMITS)
                .filter(|lifted| lifted.count_ones() == size && lifted & GATES == always & GATES);
            for lifted in sets {
                self.payments(lifted, &mut found);
                limits |= if found.is_empty() { 0 } else { lifted };
                // With tokens lifted, only the cheapest payment says which tokens are missing.
                // Otherwise each payment has its own reasons.
                let most = if lifted & TOKENS != 0 { 1 } else { found.len() };
                for payment in &found[..most.min(found.len())] {
                    ways.push(self.against(lifted, payment));
                }
            }
            if limits != 0 {
                return Some(MinimalRelaxation { size, limits });
            }
        }
        None
    }

    /// Lists every payment with some limits lifted, cheapest first.
    fn payments(&self, lifted: u8, found: &mut Vec<Payment>) {
        found.clear();
        let Some(terms) = relax(&self.strict, lifted, self.option, self.view.game.full) else {
            return;
        };
        pay::payments(self.sheet, self.tables, self.bill, &terms, found);
        if let Pay::WithKind(kind) = self.declare.pay {
            found.retain(|payment| payment.uses(self.sheet, kind));
        }
    }

    /// Collects the reasons against the cheapest payment with the other limits lifted. Tokens are
    /// lifted only if missing tokens or the moment are a reason already.
    fn report_simplest(&self, limits: u8, ways: &mut Vec<Denial>) {
        let tokens = if limits & (TOKENS | MOMENT) != 0 { TOKENS } else { 0 };
        let lifted = tokens | ROOM | MOMENT | CONDITIONS;
        let mut found = Vec::new();
        self.payments(lifted, &mut found);
        ways.extend(found.first().map(|payment| self.against(lifted, payment)));
    }
}

/// Returns the limits with some of them lifted. Lifting the room also lifts conditions that stand
/// for full slots.
fn relax(
    strict: &PaymentLimits,
    lifted: u8,
    option: &ActionOption,
    full: u64,
) -> Option<PaymentLimits> {
    let mut terms = *strict;
    if lifted & TOKENS != 0 {
        terms.purse = Purse::UNLIMITED;
    }
    if lifted & ROOM != 0 {
        terms.room = SlotUses::UNLIMITED;
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

/// Gives the reasons against some payments, in order.
fn report<E: ReasonSink>(ways: &[Denial], explain: &mut E) {
    for reason in ways.iter().flat_map(|way| &way.reasons) {
        explain.reason(reason.why, reason.rules);
    }
}

/// Drops payments with more reasons than another one, so that lifting any reason given brings some
/// payment nearer.
fn leave_smallest(ways: &mut Vec<Denial>) {
    // Payments without a reason are possible at other moments by other recipes.
    let mut all = std::mem::take(ways);
    all.retain(|way| !way.reasons.is_empty());
    for (at, way) in all.iter().enumerate() {
        let worse = |(other_at, other): (usize, &Denial)| {
            // Of two with equal reasons both stay, with the rules of both.
            other_at != at && is_within(other, way) && !is_within(way, other)
        };
        if !all.iter().enumerate().any(worse) {
            ways.push(way.clone());
        }
    }
}

/// Returns true if every reason of one payment is also a reason of the other.
fn is_within(one: &Denial, other: &Denial) -> bool {
    one.reasons.iter().all(|reason| other.reasons.iter().any(|more| more.why.implies(reason.why)))
}
