//! Compiles the costs of activities: prices under conditions, and the units of their bills.

use kernel::{ExprId, RulesId};

use super::exprs::Resolved;
use super::fills::Filled;
use super::inputs::Place;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::kinds::KindName;
use crate::raw::{self, Text};

/// A price under a condition.
#[derive(Clone, Debug)]
pub(super) struct Price {
    pub(super) when: Option<Resolved>,
    /// Condition under which the actor can choose this price; `None` if it is always open.
    pub(super) open: Option<ExprId>,
    pub(super) units: Vec<UnitName>,
    pub(super) fills: Vec<Filled>,
    pub(super) rules: RulesId,
    pub(super) shown: String,
    pub(super) at: Text,
}

/// One unit of a bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UnitName {
    /// Any kind with this base and part, whatever its prefixes.
    Letter { base: u8, part: Option<u8> },
    /// Exactly this kind.
    Kind(KindName),
    /// A token of this kind itself, without conversions.
    Token(KindName),
}

impl Build<'_> {
    /// Compiles the prices of an activity, in the order of preference. The first match counts. Adds
    /// the options that prices read to `options`.
    pub(super) fn price_list(
        &mut self,
        here: Here,
        raw: &raw::Activity,
        options: &mut Vec<usize>,
    ) -> Vec<Price> {
        let mut prices = Vec::new();
        for price in &raw.costs {
            let mut read = Vec::new();
            let mut when = None;
            if let Some(text) = &price.when {
                match self.resolve(here, text, Place::Setup, &Type::Bool) {
                    None => continue,
                    Some(resolved) => {
                        read.extend(&resolved.options);
                        when = Some(resolved);
                    }
                }
            }
            let mut open = None;
            if let Some(text) = &price.r#while {
                match self.price_condition(here, text, !price.fills.is_empty()) {
                    None => continue,
                    Some((test, more)) => {
                        read.extend(more);
                        open = Some(test);
                    }
                }
            }
            options.extend(&read);
            let rules = self.cited(here, &price.because, &read);
            let fills = self.all_filled(here, &price.fills);
            if let Some(units) = self.bill_units(here, &price.cost) {
                let shown = price.cost.to_string();
                let at = price.cost.clone();
                prices.push(Price { when, open, units, fills, rules, shown, at });
            }
        }
        let none = raw.id.instead("none".to_owned());
        let cost = match &raw.cost {
            Some(cost) => cost,
            None if raw.costs.is_empty() => &none,
            None => return prices,
        };
        let rules = self.because(here.owner, options);
        if let Some(units) = self.bill_units(here, cost) {
            let (shown, at) = (cost.to_string(), cost.clone());
            let (when, open, fills) = (None, None, Vec::new());
            prices.push(Price { when, open, units, fills, rules, shown, at });
        }
        // A price without `while` is never offered together with the next one.
        let side_by_side = prices.iter().filter(|price| price.open.is_some()).count() + 1;
        if side_by_side > kernel::pay::ALTERNATIVES_MAX {
            let message =
                format!("at most {} prices of one activity", kernel::pay::ALTERNATIVES_MAX);
            self.error(Code::InvalidValue, message, here, &raw.id, "this one has more");
        }
        prices
    }

    /// Compiles the condition of a price. It may read only the actor and the given number, so that
    /// others cannot change the price meanwhile.
    fn price_condition(
        &mut self,
        here: Here,
        text: &Text,
        fills: bool,
    ) -> Option<(ExprId, Vec<usize>)> {
        use kernel::{Input as I, Instr as C, Role as R};
        let (test, read) = self.live(here, text, Place::Act, &Type::Bool)?;
        let own = self.game.expr(test).iter().all(|code| match code {
            C::Load(input) => matches!(
                input,
                I::Attribute(R::Actor, _)
                    | I::Stat(R::Actor, _)
                    | I::Has(R::Actor, _)
                    | I::Holds(R::Actor, _)
                    | I::Remaining(R::Actor)
                    | I::Argument
            ),
            _ => true,
        });
        if !own {
            let message = "a price can only depend on the actor and the number given";
            self.error(Code::ExpressionType, message, here, text, "reads something else");
        }
        if fills {
            let message = "a price that is one of several cannot fill slots of its own";
            self.error(Code::InvalidValue, message, here, text, "this price");
        }
        (own && !fills).then_some((test, read))
    }

    /// Reports a price in a currency.
    fn currency_price(&mut self, here: Here, cost: &Text, base: u8) {
        let name = self.dictionary.bases.owned()[usize::from(base)].clone();
        let message = format!("nothing can cost `{name}`: it is a currency");
        let problem = Diagnostic::error(Code::PriceUnpayable, message)
            .at(here.file, cost.span(), "a currency only pays for conversions")
            .help(format!("write the price in what `{name}` buys, or drop `currency = true`"));
        self.report.push(problem);
    }

    /// Reads the units of a bill; returns `None` after reporting what is wrong with it.
    fn bill_units(&mut self, here: Here, cost: &Text) -> Option<Vec<UnitName>> {
        if cost.as_str() == "none" {
            return Some(Vec::new());
        }
        let mut units = Vec::new();
        let (exact, text) = match cost.strip_prefix('=') {
            Some(rest) => (true, cost.instead(rest.to_owned())),
            None => (false, cost.clone()),
        };
        for (count, kind) in self.amounts(here, &text)? {
            if count == 0 {
                let message = "a price is at least 1 of a kind; what is free costs `none`";
                self.error(Code::InvalidValue, message, here, cost, "0 of something");
            }
            if self.dictionary.base(kind.base).currency {
                self.currency_price(here, cost, kind.base);
            }
            if self.dictionary.base(kind.base).nothing {
                continue;
            }
            let unit = match (exact, kind.prefixes.is_empty()) {
                (true, _) => UnitName::Token(kind),
                (false, true) => UnitName::Letter { base: kind.base, part: kind.part },
                (false, false) => UnitName::Kind(kind),
            };
            units.extend(std::iter::repeat_n(unit, count as usize));
        }
        if units.len() > kernel::pay::UNITS_MAX {
            let message = format!("a bill has at most {} units", kernel::pay::UNITS_MAX);
            self.error(Code::AmountTooLarge, message, here, cost, "too much");
            return None;
        }
        Some(units)
    }
}
