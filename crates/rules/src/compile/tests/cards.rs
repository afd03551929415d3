//! Piles, cards and tables of numbers.

use super::{BASE, RULE, check, said_of, with_somebody};

/// Piles and cards that the tests add to.
const CARDS: &str = r#"
[[rule.pile]]
id = "deck"
of = "encounter"
shuffled = true

[[rule.pile]]
id = "hand"
seen = "owner"

[[rule.card]]
id = "ace"
pile = "deck"
copies = 2
numbers = { rank = "14" }

[[rule.card]]
id = "trick"
numbers = { rank = "3", cost = "1" }
"#;

fn with(more: &str) -> String {
    format!("{CARDS}{more}")
}

/// Returns the messages about further elements.
fn said(more: &str) -> String {
    said_of(&[BASE, &format!("{RULE}{CARDS}{more}")])
}

#[test]
fn cards_and_piles_compile() {
    check(
        &with(
            r#"
[[rule.table]]
id = "worth"
values = [0, 5]

[[rule.activity]]
id = "play"
cost = "1A"
argument = { name = "card", card = "actor.hand" }
needs = [{ when = "cost[arg] <= 1" }]
do = [
    { draw = { from = "deck", to = "actor.hand", count = "worth[1] - actor.cards(hand)" } },
    { move_card = { card = "arg", to = "deck", under = true } },
    { when = "actor.find(hand, trick) > 0 and sum(deck, rank) > 14", shuffle = "deck" },
    { say = "{actor} plays {card arg}." },
]
"#,
        ),
        "",
    );
}

#[test]
fn piles_without_their_owner() {
    for (pile, message) in [
        ("hand", "each combatant has a `hand`: write `actor.hand`"),
        ("actor.deck", "there is one `deck` for all: write `deck`"),
        ("target.hand", "there is no `target` at this place"),
        ("actor.hnd", "there is no pile called `hnd`"),
    ] {
        let rule = format!(
            "[[rule.activity]]\nid = \"draw\"\ncost = \"1A\"\n\
             do = [{{ draw = {{ from = \"deck\", to = \"{pile}\" }} }}]\n"
        );
        let said = said(&rule);
        assert!(said.contains(message), "{pile}: {said}");
    }
}

#[test]
fn numbers_that_no_card_has() {
    let said = said(
        "[[rule.activity]]\nid = \"draw\"\ncost = \"1A\"\n\
         do = [{ let = { into = \"a\", value = \"rnk[1] + sum(deck, rnk)\" } }]\n",
    );
    assert!(said.contains("no table named \"rnk\""), "{said}");
    assert!(said.contains("did you mean \"rank\"?"), "{said}");
    assert!(said.contains("no card or number on cards named \"rnk\""), "{said}");
}

#[test]
fn cards_with_mistakes() {
    for (rule, message) in [
        ("[[rule.card]]\nid = \"two words\"\n", "the name of a card is a word"),
        ("[[rule.card]]\nid = \"ten\"\ncopies = 2\n", "without a `pile` only those who list"),
        ("[[rule.card]]\nid = \"ten\"\npile = \"dek\"\n", "there is no pile called `dek`"),
        (
            "[[rule.card]]\nid = \"ten\"\npile = \"deck\"\nwhen = \"actor.has(pc)\"\n",
            "the pile of the encounter is nobody's",
        ),
        ("[[rule.pile]]\nid = \"box\"\nof = \"side\"\n", "a pile is of each `combatant`"),
        (
            "[[rule.pile]]\nid = \"box\"\nof = \"encounter\"\nseen = \"owner\"\n",
            "has no owner who could see it",
        ),
        ("[[rule.table]]\nid = \"rank\"\nvalues = [1]\n", "cards have a number called `rank`"),
        (
            "[[rule.card]]\nid = \"ten\"\npile = \"deck\"\ncopies = 600\n",
            "the encounter has more than 500 cards",
        ),
        ("[[rule.card]]\nid = \"ten\"\nnumbers = { rank = \"1d6\" }\n", "a card has whole numbers"),
        (
            "[[rule.activity]]\nid = \"play\"\ncost = \"1A\"\n\
             argument = { name = \"card\", card = \"actor.hand\", max = \"2\" }\n",
            "a card has no `max`",
        ),
        (
            "[[rule.activity]]\nid = \"play\"\ncost = \"1A\"\nargument = { name = \"n\" }\n",
            "a number is from `min` to `max`, or that of a `card`",
        ),
    ] {
        let said = said(rule);
        assert!(said.contains(message), "{rule}: {said}");
    }
}

#[test]
fn copies_have_the_same_numbers() {
    let (compiled, _) = with_somebody(CARDS, "").expect("nothing is wrong");
    let names: Vec<&str> = compiled.names.cards.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["ace", "ace"]);
    // The numbers are sorted by name: cost, rank; then a table for each card.
    assert_eq!(compiled.game.tables, [[0, 0, 0], [0, 14, 14], [0, 1, 1], [0, 0, 0]]);
    assert!(compiled.game.cards.iter().all(|card| card.shuffled));
}

#[test]
fn numbers_and_piles_that_nothing_reads() {
    let said = said("[[rule.table]]\nid = \"xp\"\nvalues = [1]\n");
    for name in ["number on cards `rank`", "number on cards `cost`", "pile `hand`", "table `xp`"] {
        assert!(said.contains(&format!("nothing uses the {name}")), "{name}: {said}");
    }
    let read = said_of(&[
        BASE,
        &format!(
            "{RULE}{CARDS}[[rule.activity]]\nid = \"draw\"\ncost = \"1A\"\n\
             do = [{{ draw = {{ from = \"deck\", to = \"actor.hand\", count = \"-rank[1]\" }} }}]\n"
        ),
    ]);
    assert!(!read.contains("`rank`") && read.contains("`cost`"), "{read}");
}
