//! Games to test with, and sessions that play themselves.
#![allow(dead_code, reason = "every test binary uses its own part of this")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernel::{
    CombatantSet, Command, ConditionChange, Decision, Declaration, Edge, Edit, Expiry, LegalActions,
};
use rules::{Compiled, Place};
use sim::origin::{Origin, Problems};
use sim::policy::Random;
use sim::session::{Remarks, Session};

/// A fight in which every kind of thing can happen that tests are about.
const SKIRMISH: &str = r#"
ruleset = "collective"
title = "Four against five"
seed = 11

[[combatant]]
name = "Ana"
side = "pcs"
grants = "2P+1M+2V+1QP+1OppF"

[[combatant]]
name = "Bea"
side = "pcs"
grants = "1P+2M+2V+6A+1IP"

[[combatant]]
name = "Cid"
side = "pcs"
grants = "1P+1M+2V+3B+1OppM"

[[combatant]]
name = "Dov"
side = "pcs"
grants = "2P+1M+1V+1QQV"

[[combatant]]
name = "Orc"
side = "monsters"
grants = "2P+2V"
count = 5
"#;

/// The folder of the fixtures.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

#[track_caller]
fn good(origin: Result<Origin, Problems>) -> Origin {
    origin.unwrap_or_else(|problems| panic!("{}", shown(&problems)))
}

/// Problems as text.
pub(crate) fn shown((report, files): &Problems) -> String {
    report.render(files, rules::diagnostic::Colors::Off)
}

/// The texts of the tiny game.
pub(crate) fn tiny() -> Origin {
    good(Origin::open(&fixtures().join("tiny/duel.toml")))
}

/// The texts of a fight of the largest ruleset.
pub(crate) fn skirmish() -> Origin {
    good(Origin::read("skirmish.toml", SKIRMISH, &Place::Nowhere))
}

/// An origin, compiled.
#[track_caller]
pub(crate) fn compiled(origin: &Origin) -> Arc<Compiled> {
    origin.compile().unwrap_or_else(|problems| panic!("{}", shown(&problems)))
}

/// Both games, compiled.
pub(crate) fn games() -> [Arc<Compiled>; 2] {
    [compiled(&tiny()), compiled(&skirmish())]
}

/// Both, a fight of each ruleset whose turns are those of single combatants, with boards, reactions
/// and dice, one in which turns are given away, and one of cards.
pub(crate) fn all_games() -> Vec<Arc<Compiled>> {
    let names = [
        "collective/casters",
        "collective/dragon",
        "brilliance-shadow/duel",
        "dungeons-of-olde/duel",
        "pathfinder-rae/duel",
        "pathfinder-2e/ford",
        "srd-5/ambush",
    ];
    let clocks = compiled(&good(Origin::open(&fixtures().join("clocks/fight.toml"))));
    let large = example("srd-5/bridge");
    let cards = compiled(&good(Origin::open(&fixtures().join("cards/fight.toml"))));
    games().into_iter().chain(names.map(example)).chain([clocks, large, cards]).collect()
}

/// An example by its name, compiled.
pub(crate) fn example(name: &str) -> Arc<Compiled> {
    let example = sim::examples::find(name).unwrap_or_else(|| panic!("no example {name}"));
    compiled(&good(example.origin()))
}

/// Something that may be said now: mostly declarations that are listed, and everything else there
/// is, legal or not.
pub(crate) fn any_command(
    session: &Session,
    lister: &mut LegalActions,
    random: &mut Random,
) -> Command {
    let game = &session.compiled().game;
    let state = session.state();
    let somebody = random.below(state.combatants.len() as u32) as u8;
    let somebody = match random.below(50) {
        0 => kernel::CombatantId(random.draw() as u8),
        _ => kernel::CombatantId(somebody),
    };
    match random.below(24) {
        0 => Command::Pass(somebody),
        1 => Command::PassAll,
        2 => Command::Force(any_declaration(session, random)),
        3 => Command::Declare(any_declaration(session, random)),
        4 => Command::DeclareSecretly(random.draw() as CombatantSet & state.everybody()),
        5 => {
            let rule =
                kernel::RuleId(random.below(session.compiled().names.rules.len() as u32) as u16);
            let dial = [
                kernel::Enforcement::Off,
                kernel::Enforcement::WarnOnly,
                kernel::Enforcement::Enforced,
            ];
            Command::SetEnforcement(rule, dial[random.below(3) as usize])
        }
        6 => {
            let Some(sheet) = game.sheets.get(somebody.index()) else { return Command::EndTurn };
            let options = &sheet.options;
            let option = &options[random.below(options.len() as u32) as usize];
            Command::SetPrompting(somebody, option.activity, random.below(2) == 0)
        }
        7 | 8 => Command::EndTurn,
        9 => Command::Edit(any_edit(session, somebody, random)),
        _ => match state.decision {
            Decision::Rule(ruling, _) => {
                Command::Rule(random.below(u32::from(game.rulings[ruling.index()].answers)) as u8)
            }
            Decision::Roll(dice, _) => {
                let mut shown = Vec::new();
                let _ = game.dice[dice.index()].total_from(&mut |sides: u32| {
                    shown.push(1 + random.below(sides));
                    shown.last().copied()
                });
                Command::Roll(kernel::DiceFaces::new(&shown).expect("so few dice"))
            }
            _ => {
                let count = lister.refresh(game, state) as u32;
                match lister.nth(game, random.below(count + 1) as usize) {
                    Some((declare, _)) => Command::Declare(declare),
                    None => sim::choices::closing(game, state).unwrap_or(Command::Finish),
                }
            }
        },
    }
}

