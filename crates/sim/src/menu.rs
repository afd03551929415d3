//! Menu of legal actions with targets, numbers and payments, and of the reasons against all others.

use kernel::{
    ActionGroup, Activity, ActivityId, CardId, CombatantId, CombatantSet, Declaration, Denial,
    DenialKind, LegalActions, NOBODY, Pay, Payment, Square, State, Target, View, bit, is_legal,
    iter_bits,
};
use rules::Compiled;
use rules::number::shown;

use crate::{cards, show};

/// An activity that a combatant may declare now, with all targets and payments.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Combatant that may declare it.
    pub who: CombatantId,
    /// Activity that may be declared.
    pub activity: ActivityId,
    /// Legal targets.
    pub targets: CombatantSet,
    /// Whether it may also be declared without a target.
    pub untargeted: bool,
    /// Squares at which it may be aimed. If it also takes a target, each square is legal with at
    /// least one of the targets.
    pub squares: Vec<Square>,
    /// All undominated payments, cheapest first, with their indices in the checker's list.
    pub payments: Vec<(u8, Payment)>,
    /// The numbers that may be given, if it takes one.
    pub range: Option<Range>,
    /// The cards of which one may be given, one of each name.
    pub cards: Vec<CardId>,
}

/// Numbers that may be given with an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Least number.
    pub min: i32,
    /// Greatest number.
    pub max: i32,
    /// The number that is taken if none is given.
    pub usual: i32,
}

/// Returns all legal choices, by combatant, in the order of the ruleset.
pub fn legal(compiled: &Compiled, state: &State) -> Vec<Choice> {
    let game = &compiled.game;
    let mut choices: Vec<Choice> = Vec::new();
    for group in LegalActions::new(game).list(game, state) {
        let Declaration { actor: who, activity, pay, .. } = group.declare;
        let Pay::Nth(nth) = pay else { continue };
        match choices.last_mut() {
            Some(last) if last.who == who && last.activity == activity => {
                last.payments.push((nth, group.payment));
            }
            _ => choices.push(Choice {
                who,
                activity,
                targets: group.targets,
                untargeted: group.untargeted,
                squares: squares(group),
                payments: vec![(nth, group.payment)],
                range: range(compiled, state, group.nth(0)),
                cards: cards::choices(compiled, state, &group.nth(0)),
            }),
        }
    }
    choices
        .extend(iter_bits(state.decision.asked()).flat_map(|who| anywhere(compiled, state, who)));
    // The lister puts entries that need a second pass behind the rest.
    choices.sort_by_key(|choice| (choice.who, choice.activity));
    choices
}

/// Returns the neighboring squares to which a step may lead.
fn squares(group: &ActionGroup) -> Vec<Square> {
    iter_bits(group.ways.into()).map(|way| group.from.towards(way.index())).collect()
}

/// Returns the choices of a combatant that are aimed at squares anywhere on the board. The lister
/// leaves them out, as drivers that choose at random do not need so many declarations.
fn anywhere(compiled: &Compiled, state: &State, who: CombatantId) -> Vec<Choice> {
    let game = &compiled.game;
    let options = game.sheets[who.index()].options.iter();
    let far = options.map(|option| option.activity).filter(|activity| {
        let activity = &game.activities[activity.index()];
        game.board.exists() && (activity.with_square || activity.target == Target::Square)
    });
    far.filter_map(|activity| at_squares(compiled, state, Declaration::new(who, activity)))
        .collect()
}

/// Returns one option with all targets and squares at which it is legal; `None` if there are none.
fn at_squares(compiled: &Compiled, state: &State, declare: Declaration) -> Option<Choice> {
    let game = &compiled.game;
    let view = View { game, state };
    let activity = &game.activities[declare.activity.index()];
    let (mut targets, mut untargeted, mut found) = (0, false, Vec::new());
    let mut first = None;
    for square in game.board.squares() {
        let whom = iter_bits(view.targets(activity, declare.actor)).chain([NOBODY]);
        let at = whom.map(|target| Declaration { target, square, ..declare });
        for aimed in at.filter(|aimed| is_legal(game, state, aimed)) {
            match aimed.target {
                NOBODY => untargeted = true,
                target => targets |= bit(target),
            }
            if found.last() != Some(&square) {
                found.push(square);
            }
            first.get_or_insert(aimed);
        }
    }
    let first = first?;
    let paid = |nth: u8| {
        let declare = Declaration { pay: Pay::Nth(nth), ..first };
        Some((nth, view.check(&declare, &mut Denial::default())?))
    };
    Some(Choice {
        who: declare.actor,
        activity: declare.activity,
        targets,
        untargeted,
        squares: found,
        payments: (0..=u8::MAX).map_while(paid).collect(),
        range: range(compiled, state, first),
        cards: cards::choices(compiled, state, &first),
    })
}

