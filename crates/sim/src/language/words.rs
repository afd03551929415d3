//! Words that people add to a command, for people only. A declaration takes quoted words, such as
//! a trigger to wait for. A forced one also takes a reason behind `, because `.
//!
//! ```text
//! Ana: ready-attack "when the ogre opens the door"
//! Ana: ready-attack, pay QP "when the ogre opens the door"
//! force Ana: ready-attack "when the ogre moves", because she said so in time
//! ```

use kernel::Declaration;
use rules::Compiled;

use super::{LanguageError, error};
use crate::session::Remarks;
use crate::show;

/// Most characters of the words.
pub const WORDS_MAX: usize = 300;

/// Returns the words and the note that a line adds to its command.
pub fn remarks(line: &str) -> Result<Remarks, LanguageError> {
    let line = line.trim();
    let (line, note) = match line.strip_prefix("force ") {
        Some(forced) => reason(forced),
        None => (line, None),
    };
    let Some((_, declared)) = line.split_once(':') else {
        return Ok(Remarks { words: None, note });
    };
    Ok(Remarks { words: quoted(declared)?.1, note })
}

/// Marks a declaration whose number stands for words if there are none.
pub fn mark_wordless(compiled: &Compiled, declare: &mut Declaration, words: Option<&str>) {
    declare.without_text = stands_for_words(compiled, declare) && words.is_none();
}

/// Checks whether a declaration's number stands for words; a number that is left out may.
pub(super) fn stands_for_words(compiled: &Compiled, declare: &Declaration) -> bool {
    let argument = show::definition(compiled, declare.activity).argument;
    let worded = argument.and_then(|argument| argument.text_value);
    worded.is_some_and(|number| declare.argument.is_none_or(|given| given == number))
}

/// Returns words as they are stored, or why they can't be.
pub fn checked(words: &str) -> Result<String, LanguageError> {
    let words = words.trim();
    let letters = words.chars().count();
    if letters > WORDS_MAX {
        return error(format!(
            "Your words can have at most {WORDS_MAX} letters; these have {letters}."
        ));
    }
    if words.contains('"') || words.chars().any(char::is_control) {
        return error("Keep your words on one line, without quotation marks in them.");
    }
    Ok(words.to_owned())
}

/// Splits a declaration into the part without quoted words and the words.
pub(super) fn quoted(text: &str) -> Result<(String, Option<String>), LanguageError> {
    let Some(open) = opening(text) else { return Ok((text.to_owned(), None)) };
    let (before, rest) = (&text[..open], &text[open + 1..]);
    let Some((words, after)) = rest.split_once('"') else {
        return Err(LanguageError {
            message: "The quotation isn't closed.".to_owned(),
            help: Some(format!("Close it: \"{}\".", rest.trim())),
        });
    };
    if opening(after).is_some() {
        return error("Give words in quotes only once.");
    }
    let words = checked(words)?;
    if words.is_empty() {
        return error("There's nothing between the quotes.");
    }
    // Text after the quotation, such as a payment, belongs to the declaration.
    Ok((format!("{} {after}", before.trim_end()), Some(words)))
}

/// Splits a forced command into the declaration and the reason.
pub(super) fn reason(forced: &str) -> (&str, Option<String>) {
    const BECAUSE: &str = ", because ";
    let mut from = 0;
    if let Some(open) = opening(forced)
        && let Some(close) = forced[open + 1..].find('"')
    {
        // The quoted words may contain the separator, too.
        let words = open..open + close + 2;
        from = match forced.find(BECAUSE) {
            Some(at) if at < words.start => 0,
            _ => words.end,
        };
    }
    match forced[from..].find(BECAUSE) {
        Some(at) => {
            let why = forced[from + at + BECAUSE.len()..].trim();
            (&forced[..from + at], (!why.is_empty()).then(|| why.to_owned()))
        }
        None => (forced, None),
    }
}

/// Returns where a quotation opens: only at the beginning of a word, since a mark after a word
/// stands for inches.
fn opening(text: &str) -> Option<usize> {
    let begins = |at: usize| at == 0 || text[..at].ends_with([' ', ',']);
    text.match_indices('"').map(|(at, _)| at).find(|at| begins(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_with_a_command_is_told_apart_from_it() {
        let table = [
            ("Ana: strike Orc", None, None),
            ("Ana: ready \"when it comes\"", Some("when it comes"), None),
            ("Ana: ready \"at last, pay or not\", pay QP", Some("at last, pay or not"), None),
            ("Ana: ready, pay QP \"when: now\"", Some("when: now"), None),
            ("Ana: move 5\"", None, None),
            ("Ana: move 5\" \"on\"", Some("on"), None),
            ("force Ana: ready \"now\", because of it", Some("now"), Some("of it")),
            ("force Ana: ready \"so, because so\"", Some("so, because so"), None),
            ("force Ana: ready, because \"so\" it is", None, Some("\"so\" it is")),
            ("force Ana: ready \"a, because b\", because c", Some("a, because b"), Some("c")),
            ("end", None, None),
        ];
        for (line, words, note) in table {
            let remarks = remarks(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(remarks.words.as_deref(), words, "{line}");
            assert_eq!(remarks.note.as_deref(), note, "{line}");
        }
    }

    #[test]
    fn words_that_cannot_be_kept_are_refused() {
        let long = format!("Ana: ready \"{}\"", "a".repeat(WORDS_MAX + 1));
        let table = [
            ("Ana: ready \"when", "The quotation isn't closed."),
            ("Ana: ready \"\"", "There's nothing between the quotes."),
            ("Ana: ready \"  \"", "There's nothing between the quotes."),
            ("Ana: ready \"one\" \"two\"", "Give words in quotes only once."),
            (
                "Ana: ready \"a\tb\"",
                "Keep your words on one line, without quotation marks in them.",
            ),
            (&long, "Your words can have at most 300 letters; these have 301."),
        ];
        for (line, message) in table {
            let error = remarks(line).expect_err(line);
            assert_eq!(error.message, message, "{line}");
        }
        let most = format!("Ana: ready \"{}\"", "ä".repeat(WORDS_MAX));
        assert!(remarks(&most).is_ok());
    }
}
