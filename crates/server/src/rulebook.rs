//! Rulebooks to read: those that come with the program, and those of the user.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use import::Target;
use rules::source::{embedded_file, embedded_names, own_names};
use rules::{Compiled, Setup, Sheet, raw};
use sim::corpus::Corpus;
use sim::elements::elements;
use sim::examples::examples;
use sim::scenario::{Item, Scenario as Case};

use crate::failure::Failure;
use crate::library::{Known, shipped};
use crate::wire::{
    Activity, Creature, Element, Example, Explained, Rule, RuleSummary, Rules, Ruleset,
    RulesetSummary, Scenario, Section, Toggle,
};
use crate::work::off_thread;

/// Largest number of rules in one answer.
const RULES_MAX: usize = 500;

/// Cache of the built-in rulebooks read so far. Their files never change, so it needs no
/// invalidation.
#[derive(Debug, Default)]
pub(crate) struct Library {
    books: Mutex<HashMap<String, Arc<Book>>>,
}

/// A rulebook: its corpus, its compiled rules, and its forms.
#[derive(Debug)]
pub(crate) struct Book {
    corpus: Corpus,
    alone: Compiled,
    /// Form for heroes and creatures.
    pub(crate) sheet: Sheet,
    /// Mapping that fills in the form from stat blocks of other programs.
    pub(crate) target: Target,
    /// Cache of the creatures that come with the rulebook, each in the form that is sent. It is
    /// filled by the first search for creatures and lives as long as the book.
    shipped: OnceLock<Vec<(Known, Creature)>>,
}

/// Search terms and page of a rule search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) search: Option<String>,
    pub(crate) section: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) offset: usize,
    pub(crate) limit: usize,
}

/// Rulebooks of games that many people play; lists begin with them.
const WIDELY_PLAYED: [&str; 3] = ["srd-5", "pathfinder-2e", "pathfinder-rae"];

impl Library {
    /// Returns the names of all rulebooks, those that most people play first.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut built_in = embedded_names();
        let rank = |name: &&str| WIDELY_PLAYED.iter().position(|one| one == name);
        built_in.sort_by_key(|name| rank(name).unwrap_or(WIDELY_PLAYED.len()));
        built_in.into_iter().map(str::to_owned).chain(own_names()).collect()
    }

    /// Returns a rulebook. A built-in one is read when first requested.
    pub(crate) async fn book(self: &Arc<Library>, name: &str) -> Result<Arc<Book>, Failure> {
        let is_known = embedded_file(name, "ruleset.toml").is_some()
            || own_names().iter().any(|own| own == name);
        let name = match is_known {
            true => name.to_owned(),
            false => return Err(Failure::not_found("ruleset")),
        };
        let library = self.clone();
        let reading = off_thread(move || {
            let mut books = library.books.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(book) = books.get(&name) {
                return Ok(book.clone());
            }
            let book = Arc::new(Book::read(&name)?);
            // A rulebook of the user may be edited meanwhile, so it is read each time.
            if embedded_names().contains(&name.as_str()) {
                books.insert(name, book.clone());
            }
            Ok(book)
        });
        let unread = || Failure::unavailable("the rulebook cannot be read");
        reading.await.ok_or_else(unread)?
    }
}

impl Book {
    fn read(name: &str) -> Result<Book, Failure> {
        let broken = |what: String| Failure::unavailable(format!("the rulebook {name}: {what}"));
        let corpus = match embedded_names().contains(&name) {
            true => Corpus::embedded(name),
            false => Corpus::open(name),
        };
        let corpus = corpus.map_err(|error| broken(error.to_string()))?;
        let compiled = rules::compile(&Setup::of(corpus.parsed.clone()));
        let (alone, _) = compiled.map_err(|_| broken("does not load".to_owned()))?;
        let sheet = Sheet::of(&corpus.parsed);
        let sheet = sheet.map_err(|_| broken("its sheet does not load".to_owned()))?;
        let target = Target::of(&corpus.parsed);
        let target = target.map_err(|_| broken("its import.toml does not load".to_owned()))?;
        Ok(Book { corpus, alone, sheet, target, shipped: OnceLock::new() })
    }

    /// Returns the creatures that come with the rulebook, each with its stat block.
    pub(crate) fn shipped(&self) -> &[(Known, Creature)] {
        self.shipped.get_or_init(|| {
            let all = shipped(self.corpus.parsed.manifest.id.as_str()).into_iter();
            all.map(|known| (known.clone(), known.shown(&self.sheet))).collect()
        })
    }

