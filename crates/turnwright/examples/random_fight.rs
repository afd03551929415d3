//! Plays an example fight at random, by names, and prints its story.

use turnwright::{Encounter, Error};

/// Commands after which the fight is given up.
const COMMANDS_MAX: usize = 200;

fn main() -> Result<(), Error> {
    let mut fight = Encounter::example("srd-5/duel")?.with_seed(7);
    let mut random = 7_u64;
    for _ in 0..COMMANDS_MAX {
        if let Some(told) = fight.roll_seeded() {
            told.iter().for_each(|line| println!("{line}"));
            continue;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let actions = fight.legal_actions();
        let nth = (random >> 33) as usize % (actions.len() + 1);
        let told = match actions.iter().nth(nth) {
            Some(action) => fight.apply(&action.line),
            None => pass_on(&mut fight),
        };
        match told {
            Ok(lines) => lines.iter().for_each(|line| println!("{line}")),
            Err(_) if actions.is_empty() => break,
            Err(_) => {}
        }
    }
    println!("{}", fight.awaiting());
    Ok(())
}

/// Ends the turn, passes on a response, or answers the game master's question.
fn pass_on(fight: &mut Encounter) -> Result<Vec<String>, Error> {
    fight.apply("end").or_else(|_| fight.apply("pass")).or_else(|_| fight.apply("rule yes"))
}
