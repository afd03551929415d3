//! Small rulesets with exactly one flaw each, which must be found, and clean ones, which must be
//! proved.

use std::fs;
use std::path::{Path, PathBuf};

use analysis::prove::{
    Accepted, AcceptedError, Effort, Finding, Report, Stage, Subject, Verdict, prove,
};
use sim::corpus::Corpus;
use sim::origin::Origin;
use sim::record::Record;

/// A duel in which each turn has one strike, which takes a point with an even chance.
const DUEL: &str = r#"
[[rule]]
id = "t.time"
kind = "mechanic"
section = "Test"
says = "One side strikes, then the other, until somebody is out."
span = [
    { id = "fight", repeat = "1" },
    { id = "round", repeat = "forever" },
    { id = "turn", repeat = "turns" },
]
turn = [{ id = "first" }, { id = "second" }]
side = [{ id = "one", turn = "first" }, { id = "other", turn = "second" }]
base = [{ id = "A", name = "action" }]
moment = [{ prefix = "", at = ["own-open"] }]
attribute = [{ id = "hp", default = "1", health = true }]
out = ["down"]
condition = [{ id = "down" }]
watch = [
    { attribute = "hp", when = "now <= 0", do = [
        { mark = { who = "actor", condition = "down" } },
    ] },
]

[[rule]]
id = "t.strike"
kind = "mechanic"
section = "Test"
says = "A strike takes a point if the coin shows 2."

[[rule.activity]]
id = "strike"
name = "Strike"
cost = "1A"
target = "foe"
immediate = true
do = [
    { roll = { dice = "1d2", into = "a" } },
    { when = "a == 2", add = { attribute = "target.hp", by = "-1" } },
]
"#;

/// A rule that refreshes tokens when a turn begins.
const REFRESH: &str = r#"
[[rule]]
id = "t.refresh"
kind = "mechanic"
section = "Test"
says = "Tokens come back when a turn begins."
on = [{ span = "turn", edge = "begin", each = "combatant", do = [{ refresh = { who = "actor" } }] }]
"#;

const TWO: &str = "ruleset = \"..\"\n\
    [[combatant]]\nname = \"Ana\"\nside = \"one\"\ngrants = \"1A\"\nattributes = { hp = \"2\" }\n\
    [[combatant]]\nname = \"Bea\"\nside = \"other\"\ngrants = \"1A\"\n\
    attributes = { hp = \"1\" }\n";

/// Returns another rule of the test ruleset.
fn rule(id: &str, elements: &str) -> String {
    format!(
        "\n[[rule]]\nid = \"t.{id}\"\nkind = \"mechanic\"\nsection = \"Test\"\n\
         says = \"It is so.\"\n{elements}\n"
    )
}

fn activity(id: &str, rest: &str) -> String {
    let name = id[..1].to_uppercase() + &id[1..];
    rule(
        id,
        &format!("[[rule.activity]]\nid = \"{id}\"\nname = \"{name}\"\nimmediate = true\n{rest}"),
    )
}

struct Case {
    corpus: Corpus,
    stage: Stage,
}

/// Writes and loads a ruleset with one encounter.
fn case(name: &str, rules: &str, encounter: &str) -> Case {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prove").join(name);
    let _ = fs::remove_dir_all(&folder);
    for inner in ["rules", "examples"] {
        fs::create_dir_all(folder.join(inner)).expect("the folder can be made");
    }
    let manifest =
        "id = \"t\"\ntitle = \"Test\"\nversion = \"1\"\nsource = \"Tests\"\nprefix = \"t\"\n";
    let file = folder.join("examples/duel.toml");
    fs::write(folder.join("ruleset.toml"), manifest).expect("it can be written");
    fs::write(folder.join("rules/t.toml"), rules).expect("it can be written");
    fs::write(&file, encounter).expect("it can be written");
    let corpus = Corpus::folder(&folder).unwrap_or_else(|error| panic!("{name}: {error}"));
    let told = |(report, files): (rules::diagnostic::Report, rules::diagnostic::Files)| -> Stage {
        panic!("{name}: {}", report.render(&files, rules::diagnostic::Colors::Off))
    };
    let stage = Origin::open(&file).and_then(|origin| Stage::new("duel", origin));
    Case { corpus, stage: stage.unwrap_or_else(told) }
}

impl Case {
    fn report(&self, effort: Effort) -> Report {
        let stages = [self.stage.clone()];
        let subject =
            Subject { corpus: &self.corpus, options: &[], stages: &stages, with_scenarios: true };
        prove(&subject, &effort, &|| {})
    }
}

const EFFORT: Effort = Effort { fights: 6, choices: 300, states: 4_000, seed: 1 };

fn bad(report: &Report) -> Vec<&str> {
    let bad = report.findings.iter().filter(|finding| finding.bad);
    bad.map(|finding| finding.name.as_str()).collect()
}

