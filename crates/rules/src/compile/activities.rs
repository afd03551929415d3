//! Activities: what can be declared, at what price.

use kernel::{Activity, ActivityId, Argument, Moments, Need, RulesId, Target};

use super::bars::reads_target;
use super::effects::Handed;
use super::exprs::Resolved;
use super::fills::Filled;
use super::inputs::Place;
use super::slots::{SlotRule, limit_of};
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::kinds::KindName;
use crate::raw::{self, Text};

/// An activity as compiled so far: what depends on who does it comes with the sheets.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) here: Here,
    pub(super) name: String,
    pub(super) tags: Vec<String>,
    /// Prices, first match first.
    pub(super) prices: Vec<Price>,
    pub(super) fills: Vec<Filled>,
    pub(super) limit: Option<SlotRule>,
    /// Whether it exists for someone.
    pub(super) when: Option<Resolved>,
    pub(super) who: Who,
    pub(super) asked: bool,
    pub(super) accepts: u8,
    pub(super) handed: Vec<Handed>,
    /// Whether some combatant who has it could ever pay for it; `None` while nobody has it.
    pub(super) payable: Option<bool>,
}

/// A price under a condition.
#[derive(Clone, Debug)]
pub(super) struct Price {
    pub(super) when: Option<Resolved>,
    /// While it can be chosen.
    pub(super) open: Option<kernel::ExprId>,
    pub(super) units: Vec<UnitName>,
    pub(super) fills: Vec<Filled>,
    pub(super) rules: RulesId,
    pub(super) shown: String,
    pub(super) at: Text,
}

/// One unit of a bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UnitName {
    /// Any kind of this base (and part), whatever its prefixes.
    Letter { base: u8, part: Option<u8> },
    /// This kind exactly.
    Kind(KindName),
    /// Such a token itself, without conversions.
    Token(KindName),
}

/// Who has an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Everyone,
    Listed,
    GameMaster,
}

