//! Replies about the board: the squares in reach of a combatant, and the price of a path.

use kernel::{Decision, NOBODY};
use rules::square;
use serde_json::json;
use sim::map::{self, Overlay};
use sim::{language, show, walk};

use super::reply::Reply;
use super::table::Table;

impl Table {
    /// Draws the board with the squares in reach of the named combatant; without a name, of the
    /// only combatant that may act.
    pub(super) fn board(&self, name: &str) -> Reply {
        let compiled = self.session().compiled();
        let state = self.session().state();
        let who = match (name, state.decision) {
            ("", Decision::Act(mask)) if mask.count_ones() == 1 => kernel::iter_bits(mask).next(),
            ("", _) => None,
            (name, _) => match language::combatant(compiled, name) {
                Ok(who) => Some(who),
                Err(error) => return Reply::problem(&error, self.paint()),
            },
        };
        let overlay = who.map_or(Overlay::Plain, Overlay::Reach);
        let lines = map::draw(compiled, state, overlay);
        if lines.is_empty() {
            return Reply::wrong("This fight has no board.", self.paint());
        }
        let placed = map::placed(state).map(|(who, at)| {
            json!({ "name": show::combatant(compiled, who), "square": square::print(at) })
        });
        let about = who.filter(|who| *who != NOBODY).map(|who| show::combatant(compiled, who));
        let value = json!({
            "map": &lines[..lines.len() - 1],
            "reach_of": about,
            "placed": placed.collect::<Vec<_>>(),
        });
        Reply::told("board", lines.join("\n"), value)
    }

    /// Returns the price of a path, step by step, and the combatants that may react to each step.
    pub(super) fn way(&self, line: &str) -> Reply {
        let preview = match walk::preview(self.session(), line) {
            Ok(preview) => preview,
            Err(error) => return Reply::problem(&error, self.paint()),
        };
        let compiled = self.session().compiled();
        let names = |asked: &[kernel::CombatantId]| -> Vec<&str> {
            asked.iter().map(|who| show::combatant(compiled, *who)).collect()
        };
        let mut text = format!("costs {} of {}", preview.price, preview.left);
        for stride in &preview.steps {
            let at = square::print(stride.square);
            text.push_str(&format!("\n  {at} {}", stride.price));
            if stride.threats > 0 {
                text.push_str(&format!(", threatened by {}", stride.threats));
            }
            if !stride.asked.is_empty() {
                text.push_str(&format!(", {} may react", names(&stride.asked).join(" and ")));
            }
        }
        let steps = preview.steps.iter().map(|stride| {
            json!({
                "square": square::print(stride.square),
                "price": stride.price,
                "threats": stride.threats,
                "asked": names(&stride.asked),
            })
        });
        let steps: Vec<_> = steps.collect();
        let value = json!({ "price": preview.price, "left": preview.left, "steps": steps });
        Reply::told("way", text, value)
    }
}
