use super::*;

fn read(text: &str, names: &[&str]) -> Option<Multiattack> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    multiattack(text, &names, None)
}

/// Asserts the number of attacks and uses of powers.
#[track_caller]
fn check(text: &str, names: &[&str], count: i32, uses: i32) {
    let found = read(text, names).expect(text);
    assert_eq!((found.count, found.uses), (count, uses), "{text}: {found:?}");
}

#[test]
fn numbers_come_from_words() {
    check("The ogre makes two Club attacks.", &["Club"], 2, 0);
    let three = "It makes three attacks: one with its bite and two with its claws.";
    check(three, &["Bite", "Claw"], 3, 0);
    let parts = read(three, &["Bite", "Claw"]).expect(three).parts;
    assert_eq!(parts, [("Bite".to_owned(), 1), ("Claw".to_owned(), 2)]);
    check("The drake makes one Bite attack and two Claw attacks.", &["Bite", "Claw"], 3, 0);
    check("It makes two Gore attacks and uses Bite.", &["Gore", "Bite"], 2, 1);
    check("It can use its Roar. It then makes three attacks: two with its claws.", &["Roar"], 3, 1);
    check("The brute makes two Axe or Bow attacks.", &["Axe", "Bow"], 2, 0);
    check("Two clubs.", &["Club"], 2, 0);
    check("The brute attacks twice with its maul.", &["Maul"], 2, 0);
    check("It makes two melee attacks, only one of which can be a bite attack.", &["Bite"], 2, 0);
}

/// Names to choose from share one number.
#[test]
fn choices_share_a_number() {
    let names = ["Axe", "Bow", "Hook"];
    for (text, count) in [
        ("The guard makes two attacks, using Axe or Bow in any combination.", 2),
        ("The guard makes two attacks, using Axe and Bow in any combination.", 2),
        ("The guard makes three attacks, using Axe, Bow, or Hook in any combination.", 3),
        ("The guard makes one Hook attack and three other attacks, using Axe or Bow.", 4),
        ("The guard makes three attacks, either with its axe or its bow.", 3),
        ("The guard two attacks, using Axe or Bow in any combination.", 2),
    ] {
        check(text, &names, count, 0);
        let found = read(text, &names).expect(text);
        let open = |name: &str| found.parts.contains(&(name.to_owned(), 0));
        assert!(open("Axe") && open("Bow") && found.along.is_empty(), "{text}: {found:?}");
    }
    let powers = ["Claw", "Fling", "Gulp", "Shock"];
    check("It makes two Claw attacks and uses Fling, Shock, or Gulp.", &powers, 2, 1);
    check("It makes two Claw attacks and uses either Fling or Shock.", &powers, 2, 1);
    check("It makes one Claw attack and uses Fling twice.", &powers, 1, 2);
}

/// The alternative with the most attacks counts.
#[test]
fn alternatives_are_not_added() {
    let names = ["Axe", "Bow", "Hook", "Flash"];
    for (text, count) in [
        ("It makes two axe attacks or two bow attacks.", 2),
        ("It makes one Axe attack and one Hook attack, or it makes two Bow attacks.", 2),
        ("It makes two Axe attacks and one Hook attack, or it makes three Bow attacks.", 3),
        ("It makes three Axe attacks or uses Flash twice.", 3),
        (
            "It makes either three melee attacks--one with its axe and two with its hook--or two \
          ranged attacks with its bow.",
            3,
        ),
        (
            "It makes three attacks: one with its axe and two with its hook. Or it makes two \
          ranged attacks with its bow.",
            3,
        ),
        (
            "In bear form, it makes two hook attacks. In humanoid form, it makes two axe attacks. \
          In hybrid form, it can attack like a bear or a humanoid.",
            2,
        ),
        ("It makes two Axe attacks, or it makes three Axe attacks if it used Flash.", 2),
    ] {
        check(text, &names, count, 0);
    }
    // Both alternatives keep their own numbers.
    let text = "It makes two Axe attacks and one Hook attack, or it makes three Bow attacks.";
    let parts = read(text, &names).expect(text).parts;
    assert_eq!(parts, [("Axe", 2), ("Hook", 1), ("Bow", 3)].map(|(it, n)| (it.to_owned(), n)));
}

#[test]
fn further_sentences_add_attacks() {
    let names = ["Axe", "Hook", "Gaze"];
    let more = "It makes two axe attacks. If it has a hook drawn, it can also make a hook attack.";
    check(more, &names, 3, 0);
    check("It makes two Axe attacks. It can't make both attacks on one target.", &names, 2, 0);
    let replaced = "It makes two Axe attacks. It can replace one attack with a use of Gaze.";
    assert_eq!(read(replaced, &names).expect(replaced).instead, ["Gaze"]);
    let replaced = "It makes two axe attacks. It can use its Gaze in place of one axe attack.";
    check(replaced, &names, 2, 0);
    assert_eq!(read(replaced, &names).expect(replaced).instead, ["Gaze"]);
    let replaced = "It makes three axe attacks, each of which it can replace with one use of Gaze.";
    check(replaced, &names, 3, 0);
}

#[test]
fn heads_are_counted() {
    let names = ["Bite".to_owned()];
    let text = "The hydra makes as many Bite attacks as it has heads.";
    assert_eq!(heads("The hydra has five heads. It can lose them."), Some(5));
    assert_eq!(multiattack(text, &names, Some(5)).map(|it| it.count), Some(5));
    assert_eq!(multiattack(text, &names, None), None);
}

#[test]
fn no_number_is_no_guess() {
    for text in [
        "It does its best.",
        "The spirit makes a number of Rend attacks equal to half the spell's level, and it uses \
         Breath.",
        "The fungus makes 1d4 Rend attacks.",
        "The dragon makes {count}  attacks and uses .",
    ] {
        assert_eq!(read(text, &["Rend", "Breath"]), None, "{text}");
    }
}
