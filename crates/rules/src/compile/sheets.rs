//! Builds the sheets of combatants: tokens, slots, recipes and options.

use kernel::purse::LANES;
use kernel::{ActionOption, Lane, Role, Sheet, SlotUses};

use super::Build;
use super::activities::Who;
use super::closure::Holder;
use super::exprs::evaluate;
use super::protos::Proto;
use super::slots::{Layout, SlotRule};
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds::KindName;
use crate::setup::Brought;

impl Build<'_> {
    pub(super) fn build_sheets(&mut self) {
        self.number_kinds_of_rules();
        let protos = self.protos();
        if protos.len() > kernel::COMBATANTS_MAX {
            let message = format!(
                "the encounter has {} combatants; at most {}",
                protos.len(),
                kernel::COMBATANTS_MAX
            );
            self.report.push(Diagnostic::error(Code::TooManyCombatants, message));
            return;
        }
        let count = self.condition_count();
        if count > 64 {
            let message = format!("there are {count} conditions and tags; at most 64 fit");
            let help = "conditions of which only one can hold are one attribute; what a limit or a \
                        token says needs no condition; what never changes can be a fixed attribute";
            let problem = Diagnostic::error(Code::TooManyConditions, message);
            self.report.push(problem.help(help));
            return;
        }
        if self.has_too_many_attributes() {
            return;
        }
        self.place_cards(&protos);
        for mut proto in protos {
            if let Some(sheet) = self.sheet(&mut proto) {
                self.game.newcomers |= u64::from(proto.enters) << self.game.sheets.len();
                self.game.sheets.push(sheet);
            }
        }
        self.report_unpayable();
        self.describe_kinds();
    }

    /// Reports activities that a rule or creature adds on purpose but that no combatant could ever
    /// pay for.
    fn report_unpayable(&mut self) {
        for at in 0..self.definitions.len() {
            let definition = &self.definitions[at];
            let on_purpose = definition.who == Who::Listed
                || self.setup.rules[definition.here.owner].rule.kind.as_str() == "house";
            if definition.payable != Some(false) || !on_purpose {
                continue;
            }
            let (here, name) = (definition.here, definition.name.clone());
            let Some(price) = definition.prices.last() else { continue };
            let (shown, place) = (price.shown.clone(), price.at.clone());
            let message = format!("nobody who has `{name}` can ever pay {shown} for it");
            self.error(Code::PriceUnpayable, message, here, &place, "this price");
        }
    }

    fn sheet(&mut self, proto: &mut Proto) -> Option<Sheet> {
        let chosen = self.options_of(proto);
        let lanes = self.lanes(proto, &chosen);
        if lanes.len() > LANES {
            let message =
                format!("one combatant holds {} kinds of action; at most {LANES}", lanes.len());
            self.report.push(Diagnostic::error(Code::TooManyKinds, message));
            return None;
        }
        let mut sheet = Sheet {
            side: proto.side,
            attributes: self.split(&proto.attributes, false),
            fixed: self.split(&proto.attributes, true),
            dice: proto.dice.clone(),
            square: proto.square,
            span: proto.span,
            conditions: proto.conditions,
            alike: proto.alike,
            ..Sheet::default()
        };
        for (lane, kind) in lanes.iter().enumerate() {
            let id = self.number(kind);
            sheet.lanes.push(Lane { kind: id });
            let granted =
                proto.grants.iter().filter(|(_, one)| one == kind).map(|(count, _)| count);
            sheet.grant.set(lane, granted.sum());
            if !self.is_apart(kind) {
                sheet.refreshed.set(lane, 1);
                sheet.remaining.set(lane, 1);
            }
        }
        let ways = self.close(&Holder {
            lanes: &lanes,
            whole: sheet.remaining,
            tags: proto.conditions,
            brings: &proto.brings,
        });
        let mut layout = Layout::default();
        self.recipes(&mut sheet, proto, &chosen, &ways, &mut layout);
        self.options(&mut sheet, proto, &chosen, &mut layout);
        sheet.slots = layout.slots.into_iter().map(|(_, slot)| slot).collect();
        Some(sheet)
    }

    /// Returns the activities of a combatant, as indices into the definitions.
    fn options_of(&mut self, proto: &mut Proto) -> Vec<usize> {
        let mut listed = Vec::new();
        for (here, name) in proto.listed.clone() {
            listed.extend(self.listed(here, &name, &proto.brings));
        }
        for (here, name) in proto.without.clone() {
            self.listed(here, &name, &proto.brings);
        }
        let mut chosen = Vec::new();
        // The gates that a combatant opens may decide which activities it has, so a second pass
        // follows.
        for pass in 0..2 {
            for at in 0..self.definitions.len() {
                let definition = &self.definitions[at];
                let brought = self.setup.brought.contains(&definition.here.owner);
                let own = proto.brings.contains(&definition.here.owner);
                let has = match definition.who {
                    Who::GameMaster => false,
                    _ if brought => own,
                    Who::Everyone => {
                        !proto.without.iter().any(|(_, name)| name.as_str() == definition.name)
                    }
                    Who::Listed => listed.contains(&at),
                };
                let exists = definition
                    .when
                    .as_ref()
                    .is_none_or(|when| evaluate(&when.tree, proto).is_some_and(|value| value != 0));
                if has && exists && !chosen.contains(&at) {
                    chosen.push(at);
                    if pass == 0 {
                        proto.accepts |= definition.accepts;
                    }
                }
            }
        }
        chosen.sort_unstable();
        if chosen.len() > kernel::OPTIONS_MAX {
            let (many, most) = (chosen.len(), kernel::OPTIONS_MAX);
            let message = format!("one combatant has {many} activities; at most {most}");
            self.report.push(Diagnostic::error(Code::InvalidValue, message));
            chosen.truncate(kernel::OPTIONS_MAX);
        }
        chosen
    }

    /// Returns the kinds that a combatant can hold: granted ones, and those that effects may hand
    /// out.
    fn lanes(&mut self, proto: &Proto, chosen: &[usize]) -> Vec<KindName> {
        let mut lanes: Vec<KindName> = Vec::new();
        let mut add = |kind: &KindName| {
            if !lanes.contains(kind) {
                lanes.push(kind.clone());
            }
        };
        proto.grants.iter().for_each(|(_, kind)| add(kind));
        proto.may_hold.iter().for_each(&mut add);
        self.handed_to_all.iter().for_each(&mut add);
        for (at, definition) in self.definitions.iter().enumerate() {
            for handed in &definition.handed {
                let reaches = match handed.to {
                    _ if definition.who == Who::GameMaster => true,
                    Role::Actor => chosen.contains(&at),
                    _ => true,
                };
                if reaches && self.is_in_play(definition) {
                    add(&handed.kind);
                }
            }
        }
        lanes
    }

    /// Checks whether any combatant may have an activity. Only listed activities can be out of
    /// play.
    fn is_in_play(&self, definition: &super::activities::Definition) -> bool {
        definition.who != Who::Listed
            || self.setup.combatants.iter().any(|(combatant, own)| {
                let creature = self.creature_of(combatant);
                let lists = |brought: &Brought| {
                    brought.creature.activities.iter().any(|one| **one == definition.name)
                };
                lists(own) || creature.is_some_and(lists)
            })
    }

    fn is_apart(&self, kind: &KindName) -> bool {
        kind.prefixes.iter().any(|&at| self.dictionary.prefix(at).apart)
    }

    /// Numbers the plain kind of each base first, so that these numbers do not depend on the setup.
    fn number_kinds_of_rules(&mut self) {
        for at in 0..self.dictionary.bases.len() {
            let kind = KindName { prefixes: Vec::new(), base: at as u8, part: None };
            self.number(&kind);
        }
    }

    fn options(&mut self, sheet: &mut Sheet, proto: &Proto, chosen: &[usize], layout: &mut Layout) {
        for &at in chosen {
            let prices = self.prices_for(at, proto);
            let Some(price) = prices.last() else { continue };
            let definition = self.definitions[at].clone();
            let bill = self.bill(&prices);
            let can_pay = self.game.bill(bill).iter().any(|alternative| {
                alternative.units.iter().all(|unit| !sheet.recipes_of(*unit).is_empty())
            });
            let payable = &mut self.definitions[at].payable;
            *payable = Some(payable.unwrap_or(false) || can_pay);
            let mut fill = SlotUses::default();
            let listed = definition.fills.iter().chain(&price.fills);
            let mut wanted: Vec<SlotRule> =
                listed.flat_map(|filled| self.slots_of(filled, None, proto)).collect();
            wanted.extend(definition.limits);
            for slot in &wanted {
                self.fill(&mut fill, slot, proto, layout);
            }
            let activity = &self.game.activities[at];
            if prices.iter().any(|price| price.units.is_empty()) {
                sheet.usable = sheet.usable.union(activity.moments);
            }
            let mut names = std::iter::once(&definition.name)
                .chain(definition.variant.iter().flat_map(|variant| &variant.bases));
            let said = names.find_map(|name| proto.answers.get(name).copied());
            let asked = said.unwrap_or(definition.asked);
            let activity = kernel::ActivityId(at as u16);
            sheet.options.push(ActionOption { activity, bill, fill, prompted: asked });
        }
    }
}
