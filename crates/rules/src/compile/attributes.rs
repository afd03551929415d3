//! Numbers attributes: one sequence for those that change during play, one for fixed ones.

use kernel::{AttributeId, StatRef};

use super::{Build, Here};
use crate::diagnostic::Code;
use crate::raw::Text;

impl Build<'_> {
    /// Returns the number of attributes that change during play.
    pub(super) fn changing(&self) -> usize {
        self.dictionary.attributes.entries.iter().filter(|entry| !entry.def.fixed).count()
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

    /// Returns the values of the fixed attributes, or of the changing ones.
    pub(super) fn split(&self, values: &[i16], fixed: bool) -> Vec<i16> {
        let entries = self.dictionary.attributes.entries.iter().zip(values);
        entries.filter(|(entry, _)| entry.def.fixed == fixed).map(|(_, value)| *value).collect()
    }
}