/// Returns the range of the number. A check with an impossible number yields it in its denial.
fn range(compiled: &Compiled, state: &State, declare: Declaration) -> Option<Range> {
    compiled.names.activities[declare.activity.index()].argument.as_ref()?;
    let view = View { game: &compiled.game, state };
    let absurd = Declaration { argument: Some(i32::MIN), ..declare };
    let denial = view.why_not(&absurd)?;
    denial.reasons.iter().find_map(|reason| match reason.why {
        DenialKind::Argument { min, max, .. } => {
            let usual = view.argument(&Declaration { argument: None, ..declare });
            Some(Range { min, max, usual: usual.clamp(min, max.max(min)) })
        }
        _ => None,
    })
}

/// Returns the activities of a combatant that are not legal now, with the reasons. If an activity
/// takes a target or a square, the reasons are those of the choice with the fewest.
pub fn denied(compiled: &Compiled, state: &State, who: CombatantId) -> Vec<(ActivityId, Denial)> {
    let game = &compiled.game;
    let view = View { game, state };
    let reasons = |option: &kernel::ActionOption| {
        let activity = show::definition(compiled, option.activity);
        let whom = iter_bits(view.targets(activity, who)).chain([NOBODY]);
        let whom = whom.filter(|target| *target != NOBODY || takes_nobody(activity, view, who));
        let mut fewest: Option<Denial> = None;
        for target in whom {
            for square in places(activity, view, who) {
                let declare =
                    Declaration { target, square, ..Declaration::new(who, option.activity) };
                // An activity that is legal in one place counts as legal.
                let denial = view.why_not(&declare)?;
                if fewest.as_ref().is_none_or(|least| denial.reasons.len() < least.reasons.len()) {
                    fewest = Some(denial);
                }
            }
        }
        Some((option.activity, fewest?))
    };
    game.sheets[who.index()].options.iter().filter_map(reasons).collect()
}

/// Returns the squares at which to check an activity. A combatant that may not act now gets the
/// reasons for one neighboring square.
fn places(activity: &Activity, view: View<'_>, who: CombatantId) -> Vec<Square> {
    let View { game, state } = view;
    let own = state.combatant(who).square;
    let next = (0..8).filter_map(|way| game.board.neighbour(own, way));
    let far = activity.with_square || activity.target == Target::Square;
    let found: Vec<Square> = match state.decision.asked() & bit(who) {
        _ if !own.is_somewhere() => Vec::new(),
        _ if activity.target == Target::Step => next.collect(),
        _ if !far => Vec::new(),
        0 => next.take(1).collect(),
        _ => game.board.squares().collect(),
    };
    if found.is_empty() { vec![Square::NOWHERE] } else { found }
}

/// Checks whether to check an activity without a target: it needs none, or there is none.
fn takes_nobody(activity: &kernel::Activity, view: View<'_>, who: CombatantId) -> bool {
    use kernel::Target::{None, Optional, Square};
    matches!(activity.target, None | Optional | Square) || view.targets(activity, who) == 0
}

impl Choice {
    /// Returns the cheapest payment in words.
    pub fn price(&self, compiled: &Compiled) -> String {
        self.ways(compiled).into_iter().next().unwrap_or_default()
    }

    /// Returns each payment in words, cheapest first.
    pub fn ways(&self, compiled: &Compiled) -> Vec<String> {
        let payments: Vec<Payment> = self.payments.iter().map(|(_, one)| *one).collect();
        show::payments(compiled, self.who, &payments)
    }

    /// Returns the number given with it, in words: `feet: 5 to 30`.
    pub fn number(&self, compiled: &Compiled) -> Option<String> {
        let Range { min, max, .. } = self.range?;
        let cards = self.cards.iter().map(|card| cards::described(compiled, *card));
        if let Some(listed) = cards.reduce(|all, one| format!("{all}, {one}")) {
            let what = compiled.names.activities[self.activity.index()].argument.as_deref();
            return Some(format!("{}: {listed}", what.unwrap_or("card")));
        }
        let name = &compiled.names.activities[self.activity.index()];
        let what = name.argument.as_deref().unwrap_or("number");
        Some(format!("{what}: {} to {}", shown(min, name.scale), shown(max, name.scale)))
    }
}
