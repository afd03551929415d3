//! The Python class `Encounter`: an encounter whose actions and observations are numbered.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use kernel::{DiceId, LegalActions};
use pyo3::prelude::*;

use crate::fight::Encounter;
use crate::layout::Aim;
use crate::problem::Problem;
use crate::source::Described;

/// Totals of dice with their chances.
pub(crate) type Chances = Vec<(i32, f64)>;

/// An encounter whose actions and observations are numbered.
#[pyclass(name = "Encounter", module = "turnwright._engine", frozen)]
pub(crate) struct PyEncounter {
    inner: Arc<Encounter>,
    /// Lister of all single fights, which share its caches.
    lister: Mutex<LegalActions>,
    /// The chances of each dice expression, computed at first use.
    chances: Vec<OnceLock<Option<Chances>>>,
}

#[pymethods]
impl PyEncounter {
    #[new]
    #[pyo3(signature = (fight, payments=4, max_decisions=2000))]
    fn new(
        py: Python<'_>,
        fight: Described,
        payments: u32,
        max_decisions: u32,
    ) -> PyResult<PyEncounter> {
        if !(1..=64).contains(&payments) {
            let message = format!("payments is {payments}; it goes from 1 to 64.");
            return Err(Problem::new("out-of-range", message).into());
        }
        if max_decisions == 0 {
            let message = "max_decisions is 0; a fight needs at least 1.";
            return Err(Problem::new("out-of-range", message).into());
        }
        let made = py.detach(|| -> Result<Encounter, Problem> {
            let compiled = fight.origin()?.compile()?;
            Ok(Encounter::new(compiled, payments, max_decisions))
        })?;
        if made.sides.len() < 2 {
            let problem = Problem::new("one-side", "Only one side takes part in this encounter.");
            return Err(problem.hint("Add combatants of another side.").into());
        }
        let lister = LegalActions::new(made.game());
        let chances = made.game().dice.iter().map(|_| OnceLock::new()).collect();
        Ok(PyEncounter { inner: Arc::new(made), lister: Mutex::new(lister), chances })
    }

    /// Returns the same object, because an encounter never changes.
    fn __deepcopy__(this: Py<PyEncounter>, _memo: Bound<'_, PyAny>) -> Py<PyEncounter> {
        this
    }

    /// The number of actions.
    #[getter]
    fn action_count(&self) -> usize {
        self.inner.layout.count()
    }

    /// The number of columns of an observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.inner.columns.count()
    }

    /// The names of the columns of an observation.
    #[getter]
    fn observation_names(&self) -> Vec<String> {
        self.inner.columns.names(&self.inner.compiled)
    }

    /// The names of the sides, in the order of rewards and movers.
    #[getter]
    fn sides(&self) -> Vec<String> {
        let names = &self.inner.compiled.names.sides;
        self.inner.sides.iter().map(|side| names[side.index()].clone()).collect()
    }

    /// The names of the combatants.
    #[getter]
    fn combatants(&self) -> Vec<String> {
        self.inner.compiled.names.combatants.clone()
    }

    /// The number of decisions after which a fight is cut off.
    #[getter]
    fn max_decisions(&self) -> u32 {
        self.inner.decisions_max
    }

    /// The maximum number of totals of one roll.
    #[getter]
    fn total_count(&self) -> u32 {
        let dice = self.inner.game().dice.iter();
        dice.map(|dice| dice.max().abs_diff(dice.min()).saturating_add(1)).max().unwrap_or(1)
    }

    /// Returns an action in words.
    fn describe(&self, action: usize) -> PyResult<String> {
        let words = self.inner.layout.words(&self.inner.compiled, action);
        Ok(words.ok_or_else(|| self.no_action(action))?)
    }

    /// Returns the combatant, activity, target, direction and payment of an action. The first two
    /// are `None` for action 0. The direction is 0 to 7, clockwise from straight up; the payment is
    /// 0 for the cheapest.
    #[expect(clippy::type_complexity, reason = "a tuple for Python")]
    fn parts(
        &self,
        action: usize,
    ) -> PyResult<(Option<String>, Option<String>, Option<String>, Option<usize>, u32)> {
        if action == 0 {
            return Ok((None, None, None, None, 0));
        }
        let names = &self.inner.compiled.names;
        let meaning = self.inner.layout.meaning(action).ok_or_else(|| self.no_action(action))?;
        let (target, way) = match meaning.aim {
            Aim::Nobody => (None, None),
            Aim::Someone(target) => (Some(names.combatants[target.index()].clone()), None),
            Aim::Step(way) => (None, Some(way)),
        };
        let who = names.combatants[meaning.who.index()].clone();
        let activity = names.activities[meaning.activity.index()].name.clone();
        Ok((Some(who), Some(activity), target, way, meaning.payment))
    }
}

impl PyEncounter {
    /// Returns the encounter.
    pub(crate) fn inner(&self) -> &Arc<Encounter> {
        &self.inner
    }

    /// Returns the lister of the single fights.
    pub(crate) fn lister(&self) -> MutexGuard<'_, LegalActions> {
        // A lister detects changes by itself, so a panic does not harm it.
        self.lister.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns every total of a dice expression with its chance; `None` if there are more than
    /// 20,000 throws.
    pub(crate) fn chances(&self, dice: DiceId) -> Option<&Chances> {
        let found = self.chances[dice.index()]
            .get_or_init(|| analysis::dice_chances(&self.inner.game().dice[dice.index()]));
        found.as_ref()
    }

    fn no_action(&self, action: usize) -> Problem {
        let most = self.inner.layout.count() - 1;
        Problem::new("no-such-action", format!("There is no action {action}; they go to {most}."))
    }
}
