//! A setup: a ruleset together with campaign, creature and encounter files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, FileId, Files, Report};
use crate::raw::{self, Text};
use crate::source::{Located, Parsed, Source, SourceFile, embedded_file, read, read_text};

/// Everything that goes into one game, read but not yet looked up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The ruleset.
    pub manifest: raw::Manifest,
    /// Its rules, then house rules, one per house element.
    pub rules: Vec<Located>,
    /// Options set: file, name, value; later ones win.
    pub options: Vec<(FileId, Text, Text)>,
    /// Rulings answered in advance.
    pub rulings: Vec<(FileId, Text, Text)>,
    /// Variables set.
    pub variables: Vec<(FileId, Text, Text)>,
    /// Sides beside those of the ruleset.
    pub sides: Vec<(FileId, raw::SideSetup)>,
    /// The board.
    pub board: Option<(FileId, raw::Board)>,
    /// Kinds of creature.
    pub creatures: Vec<Brought>,
    /// Who takes part: name, side and number, and the rest as for creatures.
    pub combatants: Vec<(raw::Combatant, Brought)>,
    /// House rules that only those have who bring them along.
    pub brought: Vec<usize>,
    /// Answer windows ask everyone able to answer.
    pub ask_everyone: bool,
    /// What the encounter is called.
    pub title: Option<String>,
    /// Seed of the dice.
    pub seed: Option<u64>,
    /// All texts, for diagnostics.
    pub files: Files,
}

/// What a creature or combatant is and brings along.
#[derive(Clone, Debug)]
pub struct Brought {
    /// The file it stands in.
    pub file: FileId,
    /// Its description; activities, conversions and handlers have become rules.
    pub creature: raw::Creature,
    /// Those rules.
    pub rules: Vec<usize>,
}

/// Where a file named in another one is looked for.
#[derive(Clone, Debug)]
pub enum Place {
    /// In this folder on disk.
    Folder(PathBuf),
    /// Among the files of this embedded ruleset.
    Embedded(String),
    /// Among these texts, by path: those that a saved game carries with it.
    Carried(Vec<SourceFile>),
    /// Nowhere: the text stands alone.
    Nowhere,
}

impl Place {
    /// The text of a file that another one names.
    pub fn text(&self, path: &str) -> Result<String, Diagnostic> {
        match self {
            Place::Folder(folder) => read_text(&folder.join(path)),
            Place::Embedded(ruleset) => embedded_file(ruleset, path)
                .or_else(|| embedded_file(ruleset, &format!("examples/{path}")))
                .or_else(|| embedded_file(ruleset, path.strip_prefix("../")?))
                .map(str::to_owned)
                .ok_or_else(|| missing(path)),
            Place::Carried(files) => {
                let found = files.iter().find(|file| file.path == path);
                found.map(|file| file.text.to_string()).ok_or_else(|| missing(path))
            }
            Place::Nowhere => Err(missing(path)),
        }
    }
}

fn missing(path: &str) -> Diagnostic {
    Diagnostic::error(Code::UnknownFile, format!("there is no file {path}"))
}

impl Setup {
    /// A ruleset alone, with nobody in it.
    pub fn of(parsed: Parsed) -> Setup {
        Setup {
            manifest: parsed.manifest,
            rules: parsed.rules,
            options: Vec::new(),
            rulings: Vec::new(),
            variables: Vec::new(),
            sides: Vec::new(),
            board: None,
            creatures: Vec::new(),
            combatants: Vec::new(),
            brought: Vec::new(),
            ask_everyone: false,
            title: None,
            seed: None,
            files: parsed.files,
        }
    }

