//! The log as Markdown: rounds become headings, turns bold lines, and the story sentences.

/// A line of the log.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'l> {
    /// Text of the line.
    pub text: &'l str,
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
    for entry in entries.into_iter().filter(|entry| entry.story || details) {
        let words = escaped(&sentence(entry.text));
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
        let entry = |text, sort, story| Entry { text, sort, story };
        let log = [
            entry("round 1 begins", "span", true),
            entry("Ana: turn begins", "turn", true),
            entry("1d20 for Ana shows 14", "rolled", false),
            entry("Ana hits Orc *1* for 9.", "said", true),
            entry("Orc 1 is dead", "condition", true),
        ];
        let story = "# At the ford\n\n## Round 1\n\n**Ana**\n\n\
                     Ana hits Orc \\*1\\* for 9. Orc 1 is dead.\n";
        assert_eq!(markdown("At the ford", log, false), story);
        let whole = markdown("At the ford", log, true);
        assert!(whole.contains("\n- 1d20 for Ana shows 14.\n"), "{whole}");
    }
}
