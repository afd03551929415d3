//! Hidden information: the one place that decides what a role reads.
//!
//! Every answer about an encounter is built as the game master sees it, as a [`Told`], and goes
//! through [`veil`]. Only that function makes a [`Veiled`], and only a [`Veiled`] can be sent.
//!
//! For players:
//!
//! - Hidden combatants do not exist, and neither does anything that names them or belongs to them.
//! - Hidden dice show nothing.
//! - Health is exact, in words, or left out.
//! - Spendable tokens may be left out.
//! - Cards are covered unless everyone sees their pile, or it is their own.
//! - Secret declarations stay secret until they are revealed.
//! - Secret notes, commands as typed, and remarks are only for the game master.
//! - Words of a declaration, such as the trigger of a readied activity, are only for players of the
//!   same side.

use std::collections::{HashMap, HashSet};

use rules::names::PileView;
use serde::Serialize;
use sim::render::Move;
use sim::render::markdown::{Entry, markdown};

use crate::entry::Export;
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::wire::{
    Asked, Choices, Chosen, Combatant, CombatantOptions, Creatures, Decision, DecisionKind, Ending,
    History, Known, Line, Log, News, Options, Pile, Plan, PlannedWay, Preview, Reach, Rule, Setup,
    Sight, State, Turn, Update, When,
};

/// An answer about an encounter, as the game master sees it.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    /// State of the encounter.
    State(Box<State>),
    /// Decision that the encounter waits for.
    Decision(Box<Decision>),
    /// Changes, and the state after them.
    News(Box<News>),
    /// Page of the log.
    Log(Log),
    /// Options of the combatants.
    Options(Options),
    /// Predicted result of a command.
    Preview(Box<Preview>),
    /// Squares that a combatant can reach: with all combatants, and with those that players see.
    Reach {
        /// Squares with all combatants.
        whole: Reach,
        /// Squares without hidden combatants.
        seen: Reach,
    },
    /// Ways in which a combatant can end its turn.
    Plan(Box<Plan>),
    /// Rule of the encounter's rulebook.
    Rule(Box<Rule>),
    /// Choices of the campaign.
    Choices(Choices),
    /// Answer for game masters only.
    Secret(Box<Secret>),
}

/// An answer that only game masters get.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Secret {
    /// History with all branches.
    History(History),
    /// Files that the encounter is made from.
    Setup(Setup),
    /// Creatures that the encounter knows.
    Creatures(Creatures),
    /// Everything about the encounter, for another server to import.
    Export(Export),
    /// Text of a recorded game.
    Record(String),
}

/// An answer cut down to what a role may see. Only this type is sent.
#[derive(Clone, Debug)]
pub(crate) struct Veiled(Told);

/// Parts of an encounter that players do not see.
#[derive(Clone, Debug, Default)]
pub(crate) struct Veils {
    /// Names of hidden combatants.
    pub(crate) hidden: HashSet<String>,
    /// Precision of the health that players read, by combatant; exact if missing.
    pub(crate) health: HashMap<String, Sight>,
    /// Combatants whose tokens and numbers players do not know.
    pub(crate) pools: HashSet<String>,
    /// Side of each combatant.
    pub(crate) sides: HashMap<String, String>,
}

/// Removes everything from an answer that a role may not read. Fails if the role may not read the
/// answer at all.
pub(crate) fn veil(told: Told, veils: &Veils, eyes: &Eyes) -> Result<Veiled, Failure> {
    let role = Role { veils, eyes };
    let mut told = told;
    match &mut told {
        Told::State(state) => role.state(state),
        Told::Decision(decision) => role.decision(decision),
        Told::News(news) => {
            role.updates(&mut news.updates);
            role.state(&mut news.state);
        }
        Told::Log(log) => role.updates(&mut log.updates),
        Told::Options(options) => {
            options.combatants.retain(|one| role.sees(&one.name));
            options.combatants.iter_mut().for_each(|one| role.options(one));
            options.together.retain(|name| role.sees(name));
        }
        Told::Preview(preview) => {
            role.lines(&mut preview.lines);
            preview.decision.iter_mut().for_each(|decision| role.decision(decision));
            preview.others.retain(|name| role.sees(name));
        }
        Told::Reach { whole, seen } if !eyes.master => whole.clone_from(seen),
        Told::Plan(plan) => plan.ways.retain_mut(|way| role.way(way)),
        Told::Choices(choices) => {
            // Hidden combatants may bring questions of their own.
            let of_rulebook = |one: &Chosen| eyes.master || !one.rule.starts_with("house.");
            choices.options.retain(of_rulebook);
            choices.rulings.retain(of_rulebook);
        }
        Told::Rule(_) | Told::Reach { .. } => {}
        Told::Secret(_) if !eyes.master => {
            return Err(Failure::forbidden("only the game master may see that"));
        }
        Told::Secret(_) => {}
    }
    Ok(Veiled(told))
}