    /// Returns the letters of terrain that combatants cannot enter.
    pub(crate) fn solid(&self) -> Vec<char> {
        let terrain = self.rules().flat_map(|rule| &rule.terrain);
        let solid = terrain.filter(|one| one.solid);
        solid.filter_map(|one| one.letter.chars().next()).collect()
    }

    fn rules(&self) -> impl Iterator<Item = &raw::Rule> {
        self.corpus.parsed.rules.iter().map(|located| &*located.rule)
    }

    /// Returns the rulebook's entry for lists.
    pub(crate) fn summary(&self) -> RulesetSummary {
        let manifest = &self.corpus.parsed.manifest;
        let own = examples().into_iter().filter(|one| one.ruleset == manifest.id.as_str());
        let example = |one: sim::examples::Example| Example {
            name: one.name,
            title: one.title,
            notes: one.notes,
            combatants: one.combatants,
        };
        RulesetSummary {
            id: manifest.id.to_string(),
            title: manifest.title.to_string(),
            version: manifest.version.to_string(),
            source: manifest.source.to_string(),
            rules: self.corpus.parsed.rules.len(),
            examples: own.map(example).collect(),
        }
    }

    /// Returns the rulebook with its options, rulings, sides, kinds, sections and sheet.
    pub(crate) fn detail(&self) -> Ruleset {
        let names = &self.alone.names;
        let prefix = format!("{}.opt.", self.corpus.parsed.manifest.prefix.as_str());
        let choosable = self.rules().filter(|rule| !rule.values.is_empty());
        let option = |rule: &raw::Rule| Toggle {
            name: rule.id.strip_prefix(&prefix).unwrap_or(&rule.id).to_owned(),
            rule: rule.id.to_string(),
            says: rule.says.to_string(),
            values: texts(&rule.values),
        };
        let asking = self.rules().flat_map(|rule| rule.ruling.iter().map(move |it| (rule, it)));
        let ruling = |(rule, asked): (&raw::Rule, &raw::Ruling)| {
            let mut values = texts(&asked.answers);
            values.sort_by_key(|value| value != asked.default.as_str());
            Toggle {
                name: rule.id.to_string(),
                rule: rule.id.to_string(),
                says: asked.ask.to_string(),
                values,
            }
        };
        let mut sections: Vec<Section> = Vec::new();
        for rule in self.rules() {
            match sections.iter_mut().find(|section| section.name == rule.section.as_str()) {
                Some(section) => section.rules += 1,
                None => sections.push(Section { name: rule.section.to_string(), rules: 1 }),
            }
        }
        Ruleset {
            summary: self.summary(),
            options: choosable.map(option).collect(),
            rulings: asking.map(ruling).collect(),
            sides: names.sides.clone(),
            kinds: names.kinds.clone(),
            sections,
            sheet: (&self.sheet).into(),
        }
    }

    /// Returns a page of the rules that match a search, the best matches first.
    pub(crate) fn find(&self, wanted: &Wanted) -> Rules {
        let search = wanted.search.as_deref().unwrap_or_default().to_lowercase();
        let words: Vec<&str> = search.split_whitespace().collect();
        let fits = |rule: &&raw::Rule| {
            wanted.section.as_ref().is_none_or(|section| rule.section.as_str() == section)
                && wanted.kind.as_ref().is_none_or(|kind| rule.kind.as_str() == kind)
        };
        let scored =
            self.rules().filter(fits).filter_map(|rule| Some((score(rule, &words)?, rule)));
        let mut found: Vec<(u32, &raw::Rule)> = scored.collect();
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let limit = wanted.limit.min(RULES_MAX);
        let more = found.len() > wanted.offset.saturating_add(limit);
        let page = found.into_iter().skip(wanted.offset).take(limit);
        Rules { rules: page.map(|(_, rule)| summary(rule)).collect(), more }
    }

    /// Returns a rule with everything about it; `None` if there is none of this id.
    pub(crate) fn rule(&self, id: &str) -> Option<Rule> {
        self.rules().find(|rule| rule.id.as_str() == id).map(|rule| self.whole(rule))
    }

