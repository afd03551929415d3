//! Variants: activities that are like another one, with some of the actor's numbers and dice
//! replaced. A named attack of a creature is one: its longsword is like `strike`.
//!
//! A variant is its base compiled again. Rules that add to the base or bar it hold for the variant,
//! too, and both share the base's use-limit, unless that is one for `each`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use kernel::DiceId;

use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::dictionary::unknown;
use crate::raw::{self, Text};

/// Values that replace some of the actor's attributes and dice, by their indices in the dictionary.
#[derive(Debug, Default)]
pub(super) struct Replaced {
    attributes: BTreeMap<usize, i16>,
    dice: BTreeMap<usize, DiceId>,
    /// Names of the values that have been read.
    read: RefCell<BTreeSet<String>>,
}

impl Replaced {
    /// Returns the value that replaces an attribute, and marks it as read.
    pub(super) fn attribute(&self, at: usize, name: &str) -> Option<i16> {
        let value = *self.attributes.get(&at)?;
        self.read.borrow_mut().insert(name.to_owned());
        Some(value)
    }

    /// Returns the dice that replace other dice, and marks them as read.
    pub(super) fn dice(&self, at: usize, name: &str) -> Option<DiceId> {
        let dice = *self.dice.get(&at)?;
        self.read.borrow_mut().insert(name.to_owned());
        Some(dice)
    }
}

/// The difference between a variant and its base.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// Position of its declaration.
    pub(super) here: Here,
    /// Names of its base, of the base of that one, and so on.
    pub(super) bases: Vec<String>,
    pub(super) replaced: Rc<Replaced>,
    /// Its entries of `with`, to be checked once everything is compiled.
    with: Vec<Text>,
    /// Its own limit, where its base has none.
    pub(super) limit: Option<raw::Limit>,
}

/// Position, name and value of an entry of `with`.
type With = (Here, Text, Text);

/// A base activity and its position.
type Base<'a> = (Here, &'a raw::Activity);

impl<'a> Build<'a> {
    /// Merges a variant with its base; returns `None` after reporting why it can't.
    pub(super) fn variant(
        &mut self,
        here: Here,
        own: &'a raw::Activity,
    ) -> Option<(Here, raw::Activity, Variant)> {
        let before = self.report.errors();
        self.refuse_own_keys(here, own);
        let mut with: Vec<With> = Vec::new();
        let mut seen: Vec<*const raw::Activity> = Vec::new();
        let mut bases = Vec::new();
        let mut tags: Vec<Text> = Vec::new();
        let mut limit = None;
        let (mut at, mut one) = (here, own);
        while let Some(like) = &one.like {
            if seen.contains(&std::ptr::from_ref(one)) {
                let message = format!("`{}` is like itself", &*own.id);
                let problem = Diagnostic::error(Code::InvalidValue, message)
                    .at(here.file, own.id.span(), "variants in a circle")
                    .help(format!("it is like {}", bases.join(", which is like ")));
                self.report.push(problem);
                return None;
            }
            seen.push(std::ptr::from_ref(one));
            for (name, value) in &one.with {
                if !with.iter().any(|(_, known, _)| known == name) {
                    with.push((at, name.clone(), value.clone()));
                }
            }
            tags.extend(one.tags.iter().cloned());
            limit = limit.or(one.limit.clone());
            (at, one) = self.base_activity(at, one, like)?;
            bases.push(one.id.to_string());
        }
        let mut merged = one.clone();
        merged.id = own.id.clone();
        merged.name = own.name.clone();
        merged.letters.clear();
        merged.tags.extend(tags);
        if let (Some(limit), Some(of_base)) = (&limit, &merged.limit)
            && !of_base.each
        {
            let message = format!("`{}` has a limit already", &*one.id);
            let problem = Diagnostic::error(Code::InvalidValue, message)
                .at(here.file, limit.cap.span(), "a second one")
                .help("a variant shares the limit of its base");
            self.report.push(problem);
        }
        let replaced = Rc::new(self.replacements(&with));
        let named = with.into_iter().map(|(_, name, _)| name).collect();
        let variant = Variant { here, bases, replaced, with: named, limit };
        (self.report.errors() == before).then_some((at, merged, variant))
    }

