//! The manual: pages about every rule of a ruleset, generated from its files and scenarios, and
//! pages about every key of every file and every diagnostic.
//!
//! Pages are Markdown for the book; each rule has its id as an anchor. They do not depend on the
//! time or place of generation, so that committed pages can be compared with fresh ones.

mod activities;
mod keys;
mod rule;
mod summary;

pub use keys::{KEYS, keys};
pub use summary::summary;

use std::collections::BTreeMap;

use rules::diagnostic::{Code, FileId};
use rules::raw::Rule;
use rules::source::Located;

use crate::corpus::Corpus;

/// A page of the manual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Path below the folder of the manual: `collective/limits.md`.
    pub path: String,
    /// Markdown text; the first line is the title.
    pub text: String,
}

/// Path of the page about all diagnostics.
pub const DIAGNOSTICS: &str = "diagnostics.md";

/// Returns the pages about a ruleset: an overview, the table of activities, then one per file of
/// rules.
pub fn pages(corpus: &Corpus) -> Vec<Page> {
    let id = corpus.parsed.manifest.id.to_string();
    let manual = Manual { corpus, id, homes: homes(corpus), claims: claims(corpus) };
    let mut files: BTreeMap<FileId, Vec<&Rule>> = BTreeMap::new();
    for Located { file, rule } in &corpus.parsed.rules {
        files.entry(*file).or_default().push(rule);
    }
    let mut pages = vec![manual.overview(&files), manual.activities()];
    pages.extend(files.iter().map(|(file, rules)| manual.file(*file, rules)));
    pages
}

/// Returns the page about all diagnostics.
pub fn diagnostics() -> Page {
    let mut text = "# Diagnostics\n\nWhat can be wrong with a file, by the code that is shown \
                    with it.\n"
        .to_owned();
    for code in Code::ALL {
        let (number, name) = (code.number(), code.name());
        let (meaning, fix) = (code.meaning(), code.fix());
        text.push_str(&format!(
            "\n<a id=\"{number}\"></a>\n\n## {number} {name}\n\n{meaning} {fix}\n"
        ));
    }
    Page { path: DIAGNOSTICS.to_owned(), text }
}

/// Source of the pages of one ruleset.
struct Manual<'c> {
    corpus: &'c Corpus,
    id: String,
    /// Page of each rule, without the file extension.
    homes: BTreeMap<&'c str, String>,
    /// Scenarios by the rules that they claim: file and name.
    claims: BTreeMap<&'c str, Vec<(&'c str, &'c str)>>,
}

/// Returns the name of a file without folder and extension: `limits` for `rules/limits.toml`.
fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

fn homes(corpus: &Corpus) -> BTreeMap<&str, String> {
    let home = |file: FileId| stem(corpus.parsed.files.name(file)).to_owned();
    corpus.parsed.rules.iter().map(|one| (one.rule.id.as_str(), home(one.file))).collect()
}

fn claims(corpus: &Corpus) -> BTreeMap<&str, Vec<(&str, &str)>> {
    let mut claims: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for case in &corpus.cases {
        for rule in &case.scenario.covers {
            let scenario = (stem(&case.file), case.scenario.name.as_str());
            claims.entry(rule.as_str()).or_default().push(scenario);
        }
    }
    claims
}

impl Manual<'_> {
    fn overview(&self, files: &BTreeMap<FileId, Vec<&Rule>>) -> Page {
        let manifest = &self.corpus.parsed.manifest;
        let mut text = format!(
            "# {}\n\nThe ruleset `{}`, version {}, after {}.\n\n## Files\n\n",
            &*manifest.title, self.id, &*manifest.version, &*manifest.source
        );
        for (file, rules) in files {
            let name = stem(self.corpus.parsed.files.name(*file));
            let about = self.about(*file);
            let rules = match rules.len() {
                1 => "1 rule".to_owned(),
                count => format!("{count} rules"),
            };
            text.push_str(&format!("- [{name}]({}/{name}.md), {rules}. {about}\n", self.id));
        }
        let page = activities::PAGE;
        text.push_str(&format!(
            "\nEvery command with what goes with it: [table of activities]({}/{page}).\n",
            self.id
        ));
        text.push_str(&self.options());
        Page { path: format!("{}.md", self.id), text }
    }

    /// Returns a table of all options.
    fn options(&self) -> String {
        let rules = self.corpus.parsed.rules.iter().map(|located| &*located.rule);
        let options: Vec<&Rule> = rules.filter(|rule| !rule.values.is_empty()).collect();
        if options.is_empty() {
            return String::new();
        }
        let mut text = "\n## Options\n\n| option | values, the default first | what it decides \
                        |\n| --- | --- | --- |\n"
            .to_owned();
        let prefix = format!("{}.opt.", &*self.corpus.parsed.manifest.prefix);
        for rule in options {
            let id = rule.id.as_str();
            let name = id.strip_prefix(&prefix).unwrap_or(id);
            let home = &self.homes[id];
            let values: Vec<String> =
                rule.values.iter().map(|value| format!("`{}`", &**value)).collect();
            let says = rule.says.replace('|', "\\|");
            text.push_str(&format!(
                "| [`{name}`]({}/{home}.md#{id}) | {} | {says} |\n",
                self.id,
                values.join(", ")
            ));
        }
        text
    }

    fn file(&self, file: FileId, rules: &[&Rule]) -> Page {
        let name = stem(self.corpus.parsed.files.name(file));
        let mut text = format!("# {}: {name}\n", self.id);
        let about = self.about(file);
        if !about.is_empty() {
            text.push_str(&format!("\n{about}\n"));
        }
        for rule in rules {
            text.push_str(&self.rule(rule));
        }
        Page { path: format!("{}/{name}.md", self.id), text }
    }

    /// Returns the comment at the beginning of a file.
    fn about(&self, file: FileId) -> String {
        let lines = self.corpus.parsed.files.text(file).lines();
        let remark: Vec<&str> =
            lines.map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
        remark.join(" ").trim().to_owned()
    }
}

#[cfg(test)]
mod book;
#[cfg(test)]
mod tests;
