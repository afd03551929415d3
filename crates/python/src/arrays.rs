//! The Python class `FightBatch`: many fights whose rows are NumPy arrays.
//!
//! The arrays belong to Python. The engine writes them in place while the interpreter is released,
//! and copies nothing.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::batch::{Actions, Batch, Illegal, Rows};
use crate::encounter::PyEncounter;
use crate::fight::Encounter;
use crate::problem::Problem;

/// Maximum number of fights in a batch.
const FIGHTS_MAX: usize = 1 << 20;

/// The arrays of a batch.
struct Arrays {
    observations: Py<PyArray2<i16>>,
    masks: Py<PyArray2<u8>>,
    movers: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    finals: Py<PyArray2<i16>>,
}

impl Arrays {
    fn new(py: Python<'_>, encounter: &Encounter, count: usize) -> Arrays {
        let width = encounter.columns.count();
        Arrays {
            observations: PyArray2::zeros(py, [count, width], false).unbind(),
            masks: PyArray2::zeros(py, [count, encounter.layout.count()], false).unbind(),
            movers: PyArray1::zeros(py, count, false).unbind(),
            rewards: PyArray2::zeros(py, [count, encounter.sides.len()], false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            finals: PyArray2::zeros(py, [count, width], false).unbind(),
        }
    }

    /// Calls `run` with the arrays as plain slices, with the interpreter released.
    fn write<R: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut Rows<'_>) -> R + Send,
    ) -> PyResult<R> {
        let mut observations = self.observations.bind(py).try_readwrite().map_err(in_use)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(in_use)?;
        let mut movers = self.movers.bind(py).try_readwrite().map_err(in_use)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(in_use)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(in_use)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(in_use)?;
        let mut finals = self.finals.bind(py).try_readwrite().map_err(in_use)?;
        let mut rows = Rows {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            movers: movers.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            finals: finals.as_slice_mut()?,
        };
        Ok(py.detach(|| run(&mut rows)))
    }
}

/// Returns the error for an array of the batch that is read-only or in use.
fn in_use(error: numpy::BorrowError) -> PyErr {
    Problem::new("array-in-use", format!("An array of the batch can't be written: {error}."))
        .hint("Leave the arrays of a batch writeable; copy what you want to keep.")
        .into()
}

/// Many fights of one encounter.
#[pyclass(name = "FightBatch", module = "turnwright._engine")]
pub(crate) struct PyBatch {
    encounter: Arc<Encounter>,
    batch: Batch,
    count: usize,
    arrays: Arrays,
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (encounter, count, seed=0, learner=None))]
    fn new(
        py: Python<'_>,
        encounter: &PyEncounter,
        count: usize,
        seed: u64,
        learner: Option<usize>,
    ) -> PyResult<PyBatch> {
        let encounter = Arc::clone(encounter.inner());
        if !(1..=FIGHTS_MAX).contains(&count) {
            let message = format!("A batch of {count} fights; it goes from 1 to {FIGHTS_MAX}.");
            return Err(Problem::new("out-of-range", message).into());
        }
        let sides = encounter.sides.len();
        if let Some(learner) = learner.filter(|learner| *learner >= sides) {
            let message = format!("There is no side {learner}; they go to {}.", sides - 1);
            return Err(Problem::new("no-such-side", message).into());
        }
        let learner = learner.map(|learner| learner as i8);
        let arrays = Arrays::new(py, &encounter, count);
        let batch = arrays.write(py, |rows| Batch::new(&encounter, count, seed, learner, rows))?;
        Ok(PyBatch { encounter, batch, count, arrays })
    }

    /// Begins all fights again from a seed.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let PyBatch { encounter, batch, arrays, .. } = self;
        arrays.write(py, |rows| batch.reset(encounter, seed, rows))
    }

    /// Does one action in each fight. Fights that end begin again.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let PyBatch { encounter, batch, count, arrays } = self;
        let actions = actions.as_slice()?;
        if actions.len() != *count {
            let message = format!("{} actions for {count} fights.", actions.len());
            return Err(Problem::new("wrong-length", message).into());
        }
        let done = arrays.write(py, |rows| batch.step(encounter, Actions::Given(actions), rows))?;
        done.map_err(|Illegal { fight, action }| {
            let words = usize::try_from(action).ok();
            let words = words.and_then(|it| encounter.layout.words(&encounter.compiled, it));
            let words = words.map_or_else(|| "there is none".to_owned(), |it| format!("`{it}`"));
            let message = format!("Action {action} ({words}) isn't legal in fight {fight}.");
            let problem = Problem::new("illegal-action", message);
            problem.hint("Choose an action whose mask is 1. Nothing has changed.").into()
        })
    }

    /// Takes this many random steps in each fight.
    fn step_random(&mut self, py: Python<'_>, steps: u64) -> PyResult<()> {
        let PyBatch { encounter, batch, arrays, .. } = self;
        let run = |rows: &mut Rows<'_>| {
            (0..steps).try_for_each(|_| batch.step(encounter, Actions::Random, rows))
        };
        // Random actions are drawn from the legal ones.
        let _: Result<(), Illegal> = arrays.write(py, run)?;
        Ok(())
    }

    /// Draws a legal action for each fight.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = PyArray1::<i64>::zeros(py, self.count, false);
        let batch = &mut self.batch;
        {
            let mut writeable = actions.readwrite();
            let slice = writeable.as_slice_mut()?;
            py.detach(|| batch.sample(slice));
        }
        Ok(actions)
    }

    /// The observations: one row for each fight, one column for each number.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<i16>> {
        self.arrays.observations.clone_ref(py)
    }

    /// The legal actions as 1, the others as 0, one row for each fight.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.arrays.masks.clone_ref(py)
    }

    /// The index of the side to move in each fight.
    #[getter]
    fn movers(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.arrays.movers.clone_ref(py)
    }

    /// The rewards of the last step: one row for each fight, one column for each side.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.rewards.clone_ref(py)
    }

    /// Whether each fight was over after the last step.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.terminated.clone_ref(py)
    }

    /// Whether each fight was cut off after the last step.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.truncated.clone_ref(py)
    }

    /// The final observation of the last fight that ended in each row.
    #[getter]
    fn finals(&self, py: Python<'_>) -> Py<PyArray2<i16>> {
        self.arrays.finals.clone_ref(py)
    }

    /// The number of decisions so far, including those of sides that choose at random.
    #[getter]
    fn decisions(&self) -> u64 {
        self.batch.counts().0
    }

    /// The number of fights that have ended so far.
    #[getter]
    fn episodes(&self) -> u64 {
        self.batch.counts().1
    }

    /// The count of legal declarations so far that have no action number.
    #[getter]
    fn unnumbered(&self) -> u64 {
        self.batch.unnumbered()
    }

    fn __len__(&self) -> usize {
        self.count
    }
}
