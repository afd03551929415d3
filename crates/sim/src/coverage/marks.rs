//! The marks that a rule can get: as a reason for something that happens, and as a reason of a
//! denial.

use rules::Parsed;
use rules::diagnostic::Report;
use rules::dictionary::Dictionary;
use rules::raw::{Activity, Effect, Moment, Rule, Slot, Text};

/// Ways in which a rule has been met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Whether it was a reason for something that happened.
    pub allow: bool,
    /// Whether it was a reason of a denial.
    pub deny: bool,
}

impl Marks {
    const ALLOW: Marks = Marks { allow: true, deny: false };
    const DENY: Marks = Marks { allow: false, deny: true };
    const BOTH: Marks = Marks { allow: true, deny: true };

    /// Returns the union of both sets.
    pub fn and(self, other: Marks) -> Marks {
        Marks { allow: self.allow | other.allow, deny: self.deny | other.deny }
    }

    /// Checks whether this set contains all marks of the other one.
    pub fn includes(self, other: Marks) -> bool {
        self.and(other) == self
    }
}

/// Returns the words for marks that a rule must get and has not shown.
pub(super) fn never_shown(wanted: Marks) -> &'static str {
    match (wanted.allow, wanted.deny) {
        (true, false) => "nothing happens because of it (allow)",
        (false, true) => "nothing is denied because of it (deny)",
        _ => "nothing happens (allow) and nothing is denied (deny) because of it",
    }
}

/// Marks that refusals and steps of the engine itself can set; all others only allow.
const GROUNDS: [(&str, Marks); 15] = [
    ("missing", Marks::DENY),
    ("exhausted", Marks::DENY),
    ("locked", Marks::DENY),
    ("waiting", Marks::DENY),
    ("out", Marks::DENY),
    ("unknown", Marks::DENY),
    ("target", Marks::DENY),
    ("argument", Marks::DENY),
    ("turn", Marks::DENY),
    ("own-turn", Marks::DENY),
    ("exact", Marks::DENY),
    ("unsold", Marks::DENY),
    ("conversion", Marks::DENY),
    ("enumerate", Marks::DENY),
    ("bill", Marks::BOTH),
];

/// Returns the marks that each rule must get, in the order of the rules.
///
/// An element marks its rule or those it names in `because`, and every rule in force through them.
/// A rule without elements must still be in force somehow, and so allow something.
pub fn wanted(parsed: &Parsed) -> Vec<Marks> {
    let prefix = parsed.manifest.prefix.as_str();
    // The ruleset loads, so this reports nothing.
    let dictionary = Dictionary::build(&parsed.rules, prefix, &mut Report::default());
    let mut all = vec![Marks::default(); parsed.rules.len()];
    for (owner, located) in parsed.rules.iter().enumerate() {
        for (because, marks) in elements(&located.rule, parsed) {
            let named: Vec<usize> = because
                .iter()
                .filter_map(|id| dictionary.rules.get(id.as_str()).copied())
                .collect();
            let cited = if named.is_empty() { vec![owner] } else { named };
            for rule in cited.into_iter().flat_map(|rule| dictionary.force(rule)) {
                all[rule] = all[rule].and(marks);
            }
        }
    }
    for marks in &mut all {
        if *marks == Marks::default() {
            *marks = Marks::ALLOW;
        }
    }
    all
}

