//! Reads the files of guidelines and looks up every name; reports all mistakes together.

use std::collections::HashMap;
use std::path::Path;

use rules::Parsed;
use rules::diagnostic::{Code, Diagnostic, FileId, Files, Report};
use rules::raw::{At, Text};
use rules::source::{SourceFile, embedded_file, embedded_list, read, read_text};

use super::model::{Entry, Fact, Facts, Gives, Guidelines, Known, Rank};
use super::raw;
use super::words::normal;

/// Most facts: they are bits of one word, with one to spare.
const FACTS_MAX: usize = 63;
/// Most subtypes, for the same reason.
const SUBTYPES_MAX: usize = 63;
const FOLDER: &str = "convert";

impl Guidelines {
    /// Returns the files of the folder `convert` of a built-in ruleset.
    pub fn embedded(ruleset: &str) -> Vec<SourceFile> {
        let paths = embedded_list(ruleset, FOLDER).into_iter();
        let file = |path: String| {
            let text = embedded_file(ruleset, &path)?.into();
            Some(SourceFile { path, text })
        };
        paths.filter_map(file).collect()
    }

    /// Returns the files of the folder `convert` of a ruleset on disk; none if there is no such
    /// folder.
    pub fn folder(ruleset: &Path) -> Result<Vec<SourceFile>, Diagnostic> {
        let Ok(listing) = std::fs::read_dir(ruleset.join(FOLDER)) else { return Ok(Vec::new()) };
        let paths = listing.filter_map(|entry| Some(entry.ok()?.path()));
        let mut paths: Vec<_> =
            paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
        paths.sort_unstable();
        let mut files = Vec::new();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = read_text(&path)?.into();
            files.push(SourceFile { path: format!("{FOLDER}/{name}"), text });
        }
        Ok(files)
    }

    /// Reads guidelines that cite the rules of `parsed`.
    pub fn read(sources: &[SourceFile], parsed: &Parsed) -> Result<Guidelines, (Report, Files)> {
        let mut files = parsed.files.clone();
        let mut reader = Reader::new(parsed);
        let mut raw = Vec::new();
        for source in sources {
            let file = files.add(&*source.path, &*source.text);
            if let Some(one) = read::<raw::Convert>(&source.text, file, &files, &mut reader.report)
            {
                raw.push((file, one));
            }
        }
        reader.report.set_files(&files);
        reader.vocabulary(&raw);
        for (file, one) in &raw {
            one.listed.iter().for_each(|entry| reader.entry(*file, entry, true));
        }
        for (file, one) in &raw {
            one.guideline.iter().for_each(|entry| reader.entry(*file, entry, false));
        }
        reader.exceptions();
        let Reader { mut out, report, .. } = reader;
        out.rules = known(parsed);
        if report.has_errors() { Err((report, files)) } else { Ok(out) }
    }
}

fn known(parsed: &Parsed) -> Vec<Known> {
    let rules = parsed.rules.iter().map(|located| &located.rule);
    rules.map(|rule| Known { id: rule.id.to_string(), says: rule.says.to_string() }).collect()
}

struct Reader<'p> {
    out: Guidelines,
    report: Report,
    rules: HashMap<&'p str, usize>,
    /// Facts by name.
    facts: HashMap<String, usize>,
    /// Exceptions named by entries, checked at the end.
    departures: Vec<(FileId, Text, usize)>,
}

