//! Tools that start and find fights.

use std::collections::BTreeMap;
use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use server::wire::{
    Beginning, EncounterRequest, FightBoard, News, ProblemCode, SheetValues, TableRequest,
    UnknownName,
};

use super::{Effect, Tool};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::shape::Readable;
use crate::shape::books::{FightEntry, FightList};
use crate::shape::fight::FightState;

/// Starts a fight.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StartFight {
    /// Id of the ruleset; not needed with `setup`.
    #[serde(default)]
    ruleset: Option<String>,
    /// Name of an example fight of the ruleset.
    #[serde(default)]
    example: Option<String>,
    /// Text of an encounter file (TOML): full control over combatants, board and options.
    #[serde(default)]
    setup: Option<String>,
    /// Heroes, by name and perhaps with numbers of the ruleset's sheet.
    #[serde(default)]
    heroes: Vec<Hero>,
    /// Foes, one kind a line: `3 goblins`, `Grusk = Orc`. search_creatures finds names.
    #[serde(default)]
    foes: Option<String>,
    /// Size of a board for heroes and foes: `20x12`.
    #[serde(default)]
    board: Option<String>,
    /// Title of the fight.
    #[serde(default)]
    title: Option<String>,
    /// Seed of the dice (game master): the same seed and the same lines give the same fight.
    #[serde(default)]
    seed: Option<u64>,
    /// Options of the ruleset by name.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// Whether the tracker rolls all dice as soon as they are needed. Without it, call roll.
    #[serde(default)]
    auto_roll: bool,
}

/// A hero.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Hero {
    /// Name of the hero.
    name: String,
    /// Numbers by field of the ruleset's sheet, such as `hp`; the others are usual ones.
    #[serde(default)]
    fields: BTreeMap<String, String>,
}

/// A fight that has been started.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Started {
    /// The fight as your role sees it.
    state: FightState,
    /// Link to watch the fight in a browser; it shows what a screen on the table shows.
    watch: String,
    /// Names that no creature has. They were made with usual numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<String>,
}

impl Tool for StartFight {
    const NAME: &'static str = "start_fight";
    const TITLE: &'static str = "Start a fight";
    const SAYS: &'static str = "Starts a fight: an example of a ruleset, a setup as text, or \
        heroes against foes. The other tools then mean this fight. All mistakes in a setup are \
        told at once, with line and hint.";
    const EFFECT: Effect = Effect::Adds;
    type Output = Started;

    async fn run(self, session: &Session) -> Result<Started, Refusal> {
        let table = &session.table;
        if !table.may_start() {
            let role = table.role();
            let message = format!("a {role} cannot start fights; this key is for one fight");
            return Err(Refusal::new(ProblemCode::Forbidden, message).help("call state"));
        }
        if self.seed.is_some() && !table.is_master() {
            let role = table.role();
            let message = format!("a {role} does not choose the seed: it would know the dice");
            return Err(Refusal::new(ProblemCode::Forbidden, message).help("leave out `seed`"));
        }
        let auto_roll = self.auto_roll;
        let mut request = self.request()?;
        if !table.is_master() {
            // It also replaces a seed in a setup.
            request.seed = Some(fresh_seed()?);
        }
        let created = table.create(&request).await?;
        let fight = table.begin(&created).await?;
        if auto_roll {
            let change = TableRequest { auto_roll: Some(true), ..TableRequest::default() };
            let _: News = table.change_table(&fight.id, &change).await?;
        }
        let state = session.state(&fight).await?;
        Ok(Started {
            state: FightState::of(&state, table.role()),
            watch: created.spectator.link,
            unknown: created.unknown.iter().map(unknown).collect(),
        })
    }
}

impl StartFight {
    fn request(self) -> Result<EncounterRequest, Refusal> {
        let is_typed = !self.heroes.is_empty() || self.foes.is_some() || self.board.is_some();
        let ways = [self.example.is_some(), self.setup.is_some(), is_typed];
        let help =
            "give `ruleset` and `example`, or `setup`, or `ruleset` with `heroes` and `foes`";
        match ways.iter().filter(|way| **way).count() {
            0 => return Err(Refusal::invalid("nothing says which fight to start").help(help)),
            1 => {}
            _ => {
                let message = "`example`, `setup` and `heroes` with `foes` exclude each other";
                return Err(Refusal::invalid(message).help(help));
            }
        }
        let ruleset = |ruleset: Option<String>| {
            let missing = || Refusal::invalid("`ruleset` is missing").help("call list_rulesets");
            ruleset.ok_or_else(missing)
        };
        let hero = |hero: Hero| SheetValues {
            name: hero.name,
            fields: hero.fields,
            ..SheetValues::default()
        };
        let from = match (self.example, self.setup) {
            (Some(name), _) => Beginning::Example { ruleset: ruleset(self.ruleset)?, name },
            (None, Some(text)) => Beginning::Setup { text, files: Vec::new() },
            (None, None) => Beginning::Fight {
                ruleset: ruleset(self.ruleset)?,
                party: None,
                heroes: self.heroes.into_iter().map(hero).collect(),
                lines: self.foes.unwrap_or_default(),
                members: Vec::new(),
                heroes_side: None,
                foes_side: None,
                defaults: true,
                board: self.board.map(|size| FightBoard { size: Some(size), map: Vec::new() }),
            },
        };
        Ok(EncounterRequest {
            from,
            title: self.title,
            seed: self.seed,
            options: self.options,
            rulings: BTreeMap::new(),
        })
    }
}

/// Returns a random seed.
fn fresh_seed() -> Result<u64, Refusal> {
    let mut bytes = [0; 8];
    match getrandom::fill(&mut bytes) {
        Ok(()) => Ok(u64::from_le_bytes(bytes)),
        Err(error) => Err(Refusal::unavailable(format!("there are no random numbers: {error}"))),
    }
}

impl Readable for Started {
    fn text(&self) -> String {
        let mut text = self.state.text();
        for unknown in &self.unknown {
            let _ = write!(text, "\nNo creature is called {unknown}; it has usual numbers.");
        }
        let _ = write!(text, "\nWatch it in a browser: {}", self.watch);
        text
    }
}

fn unknown(unknown: &UnknownName) -> String {
    match unknown.close.as_slice() {
        [] => unknown.name.clone(),
        close => format!("{} (like {})", unknown.name, close.join(", ")),
    }
}

/// Lists the fights.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListFights {}

impl Tool for ListFights {
    const NAME: &'static str = "list_fights";
    const TITLE: &'static str = "List fights";
    const SAYS: &'static str = "Lists the fights that can be played, with the ids that the other \
        tools take as `fight`.";
    const EFFECT: Effect = Effect::Reads;
    type Output = FightList;

    async fn run(self, session: &Session) -> Result<FightList, Refusal> {
        let (listed, current) = session.table.list().await?;
        if session.table.may_start() {
            return Ok(FightList::of(listed, current.as_deref()));
        }
        let state = session.state(&session.table.fight(None).await?).await?;
        let own = FightEntry {
            fight: state.encounter,
            title: state.title,
            ruleset: state.ruleset,
            sequence: state.sequence,
            current: true,
        };
        Ok(FightList { fights: vec![own] })
    }
}
