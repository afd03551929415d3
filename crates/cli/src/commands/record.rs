//! `turnwright record`: plays a fight by itself and writes the recorded game.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::builder::NonEmptyStringValueParser;
use kernel::{Command, Decision, Game, LegalActions, Pay};
use rules::Compiled;
use rules::diagnostic::did_you_mean;
use serde_json::json;
use sim::choices::closing;
use sim::policy::{Random, contested};
use sim::rather::{Draw, Rather};
use sim::record::{Carry, Record};
use sim::session::Session;
use sim::show;

use super::play;
use crate::open::{self, Opened};
use crate::out;

/// Plays an encounter by itself, at random or from commands, and writes the recorded game; or
/// plays a recorded game again under rules that have changed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// An encounter file, or the name of an example; with `--again` a recorded game.
    file: String,
    /// The recorded game to be written; with `--again` the same one if not given.
    #[arg(long, value_name = "FILE", required_unless_present = "again")]
    out: Option<PathBuf>,
    /// Gives the commands of a recorded game again, under the ruleset as it is now.
    #[arg(long, conflicts_with_all = ["commands", "seed", "decisions"])]
    again: bool,
    /// Seed of the dice and of what is chosen, for an encounter that says nothing about it.
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    seed: u64,
    /// The commands, one a line, as `play` takes them; otherwise random ones from what is legal.
    #[arg(long, value_name = "FILE")]
    commands: Option<PathBuf>,
    /// Choices made at most at random; most fights end before.
    #[arg(long, default_value_t = 5000, value_name = "NUMBER", conflicts_with = "commands")]
    decisions: usize,
    /// At random, rather these activities than anything else, wherever there is one of them.
    #[arg(long, value_name = "ACTIVITY,...", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["commands", "again"])]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    rather: Vec<String>,
    /// Carries the ruleset along, so that the game can still be played when that changes. One that
    /// is neither built in nor around the game's place is carried along anyway.
    #[arg(long)]
    carry: bool,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let given = PathBuf::from(&args.file);
    let opened = match args.again {
        true => open::again(&given)?,
        false => open::open(&args.file, args.seed)?,
    };
    let (session, origin) = match &args.commands {
        Some(path) => play::lines(opened, &open::text(path)?)?,
        None => {
            let Opened { mut session, origin, .. } = opened;
            if !args.again {
                let mut rather = rather_these(session.compiled(), &args.rather)?;
                at_random(&mut session, args.decisions, rather.as_mut())?;
            }
            (session, origin)
        }
    };
    let out = args.out.as_ref().unwrap_or(&given);
    // A game that would not find its ruleset again carries it.
    let carry = match args.carry || !open::finds_ruleset(out, &origin) {
        true => Carry::Ruleset,
        false => Carry::Nothing,
    };
    let record = Record::of(&session, &origin, carry);
    out::file(out, &record.to_string())?;
    let ends = show::decision(session.compiled(), session.state());
    let commands = record.steps.len();
    let path = out.display();
    match json {
        true => out::value(&json!({
            "file": out.to_string_lossy(),
            "commands": commands,
            "waits_for": ends,
        }))?,
        false => out::text(&format!("{path}: {commands} commands; {ends}"))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays random choices until only one side has combatants able to act, and ends the fight there.
/// Stops after `decisions` choices. Questions get their default answers.
fn at_random(
    session: &mut Session,
    decisions: usize,
    mut rather: Option<&mut Rather>,
) -> anyhow::Result<()> {
    let compiled = session.compiled().clone();
    let game = &compiled.game;
    let mut random = Random::new(session.seed());
    let mut lister = LegalActions::new(game);
    let mut made = 0;
    while made < decisions {
        let state = session.state();
        let command = match state.decision {
            Decision::Finished | Decision::NotStarted => return Ok(()),
            Decision::Roll(..) => {
                if session.roll().is_none_or(|rolled| rolled.is_err()) {
                    bail!("the dice asked for cannot be rolled");
                }
                continue;
            }
            Decision::Rule(ruling, _) => Command::Rule(game.rulings[ruling.index()].default),
            Decision::Act(_) if !contested(game, state) => Command::Finish,
            _ => {
                made += 1;
                let closing = closing(game, state);
                let (everything, can_close) = (&mut lister, closing.is_some());
                let drawn = match rather.as_mut() {
                    Some(rather) => rather.draw((game, state), everything, can_close, &mut random),
                    None => {
                        let listed = everything.refresh(game, state);
                        let nth = preferred(game, everything, listed, &mut random);
                        Draw { lister: everything, nth }
                    }
                };
                match (drawn.lister.nth(game, drawn.nth), closing) {
                    // The cheapest payment is the default, so it is not written.
                    (Some((declare, _)), _) if declare.pay == Pay::Nth(0) => {
                        Command::Declare(kernel::Declaration { pay: Pay::Cheapest, ..declare })
                    }
                    (Some((declare, _)), _) => Command::Declare(declare),
                    (None, Some(command)) => command,
                    // The turn can't end in a square that one may only pass through.
                    (None, None) => {
                        let listed = lister.refresh(game, state).max(1);
                        match lister.nth(game, random.below(listed as u32) as usize) {
                            Some((declare, _)) => Command::Declare(declare),
                            None => return Ok(()),
                        }
                    }
                }
            }
        };
        if let Err(denial) = session.give(command, None) {
            let why = sim::render::denial_text(&compiled, session.state(), &denial);
            bail!("what was listed as legal is denied:\n{why}");
        }
    }
    Ok(())
}

/// Returns a preference for the activities `names`; `None` if there are no names.
fn rather_these(compiled: &Compiled, names: &[String]) -> anyhow::Result<Option<Rather>> {
    let find = |name: &String| {
        compiled.names.activity(name).ok_or_else(|| {
            let all = compiled.names.activities.iter().map(|activity| &activity.name);
            let help = match did_you_mean(name, all) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "`turnwright options --all` lists what can be done".to_owned(),
            };
            anyhow!("there is no activity called `{name}`; {help}")
        })
    };
    let these = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    Ok((!these.is_empty()).then(|| Rather::these(&compiled.game, &these)))
}

/// Draws the index of one of the `listed` declarations, or `listed` to declare nothing. Three draws
/// of four take only declarations that cost tokens: players do not turn around for minutes.
fn preferred(game: &Game, lister: &LegalActions, listed: usize, random: &mut Random) -> usize {
    if random.below(4) == 0 {
        return random.below(listed as u32 + 1) as usize;
    }
    let costs =
        |nth: &usize| lister.nth(game, *nth).is_some_and(|(_, paid)| !paid.spend.is_empty());
    let serious: Vec<usize> = (0..listed).filter(costs).collect();
    let nth = random.below(serious.len().max(1) as u32) as usize;
    serious.get(nth).copied().unwrap_or(listed)
}
