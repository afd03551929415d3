//! Converts errors of the TOML reader to diagnostics.
//!
//! The reader describes errors only in English sentences. This is the one place that parses them;
//! unrecognized sentences are passed on unchanged.

use std::ops::Range;

use super::{Code, Diagnostic, FileId, Files};

/// Converts an error of the TOML reader. Its place is that of the reader, or the start of the file.
pub fn from_toml(error: &toml::de::Error, file: FileId, files: &Files) -> Diagnostic {
    from_reading(error.message(), error.span(), file, files)
}

/// Converts an error met while reading the text of `file`: its message and its place in the text.
///
/// Unknown keys and words get the candidate they resemble.
pub fn from_reading(
    message: &str,
    span: Option<Range<usize>>,
    file: FileId,
    files: &Files,
) -> Diagnostic {
    let problem = classify(message, files.text(file));
    let mut span = files.clamp(file, &span.unwrap_or(0..0));
    if problem.code == Code::MissingKey {
        // The reader's span is the whole table; its first line is enough.
        span.end =
            span.start + files.text(file)[span.clone()].lines().next().unwrap_or_default().len();
    }
    let mut diagnostic =
        Diagnostic::error(problem.code, problem.message).at(file, span.clone(), problem.label);
    if let Some(help) = remedy(problem.code, message, files.text(file), span) {
        diagnostic = diagnostic.help(help);
    }
    match problem.word {
        Some("for") if problem.code == Code::UnknownKey => {
            diagnostic.help("only a table in a list may have a `for`, such as [[rule.activity]]")
        }
        Some(word) => {
            let allowed = problem.allowed;
            let listed = format!("allowed here: {}", allowed.join(", "));
            let diagnostic = diagnostic.did_you_mean(word, &allowed);
            if allowed.is_empty() { diagnostic } else { diagnostic.help(listed) }
        }
        None => diagnostic,
    }
}

/// Returns advice on a common mistake; `None` if the mistake is not a common one.
fn remedy(code: Code, message: &str, text: &str, span: Range<usize>) -> Option<String> {
    let headers = || text.lines().map(str::trim).filter(|line| line.starts_with('['));
    let of_rule = |line: &str| line.trim_start_matches('[').starts_with("rule.");
    let elements_first = headers().next().is_some_and(of_rule);
    let single = headers().any(|line| line == "[rule]");
    let structure = message.contains("duplicate key") || message.contains("sequence");
    if structure && single {
        return Some("a file has many rules: write [[rule]], in two brackets".to_owned());
    }
    if structure && elements_first {
        let help = "an element stands before the first [[rule]]: begin the file with its rule";
        return Some(help.to_owned());
    }
    let scalar = ["integer", "floating point", "boolean"];
    let wrong = code == Code::WrongType && message.contains("expected a string");
    if !wrong || !scalar.iter().any(|one| message.starts_with(&format!("invalid type: {one}"))) {
        return None;
    }
    Some(format!("write \"{}\"", &text[span]))
}

struct Problem<'a> {
    code: Code,
    message: String,
    label: String,
    /// The word that is not allowed.
    word: Option<&'a str>,
    allowed: Vec<&'a str>,
}

fn classify<'a>(message: &'a str, text: &str) -> Problem<'a> {
    let (found, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let word = quoted(found).next();
    let problem = |code, message: String, label: String| Problem {
        code,
        message,
        label,
        word: None,
        allowed: vec![],
    };
    let unknown = |code, noun| Problem {
        code,
        message: format!("unknown {noun} \"{}\"", word.unwrap_or_default()),
        label: String::new(),
        word,
        allowed: quoted(expected).collect(),
    };
    if found.starts_with("unknown field") {
        unknown(Code::UnknownKey, "key")
    } else if found.starts_with("unknown variant") {
        unknown(Code::UnknownVariant, "word")
    } else if found.starts_with("missing field") {
        let message = format!("no key \"{}\"", word.unwrap_or_default());
        problem(Code::MissingKey, message, "missing here".to_owned())
    } else if let Some((wrong, found)) =
        found.split_once(": ").filter(|(wrong, _)| wrong.starts_with("invalid "))
    {
        let code = if wrong == "invalid type" { Code::WrongType } else { Code::InvalidValue };
        let expected = plain(expected);
        problem(
            code,
            format!("found {}, expected {expected}", plain(found)),
            format!("expected {expected}"),
        )
    } else if toml::de::DeTable::parse(text).is_err() {
        problem(Code::TomlSyntax, message.to_owned(), String::new())
    } else {
        problem(Code::InvalidValue, message.replace('`', "\""), String::new())
    }
}

