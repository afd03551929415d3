//! Compiles the conversions of rules, and proves that they make nothing out of nothing.

use kernel::purse::AMOUNT_MAX;
use kernel::{KindId, RulesId};

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds::{KindName, Kinds};
use crate::mint::{self, MintError, MintingCycle};
use crate::raw;

/// A conversion as declared, before it is applied under prefixes.
#[derive(Clone, Debug)]
pub(super) struct Template {
    /// Amounts it takes; if empty, it takes everything that is left.
    pub(super) inputs: Vec<(u32, KindName)>,
    pub(super) output: KindName,
    pub(super) unless: u64,
    pub(super) only: u64,
    /// Conditions that it adds.
    pub(super) marks: u64,
    pub(super) by_source: bool,
    pub(super) lifts: bool,
    pub(super) chains: bool,
    /// The rule it comes from, if only combatants that bring that rule along have it.
    pub(super) brought: Option<usize>,
    pub(super) rules: RulesId,
}

impl Template {
    /// Returns a conversion without conditions. Its inputs may come from other conversions.
    pub(super) fn plain(inputs: Vec<(u32, KindName)>, output: KindName, rules: RulesId) -> Self {
        Template {
            inputs,
            output,
            unless: 0,
            only: 0,
            marks: 0,
            by_source: false,
            lifts: true,
            chains: true,
            brought: None,
            rules,
        }
    }

    /// Returns everything but the rules. Two templates for which it is equal are the same
    /// conversion.
    fn said(&self) -> impl PartialEq {
        let conditions = (self.unless, self.only, self.marks, self.brought);
        (&self.inputs, &self.output, conditions, self.by_source, self.lifts, self.chains)
    }
}

