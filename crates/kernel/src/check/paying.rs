//! Checks of payment: the limits on it and the payment chosen.

use std::borrow::Cow;

use crate::check::payment_denial;
use crate::decision::{Decision, Declaration, Enforcement, Pay};
use crate::denial::{DenialKind, ReasonSink};
use crate::ids::{CombatantId, ExprId, RulesId};
use crate::model::activity::Activity;
use crate::model::moment::Moments;
use crate::model::sheet::{ActionOption, Sheet, Slot};
use crate::pay::{self, CandidateBits, Payment, PaymentLimits, PaymentTables};
use crate::purse::{Purse, SlotUses};

use super::{CheckState, View};

impl<'a> View<'a> {
    /// Returns a combatant's sheet, changed by the rules that the game master relaxes.
    pub fn sheet(self, who: CombatantId) -> Cow<'a, Sheet> {
        let sheet = &self.game.sheets[who.index()];
        if self.state.relaxed_rules.is_empty() {
            return Cow::Borrowed(sheet);
        }
        let mut relaxed = sheet.clone();
        let lenient = |rules| self.state.enforcement_of(self.game, rules) != Enforcement::Enforced;
        for recipe in &mut relaxed.recipes {
            let kind = &self.game.kinds[recipe.kind.index()];
            for (moments, rules) in &kind.unusable {
                if lenient(*rules) {
                    recipe.moments = recipe.moments.union(*moments);
                }
            }
            for (_, conditions, rules) in &kind.refused {
                if lenient(*rules) {
                    recipe.blocked_by &= !conditions;
                }
            }
            if lenient(kind.gate_rules) {
                recipe.gates = 0;
            }
            if self.state.enforcement_of(self.game, recipe.fill_rules) == Enforcement::Off {
                recipe.fill = SlotUses::default();
            }
        }
        Cow::Owned(relaxed)
    }

    /// Returns the payment tables of that sheet: empty ones if any rule is relaxed.
    pub(crate) fn payment_tables(self, who: CombatantId) -> &'a PaymentTables {
        match self.state.relaxed_rules.is_empty() {
            true => self.game.payment_tables(who),
            false => PaymentTables::none(),
        }
    }

    /// Returns the limits on paying for an option now; `None` if its use-limits are used up.
    pub fn terms(self, declare: &Declaration, option: &ActionOption) -> Option<PaymentLimits> {
        let means = self.payment_limits(declare.actor, self.state.moment(declare.actor));
        self.terms_within(&means, declare, option)
    }

    /// Returns the limits on anything paid at a moment, before any use-limit of an option.
    #[inline]
    pub(crate) fn payment_limits(self, who: CombatantId, moment: Moments) -> PaymentLimits {
        let one = self.state.combatant(who);
        let mut room = one.slot_uses;
        if !self.state.relaxed_rules.is_empty() {
            for slot in &self.game.sheets[who.index()].slots {
                if self.is_lenient(who, slot) {
                    let mut free = *one;
                    free.slot_uses = room;
                    free.refill(slot.index, crate::purse::AMOUNT_MAX as u8);
                    room = free.slot_uses;
                }
            }
        }
        let (purse, conditions) = (one.purse, one.conditions);
        PaymentLimits { purse, room, moment, gates: 0, conditions, open: !0 }
    }

    /// Returns the limits on paying for one option; `None` if the option is used up.
    #[inline]
    pub(crate) fn terms_within(
        self,
        means: &PaymentLimits,
        declare: &Declaration,
        option: &ActionOption,
    ) -> Option<PaymentLimits> {
        let open = self.open(declare, option);
        Some(PaymentLimits { open, ..self.terms_of_any(means, option)? })
    }

    /// Returns the limits on paying for one option, with all alternatives of its bill open.
    #[inline(always)]
    fn terms_of_any(self, means: &PaymentLimits, option: &ActionOption) -> Option<PaymentLimits> {
        let room = means.room.fits(&option.fill).then(|| means.room.minus(&option.fill))?;
        let gates = self.game.activities[option.activity.index()].opens_gates;
        Some(PaymentLimits { room, gates, ..*means })
    }

    /// Returns the alternatives of an option's bill that can be chosen, one bit each.
    pub(crate) fn open(self, declare: &Declaration, option: &ActionOption) -> u16 {
        let bill = self.game.bill(option.bill);
        if bill.iter().all(|alternative| alternative.open.is_none()) {
            return !0;
        }
        let frame = self.frame(declare);
        let scope = self.scope(&frame);
        let holds = |test: ExprId| scope.eval_bool(test);
        let bits = bill.iter().enumerate();
        bits.fold(0, |bits, (at, one)| bits | u16::from(one.open.is_none_or(holds)) << at)
    }

    /// Returns true if a slot is relaxed: by the slot's own rules, or by those of a recipe that
    /// fills it.
    fn is_lenient(self, who: CombatantId, slot: &Slot) -> bool {
        let lenient = |rules| self.state.enforcement_of(self.game, rules) != Enforcement::Enforced;
        let sheet = &self.game.sheets[who.index()];
        lenient(self.game.slots[slot.id.index()])
            || sheet
                .recipes
                .iter()
                .any(|recipe| recipe.fill.uses(slot.index) && lenient(recipe.fill_rules))
    }

    /// Returns the chosen payment, or gives the reasons why there is none.
    pub(super) fn choose_payment<E: ReasonSink>(
        self,
        at: &mut CheckState<'_>,
        sheet: &Sheet,
        option: &ActionOption,
        activity: &Activity,
        declare: &Declaration,
        explain: &mut E,
    ) -> Option<Payment> {
        let mut found = Vec::new();
        let restricted;
        let (sheet, tables) = match declare.pay {
            Pay::WithKind(kind) => {
                restricted = sheet.restricted(kind);
                (&restricted, PaymentTables::none())
            }
            Pay::Cheapest | Pay::Nth(_) => (sheet, self.payment_tables(declare.actor)),
            Pay::Named(_) | Pay::Flawed(_) => {
                let payment = self.paid_as_named(
                    at.moment(declare),
                    sheet,
                    option,
                    activity,
                    declare,
                    explain,
                );
                at.refused |= payment.is_none();
                return payment;
            }
        };
        let means = self.payment_limits(declare.actor, at.moment(declare));
        if let Some(terms) = &self.terms_within(&means, declare, option) {
            pay::payments(sheet, tables, self.game.bill(option.bill), terms, &mut found);
        }
        if matches!(self.state.decision, Decision::DeclareSecretly(_)) && !found.is_empty() {
            found.retain(|payment| payment.instant);
            if found.is_empty() {
                explain.reason(DenialKind::NotInstant, self.game.grounds.sealed_same);
                return None;
            }
        }
        if let Pay::WithKind(kind) = declare.pay {
            found.retain(|payment| payment.uses(sheet, kind));
            if !found.is_empty() {
                // The kind could pay, but not in the amounts named.
                explain.reason(DenialKind::NoSuchPayment, self.game.grounds.bill);
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
                explain.reason(DenialKind::NoSuchPayment, self.game.grounds.enumerate);
                None
            }
            None => {
                if E::ALL {
                    payment_denial::explain(
                        self,
                        means,
                        (sheet, tables),
                        option,
                        activity,
                        declare,
                        explain,
                    );
                } else {
                    explain.reason(DenialKind::Unpayable, RulesId(0));
                }
                at.refused = true;
                None
            }
        }
    }

    /// Returns the named payment, if it can be made.
    #[cold]
    #[inline(never)]
    fn paid_as_named<E: ReasonSink>(
        self,
        moment: Moments,
        sheet: &Sheet,
        option: &ActionOption,
        activity: &Activity,
        declare: &Declaration,
        explain: &mut E,
    ) -> Option<Payment> {
        let payment = match declare.pay {
            Pay::Named(number) => self.payment_named(moment, sheet, option, declare, number),
            _ => None,
        };
        let tables = (sheet, self.payment_tables(declare.actor));
        if payment.is_none() && E::ALL {
            let means = self.payment_limits(declare.actor, moment);
            payment_denial::explain(self, means, tables, option, activity, declare, explain);
        } else if payment.is_none() {
            explain.reason(DenialKind::Unpayable, RulesId(0));
        }
        payment
    }

    fn payment_named(
        self,
        moment: Moments,
        sheet: &Sheet,
        option: &ActionOption,
        declare: &Declaration,
        number: u32,
    ) -> Option<Payment> {
        let held = &self.state.combatant(declare.actor).purse;
        let named = pay::combination(sheet, self.game.bill(option.bill), number, held)?;
        let means = self.payment_limits(declare.actor, moment);
        let mut payment = pay::take(sheet, &self.terms_within(&means, declare, option)?, &named)?;
        if matches!(self.state.decision, Decision::DeclareSecretly(_)) && !payment.instant {
            return None;
        }
        payment.fill = payment.fill.plus(&option.fill).unwrap_or(payment.fill);
        Some(payment)
    }

    /// Returns the combinations of recipes that pay for an option and spend exactly these tokens,
    /// each with its number for [`Pay::Named`]. Those that can be paid now come first, then those
    /// for a price that can be chosen.
    pub fn named(
        self,
        declare: &Declaration,
        option: &ActionOption,
        spend: &Purse,
    ) -> Vec<(u32, Payment)> {
        let sheet = self.sheet(declare.actor);
        let held = &self.state.combatant(declare.actor).purse;
        let mut found = pay::named(&sheet, self.game.bill(option.bill), spend, held);
        let moment = self.state.moment(declare.actor);
        let possible =
            |number| self.payment_named(moment, &sheet, option, declare, number).is_some();
        let open = self.open(declare, option);
        let is_open = |payment: &Payment| open >> payment.alternative & 1 == 1;
        found.sort_by_key(|(number, payment)| (!possible(*number), !is_open(payment)));
        found
    }

    /// Returns the combination of recipes with a number, whether or not it can be paid now.
    pub fn combination(
        self,
        declare: &Declaration,
        option: &ActionOption,
        number: u32,
    ) -> Option<Payment> {
        let sheet = self.sheet(declare.actor);
        let held = &self.state.combatant(declare.actor).purse;
        pay::combination(&sheet, self.game.bill(option.bill), number, held)
    }

    /// Lists every payment for an option, cheapest first.
    pub fn payments(self, declare: &Declaration, option: &ActionOption, out: &mut Vec<Payment>) {
        out.clear();
        if let Some(terms) = self.terms(declare, option) {
            let sheet = self.sheet(declare.actor);
            let tables = self.payment_tables(declare.actor);
            pay::payments(&sheet, tables, self.game.bill(option.bill), &terms, out);
        }
        if matches!(self.state.decision, Decision::DeclareSecretly(_)) {
            out.retain(|payment| payment.instant);
        }
        for payment in out {
            payment.fill = payment.fill.plus(&option.fill).unwrap_or(payment.fill);
        }
    }

    /// Returns the payments for an option as a bit set, if a table has them and no rule is relaxed.
    /// The set is empty if the option cannot be paid for.
    #[inline]
    pub(crate) fn candidate_bits(
        self,
        who: CombatantId,
        means: &PaymentLimits,
        option: &ActionOption,
    ) -> Option<CandidateBits> {
        let ways = self.game.payment_tables(who).for_bill(option.bill)?;
        let terms = self.terms_of_any(means, option);
        terms.map_or(Some(CandidateBits::default()), |terms| pay::small(ways, &terms))
    }

    /// Returns true if an option can be paid for at all.
    #[inline]
    pub(crate) fn is_affordable(
        self,
        means: &PaymentLimits,
        declare: &Declaration,
        option: &ActionOption,
    ) -> bool {
        let sheet = &self.game.sheets[declare.actor.index()];
        if let (Some(ways), true) = (
            self.game.payment_tables(declare.actor).for_bill(option.bill),
            self.state.relaxed_rules.is_empty(),
        ) {
            let terms = self.terms_of_any(means, option);
            return terms.is_some_and(|terms| pay::payable_by(sheet, ways, &terms));
        }
        let Some(terms) = self.terms_within(means, declare, option) else { return false };
        let tables = self.payment_tables(declare.actor);
        pay::payable(&self.sheet(declare.actor), tables, self.game.bill(option.bill), &terms)
    }
}
