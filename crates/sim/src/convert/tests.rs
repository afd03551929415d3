//! The converter of the Revised Action Economy against its chapter.

mod actors;
mod derived;
mod in_play;
mod listed;
mod lists;
mod mistakes;
mod powers;
mod published;
mod shapes;
mod tables;
mod worded;

use rules::{Parsed, Source};

use super::{Conversion, Guidelines, Resolved, Status, convert, line};

fn ruleset() -> Parsed {
    let source = Source::embedded("pathfinder-rae").expect("it comes with the program");
    source.parse().expect("it loads")
}

fn guidelines() -> Guidelines {
    let files = Guidelines::embedded("pathfinder-rae");
    Guidelines::read(&files, &ruleset()).map_err(|(report, _)| report).expect("they load")
}

fn of<'g>(guidelines: &'g Guidelines, said: &str) -> Conversion<'g> {
    convert(guidelines, &guidelines.ability("", &[said]).expect("it is understood"))
}

/// Each guideline of the chapter, and how it meets the others.
#[test]
fn by_guidelines() {
    const TABLE: &[(&str, &str)] = &[
        ("free", "0 acts, free, no subtype, usually"),
        ("free tied", "0 acts, free, no subtype, with the action it goes with, usually"),
        ("swift", "1 act, simple, no subtype"),
        ("swift supernatural", "1 act, simple, no subtype"),
        ("swift spell", "1 act, simple, no subtype"),
        ("swift spell-like", "1 act, simple, no subtype"),
        ("immediate", "0 acts, reaction, no subtype"),
        ("immediate action (spell)", "0 acts, reaction, no subtype"),
        ("attack of opportunity", "0 acts, reaction, no subtype"),
        ("move", "1 act, simple"),
        ("move action, movement", "1 act, simple, move, usually"),
        ("standard attack", "1 act, simple, attack, usually"),
        ("attack action", "1 act, simple, attack, usually"),
        ("standard maneuver", "1 act, simple, attack, usually"),
        (
            "standard maneuver irreplaceable",
            "2 acts or more, advanced, attack, consecutive, usually",
        ),
        ("standard intricate attack", "2 acts or more, advanced, attack, consecutive, usually"),
        ("standard supernatural", "2 acts, advanced, no subtype, consecutive"),
        ("supernatural", "2 acts, advanced, no subtype, consecutive"),
        ("standard su attack", "2 acts, advanced, attack, consecutive, usually"),
        ("standard su movement", "2 acts, advanced, move, consecutive, usually"),
        ("standard su attack movement", "2 acts, advanced, attack and move, consecutive, usually"),
        ("standard (Sp)", "2 acts, advanced, complex, consecutive, usually"),
        ("spell-like", "2 acts, advanced, complex, consecutive, usually"),
        ("standard sp attack", "2 acts, advanced, complex, consecutive, usually"),
        ("1 standard action, spell", "2 acts, advanced, complex, consecutive"),
        ("spell", "2 acts, advanced, complex, consecutive"),
        ("full-round", "3 acts, advanced, consecutive, usually"),
        ("1 full-round action", "3 acts, advanced, consecutive, usually"),
        ("full attack", "3 acts, advanced, attack, consecutive, usually"),
        ("full-round su", "3 acts, advanced, no subtype, consecutive, usually"),
        ("full-round sp", "3 acts, advanced, complex, consecutive, usually"),
        ("1 round spell", "3 acts, advanced, complex, over two turns that follow each other"),
        ("3 rounds", "9 acts, advanced, consecutive, usually"),
        ("3 rounds, spell", "9 acts, advanced, complex, consecutive, usually"),
        ("1 minute, spell", "acts undecided, advanced, complex, consecutive, usually"),
        ("1 day, spell", "acts undecided, advanced, complex, consecutive, usually"),
        ("1 round, scroll", "3 acts, advanced, complex, consecutive, usually"),
        ("1 round, spell, wand", "3 acts, advanced, consecutive, usually"),
        ("standard, spell, wand", "2 acts, advanced, no subtype, consecutive"),
        ("standard, spell, scroll", "2 acts, advanced, complex, consecutive"),
        ("see text, spell", "undecided"),
        ("at least 10 minutes", "acts undecided, advanced, consecutive, usually"),
        (
            "part of casting a spell, su",
            "0 acts, free, no subtype, with the action it goes with, usually",
        ),
        (
            "part of a melee attack",
            "0 acts, free, no subtype, with the action it goes with, usually",
        ),
        (
            "part of an attack of opportunity",
            "0 acts, free, no subtype, with the action it goes with, usually",
        ),
        ("10 minutes", "acts undecided, advanced, consecutive, usually"),
        ("standard potion", "2 acts, advanced, complex, consecutive"),
        ("standard command word", "2 acts, advanced, no subtype, consecutive"),
        ("wand", "2 acts, advanced, no subtype, consecutive"),
        ("scroll", "2 acts, advanced, complex, consecutive"),
        ("standard", "no guideline"),
        ("standard ex", "no guideline"),
        ("standard item", "no guideline"),
        ("no action", "no guideline"),
    ];
    let guidelines = guidelines();
    let found: Vec<(&str, String)> =
        TABLE.iter().map(|(said, _)| (*said, line(&of(&guidelines, said)))).collect();
    let wanted: Vec<(&str, String)> =
        TABLE.iter().map(|(said, becomes)| (*said, (*becomes).to_owned())).collect();
    assert_eq!(found, wanted);
}