impl Build<'_> {
    pub(super) fn build_activities(&mut self) {
        self.name_rulings();
        let located: Vec<_> = self.located().collect();
        for &(here, rule) in &located {
            for activity in &rule.activity {
                if activity.letters.is_empty() {
                    self.activity(here, activity);
                } else {
                    for letter in &activity.letters {
                        self.activity(here, &spelled(activity, letter));
                    }
                }
            }
        }
        for &(here, rule) in &located {
            for bar in &rule.bar {
                self.bar(here, bar);
            }
        }
    }

    /// The number an activity has or will have, by its name.
    pub(super) fn activity_number(&mut self, here: Here, name: &Text) -> Option<ActivityId> {
        let mut number = 0;
        let mut known: Vec<&str> = Vec::new();
        for (_, rule) in self.located() {
            for activity in &rule.activity {
                if activity.id == *name {
                    return Some(ActivityId(number));
                }
                known.push(&activity.id);
                number += activity.letters.len().max(1) as u16;
            }
        }
        let known = known.into_iter();
        let problem =
            self.dictionary.unknown(Code::UnknownActivity, "activity", here.file, name, known);
        self.report.push(problem);
        None
    }

    fn name_rulings(&mut self) {
        let setup = self.setup;
        for at in 0..self.dictionary.rulings.len() {
            let entry = self.dictionary.rulings.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            let answers: Vec<String> =
                entry.def.answers.iter().map(|answer| answer.to_string()).collect();
            let default = self.answer(here, &answers, &entry.def.default);
            let mut preset = None;
            let short = entry.name.rsplit('.').next().unwrap_or(entry.name);
            for (file, name, answer) in &setup.rulings {
                if name.as_str() == entry.name || name.as_str() == short {
                    let here = Here { owner: entry.owner, file: *file };
                    preset = self.answer(here, &answers, answer);
                }
            }
            let rules = self.because(entry.owner, &[]);
            self.game.rulings.push(kernel::RulingSpec {
                answers: answers.len() as u8,
                default: default.unwrap_or(0),
                preset,
                rules,
            });
            self.names.rulings.push(crate::names::RulingName {
                id: entry.name.to_owned(),
                ask: entry.def.ask.to_string(),
                answers,
                default: default.unwrap_or(0),
            });
        }
        for (file, name, _) in &setup.rulings {
            let known = self.names.rulings.iter().any(|ruling| {
                ruling.id == name.as_str() || ruling.id.rsplit('.').next() == Some(name.as_str())
            });
            if !known {
                let here = Here { owner: 0, file: *file };
                self.look(|d| &d.rulings, Code::UnknownRuling, "ruling", here, name);
            }
        }
    }

    fn answer(&mut self, here: Here, answers: &[String], answer: &Text) -> Option<u8> {
        let found = answers.iter().position(|one| one == answer.as_str());
        if found.is_none() {
            let problem = Diagnostic::error(
                Code::InvalidValue,
                format!("`{}` is not one of the answers", &**answer),
            )
            .at(here.file, answer.span(), "not an answer")
            .help(format!("the answers are {}", answers.join(", ")))
            .did_you_mean(answer, answers.iter().map(String::as_str));
            self.report.push(problem);
        }
        found.map(|at| at as u8)
    }

    fn activity(&mut self, here: Here, raw: &raw::Activity) {
        let (when, mut options) = match &raw.when {
            None => (None, Vec::new()),
            Some(text) => match self.resolve(here, text, Place::Setup, &Type::Bool) {
                None => return,
                Some(resolved) => (Some(resolved.clone()), resolved.options),
            },
        };
        let target = self.target(here, raw.target.as_ref());
        let who = match raw.who.as_ref().map(|who| who.as_str()) {
            None | Some("everyone") => Who::Everyone,
            Some("listed") => Who::Listed,
            Some("gm") => Who::GameMaster,
            Some(_) => {
                let at = raw.who.clone().unwrap_or_default();
                let message =
                    "an activity belongs to `everyone`, to who has it `listed`, or to the `gm`";
                self.error(Code::UnknownVariant, message, here, &at, "none of these");
                Who::Everyone
            }
        };
        let asked = match raw.answer.as_ref().map(|answer| answer.as_str()) {
            None | Some("never") => false,
            Some("ask") => true,
            Some(_) => {
                let at = raw.answer.clone().unwrap_or_default();
                let message = "answer windows `ask` for an activity or `never` do";
                self.error(Code::UnknownVariant, message, here, &at, "neither");
                false
            }
        };
        let prices = self.price_list(here, raw, &mut options);
        let fills = raw.fills.iter().filter_map(|slot| self.filled(here, slot)).collect();
        let limit = raw.limit.as_ref().and_then(|limit| {
            let name = limit_of(&raw.id, here.owner);
            self.slot_rule(here, &name, &limit.cap, &limit.per, false)
        });
        let moments = match raw.moments.is_empty() {
            // What needs no payment has no kind to say when: whenever there is no window of
            // another.
            true if prices.iter().all(|price| price.units.is_empty()) => Moments::BASIC,
            true => Moments::ALL,
            false => self.moments(here, &raw.moments),
        };
        let program = self.program(here, &raw.r#do, Place::Act, &options);
        let handed = std::mem::take(&mut self.handed);
        let rules = self.because(here.owner, &options);
        let mut activity = Activity {
            target,
            with_square: raw.with_square,
            moments,
            barred: Vec::new(),
            barred_by: 0,
            required: Vec::new(),
            requires: 0,
            needs: Vec::new(),
            accepts: self.gates(here, &raw.accepts),
            tags: self.tag_bits(&raw.tags),
            marks: self.conditions(here, &raw.marks),
            argument: None,
            program,
            immediate: raw.immediate,
            by_game_master: who == Who::GameMaster,
            rules,
        };
        for required in &raw.requires {
            if let Some(condition) = self.condition(here, required) {
                activity.required.push((1 << condition.0, rules));
                activity.requires |= 1 << condition.0;
            }
        }
        for need in &raw.needs {
            if let Some((test, read)) = self.live(here, &need.when, Place::Act, &Type::Bool) {
                let rules = self.cited(here, &need.because, &read);
                // Without a target there is none to wait for.
                let of_target = target != Target::None && reads_target(self.game.expr(test));
                activity.needs.push(Need { test, of_target, guard: 0, rules });
            }
        }
        if let Some(argument) = &raw.argument {
            let min = self.live(here, &argument.min, Place::Act, &Type::Int);
            let max = self.live(here, &argument.max, Place::Act, &Type::Int);
            let usual = argument.usual.as_ref();
            let usual = usual.map(|usual| self.live(here, usual, Place::Act, &Type::Int));
            let rules = self.cited(here, &argument.because, &options);
            if let (Some((min, _)), Some((max, _))) = (min, max) {
                let usual = usual.flatten().map_or(max, |(usual, _)| usual);
                activity.argument = Some(Argument { min, max, usual, rules });
            }
        }
        let scale = raw.argument.as_ref().and_then(|argument| argument.scale.as_ref());
        self.names.activities.push(crate::names::ActivityName {
            name: raw.id.to_string(),
            cost: prices.last().map(|price| price.shown.clone()).unwrap_or_default(),
            argument: raw.argument.as_ref().map(|argument| argument.name.to_string()),
            scale: scale.map_or(1, |scale| **scale),
            by_game_master: activity.by_game_master,
            everyone: who == Who::Everyone && !self.setup.brought.contains(&here.owner),
            tags: raw.tags.iter().map(|tag| tag.to_string()).collect(),
        });
        self.definitions.push(Definition {
            here,
            name: raw.id.to_string(),
            tags: raw.tags.iter().map(|tag| tag.to_string()).collect(),
            prices,
            fills,
            limit,
            when,
            who,
            asked,
            accepts: activity.accepts,
            handed,
            payable: None,
        });
        self.game.activities.push(activity);
    }

    fn target(&mut self, here: Here, target: Option<&Text>) -> Target {
        let Some(text) = target else { return Target::None };
        match text.as_str() {
            "none" => Target::None,
            "foe" => Target::Foe,
            "ally" => Target::Ally,
            "friend" => Target::Friend,
            "other" => Target::Other,
            "any" => Target::Any,
            "optional" => Target::Optional,
            "step" => Target::Step,
            "square" => Target::Square,
            _ => {
                let message =
                    "a target is none, foe, ally, friend, other, any, optional, step or square";
                self.error(Code::UnknownVariant, message, here, text, "none of these");
                Target::None
            }
        }
    }

    /// Words on an activity, as bits.
    fn tag_bits(&self, tags: &[Text]) -> u64 {
        let known = &self.dictionary.tags;
        let at = |tag: &Text| known.iter().position(|one| *one == tag.as_str());
        let bits = tags.iter().filter_map(at).filter(|at| *at < 64);
        bits.fold(0, |bits, at| bits | 1 << at)
    }

    fn gates(&mut self, here: Here, names: &[Text]) -> u8 {
        let mut bits = 0;
        for name in names {
            let known = &self.dictionary.gates;
            match known.iter().position(|(gate, _)| *gate == name.as_str()) {
                Some(at) => bits |= 1 << at,
                None => {
                    let known: Vec<&str> = known.iter().map(|(gate, _)| *gate).collect();
                    let problem = self.dictionary.unknown(
                        Code::UnknownVariant,
                        "gate",
                        here.file,
                        name,
                        known.into_iter(),
                    );
                    self.report.push(problem);
                }
            }
        }
        bits
    }

    fn price_list(
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
            let fills = price.fills.iter().filter_map(|slot| self.filled(here, slot)).collect();
            if let Some(units) = self.bill_units(here, &price.cost) {
                let shown = price.cost.to_string();
                let at = price.cost.clone();
                prices.push(Price { when, open, units, fills, rules, shown, at });
            }
        }
        let none = Text::made("none".into(), raw.id.span());
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
        if prices.len() > kernel::pay::ALTERNATIVES_MAX {
            let message =
                format!("at most {} prices of one activity", kernel::pay::ALTERNATIVES_MAX);
            self.error(Code::InvalidValue, message, here, &raw.id, "this one has more");
        }
        prices
    }

    /// While a price can be chosen: reads nothing but the actor and the number given, so that it
    /// does not change behind the actor's back.
    fn price_condition(
        &mut self,
        here: Here,
        text: &Text,
        fills: bool,
    ) -> Option<(kernel::ExprId, Vec<usize>)> {
        use kernel::{Code as C, Input as I, Role as R};
        let (test, read) = self.live(here, text, Place::Act, &Type::Bool)?;
        let own = self.game.expr(test).iter().all(|code| match code {
            C::Load(input) => matches!(
                input,
                I::Attribute(R::Actor, _)
                    | I::Fixed(R::Actor, _)
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

    /// The units of a bill; `None` after reporting what is wrong with it.
    pub(super) fn bill_units(&mut self, here: Here, cost: &Text) -> Option<Vec<UnitName>> {
        if cost.as_str() == "none" {
            return Some(Vec::new());
        }
        let mut units = Vec::new();
        let (exact, text) = match cost.strip_prefix('=') {
            Some(rest) => (true, Text::made(rest.to_owned(), cost.span())),
            None => (false, cost.clone()),
        };
        for (count, kind) in self.amounts(here, &text)? {
            if self.dictionary.bases.entries[kind.base as usize].def.nothing {
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

    /// Looks an activity up that someone lists: by its name, unless it belongs to another creature.
    pub(super) fn listed(&mut self, here: Here, name: &Text, brings: &[usize]) -> Option<usize> {
        let fits = |one: &Definition| {
            one.name == name.as_str()
                && (!self.setup.brought.contains(&one.here.owner)
                    || brings.contains(&one.here.owner))
        };
        let found = self.definitions.iter().position(fits);
        if found.is_none() {
            let known: Vec<String> = self.definitions.iter().map(|one| one.name.clone()).collect();
            let problem = self.dictionary.unknown(
                Code::UnknownActivity,
                "activity",
                here.file,
                name,
                known.iter().map(String::as_str),
            );
            self.report.push(problem);
        }
        found
    }
}

/// An activity of a family, with its letter put in.
fn spelled(activity: &raw::Activity, letter: &Text) -> raw::Activity {
    let spell = |text: &Text| Text::made(text.replace("{letter}", letter), text.span());
    let mut one = activity.clone();
    one.letters.clear();
    let lower = letter.to_lowercase();
    one.id = Text::made(one.id.replace("{letter}", &lower), one.id.span());
    one.cost = one.cost.as_ref().map(spell);
    for effect in &mut one.r#do {
        for tokens in [&mut effect.gain, &mut effect.lose].into_iter().flatten() {
            tokens.tokens = spell(&tokens.tokens);
            tokens.back = tokens.back.as_ref().map(spell);
        }
    }
    one
}
