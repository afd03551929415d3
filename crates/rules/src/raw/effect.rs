//! Effects as written: a list of steps, each a table with one effect key.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Text};

/// One step. Exactly one key besides `when` and `because` is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Only if this holds.
    pub when: Option<Text>,
    /// Rules that say so, instead of those of the step or element around it.
    #[serde(default)]
    pub because: Vec<Text>,
    /// Steps under one condition.
    pub all: Option<Vec<Effect>>,
    /// Rolls dice into a register.
    pub roll: Option<Roll>,
    /// Begins the list again if this holds; a roll must come before.
    pub again: Option<Text>,
    /// Asks the game master, the answer going into a register.
    pub ask: Option<Ask>,
    /// Computes a register.
    pub r#let: Option<Let>,
    /// Gives an attribute a new value: `{ attribute = "target.hp", to = "…" }`.
    pub set: Option<Set>,
    /// Adds to an attribute: `{ attribute = "target.hp", by = "…" }`.
    pub add: Option<Add>,
    /// Gives a variable a new value.
    pub variable: Option<SetVariable>,
    /// Puts a condition on someone.
    pub mark: Option<Mark>,
    /// Takes a condition off someone.
    pub unmark: Option<Unmark>,
    /// Gives tokens.
    pub gain: Option<Tokens>,
    /// Takes tokens.
    pub lose: Option<Tokens>,
    /// Changes the cap of a slot.
    pub allow: Option<Allow>,
    /// Someone changes sides.
    pub join: Option<Join>,
    /// Actor's and target's sides make peace (`true`) or break it (`false`).
    pub truce: Option<Text>,
    /// A side moves to another turn group.
    pub place: Option<Place>,
    /// Someone gets a turn alone, at once.
    pub interpose: Option<Interpose>,
    /// A turn group gets an early instance of the span above turns.
    pub early: Option<Text>,
    /// Refills someone's slots.
    pub renew: Option<Renew>,
    /// Refills someone's purse.
    pub refresh: Option<Who>,
    /// The declaration being answered comes to nothing.
    pub counter: Option<At<bool>>,
    /// Opens a window for someone.
    pub offer: Option<Offer>,
    /// No further instance of this span within the one around it.
    pub stop: Option<Text>,
    /// Lines everybody up by a number read for each, highest first.
    pub sort: Option<Text>,
    /// Tells those apart whom the last sorting found alike.
    pub break_ties: Option<BreakTies>,
    /// Someone gets a place in the line right behind someone else.
    pub follow: Option<Follow>,
    /// Someone's turn along the line does not come this time.
    pub skip: Option<Who>,
    /// Someone's turn along the line is still to come, or comes once more, at their place in it.
    pub recall: Option<Who>,
    /// Ends the turn of whoever acts.
    pub end_turn: Option<At<bool>>,
    /// Lies open to answers before it goes on, as when it was declared.
    pub expose: Option<At<bool>>,
    /// Nothing of what would follow in the list is done.
    pub leave: Option<At<bool>>,
    /// Does now what someone prepared.
    pub release: Option<Release>,
    /// Gives up what someone prepared.
    pub forget: Option<Who>,
    /// Steps onto the square aimed at, and pays for the step.
    pub step: Option<At<bool>>,
    /// Someone comes to stand on the square aimed at.
    pub put: Option<Who>,
    /// Brings someone to the nearest free square beside whoever has hold of them.
    pub bring: Option<Bring>,
    /// Goes straight towards the target, step by step.
    pub approach: Option<Approach>,
    /// Pushes the target straight away from the actor, so many squares.
    pub push: Option<Forced>,
    /// The actor goes straight away from the target, which follows, so many squares.
    pub pull: Option<Forced>,
    /// Puts something into a long activity, which goes on only when it is complete.
    pub commit: Option<Commit>,
    /// Gives up long activities that must not be interrupted, but for the one at hand.
    pub abandon: Option<Abandon>,
    /// Does another activity as part of this one, unpaid; it may be answered.
    pub declare: Option<Within>,
    /// Changes the terrain of the square aimed at.
    pub terrain: Option<ChangeTerrain>,
    /// Draws cards from the top of a pile.
    pub draw: Option<Draw>,
    /// Puts a card on a pile, wherever it lies.
    pub move_card: Option<MoveCard>,
    /// Puts all cards of a pile on top of another one.
    pub move_cards: Option<MoveCards>,
    /// Shuffles a pile: `actor.deck`, or `deck` if there is one for all.
    pub shuffle: Option<Text>,
    /// Ends the fight.
    pub finish: Option<At<bool>>,
    /// A line of the story: `{actor} hits {target} with the {activity} ({c} vs AC {target.ac}).`
    /// In braces stand names or expressions of this place.
    pub say: Option<Text>,
    /// The same as a detail, which the log folds away.
    pub note: Option<Text>,
}

