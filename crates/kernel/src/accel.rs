//! Accelerators: tables and caches that make the engine fast. Results never depend on them.
//!
//! Each module here answers a question that the definition also answers, slowly. An accelerator is
//! one of two kinds, and each kind has one law:
//!
//! - a **prefilter** returns a superset: it never rejects what the check accepts;
//! - a **shortcut** returns the result: it equals the definition, and so does the state afterwards.
//!
//! | module | kind | definition it must agree with |
//! |---|---|---|
//! | [`compiled_expr`] | shortcut | `EvalContext::eval_postfix` |
//! | [`listing`] | shortcut | every option and target that `View::check` accepts |
//! | [`responder_index`] | prefilter | `response_window::can_use` |
//! | [`handlers`] | both | the loop over handlers and subjects in `edge` |
//! | [`analysis`] | both | `resolve::run_program`, one step after the other |
//! | [`steps`] | shortcut | eight calls of `BoardView::may_step` |
//!
//! [`plan`] derives all tables from a game before play.

pub(crate) mod analysis;
pub(crate) mod checks;
pub(crate) mod compiled_expr;
pub(crate) mod derived;
pub(crate) mod handlers;
pub(crate) mod listing;
pub(crate) mod plan;
pub(crate) mod responder_index;
pub(crate) mod steps;
pub(crate) mod windows;
