//! Spells in the same files as creatures, by id.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::recognize::{Content, Format, Recognized};

/// Spells of the files that are read together.
#[derive(Default)]
pub(crate) struct SpellBook<'a> {
    by_id: BTreeMap<String, (Format, &'a Value)>,
}

impl<'a> SpellBook<'a> {
    /// Collects every spell.
    pub(crate) fn of(groups: &'a [Recognized]) -> SpellBook<'a> {
        let mut book = SpellBook::default();
        for group in groups {
            let Content::Json(values) = &group.content else { continue };
            for value in values.iter().filter(|value| SpellBook::holds(group.format, value)) {
                let text = |key: &str| value.get(key).and_then(Value::as_str);
                let entry = (group.format, value);
                if let Some(id) = text("foundry_uuid").or_else(|| text("_id")) {
                    book.by_id.insert(last_part(id).to_owned(), entry);
                }
            }
        }
        book
    }

    /// Whether an entry is a spell rather than a creature.
    pub(crate) fn holds(format: Format, value: &Value) -> bool {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        match format {
            Format::FoundryDnd5e => text("type") == Some("spell"),
            Format::SrdData => text("entry_kind") == Some("spell"),
            _ => false,
        }
    }

    /// Returns a spell by the last part of its address in a compendium.
    pub(crate) fn by_uuid(&self, uuid: &str) -> Option<(Format, &'a Value)> {
        self.by_id.get(last_part(uuid)).copied()
    }
}

fn last_part(uuid: &str) -> &str {
    uuid.rsplit('.').next().unwrap_or(uuid)
}

/// Returns a name for a spell from its address alone: `Misty Step` for `phbsplMistyStep0`. An id
/// has 16 characters, so the name may lack its end.
pub(crate) fn name_from(uuid: &str) -> String {
    let id = last_part(uuid);
    let id = ["phbspl", "dmgspl", "mmspl"].iter().find_map(|it| id.strip_prefix(it)).unwrap_or(id);
    let id = id.trim_end_matches('0');
    let mut name = String::new();
    for c in id.chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push(' ');
        }
        name.push(c);
    }
    name
}
