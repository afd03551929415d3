//! Plans: the ways to end a turn.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use server::wire;

use super::Readable;

/// Every distinct way to end a turn, best first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TurnPlan {
    /// Number of the change it holds for.
    pub(crate) sequence: u64,
    /// Combatant whose turn it is.
    pub(crate) actor: String,
    /// The ways.
    pub(crate) ways: Vec<PlannedTurn>,
    /// There is more than was looked at.
    pub(crate) cut: bool,
}

/// One way to end a turn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PlannedTurn {
    /// Lines for `apply`, in order.
    pub(crate) lines: Vec<String>,
    /// Health that foes are expected to lose if nobody reacts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dealt: Option<f64>,
    /// Health that its own side is expected to lose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lost: Option<f64>,
}

impl TurnPlan {
    /// Returns the lines and the expected damage of each way.
    pub(crate) fn of(plan: wire::Plan) -> TurnPlan {
        let way = |way: wire::PlannedWay| PlannedTurn {
            lines: way.steps.into_iter().map(|step| step.command).collect(),
            dealt: way.dealt.map(|expected| expected.value),
            lost: way.lost.map(|expected| expected.value),
        };
        TurnPlan {
            sequence: plan.sequence,
            actor: plan.who,
            ways: plan.ways.into_iter().map(way).collect(),
            cut: plan.cut,
        }
    }
}

impl Readable for TurnPlan {
    fn text(&self) -> String {
        let mut text = format!("{} can end the turn in {} ways:", self.actor, self.ways.len());
        for (index, way) in self.ways.iter().enumerate() {
            let lines = if way.lines.is_empty() { "end".to_owned() } else { way.lines.join("; ") };
            let _ = write!(text, "\n{}. {lines}", index + 1);
            if let Some(dealt) = way.dealt {
                let _ = write!(text, " (foes lose about {dealt:.1}");
                let lost = way.lost.filter(|lost| *lost > 0.0);
                let _ = write!(
                    text,
                    "{})",
                    lost.map_or(String::new(), |it| format!(", own side {it:.1}"))
                );
            }
        }
        if self.cut {
            text.push_str("\nThere is more than was looked at.");
        }
        text
    }
}
