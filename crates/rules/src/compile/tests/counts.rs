//! Rulesets that declare more of a sort than the engine can number.

use super::check;

/// Returns elements of a sort with the ids `x0`, `x1`, ….
fn elements(sort: &str, count: usize, more: &str) -> String {
    (0..count).map(|at| format!("[[rule.{sort}]]\nid = \"x{at}\"\n{more}\n")).collect()
}

#[test]
fn too_many_windows_and_fixed_attributes() {
    let windows = elements("window", 11, "");
    let attributes = elements("attribute", 257, "default = \"0\"\nfixed = true");
    check(
        &format!("{windows}{attributes}"),
        "\
error[E005 invalid-value]: there are 11 windows; at most 10 fit: `x10` is one too many

error[E005 invalid-value]: there are 257 fixed attributes; at most 256 fit: `x256` is one too many
",
    );
}

#[test]
fn too_many_changing_attributes() {
    let first = "default = \"0\"";
    check(
        &elements("attribute", 40, first),
        "\
error[E005 invalid-value]: there are 41 attributes that change in play; at most 16 fit
  --> rules/b.toml:52:6
   |
52 | id = \"x15\"
   |      ^^^^^ one too many
   |
   = help: what never changes can be `fixed`; what is only counted can be a token
",
    );
}

#[test]
fn too_many_conditions() {
    check(
        &elements("condition", 70, ""),
        "\
error[E063 too-many-conditions]: there are 71 conditions and tags; at most 64 fit
 |
 = help: conditions of which only one can hold are one attribute; what a limit or a token says \
         needs no condition; what never changes can be a fixed attribute
",
    );
}
