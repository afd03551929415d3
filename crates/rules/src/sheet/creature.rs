//! Turns a filled-in sheet into the table of a creature file.

use std::collections::BTreeMap;

use kernel::SPAN_MAX;
use toml::de::Error;
use toml::{Table, Value};

use super::tokens::Amounts;
use super::{Attack, AttackKind, BadValue, Field, FieldKind, Sheet, Target, Values};
use crate::expand::from_text;
use crate::raw;
use crate::setup::slug;

/// Longest name of a creature or attack, in characters.
const NAME_MAX: usize = 80;

/// Words before a colon that begin commands of their own.
const RESERVED: [&str; 3] = ["gm", "dice", "together"];

/// Returns a reason why commands could not contain the name of a combatant, if there is one. Names
/// have 1 to 80 characters.
pub fn name_fault(name: &str) -> Option<String> {
    let plain = !name.is_empty() && !name.chars().any(char::is_control);
    if !plain || name.chars().count() > NAME_MAX {
        return Some(format!("type a name of at most {NAME_MAX} letters"));
    }
    // Commands use these characters to end a name.
    if name.contains([',', ':', '"']) {
        return Some("a name has no comma, colon or quotation mark".to_owned());
    }
    if !name.chars().any(char::is_alphabetic) {
        return Some("a name has at least one letter".to_owned());
    }
    let is_reserved = RESERVED.iter().any(|word| name.eq_ignore_ascii_case(word));
    is_reserved.then(|| format!("commands begin with {name}: type another name"))
}

/// A creature's table while it is filled.
#[derive(Default)]
struct Filling {
    attributes: BTreeMap<String, String>,
    dice: BTreeMap<String, String>,
    tags: Vec<String>,
    activities: Vec<String>,
    grants: Amounts,
    /// A named amount, as long as nothing is added to it.
    preset: Option<String>,
    bad: Vec<BadValue>,
}

impl Sheet {
    /// Returns the squares along each edge of what a creature covers, by its table; 1 unless it
    /// says otherwise.
    pub fn span_of(&self, table: &Table) -> u8 {
        let attributes = table.get("attributes").and_then(Value::as_table);
        let value = self.span.as_ref().and_then(|name| attributes?.get(name));
        let number = value.and_then(|value| match value {
            Value::String(text) => text.trim().parse().ok(),
            other => u8::try_from(other.as_integer()?).ok(),
        });
        number.map_or(1, |span: u8| span.clamp(1, SPAN_MAX))
    }

