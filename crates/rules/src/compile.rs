//! Raw rules and a setup to a compiled game: every name looked up, every expression typed, every
//! conversion closed, all problems reported at once.

mod activities;
mod also;
mod bars;
mod board;
mod clock;
mod closure;
mod effects;
mod exprs;
mod inputs;
mod moments;
mod protos;
mod recipes;
mod sheets;
mod slots;
mod tokens;

use std::collections::HashMap;

use kernel::{Game, Op, RuleId, RulesId};

use crate::diagnostic::{Code, Diagnostic, FileId, Files, Report};
use crate::dictionary::{Dictionary, Table};
use crate::kinds::Kinds;
use crate::names::Names;
use crate::raw::{self, Text};
use crate::setup::Setup;

/// A game ready to play, and the names of everything in it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The tables.
    pub game: Game,
    /// What they are called.
    pub names: Names,
}

/// Compiles rules and a setup into a game.
pub fn compile(setup: &Setup) -> Result<(Compiled, Report), (Report, Files)> {
    let mut report = Report::default();
    let prefix = setup.manifest.prefix.as_str();
    let dictionary = Dictionary::build(&setup.rules, prefix, &mut report);
    let kinds = Kinds::new(&dictionary);
    let mut build = Build {
        setup,
        options: Vec::new(),
        kinds,
        game: Game::default(),
        names: Names::default(),
        report,
        rule_lists: HashMap::new(),
        expressions: HashMap::new(),
        sides: Vec::new(),
        tokens: tokens::Tokens::default(),
        definitions: Vec::new(),
        taken: std::collections::BTreeSet::new(),
        handed: Vec::new(),
        handed_to_all: Vec::new(),
        unit_names: Vec::new(),
        slot_keys: Vec::new(),
        lift_rules: RulesId(0),
        chain_rules: RulesId(0),
        dictionary,
    };
    build.run();
    if build.report.has_errors() {
        return Err((build.report, setup.files.clone()));
    }
    build.game.lay_out();
    Ok((Compiled { game: build.game, names: build.names }, build.report))
}

/// Work in progress.
struct Build<'a> {
    setup: &'a Setup,
    dictionary: Dictionary<'a>,
    /// The value of each option.
    options: Vec<i32>,
    kinds: Kinds,
    game: Game,
    names: Names,
    report: Report,
    rule_lists: HashMap<Vec<RuleId>, RulesId>,
    expressions: HashMap<Vec<u8>, kernel::ExprId>,
    /// Names of all sides, those of the ruleset first.
    sides: Vec<String>,
    tokens: tokens::Tokens,
    definitions: Vec<activities::Definition>,
    /// Squares somebody stands on already.
    taken: std::collections::BTreeSet<kernel::Square>,
    /// Kinds handed out by the program compiled last.
    handed: Vec<effects::Handed>,
    /// Units of bills, by number.
    unit_names: Vec<activities::UnitName>,
    /// Slots, by number: their names, and for the limit of an activity whose it is.
    slot_keys: Vec<String>,
    /// Kinds that handlers and watches hand out.
    handed_to_all: Vec<crate::kinds::KindName>,
    /// Why conversions carry over to prefixes, and why they may be chained.
    lift_rules: RulesId,
    chain_rules: RulesId,
}

/// Where an element stands: its rule and its file.
#[derive(Clone, Copy, Debug)]
struct Here {
    owner: usize,
    file: FileId,
}

impl<'a> Build<'a> {
    fn run(&mut self) {
        self.game.rules.push(Vec::new());
        self.rule_lists.insert(Vec::new(), RulesId(0));
        self.read_options();
        self.build_grounds();
        self.build_clock();
        self.build_tokens();
        self.build_board();
        self.build_activities();
        self.build_also();
        self.build_handlers();
        self.build_sheets();
        self.name_rules();
    }

