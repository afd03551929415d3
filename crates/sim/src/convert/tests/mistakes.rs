//! Mistakes in the files of the folder `convert`.

use rules::diagnostic::Colors;
use rules::source::SourceFile;

use super::super::{Guidelines, Resolved, convert};
use super::ruleset;

const WORDS: &str = "families = [\"simple\", \"advanced\"]\nsubtypes = [\"attack\"]\n\
     [[fact]]\nid = \"swift\"\nsort = \"action\"\n[[fact]]\nid = \"odd\"\nsort = \"flag\"\n";

fn read(rest: &str) -> Result<Guidelines, String> {
    let text = format!("{WORDS}{rest}").into();
    let file = SourceFile { path: "convert/all.toml".to_owned(), text };
    let read = Guidelines::read(&[file], &ruleset());
    read.map_err(|(report, files)| report.render(&files, Colors::Off))
}

#[test]
fn each_has_its_place() {
    const TABLE: &[(&str, &str)] = &[
        ("[[guideline]]\nrule = \"rae.no\"\nall = [\"swift\"]\n", "no rule rae.no"),
        (
            "[[guideline]]\nrule = \"rae.convert.swift-cost\"\nall = [\"slow\"]\n",
            "no fact \"slow\"",
        ),
        ("[[guideline]]\nrule = \"rae.convert.swift-cost\"\n", "it matches everything"),
        (
            "[[guideline]]\nrule = \"rae.convert.swift-cost\"\nall = [\"swift\"]\n\
             family = \"simpel\"\n",
            "did you mean \"simple\"?",
        ),
        (
            "[[guideline]]\nrule = \"rae.convert.swift-cost\"\nall = [\"swift\"]\ncost = 1\n",
            "unknown key \"cost\"",
        ),
        (
            "[[guideline]]\nrule = \"rae.convert.swift-cost\"\nall = [\"swift\"]\n\
             except = [\"rae.convert.free-to-free\"]\n",
            "nothing is said here because of rae.convert.free-to-free",
        ),
        (
            "[[listed]]\nrule = \"rae.simple.trip.cost\"\nnames = [\"Trip\"]\n\
             [[listed]]\nrule = \"rae.simple.trip.cost\"\nnames = [\"trip\"]\n",
            "two entries are called \"trip\"",
        ),
        ("[[fact]]\nid = \"odd\"\nsort = \"flag\"\n", "two facts are called \"odd\""),
        ("[[fact]]\nid = \"slow\"\nsort = \"action\"\nalways = \"fast\"\n", "no family \"fast\""),
        (
            "[[listed]]\nrule = \"rae.simple.trip.cost\"\nall = [\"swift\"]\nwhatever = true\n",
            "it is not listed by name",
        ),
    ];
    for (text, wanted) in TABLE {
        let problem = read(text).expect_err("it is a mistake");
        assert!(problem.contains(wanted), "{problem}");
        assert!(problem.contains("convert/all.toml:"), "{problem}");
    }
}

/// If neither of two entries outranks the other, neither is taken.
#[test]
fn a_tie_is_left_open() {
    let guidelines = read(
        "[[guideline]]\nrule = \"rae.convert.swift-cost\"\nall = [\"swift\"]\nacts = 1\n\
         family = \"simple\"\n\
         [[guideline]]\nrule = \"rae.convert.move-to-simple\"\nall = [\"odd\"]\nacts = 2\n",
    )
    .expect("it loads");
    let ability = guidelines.ability("", &["odd swift"]).expect("it is understood");
    let found = convert(&guidelines, &ability);
    assert_eq!((found.family, found.acts), (Some("simple"), None));
    assert_eq!(found.collisions.len(), 1);
    assert_eq!(found.collisions[0].resolved, Resolved::Open);
}
