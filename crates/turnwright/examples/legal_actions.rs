//! Lists everything Ana may do now, with its price.

use turnwright::{Encounter, Ruleset};

fn main() -> Result<(), turnwright::Error> {
    let rules = Ruleset::builtin("collective")?;
    let mut fight = Encounter::new(&rules, include_str!("duel.toml"))?;
    fight.apply("rule pcs")?;
    println!("{}", fight.awaiting());
    for action in fight.legal_actions().of("Ana") {
        println!("{action}");
    }
    Ok(())
}
