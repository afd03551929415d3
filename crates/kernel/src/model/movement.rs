//! Movement by squares, as a ruleset prices and forbids it.

use crate::ids::{AttributeId, ExprId, RulesId};

/// Rules for the cost of steps and for squares that cannot be entered or stopped on.
#[derive(Clone, Debug, Default)]
pub struct MovementRules {
    /// The attribute that steps use up; `None` = the ruleset has no movement by squares.
    pub movement_attribute: Option<AttributeId>,
    /// Surcharges, added to the step's own cost.
    pub surcharges: Vec<(ExprId, RulesId)>,
    /// The surcharges that may be nonzero (derived).
    pub nonzero_surcharges: Vec<ExprId>,
    /// Whether negative surcharges may make a step free (derived).
    pub may_be_free: bool,
    /// The properties of a square that steps depend on (derived).
    pub dependence: StepDependence,
    /// Tests for squares that cannot be entered.
    pub blocked: Vec<(ExprId, RulesId)>,
    /// Tests for squares that can only be passed through.
    pub pass_through_only: Vec<(ExprId, RulesId)>,
    /// The rules of movement by squares itself.
    pub rules: RulesId,
}

/// Dependence of the movement rules on the class of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepDependence {
    /// The rules read more than classes of square.
    #[default]
    No,
    /// The rules read classes of square, without threats.
    Unthreatened,
    /// The rules read classes of square.
    Yes,
}
