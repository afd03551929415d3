//! What a fight leaves no doubt about: numbers that are the same from its beginning to its end are
//! worked out when it is laid out.
//!
//! Sheets do not change while a fight is played, so whatever is made of their fixed numbers alone
//! is a number for each combatant; and sorts of terrain that lie nowhere and cannot come to lie
//! anywhere need not be looked for. Where all sheets have their lanes in the same order, it is
//! known ahead which lane is asked for.

use std::sync::Arc;

use crate::expr::{Binary, Input, Role, Scope};
use crate::game::Game;
use crate::ids::{CombatantId, KindId, NOBODY};
use crate::people::Combatant;
use crate::state::{Frame, State};

use super::compile::compile;
use super::tree::Tree;

/// A fight before it begins.
pub(super) struct Fight<'a> {
    game: &'a Game,
    /// Those who take part, about whom nothing but their sheets is known.
    state: State,
}

impl Fight<'_> {
    /// A fight whose sheets and board there are.
    pub(super) fn of(game: &Game) -> Fight<'_> {
        let combatants = game.sheets.iter().map(|_| Combatant::default()).collect();
        Fight { game, state: State { combatants, ..State::default() } }
    }

    /// Whether tokens of a kind can be held by nobody.
    fn nobody_holds(&self, kind: KindId) -> bool {
        self.game.sheets.iter().all(|sheet| sheet.find_lane(kind).is_none())
    }
}

/// A number for each combatant, and for where there is nobody.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Given {
    each: Arc<[i32]>,
    nobody: i32,
}

impl Given {
    /// The number of someone.
    #[inline(always)]
    pub(super) fn of(&self, who: CombatantId) -> i32 {
        self.each.get(who.index()).copied().unwrap_or(self.nobody)
    }

    /// What an expression comes to that reads nothing but fixed numbers.
    fn work_out(tree: &Tree, Fight { game, state }: &Fight<'_>) -> Given {
        let function = compile(tree);
        let value = |who: CombatantId| {
            let frame = Frame { actor: who, target: who, ..Frame::default() };
            function(&Scope { game, state, frame: &frame })
        };
        let everybody = 0..game.sheets.len();
        Given {
            each: everybody.map(|at| value(CombatantId(at as u8))).collect(),
            nobody: value(NOBODY),
        }
    }

    /// The number that it is for everybody, if it is one.
    fn common(&self) -> Option<i32> {
        self.each.iter().all(|one| *one == self.nobody).then_some(self.nobody)
    }
}

impl Tree {
    /// The same in a game, with what that leaves no doubt about worked out.
    pub(super) fn given(self, fight: &Fight<'_>) -> Tree {
        if let Some(role) = self.whose() {
            let given = Given::work_out(&self, fight);
            return match given.common() {
                Some(number) => Tree::Const(number),
                None => Tree::Given(role, given),
            };
        }
        match self {
            Tree::Load(Input::Terrain(_, sort) | Input::ApproachOver(_, sort))
                if fight.game.terrain >> sort & 1 == 0 =>
            {
                Tree::Const(0)
            }
            Tree::Load(Input::Holds(role @ (Role::Actor | Role::Target), kind)) => {
                match fight.game.common_lane(kind) {
                    Some(lane) => Tree::Held(role, lane),
                    None if fight.nobody_holds(kind) => Tree::Const(0),
                    None => self,
                }
            }
            Tree::Neg(part) => Tree::Neg(Box::new(part.given(fight))).folded(),
            Tree::Not(part) => Tree::Not(Box::new(part.given(fight))).folded(),
            Tree::Within(part, range) => Tree::Within(Box::new(part.given(fight)), range).folded(),
            Tree::Both(operator, parts) => {
                let [first, second] = parts.map(|part| part.given(fight));
                Tree::both(operator, first, second).folded()
            }
            Tree::Select(parts) => {
                Tree::Select(Box::new(parts.map(|part| part.given(fight)))).folded()
            }
            Tree::All(parts) => join(parts, fight, true),
            Tree::Any(parts) => join(parts, fight, false),
            tree => tree,
        }
    }

    /// Whose fixed numbers it is made of, if it is of nothing else.
    fn whose(&self) -> Option<Role> {
        let mut whose = None;
        self.is_of(&mut whose).then_some(whose).flatten()
    }

    /// Whether it is made of nothing but numbers and the fixed numbers of one and the same.
    fn is_of(&self, whose: &mut Option<Role>) -> bool {
        match self {
            Tree::Const(_) => true,
            Tree::Load(Input::Fixed(role @ (Role::Actor | Role::Target), _)) => {
                *whose.get_or_insert(*role) == *role
            }
            Tree::Neg(part) | Tree::Not(part) | Tree::Within(part, _) => part.is_of(whose),
            Tree::Both(_, parts) => parts.iter().all(|part| part.is_of(whose)),
            Tree::Select(parts) => parts.iter().all(|part| part.is_of(whose)),
            Tree::All(parts) | Tree::Any(parts) => parts.iter().all(|part| part.is_of(whose)),
            Tree::Load(_) | Tree::Meets(_) | Tree::TargetMeets(_) => false,
            Tree::Given(..) | Tree::Held(..) => false,
        }
    }

    /// The same, as a number where its parts are.
    fn folded(self) -> Tree {
        match self {
            Tree::Neg(part) => match *part {
                Tree::Const(number) => Tree::Const(number.saturating_neg()),
                part => Tree::Neg(Box::new(part)),
            },
            Tree::Not(part) => match *part {
                Tree::Const(number) => Tree::Const(i32::from(number == 0)),
                part => Tree::Not(Box::new(part)),
            },
            Tree::Within(part, range) => match *part {
                Tree::Const(number) => Tree::Const(range.has(number)),
                // Distances and counts are never below 0.
                Tree::Load(input) => match range.has_all(input.bounds()) {
                    Some(all) => Tree::Const(i32::from(all)),
                    None => Tree::Within(Box::new(Tree::Load(input)), range),
                },
                part => Tree::Within(Box::new(part), range),
            },
            Tree::Both(operator, parts) => match *parts {
                [Tree::Const(one), Tree::Const(other)] => Tree::Const(operator.apply(one, other)),
                // What surcharges mostly come to.
                [part, Tree::Const(0)] if matches!(operator, Binary::Add | Binary::Sub) => part,
                parts => Tree::Both(operator, Box::new(parts)),
            },
            Tree::Select(parts) => match *parts {
                [Tree::Const(0), _, no] => no,
                [Tree::Const(_), yes, _] => yes,
                [_, Tree::Const(yes), Tree::Const(no)] if yes == no => Tree::Const(yes),
                parts => Tree::Select(Box::new(parts)),
            },
            tree => tree,
        }
    }
}

/// What `and` or, failing `all`, `or` joins, without what decides nothing.
fn join(parts: Vec<Tree>, fight: &Fight<'_>, all: bool) -> Tree {
    let mut left = Vec::new();
    for part in parts.into_iter().map(|part| part.given(fight)) {
        match part {
            Tree::Const(number) if (number != 0) == all => {}
            Tree::Const(_) => return Tree::Const(i32::from(!all)),
            part => left.push(part),
        }
    }
    match left.len() {
        0 => Tree::Const(i32::from(all)),
        _ if all => Tree::All(left),
        _ => Tree::Any(left),
    }
}