    /// Every rule with its position, for walking over elements of one sort.
    fn located(&self) -> impl Iterator<Item = (Here, &'a raw::Rule)> + use<'a> {
        let setup = self.setup;
        setup
            .rules
            .iter()
            .enumerate()
            .map(|(owner, one)| (Here { owner, file: one.file }, &*one.rule))
    }

    /// The list of rules behind an element: its rule, those in force through it, and the options
    /// read in it.
    fn because(&mut self, owner: usize, more: &[usize]) -> RulesId {
        let mut list: Vec<RuleId> = Vec::new();
        for rule in std::iter::once(&owner).chain(more) {
            for rule in self.dictionary.force(*rule) {
                let id = RuleId(rule as u16);
                if !list.contains(&id) {
                    list.push(id);
                }
            }
        }
        self.list(list)
    }

    fn list(&mut self, list: Vec<RuleId>) -> RulesId {
        if let Some(id) = self.rule_lists.get(&list) {
            return *id;
        }
        let id = RulesId(self.game.rules.len() as u16);
        self.game.rules.push(list.clone());
        self.rule_lists.insert(list, id);
        id
    }

    /// Two lists as one.
    fn join(&mut self, a: RulesId, b: RulesId) -> RulesId {
        let mut list = self.game.rules[a.index()].clone();
        for rule in self.game.rules[b.index()].clone() {
            if !list.contains(&rule) {
                list.push(rule);
            }
        }
        self.list(list)
    }

    /// The rules named in a `because`, or the element's own.
    fn cited(&mut self, here: Here, because: &[Text], more: &[usize]) -> RulesId {
        let mut owners = Vec::new();
        for name in because {
            match self.dictionary.rules.get(name.as_str()) {
                Some(&rule) => owners.push(rule),
                None => {
                    let known = self.dictionary.rules.keys().copied();
                    let problem =
                        self.dictionary.unknown(Code::UnknownRule, "rule", here.file, name, known);
                    self.report.push(problem);
                }
            }
        }
        match owners.split_first() {
            None => self.because(here.owner, more),
            Some((first, rest)) => {
                let rest: Vec<usize> = rest.iter().chain(more).copied().collect();
                self.because(*first, &rest)
            }
        }
    }

    fn error(
        &mut self,
        code: Code,
        message: impl Into<String>,
        here: Here,
        at: &Text,
        label: &str,
    ) {
        let problem = Diagnostic::error(code, message).at(here.file, at.span(), label);
        self.report.push(problem);
    }

    /// Looks a name up in one of the tables, reporting it if it is not there.
    fn look<T>(
        &mut self,
        table: for<'d> fn(&'d Dictionary<'a>) -> &'d Table<'a, T>,
        code: Code,
        sort: &str,
        here: Here,
        name: &Text,
    ) -> Option<usize> {
        let table = table(&self.dictionary);
        match table.find(name) {
            Some(at) => Some(at),
            None => {
                let problem = self.dictionary.unknown(code, sort, here.file, name, table.names());
                self.report.push(problem);
                None
            }
        }
    }

    fn condition(&mut self, here: Here, name: &Text) -> Option<kernel::ConditionId> {
        let at = self.look(|d| &d.conditions, Code::UnknownCondition, "condition", here, name)?;
        Some(kernel::ConditionId(at as u8))
    }

    fn conditions(&mut self, here: Here, names: &[Text]) -> u64 {
        let found = names.iter().filter_map(|name| self.condition(here, name));
        // More of them than there are bits is reported elsewhere.
        found.fold(0, |bits, one| bits | 1u64.checked_shl(one.0.into()).unwrap_or(0))
    }

    fn span(&mut self, here: Here, name: &Text) -> Option<kernel::SpanId> {
        let at = self.look(|d| &d.spans, Code::UnknownSpan, "span", here, name)?;
        Some(kernel::SpanId(at as u8))
    }

    /// Reads the value of every option: as the setup has it, otherwise the default.
    fn read_options(&mut self) {
        let setup = self.setup;
        for entry in &self.dictionary.options.entries {
            let usual = &entry.def.values[0];
            self.options.push(option_value(entry.def, usual).unwrap_or(0));
            self.names.options.push((entry.def.id.to_string(), usual.to_string()));
        }
        for (file, name, value) in &setup.options {
            let here = Here { owner: 0, file: *file };
            let found = self.look(|d| &d.options, Code::UnknownOption, "option", here, name);
            let Some(at) = found else { continue };
            let rule = self.dictionary.options.entries[at].def;
            match option_value(rule, value) {
                Some(number) => {
                    self.options[at] = number;
                    self.names.options[at].1 = value.to_string();
                }
                None => {
                    let allowed: Vec<&str> = rule.values.iter().map(|one| one.as_str()).collect();
                    let message = format!("option {} has no value `{}`", &**name, &**value);
                    let problem = Diagnostic::error(Code::UnknownOptionValue, message)
                        .at(*file, value.span(), "not one of its values")
                        .help(format!("its values are {}", allowed.join(", ")))
                        .did_you_mean(value, allowed.iter().copied());
                    self.report.push(problem);
                }
            }
        }
    }

    /// Ties rules to what the kernel itself refuses and does.
    fn build_grounds(&mut self) {
        let mut owners: HashMap<&str, Vec<usize>> = HashMap::new();
        for (here, rule) in self.located() {
            for name in &rule.grounds {
                if GROUNDS.contains(&name.as_str()) {
                    owners.entry(name.as_str()).or_default().push(here.owner);
                } else {
                    let problem = self.dictionary.unknown(
                        Code::UnknownVariant,
                        "ground",
                        here.file,
                        name,
                        GROUNDS.into_iter(),
                    );
                    self.report.push(problem);
                }
            }
        }
        for name in GROUNDS {
            let Some(owners) = owners.get(name) else { continue };
            let rules = self.because(owners[0], &owners[1..]);
            match name {
                "lift" => self.lift_rules = rules,
                "chain" => self.chain_rules = rules,
                _ => {}
            }
            let grounds = &mut self.game.grounds;
            *match name {
                "missing" => &mut grounds.missing,
                "exhausted" => &mut grounds.exhausted,
                "locked" => &mut grounds.locked,
                "waiting" => &mut grounds.waiting,
                "out" => &mut grounds.out,
                "unknown" => &mut grounds.unknown,
                "target" => &mut grounds.target,
                "argument" => &mut grounds.argument,
                "turn" => &mut grounds.turn,
                "declare" => &mut grounds.declare,
                "window" => &mut grounds.window,
                "newest-first" => &mut grounds.newest_first,
                "instant" => &mut grounds.instant,
                "instant-on-top" => &mut grounds.instant_on_top,
                "sealed-turn" => &mut grounds.sealed_turn,
                "sealed-same" => &mut grounds.sealed_same,
                "sealed-off" => &mut grounds.sealed_off,
                "pass" => &mut grounds.pass,
                "order-free" => &mut grounds.order_free,
                "bill" => &mut grounds.bill,
                "enumerate" => &mut grounds.enumerate,
                "prepare" => &mut grounds.prepare,
                "recheck" => &mut grounds.recheck,
                "line" => &mut grounds.line,
                _ => continue,
            } = rules;
        }
    }

    /// A kind in full: `quick physical`.
    fn kind_label(&self, kind: &crate::kinds::KindName) -> crate::names::KindLabel {
        let prefixes = &self.dictionary.prefixes.entries;
        let prefixes = kind.prefixes.iter().map(|at| &*prefixes[usize::from(*at)].def.name);
        let base = &*self.dictionary.bases.entries[usize::from(kind.base)].def.name;
        let words: Vec<&str> = prefixes.map(|name| name.as_str()).chain([base.as_str()]).collect();
        let part = kind.part.and_then(|at| self.kinds.parts.get(usize::from(at)).cloned());
        crate::names::KindLabel { label: words.join(" "), part }
    }

    fn name_rules(&mut self) {
        for (_, rule) in self.located() {
            self.names.rules.push(crate::names::RuleName::of(rule));
        }
        self.names.sides = self.sides.clone();
        self.names.spans = self.dictionary.spans.owned();
        self.names.turns = self.dictionary.turns.owned();
        let passing = passing(&self.game);
        let conditions = self.dictionary.conditions.entries.iter().enumerate();
        self.names.conditions = conditions
            .map(|(at, entry)| crate::names::ConditionName {
                name: entry.name.to_owned(),
                hidden: entry.def.hidden,
                fixed: passing >> at & 1 == 0,
                readied: entry.def.readied || self.game.preparing >> at & 1 == 1,
            })
            .collect();
        // As the kernel numbers them: those that change first.
        let attributes = &self.dictionary.attributes.entries;
        let changing = attributes.iter().filter(|entry| !entry.def.fixed);
        let fixed = attributes.iter().filter(|entry| entry.def.fixed);
        self.names.attributes = changing
            .chain(fixed)
            .map(|entry| crate::names::AttributeName {
                name: entry.name.to_owned(),
                unit: entry.def.unit.as_ref().map(|unit| unit.to_string()),
                scale: entry.def.scale.as_ref().map_or(1, |scale| **scale),
                fixed: entry.def.fixed,
                hidden: entry.def.hidden,
                health: entry.def.health,
            })
            .collect();
        self.names.terrain = self.terrain_names();
        self.names.windows = self.dictionary.windows.owned();
        self.names.kinds = self.kinds.names.iter().map(|kind| self.kinds.show(kind)).collect();
        self.names.kind_labels =
            self.kinds.names.iter().map(|kind| self.kind_label(kind)).collect();
        for entry in &self.dictionary.prefixes.entries {
            if let Some(bare) = &entry.def.bare {
                let kind = format!("{}{}", entry.name, &**bare);
                self.names.bare.push((entry.name.to_owned(), kind));
            }
        }
        self.names.ruleset = self.setup.manifest.id.to_string();
    }
}

/// Conditions that something in the game gives or takes.
fn passing(game: &Game) -> u64 {
    let marked = game.programs.iter().flatten().map(|step| match step.op {
        Op::Mark { condition, .. } | Op::Unmark { condition, .. } => 1 << condition.0,
        _ => 0,
    });
    let kinds = game.kinds.iter().map(|kind| kind.marks);
    let activities = game.activities.iter().map(|activity| activity.marks);
    let clears = game.clears.iter().copied();
    marked.chain(kinds).chain(activities).chain(clears).fold(game.spending, |all, one| all | one)
}

/// What rulesets can tie to the kernel's own refusals and steps.
const GROUNDS: [&str; 26] = [
    "missing",
    "exhausted",
    "locked",
    "waiting",
    "out",
    "unknown",
    "target",
    "argument",
    "turn",
    "declare",
    "window",
    "newest-first",
    "instant",
    "instant-on-top",
    "sealed-turn",
    "sealed-same",
    "sealed-off",
    "pass",
    "order-free",
    "bill",
    "enumerate",
    "prepare",
    "recheck",
    "line",
    "lift",
    "chain",
];

/// Whether the values of an option are numbers, with words for none and for no limit.
pub(crate) fn is_numeric(rule: &raw::Rule) -> bool {
    rule.values.iter().any(|value| value.as_str() == "<number>" || value.parse::<i32>().is_ok())
}

/// The number a value of an option stands for.
pub(crate) fn option_value(rule: &raw::Rule, value: &str) -> Option<i32> {
    let listed = rule.values.iter().position(|one| one.as_str() == value);
    if !is_numeric(rule) {
        return listed.map(|at| at as i32);
    }
    match value {
        "unlimited" if listed.is_some() => Some(kernel::purse::AMOUNT_MAX as i32),
        "off" if listed.is_some() => Some(0),
        _ => {
            let number = value.parse::<i32>().ok().filter(|number| (0..=127).contains(number))?;
            let any = rule.values.iter().any(|one| one.as_str() == "<number>");
            (listed.is_some() || any).then_some(number)
        }
    }
}
