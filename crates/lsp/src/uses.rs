//! Meanings of values: which names stand at which key, and which words in an expression.

use std::ops::Range;

use rules::expr::KEYWORDS;

/// Sorts of declared names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Sort {
    Rule,
    Activity,
    Attribute,
    Base,
    Card,
    Condition,
    Dice,
    Gate,
    Option,
    Part,
    Pile,
    Prefix,
    Preset,
    Side,
    Slot,
    Span,
    Table,
    Tag,
    Terrain,
    Turn,
    Variable,
    Window,
}

impl Sort {
    /// Returns the word for people.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Sort::Rule => "rule",
            Sort::Activity => "activity",
            Sort::Attribute => "attribute",
            Sort::Base => "base",
            Sort::Card => "card",
            Sort::Condition => "condition",
            Sort::Dice => "dice",
            Sort::Gate => "gate",
            Sort::Option => "option",
            Sort::Part => "body part",
            Sort::Pile => "pile",
            Sort::Prefix => "prefix",
            Sort::Preset => "preset",
            Sort::Side => "side",
            Sort::Slot => "slot",
            Sort::Span => "span",
            Sort::Table => "table",
            Sort::Tag => "tag",
            Sort::Terrain => "terrain",
            Sort::Turn => "turn group",
            Sort::Variable => "variable",
            Sort::Window => "window",
        }
    }
}

/// Meaning of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// One declared name.
    Name(&'static [Sort]),
    /// An expression.
    Expr,
    /// Kinds of token or amounts of them.
    Kinds,
    /// A text with expressions in braces.
    Text,
    /// One of these words.
    Words(&'static [&'static str]),
    /// An activity, `tag:WORD` or `all`.
    Activities,
    /// A pile of cards with its owner, `actor.hand`, or one of the encounter, `deck`.
    Pile,
}

/// Returns the sort of name that the key `id` of a table declares.
pub(crate) fn declared_by(table: &str) -> Option<Sort> {
    Some(match table {
        "Rule" => Sort::Rule,
        "Activity" => Sort::Activity,
        "Attribute" => Sort::Attribute,
        "Base" => Sort::Base,
        "Card" => Sort::Card,
        "Condition" | "ConditionGroup" => Sort::Condition,
        "Dice" => Sort::Dice,
        "Gate" => Sort::Gate,
        "NumberTable" => Sort::Table,
        "Part" => Sort::Part,
        "Pile" => Sort::Pile,
        "Prefix" => Sort::Prefix,
        "Preset" => Sort::Preset,
        "Side" => Sort::Side,
        "Slot" => Sort::Slot,
        "Span" => Sort::Span,
        "Terrain" => Sort::Terrain,
        "Turn" => Sort::Turn,
        "Variable" => Sort::Variable,
        "Window" => Sort::Window,
        _ => return None,
    })
}

const WHO: Use = Use::Words(&["actor", "target", "answered", "by", "acting"]);
const EDGE: Use = Use::Words(&["begin", "end"]);
const CONDITION: Use = Use::Name(&[Sort::Condition]);

