//! Checks that doc comments say first what a thing is or does.

use super::Finding;
use crate::tree::Tree;

/// Words that a doc comment must not begin with: they put the reader's question first.
const QUESTIONS: &[&str] = &["What", "Who", "Whom", "Whose", "Whoever", "Whatever", "Those", "Of"];

pub(super) fn first_words(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.below("", "rs") {
        let mut before = None;
        for (number, line) in file.lines() {
            let text = doc_comment(line);
            let word = text.filter(|_| before.is_none()).and_then(|it| it.split(' ').next());
            if let Some(word) = word.filter(|word| QUESTIONS.contains(word)) {
                let problem = format!("a doc comment begins with `{word}`");
                let remedy = "say first what the thing is (a noun) or does (`Returns ...`)";
                findings.push(Finding::new(file, number, problem, remedy));
            }
            before = text;
        }
    }
    findings
}

/// Returns the text of a line that is a doc comment.
fn doc_comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim_start)
}

#[cfg(test)]
mod tests {
    use super::first_words;
    use crate::tidy::tests::found;

    #[test]
    fn only_the_first_line_of_a_comment_counts() {
        let text =
            "/// What it costs.\nfn a() {}\n/// Returns the price of all\n/// Those are few.\n";
        let found = found(first_words, &[("crates/a/src/lib.rs", text)]);
        assert_eq!(found, ["crates/a/src/lib.rs:1: a doc comment begins with `What`"]);
    }

    #[test]
    fn whole_words_only() {
        let text = "//! Often read.\n\n/// Whoops.\n";
        assert!(found(first_words, &[("crates/a/src/lib.rs", text)]).is_empty());
    }
}