impl Veiled {
    /// Returns the title of the encounter if this is a state.
    pub(crate) fn title(&self) -> Option<&str> {
        match &self.0 {
            Told::State(state) => Some(&state.title),
            _ => None,
        }
    }

    /// Returns the log as Markdown, without undone changes, if this is a log.
    pub(crate) fn markdown(&self, title: &str, details: bool) -> Option<String> {
        let Told::Log(log) = &self.0 else { return None };
        let lines = log.updates.iter().filter(|update| update.active).flat_map(|one| &one.lines);
        let entries = lines.map(|line| Entry {
            text: line.told.as_ref().unwrap_or(&line.text).into(),
            moved: line.moved.as_ref().map(Move::from),
            sort: &line.sort,
            story: line.story,
        });
        Some(markdown(title, entries, details))
    }

    /// Returns the text of a recorded game if this is one.
    pub(crate) fn into_text(self) -> Option<String> {
        match self.0 {
            Told::Secret(secret) => match *secret {
                Secret::Record(text) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Serialize for Veiled {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Told::State(it) => it.serialize(to),
            Told::Decision(it) => it.serialize(to),
            Told::News(it) => it.serialize(to),
            Told::Log(it) => it.serialize(to),
            Told::Options(it) => it.serialize(to),
            Told::Preview(it) => it.serialize(to),
            Told::Reach { whole, .. } => whole.serialize(to),
            Told::Plan(it) => it.serialize(to),
            Told::Rule(it) => it.serialize(to),
            Told::Choices(it) => it.serialize(to),
            Told::Secret(it) => it.serialize(to),
        }
    }
}

struct Role<'v> {
    veils: &'v Veils,
    eyes: &'v Eyes,
}

impl Role<'_> {
    /// Checks whether a combatant exists for this role.
    fn sees(&self, name: &str) -> bool {
        self.eyes.master || !self.veils.hidden.contains(name)
    }

    /// Checks whether a combatant's secret declarations are kept from this role.
    fn keeps(&self, name: &str) -> bool {
        !self.eyes.master && !self.eyes.owns(name)
    }

    fn knows_pools(&self, name: &str) -> bool {
        self.eyes.master || self.eyes.owns(name) || !self.veils.pools.contains(name)
    }

    /// Checks whether this role may read the words of a combatant: it plays a combatant of the same
    /// side.
    fn hears(&self, name: &str) -> bool {
        let side = self.veils.sides.get(name);
        let beside = |own: &String| side.is_some() && self.veils.sides.get(own) == side;
        self.eyes.master || self.eyes.owns(name) || self.eyes.combatants.iter().any(beside)
    }

    fn health(&self, name: &str) -> Sight {
        match self.veils.health.get(name) {
            Some(sight) if !self.eyes.master && !self.eyes.owns(name) => *sight,
            _ => Sight::Exact,
        }
    }

    fn state(&self, state: &mut State) {
        self.decision(&mut state.decision);
        let seen: HashSet<String> = state
            .combatants
            .iter()
            .map(|one| one.name.clone())
            .filter(|it| self.sees(it))
            .collect();
        state.combatants.retain(|one| seen.contains(&one.name));
        state.combatants.iter_mut().for_each(|one| self.combatant(one));
        for declared in state.stack.iter().filter(|one| one.sealed && self.keeps(&one.actor)) {
            // The tokens that are gone would reveal the declaration.
            let whose = state.combatants.iter_mut().filter(|one| one.name == declared.actor);
            whose.for_each(|one| (one.pools, one.limits) = (None, None));
        }
        state.stack.retain(|one| {
            self.sees(&one.actor) && (!one.sealed || self.eyes.master || self.eyes.owns(&one.actor))
        });
        for declared in &mut state.stack {
            declared.target = declared.target.take().filter(|name| self.sees(name));
        }
        let unseen = |turn: &Turn| turn.alone && !turn.combatants.iter().all(|it| self.sees(it));
        state.clock.order.retain(|turn| turn.when == When::Now || !unseen(turn));
        for turn in &mut state.clock.order {
            if unseen(turn) {
                turn.label = UNSEEN.to_owned();
            }
            turn.combatants.retain(|name| self.sees(name));
        }
        if let Some(now) = state.clock.order.iter().find(|turn| turn.when == When::Now) {
            state.clock.turn.clone_from(&now.label);
        }
        state.piles.iter_mut().for_each(|pile| self.pile(pile, false));
        state.arriving.retain(|name| self.sees(name));
        for seat in &mut state.seats {
            seat.combatants.retain(|name| self.sees(name));
        }
        let about_seen =
            |about: &Option<String>| about.as_ref().is_none_or(|about| seen.contains(about));
        state.notes.retain(|note| self.eyes.master || !note.secret && about_seen(&note.about));
        if !self.eyes.master {
            // Only the game master may know whether there is something to redo.
            state.redo = 0;
        }
    }