    /// Turns a filled-in sheet into a creature's table. Reports all unusable values together.
    ///
    /// Values that a creature would have anyway are left out, so that the table holds only the
    /// differences.
    pub fn creature(&self, values: &Values) -> Result<Table, Vec<BadValue>> {
        let mut filling = Filling::default();
        let name = values.name.trim();
        if let Some(message) = name_fault(name) {
            filling.bad("name", "Name", message);
        }
        self.fill_fields(values, &mut filling);
        let mut attacks = Vec::new();
        let mut without = Vec::new();
        self.fill_attacks(values, &mut filling, &mut attacks, &mut without);
        add_new(&mut filling.tags, values.tags.iter().map(|tag| tag.trim()));
        add_new(&mut filling.activities, values.activities.iter().map(|id| id.trim()));
        let extra = self.extra(values, &mut filling);
        self.check_names(&extra, &mut filling);
        if !filling.bad.is_empty() {
            return Err(filling.bad);
        }
        let mut table = Table::new();
        table.insert("name".to_owned(), Value::String(name.to_owned()));
        let grants = filling.preset.unwrap_or_else(|| filling.grants.text());
        if !grants.is_empty() {
            table.insert("grants".to_owned(), Value::String(grants));
        }
        let texts = |all: Vec<String>| Value::Array(all.into_iter().map(Value::String).collect());
        let lists =
            [("tags", filling.tags), ("activities", filling.activities), ("without", without)];
        for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            table.insert(key.to_owned(), texts(list));
        }
        let maps = [("attributes", filling.attributes), ("dice", filling.dice)];
        for (key, map) in maps.into_iter().filter(|(_, map)| !map.is_empty()) {
            let all = map.into_iter().map(|(name, value)| (name, Value::String(value)));
            table.insert(key.to_owned(), Value::Table(all.collect()));
        }
        if !attacks.is_empty() {
            table.insert("activity".to_owned(), Value::Array(attacks));
        }
        for (key, value) in extra {
            overlay(&mut table, key, value);
        }
        Ok(table)
    }

    /// Returns the entries that the form has no fields for; empty after reporting an error.
    fn extra(&self, values: &Values, filling: &mut Filling) -> Table {
        let table = || values.extra.parse().map_err(|error: Error| error.message().to_owned());
        match from_text::<raw::Creature>(&values.extra).and_then(|_| table()) {
            Ok(table) => table,
            Err(message) => {
                filling.bad("extra", "Everything else", message);
                Table::new()
            }
        }
    }

    /// Reports tags and activities that the ruleset does not have.
    fn check_names(&self, extra: &Table, filling: &mut Filling) {
        let unknown = |tag: &&String| !self.all_tags.contains(*tag);
        for tag in filling.tags.iter().filter(unknown).cloned().collect::<Vec<_>>() {
            filling.bad("tags", "Tags", format!("there is no tag called {tag} here"));
        }
        let own = extra.get("activity").and_then(Value::as_array).into_iter().flatten();
        let own: Vec<&str> = own.filter_map(|one| one.get("id")?.as_str()).collect();
        let unknown = |id: &&String| !self.taken.contains(*id) && !own.contains(&id.as_str());
        for id in filling.activities.iter().filter(unknown).cloned().collect::<Vec<_>>() {
            let message = format!("there is no activity called {id} here");
            filling.bad("activities", "Activities", message);
        }
    }

    fn fill_fields(&self, values: &Values, filling: &mut Filling) {
        for id in values.fields.keys() {
            if !self.fields().any(|field| field.id == *id) {
                filling.bad(id, id, "this sheet has no such field".to_owned());
            }
        }
        for field in self.fields() {
            let typed = values.fields.get(&field.id).unwrap_or(&field.default);
            match field.kept(typed, self) {
                Ok(kept) => self.fill(field, &kept, filling),
                Err(message) => filling.bad(&field.id, &field.label, message),
            }
        }
    }

    fn fill(&self, field: &Field, kept: &str, filling: &mut Filling) {
        let yes = field.kind == FieldKind::YesNo && kept == "yes";
        let number = if yes { "1" } else { "0" };
        for target in &field.targets {
            let kept = if field.kind == FieldKind::YesNo { number } else { kept };
            match target {
                Target::Attribute(name, usual) if usual != kept => {
                    filling.attributes.insert(name.clone(), kept.to_owned());
                }
                Target::Dice(name, usual) if usual != kept => {
                    filling.dice.insert(name.clone(), kept.to_owned());
                }
                Target::Tag(name) if yes => add_new(&mut filling.tags, [name.as_str()]),
                Target::Token(kind) => {
                    let count = kept.parse().unwrap_or(0);
                    filling.grants.add(kind, count);
                }
                _ => {}
            }
        }
        if field.kind == FieldKind::Tokens && !field.counts_tokens() {
            match self.presets.contains_key(kept) {
                true => filling.preset = Some(kept.to_owned()),
                false => filling.grants.add_all(&self.amounts(kept).unwrap_or_default()),
            }
        }
        if yes {
            add_new(&mut filling.activities, field.activities.iter().map(String::as_str));
            let granted = field.grants.as_deref().unwrap_or_default();
            filling.grants.add_all(&self.amounts(granted).unwrap_or_default());
        }
        if let Some(choice) = field.choices.iter().find(|one| one.value == kept) {
            add_new(&mut filling.tags, choice.tags.iter().map(String::as_str));
        }
        // A named amount with further tokens is written out.
        if let Some(preset) = filling.preset.clone().filter(|_| !filling.grants.text().is_empty()) {
            filling.grants.add_all(&self.amounts(&preset).unwrap_or_default());
            filling.preset = None;
        }
    }

    fn fill_attacks(
        &self,
        values: &Values,
        filling: &mut Filling,
        made: &mut Vec<Value>,
        without: &mut Vec<String>,
    ) {
        let mut ids: Vec<String> = Vec::new();
        // Kinds that occur, and whether the creature keeps the ruleset's own activity.
        let mut kinds: Vec<(&AttackKind, bool)> = Vec::new();
        let mut own = BTreeMap::new();
        // Named attacks, kept until all of the creature's own numbers are known.
        let mut named: Vec<(String, &str, &AttackKind, Vec<String>)> = Vec::new();
        for (number, attack) in values.attacks.iter().enumerate() {
            let place = |field: &str| format!("attacks/{number}/{field}");
            let Some(kind) = self.attack_kind(&attack.kind) else {
                let known: Vec<&str> = self.attacks.iter().map(|kind| kind.id.as_str()).collect();
                let message = format!("the kinds of attack are {}", known.join(", "));
                filling.bad(&place("kind"), "Attack", message);
                continue;
            };
            let title = match attack.name.trim() {
                "" => kind.title.as_str(),
                name => name,
            };
            let kept = self.kept_of_attack(attack, kind, title, &place, filling);
            let first = !kinds.iter().any(|(known, _)| known.id == kind.id);
            // Kinds may share numbers; the first attack gives the creature's own.
            let fits = !kind.named && first && self.own_numbers(kind, &kept, &mut own, filling);
            let unnamed = attack.name.trim().is_empty() && fits;
            if first && !kind.named {
                kinds.push((kind, unnamed));
            }
            if !unnamed {
                let Some(id) = self.attack_id(title, kind, &ids) else {
                    filling.bad(&place("name"), title, "type a name with letters".to_owned());
                    continue;
                };
                ids.push(id.clone());
                named.push((id, title, kind, kept));
            }
        }
        for (id, title, kind, kept) in &named {
            made.push(variant(id, title, kind, kept, filling));
        }
        let of =
            |wanted: bool| kinds.iter().filter(move |one| one.1 == wanted).map(|one| &*one.0.like);
        add_new(without, of(false).filter(|like| !of(true).any(|kept| kept == *like)));
    }

    /// Makes the numbers of an attack the creature's own, except where an earlier attack gave them.
    /// Returns whether the creature's own numbers are those of this attack.
    fn own_numbers(
        &self,
        kind: &AttackKind,
        kept: &[String],
        own: &mut BTreeMap<String, String>,
        filling: &mut Filling,
    ) -> bool {
        let mut fits = true;
        for (field, kept) in kind.fields.iter().zip(kept) {
            let known = field.targets.first().and_then(|target| own.get(target.name()));
            match known {
                Some(known) => fits &= known == kept,
                None => {
                    for target in &field.targets {
                        own.insert(target.name().to_owned(), kept.clone());
                    }
                    self.fill(field, kept, filling);
                }
            }
        }
        fits
    }

    /// Returns the values of an attack as files keep them, in the order of the fields.
    fn kept_of_attack(
        &self,
        attack: &Attack,
        kind: &AttackKind,
        label: &str,
        place: &dyn Fn(&str) -> String,
        filling: &mut Filling,
    ) -> Vec<String> {
        for id in attack.fields.keys() {
            if !kind.fields.iter().any(|field| field.id == *id) {
                filling.bad(&place(id), label, format!("there is no field {id}"));
            }
        }
        let kept = |field: &Field| {
            let typed = attack.fields.get(&field.id).unwrap_or(&field.default);
            field.kept(typed, self).unwrap_or_else(|message| {
                let label = format!("{label}, {}", field.label);
                filling.bad(&place(&field.id), &label, message);
                String::new()
            })
        };
        kind.fields.iter().map(kept).collect()
    }

    /// Returns an id for an attack that no activity has yet; `None` if the name does not begin with
    /// a letter.
    fn attack_id(&self, name: &str, kind: &AttackKind, ids: &[String]) -> Option<String> {
        let plain = slug(name);
        let is_free = |id: &String| !self.taken.contains(id) && !ids.contains(id);
        let begin = plain.chars().next().filter(|first| first.is_alphabetic());
        begin?;
        let with_kind = format!("{plain}-{}", kind.id);
        let numbered = (2..).map(|number| format!("{plain}-{}-{number}", kind.id));
        [plain.clone(), with_kind].into_iter().chain(numbered).find(is_free)
    }
}

