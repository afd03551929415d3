//! Names that a ruleset declares, and every place where they stand.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rules::expand::filled_texts;

use crate::layout::{is_inside, is_rules};
use crate::schema::{self, Schema};
use crate::syntax::{Item, Role, Scan, scan};
use crate::text::lines;
use crate::uses::{self, Sort, Use, names};

/// A declared name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) sort: Sort,
    pub(crate) name: String,
    /// File below the ruleset's folder, and span of the name.
    pub(crate) file: String,
    pub(crate) span: Range<usize>,
    /// Its label for people, if it has one.
    pub(crate) title: Option<String>,
    /// Index of the rule that it stands in; for a rule its own.
    pub(crate) rule: Option<usize>,
}

/// A rule with its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RuleText {
    pub(crate) id: String,
    pub(crate) says: String,
    pub(crate) section: String,
}

/// A place where a name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    pub(crate) file: String,
    pub(crate) span: Range<usize>,
    pub(crate) sort: Sort,
    /// The declared name. The text of the place is another one for an option, which may go without
    /// the ruleset's prefix.
    pub(crate) name: String,
}

/// All names of a ruleset.
#[derive(Debug, Default)]
pub(crate) struct Index {
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) rules: Vec<RuleText>,
    pub(crate) occurrences: Vec<Occurrence>,
    /// The prefix of rule ids, with its dot.
    pub(crate) prefix: String,
    by_name: BTreeMap<(Sort, String), usize>,
}

impl Index {
    /// Scans the files of a ruleset. Files may be half typed.
    pub(crate) fn of(files: &BTreeMap<String, Arc<str>>) -> Index {
        let mut index = Index::default();
        let scanned: Vec<Part> = files.iter().flat_map(|(name, text)| parts(name, text)).collect();
        for part in scanned.iter().filter(|part| &*part.file == "ruleset.toml") {
            let is_prefix = |it: &&Item| it.role == Role::Value && it.path == ["prefix"];
            if let Some(prefix) = part.scan.items.iter().find(is_prefix) {
                index.prefix = format!("{}.", &part.text[prefix.span.clone()]);
            }
        }
        scanned.iter().for_each(|part| index.declare(part));
        // Encounters may declare more; the names of the rules come first.
        index.declarations.sort_by_key(|it| !is_rules(&it.file));
        for (at, declaration) in index.declarations.iter().enumerate() {
            let key = (declaration.sort, declaration.name.clone());
            index.by_name.entry(key).or_insert(at);
        }
        scanned.iter().for_each(|part| index.find_uses(part));
        files.iter().for_each(|(name, text)| index.find_in_prose(name, text));
        index.occurrences.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
        index.occurrences.dedup();
        index
    }

    /// Returns a declaration by sort and name.
    pub(crate) fn find(&self, sort: Sort, name: &str) -> Option<&Declaration> {
        let at = self.by_name.get(&(sort, name.to_owned()))?;
        self.declarations.get(*at)
    }

    /// Returns the name that stands at an offset of a file.
    pub(crate) fn at(&self, file: &str, offset: usize) -> Option<&Occurrence> {
        let is_there =
            |it: &&Occurrence| it.file == file && it.span.start <= offset && offset <= it.span.end;
        // Between two names that touch, such as a prefix and its base, the second one counts.
        self.occurrences.iter().rev().find(is_there)
    }

    /// Returns the declaration that a name in a file means: one of the same file, otherwise the
    /// first one.
    pub(crate) fn declaration_of(&self, occurrence: &Occurrence) -> Option<&Declaration> {
        let Occurrence { sort, name, file, .. } = occurrence;
        let mut same = self.declarations.iter().filter(|it| it.sort == *sort && it.name == *name);
        let beside = same.find(|it| it.file == *file);
        beside.or_else(|| self.find(*sort, name))
    }

    /// Returns the text of the rule that a declaration stands in.
    pub(crate) fn rule_of(&self, declaration: &Declaration) -> Option<&RuleText> {
        self.rules.get(declaration.rule?)
    }

