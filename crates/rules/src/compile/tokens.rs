//! Tokens: kinds, the slots they fill, when they may be used, what converts into what.

use kernel::{KindId, Moments, RulesId, SpanId};

use super::exprs::Resolved;
use super::inputs::Place;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::kinds::{AmountError, KindError, KindName, amounts};
use crate::raw::{self, Text};

/// Everything about tokens that does not depend on who holds them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tokens {
    pub(super) moments: Vec<MomentRule>,
    pub(super) slots: Vec<SlotRule>,
    pub(super) own_slots: Vec<(u8, SlotRule)>,
    pub(super) fills: Vec<FillRule>,
    pub(super) templates: Vec<Template>,
    /// Prefixes that may be left off.
    pub(super) drops: Vec<(u8, RulesId)>,
    pub(super) gates: Vec<GateRule>,
    pub(super) covers: Vec<CoverRule>,
    /// Rules of each base and of each prefix.
    pub(super) base_rules: Vec<RulesId>,
    pub(super) prefix_rules: Vec<RulesId>,
}

/// Whom a moment rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    Plain,
    Prefix(u8),
    /// Kinds that have both prefixes.
    Both(u8, u8),
    Base(u8),
}

#[derive(Clone, Debug)]
pub(super) struct MomentRule {
    pub(super) about: About,
    pub(super) at: Moments,
    pub(super) never: Moments,
    pub(super) rules: RulesId,
}

#[derive(Clone, Debug)]
pub(super) struct SlotRule {
    pub(super) name: String,
    pub(super) cap: Resolved,
    pub(super) per: SpanId,
    pub(super) flexible: bool,
    pub(super) rules: RulesId,
}

/// Which kinds a filling rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// This kind exactly.
    Kind(KindName),
    /// Every part of this kind.
    EveryPart(KindName),
    /// Every kind with this outermost prefix.
    Prefix(u8),
}

/// What is filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// A slot of the ruleset.
    Slot(usize),
    /// The one that belongs to the part used.
    OfPart(usize),
    /// Those of all parts the combatant has.
    OfAllParts(usize),
    /// Whatever the kind fills without its outermost prefix.
    Rest,
}

#[derive(Clone, Debug)]
pub(super) struct FillRule {
    pub(super) pattern: Pattern,
    pub(super) filled: Vec<Filled>,
    pub(super) marks: u64,
    pub(super) rules: RulesId,
}

/// A conversion before it is carried over to prefixes.
#[derive(Clone, Debug)]
pub(super) struct Template {
    /// What it takes; empty = everything that is left.
    pub(super) inputs: Vec<(u32, KindName)>,
    pub(super) output: KindName,
    pub(super) unless: u64,
    pub(super) only: u64,
    pub(super) by_source: bool,
    pub(super) lifts: bool,
    pub(super) chains: bool,
    /// Only for combatants that bring along the rule it comes from.
    pub(super) brought: Option<usize>,
    pub(super) rules: RulesId,
}

#[derive(Clone, Debug)]
pub(super) struct GateRule {
    pub(super) bit: u8,
    pub(super) prefixes: Vec<u8>,
    pub(super) rules: RulesId,
}

#[derive(Clone, Debug)]
pub(super) struct CoverRule {
    pub(super) base: u8,
    pub(super) bill: Vec<u8>,
    pub(super) rules: RulesId,
}

