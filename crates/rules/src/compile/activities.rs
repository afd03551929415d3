//! Compiles activities: their targets, prices, moments and effects.

use kernel::{Activity, ActivityId, Moments, Requirement, Target};

use super::bars::reads_target;
use super::effects::Handed;
use super::exprs::Resolved;
use super::fills::Filled;
use super::inputs::Place;
use super::prices::Price;
use super::slots::{SlotRule, limit_of};
use super::variants::Variant;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::dictionary::unknown;
use crate::expr::Type;
use crate::raw::{self, Text};
use crate::text::{capitalized, plain};

/// A compiled activity without the parts that depend on its actor; those are added with the sheets.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) here: Here,
    pub(super) name: String,
    /// Whether its declaration is a line of the story; `None` if the rule does not say.
    pub(super) story: Option<bool>,
    pub(super) tags: Vec<String>,
    /// Difference from its base, if it is a variant.
    pub(super) variant: Option<Variant>,
    /// Prices, first match first.
    pub(super) prices: Vec<Price>,
    pub(super) fills: Vec<Filled>,
    /// Its own limit, and those on several activities.
    pub(super) limits: Vec<SlotRule>,
    /// Condition on a combatant for having the activity.
    pub(super) when: Option<Resolved>,
    pub(super) who: Who,
    pub(super) asked: bool,
    pub(super) accepts: u8,
    pub(super) handed: Vec<Handed>,
    /// Whether some combatant who has it could ever pay for it; `None` while nobody has it.
    pub(super) payable: Option<bool>,
}

/// The group that has an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Everyone,
    Listed,
    GameMaster,
}

impl Who {
    const WORDS: [(&str, Who); 3] =
        [("everyone", Who::Everyone), ("listed", Who::Listed), ("gm", Who::GameMaster)];
}

/// Kinds of target that an activity can have, by their names in rulesets.
const TARGETS: [(&str, Target); 9] = [
    ("none", Target::None),
    ("foe", Target::Foe),
    ("ally", Target::Ally),
    ("friend", Target::Friend),
    ("other", Target::Other),
    ("any", Target::Any),
    ("optional", Target::Optional),
    ("step", Target::Step),
    ("square", Target::Square),
];

/// The moments at which nothing waits for an answer.
const OPEN: Moments = Moments(0b01_0101);

