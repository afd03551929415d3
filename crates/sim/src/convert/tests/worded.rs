//! Lengths by measure, how often, and names with more behind them, as books word them.

use super::super::{Status, convert, line};
use super::guidelines;

fn becomes(name: &str, said: &[&str]) -> (String, Status) {
    let guidelines = guidelines();
    match guidelines.ability(name, said) {
        Ok(ability) => {
            let found = convert(&guidelines, &ability);
            (line(&found), found.status)
        }
        Err(problem) => (problem.to_string(), Status::NoGuideline),
    }
}

/// A length that depends on a measure stays undecided; a frequency of use does not count.
#[test]
fn by_measure() {
    for said in [
        "1 minute/lb. created",
        "1 minute/HD of target",
        "1 minute per page",
        "1 minute per HD of the creature",
        "1 minute per 10 gp",
        "up to 1 minute",
    ] {
        let (becomes, status) = becomes("", &[said, "spell"]);
        let wanted = "acts undecided, advanced, complex, consecutive, usually";
        assert_eq!((&*becomes, status), (wanted, Status::Undecided), "{said}");
    }
    for said in ["1 round/level", "1 round per caster level"] {
        assert_eq!(becomes("", &[said, "spell"]).1, Status::Undecided, "{said}");
    }
    assert_eq!(becomes("", &["1 month"]).1, Status::Undecided);
    let swift = "1 act, simple, no subtype";
    for said in [
        "swift action, once every 5 rounds",
        "once every 2d4 rounds as a swift action",
        "swift (recharge 1d4 rounds)",
        "3/rage, swift",
        "3/day as a swift action",
    ] {
        assert_eq!(becomes("", &[said, "su"]).0, swift, "{said}");
    }
    let two = "two actions: swift and immediate; convert each by itself";
    assert_eq!(becomes("", &["swift per immediate"]).0, two);
    assert_eq!(becomes("", &["in place of a melee attack, su"]).1, Status::Undecided);
}

/// A kind after a name is read, whatever follows it.
#[test]
fn kinds_within_names() {
    let supernatural = "2 acts, advanced, no subtype, consecutive";
    for name in ["Breath Weapon (Su) 60-ft. cone", "Wail (Su, 30 ft.)", "Bay (su)"] {
        assert_eq!(becomes(name, &["standard"]).0, supernatural, "{name}");
    }
    assert_eq!(becomes("Trip (Ex) with its bite", &[]).0, "1 act, simple, attack");
    assert_eq!(becomes("Shout (loud)", &["standard"]).0, "no guideline");
}

/// An ability that takes no action, or a feat, is not the action that shares its name.
#[test]
fn names_that_mean_something_else() {
    let run = "3 acts, advanced, move, consecutive";
    assert_eq!(becomes("Run", &["full-round"]).0, run);
    for said in ["no action", "passive", "full-round, feat", "feat, none"] {
        assert_ne!(becomes("Run", &[said]).0, run, "{said}");
    }
    assert_eq!(becomes("Mount", &["1 round"]).0, "3 acts, advanced, consecutive, usually");
    assert_eq!(becomes("Feather Fall", &["spell"]).0, "0 acts, reaction, no subtype");
    let listed = [
        ("Improved Feint", "move, combat feat", "1 act, simple, no subtype"),
        ("Feint (Improved Feint)", "standard", "1 act, simple, no subtype"),
        ("Identify a spell", "no action", "0 acts, free, no subtype"),
        ("Fight defensively", "attack", "0 acts, free, no subtype, at the start of the turn"),
        ("Trip", "standard, combat action", "1 act, simple, attack"),
        ("Delay", "no action", "no guideline"),
    ];
    for (name, said, wanted) in listed {
        assert_eq!(becomes(name, &[said]).0, wanted, "{name}");
    }
}

/// A full attack is no action here; a flurry goes with an attack.
#[test]
fn many_attacks() {
    let full = becomes("Full attack", &["full-round"]);
    assert_eq!(full, ("3 acts, advanced, consecutive".to_owned(), Status::Undecided));
    let (flurry, status) = becomes("Flurry of Blows (Ex)", &["full-round, attack"]);
    assert!(flurry.starts_with("1 act, simple, attack, with the turn's first"), "{flurry}");
    assert_eq!(status, Status::Converted);
}

/// Listed actions are recognized in the words of tables and sheets.
#[test]
fn other_words() {
    for (name, said, wanted) in [
        ("Stabilize a dying friend (see Heal skill)", "standard", "2 acts, advanced, complex"),
        ("Cast a spell (1 standard action casting time)", "standard", "2 acts, advanced, complex"),
        ("Ready (triggers a standard action)", "standard", "1 act, simple, no subtype"),
        ("Demoralize (Intimidate)", "standard", "1 act, simple, no subtype"),
        ("Charging", "full-round", "2 acts, advanced, move"),
        ("Grapple (maintain)", "standard", "2 acts, advanced, no subtype"),
        ("Pin an opponent", "standard", "2 acts, advanced, no subtype"),
        ("Load a heavy crossbow (Rapid Reload)", "move", "2 acts, advanced, complex"),
        ("Full attack (natural attacks)", "full-round", "3 acts, advanced, attack"),
        ("Stand from prone", "move", "1 act, simple, move"),
    ] {
        let found = becomes(name, &[said]).0;
        assert!(found.starts_with(wanted), "{name}: {found}");
    }
}

/// An action beside a reference to the text counts.
#[test]
fn or_see_text() {
    let guidelines = guidelines();
    let ability = guidelines.ability("Trap the Soul", &["1 standard action or see text", "spell"]);
    let found = convert(&guidelines, &ability.expect("it is understood"));
    assert_eq!(line(&found), "2 acts, advanced, complex, consecutive");
    assert!(found.remarks.iter().any(|one| one.rule.id == "rae.convert.uncovered"));
}

