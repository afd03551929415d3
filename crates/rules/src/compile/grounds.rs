//! Ties rules to refusals and steps of the kernel itself.

use kernel::RulesId;

use super::Build;
use crate::diagnostic::Code;
use crate::dictionary::unknown;

/// Access to the rules behind one refusal or step of the kernel.
type Ground = for<'b, 'a> fn(&'b mut Build<'a>) -> &'b mut RulesId;

/// Refusals and steps of the kernel that rulesets can tie their rules to, by name.
const GROUNDS: [(&str, Ground); 30] = [
    ("missing", |build| &mut build.game.grounds.missing),
    ("exhausted", |build| &mut build.game.grounds.exhausted),
    ("locked", |build| &mut build.game.grounds.locked),
    ("waiting", |build| &mut build.game.grounds.waiting),
    ("out", |build| &mut build.game.grounds.out),
    ("unknown", |build| &mut build.game.grounds.unknown),
    ("target", |build| &mut build.game.grounds.target),
    ("argument", |build| &mut build.game.grounds.argument),
    ("turn", |build| &mut build.game.grounds.turn),
    ("declare", |build| &mut build.game.grounds.declare),
    ("window", |build| &mut build.game.grounds.window),
    ("newest-first", |build| &mut build.game.grounds.newest_first),
    ("instant", |build| &mut build.game.grounds.instant),
    ("instant-on-top", |build| &mut build.game.grounds.instant_on_top),
    ("sealed-turn", |build| &mut build.game.grounds.sealed_turn),
    ("sealed-same", |build| &mut build.game.grounds.sealed_same),
    ("sealed-off", |build| &mut build.game.grounds.sealed_off),
    ("pass", |build| &mut build.game.grounds.pass),
    ("order-free", |build| &mut build.game.grounds.order_free),
    ("bill", |build| &mut build.game.grounds.bill),
    ("exact", |build| &mut build.game.grounds.exact),
    ("unsold", |build| &mut build.game.grounds.unsold),
    ("conversion", |build| &mut build.game.grounds.conversion),
    ("own-turn", |build| &mut build.game.grounds.own_turn),
    ("enumerate", |build| &mut build.game.grounds.enumerate),
    ("prepare", |build| &mut build.game.grounds.prepare),
    ("recheck", |build| &mut build.game.grounds.recheck),
    ("line", |build| &mut build.game.grounds.line),
    ("lift", |build| &mut build.game.grounds.lift),
    ("chain", |build| &mut build.chain_rules),
];

impl Build<'_> {
    /// Sets the rules behind each refusal and step of the kernel, by the `grounds` of rules.
    pub(super) fn build_grounds(&mut self) {
        let mut owners: Vec<Vec<usize>> = vec![Vec::new(); GROUNDS.len()];
        for (here, rule) in self.located() {
            for name in &rule.grounds {
                match GROUNDS.iter().position(|(ground, _)| *ground == name.as_str()) {
                    Some(at) => owners[at].push(here.owner),
                    None => {
                        let known = GROUNDS.iter().map(|(ground, _)| *ground);
                        let code = Code::UnknownVariant;
                        unknown(&mut self.report, code, "ground", here.file, name, known);
                    }
                }
            }
        }
        for (owners, (_, ground)) in owners.iter().zip(GROUNDS) {
            if let Some((first, rest)) = owners.split_first() {
                let rules = self.because(*first, rest);
                *ground(self) = rules;
            }
        }
        let grounds = &mut self.game.grounds;
        if grounds.own_turn == RulesId(0) {
            let in_line = grounds.line != RulesId(0);
            grounds.own_turn = if in_line { grounds.line } else { grounds.turn };
        }
    }
}