/// Returns the marks that each element of a rule can set, with the rules that it cites instead of
/// its own.
fn elements<'r>(rule: &'r Rule, parsed: &Parsed) -> Vec<(&'r [Text], Marks)> {
    let mut all: Vec<(&[Text], Marks)> = Vec::new();
    let mut own = |count: usize, marks: Marks| {
        if count > 0 {
            all.push((&[], marks));
        }
    };
    own(rule.bar.len() + rule.gate.len(), Marks::BOTH);
    let counts = |slot: &&Slot| limits(&slot.cap) || is_moved(&slot.id, parsed);
    own(rule.slot.iter().filter(counts).count(), Marks::BOTH);
    own(rule.own_slot.iter().filter(|slot| limits(&slot.cap)).count(), Marks::BOTH);
    let ungated = |name: &str| {
        !parsed.rules.iter().any(|one| one.rule.gate.iter().any(|gate| gate.id.as_str() == name))
    };
    let gated = rule.prefix.iter().filter(|prefix| prefix.gated && ungated(&prefix.id));
    own(gated.count(), Marks::DENY);
    for moment in &rule.moment {
        own(1, of_moment(moment, parsed));
    }
    for ground in &rule.grounds {
        let known = GROUNDS.iter().find(|(name, _)| *name == ground.as_str());
        own(1, known.map_or(Marks::ALLOW, |(_, marks)| *marks));
    }
    own(rule.excludes.len() + rule.shortage.len(), Marks::DENY);
    own(rule.convert.iter().filter(|one| !one.unless.is_empty()).count(), Marks::DENY);
    own(other_elements(rule), Marks::ALLOW);
    for activity in &rule.activity {
        of_activity(activity, &mut all);
    }
    all
}

fn of_activity<'r>(activity: &'r Activity, all: &mut Vec<(&'r [Text], Marks)>) {
    let timed = !activity.moments.is_empty() && !activity.moments.iter().any(|at| **at == "any");
    if !activity.requires.is_empty() || activity.limit.is_some() || timed {
        all.push((&[], Marks::DENY));
    }
    for need in &activity.needs {
        all.push((&need.because, Marks::BOTH));
    }
    if let Some(argument) = &activity.argument {
        all.push((&argument.because, Marks::BOTH));
    }
}

/// Checks whether a cap limits anything; a number of 127 or more does not.
fn limits(cap: &str) -> bool {
    cap.parse::<u32>().ok().is_none_or(|cap| cap < kernel::purse::AMOUNT_MAX)
}

/// Checks whether any effect of the ruleset changes the cap of a slot.
fn is_moved(slot: &str, parsed: &Parsed) -> bool {
    fn moves(steps: &[Effect], slot: &str) -> bool {
        steps.iter().any(|step| {
            step.allow.as_ref().is_some_and(|allow| allow.slot.as_str() == slot)
                || step.all.as_ref().is_some_and(|steps| moves(steps, slot))
        })
    }
    parsed.rules.iter().any(|located| {
        let rule = &located.rule;
        let lists = (rule.activity.iter().map(|one| &one.r#do))
            .chain(rule.also.iter().map(|one| &one.r#do))
            .chain(rule.on.iter().map(|one| &one.r#do))
            .chain(rule.watch.iter().map(|one| &one.r#do));
        lists.into_iter().any(|steps| moves(steps, slot))
    })
}

/// Returns the marks of a moment. It allows the listed moments and denies the others, unless its
/// kinds may be used at any moment.
fn of_moment(moment: &Moment, parsed: &Parsed) -> Marks {
    let always = parsed.rules.iter().flat_map(|located| &located.rule.moment).any(|other| {
        other.prefix == moment.prefix
            && other.base == moment.base
            && other.when.is_none()
            && other.at.iter().any(|at| **at == "any")
    });
    let always = always || moment.at.iter().any(|at| **at == "any");
    Marks { allow: !moment.at.is_empty(), deny: !always }
}

/// Counts the elements that can only be a reason for something that happens.
fn other_elements(rule: &Rule) -> usize {
    let time = rule.span.len() + rule.lasts.len() + rule.turn.len() + rule.side.len();
    let kinds = rule.base.len() + rule.prefix.len() + rule.fills.len();
    let ways = rule.convert.len() + rule.prices.len() + rule.drop.len() + rule.cover.len();
    let facts = rule.attribute.len() + rule.variable.len() + rule.condition.len();
    let changes = rule.clears.len() + rule.on.len() + rule.watch.len() + rule.ruling.len();
    let rest = rule.activity.len() + rule.window.len() + rule.preset.len();
    time + kinds + ways + facts + changes + rest + rule.ability_line.len() + rule.option_of.len()
}
