//! Reads the values of options from the setup, or takes their defaults.

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::raw;

impl Build<'_> {
    /// Reads the value of every option: as the setup has it, otherwise the default.
    pub(super) fn read_options(&mut self) {
        let setup = self.setup;
        for entry in &self.dictionary.options.entries {
            let usual = &entry.def.values[0];
            self.options.push(option_value(entry.def, usual).unwrap_or(0));
            self.names.options.push((entry.def.id.to_string(), usual.to_string()));
        }
        for (file, name, value) in &setup.options {
            let here = Here { owner: 0, file: *file };
            // A setup names an option by its short name or its whole id.
            let mut all = self.dictionary.options.entries.iter();
            let found = all
                .position(|entry| *entry.def.id == **name)
                .or_else(|| self.look(|d| &d.options, Code::UnknownOption, "option", here, name));
            let Some(at) = found else { continue };
            let rule = self.dictionary.options.entries[at].def;
            match option_value(rule, value) {
                Some(number) => {
                    self.options[at] = number;
                    self.names.options[at].1 = value.to_string();
                }
                None => {
                    let allowed: Vec<&str> = rule.values.iter().map(|one| one.as_str()).collect();
                    let message = format!("option {} has no value `{}`", &**name, &**value);
                    let problem = Diagnostic::error(Code::UnknownOptionValue, message)
                        .at(*file, value.span(), "not one of its values")
                        .help(format!("its values are {}", allowed.join(", ")))
                        .did_you_mean(value, allowed.iter().copied());
                    self.report.push(problem);
                }
            }
        }
    }
}

/// Checks whether the values of an option are numbers. `off` and `unlimited` may stand among them.
pub(super) fn is_numeric(rule: &raw::Rule) -> bool {
    rule.values.iter().any(|value| value.as_str() == "<number>" || value.parse::<i32>().is_ok())
}

/// Returns the number of an option's value; `None` if the option has no such value. Unlisted
/// numbers are 1 to 127.
pub(super) fn option_value(rule: &raw::Rule, value: &str) -> Option<i32> {
    let listed = rule.values.iter().position(|one| one.as_str() == value);
    if !is_numeric(rule) {
        return listed.map(|at| at as i32);
    }
    match value {
        "unlimited" if listed.is_some() => Some(kernel::purse::AMOUNT_MAX as i32),
        "off" if listed.is_some() => Some(0),
        _ => {
            let number = value.parse::<i32>().ok().filter(|number| (0..=127).contains(number))?;
            let any = rule.values.iter().any(|one| one.as_str() == "<number>");
            (listed.is_some() || any && number > 0).then_some(number)
        }
    }
}
