//! Asks why Ana cannot strike twice with her primary action.

use turnwright::{Encounter, Ruleset};

fn main() -> Result<(), turnwright::Error> {
    let rules = Ruleset::builtin("collective")?;
    let mut fight = Encounter::new(&rules, include_str!("duel.toml"))?;
    for line in ["rule pcs", "Ana: longsword Orc, pay P", "roll 15", "roll 4"] {
        for told in fight.apply(line)? {
            println!("{told}");
        }
    }
    for reason in fight.why_not("Ana: longsword Orc, pay P")? {
        println!("No: {reason} ({})", reason.rules.join(", "));
        if let Some(remedy) = reason.remedy {
            println!("    {remedy}");
        }
    }
    Ok(())
}
