//! Fills in a sheet from a stat block, by a ruleset's mapping.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rules::expr::Node;
use rules::sheet::{Attack as SheetAttack, BadValue, Field, FieldKind, Sheet, Values};
use toml::Table;

use crate::block::{Note, StatBlock, Weight, slug};
use crate::evaluate::{evaluate, holds};
use crate::leftover;
use crate::mapping::{EntryKind, SystemMapping};
use crate::scope::{Entry, Scope, Value};

/// Maximum number of characters in a name.
const NAME_MAX: usize = 80;

/// A filled-in sheet and the creature's table.
pub(crate) struct Filled {
    pub(crate) values: Values,
    pub(crate) table: Table,
    pub(crate) notes: Vec<Note>,
}

/// Fills in a sheet. A default replaces each value that the sheet refuses, with a note.
pub(crate) fn fill(block: &StatBlock, mapping: &SystemMapping, sheet: &Sheet) -> Filled {
    let asked = RefCell::new(BTreeSet::new());
    let scope = Scope::new(block, &asked);
    let mut filling = Filling { sheet, notes: block.notes.clone(), values: Values::default() };
    filling.values.name = name_of(block, &mut filling.notes);
    let fields: Vec<&Field> = sheet.fields().collect();
    filling.values.fields = filling.fields(&mapping.fields, &fields, &scope, "");
    for (tag, condition) in &mapping.tags {
        if holds(&evaluate(condition, &scope)) {
            filling.values.tags.push(tag.clone());
        }
    }
    for (activity, condition) in &mapping.activities {
        if holds(&evaluate(condition, &scope)) {
            filling.values.activities.push(activity.clone());
        }
    }
    let slotted = |spell: &crate::Spell| {
        !spell.at_will && spell.uses == crate::Uses::default() && spell.level != Some(0)
    };
    let by_slots = block.system == crate::System::Dnd5e;
    if by_slots && block.slots.is_empty() && block.spells.iter().any(slotted) {
        let text = "spell slots: none are given for its spells".to_owned();
        filling.notes.push(Note { weight: Weight::Missing, text });
    }
    let mut carried = Vec::new();
    let mut unlimited = Vec::new();
    for (kind, entry) in entries(block) {
        let read = RefCell::new(BTreeSet::new());
        let fits = filling.entry(mapping, kind, entry, &Scope::new(block, &read));
        let limited = entry.uses().is_some_and(|uses| uses.once);
        if fits && limited && !read.borrow().contains("once") {
            unlimited.push(entry.name().to_owned());
        }
        asked.borrow_mut().append(&mut read.borrow_mut());
        carried.push((kind, entry.name().to_owned(), fits));
    }
    if !unlimited.is_empty() {
        let text = format!("not again before its own next turn: {}", unlimited.join(", "));
        filling.notes.push(Note { weight: Weight::NotCarried, text });
    }
    filling.notes.extend(leftover::notes(block, &carried, &asked.borrow()));
    let table = filling.table();
    Filled { values: filling.values, table, notes: filling.notes }
}

/// Fills in a sheet from a creature that is already written for the ruleset.
pub(crate) fn ready(block: &StatBlock, creature: &Table, sheet: &Sheet) -> Filled {
    let mut creature = creature.clone();
    let mut notes = block.notes.clone();
    let name = name_of(block, &mut notes);
    creature.insert("name".to_owned(), toml::Value::String(name));
    let values = sheet.values(&creature);
    // If the sheet refuses a value, the creature's own table is used unchanged.
    let written = sheet.creature(&values).ok();
    let mut filling = Filling { sheet, notes, values };
    filling.table();
    let table = written.unwrap_or(creature);
    Filled { values: filling.values, table, notes: filling.notes }
}

/// Returns every attack, power, spell and feature.
fn entries(block: &StatBlock) -> impl Iterator<Item = (EntryKind, Entry<'_>)> {
    let attacks = block.attacks.iter().map(|it| (EntryKind::Attack, Entry::Attack(it)));
    let powers = block.powers.iter().map(|it| (EntryKind::Power, Entry::Power(it)));
    let spells = block.spells.iter().map(|it| (EntryKind::Spell, Entry::Spell(it)));
    let features = block.features.iter().map(|it| (EntryKind::Feature, Entry::Feature(it)));
    attacks.chain(powers).chain(spells).chain(features)
}

struct Filling<'a> {
    sheet: &'a Sheet,
    notes: Vec<Note>,
    values: Values,
}

