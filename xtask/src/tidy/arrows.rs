//! Checks the order of crates, in short: `kernel <- rules <- sim <- {import, analysis} <- {server
//! <- mcp <- cli, python}`; `lsp` stands beside `import`.

use super::Finding;
use super::manifest::crates;
use crate::tree::Tree;

/// Every crate with the crates it may depend on. The one binary has `turnwright serve`,
/// `turnwright mcp` and `turnwright lsp`, so `cli` may depend on `server`, `mcp` and `lsp`, never
/// the reverse. Automation depends on none: it must run when nothing builds.
const ARROWS: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("rules", &["kernel"]),
    ("sim", &["kernel", "rules"]),
    ("turnwright", &["kernel", "rules", "sim"]),
    ("import", &["kernel", "rules", "sim"]),
    ("analysis", &["kernel", "rules", "sim"]),
    ("server", &["kernel", "rules", "sim", "import", "analysis"]),
    ("lsp", &["kernel", "rules", "sim"]),
    ("native", &["kernel", "rules", "sim"]),
    ("mcp", &["kernel", "rules", "server"]),
    ("wasm", &["kernel", "rules", "sim", "import", "analysis", "server"]),
    ("cli", &["kernel", "rules", "sim", "import", "analysis", "server", "mcp", "lsp"]),
    ("python", &["kernel", "rules", "sim", "analysis"]),
    ("xtask", &[]),
];

pub(super) fn arrows_never_turn_back(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, file, dependencies) in crates(tree) {
        let Some((_, known)) = ARROWS.iter().find(|(it, _)| *it == name) else {
            let problem = format!("crate `{name}` has no place in the order of crates");
            let remedy = "a crate more needs a second user; then give it one in \
                          xtask/src/tidy/arrows.rs";
            findings.push(Finding::new(file, 1, problem, remedy));
            continue;
        };
        for dependency in dependencies {
            let Some(local) = dependency.local else { continue };
            if !known.contains(&local.as_str()) {
                let problem = format!("`{name}` must not depend on `{local}`");
                let remedy = "arrows go kernel <- rules <- sim <- {import, analysis} <- {cli, \
                              server}: move what is shared inwards";
                findings.push(Finding::new(file, dependency.line, problem, remedy));
            }
        }
    }
    findings
}

/// Reports dependencies of the kernel, except those of its tests. Without dependencies the kernel
/// cannot gain a parser, a clock or I/O.
pub(super) fn kernel_needs_only_std(tree: &Tree) -> Vec<Finding> {
    crates(tree)
        .into_iter()
        .filter(|(name, ..)| *name == "kernel")
        .flat_map(|(_, file, dependencies)| {
            dependencies.into_iter().filter(|it| !it.is_dev).map(|it| {
                let problem = format!("the kernel depends on `{}`", it.name);
                let remedy = "the kernel needs nothing but std: write the few lines, or do it in \
                              `rules`";
                Finding::new(file, it.line, problem, remedy)
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    const ROOT: (&str, &str) = (
        "Cargo.toml",
        "[workspace.dependencies]\nrules = { path = \"crates/rules\" }\nserde = \"1\"\n",
    );

    #[test]
    fn an_arrow_back_is_found_in_every_table() {
        let kernel = "[dependencies]\nrules.workspace = true\n";
        let rules = "[dependencies]\n[dev-dependencies]\nsim = { path = \"../sim\" }\n\
                     [target.'cfg(unix)'.dependencies]\ncli = { path = \"../cli\" }\n";
        assert_eq!(
            found(
                arrows_never_turn_back,
                &[ROOT, ("crates/kernel/Cargo.toml", kernel), ("crates/rules/Cargo.toml", rules)]
            ),
            [
                "crates/kernel/Cargo.toml:2: `kernel` must not depend on `rules`",
                "crates/rules/Cargo.toml:3: `rules` must not depend on `sim`",
                "crates/rules/Cargo.toml:5: `rules` must not depend on `cli`",
            ]
        );
    }

    #[test]
    fn an_arrow_forward_and_a_workspace_apart_are_fine() {
        let sim = "[dependencies]\nrules.workspace = true\nserde.workspace = true\n";
        let fuzz = "[dependencies]\nrules = { path = \"../crates/rules\" }\n";
        let files = [ROOT, ("crates/sim/Cargo.toml", sim), ("fuzz/Cargo.toml", fuzz)];
        assert!(found(arrows_never_turn_back, &files).is_empty());
    }

    #[test]
    fn a_new_crate_is_a_decision() {
        assert_eq!(
            found(arrows_never_turn_back, &[("crates/types/Cargo.toml", "")]),
            ["crates/types/Cargo.toml:1: crate `types` has no place in the order of crates"]
        );
    }

    #[test]
    fn only_the_tests_of_the_kernel_may_have_dependencies() {
        let kernel = "[dependencies]\nserde.workspace = true\n[dev-dependencies]\nproptest = \"1\"";
        assert_eq!(
            found(kernel_needs_only_std, &[ROOT, ("crates/kernel/Cargo.toml", kernel)]),
            ["crates/kernel/Cargo.toml:2: the kernel depends on `serde`"]
        );
    }
}
