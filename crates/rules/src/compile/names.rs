//! Builds the names and labels of everything in the tables.

use kernel::{Game, Op};

use super::inputs::Place;
use super::texts::Telling;
use super::{Build, Here};
use crate::kinds::KindName;
use crate::names::{AttributeName, ConditionName, KindLabel, RuleName, WindowName};
use crate::raw::{self, Text};
use crate::text::{capitalized, plain, plural};

impl Build<'_> {
    pub(super) fn build_names(&mut self) {
        for (_, rule) in self.located() {
            self.names.rules.push(RuleName::of(rule));
        }
        self.names.sides = self.sides.clone();
        self.names.spans = self.dictionary.spans.owned();
        self.names.turns = self.dictionary.turns.owned();
        self.build_labels();
        self.stories();
        let passing = passing(&self.game);
        for at in 0..self.dictionary.conditions.len() {
            let entry = self.dictionary.conditions.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            let mut sentence =
                |text: &Option<Text>| text.as_ref().map(|it| self.sentence(here, it));
            let (comes, goes) = (sentence(&entry.def.comes), sentence(&entry.def.goes));
            self.names.conditions.push(ConditionName {
                name: entry.name.to_owned(),
                label: label(entry.def.name.as_ref(), entry.name),
                comes,
                goes,
                hidden: entry.def.hidden,
                story: entry.def.story.unwrap_or(true),
                fixed: passing.checked_shr(at as u32).unwrap_or(0) & 1 == 0,
                readied: entry.def.readied
                    || self.game.preparing.checked_shr(at as u32).unwrap_or(0) & 1 == 1,
            });
        }
        self.names.conditions.extend(self.tokens.used.iter().map(|used| ConditionName {
            name: used.name.clone(),
            hidden: true,
            ..ConditionName::default()
        }));
        let with_role =
            |role| self.setup.sheet.as_deref().map_or(Vec::new(), |it| kept_as(it, role));
        let (armor, temporary) = (with_role("armor"), with_role("temporary"));
        // The order is that of the kernel: changing attributes first.
        let attributes = &self.dictionary.attributes.entries;
        let changing = attributes.iter().filter(|entry| !entry.def.fixed);
        let fixed = attributes.iter().filter(|entry| entry.def.fixed);
        self.names.attributes = changing
            .chain(fixed)
            .map(|entry| AttributeName {
                name: entry.name.to_owned(),
                label: entry
                    .def
                    .name
                    .as_ref()
                    .map_or_else(|| capitalized(&plain(entry.name)), |name| name.to_string()),
                short: label(entry.def.short.as_ref().or(entry.def.name.as_ref()), entry.name),
                per: entry.def.per.as_ref().map_or(1, |per| **per),
                unit: entry.def.unit.as_ref().map(|unit| unit.to_string()),
                scale: entry.def.scale.as_ref().map_or(1, |scale| **scale),
                fixed: entry.def.fixed,
                hidden: entry.def.hidden,
                armor: armor.contains(&entry.name),
                temporary: temporary.contains(&entry.name),
                health: entry.def.health,
            })
            .collect();
        self.names.terrain = self.terrain_names();
        self.names.windows = self.dictionary.windows.owned();
        self.names.kinds = self.kinds.names.iter().map(|kind| self.kinds.show(kind)).collect();
        self.names.kind_labels =
            self.kinds.names.iter().map(|kind| self.kind_label(kind)).collect();
        self.names.reader = self.kinds.clone();
        for entry in &self.dictionary.prefixes.entries {
            if let Some(bare) = &entry.def.bare {
                let kind = format!("{}{}", entry.name, &**bare);
                self.names.bare.push((entry.name.to_owned(), kind));
            }
        }
        self.names.ruleset = self.setup.manifest.id.to_string();
    }

    /// Returns the full name of a kind: `quick physical`.
    fn kind_label(&self, kind: &KindName) -> KindLabel {
        let prefixes = kind.prefixes.iter().map(|&prefix| &*self.dictionary.prefix(prefix).name);
        let base = &*self.dictionary.base(kind.base).name;
        let words: Vec<&str> = prefixes.map(|name| name.as_str()).chain([base.as_str()]).collect();
        let part = kind.part.and_then(|at| self.kinds.parts.get(usize::from(at)).cloned());
        let several = self.dictionary.base(kind.base).plural.as_ref();
        let several = several.map_or_else(|| plural(base), |plural| plural.to_string());
        let words_of_several: Vec<&str> =
            words[..words.len() - 1].iter().copied().chain([several.as_str()]).collect();
        let sign = self.dictionary.base(kind.base).symbol.as_ref();
        let signs = kind.prefixes.iter().map(|&prefix| {
            let prefix = self.dictionary.prefix(prefix);
            prefix
                .symbol
                .as_ref()
                .map_or_else(|| format!("{} ", &*prefix.name), |it| it.to_string())
        });
        let symbol = sign.map(|sign| signs.collect::<String>() + sign);
        KindLabel { label: words.join(" "), plural: words_of_several.join(" "), symbol, part }
    }

    fn build_labels(&mut self) {
        let dictionary = &self.dictionary;
        let spans = dictionary.spans.entries.iter();
        self.names.span_labels =
            spans.map(|entry| label(entry.def.name.as_ref(), entry.name)).collect();
        let turns = dictionary.turns.entries.iter();
        self.names.turn_labels =
            turns.map(|entry| label(entry.def.name.as_ref(), entry.name)).collect();
        let side = |name: &String| {
            let own = dictionary.sides.find(name).map(|at| dictionary.sides.entries[at].def);
            own.and_then(|side| side.name.as_ref()).map_or(name.clone(), |name| name.to_string())
        };
        self.names.side_labels = self.sides.iter().map(side).collect();
        for entry in &dictionary.variables.entries {
            let labels = match entry.def.each_side {
                true => &mut self.names.side_variable_labels,
                false => &mut self.names.variable_labels,
            };
            labels.push(label(entry.def.name.as_ref(), entry.name));
        }
        for entry in &dictionary.dice.entries {
            let label = capitalized(&label(entry.def.name.as_ref(), entry.name));
            self.names.own_dice.push((entry.name.to_owned(), label));
        }
        for at in 0..self.dictionary.windows.len() {
            let entry = self.dictionary.windows.entries[at].clone();
            let here = Here { owner: entry.owner, file: entry.file };
            let ask = entry.def.ask.as_ref().map(|ask| self.question(here, ask));
            let label = label(entry.def.name.as_ref(), entry.name);
            self.names.windows_asked.push(WindowName { label, ask });
        }
    }

    /// Compiles the text of a question about a declaration. It may name a target, even while the
    /// current activity has none.
    pub(super) fn question(&mut self, here: Here, text: &Text) -> u16 {
        let aimless = std::mem::replace(&mut self.aimless, false);
        let telling = Telling { place: Place::Act, asks: true, story: true };
        let text = self.text(here, text, telling);
        self.aimless = aimless;
        text
    }

    /// Marks the declarations that are lines of the story: by default those whose program prints no
    /// line of the story later.
    fn stories(&mut self) {
        for (at, activity) in self.game.activities.iter().enumerate() {
            let says = self.game.programs[activity.program.index()].iter().any(|step| {
                matches!(step.op, Op::Say { text } if self.names.texts[usize::from(text)].story)
            });
            let name = &mut self.names.activities[at];
            name.story = self.definitions[at].story.unwrap_or(!says);
        }
    }
}