/// Returns the meaning of the values of a key; `None` for plain words and numbers.
pub(crate) fn of_value(table: &str, key: &str) -> Option<Use> {
    Some(match (table, key) {
        (_, "because" | "through" | "except") => Use::Name(&[Sort::Rule]),
        ("Convert", "unless" | "marks" | "only") | ("Moment", "to") => CONDITION,
        ("Fills", "unless" | "marks") | ("Activity", "requires" | "marks") => CONDITION,
        ("Rule", "spending" | "emptying" | "out" | "preparing") => CONDITION,
        ("Clears", "conditions") | ("ConditionGroup", "any") | ("Mark" | "Unmark", "condition") => {
            CONDITION
        }
        ("Creature" | "Combatant", "tags") => CONDITION,
        ("Rule", "kind") => Use::Words(&[
            "mechanic",
            "table",
            "option",
            "adjudicated",
            "example",
            "definition",
            "advice",
            "converter",
        ]),
        ("Activity", "target") => Use::Words(&[
            "none", "foe", "ally", "friend", "other", "any", "optional", "step", "square",
        ]),
        ("Activity", "answer") => Use::Words(&["ask", "never"]),
        ("Activity", "who") => Use::Words(&["everyone", "listed", "gm"]),
        ("Activity", "tags") => Use::Name(&[Sort::Tag]),
        ("Activity", "accepts") => Use::Name(&[Sort::Gate, Sort::Prefix]),
        ("Activity" | "Price" | "AbilityLine", "fills") | ("Allow", "slot") => SLOT,
        ("Fills", "slots") => SLOT,
        ("Activity", "moments") | ("Moment", "at" | "never") => Use::Name(&[Sort::Window]),
        ("Offer", "window") => Use::Name(&[Sort::Window]),
        ("Activity", "like") | ("Within", "activity") => ACTIVITY,
        ("Approach" | "Forced", "step") | ("Abandon", "of") => ACTIVITY,
        ("Creature" | "Combatant", "activities" | "without") => ACTIVITY,
        ("Bar" | "Also" | "LimitOn", "on" | "but") => Use::Activities,
        ("Lasts" | "Until" | "Renew" | "On", "span") | ("Clears", "at") => SPAN,
        ("Slot" | "OwnSlot" | "Limit" | "LimitOn" | "Excludes", "per") | ("Effect", "stop") => SPAN,
        ("On" | "Until" | "Also", "edge") => EDGE,
        ("On", "each") => Use::Words(&["encounter", "side", "combatant", "actor"]),
        ("Side" | "SideSetup" | "Place", "turn") | ("Effect", "early") => Use::Name(&[Sort::Turn]),
        ("Join" | "Place" | "Combatant", "side") | ("SideSetup", "peace") => SIDE,
        ("Condition", "sides") => SIDE,
        ("Watch", "attribute") => Use::Name(&[Sort::Attribute]),
        ("SetVariable", "id") => Use::Name(&[Sort::Variable]),
        ("ChangeTerrain", "sort") => Use::Name(&[Sort::Terrain]),
        ("BreakTies", "dice") => Use::Name(&[Sort::Dice]),
        ("Ask", "ruling") | ("BreakTies", "ask") => Use::Name(&[Sort::Rule]),
        ("Drop" | "OwnSlot" | "Moment", "prefix") | ("Gate", "prefixes") => PREFIX,
        ("Prefix", "bare") | ("Cover", "base" | "bill") | ("Moment", "base") => BASE,
        ("Part", "without" | "as_body") => BASE,
        ("Convert", "from" | "to") | ("Prices", "with") | ("Fills", "kind") => Use::Kinds,
        ("Excludes", "kinds" | "others") | ("Shortage", "kinds") => Use::Kinds,
        ("Activity" | "Price", "cost") | ("Tokens", "tokens" | "back") => Use::Kinds,
        ("Preset", "grants") | ("Creature" | "Combatant", "may_hold" | "parts") => Use::Kinds,
        ("Creature" | "Combatant", "grants") => Use::Kinds,
        (_, "when" | "while" | "back_when") | ("Asking", "by") => Use::Expr,
        ("Effect", "again" | "sort" | "truce") | ("Let", "value") | ("Roll", "dice") => Use::Expr,
        ("Set", "attribute" | "to") | ("Add", "attribute" | "by") => Use::Expr,
        ("SetVariable", "to") | ("Until", "count") | ("Tokens", "times") => Use::Expr,
        ("Slot" | "OwnSlot" | "Limit" | "LimitOn" | "Allow", "cap") => Use::Expr,
        ("Argument", "min" | "max" | "usual") | ("Commit", "acts" | "of" | "loose") => Use::Expr,
        ("Step", "from" | "adds" | "barred" | "passing") | ("Space", "threat") => Use::Expr,
        ("Approach", "within") | ("Forced", "squares") | ("Bring", "named") => Use::Expr,
        ("ChangeTerrain", "on") | ("Convert", "chain") => Use::Expr,
        ("Effect", "say" | "note") | ("Activity" | "Window", "ask") => Use::Text,
        ("Draw", "from" | "to" | "refill") | ("MoveCards", "from" | "to") => Use::Pile,
        ("MoveCard", "to") | ("Effect", "shuffle") | ("Argument", "card") => Use::Pile,
        ("Draw", "count") | ("MoveCard", "card") => Use::Expr,
        ("Card", "pile") => Use::Name(&[Sort::Pile]),
        ("Pile", "of") => Use::Words(&["combatant", "encounter"]),
        ("Pile", "seen") => Use::Words(&["everyone", "owner", "nobody"]),
        ("Offer", "who") => {
            Use::Words(&["actor", "target", "answered", "by", "acting", "side", "everyone"])
        }
        ("Within", "target") | ("Release", "fallback") | (_, "who" | "whom") => WHO,
        ("Creature" | "Combatant", "caps") => Use::Expr,
        _ => return None,
    })
}

const SLOT: Use = Use::Name(&[Sort::Slot]);
const ACTIVITY: Use = Use::Name(&[Sort::Activity]);
const SPAN: Use = Use::Name(&[Sort::Span]);
const SIDE: Use = Use::Name(&[Sort::Side]);
const PREFIX: Use = Use::Name(&[Sort::Prefix]);
const BASE: Use = Use::Name(&[Sort::Base]);

/// Returns the sorts of names that keys below a key are: `attributes = { hp = "3" }`.
pub(crate) fn of_keys(table: &str, key: &str) -> &'static [Sort] {
    match (table, key) {
        ("Creature" | "Combatant", "attributes") => &[Sort::Attribute],
        ("Creature" | "Combatant", "dice") => &[Sort::Dice],
        ("Creature" | "Combatant", "cards") => &[Sort::Pile],
        ("Creature" | "Combatant", "caps") => &[Sort::Slot],
        ("Creature" | "Combatant", "answers") => &[Sort::Activity],
        ("Activity", "with") => &[Sort::Attribute, Sort::Dice],
        ("Encounter" | "Campaign", "options") => &[Sort::Option],
        ("Encounter" | "Campaign", "rulings") => &[Sort::Rule],
        ("Encounter" | "Campaign", "variables") => &[Sort::Variable],
        ("Board", "terrain") => &[Sort::Terrain],
        ("Fills", "then") => &[Sort::Condition],
        ("Prices", "buys") => &[Sort::Base],
        _ => &[],
    }
}