/// For how long.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// The span.
    pub span: Text,
    /// begin or end.
    pub edge: Text,
    /// The how-manieth coming edge; 1 if not said.
    pub count: Option<Text>,
    /// Only edges of that combatant's own turn count.
    #[serde(default)]
    pub own: bool,
    /// Only edges of the turn of whoever caused it count.
    #[serde(default)]
    pub causer: bool,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// `2d6+1`, or dice that someone has of its own: `target.finesse`.
    pub dice: Text,
    pub into: Text,
    /// The combatant who rolls them, such as `target`; not said: the actor, or whose dice they are.
    pub who: Option<Text>,
}

/// Cards to be drawn. Dice decide which of the shuffled cards come.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The pile they come from: `actor.deck`, or `deck` if there is one for all.
    pub from: Text,
    /// The pile they come to.
    pub to: Text,
    /// How many; 1 if not said.
    pub count: Option<Text>,
    /// The pile that is shuffled and becomes the new `from` whenever that has no card left. Not
    /// said: then no more are drawn.
    pub refill: Option<Text>,
}

/// A card to be put on a pile.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveCard {
    /// The number of the card, such as `arg` or `top(deck)`. Nothing happens if it is 0.
    pub card: Text,
    /// The pile it comes to.
    pub to: Text,
    /// It comes under the pile, not on top of it.
    #[serde(default)]
    pub under: bool,
}

/// All cards of a pile, to be put on another one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveCards {
    /// The pile that is emptied.
    pub from: Text,
    /// The pile they come to.
    pub to: Text,
}

/// Exactly one key is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakTies {
    /// Each throws these dice of its own, the higher goes first, those alike throw again.
    pub dice: Option<Text>,
    /// The game master answers this for each; the earlier answer goes first.
    pub ask: Option<Text>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    pub who: Text,
    pub whom: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Approach {
    /// The activity each step is.
    pub step: Text,
    /// The attribute that says how near is near enough, such as `actor.reach`.
    pub within: Text,
}

/// A way that someone is made to go.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forced {
    /// How many squares.
    pub squares: Text,
    /// The activity, of the actor at the target, that each square is, where it may be answered.
    pub step: Option<Text>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Within {
    /// The activity.
    pub activity: Text,
    /// Its target.
    pub target: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commit {
    /// How much goes into it now.
    pub acts: Text,
    /// The total it takes.
    pub of: Text,
    /// Whether it may be interrupted and gone on with later (not said: no).
    pub loose: Option<Text>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Abandon {
    pub who: Text,
    /// Only those into which nothing went since this was last done.
    #[serde(default)]
    pub idle: bool,
    /// Only this activity, even if it may be interrupted.
    pub of: Option<Text>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeTerrain {
    pub sort: Text,
    /// Whether it is there afterwards (not said: yes).
    pub on: Option<Text>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub ruling: Text,
    pub into: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Let {
    pub into: Text,
    pub value: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Set {
    pub attribute: Text,
    pub to: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Add {
    pub attribute: Text,
    pub by: Text,
    /// For how long (not said: for good).
    pub until: Option<Until>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetVariable {
    pub id: Text,
    pub to: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    pub who: Text,
    pub condition: Text,
    pub until: Option<Until>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unmark {
    pub who: Text,
    pub condition: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tokens {
    pub who: Text,
    /// One amount such as `1OppF`; `all` for a loss of everything held.
    pub tokens: Text,
    /// Multiplies the amount; an expression.
    pub times: Option<Text>,
    pub until: Option<Until>,
    /// Tokens that unused tokens turn back into.
    pub back: Option<Text>,
    /// Whether unused tokens turn back at all; reads options. Not said: yes.
    pub back_when: Option<Text>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allow {
    pub who: Text,
    pub slot: Text,
    pub cap: Text,
    pub until: Option<Until>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    pub who: Text,
    pub side: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub side: Text,
    pub turn: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Interpose {
    pub who: Text,
    /// Whether an interrupted turn goes on afterwards (not said: yes); otherwise it begins anew.
    pub resume: Option<At<bool>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Renew {
    pub who: Text,
    pub span: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Who {
    pub who: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Release {
    pub who: Text,
    /// The target in place of one that has become impossible, such as `answered`.
    pub fallback: Option<Text>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bring {
    /// The attribute that holds the number of who is brought, such as `actor.grapples`.
    pub named: Text,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    pub window: Text,
    /// The combatant it opens for, such as `target`; `side` (all of one's own side) or `everyone`.
    pub who: Text,
    /// Closes for the others when one of several has used it. Not said: each may use it once.
    #[serde(default)]
    pub first: bool,
}
