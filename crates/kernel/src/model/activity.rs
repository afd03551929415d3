//! Activities: what a ruleset lets one do.

use crate::ids::{ExprId, ProgramId, RulesId};
use crate::model::moment::Moments;

/// Something that can be declared.
#[derive(Clone, Debug)]
pub struct Activity {
    /// The targets it may be aimed at.
    pub target: Target,
    /// A square goes with it, beside the target.
    pub with_square: bool,
    /// When it may be declared at all, whatever pays for it.
    pub moments: Moments,
    /// Conditions that forbid it, each with its rules.
    pub blocked: Vec<(u64, RulesId)>,
    /// All conditions of `barred` together.
    pub blocked_mask: u64,
    /// Conditions it takes, each with its rules.
    pub required: Vec<(u64, RulesId)>,
    /// All conditions of `required` together.
    pub required_mask: u64,
    /// Other requirements that must hold.
    pub requirements: Vec<Requirement>,
    /// Gates it opens for kinds that need a permission.
    pub opens_gates: u8,
    /// Words that answers can ask for, one bit each.
    pub tags: u64,
    /// Conditions that declaring it puts on the actor.
    pub adds_conditions: u64,
    /// The number that goes with it.
    pub argument: Option<Argument>,
    /// The program of its effects.
    pub program: ProgramId,
    /// Done at once: it neither waits for answers nor can it be answered.
    pub immediate: bool,
    /// Declared by the game master about the actor, at any time, without payment.
    pub by_game_master: bool,
    /// The rules that define it.
    pub rules: RulesId,
}

/// A requirement that reads more than the actor's conditions.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The test that must hold.
    pub test: ExprId,
    /// It reads the target, so it is tested target by target.
    pub depends_on_target: bool,
    /// Conditions of the actor without all of which it holds in any case; 0 = always tested.
    pub only_if: u64,
    /// Whether a declaration that is only prepared must meet it already.
    pub binds_prepared: bool,
    /// Because of what.
    pub rules: RulesId,
}

/// The number that goes with a declaration: a distance, an amount.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Least value.
    pub min: ExprId,
    /// Greatest value.
    pub max: ExprId,
    /// The value taken when none is given.
    pub default: ExprId,
    /// The value that stands for words of the actor's own: it says nothing without them.
    pub text_value: Option<i32>,
    /// Because of what.
    pub rules: RulesId,
}

/// Static facts about an activity's number: how it affects whether the activity is legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgumentInfo {
    /// The requirements, or the bounds of the number, read the number.
    pub affects_legality: bool,
    /// The number taken when none is given, where that is always the same.
    pub constant_default: Option<i32>,
    /// Which number is taken when none is given depends on whom it is aimed at.
    pub default_depends_on_target: bool,
    /// So does which numbers may be given.
    pub bounds_depend_on_target: bool,
    /// There is always some number that may be given.
    pub range_nonempty: bool,
}

impl ArgumentInfo {
    /// Whether it is a matter of the actor alone if there is any number that may be given.
    pub(crate) fn bounds_of_actor(&self) -> bool {
        !self.range_nonempty && !self.bounds_depend_on_target
    }
}

/// The targets an activity may be aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Nobody.
    #[default]
    None,
    /// Someone on a hostile side.
    Foe,
    /// Someone else on the same side.
    Ally,
    /// Oneself or someone on the same side.
    Friend,
    /// Anyone but oneself.
    Other,
    /// Anyone.
    Any,
    /// Anyone, or nobody.
    Optional,
    /// A neighbouring square that the actor can step onto.
    Step,
    /// A square of the board.
    Square,
}

impl Target {
    /// Whether it has to be aimed at somebody.
    pub fn needs_someone(self) -> bool {
        matches!(self, Target::Foe | Target::Ally | Target::Friend | Target::Other | Target::Any)
    }
}
