//! Rulebooks: rulesets, rules, creatures, and fights that have been made.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use server::wire;

use super::{Readable, is_no};

/// Rulesets that fights can be played with.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RulesetList {
    /// The rulesets.
    pub(crate) rulesets: Vec<RulesetEntry>,
}

/// A ruleset.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RulesetEntry {
    /// Its id.
    pub(crate) id: String,
    /// Its title.
    pub(crate) title: String,
    /// Where its rules come from.
    pub(crate) source: String,
    /// How many rules it has.
    pub(crate) rules: usize,
    /// Fights that come with it.
    pub(crate) examples: Vec<ExampleFight>,
}

/// A fight that comes with a ruleset.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ExampleFight {
    /// Its name, for `example` of start_fight.
    pub(crate) name: String,
    /// Its title.
    pub(crate) title: String,
    /// Notes to read before play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) notes: Option<String>,
    /// How many take part.
    pub(crate) combatants: u32,
}

/// Fights that can be played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FightList {
    /// The fights, newest first.
    pub(crate) fights: Vec<FightEntry>,
}

/// A fight in a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FightEntry {
    /// Its id, for `fight` of the other tools.
    pub(crate) fight: String,
    /// Its title.
    pub(crate) title: String,
    /// Id of its ruleset.
    pub(crate) ruleset: String,
    /// Changes so far.
    pub(crate) sequence: u64,
    /// It is meant where no fight is named.
    #[serde(skip_serializing_if = "is_no")]
    pub(crate) current: bool,
}

/// Rules and the activity that a name refers to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RuleTexts {
    /// Rules of this id, or whose id ends in it, or which a search has found.
    pub(crate) rules: Vec<RuleText>,
    /// The activity of this name in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) activity: Option<String>,
    /// Whether a search found more.
    #[serde(skip_serializing_if = "is_no")]
    pub(crate) more: bool,
}

/// A rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RuleText {
    /// Its id.
    pub(crate) id: String,
    /// Section of the source.
    pub(crate) section: String,
    /// Its wording.
    pub(crate) says: String,
    /// Note on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// Rules it is an exception to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) except: Vec<String>,
    /// Rules that are exceptions to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) exceptions: Vec<String>,
    /// Elements that it consists of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) elements: Vec<String>,
}

/// Creatures found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CreatureList {
    /// The creatures, by name.
    pub(crate) creatures: Vec<CreatureEntry>,
    /// Whether there are more: ask again with `offset`.
    pub(crate) more: bool,
}

/// A creature.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CreatureEntry {
    /// Its name, for `foes` of start_fight.
    pub(crate) name: String,
    /// Its level: `CR 1/4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<String>,
    /// Its numbers in words: `HP 7, AC 15`.
    pub(crate) numbers: String,
    /// Its attacks in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) attacks: Vec<String>,
    /// Activities of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) activities: Vec<String>,
}

impl RulesetList {
    /// Lists rulesets with their examples.
    pub(crate) fn of(rulesets: wire::Rulesets) -> RulesetList {
        let example = |it: wire::Example| ExampleFight {
            name: it.name,
            title: it.title,
            notes: it.notes,
            combatants: it.combatants,
        };
        let entry = |it: wire::RulesetSummary| RulesetEntry {
            id: it.id,
            title: it.title,
            source: it.source,
            rules: it.rules,
            examples: it.examples.into_iter().map(example).collect(),
        };
        RulesetList { rulesets: rulesets.rulesets.into_iter().map(entry).collect() }
    }
}

impl FightList {
    /// Lists fights that are not archived.
    pub(crate) fn of(encounters: wire::Encounters, current: Option<&str>) -> FightList {
        let encounters = encounters.encounters.into_iter().filter(|it| !it.archived);
        let entry = |it: wire::Summary| FightEntry {
            current: current == Some(it.id.as_str()),
            fight: it.id,
            title: it.title,
            ruleset: it.ruleset,
            sequence: it.sequence,
        };
        FightList { fights: encounters.map(entry).collect() }
    }
}

impl RuleTexts {
    /// Converts the explanation of a name.
    pub(crate) fn of(explained: wire::Explained) -> RuleTexts {
        let activity = explained.activity.map(|it| {
            let target = it.target.map_or(String::new(), |target| format!(", at {target}"));
            format!("{}: costs {}{target}; {}", it.name, it.price, it.who)
        });
        let rules = explained.rules.into_iter().map(RuleText::of).collect();
        RuleTexts { rules, activity, more: false }
    }

