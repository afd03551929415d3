//! Generates the part of the book's table of contents that lists the manual.

/// Heading of the generated part.
const HEADING: &str = "# Rules";

/// Returns a table of contents with its part about rules generated anew. `pages` are titles with
/// paths below the folder of the manual; `folder` is that folder as the table of contents names it.
pub fn summary(text: &str, folder: &str, pages: &[(String, String)]) -> String {
    let kept: Vec<&str> = text.lines().take_while(|line| *line != HEADING).collect();
    let mut pages: Vec<&(String, String)> = pages.iter().collect();
    // Rulesets by name, each followed by its files; general pages come last.
    let general = |path: &str| [super::KEYS, super::DIAGNOSTICS].contains(&path);
    pages.sort_by(|(a, _), (b, _)| (general(a), place(a)).cmp(&(general(b), place(b))));
    let mut text = format!("{}\n\n{HEADING}\n\n", kept.join("\n").trim_end());
    for (path, title) in &pages {
        let (indent, title) = match path.contains('/') {
            true => ("  ", title.split_once(": ").map_or(title.as_str(), |(_, name)| name)),
            false => ("", title.as_str()),
        };
        text.push_str(&format!("{indent}- [{title}]({folder}/{path})\n"));
    }
    text
}

/// Returns a sort key that puts `a.md` before `a/b.md`.
fn place(path: &str) -> Vec<&str> {
    path.strip_suffix(".md").unwrap_or(path).split('/').collect()
}
