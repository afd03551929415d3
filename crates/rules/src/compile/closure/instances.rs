//! Instances of conversions on prefixed kinds.

use super::super::Build;
use super::super::conversions::Template;
use super::Holder;
use crate::kinds::KindName;

/// Most kinds that one combatant may reach.
const KINDS_MAX: usize = 400;

/// A conversion applied under some prefixes.
pub(super) struct Instance {
    pub(super) inputs: Vec<(u32, KindName)>,
    pub(super) output: KindName,
    pub(super) template: usize,
}

impl Build<'_> {
    /// Returns the conversions that can apply to the holder, under every set of prefixes that its
    /// kinds have.
    pub(super) fn instances(
        &mut self,
        holder: &Holder<'_>,
        mut reached: Vec<KindName>,
    ) -> Vec<Instance> {
        let mut instances: Vec<Instance> = Vec::new();
        let mut lifts: Vec<Vec<u8>> = vec![Vec::new()];
        let (mut at, mut templates) = (0, self.tokens.templates.len());
        for kind in &reached {
            add_lifts(kind, &mut lifts);
        }
        loop {
            let (known, known_lifts) = (reached.len(), lifts.len());
            for template in 0..self.tokens.templates.len() {
                let rule = self.tokens.templates[template].clone();
                let elsewhere = rule.brought.is_some_and(|one| !holder.brings.contains(&one));
                if rule.only & !holder.tags != 0 || elsewhere {
                    continue;
                }
                for lift in lifts.clone() {
                    if !lift.is_empty() && !rule.lifts {
                        continue;
                    }
                    if let Some(instance) = self.instance(template, &rule, &lift, &reached)
                        && !instances
                            .iter()
                            .any(|one| one.template == template && one.output == instance.output)
                    {
                        if !reached.contains(&instance.output) && reached.len() < KINDS_MAX {
                            add_lifts(&instance.output, &mut lifts);
                            reached.push(instance.output.clone());
                        }
                        instances.push(instance);
                    }
                }
            }
            self.drop_prefixes(&reached);
            at += 1;
            let templates_before = templates;
            templates = self.tokens.templates.len();
            let settled = (reached.len(), lifts.len()) == (known, known_lifts);
            if settled && templates == templates_before || at > 16 {
                return instances;
            }
        }
    }

    /// Adds conversions that remove a prefix, for each prefix that may be left off.
    fn drop_prefixes(&mut self, reached: &[KindName]) {
        for (prefix, rules) in self.tokens.drops.clone() {
            for kind in reached {
                let Some(at) = kind.prefixes.iter().position(|&one| one == prefix) else {
                    continue;
                };
                let mut output = kind.clone();
                output.prefixes.remove(at);
                let inputs = vec![(1, kind.clone())];
                let known = &self.tokens.templates;
                if known.iter().any(|one| one.inputs == inputs && one.output == output) {
                    continue;
                }
                let template = Template { lifts: false, ..Template::plain(inputs, output, rules) };
                self.tokens.templates.push(template);
            }
        }
    }

    fn instance(
        &self,
        template: usize,
        rule: &Template,
        lift: &[u8],
        reached: &[KindName],
    ) -> Option<Instance> {
        let mut inputs = Vec::new();
        for (count, kind) in &rule.inputs {
            let kind = self.kinds.lift(kind, lift)?;
            if !reached.contains(&kind) {
                return None;
            }
            inputs.push((*count, kind));
        }
        let output = self.kinds.lift(&rule.output, lift)?;
        Some(Instance { inputs, output, template })
    }
}

/// Adds every subset of the prefixes of a kind as one under which conversions may apply. Only the
/// first 6 prefixes count.
fn add_lifts(kind: &KindName, lifts: &mut Vec<Vec<u8>>) {
    let count = kind.prefixes.len().min(6);
    for chosen in 0u32..1 << count {
        let lift: Vec<u8> =
            (0..count).filter(|at| chosen >> at & 1 == 1).map(|at| kind.prefixes[at]).collect();
        if !lifts.contains(&lift) {
            lifts.push(lift);
        }
    }
}
