//! The Python module `turnwright._engine`: the engine by names (`Table`), play by numbers
//! (`Encounter`, `FightBatch`, `SingleFight`), simulation and measurement.
//!
//! The package in `python/turnwright` is what people import. Rules of any kind, wording and
//! statistics are in other crates.

mod arrays;
mod batch;
mod encounter;
mod fight;
mod functions;
mod layout;
mod observe;
mod problem;
mod single;
mod source;
mod table;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<table::PyTable>()?;
    module.add_class::<encounter::PyEncounter>()?;
    module.add_class::<arrays::PyBatch>()?;
    module.add_class::<single::PyFight>()?;
    module.add_function(wrap_pyfunction!(functions::examples, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rulesets, module)?)?;
    module.add_function(wrap_pyfunction!(functions::ruleset, module)?)?;
    module.add_function(wrap_pyfunction!(functions::bundle, module)?)?;
    module.add_function(wrap_pyfunction!(functions::encounter_text, module)?)?;
    module.add_function(wrap_pyfunction!(functions::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(functions::mix, module)?)?;
    module.add_function(wrap_pyfunction!(functions::measure, module)?)
}
