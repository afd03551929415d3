//! Pareto front of payments: undominated ones, cheapest first.

use crate::model::sheet::Sheet;

use super::payment::dominates;
use super::{PAYMENTS_MAX, Payment};

/// Number of payments gathered before they are compared.
const BATCH: usize = 512;
/// Bits of an index into a batch.
const PLACE: u32 = BATCH.ilog2();

/// Adds a payment. If the batch is full, settles it first.
#[inline]
pub(super) fn push(sheet: &Sheet, payment: Payment, out: &mut Vec<Payment>) {
    if out.len() == BATCH {
        settle(sheet, out);
        out.truncate(PAYMENTS_MAX);
    }
    out.push(payment);
}

/// Adds a payment to settled ones unless one dominates it, and drops those that it dominates.
pub(super) fn insert(sheet: &Sheet, payment: Payment, out: &mut Vec<Payment>) {
    if out.iter().any(|other| dominates(sheet, other, &payment)) {
        return;
    }
    if out.iter().any(|other| dominates(sheet, &payment, other)) {
        out.retain(|other| !dominates(sheet, &payment, other));
    }
    let at = out.partition_point(|other| other.rank() <= payment.rank());
    out.insert(at, payment);
}

/// Drops dominated payments and sorts the rest, cheapest first.
///
/// A dominating payment spends and fills no more than the dominated one. With the smallest ones
/// first, each payment is compared only with those kept before it. Outlines of the tokens spent,
/// kept side by side, decide most comparisons.
pub(super) fn settle(sheet: &Sheet, out: &mut Vec<Payment>) {
    let count = out.len().min(BATCH);
    if count < 2 {
        return;
    }
    let mut keys = [0u32; BATCH];
    for (at, payment) in out[..count].iter().enumerate() {
        let size = u32::from(payment.tokens.min(0xfff)) << 10 | u32::from(payment.slots.min(0x3ff));
        keys[at] = size << PLACE | at as u32;
    }
    let keys = &mut keys[..count];
    keys.sort_unstable();
    let mut outlines = [0u32; BATCH];
    let mut places = [0u16; BATCH];
    let mut len = 0;
    for &key in &*keys {
        let at = (key % BATCH as u32) as usize;
        let payment = &out[at];
        let beyond = !payment.spend.outline();
        if !is_pointless(sheet, payment, beyond, (&outlines[..len], &places[..len]), out) {
            outlines[len] = !beyond;
            places[len] = at as u16;
            len += 1;
        }
    }
    let mut ranks = [0u64; BATCH];
    for (rank, &at) in ranks.iter_mut().zip(&places[..len]) {
        let payment = &out[at as usize];
        let size = u64::from(payment.tokens.min(0xfff)) << 12 | u64::from(payment.slots.min(0xfff));
        *rank = u64::from(payment.worth) << 40 | size << 16 | u64::from(at);
    }
    let ranks = &mut ranks[..len];
    let of = |rank: u64| &out[(rank & 0xffff) as usize];
    ranks.sort_unstable_by(|&a, &b| {
        (a >> 16).cmp(&(b >> 16)).then_with(|| of(a).spend.cmp(&of(b).spend)).then(a.cmp(&b))
    });
    for &rank in &*ranks {
        out.push(out[(rank & 0xffff) as usize]);
    }
    out.drain(..out.len() - len);
}

/// Returns true if any of the payments kept, given by outline and index, dominates a payment.
#[inline(always)]
fn is_pointless(
    sheet: &Sheet,
    payment: &Payment,
    beyond: u32,
    (outlines, places): (&[u32], &[u16]),
    all: &[Payment],
) -> bool {
    const WIDE: usize = 16;
    let within = |outlines: &[u32], places: &[u16]| {
        outlines.iter().zip(places).any(|(&one, &place)| {
            one & beyond == 0 && dominates(sheet, &all[place as usize], payment)
        })
    };
    let mut chunks = outlines.chunks_exact(WIDE).zip(places.chunks_exact(WIDE));
    let found = chunks.any(|(outlines, places)| {
        // This loop has no early exit, so that it can be vectorized.
        let fits = outlines.iter().fold(false, |fits, &one| fits | (one & beyond == 0));
        fits && within(outlines, places)
    });
    let rest = outlines.len() / WIDE * WIDE;
    found || within(&outlines[rest..], &places[rest..])
}
