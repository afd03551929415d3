//! The rules of payment as written, and what the names in them mean.

use std::collections::BTreeMap;

use super::{Kind, Parsed};

/// The rules of payment of one ruleset under some options.
pub(crate) struct Model {
    pub(super) prefixes: Vec<Prefix>,
    pub(super) bases: BTreeMap<String, Base>,
    pub(super) converts: Vec<Convert>,
    pub(super) whole: Vec<Convert>,
    pub(super) drops: Vec<usize>,
    pub(super) gates: Vec<Vec<usize>>,
    pub(super) covers: Vec<(String, Vec<String>)>,
    caps: BTreeMap<String, u32>,
    own_caps: BTreeMap<usize, u32>,
    fills: Vec<Fills>,
    /// Kinds that shut each other out.
    excludes: Vec<[Vec<String>; 2]>,
    moments: Vec<Moment>,
}

struct Fills {
    kind: String,
    slots: Vec<String>,
    unless: Vec<String>,
}

struct Moment {
    prefix: Option<String>,
    base: Option<String>,
    at: Vec<String>,
    never: Vec<String>,
    to: Vec<String>,
}

pub(super) struct Prefix {
    name: String,
    pub(super) depth: usize,
    bare: Option<String>,
    fills: String,
    pub(super) gated: bool,
    pub(super) borrows: bool,
    pub(super) apart: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Base {
    pub(super) free: bool,
    pub(super) currency: bool,
    pub(super) nothing: bool,
}

pub(super) struct Convert {
    /// Tokens it takes, one by one; none = everything.
    pub(super) inputs: Vec<Kind>,
    pub(super) output: Kind,
    pub(super) unless: Vec<String>,
    pub(super) lifts: bool,
    pub(super) chains: bool,
    pub(super) by_source: bool,
}

/// Reads conditions such as `option(a) == b and option(c) != d`.
struct Reader<'a> {
    options: BTreeMap<String, String>,
    side_tags: &'a [String],
}

impl Reader<'_> {
    fn holds(&self, text: &str) -> bool {
        if let Some((left, right)) = text.split_once(" or ") {
            return self.holds(left) || self.holds(right);
        }
        if let Some((left, right)) = text.split_once(" and ") {
            return self.holds(left) && self.holds(right);
        }
        if let Some(text) = text.strip_prefix("not ") {
            return !self.holds(text);
        }
        if let Some(tag) = text.strip_prefix("actor.has(") {
            return self.side_tags.iter().any(|one| *one == tag.trim_end_matches(')'));
        }
        match (text.split_once(" == "), text.split_once(" != "), text) {
            (Some((left, right)), ..) => self.is(left, right),
            (_, Some((left, right)), _) => !self.is(left, right),
            (.., "true") => true,
            (.., "false") => false,
            _ => panic!("the model cannot read `{text}`"),
        }
    }

    /// Whether something has a value; where that is a number, `off` is none of it.
    fn is(&self, left: &str, right: &str) -> bool {
        match right.parse::<u32>() {
            Ok(number) => self.cap(left) == number,
            Err(_) => self.value(left) == right,
        }
    }

    fn value(&self, text: &str) -> String {
        let name = text.strip_prefix("option(").and_then(|rest| rest.strip_suffix(')'));
        name.map_or(text, |name| &self.options[name]).to_owned()
    }

    fn cap(&self, text: &str) -> u32 {
        if let Some(rest) = text.strip_prefix("if ") {
            let (condition, rest) = rest.split_once(" then ").expect("then");
            let (yes, no) = rest.split_once(" else ").expect("else");
            return self.cap(if self.holds(condition) { yes } else { no });
        }
        match self.value(text).as_str() {
            "unlimited" => 127,
            "off" => 0,
            // What depends on a level is not asked about here.
            number => number.parse().unwrap_or(127),
        }
    }
}

