//! Plays decisions of one fight, to count the instructions that they take.

use std::process::ExitCode;

use rules::diagnostic::Colors;
use rules::source::embedded_file;
use rules::{Place, Setup};
use sim::policy::{Playout, Rulings};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [ruleset, fight, count] = &arguments[..] else {
        eprintln!("Usage: decisions RULESET FIGHT COUNT (such as `collective skirmish 20000`)");
        return ExitCode::from(2);
    };
    let path = format!("examples/{fight}.toml");
    let (Some(text), Ok(count)) = (embedded_file(ruleset, &path), count.parse()) else {
        eprintln!("there is no {ruleset}/{path}, or `{count}` is no number");
        return ExitCode::from(2);
    };
    let setup = Setup::read("encounter", text, &Place::Embedded(ruleset.clone()), None);
    let game = match setup.and_then(|setup| rules::compile(&setup)) {
        Ok((compiled, _)) => compiled.game,
        Err((report, files)) => {
            eprintln!("{}", report.render(&files, Colors::Off));
            return ExitCode::FAILURE;
        }
    };
    let mut playout = Playout::new(&game, 1, Rulings::Default);
    playout.play(count / 10, 5_000);
    playout.rewind();
    counted(&mut playout, count);
    println!("{:016x}", playout.tally().hash.value());
    ExitCode::SUCCESS
}

/// Only the instructions below this function are counted.
#[inline(never)]
fn counted(playout: &mut Playout<'_>, count: u64) {
    playout.play(count, 5_000);
}