    /// A setup from the text of an encounter file. The ruleset is the one given, or else the one
    /// the
    /// file names.
    pub fn read(
        name: &str,
        text: &str,
        place: &Place,
        ruleset: Option<&Parsed>,
    ) -> Result<Setup, (Report, Files)> {
        let mut report = Report::default();
        let mut files = ruleset.map(|parsed| parsed.files.clone()).unwrap_or_default();
        let file = files.add(name, text);
        let Some(encounter) = read::<raw::Encounter>(text, file, &files, &mut report) else {
            return Err((report, files));
        };
        let parsed = match ruleset {
            Some(parsed) => parsed.clone(),
            None => match find_ruleset(encounter.ruleset.as_ref(), file, place) {
                Ok(parsed) => parsed,
                Err(problem) => {
                    report.push(*problem);
                    return Err((report, files));
                }
            },
        };
        let mut setup = Setup::of(parsed);
        if ruleset.is_none() {
            files = setup.files.clone();
            files.add(name, text);
        }
        setup.files = files;
        let file = setup.files.last();
        setup.add_encounter(encounter, file, place, &mut report);
        if report.has_errors() { Err((report, setup.files)) } else { Ok(setup) }
    }

    /// A setup from an encounter file on disk.
    pub fn open(path: &Path) -> Result<Setup, (Report, Files)> {
        let text = read_text(path).map_err(|problem| {
            let mut report = Report::default();
            report.push(problem);
            (report, Files::default())
        })?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Setup::read(&path.to_string_lossy(), &text, &Place::Folder(folder), None)
    }

    fn add_encounter(
        &mut self,
        encounter: raw::Encounter,
        file: FileId,
        place: &Place,
        report: &mut Report,
    ) {
        if let Some(path) = &encounter.campaign {
            self.add_file(path, file, place, report, Setup::add_campaign);
        }
        for path in &encounter.creatures {
            self.add_file(path, file, place, report, Setup::add_campaign);
        }
        let keep = |map: std::collections::BTreeMap<Text, Text>| {
            map.into_iter().map(move |(name, value)| (file, name, value))
        };
        self.options.extend(keep(encounter.options));
        self.rulings.extend(keep(encounter.rulings));
        self.variables.extend(keep(encounter.variables));
        self.ask_everyone |= encounter.ask_everyone;
        self.title = encounter.title.map(|title| title.to_string());
        self.seed = encounter.seed.map(|seed| *seed);
        self.board = encounter.board.map(|board| (file, board));
        self.sides.extend(encounter.side.into_iter().map(|side| (file, side)));
        for creature in encounter.creature {
            let brought = self.bring(file, creature, report);
            self.creatures.push(brought);
        }
        for mut combatant in encounter.combatant {
            let brought = self.bring(file, take_creature(&mut combatant), report);
            self.combatants.push((combatant, brought));
        }
        self.house(file, encounter.activity, encounter.convert, encounter.on);
    }

    fn add_campaign(&mut self, campaign: raw::Campaign, file: FileId, report: &mut Report) {
        let keep = |map: std::collections::BTreeMap<Text, Text>| {
            map.into_iter().map(move |(name, value)| (file, name, value))
        };
        self.options.extend(keep(campaign.options));
        self.rulings.extend(keep(campaign.rulings));
        for creature in campaign.creature {
            let brought = self.bring(file, creature, report);
            self.creatures.push(brought);
        }
        self.house(file, campaign.activity, campaign.convert, campaign.on);
    }

    fn add_file(
        &mut self,
        path: &Text,
        named_in: FileId,
        place: &Place,
        report: &mut Report,
        add: fn(&mut Setup, raw::Campaign, FileId, &mut Report),
    ) {
        match place.text(path) {
            Err(problem) => {
                report.push(problem.at(named_in, path.span(), "named here"));
            }
            Ok(text) => {
                let file = self.files.add(path.as_str(), text.as_str());
                if let Some(read) = read(&text, file, &self.files, report) {
                    add(self, read, file, report);
                }
            }
        }
    }

    /// What a creature brings along becomes rules that only it has.
    fn bring(&mut self, file: FileId, mut creature: raw::Creature, report: &mut Report) -> Brought {
        let first = self.rules.len();
        let mut activities = std::mem::take(&mut creature.activity);
        for line in &creature.abilities {
            activities.extend(crate::ability::read(line, file, &self.rules, report));
        }
        let (convert, on) =
            (std::mem::take(&mut creature.convert), std::mem::take(&mut creature.on));
        self.house(file, activities, convert, on);
        let owner = creature.name.as_ref().map_or("creature", |name| name.as_str()).to_owned();
        for located in &mut self.rules[first..] {
            let id = located.rule.id.replacen("house.", &format!("house.{}.", slug(&owner)), 1);
            let span = located.rule.id.span();
            Arc::make_mut(&mut located.rule).id = Text::made(id, span);
        }
        let rules: Vec<usize> = (first..self.rules.len()).collect();
        self.brought.extend(&rules);
        Brought { file, creature, rules }
    }

