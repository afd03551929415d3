//! Named payments, each judged by itself.

use crate::decision::Decision;
use crate::denial::{Denial, DenialKind, ReasonSink};
use crate::ids::{KindId, RulesId};
use crate::model::sheet::Recipe;
use crate::pay::{self, Flaw, FlawKind, Payment};

use super::{ALL, Relaxation, TOKENS, leave_smallest, report};

impl Relaxation<'_> {
    /// Gives every reason against the combination of recipes with a number. If other combinations
    /// spend the same tokens of the same kinds, the name means any of them.
    pub(super) fn named<E: ReasonSink>(&self, number: u32, explain: &mut E) {
        let grounds = &self.view.game.grounds;
        let held = &self.strict.purse;
        let Some(named) = pay::combination(self.sheet, self.bill, number, held) else {
            return explain.reason(DenialKind::NoSuchPayment, grounds.enumerate);
        };
        let kinds = self.kinds(&named);
        let (mut exact, mut whole) = (Vec::new(), Vec::new());
        for (_, payment) in pay::named(self.sheet, self.bill, &named.spend, held) {
            if self.kinds(&payment) != kinds {
                continue;
            }
            let causes = self.against_named(&payment);
            // Spending an exact amount and giving everything are different payments.
            match self.recipes(&payment).any(|recipe| recipe.spends_all) {
                true => whole.push(causes),
                false => exact.push(causes),
            }
        }
        leave_smallest(&mut exact);
        leave_smallest(&mut whole);
        report(&exact, explain);
        report(&whole, explain);
    }

    fn against_named(&self, payment: &Payment) -> Denial {
        let mut causes = self.against(ALL, payment);
        let price = &self.bill[usize::from(payment.alternative)];
        if self.strict.open >> payment.alternative & 1 == 0 {
            causes.reason(DenialKind::PriceUnavailable, price.rules);
            causes.reason(DenialKind::PriceUnavailable, self.view.game.grounds.bill);
        }
        if matches!(self.view.state.decision, Decision::DeclareSecretly(_)) && !payment.instant {
            causes.reason(DenialKind::NotInstant, self.view.game.grounds.sealed_same);
        }
        causes
    }

    /// Gives the reason why no recipes make the named payment, and the reasons against its result.
    pub(super) fn flawed<E: ReasonSink>(&self, flaw: Flaw, explain: &mut E) {
        let game = self.view.game;
        let grounds = &game.grounds;
        let mut causes = Denial::default();
        let why = match flaw.kind {
            FlawKind::Missing(amount) => DenialKind::Missing { kind: flaw.from, amount },
            _ => DenialKind::Flawed(flaw),
        };
        // The most specific rule that the ruleset names.
        let grounds = match flaw.kind {
            FlawKind::Missing(_) => [grounds.missing; 3],
            FlawKind::Useless | FlawKind::Part | FlawKind::Amount => [grounds.bill; 3],
            FlawKind::Inexact => [grounds.exact, grounds.bill, grounds.bill],
            FlawKind::Unsold => [grounds.unsold, grounds.conversion, grounds.bill],
            FlawKind::Prefix => [grounds.lift, grounds.conversion, grounds.bill],
            FlawKind::Unconvertible => [grounds.conversion, grounds.bill, grounds.bill],
        };
        let named = grounds.into_iter().find(|rules| !game.rules(*rules).is_empty());
        causes.reason(why, named.unwrap_or(game.grounds.missing));
        match flaw.kind {
            FlawKind::Missing(_) => {
                if let Some(kind) = game.kinds.get(flaw.from.index()) {
                    causes.reason(why, kind.rules);
                }
                self.shortages(why, &mut causes);
            }
            FlawKind::Part | FlawKind::Amount => {
                let paying = self.usable().filter(|recipe| self.is_only(recipe, flaw.from));
                for recipe in paying.filter(|recipe| recipe.source != RulesId(0)) {
                    causes.reason(why, recipe.source);
                }
            }
            FlawKind::Inexact => {
                causes.reason(why, game.grounds.bill);
                self.result(flaw, &mut causes);
            }
            _ => {}
        }
        report(&[causes], explain);
    }

    /// Adds the reasons against the result of a purchase, whatever is given for it.
    fn result(&self, flaw: Flaw, causes: &mut Denial) {
        let mut ways = Vec::new();
        for (at, recipe) in self.sheet.recipes.iter().enumerate() {
            if recipe.kind == flaw.to && self.is_only(recipe, flaw.from) {
                let mut payment = Payment::NONE;
                (payment.len, payment.recipes[0]) = (1, at as u16);
                payment.fill = recipe.fill;
                ways.push(self.against(ALL & !TOKENS, &payment));
            }
        }
        leave_smallest(&mut ways);
        report(&ways, causes);
    }

    /// Returns every recipe for a unit of the bill.
    fn usable(&self) -> impl Iterator<Item = &Recipe> {
        let units = self.bill.iter().flat_map(|alternative| &alternative.units);
        units.flat_map(|unit| self.sheet.recipes_of(*unit))
    }

    /// Returns true if a recipe takes tokens of one kind only.
    fn is_only(&self, recipe: &Recipe, kind: KindId) -> bool {
        self.sheet.lane(kind).is_some_and(|lane| recipe.lanes == 1 << lane && !recipe.spends_all)
    }

    fn recipes(&self, payment: &Payment) -> impl Iterator<Item = &Recipe> {
        payment.recipes().iter().map(|&at| &self.sheet.recipes[usize::from(at)])
    }

    /// Returns the kinds used in a payment, in order.
    fn kinds(&self, payment: &Payment) -> Vec<KindId> {
        let mut kinds: Vec<KindId> = self.recipes(payment).map(|recipe| recipe.kind).collect();
        kinds.sort_unstable();
        kinds
    }
}
