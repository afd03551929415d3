//! Searches for creatures: words of their names and types, and a level such as `cr 3` or `level 2`.

/// Words that mark the number after them as a level, in the languages of the page.
const LEVEL_WORDS: [&str; 7] = ["cr", "level", "lvl", "lv", "hg", "sg", "stufe"];

/// A search for creatures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Search {
    /// Texts in lower case that must all occur.
    words: Vec<String>,
    /// Number of the level, as creatures write it.
    level: Option<String>,
}

impl Search {
    /// Reads a search as typed.
    pub(crate) fn of(typed: &str) -> Search {
        let mut search = Search::default();
        let typed = typed.to_lowercase().replace('½', "1/2").replace('¼', "1/4");
        let mut words = typed.split([' ', '\t', ',']).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            let number = match LEVEL_WORDS.contains(&word) {
                true => words.next_if(|next| is_number(next)),
                false => LEVEL_WORDS.iter().find_map(|it| word.strip_prefix(it)),
            };
            match number.filter(|number| is_number(number)) {
                Some(number) => search.level = Some(number.to_owned()),
                None => search.words.push(word.to_owned()),
            }
        }
        search
    }

    /// Checks whether a creature has the level, and every word in one of its texts. The texts must
    /// be in lower case.
    pub(crate) fn fits(&self, level: Option<&str>, texts: &[String]) -> bool {
        let number = || level?.split_whitespace().next_back();
        let has_level = self.level.is_none() || self.level.as_deref() == number();
        has_level && self.words.iter().all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_exact_and_words_are_parts() {
        let fits = |typed: &str, level: &str, texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
            Search::of(typed).fits(Some(level), &texts)
        };
        let ghoul = ["ghoul", "undead"];
        assert!(fits("cr 3 undead", "CR 3", &ghoul) && fits("CR3", "CR 3", &ghoul));
        assert!(!fits("cr 3 undead", "CR 13", &ghoul) && !fits("cr 3", "CR 1/3", &ghoul));
        assert!(fits("level -1", "Level -1", &ghoul) && fits("gho und", "", &ghoul));
        assert!(fits("cr 1/4", "CR 1/4", &ghoul) && fits("cr ¼", "CR 1/4", &ghoul));
        assert!(!fits("ghoul king", "CR 3", &ghoul) && fits("", "CR 3", &ghoul));
        // Without a number, `cr` and `level` are ordinary words.
        assert!(fits("cr", "CR 1", &["crab"]) && !fits("level", "Level 1", &ghoul));
    }
}
