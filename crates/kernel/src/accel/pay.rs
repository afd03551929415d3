//! Accelerator: payments judged together as sets of bits, and a lower bound on what a bill costs.
//! They must agree with `pay::search`, which pays one unit after the other.

pub(crate) mod candidate;
pub(crate) mod candidate_table;
pub(crate) mod minimum_cost;

pub use candidate_table::CandidateTable;
pub use minimum_cost::MinimumCost;
