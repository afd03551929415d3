//! Text about what the encounter waits for instead of a command, and how it goes on.

use kernel::{Decision, NOBODY, State, iter_bits};
use rules::Compiled;

use crate::{cards, show};

/// Describes why a command is not awaited now, and how to go on.
pub(super) fn waiting(compiled: &Compiled, state: &State) -> (String, Option<String>) {
    let names = &compiled.names;
    let people = |mask| show::people(compiled, mask);
    let first = |mask| iter_bits(mask).next().map_or("", |who| show::combatant(compiled, who));
    match state.decision {
        Decision::NotStarted => ("The fight hasn't begun.".to_owned(), None),
        Decision::Act(mask) => (
            format!(
                "It's {} turn. There's nothing to answer right now.",
                possessive(&people(show::able(compiled, state, mask)))
            ),
            Some(format!(
                "Declare an action, pass with `{}: pass`, or end the turn with `end`.",
                first(mask)
            )),
        ),
        Decision::Answer(mask) => (
            format!("{} may react first.", people(mask)),
            Some(format!("Let them react, or pass with `{}: pass`.", first(mask))),
        ),
        Decision::Offer(window, mask) => (
            format!(
                "{} may use {} first.",
                people(mask),
                names.windows_asked[window.index()].label
            ),
            Some(format!("Let them use it, or pass with `{}: pass`.", first(mask))),
        ),
        Decision::DeclareSecretly(mask) => (
            format!("{} declare in secret first.", people(mask)),
            Some(format!("Let them declare, or pass with `{}: pass`.", first(mask))),
        ),
        Decision::Roll(..) if let Some(drawing) = kernel::drawing(&compiled.game, state) => (
            format!("Draw a card from {} first.", cards::pile(compiled, drawing.from)),
            Some("Say which card comes: `draw CARD`.".to_owned()),
        ),
        Decision::Roll(dice, who) => {
            let whose = match who {
                NOBODY => String::new(),
                who => format!(" {}", show::combatant(compiled, who)),
            };
            let faces = faces(compiled, dice);
            (
                format!("Roll the dice first: {}{whose}.", names.dice[dice.index()]),
                Some(format!(
                    "Say what they show: `roll {faces}`, or `dice: {faces}` in a scenario."
                )),
            )
        }
        Decision::Rule(ruling, who) => {
            let one = &names.rulings[ruling.index()];
            let about = show::about(compiled, state, who);
            let answers = one.answers.iter().map(|answer| format!("`rule {answer}`"));
            (
                format!("The game master decides first: {}{about}", one.ask),
                Some(format!("Answer with {}.", answers.collect::<Vec<_>>().join(" or "))),
            )
        }
        Decision::Finished => ("The fight is over.".to_owned(), None),
    }
}

/// Returns the possessive form of a name.
fn possessive(name: &str) -> String {
    format!("{name}'s")
}

/// Returns an example of faces for these dice.
fn faces(compiled: &Compiled, dice: kernel::DiceId) -> String {
    const SHOWN_MAX: usize = 5;
    let mut shown = Vec::new();
    let total = compiled.game.dice[dice.index()].total_from(&mut |sides: u32| {
        let face = 1 + (shown.len() as u32 + 2) % sides;
        shown.push(face.to_string());
        (shown.len() <= SHOWN_MAX).then_some(face)
    });
    if total.is_err() {
        shown.truncate(SHOWN_MAX);
        shown.push("…".to_owned());
    }
    if shown.is_empty() { "none".to_owned() } else { shown.join(" ") }
}
