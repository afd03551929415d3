//! Builds a sheet from `sheet.toml`: looks up every name and checks every default.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    AttackKind, Field, FieldChoice, FieldKind, FieldRole, Group, Sheet, SpanName, Target,
    build_budget,
};
use crate::diagnostic::{Code, Diagnostic, FileId, Report};
use crate::dictionary::{Dictionary, unknown};
use crate::kinds::Kinds;
use crate::raw::{self, Text};
use crate::source::Parsed;

/// Words for the kinds of field.
const KINDS: [(&str, FieldKind); 5] = [
    ("number", FieldKind::Number),
    ("dice", FieldKind::Dice),
    ("yes-no", FieldKind::YesNo),
    ("choice", FieldKind::Choice),
    ("tokens", FieldKind::Tokens),
];

/// Words for the places on cards.
const ROLES: [(&str, FieldRole); 6] = [
    ("none", FieldRole::None),
    ("health", FieldRole::Health),
    ("armor", FieldRole::Armor),
    ("temporary", FieldRole::Temporary),
    ("initiative", FieldRole::Initiative),
    ("speed", FieldRole::Speed),
];

struct Build<'a> {
    file: FileId,
    dictionary: &'a Dictionary<'a>,
    activities: Vec<(String, &'a raw::Activity)>,
    /// The sheet built so far; used to read amounts.
    sheet: Sheet,
    report: &'a mut Report,
}

/// Builds a ruleset's sheet and reports every mistake in it.
pub(super) fn build(parsed: &Parsed, dictionary: &Dictionary<'_>, report: &mut Report) -> Sheet {
    let activities: Vec<(String, &raw::Activity)> =
        parsed.rules.iter().flat_map(|located| &located.rule.activity).flat_map(ids).collect();
    let mut sides = dictionary.sides.owned().into_iter();
    let shown = dictionary.conditions.entries.iter().filter(|entry| !entry.def.hidden);
    let listed = |(_, activity): &&(String, &raw::Activity)| {
        activity.who.as_ref().is_some_and(|who| who.as_str() == "listed")
    };
    // Whatever lasts as long as the fight needs no end.
    let lasting = dictionary.spans.entries.iter().skip(1).map(|entry| SpanName {
        id: entry.name.to_owned(),
        label: entry.def.name.as_ref().map_or(entry.name, |name| name.as_str()).to_owned(),
    });
    let presets = dictionary.presets.entries.iter();
    let mut spans = parsed.rules.iter().flat_map(|located| &located.rule.space);
    let sheet = Sheet {
        heroes: sides.next().unwrap_or_default(),
        foes: sides.next().unwrap_or_default(),
        tags: shown.map(|entry| entry.name.to_owned()).collect(),
        activities: activities.iter().filter(listed).map(|(id, _)| id.clone()).collect(),
        spans: lasting.collect(),
        presets: presets.map(|it| (it.name.to_owned(), it.def.grants.to_string())).collect(),
        taken: activities.iter().map(|(id, _)| id.clone()).collect(),
        all_tags: dictionary.conditions.owned().into_iter().collect(),
        kinds: Kinds::new(dictionary),
        span: spans.find_map(|space| space.span.as_ref()).map(|name| name.to_string()),
        ..Sheet::default()
    };
    let Some((file, written)) = &parsed.sheet else { return sheet };
    let mut build = Build { file: *file, dictionary, activities, sheet, report };
    build.sides(written);
    build.groups(written);
    build.attacks(written);
    let budget = written.budget.as_ref();
    build.sheet.budget = budget.map(|it| build_budget::build(it, build.file, build.report));
    build.sheet
}

/// Returns the ids of an activity: one for each of its letters.
fn ids(activity: &raw::Activity) -> Vec<(String, &raw::Activity)> {
    match activity.letters.is_empty() {
        true => vec![(activity.id.to_string(), activity)],
        false => {
            let letters = activity.letters.iter();
            letters.map(|it| (activity.id.replace("{letter}", it), activity)).collect()
        }
    }
}

