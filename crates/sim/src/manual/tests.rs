use std::path::{Path, PathBuf};

use super::*;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn markdown(folder: &Path) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(folder).expect("a folder of the book");
    let paths = listing.map(|entry| entry.expect("an entry of a folder").path());
    let mut paths: Vec<PathBuf> = paths
        .flat_map(|path| if path.is_dir() { markdown(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    paths.sort();
    paths
}

#[test]
fn committed_pages_are_fresh() {
    let folder = root().join("docs/book/src/rules");
    let rulesets = std::fs::read_dir(root().join("rulesets")).expect("the rulesets");
    let rulesets = rulesets.map(|entry| entry.expect("an entry of a folder").path());
    let mut fresh = vec![keys(), diagnostics()];
    for ruleset in rulesets.filter(|path| path.join("ruleset.toml").is_file()) {
        let corpus = Corpus::folder(&ruleset).unwrap_or_else(|error| panic!("{error}"));
        fresh.extend(pages(&corpus));
    }
    let mut stale = Vec::new();
    for page in &fresh {
        if std::fs::read_to_string(folder.join(&page.path)).ok().as_ref() != Some(&page.text) {
            stale.push(page.path.clone());
        }
    }
    for path in markdown(&folder) {
        let path = path.strip_prefix(&folder).expect("a path below the folder").to_path_buf();
        if !fresh.iter().any(|page| Path::new(&page.path) == path) {
            stale.push(format!("{} (nothing makes it)", path.display()));
        }
    }
    let remedy = "run `turnwright manual RULESET --out docs/book/src/rules`";
    assert!(stale.is_empty(), "out of date, {remedy}:\n{}", stale.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_table_of_contents() {
    let folder = root().join("docs/book/src");
    let contents = std::fs::read_to_string(folder.join("SUMMARY.md")).expect("SUMMARY.md");
    for path in markdown(&folder) {
        let path = path.strip_prefix(&folder).expect("a path below the folder").to_path_buf();
        let link = format!("({})", path.to_string_lossy().replace('\\', "/"));
        let listed = contents.matches(&link).count();
        assert_eq!(listed, usize::from(path != Path::new("SUMMARY.md")), "{link}");
    }
}

#[test]
fn the_table_of_contents_keeps_what_is_written_by_hand() {
    let text = "# Summary\n\n- [A](a.md)\n\n# Rules\n\n- [Old](rules/old.md)\n";
    let pages = [("diagnostics.md", "Diagnostics"), ("x/b.md", "x: b"), ("x.md", "The X")];
    let pages = pages.map(|(path, title)| (path.to_owned(), title.to_owned()));
    let expected = "# Summary\n\n- [A](a.md)\n\n# Rules\n\n- [The X](rules/x.md)\n  \
                    - [b](rules/x/b.md)\n- [Diagnostics](rules/diagnostics.md)\n";
    assert_eq!(summary(text, "rules", &pages), expected);
}