    fn combatant(&self, one: &mut Combatant) {
        one.yours = self.eyes.owns(&one.name);
        let full = self.eyes.master || one.yours;
        if !self.knows_pools(&one.name) {
            one.pools = None;
            one.limits = None;
            one.attributes.clear();
        }
        one.piles.iter_mut().for_each(|pile| self.pile(pile, one.yours));
        if !self.eyes.master {
            one.known = Known::default();
        }
        if !full {
            one.policies.clear();
        }
        // The turn that ends a condition is left out if its combatant is hidden.
        for end in &mut one.condition_ends {
            let unseen = |end: &Ending| end.whose.as_ref().is_some_and(|whose| !self.sees(whose));
            if end.as_ref().is_some_and(unseen) {
                *end = None;
            }
        }
        if !self.hears(&one.name) {
            one.busy.iter_mut().for_each(|busy| busy.trigger = None);
        }
        match (self.health(&one.name), &mut one.health) {
            (Sight::Exact, _) | (_, None) => {}
            (Sight::Words, Some(health)) => {
                health.value = None;
                health.start = None;
            }
            (Sight::Hidden, health) => *health = None,
        }
    }

    /// Turns over the cards of a pile that this role may not see.
    fn pile(&self, pile: &mut Pile, own: bool) {
        let seen = match pile.seen {
            PileView::Everyone => true,
            PileView::Owner => own,
            PileView::Nobody => false,
        };
        if !seen && !self.eyes.master {
            pile.cards = None;
        }
    }

    fn decision(&self, decision: &mut Decision) {
        if let Some(drawn) = decision.drawn.as_mut().filter(|_| !self.eyes.master) {
            drawn.cards = None;
        }
        let asked = !decision.who.is_empty();
        decision.who.retain(|name| self.sees(name));
        let unseen = asked && decision.who.is_empty()
            || decision.about.as_ref().is_some_and(|name| !self.sees(name));
        if unseen {
            *decision = Decision {
                id: decision.id,
                kind: DecisionKind::Hidden,
                text: String::new(),
                question: None,
                who: Vec::new(),
                yours: false,
                window: None,
                window_label: None,
                dice: None,
                purpose: None,
                drawn: None,
                ruling: None,
                about: None,
            };
        }
        let own = decision.who.iter().any(|name| self.eyes.owns(name));
        decision.yours = self.eyes.master || own;
        if let Some(ruling) = decision.ruling.as_mut().filter(|_| !self.eyes.master) {
            ruling.tied.clear();
        }
        let unseen = |name: &String| !self.sees(name);
        decision.purpose = decision
            .purpose
            .take()
            .filter(|purpose| !purpose.actor.iter().chain(&purpose.target).any(unseen));
        self.question(&mut decision.question);
        decision.text = sentence(decision);
    }

    /// Removes a question that names hidden combatants, and the numbers that the role may not know.
    fn question(&self, question: &mut Option<Asked>) {
        if question.as_ref().is_some_and(|one| !one.named.iter().all(|name| self.sees(name))) {
            *question = None;
        }
        if let Some(one) = question
            && !one.blind.0.iter().all(|name| self.knows_numbers(name))
        {
            one.text.clone_from(&one.blind.1);
        }
    }

    /// Checks whether this role knows all numbers of a combatant.
    fn knows_numbers(&self, name: &str) -> bool {
        self.knows_pools(name) && self.health(name) == Sight::Exact
    }

