//! The part of checking that is about payment: on which terms, in which ways.

use std::borrow::Cow;

use crate::activity::Activity;
use crate::decision::{Decision, Declare, Pay};
use crate::denial::{Explain, Why};
use crate::ids::{CombatantId, ExprId, RulesId};
use crate::moment::Moments;
use crate::pay::{self, Payment, Small, Terms};
use crate::purse::{Purse, Room};
use crate::sheet::{Choice, Sheet, Slot};
use crate::state::Dial;
use crate::unpaid;

use super::{Checking, View};

impl<'a> View<'a> {
    /// The sheet, with whatever the dial relaxes.
    pub fn sheet(self, who: CombatantId) -> Cow<'a, Sheet> {
        let sheet = &self.game.sheets[who.index()];
        if self.state.dial.is_empty() {
            return Cow::Borrowed(sheet);
        }
        let mut relaxed = Sheet { ways: Vec::new(), ..sheet.clone() };
        let lenient = |rules| self.state.dialled(self.game, rules) != Dial::Forbid;
        for recipe in &mut relaxed.recipes {
            let kind = &self.game.kinds[recipe.kind.index()];
            for (moments, rules) in &kind.unusable {
                if lenient(*rules) {
                    recipe.moments = recipe.moments.and(*moments);
                }
            }
            for (_, conditions, rules) in &kind.refused {
                if lenient(*rules) {
                    recipe.without &= !conditions;
                }
            }
            if lenient(kind.gate_rules) {
                recipe.gates = 0;
            }
            if self.state.dialled(self.game, recipe.fill_rules) == Dial::Off {
                recipe.fill = Room::default();
            }
        }
        Cow::Owned(relaxed)
    }

    /// What limits the payment of one of someone's options now.
    pub fn terms(self, declare: &Declare, option: &Choice) -> Option<Terms> {
        let means = self.means(declare.actor, self.state.moment(declare.actor));
        self.terms_within(&means, declare, option)
    }

    /// What limits whatever someone pays for at a moment, before any use-limit of an option.
    #[inline]
    pub(crate) fn means(self, who: CombatantId, moment: Moments) -> Terms {
        let one = self.state.combatant(who);
        let mut room = one.room;
        if !self.state.dial.is_empty() {
            for slot in &self.game.sheets[who.index()].slots {
                if self.is_lenient(who, slot) {
                    let mut free = *one;
                    free.room = room;
                    free.refill(slot.place, crate::purse::AMOUNT_MAX as u8);
                    room = free.room;
                }
            }
        }
        let (purse, conditions) = (one.purse, one.conditions);
        Terms { purse, room, moment, gates: 0, conditions, open: !0 }
    }

    /// The same for one of their options; `None` if it has been used as often as may be.
    #[inline]
    pub(crate) fn terms_within(
        self,
        means: &Terms,
        declare: &Declare,
        option: &Choice,
    ) -> Option<Terms> {
        let open = self.open(declare, option);
        Some(Terms { open, ..self.terms_of_any(means, option)? })
    }

    /// The same where any alternative of the bill can be chosen.
    #[inline(always)]
    fn terms_of_any(self, means: &Terms, option: &Choice) -> Option<Terms> {
        let room = means.room.fits(&option.fill).then(|| means.room.minus(&option.fill))?;
        let gates = self.game.activities[option.activity.index()].accepts;
        Some(Terms { room, gates, ..*means })
    }

    /// The alternatives of an option's bill that can be chosen, one bit each.
    pub(crate) fn open(self, declare: &Declare, option: &Choice) -> u16 {
        let bill = self.game.bill(option.bill);
        if bill.iter().all(|alternative| alternative.open.is_none()) {
            return !0;
        }
        let frame = self.frame(declare);
        let scope = self.scope(&frame);
        let holds = |test: ExprId| scope.test(test);
        let bits = bill.iter().enumerate();
        bits.fold(0, |bits, (at, one)| bits | u16::from(one.open.is_none_or(holds)) << at)
    }

    /// Whether the dial keeps a slot from refusing anything: by its own rules, or by those through
    /// which something fills it.
    fn is_lenient(self, who: CombatantId, slot: &Slot) -> bool {
        let lenient = |rules| self.state.dialled(self.game, rules) != Dial::Forbid;
        let sheet = &self.game.sheets[who.index()];
        lenient(self.game.slots[slot.id.index()])
            || sheet
                .recipes
                .iter()
                .any(|recipe| recipe.fill.uses(slot.place) && lenient(recipe.fill_rules))
    }

    /// The payment chosen, or why there is none.
    pub(super) fn paid<E: Explain>(
        self,
        at: &mut Checking<'_>,
        sheet: &Sheet,
        option: &Choice,
        activity: &Activity,
        declare: &Declare,
        explain: &mut E,
    ) -> Option<Payment> {
        let mut found = Vec::new();
        let restricted;
        let sheet = match declare.pay {
            Pay::Unlisted(kind) => {
                restricted = sheet.restricted(kind);
                &restricted
            }
            Pay::Best | Pay::Nth(_) => sheet,
            Pay::Named(_) | Pay::Flawed(_) => {
                let payment = self.paid_as_named(sheet, option, activity, declare, explain);
                at.refused |= payment.is_none();
                return payment;
            }
        };
        let terms = self.terms(declare, option);
        if let Some(terms) = &terms {
            pay::payments(sheet, self.game.bill(option.bill), terms, &mut found);
        }
        if matches!(self.state.decision, Decision::Seal(_)) && !found.is_empty() {
            found.retain(|payment| payment.instant);
            if found.is_empty() {
                explain.reason(Why::NotInstant, self.game.grounds.sealed_same);
                return None;
            }
        }
        if let Pay::Unlisted(kind) = declare.pay {
            found.retain(|payment| payment.uses(sheet, kind));
            if !found.is_empty() {
                // The kind could be used, though not in these amounts.
                explain.reason(Why::NoSuchPayment, self.game.grounds.bill);
                return None;
            }
        }
        let nth = declare.pay.place();
        match found.get(nth) {
            Some(payment) => {
                let mut payment = *payment;
                payment.fill = payment.fill.plus(&option.fill).unwrap_or(payment.fill);
                Some(payment)
            }
            None if !found.is_empty() => {
                explain.reason(Why::NoSuchPayment, self.game.grounds.enumerate);
                None
            }
            None => {
                if E::ALL {
                    unpaid::explain(self, sheet, option, activity, declare, explain);
                } else {
                    explain.reason(Why::Unpayable, RulesId(0));
                }
                at.refused = true;
                None
            }
        }
    }

    /// The payment named, if it can be made.
    #[cold]
    #[inline(never)]
    fn paid_as_named<E: Explain>(
        self,
        sheet: &Sheet,
        option: &Choice,
        activity: &Activity,
        declare: &Declare,
        explain: &mut E,
    ) -> Option<Payment> {
        let payment = match declare.pay {
            Pay::Named(number) => self.payment_named(sheet, option, declare, number),
            _ => None,
        };
        if payment.is_none() && E::ALL {
            unpaid::explain(self, sheet, option, activity, declare, explain);
        } else if payment.is_none() {
            explain.reason(Why::Unpayable, RulesId(0));
        }
        payment
    }

    fn payment_named(
        self,
        sheet: &Sheet,
        option: &Choice,
        declare: &Declare,
        number: u32,
    ) -> Option<Payment> {
        let held = &self.state.combatant(declare.actor).purse;
        let named = pay::combination(sheet, self.game.bill(option.bill), number, held)?;
        let mut payment = pay::take(sheet, &self.terms(declare, option)?, &named)?;
        if matches!(self.state.decision, Decision::Seal(_)) && !payment.instant {
            return None;
        }
        payment.fill = payment.fill.plus(&option.fill).unwrap_or(payment.fill);
        Some(payment)
    }

    /// Returns the combinations of recipes that pay for an option and spend exactly these tokens,
    /// each with its number for [`Pay::Named`]; those that can be paid now come first.
    pub fn named(self, declare: &Declare, option: &Choice, spend: &Purse) -> Vec<(u32, Payment)> {
        let sheet = self.sheet(declare.actor);
        let held = &self.state.combatant(declare.actor).purse;
        let mut found = pay::named(&sheet, self.game.bill(option.bill), spend, held);
        let possible = |number| self.payment_named(&sheet, option, declare, number).is_some();
        found.sort_by_key(|(number, _)| !possible(*number));
        found
    }

    /// Returns the combination of recipes with a number, whether or not it can be paid now.
    pub fn combination(self, declare: &Declare, option: &Choice, number: u32) -> Option<Payment> {
        let sheet = self.sheet(declare.actor);
        let held = &self.state.combatant(declare.actor).purse;
        pay::combination(&sheet, self.game.bill(option.bill), number, held)
    }

    /// Every payment for one of someone's options, cheapest first.
    pub fn payments(self, declare: &Declare, option: &Choice, out: &mut Vec<Payment>) {
        out.clear();
        if let Some(terms) = self.terms(declare, option) {
            let sheet = self.sheet(declare.actor);
            pay::payments(&sheet, self.game.bill(option.bill), &terms, out);
        }
        if matches!(self.state.decision, Decision::Seal(_)) {
            out.retain(|payment| payment.instant);
        }
        for payment in out {
            payment.fill = payment.fill.plus(&option.fill).unwrap_or(payment.fill);
        }
    }

    /// The payments for one of someone's options as a small set, where that says it all and no rule
    /// is relaxed; a set without any where it cannot be paid for.
    #[inline]
    pub(crate) fn small(self, who: CombatantId, means: &Terms, option: &Choice) -> Option<Small> {
        let sheet = &self.game.sheets[who.index()];
        let ways = sheet.ways_for(option.bill)?;
        let terms = self.terms_of_any(means, option);
        terms.map_or(Some(Small::default()), |terms| pay::small(ways, &terms))
    }

    /// Whether an option can be paid for at all.
    #[inline]
    pub(crate) fn affordable(self, means: &Terms, declare: &Declare, option: &Choice) -> bool {
        let sheet = &self.game.sheets[declare.actor.index()];
        if let (Some(ways), true) = (sheet.ways_for(option.bill), self.state.dial.is_empty()) {
            let terms = self.terms_of_any(means, option);
            return terms.is_some_and(|terms| pay::payable_by(sheet, ways, &terms));
        }
        let Some(terms) = self.terms_within(means, declare, option) else { return false };
        pay::payable(&self.sheet(declare.actor), self.game.bill(option.bill), &terms)
    }
}