    /// Reports keys that a variant takes from its base and so may not set.
    fn refuse_own_keys(&mut self, here: Here, own: &raw::Activity) {
        let raw::Activity { needs, requires, fills, marks, accepts, moments, letters, .. } = own;
        let lists = [
            ("requires", requires),
            ("fills", fills),
            ("marks", marks),
            ("accepts", accepts),
            ("moments", moments),
            ("letters", letters),
        ];
        let texts = [
            ("cost", &own.cost),
            ("target", &own.target),
            ("answer", &own.answer),
            ("who", &own.who),
            ("when", &own.when),
        ];
        let mut taken: Vec<&str> = Vec::new();
        taken.extend(texts.iter().filter(|(_, text)| text.is_some()).map(|(key, _)| *key));
        taken.extend(lists.iter().filter(|(_, list)| !list.is_empty()).map(|(key, _)| *key));
        let others = [
            ("costs", !own.costs.is_empty()),
            ("needs", !needs.is_empty()),
            ("argument", own.argument.is_some()),
            ("do", !own.r#do.is_empty()),
            ("immediate", own.immediate),
            ("with_square", own.with_square),
        ];
        taken.extend(others.iter().filter(|(_, given)| *given).map(|(key, _)| *key));
        if taken.is_empty() {
            return;
        }
        let message = format!("a variant takes `{}` from what it is like", taken.join("`, `"));
        let problem = Diagnostic::error(Code::InvalidValue, message)
            .at(here.file, own.id.span(), "this variant")
            .help("beside `like` it may say `id`, `name`, `with`, `tags` and `limit`");
        self.report.push(problem);
    }

    /// Returns the activity that a variant is based on: one of the ruleset or the setup, or one
    /// that the same creature brings along. Returns `None` after reporting an error.
    fn base_activity(&mut self, here: Here, own: &raw::Activity, like: &Text) -> Option<Base<'a>> {
        let mut known: Vec<&str> = Vec::new();
        let mut found: Option<Base<'a>> = None;
        for (there, rule) in self.located() {
            let brought = self.setup.brought.contains(&there.owner);
            if brought && !self.bring_together(here.owner, there.owner) {
                continue;
            }
            for one in rule.activity.iter().filter(|one| !std::ptr::eq(*one, own)) {
                known.push(&one.id);
                // An activity of the same creature takes precedence over one that everyone has.
                if one.id == *like && (found.is_none() || brought) {
                    found = Some((there, one));
                }
            }
        }
        let by_game_master =
            |one: &raw::Activity| one.who.as_ref().is_some_and(|who| who.as_str() == "gm");
        match found {
            None => {
                let (code, known) = (Code::UnknownActivity, known.into_iter());
                unknown(&mut self.report, code, "activity", here.file, like, known);
                None
            }
            Some((_, one)) if by_game_master(one) => {
                let message = format!("`{}` is the game master's own", like.as_str());
                self.error(Code::UnknownActivity, message, here, like, "nobody's variant");
                None
            }
            Some((_, one)) if !one.letters.is_empty() => {
                let message = format!("`{}` stands for one activity per letter", like.as_str());
                self.error(Code::UnknownActivity, message, here, like, "several activities");
                None
            }
            found => found,
        }
    }

    /// Checks whether two rules come with the same creature, or with a combatant and its creature.
    fn bring_together(&self, one: usize, other: usize) -> bool {
        let setup = self.setup;
        let both = |rules: &[usize]| rules.contains(&one) && rules.contains(&other);
        setup.creatures.iter().any(|creature| both(&creature.rules))
            || setup.combatants.iter().any(|(combatant, own)| {
                let creature = self.creature_of(combatant);
                let inherited = |creature: &crate::setup::Brought| {
                    own.rules.contains(&one) && creature.rules.contains(&other)
                };
                both(&own.rules) || creature.is_some_and(inherited)
            })
    }

    /// Looks up the values that replace attributes and dice; reports unknown names.
    fn replacements(&mut self, with: &[With]) -> Replaced {
        let mut replaced = Replaced::default();
        for (here, name, value) in with {
            let attribute = self.dictionary.attributes.find(name);
            let dice = self.dictionary.dice.find(name);
            match (attribute, dice) {
                (Some(at), _) => {
                    let scale = self.dictionary.attributes.entries[at].def.scale.as_ref();
                    let scale = scale.map_or(1, |scale| **scale);
                    if let Some(value) = self.whole(*here, value, scale) {
                        replaced.attributes.insert(at, value);
                    }
                }
                (None, Some(at)) => {
                    if let Some(dice) = self.dice(*here, value) {
                        replaced.dice.insert(at, dice);
                    }
                }
                (None, None) => {
                    let known = self.dictionary.attributes.names();
                    let known = known.chain(self.dictionary.dice.names());
                    let (code, sort) = (Code::UnknownAttribute, "attribute or die");
                    unknown(&mut self.report, code, sort, here.file, name, known);
                }
            }
        }
        replaced
    }

    /// Compiles something with the replaced numbers and dice of an activity; returns `None` if the
    /// activity is no variant.
    pub(super) fn replacing<T>(
        &mut self,
        activity: usize,
        compile: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let replaced = self.definitions[activity].variant.as_ref()?.replaced.clone();
        let usual = std::mem::replace(&mut self.replaced, replaced);
        let compiled = compile(self);
        self.replaced = usual;
        Some(compiled)
    }

    /// Warns about replaced numbers and dice that nothing reads.
    pub(super) fn warn_of_unread(&mut self) {
        for variant in self.definitions.iter().filter_map(|one| one.variant.as_ref()) {
            let read = variant.replaced.read.borrow();
            for name in variant.with.iter().filter(|name| !read.contains(name.as_str())) {
                let base = variant.bases.last().map_or("", String::as_str);
                let message = format!("`{base}` does not read `{}`", name.as_str());
                let problem = Diagnostic::warning(Code::NeverUsed, message)
                    .at(variant.here.file, name.span(), "changes nothing")
                    .help(format!("leave it out, or write what `{base}` reads of its actor"));
                self.report.push(problem);
            }
        }
    }
}