impl<'a> Build<'a> {
    pub(super) fn build_tokens(&mut self) {
        for entry in 0..self.dictionary.bases.len() {
            let owner = self.dictionary.bases.entries[entry].owner;
            let rules = self.because(owner, &[]);
            self.tokens.base_rules.push(rules);
        }
        for entry in 0..self.dictionary.prefixes.len() {
            let owner = self.dictionary.prefixes.entries[entry].owner;
            let rules = self.because(owner, &[]);
            self.tokens.prefix_rules.push(rules);
        }
        let located: Vec<_> = self.located().collect();
        for &(here, rule) in &located {
            rule.slot.iter().for_each(|slot| self.slot(here, slot));
            rule.own_slot.iter().for_each(|slot| self.own_slot(here, slot));
        }
        for &(here, rule) in &located {
            rule.moment.iter().for_each(|moment| self.moment(here, moment));
            rule.fills.iter().for_each(|fills| self.fills(here, fills));
            rule.convert.iter().for_each(|convert| self.convert(here, convert));
            rule.prices.iter().for_each(|prices| self.prices(here, prices));
            rule.gate.iter().for_each(|gate| self.gate(here, gate));
            rule.cover.iter().for_each(|cover| self.cover(here, cover));
            rule.drop.iter().for_each(|drop| self.drop(here, drop));
        }
        self.prove_sound();
    }

    fn slot(&mut self, here: Here, slot: &raw::Slot) {
        if let Some(rule) = self.slot_rule(here, &slot.id, &slot.cap, &slot.per, slot.flexible) {
            self.tokens.slots.push(rule);
        }
    }

    fn own_slot(&mut self, here: Here, slot: &raw::OwnSlot) {
        let prefix = self.prefix(here, &slot.prefix);
        let rule = self.slot_rule(here, &slot.prefix, &slot.cap, &slot.per, false);
        if let (Some(prefix), Some(rule)) = (prefix, rule) {
            self.tokens.own_slots.push((prefix, rule));
        }
    }

    pub(super) fn slot_rule(
        &mut self,
        here: Here,
        name: &Text,
        cap: &Text,
        per: &Text,
        flexible: bool,
    ) -> Option<SlotRule> {
        let cap = self.resolve(here, cap, Place::Setup, &Type::Int)?;
        let per = self.span(here, per)?;
        let rules = self.because(here.owner, &cap.options);
        Some(SlotRule { name: name.to_string(), cap, per, flexible, rules })
    }

    pub(super) fn prefix(&mut self, here: Here, name: &Text) -> Option<u8> {
        let found = self.look(|d| &d.prefixes, Code::UnknownPrefix, "prefix", here, name)?;
        Some(found as u8)
    }

    pub(super) fn base(&mut self, here: Here, name: &Text) -> Option<u8> {
        let found = self.look(|d| &d.bases, Code::UnknownPool, "base", here, name)?;
        Some(found as u8)
    }

    pub(super) fn moments(&mut self, here: Here, names: &[Text]) -> Moments {
        let mut all = Moments::default();
        for name in names {
            let basic = Moments::NAMES.iter().position(|one| *one == name.as_str());
            let window = self.dictionary.windows.find(name);
            all = all.and(match (name.as_str(), basic, window) {
                ("any", ..) => Moments::ALL,
                (_, Some(at), _) => Moments(1 << at),
                (_, _, Some(at)) => Moments::window(at as u8),
                _ => {
                    let known = Moments::NAMES.into_iter().chain(["any"]);
                    let known: Vec<&str> = known.chain(self.dictionary.windows.names()).collect();
                    let problem = self.dictionary.unknown(
                        Code::UnknownVariant,
                        "moment",
                        here.file,
                        name,
                        known.into_iter(),
                    );
                    self.report.push(problem);
                    Moments::default()
                }
            });
        }
        all
    }

    fn moment(&mut self, here: Here, moment: &raw::Moment) {
        let (on, options) = self.holds(here, moment.when.as_ref());
        let about = match (&moment.prefix, &moment.base) {
            (Some(prefix), None) if prefix.is_empty() => Some(About::Plain),
            (Some(prefix), None) => match self.two_prefixes(prefix) {
                Some((one, other)) => Some(About::Both(one, other)),
                None => self.prefix(here, prefix).map(About::Prefix),
            },
            (None, Some(base)) => self.base(here, base).map(About::Base),
            _ => {
                let at = moment.prefix.as_ref().or(moment.base.as_ref());
                let at = at.cloned().unwrap_or_default();
                self.error(
                    Code::MissingKey,
                    "a moment is about either a prefix or a base",
                    here,
                    &at,
                    "exactly one of them",
                );
                None
            }
        };
        let (at, never) = (self.moments(here, &moment.at), self.moments(here, &moment.never));
        if let (true, Some(about)) = (on, about) {
            let rules = self.because(here.owner, &options);
            self.tokens.moments.push(MomentRule { about, at, never, rules });
        }
    }

