//! Reasons against one payment, each with its rules.

use crate::decision::Decision;
use crate::denial::{Denial, DenialKind, ReasonSink};
use crate::ids::RulesId;
use crate::model::sheet::{Recipe, Slot};
use crate::pay::Payment;
use crate::purse::{SlotIndex, SlotUses};

use super::{CONDITIONS, GATES, MOMENT, ROOM, Relaxation, TOKENS};

impl Relaxation<'_> {
    /// Returns the reasons against a payment, among the limits lifted.
    pub(super) fn against(&self, lifted: u8, payment: &Payment) -> Denial {
        let mut causes = Denial::default();
        if lifted & TOKENS != 0 {
            self.short(payment, &mut causes);
        }
        if lifted & ROOM != 0 {
            self.full(payment, &mut causes);
        }
        for &index in payment.recipes() {
            self.unusable(lifted, payment, &self.sheet.recipes[index as usize], &mut causes);
        }
        // No limit covers this reason. It is added to other reasons against the payment.
        let sealed = matches!(self.view.state.decision, Decision::DeclareSecretly(_));
        if sealed && !payment.instant && !causes.reasons.is_empty() {
            causes.reason(DenialKind::NotInstant, self.view.game.grounds.sealed_same);
        }
        causes
    }

    fn short(&self, payment: &Payment, causes: &mut Denial) {
        let (game, state) = (self.view.game, self.view.state);
        let mut short = false;
        for (lane, needed) in payment.spend.lanes() {
            short |= self.missing(lane, needed, payment, causes);
        }
        // A recipe that takes everything needs at least one token.
        if payment.spend.is_empty() {
            for &index in payment.recipes() {
                let recipe = &self.sheet.recipes[index as usize];
                for (lane, _) in recipe.spend.lanes().filter(|_| recipe.spends_all).take(1) {
                    short |= self.missing(lane, 1, payment, causes);
                }
            }
        }
        if short && state.remaining(game, self.declare.actor) == 0 {
            causes.reason(DenialKind::Exhausted, game.grounds.exhausted);
        }
    }

    /// Adds a reason for each slot that the payment and the option use more often than is left.
    fn full(&self, payment: &Payment, causes: &mut Denial) {
        let mut one = *self.view.state.combatant(self.declare.actor);
        one.slot_uses = self.strict.room;
        for slot in &self.sheet.slots {
            let recipes = payment.recipes().iter().map(|&at| &self.sheet.recipes[at as usize]);
            let by_recipes: u32 = recipes.map(|recipe| amount(&recipe.fill, slot.index)).sum();
            let uses = by_recipes + amount(&self.option.fill, slot.index);
            let left = one.uses_left(slot.index);
            if uses <= left {
                continue;
            }
            let why = match left {
                0 => DenialKind::SlotUsedUp(slot.id),
                _ => DenialKind::Scarce { slot: slot.id, uses: uses as u8, left: left as u8 },
            };
            causes.reason(why, self.view.game.slots[slot.id.index()]);
            self.full_because(why, payment, slot, causes);
        }
    }

    /// Adds the rules by which the payment needs a slot. Adds those of kinds, too, that fill
    /// several slots at once and have filled it.
    fn full_because(&self, why: DenialKind, payment: &Payment, slot: &Slot, causes: &mut Denial) {
        let Relaxation { sheet, .. } = *self;
        for &index in payment.recipes() {
            let recipe = &sheet.recipes[index as usize];
            if recipe.fill.uses(slot.index) {
                causes.reason(why, recipe.fill_rules);
                if matches!(why, DenialKind::Scarce { .. }) && recipe.source != RulesId(0) {
                    causes.reason(why, recipe.source);
                }
            }
        }
        let left = &self.strict.room;
        for (fill, rules) in &sheet.blocks {
            let all = sheet.slots.iter().filter(|one| fill.uses(one.index));
            let used_up = all.map(|one| one.index).all(|place| !left.uses(place));
            if fill.uses(slot.index) && used_up {
                causes.reason(why, *rules);
            }
        }
    }

    /// Adds the reasons why one recipe of the payment cannot be used.
    fn unusable(&self, lifted: u8, payment: &Payment, recipe: &Recipe, causes: &mut Denial) {
        let Relaxation { strict, .. } = *self;
        let game = self.view.game;
        let kind = &game.kinds[recipe.kind.index()];
        if lifted & MOMENT != 0 && !recipe.moments.meets(strict.moment) {
            for (moments, rules) in &kind.unusable {
                if moments.meets(strict.moment) {
                    causes.reason(DenialKind::KindMoment(recipe.kind, strict.moment), *rules);
                }
            }
        }
        if lifted & GATES != 0 && recipe.gates & !strict.gates != 0 {
            causes.reason(DenialKind::KindGate(recipe.kind), kind.gate_rules);
        }
        // A condition that stands for a full slot is a reason of its own if there is room
        // otherwise.
        let fits = strict.room.fits(&payment.fill);
        let of_room = if lifted & ROOM != 0 && fits { game.full } else { 0 };
        let lifted_here = if lifted & CONDITIONS != 0 { !0 } else { of_room };
        let barring = recipe.blocked_by & strict.conditions & lifted_here;
        let mut left = barring;
        for (moments, conditions, rules) in &kind.refused {
            if moments.meets(recipe.moments) && conditions & barring != 0 {
                causes.reason(DenialKind::KindBlocked(recipe.kind, conditions & barring), *rules);
                left &= !conditions;
            }
        }
        if left != 0 {
            causes.reason(DenialKind::KindBlocked(recipe.kind, left), recipe.rules);
            for at in (0..game.conditions.len()).filter(|at| left >> at & 1 == 1) {
                causes.reason(DenialKind::KindBlocked(recipe.kind, left), game.conditions[at]);
            }
        }
    }

    /// Returns true if fewer tokens of a lane are held than the payment takes. Adds the rules for
    /// it: of the token, of the price, and of the shortage.
    fn missing(&self, lane: usize, needed: u32, payment: &Payment, causes: &mut Denial) -> bool {
        let Relaxation { sheet, .. } = *self;
        let game = self.view.game;
        let recipes = payment.recipes().iter().map(|&at| &sheet.recipes[at as usize]);
        let taking = || recipes.clone().filter(|recipe| recipe.lanes >> lane & 1 == 1);
        // A recipe that takes everything needs at least one token, not the whole unlimited purse.
        let needed = if taking().any(|recipe| recipe.spends_all) { 1 } else { needed };
        let held = self.strict.purse.get(lane);
        if held >= needed {
            return false;
        }
        let kind = sheet.lanes[lane].kind;
        let missing = DenialKind::Missing { kind, amount: (needed - held) as u8 };
        causes.reason(missing, game.grounds.missing);
        if game.kinds[kind.index()].buys {
            causes.reason(missing, game.grounds.exact);
        }
        causes.reason(missing, game.kinds[kind.index()].rules);
        if let Some(price) = self.bill.get(usize::from(payment.alternative)) {
            causes.reason(missing, price.rules);
        }
        for recipe in taking().filter(|recipe| recipe.source != RulesId(0)) {
            causes.reason(missing, game.kinds[recipe.kind.index()].rules);
            causes.reason(missing, recipe.source);
        }
        self.shortages(missing, causes);
        true
    }

    /// Adds the rules for a shortage of a kind.
    pub(super) fn shortages(&self, missing: DenialKind, causes: &mut Denial) {
        let DenialKind::Missing { kind, .. } = missing else { return };
        let view = self.view;
        let frame = view.frame(self.declare);
        for shortage in view.game.shortages.iter().filter(|one| one.kinds.contains(&kind)) {
            if view.scope(&frame).eval_bool(shortage.test) {
                causes.reason(missing, shortage.rules);
            }
        }
    }
}

/// Returns how often a filling uses a slot.
fn amount(fill: &SlotUses, place: SlotIndex) -> u32 {
    match place {
        SlotIndex::Single(_) => u32::from(fill.uses(place)),
        SlotIndex::Counted(at) => fill.count(at.into()),
    }
}