    /// Returns every place where a name stands.
    pub(crate) fn all(&self, sort: Sort, name: &str) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |it| it.sort == sort && it.name == name)
    }

    fn declare(&mut self, part: &Part) {
        let Part { file, text, scan, schema, .. } = part;
        let mut rule = None;
        for (at, item) in scan.items.iter().enumerate() {
            if item.role == Role::Header && item.path.is_empty() && part.text_of(item) == "rule" {
                let is_new = scan.items.get(at + 1).is_none_or(|next| next.role != Role::Header);
                if is_new {
                    rule = Some(self.rules.len());
                    self.rules.push(RuleText::default());
                }
            }
            let (Role::Value, Some((key, around))) = (item.role, item.path.split_last()) else {
                continue;
            };
            let Some(table) = schema.table_at(around) else { continue };
            let value = part.text_of(item).to_owned();
            if let (Some(rule), "Rule") = (rule, table) {
                match key.as_str() {
                    "id" => self.rules[rule].id.clone_from(&value),
                    "says" => self.rules[rule].says.clone_from(&value),
                    "section" => self.rules[rule].section.clone_from(&value),
                    _ => {}
                }
            }
            let names = part.texts_of(item);
            let sort = match (table, key.as_str()) {
                (table, "id") => uses::declared_by(table),
                ("Activity", "tags") => Some(Sort::Tag),
                ("SideSetup", "name") => Some(Sort::Side),
                _ => None,
            };
            let mut declare = |sort, name: String| {
                let title = sibling(scan, item, "name").map(|span| text[span].to_owned());
                let title = title.filter(|_| !matches!(sort, Sort::Tag));
                let (file, span) = (file.clone(), part.placed(&item.span));
                self.declarations.push(Declaration { sort, name, file, span, title, rule });
            };
            if let Some(sort) = sort {
                names.iter().for_each(|name| declare(sort, (*name).to_owned()));
            }
            // A rule with values is an option, named with or without the prefix.
            if table == "Rule" && key == "id" && sibling(scan, item, "values").is_some() {
                for name in names {
                    let short = name.strip_prefix(&format!("{}opt.", self.prefix));
                    declare(Sort::Option, short.unwrap_or(name).to_owned());
                }
            }
        }
    }

    fn find_uses(&mut self, part: &Part) {
        for item in &part.scan.items {
            let text = part.text_of(item);
            let mut found: Vec<(Range<usize>, Sort, String)> = Vec::new();
            match item.role {
                Role::Value if part.filled.contains_key(&item.span.start) => {
                    // Names in a text with parameters all stand at the whole text.
                    for text in part.texts_of(item) {
                        self.in_value(part, item, text, &mut found);
                    }
                    found.iter_mut().for_each(|(span, ..)| *span = 0..item.span.len());
                }
                Role::Value => self.in_value(part, item, text, &mut found),
                Role::Key | Role::Header => {
                    let Some((key, around)) = item.path.split_last() else { continue };
                    let Some(table) = part.schema.table_at(around) else { continue };
                    for &sort in uses::of_keys(table, key) {
                        self.push(sort, text, 0..text.len(), &mut found);
                    }
                }
            }
            for (span, sort, name) in found {
                let start = item.span.start;
                let span = part.placed(&(start + span.start..start + span.end));
                self.occurrences.push(Occurrence { file: part.file.clone(), span, sort, name });
            }
        }
    }

    fn in_value(
        &self,
        part: &Part,
        item: &Item,
        text: &str,
        found: &mut Vec<(Range<usize>, Sort, String)>,
    ) {
        let Some((key, around)) = item.path.split_last() else { return };
        let Some(table) = part.schema.table_at(around) else {
            return self.below(part, item, found);
        };
        let whole = 0..text.len();
        if key == "id"
            && let Some(sort) = uses::declared_by(table)
        {
            found.push((whole, sort, text.to_owned()));
            return;
        }
        if (table, key.as_str()) == ("SideSetup", "name") {
            found.push((whole, Sort::Side, text.to_owned()));
            return;
        }
        match uses::of_value(table, key) {
            Some(Use::Name(sorts)) => {
                if let Some(&sort) = sorts.iter().find(|sort| self.find(**sort, text).is_some()) {
                    self.push(sort, text, whole, found);
                } else if sorts.contains(&Sort::Prefix) || sorts.contains(&Sort::Base) {
                    self.in_kinds(text, found);
                } else if let Some(&sort) = sorts.first() {
                    // A slot of a body part: `P@*`.
                    let length = text.find('@').unwrap_or(text.len());
                    self.push(sort, &text[..length], 0..length, found);
                }
            }
            Some(Use::Expr) => self.in_expression(text, 0, found),
            Some(Use::Kinds) => match self.find(Sort::Preset, text) {
                Some(_) => self.push(Sort::Preset, text, whole, found),
                None => self.in_kinds(text, found),
            },
            Some(Use::Text) => {
                for span in braces(text) {
                    self.in_expression(&text[span.clone()], span.start, found);
                }
            }
            Some(Use::Activities) => match text.strip_prefix("tag:") {
                Some(tag) => self.push(Sort::Tag, tag, 4..text.len(), found),
                None => self.push(Sort::Activity, text, whole, found),
            },
            Some(Use::Pile) => {
                let from = text.find('.').map_or(0, |dot| dot + 1);
                self.push(Sort::Pile, &text[from..], from..text.len(), found);
            }
            Some(Use::Words(_)) | None => {}
        }
    }

    /// Finds uses in a value below a key whose own keys are names, such as `parts` and `caps`.
    fn below(&self, part: &Part, item: &Item, found: &mut Vec<(Range<usize>, Sort, String)>) {
        let [around @ .., key, _] = item.path.as_slice() else { return };
        let Some(table) = part.schema.table_at(around) else { return };
        let text = part.text_of(item);
        match (table, key.as_str()) {
            ("Creature" | "Combatant", "parts") => self.in_kinds(text, found),
            ("Creature" | "Combatant", "caps") => self.in_expression(text, 0, found),
            ("Creature" | "Combatant", "cards") => {
                // `2 strike` are two of them.
                let from = text.rfind(' ').map_or(0, |blank| blank + 1);
                self.push(Sort::Card, &text[from..], from..text.len(), found);
            }
            ("Fills", "then") => self.push(Sort::Condition, text, 0..text.len(), found),
            _ => {}
        }
    }

    /// Adds an occurrence of a name if it is declared.
    fn push(
        &self,
        sort: Sort,
        name: &str,
        span: Range<usize>,
        found: &mut Vec<(Range<usize>, Sort, String)>,
    ) {
        if self.find(sort, name).is_some() {
            found.push((span, sort, name.to_owned()));
        } else if sort == Sort::Base {
            let start = span.start;
            let mut inside = Vec::new();
            self.in_kinds(name, &mut inside);
            found.extend(
                inside
                    .into_iter()
                    .map(|(span, sort, name)| (start + span.start..start + span.end, sort, name)),
            );
        }
    }

    fn in_expression(
        &self,
        text: &str,
        start: usize,
        found: &mut Vec<(Range<usize>, Sort, String)>,
    ) {
        for word in uses::in_expression(text) {
            let name = &text[word.span.clone()];
            let span = start + word.span.start..start + word.span.end;
            let sort = word.sorts.iter().find(|sort| self.find(**sort, name).is_some());
            if let Some(&sort) = sort.or(word.sorts.first()) {
                self.push(sort, name, span, found);
            }
        }
    }

    /// Finds prefixes and bases in kinds and amounts such as `1OppF+2P`.
    fn in_kinds(&self, text: &str, found: &mut Vec<(Range<usize>, Sort, String)>) {
        let mut start = 0;
        for word in text.split_inclusive(|letter: char| !letter.is_alphanumeric()) {
            let letters = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
            let digits =
                letters.len() - letters.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let mut kind = Vec::new();
            if self.split(&letters[digits..], start + digits, &mut kind) {
                found.append(&mut kind);
            }
            start += word.len();
        }
    }

    /// Splits a kind into prefixes and a base, the longest prefix first, as the loader does.
    fn split(
        &self,
        text: &str,
        start: usize,
        found: &mut Vec<(Range<usize>, Sort, String)>,
    ) -> bool {
        if text.is_empty() {
            return false;
        }
        if self.find(Sort::Base, text).is_some() {
            found.push((start..start + text.len(), Sort::Base, text.to_owned()));
            return true;
        }
        let lengths = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let lengths: Vec<usize> = lengths.collect();
        for &length in lengths.iter().rev() {
            let prefix = &text[..length];
            if self.find(Sort::Prefix, prefix).is_none() {
                continue;
            }
            let kept = found.len();
            found.push((start..start + length, Sort::Prefix, prefix.to_owned()));
            if length == text.len() || self.split(&text[length..], start + length, found) {
                return true;
            }
            found.truncate(kept);
        }
        false
    }

    /// Finds rule ids in scenarios and in lists of sources, and activities in commands.
    fn find_in_prose(&mut self, file: &str, text: &str) {
        let is_scenario = is_inside(file, "scenarios", "md");
        if !is_scenario && !is_inside(file, "sources", "toml") {
            return;
        }
        for line in lines(text) {
            let command = text[line.clone()].strip_prefix("> ").filter(|_| is_scenario);
            let after_name = command.and_then(|it| it.find(": ")).map(|at| line.start + at + 4);
            for span in names(&text[line.clone()]) {
                let span = line.start + span.start..line.start + span.end;
                let name = &text[span.clone()];
                let sort = match after_name == Some(span.start) {
                    true => Sort::Activity,
                    false => Sort::Rule,
                };
                if self.find(sort, name).is_some() {
                    let (file, name) = (file.to_owned(), name.to_owned());
                    self.occurrences.push(Occurrence { file, span, sort, name });
                }
            }
        }
    }
}