impl Build<'_> {
    pub(super) fn build_activities(&mut self) {
        let located: Vec<_> = self.located().collect();
        for &(here, rule) in &located {
            for activity in &rule.activity {
                if activity.like.is_some() {
                    if let Some((base, merged, variant)) = self.variant(here, activity) {
                        self.variant_activity(base, &merged, variant);
                    }
                } else if activity.letters.is_empty() {
                    if let Some((name, _)) = activity.with.first_key_value() {
                        let message = "`with` needs `like`: the activity whose numbers it replaces";
                        self.error(Code::MissingKey, message, here, name, "like what?");
                    }
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
            for (at, limit) in rule.limit.iter().enumerate() {
                self.limit_on(here, at, limit);
            }
            for shortage in &rule.shortage {
                self.shortage(here, shortage);
            }
        }
    }

    /// Returns the number that an activity of this name has or will have.
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
        unknown(&mut self.report, Code::UnknownActivity, "activity", here.file, name, known);
        None
    }

    /// Compiles a variant as its base, with its own numbers and dice.
    fn variant_activity(&mut self, here: Here, merged: &raw::Activity, variant: Variant) {
        let usual = std::mem::replace(&mut self.replaced, variant.replaced.clone());
        let before = self.definitions.len();
        self.activity(here, merged);
        // A limit for each variant reads the numbers of the variant.
        let own_limit =
            merged.limit.as_ref().filter(|limit| limit.each).and_then(|limit| {
                self.limit(here, &limit_of(&merged.id, variant.here.owner), limit)
            });
        self.replaced = usual;
        if self.definitions.len() == before {
            return;
        }
        let own = self.because(variant.here.owner, &[]);
        let rules = self.game.activities[before].rules;
        self.game.activities[before].rules = self.join(rules, own);
        let everyone = !self.setup.brought.contains(&variant.here.owner);
        self.names.activities[before].everyone = everyone;
        let limit = match &variant.limit {
            Some(limit) => {
                let name = limit_of(&merged.id, variant.here.owner);
                self.slot_rule(variant.here, &name, &limit.cap, (&limit.per, limit.own))
            }
            None => own_limit.or_else(|| {
                let base = variant.bases.last().map_or("", String::as_str);
                let name = limit_of(base, here.owner);
                merged.limit.as_ref().and_then(|limit| self.limit(here, &name, limit))
            }),
        };
        let definition = &mut self.definitions[before];
        definition.limits = limit.into_iter().collect();
        definition.here = variant.here;
        definition.who = Who::Everyone;
        definition.variant = Some(variant);
    }

    /// Returns the slot of an activity's own limit.
    fn limit(&mut self, here: Here, name: &str, limit: &raw::Limit) -> Option<SlotRule> {
        let mut slot = self.slot_rule(here, name, &limit.cap, (&limit.per, limit.own))?;
        if !limit.because.is_empty() {
            let rules = self.cited(here, &limit.because, &[]);
            slot.rules = self.join(slot.rules, rules);
        }
        Some(slot)
    }

    fn activity(&mut self, here: Here, raw: &raw::Activity) {
        let (when, mut options) = match &raw.when {
            None => (None, Vec::new()),
            Some(text) => match self.resolve(here, text, Place::Setup, &Type::Bool) {
                None => return,
                Some(resolved) => (Some(resolved.clone()), resolved.options),
            },
        };
        let target = raw.target.as_ref().and_then(|target| {
            let message =
                "a target is none, foe, ally, friend, other, any, optional, step or square";
            self.word(here, target, &TARGETS, message, "none of these")
        });
        let target = target.unwrap_or(Target::None);
        // An activity with an unknown target is reported already and does not count as aimless.
        self.aimless = raw.target.as_ref().is_none_or(|target| target.as_str() == "none");
        let who = raw.who.as_ref().and_then(|who| {
            let message =
                "an activity belongs to `everyone`, to who has it `listed`, or to the `gm`";
            self.word(here, who, &Who::WORDS, message, "none of these")
        });
        let who = who.unwrap_or(Who::Everyone);
        let asked = raw.answer.as_ref().and_then(|answer| {
            let message = "answer windows `ask` for an activity or `never` do";
            self.word(here, answer, &[("never", false), ("ask", true)], message, "neither")
        });
        let asked = asked.unwrap_or(false);
        let prices = self.price_list(here, raw, &mut options);
        let fills = self.all_filled(here, &raw.fills);
        let limit = raw.limit.as_ref().and_then(|limit| {
            let name = limit_of(&raw.id, here.owner);
            self.limit(here, &name, limit)
        });
        let moments = match raw.moments.is_empty() {
            // An activity that needs no payment has no kind that sets its moments. It is allowed
            // whenever no window of another declaration is open.
            true if prices.iter().all(|price| price.units.is_empty()) => Moments::BASIC,
            true => Moments::ALL,
            false => self.moments(here, &raw.moments),
        };
        let (program, handed) = self.program(here, &raw.r#do, Place::Act, &options);
        let rules = self.because(here.owner, &options);
        let mut activity = Activity {
            target,
            with_square: raw.with_square,
            moments,
            blocked: Vec::new(),
            blocked_mask: 0,
            required: Vec::new(),
            required_mask: 0,
            requirements: Vec::new(),
            opens_gates: self.gates(here, &raw.accepts),
            tags: self.tag_bits(&raw.tags),
            adds_conditions: self.conditions(here, &raw.marks),
            argument: None,
            program,
            immediate: raw.immediate,
            by_game_master: who == Who::GameMaster,
            rules,
        };
        for required in &raw.requires {
            if let Some(condition) = self.condition(here, required) {
                activity.required.push((1 << condition.0, rules));
                activity.required_mask |= 1 << condition.0;
            }
        }
        for need in &raw.needs {
            if let Some((test, read)) = self.live(here, &need.when, Place::Act, &Type::Bool) {
                let rules = self.cited(here, &need.because, &read);
                // Without a target, the requirement cannot depend on one.
                let of_target = target != Target::None && reads_target(self.game.expr(test));
                let binds_prepared = false;
                activity.requirements.push(Requirement {
                    test,
                    depends_on_target: of_target,
                    only_if: 0,
                    binds_prepared,
                    rules,
                });
            }
        }
        let card = raw.argument.as_ref().and_then(|argument| argument.card.as_ref());
        let card = card.and_then(|pile| self.pile_at(here, Place::Act, pile));
        if let Some(argument) = &raw.argument {
            activity.argument = self.argument(here, argument, card);
            let there = card.map(|pile| self.card_requirement(here, argument, pile, target));
            activity.requirements.extend(there);
        }
        self.aimless = false;
        if asked && !raw.moments.is_empty() && !moments.meets(Moments(!OPEN.0)) {
            let message = format!("nobody is ever asked for `{}`", &*raw.id);
            let problem = Diagnostic::warning(Code::NeverPossible, message)
                .at(here.file, raw.moments[0].span(), "never while something waits for answers")
                .help("answers are declared at `foe-answer` and its like, or in a window");
            self.report.push(problem);
        }
        let ask = raw.ask.as_ref().map(|ask| self.question(here, ask));
        let values = raw.argument.as_ref().map_or(Vec::new(), |it| self.named_values(here, it));
        let scale = raw.argument.as_ref().and_then(|argument| argument.scale.as_ref());
        self.names.activities.push(crate::names::ActivityName {
            name: raw.id.to_string(),
            label: raw
                .name
                .as_ref()
                .map_or_else(|| capitalized(&plain(&raw.id)), |name| name.to_string()),
            symbol: raw.symbol.as_ref().map(|symbol| symbol.to_string()),
            ask,
            story: true,
            values,
            cost: prices.last().map(|price| price.shown.clone()).unwrap_or_default(),
            argument: raw.argument.as_ref().map(|argument| argument.name.to_string()),
            card,
            secret: raw.argument.as_ref().is_some_and(|argument| argument.secret),
            scale: scale.map_or(1, |scale| **scale),
            by_game_master: activity.by_game_master,
            everyone: who == Who::Everyone && !self.setup.brought.contains(&here.owner),
            tags: raw.tags.iter().map(|tag| tag.to_string()).collect(),
        });
        self.definitions.push(Definition {
            here,
            name: raw.id.to_string(),
            variant: None,
            story: raw.story.as_ref().map(|story| *story.get()),
            tags: raw.tags.iter().map(|tag| tag.to_string()).collect(),
            prices,
            fills,
            limits: limit.into_iter().collect(),
            when,
            who,
            asked,
            accepts: activity.opens_gates,
            handed,
            payable: None,
        });
        self.game.activities.push(activity);
    }

    /// Returns the tags of an activity as bits.
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
                    let (code, known) = (Code::UnknownVariant, known.iter().map(|(gate, _)| *gate));
                    unknown(&mut self.report, code, "gate", here.file, name, known);
                }
            }
        }
        bits
    }

    /// Looks up a listed activity by its name. Activities of other creatures do not count.
    pub(super) fn listed(&mut self, here: Here, name: &Text, brings: &[usize]) -> Option<usize> {
        let fits = |one: &Definition| {
            one.name == name.as_str()
                && (!self.setup.brought.contains(&one.here.owner)
                    || brings.contains(&one.here.owner))
        };
        let found = self.definitions.iter().position(fits);
        if found.is_none() {
            let known = self.definitions.iter().map(|one| one.name.as_str());
            unknown(&mut self.report, Code::UnknownActivity, "activity", here.file, name, known);
        }
        found
    }
}

/// Returns one activity of a family, with `{letter}` replaced by its letter.
fn spelled(activity: &raw::Activity, letter: &Text) -> raw::Activity {
    let spell = |text: &Text| text.instead(text.replace("{letter}", letter));
    let mut one = activity.clone();
    one.letters.clear();
    let lower = letter.to_lowercase();
    one.id = one.id.instead(one.id.replace("{letter}", &lower));
    one.name = one.name.as_ref().map(spell);
    one.cost = one.cost.as_ref().map(spell);
    for effect in &mut one.r#do {
        for tokens in [&mut effect.gain, &mut effect.lose].into_iter().flatten() {
            tokens.tokens = spell(&tokens.tokens);
            tokens.back = tokens.back.as_ref().map(spell);
        }
    }
    one
}