impl Build<'_> {
    pub(super) fn convert(&mut self, here: Here, convert: &raw::Convert) {
        let (on, mut options) = self.holds(here, convert.when.as_ref());
        let (chains, more) = self.holds(here, convert.chain.as_ref());
        options.extend(more);
        let unless = self.conditions(here, &convert.unless);
        let only = self.conditions(here, &convert.only);
        let marks = self.conditions(here, &convert.marks);
        let all = convert.from.as_str() == "all";
        let inputs = if all { Some(Vec::new()) } else { self.amounts(here, &convert.from) };
        let output = self.amounts(here, &convert.to);
        let by_source = convert.fills.as_ref().and_then(|fills| {
            let message = "slots are filled by `result` or by `source`";
            self.word(here, fills, &[("result", false), ("source", true)], message, "neither")
        });
        let by_source = by_source.unwrap_or(false);
        let (Some(inputs), Some(output)) = (inputs, output) else { return };
        let [(1, output)] = output.as_slice() else {
            self.error(
                Code::InvalidValue,
                "a conversion gives exactly one token",
                here,
                &convert.to,
                "not one token",
            );
            return;
        };
        if inputs.iter().any(|(count, _)| *count == 0) {
            let message = "a conversion takes at least 1 of a kind";
            self.error(Code::InvalidValue, message, here, &convert.from, "0 of something");
            return;
        }
        if by_source && !matches!(inputs.as_slice(), [(1, _)]) {
            self.error(
                Code::InvalidValue,
                "only a conversion of one token can fill the slots of what it takes",
                here,
                &convert.from,
                "not one token",
            );
            return;
        }
        if on {
            let rules = self.because(here.owner, &options);
            self.add_template(Template {
                unless,
                only,
                marks,
                by_source,
                lifts: convert.lift.as_ref().is_none_or(|lift| **lift) && !all,
                chains,
                brought: self.setup.brought.contains(&here.owner).then_some(here.owner),
                ..Template::plain(inputs, output.clone(), rules)
            });
        }
    }

    pub(super) fn prices(&mut self, here: Here, prices: &raw::Prices) {
        let (on, options) = self.holds(here, prices.when.as_ref());
        let rules = self.because(here.owner, &options);
        let Some(with) = self.kind(here, &prices.with) else { return };
        for (target, price) in &prices.buys {
            let Some(output) = self.kind(here, target) else { continue };
            if !(1..=AMOUNT_MAX).contains(price) {
                let problem = Diagnostic::error(
                    Code::InvalidValue,
                    format!("a price is 1 to {AMOUNT_MAX}, not {}", **price),
                )
                .at(here.file, price.span(), "out of range");
                self.report.push(problem);
            } else if on {
                let inputs = vec![(**price, with.clone())];
                self.add_template(Template::plain(inputs, output, rules));
            }
        }
    }

    /// Adds a conversion. If it is known already, only adds its rules to the known one.
    fn add_template(&mut self, template: Template) {
        let known = &self.tokens.templates;
        match known.iter().position(|one| one.said() == template.said()) {
            Some(at) => {
                let rules = self.join(self.tokens.templates[at].rules, template.rules);
                self.tokens.templates[at].rules = rules;
            }
            None => self.tokens.templates.push(template),
        }
    }

    pub(super) fn drop(&mut self, here: Here, drop: &raw::Drop) {
        let (on, options) = self.holds(here, drop.when.as_ref());
        if let (true, Some(prefix)) = (on, self.prefix(here, &drop.prefix)) {
            let rules = self.because(here.owner, &options);
            self.tokens.drops.push((prefix, rules));
        }
    }

    /// Proves that no cycle of conversions makes something out of nothing.
    pub(super) fn prove_sound(&mut self) {
        let mut kinds = self.kinds.clone();
        let mut conversions = Vec::new();
        let mut owners = Vec::new();
        for template in self.tokens.templates.iter().filter(|one| !one.inputs.is_empty()) {
            let mut index = |name: &KindName| kinds.intern(name).index();
            let inputs = template.inputs.iter().map(|(count, kind)| (index(kind), *count));
            let inputs = inputs.collect();
            let outputs = vec![(index(&template.output), 1)];
            conversions.push(mint::Conversion { inputs, outputs });
            owners.push(template.rules);
        }
        match mint::worths(kinds.names.len(), &conversions) {
            Ok(_) => {}
            Err(MintError::Undecided) => {
                let message = "it could not be decided whether the conversions mint value";
                self.report.push(Diagnostic::error(Code::ConversionUndecided, message));
            }
            Err(MintError::Mints(cycle)) => {
                let problem = self.minting(&cycle, &conversions, &owners, &kinds);
                self.report.push(problem);
            }
        }
    }

    /// Builds the message that says what a cycle of conversions gains and which conversions form
    /// it.
    fn minting(
        &self,
        cycle: &MintingCycle,
        conversions: &[mint::Conversion],
        owners: &[RulesId],
        kinds: &Kinds,
    ) -> Diagnostic {
        let show = |kind: usize, count: u64| {
            format!("{count}{}", kinds.show(kinds.name(KindId(kind as u16))))
        };
        let amounts = |list: &[(usize, u32)]| {
            let all = list.iter().map(|(kind, count)| show(*kind, u64::from(*count)));
            all.collect::<Vec<_>>().join("+")
        };
        let gains: Vec<String> =
            cycle.gains.iter().map(|(kind, count)| show(*kind, *count)).collect();
        let mut problem = Diagnostic::error(
            Code::ConversionMints,
            format!("conversions gain {} out of nothing", gains.join("+")),
        );
        for (step, times) in &cycle.steps {
            let conversion = &conversions[*step];
            let rule = self.game.rules[owners[*step].index()][0];
            let located = &self.setup.rules[rule.index()];
            problem = problem.help(format!(
                "{times} times {} to {} ({})",
                amounts(&conversion.inputs),
                amounts(&conversion.outputs),
                &*located.rule.id
            ));
            let (file, span) = (located.file, located.rule.id.span());
            problem = match problem.primary {
                None => problem.at(file, span, "part of the cycle"),
                Some(_) => problem.also(file, span, "part of the cycle"),
            };
        }
        problem
    }
}