    /// Returns the rules and the activity that a topic names; `None` if there are none.
    pub(crate) fn explain(&self, topic: &str) -> Option<Explained> {
        let exact = self.rules().any(|rule| rule.id.as_str() == topic);
        let end = format!(".{topic}");
        let meant = |rule: &&raw::Rule| {
            rule.id.as_str() == topic || !exact && rule.id.as_str().ends_with(&end)
        };
        let rules: Vec<Rule> = self.rules().filter(meant).map(|rule| self.whole(rule)).collect();
        let activity = self.activity(topic);
        (!rules.is_empty() || activity.is_some()).then_some(Explained { rules, activity })
    }

    fn whole(&self, rule: &raw::Rule) -> Rule {
        let elements = elements(rule).into_iter().map(|one| Element {
            sort: one.sort.to_owned(),
            name: one.name,
            says: one.says,
            steps: one.steps,
        });
        let exceptions = self.rules().filter(|other| other.except.contains(&rule.id));
        let covering = |case: &&sim::corpus::Case| {
            case.scenario.covers.iter().any(|covered| rule.id.as_str() == covered)
        };
        let cases = self.corpus.cases.iter().filter(covering);
        Rule {
            summary: summary(rule),
            note: rule.note.as_ref().map(|note| note.to_string()),
            sources: texts(&rule.src),
            values: texts(&rule.values),
            through: texts(&rule.through),
            except: texts(&rule.except),
            exceptions: exceptions.map(|other| other.id.to_string()).collect(),
            elements: elements.collect(),
            scenarios: cases.map(|case| scenario(&case.file, &case.scenario)).collect(),
        }
    }

    fn activity(&self, name: &str) -> Option<Activity> {
        let id = self.alone.names.activity(name)?;
        let known = &self.alone.names.activities[id.index()];
        let definition = sim::show::definition(&self.alone, id);
        let who = match (known.by_game_master, known.everyone) {
            (true, _) => "the game master",
            (false, true) => "everyone",
            (false, false) => "who lists it",
        };
        let target = match definition.target {
            kernel::Target::None => None,
            kernel::Target::Foe => Some("a foe"),
            kernel::Target::Ally => Some("an ally"),
            kernel::Target::Friend => Some("oneself or an ally"),
            kernel::Target::Other => Some("anyone else"),
            kernel::Target::Any => Some("anyone"),
            kernel::Target::Optional => Some("anyone, or nobody"),
            kernel::Target::Step => Some("a square to step onto"),
            kernel::Target::Square => Some("a square"),
        };
        let rules = sim::show::rule_ids(&self.alone, definition.rules);
        Some(Activity {
            name: known.name.clone(),
            price: known.cost.clone(),
            who: who.to_owned(),
            target: target.map(str::to_owned),
            number: known.argument.clone(),
            tags: known.tags.clone(),
            rules: rules.into_iter().map(str::to_owned).collect(),
        })
    }
}

/// Scores a rule for a search: the higher, the better it fits. Returns `None` if a word is missing.
fn score(rule: &raw::Rule, words: &[&str]) -> Option<u32> {
    let (id, says) = (rule.id.to_lowercase(), rule.says.to_lowercase());
    let note = rule.note.as_ref().map_or(String::new(), |note| note.to_lowercase());
    let one = |word: &&str| {
        let parts = [(id == *word, 8), (id.contains(word), 4), (says.contains(word), 2)];
        let score: u32 = parts.iter().filter(|(fits, _)| *fits).map(|(_, score)| score).sum();
        let score = score + u32::from(note.contains(word));
        (score > 0).then_some(score)
    };
    words.iter().map(one).sum()
}

fn summary(rule: &raw::Rule) -> RuleSummary {
    RuleSummary {
        id: rule.id.to_string(),
        kind: rule.kind.to_string(),
        section: rule.section.to_string(),
        says: rule.says.to_string(),
    }
}

fn texts(all: &[raw::Text]) -> Vec<String> {
    all.iter().map(|text| text.to_string()).collect()
}

fn scenario(file: &str, case: &Case) -> Scenario {
    let line = |play: &sim::scenario::Play| match &play.item {
        Item::Command(text) => format!("> {text}\n"),
        Item::Assertion(text) => format!("= {text}\n"),
        Item::Printed(text) => format!("  {text}\n"),
        Item::Dice(faces) => {
            let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
            format!("dice: {}\n", faces.join(" "))
        }
    };
    Scenario {
        name: case.name.clone(),
        file: file.to_owned(),
        line: case.line,
        play: case.play.iter().map(line).collect(),
    }
}
