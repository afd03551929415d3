//! All things of a game by name, and arguments from its tables why some cannot be live.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{ActivityId, Game, Instr, RulesId, Sheet, iter_bits};
use rules::{Compiled, Parsed};
use sim::coverage::{EXERCISED_KINDS, wanted};
use sim::show;

use super::seen::{Seen, price_name};
use super::stage::Stage;
use super::thing::{Sort, Thing};

/// Adds everything that the text of a ruleset defines.
pub(super) fn of_ruleset(parsed: &Parsed, seen: &mut Seen) {
    let mut add = |sort, name: &str| seen.all.insert(Thing::new(sort, name));
    for row in sim::activities::activities(parsed) {
        add(Sort::Activity, row.usage.split(' ').next().unwrap_or_default());
    }
    for (located, marks) in parsed.rules.iter().zip(wanted(parsed)) {
        let rule = &located.rule;
        if EXERCISED_KINDS.contains(&rule.kind.as_str()) && rule.kind.as_str() != "option" {
            if marks.allow {
                add(Sort::Rule, &rule.id);
            }
            if marks.deny {
                add(Sort::Refusal, &rule.id);
            }
        }
        for condition in &rule.condition {
            add(Sort::Condition, &condition.id);
        }
    }
    for id in converting(parsed) {
        add(Sort::Conversion, &id);
    }
}

/// Removes activities that only scenarios and encounters define.
pub(super) fn only_own(parsed: &Parsed, seen: &mut Seen) {
    let rows = sim::activities::activities(parsed);
    let first = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let own: BTreeSet<String> = rows.iter().map(|row| first(&row.usage)).collect();
    let named = |thing: &Thing| matches!(thing.sort, Sort::Activity | Sort::Price);
    seen.all.retain(|thing| !named(thing) || own.contains(&first(&thing.name)));
}

/// Returns the ids of the rules that convert tokens.
pub(super) fn converting(parsed: &Parsed) -> BTreeSet<String> {
    let rules = parsed.rules.iter().map(|located| &located.rule);
    let converts = rules.filter(|rule| !rule.convert.is_empty() || !rule.prices.is_empty());
    converts.map(|rule| rule.id.to_string()).collect()
}

/// Reads the tables of an encounter.
pub(super) fn read(stage: &Stage, seen: &mut Seen) {
    of_game(&stage.compiled, &stage.converting, seen);
}

/// Adds activities, prices and conversions of a game, and marks those that its tables rule out.
pub(super) fn of_game(compiled: &Compiled, converting: &BTreeSet<String>, seen: &mut Seen) {
    let game = &compiled.game;
    seen.passing |= !game.steps.pass_through_only.is_empty();
    // An activity is ruled out if it is for every combatant who has it; `None` means that it is
    // not.
    let mut ruled_out: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut prices: BTreeSet<(String, bool)> = BTreeSet::new();
    for sheet in &game.sheets {
        for (at, option) in sheet.options.iter().enumerate() {
            let name = show::activity(compiled, option.activity);
            let why = impossible(compiled, sheet, at);
            let known = ruled_out.entry(name.to_owned()).or_insert_with(|| why.clone());
            if why.is_none() {
                *known = None;
            }
            let bill = game.bill(option.bill);
            for (nth, alternative) in bill.iter().enumerate().filter(|_| bill.len() > 1) {
                let payable =
                    alternative.units.iter().all(|unit| !sheet.recipes_of(*unit).is_empty());
                let name = price_name(compiled, option.activity, nth as u8, bill.len() as u8);
                prices.insert((name, payable));
            }
        }
    }
    for (at, activity) in game.activities.iter().enumerate() {
        if activity.by_game_master {
            let name = show::activity(compiled, ActivityId(at as u16)).to_owned();
            ruled_out.insert(name, None);
        }
    }
    for (name, why) in ruled_out {
        note(seen, Thing::new(Sort::Activity, name), why);
    }
    let names: BTreeSet<&String> = prices.iter().map(|(name, _)| name).collect();
    for name in names {
        let payable = prices.contains(&(name.clone(), true));
        let why = || "no conversion and no token gives what it asks for".to_owned();
        note(seen, Thing::new(Sort::Price, name), (!payable).then(why));
    }
    conversions(compiled, converting, seen);
}

