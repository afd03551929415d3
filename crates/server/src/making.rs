//! Creates encounters from examples, setups, typed lines, exports, templates and recorded games.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::source::embedded_file;
use rules::{Place, Source};
use serde::{Deserialize, Serialize};
use sim::examples::{self, encounter_in};
use sim::origin::{Origin, Problems};
use sim::settings::with_choices;

use crate::app::App;
use crate::auth::Caller;
use crate::begun::{Begun, Listed, Stored};
use crate::encounter::{Games, Question, load, present_text};
use crate::entry::{Entry, Export};
use crate::eyes::{Eyes, MASTER};
use crate::failure::{Failure, report, unloadable};
use crate::grant::Grant;
use crate::importing::{import, origin_in, source_file};
use crate::library::{
    Fight, Gathering, Known, Member, Source as Origins, members, of_lines, read, shipped,
    stored_creatures, title as fight_title,
};
use crate::random;
use crate::shelved::{Shelved, Sort};
use crate::wire::{
    Beginning, CheckRequest, Checked, Created, EncounterRequest, ProblemCode, Report, Role,
    SheetValues, Summary, TextFile, UnknownName,
};
use crate::work::off_thread;

/// Largest number of encounters in a data file.
const ENCOUNTERS_MAX: usize = 10_000;

/// Creates an encounter and its first keys.
pub(crate) async fn create(
    app: &App,
    caller: &Caller,
    request: EncounterRequest,
) -> Result<Created, Failure> {
    if app.store.read(Listed::count).await? >= ENCOUNTERS_MAX {
        let message = format!("a data file has {ENCOUNTERS_MAX} encounters at most");
        return Err(Failure::new(ProblemCode::Limit, message));
    }
    let games = app.encounters.games.clone();
    let EncounterRequest { from, title, seed, options, rulings } = request;
    let (start, unknown) = prepared(app, caller, from).await?;
    let wanted = Wanted { title, seed, options, rulings };
    let stored = off_thread(move || made(&games, start, wanted)).await;
    let stored = stored.ok_or_else(|| Failure::unavailable("it cannot be made"))??;
    let Stored { begun, entries } = stored;
    let id = begun.id.clone();
    let inserted = begun.clone();
    let found = app.store.write(move |connection| {
        inserted.insert(connection, &entries)?;
        Listed::one(connection, &inserted.id)
    });
    let listed = found.await?.ok_or_else(|| Failure::not_found("encounter"))?;
    let grant = |role, name: &str| Grant {
        encounter: Some(id.clone()),
        role,
        name: name.to_owned(),
        combatants: Vec::new(),
    };
    let game_master = app.grant(grant(Role::GameMaster, MASTER)).await?;
    let spectator = app.grant(grant(Role::Spectator, "screen")).await?;
    Ok(Created { encounter: summary(listed), game_master, spectator, unknown })
}

/// Returns an encounter's entry for lists.
pub(crate) fn summary(listed: Listed) -> Summary {
    let Listed { id, title, ruleset, created, archived, sequence } = listed;
    Summary { id, title, ruleset, created, sequence, archived }
}

/// Checks a setup for mistakes.
pub(crate) async fn check(app: &App, request: CheckRequest) -> Result<Checked, Failure> {
    let games = app.encounters.games.clone();
    let checking = off_thread(move || {
        let compiled = origin_of(&request.text, request.files).and_then(|it| games.compile(&it));
        match compiled {
            Ok(compiled) => {
                let combatants = compiled.names.combatants.clone();
                Checked { loads: !combatants.is_empty(), combatants, report: Report::default() }
            }
            Err((problems, files)) => {
                Checked { loads: false, combatants: Vec::new(), report: report(&problems, &files) }
            }
        }
    });
    checking.await.ok_or_else(|| Failure::unavailable("it cannot be checked"))
}

