//! The dictionary: every name that a ruleset and a setup declare.

use std::collections::HashMap;
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, FileId, Report};
use crate::raw::{self, Text};
use crate::source::Located;

/// A declaration: its name, its rule, its position and its content.
#[derive(Clone, Debug)]
pub struct Entry<'a, T> {
    /// The name.
    pub name: &'a str,
    /// Index of the rule.
    pub owner: usize,
    /// The file.
    pub file: FileId,
    /// Position of the name.
    pub span: Range<usize>,
    /// The declaration.
    pub def: &'a T,
}

/// Declarations of one sort, in the order of the text.
#[derive(Clone, Debug)]
pub struct Table<'a, T> {
    /// The declarations.
    pub entries: Vec<Entry<'a, T>>,
    index: HashMap<&'a str, usize>,
}

impl<'a, T> Table<'a, T> {
    fn new() -> Table<'a, T> {
        Table { entries: Vec::new(), index: HashMap::new() }
    }

    /// Returns the index of a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// Returns all names.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.entries.iter().map(|entry| entry.name)
    }

    /// Returns all names as owned text.
    pub fn owned(&self) -> Vec<String> {
        self.names().map(str::to_owned).collect()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Checks whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// All names that a ruleset and a setup declare.
#[derive(Clone, Debug)]
pub struct Dictionary<'a> {
    /// Index of each rule, by id.
    pub rules: HashMap<&'a str, usize>,
    /// For each rule, the rules in force through it.
    pub through: Vec<Vec<usize>>,
    /// Spans, outermost first.
    pub spans: Table<'a, raw::Span>,
    /// Turn groups, in order.
    pub turns: Table<'a, raw::Turn>,
    /// Sides of the ruleset.
    pub sides: Table<'a, raw::Side>,
    /// Bases.
    pub bases: Table<'a, raw::Base>,
    /// Prefixes, outermost first.
    pub prefixes: Table<'a, raw::Prefix>,
    /// Slots.
    pub slots: Table<'a, raw::Slot>,
    /// Conditions and tags.
    pub conditions: Table<'a, raw::Condition>,
    /// Groups of conditions.
    pub condition_groups: Table<'a, raw::ConditionGroup>,
    /// Attributes.
    pub attributes: Table<'a, raw::Attribute>,
    /// Variables of the encounter and of sides.
    pub variables: Table<'a, raw::Variable>,
    /// Dice of combatants.
    pub dice: Table<'a, raw::Dice>,
    /// Sorts of terrain.
    pub terrain: Table<'a, raw::Terrain>,
    /// Tags of activities.
    pub tags: Vec<&'a str>,
    /// Windows.
    pub windows: Table<'a, raw::Window>,
    /// Gates, those of gated prefixes first.
    pub gates: Vec<(&'a str, usize)>,
    /// Named grants.
    pub presets: Table<'a, raw::Preset>,
    /// Rulings by the id of their rule.
    pub rulings: Table<'a, raw::Ruling>,
    /// Options, by their short names.
    pub options: Table<'a, raw::Rule>,
    /// Piles of cards.
    pub piles: Table<'a, raw::Pile>,
    /// Cards.
    pub cards: Table<'a, raw::Card>,
    /// Tables of numbers.
    pub tables: Table<'a, raw::NumberTable>,
}

impl<'a> Dictionary<'a> {
    /// Collects all names; reports two declarations of one sort with the same name.
    pub fn build(rules: &'a [Located], prefix: &str, report: &mut Report) -> Dictionary<'a> {
        let mut dictionary = Dictionary {
            rules: HashMap::new(),
            through: vec![Vec::new(); rules.len()],
            spans: Table::new(),
            turns: Table::new(),
            sides: Table::new(),
            bases: Table::new(),
            prefixes: Table::new(),
            slots: Table::new(),
            conditions: Table::new(),
            condition_groups: Table::new(),
            attributes: Table::new(),
            variables: Table::new(),
            windows: Table::new(),
            dice: Table::new(),
            terrain: Table::new(),
            tags: Vec::new(),
            gates: Vec::new(),
            presets: Table::new(),
            rulings: Table::new(),
            options: Table::new(),
            piles: Table::new(),
            cards: Table::new(),
            tables: Table::new(),
        };
        for (owner, located) in rules.iter().enumerate() {
            let rule: &raw::Rule = &located.rule;
            if let Some(first) = dictionary.rules.insert(rule.id.as_str(), owner) {
                report.push(
                    Diagnostic::error(
                        Code::DuplicateRule,
                        format!("two rules are called {}", &*rule.id),
                    )
                    .at(located.file, rule.id.span(), "declared again here")
                    .also(
                        rules[first].file,
                        rules[first].rule.id.span(),
                        "declared first here",
                    ),
                );
            }
        }
        for (owner, located) in rules.iter().enumerate() {
            dictionary.add(owner, located, prefix, report);
        }
        dictionary.link(rules, report);
        dictionary
    }

    fn add(&mut self, owner: usize, located: &'a Located, prefix: &str, report: &mut Report) {
        let rule: &raw::Rule = &located.rule;
        let mut at = Adding { owner, file: located.file, report };
        rule.span.iter().for_each(|def| at.add(&mut self.spans, &def.id, def, "span"));
        rule.turn.iter().for_each(|def| at.add(&mut self.turns, &def.id, def, "turn group"));
        rule.side.iter().for_each(|def| at.add(&mut self.sides, &def.id, def, "side"));
        rule.base.iter().for_each(|def| at.add(&mut self.bases, &def.id, def, "base"));
        rule.prefix.iter().for_each(|def| at.add(&mut self.prefixes, &def.id, def, "prefix"));
        rule.slot.iter().for_each(|def| at.add(&mut self.slots, &def.id, def, "slot"));
        rule.condition
            .iter()
            .for_each(|def| at.add(&mut self.conditions, &def.id, def, "condition"));
        let groups = &mut self.condition_groups;
        rule.condition_group
            .iter()
            .for_each(|def| at.add(groups, &def.id, def, "group of conditions"));
        rule.attribute
            .iter()
            .for_each(|def| at.add(&mut self.attributes, &def.id, def, "attribute"));
        rule.variable.iter().for_each(|def| at.add(&mut self.variables, &def.id, def, "variable"));
        rule.dice.iter().for_each(|def| at.add(&mut self.dice, &def.id, def, "die"));
        let terrain = &mut self.terrain;
        rule.terrain.iter().for_each(|def| at.add(terrain, &def.id, def, "sort of terrain"));
        for tag in rule.activity.iter().flat_map(|activity| &activity.tags) {
            if !self.tags.contains(&tag.as_str()) {
                self.tags.push(tag);
            }
        }
        rule.pile.iter().for_each(|def| at.add(&mut self.piles, &def.id, def, "pile"));
        rule.card.iter().for_each(|def| at.add(&mut self.cards, &def.id, def, "card"));
        rule.table.iter().for_each(|def| at.add(&mut self.tables, &def.id, def, "table"));
        rule.window.iter().for_each(|def| at.add(&mut self.windows, &def.id, def, "window"));
        rule.preset.iter().for_each(|def| at.add(&mut self.presets, &def.id, def, "preset"));
        rule.ruling.iter().for_each(|def| at.add(&mut self.rulings, &rule.id, def, "ruling"));
        let gated = rule.prefix.iter().filter(|def| def.gated).map(|def| def.id.as_str());
        let gates = rule.gate.iter().map(|def| def.id.as_str());
        for name in gated.chain(gates) {
            if !self.gates.iter().any(|(known, _)| *known == name) {
                self.gates.push((name, owner));
            }
        }
        if !rule.values.is_empty() {
            let short = rule.id.strip_prefix(&format!("{prefix}.opt.")).unwrap_or(&rule.id);
            let entry =
                Entry { name: short, owner, file: located.file, span: rule.id.span(), def: rule };
            self.options.index.insert(short, self.options.entries.len());
            self.options.entries.push(entry);
        }
    }

    fn link(&mut self, rules: &[Located], report: &mut Report) {
        for (owner, located) in rules.iter().enumerate() {
            for name in located.rule.through.iter().chain(&located.rule.except) {
                match self.rules.get(name.as_str()) {
                    Some(&target) => {
                        if located.rule.through.contains(name) {
                            self.through[target].push(owner);
                        }
                    }
                    None => {
                        let known = self.rules.keys().copied();
                        unknown(report, Code::UnknownRule, "rule", located.file, name, known);
                    }
                }
            }
        }
        self.cycles(rules, |rule| &rule.except, Code::ExceptionCycle, report);
        self.cycles(rules, |rule| &rule.through, Code::ThroughCycle, report);
    }

    /// Reports rules that put each other in force in a cycle.
    fn cycles(
        &self,
        rules: &[Located],
        named: fn(&raw::Rule) -> &Vec<Text>,
        code: Code,
        report: &mut Report,
    ) {
        let edges = |rule: usize| {
            named(&rules[rule].rule)
                .iter()
                .filter_map(|name| self.rules.get(name.as_str()).copied())
        };
        for start in 0..rules.len() {
            let (mut stack, mut seen) = (vec![start], vec![false; rules.len()]);
            while let Some(rule) = stack.pop() {
                for next in edges(rule) {
                    if next == start && start <= rule {
                        let located = &rules[start];
                        let is = match code {
                            Code::ThroughCycle => "in force through itself",
                            _ => "an exception of itself",
                        };
                        let way = if rule == start { "" } else { ", by way of others" };
                        let message = format!("{} is {is}{way}", &*located.rule.id);
                        report.push(Diagnostic::error(code, message).at(
                            located.file,
                            located.rule.id.span(),
                            "part of the circle",
                        ));
                    } else if !std::mem::replace(&mut seen[next], true) {
                        stack.push(next);
                    }
                }
            }
        }
    }

    /// Returns a base by its index.
    pub fn base(&self, number: u8) -> &'a raw::Base {
        self.bases.entries[usize::from(number)].def
    }

    /// Returns a prefix by its index.
    pub fn prefix(&self, number: u8) -> &'a raw::Prefix {
        self.prefixes.entries[usize::from(number)].def
    }

    /// Returns a rule and every rule in force through it, directly or indirectly. The rule itself
    /// comes first.
    pub fn force(&self, owner: usize) -> Vec<usize> {
        let mut all = vec![owner];
        let mut at = 0;
        while at < all.len() {
            for &more in &self.through[all[at]] {
                if !all.contains(&more) {
                    all.push(more);
                }
            }
            at += 1;
        }
        all
    }
}