    /// Two prefixes written one behind the other, such as `IOpp`.
    fn two_prefixes(&self, text: &str) -> Option<(u8, u8)> {
        let find = |name: &str| self.dictionary.prefixes.find(name).map(|at| at as u8);
        (1..text.len())
            .filter(|at| text.is_char_boundary(*at))
            .find_map(|at| Some((find(&text[..at])?, find(&text[at..])?)))
    }

    fn fills(&mut self, here: Here, fills: &raw::Fills) {
        let (on, options) = self.holds(here, fills.when.as_ref());
        let pattern = self.pattern(here, &fills.kind);
        let filled: Vec<Filled> =
            fills.slots.iter().filter_map(|slot| self.filled(here, slot)).collect();
        let marks = self.conditions(here, &fills.marks);
        if let (true, Some(pattern)) = (on, pattern) {
            let rules = self.because(here.owner, &options);
            self.tokens.fills.push(FillRule { pattern, filled, marks, rules });
        }
    }

    fn pattern(&mut self, here: Here, text: &Text) -> Option<Pattern> {
        if let Some(kind) = text.strip_suffix("@*") {
            let kind = Text::made(kind.to_owned(), text.span());
            return self.kind(here, &kind).map(Pattern::EveryPart);
        }
        if let Some(prefix) = text.strip_suffix('*') {
            let prefix = Text::made(prefix.to_owned(), text.span());
            return self.prefix(here, &prefix).map(Pattern::Prefix);
        }
        self.kind(here, text).map(Pattern::Kind)
    }

    pub(super) fn filled(&mut self, here: Here, text: &Text) -> Option<Filled> {
        if text.as_str() == "rest" {
            return Some(Filled::Rest);
        }
        let (name, part) = match text.split_once('@') {
            Some((name, part)) => (name, Some(part)),
            None => (text.as_str(), None),
        };
        let name = Text::made(name.to_owned(), text.span());
        let slot = self.look(|d| &d.slots, Code::UnknownSlot, "slot", here, &name)?;
        // Slots are read in the order they are declared, so positions agree.
        match part {
            None => Some(Filled::Slot(slot)),
            Some("") => Some(Filled::OfPart(slot)),
            Some("*") => Some(Filled::OfAllParts(slot)),
            Some(_) => {
                self.error(
                    Code::UnknownSlot,
                    "a slot is followed by `@` (the part used), `@*` (all parts) or nothing",
                    here,
                    text,
                    "not a slot",
                );
                None
            }
        }
    }

