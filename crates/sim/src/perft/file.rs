//! Files of counts.
//!
//! ```text
//! # What is counted, and who counted it by other means.
//! setup ../examples/skirmish.toml
//! 1 61
//! 2 3660
//! ```
//!
//! A `setup` names an encounter file by its path from the folder of this file. Each line after it
//! has a depth and the number of sequences to that depth.

/// One file of counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerftFile {
    /// Setups with their counts.
    pub cases: Vec<Case>,
}

/// The counts of one setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Path of the encounter file.
    pub setup: String,
    /// Counts, in the order of the file.
    pub counts: Vec<Count>,
}

/// The number of sequences of a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Line of the file, from 1.
    pub line: usize,
    /// Number of choices in a row.
    pub depth: u32,
    /// Number of sequences.
    pub count: u64,
}

impl PerftFile {
    /// Parses a file; an error is the line number and the problem.
    pub fn parse(text: &str) -> Result<PerftFile, (usize, String)> {
        let mut file = PerftFile::default();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(setup) = line.strip_prefix("setup ") {
                file.cases.push(Case { setup: setup.trim().to_owned(), counts: Vec::new() });
                continue;
            }
            let numbers = line.split_once(' ').and_then(|(depth, count)| {
                Some((depth.parse().ok()?, count.trim().replace('_', "").parse().ok()?))
            });
            let Some((depth, count)) = numbers else {
                return Err((
                    at + 1,
                    format!("`{line}` is neither a setup nor a depth and a count"),
                ));
            };
            let Some(case) = file.cases.last_mut() else {
                return Err((at + 1, "a count needs a setup before it".into()));
            };
            case.counts.push(Count { line: at + 1, depth, count });
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_setups_and_counts() {
        let file = PerftFile::parse("# why\nsetup a b.toml\n1 61\n2 3_660\n\nsetup c.toml\n");
        let count = |line, depth, count| Count { line, depth, count };
        let first =
            Case { setup: "a b.toml".into(), counts: vec![count(3, 1, 61), count(4, 2, 3660)] };
        let second = Case { setup: "c.toml".into(), counts: Vec::new() };
        assert_eq!(file, Ok(PerftFile { cases: vec![first, second] }));
    }

    #[test]
    fn says_where_it_is_wrong() {
        let line = |text: &str| PerftFile::parse(text).map_err(|(line, _)| line);
        assert_eq!(line("setup a.toml\n1 x\n"), Err(2));
        assert_eq!(line("1 61\n"), Err(1));
        assert_eq!(line("setup a.toml\n99999999999 1\n"), Err(2));
    }
}
