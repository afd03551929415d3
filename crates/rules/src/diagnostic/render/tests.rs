use super::*;
use crate::diagnostic::{Code, FileId, Report};
use proptest::prelude::*;

const GOBLIN: &str =
    "# A goblin.\nname = \"Snik\"\n\n[grants]\nround = \"2P+1QZZ\"\n\tsegment = \"1M\"\n";

#[track_caller]
fn check(text: &str, make: impl FnOnce(FileId) -> Diagnostic, expected: &str) {
    let mut files = Files::default();
    let file = files.add("goblin.toml", text);
    assert_eq!(render(&make(file), &files, Colors::Off), expected);
}

/// Returns the span of the word in the text.
fn find(text: &str, word: &str) -> Range<usize> {
    let start = text.find(word).expect("the word is in the text");
    start..start + word.len()
}

#[test]
fn a_label_and_a_suggestion() {
    check(
        GOBLIN,
        |file| {
            Diagnostic::error(Code::UnknownPool, "no pool named \"QZZ\"")
                .at(file, find(GOBLIN, "QZZ"), "not declared by this ruleset")
                .did_you_mean("QZZ", ["P", "QZ"])
        },
        "\
error[E012 unknown-pool]: no pool named \"QZZ\"
 --> goblin.toml:5:14
  |
5 | round = \"2P+1QZZ\"
  |              ^^^ not declared by this ruleset
  |
  = help: did you mean \"QZ\"?
",
    );
}

#[test]
fn a_second_place_in_the_same_file() {
    let text = "[[rule]]\nid = \"a\"\n\n\n\n\n[[rule]]\nid = \"a\"\n";
    check(
        text,
        |file| {
            Diagnostic::error(Code::DuplicateRule, "two rules are called \"a\"")
                .at(file, 36..39, "again here")
                .also(file, 14..17, "first here")
        },
        "\
error[E007 duplicate-rule]: two rules are called \"a\"
 --> goblin.toml:8:6
  |
2 | id = \"a\"
  |      --- first here
...
8 | id = \"a\"
  |      ^^^ again here
",
    );
}

#[test]
fn a_second_place_in_another_file() {
    let mut files = Files::default();
    let campaign = files.add("campaign.toml", "activity = \"strike\"\n");
    let ruleset = files.add("ruleset.toml", "# Base\nactivity = \"strike\"\n");
    let diagnostic =
        Diagnostic::warning(Code::DuplicateName, "\"strike\" hides an activity of the ruleset")
            .at(campaign, 11..19, "")
            .also(ruleset, 18..26, "hidden");
    let expected = "\
warning[E006 duplicate-name]: \"strike\" hides an activity of the ruleset
 --> campaign.toml:1:12
  |
1 | activity = \"strike\"
  |            ^^^^^^^^
  |
 ::: ruleset.toml:2:12
  |
2 | activity = \"strike\"
  |            -------- hidden
";
    assert_eq!(render(&diagnostic, &files, Colors::Off), expected);
}

#[test]
fn no_file_or_no_text() {
    let missing =
        Diagnostic::error(Code::UnknownFile, "cannot read \"goblin.toml\"").help("try again");
    check(
        "",
        |_| missing,
        "error[E009 unknown-file]: cannot read \"goblin.toml\"\n |\n = help: try again\n",
    );
    check(
        "",
        |file| Diagnostic::error(Code::NotUtf8, "not UTF-8 text").at(file, 0..0, "byte 17"),
        "error[E010 not-utf8]: not UTF-8 text\n--> goblin.toml\n",
    );
}

#[test]
fn tabs_wide_characters_and_line_ends() {
    check(
        "\tnäme = \"竜\" x\r\n",
        |file| Diagnostic::error(Code::TomlSyntax, "unexpected \"x\"").at(file, 15..16, "here"),
        "\
error[E001 toml-syntax]: unexpected \"x\"
 --> goblin.toml:1:13
  |
1 |     näme = \"竜\" x
  |                 ^ here
",
    );
}

#[test]
fn a_place_behind_the_end() {
    check(
        "a = [",
        |file| Diagnostic::error(Code::TomlSyntax, "unclosed list").at(file, 99..120, "add \"]\""),
        "\
error[E001 toml-syntax]: unclosed list
 --> goblin.toml:1:6
  |
1 | a = [
  |      ^ add \"]\"
",
    );
}

#[test]
fn a_line_too_long_to_show() {
    let text = format!("# First.\na = \"{}\"", "x".repeat(1000));
    check(
        &text,
        |file| Diagnostic::error(Code::InvalidValue, "name too long").at(file, 13..1015, "here"),
        "error[E005 invalid-value]: name too long\n--> goblin.toml:2:5\n = note: here\n",
    );
}

#[test]
fn several_lines() {
    check(
        GOBLIN,
        |file| {
            Diagnostic::error(Code::MissingKey, "no key \"turn\"").at(
                file,
                27..100,
                "in this table",
            )
        },
        "\
error[E004 missing-key]: no key \"turn\"
 --> goblin.toml:4:1
  |
4 | / [grants]
5 | | round = \"2P+1QZZ\"
6 | |     segment = \"1M\"
  | |___________________^ in this table
",
    );
}

#[test]
fn colors_on_request_only() {
    let diagnostic = Diagnostic::error(Code::UnknownFile, "x");
    assert!(!render(&diagnostic, &Files::default(), Colors::default()).contains('\u{1b}'));
    assert!(render(&diagnostic, &Files::default(), Colors::On).contains('\u{1b}'));
}

#[test]
fn a_report_is_parted_by_empty_lines() {
    let mut report = Report::default();
    report.push(Diagnostic::error(Code::UnknownFile, "one"));
    report.push(Diagnostic::error(Code::UnknownFile, "two"));
    assert_eq!(
        report.render(&Files::default(), Colors::Off),
        "error[E009 unknown-file]: one\n\nerror[E009 unknown-file]: two\n"
    );
}

proptest! {
    /// Rendering never panics or prints control characters, whatever the files and labels hold.
    #[test]
    fn nothing_panics(
        text in "([a-z=\"é竜\u{301}\u{202e}🐉\t\r\n\u{1b}\u{0}\u{7f}\u{9b}]|\r\n){0,60}",
        spans in prop::collection::vec((0usize..90, 0usize..90, "[a-z\u{1b}\n]{0,3}"), 1..5),
    ) {
        let mut files = Files::default();
        let file = files.add("a.toml", text.as_str());
        let mut diagnostic = Diagnostic::error(Code::TomlSyntax, "m\u{1b}[31m").help("h\u{7}");
        for (index, (start, end, label)) in spans.into_iter().enumerate() {
            diagnostic = match index {
                0 => diagnostic.at(file, start..end, label),
                _ => diagnostic.also(file, start..end, label),
            };
        }
        let picture = render(&diagnostic, &files, Colors::Off);
        prop_assert!(!picture.contains(|c: char| c.is_control() && c != '\n'), "{picture:?}");
    }
}