    fn convert(&mut self, here: Here, convert: &raw::Convert) {
        let (on, mut options) = self.holds(here, convert.when.as_ref());
        let (chains, more) = self.holds(here, convert.chain.as_ref());
        options.extend(more);
        let unless = self.conditions(here, &convert.unless);
        let only = self.conditions(here, &convert.only);
        let all = convert.from.as_str() == "all";
        let inputs = if all { Some(Vec::new()) } else { self.amounts(here, &convert.from) };
        let output = self.amounts(here, &convert.to);
        let by_source = match convert.fills.as_ref().map(|fills| fills.as_str()) {
            None | Some("result") => false,
            Some("source") => true,
            Some(_) => {
                let at = convert.fills.clone().unwrap_or_default();
                self.error(
                    Code::UnknownVariant,
                    "slots are filled by `result` or by `source`",
                    here,
                    &at,
                    "neither",
                );
                false
            }
        };
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
                inputs,
                output: output.clone(),
                unless,
                only,
                by_source,
                lifts: convert.lift.as_ref().is_none_or(|lift| **lift) && !all,
                chains,
                brought: self.setup.brought.contains(&here.owner).then_some(here.owner),
                rules,
            });
        }
    }

    fn prices(&mut self, here: Here, prices: &raw::Prices) {
        let (on, options) = self.holds(here, prices.when.as_ref());
        let rules = self.because(here.owner, &options);
        let Some(with) = self.kind(here, &prices.with) else { return };
        for (target, price) in &prices.buys {
            let Some(output) = self.kind(here, target) else { continue };
            if !(1..=kernel::purse::AMOUNT_MAX).contains(price) {
                let problem = Diagnostic::error(
                    Code::InvalidValue,
                    format!("a price is 1 to {}, not {}", kernel::purse::AMOUNT_MAX, **price),
                )
                .at(here.file, price.span(), "out of range");
                self.report.push(problem);
            } else if on {
                self.add_template(Template {
                    inputs: vec![(**price, with.clone())],
                    output,
                    unless: 0,
                    only: 0,
                    by_source: false,
                    lifts: true,
                    chains: true,
                    brought: None,
                    rules,
                });
            }
        }
    }

    /// The same conversion said twice is one conversion with the rules of both.
    fn add_template(&mut self, template: Template) {
        let same = self.tokens.templates.iter().position(|one| {
            one.inputs == template.inputs
                && one.output == template.output
                && (one.unless, one.only) == (template.unless, template.only)
                && (one.by_source, one.lifts, one.chains)
                    == (template.by_source, template.lifts, template.chains)
                && one.brought == template.brought
        });
        match same {
            Some(at) => {
                let rules = self.join(self.tokens.templates[at].rules, template.rules);
                self.tokens.templates[at].rules = rules;
            }
            None => self.tokens.templates.push(template),
        }
    }

    fn drop(&mut self, here: Here, drop: &raw::Drop) {
        let (on, options) = self.holds(here, drop.when.as_ref());
        if let (true, Some(prefix)) = (on, self.prefix(here, &drop.prefix)) {
            let rules = self.because(here.owner, &options);
            self.tokens.drops.push((prefix, rules));
        }
    }

    fn gate(&mut self, here: Here, gate: &raw::Gate) {
        let (on, options) = self.holds(here, gate.when.as_ref());
        let prefixes: Vec<u8> =
            gate.prefixes.iter().filter_map(|name| self.prefix(here, name)).collect();
        let bit = self.dictionary.gates.iter().position(|(name, _)| *name == gate.id.as_str());
        if let (true, Some(bit)) = (on, bit) {
            let rules = self.because(here.owner, &options);
            self.tokens.gates.push(GateRule { bit: bit as u8, prefixes, rules });
        }
    }

    fn cover(&mut self, here: Here, cover: &raw::Cover) {
        let (on, options) = self.holds(here, cover.when.as_ref());
        let base = self.base(here, &cover.base);
        let bill = cover.bill.iter().filter_map(|name| self.base(here, name)).collect();
        if let (true, Some(base)) = (on, base) {
            let rules = self.because(here.owner, &options);
            self.tokens.covers.push(CoverRule { base, bill, rules });
        }
    }

    /// A kind; `None` after reporting why it is none.
    pub(super) fn kind(&mut self, here: Here, text: &Text) -> Option<KindName> {
        match self.kinds.parse(text) {
            Ok(kind) => Some(kind),
            Err(error) => {
                self.kind_problem(here, text, text.span(), text, &error);
                None
            }
        }
    }

    /// A kind that is known already, without reporting.
    pub(super) fn known_kind(&self, text: &str) -> Option<KindId> {
        let mut kinds = self.kinds.clone();
        let name = kinds.parse(text).ok()?;
        let id = kinds.intern(&name);
        (id.index() < self.kinds.names.len()).then_some(id)
    }

    fn kind_problem(
        &mut self,
        here: Here,
        whole: &Text,
        span: std::ops::Range<usize>,
        kind: &str,
        error: &KindError,
    ) {
        let problem = match error {
            KindError::Unknown => {
                Diagnostic::error(Code::UnknownKind, format!("there is no kind of action `{kind}`"))
                    .at(here.file, span, "unknown")
                    .did_you_mean(kind, self.kinds.suggestions().iter().map(String::as_str))
            }
            KindError::Prefix(prefix) => Diagnostic::error(
                Code::UnknownPrefix,
                format!("`{prefix}` in `{kind}` is no prefix"),
            )
            .at(here.file, span, "unknown prefix")
            .help(format!("the prefixes are {}", self.dictionary.prefixes.owned().join(", "))),
            KindError::Depth(prefix, depth) => Diagnostic::error(
                Code::UnknownKind,
                format!("`{prefix}` can be stacked at most {depth} deep"),
            )
            .at(here.file, span, "too deep"),
            KindError::Part(part) => Diagnostic::error(
                Code::UnknownKind,
                format!("`{part}` names no body part"),
            )
            .at(here.file, span, "letters, digits and hyphens only"),
        };
        let _ = whole;
        self.report.push(problem);
    }

    /// Amounts; `None` after reporting what is wrong with them.
    pub(super) fn amounts(&mut self, here: Here, text: &Text) -> Option<Vec<(u32, KindName)>> {
        let read = amounts(&mut self.kinds, text);
        let mut all = Vec::new();
        let mut good = true;
        for (range, amount) in read {
            let from = text.span().start + 1;
            let span = from + range.start..from + range.end.max(range.start + 1);
            let (code, message) = match amount {
                Ok((count, kind)) => {
                    all.push((count, kind));
                    continue;
                }
                Err(AmountError::Kind(kind, error)) => {
                    good = false;
                    self.kind_problem(here, text, span, &kind, &error);
                    continue;
                }
                Err(AmountError::Syntax) => {
                    (Code::AmountSyntax, "an amount is a number and a kind, such as 2P".to_owned())
                }
                Err(AmountError::Negative) => {
                    (Code::NegativeAmount, "an amount cannot be below zero".to_owned())
                }
                Err(AmountError::Fraction) => {
                    (Code::FractionalAmount, "this ruleset counts whole actions only".to_owned())
                }
                Err(AmountError::TooLarge) => (
                    Code::AmountTooLarge,
                    format!("an amount is at most {}", kernel::purse::AMOUNT_MAX),
                ),
            };
            good = false;
            let problem = Diagnostic::error(code, message).at(here.file, span, "here");
            self.report.push(problem);
        }
        good.then_some(all)
    }

    /// Proves that no cycle of conversions makes something out of nothing.
    fn prove_sound(&mut self) {
        let mut kinds = self.kinds.clone();
        let mut conversions = Vec::new();
        let mut owners = Vec::new();
        for template in &self.tokens.templates {
            if template.inputs.is_empty() {
                continue;
            }
            let mut index = |name: &KindName| kinds.intern(name).index();
            let inputs = template.inputs.iter().map(|(count, kind)| (index(kind), *count));
            let inputs = inputs.collect();
            let outputs = vec![(index(&template.output), 1)];
            conversions.push(crate::mint::Conversion { inputs, outputs });
            owners.push(template.rules);
        }
        match crate::mint::worths(kinds.names.len(), &conversions) {
            Ok(_) => {}
            Err(crate::mint::MintError::Undecided) => {
                let message = "it could not be decided whether the conversions mint value";
                self.report.push(Diagnostic::error(Code::ConversionUndecided, message));
            }
            Err(crate::mint::MintError::Mints(cycle)) => {
                let show = |at: usize| kinds.show(kinds.name(KindId(at as u16)));
                let amounts = |list: &[(usize, u32)]| {
                    let one = |(kind, count): &(usize, u32)| format!("{count}{}", show(*kind));
                    list.iter().map(one).collect::<Vec<_>>().join("+")
                };
                let gains: Vec<String> = cycle
                    .gains
                    .iter()
                    .map(|(kind, count)| format!("{count}{}", show(*kind)))
                    .collect();
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
                self.report.push(problem);
            }
        }
    }
}