/// Settings in a request for an encounter, besides its source.
struct Wanted {
    title: Option<String>,
    seed: Option<u64>,
    options: BTreeMap<String, String>,
    rulings: BTreeMap<String, String>,
}

/// Source of an encounter, after everything needed was read from the data file.
enum Start {
    /// Source that needs nothing from the data file.
    Plain(Beginning),
    /// An encounter file and the files that it names.
    Setup(KeptSetup),
    /// All files of an encounter, and its title.
    Files(Box<Origin>, String),
}

/// A setup as templates keep it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct KeptSetup {
    /// Title of the fight.
    title: String,
    /// The encounter file.
    pub(crate) text: String,
    /// Campaign and creature files that the encounter file names.
    files: Vec<TextFile>,
}

/// Returns the setup in the body of a template; `None` if the body cannot be read.
pub(crate) fn kept_setup(body: &str) -> Option<KeptSetup> {
    serde_json::from_str(body).ok()
}

/// Returns the id of an encounter's ruleset, and the encounter's present setup.
pub(crate) async fn setup_of(
    app: &App,
    caller: &Caller,
    encounter: &str,
) -> Result<(String, KeptSetup), Failure> {
    let (origin, title) = present(app, caller, encounter).await?;
    let text = origin.encounter.text.to_string();
    let file =
        |one: rules::source::SourceFile| TextFile { path: one.path, text: one.text.to_string() };
    let files = origin.beside.into_iter().map(file).collect();
    Ok((origin.id, KeptSetup { title, text, files }))
}

/// Returns the present files of an encounter, and its title.
async fn present(app: &App, caller: &Caller, encounter: &str) -> Result<(Origin, String), Failure> {
    let handle = app.encounters.get(encounter).await?;
    let veiled = handle.ask(Eyes::of(&caller.grant), Question::Export).await?;
    let cannot = |_| Failure::unavailable("the setup cannot be read");
    let export: Export =
        serde_json::to_value(&veiled).and_then(serde_json::from_value).map_err(cannot)?;
    let text = present_text(&export.encounter.text, export.entries.iter());
    let title = export.title.clone();
    let mut origin = origin_in(export).0;
    origin.encounter.text = from_the_start(text).into();
    Ok((origin, title))
}

/// Returns the encounter file with every combatant in the fight from the start.
fn from_the_start(text: String) -> String {
    let Ok(mut file) = text.parse::<toml::Table>() else { return text };
    let combatants = file.get_mut("combatant").and_then(toml::Value::as_array_mut);
    let mut late = false;
    for combatant in combatants.into_iter().flatten().filter_map(toml::Value::as_table_mut) {
        late |= combatant.remove("enters").is_some();
    }
    if late { file.to_string() } else { text }
}

/// Reads everything from the data file that the source of an encounter needs.
async fn prepared(
    app: &App,
    caller: &Caller,
    from: Beginning,
) -> Result<(Start, Vec<UnknownName>), Failure> {
    match from {
        Beginning::Copy { encounter } => {
            let (origin, title) = present(app, caller, &encounter).await?;
            Ok((Start::Files(Box::new(origin), title), Vec::new()))
        }
        Beginning::Template { template } => {
            let found = app.store.read(move |it| Shelved::one(it, Sort::Template, &template));
            let found = found.await?.ok_or_else(|| Failure::not_found("template"))?;
            let setup = kept_setup(&found.body);
            let mut setup = setup.ok_or_else(|| Failure::unavailable("it cannot be read"))?;
            setup.title = found.name;
            Ok((Start::Setup(setup), Vec::new()))
        }
        Beginning::Fight { .. } | Beginning::Quick { .. } => fight(app, from).await,
        other => Ok((Start::Plain(other), Vec::new())),
    }
}

