//! Compiles prohibitions into the activities that they forbid, and the reasons for shortages of
//! tokens.

use kernel::{Input, Requirement, Role, Shortage, Target};

use super::activities::{Definition, Who};
use super::inputs::{Known, Place};
use super::prices::UnitName;
use super::variants::Variant;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{Op, Tree, Type};
use crate::raw::{self, Text};

impl Build<'_> {
    /// Adds a prohibition to every activity that it forbids.
    pub(super) fn bar(&mut self, here: Here, bar: &raw::Bar) {
        let Some((test, options)) = self.bar_test(here, &bar.when) else { return };
        let rules = self.because(here.owner, &options);
        for at in self.chosen(here, &bar.on, &bar.but) {
            // A variant has its own numbers in this test, too.
            let own = self.replacing(at, |build| build.bar_test(here, &bar.when));
            let test = own.flatten().map_or(test, |(test, _)| test);
            let activity = &mut self.game.activities[at];
            match test {
                BarTest::Condition(bits) => {
                    activity.blocked.push((bits, rules));
                    activity.blocked_mask |= bits;
                }
                BarTest::Expression { test, of_target, of_occasion, guard } => {
                    let of_target = of_target && activity.target != Target::None;
                    let binds_prepared = !of_target && !of_occasion;
                    activity.requirements.push(Requirement {
                        test,
                        depends_on_target: of_target,
                        only_if: guard,
                        binds_prepared,
                        rules,
                    });
                }
            }
        }
    }

    /// Returns the numbers of the activities that match the names in `on` but not those in `but`.
    pub(super) fn chosen(&mut self, here: Here, on: &[Text], but: &[Text]) -> Vec<usize> {
        let mut found = vec![false; self.definitions.len()];
        for (names, wanted) in [(on, true), (but, false)] {
            for name in names {
                let parts = name.split_once(':');
                let mut any = false;
                for (found, definition) in found.iter_mut().zip(&self.definitions) {
                    if self.matches(definition, name, parts) {
                        *found = wanted;
                        any = true;
                    }
                }
                if !any {
                    self.none_chosen(here, name);
                }
            }
        }
        (0..found.len()).filter(|at| found[*at]).collect()
    }

    /// Reports why a name matches no activity.
    fn none_chosen(&mut self, here: Here, name: &Text) {
        let own = |one: &&Definition| one.who != Who::GameMaster;
        if self.definitions.iter().any(|one| one.name == name.as_str() && !own(&one)) {
            let message =
                format!("`{}` is the game master's own: nothing bars or adds to it", name.as_str());
            let problem = Diagnostic::error(Code::UnknownActivity, message);
            return self.report.push(problem.at(here.file, name.span(), "this activity"));
        }
        let definitions = self.definitions.iter().filter(own);
        let (message, known): (String, Vec<String>) = match name.split_once(':') {
            Some(("tag", tag)) => {
                let tags = definitions.flat_map(|one| one.tags.iter());
                let known = tags.map(|tag| format!("tag:{tag}")).collect();
                (format!("no activity has the tag `{tag}`"), known)
            }
            Some(("cost", base)) => {
                // One that is declared was not misspelt.
                let bases = self.dictionary.bases.names();
                let declared = self.dictionary.bases.find(base).is_some();
                let known = bases.filter(|_| !declared).map(|base| format!("cost:{base}"));
                let known = known.collect();
                (format!("no activity costs only `{base}`"), known)
            }
            _ => {
                let known = definitions.map(|one| one.name.clone()).collect();
                (format!("there is no activity called `{}`", name.as_str()), known)
            }
        };
        let known = known.iter().map(String::as_str);
        let problem = Diagnostic::error(Code::UnknownActivity, message);
        let label = if name.contains(':') { "matches nothing" } else { "unknown activity" };
        let problem = problem.at(here.file, name.span(), label);
        self.report.push(problem.did_you_mean_or_list(name, known));
    }

    /// Checks whether a name matches an activity. A name is `all`, an activity, `tag:WORD`, or
    /// `cost:LETTER` (`cost:none` for free activities). Activities of the game master never match.
    fn matches(&self, definition: &Definition, name: &str, parts: Option<(&str, &str)>) -> bool {
        if definition.who == Who::GameMaster {
            return false;
        }
        match parts {
            Some(("tag", tag)) => definition.tags.iter().any(|one| one == tag),
            Some(("cost", "none")) => definition.prices.iter().all(|one| one.units.is_empty()),
            Some(("cost", letter)) => definition.prices.iter().any(|price| {
                let base = self.dictionary.bases.find(letter).map(|at| at as u8);
                !price.units.is_empty()
                    && price.units.iter().all(|unit| match unit {
                        UnitName::Letter { base: one, .. } => Some(*one) == base,
                        UnitName::Kind(kind) | UnitName::Token(kind) => Some(kind.base) == base,
                    })
            }),
            _ => {
                let like = |variant: &Variant| variant.bases.iter().any(|base| base == name);
                name == "all"
                    || definition.name == name
                    || definition.variant.as_ref().is_some_and(like)
            }
        }
    }

    /// Compiles a reason why there may be too few tokens of some kinds.
    pub(super) fn shortage(&mut self, here: Here, shortage: &raw::Shortage) {
        let names: Vec<_> =
            shortage.kinds.iter().filter_map(|kind| self.kind(here, kind)).collect();
        let kinds = names.iter().map(|kind| self.number(kind)).collect();
        let resolved = self.resolve(here, &shortage.when, Place::Act, &Type::Bool);
        let Some(resolved) = resolved else { return };
        if let Some(test) = self.lower(here, &shortage.when, &resolved.tree) {
            let rules = self.because(here.owner, &resolved.options);
            self.game.shortages.push(Shortage { kinds, test, rules });
        }
    }

    /// Compiles the test of a prohibition. A test for any of some conditions of the actor becomes
    /// bits.
    fn bar_test(&mut self, here: Here, when: &Text) -> Option<(BarTest, Vec<usize>)> {
        let resolved = self.resolve(here, when, Place::Act, &Type::Bool)?;
        if let Some(conditions) = any_of(&resolved.tree) {
            return Some((BarTest::Condition(conditions), resolved.options));
        }
        let guard = guard(&resolved.tree);
        let denied = Tree::Not(Box::new(resolved.tree));
        let test = self.lower(here, when, &denied)?;
        let of_target = reads_target(self.game.expr(test));
        let of_occasion = reads_occasion(self.game.expr(test));
        Some((BarTest::Expression { test, of_target, of_occasion, guard }, resolved.options))
    }
}

