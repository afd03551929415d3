//! Suggests known words for an unknown one.

/// Longest word that gets suggestions, in characters. Longer ones are no typos, and comparing them
/// takes time.
const LENGTH_MAX: usize = 64;

/// Most candidates that are listed if none resembles the word.
pub const LISTED_MAX: usize = 12;

/// Returns the candidate most similar to the word, if one is similar enough.
///
/// Case does not matter. One edit per three characters is allowed, at most 4; a word of two
/// characters may have one. The earliest of equally near candidates wins.
pub fn did_you_mean<I>(word: &str, candidates: I) -> Option<String>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    let length = word.chars().count();
    if length > LENGTH_MAX {
        return None;
    }
    let slips_max = match length {
        0 | 1 => 0,
        _ => (length / 3).clamp(1, 4),
    };
    let lowercase = word.to_lowercase();
    let mut best: Option<((usize, usize), String)> = None;
    for candidate in candidates {
        let candidate = candidate.as_ref();
        if candidate.chars().count().abs_diff(length) > slips_max {
            continue;
        }
        let slips = strsim::osa_distance(&lowercase, &candidate.to_lowercase());
        // Between "QA" and "Qa", the one in the same case is nearer.
        let distance = (slips, strsim::osa_distance(word, candidate));
        if slips <= slips_max && best.as_ref().is_none_or(|(nearest, _)| distance < *nearest) {
            best = Some((distance, candidate.to_owned()));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[track_caller]
    fn check(word: &str, candidates: &[&str], expected: Option<&str>) {
        assert_eq!(did_you_mean(word, candidates).as_deref(), expected);
    }

    #[test]
    fn near_words_are_suggested() {
        check("QZZ", &["P", "Q", "QZ"], Some("QZ"));
        check("stirke", &["strike", "stride"], Some("strike"));
        check("Strike", &["stride", "strike"], Some("strike"));
        check("p", &["M", "P"], Some("P"));
        check("qa", &["QA", "Qa"], Some("Qa"));
        check(
            "col.limit.segmnt",
            &["col.limit.round", "col.limit.segment"],
            Some("col.limit.segment"),
        );
    }

    #[test]
    fn far_words_are_not() {
        check("X", &["P", "M"], None);
        check("", &["P"], None);
        check("flank", &["strike", "stride"], None);
        check("strike", &[], None);
        check(&"a".repeat(1000), &["aaa"], None);
    }
}
