//! Automation of the repository, the same on a laptop and in continuous integration.

mod browser;
mod cookbook;
mod count;
mod deny;
mod mcp;
mod page;
mod python;
mod serve;
mod site;
mod step;
mod steps;
mod tidy;
mod tree;
mod wasm;
mod wasm_debian;
mod wasm_toolchain;
mod wasm_wrappers;
mod workbench;

use std::process::ExitCode;

use crate::steps::AtFailure;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

Commands:
  serve  Build the page and start the tracker; arguments go to `turnwright serve`
  test   Run every check of the repository, in order, up to the first that fails;
         `--keep-going` runs those after it, too
  mutants  Judge every mutant of every ruleset; `test` judges a sample of them
  fresh  Write anew what follows from rules, scenarios and code: schemas, recorded games, coverage,
         pages of the manual and the cookbook, counts of choices, terminal sessions
  cookbook  Write only the pages of the cookbook, from examples/cookbook
  wasm   Build the engine for browsers into npm/engine; `wasm test` compares it with the native one,
         `wasm bench` measures size and pace, `wasm workbench` builds the page to write rules
  check-mcp  Run the conformance suite of the Model Context Protocol and its official client
         against the program that the tests built
  site   Build all that needs no server into target/site, for any web host
  count  Count instructions per decision of each fight with valgrind, `--against PROGRAM` beside
         those of another build of `turnwright-sim`'s example `decisions`
  tidy   Run only the checks of layout and text (also a part of `cargo test`)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["serve", ..] => serve::serve(&arguments[1..]),
        ["test"] => steps::run_all(AtFailure::Stop),
        ["test", "--keep-going"] => steps::run_all(AtFailure::GoOn),
        ["mutants"] => steps::judge_mutants(),
        ["fresh"] => steps::freshen(),
        ["cookbook"] => cookbook::write(),
        ["count", ..] => count::count(&arguments[1..]),
        ["site"] => site::site(),
        ["tidy"] => tidy::report(),
        ["wasm", ..] => wasm::wasm(&arguments[1..]),
        ["check-wasm"] => wasm::check(),
        ["check-mcp"] => mcp::check(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
