//! What can be done now: everything legal with targets, numbers and payments, and why not the rest.

use kernel::{
    ActivityId, CombatantId, Declare, Denial, Lister, Mask, NOBODY, Pay, Payment, State, View, Why,
    members,
};
use rules::Compiled;
use rules::number::shown;

use crate::show;

/// Something that someone may declare now, with all its targets and payments.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Who.
    pub who: CombatantId,
    /// What.
    pub activity: ActivityId,
    /// Whom it may be aimed at.
    pub targets: Mask,
    /// It may also be declared without a target.
    pub untargeted: bool,
    /// Every undominated way to pay, cheapest first, with its place in the checker's own list.
    pub payments: Vec<(u8, Payment)>,
    /// Least and greatest number that may go with it.
    pub range: Option<(i32, i32)>,
}

/// Everything that is legal now, by combatant, in the order of the ruleset.
pub fn legal(compiled: &Compiled, state: &State) -> Vec<Choice> {
    let game = &compiled.game;
    let mut choices: Vec<Choice> = Vec::new();
    for group in Lister::new(game).list(game, state) {
        let Declare { actor: who, activity, pay, .. } = group.declare;
        let Pay::Nth(nth) = pay else { continue };
        match choices.last_mut() {
            Some(last) if last.who == who && last.activity == activity => {
                last.payments.push((nth, group.payment));
            }
            _ => {
                let first = members(group.targets).next().unwrap_or(NOBODY);
                let declare = Declare { target: first, ..group.declare };
                choices.push(Choice {
                    who,
                    activity,
                    targets: group.targets,
                    untargeted: group.untargeted,
                    payments: vec![(nth, group.payment)],
                    range: range(compiled, state, declare),
                });
            }
        }
    }
    // The lister puts what it had to look at twice behind the rest.
    choices.sort_by_key(|choice| (choice.who, choice.activity));
    choices
}

/// The checker itself says which numbers fit, asked about one that never does.
fn range(compiled: &Compiled, state: &State, declare: Declare) -> Option<(i32, i32)> {
    compiled.names.activities[declare.activity.index()].argument.as_ref()?;
    let absurd = Declare { argument: Some(i32::MIN), ..declare };
    let denial = View { game: &compiled.game, state }.why_not(&absurd)?;
    denial.reasons.iter().find_map(|reason| match reason.why {
        Why::Argument { min, max } => Some((min, max)),
        _ => None,
    })
}

/// What someone could do at other times but not now, with the reasons. Where it takes a target, the
/// one with the fewest reasons against it.
pub fn denied(compiled: &Compiled, state: &State, who: CombatantId) -> Vec<(ActivityId, Denial)> {
    let view = View { game: &compiled.game, state };
    let options = &compiled.game.sheets[who.index()].options;
    let reasons = |option: &kernel::Choice| {
        let activity = show::definition(compiled, option.activity);
        let targets = members(view.targets(activity, who)).chain([NOBODY]);
        let denials: Option<Vec<Denial>> = targets
            .filter(|target| *target != NOBODY || takes_nobody(activity, view, who))
            .map(|target| view.why_not(&Declare { target, ..Declare::new(who, option.activity) }))
            .collect();
        // Legal at one target is legal.
        let fewest = denials?.into_iter().min_by_key(|denial| denial.reasons.len())?;
        Some((option.activity, fewest))
    };
    options.iter().filter_map(reasons).collect()
}

/// Whether an activity is to be asked about without a target: it can do without, or has none.
fn takes_nobody(activity: &kernel::Activity, view: View<'_>, who: CombatantId) -> bool {
    use kernel::Target::{None, Optional};
    matches!(activity.target, None | Optional) || view.targets(activity, who) == 0
}

impl Choice {
    /// What the cheapest payment takes.
    pub fn price(&self, compiled: &Compiled) -> String {
        let cheapest = self.payments.first();
        cheapest.map_or(String::new(), |(_, one)| show::payment(compiled, self.who, one))
    }

    /// Each payment in words, cheapest first.
    pub fn ways(&self, compiled: &Compiled) -> Vec<String> {
        self.payments.iter().map(|(_, one)| show::payment(compiled, self.who, one)).collect()
    }

    /// The number that goes with it: `feet: 5 to 30`.
    pub fn number(&self, compiled: &Compiled) -> Option<String> {
        let (min, max) = self.range?;
        let name = &compiled.names.activities[self.activity.index()];
        let what = name.argument.as_deref().unwrap_or("number");
        Some(format!("{what}: {} to {}", shown(min, name.scale), shown(max, name.scale)))
    }
}