impl Model {
    pub(crate) fn read(parsed: &Parsed, options: &[(&str, &str)], side: &str) -> Model {
        let rules: Vec<&rules::raw::Rule> = parsed.rules.iter().map(|one| &*one.rule).collect();
        let mut values = BTreeMap::new();
        for rule in rules.iter().filter(|rule| !rule.values.is_empty()) {
            let name = rule.id.rsplit('.').next().unwrap_or(&rule.id).to_owned();
            values.insert(name, rule.values[0].to_string());
        }
        values.extend(options.iter().map(|(name, value)| (name.to_string(), value.to_string())));
        let conditions = rules.iter().flat_map(|rule| &rule.condition);
        let given = conditions.filter(|one| one.sides.iter().any(|one| one.as_str() == side));
        let side_tags: Vec<String> = given.map(|one| one.id.to_string()).collect();
        let reader = Reader { options: values, side_tags: &side_tags };
        let mut model = Model {
            prefixes: Vec::new(),
            bases: BTreeMap::new(),
            converts: Vec::new(),
            whole: Vec::new(),
            drops: Vec::new(),
            gates: Vec::new(),
            covers: Vec::new(),
            caps: BTreeMap::new(),
            own_caps: BTreeMap::new(),
            fills: Vec::new(),
            excludes: Vec::new(),
            moments: Vec::new(),
        };
        rules.iter().for_each(|rule| model.declare(rule));
        rules.iter().for_each(|rule| model.take_in(rule, &reader));
        model
    }

    fn declare(&mut self, rule: &rules::raw::Rule) {
        for prefix in &rule.prefix {
            self.prefixes.push(Prefix {
                name: prefix.id.to_string(),
                depth: prefix.depth.as_ref().map_or(1, |depth| usize::from(**depth)),
                bare: prefix.bare.as_ref().map(|bare| bare.to_string()),
                fills: prefix.fills.as_ref().map_or("rest".into(), |fills| fills.to_string()),
                gated: prefix.gated,
                borrows: prefix.borrows,
                apart: prefix.apart,
            });
        }
        for base in &rule.base {
            let (free, currency, nothing) = (base.free, base.currency, base.nothing);
            self.bases.insert(base.id.to_string(), Base { free, currency, nothing });
        }
    }

    fn take_in(&mut self, rule: &rules::raw::Rule, reader: &Reader<'_>) {
        let on = |when: &Option<rules::raw::Text>| when.as_ref().is_none_or(|it| reader.holds(it));
        let texts = |list: &[rules::raw::Text]| -> Vec<String> {
            list.iter().map(|text| text.to_string()).collect()
        };
        for convert in rule.convert.iter().filter(|one| on(&one.when)) {
            let has = |tag: &rules::raw::Text| reader.side_tags.iter().any(|one| *one == **tag);
            if !convert.only.iter().all(has) {
                continue;
            }
            let all = convert.from.as_str() == "all";
            let read = Convert {
                inputs: if all { Vec::new() } else { self.tokens(&convert.from) },
                output: self.kind(&convert.to),
                unless: texts(&convert.unless),
                lifts: convert.lift.as_ref().is_none_or(|lift| **lift),
                chains: convert.chain.as_ref().is_none_or(|chain| reader.holds(chain)),
                by_source: convert.fills.as_ref().is_some_and(|fills| fills.as_str() == "source"),
            };
            if all { self.whole.push(read) } else { self.converts.push(read) }
        }
        for prices in rule.prices.iter().filter(|one| on(&one.when)) {
            for (target, price) in &prices.buys {
                self.converts.push(Convert {
                    inputs: vec![self.kind(&prices.with); **price as usize],
                    output: self.kind(target),
                    unless: Vec::new(),
                    lifts: true,
                    chains: true,
                    by_source: false,
                });
            }
        }
        for drop in rule.drop.iter().filter(|one| on(&one.when)) {
            self.drops.push(self.prefix(&drop.prefix));
        }
        for gate in rule.gate.iter().filter(|one| on(&one.when)) {
            self.gates.push(gate.prefixes.iter().map(|name| self.prefix(name)).collect());
        }
        for cover in rule.cover.iter().filter(|one| on(&one.when)) {
            self.covers.push((cover.base.to_string(), texts(&cover.bill)));
        }
        for slot in &rule.slot {
            self.caps.insert(slot.id.to_string(), reader.cap(&slot.cap));
        }
        for own in &rule.own_slot {
            self.own_caps.insert(self.prefix(&own.prefix), reader.cap(&own.cap));
        }
        for fills in rule.fills.iter().filter(|one| on(&one.when)) {
            self.fills.push(Fills {
                kind: fills.kind.to_string(),
                slots: texts(&fills.slots),
                unless: texts(&fills.unless),
            });
        }
        for excludes in rule.excludes.iter().filter(|one| on(&one.when)) {
            self.excludes.push([texts(&excludes.kinds), texts(&excludes.others)]);
        }
        for moment in rule.moment.iter().filter(|one| on(&one.when)) {
            let text = |one: &Option<rules::raw::Text>| one.as_ref().map(|one| one.to_string());
            self.moments.push(Moment {
                prefix: text(&moment.prefix),
                base: text(&moment.base),
                at: texts(&moment.at),
                never: texts(&moment.never),
                to: texts(&moment.to),
            });
        }
    }

