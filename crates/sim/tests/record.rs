//! Recorded games: what is written is read again, replays, and shows what was done to it.

mod support;

use rules::Source;
use rules::diagnostic::Code;
use rules::source::SourceFile;
use sim::origin::Origin;
use sim::record::{Carry, Record, Step};
use sim::session::Session;
use support::{compiled, play, skirmish, tiny};

/// A game of some length, and its record.
fn recorded(origin: &Origin, seed: u64, count: usize) -> (Session, String) {
    let session = play(&compiled(origin), seed, count);
    let text = Record::of(&session, origin, Carry::Nothing).to_string();
    (session, text)
}

fn parse(text: &str) -> Record {
    Record::parse("game", text).unwrap_or_else(|problems| panic!("{}", support::shown(&problems)))
}

#[track_caller]
fn replay(record: &Record, ruleset: Option<&Source>) -> Session {
    record.replay(ruleset).unwrap_or_else(|stopped| panic!("{}", stopped.text()))
}

/// The code of the one problem.
fn code(text: &str) -> Code {
    let (report, _) = Record::parse("game", text).expect_err("something is wrong");
    report.diagnostics()[0].code
}

/// The lines of play of a session, each with all its states.
fn lines(session: &Session) -> Vec<Vec<kernel::State>> {
    let mut lines: Vec<Vec<kernel::State>> = Vec::new();
    for branch in session.branches() {
        let mut walker = session.clone();
        walker.go(branch.tip);
        let states = walker.path().into_iter().map(|at| session.points()[at].state.clone());
        lines.push(states.collect());
    }
    lines.sort_by_key(|line| format!("{line:?}"));
    lines
}

#[test]
fn a_game_comes_back_with_all_its_branches() {
    for origin in [tiny(), skirmish()] {
        for seed in 0..12 {
            let (session, text) = recorded(&origin, seed, 60);
            let record = parse(&text);
            assert_eq!(record.to_string(), text, "seed {seed}");
            let again = replay(&record, Some(&origin.ruleset));
            assert_eq!(again.state(), session.state(), "seed {seed}");
            assert_eq!(again.path().len(), session.path().len(), "seed {seed}");
            assert_eq!(lines(&again), lines(&session), "seed {seed}");
            let back = Record::of(&again, &origin, Carry::Nothing).to_string();
            assert_eq!(back, text, "seed {seed}");
        }
    }
}

#[test]
fn redo_and_dice_go_on_as_they_would_have() {
    let origin = tiny();
    for seed in 0..60 {
        let (mut session, _) = recorded(&origin, seed, 40);
        session.undo(7);
        let text = Record::of(&session, &origin, Carry::Nothing).to_string();
        let mut again = replay(&parse(&text), Some(&origin.ruleset));
        assert_eq!(again.point().rolled, session.point().rolled);
        assert_eq!(again.redo(100), session.redo(100), "seed {seed}");
        assert_eq!(again.state(), session.state(), "seed {seed}");
        assert_eq!(again.point().remarks, session.point().remarks);
    }
}

#[test]
fn cut_anywhere_it_says_so_and_keeps_what_is_whole() {
    let origin = tiny();
    let (_, text) = recorded(&origin, 3, 25);
    let whole = parse(&text);
    for cut in 0..text.len() - 1 {
        let part = &text[..cut];
        assert_eq!(code(part), Code::LogTruncated, "cut at byte {cut}");
        if let Ok((record, problem)) = Record::salvage("game", part) {
            assert!(problem.is_some());
            // What was noted beside the last command may have been cut off with the rest.
            let kept = record.steps.len();
            let full = kept.saturating_sub(1);
            assert_eq!(record.steps[..full], whole.steps[..full], "cut at byte {cut}");
            let last = |steps: &[Step]| steps.last().map(|step| step.command.clone());
            assert_eq!(last(&record.steps), last(&whole.steps[..kept]), "cut at byte {cut}");
            if cut % 31 == 0 {
                replay(&record, Some(&origin.ruleset));
            }
        }
    }
    assert_eq!(parse(&text[..text.len() - 1]).steps, whole.steps, "the last line needs no end");
}

#[test]
fn any_changed_byte_is_found() {
    let (_, text) = recorded(&tiny(), 5, 20);
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        // Another digit for a digit, another letter for a letter, so that it still looks right.
        bytes[at] ^= 1;
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        let (report, _) = Record::parse("game", &changed).expect_err("a byte was changed");
        let code = report.diagnostics()[0].code;
        let known = [Code::LogEdited, Code::UnsupportedVersion, Code::LogTruncated];
        assert!(known.contains(&code), "byte {at}: {code}");
        assert!(code != Code::LogTruncated || at > text.len() - 40, "byte {at}: {code}");
    }
}

