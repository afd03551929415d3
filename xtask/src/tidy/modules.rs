//! Checks that no file is dead: every `.rs` file is a root that cargo finds by itself, or is named
//! by a `mod` line of its parent.

use super::Finding;
use crate::tree::{TextFile, Tree};

pub(super) fn every_file_is_compiled(tree: &Tree) -> Vec<Finding> {
    tree.below("", "rs")
        .filter_map(|file| {
            let module = Module::of(&file.path)?;
            let is_named = module
                .parents()
                .iter()
                .filter_map(|path| tree.get(path))
                .any(|parent| names(parent, module.name));
            (!is_named).then(|| {
                let problem = format!("no `mod {};` names this file", module.name);
                let remedy = format!("name it in {}, or delete it", module.parents().join(" or "));
                Finding::new(file, 1, problem, remedy)
            })
        })
        .collect()
}

struct Module<'a> {
    /// The folder that the parent's submodules are in.
    folder: &'a str,
    name: &'a str,
}

impl<'a> Module<'a> {
    /// Returns the module of a path; `None` for a root, which needs no parent.
    fn of(path: &'a str) -> Option<Module<'a>> {
        let path = path.strip_suffix(".rs")?;
        // `a/mod.rs` is the module `a`.
        let path = path.strip_suffix("/mod").unwrap_or(path);
        let (folder, name) = path.rsplit_once('/')?;
        let folder_name = folder.rsplit('/').next().unwrap_or(folder);
        let is_inside_src = folder.contains("/src/");
        let is_root = match folder_name {
            "src" => matches!(name, "lib" | "main"),
            "bin" => folder.ends_with("/src/bin"),
            "tests" | "benches" | "examples" | "fuzz_targets" => !is_inside_src,
            // Shared by the fuzz targets and a test, which name it by its path.
            "fuzz" => true,
            _ => matches!(name, "main" | "build") && !is_inside_src,
        };
        (!is_root).then_some(Module { folder, name })
    }

    fn parents(&self) -> Vec<String> {
        let folder = self.folder;
        if folder == "src" || folder.ends_with("/src") {
            vec![format!("{folder}/lib.rs"), format!("{folder}/main.rs")]
        } else {
            ["/mod.rs", "/main.rs", ".rs"].map(|end| format!("{folder}{end}")).to_vec()
        }
    }
}

fn names(parent: &TextFile, module: &str) -> bool {
    let wanted = format!("mod {module};");
    parent.lines().any(|(_, line)| {
        let line = line.trim();
        line == wanted
            || line
                .strip_suffix(&wanted)
                .is_some_and(|before| before.starts_with("pub") && before.ends_with(' '))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    #[test]
    fn a_file_nobody_names_is_found() {
        let files = [
            ("crates/a/src/lib.rs", "pub(crate) mod b;\n// mod dead;\n"),
            ("crates/a/src/b.rs", "mod c;\n"),
            ("crates/a/src/b/c.rs", ""),
            ("crates/a/src/b/dead.rs", ""),
            ("crates/a/src/dead.rs", ""),
            ("crates/a/src/old/mod.rs", ""),
        ];
        assert_eq!(
            found(every_file_is_compiled, &files),
            [
                "crates/a/src/b/dead.rs:1: no `mod dead;` names this file",
                "crates/a/src/dead.rs:1: no `mod dead;` names this file",
                "crates/a/src/old/mod.rs:1: no `mod old;` names this file",
            ]
        );
    }

    #[test]
    fn roots_need_no_parent() {
        let files = [
            ("crates/a/build.rs", ""),
            ("crates/a/src/main.rs", ""),
            ("crates/a/src/bin/other.rs", ""),
            ("crates/a/tests/laws.rs", ""),
            ("crates/a/tests/suite/main.rs", "mod helper;"),
            ("crates/a/tests/suite/helper.rs", ""),
            ("crates/a/benches/pay.rs", ""),
            ("fuzz/fuzz_targets/load.rs", ""),
            ("examples/bot/src/main.rs", ""),
        ];
        assert!(found(every_file_is_compiled, &files).is_empty());
    }
}
