//! The report of an imported actor: play first, at most one screen. Pictures and sort numbers are
//! one line.

use super::{Import, Note, Weight};

/// Most lines about play in a report.
const SCREEN: usize = 16;

/// Most names in a folded line.
const NAMES: usize = 8;

/// Returns the remark on an item that becomes no activity.
pub(super) const NO_ACTIVATION: &str = "has no activation, so it becomes no activity";

/// Beginning of the remarks on parts that a creature file cannot hold.
pub(super) const NO_PLACE: &str = "not carried over";

/// Keys of data that is irrelevant at the table.
const NOISE: [&str; 24] = [
    "img",
    "sort",
    "folder",
    "flags",
    "_stats",
    "ownership",
    "permission",
    "prototypeToken",
    "token",
    "effects",
    "currency",
    "altCurrency",
    "tokenSettings",
    "sourceId",
    "details",
    "customSkills",
    "resources",
    "vigor",
    "wounds",
    "woundThresholds",
    "hpAbility",
    "identified",
    "links",
    "tag",
];

/// Blocks of an actor, with the words for them.
const BLOCKS: [(&str, &str); 14] = [
    ("/savingThrows", "other saves"),
    ("/traits/dr", "damage reduction"),
    ("/traits/eres", "energy resistance"),
    ("/traits/di", "immunities"),
    ("/traits/dv", "vulnerabilities"),
    ("/traits/ci", "immunities to conditions"),
    ("/traits/senses", "senses"),
    ("/traits/languages", "languages"),
    ("/traits/fastHealing", "fast healing"),
    ("/traits/regen", "regeneration"),
    ("/speed/climb", "climbing speed"),
    ("/spellbooks", "spellbooks"),
    ("/skills", "other skills"),
    ("/abilities", "other ability scores"),
];

/// Returns the weight of a part that was not carried over.
pub(super) fn weight_of(path: &str) -> Weight {
    let mut steps = path.split('/').skip(1);
    let noise = |step: &str| NOISE.contains(&step);
    let inside_item = path.starts_with("/items/");
    if steps.any(noise) || inside_item { Weight::Noise } else { Weight::Aside }
}

impl Import {
    /// Returns the remarks of a weight, a line each. Equal remarks about several things share a
    /// line.
    pub fn remarks(&self, weight: Weight) -> Vec<String> {
        let of = |weight: Weight| self.notes.iter().filter(move |note| note.weight == weight);
        folded(of(weight))
    }

    /// Returns the report, a line each: at most one screen.
    pub fn report(&self) -> Vec<String> {
        let mut lines = limited(self.remarks(Weight::Play), SCREEN, "more");
        lines.extend(self.asides(SCREEN.saturating_sub(lines.len())));
        let noise = self.noise();
        if noise > 0 {
            let number = counted(noise, "place");
            lines.push(format!("{number} with pictures, sorting and defaults left out"));
        }
        lines
    }

    /// Returns the number of notes that are irrelevant at the table.
    pub fn noise(&self) -> usize {
        self.notes.iter().filter(|note| note.weight == Weight::Noise).count()
    }

    /// Returns the remarks of little weight in about `room` lines.
    pub fn asides(&self, room: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let all = self.notes.iter().filter(|note| note.weight == Weight::Aside);
        let (passive, others): (Vec<&Note>, Vec<&Note>) =
            all.partition(|note| note.text.ends_with(NO_ACTIVATION));
        if !passive.is_empty() {
            let name = |note: &&Note| note.text.split(" (").next().unwrap_or_default().to_owned();
            let names: Vec<String> = passive.iter().map(name).collect();
            let number = counted(passive.len(), "feature");
            let names = listed(&names);
            lines.push(format!("{number} without an activation, for you to remember: {names}"));
        }
        let block = |note: &Note| {
            let known = BLOCKS.iter().find(|(part, _)| note.path.contains(part));
            known.filter(|_| note.text.starts_with(NO_PLACE)).map(|(_, words)| *words)
        };
        let mut blocks: Vec<&str> = others.iter().filter_map(|note| block(note)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        if !blocks.is_empty() {
            lines.push(format!("the ruleset has no place for: {}", blocks.join(", ")));
        }
        let others = folded(others.into_iter().filter(|note| block(note).is_none()));
        let room = room.saturating_sub(lines.len()).max(2);
        lines.extend(limited(others, room, "smaller remarks"));
        lines
    }
}

/// Returns notes as lines; equal remarks about several things share a line.
fn folded<'n>(notes: impl Iterator<Item = &'n Note>) -> Vec<String> {
    let mut groups: Vec<(&str, Vec<(&str, &Note)>)> = Vec::new();
    for note in notes {
        // The name precedes the remark; notes without a name use their path.
        let named = note.text.split_once(": ").filter(|_| !note.text.starts_with(NO_PLACE));
        let (name, remark) = named.unwrap_or((&note.path, &note.text));
        match groups.iter_mut().find(|(known, _)| *known == remark) {
            Some((_, group)) => group.push((name, note)),
            None => groups.push((remark, vec![(name, note)])),
        }
    }
    let line = |(remark, group): (&str, Vec<(&str, &Note)>)| match group.as_slice() {
        [(_, note)] if note.path.is_empty() => note.text.clone(),
        [(_, note)] => format!("{}: {}", note.path, note.text),
        many => {
            let mut names: Vec<String> = many.iter().map(|(name, _)| (*name).to_owned()).collect();
            names.dedup();
            format!("{}: {remark}", listed(&names))
        }
    };
    groups.into_iter().map(line).collect()
}

/// Limits the number of lines; the last one then counts the rest.
fn limited(mut lines: Vec<String>, most: usize, of: &str) -> Vec<String> {
    if lines.len() > most {
        let left = lines.len() - most + 1;
        lines.truncate(most - 1);
        lines.push(format!("… and {left} {of}; --json lists all of them"));
    }
    lines
}

fn counted(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

fn listed(names: &[String]) -> String {
    let shown = names[..names.len().min(NAMES)].join(", ");
    match names.len().saturating_sub(NAMES) {
        0 => shown,
        left => format!("{shown} and {left} more"),
    }
}
