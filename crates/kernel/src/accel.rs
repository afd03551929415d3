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
//! | [`plan`] | shortcut | the hooks of `game::Shortcuts`, each with its definition |
//! | [`derived`] | both | builds the tables of a game; each table names its definition |
//! | [`windows`] | shortcut | `responders` and `can_declare` in `flow::response_window` |
//! | [`checks`] | shortcut | functions of `check::listing` |
//! | [`responder_index`] | prefilter | `flow::response_window::responders` |
//! | [`handlers`] | both | `flow::edge::next_due`, and each program that it would run |
//! | [`analysis`] | both | `EvalContext::eval_postfix`; each step of `flow::resolve::run_program` |
//! | [`compiled_expr`] | shortcut | `EvalContext::eval_postfix` in `eval` |
//! | [`listing`] | shortcut | every option and target that `View::check` accepts |
//! | [`steps`] | shortcut | eight calls of `BoardView::may_step`, as in `check::listing` |
//!
//! Two more stand beside their definitions, because these call them: `pay::tables` must agree with
//! `pay::search`, and the tables in `board_view::path` with `BoardView::price` and
//! `BoardView::threats`.

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
