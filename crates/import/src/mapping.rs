//! A ruleset's `import.toml`, checked against its sheet.

use rules::diagnostic::{Code, Diagnostic, FileId, Files, Report};
use rules::expr::{self, Node};
use rules::raw::{ImportEach, ImportSystem, Text};
use rules::sheet::Field;
use rules::{Parsed, Sheet};

use crate::block::System;
use crate::evaluate;
use crate::scope;

/// Rules that convert stat blocks to sheets of a ruleset.
#[derive(Clone, Debug, Default)]
pub struct Mapping {
    pub(crate) systems: Vec<SystemMapping>,
}

/// Rules that convert stat blocks of one system to sheets.
#[derive(Clone, Debug)]
pub(crate) struct SystemMapping {
    pub(crate) system: System,
    pub(crate) fields: Vec<(String, Node)>,
    pub(crate) tags: Vec<(String, Node)>,
    pub(crate) activities: Vec<(String, Node)>,
    pub(crate) each: Vec<EachMapping>,
}

/// A rule for attacks, powers, spells or features.
#[derive(Clone, Debug)]
pub(crate) struct EachMapping {
    pub(crate) of: EntryKind,
    pub(crate) when: Option<Node>,
    /// The sheet's kind of attack to add. Without one, the activity with the entry's name is added.
    pub(crate) kind: Option<String>,
    pub(crate) suffix: Option<String>,
    pub(crate) fields: Vec<(String, Node)>,
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    Attack,
    Power,
    Spell,
    Feature,
}

const ENTRIES: [(&str, EntryKind); 4] = [
    ("attack", EntryKind::Attack),
    ("power", EntryKind::Power),
    ("spell", EntryKind::Spell),
    ("feature", EntryKind::Feature),
];

impl Mapping {
    /// Returns the mapping of a ruleset's `import.toml`. Without that file, no stat blocks are
    /// accepted.
    ///
    /// # Errors
    ///
    /// Returns all problems of the file at once.
    pub fn of(parsed: &Parsed, sheet: &Sheet) -> Result<Mapping, (Report, Files)> {
        let Some((file, raw)) = &parsed.import else { return Ok(Mapping::default()) };
        let mut build = Build { file: *file, sheet, report: Report::default() };
        let systems = raw.system.iter().filter_map(|system| build.system(system)).collect();
        match build.report.has_errors() {
            true => Err((build.report, parsed.files.clone())),
            false => Ok(Mapping { systems }),
        }
    }

    /// Returns the systems whose stat blocks are accepted.
    pub fn systems(&self) -> Vec<System> {
        self.systems.iter().map(|mapping| mapping.system).collect()
    }

    pub(crate) fn system(&self, system: System) -> Option<&SystemMapping> {
        self.systems.iter().find(|mapping| mapping.system == system)
    }
}

struct Build<'a> {
    file: FileId,
    sheet: &'a Sheet,
    report: Report,
}

