use super::*;

fn three() -> People {
    (0..3).map(|_| Combatant::default()).collect()
}

const ANA: CombatantId = CombatantId(0);
const BEA: CombatantId = CombatantId(2);

#[test]
fn whoever_was_changed_since_a_point_is_known() {
    let mut people = three();
    people.edit(BEA).odd = true;
    let point = people.now();
    assert_eq!(people.changed_since(point), bit(BEA), "the command going on counts");
    people.next_command();
    people.edit(ANA).rank = 1;
    assert_eq!(people.changed_since(point), bit(ANA) | bit(BEA));
    let point = people.now();
    for _ in 0..COMMANDS {
        people.next_command();
    }
    assert_eq!(people.changed_since(point), bit(ANA), "what was done eight commands ago");
    people.next_command();
    assert_eq!(people.changed_since(point), Mask::MAX, "too long ago to tell");
}

#[test]
fn what_became_of_a_copy_says_nothing_about_the_other() {
    let mut people = three();
    let point = people.now();
    let mut copy = people.clone();
    assert_eq!(copy, people, "histories do not count");
    assert_eq!(copy.changed_since(point), Mask::MAX);
    copy.copy_from(&people);
    assert_eq!(copy.changed_since(point), Mask::MAX);
    people.edit(ANA).odd = true;
    assert_ne!(copy, people);
    assert_eq!(people.changed_since(point), bit(ANA));
}

#[test]
fn sides_are_sets() {
    let mut people = three();
    people.join(BEA, SideId(3));
    assert_eq!(people.on_side(SideId(3)), bit(BEA));
    assert_eq!(people.on_side(SideId(0)), 0b011);
    assert_eq!(people.on_sides(0b1001), people.everybody());
    assert_eq!(people.on_sides(0b0110), 0);
    assert_eq!(people.sides_among(0b111), 0b1001);
    assert_eq!(people.sides_among(bit(ANA)), 1);
    people.join(BEA, SideId(0));
    assert_eq!(people, three());
}