/// Every guideline and every entry listed by facts is met by some description.
#[test]
fn every_rule_is_met() {
    const SAID: &[&str] = &[
        "free",
        "free tied",
        "swift",
        "swift spell",
        "immediate",
        "aoo",
        "move movement",
        "standard attack",
        "standard maneuver",
        "standard maneuver irreplaceable",
        "standard su",
        "standard su attack movement",
        "standard sp",
        "full-round",
        "full attack",
        "1 round spell",
        "3 rounds spell",
        "standard oil",
        "wand",
        "scroll",
        "command word",
        "free extra action",
        "free extra attacks of opportunity",
        "standard spell",
        "see text, spell",
    ];
    let guidelines = guidelines();
    let met: Vec<String> = SAID
        .iter()
        .flat_map(|said| of(&guidelines, said).rules)
        .map(|rule| rule.id.clone())
        .collect();
    for entry in guidelines.entries().iter().filter(|entry| entry.names.is_empty()) {
        let id = &guidelines.rule(entry.rule).id;
        assert!(met.contains(id), "nothing meets {id}");
    }
}

/// Every rule of the converter's section that is a converter is cited by an entry.
#[test]
fn converter_rows_are_said() {
    let (guidelines, parsed) = (guidelines(), ruleset());
    let rules = parsed.rules.iter().map(|located| &located.rule);
    for rule in rules.filter(|rule| &**rule.kind == "converter") {
        let said = guidelines.entries().iter().any(|entry| {
            let cited = std::iter::once(&entry.rule).chain(&entry.also);
            cited.into_iter().any(|at| guidelines.rule(*at).id == **rule.id)
        });
        assert!(said, "{} is in no entry", &*rule.id);
    }
}

#[test]
fn collisions_are_named() {
    let guidelines = guidelines();
    let hard = of(&guidelines, "standard maneuver irreplaceable");
    let named: Vec<String> = hard.collisions.iter().map(|one| one.sentence()).collect();
    assert_eq!(
        named,
        [
            "family: advanced by rae.convert.hard-maneuver, but simple by \
             rae.convert.standard-attack-to-simple; the first is the exception and was taken",
            "acts: 2 by rae.convert.hard-maneuver, but 1 by \
             rae.convert.standard-attack-to-simple; the first is the exception and was taken",
        ]
    );
    assert_eq!(hard.status, Status::Undecided);
    let ray = of(&guidelines, "standard spell attack");
    let fields: Vec<_> = ray.collisions.iter().map(|one| (one.field, one.resolved)).collect();
    let listed = Resolved::Listed;
    assert_eq!(fields, [("family", listed), ("acts", listed), ("subtypes", listed)]);
    assert_eq!(ray.status, Status::Converted);
    assert!(of(&guidelines, "move").collisions.is_empty());
}

#[test]
fn open_questions_leave_it_undecided() {
    let guidelines = guidelines();
    let breath = of(&guidelines, "standard su attack");
    assert_eq!((breath.status, breath.acts), (Status::Undecided, Some(2)));
    assert_eq!(breath.questions.len(), 1);
    assert_eq!(breath.questions[0].rule.id, "rae.convert.su-subtypes");
    let haste = of(&guidelines, "swift extra action");
    assert_eq!((haste.status, haste.acts), (Status::Undecided, Some(1)));
    assert_eq!(of(&guidelines, "2 rounds").status, Status::Undecided);
    let swift = of(&guidelines, "swift");
    assert_eq!((swift.status, swift.remarks.len()), (Status::Converted, 1));
}

/// A frequency or a note on provoking beside the action changes nothing.
#[test]
fn beside_the_action() {
    let guidelines = guidelines();
    for (said, becomes) in [
        ("immediate action, 1/round", "0 acts, reaction, no subtype"),
        ("3/day as a swift action", "1 act, simple, no subtype"),
        (
            "standard action (Su), usable every 1d4 rounds",
            "2 acts, advanced, no subtype, consecutive",
        ),
        ("move action that provokes attacks of opportunity", "1 act, simple"),
        ("swift action that doesn’t provoke", "1 act, simple, no subtype"),
        ("swift action, combat feat", "1 act, simple, no subtype"),
        ("1 rd., spell", "3 acts, advanced, complex, over two turns that follow each other"),
    ] {
        assert_eq!(line(&of(&guidelines, said)), becomes, "{said}");
    }
    let often = of(&guidelines, "10 minutes or longer");
    assert_eq!((often.status, often.questions.len()), (Status::Undecided, 2));
    let text = of(&guidelines, "see text, su");
    assert_eq!((text.status, text.acts, text.subtypes.is_none()), (Status::Undecided, None, true));
}

#[test]
fn what_means_nothing_is_refused() {
    let guidelines = guidelines();
    let problem = |said| {
        let ability = guidelines.ability("", &[said]);
        ability.map(|_| ()).map_err(|problem| problem.to_string())
    };
    assert_eq!(problem("standrad"), Err("`standrad` means nothing here".to_owned()));
    assert_eq!(problem("swift, slowly"), Err("`slowly` means nothing here".to_owned()));
    let two = |two: &str| Err(format!("two {two}; convert each by itself"));
    assert_eq!(problem("swift standard"), two("actions: swift and standard"));
    assert_eq!(problem("standard su sp"), two("kinds: supernatural and spell-like"));
    for number in ["2 standard", "0 rounds", "99999999999 rounds", "2 3 rounds"] {
        assert!(problem(number).is_err(), "{number}");
    }
    let none = "no action is given, and the name is not listed";
    assert_eq!(problem(""), Err(none.to_owned()));
    assert_eq!(problem("movement"), Err(none.to_owned()));
}