impl Filling {
    fn bad(&mut self, field: &str, label: &str, message: String) {
        self.bad.push(BadValue { field: field.to_owned(), label: label.to_owned(), message });
    }
}

/// Returns a named attack as an activity. Default numbers that the creature itself does not set are
/// left out unless they are essential.
fn variant(id: &str, name: &str, kind: &AttackKind, kept: &[String], filling: &Filling) -> Value {
    let text = |text: &str| Value::String(text.to_owned());
    let mut with = Table::new();
    for (field, kept) in kind.fields.iter().zip(kept) {
        let kept = match (field.kind, kept.as_str()) {
            (FieldKind::YesNo, "yes") => "1",
            (FieldKind::YesNo, _) => "0",
            (_, kept) => kept,
        };
        for target in &field.targets {
            let (name, usual, own) = match target {
                Target::Attribute(name, usual) => (name, usual, filling.attributes.get(name)),
                Target::Dice(name, usual) => (name, usual, filling.dice.get(name)),
                Target::Tag(_) | Target::Token(_) => continue,
            };
            if field.essential || own.is_some() || kept != usual {
                with.insert(name.clone(), text(kept));
            }
        }
    }
    let mut table = Table::new();
    table.insert("id".to_owned(), text(id));
    table.insert("name".to_owned(), text(name));
    table.insert("like".to_owned(), text(&kind.like));
    if !with.is_empty() {
        table.insert("with".to_owned(), Value::Table(with));
    }
    Value::Table(table)
}

/// Merges a value into a table: tables are merged, lists are joined, everything else is replaced.
fn overlay(table: &mut Table, key: String, value: Value) {
    match (table.get_mut(&key), value) {
        (Some(Value::Table(present)), Value::Table(more)) => {
            for (key, value) in more {
                overlay(present, key, value);
            }
        }
        (Some(Value::Array(present)), Value::Array(more)) => {
            for value in more {
                if !present.contains(&value) {
                    present.push(value);
                }
            }
        }
        (_, value) => {
            table.insert(key, value);
        }
    }
}

fn add_new<'t>(list: &mut Vec<String>, more: impl IntoIterator<Item = &'t str>) {
    for one in more.into_iter().filter(|one| !one.is_empty()) {
        if !list.iter().any(|known| known == one) {
            list.push(one.to_owned());
        }
    }
}