/// Takes equal results of two alternative actions; reports differences with both rules.
#[test]
fn one_action_or_another() {
    let guidelines = guidelines();
    let found = |said: &[&str]| {
        let ability = guidelines.ability("", said).expect("it is understood");
        let found = convert(&guidelines, &ability);
        let collisions: Vec<String> = found.collisions.iter().map(|one| one.sentence()).collect();
        (found.status, found.acts, collisions)
    };
    let (status, acts, collisions) =
        found(&["1 standard or 1 immediate action; see text", "spell"]);
    assert_eq!((status, acts), (Status::Undecided, None));
    assert_eq!(
        collisions,
        [
            "family: advanced by rae.adv.cast-standard.cost, but reaction by \
             rae.reaction.immediate; neither was taken",
            "acts: 2 by rae.adv.cast-standard.cost, but 0 by rae.reaction.immediate; neither was \
             taken",
        ]
    );
    for said in ["1 round or 1 standard action; see text", "1 round, or standard"] {
        let (_, acts, collisions) = found(&[said, "spell"]);
        let both = "acts: 3 by rae.adv.cast-1-round.cost, but 2 by rae.adv.cast-standard.cost; \
                    neither was taken";
        assert_eq!((acts, collisions.contains(&both.to_owned())), (None, true), "{collisions:?}");
    }
    // Hours have no price to differ in.
    let (status, acts, _) = found(&["1 round or 4 hours; see text", "spell"]);
    assert_eq!((status, acts), (Status::Undecided, None));
    // Either is one act.
    let (status, acts, collisions) = found(&["swift or move action"]);
    assert_eq!((status, acts, collisions.len()), (Status::Converted, Some(1), 0));
}

/// A length that is rolled leaves the acts open, and the question says why.
#[test]
fn lengths_that_are_rolled() {
    let guidelines = guidelines();
    for (name, said) in [("", "2d4 rounds"), ("", "1 to 4 hours"), ("Open a lock", "1d4 rounds")] {
        let ability = guidelines.ability(name, &[said]).expect("it is understood");
        let found = convert(&guidelines, &ability);
        assert_eq!(found.status, Status::Undecided, "{name} {said}");
        let why = |one: &&super::super::Remark<'_>| one.text.contains("rolled");
        let asked = found.questions.iter().find(why).map(|one| one.rule.id.as_str());
        assert_eq!(asked, Some("rae.convert.full-round-3"), "{name} {said}");
    }
    for said in ["1d4", "1d4 swift", "1 to 4", "1-2 swift actions"] {
        assert!(guidelines.ability("", &[said]).is_err(), "{said}");
    }
}

/// A qualifier of a name adds the facts it states to the ability.
#[test]
fn qualifiers_tell() {
    let feat = becomes("Feat: Run", &["full-round"]).0;
    assert_eq!(feat, "3 acts, advanced, consecutive, usually");
    assert_eq!(becomes("Run (feat)", &["full-round"]).0, feat);
    assert_eq!(
        becomes("Mount (Sp)", &["standard"]).0,
        "2 acts, advanced, complex, consecutive, usually"
    );
    assert_eq!(becomes("Attack: Trip", &[]).0, "1 act, simple, attack");
    // Neither a second name nor a duration tells anything.
    assert_eq!(becomes("Grapple: Sunder", &["standard"]).0, "no guideline");
    assert_eq!(becomes("Trance (1 minute)", &["swift"]).0, "1 act, simple, no subtype");
    let none = "no action is given, and the name is not listed";
    assert_eq!(becomes("Trance (1 minute)", &[]).0, none);
}

/// An ability used by an attack costs what the attack costs, whatever sort it is.
#[test]
fn by_an_attack() {
    let attack = "1 act, simple, attack, usually".to_owned();
    for kind in ["su", "sp", "spell", "ex", "item"] {
        let said = ["attack activation", kind];
        assert_eq!(becomes("Ghost Touch", &said), (attack.clone(), Status::Converted), "{kind}");
    }
    // An attack roll alone does not make it so.
    assert_eq!(becomes("Fire Jet", &["standard", "su", "ranged"]).1, Status::Undecided);
}

/// Spell-like abilities with attack rolls are put to the game master, as supernatural ones are.
#[test]
fn attacks_like_spells() {
    let guidelines = guidelines();
    for (kind, rule) in [("sp", "rae.convert.sp-complex"), ("su", "rae.convert.su-subtypes")] {
        let ability = guidelines.ability("", &["standard", kind, "ranged touch"]);
        let found = convert(&guidelines, &ability.expect("it is understood"));
        let asked: Vec<&str> = found.questions.iter().map(|one| one.rule.id.as_str()).collect();
        assert_eq!((found.status, asked), (Status::Undecided, vec![rule]), "{kind}");
    }
    assert_eq!(becomes("", &["standard", "sp"]).1, Status::Converted);
    assert_eq!(becomes("", &["swift", "sp", "attack"]).1, Status::Converted);
}

/// Minutes and longer have no price in acts; the report says so.
#[test]
fn minutes_have_no_price() {
    for said in ["1 minute", "10 minutes", "1 hour", "half an hour", "1 day", "1 week", "1 month"] {
        for kind in ["ex", "su", "sp", "spell"] {
            let (text, status) = becomes("", &[said, kind]);
            assert!(text.starts_with("acts undecided, advanced"), "{said} {kind}: {text}");
            assert_eq!(status, Status::Undecided, "{said} {kind}");
        }
    }
    assert!(becomes("", &["9 rounds", "ex"]).0.starts_with("27 acts"));
}
