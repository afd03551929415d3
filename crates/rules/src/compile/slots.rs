//! Slots: which ones a kind fills, and where a combatant's room keeps them.

use kernel::purse::{AMOUNT_MAX, COUNTED_MAX, SINGLE_MAX};
use kernel::{Place, RulesId, Slot, SlotId, SpanId};

use super::Build;
use super::exprs::evaluate;
use super::protos::Proto;
use super::tokens::{Filled, Pattern};
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds::KindName;

/// Slots of one combatant while they are laid out.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) slots: Vec<(String, Slot)>,
    singles: u8,
    counted: u8,
}

/// Cap, rules, span and flexibility of a slot.
#[derive(Clone, Debug)]
pub(super) struct SlotInfo(
    pub(super) crate::expr::Tree<super::inputs::Known>,
    pub(super) RulesId,
    pub(super) SpanId,
    pub(super) bool,
);

/// Stands in the key of a use limit between the activity and the rule that declares it.
const LIMIT: char = '\n';

/// The key of the slot for an activity's own limit. Two creatures may each bring an activity of the
/// same name along.
pub(super) fn limit_of(activity: &str, owner: usize) -> String {
    format!("{activity}{LIMIT}{owner}")
}

impl Build<'_> {
    /// The slots a kind fills: name, cap and rules of the slot, rules of the filling.
    pub(super) fn filled_by(
        &mut self,
        kind: &KindName,
        proto: &Proto,
    ) -> Vec<(String, SlotInfo, RulesId)> {
        let mut rest = kind.clone();
        loop {
            let outermost = rest.prefixes.first().copied();
            let explicit = self.tokens.fills.iter().find(|rule| match &rule.pattern {
                Pattern::Kind(one) => *one == rest,
                Pattern::EveryPart(one) => {
                    one.base == rest.base && one.prefixes == rest.prefixes && rest.part.is_some()
                }
                Pattern::Prefix(_) => false,
            });
            let explicit = explicit.or_else(|| {
                self.tokens.fills.iter().find(
                    |rule| matches!(rule.pattern, Pattern::Prefix(one) if Some(one) == outermost),
                )
            });
            if let Some(rule) = explicit.cloned()
                && !rule.filled.contains(&Filled::Rest)
            {
                return rule
                    .filled
                    .iter()
                    .flat_map(|filled| self.slots_of(filled, rest.part, proto))
                    .map(|(name, info)| (name, info, rule.rules))
                    .collect();
            }
            let Some(prefix) = outermost else { return Vec::new() };
            let owner = self.tokens.prefix_rules[prefix as usize];
            let entry = self.dictionary.prefixes.entries[prefix as usize].clone();
            let says = if explicit.is_some() { None } else { entry.def.fills.as_ref() };
            let says = says.map_or("rest", |fills| fills.as_str());
            match says.split_once(' ') {
                None if says == "none" => return Vec::new(),
                None if says == "own" => {
                    let own = self.tokens.own_slots.iter().find(|(one, _)| *one == prefix);
                    let Some((_, slot)) = own.cloned() else { return Vec::new() };
                    let info = SlotInfo(slot.cap.tree, slot.rules, slot.per, false);
                    return vec![(self.kinds.show(&rest), info, owner)];
                }
                Some(("slot", name)) => {
                    let found = self.dictionary.slots.find(name);
                    let Some(at) = found else { return Vec::new() };
                    return self
                        .slots_of(&Filled::Slot(at), None, proto)
                        .into_iter()
                        .map(|(name, info)| (name, info, owner))
                        .collect();
                }
                Some(("as", name)) => match self.dictionary.prefixes.find(name) {
                    Some(other) if !rest.prefixes.contains(&(other as u8)) => {
                        rest.prefixes[0] = other as u8;
                        rest.prefixes.sort_unstable();
                    }
                    _ => return Vec::new(),
                },
                _ => {
                    rest.prefixes.remove(0);
                }
            }
        }
    }

    /// Whether a kind has slots of its own to fill.
    pub(super) fn has_slots(&mut self, kind: &KindName) -> bool {
        let nobody = Proto { attributes: vec![0; kernel::ATTRIBUTES_MAX], ..Proto::default() };
        !self.filled_by(kind, &nobody).is_empty()
    }

    pub(super) fn slots_of(
        &self,
        filled: &Filled,
        part: Option<u8>,
        proto: &Proto,
    ) -> Vec<(String, SlotInfo)> {
        let (at, parts) = match filled {
            Filled::Slot(at) => (*at, vec![None]),
            Filled::OfPart(at) => (*at, vec![part]),
            Filled::OfAllParts(at) => (*at, proto.parts.iter().map(|&part| Some(part)).collect()),
            Filled::Rest => return Vec::new(),
        };
        let Some(rule) = self.tokens.slots.get(at) else { return Vec::new() };
        parts
            .into_iter()
            .map(|part| {
                let name = match part {
                    None => rule.name.clone(),
                    Some(part) => format!("{}@{}", rule.name, self.kinds.parts[part as usize]),
                };
                (name, SlotInfo(rule.cap.tree.clone(), rule.rules, rule.per, rule.flexible))
            })
            .collect()
    }

    /// The place of a slot in a combatant's room; `None` where it is not limited at all.
    pub(super) fn place(
        &mut self,
        name: &str,
        info: &SlotInfo,
        proto: &Proto,
        layout: &mut Layout,
    ) -> Option<Place> {
        if let Some((_, slot)) = layout.slots.iter().find(|(known, _)| known == name) {
            return Some(slot.place);
        }
        let SlotInfo(cap, rules, per, flexible) = info;
        let mut cap = evaluate(cap, proto).unwrap_or(1).clamp(0, AMOUNT_MAX as i32) as u8;
        let mut flexible = *flexible;
        for (slot, text) in &proto.caps {
            if slot.as_str() == name
                && let Ok(own) = text.parse::<u8>()
            {
                cap = own.min(AMOUNT_MAX as u8);
                flexible = true;
            }
        }
        if u32::from(cap) >= AMOUNT_MAX && !flexible {
            return None;
        }
        let place = if cap == 1 && !flexible {
            layout.singles += 1;
            Place::Single(layout.singles - 1)
        } else {
            layout.counted += 1;
            Place::Counted(layout.counted - 1)
        };
        if usize::from(layout.counted) > COUNTED_MAX || usize::from(layout.singles) > SINGLE_MAX {
            let message = format!(
                "one combatant uses more slots than the engine holds ({SINGLE_MAX} used once and \
                 {COUNTED_MAX} used several times per span)"
            );
            self.report.push(Diagnostic::error(Code::TooManySlots, message));
            return None;
        }
        let id = self.slot_number(name);
        self.game.slots[id.index()] = *rules;
        layout.slots.push((name.to_owned(), Slot { id, cap, place, per: *per }));
        Some(place)
    }

    /// The number of a slot, by its key.
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
