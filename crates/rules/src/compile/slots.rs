//! Compiles slots, and assigns each combatant's slots to indices.

use kernel::purse::{AMOUNT_MAX, COUNTED_MAX, SINGLE_MAX};
use kernel::{RulesId, Slot, SlotId, SlotUses, SpanId};

use super::exprs::{Resolved, evaluate};
use super::inputs::Place;
use super::names::label;
use super::protos::Proto;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::names::SlotLabel;
use crate::raw::{self, Text};
use crate::text::plain;

/// Slots of one combatant while their indices are assigned.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) slots: Vec<(String, Slot)>,
    singles: u8,
    counted: u8,
}

/// A slot as declared, by a rule or as the limit of an activity.
#[derive(Clone, Debug)]
pub(super) struct SlotRule {
    pub(super) name: String,
    pub(super) cap: Resolved,
    pub(super) per: SpanId,
    /// Whether it refills when the turn of its owner begins.
    pub(super) own: bool,
    pub(super) rules: RulesId,
}

/// Separator in the key of a use limit, between the activity and the rule that declares it.
const LIMIT: char = '\n';

/// Returns the key of the slot for an activity's limit. It contains the rule, since two creatures
/// may each bring an activity of the same name.
pub(super) fn limit_of(activity: &str, owner: usize) -> String {
    format!("{activity}{LIMIT}{owner}")
}

