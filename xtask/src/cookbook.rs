//! The cookbook's pages in the book, written from `examples/cookbook`.
//!
//! Each recipe is a ruleset that a test runs. A page quotes its README, rules and scenarios, so
//! that nothing is written twice. `cargo xtask cookbook` writes the pages, and tidy compares them.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::tree::{self, Tree};

/// The folder of the recipes. Its README.md lists them in order.
const RECIPES: &str = "examples/cookbook";
/// The folder of the book's texts, as links of recipes write it, and from the root.
const BOOK_LINK: &str = "../../../docs/book/src/";
const BOOK: &str = "docs/book/src";

const OVERVIEW: &str = "\
# Cookbook

Recipes by mechanic. Each is a few lines of rules, a scenario that shows them, and variants. The
folders of `examples/cookbook` are the same recipes as rulesets to try: `turnwright run
examples/cookbook/popcorn`, or open one in the [workbench](workbench.md#starting-points).
";
const TABLE: &str = "
## The table

Recipes add to these rules, unless they bring a clock of their own: one turn after another, and a
strike for an action.
";

/// A page of the book.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    /// Path from the root.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A heading of the list, with the recipes below it.
struct Group<'t> {
    title: &'t str,
    page: &'t str,
    recipes: Vec<&'t str>,
}

/// Writes the pages into the book.
pub(crate) fn write() -> Result<ExitCode> {
    let root = tree::root();
    let pages = pages(&Tree::read(&root)?);
    for Page { path, text } in &pages {
        let path = root.join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    println!("{} pages of the cookbook", pages.len());
    Ok(ExitCode::SUCCESS)
}

/// Returns the pages for the current recipes: an overview, and one for each heading of the list.
pub(crate) fn pages(tree: &Tree) -> Vec<Page> {
    let list = text(tree, "README.md");
    let groups = groups(list);
    let mut pages = vec![overview(tree, &groups)];
    pages.extend(groups.iter().map(|group| page(tree, group, &groups)));
    pages
}

/// Returns the recipes that have a folder but are not in the list.
pub(crate) fn unlisted(tree: &Tree) -> Vec<&str> {
    let groups = groups(text(tree, "README.md"));
    let is_listed = |name: &&str| !groups.iter().any(|group| group.recipes.contains(name));
    let mut folders = tree.folders(&format!("{RECIPES}/"));
    folders.retain(is_listed);
    folders
}

fn text<'t>(tree: &'t Tree, path: &str) -> &'t str {
    tree.get(&format!("{RECIPES}/{path}")).map_or("", |file| &file.text)
}

fn groups(list: &str) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for line in list.lines() {
        if let Some((title, link)) = line.strip_prefix("## [").and_then(|it| it.split_once("](")) {
            let file = link.trim_end_matches(')').rsplit('/').next().unwrap_or_default();
            groups.push(Group { title, page: file, recipes: Vec::new() });
        } else if let Some((_, link)) = line.strip_prefix("- [").and_then(|it| it.split_once("]("))
        {
            let recipe = link.split('/').next().unwrap_or_default();
            groups.iter_mut().last().into_iter().for_each(|group| group.recipes.push(recipe));
        }
    }
    groups
}

/// Splits a README into the title of a recipe, the need it answers, and its variants.
fn parts(readme: &str) -> (&str, &str, &str) {
    let (head, variants) = readme.split_once("\n## Variants\n").unwrap_or((readme, ""));
    let (title, need) = head.split_once('\n').unwrap_or((head, ""));
    (title.trim_start_matches("# "), need.trim(), variants.trim())
}

