//! Cards and piles by name.

use kernel::{
    ActivityId, CardId, CombatantId, Decision, Declaration, DiceFaces, Drawing, NOBODY, PileId,
    PileRef, State, View, is_legal,
};
use rules::Compiled;
use rules::names::PileView;
use rules::text::plain;

/// Returns the label of the card with a number; `no card` if there is none.
pub fn label(compiled: &Compiled, number: i32) -> &str {
    let card = CardId::from_number(number);
    let name = card.and_then(|card| compiled.names.cards.get(card.index()));
    name.map_or("no card", |name| name.label.as_str())
}

/// Returns the numbers printed on a card, without zeros: `damage 3, range 2`.
pub fn printed(compiled: &Compiled, card: CardId) -> String {
    let numbers = compiled
        .names
        .card_numbers
        .iter()
        .map(|(name, table)| (plain(name), compiled.game.look_up(*table, card.number())));
    let shown = numbers.filter(|(_, number)| *number != 0);
    shown.map(|(name, number)| format!("{name} {number}")).collect::<Vec<_>>().join(", ")
}

/// Returns the label of a card with the numbers printed on it: `Bash (damage 3)`.
pub fn described(compiled: &Compiled, card: CardId) -> String {
    let label = label(compiled, card.number());
    match printed(compiled, card).as_str() {
        "" => label.to_owned(),
        printed => format!("{label} ({printed})"),
    }
}

/// Returns a pile in words: `Ana's hand`, or `the deck` for a pile of the encounter.
pub fn pile(compiled: &Compiled, (pile, owner): (PileId, CombatantId)) -> String {
    let label = &compiled.names.piles[pile.index()].label;
    match owner {
        NOBODY => format!("the {label}"),
        owner => format!("{}'s {label}", compiled.names.combatants[owner.index()]),
    }
}

/// Returns the sentence about a card that came from one pile to another one. `None` stands for a
/// card that the reader may not know.
pub fn moved(
    compiled: &Compiled,
    card: Option<CardId>,
    from: (PileId, CombatantId),
    to: (PileId, CombatantId),
) -> String {
    let card = card.map_or("a card", |card| label(compiled, card.number()));
    let (from_pile, to_pile) = (pile(compiled, from), pile(compiled, to));
    if from == to {
        return format!("{card} moves within {to_pile}");
    }
    if from.1 == to.1 && to.1 != NOBODY {
        let short = &compiled.names.piles[to.0.index()].label;
        return format!("{card} goes from {from_pile} to the {short}");
    }
    format!("{card} goes from {from_pile} to {to_pile}")
}

/// Readers who know which card moved between two piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Everyone.
    Everyone,
    /// The players of these combatants; nobody but the game master if there are none.
    Owners(Vec<CombatantId>),
}

/// Returns who knows which card moved between two piles: whoever sees one of them.
pub fn readers(
    compiled: &Compiled,
    from: (PileId, CombatantId),
    to: (PileId, CombatantId),
) -> Readers {
    let seen =
        |(pile, owner): (PileId, CombatantId)| (compiled.names.piles[pile.index()].seen, owner);
    let sides = [seen(from), seen(to)];
    if sides.iter().any(|(view, _)| *view == PileView::Everyone) {
        return Readers::Everyone;
    }
    let owners = sides.iter().filter(|(view, _)| *view == PileView::Owner).map(|(_, owner)| *owner);
    Readers::Owners(owners.collect())
}

/// Returns the pile of which an activity takes a card, if it takes one.
pub fn pile_of(compiled: &Compiled, activity: ActivityId) -> Option<PileRef> {
    compiled.names.activities.get(activity.index())?.card
}

/// Returns the cards that a declaration may be made with, one of each name, in the order of the
/// pile. A card that is only legal at some targets counts as legal.
pub fn choices(compiled: &Compiled, state: &State, declare: &Declaration) -> Vec<CardId> {
    let mut all: Vec<CardId> = Vec::new();
    for card in in_pile(compiled, state, declare) {
        let declare = Declaration { argument: Some(card.number()), ..*declare };
        let known = all.iter().any(|one| same_name(compiled, *one, card));
        if !known && is_legal(&compiled.game, state, &declare) {
            all.push(card);
        }
    }
    all
}

/// Returns the cards of the pile of which a declaration takes one, top card first.
fn in_pile(compiled: &Compiled, state: &State, declare: &Declaration) -> Vec<CardId> {
    let view = View { game: &compiled.game, state };
    let of = pile_of(compiled, declare.activity).and_then(|of| view.pile(declare, of));
    let Some((pile, owner)) = of else { return Vec::new() };
    state.pile(pile, owner).iter().map(|one| one.card).collect()
}

fn same_name(compiled: &Compiled, one: CardId, other: CardId) -> bool {
    let name = |card: CardId| compiled.names.cards.get(card.index()).map(|name| &name.name);
    name(one) == name(other)
}

/// Returns a card with a name or label that a text begins with, and the rest of the text. The
/// longest name counts.
pub fn leading<'t>(compiled: &Compiled, text: &'t str) -> Option<(CardId, &'t str)> {
    let begins = |name: &str| {
        let head = text.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        let next = text.get(name.len()..).and_then(|rest| rest.chars().next());
        head && next.is_none_or(|next| next == ' ' || next == ',')
    };
    let cards = compiled.names.cards.iter().enumerate();
    let names = cards.flat_map(|(at, card)| [(at, &card.name), (at, &card.label)]);
    let (at, name) = names
        .filter(|(_, name)| begins(name))
        // Of copies, the first one is found.
        .min_by_key(|(at, name)| (usize::MAX - name.len(), *at))?;
    Some((CardId(at as u16), text[name.len()..].trim_start()))
}