impl Build<'_> {
    fn sides(&mut self, written: &raw::SheetFile) {
        for (named, of_heroes) in [(&written.heroes, true), (&written.foes, false)] {
            let Some(name) = named else { continue };
            if self.dictionary.sides.find(name).is_none() {
                let known = self.dictionary.sides.names();
                unknown(self.report, Code::UnknownSide, "side", self.file, name, known);
            }
            match of_heroes {
                true => self.sheet.heroes = name.to_string(),
                false => self.sheet.foes = name.to_string(),
            }
        }
    }

    fn groups(&mut self, written: &raw::SheetFile) {
        let mut known = BTreeMap::new();
        for group in &written.group {
            let fields = self.fields(&group.field, &mut known, false);
            self.sheet.groups.push(Group { title: group.title.to_string(), fields });
        }
    }

    fn attacks(&mut self, written: &raw::SheetFile) {
        let mut known = BTreeMap::new();
        for attack in &written.attack {
            self.is_new(&attack.id, &mut known, "kinds of attack");
            let like = attack.like.as_str();
            if !self.activities.iter().any(|(id, _)| id == like) {
                let ids = self.activities.iter().map(|(id, _)| id.as_str());
                let code = Code::UnknownActivity;
                unknown(self.report, code, "activity", self.file, &attack.like, ids);
            }
            let fields = self.fields(&attack.field, &mut BTreeMap::new(), true);
            self.sheet.attacks.push(AttackKind {
                id: attack.id.to_string(),
                title: attack.title.to_string(),
                like: like.to_owned(),
                essential: attack.essential,
                named: attack.named,
                fields,
            });
        }
    }

    /// Builds the fields of a group or of a kind of attack. Ids are unique in the sheet, or in that
    /// kind.
    fn fields(
        &mut self,
        written: &[raw::SheetField],
        known: &mut BTreeMap<String, Text>,
        of_attack: bool,
    ) -> Vec<Field> {
        let mut fields = Vec::new();
        for field in written {
            self.is_new(&field.id, known, "fields");
            if field.id.as_str() == "name" {
                self.error(&field.id, "every sheet has a name already", "rename this one");
            }
            fields.push(self.field(field, of_attack));
        }
        fields
    }

    fn field(&mut self, written: &raw::SheetField, of_attack: bool) -> Field {
        let kind = self.word(written.kind.as_ref(), &KINDS, "kind of field");
        let kind = kind.unwrap_or(FieldKind::Number);
        let role = self.word(written.role.as_ref(), &ROLES, "role");
        let targets = self.targets(written, kind);
        let scale = match targets.first() {
            Some(Target::Attribute(name, _)) => self.scale(name),
            _ => 1,
        };
        self.check_keys(written, kind, scale, of_attack);
        let choices: Vec<FieldChoice> = written.choices.iter().map(|it| self.choice(it)).collect();
        let default = match (&written.default, kind) {
            (Some(default), _) => default.to_string(),
            (None, FieldKind::YesNo) => "no".to_owned(),
            (None, FieldKind::Number) if targets.is_empty() => "0".to_owned(),
            (None, FieldKind::Choice) => {
                choices.first().map_or(String::new(), |one| one.value.clone())
            }
            (None, FieldKind::Tokens) if targets.is_empty() => String::new(),
            (None, FieldKind::Tokens) => "0".to_owned(),
            (None, FieldKind::Number | FieldKind::Dice) => String::new(),
        };
        let text = |text: &Option<Text>| text.as_ref().map(|text| text.to_string());
        let mut field = Field {
            id: written.id.to_string(),
            label: written.label.to_string(),
            short: text(&written.short).unwrap_or_else(|| written.label.to_string()),
            help: text(&written.help),
            kind,
            targets,
            default,
            min: text(&written.min),
            max: text(&written.max),
            per: written.per.as_ref().map_or(1, |per| **per),
            scale,
            unit: text(&written.unit),
            essential: written.essential,
            role: role.unwrap_or_default(),
            choices,
            activities: written.activities.iter().map(|id| id.to_string()).collect(),
            grants: text(&written.grants),
        };
        // A field without a default takes that of the ruleset.
        if let (true, Some(Target::Attribute(_, usual) | Target::Dice(_, usual))) =
            (field.default.is_empty(), field.targets.first())
        {
            field.default = field.typed(usual);
        }
        self.try_default(written, &field);
        field
    }

    /// Reports a default, bound, grant or activity of a field that is not valid.
    fn try_default(&mut self, written: &raw::SheetField, field: &Field) {
        let place = written.default.as_ref().unwrap_or(&written.id);
        if let Err(message) = field.kept(&field.default, &self.sheet) {
            let message = format!("the default of `{}` does not fit: {message}", field.id);
            self.error(place, message, "this default");
        }
        for bound in [&written.min, &written.max].into_iter().flatten() {
            if crate::number::scaled(bound, field.scale).is_none() {
                self.error(bound, "a bound is a number", "not such a number");
            }
        }
        if let Some(grants) = &written.grants
            && let Err(message) = self.sheet.amounts(grants)
        {
            self.error(grants, message, "these tokens");
        }
        for id in &written.activities {
            if !self.activities.iter().any(|(known, _)| known == id.as_str()) {
                let ids = self.activities.iter().map(|(id, _)| id.as_str());
                unknown(self.report, Code::UnknownActivity, "activity", self.file, id, ids);
            }
        }
    }

    /// Reports keys that a kind of field cannot have.
    fn check_keys(
        &mut self,
        written: &raw::SheetField,
        kind: FieldKind,
        scale: u16,
        of_attack: bool,
    ) {
        let id = &written.id;
        let yes_no = kind == FieldKind::YesNo;
        let gives = !written.activities.is_empty() || written.grants.is_some();
        if gives && (!yes_no || of_attack) {
            let message = "only a field that asks yes or no can list activities or grant tokens";
            self.error(id, message, "this field");
        }
        match (kind == FieldKind::Choice, written.choices.is_empty()) {
            (true, true) => self.error(id, "a choice needs `choices`", "this field"),
            (false, false) => self.error(id, "only a choice has `choices`", "this field"),
            _ => {}
        }
        let numeric = matches!(kind, FieldKind::Number | FieldKind::Tokens);
        let bounded = written.min.is_some() || written.max.is_some() || written.per.is_some();
        if bounded && !numeric {
            self.error(id, "only numbers have `min`, `max` and `per`", "this field");
        }
        match &written.per {
            Some(per) if **per == 0 || scale > 1 => {
                let message = "`per` is 1 or more, and only for attributes without a scale";
                self.error(id, message, "this field");
            }
            _ => {}
        }
        if of_attack && kind == FieldKind::Tokens {
            self.error(id, "an attack holds no tokens", "this field");
        }
    }

    fn choice(&mut self, written: &raw::SheetChoice) -> FieldChoice {
        for tag in &written.tags {
            self.tag(tag);
        }
        FieldChoice {
            value: written.value.to_string(),
            label: written.label.to_string(),
            tags: written.tags.iter().map(|tag| tag.to_string()).collect(),
        }
    }

    /// Returns the entries of a creature in which the value of a field is kept.
    fn targets(&mut self, written: &raw::SheetField, kind: FieldKind) -> Vec<Target> {
        let own = [written.id.clone()];
        let names: &[Text] = match (&written.sets, kind) {
            (Some(sets), _) => sets,
            (None, FieldKind::Tokens) => &[],
            // Such a field may only add activities or tags.
            (None, FieldKind::YesNo)
                if !written.activities.is_empty() && !self.is_named(&written.id) =>
            {
                &[]
            }
            (None, FieldKind::Choice)
                if written.choices.iter().any(|one| !one.tags.is_empty())
                    && self.attribute(&written.id).is_none() =>
            {
                &[]
            }
            (None, _) => &own,
        };
        names.iter().filter_map(|name| self.target(name, kind)).collect()
    }

    fn target(&mut self, name: &Text, kind: FieldKind) -> Option<Target> {
        let (code, sort) = match kind {
            FieldKind::Number | FieldKind::Choice => (Code::UnknownAttribute, "attribute"),
            FieldKind::Dice => (Code::UnknownAttribute, "die"),
            FieldKind::YesNo => (Code::UnknownTag, "tag or attribute"),
            FieldKind::Tokens => (Code::UnknownKind, "kind of action"),
        };
        let attribute = |it: &Self| {
            Some(Target::Attribute(name.to_string(), it.attribute(name)?.default.to_string()))
        };
        let dice = |it: &Self| {
            let at = it.dictionary.dice.find(name)?;
            let usual = it.dictionary.dice.entries[at].def.default.to_string();
            Some(Target::Dice(name.to_string(), usual))
        };
        let tag =
            |it: &Self| it.dictionary.conditions.find(name).map(|_| Target::Tag(name.to_string()));
        let found = match kind {
            FieldKind::Number | FieldKind::Choice => attribute(self),
            FieldKind::Dice => dice(self),
            FieldKind::YesNo => tag(self).or_else(|| attribute(self)),
            FieldKind::Tokens => {
                let mut kinds = self.sheet.kinds.clone();
                kinds.parse(name).ok().map(|kind| Target::Token(kinds.show(&kind)))
            }
        };
        if found.is_none() {
            let dictionary = self.dictionary;
            let mut known: Vec<&str> = match kind {
                FieldKind::Dice => dictionary.dice.names().collect(),
                FieldKind::Tokens => dictionary.bases.names().collect(),
                _ => dictionary.attributes.names().collect(),
            };
            if kind == FieldKind::YesNo {
                known.extend(dictionary.conditions.names());
            }
            unknown(self.report, code, sort, self.file, name, known.into_iter());
        }
        found
    }

    fn attribute(&self, name: &str) -> Option<&raw::Attribute> {
        let at = self.dictionary.attributes.find(name)?;
        Some(self.dictionary.attributes.entries[at].def)
    }

    fn scale(&self, name: &str) -> u16 {
        let scale = self.attribute(name).and_then(|def| def.scale.as_ref());
        scale.map_or(1, |scale| **scale)
    }

    fn is_named(&self, name: &str) -> bool {
        self.attribute(name).is_some() || self.dictionary.conditions.find(name).is_some()
    }

    fn tag(&mut self, tag: &Text) {
        if self.dictionary.conditions.find(tag).is_none() {
            let known: BTreeSet<&str> = self.dictionary.conditions.names().collect();
            unknown(self.report, Code::UnknownTag, "tag", self.file, tag, known.into_iter());
        }
    }

    /// Returns the meaning of one of a fixed set of words; reports any other word.
    fn word<T: Copy>(&mut self, word: Option<&Text>, words: &[(&str, T)], sort: &str) -> Option<T> {
        let word = word?;
        let found = words.iter().find(|(known, _)| *known == word.as_str());
        if found.is_none() {
            let known = words.iter().map(|(known, _)| *known);
            unknown(self.report, Code::UnknownVariant, sort, self.file, word, known);
        }
        found.map(|(_, meaning)| *meaning)
    }

    fn is_new(&mut self, id: &Text, known: &mut BTreeMap<String, Text>, sort: &str) {
        if let Some(first) = known.insert(id.to_string(), id.clone()) {
            let message = format!("two {sort} are called `{}`", &**id);
            let problem = Diagnostic::error(Code::DuplicateName, message)
                .at(self.file, id.span(), "declared again here")
                .also(self.file, first.span(), "declared first here");
            self.report.push(problem);
        }
    }

    fn error(&mut self, place: &Text, message: impl Into<String>, text: &str) {
        let problem = Diagnostic::error(Code::InvalidValue, message.into());
        self.report.push(problem.at(self.file, place.span(), text));
    }
}
