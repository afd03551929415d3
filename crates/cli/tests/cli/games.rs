//! Saved and recorded games: continued, run again, damaged.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Outcome, fixtures, scratch, turnwright};

fn on(word: &str, file: &Path, input: &str) -> Outcome {
    turnwright([word.as_ref(), file.as_os_str()], input)
}

/// Saves a duel with an undone branch, and returns the file.
fn saved(test: &str) -> PathBuf {
    let file = scratch(test).join("duel.game");
    let lines = format!("Ana: walk 2\nundo\nAna: walk 1\nsave {}\n", file.display());
    assert_eq!(on("play", Path::new("duel.toml"), &lines).code, 0);
    file
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let file = saved("saved");
    let Outcome { code, out, .. } = on("play", &file, "branches\nundo\nredo\nlog\n");
    assert_eq!(
        out.lines().skip(1).collect::<Vec<_>>(),
        [
            "> branches",
            "  to point 1, 1 command  (here)",
            "  to point 2, 1 command",
            "> undo",
            "  undone: 1 command",
            "> redo",
            "  redone: 1 command",
            "> log",
            "     1 Ana: walk 1",
            "         Ana: Walk (1)",
            "         Ana spends 1M on walk, 2A+1R left",
        ]
    );
    assert_eq!(code, 0);
}

#[test]
fn a_saved_game_carries_its_ruleset() {
    let file = saved("carried");
    let text = fs::read_to_string(&file).expect("it is there");
    assert!(text.contains("| says = \"Walking costs a move"), "{text}");
    // It still runs where its ruleset cannot be found.
    assert_eq!(on("run", &file, "").code, 0);
}

#[test]
fn every_command_can_be_kept() {
    let file = scratch("kept").join("duel.game");
    let save: [&OsStr; 4] =
        ["play".as_ref(), "duel.toml".as_ref(), "--save".as_ref(), file.as_ref()];
    assert_eq!(turnwright(save, "Ana: walk 1\n").code, 0);
    let Outcome { out, .. } = on("play", &file, "log\n");
    assert!(out.contains("1 Ana: walk 1"), "{out}");
}

#[test]
fn a_changed_game_is_refused() {
    let file = saved("changed");
    let text = fs::read_to_string(&file).expect("it is there");
    fs::write(&file, text.replace("Ana: walk 1", "Ana: walk 6")).expect("it can be written");
    let Outcome { code, out, .. } = on("run", &file, "");
    assert!(out.contains("error[E081 log-edited]"), "{out}");
    assert_eq!(code, 1);
}

#[test]
fn of_a_game_cut_off_what_is_good_can_be_saved() {
    let file = saved("cut");
    let text = fs::read_to_string(&file).expect("it is there");
    let end = text.find("\nend ").expect("it has an end");
    fs::write(&file, &text[..end - 10]).expect("it can be written");
    let Outcome { code, err, .. } = on("play", &file, "");
    assert!(err.starts_with("error[E080 log-truncated]"), "{err}");
    assert_eq!(code, 2);
    let salvage: [&OsStr; 3] = ["play".as_ref(), file.as_ref(), "--salvage".as_ref()];
    let Outcome { code, out, err } = turnwright(salvage, "log\n");
    assert!(err.starts_with("error[E080 log-truncated]"), "{err}");
    assert!(out.contains("1 Ana: walk 1"), "{out}");
    assert_eq!(code, 0);
}

#[test]
fn a_game_can_be_recorded_from_commands_and_at_random() {
    let folder = scratch("recorded");
    let commands = folder.join("commands.txt");
    let game = folder.join("duel.game");
    let record = |more: &[&OsStr]| {
        let first: [&OsStr; 4] =
            ["record".as_ref(), "duel.toml".as_ref(), "--out".as_ref(), game.as_ref()];
        turnwright(first.iter().chain(more), "")
    };
    fs::write(&commands, "Ana: strike Ogre\npass\n2\nAna: strike Ogre\npass\nend\n")
        .expect("it can be written");
    let Outcome { code, err, .. } = record(&["--commands".as_ref(), commands.as_ref()]);
    assert_eq!((code, err.as_str()), (0, ""));
    let text = fs::read_to_string(&game).expect("it is there");
    assert!(text.contains(" roll 2\n") && text.contains(" rolled "), "{text}");
    fs::write(&commands, "Ana: walk 1\nAna: fly\n").expect("it can be written");
    let Outcome { code, err, .. } = record(&["--commands".as_ref(), commands.as_ref()]);
    assert_eq!(err, "error: line 2, `Ana: fly`: Not understood: There's no action called `fly`.\n");
    assert_eq!(code, 2);
    assert_eq!(record(&["--decisions".as_ref(), "20".as_ref(), "--carry".as_ref()]).code, 0);
    assert_eq!(on("run", &game, "").code, 0);
}

