//! Payment against a slow and obvious model: the same undominated ways to pay, on random purses,
//! prices, limits and options, for random small rulesets and the largest real one.
//!
//! `TURNWRIGHT_CASES` asks for more cases.

mod brute;
mod support;

use std::cell::Cell;
use std::collections::BTreeSet;

use brute::{Asked, Model, Way};
use kernel::pay::{self, PAYMENTS_MAX, PaymentLimits};
use kernel::{CombatantId, Moments, Sheet, SlotIndex as SlotPlace};
use rules::source::{Source, SourceFile};
use rules::{Compiled, Parsed, Place, Setup};
use sim::policy::Random;

fn cases(default: u32) -> u32 {
    let set = std::env::var("TURNWRIGHT_CASES").ok().and_then(|text| text.parse().ok());
    set.unwrap_or(default)
}

#[test]
fn the_collective_pays_as_the_model_does() {
    const PLAIN: [&str; 9] = ["P", "M", "V", "S", "F", "X", "G", "E", "Z"];
    const PREFIXED: [&str; 12] =
        ["QP", "QM", "QV", "QS", "QQP", "QQV", "InfQV", "IP", "IS", "OppP", "OppF", "DS"];
    const COINS: [&str; 10] = ["A", "B", "C", "A'", "A''", "B'", "C'", "C'''", "QA", "OppB"];
    const OPTIONS: [(&str, &[&str]); 9] = [
        ("convert-counts", &["result", "source"]),
        ("joint-chain", &["on", "off"]),
        ("all-to-f", &["untouched", "remaining"]),
        ("prefix-drop", &["off", "on"]),
        ("f-covers", &["deed", "one"]),
        ("action-model", &["PMV", "S"]),
        ("quick-opp", &["off", "on"]),
        ("s-model-v", &["own", "competes"]),
        ("bh-count", &["opp", "base"]),
    ];
    let parsed = Source::embedded("collective").expect("it is built in").parse();
    let parsed = parsed.unwrap_or_else(|problems| panic!("{}", support::shown(&problems)));
    let bills =
        ["1P", "1V", "1M+1P", "1M+1P+1V", "1F", "1S", "1Z", "2P", "1QV", "=1M", "1OppP", "1X"];
    let (mut random, cases, mut compared) = (Random::new(0xb0), cases(40), 0);
    for case in 0..cases {
        let mut purse = Vec::new();
        for (kinds, most, times) in [(&PLAIN[..8], 2, 3), (&PREFIXED, 2, 2), (&COINS, 8, 2)] {
            for _ in 0..random.below(times + 1) {
                let kind = kinds[random.below(kinds.len() as u32) as usize];
                purse.push(format!("{}{kind}", 1 + random.below(most)));
            }
        }
        let mut options = Vec::new();
        for (name, values) in OPTIONS {
            if random.below(4) == 0 {
                options.push((name, values[random.below(values.len() as u32) as usize]));
            }
        }
        let what = format!("case {case}");
        compared += compare(&parsed, &purse, "pcs", &options, &bills, &mut random, &what);
    }
    assert!(compared > cases as usize * 4, "only {compared} prices were compared");
}

#[test]
fn small_rulesets_pay_as_the_model_does() {
    let (mut random, cases, mut compared) = (Random::new(0xb1), cases(250), 0);
    for case in 0..cases {
        let text = small_ruleset(&mut random);
        let file = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
        let manifest = "id='x'\ntitle='x'\nversion='1'\nsource='x'\nprefix='x'\n";
        let files = vec![file("ruleset.toml", manifest), file("rules/all.toml", &text)];
        let parsed = Source { files }.parse();
        let parsed = parsed.unwrap_or_else(|problems| panic!("{}", support::shown(&problems)));
        let mut purse = Vec::new();
        for kind in ["A", "B", "C", "D", "QA", "QC", "RB", "QRD"] {
            if random.below(3) == 0 {
                purse.push(format!("{}{kind}", 1 + random.below(if kind == "D" { 6 } else { 2 })));
            }
        }
        let bills = ["1A", "1B", "1A+1B", "2A", "1C+1A", "1QA", "=1B", "1A+1B+1C"];
        let what = format!("case {case}:\n{text}");
        compared += compare(&parsed, &purse, "us", &[], &bills, &mut random, &what);
    }
    assert!(compared > cases as usize * 4, "only {compared} prices were compared");
}