    fn prefix(&self, name: &str) -> usize {
        self.prefixes.iter().position(|one| one.name == name).expect("a declared prefix")
    }

    /// A kind such as `QQP`.
    pub(super) fn kind(&self, text: &str) -> Kind {
        self.split(text).unwrap_or_else(|| panic!("the model knows no kind `{text}`"))
    }

    fn split(&self, text: &str) -> Option<Kind> {
        if self.bases.contains_key(text) {
            return Some((Vec::new(), text.to_owned()));
        }
        let mut order: Vec<usize> = (0..self.prefixes.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.prefixes[at].name.len()));
        order.into_iter().find_map(|at| {
            let rest = text.strip_prefix(self.prefixes[at].name.as_str())?;
            let (mut prefixes, base) = match (&self.prefixes[at].bare, rest) {
                (Some(bare), "") => (Vec::new(), bare.clone()),
                _ => self.split(rest)?,
            };
            prefixes.push(at);
            prefixes.sort_unstable();
            Some((prefixes, base))
        })
    }

    /// Amounts such as `2P+1M`, token by token.
    pub(super) fn tokens(&self, text: &str) -> Vec<Kind> {
        let mut all = Vec::new();
        for piece in text.split('+').map(str::trim).filter(|piece| *piece != "none") {
            let digits = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
            let count = piece[..digits].parse().unwrap_or(1);
            all.extend(std::iter::repeat_n(self.kind(piece[digits..].trim()), count));
        }
        all
    }

    pub(super) fn show(&self, (prefixes, base): &Kind) -> String {
        let names = prefixes.iter().map(|&at| self.prefixes[at].name.as_str());
        names.chain([base.as_str()]).collect()
    }

    /// More prefixes on top of a kind, unless one would be stacked too deep.
    pub(super) fn lifted(&self, (prefixes, base): &Kind, by: &[usize]) -> Option<Kind> {
        let mut all: Vec<usize> = prefixes.iter().chain(by).copied().collect();
        all.sort_unstable();
        let count = |at: usize| all.iter().filter(|&&one| one == at).count();
        let fits = (0..self.prefixes.len()).all(|at| count(at) <= self.prefixes[at].depth);
        fits.then(|| (all, base.clone()))
    }

    /// Whether a kind may be used at a moment under some conditions: by two of its prefixes, by one
    /// and its base, by its outermost prefix that any rule is about, else by its base, else as
    /// plain kinds may.
    pub(super) fn usable(&self, kind: &Kind, moment: &str, conditions: &[String]) -> bool {
        let (prefixes, base) = kind;
        let name = |at: &usize| self.prefixes[*at].name.clone();
        let both = prefixes.iter().flat_map(|a| prefixes.iter().map(move |b| (a, b)));
        let both = both.filter(|(a, b)| a != b).map(|(a, b)| (Some(name(a) + &name(b)), None));
        let of_base = prefixes.iter().map(|at| (Some(name(at)), Some(base.clone())));
        let by_prefix = prefixes.iter().map(|at| (Some(name(at)), None));
        let others = [(None, Some(base.clone())), (Some(String::new()), None)];
        let about = |(prefix, base): (Option<String>, Option<String>)| -> Vec<&Moment> {
            let fits = |one: &&Moment| one.prefix == prefix && one.base == base;
            self.moments.iter().filter(fits).collect()
        };
        let mut all = both.chain(of_base).chain(by_prefix).chain(others).map(about);
        let rules = all.find(|rules| !rules.is_empty()).unwrap_or_default();
        let names = |all: &[String]| all.iter().any(|one| one == "any" || one == moment);
        let refused = |rule: &&Moment| {
            names(&rule.never) && rule.to.iter().any(|one| conditions.contains(one))
        };
        rules.iter().any(|rule| names(&rule.at)) && !rules.iter().any(refused)
    }

    /// Whether any rule says when kinds of one of these prefixes may be used.
    pub(super) fn is_timed(&self, (prefixes, _): &Kind) -> bool {
        let about = |at: &usize| {
            let name = &self.prefixes[*at].name;
            let is_it = |one: &Moment| one.base.is_none() && one.prefix.as_ref() == Some(name);
            self.moments.iter().any(is_it)
        };
        prefixes.iter().any(about)
    }

    /// Slots a kind fills, with their caps, if none of some conditions keeps one from filling them.
    pub(super) fn slots_unless(
        &self,
        kind: &Kind,
        conditions: &[String],
    ) -> Option<Vec<(String, u32)>> {
        let shuts_out = |one: &Fills, [own, others]: [&Vec<String>; 2]| {
            own.contains(&one.kind) && conditions.contains(&format!("used {}", others.join(" ")))
        };
        let barred = |one: &Fills| {
            one.unless.iter().any(|one| conditions.contains(one))
                || self
                    .excludes
                    .iter()
                    .any(|[a, b]| shuts_out(one, [a, b]) || shuts_out(one, [b, a]))
        };
        let (slots, by) = self.filling(kind);
        (!by.is_some_and(barred)).then_some(slots)
    }

    /// Slots a kind fills, with their caps.
    pub(super) fn slots(&self, kind: &Kind) -> Vec<(String, u32)> {
        self.filling(kind).0
    }

    fn filling(&self, kind: &Kind) -> (Vec<(String, u32)>, Option<&Fills>) {
        let rule = |name: String| self.fills.iter().find(|one| one.kind == name);
        let listed = |slots: &[String]| -> Vec<(String, u32)> {
            // Nobody here has body parts.
            let real = slots.iter().filter(|slot| !slot.contains('@'));
            real.map(|slot| (slot.clone(), self.caps[slot])).collect()
        };
        if let Some(rule) = rule(self.show(kind)) {
            return (listed(&rule.slots), Some(rule));
        }
        let Some(&outermost) = kind.0.first() else { return (Vec::new(), None) };
        let prefix = &self.prefixes[outermost];
        if let Some(rule) = rule(format!("{}*", prefix.name)) {
            return (listed(&rule.slots), Some(rule));
        }
        let rest = (kind.0[1..].to_vec(), kind.1.clone());
        match prefix.fills.split_once(' ') {
            None if prefix.fills == "none" => (Vec::new(), None),
            None if prefix.fills == "own" => {
                let cap = self.own_caps.get(&outermost).copied().unwrap_or(127);
                (vec![(self.show(kind), cap)], None)
            }
            Some(("slot", slot)) => (listed(&[slot.to_owned()]), None),
            Some(("as", other)) => {
                let other = self.prefix(other);
                match rest.0.contains(&other) {
                    true => (Vec::new(), None),
                    false => self.filling(&self.lifted(&rest, &[other]).unwrap_or(rest)),
                }
            }
            _ => self.filling(&rest),
        }
    }
}