/// Builds an encounter file from heroes and foes, typed or filled in.
async fn fight(app: &App, from: Beginning) -> Result<(Start, Vec<UnknownName>), Failure> {
    let (Beginning::Fight { ruleset, .. } | Beginning::Quick { ruleset, .. }) = &from else {
        return Ok((Start::Plain(from), Vec::new()));
    };
    let ruleset = ruleset.clone();
    let book = app.rulebooks.book(&ruleset).await?;
    let sheet = &book.sheet;
    let known = Known::merge(stored_creatures(&app.store, &ruleset).await?, shipped(&ruleset));
    let mut gathering = Gathering { known: &known, sheet, defaults: true };
    let (mut title, mut board) = (String::new(), None);
    let all = match from {
        Beginning::Fight {
            party,
            heroes,
            lines,
            members: more,
            heroes_side,
            foes_side,
            defaults,
            board: own,
            ..
        } => {
            gathering.defaults = defaults;
            board = own;
            let foes_side = foes_side.unwrap_or_else(|| sheet.foes.clone());
            let heroes_side = heroes_side.unwrap_or_else(|| sheet.heroes.clone());
            let mut party_name = None;
            let mut all = Vec::new();
            if let Some(party) = party {
                let found = Shelved::find(&app.store, &ruleset, Sort::Party, &party).await?;
                let kept: Vec<SheetValues> = serde_json::from_str(&found.body).unwrap_or_default();
                all.extend(
                    kept.into_iter().map(|hero| hero_of(hero, &heroes_side, "party/".into())),
                );
                party_name = Some(found.name);
            }
            all.extend(
                heroes
                    .into_iter()
                    .enumerate()
                    .map(|(nth, hero)| hero_of(hero, &heroes_side, format!("heroes/{nth}/"))),
            );
            let mut foes = of_lines(read(&lines)?, &foes_side);
            foes.extend(members(more, &foes_side)?);
            title = fight_title(party_name.as_deref(), &foes);
            all.extend(foes);
            all
        }
        Beginning::Quick { sides, .. } => {
            let mut all = Vec::new();
            for side in sides {
                all.extend(of_lines(read(&side.lines)?, &side.side));
            }
            all
        }
        _ => Vec::new(),
    };
    let solid = book.solid();
    let fight = Fight { ruleset: &ruleset, gathering, members: all, board, solid: &solid };
    let (text, unknown) = fight.text()?;
    Ok((Start::Setup(KeptSetup { title, text, files: Vec::new() }), unknown))
}

fn hero_of(hero: SheetValues, side: &str, place: String) -> Member {
    let source = Origins::Sheet(hero.into());
    Member { side: side.to_owned(), count: 1, name: None, source, place }
}

