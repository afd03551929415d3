//! Live things, and all things.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{
    ActionGroup, ActivityId, Denial, Event, EventLog, Game, KindId, Payment, RulesId, Sheet, State,
    iter_bits,
};
use rules::Compiled;
use sim::show;

use super::thing::{Sort, Thing};

/// Names of everything met in scenarios and encounters.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// All things of all games.
    pub(super) all: BTreeSet<Thing>,
    /// Live things.
    pub(super) live: BTreeSet<Thing>,
    /// Things that cannot be live in a game, with the number of such games and the argument.
    pub(super) ruled_out: BTreeMap<Thing, (usize, String)>,
    /// Number of games that have each thing.
    pub(super) games: BTreeMap<Thing, usize>,
    /// Activities that may take no token and fill no slot.
    pub(super) unpriced: BTreeSet<String>,
    /// Whether a game has squares that combatants may cross but not stop in.
    pub(super) passing: bool,
}

impl Seen {
    pub(super) fn merge(&mut self, other: Seen) {
        self.all.extend(other.all);
        self.live.extend(other.live);
        for (thing, (count, why)) in other.ruled_out {
            let known = self.ruled_out.entry(thing).or_insert((0, why));
            known.0 += count;
        }
        for (thing, count) in other.games {
            *self.games.entry(thing).or_insert(0) += count;
        }
        self.unpriced.extend(other.unpriced);
        self.passing |= other.passing;
    }
}

/// Everything met in fights of one game, by index.
#[derive(Clone, Debug)]
pub(super) struct Tally<'g> {
    compiled: &'g Compiled,
    activities: Vec<bool>,
    /// Payable alternatives: the activity, the alternative's index, and the number of alternatives.
    prices: BTreeSet<(ActivityId, u8, u8)>,
    allowed: Vec<bool>,
    denied: Vec<bool>,
    conditions: u64,
    held: Vec<bool>,
    spent: Vec<bool>,
    conversions: Vec<bool>,
}

impl<'g> Tally<'g> {
    pub(super) fn new(compiled: &'g Compiled) -> Tally<'g> {
        let game = &compiled.game;
        Tally {
            compiled,
            activities: vec![false; game.activities.len()],
            prices: BTreeSet::new(),
            allowed: vec![false; game.rules.len()],
            denied: vec![false; game.rules.len()],
            conditions: 0,
            held: vec![false; game.kinds.len()],
            spent: vec![false; game.kinds.len()],
            conversions: vec![false; game.rules.len()],
        }
    }

    fn game(&self) -> &'g Game {
        &self.compiled.game
    }

    /// Records a legal declaration with one of its payments.
    pub(super) fn listed(&mut self, group: &ActionGroup) {
        let sheet = &self.game().sheets[group.declare.actor.index()];
        self.activities[group.declare.activity.index()] = true;
        self.price(sheet, group.declare.activity, &group.payment);
    }

    /// Records an activity that was legal without a payment.
    pub(super) fn legal(&mut self, activity: ActivityId) {
        self.activities[activity.index()] = true;
    }

    fn price(&mut self, sheet: &Sheet, activity: ActivityId, payment: &Payment) {
        if let Some(option) = sheet.option(activity) {
            let bill = self.game().bill(sheet.options[option].bill).len() as u8;
            self.prices.insert((activity, payment.alternative, bill));
        }
        self.payment(sheet, payment);
    }

    /// Records tokens and conversions of a payment.
    pub(super) fn payment(&mut self, sheet: &Sheet, payment: &Payment) {
        for (lane, amount) in payment.spend.lanes() {
            self.spent[sheet.lanes[lane].kind.index()] |= amount > 0;
        }
        for &recipe in payment.recipes() {
            let source = sheet.recipes[usize::from(recipe)].source;
            if let Some(known) = self.conversions.get_mut(source.index()) {
                *known = true;
            }
        }
    }

    /// Records events and the rules they cite. Forced declarations do not count.
    pub(super) fn journal(&mut self, journal: &EventLog, forced: bool) {
        let mut declared = None;
        for (event, because) in &journal.events {
            self.allow(*because);
            match *event {
                Event::Declared { activity, .. } if !forced => {
                    declared = Some(activity);
                    self.activities[activity.index()] = true;
                }
                Event::Paid { actor, payment } => {
                    let sheet = &self.game().sheets[actor.index()];
                    match declared {
                        Some(activity) => self.price(sheet, activity, &payment),
                        None => self.payment(sheet, &payment),
                    }
                }
                Event::ConditionAdded { condition, .. } => {
                    self.conditions |= 1 << condition.index()
                }
                Event::Gained { kind, .. } => self.hold(kind),
                _ => {}
            }
        }
        journal.allowed.iter().for_each(|because| self.allow(*because));
    }

    /// Records the conditions and tokens that combatants have.
    pub(super) fn state(&mut self, state: &State) {
        for who in iter_bits(state.everybody()) {
            let one = state.combatant(who);
            self.conditions |= one.conditions;
            let sheet = &self.game().sheets[who.index()];
            for (lane, amount) in one.purse.lanes() {
                if amount > 0 {
                    self.hold(sheet.lanes[lane].kind);
                }
            }
        }
    }

    /// Records the reasons of a denial.
    pub(super) fn denial(&mut self, denial: &Denial) {
        for reason in &denial.reasons {
            if let Some(known) = self.denied.get_mut(reason.rules.index()) {
                *known = true;
            }
        }
    }

    fn allow(&mut self, because: RulesId) {
        if let Some(known) = self.allowed.get_mut(because.index()) {
            *known = true;
        }
    }

    fn hold(&mut self, kind: KindId) {
        self.held[kind.index()] = true;
    }

    /// Adds everything recorded to `seen`, by name.
    pub(super) fn finish(&self, seen: &mut Seen) {
        let compiled = self.compiled;
        let mut live = |sort, name: &str| seen.live.insert(Thing::new(sort, name));
        for (at, _) in self.activities.iter().enumerate().filter(|(_, met)| **met) {
            live(Sort::Activity, show::activity(compiled, ActivityId(at as u16)));
        }
        for (activity, nth, of) in &self.prices {
            live(Sort::Price, &price_name(compiled, *activity, *nth, *of));
        }
        let lists = [
            (Sort::Rule, &self.allowed),
            (Sort::Refusal, &self.denied),
            (Sort::Conversion, &self.conversions),
        ];
        for (sort, lists) in lists {
            for (at, _) in lists.iter().enumerate().filter(|(_, met)| **met) {
                for id in show::rule_ids(compiled, RulesId(at as u16)) {
                    live(sort, id);
                }
            }
        }
        for condition in iter_bits(self.conditions) {
            live(Sort::Condition, &compiled.names.conditions[condition.index()].name);
        }
        for (at, name) in compiled.names.kinds.iter().enumerate() {
            if self.spent[at] {
                live(Sort::Kind, name);
            }
        }
        for (at, name) in compiled.names.kinds.iter().enumerate() {
            if self.held[at] || self.spent[at] {
                seen.all.insert(Thing::new(Sort::Kind, name));
            }
        }
    }
}

/// Returns the name of one price of an activity.
pub(super) fn price_name(compiled: &Compiled, activity: ActivityId, nth: u8, of: u8) -> String {
    format!("{} {} of {of}", show::activity(compiled, activity), nth + 1)
}