/// A text that is TOML: a file, or a block `setup` of a scenario.
struct Part {
    file: String,
    text: Arc<str>,
    /// For each line of the text, its offset in the file.
    line_starts: Option<Vec<usize>>,
    scan: Scan,
    schema: &'static Schema,
    /// Texts that values with the parameters of a `for` become, by the start of the value.
    filled: BTreeMap<usize, Vec<String>>,
}

impl Part {
    fn text_of(&self, item: &Item) -> &str {
        &self.text[item.span.clone()]
    }

    /// Returns the texts that a value stands for: its own, or one for each element that a `for`
    /// makes.
    fn texts_of(&self, item: &Item) -> Vec<&str> {
        match self.filled.get(&item.span.start) {
            Some(texts) => texts.iter().map(String::as_str).collect(),
            None => vec![self.text_of(item)],
        }
    }

    /// Returns the span in the file of a span of the text.
    fn placed(&self, span: &Range<usize>) -> Range<usize> {
        let Some(starts) = &self.line_starts else { return span.clone() };
        let place = |offset: usize| {
            let before = &self.text[..offset];
            let line = before.matches('\n').count();
            let column = offset - before.rfind('\n').map_or(0, |at| at + 1);
            starts.get(line).map_or(0, |start| start + column)
        };
        place(span.start)..place(span.end)
    }
}

