//! The Python class `SingleFight`: one fight by numbers, with dice from a seed or given.

use kernel::Decision;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::encounter::{Chances, PyEncounter};
use crate::fight::{Fight, Status};
use crate::problem::Problem;

/// One fight of an encounter.
#[pyclass(name = "SingleFight", module = "turnwright._engine")]
pub(crate) struct PyFight {
    encounter: Py<PyEncounter>,
    fight: Fight,
}

#[pymethods]
impl PyFight {
    /// Begins a fight. Without a seed, the totals of all dice are given by `throw`.
    #[new]
    #[pyo3(signature = (encounter, seed=None))]
    fn new(py: Python<'_>, encounter: Py<PyEncounter>, seed: Option<u64>) -> PyFight {
        let fight = {
            let shared = encounter.get();
            let shared_lister = &mut *shared.lister();
            py.detach(|| Fight::new(shared.inner(), shared_lister, seed))
        };
        PyFight { encounter, fight }
    }

    /// Begins the fight again from a seed.
    #[pyo3(signature = (seed=None))]
    fn restart(&mut self, seed: Option<u64>) {
        let shared = self.encounter.get();
        self.fight.restart(shared.inner(), &mut shared.lister(), seed);
    }

    /// Returns an independent copy.
    fn clone(&self, py: Python<'_>) -> PyFight {
        PyFight { encounter: self.encounter.clone_ref(py), fight: self.fight.clone() }
    }

    fn __copy__(&self, py: Python<'_>) -> PyFight {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: Bound<'_, PyAny>) -> PyFight {
        self.clone(py)
    }

    /// The status: `choice`, `dice`, `over` or `cut-off`.
    #[getter]
    fn status(&self) -> &'static str {
        match self.fight.status {
            Status::Choice => "choice",
            Status::Dice => "dice",
            Status::Over => "over",
            Status::CutOff => "cut-off",
        }
    }

    /// The index of the side to move, -1 for none.
    #[getter]
    fn mover(&self) -> i8 {
        self.fight.mover
    }

    /// The number of decisions so far.
    #[getter]
    fn decisions(&self) -> u32 {
        self.fight.decisions
    }

    /// Returns the legal actions, in ascending order.
    fn legal(&self) -> Vec<u32> {
        let mut legal = self.fight.legal().to_vec();
        legal.sort_unstable();
        legal
    }

    /// Does a legal action.
    fn act(&mut self, action: i64) -> PyResult<()> {
        let shared = self.encounter.get();
        let (encounter, lister) = (shared.inner(), &mut shared.lister());
        let number = u32::try_from(action).ok();
        if number.is_some_and(|number| self.fight.act(encounter, lister, number)) {
            return Ok(());
        }
        let words = usize::try_from(action).ok();
        let words = words.and_then(|it| encounter.layout.words(&encounter.compiled, it));
        let words = words.map_or_else(|| "there is none".to_owned(), |it| format!("`{it}`"));
        let message = format!("Action {action} ({words}) isn't legal now.");
        let problem = Problem::new("illegal-action", message);
        Err(problem.hint("Choose one of `legal()`. Nothing has changed.").into())
    }

    /// Plays at random until the fight is over or this side is to move.
    fn play_others(&mut self, side: i8) {
        let shared = self.encounter.get();
        self.fight.play_others(shared.inner(), &mut shared.lister(), side);
    }

    /// Returns every total of the awaited dice with its chance.
    fn chances(&self) -> PyResult<Chances> {
        let Decision::Roll(dice, _) = self.fight.state().decision else {
            return Err(Problem::new("no-dice", "No dice are waited for.").into());
        };
        let found = self.encounter.get().chances(dice).cloned();
        found.ok_or_else(|| {
            let problem = Problem::new("too-many-throws", "These dice have too many throws.");
            problem.hint("Play this encounter with dice from a seed.").into()
        })
    }

    /// Supplies the total of the awaited dice.
    fn throw(&mut self, total: i32) -> PyResult<()> {
        let shared = self.encounter.get();
        if self.fight.throw(shared.inner(), &mut shared.lister(), total) {
            return Ok(());
        }
        let message = format!("The dice that are waited for can't show {total}.");
        Err(Problem::new("impossible-total", message).hint("`chances()` lists the totals.").into())
    }

    /// Returns the outcome for each side: 1 won, -1 lost, 0 undecided.
    fn outcome(&self) -> Vec<f32> {
        let encounter = self.encounter.get().inner();
        (0..encounter.sides.len()).map(|side| self.fight.outcome(encounter, side)).collect()
    }

    /// Returns the observation as a new array.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let columns = &self.encounter.get().inner().columns;
        let row = PyArray1::<i16>::zeros(py, columns.count(), false);
        let mut seen = vec![None; self.fight.state().combatants.len()];
        columns.write(
            self.fight.state(),
            self.fight.mover,
            &mut seen,
            row.readwrite().as_slice_mut()?,
        );
        Ok(row)
    }

    /// Returns the mask of the legal actions as a new array.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mask = PyArray1::<i8>::zeros(py, self.encounter.get().inner().layout.count(), false);
        {
            let mut writeable = mask.readwrite();
            let slice = writeable.as_slice_mut()?;
            self.fight.legal().iter().for_each(|number| slice[*number as usize] = 1);
        }
        Ok(mask)
    }
}
