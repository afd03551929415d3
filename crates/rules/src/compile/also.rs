//! Compiles `also`: steps put before or after those of activities declared elsewhere.

use kernel::{Op, Step};

use super::inputs::Place;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::raw;

impl Build<'_> {
    pub(super) fn build_also(&mut self) {
        let located: Vec<_> = self.located().collect();
        for (here, rule) in located {
            for also in &rule.also {
                self.also(here, also);
            }
        }
    }

    fn also(&mut self, here: Here, also: &raw::Also) {
        let (on, options) = self.holds(here, also.when.as_ref());
        let after = match &also.edge {
            None => false,
            Some(edge) => self.edge(here, edge) == Some(kernel::Edge::End),
        };
        let program = self.program_of_all(here, &also.r#do, Place::Act, &options);
        let steps = std::mem::take(&mut self.game.programs[program.index()]);
        if repeats(&steps) {
            let message = "what happens together with other activities cannot begin anew";
            let id = &self.setup.rules[here.owner].rule.id;
            let problem = Diagnostic::error(Code::InvalidValue, message);
            self.report.push(problem.at(here.file, id.span(), "in this rule"));
            return;
        }
        let chosen = self.chosen(here, &also.on, &also.but);
        for at in chosen.into_iter().filter(|_| on) {
            // A variant has its own numbers in these steps, too.
            let own_steps = self.replacing(at, |build| {
                let program = build.program_of_all(here, &also.r#do, Place::Act, &options);
                std::mem::take(&mut build.game.programs[program.index()])
            });
            let steps = own_steps.as_ref().unwrap_or(&steps);
            let own = self.game.activities[at].program;
            let own = &mut self.game.programs[own.index()];
            match after {
                false => drop(own.splice(0..0, steps.iter().cloned())),
                true => own.extend(steps.iter().cloned()),
            }
        }
    }
}

/// Checks whether any step jumps back. Within another program, such a jump would lead to a wrong
/// step.
fn repeats(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step.op, Op::RepeatIf { .. }))
}