/// Returns the TOML of a file: the file itself, or the blocks `setup` of scenarios.
fn parts(file: &str, text: &Arc<str>) -> Vec<Part> {
    let Some(schema) = schema::of_file(file) else { return Vec::new() };
    if !file.ends_with(".md") {
        let (file, text) = (file.to_owned(), text.clone());
        let (scan, filled) = (scan(&text), filled(&text));
        return vec![Part { file, scan, text, line_starts: None, schema, filled }];
    }
    setups(text)
        .into_iter()
        .map(|block| {
            let file_text = text;
            let mut text = String::new();
            let mut starts = Vec::new();
            for line in lines(&file_text[block.clone()]) {
                starts.push(block.start + line.start);
                text.push_str(&file_text[block.start + line.start..block.start + line.end]);
                text.push('\n');
            }
            let (file, scan, line_starts) = (file.to_owned(), scan(&text), Some(starts));
            let filled = filled(&text);
            Part { file, scan, text: text.into(), line_starts, schema, filled }
        })
        .collect()
}

/// Returns the texts that values with parameters become, by the start of the value inside its
/// quotes.
fn filled(text: &str) -> BTreeMap<usize, Vec<String>> {
    let mut all: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (span, text) in filled_texts(text) {
        let texts = all.entry(span.start + 1).or_default();
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    all
}

/// Returns the spans of the blocks `setup` of a file of scenarios, without their fences.
pub(crate) fn setups(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut open: Option<(bool, usize)> = None;
    for line in lines(text) {
        let Some(fence) = text[line.clone()].strip_prefix("```") else { continue };
        open = match open {
            None => {
                let after = text[line.end..].find('\n').map_or(text.len(), |at| line.end + at + 1);
                Some((fence.trim() == "setup", after))
            }
            Some((is_setup, start)) => {
                if is_setup && start < line.start {
                    blocks.push(start..line.start);
                }
                None
            }
        };
    }
    // The block being typed has no end yet.
    if let Some((true, start)) = open {
        blocks.push(start..text.len());
    }
    blocks
}

/// Returns the span of the value of another key in the same table.
fn sibling(scan: &Scan, item: &Item, key: &str) -> Option<Range<usize>> {
    let (_, around) = item.path.split_last()?;
    let is_sibling = |it: &&Item| {
        it.role == Role::Value
            && it.table == item.table
            && it.path.split_last().is_some_and(|(its, path)| its == key && path == around)
    };
    scan.items.iter().find(is_sibling).map(|it| it.span.clone())
}

/// Returns the spans of expressions in braces.
fn braces(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => start = Some(at + 1),
            '}' => spans.extend(start.take().map(|start| start..at)),
            _ => {}
        }
    }
    spans
}