#[test]
fn a_recorded_game_takes_along_a_ruleset_that_would_not_be_found_again() {
    let folder = scratch("recorded-elsewhere");
    fs::create_dir_all(folder.join("orders/rules")).expect("it can be made");
    for file in ["ruleset.toml", "rules/all.toml"] {
        let from = fixtures().join("slips/orders").join(file);
        fs::copy(from, folder.join("orders").join(file)).expect("it can be copied");
    }
    let record = |ruleset: &str, side: &str| {
        let (fight, game) = (folder.join("fight.toml"), folder.join("fight.game"));
        let who = format!("[[combatant]]\nname = \"Ana\"\nside = \"{side}\"\n");
        let text = format!("ruleset = \"{ruleset}\"\n{who}");
        fs::write(&fight, text).expect("it can be written");
        let record: [&OsStr; 4] =
            ["record".as_ref(), fight.as_ref(), "--out".as_ref(), game.as_ref()];
        let Outcome { code, err, .. } = turnwright(record, "");
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(on("run", &game, "").code, 0);
        fs::read_to_string(&game).expect("it is there").contains("| says = ")
    };
    assert!(record("orders", "reds"), "nothing else leads to it");
    assert!(!record("collective", "pcs"), "it comes with the program");
}

#[test]
fn those_who_rather_attack_do_not_stand_around() {
    let game = scratch("in-earnest").join("duel.game");
    fs::create_dir_all(game.parent().expect("it has one")).expect("it can be made");
    let attacks = |rather: &str| {
        let mut record: Vec<&OsStr> =
            ["record", "pathfinder-rae/duel", "--decisions", "60", "--out"]
                .map(OsStr::new)
                .to_vec();
        record.extend([game.as_os_str(), "--rather".as_ref(), rather.as_ref()]);
        let Outcome { code, err, .. } = turnwright(record, "");
        assert_eq!((code, err.as_str()), (0, ""));
        let text = fs::read_to_string(&game).expect("it is there");
        let said =
            text.lines().filter(|line| line.contains(": attack") || line.contains(": charge"));
        said.count()
    };
    let (rarely, often) = (attacks("crawl"), attacks("attack,charge"));
    assert!(often > 10 && often > 2 * rarely, "{rarely} and {often}");

    let wrong: [&OsStr; 6] =
        ["record", "duel", "--rather", "atack", "--out", "nowhere"].map(OsStr::new);
    let Outcome { code, err, .. } = turnwright(wrong, "");
    assert!(err.contains("no activity called `atack`; did you mean `attack`?"), "{err}");
    assert_eq!(code, 2);
    let nothing: [&OsStr; 6] =
        ["record", "duel", "--rather", "", "--out", "nowhere"].map(OsStr::new);
    assert_eq!(turnwright(nothing, "").code, 2);
}

/// Copies the first ruleset and records a game in it. Returns the folder and the game.
fn with_a_game(test: &str) -> (PathBuf, PathBuf) {
    let folder = scratch(test);
    let first = fixtures().join("../../../../examples/first-ruleset");
    for part in ["rules", "examples", "games"] {
        fs::create_dir_all(folder.join(part)).expect("it can be made");
    }
    for file in [
        "ruleset.toml",
        "rules/deeds.toml",
        "rules/time.toml",
        "rules/tokens.toml",
        "examples/duel.toml",
    ] {
        fs::copy(first.join(file), folder.join(file)).expect("it can be copied");
    }
    let (example, game) = (folder.join("examples/duel.toml"), folder.join("games/duel.game"));
    let record: [&OsStr; 4] =
        ["record".as_ref(), example.as_ref(), "--out".as_ref(), game.as_ref()];
    assert_eq!(turnwright(record, "").code, 0);
    (folder, game)
}