    /// Checks whether all targets of a way are visible. Removes the expected results unless the
    /// numbers of all targets are known, because the results show how hard the targets are to hit.
    fn way(&self, way: &mut PlannedWay) -> bool {
        let targets = || way.steps.iter().filter_map(|step| step.target.as_ref());
        let is_seen = targets().all(|name| self.sees(name));
        if !targets().all(|name| self.knows_numbers(name)) {
            (way.dealt, way.lost) = (None, None);
        }
        is_seen
    }

    fn options(&self, one: &mut CombatantOptions) {
        one.legal.iter_mut().for_each(|choice| self.question(&mut choice.question));
        one.legal.retain_mut(|choice| {
            let takes_target = !choice.untargeted && !choice.targets.is_empty();
            choice.targets.retain(|name| self.sees(name));
            // An activity that is legal only at hidden targets is removed.
            !takes_target || !choice.targets.is_empty()
        });
    }

    fn updates(&self, updates: &mut [Update]) {
        for update in updates {
            self.lines(&mut update.lines);
            if !self.eyes.master {
                update.command = None;
                update.remark = None;
            }
        }
    }

    fn lines(&self, lines: &mut Vec<Line>) {
        if self.eyes.master {
            return;
        }
        lines.retain_mut(|line| self.line(line));
    }

    /// Checks whether a line may be read. Replaces parts of its text if needed.
    fn line(&self, line: &mut Line) -> bool {
        if line.sort == "order" {
            // The turn order leaves out hidden combatants.
            line.about.retain(|name| self.sees(name));
            line.text = format!("order: {}", line.about.join(", "));
        }
        let mark = &line.mark;
        let seen = line.about.iter().chain(&mark.subject).all(|name| self.sees(name));
        let sealed = mark.sealed_by.as_ref().is_some_and(|name| self.keeps(name));
        if !seen || sealed {
            return false;
        }
        if mark.said_by.as_ref().is_none_or(|name| !self.hears(name)) {
            line.words = None;
        }
        if mark.numbers && !line.about.iter().all(|name| self.knows_pools(name)) {
            return false;
        }
        if let Some((whose, text)) = &mark.blind
            && !whose.iter().all(|name| self.knows_numbers(name))
        {
            line.told = None;
            line.text.clone_from(text);
        }
        if let Some((owners, text)) = &mark.covered
            && !owners.iter().any(|name| self.eyes.owns(name))
        {
            line.told = None;
            line.text.clone_from(text);
        }
        if let Some(dark) = &mark.dark {
            line.text.clone_from(dark);
        }
        if mark.hidden_dice {
            let whose = line.about.first().map_or(String::new(), |name| format!(" for {name}"));
            line.text = format!("dice are rolled in secret{whose}");
            line.dice = None;
        }
        let (Some((before, now)), Some(whose)) = (&mark.health, line.about.first()) else {
            return true;
        };
        match self.health(whose) {
            Sight::Exact => true,
            Sight::Hidden => false,
            Sight::Words if before == now => false,
            Sight::Words => {
                line.text = format!("{whose} is {now}");
                (line.told, line.health, line.number) = (None, None, None);
                true
            }
        }
    }
}

const UNSEEN: &str = "the game master";

/// Returns a sentence that states a veiled decision.
fn sentence(decision: &Decision) -> String {
    let who = match decision.who.as_slice() {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    let about = decision.about.as_ref();
    match decision.kind {
        DecisionKind::Begin => "the fight has not begun".to_owned(),
        DecisionKind::Act => format!("{who} may act"),
        DecisionKind::Answer => format!("{who} may react"),
        DecisionKind::Offer => {
            format!("{who} may use {}", decision.window_label.as_deref().unwrap_or("a chance"))
        }
        DecisionKind::Seal => format!("{who} declare in secret"),
        DecisionKind::Roll if let Some(drawn) = &decision.drawn => {
            format!("draw a card from {} to {}", drawn.from, drawn.to)
        }
        DecisionKind::Roll => {
            let dice = decision.dice.as_deref().unwrap_or("dice");
            about.map_or(format!("roll {dice}"), |about| format!("roll {dice} for {about}"))
        }
        DecisionKind::Rule => {
            let question = decision.ruling.as_ref().map_or("", |ruling| ruling.question.as_str());
            let about = about.map_or(String::new(), |about| format!("{about}: "));
            format!("{about}{question}")
        }
        DecisionKind::Hidden => "the game master decides".to_owned(),
        DecisionKind::Over => "the fight is over".to_owned(),
    }
}