    /// Converts the result of a search.
    pub(crate) fn found(rules: wire::Rules) -> RuleTexts {
        let more = rules.more;
        let rules = rules.rules.into_iter().map(RuleText::in_list).collect();
        RuleTexts { rules, activity: None, more }
    }
}

impl RuleText {
    /// Converts a rule with its relations and elements.
    pub(crate) fn of(rule: wire::Rule) -> RuleText {
        let element = |it: wire::Element| match it.steps.is_empty() {
            true => format!("{} {}: {}", it.sort, it.name, it.says),
            false => format!("{} {}: {} {}", it.sort, it.name, it.says, it.steps.join(" ")),
        };
        RuleText {
            note: rule.note,
            except: rule.except,
            exceptions: rule.exceptions,
            elements: rule.elements.into_iter().map(element).collect(),
            ..RuleText::in_list(rule.summary)
        }
    }

    fn in_list(summary: wire::RuleSummary) -> RuleText {
        RuleText {
            id: summary.id,
            section: summary.section,
            says: summary.says,
            note: None,
            except: Vec::new(),
            exceptions: Vec::new(),
            elements: Vec::new(),
        }
    }
}

impl CreatureList {
    /// Lists creatures with their numbers and attacks.
    pub(crate) fn of(creatures: wire::Creatures) -> CreatureList {
        let stat = |it: &wire::Stat| format!("{} {}", it.short, it.value);
        let stats = |all: &[wire::Stat]| all.iter().map(stat).collect::<Vec<_>>().join(", ");
        let attack =
            |it: &wire::StatAttack| format!("{} ({}): {}", it.name, it.title, stats(&it.stats));
        let entry = |it: wire::Creature| CreatureEntry {
            numbers: stats(&it.stats),
            attacks: it.attacks.iter().map(attack).collect(),
            name: it.name,
            level: it.level,
            activities: it.activities,
        };
        CreatureList {
            creatures: creatures.creatures.into_iter().map(entry).collect(),
            more: creatures.more,
        }
    }
}

impl Readable for RulesetList {
    fn text(&self) -> String {
        let mut parts = Vec::new();
        for ruleset in &self.rulesets {
            let RulesetEntry { id, title, rules, .. } = ruleset;
            parts.push(format!("{id}: {title} ({rules} rules)"));
            for ExampleFight { name, title, combatants, .. } in &ruleset.examples {
                parts.push(format!("  - {name}: {title} ({combatants} combatants)"));
            }
        }
        parts.join("\n")
    }
}

impl Readable for FightList {
    fn text(&self) -> String {
        if self.fights.is_empty() {
            return "There are no fights.".to_owned();
        }
        let line = |it: &FightEntry| {
            let FightEntry { fight, title, ruleset, sequence, current } = it;
            let current = if *current { ", the current one" } else { "" };
            format!("{fight}: {title} ({ruleset}, {sequence} changes{current})")
        };
        self.fights.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

impl Readable for RuleTexts {
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(activity) = &self.activity {
            let _ = writeln!(text, "{activity}");
        }
        for rule in &self.rules {
            let _ = writeln!(text, "{} ({}): {}", rule.id, rule.section, rule.says);
            let note = rule.note.iter().cloned();
            let except = rule.except.iter().map(|id| format!("It is an exception to {id}."));
            let exceptions = rule.exceptions.iter().map(|id| format!("{id} is an exception."));
            for line in note.chain(except).chain(exceptions).chain(rule.elements.iter().cloned()) {
                let _ = writeln!(text, "  {line}");
            }
        }
        if self.more {
            text.push_str("There are more.");
        }
        if text.is_empty() {
            text.push_str("No rule fits.");
        }
        text.trim_end().to_owned()
    }
}

impl Readable for CreatureList {
    fn text(&self) -> String {
        let mut text = String::new();
        for creature in &self.creatures {
            let level = creature.level.as_ref().map_or(String::new(), |it| format!(" ({it})"));
            let _ = writeln!(text, "{}{level}: {}", creature.name, creature.numbers);
            for attack in &creature.attacks {
                let _ = writeln!(text, "  - {attack}");
            }
        }
        if self.more {
            text.push_str("There are more.");
        }
        if text.is_empty() {
            text.push_str("No creature fits.");
        }
        text.trim_end().to_owned()
    }
}