#[test]
fn a_recorded_game_is_played_again_under_changed_rules() {
    let (folder, game) = with_a_game("again");
    let again: [&OsStr; 3] = ["record".as_ref(), game.as_ref(), "--again".as_ref()];
    let before = fs::read_to_string(&game).expect("it is there");
    assert_eq!(turnwright(again, "").code, 0);
    assert_eq!(fs::read_to_string(&game).expect("it is there"), before);

    // One changed word of a rule is enough to refuse the game, although its commands stay legal.
    let rules = folder.join("rules/deeds.toml");
    let text = fs::read_to_string(&rules).expect("it is there");
    fs::write(&rules, text.replace("says = \"", "says = \"Now: ")).expect("it can be written");
    let Outcome { code, out, .. } = on("run", &game, "");
    assert!(out.contains("error[E082 ruleset-changed]"), "{out}");
    assert_eq!(code, 1);
    assert_eq!(turnwright(again, "").code, 0);
    assert_eq!(on("run", &game, "").code, 0);

    // A missing activity is named, and the game stays as it was.
    let kept = fs::read_to_string(&game).expect("it is there");
    fs::write(&rules, text.replace("id = \"strike\"", "id = \"hit\"")).expect("it can be written");
    let Outcome { code, err, .. } = turnwright(again, "");
    assert!(err.contains("there is no activity called `strike`"), "{err}");
    assert_eq!(code, 2);
    assert_eq!(fs::read_to_string(&game).expect("it is there"), kept);
}

#[test]
fn expected_lines_are_rewritten() {
    let file = scratch("rewritten").join("walks.md");
    let ruleset = "../../../../../examples/first-ruleset";
    let original = fixtures().join("scenarios/walks.md");
    let text = fs::read_to_string(&original).expect("it is there");
    let folder = fixtures().join("scenarios").join(ruleset);
    let text = text.replace(ruleset, &folder.to_string_lossy());
    let wrong = text.replace("  Ana: Walk (2)  [first.deed.walk]\n", "  Ana flies\n");
    let wrong = wrong.replace("  Ana spends 1M on walk, 2A left\n", "");
    assert_ne!(text, wrong);
    fs::write(&file, wrong).expect("it can be written");
    assert_eq!(on("run", &file, "").code, 1);
    let update: [&OsStr; 3] = ["run".as_ref(), file.as_ref(), "--update".as_ref()];
    assert_eq!(turnwright(update, "").code, 0);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
}

/// The words of a readied activity are saved with its command and shown by `options`.
#[test]
fn words_are_saved_and_told_with_what_is_legal() {
    let file = scratch("words").join("door.game");
    let words = "when the ogre opens the door, because it will";
    let lines = format!("Ana: ready-attack \"{words}\"\nsave {}\n", file.display());
    assert_eq!(on("play", Path::new("door.toml"), &lines).code, 0);
    let text = fs::read_to_string(&file).expect("it is there");
    assert!(text.contains(&format!("Ana: ready-attack \"{words}\"\n")), "{text}");
    let again = file.with_file_name("again.game");
    let lines = format!("save {}\n", again.display());
    assert_eq!(on("play", &file, &lines).code, 0);
    assert_eq!(fs::read_to_string(&again).expect("it is there"), text);
    let Outcome { out, .. } = on("options", &file, "");
    let told = format!("Ana has prepared ready-attack \"{words}\"");
    assert_eq!(out.lines().nth(1), Some(told.as_str()), "{out}");
    let Outcome { out, .. } =
        turnwright([OsStr::new("options"), file.as_ref(), "--json".as_ref()], "");
    let told = format!(
        "\"prepared\":[{{\"what\":[{{\"activity\":\"ready-attack\",\"words\":\"{words}\"}}],\
         \"who\":\"Ana\"}}]"
    );
    assert!(out.contains(&told), "{out}");
}