/// Adds the conversions that a payment could use.
fn conversions(compiled: &Compiled, converting: &BTreeSet<String>, seen: &mut Seen) {
    let sheets = compiled.game.sheets.iter();
    let sources: BTreeSet<RulesId> =
        sheets.flat_map(|sheet| sheet.recipes.iter().map(|recipe| recipe.source)).collect();
    for source in sources {
        for id in show::rule_ids(compiled, source) {
            if converting.contains(id) {
                note(seen, Thing::new(Sort::Conversion, id), None);
            }
        }
    }
}

fn note(seen: &mut Seen, thing: Thing, ruled_out: Option<String>) {
    if let Some(why) = ruled_out {
        let known = seen.ruled_out.entry(thing.clone()).or_insert((0, why));
        known.0 += 1;
    }
    *seen.games.entry(thing.clone()).or_insert(0) += 1;
    seen.all.insert(thing);
}

/// Returns the reason why an option can never be declared, if the tables have one.
fn impossible(compiled: &Compiled, sheet: &Sheet, option: usize) -> Option<String> {
    let game = &compiled.game;
    let activity = &game.activities[sheet.options[option].activity.index()];
    let given = may_come(game);
    let name = |conditions: u64| {
        let first = iter_bits(conditions).next().map(|it| it.index()).unwrap_or_default();
        compiled.names.conditions.get(first).map_or(String::new(), |it| it.name.clone())
    };
    let lacking = activity.required_mask & !given & !sheet.conditions;
    if lacking != 0 {
        return Some(format!("it requires `{}`, which nothing gives", name(lacking)));
    }
    let fixed = compiled.names.conditions.iter().enumerate();
    let fixed = fixed.fold(0u64, |all, (at, it)| all | u64::from(it.fixed) << at);
    let barring = activity.blocked_mask & fixed & sheet.conditions;
    if barring != 0 {
        return Some(format!("it is barred by `{}`, which nothing takes away", name(barring)));
    }
    let is_false = |test| matches!(game.expr(test), [Instr::Const(0)]);
    if activity.requirements.iter().any(|need| need.only_if == 0 && is_false(need.test)) {
        return Some("one of its requirements never holds".to_owned());
    }
    let bill = game.bill(sheet.options[option].bill);
    let lacks =
        |units: &[kernel::UnitId]| units.iter().any(|unit| sheet.recipes_of(*unit).is_empty());
    if !bill.is_empty() && bill.iter().all(|one| lacks(&one.units)) {
        return Some("no token and no conversion can ever pay for it".to_owned());
    }
    if !sheet.payable_options.is_empty()
        && sheet.payable_options.iter().all(|set| set >> option & 1 == 0)
    {
        return Some("nothing can pay for it at any moment at which it may be declared".to_owned());
    }
    None
}

/// Returns the conditions that a combatant may gain during the fight.
fn may_come(game: &Game) -> u64 {
    let steps = game.programs.iter().flatten();
    let by_programs = steps.fold(0, |all, step| match step.op {
        kernel::Op::AddCondition { condition, .. } => all | 1 << condition.index(),
        _ => all,
    });
    let by_activities = game.activities.iter().fold(0, |all, one| all | one.adds_conditions);
    let recipes = game.sheets.iter().flat_map(|sheet| &sheet.recipes);
    let by_payments = recipes.fold(0, |all, one| {
        one.conditional_adds.iter().fold(all | one.adds_conditions, |all, (_, then)| all | then)
    });
    by_programs
        | by_activities
        | by_payments
        | game.spending
        | game.full
        | game.preparing
        | game.out
}