/// A ruleset of four bases and two prefixes whose conversions never gain: each takes at least what
/// it gives, in values of 1 to 4.
fn small_ruleset(random: &mut Random) -> String {
    let mut pick = |count: u32| random.below(count);
    let values = [3 + pick(2), 1 + pick(3), 2 + pick(3), 1];
    let names = ["A", "B", "C", "D"];
    let mut text = String::from(
        "[[rule]]\nid = 'x.all'\nkind = 'mechanic'\nsection = 'x'\nsays = 'Everything.'\n\
         span = [{ id = 'fight', repeat = '1' }, { id = 'round', repeat = 'forever' },\n    \
         { id = 'half', repeat = 'turns' }]\nturn = [{ id = 'top' }]\n\
         side = [{ id = 'us', turn = 'top' }]\n\
         base = [{ id = 'A', name = 'a', worth = 3 }, { id = 'B', name = 'b', worth = 2 },\n    \
         { id = 'C', name = 'c', worth = 2 }, { id = 'D', name = 'd', currency = true }]\n\
         moment = [{ prefix = '', at = ['own-open'] }]\ncondition = [{ id = 'spent' }]\n",
    );
    let fills = ["own", "none", "rest", "slot S1", "as R"];
    let (q, r) = (fills[pick(5) as usize], fills[pick(4) as usize]);
    let depth = 1 + pick(2);
    let gated = if pick(4) == 0 { ", gated = true" } else { "" };
    text.push_str(&format!(
        "prefix = [{{ id = 'Q', name = 'q', depth = {depth}, fills = '{q}' }},\n    \
         {{ id = 'R', name = 'r', fills = '{r}'{gated} }}]\n"
    ));
    if gated.is_empty() {
        text.push_str("gate = [{ id = 'both', prefixes = ['Q', 'R'] }]\n");
    } else {
        text.push_str("gate = [{ id = 'R', prefixes = ['R'] }]\n");
    }
    let caps = [1 + pick(2), 1 + pick(3), 1 + pick(2)];
    text.push_str(&format!(
        "slot = [{{ id = 'S1', cap = '{}', per = 'round' }}, {{ id = 'S2', cap = '{}', \
         per = 'round' }}]\nown_slot = [{{ prefix = 'Q', cap = '{}', per = 'round' }},\n    \
         {{ prefix = 'R', cap = '1', per = 'half' }}]\n",
        caps[0], caps[1], caps[2]
    ));
    let mut filled = Vec::new();
    for kind in ["A", "B", "C", "QB", "R*"] {
        let slots = ["'S1'", "'S2'", "'S1', 'S2'", ""][pick(4) as usize];
        if pick(3) > 0 {
            filled.push(format!("{{ kind = '{kind}', slots = [{slots}] }}"));
        }
    }
    text.push_str(&format!("fills = [{}]\n", filled.join(", ")));
    let mut converts = Vec::new();
    for _ in 0..pick(6) {
        let to = pick(4) as usize;
        let mut inputs = [0; 4];
        let mut value = 0;
        while value < values[to] || pick(4) == 0 {
            let input = pick(4) as usize;
            inputs[input] += 1;
            value += values[input];
        }
        if inputs[to] > 0 {
            continue;
        }
        let from: Vec<String> = (0..4)
            .filter(|at| inputs[*at] > 0)
            .map(|at| format!("{}{}", inputs[at], names[at]))
            .collect();
        let single = inputs.iter().sum::<u32>() == 1;
        let mut more = String::new();
        for (text, likely) in [
            (", lift = false", pick(4) == 0),
            (", chain = 'false'", pick(4) == 0),
            (", fills = 'source'", single && pick(4) == 0),
            (", unless = ['spent']", pick(5) == 0),
        ] {
            more.push_str(if likely { text } else { "" });
        }
        converts.push(format!("{{ from = '{}', to = '{}'{more} }}", from.join("+"), names[to]));
    }
    if pick(3) == 0 {
        converts.push("{ from = 'all', to = 'A', unless = ['spent'] }".to_owned());
    }
    text.push_str(&format!("convert = [{}]\n", converts.join(",\n    ")));
    if pick(3) == 0 {
        let price = 4 + pick(3);
        text.push_str(&format!("prices = [{{ with = 'D', buys = {{ QA = {price}, RB = 4 }} }}]\n"));
    }
    if pick(3) == 0 {
        text.push_str("cover = [{ base = 'A', bill = ['B', 'C'] }]\n");
    }
    if pick(4) == 0 {
        text.push_str("drop = [{ prefix = 'Q' }]\n");
    }
    text
}

