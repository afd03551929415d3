//! A setup: a ruleset together with campaign, creature and encounter files.

mod ability;
mod house;
mod place;
mod settings;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{FileId, Files, Report};
use crate::raw::{self, Text};
use crate::source::{Located, Parsed, read, read_text};

pub(crate) use house::slug;
pub use place::Place;
use place::find_ruleset;

/// Everything that goes into one game, read but not yet looked up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The ruleset.
    pub manifest: raw::Manifest,
    /// Its form for heroes and creatures.
    pub sheet: Option<Arc<raw::SheetFile>>,
    /// Its rules, then house rules, one per house element.
    pub rules: Vec<Located>,
    /// Options set, as file, name and value; later ones win.
    pub options: Vec<(FileId, Text, Text)>,
    /// Rulings answered in advance, as file, name and value.
    pub rulings: Vec<(FileId, Text, Text)>,
    /// Variables set, as file, name and value.
    pub variables: Vec<(FileId, Text, Text)>,
    /// Sides in addition to those of the ruleset.
    pub sides: Vec<(FileId, raw::SideSetup)>,
    /// The board.
    pub board: Option<(FileId, raw::Board)>,
    /// Kinds of creature.
    pub creatures: Vec<Brought>,
    /// Combatants: each with its name, side and number, and everything that it shares with
    /// creatures.
    pub combatants: Vec<(raw::Combatant, Brought)>,
    /// House rules that apply only to the combatants that bring them along.
    pub brought: Vec<usize>,
    /// Whether answer windows ask everyone able to answer.
    pub ask_everyone: bool,
    /// The title of the encounter.
    pub title: Option<String>,
    /// Seed of the dice.
    pub seed: Option<u64>,
    /// All texts, for diagnostics.
    pub files: Files,
}

/// A creature or combatant, with the rules it brings along.
#[derive(Clone, Debug)]
pub struct Brought {
    /// The file it stands in.
    pub file: FileId,
    /// Its description; activities, conversions and handlers have become rules.
    pub creature: raw::Creature,
    /// Indices of those rules.
    pub rules: Vec<usize>,
}

impl Setup {
    /// Returns a setup of a ruleset alone, without combatants.
    pub fn of(parsed: Parsed) -> Setup {
        Setup {
            manifest: parsed.manifest,
            sheet: parsed.sheet.map(|(_, sheet)| sheet),
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

    /// Reads a setup from the text of an encounter file. If no ruleset is given, uses the one that
    /// the file names.
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
        report.set_files(&setup.files);
        setup.add_encounter(encounter, file, place, &mut report);
        if report.has_errors() { Err((report, setup.files)) } else { Ok(setup) }
    }

    /// Reads a setup from an encounter file on disk.
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
        for path in encounter.campaign.iter().chain(&encounter.creatures) {
            self.add_file(path, file, place, report);
        }
        self.options.extend(placed(file, encounter.options));
        self.rulings.extend(placed(file, encounter.rulings));
        self.variables.extend(placed(file, encounter.variables));
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
        self.options.extend(placed(file, campaign.options));
        self.rulings.extend(placed(file, campaign.rulings));
        for creature in campaign.creature {
            let brought = self.bring(file, creature, report);
            self.creatures.push(brought);
        }
        self.house(file, campaign.activity, campaign.convert, campaign.on);
    }

    /// Adds a campaign or creature file.
    fn add_file(&mut self, path: &Text, named_in: FileId, place: &Place, report: &mut Report) {
        match place.text(path) {
            Err(problem) => {
                report.push(problem.at(named_in, path.span(), "named here"));
            }
            Ok(text) => {
                let file = self.files.add(path.as_str(), text.as_str());
                report.set_files(&self.files);
                if let Some(read) = read(&text, file, &self.files, report) {
                    self.add_campaign(read, file, report);
                }
            }
        }
    }
}

/// Returns the settings of a file, each with the file.
fn placed(
    file: FileId,
    settings: BTreeMap<Text, Text>,
) -> impl Iterator<Item = (FileId, Text, Text)> {
    settings.into_iter().map(move |(name, value)| (file, name, value))
}

/// Moves the entries that combatants share with creatures out of a combatant.
fn take_creature(combatant: &mut raw::Combatant) -> raw::Creature {
    use std::mem::take;
    raw::Creature {
        name: Some(combatant.name.clone()),
        level: None,
        words: Vec::new(),
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
        cards: take(&mut combatant.cards),
    }
}