impl<'p> Reader<'p> {
    fn new(parsed: &'p Parsed) -> Reader<'p> {
        let rules = parsed.rules.iter().enumerate();
        Reader {
            out: Guidelines::default(),
            report: Report::default(),
            rules: rules.map(|(at, located)| (located.rule.id.as_str(), at)).collect(),
            facts: HashMap::new(),
            departures: Vec::new(),
        }
    }

    /// Reads families, subtypes, fillers and facts of all files.
    fn vocabulary(&mut self, raw: &[(FileId, raw::Convert)]) {
        for (_, one) in raw {
            let texts = |list: &[Text]| list.iter().map(owned).collect::<Vec<_>>();
            self.out.families.extend(texts(&one.families));
            self.out.subtypes.extend(texts(&one.subtypes));
            self.out.fillers.extend(texts(&one.fillers));
            self.out.idle.extend(texts(&one.idle));
            self.out.numbers.extend(texts(&one.numbers));
            let plain = |list: &[Text]| {
                let fillers = &self.out.fillers;
                list.iter().map(|word| normal(word, fillers)).collect::<Vec<_>>()
            };
            let (leading, trailing) = (plain(&one.leading), plain(&one.trailing));
            self.out.leading.extend(leading);
            self.out.trailing.extend(trailing);
        }
        // The longest come first: a combat maneuver is more than a maneuver.
        self.out.leading.sort_by_key(|words| std::cmp::Reverse(words.len()));
        self.out.trailing.sort_by_key(|words| std::cmp::Reverse(words.len()));
        let facts = || raw.iter().flat_map(|(file, one)| one.fact.iter().map(|it| (*file, it)));
        for (file, fact) in facts() {
            let at = self.facts.len();
            if at == FACTS_MAX || self.facts.contains_key(fact.id.as_str()) {
                let message = match at {
                    FACTS_MAX => format!("more than {FACTS_MAX} facts"),
                    _ => format!("two facts are called \"{}\"", &*fact.id),
                };
                let problem = Diagnostic::error(Code::DuplicateName, message);
                self.report.push(problem.at(file, fact.id.span(), ""));
                return;
            }
            self.facts.insert(fact.id.to_string(), at);
            let set = 1 << at;
            match fact.sort {
                raw::Sort::Action => self.out.actions |= set,
                raw::Sort::Kind => self.out.kinds |= set,
                raw::Sort::Flag => {}
            }
            if fact.own_name {
                self.out.own_names |= set;
            }
            if fact.aside {
                self.out.aside |= set;
            }
            if fact.counted {
                self.out.counted |= set;
            }
            if fact.measure {
                self.out.measures |= set;
            }
            if fact.passing {
                self.out.passing |= set;
            }
            if fact.unsettled {
                self.out.unsettled |= set;
            }
        }
        if self.out.subtypes.len() > SUBTYPES_MAX {
            self.out.subtypes.truncate(SUBTYPES_MAX);
            let message = format!("more than {SUBTYPES_MAX} subtypes");
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
        }
        for (file, fact) in facts() {
            self.fact(file, fact);
        }
    }

    fn fact(&mut self, file: FileId, raw: &raw::Fact) {
        let otherwise = raw.otherwise.as_ref().and_then(|word| self.fact_number(file, word));
        let because = raw.because.iter().filter_map(|id| self.rule(file, id)).collect();
        let always = raw.always.as_ref().and_then(|word| self.family(file, word));
        let Some(own) = self.fact_number(file, &raw.id) else { return };
        let says = 1 << own | self.set(file, &raw.implies);
        for word in std::iter::once(&raw.id).chain(&raw.words) {
            let phrase = normal(word, &self.out.fillers);
            let before = self.out.phrases.insert(phrase.clone(), says);
            if before.is_some_and(|before| before != says) {
                let message = format!("two facts are said by \"{phrase}\"");
                let problem = Diagnostic::error(Code::DuplicateName, message);
                self.report.push(problem.at(file, word.span(), ""));
            }
            self.out.longest = self.out.longest.max(phrase.split(' ').count());
        }
        for name in &raw.called {
            let key = normal(name, &self.out.fillers);
            *self.out.called.entry(key).or_default() |= says;
        }
        self.out.facts.push(Fact {
            id: raw.id.to_string(),
            sort: raw.sort,
            otherwise,
            rounds: raw.rounds.as_ref().map(|rounds| **rounds),
            always,
            because,
        });
    }

    fn entry(&mut self, file: FileId, raw: &raw::Entry, listed: bool) {
        // An unknown rule is reported, and the entry is still checked for other mistakes.
        let rule = self.rule(file, &raw.rule).unwrap_or_default();
        let of_family = raw.of_family.as_ref().and_then(|word| self.family(file, word));
        let rank = match (listed, raw.names.is_empty()) {
            (true, false) => Rank::Name,
            (true, true) => Rank::Facts,
            (false, _) if of_family.is_some() => Rank::Family,
            (false, _) => Rank::Guideline,
        };
        let selects = [&raw.all, &raw.any, &raw.none].iter().any(|list| !list.is_empty());
        let misplaced = match rank {
            Rank::Name => selects.then_some("what is listed by name needs no facts"),
            Rank::Family => selects.then_some("what fills the gaps of a family needs no facts"),
            _ if !listed && !raw.names.is_empty() => Some("only listed entries have names"),
            _ if raw.whatever || !raw.even.is_empty() => Some("it is not listed by name"),
            _ => (!selects).then_some("it matches everything"),
        };
        if let Some(message) = misplaced {
            let problem = Diagnostic::error(Code::InvalidValue, message);
            self.report.push(problem.at(file, raw.rule.span(), "in this entry"));
        }
        let may_by = match &raw.may_by {
            Some(id) => self.rule(file, id).unwrap_or(rule),
            None => rule,
        };
        let entry = Entry {
            number: self.out.entries.len(),
            rule,
            also: raw.also.iter().filter_map(|id| self.rule(file, id)).collect(),
            rank,
            names: raw.names.iter().map(owned).collect(),
            even: self.set(file, &raw.even),
            whatever: raw.whatever,
            all: self.set(file, &raw.all),
            any: self.set(file, &raw.any),
            none: self.set(file, &raw.none),
            over_rounds: raw.over_rounds.as_ref().map_or(0, |rounds| **rounds),
            max_rounds: raw.max_rounds.as_ref().map_or(u32::MAX, |rounds| **rounds),
            of_family,
            except: raw.except.iter().filter_map(|id| self.rule(file, id)).collect(),
            gives: self.gives(file, raw),
            asks: raw.asks.as_ref().map(owned),
            may: raw.may.as_ref().map(|text| (may_by, text.to_string())),
        };
        for id in &raw.except {
            let number = self.rules.get(id.as_str()).copied();
            self.departures.extend(number.map(|number| (file, id.clone(), number)));
        }
        let at = self.out.entries.len();
        for name in &raw.names {
            self.name(file, name, at);
        }
        self.out.entries.push(entry);
    }

    fn gives(&mut self, file: FileId, raw: &raw::Entry) -> Gives {
        let acts = match (&raw.acts, &raw.acts_each) {
            (Some(_), Some(each)) => {
                let problem = Diagnostic::error(Code::InvalidValue, "acts are said twice");
                self.report.push(problem.at(file, each.span(), "beside `acts`"));
                None
            }
            (Some(acts), None) => Some((**acts, false)),
            (None, each) => each.as_ref().map(|each| (**each, true)),
        };
        Gives {
            family: raw.family.as_ref().and_then(|word| self.family(file, word)),
            acts,
            or_more: raw.or_more,
            subtypes: raw.subtypes.as_ref().map(|list| self.subtypes(file, list)),
            adds: self.subtypes(file, &raw.adds),
            splitting: raw.splitting.as_ref().map(owned),
            limit: raw.limit.as_ref().map(owned),
            tied: raw.tied,
            usually: raw.usually,
        }
    }

    /// Adds a name by which an entry is listed; reports a name that another entry has.
    fn name(&mut self, file: FileId, name: &Text, entry: usize) {
        let key = normal(name, &self.out.fillers);
        // Spellings that differ only in fillers are the same name.
        if *self.out.names.entry(key).or_insert(entry) != entry {
            let message = format!("two entries are called \"{}\"", &**name);
            let problem = Diagnostic::error(Code::DuplicateName, message);
            self.report.push(problem.at(file, name.span(), ""));
        }
    }

    /// Reports exceptions to rules that have neither a guideline nor a listed entry.
    fn exceptions(&mut self) {
        for (file, id, rule) in std::mem::take(&mut self.departures) {
            if !self.out.entries.iter().any(|entry| entry.rule == rule) {
                let message = format!("nothing is said here because of {}", &*id);
                let problem = Diagnostic::error(Code::InvalidValue, message);
                self.report.push(problem.at(file, id.span(), "so nothing can depart from it"));
            }
        }
    }

    fn rule(&mut self, file: FileId, id: &Text) -> Option<usize> {
        let found = self.rules.get(id.as_str()).copied();
        if found.is_none() {
            let known = self.rules.keys();
            let problem = Diagnostic::error(Code::UnknownRule, format!("no rule {}", &**id))
                .at(file, id.span(), "")
                .did_you_mean(id, known);
            self.report.push(problem);
        }
        found
    }

    fn set(&mut self, file: FileId, words: &[Text]) -> Facts {
        words
            .iter()
            .filter_map(|word| self.fact_number(file, word))
            .fold(0, |set, at| set | 1 << at)
    }

    fn fact_number(&mut self, file: FileId, word: &Text) -> Option<usize> {
        let found = self.facts.get(word.as_str()).copied();
        if found.is_none() {
            let names: Vec<&String> = self.facts.keys().collect();
            let problem = unknown("fact", word, file, &names);
            self.report.push(problem);
        }
        found
    }

    fn family(&mut self, file: FileId, word: &Text) -> Option<usize> {
        let found = self.out.families.iter().position(|family| family == word.as_str());
        if found.is_none() {
            self.report.push(unknown("family", word, file, &self.out.families));
        }
        found
    }

    fn subtypes(&mut self, file: FileId, words: &[Text]) -> u64 {
        let mut set = 0;
        for word in words {
            match self.out.subtypes.iter().position(|subtype| subtype == word.as_str()) {
                Some(at) => set |= 1 << at,
                None => self.report.push(unknown("subtype", word, file, &self.out.subtypes)),
            }
        }
        set
    }
}

fn unknown<T: AsRef<str>>(what: &str, word: &At<String>, file: FileId, known: &[T]) -> Diagnostic {
    Diagnostic::error(Code::UnknownVariant, format!("no {what} \"{}\"", &**word))
        .at(file, word.span(), "")
        .did_you_mean(word, known)
}

fn owned(text: &Text) -> String {
    text.get().clone()
}
