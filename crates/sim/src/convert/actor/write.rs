//! Writes an import as a creature file.

use serde_json::json;

use super::Import;
use super::items::{Deed, Like};

impl Import {
    /// Returns the creature file. Comments list the parts that were not carried over.
    pub fn creature_file(&self, ruleset: &str) -> String {
        let mut text = format!("# {}, converted.\n", comment(&self.name));
        let report = self.report();
        if !report.is_empty() {
            text.push_str("#\n# Worked out, not carried over, or not as it stood:\n");
        }
        for line in report {
            text.push_str(&format!("# {}\n", comment(&line)));
        }
        text.push_str(&format!("\nruleset = {}\n\n[[creature]]\n", quoted(ruleset)));
        text.push_str(&format!("name = {}\n", quoted(&self.name)));
        if !self.attributes.is_empty() {
            let pairs = self.attributes.iter();
            let pairs: Vec<String> = pairs.map(|(id, it)| format!("{id} = \"{it}\"")).collect();
            text.push_str(&format!("attributes = {{ {} }}\n", pairs.join(", ")));
        }
        if !self.dice.is_empty() {
            let pairs = self.dice.iter();
            let pairs: Vec<String> =
                pairs.map(|(id, it)| format!("{id} = {}", quoted(it))).collect();
            text.push_str(&format!("dice = {{ {} }}\n", pairs.join(", ")));
        }
        if !self.tags.is_empty() {
            text.push_str(&format!("tags = {}\n", json!(self.tags)));
        }
        if !self.without.is_empty() {
            text.push_str(&format!("without = {}\n", json!(self.without)));
        }
        self.deeds.iter().for_each(|deed| text.push_str(&activity(deed)));
        text
    }
}

/// Returns an attack as a variant of the ruleset's own.
fn variant(deed: &Deed, like: &Like) -> String {
    let with: Vec<String> =
        like.with.iter().map(|(id, value)| format!("{id} = {}", quoted(value))).collect();
    let mut text = format!(
        "\n# {}: {}\n# {}\n[[creature.activity]]\nid = {}\nname = {}\nlike = {}\nwith = {{ {} \
         }}\n",
        comment(&deed.name),
        comment(&deed.becomes),
        deed.rules.join(", "),
        quoted(&deed.id),
        quoted(&deed.name),
        quoted(like.base),
        with.join(", ")
    );
    if let Some(times) = like.times {
        text.push_str(&format!("limit = {{ cap = \"{times}\", per = \"turn\" }}\n"));
    }
    text
}

fn activity(deed: &Deed) -> String {
    if let Some(like) = &deed.like {
        return variant(deed, like);
    }
    let mut tags: Vec<&str> = Vec::new();
    let cost = match (deed.family.as_str(), deed.acts) {
        ("reaction", _) => {
            tags.push("reaction");
            "1Reaction".to_owned()
        }
        (_, 0) => {
            tags.push("free");
            "none".to_owned()
        }
        (_, acts) => {
            tags.push("paid");
            format!("{acts}Act")
        }
    };
    // Casting a spell provokes and can be done defensively; tags say so.
    let provokes = deed.subtypes.iter().any(|one| one == "complex");
    let casting = deed.spell.filter(|_| provokes);
    tags.extend(
        deed.subtypes
            .iter()
            .map(String::as_str)
            .filter(|one| !(*one == "complex" && casting.is_some())),
    );
    if casting.is_some() {
        tags.extend(["spell", "casting"]);
    }
    if casting.is_some() && deed.standard {
        tags.push("standard-spell");
    }
    // A shot provokes by itself. The ranged roll of a spell provokes only if its casting did not.
    if deed.ranged && deed.subtypes.iter().any(|one| one == "attack") {
        tags.push("ranged");
    } else if deed.ranged && casting.is_some() {
        tags.push("ranged-spell");
    }
    if deed.swift {
        tags.push("swift");
    }
    let mut text = format!(
        "\n# {}: {}\n# {}\n[[creature.activity]]\nid = {}\ncost = {}\ntarget = \"optional\"\n",
        comment(&deed.name),
        comment(&deed.becomes),
        deed.rules.join(", "),
        quoted(&deed.id),
        quoted(&cost)
    );
    text.push_str(&format!("tags = {}\n", json!(tags)));
    if let Some(level) = casting {
        let argument =
            format!("{{ name = \"spell level\", min = \"{level}\", max = \"{level}\" }}");
        text.push_str(&format!("argument = {argument}\n"));
    }
    match deed.family.as_str() {
        "reaction" => text.push_str("answer = \"ask\"\n"),
        "free" => text.push_str("fills = [\"free-actions\"]\n"),
        _ => {}
    }
    text
}

/// Returns a text as a TOML string. JSON's escapes are valid in TOML; only U+007F must be escaped
/// in addition.
fn quoted(text: &str) -> String {
    json!(text).to_string().replace('\u{7f}', "\\u007F")
}

/// Returns a text on one line of a comment.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
