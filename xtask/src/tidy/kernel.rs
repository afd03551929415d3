//! Checks the kernel for words of particular games and for names from std that it must not use.
//! Such names would make two runs of one log differ or let the outside in.

use super::{Finding, has_word};
use crate::tree::Tree;

/// Words of games, each group with the reason why a neutral one must be used. Matched whole, in
/// any case, in comments and inside identifiers too (`BonusAction`, `bonus_action`), also with an
/// `s` at the end.
const GAME_WORDS: &[(&str, &[&str])] = &[
    (
        "a ruleset's own name: the kernel does not know which game it runs",
        &["brilliance", "collective", "dungeons of olde", "pathfinder", "rae"],
    ),
    (
        "a kind of action: the kernel knows activities, pools and costs",
        &[
            "bonus action",
            "fast action",
            "free action",
            "full action",
            "full-round",
            "immediate action",
            "mental",
            "minor action",
            "move action",
            "prime action",
            "psionic",
            "simple action",
            "complex action",
            "standard action",
            "swift",
        ],
    ),
    (
        "a stretch of one game's time: the kernel knows spans",
        &["action phase", "crisis", "reset phase", "segment", "surprise round"],
    ),
    ("a way to order actors in some games: the kernel knows order keys", &["initiative"]),
    (
        "something one may do in some games: the kernel knows activities, windows and effects",
        &[
            "attack of opportunity",
            "attacks of opportunity",
            "bull rush",
            "caster",
            "counterattack",
            "feint",
            "five-foot step",
            "flurry",
            "grapple",
            "haste",
            "legendary",
            "maneuver",
            "opportunity attack",
            "overrun",
            "parry",
            "riposte",
            "sunder",
        ],
    ),
    (
        "a feature or a number of some games' characters: the kernel knows tags, pools, modifiers",
        &["armor class", "charisma", "dexterity", "feat", "hit point", "saving throw", "spell"],
    ),
    (
        "someone or something of a story: examples in the kernel use Ana, Ben and plain nouns",
        &["goblin", "mage", "monster", "potion", "storyteller", "sword", "wizard"],
    ),
];

/// Names that code of the kernel must not use, with the reason.
const FORBIDDEN_NAMES: &[(&str, &str)] = &[
    ("HashMap", "its order differs from run to run: use a dense table or a sorted Vec"),
    ("HashSet", "its order differs from run to run: use a bit set or a sorted Vec"),
    ("f32", "floats differ between platforms: use integers or a fixed denominator"),
    ("f64", "floats differ between platforms: use integers or a fixed denominator"),
    ("Instant", "the kernel has no clock: take the value as an input"),
    ("SystemTime", "the kernel has no clock: take the value as an input"),
    ("std::env", "the kernel does no I/O: take the value as an input"),
    ("std::fs", "the kernel does no I/O: read in `rules` or in a binary"),
    ("std::io", "the kernel does no I/O: read in `rules` or in a binary"),
    ("std::net", "the kernel does no I/O: that is the server's"),
    ("std::process", "the kernel does no I/O: that is the binary's"),
    ("std::thread", "the kernel is a pure state machine: its caller may have threads"),
    ("print!", "the kernel does no I/O: return a value, print in the binary"),
    ("println!", "the kernel does no I/O: return a value, print in the binary"),
    ("eprint!", "the kernel does no I/O: return a value, print in the binary"),
    ("eprintln!", "the kernel does no I/O: return a value, print in the binary"),
    ("struct Action", "`Action` means too many things at a table: Command, Activity or Event?"),
    ("enum Action", "`Action` means too many things at a table: Command, Activity or Event?"),
    ("type Action", "`Action` means too many things at a table: Command, Activity or Event?"),
];

pub(super) fn game_words(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.below("crates/kernel/", "rs") {
        for (number, line) in file.lines() {
            let words = spaced_words(line);
            for (reason, banned) in GAME_WORDS {
                for word in banned.iter().filter(|word| says(&words, word)) {
                    let problem = format!("the kernel says \"{word}\"");
                    findings.push(Finding::new(file, number, problem, format!("this is {reason}")));
                }
            }
        }
    }
    findings
}

pub(super) fn forbidden_names(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.below("crates/kernel/src/", "rs") {
        for (number, line) in file.lines() {
            // A comment may say why something is *not* used.
            let code = line.split("//").next().unwrap_or_default();
            for (name, reason) in FORBIDDEN_NAMES.iter().filter(|(name, _)| has_word(code, name)) {
                let problem = format!("the kernel uses `{name}`");
                findings.push(Finding::new(file, number, problem, *reason));
            }
        }
    }
    findings
}

fn says(words: &str, banned: &str) -> bool {
    let banned = spaced_words(banned);
    let banned = banned.trim();
    words.contains(&format!(" {banned} ")) || words.contains(&format!(" {banned}s "))
}

/// Returns the words of a line in small letters with one space around each; `bonusAction` is two
/// words.
fn spaced_words(line: &str) -> String {
    let mut words = String::from(" ");
    let mut last_is_small = false;
    for c in line.chars() {
        if !c.is_alphanumeric() {
            if !words.ends_with(' ') {
                words.push(' ');
            }
        } else {
            if last_is_small && c.is_uppercase() {
                words.push(' ');
            }
            words.extend(c.to_lowercase());
        }
        last_is_small = c.is_lowercase();
    }
    words.push(' ');
    words
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    fn words_in(line: &str) -> Vec<String> {
        found(game_words, &[("crates/kernel/src/lib.rs", line)])
    }

    #[test]
    fn a_game_word_is_found_however_it_is_written() {
        for line in [
            "// A bonus action is free.",
            "struct BonusActions;",
            "fn bonus_action() {}",
            "let x = \"Bonus  action\";",
        ] {
            assert_eq!(
                words_in(line),
                ["crates/kernel/src/lib.rs:1: the kernel says \"bonus action\""]
            );
        }
    }

    #[test]
    fn a_longer_word_is_another_word() {
        assert!(words_in("// fundamental; segmented; a feature; defeats; broadcast").is_empty());
        assert!(found(game_words, &[("crates/rules/src/lib.rs", "// a spell")]).is_empty());
    }

    #[test]
    fn forbidden_names_count_in_code_only() {
        let text = "// No HashMap here.\nuse std::collections::HashMap;\nstruct InstantOf;\n";
        assert_eq!(
            found(forbidden_names, &[("crates/kernel/src/lib.rs", text)]),
            ["crates/kernel/src/lib.rs:2: the kernel uses `HashMap`"]
        );
    }
}