impl Build<'_> {
    pub(super) fn slot(&mut self, here: Here, slot: &raw::Slot) {
        if let Some(rule) = self.slot_rule(here, &slot.id, &slot.cap, (&slot.per, slot.own)) {
            self.tokens.slots.push(rule);
        }
    }

    pub(super) fn own_slot(&mut self, here: Here, slot: &raw::OwnSlot) {
        let prefix = self.prefix(here, &slot.prefix);
        let rule = self.slot_rule(here, &slot.prefix, &slot.cap, (&slot.per, false));
        if let (Some(prefix), Some(rule)) = (prefix, rule) {
            self.tokens.own_slots.push((prefix, rule));
        }
    }

    pub(super) fn slot_rule(
        &mut self,
        here: Here,
        name: &str,
        cap: &Text,
        (per, own): (&Text, bool),
    ) -> Option<SlotRule> {
        let written = cap;
        let cap = self.resolve(here, written, Place::Setup, &Type::Int)?;
        if let crate::expr::Tree::Const(uses) = cap.tree
            && cap.options.is_empty()
            && !(0..=AMOUNT_MAX as i32).contains(&uses)
        {
            let message = format!("a cap is 0 to {AMOUNT_MAX}, not {uses}");
            let label = if uses < 0 { "too few" } else { "too many" };
            let problem = Diagnostic::error(Code::InvalidValue, message)
                .at(here.file, written.span(), label)
                .help(format!("{AMOUNT_MAX} limits nothing"));
            self.report.push(problem);
        }
        let written = per;
        let per = self.span(here, written)?;
        if own && per.index() + 1 != self.game.spans.len() {
            let turn = self.dictionary.spans.entries.last();
            let turn = turn.map_or("turn", |span| span.def.id.as_str());
            let message = format!("only turns are anyone's own: `per = \"{turn}\"`");
            self.error(Code::InvalidValue, message, here, written, "not the span of turns");
        }
        let rules = self.because(here.owner, &cap.options);
        Some(SlotRule { name: name.to_owned(), cap, per, own, rules })
    }

    /// Returns the key of a named slot: a declared one, one of a body part (`part@mouth`), or one
    /// that a kind has for itself (`QP`). Reports unknown names.
    pub(super) fn slot_named(&mut self, here: Here, text: &Text) -> Option<String> {
        if let Ok(kind) = self.kinds.parse(text)
            && let Some(outermost) = kind.prefixes.first()
            && self.tokens.own_slots.iter().any(|(prefix, _)| prefix == outermost)
        {
            return Some(self.kinds.show(&kind));
        }
        let (name, part) = text.split_once('@').unzip();
        let name = text.instead(name.unwrap_or(text).to_owned());
        let at = self.look(|d| &d.slots, Code::UnknownSlot, "slot", here, &name)?;
        if part.is_some_and(|part| part.is_empty() || !self.dictionary.slots.entries[at].def.parts)
        {
            let message = format!("{} is not one for each body part", &*name);
            self.error(Code::UnknownSlot, &message, here, text, "no such slot");
            return None;
        }
        Some(text.to_string())
    }

    /// Adds one use of a slot; a slot without a limit takes no room.
    pub(super) fn fill(
        &mut self,
        room: &mut SlotUses,
        slot: &SlotRule,
        proto: &Proto,
        layout: &mut Layout,
    ) {
        match self.place(slot, proto, layout) {
            Some(kernel::SlotIndex::Single(at)) => room.single |= 1 << at,
            Some(kernel::SlotIndex::Counted(at)) => {
                room.set_count(at as usize, room.count(at as usize) + 1);
            }
            None => {}
        }
    }

    /// Returns the index of a slot on a combatant, assigning one if needed; `None` if the slot has
    /// no limit.
    fn place(
        &mut self,
        rule: &SlotRule,
        proto: &Proto,
        layout: &mut Layout,
    ) -> Option<kernel::SlotIndex> {
        if let Some((_, slot)) = layout.slots.iter().find(|(known, _)| *known == rule.name) {
            return Some(slot.index);
        }
        let cap = evaluate(&rule.cap.tree, proto).unwrap_or(1);
        let mut cap = cap.clamp(0, AMOUNT_MAX as i32) as u8;
        let mut counted = self.tokens.counted.contains(&rule.name);
        for (slot, text) in &proto.caps {
            if **slot == rule.name
                && let Ok(own) = text.parse::<u8>()
            {
                cap = own.min(AMOUNT_MAX as u8);
                counted = true;
            }
        }
        if u32::from(cap) >= AMOUNT_MAX && !counted {
            return None;
        }
        let place = if cap == 1 && !counted {
            layout.singles += 1;
            kernel::SlotIndex::Single(layout.singles - 1)
        } else {
            layout.counted += 1;
            kernel::SlotIndex::Counted(layout.counted - 1)
        };
        if usize::from(layout.counted) > COUNTED_MAX || usize::from(layout.singles) > SINGLE_MAX {
            let message = format!(
                "one combatant uses more slots than the engine holds ({SINGLE_MAX} used once and \
                 {COUNTED_MAX} used several times per span)"
            );
            self.report.push(Diagnostic::error(Code::TooManySlots, message));
            return None;
        }
        let id = self.slot_number(&rule.name);
        self.game.slots[id.index()] = rule.rules;
        layout.slots.push((
            rule.name.clone(),
            Slot { id, cap, index: place, per: rule.per, own: rule.own },
        ));
        Some(place)
    }

    /// Builds the labels of all slots, once every sheet has its slots.
    pub(super) fn label_slots(&mut self) {
        self.names.slot_labels = self.slot_keys.iter().map(|key| self.slot_label(key)).collect();
    }

    fn slot_label(&self, key: &str) -> SlotLabel {
        let shown = |label: String| SlotLabel { label, hidden: false };
        if let Some((activity, _)) = key.split_once(LIMIT) {
            let named = self.names.activities.iter().find(|one| one.name == activity);
            return shown(named.map_or_else(|| plain(activity), |one| one.label.clone()));
        }
        let (name, part) = key.split_once('@').map_or((key, None), |(name, at)| (name, Some(at)));
        if let Some(at) = self.dictionary.slots.find(name) {
            let entry = &self.dictionary.slots.entries[at];
            let own = label(entry.def.name.as_ref(), entry.name);
            let label = part.map_or_else(|| own.clone(), |part| format!("{own} ({part})"));
            return SlotLabel { label, hidden: entry.def.hidden };
        }
        let kind = self.kinds.names.iter().position(|kind| self.kinds.show(kind) == key);
        shown(kind.map_or_else(|| plain(key), |at| self.names.kind_labels[at].label.clone()))
    }

    /// Returns the number of a slot by its key, adding one if needed.
    pub(super) fn slot_number(&mut self, name: &str) -> SlotId {
        let known = self.slot_keys.iter().position(|one| one == name);
        SlotId(known.unwrap_or_else(|| {
            let shown = name.split_once(LIMIT).map_or(name, |(activity, _)| activity);
            self.names.slots.push(shown.to_owned());
            self.slot_keys.push(name.to_owned());
            self.game.slots.push(RulesId(0));
            self.names.slots.len() - 1
        }) as u16)
    }
}