/// Compares all bills for one purse, with random slots used up, gates open and conditions; says how
/// many.
fn compare(
    parsed: &Parsed,
    purse: &[String],
    side: &str,
    options: &[(&str, &str)],
    bills: &[&str],
    random: &mut Random,
    what: &str,
) -> usize {
    let purse = if purse.is_empty() { "none".to_owned() } else { purse.join("+") };
    let mut start = format!(
        "[[combatant]]\nname = 'Payer'\nside = '{side}'\ngrants = \"{purse}\"\n[options]\n"
    );
    for (name, value) in options {
        start.push_str(&format!("{name} = '{value}'\n"));
    }
    // Two levels of prefixes that all have slots of their own can be more than the engine holds.
    let full = Cell::new(false);
    let compiled = |bills: &[&str]| {
        let mut text = start.clone();
        for (at, bill) in bills.iter().enumerate() {
            text.push_str(&format!("[[activity]]\nid = 'bill {at}'\ncost = '{bill}'\n"));
        }
        let setup = Setup::read("payer", &text, &Place::Nowhere, Some(parsed));
        match setup.and_then(|setup| rules::compile(&setup)) {
            Ok((compiled, _)) => Some(compiled),
            Err((report, files)) => {
                let codes: Vec<&str> =
                    report.diagnostics().iter().map(|one| one.code.name()).collect();
                full.set(full.get() || codes.contains(&"too-many-slots"));
                // A price that nobody here can ever pay is refused.
                let unpayable = codes.iter().all(|code| *code == "price-unpayable");
                assert!(unpayable || full.get(), "{what}\n{}", support::shown(&(report, files)));
                None
            }
        }
    };
    let model = Model::read(parsed, options, side);
    let all = compiled(bills);
    let (bills, refused): (Vec<&str>, Vec<&str>) =
        bills.iter().copied().partition(|bill| all.is_some() || compiled(&[bill]).is_some());
    if full.get() {
        return 0;
    }
    for bill in refused {
        for moment in Moments::NAMES {
            let asked = Asked { moment: moment.into(), ..Asked::freely(&purse) };
            assert_eq!(model.ways(bill, &asked), BTreeSet::new(), "{what}\n{purse} pays {bill}");
        }
    }
    let Some(compiled) = all.or_else(|| compiled(&bills)) else { return 0 };
    let mut compared = 0;
    let sheet = &compiled.game.sheets[0];
    for (at, bill) in bills.iter().enumerate() {
        let name = format!("bill {at}");
        let known = |option: &&kernel::ActionOption| {
            compiled.names.activities[option.activity.index()].name == name
        };
        let Some(option) = sheet.options.iter().find(known) else { continue };
        compared += 1;
        let (terms, asked) = terms(&compiled, sheet, &purse, random);
        let mut found = Vec::new();
        let tables = compiled.game.payment_tables(CombatantId(0));
        pay::payments(sheet, tables, compiled.game.bill(option.bill), &terms, &mut found);
        let full = found.len() == PAYMENTS_MAX;
        let found: BTreeSet<Way> = found.iter().map(|one| way(&compiled, sheet, one)).collect();
        let expected = model.ways(bill, &asked);
        let extra: Vec<&Way> = found.difference(&expected).collect();
        // Where there are more ways than a list may have, some of them are listed.
        let missing: Vec<&Way> = expected.difference(&found).filter(|_| !full).collect();
        assert!(
            extra.is_empty() && missing.is_empty(),
            "{what}\n{purse} {options:?} pays {bill}, {asked:?}\n  listed for no good reason: \
             {extra:?}\n  not listed: {missing:?}"
        );
    }
    compared
}

/// The same terms for the kernel and for the model.
fn terms(
    compiled: &Compiled,
    sheet: &Sheet,
    purse: &str,
    random: &mut Random,
) -> (PaymentLimits, Asked) {
    let one = kernel::Combatant::of(sheet);
    let mut room = one.slot_uses;
    let mut used = Vec::new();
    for slot in &sheet.slots {
        if random.below(6) == 0 {
            match slot.index {
                SlotPlace::Single(at) => room.single &= !(1 << at),
                SlotPlace::Counted(at) => {
                    let left = room.count(at as usize).saturating_sub(1);
                    room.set_count(at as usize, left);
                }
            }
            used.push(compiled.names.slots[slot.id.index()].clone());
        }
    }
    let moment = match random.below(3) {
        0 => random.below(6) as usize,
        _ => 0,
    };
    let open = random.below(5) == 0;
    let conditions: Vec<usize> =
        (0..compiled.names.conditions.len()).filter(|_| random.below(12) == 0).collect();
    let terms = PaymentLimits {
        purse: one.purse,
        room,
        moment: Moments(1 << moment),
        gates: if open { !0 } else { 0 },
        conditions: conditions.iter().fold(one.conditions, |bits, at| bits | 1 << at),
        open: !0,
    };
    let names = &compiled.names.conditions;
    let has = |at: &usize| one.conditions >> at & 1 == 1 || conditions.contains(at);
    let asked = Asked {
        purse: purse.to_owned(),
        moment: Moments::NAMES[moment].to_owned(),
        used,
        gates: open,
        conditions: (0..names.len()).filter(has).map(|at| names[at].name.clone()).collect(),
    };
    (terms, asked)
}

/// A payment by names, without slots that are not limited.
fn way(compiled: &Compiled, sheet: &Sheet, payment: &kernel::Payment) -> Way {
    let kind = |lane: usize| compiled.names.kinds[sheet.lanes[lane].kind.index()].clone();
    let spend = payment.spend.lanes().map(|(lane, amount)| (kind(lane), amount)).collect();
    let mut fill = Vec::new();
    for slot in sheet.slots.iter().filter(|slot| slot.cap < 127) {
        let uses = match slot.index {
            SlotPlace::Single(at) => (payment.fill.single >> at & 1) as u32,
            SlotPlace::Counted(at) => payment.fill.count(at as usize),
        };
        if uses > 0 {
            fill.push((compiled.names.slots[slot.id.index()].clone(), uses));
        }
    }
    Way { spend, fill: fill.into_iter().collect() }
}