/// Returns an encounter ready to be stored. Compiles it and plays its log first, so that it can be
/// opened later.
fn made(games: &Arc<Games>, start: Start, wanted: Wanted) -> Result<Stored, Failure> {
    let Wanted { title, seed, options, rulings } = wanted;
    let is_written_by_maker = matches!(start, Start::Plain(Beginning::Setup { .. }));
    let (mut origin, entries, given_title) = match start {
        Start::Plain(from) => begin_from(from)?,
        Start::Setup(KeptSetup { title, text, files }) => {
            let origin = origin_of(&text, files).map_err(unloadable)?;
            let title = Some(title).filter(|title| !title.is_empty());
            (origin, Vec::new(), title)
        }
        Start::Files(origin, title) => (*origin, Vec::new(), Some(title)),
    };
    if !options.is_empty() || !rulings.is_empty() {
        if !entries.is_empty() {
            let message = "options can be set for an encounter that has not begun";
            return Err(Failure::invalid(message));
        }
        let set = |all: BTreeMap<String, String>| -> BTreeMap<String, Option<String>> {
            all.into_iter().map(|(name, value)| (name, Some(value))).collect()
        };
        let text = &origin.encounter.text;
        origin.encounter.text = with_choices(text, &set(options), &set(rulings)).into();
    }
    let file = encounter_in(&origin.encounter.text);
    let own_title = file.as_ref().and_then(|it| it.title.as_ref()).map(|it| it.to_string());
    // Only a setup of the request asks for the seed in its text. Others may know the seed of an
    // example, an import, or the fight behind a copy or a template.
    let own_seed = file.as_ref().and_then(|it| it.seed.as_ref()).map(|it| **it);
    let own_seed = own_seed.filter(|_| is_written_by_maker);
    let title = title.or(given_title).or(own_title).unwrap_or_else(|| "A fight".to_owned());
    let title: String = title.trim().chars().filter(|c| !c.is_control()).take(80).collect();
    // A requested seed repeats hidden dice too.
    let (seed, secret) = match seed.or(own_seed) {
        Some(seed) => (seed, random::secret_of(seed)),
        None => (random::seed()?, random::secret()?),
    };
    let (id, created, secret) = (random::letters(12)?, random::now(), Some(secret));
    let begun = Begun { id, title, origin, seed, created, secret };
    let body = |entry: &Entry| (serde_json::to_string(entry).unwrap_or_default(), None);
    let stored = Stored { begun, entries: entries.iter().map(body).collect() };
    let compiled = games.compile(&stored.begun.origin).map_err(unloadable)?;
    if compiled.names.combatants.is_empty() {
        return Err(Failure::invalid("nobody takes part").help("add somebody to the fight"));
    }
    // An encounter that cannot be opened is not stored.
    load(games, stored.clone())?;
    Ok(stored)
}

/// Returns the files and the log of an encounter, and its title if known.
fn begin_from(from: Beginning) -> Result<(Origin, Vec<Entry>, Option<String>), Failure> {
    let fresh = |origin: Result<Origin, Problems>| {
        origin.map(|origin| (origin, Vec::new(), None)).map_err(unloadable)
    };
    match from {
        Beginning::Example { ruleset, name } => {
            // In a browser this also asks for the rulebook, before its examples are looked through.
            let has_book = embedded_file(&ruleset, "ruleset.toml").is_some();
            let found = has_book.then(|| examples::find(&format!("{ruleset}/{name}"))).flatten();
            fresh(found.ok_or_else(|| Failure::not_found("example"))?.origin())
        }
        Beginning::Setup { text, files } => fresh(origin_of(&text, files)),
        Beginning::Import { text } => {
            let (origin, log, title, _) = import(&text, None)?;
            Ok((origin, log, title))
        }
        // The caller has turned these into a setup or files already.
        Beginning::Quick { .. }
        | Beginning::Fight { .. }
        | Beginning::Copy { .. }
        | Beginning::Template { .. } => Err(Failure::unavailable("it cannot be made")),
    }
}

/// Returns an encounter file with the files that it names. Fails if they cannot be read.
fn origin_of(text: &str, files: Vec<TextFile>) -> Result<Origin, Problems> {
    let carried = files.into_iter().map(source_file).collect();
    // Only files of the program, of the request, and of rulesets in the folder `rulesets` are read;
    // no other file of this machine.
    let named = encounter_in(text).and_then(|it| it.ruleset.map(|it| it.to_string()));
    let parsed = match named.as_deref().and_then(Source::by_id) {
        Some(source) => Some(source.parse()?),
        None => None,
    };
    if let (Some(name), None) = (&named, &parsed) {
        use rules::diagnostic::{Code, Diagnostic, Files, Report};
        let mut report = Report::default();
        let message = format!("there is no ruleset called `{name}`");
        let built_in = rules::source::embedded_names();
        let own = rules::source::own_names();
        let known: Vec<&str> =
            built_in.iter().copied().chain(own.iter().map(String::as_str)).collect();
        report.push(
            Diagnostic::error(Code::UnknownRuleset, message)
                .did_you_mean(name, known.iter())
                .help(format!("there are: {}", known.join(", "))),
        );
        return Err((report, Files::default()));
    }
    Origin::read("setup.toml", text, &Place::Carried(carried))
}