fn overview(tree: &Tree, groups: &[Group<'_>]) -> Page {
    let mut page = OVERVIEW.to_owned();
    for group in groups {
        page.push_str(&format!("\n## {}\n\n", group.title));
        for recipe in &group.recipes {
            let (title, need, _) = parts(text(tree, &format!("{recipe}/README.md")));
            let need = need.replace('\n', " ");
            page.push_str(&format!("- [{title}](cookbook/{}#{recipe}): {need}\n", group.page));
        }
    }
    if let Some(table) = shared_table(tree) {
        page.push_str(&format!("{TABLE}\n```toml\n{table}```\n"));
    }
    Page { path: format!("{BOOK}/cookbook.md"), text: page }
}

/// Returns the rules of the shared table, which the list links to.
fn shared_table(tree: &Tree) -> Option<&str> {
    let (before, _) = text(tree, "README.md").split_once("/rules/table.toml)")?;
    let (_, recipe) = before.rsplit_once('(')?;
    Some(text(tree, &format!("{recipe}/rules/table.toml")))
}

fn page(tree: &Tree, group: &Group<'_>, groups: &[Group<'_>]) -> Page {
    let mut page = format!("# {}\n", group.title);
    for recipe in &group.recipes {
        let readme = relinked(text(tree, &format!("{recipe}/README.md")), groups);
        let (title, need, variants) = parts(&readme);
        let rules = text(tree, &format!("{recipe}/rules/recipe.toml"));
        let scenarios = text(tree, &format!("{recipe}/scenarios/recipe.md"));
        let scenarios = scenarios.split_once("\n\n").map_or(scenarios, |(_, rest)| rest);
        page.push_str(&format!(
            "\n<a id=\"{recipe}\"></a>\n\n## {title}\n\n{need}\n\n```toml\n{rules}```\n\nA \
             scenario:\n\n````markdown\n{scenarios}````\n\nVariants:\n\n{variants}\n\n\
             [Open it in the workbench](../../workbench/?open=cookbook/{recipe}), or look into \
             `{RECIPES}/{recipe}`.\n"
        ));
    }
    Page { path: format!("{BOOK}/cookbook/{}", group.page), text: page }
}

/// Rewrites the links of a README for the book.
fn relinked(readme: &str, groups: &[Group<'_>]) -> String {
    let mut text = readme.replace(BOOK_LINK, "../");
    for group in groups {
        for recipe in &group.recipes {
            let link = format!("(../{recipe}/README.md)");
            text = text.replace(&link, &format!("({}#{recipe})", group.page));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# Cookbook\n\n## [Order](../../docs/book/src/cookbook/order.md)\n\n\
                        - [Popcorn](popcorn/README.md)\n";
    const README: &str = "# Popcorn\n\nI say who\nis next.\n\n## Variants\n\n- See [it]\
                          (../popcorn/README.md) and [clocks](../../../docs/book/src/clocks.md).\n";

    #[test]
    fn a_page_quotes_rules_and_scenarios() {
        let tree = Tree::of(&[
            ("examples/cookbook/README.md", LIST),
            ("examples/cookbook/popcorn/README.md", README),
            ("examples/cookbook/popcorn/rules/recipe.toml", "rule = 1\n"),
            ("examples/cookbook/popcorn/scenarios/recipe.md", "# Popcorn\n\n## It pops\n"),
        ]);
        let pages = pages(&tree);
        let paths: Vec<&str> = pages.iter().map(|page| page.path.as_str()).collect();
        assert_eq!(paths, ["docs/book/src/cookbook.md", "docs/book/src/cookbook/order.md"]);
        let expected = "- [Popcorn](cookbook/order.md#popcorn): I say who is next.\n";
        assert!(pages[0].text.ends_with(expected), "{}", pages[0].text);
        let expected = "# Order\n\n<a id=\"popcorn\"></a>\n\n## Popcorn\n\nI say who\nis next.\n\n\
                        ```toml\nrule = 1\n```\n\nA scenario:\n\n````markdown\n## It pops\n````\n\n\
                        Variants:\n\n- See [it](order.md#popcorn) and [clocks](../clocks.md).\n\n";
        assert!(pages[1].text.starts_with(expected), "{}", pages[1].text);
    }

    #[test]
    fn a_folder_that_is_not_listed_is_found() {
        let tree = Tree::of(&[
            ("examples/cookbook/README.md", LIST),
            ("examples/cookbook/popcorn/README.md", README),
            ("examples/cookbook/delay/README.md", "# Delay\n"),
        ]);
        assert_eq!(unlisted(&tree), ["delay"]);
    }
}