/// Returns the words between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Translates the reader's name of a type for people who write rules.
fn plain(name: &str) -> String {
    let name = name.replace('`', "");
    match name.as_str() {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of zero or more".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "a sequence" | "sequence" => "a list".to_owned(),
        "a map" | "map" => "a table".to_owned(),
        "a boolean" => "true or false".to_owned(),
        _ if name.starts_with("struct ") => "a table".to_owned(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Colors, render};
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read by the deserialiser")]
    struct Sheet {
        name: String,
        level: u32,
        #[serde(default)]
        order: Option<Order>,
        #[serde(default)]
        grants: Vec<Grant>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Order {
        Side,
        ByPool,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read by the deserialiser")]
    struct Grant {
        pool: String,
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut files = Files::default();
        let file = files.add("a.toml", text);
        let error = toml::from_str::<Sheet>(text).expect_err("the text is wrong");
        assert_eq!(render(&from_toml(&error, file, &files), &files, Colors::Off), expected);
    }

    #[test]
    fn an_unknown_key() {
        check(
            "name = \"A\"\nlevle = 1\n",
            "\
error[E002 unknown-key]: unknown key \"levle\"
 --> a.toml:2:1
  |
2 | levle = 1
  | ^^^^^
  |
  = help: did you mean \"level\"?
  = help: allowed here: name, level, order, grants
",
        );
    }

    #[test]
    fn an_unknown_key_far_from_all() {
        check(
            "name = \"A\"\nwings = 1\n",
            "\
error[E002 unknown-key]: unknown key \"wings\"
 --> a.toml:2:1
  |
2 | wings = 1
  | ^^^^^
  |
  = help: allowed here: name, level, order, grants
",
        );
    }

    #[test]
    fn an_unknown_word() {
        check(
            "name = \"A\"\nlevel = 1\norder = \"by-pol\"\n",
            "\
error[E025 unknown-variant]: unknown word \"by-pol\"
 --> a.toml:3:9
  |
3 | order = \"by-pol\"
  |         ^^^^^^^^
  |
  = help: did you mean \"by-pool\"?
  = help: allowed here: side, by-pool
",
        );
    }

    #[test]
    fn a_missing_key() {
        check(
            "name = \"A\"\nlevel = 1\n\n[[grants]]\n\n[[grants]]\npool = \"P\"\n",
            "\
error[E004 missing-key]: no key \"pool\"
 --> a.toml:4:1
  |
4 | [[grants]]
  | ^^^^^^^^^^ missing here
",
        );
    }

    #[test]
    fn a_missing_key_of_the_file() {
        check(
            "# A goblin.\nname = \"A\"\n",
            "\
error[E004 missing-key]: no key \"level\"
 --> a.toml:1:1
  |
1 | # A goblin.
  | ^ missing here
",
        );
    }

    #[test]
    fn a_wrong_type() {
        check(
            "name = 3\nlevel = 1\n",
            "\
error[E003 wrong-type]: found integer 3, expected a string
 --> a.toml:1:8
  |
1 | name = 3
  |        ^ expected a string
  |
  = help: write \"3\"
",
        );
    }

    #[test]
    fn a_value_out_of_range() {
        check(
            "name = \"A\"\nlevel = -1\n",
            "\
error[E005 invalid-value]: found integer -1, expected a whole number of zero or more
 --> a.toml:2:9
  |
2 | level = -1
  |         ^^ expected a whole number of zero or more
",
        );
    }

    #[test]
    fn a_number_for_a_word() {
        check(
            "name = \"A\"\nlevel = 1\norder = 3\n",
            "\
error[E005 invalid-value]: wanted string or table
 --> a.toml:3:9
  |
3 | order = 3
  |         ^
",
        );
    }

    #[test]
    fn broken_syntax() {
        check(
            "name = \"A\nlevel = 1\n",
            "\
error[E001 toml-syntax]: invalid basic string, expected `\"`
 --> a.toml:1:10
  |
1 | name = \"A
  |          ^
",
        );
    }

    #[test]
    fn a_key_twice() {
        check(
            "name = \"A\"\nname = \"B\"\n",
            "\
error[E001 toml-syntax]: duplicate key
 --> a.toml:2:1
  |
2 | name = \"B\"
  | ^^^^
",
        );
    }
}
