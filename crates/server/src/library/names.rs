//! Names for combatants: several of a creature get numbers, and no name is used twice.

use std::collections::{HashMap, HashSet};

/// Names in use, with the highest number after each name. Case does not matter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    names: HashSet<String>,
    /// Highest number by name without its number: `orc` for `Orc 1`, `Orc 2` and so on.
    highest: HashMap<String, u32>,
}

impl Taken {
    /// Returns the given names as names in use.
    pub(crate) fn of<'n>(names: impl IntoIterator<Item = &'n String>) -> Taken {
        let mut taken = Taken::default();
        names.into_iter().for_each(|name| taken.add(name));
        taken
    }

    fn add(&mut self, name: &str) {
        let name = name.to_lowercase();
        let numbered = name.rsplit_once(' ');
        if let Some((stem, Ok(number))) = numbered.map(|(stem, end)| (stem, end.parse::<u32>())) {
            let highest = self.highest.entry(stem.to_owned()).or_default();
            *highest = number.max(*highest);
        }
        self.names.insert(name);
    }

    /// Returns names for `count` combatants, numbered after those in use. The new names are in use
    /// afterwards.
    pub(crate) fn number(&mut self, name: &str, count: usize) -> Vec<String> {
        let stem = name.to_lowercase();
        let highest = self.highest.get(&stem).copied();
        let is_taken = self.names.contains(&stem);
        let names: Vec<String> = if count == 1 && highest.is_none() && !is_taken {
            vec![name.to_owned()]
        } else {
            let before = highest.map_or(u64::from(is_taken), u64::from);
            let numbers = before + 1..=before + count as u64;
            numbers.map(|number| format!("{name} {number}")).collect()
        };
        names.iter().for_each(|name| self.add(name));
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_where_they_left_off() {
        let taken = Taken::of(["Orc 1", "Orc 2", "Ana"].map(str::to_owned).iter());
        let names = |name, count| taken.clone().number(name, count);
        assert_eq!(names("Orc", 2), ["Orc 3", "Orc 4"]);
        assert_eq!(names("Orc", 1), ["Orc 3"]);
        assert_eq!(names("Goblin", 1), ["Goblin"]);
        assert_eq!(names("Goblin", 2), ["Goblin 1", "Goblin 2"]);
        assert_eq!(names("Ana", 1), ["Ana 2"]);
    }

    #[test]
    fn lines_count_those_of_the_lines_before_them_whatever_their_case() {
        let mut taken = Taken::of(["orc 7".to_owned(), "Orc 4294967295x".to_owned()].iter());
        assert_eq!(taken.number("Orc", 2), ["Orc 8", "Orc 9"]);
        assert_eq!(taken.number("ORC", 1), ["ORC 10"]);
        assert_eq!(taken.number("Wolf", 1), ["Wolf"]);
        assert_eq!(taken.number("wolf", 1), ["wolf 2"]);
    }
}
