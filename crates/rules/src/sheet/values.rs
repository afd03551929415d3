//! Turns the table of a creature file back into a filled-in sheet.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::tokens::Amounts;
use super::{Attack, AttackKind, Field, FieldKind, Sheet, Target, Values};

/// The rest of a creature's table while it is taken apart.
struct Left<'t> {
    table: &'t Table,
    tags: Vec<String>,
    activities: Vec<String>,
    grants: Amounts,
}

impl Sheet {
    /// Turns a creature's table into the values of a sheet. Entries that the form has no field for
    /// go to `extra`, so that nothing is lost.
    pub fn values(&self, table: &Table) -> Values {
        let grants = table.get("grants").and_then(Value::as_str).unwrap_or_default();
        let mut left = Left {
            table,
            tags: texts(table, "tags"),
            activities: texts(table, "activities"),
            grants: self.amounts(grants).unwrap_or_default(),
        };
        let attacks = self.attacks_in(table);
        let mut fields = BTreeMap::new();
        // Fields with yes take their tokens first, then fields that count a kind, then the rest.
        let rank = |field: &Field| match (field.kind, field.counts_tokens()) {
            (FieldKind::YesNo, _) => 0,
            (_, true) => 1,
            _ => 2,
        };
        let mut in_order: Vec<&Field> = self.fields().collect();
        in_order.sort_by_key(|field| rank(field));
        for field in in_order {
            let value = match field.kind {
                FieldKind::YesNo => left.yes_no(field, self).to_owned(),
                FieldKind::Tokens if field.counts_tokens() => left.count(field),
                FieldKind::Tokens if self.presets.contains_key(grants) => {
                    left.grants = Amounts::default();
                    grants.to_owned()
                }
                FieldKind::Tokens => std::mem::take(&mut left.grants).text(),
                FieldKind::Choice => left.choice(field),
                FieldKind::Number | FieldKind::Dice => left.value(field),
            };
            fields.insert(field.id.clone(), value);
        }
        let name = table.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        // Tags and activities that the ruleset does not know stay in `extra`.
        left.tags.retain(|tag| self.all_tags.contains(tag));
        left.activities.retain(|id| self.taken.contains(id));
        let (tags, activities) = (left.tags, left.activities);
        let mut values = Values { name, fields, attacks, tags, activities, extra: String::new() };
        let filled = self.creature(&values).unwrap_or_default();
        let extra = difference(&self.without_attacks(table), &filled);
        if !extra.is_empty() {
            values.extra = extra.to_string();
        }
        values
    }

    /// Returns the attacks of a creature: its own numbers, and its variants of kinds of attack.
    fn attacks_in(&self, table: &Table) -> Vec<Attack> {
        let left =
            Left { table, tags: Vec::new(), activities: Vec::new(), grants: Amounts::default() };
        let own = table.get("activity").and_then(Value::as_array).into_iter().flatten();
        let own: Vec<&Table> = own.filter_map(Value::as_table).collect();
        let without = texts(table, "without");
        let mut attacks = Vec::new();
        let mut claimed: Vec<&Target> = Vec::new();
        for kind in &self.attacks {
            let base: BTreeMap<String, String> =
                kind.fields.iter().map(|field| (field.id.clone(), left.value(field))).collect();
            let mut named: Vec<Attack> =
                own.iter().filter_map(|activity| named_attack(activity, kind, &left)).collect();
            if kind.named {
                attacks.extend(named);
                continue;
            }
            // The attack with the creature's own numbers comes first.
            let first = named.iter().position(|attack| attack.fields == base);
            let replaced = without.contains(&kind.like);
            // Numbers shared with an earlier kind do not count as set for this one.
            let mut targets = kind.fields.iter().flat_map(|field| &field.targets);
            let said = targets.any(|it| left.kept(it).is_some() && !claimed.contains(&it));
            match first {
                Some(first) if replaced => {
                    let first = named.remove(first);
                    attacks.push(first);
                }
                _ if said && !replaced => attacks.push(Attack {
                    kind: kind.id.clone(),
                    name: String::new(),
                    fields: base,
                }),
                _ => {}
            }
            claimed.extend(kind.fields.iter().flat_map(|field| &field.targets));
            attacks.extend(named);
        }
        attacks
    }

    /// Returns a creature's table without the activities that the form shows as attacks. A
    /// filled-in sheet makes them again, perhaps with other numbers left out.
    fn without_attacks(&self, table: &Table) -> Table {
        let left =
            Left { table, tags: Vec::new(), activities: Vec::new(), grants: Amounts::default() };
        let shown = |activity: &Value| {
            let activity = activity.as_table();
            let mut kinds = self.attacks.iter();
            activity.is_some_and(|it| kinds.any(|kind| named_attack(it, kind, &left).is_some()))
        };
        let mut rest = table.clone();
        if let Some(Value::Array(own)) = rest.get_mut("activity") {
            own.retain(|activity| !shown(activity));
        }
        rest
    }

    /// Returns the fields of a creature to show, with their values for people: those of the short
    /// form, and those that differ from a blank sheet.
    pub fn rows(&self, table: &Table) -> Vec<(&Field, String)> {
        let values = self.values(table);
        let mut rows = Vec::new();
        for field in self.fields() {
            let value = values.fields.get(&field.id).cloned().unwrap_or_default();
            let usual = field.kept(&field.default, self).is_ok_and(|it| field.typed(&it) == value);
            if !value.is_empty() && (field.essential || !usual) {
                rows.push((field, field.shown(&value)));
            }
        }
        rows
    }
}