/// Returns the card of the same name that a declaration takes from its pile: the first one there.
/// A card that is not there stays as it is, so that the check denies it.
pub fn in_hand(compiled: &Compiled, state: &State, declare: &Declaration, card: CardId) -> CardId {
    let mut cards = in_pile(compiled, state, declare).into_iter();
    cards.find(|one| same_name(compiled, *one, card)).unwrap_or(card)
}

/// Returns the text that stands for a card in a command: its name, or `#7` for a copy that is not
/// the first one of its name in the pile.
pub fn written(compiled: &Compiled, state: &State, declare: &Declaration, number: i32) -> String {
    let named = CardId::from_number(number).filter(|card| {
        card.index() < compiled.names.cards.len()
            && leading(compiled, &compiled.names.cards[card.index()].name)
                .is_some_and(|(one, _)| in_hand(compiled, state, declare, one) == *card)
    });
    match named {
        Some(card) => compiled.names.cards[card.index()].name.clone(),
        None => format!("#{number}"),
    }
}

/// Returns the cards of which dice decide which one is drawn, by the face that stands for them;
/// none if the encounter waits for something else.
pub fn drawable(compiled: &Compiled, state: &State) -> Vec<CardId> {
    let Decision::Roll(..) = state.decision else { return Vec::new() };
    let Some(Drawing { from: (pile, owner), .. }) = kernel::drawing(&compiled.game, state) else {
        return Vec::new();
    };
    let shuffled = state.shuffled_on_top(pile, owner);
    state.pile(pile, owner)[..shuffled].iter().map(|one| one.card).collect()
}

/// Checks whether a card is being drawn that not everyone will see.
pub fn is_drawn_unseen(compiled: &Compiled, state: &State) -> bool {
    let Decision::Roll(..) = state.decision else { return false };
    let drawing = kernel::drawing(&compiled.game, state);
    drawing.is_some_and(|one| readers(compiled, one.from, one.to) != Readers::Everyone)
}

/// Checks whether a text is the name or the label of a card, in any case.
pub fn is_called(compiled: &Compiled, card: CardId, text: &str) -> bool {
    let name = &compiled.names.cards[card.index()];
    [&name.name, &name.label].into_iter().any(|name| name.eq_ignore_ascii_case(text.trim()))
}

/// Returns the names of some cards, each once.
pub fn names<'c>(compiled: &'c Compiled, cards: &[CardId]) -> Vec<&'c str> {
    let mut all: Vec<&str> = Vec::new();
    for card in cards {
        let name = compiled.names.cards[card.index()].name.as_str();
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// Returns the name of the card that dice show, if it is the first of its name among those that may
/// be drawn.
pub fn drawn_by<'c>(compiled: &'c Compiled, state: &State, faces: &DiceFaces) -> Option<&'c str> {
    let cards = drawable(compiled, state);
    let face = faces.shown().next().filter(|_| faces.len == 1)?;
    let card = *cards.get((face as usize).checked_sub(1)?)?;
    let name = compiled.names.cards[card.index()].name.as_str();
    let first = cards.iter().find(|one| is_called(compiled, **one, name));
    (first == Some(&card)).then_some(name)
}

/// A pile with its cards, as a display shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPile {
    /// Its label.
    pub label: String,
    /// Readers who see its cards.
    pub seen: PileView,
    /// The labels of its cards, top card first; those without an order by label.
    pub cards: Vec<String>,
    /// Whether any of its cards have no order.
    pub shuffled: bool,
}

/// Returns the piles of a combatant, or those of the encounter for [`NOBODY`].
pub fn piles(compiled: &Compiled, state: &State, owner: CombatantId) -> Vec<ShownPile> {
    let all = compiled.game.piles.iter().zip(&compiled.names.piles).enumerate();
    let own = all.filter(|(_, (spec, _))| spec.of_combatant == (owner != NOBODY));
    own.map(|(at, (_, name))| {
        let pile = state.pile(PileId(at as u8), owner);
        let card = |one: &kernel::PlacedCard| label(compiled, one.card.number()).to_owned();
        let mut cards: Vec<String> = pile.iter().map(card).collect();
        let shuffled = pile.iter().any(|one| one.shuffled);
        if shuffled {
            cards.sort();
        }
        ShownPile { label: name.label.clone(), seen: name.seen, cards, shuffled }
    })
    .collect()
}

/// Returns the piles of an owner as text, without empty ones: `hand: Jab, Bash`, `deck: 12 cards`.
/// Piles that nobody sees or that have no order show their size only.
pub fn shown(compiled: &Compiled, state: &State, owner: CombatantId) -> Vec<String> {
    let piles = piles(compiled, state, owner).into_iter().filter(|pile| !pile.cards.is_empty());
    let text = |pile: ShownPile| match (pile.cards.len(), pile.seen) {
        (1, PileView::Nobody) => format!("{}: 1 card", pile.label),
        (count, PileView::Nobody) => format!("{}: {count} cards", pile.label),
        (count, _) if pile.shuffled && count > 1 => format!("{}: {count} cards", pile.label),
        _ => format!("{}: {}", pile.label, pile.cards.join(", ")),
    };
    piles.map(text).collect()
}