/// Returns the label as written, or one made from the id.
pub(super) fn label(written: Option<&Text>, id: &str) -> String {
    written.map_or_else(|| plain(id), |text| text.to_string())
}

/// Returns the attributes in which the sheet keeps fields of a role.
fn kept_as<'s>(sheet: &'s raw::SheetFile, role: &str) -> Vec<&'s str> {
    let fields = sheet.group.iter().flat_map(|group| &group.field);
    let fields = fields.filter(|field| field.role.as_ref().is_some_and(|it| it.as_str() == role));
    let kept = fields.flat_map(|field| match &field.sets {
        Some(sets) => sets.iter().map(|it| it.as_str()).collect(),
        None => vec![field.id.as_str()],
    });
    kept.collect()
}

/// Returns the conditions that something in the game adds or removes.
fn passing(game: &Game) -> u64 {
    let marked = game.programs.iter().flatten().map(|step| match step.op {
        Op::AddCondition { condition, .. } | Op::RemoveCondition { condition, .. } => {
            1 << condition.0
        }
        _ => 0,
    });
    let recipes = game.sheets.iter().flat_map(|sheet| &sheet.recipes);
    let recipes = recipes.map(|recipe| {
        recipe.conditional_adds.iter().fold(recipe.adds_conditions, |all, (_, more)| all | more)
    });
    let emptying = game.emptying.iter().map(|(conditions, _)| *conditions);
    let activities = game.activities.iter().map(|activity| activity.adds_conditions);
    let clears = game.clears.iter().copied();
    let all = marked.chain(recipes).chain(emptying).chain(activities).chain(clears);
    all.fold(game.spending, |all, one| all | one)
}