impl Build<'_> {
    fn system(&mut self, raw: &ImportSystem) -> Option<SystemMapping> {
        let known = System::ALL.map(System::id);
        let system = System::by_id(&raw.id);
        if system.is_none() {
            self.unknown(Code::UnknownVariant, "system", &raw.id, &known);
        }
        let fields: Vec<&Field> = self.sheet.fields().collect();
        let fields = self.expressions(&raw.fields, &fields, false);
        let tags: Vec<&str> = self.sheet.all_tags().collect();
        let tags = self.named(&raw.tags, &tags, "tag", Code::UnknownTag);
        let ids: Vec<&str> = self.sheet.activities.iter().map(String::as_str).collect();
        let activities = self.named(&raw.activities, &ids, "activity", Code::UnknownActivity);
        let each = raw.each.iter().filter_map(|each| self.each(each)).collect();
        Some(SystemMapping { system: system?, fields, tags, activities, each })
    }

    fn each(&mut self, raw: &ImportEach) -> Option<EachMapping> {
        let of = ENTRIES.iter().find(|(word, _)| *word == raw.of.as_str()).map(|(_, of)| *of);
        if of.is_none() {
            let words = ENTRIES.map(|(word, _)| word);
            self.unknown(Code::UnknownVariant, "sort of entry", &raw.of, &words);
        }
        let when = raw.when.as_ref().and_then(|text| self.expression(text, true));
        let sheet = self.sheet;
        let fields = match &raw.kind {
            None if raw.fields.is_empty() => Vec::new(),
            None => {
                let problem =
                    Diagnostic::error(Code::InvalidValue, "fields without a kind of attack");
                let problem = problem.at(self.file, raw.of.span(), "this rule");
                self.report.push(problem.help("say `kind`, or leave the fields out"));
                Vec::new()
            }
            Some(kind) => match sheet.attack_kind(kind) {
                Some(known) => {
                    let fields: Vec<&Field> = known.fields.iter().collect();
                    self.expressions(&raw.fields, &fields, true)
                }
                None => {
                    let kinds: Vec<&str> = sheet.attacks.iter().map(|it| it.id.as_str()).collect();
                    self.unknown(Code::UnknownVariant, "kind of attack", kind, &kinds);
                    Vec::new()
                }
            },
        };
        let text = |text: &Option<Text>| text.as_ref().map(|text| text.to_string());
        Some(EachMapping {
            of: of?,
            when,
            kind: text(&raw.kind),
            suffix: text(&raw.suffix),
            fields,
        })
    }

    /// Returns fields of the sheet with their expressions, and reports unknown fields.
    fn expressions(
        &mut self,
        raw: &std::collections::BTreeMap<Text, Text>,
        fields: &[&Field],
        entry: bool,
    ) -> Vec<(String, Node)> {
        let known: Vec<&str> = fields.iter().map(|field| field.id.as_str()).collect();
        let mut found = Vec::new();
        for (name, text) in raw {
            if !known.contains(&name.as_str()) {
                self.unknown(Code::UnknownKey, "field", name, &known);
            }
            found.extend(self.expression(text, entry).map(|node| (name.to_string(), node)));
        }
        found
    }

    /// Returns tags or activities with their conditions, and reports unknown ones.
    fn named(
        &mut self,
        raw: &std::collections::BTreeMap<Text, Text>,
        known: &[&str],
        sort: &str,
        code: Code,
    ) -> Vec<(String, Node)> {
        let mut found = Vec::new();
        for (name, text) in raw {
            if !known.contains(&name.as_str()) {
                self.unknown(code, sort, name, known);
            }
            found.extend(self.expression(text, false).map(|node| (name.to_string(), node)));
        }
        found
    }

    fn expression(&mut self, text: &Text, entry: bool) -> Option<Node> {
        // A text on one line begins in the file after one quotation mark.
        let place = |span: &std::ops::Range<usize>| {
            let start = text.span().start + 1;
            start + span.start..start + span.end
        };
        match expr::parse(text) {
            Err(error) => {
                let problem = Diagnostic::error(Code::ExpressionSyntax, error.message.clone());
                let problem = problem.at(self.file, place(&error.span), "here");
                let help = error.help.into_iter();
                self.report.push(help.fold(problem, |problem, help| problem.help(help)));
                None
            }
            Ok(node) => {
                if let Some(flaw) = evaluate::check(&node, entry) {
                    let problem = Diagnostic::error(Code::UnknownInput, flaw.message)
                        .at(self.file, place(&flaw.span), "not a name of stat blocks")
                        .did_you_mean_or_list(&flaw.word, scope::known_names());
                    self.report.push(problem);
                    return None;
                }
                Some(node)
            }
        }
    }

    fn unknown(&mut self, code: Code, sort: &str, name: &Text, known: &[&str]) {
        let known = known.iter().copied();
        rules::dictionary::unknown(&mut self.report, code, sort, self.file, name, known);
    }
}
