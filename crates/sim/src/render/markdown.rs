//! The log as Markdown: rounds become headings, turns bold lines, and the story sentences.
//!
//! Turns and rounds without a sentence are left out, and the steps of one walk are one sentence.

use std::borrow::Cow;

use super::Move;

/// A line of the log.
#[derive(Clone, Debug)]
pub struct Entry<'l> {
    /// Text of the line.
    pub text: Cow<'l, str>,
    /// The move that it tells of.
    pub moved: Option<Move>,
    /// Sort of event, as returned by [`crate::about::sort`].
    pub sort: &'l str,
    /// Whether it is part of the story.
    pub story: bool,
}

/// Returns the log as Markdown. Details are included only if `details` is set, as lists below the
/// story.
pub fn markdown<'l>(
    title: &str,
    entries: impl IntoIterator<Item = Entry<'l>>,
    details: bool,
) -> String {
    let mut text = format!("# {}\n", escaped(title));
    let mut before = "";
    let mut told: Vec<Entry<'l>> = Vec::new();
    for entry in entries.into_iter().filter(|entry| entry.story || details) {
        if details || !follows(told.last_mut(), &entry) {
            drop_empty(&mut told, &entry);
            told.push(entry);
        }
    }
    for entry in told {
        let words = escaped(&sentence(&entry.text));
        let sort = match entry.sort {
            _ if !entry.story => "detail",
            sort @ ("span" | "turn") => sort,
            _ => "story",
        };
        match sort {
            "span" => {
                let span = words.trim_end_matches('.').trim_end_matches(" begins");
                text.push_str(&format!("\n## {span}\n"));
            }
            "turn" => {
                let whose = words.trim_end_matches('.').trim_end_matches(": turn begins");
                text.push_str(&format!("\n**{whose}**\n"));
            }
            "detail" => {
                let gap = if before == "detail" { "" } else { "\n" };
                text.push_str(&format!("{gap}- {words}\n"));
            }
            // Consecutive lines of the story form one paragraph.
            _ if before == "story" => {
                text.truncate(text.trim_end().len());
                text.push_str(&format!(" {words}\n"));
            }
            _ => text.push_str(&format!("\n{words}\n")),
        }
        before = sort;
    }
    text
}

/// Adds an entry to the one before it if it repeats an order of turns or goes on with a move.
fn follows(last: Option<&mut Entry<'_>>, entry: &Entry<'_>) -> bool {
    let Some(last) = last else { return false };
    if let (Some(moved), Some(next)) = (&mut last.moved, &entry.moved) {
        let goes_on = moved.goes_on(next);
        if goes_on {
            last.text = moved.text().into();
        }
        return goes_on;
    }
    // Two blows may be alike; an order of turns is said once.
    entry.sort == "order" && last.text == entry.text
}

/// Removes headings that the new one leaves without a sentence: turns before any heading, rounds
/// before the next round.
fn drop_empty(told: &mut Vec<Entry<'_>>, new: &Entry<'_>) {
    let kind = |entry: &Entry<'_>| -> String {
        entry.text.chars().filter(|letter| !letter.is_ascii_digit()).collect()
    };
    while let Some(last) = told.last() {
        let ends = match (last.sort, new.sort) {
            ("turn", "turn" | "span") => true,
            ("span", "span") => kind(last) == kind(new),
            _ => false,
        };
        if !ends {
            return;
        }
        told.pop();
    }
}

/// Returns words as a sentence: capitalized, with punctuation at the end.
fn sentence(words: &str) -> String {
    let mut words = rules::text::capitalized(words.trim());
    if !words.ends_with(['.', '!', '?', '"', ':']) {
        words.push('.');
    }
    words
}

/// Escapes characters that have a meaning in Markdown.
fn escaped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for letter in words.chars() {
        if matches!(letter, '*' | '_' | '`' | '[' | ']' | '<' | '#' | '\\') {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_story_is_told_without_details() {
        let entry =
            |text: &'static str, sort, story| Entry { text: text.into(), moved: None, sort, story };
        let log = [
            entry("round 1 begins", "span", true),
            entry("Ana: turn begins", "turn", true),
            entry("1d20 for Ana shows 14", "rolled", false),
            entry("Ana hits Orc *1* for 9.", "said", true),
            entry("Orc 1 is dead", "condition", true),
        ];
        let story = "# At the ford\n\n## Round 1\n\n**Ana**\n\n\
                     Ana hits Orc \\*1\\* for 9. Orc 1 is dead.\n";
        assert_eq!(markdown("At the ford", log.clone(), false), story);
        let whole = markdown("At the ford", log, true);
        assert!(whole.contains("\n- 1d20 for Ana shows 14.\n"), "{whole}");
    }

    #[test]
    fn equal_blows_are_both_told_and_an_order_of_turns_once() {
        let entry =
            |text: &'static str, sort| Entry { text: text.into(), moved: None, sort, story: true };
        let log = [
            entry("Turn order: Ana, Orc", "order"),
            entry("Turn order: Ana, Orc", "order"),
            entry("Ana: turn begins", "turn"),
            entry("Ana hits Orc for 9.", "said"),
            entry("Ana hits Orc for 9.", "said"),
        ];
        let story = "# Ford\n\nTurn order: Ana, Orc.\n\n**Ana**\n\n\
                     Ana hits Orc for 9. Ana hits Orc for 9.\n";
        assert_eq!(markdown("Ford", log, false), story);
    }

    #[test]
    fn empty_turns_are_left_out_and_steps_are_one_walk() {
        let entry =
            |text: &'static str, sort| Entry { text: text.into(), moved: None, sort, story: true };
        let step = |from: &str, to: &str| {
            let moved = Move {
                who: "Ana".to_owned(),
                from: from.to_owned(),
                to: to.to_owned(),
                length: 5,
                unit: Some("ft".to_owned()),
            };
            let text = moved.text().into();
            Entry { text, moved: Some(moved), sort: "moved", story: true }
        };
        let log = [
            entry("round 1 begins", "span"),
            entry("Orc: turn begins", "turn"),
            entry("round 2 begins", "span"),
            entry("segment 1 begins", "span"),
            entry("segment 2 begins", "span"),
            entry("Orc: turn begins", "turn"),
            entry("Ana: turn begins", "turn"),
            step("b6", "c6"),
            step("c6", "d7"),
            entry("Orc: turn begins", "turn"),
        ];
        let story = "# Ford\n\n## Round 2\n\n## Segment 2\n\n**Ana**\n\n\
                     Ana moves from b6 to d7 (10 ft).\n\n**Orc**\n";
        assert_eq!(markdown("Ford", log, false), story);
    }
}