/// Reports an unknown name, with the nearest known one or a list of the known ones.
pub fn unknown<'a>(
    report: &mut Report,
    code: Code,
    sort: &str,
    file: FileId,
    name: &Text,
    known: impl Iterator<Item = &'a str>,
) {
    let mut problem = Diagnostic::error(code, format!("there is no {sort} called `{}`", &**name))
        .at(file, name.span(), format!("unknown {sort}"));
    let mut known = known.peekable();
    problem = match known.peek() {
        Some(_) => problem.did_you_mean_or_list(name, known),
        None => problem.help(format!("no {sort} is declared")),
    };
    report.push(problem);
}

struct Adding<'r> {
    owner: usize,
    file: FileId,
    report: &'r mut Report,
}

impl Adding<'_> {
    fn add<'a, T>(&mut self, table: &mut Table<'a, T>, name: &'a Text, def: &'a T, sort: &str) {
        if let Some(first) = table.index.get(name.as_str()) {
            let first = &table.entries[*first];
            self.report.push(
                Diagnostic::error(
                    Code::DuplicateName,
                    format!("two {sort}s are called `{}`", &**name),
                )
                .at(self.file, name.span(), "declared again here")
                .also(first.file, first.span.clone(), "declared first here"),
            );
            return;
        }
        table.index.insert(name, table.entries.len());
        let (owner, file, span) = (self.owner, self.file, name.span());
        table.entries.push(Entry { name, owner, file, span, def });
    }
}