/// Returns an activity as an attack of a kind; `None` if it is another activity or sets anything
/// else. Numbers that it leaves out are the creature's own.
fn named_attack(activity: &Table, kind: &AttackKind, creature: &Left<'_>) -> Option<Attack> {
    let text = |key: &str| activity.get(key).and_then(Value::as_str);
    if text("like")? != kind.like || activity.len() > 4 {
        return None;
    }
    let name = text("name")?.to_owned();
    let nothing = Table::new();
    let with = activity.get("with").map_or(Some(&nothing), Value::as_table)?;
    let mut fields = BTreeMap::new();
    let mut known = 0;
    for field in &kind.fields {
        let mut kept: Vec<&str> = Vec::new();
        for target in &field.targets {
            if let Target::Attribute(name, _) | Target::Dice(name, _) = target
                && let Some(value) = with.get(name)
            {
                kept.push(value.as_str()?);
            }
        }
        known += kept.len();
        let typed = match (field.kind, kept.last()) {
            (_, None) => creature.value(field),
            (FieldKind::YesNo, Some(&"0")) => "no".to_owned(),
            (FieldKind::YesNo, Some(_)) => "yes".to_owned(),
            (_, Some(kept)) => field.typed(kept),
        };
        fields.insert(field.id.clone(), typed);
    }
    (known == with.len()).then(|| Attack { kind: kind.id.clone(), name, fields })
}

impl Left<'_> {
    /// Returns the value of an attribute or of dice, as the file keeps it.
    fn kept<'a>(&'a self, target: &'a Target) -> Option<&'a str> {
        let (map, name) = match target {
            Target::Attribute(name, _) => ("attributes", name),
            Target::Dice(name, _) => ("dice", name),
            Target::Tag(_) | Target::Token(_) => return None,
        };
        self.table.get(map)?.get(name)?.as_str()
    }

    /// Returns the value of a field, as it is typed. If several entries keep it, the last one given
    /// counts.
    fn value(&self, field: &Field) -> String {
        let given = field.targets.iter().rev().find_map(|target| self.kept(target));
        let usual = field.targets.first().and_then(|target| match target {
            Target::Attribute(_, usual) | Target::Dice(_, usual) => Some(usual.as_str()),
            Target::Tag(_) | Target::Token(_) => None,
        });
        let kept = given.or(usual).unwrap_or_default();
        match (field.kind, kept) {
            (FieldKind::YesNo, "0" | "") => "no".to_owned(),
            (FieldKind::YesNo, _) => "yes".to_owned(),
            _ => field.typed(kept),
        }
    }

    /// Returns `yes` if everything that the field adds is there, and takes it out.
    fn yes_no(&mut self, field: &Field, sheet: &Sheet) -> &'static str {
        let holds = |target: &Target| match target {
            Target::Tag(name) => self.tags.contains(name),
            Target::Attribute(_, usual) => self.kept(target).unwrap_or(usual) != "0",
            Target::Dice(..) | Target::Token(_) => false,
        };
        let listed = field.activities.iter().all(|id| self.activities.contains(id));
        let something = !(field.targets.is_empty() && field.activities.is_empty());
        if !(something && listed && field.targets.iter().all(holds)) {
            return "no";
        }
        let granted = sheet.amounts(field.grants.as_deref().unwrap_or_default());
        if !self.grants.take_all(&granted.unwrap_or_default()) {
            return "no";
        }
        let tags: Vec<&str> = field
            .targets
            .iter()
            .filter_map(|target| match target {
                Target::Tag(name) => Some(name.as_str()),
                _ => None,
            })
            .collect();
        self.tags.retain(|tag| !tags.contains(&tag.as_str()));
        self.activities.retain(|id| !field.activities.contains(id));
        "yes"
    }

    fn count(&mut self, field: &Field) -> String {
        let of = |target: &Target| match target {
            Target::Token(kind) => Some(kind.clone()),
            _ => None,
        };
        let kind = field.targets.iter().find_map(of).unwrap_or_default();
        self.grants.take_kind(&kind).to_string()
    }

    /// Returns the choice whose value is kept or whose tags are all there, and takes its tags out.
    fn choice(&mut self, field: &Field) -> String {
        let kept = (!field.targets.is_empty()).then(|| self.value(field));
        let fits = |one: &&super::FieldChoice| match &kept {
            Some(kept) => one.value == *kept,
            None => !one.tags.is_empty() && one.tags.iter().all(|tag| self.tags.contains(tag)),
        };
        let chosen = field.choices.iter().find(fits);
        let chosen = chosen.or_else(|| field.choices.iter().find(|one| one.tags.is_empty()));
        let Some(chosen) = chosen else { return field.default.clone() };
        self.tags.retain(|tag| !chosen.tags.contains(tag));
        chosen.value.clone()
    }
}

fn texts(table: &Table, key: &str) -> Vec<String> {
    let list = table.get(key).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Returns the entries that `present` lacks in order to say everything that `wanted` says.
fn difference(wanted: &Table, present: &Table) -> Table {
    let mut more = Table::new();
    for (key, value) in wanted {
        match (value, present.get(key)) {
            (value, Some(there)) if value == there => {}
            (Value::Table(wanted), Some(Value::Table(there))) => {
                let inner = difference(wanted, there);
                if !inner.is_empty() {
                    more.insert(key.clone(), Value::Table(inner));
                }
            }
            (Value::Array(wanted), Some(Value::Array(there))) => {
                let missing: Vec<Value> =
                    wanted.iter().filter(|one| !there.contains(one)).cloned().collect();
                if !missing.is_empty() {
                    more.insert(key.clone(), Value::Array(missing));
                }
            }
            // The order of an amount does not matter.
            (Value::String(_), Some(Value::String(_))) if key == "grants" => {}
            (value, _) => {
                more.insert(key.clone(), value.clone());
            }
        }
    }
    more
}
