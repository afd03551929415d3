//! Numbers attributes: one sequence for those that change during play, one for fixed ones.

use kernel::{AttributeId, StatRef};

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::raw::Text;

impl Build<'_> {
    /// Returns the number of attributes that change during play.
    pub(super) fn changing(&self) -> usize {
        self.dictionary.attributes.entries.iter().filter(|entry| !entry.def.fixed).count()
    }

    /// Reports the first changing attribute beyond what a combatant holds.
    pub(super) fn has_too_many_attributes(&mut self) -> bool {
        let entries = &self.dictionary.attributes.entries;
        let mut changing = entries.iter().filter(|entry| !entry.def.fixed);
        let Some(beyond) = changing.nth(kernel::ATTRIBUTES_MAX) else { return false };
        let here = Here { owner: beyond.owner, file: beyond.file };
        let id = beyond.def.id.clone();
        let (count, most) = (self.changing(), kernel::ATTRIBUTES_MAX);
        let message =
            format!("there are {count} attributes that change in play; at most {most} fit");
        let help = "what never changes can be `fixed`; what is only counted can be a token";
        let problem = Diagnostic::error(Code::InvalidValue, message);
        let problem = problem.at(here.file, id.span(), "one too many").help(help);
        self.report.push(problem);
        true
    }

    /// Returns where the kernel finds an attribute of the dictionary. Changing and fixed attributes
    /// are numbered separately.
    pub(super) fn figure(&self, at: usize) -> StatRef {
        let entries = &self.dictionary.attributes.entries;
        let fixed = entries[at].def.fixed;
        let before = entries[..at].iter().filter(|entry| entry.def.fixed == fixed).count() as u8;
        match fixed {
            true => StatRef::Fixed(before),
            false => StatRef::State(AttributeId(before)),
        }
    }

    /// Returns where the kernel finds an attribute of the actor, or the number that replaces it in
    /// the current variant.
    pub(super) fn own_figure(&self, at: usize) -> StatRef {
        let name = self.dictionary.attributes.entries[at].name;
        self.replaced.attribute(at, name).map_or_else(|| self.figure(at), StatRef::Const)
    }

    /// Looks up an attribute that changes during play; reports a fixed or unknown one.
    pub(super) fn changing_attribute(&mut self, here: Here, name: &Text) -> Option<AttributeId> {
        let at = self.look(|d| &d.attributes, Code::UnknownAttribute, "attribute", here, name)?;
        match self.figure(at) {
            StatRef::State(attribute) => Some(attribute),
            StatRef::Fixed(_) | StatRef::Const(_) => {
                let message = format!("`{}` is fixed: nothing in play changes it", &**name);
                self.error(Code::InvalidValue, message, here, name, "this attribute");
                None
            }
        }
    }

    /// Returns the place of a fixed attribute in the dictionary. Reports one that changes in play.
    pub(super) fn fixed_attribute(&mut self, here: Here, name: &Text) -> Option<usize> {
        let at = self.look(|d| &d.attributes, Code::UnknownAttribute, "attribute", here, name)?;
        if !self.dictionary.attributes.entries[at].def.fixed {
            let message = format!("`{}` may change in play; this one has to be fixed", &**name);
            self.error(Code::InvalidValue, message, here, name, "this attribute");
            return None;
        }
        Some(at)
    }

    /// Returns the values of the fixed attributes, or of the changing ones.
    pub(super) fn split(&self, values: &[i16], fixed: bool) -> Vec<i16> {
        let entries = self.dictionary.attributes.entries.iter().zip(values);
        entries.filter(|(entry, _)| entry.def.fixed == fixed).map(|(_, value)| *value).collect()
    }
}
