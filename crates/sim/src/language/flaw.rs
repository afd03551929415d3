//! Payments named by amount that are not in the list: finds the combination of recipes, or the
//! reason why there is none.

use kernel::pay::{Alternative, Flaw, FlawKind, NO_KIND};
use kernel::purse::AMOUNT_MAX;
use kernel::{ActionOption, Declaration, KindId, Pay, Payment, Purse, Recipe, Sheet, UnitId, View};
use rules::Compiled;
use rules::kinds::KindName;

use super::payment::kind_wanted;
use super::{LanguageError, unknown};
use crate::show;

/// A payment named by its tokens.
pub(super) struct Named<'a> {
    pub(super) compiled: &'a Compiled,
    pub(super) view: View<'a>,
    pub(super) declare: &'a Declaration,
    pub(super) option: &'a ActionOption,
    /// Tokens spent, one by one, sorted.
    pub(super) spend: Vec<String>,
    /// Kinds that the tokens serve as, sorted; `None` if not named.
    pub(super) kinds: Option<Vec<String>>,
}

impl Named<'_> {
    /// Returns the combination of recipes that spends exactly these tokens, or the flaw of the
    /// payment.
    pub(super) fn payment(self) -> Result<Pay, LanguageError> {
        let sheet = self.sheet();
        let first = kind_wanted(self.compiled, &self.spend)?;
        let mut purse = Purse::EMPTY;
        for (count, kind) in self.spent()? {
            match sheet.lane(kind) {
                Some(lane) if count <= AMOUNT_MAX => purse.set(lane, count),
                Some(_) => return Ok(flaw(FlawKind::Amount, kind, NO_KIND)),
                // A free or bought kind is not held; its name asks for any payment that yields it.
                None if self.kinds.is_none() && self.is_yielded(kind) => {
                    return Ok(Pay::WithKind(kind));
                }
                None => return Ok(flaw(FlawKind::Missing(count.min(127) as u8), kind, NO_KIND)),
            }
        }
        let found = self.view.named(self.declare, self.option, &purse);
        let yields = |wanted: &[String]| {
            let yields = |one: &Payment| show::payment_kinds(self.compiled, sheet, one) == wanted;
            found.iter().find(|(_, one)| yields(one))
        };
        let takes_all = |one: &Payment| {
            one.recipes().iter().any(|at| sheet.recipes[usize::from(*at)].spends_all)
        };
        let meant = match &self.kinds {
            Some(kinds) => yields(kinds),
            // A payment that spends everything counts only if its kinds are named.
            None => yields(&self.spend).or(found.iter().find(|(_, one)| !takes_all(one))),
        };
        if let Some((number, _)) = meant {
            return Ok(Pay::Named(*number));
        }
        if self.pays_part(&purse) {
            return Ok(flaw(FlawKind::Part, first, NO_KIND));
        }
        let Some(kinds) = &self.kinds else { return Ok(self.without_kinds(first)) };
        let mut wanted = Vec::new();
        for kind in kinds {
            let known = self.compiled.names.kinds.iter().map(String::as_str);
            match self.compiled.names.reader.clone().parse(kind) {
                Ok(name) => wanted.push(name),
                Err(_) => return unknown("kind of action", kind, known),
            }
        }
        Ok(self.with_kinds(first, &wanted))
    }

    fn sheet(&self) -> &Sheet {
        &self.compiled.game.sheets[self.declare.actor.index()]
    }

    fn bill(&self) -> &[Alternative] {
        self.compiled.game.bill(self.option.bill)
    }

    /// Returns the kinds spent and their amounts.
    fn spent(&self) -> Result<Vec<(u32, KindId)>, LanguageError> {
        let mut spent: Vec<(u32, KindId)> = Vec::new();
        for token in &self.spend {
            let kind = kind_wanted(self.compiled, std::slice::from_ref(token))?;
            match spent.iter_mut().find(|(_, one)| *one == kind) {
                Some((count, _)) => *count += 1,
                None => spent.push((1, kind)),
            }
        }
        Ok(spent)
    }

    /// Checks whether some recipe of the bill yields this kind.
    fn is_yielded(&self, kind: KindId) -> bool {
        self.recipes().any(|recipe| recipe.kind == kind)
    }

    fn recipes(&self) -> impl Iterator<Item = &Recipe> {
        let units = self.bill().iter().flat_map(|alternative| &alternative.units);
        units.flat_map(|unit| self.sheet().recipes_of(*unit))
    }

    /// Checks whether a recipe takes only tokens of one kind.
    fn is_only(&self, recipe: &Recipe, kind: KindId) -> bool {
        self.sheet().lane(kind).is_some_and(|lane| recipe.lanes == 1 << lane && !recipe.spends_all)
    }

    /// Returns the flaw of a payment without named kinds.
    fn without_kinds(&self, from: KindId) -> Pay {
        let alone = self.spend.iter().all(|one| *one == self.spend[0]);
        let bought = self.recipes().find(|recipe| self.is_only(recipe, from));
        match bought {
            _ if !alone || !self.compiled.game.kinds[from.index()].buys => {
                flaw(FlawKind::Amount, from, NO_KIND)
            }
            Some(recipe) => flaw(FlawKind::Inexact, from, recipe.kind),
            None => flaw(FlawKind::Unsold, from, NO_KIND),
        }
    }

    /// Checks whether the tokens pay some units of the bill, but not all of them, as the kinds that
    /// are named, if any are.
    fn pays_part(&self, purse: &Purse) -> bool {
        let held = &self.view.state.combatant(self.declare.actor).purse;
        let pays = |units: Vec<UnitId>| {
            let bill = [Alternative { units, ..Alternative::default() }];
            let found = kernel::pay::named(self.sheet(), &bill, purse, held);
            found.iter().any(|(_, one)| match &self.kinds {
                Some(kinds) => show::payment_kinds(self.compiled, self.sheet(), one) == *kinds,
                None => true,
            })
        };
        self.bill().iter().any(|alternative| {
            let all = &alternative.units;
            let parts = 1u32..(1 << all.len()) - 1;
            parts.clone().any(|part| {
                let chosen = all.iter().enumerate().filter(|(at, _)| part >> at & 1 == 1);
                pays(chosen.map(|(_, unit)| *unit).collect())
            })
        })
    }

    /// Returns the flaw of a payment whose tokens and kinds are named.
    fn with_kinds(&self, from: KindId, wanted: &[KindName]) -> Pay {
        let reader = &self.compiled.names.reader;
        let known = |name: &KindName| {
            let at = reader.names.iter().position(|one| one == name);
            at.map_or(NO_KIND, |at| KindId(at as u16))
        };
        let first = wanted.first().map_or(NO_KIND, &known);
        if let Some(useless) = self.useless(wanted) {
            return flaw(FlawKind::Useless, from, known(&useless));
        }
        let alone = self.spend.iter().all(|one| *one == self.spend[0]);
        let [only] = wanted else { return flaw(FlawKind::Unconvertible, from, first) };
        if !alone {
            return flaw(FlawKind::Unconvertible, from, first);
        }
        let token = reader.name(from);
        if !is_within(&token.prefixes, &only.prefixes) {
            return flaw(FlawKind::Prefix, from, first);
        }
        let is_bought = self.recipes().any(|one| one.kind == first && self.is_only(one, from));
        match (self.compiled.game.kinds[from.index()].buys, is_bought) {
            (true, true) => flaw(FlawKind::Inexact, from, first),
            (true, false) => flaw(FlawKind::Unsold, from, first),
            (false, _) if from == first => flaw(FlawKind::Amount, from, first),
            (false, _) => flaw(FlawKind::Unconvertible, from, first),
        }
    }

    /// Returns the first wanted kind that pays no unit of the bill.
    fn useless(&self, wanted: &[KindName]) -> Option<KindName> {
        let game = &self.compiled.game;
        let reader = &self.compiled.names.reader;
        // A unit's letter is that of the kinds that any combatant can pay it with.
        let serves = |unit: UnitId, name: &KindName| {
            let sheets = game.sheets.iter().filter(|sheet| unit.index() < sheet.units.len());
            let mut kinds = sheets.flat_map(|sheet| sheet.recipes_of(unit)).map(|one| one.kind);
            kinds.any(|kind| {
                let one = reader.name(kind);
                (one.base, one.part) == (name.base, name.part)
            })
        };
        let units = || self.bill().iter().flat_map(|alternative| &alternative.units);
        wanted.iter().find(|name| !units().any(|unit| serves(*unit, name))).cloned()
    }
}

fn flaw(kind: FlawKind, from: KindId, to: KindId) -> Pay {
    Pay::Flawed(Flaw { kind, from, to })
}

/// Checks whether the list `many` contains all items of `few`, each as often.
fn is_within(few: &[u8], many: &[u8]) -> bool {
    let count = |list: &[u8], one: u8| list.iter().filter(|other| **other == one).count();
    few.iter().all(|&one| count(few, one) <= count(many, one))
}
