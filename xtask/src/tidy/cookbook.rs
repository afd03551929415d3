//! Checks that the cookbook's pages match its recipes, and that every recipe is on a page.

use super::Finding;
use crate::cookbook;
use crate::tree::Tree;

pub(super) fn pages_current(tree: &Tree) -> Vec<Finding> {
    let finding = |file: String, problem: &str, remedy: &str| Finding {
        file,
        line: 1,
        problem: problem.to_owned(),
        remedy: remedy.to_owned(),
    };
    let is_stale = |page: &cookbook::Page| {
        tree.get(&page.path).is_none_or(|file| !file.text.lines().eq(page.text.lines()))
    };
    let stale = cookbook::pages(tree).into_iter().filter(is_stale).map(|page| {
        let problem = "the page is not what follows from the recipes";
        finding(page.path, problem, "run `cargo xtask cookbook`")
    });
    let unlisted = cookbook::unlisted(tree).into_iter().map(|recipe| {
        let file = format!("examples/cookbook/{recipe}");
        finding(file, "the recipe is on no page", "list it in examples/cookbook/README.md")
    });
    stale.chain(unlisted).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    #[test]
    fn a_page_that_is_behind_is_found() {
        let list = "# Cookbook\n\n## [Order](book/order.md)\n";
        let mut files = vec![("examples/cookbook/README.md", list)];
        let tree = Tree::of(&files);
        let pages = cookbook::pages(&tree);
        for page in &pages {
            files.push((&page.path, &page.text));
        }
        assert_eq!(found(pages_current, &files), Vec::<String>::new());
        files.pop();
        files.push(("docs/book/src/cookbook/order.md", "# Other\n"));
        let problem = "the page is not what follows from the recipes";
        let expected = [format!("docs/book/src/cookbook/order.md:1: {problem}")];
        assert_eq!(found(pages_current, &files), expected);
    }
}
