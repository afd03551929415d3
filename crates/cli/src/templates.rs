//! Templates for new rulesets: the folders of `examples/templates`, embedded.
//!
//! Each template is a whole ruleset called `my-game`, with rule ids that begin with `my.`. A new
//! ruleset is a copy with its own names.

use include_dir::{Dir, include_dir};

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../examples/templates");

/// The id and title that every template has.
const ID: &str = "my-game";
const TITLE: &str = "My Game";
/// The prefix of the rule ids in every template.
const PREFIX: &str = "my";

/// A template for a new ruleset.
pub(crate) struct Template {
    folder: &'static Dir<'static>,
}

/// Returns all templates, sorted by name.
pub(crate) fn all() -> Vec<Template> {
    let mut all: Vec<Template> = EMBEDDED.dirs().map(|folder| Template { folder }).collect();
    all.sort_unstable_by_key(Template::name);
    all
}

impl Template {
    /// Returns the template with this name.
    pub(crate) fn find(name: &str) -> Option<Template> {
        all().into_iter().find(|template| template.name() == name)
    }

    /// Returns the name, such as `ticks`.
    pub(crate) fn name(&self) -> &'static str {
        self.folder.path().to_str().unwrap_or_default()
    }

    /// Returns the first line of prose in the README, a sentence.
    pub(crate) fn about(&self) -> &'static str {
        let readme = self.folder.get_file(self.folder.path().join("README.md"));
        let text = readme.and_then(|file| file.contents_utf8()).unwrap_or_default();
        let is_prose = |line: &&str| !line.is_empty() && !line.starts_with('#');
        text.lines().find(is_prose).unwrap_or_default()
    }

    /// Returns the files of a new ruleset with this id: path inside its folder, and text.
    pub(crate) fn files(&self, id: &str) -> Vec<(String, String)> {
        let mut files = Vec::new();
        self.collect(self.folder, id, &mut files);
        files.sort_unstable();
        files
    }

    fn collect(&self, folder: &'static Dir<'static>, id: &str, files: &mut Vec<(String, String)>) {
        for file in folder.files() {
            let path = file.path().strip_prefix(self.folder.path()).unwrap_or(file.path());
            let path = path.to_string_lossy().replace('\\', "/");
            files.push((path, renamed(file.contents_utf8().unwrap_or_default(), id)));
        }
        folder.dirs().for_each(|inner| self.collect(inner, id, files));
    }
}

/// Replaces the names in a template's text with those of a new ruleset.
fn renamed(text: &str, id: &str) -> String {
    let text = text
        .replace(ID, id)
        .replace(TITLE, &title(id))
        .replace(&format!("prefix = \"{PREFIX}\""), &format!("prefix = \"{id}\""));
    let mut result = String::with_capacity(text.len());
    let mut rest = text.as_str();
    let begin = format!("{PREFIX}.");
    while let Some(position) = rest.find(&begin) {
        let (before, after) = (&rest[..position], &rest[position + begin.len()..]);
        let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '.';
        let is_id = !before.ends_with(is_part) && after.starts_with(|c: char| c.is_lowercase());
        result.push_str(before);
        result.push_str(if is_id { id } else { PREFIX });
        result.push('.');
        rest = after;
    }
    result + rest
}

/// Returns the title for an id: `Iron Tide` for `iron-tide`.
fn title(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().collect::<String>() + letters.as_str()
        })
    };
    id.split('-').map(capital).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_template_become_those_of_the_ruleset() {
        let text = "id = \"my-game\"\nprefix = \"my\"\n# My Game, and my. Not army.x\n\
                    covers: my.time.over, my.time.ticks\n";
        let expected = "id = \"iron-tide\"\nprefix = \"iron-tide\"\n# Iron Tide, and my. Not \
                        army.x\ncovers: iron-tide.time.over, iron-tide.time.ticks\n";
        assert_eq!(renamed(text, "iron-tide"), expected);
    }

    #[test]
    fn every_template_says_what_it_is() {
        let names: Vec<&str> = all().iter().map(Template::name).collect();
        assert_eq!(names, ["cards", "line", "phases", "points", "sides", "ticks"]);
        for template in all() {
            assert!(template.about().ends_with('.'), "{}", template.name());
        }
    }
}
