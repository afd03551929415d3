//! Statistics of whole fights: wins, length, damage, and the use of activities and tokens.
//!
//! A [`Fight`] is a compiled encounter with the facts that a policy needs. A [`Policy`] chooses for
//! one side, [`simulate`] plays the fight many times, and [`compare`] plays two versions of it with
//! the same dice. The same seed gives the same figures on every machine and with any number of
//! threads.

mod ahead;
mod arena;
mod chances;
mod compare;
mod eager;
mod expect;
mod fight;
mod greedy;
mod interval;
mod plan;
mod played;
mod policy;
pub mod prove;
mod score;
mod simulate;
mod summary;
mod tree;

pub mod report;

pub use arena::Arena;
pub use chances::dice_chances;
pub use compare::{Comparison, Difference, compare};
pub use expect::{Expectation, Expected};
pub use fight::Fight;
pub use interval::{Interval, Moments, wilson};
pub use plan::{Bounds, Plans, Way, plan};
pub use played::{Outcome, Played};
pub use policy::{Policies, Policy, PolicyError};
pub use score::{Score, Weights};
pub use simulate::{Settings, Stop, simulate};
pub use summary::{Combatant, Summary, Use};