fn named<'r>(report: &'r Report, name: &str) -> &'r Finding {
    let found = report.findings.iter().find(|finding| finding.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {:#?}", report.findings))
}

fn is_proved(finding: &Finding, by: &str) -> bool {
    matches!(&finding.verdict, Verdict::Proved { by: how } if how.contains(by))
}

/// Replays the recorded game of a counterexample from its text. Returns its number of commands.
fn plays(finding: &Finding) -> usize {
    assert!(matches!(finding.verdict, Verdict::Counterexample { .. }), "{finding:?}");
    let log = finding.log.as_ref().expect("it has a log");
    let record = Record::parse("x.game", log).unwrap_or_else(|(report, _)| panic!("{report:?}"));
    let session = record.replay(None).unwrap_or_else(|stopped| panic!("{:?}", stopped.report));
    session.points().len() - 1
}

#[test]
fn a_clean_ruleset_is_proved_by_search() {
    let report = case("clean", &format!("{DUEL}{REFRESH}"), TWO).report(EFFORT);
    assert_eq!(bad(&report), [""; 0]);
    assert_eq!((report.searched, report.encounters.len()), (1, 1));
    assert!(is_proved(named(&report, "minting"), "each kind has a worth"));
    assert!(is_proved(named(&report, "dead-ends"), "search of all"));
    assert!(is_proved(named(&report, "free-loops"), "takes a token or fills a slot"));
    assert!(report.counts.iter().all(|count| count.live == count.all), "{:?}", report.counts);
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let case = case("seed", &format!("{DUEL}{REFRESH}"), TWO);
    let text = |effort| format!("{:?}", case.report(effort));
    assert_eq!(text(EFFORT), text(EFFORT));
    assert_ne!(text(EFFORT), text(Effort { seed: 2, ..EFFORT }));
}

#[test]
fn an_activity_that_is_too_dear_is_dead_by_search() {
    let rules = format!("{DUEL}{REFRESH}{}", activity("rest", "cost = \"2A\""));
    let report = case("dear", &rules, TWO).report(EFFORT);
    assert_eq!(bad(&report), ["activity rest", "rule t.rest"]);
    assert!(is_proved(named(&report, "activity rest"), "search of all"));
    // A search that is cut states its bounds.
    let report = case("dear", &rules, TWO).report(Effort { states: 3, ..EFFORT });
    let within = &named(&report, "activity rest").verdict;
    let Verdict::NotFound { within } = within else { panic!("{within:?}") };
    assert_eq!(within, "0 scenarios, 3 states and 6 sampled fights of seed 1");
}

#[test]
fn an_activity_that_requires_what_nothing_gives_is_dead_by_argument() {
    let blessed = rule("blessed", "condition = [{ id = \"blessed\" }]");
    let smite = activity("smite", "cost = \"1A\"\nrequires = [\"blessed\"]");
    let report = case("blessed", &format!("{DUEL}{REFRESH}{blessed}{smite}"), TWO).report(EFFORT);
    let smite = named(&report, "activity smite");
    assert!(is_proved(smite, "requires `blessed`, which nothing gives"), "{smite:?}");
    assert!(bad(&report).contains(&"condition blessed"));
}

#[test]
fn a_watch_that_never_fires_leaves_its_rule_out_of_force() {
    let watch = "watch = [{ attribute = \"hp\", when = \"now > 100\", \
                 do = [{ mark = { who = \"actor\", condition = \"down\" } }] }]";
    let rules = format!("{DUEL}{REFRESH}{}", rule("giant", watch));
    let report = case("watch", &rules, TWO).report(EFFORT);
    assert_eq!(bad(&report), ["rule t.giant"]);
    assert!(is_proved(named(&report, "rule t.giant"), "search of all"));
}

#[test]
fn a_kind_that_nothing_costs_is_never_spent() {
    let gold = rule("gold", "base = [{ id = \"G\", name = \"gold\" }]");
    let two = TWO.replacen("1A", "1A+1G", 1);
    let report = case("gold", &format!("{DUEL}{REFRESH}{gold}"), &two).report(EFFORT);
    assert!(is_proved(named(&report, "kind G"), "search of all"), "{:?}", bad(&report));
}

#[test]
fn a_conversion_from_what_nobody_holds_is_unreachable() {
    let gold = rule(
        "gold",
        "base = [{ id = \"G\", name = \"gold\" }]\nconvert = [{ from = \"1G\", to = \"1A\" }]",
    );
    let report = case("unheld", &format!("{DUEL}{REFRESH}{gold}"), TWO).report(EFFORT);
    assert!(is_proved(named(&report, "conversion t.gold"), "search of all"));
    // If a combatant holds gold, the same conversion pays.
    let two = TWO.replacen("1A", "1A+1G", 1);
    let report = case("held", &format!("{DUEL}{REFRESH}{gold}"), &two).report(EFFORT);
    assert_eq!(bad(&report), [""; 0]);
}

#[test]
fn a_price_under_a_condition_that_never_holds_is_never_payable() {
    let costs = "costs = [{ while = \"actor.hp > 100\", cost = \"1A\" }, { cost = \"1A\" }]";
    let rules = format!("{DUEL}{REFRESH}{}", activity("wait", costs));
    let report = case("price", &rules, TWO).report(EFFORT);
    assert_eq!(bad(&report), ["price wait 1 of 2"]);
}

#[test]
fn tokens_that_never_come_back_end_in_a_stalemate() {
    let report = case("stalemate", DUEL, TWO).report(EFFORT);
    assert_eq!(bad(&report), ["dead-end stalemate"]);
    assert!(plays(named(&report, "dead-end stalemate")) >= 2);
    assert!(matches!(named(&report, "dead-ends").verdict, Verdict::Counterexample { .. }));
    // Sampled fights find it too if the search is cut.
    let report = case("stalemate", DUEL, TWO).report(Effort {
        states: 2,
        fights: 40,
        choices: 2_000,
        ..EFFORT
    });
    assert_eq!(bad(&report), ["dead-end stalemate"]);
}

#[test]
fn dice_that_never_satisfy_are_an_endless_roll() {
    let does = "cost = \"1A\"\ndo = [\n    { roll = { dice = \"1d2\", into = \"a\" } },\n    \
                { again = \"a < 3\" },\n]";
    let rules = format!("{DUEL}{REFRESH}{}", activity("dither", does));
    let report = case("endless", &rules, TWO).report(EFFORT);
    let finding = named(&report, "dead-end endless-dice");
    assert!(plays(finding) > 1_000, "{finding:?}");
}

#[test]
fn what_is_free_and_does_nothing_can_go_on_for_ever() {
    let rules = format!("{DUEL}{REFRESH}{}", activity("shout", "cost = \"none\""));
    let report = case("shout", &rules, TWO).report(EFFORT);
    assert_eq!(bad(&report), ["free-loop shout"]);
    assert!(plays(named(&report, "free-loop shout")) >= 1);
    // A limit prevents it.
    let limited = "cost = \"none\"\nlimit = { cap = \"1\", per = \"turn\" }";
    let rules = format!("{DUEL}{REFRESH}{}", activity("shout", limited));
    let report = case("limited", &rules, TWO).report(EFFORT);
    assert_eq!(bad(&report), [""; 0]);
    assert!(is_proved(named(&report, "free-loops"), "takes a token or fills a slot"));
}

#[test]
fn two_free_activities_that_undo_each_other_are_a_loop() {
    let draw = activity(
        "draw",
        "cost = \"none\"\nneeds = [{ when = \"not actor.has(armed)\" }]\n\
         do = [{ mark = { who = \"actor\", condition = \"armed\" } }]",
    );
    let sheathe = activity(
        "sheathe",
        "cost = \"none\"\nneeds = [{ when = \"actor.has(armed)\" }]\n\
         do = [{ unmark = { who = \"actor\", condition = \"armed\" } }]",
    );
    // A rule that only names a condition is never in force, so it is a definition.
    let armed = rule("armed", "condition = [{ id = \"armed\" }]").replace("mechanic", "definition");
    let report =
        case("draw", &format!("{DUEL}{REFRESH}{armed}{draw}{sheathe}"), TWO).report(EFFORT);
    assert_eq!(bad(&report), ["free-loop draw sheathe"]);
    assert!(plays(named(&report, "free-loop draw sheathe")) >= 2);
}

#[test]
fn what_is_free_and_heals_grows_without_end() {
    let does = "cost = \"none\"\ndo = [{ add = { attribute = \"actor.hp\", by = \"1\" } }]";
    let rules = format!("{DUEL}{REFRESH}{}", activity("heal", does));
    let report = case("heal", &rules, TWO).report(Effort { states: 200, ..EFFORT });
    assert_eq!(bad(&report), ["free-growth heal"]);
    let Verdict::Counterexample { what, .. } = &named(&report, "free-growth heal").verdict else {
        panic!("{report:?}")
    };
    assert!(what.contains("Ana hp 3 -> 302"), "{what}");
}

#[test]
fn accepted_findings_have_reasons_and_do_not_outlive_them() {
    let rules = format!("{DUEL}{REFRESH}{}", activity("shout", "cost = \"none\""));
    let report = case("accepted", &rules, TWO).report(EFFORT);
    let text = "\"free-loop shout\" = \"Talk is free.\"\n\"free-loop sing\" = \"So are songs.\"\n";
    let accepted = Accepted::read(text).expect("it is well formed");
    assert_eq!(accepted.reason(named(&report, "free-loop shout")), Some("Talk is free."));
    assert_eq!(
        accepted.stale(&report.findings),
        [AcceptedError::Stale("free-loop sing".to_owned())]
    );
    let errors = Accepted::read("\"free-loop shout\" = \" \"\n").expect_err("it has no reason");
    assert_eq!(errors, [AcceptedError::NoReason("free-loop shout".to_owned())]);
}
