//! Accelerator: constant folding per encounter. A folded tree must have the value that
//! `EvalContext::eval_postfix` returns.
//!
//! Sheets do not change during play, so an expression over their fixed numbers is a constant for
//! each combatant. A terrain sort that lies nowhere and cannot appear reads as 0. Where all sheets
//! have a kind of token in the same lane, that lane is a constant.

use std::sync::Arc;

use crate::game::{EvalContext, Game};
use crate::ids::{CombatantId, KindId, NOBODY};
use crate::model::expr::{Binary, Input, Role};
use crate::state::combatants::Combatant;
use crate::state::{Frame, State};

use super::closures::compile;
use super::ir::Node;

/// Encounter before its first command.
pub(crate) struct EncounterConstants<'a> {
    game: &'a Game,
    /// Combatants in their default state: only their sheets are known.
    state: State,
}

impl EncounterConstants<'_> {
    /// Returns the encounter of a game whose sheets and board are set.
    pub(crate) fn of(game: &Game) -> EncounterConstants<'_> {
        let combatants = game.sheets.iter().map(|_| Combatant::default()).collect();
        EncounterConstants { game, state: State { combatants, ..State::default() } }
    }

    /// Returns true if no combatant can hold tokens of a kind.
    fn nobody_holds(&self, kind: KindId) -> bool {
        self.game.sheets.iter().all(|sheet| sheet.find_lane(kind).is_none())
    }
}

/// Constant for each combatant, and for the absence of a combatant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PerCombatantConst {
    each: Arc<[i32]>,
    nobody: i32,
}

impl PerCombatantConst {
    /// Returns the number of a combatant.
    #[inline(always)]
    pub(crate) fn of(&self, who: CombatantId) -> i32 {
        self.each.get(who.index()).copied().unwrap_or(self.nobody)
    }

    /// Evaluates an expression that reads only fixed numbers, for each combatant.
    fn work_out(
        tree: &Node,
        EncounterConstants { game, state }: &EncounterConstants<'_>,
    ) -> PerCombatantConst {
        let function = compile(tree);
        let value = |who: CombatantId| {
            let frame = Frame { actor: who, target: who, ..Frame::default() };
            function(&EvalContext { game, state, frame: &frame })
        };
        let everybody = 0..game.sheets.len();
        PerCombatantConst {
            each: everybody.map(|at| value(CombatantId(at as u8))).collect(),
            nobody: value(NOBODY),
        }
    }

    /// Returns the number if it is the same for every combatant and for none.
    fn common(&self) -> Option<i32> {
        self.each.iter().all(|one| *one == self.nobody).then_some(self.nobody)
    }
}

impl Node {
    /// Folds everything that is constant for this encounter.
    pub(crate) fn specialize(self, fight: &EncounterConstants<'_>) -> Node {
        if let Some(role) = self.sole_role() {
            let given = PerCombatantConst::work_out(&self, fight);
            return match given.common() {
                Some(number) => Node::Const(number),
                None => Node::Given(role, given),
            };
        }
        match self {
            Node::Load(Input::Terrain(_, sort) | Input::ApproachOver(_, sort))
                if fight.game.terrain >> sort & 1 == 0 =>
            {
                Node::Const(0)
            }
            Node::Load(Input::Holds(role @ (Role::Actor | Role::Target), kind)) => {
                match fight.game.common_lane(kind) {
                    Some(lane) => Node::Held(role, lane),
                    None if fight.nobody_holds(kind) => Node::Const(0),
                    None => self,
                }
            }
            Node::Neg(part) => Node::Neg(Box::new(part.specialize(fight))).fold(),
            Node::Not(part) => Node::Not(Box::new(part.specialize(fight))).fold(),
            Node::Lookup(table, part) => Node::Lookup(table, Box::new(part.specialize(fight))),
            Node::Within(part, range) => {
                Node::Within(Box::new(part.specialize(fight)), range).fold()
            }
            Node::Both(operator, parts) => {
                let [first, second] = parts.map(|part| part.specialize(fight));
                Node::both(operator, first, second).fold()
            }
            Node::Select(parts) => {
                Node::Select(Box::new(parts.map(|part| part.specialize(fight)))).fold()
            }
            Node::All(parts) => join(parts, fight, true),
            Node::Any(parts) => join(parts, fight, false),
            tree => tree,
        }
    }

    /// Returns the role whose fixed numbers are all that is read; else `None`.
    fn sole_role(&self) -> Option<Role> {
        let mut whose = None;
        self.is_of(&mut whose).then_some(whose).flatten()
    }

    /// Returns true if only constants and the fixed numbers of a single role are read.
    fn is_of(&self, whose: &mut Option<Role>) -> bool {
        match self {
            Node::Const(_) => true,
            Node::Load(Input::Stat(role @ (Role::Actor | Role::Target), _)) => {
                *whose.get_or_insert(*role) == *role
            }
            Node::Neg(part) | Node::Not(part) | Node::Within(part, _) | Node::Lookup(_, part) => {
                part.is_of(whose)
            }
            Node::Both(_, parts) => parts.iter().all(|part| part.is_of(whose)),
            Node::Select(parts) => parts.iter().all(|part| part.is_of(whose)),
            Node::All(parts) | Node::Any(parts) => parts.iter().all(|part| part.is_of(whose)),
            Node::Load(_) | Node::ActorMatches(_) | Node::TargetMatches(_) => false,
            Node::Given(..) | Node::Held(..) => false,
        }
    }

    /// Folds the node if its parts are constants.
    fn fold(self) -> Node {
        match self {
            Node::Neg(part) => match *part {
                Node::Const(number) => Node::Const(number.saturating_neg()),
                part => Node::Neg(Box::new(part)),
            },
            Node::Not(part) => match *part {
                Node::Const(number) => Node::Const(i32::from(number == 0)),
                part => Node::Not(Box::new(part)),
            },
            Node::Within(part, range) => match *part {
                Node::Const(number) => Node::Const(range.has(number)),
                // Distances and counts are never below 0.
                Node::Load(input) => match range.has_all(input.bounds()) {
                    Some(all) => Node::Const(i32::from(all)),
                    None => Node::Within(Box::new(Node::Load(input)), range),
                },
                part => Node::Within(Box::new(part), range),
            },
            Node::Both(operator, parts) => match *parts {
                [Node::Const(one), Node::Const(other)] => Node::Const(operator.apply(one, other)),
                // Most surcharges fold to this.
                [part, Node::Const(0)] if matches!(operator, Binary::Add | Binary::Sub) => part,
                parts => Node::Both(operator, Box::new(parts)),
            },
            Node::Select(parts) => match *parts {
                [Node::Const(0), _, no] => no,
                [Node::Const(_), yes, _] => yes,
                [_, Node::Const(yes), Node::Const(no)] if yes == no => Node::Const(yes),
                parts => Node::Select(Box::new(parts)),
            },
            tree => tree,
        }
    }
}

/// Joins parts by `and` if `all`, else by `or`, leaving out those that decide nothing.
fn join(parts: Vec<Node>, fight: &EncounterConstants<'_>, all: bool) -> Node {
    let mut left = Vec::new();
    for part in parts.into_iter().map(|part| part.specialize(fight)) {
        match part {
            Node::Const(number) if (number != 0) == all => {}
            Node::Const(_) => return Node::Const(i32::from(!all)),
            part => left.push(part),
        }
    }
    match left.len() {
        0 => Node::Const(i32::from(all)),
        _ if all => Node::All(left),
        _ => Node::Any(left),
    }
}