/// A word that may be a name, with the sorts of names it may be, the likeliest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Span in the text that was read.
    pub(crate) span: Range<usize>,
    pub(crate) sorts: &'static [Sort],
}

const FREE: &[Sort] = &[Sort::Variable, Sort::Span, Sort::Side, Sort::Turn, Sort::Table];

/// Returns the words of an expression that may be names. Works on any text.
pub(crate) fn in_expression(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut callee: Option<(String, usize)> = None;
    for span in names(text) {
        let word = &text[span.clone()];
        if KEYWORDS.contains(&word) {
            continue;
        }
        let before = text[..span.start].trim_end();
        let after = text[span.end..].trim_start();
        if before.ends_with(')') || !(before.ends_with('(') || before.ends_with(',')) {
            callee = None;
        }
        if after.starts_with('(') && callee.is_none() {
            if let Some(name) =
                word.strip_suffix("-of").filter(|it| !matches!(*it, "total" | "size"))
            {
                words.push(Word {
                    span: span.start..span.start + name.len(),
                    sorts: &[Sort::Variable],
                });
            }
            callee = Some((word.to_owned(), 0));
            continue;
        }
        if after.starts_with('[') {
            words.push(Word { span, sorts: &[Sort::Table] });
            continue;
        }
        let sorts = match &mut callee {
            Some((callee, count)) => {
                *count += 1;
                argument_sorts(callee, *count)
            }
            None => &[],
        };
        // An attribute of someone: `actor.hp`.
        let dot = word.find('.').map(|at| span.start + at + 1);
        match (sorts.is_empty(), dot) {
            (false, None) => words.push(Word { span, sorts }),
            (false, Some(start)) => words.push(Word { span: start..span.end, sorts }),
            (true, Some(start)) => {
                let sorts = &[Sort::Attribute, Sort::Dice];
                words.push(Word { span: start..span.end, sorts });
            }
            (true, None) => words.push(Word { span, sorts: FREE }),
        }
    }
    words
}

/// Returns the sorts of an argument of a call, counted from 1.
pub(crate) fn argument_sorts(callee: &str, count: usize) -> &'static [Sort] {
    let question = callee.split_once('.').map_or(callee, |(_, question)| question);
    match (question, count) {
        ("has" | "allies-have", _) => &[Sort::Condition],
        ("holds", _) => &[Sort::Base],
        ("cards" | "top", _) | ("find" | "sum", 1) => &[Sort::Pile],
        ("find" | "sum", 2) => &[Sort::Card],
        ("option", _) => &[Sort::Option],
        ("accepts", _) => &[Sort::Gate, Sort::Prefix],
        ("part", _) => &[Sort::Part],
        ("answers", _) => &[Sort::Tag],
        ("here" | "there", _) | ("approach-over", 2) => &[Sort::Terrain],
        ("total-of", 2) | ("named-in" | "total", _) => &[Sort::Attribute],
        ("approach-over" | "approach-steps" | "approach-price" | "approach-open", _) => {
            &[Sort::Attribute]
        }
        (callee, 1) if callee.ends_with("-of") => &[Sort::Side],
        _ => &[],
    }
}

/// Returns the spans of words of letters and digits joined by single `-`, `_` and `.`.
pub(crate) fn names(text: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let joins = matches!(letter, '-' | '_' | '.') && start.is_some();
        if letter.is_alphanumeric() || joins {
            start.get_or_insert(at);
        } else if let Some(begin) = start.take() {
            let word = text[begin..at].trim_end_matches(['-', '_', '.']);
            spans.push(begin..begin + word.len());
        }
    }
    spans.retain(|span| text[span.clone()].starts_with(char::is_alphabetic));
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, Sort)]) {
        let found = in_expression(text);
        let found: Vec<_> = found.iter().map(|it| (&text[it.span.clone()], it.sorts[0])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn words_of_expressions_have_sorts() {
        use Sort::{Attribute, Base, Card, Condition, Pile, Side, Span, Table, Terrain, Variable};
        assert_ne!(FREE[0], Span);
        check("actor.hp - target.armor", &[("hp", Attribute), ("armor", Attribute)]);
        check("actor.has(prone) and", &[("prone", Condition)]);
        check("total-of(heroes, hp) > 0", &[("heroes", Side), ("hp", Attribute)]);
        check("escalation-of(foes)", &[("escalation", Variable), ("foes", Side)]);
        check("approach-over(actor.reach, mud)", &[("reach", Attribute), ("mud", Terrain)]);
        check("min(actor.holds(A), 2)", &[("A", Base)]);
        check("actor.has(é", &[("é", Condition)]);
        check(
            "damage[a] + sum(deck, ace)",
            &[("damage", Table), ("a", Variable), ("deck", Pile), ("ace", Card)],
        );
        check("actor.cards(hand)", &[("hand", Pile)]);
    }
}