/// A change of who takes part and how they stand, possible or not.
fn any_edit(session: &Session, who: kernel::CombatantId, random: &mut Random) -> Edit {
    let (game, state) = (&session.compiled().game, session.state());
    let names = &session.compiled().names;
    let everybody: CombatantSet = (1 << game.sheets.len()) - 1;
    let mut anybody = || random.draw() & everybody;
    let absent = everybody & !state.everybody();
    match anybody() % 8 {
        0 | 1 if absent != 0 => Edit::Enter { who: absent, next: anybody() % 2 == 0 },
        0 => Edit::Leave(anybody() & state.everybody()),
        1 => Edit::Leave(CombatantSet::checked_shl(1, u32::from(who.0)).unwrap_or(0)),
        2 | 3 => {
            let changing = names.attributes.iter().filter(|one| !one.fixed).count() as u64;
            let attribute = kernel::AttributeId((anybody() % changing.max(1)) as u8);
            Edit::Attribute(who, attribute, (anybody() % 12) as i16)
        }
        4 | 5 => {
            let condition = anybody() % names.conditions.len().max(1) as u64;
            let condition = kernel::ConditionId(condition as u8);
            let change = match anybody() % 4 {
                0 => ConditionChange::Add,
                1 => ConditionChange::Remove,
                _ => ConditionChange::AddUntil(Expiry {
                    span: kernel::SpanId((anybody() % names.spans.len() as u64) as u8),
                    edge: if anybody() % 2 == 0 { Edge::Begin } else { Edge::End },
                    whose: if anybody() % 2 == 0 { kernel::NOBODY } else { who },
                    left: (anybody() % 4) as u16,
                }),
            };
            Edit::Condition(who, condition, change)
        }
        6 => Edit::Side(who, kernel::SideId((anybody() % names.sides.len() as u64) as u8)),
        _ if game.board.exists() && anybody() % 2 == 0 => {
            let (column, row) = ((anybody() % 20) as u8, (anybody() % 20) as u8);
            Edit::Square(who, kernel::Square { x: column, y: row })
        }
        _ => Edit::Behind(who, kernel::CombatantId((anybody() % game.sheets.len() as u64) as u8)),
    }
}

/// A declaration of anything by anyone at anyone.
pub(crate) fn any_declaration(session: &Session, random: &mut Random) -> Declaration {
    let compiled = session.compiled();
    let people = compiled.game.sheets.len() as u32;
    let somebody = |random: &mut Random| kernel::CombatantId(random.below(people) as u8);
    let activities = compiled.game.activities.len() as u32;
    let activity = kernel::ActivityId(random.below(activities) as u16);
    let mut declare = Declaration::new(somebody(random), activity);
    if random.below(2) == 0 {
        declare.target = somebody(random);
    }
    if compiled.game.activities[activity.index()].argument.is_some() && random.below(2) == 0 {
        declare.argument = Some(random.below(100) as i32);
    }
    if random.below(3) == 0 && !compiled.game.activities[activity.index()].by_game_master {
        declare.pay = kernel::Pay::Nth(random.below(4) as u8);
    }
    declare
}

/// A session of so many accepted commands, some of them undone and played on differently.
pub(crate) fn play(compiled: &Arc<Compiled>, seed: u64, count: usize) -> Session {
    let mut session = Session::new(compiled.clone(), seed);
    let mut random = Random::new(seed);
    let mut lister = LegalActions::new(&compiled.game);
    let mut given = 0;
    while given < count && session.state().decision != Decision::Finished {
        if random.below(12) == 0 {
            session.undo(random.below(4) as usize);
        }
        if random.below(2) == 0 && session.roll().is_some_and(|rolled| rolled.is_ok()) {
            given += 1;
            continue;
        }
        let command = any_command(&session, &mut lister, &mut random);
        let note = matches!(command, Command::Force(_)).then(|| format!("because\n of {given}"));
        let spoken = matches!(command, Command::Declare(_) | Command::Force(_));
        let words = (spoken && given % 3 == 0).then(|| format!("now, pay or, because of {given}"));
        let said = Remarks { words, note };
        if command != Command::Finish && session.give_with(command, said).is_ok() {
            given += 1;
        }
    }
    session
}
