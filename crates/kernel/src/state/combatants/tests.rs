use super::*;
use crate::ids::AttributeId;

fn three() -> Combatants {
    (0..3).map(|_| Combatant::default()).collect()
}

const ANA: CombatantId = CombatantId(0);
const BEA: CombatantId = CombatantId(2);

/// Collects the changes since a cursor; `None` if they are no longer known.
fn since(people: &Combatants, point: JournalCursor) -> Option<Vec<(CombatantId, FieldMask)>> {
    people.changes_since(point).map(Iterator::collect)
}

#[test]
fn what_was_changed_since_a_point_is_known() {
    let mut people = three();
    let point = people.now();
    people.modify(BEA, change_journal::PURSE);
    people.modify(BEA, change_journal::SLOT_USES);
    people.modify(ANA, change_journal::SQUARE);
    people.modify(BEA, change_journal::attribute(AttributeId(3)));
    people.modify(ANA, change_journal::UNTRACKED).rank = 1;
    let parts = change_journal::PURSE | change_journal::SLOT_USES | 1 << 3;
    let first = [(BEA, parts), (ANA, change_journal::SQUARE)];
    assert_eq!(since(&people, point), Some(first.to_vec()));
    people.next_command();
    let later = people.now();
    people.modify(ANA, change_journal::PURSE);
    assert_eq!(
        since(&people, later),
        Some(vec![(ANA, change_journal::PURSE)]),
        "what was known stays so"
    );
    assert_eq!(since(&people, point).map(|all| all.len()), Some(3));
    for _ in 0..15 {
        people.modify(BEA, change_journal::PURSE);
        people.next_command();
        people.modify(ANA, change_journal::PURSE);
    }
    assert_eq!(since(&people, later).map(|all| all.len()), Some(31));
    assert_eq!(since(&people, point), None, "too long ago to tell");
}

#[test]
fn what_is_written_over_within_a_command_is_written_again() {
    let mut people: Combatants = (0..40).map(|_| Combatant::default()).collect();
    let note = |people: &mut Combatants, who: u8, parts: FieldMask| {
        _ = people.modify(CombatantId(who), parts)
    };
    (0..40).for_each(|who| note(&mut people, who, change_journal::PURSE));
    people.next_command();
    let point = people.now();
    people.modify(BEA, change_journal::PURSE);
    // The journal has no room for so many entries, so the first one is gone.
    (3..40).for_each(|who| note(&mut people, who, change_journal::SLOT_USES));
    let later = people.now();
    people.modify(BEA, change_journal::SQUARE);
    assert_eq!(since(&people, later), Some(vec![(BEA, change_journal::SQUARE)]));
    assert_eq!(since(&people, point), None);
}

#[test]
fn those_who_have_used_something_up_are_known() {
    let mut people = three();
    people.mark_slots_full(ANA);
    people.mark_slots_full(BEA);
    assert_eq!(
        people.with_used_slots() & people.everybody(),
        0b010,
        "nothing is known of the third"
    );
    people.modify(BEA, change_journal::PURSE);
    assert_eq!(people.with_used_slots() & people.everybody(), 0b010);
    people.modify(BEA, change_journal::SLOT_USES);
    assert_eq!(people.with_used_slots() & people.everybody(), 0b110);
    people.mark_slots_full(BEA);
    people.get_mut(BEA).odd = true;
    assert_eq!(people.with_used_slots() & people.everybody(), 0b110, "it may be anything");
}

#[test]
fn conditions_are_noted_where_they_differ() {
    let mut people = three();
    let point = people.now();
    people.set_conditions(ANA, 0);
    people.set_conditions(BEA, 1 << 40);
    let parts = change_journal::conditions(1 << 40);
    assert_eq!(since(&people, point), Some(vec![(BEA, parts)]));
    assert_eq!(parts, change_journal::conditions(1 << 8), "several a bit");
}

#[test]
fn hope_is_asked_anew_only_of_those_who_have_changed() {
    let mut people = three();
    let asked = std::cell::Cell::new(0);
    let hopeless = |people: &mut Combatants, whom: CombatantSet| {
        asked.set(0);
        let found = people.cannot_respond(whom, |who, one| {
            asked.set(asked.get() | bit(who));
            one.conditions != 0
        });
        (found, asked.get())
    };
    assert_eq!(hopeless(&mut people, 0b011), (0b011, 0b011));
    assert_eq!(hopeless(&mut people, 0b111), (0b111, 0b100), "the others are known");
    people.modify(ANA, change_journal::SQUARE);
    people.modify(ANA, change_journal::attribute(AttributeId(3)));
    assert_eq!(hopeless(&mut people, 0b111), (0b111, 0), "nothing to do with answers");
    people.add_conditions(BEA, 1);
    people.modify(ANA, change_journal::PURSE);
    assert_eq!(hopeless(&mut people, 0b110), (0b010, 0b100));
    assert_eq!(hopeless(&mut people, 0b101), (0b001, 0b001), "not asked before");
    people.modify(BEA, change_journal::SLOT_USES);
    assert_eq!(hopeless(&mut people, 0b111), (0b011, 0b100));
}

#[test]
fn what_became_of_a_copy_says_nothing_about_the_other() {
    let mut people = three();
    let point = people.now();
    let mut copy = people.clone();
    assert_eq!(copy, people, "histories do not count");
    assert_eq!(since(&copy, point), None);
    copy.copy_from(&people);
    assert_eq!(since(&copy, point), None);
    people.get_mut(ANA).odd = true;
    assert_ne!(copy, people);
    let news = since(&people, point).unwrap_or_default();
    assert!(matches!(news[..], [(ANA, parts)] if parts & change_journal::SQUARE != 0));
    assert_eq!(people[0].changed_fields(&copy[0]), change_journal::SQUARE);
    assert_eq!(people[1].changed_fields(&copy[1]), 0);
}

#[test]
fn sides_are_sets() {
    let mut people = three();
    people.set_side(BEA, SideId(3));
    assert_eq!(people.on_side(SideId(3)), bit(BEA));
    assert_eq!(people.on_side(SideId(0)), 0b011);
    assert_eq!(people.on_sides(0b1001), people.everybody());
    assert_eq!(people.on_sides(0b0110), 0);
    assert_eq!(people.sides_among(0b111), 0b1001);
    assert_eq!(people.sides_among(bit(ANA)), 1);
    people.set_side(BEA, SideId(0));
    assert_eq!(people, three());
}
