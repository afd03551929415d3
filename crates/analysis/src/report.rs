//! Figures as text, CSV and a page with plots.

mod csv;
mod html;
mod text;

pub use csv::{comparison_csv, summary_csv};
pub use html::{comparison_page, summary_page};
pub use text::{comparison_text, summary_text};

use crate::interval::Interval;

/// Returns a share as a percentage with its interval: `62.5 % (58.1–66.7)`.
fn percent(share: Interval) -> String {
    format!("{:.1} % ({:.1}–{:.1})", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
}

/// Returns a number with its interval: `4.21 ± 0.12`.
fn plain(number: Interval) -> String {
    format!("{:.2} ± {:.2}", number.value, number.margin())
}

/// Returns a difference with its sign and interval: `+3.20 ± 0.40`.
fn signed(number: Interval) -> String {
    format!("{:+.2} ± {:.2}", number.value, number.margin())
}

/// Returns a difference of shares in percentage points.
fn points(share: Interval) -> String {
    format!("{:+.1} ± {:.1} points", 100.0 * share.value, 100.0 * share.margin())
}