#[test]
fn lines_removed_swapped_or_added_are_found() {
    let (_, text) = recorded(&tiny(), 5, 20);
    let lines: Vec<&str> = text.lines().collect();
    for at in 1..lines.len() - 1 {
        let mut without = lines.clone();
        without.remove(at);
        assert_eq!(code(&(without.join("\n") + "\n")), Code::LogEdited, "without line {}", at + 1);
        let mut twice = lines.clone();
        twice.insert(at, lines[at]);
        assert_eq!(code(&(twice.join("\n") + "\n")), Code::LogEdited, "line {} twice", at + 1);
    }
    assert_eq!(code(&format!("{text}more\n")), Code::LogEdited);
}

#[test]
fn ends_of_lines_do_not_matter() {
    let origin = tiny();
    let (session, text) = recorded(&origin, 8, 20);
    let record = parse(&text.replace('\n', "\r\n"));
    assert_eq!(replay(&record, Some(&origin.ruleset)).state(), session.state());
}

#[test]
fn formats_of_other_versions_and_other_files_are_refused() {
    let (_, text) = recorded(&tiny(), 1, 5);
    let next = text.replacen("record 1\n", "record 2\n", 1);
    assert_eq!(code(&next), Code::UnsupportedVersion);
    assert_eq!(code("[[combatant]]\nname = \"Ana\"\n"), Code::UnsupportedVersion);
    assert_eq!(code(""), Code::LogTruncated);
}

#[test]
fn a_changed_ruleset_is_refused_unless_it_is_carried_along() {
    let origin = tiny();
    let mut changed = origin.clone();
    let file = &mut changed.ruleset.files[1];
    let text = format!("{}\n# A remark.\n", file.text);
    *file = SourceFile { path: file.path.clone(), text: text.into() };
    let session = play(&compiled(&origin), 2, 30);
    let light = parse(&Record::of(&session, &origin, Carry::Nothing).to_string());
    let stopped = light.replay(Some(&changed.ruleset)).expect_err("the ruleset was changed");
    assert_eq!(stopped.report.diagnostics()[0].code, Code::RulesetChanged);
    let stopped = light.replay(None).expect_err("no such ruleset comes with the program");
    assert_eq!(stopped.report.diagnostics()[0].code, Code::UnknownRuleset);
    let saved = parse(&Record::of(&session, &origin, Carry::Ruleset).to_string());
    assert_eq!(saved.ruleset.as_ref(), Some(&origin.ruleset));
    assert_eq!(replay(&saved, Some(&changed.ruleset)).state(), session.state());
}

/// A record whose marks fit, but whose content cannot be played.
fn forged(change: impl Fn(&mut Record)) -> (Code, usize, Option<Session>) {
    let origin = tiny();
    let (_, text) = recorded(&origin, 4, 12);
    let mut record = parse(&text);
    change(&mut record);
    let record = parse(&record.to_string());
    let stopped = record.replay(Some(&origin.ruleset)).expect_err("it cannot be played");
    let diagnostic = stopped.report.diagnostics()[0].clone();
    let label = diagnostic.primary.expect("a place");
    let line = stopped.files.position(label.file, label.span.start).line;
    let start = record.to_string().lines().position(|line| line.starts_with("log ")).unwrap() + 1;
    (diagnostic.code, line - start, stopped.session)
}

#[test]
fn what_cannot_be_done_is_named_with_its_line_and_the_rest_is_kept() {
    let (code, line, session) = forged(|record| record.steps[5].command = "Ana: dance".into());
    assert_eq!((code, line), (Code::LogIllegal, 6));
    assert_eq!(session.expect("the game up to there").path().len(), 6);
    let (code, line, _) = forged(|record| record.steps[0].command = "roll 9".into());
    assert_eq!((code, line), (Code::LogIllegal, 1));
}

#[test]
fn what_leads_elsewhere_is_named_with_its_line() {
    let (code, line, session) = forged(|record| record.steps[3].outlook ^= 1);
    assert_eq!((code, line), (Code::ReplayDiffers, 4));
    assert_eq!(session.expect("the game up to there").path().len(), 4);
}

#[test]
fn files_beside_the_encounter_are_carried() {
    let folder = support::fixtures().join("tiny");
    let text = "ruleset = \".\"\ncampaign = \"house.toml\"\n[[combatant]]\nname = \"Ana\"\n\
                side = \"heroes\"\ncreature = \"scout\"\n[[combatant]]\nname = \"Orc\"\n\
                side = \"villains\"\ngrants = \"1A\"\n";
    let place = rules::Place::Folder(folder);
    let origin = Origin::read("raid.toml", text, &place);
    let origin = origin.unwrap_or_else(|problems| panic!("{}", support::shown(&problems)));
    assert_eq!(origin.beside.len(), 1);
    let session = play(&compiled(&origin), 6, 20);
    let record = parse(&Record::of(&session, &origin, Carry::Ruleset).to_string());
    assert_eq!(replay(&record, None).state(), session.state());
}
