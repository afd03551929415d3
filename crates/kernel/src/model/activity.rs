//! Activities: things that a ruleset lets combatants do.

use crate::ids::{ExprId, ProgramId, RulesId};
use crate::model::card::PileRef;
use crate::model::moment::Moments;

/// Activity that can be declared.
#[derive(Clone, Debug)]
pub struct Activity {
    /// The targets it may be aimed at.
    pub target: Target,
    /// Whether the activity takes a square besides the target.
    pub with_square: bool,
    /// Moments at which it may be declared, whatever pays for it.
    pub moments: Moments,
    /// Conditions that forbid it, each with its rules.
    pub blocked: Vec<(u64, RulesId)>,
    /// Union of the conditions of `blocked`.
    pub blocked_mask: u64,
    /// Conditions it requires, each with its rules.
    pub required: Vec<(u64, RulesId)>,
    /// Union of the conditions of `required`.
    pub required_mask: u64,
    /// Other requirements that must hold.
    pub requirements: Vec<Requirement>,
    /// Gates it opens for kinds whose use needs permission, one bit each.
    pub opens_gates: u8,
    /// Tags that answers can ask for, one bit each.
    pub tags: u64,
    /// Conditions that declaring it puts on the actor.
    pub adds_conditions: u64,
    /// The number declared with it, if it takes one.
    pub argument: Option<Argument>,
    /// The program of its effects.
    pub program: ProgramId,
    /// Whether the activity is done at once: it does not wait for answers and cannot be answered.
    pub immediate: bool,
    /// Whether the game master declares it about the actor, at any time and without payment.
    pub by_game_master: bool,
    /// The rules that define it.
    pub rules: RulesId,
}

/// A requirement that reads more than the actor's conditions.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The test that must hold.
    pub test: ExprId,
    /// Whether the test reads the target, so that it is evaluated for each target.
    pub depends_on_target: bool,
    /// Conditions under which it is tested. It holds in any case unless the actor has all of them;
    /// 0 = always tested.
    pub only_if: u64,
    /// Whether a declaration must meet it even when it is only prepared.
    pub binds_prepared: bool,
    /// The rules behind it.
    pub rules: RulesId,
}

/// Argument of an activity: a number such as a distance or an amount.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Least value.
    pub min: ExprId,
    /// Greatest value.
    pub max: ExprId,
    /// The value taken when none is given.
    pub default: ExprId,
    /// The pile of which a card is given; `None` = the number is no card. Without a number, the
    /// first card that meets the requirements is taken, and `default` only if none does.
    pub card: Option<PileRef>,
    /// The value that requires text from the player; `None` = no value does.
    pub text_value: Option<i32>,
    /// The rules behind it.
    pub rules: RulesId,
}

/// Static facts about an activity's argument: how it affects whether the activity is legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgumentInfo {
    /// Whether the requirements or the bounds of the argument read the argument.
    pub affects_legality: bool,
    /// The default, if it is constant.
    pub constant_default: Option<i32>,
    /// Whether the default depends on the target.
    pub default_depends_on_target: bool,
    /// Whether the bounds depend on the target.
    pub bounds_depend_on_target: bool,
    /// Whether the range between the bounds is never empty.
    pub range_nonempty: bool,
}

impl ArgumentInfo {
    /// Returns true if the range may be empty and does not depend on the target.
    pub(crate) fn bounds_of_actor(&self) -> bool {
        !self.range_nonempty && !self.bounds_depend_on_target
    }
}

/// Kind of target that an activity may be aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// No target.
    #[default]
    None,
    /// A combatant on a hostile side.
    Foe,
    /// Another combatant on the same side.
    Ally,
    /// A combatant on the same side, the actor included.
    Friend,
    /// Any combatant except the actor.
    Other,
    /// Any combatant.
    Any,
    /// Any combatant, or none.
    Optional,
    /// An adjacent square that the actor can step onto.
    Step,
    /// A square of the board.
    Square,
}

impl Target {
    /// Returns true if it needs a combatant as its target.
    pub fn needs_someone(self) -> bool {
        matches!(self, Target::Foe | Target::Ally | Target::Friend | Target::Other | Target::Any)
    }
}
