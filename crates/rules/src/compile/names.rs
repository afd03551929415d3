//! What people call the numbers of the tables.

use kernel::{Game, Op};

use super::Build;
use crate::kinds::KindName;
use crate::names::{AttributeName, ConditionName, KindLabel, RuleName};

impl Build<'_> {
    pub(super) fn build_names(&mut self) {
        for (_, rule) in self.located() {
            self.names.rules.push(RuleName::of(rule));
        }
        self.names.sides = self.sides.clone();
        self.names.spans = self.dictionary.spans.owned();
        self.names.turns = self.dictionary.turns.owned();
        let passing = passing(&self.game);
        let conditions = self.dictionary.conditions.entries.iter().enumerate();
        self.names.conditions = conditions
            .map(|(at, entry)| ConditionName {
                name: entry.name.to_owned(),
                hidden: entry.def.hidden,
                fixed: passing >> at & 1 == 0,
                readied: entry.def.readied || self.game.preparing >> at & 1 == 1,
            })
            .collect();
        self.names.conditions.extend(self.tokens.used.iter().map(|used| ConditionName {
            name: used.name.clone(),
            hidden: true,
            fixed: false,
            readied: false,
        }));
        // As the kernel numbers them: those that change first.
        let attributes = &self.dictionary.attributes.entries;
        let changing = attributes.iter().filter(|entry| !entry.def.fixed);
        let fixed = attributes.iter().filter(|entry| entry.def.fixed);
        self.names.attributes = changing
            .chain(fixed)
            .map(|entry| AttributeName {
                name: entry.name.to_owned(),
                unit: entry.def.unit.as_ref().map(|unit| unit.to_string()),
                scale: entry.def.scale.as_ref().map_or(1, |scale| **scale),
                fixed: entry.def.fixed,
                hidden: entry.def.hidden,
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

    /// A kind in full: `quick physical`.
    fn kind_label(&self, kind: &KindName) -> KindLabel {
        let prefixes = kind.prefixes.iter().map(|&prefix| &*self.dictionary.prefix(prefix).name);
        let base = &*self.dictionary.base(kind.base).name;
        let words: Vec<&str> = prefixes.map(|name| name.as_str()).chain([base.as_str()]).collect();
        let part = kind.part.and_then(|at| self.kinds.parts.get(usize::from(at)).cloned());
        KindLabel { label: words.join(" "), part }
    }
}

/// Conditions that something in the game gives or takes.
fn passing(game: &Game) -> u64 {
    let marked = game.programs.iter().flatten().map(|step| match step.op {
        Op::Mark { condition, .. } | Op::Unmark { condition, .. } => 1 << condition.0,
        _ => 0,
    });
    let recipes = game.sheets.iter().flat_map(|sheet| &sheet.recipes);
    let recipes =
        recipes.map(|recipe| recipe.then.iter().fold(recipe.marks, |all, (_, more)| all | more));
    let emptying = game.emptying.iter().map(|(conditions, _)| *conditions);
    let activities = game.activities.iter().map(|activity| activity.marks);
    let clears = game.clears.iter().copied();
    let all = marked.chain(recipes).chain(emptying).chain(activities).chain(clears);
    all.fold(game.spending, |all, one| all | one)
}
