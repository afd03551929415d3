//! Accelerator: prices by class of square, a heuristic and a bucket queue. They must agree with a
//! search that prices each step by itself.

pub(crate) mod bucket_queue;
pub(crate) mod class_map;
pub(crate) mod heuristic;
pub(crate) mod rect;
pub(crate) mod terrain_costs;
pub(crate) mod threats;
