//! `cargo deny`: checks licenses, sources, bans and advisories of all dependencies.
//!
//! It runs if it is installed. Advisories are checked if their database can be fetched. A message
//! names the checks that are skipped.

use std::process::Stdio;

use crate::step::{Step, at_root, cargo, step};

/// Returns the steps that can run on this machine. Prints the reason if some are skipped.
pub(crate) fn steps() -> Vec<Step> {
    let (steps, left_out) = possible(&succeeds);
    if let Some(why) = left_out {
        println!("SKIPPED: {why}");
    }
    steps
}

/// Returns the steps for a machine, and the reason if some are skipped. `succeeds` tells whether
/// cargo succeeds with some arguments.
fn possible(succeeds: &dyn Fn(&[&str]) -> bool) -> (Vec<Step>, Option<&'static str>) {
    if !succeeds(&["deny", "--version"]) {
        let why = "`cargo deny` is not installed (`cargo install cargo-deny`): licences, bans, \
                   sources and advisories are not checked";
        return (Vec::new(), Some(why));
    }
    let mut steps = vec![step("licences, bans and sources", "deny check licenses bans sources")];
    if succeeds(&["deny", "fetch", "db"]) {
        steps.push(step("advisories", "deny check advisories"));
        return (steps, None);
    }
    (steps, Some("the database of advisories cannot be had here: `cargo deny check advisories`"))
}

fn succeeds(arguments: &[&str]) -> bool {
    let mut command = at_root(cargo());
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::possible;

    #[test]
    fn whatever_can_be_checked_is_checked_and_the_rest_is_named() {
        let (steps, left_out) = possible(&|_| true);
        assert_eq!((steps.len(), left_out), (2, None));
        let (steps, left_out) = possible(&|arguments| arguments.contains(&"--version"));
        assert_eq!(steps.len(), 1);
        assert!(left_out.is_some_and(|why| why.contains("database of advisories")));
        let (steps, left_out) = possible(&|_| false);
        assert!(steps.is_empty());
        assert!(left_out.is_some_and(|why| why.contains("not installed")));
    }
}