impl Filling<'_> {
    /// Applies every rule that fits an entry. Returns whether any did.
    fn entry(
        &mut self,
        mapping: &SystemMapping,
        kind: EntryKind,
        entry: Entry<'_>,
        scope: &Scope<'_>,
    ) -> bool {
        let scope = scope.with(entry);
        let mut fits = false;
        for rule in mapping.each.iter().filter(|rule| rule.of == kind) {
            if rule.when.as_ref().is_some_and(|when| !holds(&evaluate(when, &scope))) {
                continue;
            }
            let Some(attack) = rule.kind.as_ref().and_then(|kind| self.sheet.attack_kind(kind))
            else {
                let activity = slug(entry.name());
                if self.sheet.activities.contains(&activity) {
                    self.values.activities.push(activity);
                    fits = true;
                }
                continue;
            };
            let mut name = plain_name(entry.name(), &attack.title);
            if let Some(suffix) = &rule.suffix {
                name = format!("{name} ({suffix})");
            }
            let fields: Vec<&Field> = attack.fields.iter().collect();
            let fields = self.fields(&rule.fields, &fields, &scope, &name);
            self.values.attacks.push(SheetAttack { kind: attack.id.clone(), name, fields });
            fits = true;
        }
        fits
    }

    /// Returns the values of fields as typed text. Values that the stat block lacks are left out.
    fn fields(
        &mut self,
        wanted: &[(String, Node)],
        fields: &[&Field],
        scope: &Scope<'_>,
        owner: &str,
    ) -> std::collections::BTreeMap<String, String> {
        let mut found = std::collections::BTreeMap::new();
        for (id, node) in wanted {
            let Some(field) = fields.iter().find(|field| field.id == *id) else { continue };
            match typed(evaluate(node, scope), field) {
                Some(value) => {
                    found.insert(id.clone(), value);
                }
                None if field.essential => {
                    let label = label(owner, &field.label);
                    let default = field.shown(&field.default);
                    let missing = match scope.out_of_range() {
                        true => "not given, or out of range",
                        false => "not given",
                    };
                    let text = format!("{label} is {missing}; {default} stands in");
                    self.notes.push(Note { weight: Weight::Missing, text });
                }
                None => {}
            }
        }
        found
    }

    /// Returns the creature's table. Removes values that the sheet refuses, with a note on each.
    fn table(&mut self) -> Table {
        loop {
            let bad = match self.sheet.creature(&self.values) {
                Ok(table) => return table,
                Err(bad) => bad,
            };
            let before = self.values.clone();
            // Attacks are removed from the end, so that the indexes of the others stay valid.
            for bad in bad.iter().rev() {
                self.leave_out(bad);
            }
            if self.values == before {
                // Nothing more can be removed: the sheet refuses its own defaults.
                return Table::new();
            }
        }
    }

    fn leave_out(&mut self, bad: &BadValue) {
        let text = match bad.field.split('/').collect::<Vec<_>>().as_slice() {
            ["attacks", number, field] => {
                let number: usize = number.parse().unwrap_or(usize::MAX);
                let Some(attack) = self.values.attacks.get_mut(number) else { return };
                match attack.fields.remove(*field) {
                    Some(value) if bad.message.starts_with("choose ") => {
                        let text = format!("{} {value}", bad.label);
                        self.notes.push(Note { weight: Weight::NotCarried, text });
                        return;
                    }
                    Some(value) => format!("{}: {value} {}; left out", bad.label, bad.message),
                    None => {
                        self.values.attacks.remove(number);
                        format!("{}: {}; left out", bad.label, bad.message)
                    }
                }
            }
            ["name"] => {
                self.values.name = "Creature".to_owned();
                format!("Name: {}; it is called Creature", bad.message)
            }
            ["tags"] | ["activities"] => {
                let unknown = |it: &String| !bad.message.contains(it.as_str());
                self.values.tags.retain(unknown);
                self.values.activities.retain(unknown);
                format!("{}: {}", bad.label, bad.message)
            }
            _ => match self.values.fields.remove(&bad.field) {
                Some(value) => {
                    let field = self.sheet.fields().find(|field| field.id == bad.field);
                    let default = field.map_or(String::new(), |it| it.shown(&it.default));
                    format!("{}: {value} {}; {default} stands in", bad.label, bad.message)
                }
                None => return,
            },
        };
        self.notes.push(Note { weight: Weight::Missing, text });
    }
}

fn label(owner: &str, label: &str) -> String {
    if owner.is_empty() { label.to_owned() } else { format!("{owner}: {label}") }
}

/// Returns a value as a person would type it into a field.
fn typed(value: Value, field: &Field) -> Option<String> {
    Some(match (value, field.kind) {
        (Value::Missing, _) => return None,
        (Value::Bool(yes), FieldKind::YesNo) => if yes { "yes" } else { "no" }.to_owned(),
        (Value::Bool(yes), _) => i32::from(yes).to_string(),
        (Value::Int(number), FieldKind::YesNo) => if number != 0 { "yes" } else { "no" }.to_owned(),
        (Value::Int(number), _) => number.to_string(),
        (Value::Word(word), _) => word,
    })
}

/// Returns the name of a creature. A note says so if there is none.
fn name_of(block: &StatBlock, notes: &mut Vec<Note>) -> String {
    let name = plain_name(&block.name, "");
    if !name.is_empty() {
        return name;
    }
    let text = match block.name.trim() {
        "" => "the name; it is called Creature".to_owned(),
        other => format!("a name with letters, not `{other}`; it is called Creature"),
    };
    notes.push(Note { weight: Weight::Missing, text });
    "Creature".to_owned()
}

/// Returns a name that is valid in commands, or `instead` if no letter is left.
pub(crate) fn plain_name(name: &str, instead: &str) -> String {
    let name = name.replace(['\u{2018}', '\u{2019}'], "'");
    let clean: String = name
        .chars()
        .map(|c| if c.is_control() || [',', ':', '"'].contains(&c) { ' ' } else { c })
        .collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(NAME_MAX).collect();
    let name = name.trim().to_owned();
    match name.chars().any(char::is_alphabetic) {
        true => name,
        false => instead.to_owned(),
    }
}