#[derive(Clone, Copy)]
enum BarTest {
    /// Conditions of the actor, any of which forbids the activity.
    Condition(u64),
    /// An expression that must hold for the activity to be allowed.
    Expression { test: kernel::ExprId, of_target: bool, of_occasion: bool, guard: u64 },
}

/// Returns the conditions of the actor if a test only asks whether it has any of them.
fn any_of(tree: &Tree<Known>) -> Option<u64> {
    match tree {
        Tree::Binary { op: Op::Or, lhs, rhs } => Some(any_of(lhs)? | any_of(rhs)?),
        Tree::Input(Known::Live(Input::Has(Role::Actor, condition))) => Some(1 << condition.0),
        _ => None,
    }
}

/// Returns conditions of the actor without which a prohibition cannot apply.
fn guard(tree: &Tree<Known>) -> u64 {
    match tree {
        Tree::Binary { op: Op::And, lhs, rhs } => guard(lhs) | guard(rhs),
        Tree::Input(Known::Live(Input::Has(Role::Actor, condition))) => 1 << condition.0,
        _ => 0,
    }
}

/// Checks whether code reads the occasion of a declaration: whose turn it is, which declaration it
/// answers, or what is prepared.
fn reads_occasion(code: &[kernel::Instr]) -> bool {
    use kernel::{Input as I, Instr as C, Role as R};
    code.iter().any(|instruction| match instruction {
        C::Load(input) => match input {
            I::Answers(_)
            | I::AnswersMe
            | I::StackDepth
            | I::Prepared(_)
            | I::WasPrepared
            | I::OwnTurn(_)
            | I::TurnBegun(_)
            | I::HasTurnLeft(_)
            | I::CurrentTurn => true,
            I::Attribute(role, _)
            | I::Stat(role, _)
            | I::CombatantNumber(role)
            | I::Has(role, _)
            | I::AlliesHave(role, _)
            | I::Holds(role, _)
            | I::Remaining(role)
            | I::Side(role)
            | I::Turn(role) => matches!(role, R::Answered | R::Acting),
            _ => false,
        },
        _ => false,
    })
}

/// Checks whether code reads anything about the target.
pub(super) fn reads_target(code: &[kernel::Instr]) -> bool {
    use kernel::{Input as I, Instr as C, Role as R, Spot};
    code.iter().any(|instruction| match instruction {
        C::Load(input) => match input {
            I::Attribute(role, _)
            | I::Stat(role, _)
            | I::CombatantNumber(role)
            | I::HasTurnLeft(role)
            | I::Prepared(role)
            | I::InUninterruptible(role)
            | I::Has(role, _)
            | I::AlliesHave(role, _)
            | I::ReferenceCount(role, _)
            | I::Holds(role, _)
            | I::Remaining(role)
            | I::Side(role)
            | I::OwnTurn(role)
            | I::TurnBegun(role)
            | I::Turn(role) => *role == R::Target,
            // The target may be a square.
            I::Terrain(place, _)
            | I::DistanceToSquare(place)
            | I::Threats(place)
            | I::Foes(place)
            | I::Allies(place) => *place == Spot::There,
            I::Distance(_)
            | I::Measured(..)
            | I::Hostile
            | I::SameAsTarget
            | I::OnBoard
            | I::OngoingProgress
            | I::LineClear
            | I::ApproachSteps(_)
            | I::ApproachPrice(_)
            | I::ApproachOpen(_)
            | I::ApproachOver(..) => true,
            _ => false,
        },
        _ => false,
    })
}