    /// House elements become rules of their own, so that they can be cited like any other.
    pub(crate) fn house(
        &mut self,
        file: FileId,
        activities: Vec<raw::Activity>,
        converts: Vec<raw::Convert>,
        ons: Vec<raw::On>,
    ) {
        for activity in activities {
            let id = format!("house.{}", &*activity.id);
            let mut rule = house_rule(&id, activity.id.span());
            rule.activity.push(activity);
            self.rules.push(Located { file, rule: Arc::new(rule) });
        }
        for (number, convert) in converts.into_iter().enumerate() {
            let id = format!("house.convert-{}-{}", &*convert.from, number + 1);
            let mut rule = house_rule(&id, convert.from.span());
            rule.convert.push(convert);
            self.rules.push(Located { file, rule: Arc::new(rule) });
        }
        for (number, on) in ons.into_iter().enumerate() {
            let id = format!("house.{}-{}-{}", &*on.edge, &*on.span, number + 1);
            let mut rule = house_rule(&id, on.span.span());
            rule.on.push(on);
            self.rules.push(Located { file, rule: Arc::new(rule) });
        }
    }
}

/// Moves what a combatant shares with creatures out of it.
fn take_creature(combatant: &mut raw::Combatant) -> raw::Creature {
    use std::mem::take;
    raw::Creature {
        name: Some(combatant.name.clone()),
        grants: combatant.grants.take(),
        parts: take(&mut combatant.parts),
        attributes: take(&mut combatant.attributes),
        dice: take(&mut combatant.dice),
        tags: take(&mut combatant.tags),
        activities: take(&mut combatant.activities),
        activity: take(&mut combatant.activity),
        abilities: take(&mut combatant.abilities),
        convert: take(&mut combatant.convert),
        on: take(&mut combatant.on),
        caps: take(&mut combatant.caps),
        without: take(&mut combatant.without),
        answers: take(&mut combatant.answers),
        may_hold: take(&mut combatant.may_hold),
    }
}

/// A rule that a setup brings along.
pub(crate) fn house_rule(id: &str, span: std::ops::Range<usize>) -> raw::Rule {
    let text = |text: &str| Text::made(text.to_owned(), span.clone());
    raw::Rule {
        id: text(id),
        kind: text("house"),
        section: text("house rules"),
        says: text("A rule of this table."),
        ..raw::Rule::default()
    }
}

/// A name as part of an id: lower case, hyphens between words.
pub(crate) fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn find_ruleset(
    name: Option<&Text>,
    file: FileId,
    place: &Place,
) -> Result<Parsed, Box<Diagnostic>> {
    let Some(name) = name else {
        let message = "the file does not say which ruleset it is for";
        let problem = Diagnostic::error(Code::MissingKey, message)
            .help("add a line such as ruleset = \"collective\"");
        return Err(Box::new(problem));
    };
    let source = match Source::embedded(name) {
        Some(source) => source,
        None => {
            let folder = match place {
                Place::Folder(folder) => folder.join(name.as_str()),
                _ => PathBuf::from(name.as_str()),
            };
            Source::folder(&folder).map_err(|_| {
                let names = crate::source::embedded_names();
                let message = format!("there is no ruleset called `{}`", &**name);
                Box::new(
                    Diagnostic::error(Code::UnknownRuleset, message)
                        .at(file, name.span(), "neither built in nor a folder")
                        .did_you_mean(name, names.iter().copied())
                        .help(format!("built in are: {}", names.join(", "))),
                )
            })?
        }
    };
    source.parse().map_err(|(report, files)| {
        let shown = report.render(&files, crate::diagnostic::Colors::Off);
        let message = format!("the ruleset `{}` does not load:\n{shown}", &**name);
        Box::new(Diagnostic::error(Code::UnknownRuleset, message).at(
            file,
            name.span(),
            "named here",
        ))
    })
}
