//! Rules compiled once for many setups.

use super::{Build, Compiled};
use crate::diagnostic::{Files, Report};
use crate::setup::Setup;

/// Rules compiled under the settings of one setup. They serve all setups that differ from it only
/// in their board, creatures and combatants. The result is that of [`compile`], in less time.
///
/// [`compile`]: super::compile()
pub struct Foundation<'a> {
    setup: &'a Setup,
    rules: Build<'a>,
}

impl<'a> Foundation<'a> {
    /// Compiles the rules of a setup.
    pub fn of(setup: &'a Setup) -> Foundation<'a> {
        let mut rules = Build::of(setup);
        rules.compile_rules();
        Foundation { setup, rules }
    }

    /// Checks whether a setup has the same rules and settings.
    pub fn fits(&self, setup: &Setup) -> bool {
        setup.has_settings_of(self.setup)
    }

    /// Compiles a setup into a game. If it does not fit, compiles its rules again; errors are those
    /// of [`compile`].
    ///
    /// [`compile`]: super::compile()
    pub fn compile(&self, setup: &Setup) -> Result<(Compiled, Report), (Report, Files)> {
        // A mistake in the settings has another position in the other file.
        if !self.fits(setup) || self.rules.report.has_errors() {
            return super::compile(setup);
        }
        self.rules.clone().finish(setup)
    }
}
