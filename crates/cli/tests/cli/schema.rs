//! Schemas of the files people write, and completions.

use std::fs;
use std::path::Path;

use crate::support::{Outcome, scratch, turnwright};

/// Editors use the committed schemas; they must be those of the types that read the files.
#[test]
fn committed_schemas_are_current() {
    let folder = scratch("schemas");
    let write = ["schema".as_ref(), "--write".as_ref(), folder.as_os_str()];
    assert_eq!(turnwright(write, "").code, 0);
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("schemas are written") {
        let path = entry.expect("it can be listed").path();
        let fresh = fs::read_to_string(&path).expect("it can be read");
        let name = path.file_name().expect("it has a name");
        let old = fs::read_to_string(committed.join(name)).unwrap_or_default();
        assert!(
            fresh.lines().eq(old.lines()),
            "{} is stale: cargo run --bin turnwright -- schema --write schemas",
            name.display()
        );
        count += 1;
    }
    assert_eq!(count, 9);
}

#[test]
fn one_kind_or_all() {
    let Outcome { code, out, .. } = turnwright(["schema", "encounter"], "");
    assert_eq!(code, 0);
    assert!(out.contains("\"title\": \"Encounter\""), "{out}");
    let Outcome { out, .. } = turnwright(["schema"], "");
    assert!(out.starts_with("{\n  \"campaign\": {"), "{out}");
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let Outcome { code, out, .. } = turnwright(["completions", shell], "");
        assert_eq!(code, 0);
        let commands =
            ["play", "run", "check", "explain", "options", "pay", "record", "schema", "lsp"];
        for command in commands {
            assert!(out.contains(command), "{shell} does not complete {command}");
        }
    }
}
