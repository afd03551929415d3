//! Laws of denials, on random states of every example fight: each reason shown is one, all of them
//! together are all there are, and no two payments of a list look alike.

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{
    Decision, Declaration, Denial, DenialKind, Enforcement, KindId, NOBODY, Pay, State, Target,
    View, bit, iter_bits,
};
use rules::Compiled;
use sim::policy::Random;
use sim::session::Session;
use sim::{language, show};

/// Causes checked together at most: every subset of them is tried.
const CAUSES_MAX: usize = 7;
/// Broken laws shown at most.
const SHOWN_MAX: usize = 30;

fn examples() -> Vec<(String, Arc<Compiled>)> {
    let all = sim::examples::examples();
    let named = |one: &sim::examples::Example| format!("{}/{}", one.ruleset, one.name);
    all.iter().map(|one| (named(one), support::example(&named(one)))).collect()
}

/// One cause of a denial, however many rules are behind it.
struct Cause {
    why: DenialKind,
    rules: Vec<kernel::RuleId>,
}

fn causes(compiled: &Compiled, denial: &Denial) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    for reason in &denial.reasons {
        // Having nothing left is having too little of something.
        if reason.why == DenialKind::Exhausted {
            continue;
        }
        let rules = compiled.game.rules(reason.rules);
        match causes.iter_mut().find(|cause| cause.why == reason.why) {
            Some(cause) => cause.rules.extend(rules),
            None => causes.push(Cause { why: reason.why, rules: rules.to_vec() }),
        }
    }
    causes
}

/// Removes a cause from a state. Where that cannot be done, says why: of such denials nothing is
/// checked.
fn relax(
    compiled: &Compiled,
    state: &mut State,
    declare: &Declaration,
    cause: &Cause,
) -> Result<(), &'static str> {
    let sheet = compiled.game.sheets.get(declare.actor.index()).ok_or("there is nobody")?;
    match cause.why {
        DenialKind::Missing { kind, amount } => {
            let lane = sheet.lane(kind).ok_or("the actor can never hold such a token")?;
            let purse = &mut state.combatants.get_mut(declare.actor).purse;
            let held = raised(purse.get(lane), amount);
            purse.set(lane, held);
        }
        DenialKind::SlotUsedUp(slot) | DenialKind::Scarce { slot, .. } => {
            let slot = sheet.slot(slot).expect("a slot of the actor");
            let actor = state.combatants.get_mut(declare.actor);
            actor.refill(slot.index, 127);
            // Some conditions stand for slots that are full.
            actor.conditions &= !compiled.game.full;
        }
        // Whoever has the condition cannot convert; no setting of a rule changes that.
        DenialKind::KindBlocked(_, conditions) => {
            state.combatants.get_mut(declare.actor).conditions &= !conditions;
        }
        DenialKind::Target if state.everybody() & bit(declare.target) == 0 => {
            return Err("the target takes no part in the fight");
        }
        DenialKind::NotAwaited | DenialKind::StackLocked => {
            return Err("the fight waits for something else");
        }
        DenialKind::NotAsked if !matches!(state.decision, Decision::Answer(_)) => {
            return Err("a window of one's own is not opened to others");
        }
        DenialKind::StackFull | DenialKind::PreparedFull => return Err("a bound of the engine"),
        DenialKind::Unknown => return Err("there is no such thing to do"),
        DenialKind::NoTarget
        | DenialKind::UnexpectedTarget
        | DenialKind::Square
        | DenialKind::MissingText { .. } => {
            return Err("the command itself lacks something");
        }
        DenialKind::Unpayable | DenialKind::NothingElse => return Err("no purse at all would do"),
        DenialKind::PriceUnavailable => return Err("it depends on the actor in any way there is"),
        DenialKind::NoSuchPayment | DenialKind::Flawed(_) => {
            return Err("there is no such payment");
        }
        DenialKind::NotInstant => return Err("a secret declaration is one that nobody answers"),
        _ if cause.rules.is_empty() => return Err("the ruleset has no rule for it"),
        _ => {
            for rule in &cause.rules {
                if !state.relaxed_rules.iter().any(|(one, _)| one == rule) {
                    state.relaxed_rules.push((*rule, Enforcement::Off));
                }
            }
        }
    }
    Ok(())
}

/// Tokens of a kind once an amount is added, as far as a purse goes.
fn raised(held: u32, more: u8) -> u32 {
    (held + u32::from(more)).min(kernel::purse::AMOUNT_MAX)
}

/// The state once the causes in a set are removed.
fn without(
    compiled: &Compiled,
    state: &State,
    declare: &Declaration,
    causes: &[Cause],
    set: u32,
) -> Result<State, &'static str> {
    let mut relaxed = state.clone();
    for (at, cause) in causes.iter().enumerate() {
        if set >> at & 1 == 1 {
            relax(compiled, &mut relaxed, declare, cause)?;
        }
    }
    Ok(relaxed)
}

/// Outcome of checking one denial.
enum Checked {
    /// Every reason is one, and together they are all.
    Fine,
    /// It could not be checked, for this reason.
    Skipped(&'static str),
    /// The law is broken.
    Broken(String),
}

fn check(compiled: &Compiled, state: &State, declare: &Declaration, denial: &Denial) -> Checked {
    let causes = causes(compiled, denial);
    if causes.len() > CAUSES_MAX {
        return Checked::Skipped("too many causes to try every set of them");
    }
    let all = (1u32 << causes.len()) - 1;
    let mut legal = Vec::new();
    let broken = |what: String| {
        let reasons = sim::render::denial_text(compiled, state, denial);
        let command = language::print(compiled, state, &kernel::Command::Declare(*declare));
        Checked::Broken(format!("{what}: {command} ({:?})\n{reasons}\n{denial:?}", declare.pay))
    };
    for set in 0..=all {
        match without(compiled, state, declare, &causes, set) {
            Err(why) => return Checked::Skipped(why),
            Ok(relaxed) => {
                let view = View { game: &compiled.game, state: &relaxed };
                let left = view.why_not(declare);
                if let (true, Some(left)) = (set == all, &left) {
                    let left = sim::render::denial_text(compiled, &relaxed, left);
                    return broken(format!("not all that is in the way is said, but not `{left}`"));
                }
                legal.push(left.is_none());
            }
        }
    }
    if is_read_in_two_ways(compiled, state, declare) {
        return Checked::Skipped("a payment by name that means two things is judged as both");
    }
    let share = |one: &Cause, other: &Cause| {
        other.why != one.why && other.rules.iter().any(|rule| one.rules.contains(rule))
    };
    if causes.iter().any(|one| causes.iter().any(|other| share(one, other))) {
        return Checked::Skipped("a rule behind two causes removes both");
    }
    for (at, cause) in causes.iter().enumerate() {
        if follows_from_others(compiled, state, declare, &causes, at) {
            continue;
        }
        let own = 1u32 << at;
        let with_it = |set: &u32| !legal[*set as usize] && legal[(set | own) as usize];
        if !(0..=all).filter(|set| set & own == 0).any(|set| with_it(&set)) {
            return broken(format!("{:?} is no reason", cause.why));
        }
    }
    Checked::Fine
}

/// Whether a requirement reads what another cause is about, such as the tokens left: without that
/// one it is met, too.
fn follows_from_others(
    compiled: &Compiled,
    state: &State,
    declare: &Declaration,
    causes: &[Cause],
    at: usize,
) -> bool {
    let why = causes[at].why;
    let is_requirement =
        matches!(why, DenialKind::Need | DenialKind::Barred(_) | DenialKind::MissingCondition(_));
    let mut others = (0..causes.len()).filter(|other| *other != at && is_requirement);
    others.any(|other| {
        let relaxed = without(compiled, state, declare, causes, 1 << other);
        let relaxed = relaxed.expect("every cause was removed before");
        let view = View { game: &compiled.game, state: &relaxed };
        let left = view.why_not(declare).unwrap_or_default();
        !left.reasons.iter().any(|reason| reason.why == why)
    })
}

fn is_read_in_two_ways(compiled: &Compiled, state: &State, declare: &Declaration) -> bool {
    let Pay::Named(number) = declare.pay else { return false };
    let sheet = &compiled.game.sheets[declare.actor.index()];
    let option = &sheet.options[sheet.option(declare.activity).expect("it is named")];
    let view = View { game: &compiled.game, state };
    let named = view.combination(declare, option, number).expect("it is named");
    let kinds = |one| show::payment_kinds(compiled, sheet, one);
    let all = view.named(declare, option, &named.spend);
    all.iter().filter(|(_, one)| kinds(one) == kinds(&named)).count() > 1
}

/// Something that somebody might try to do.
fn attempt(session: &Session, random: &mut Random) -> Declaration {
    let (compiled, state) = (session.compiled(), session.state());
    let game = &compiled.game;
    let asked: Vec<_> = iter_bits(state.decision.asked()).collect();
    let anybody = kernel::CombatantId(random.below(game.sheets.len() as u32) as u8);
    let who = match asked.len() {
        0 => anybody,
        _ if random.below(4) == 0 => anybody,
        count => asked[random.below(count as u32) as usize],
    };
    let options = &game.sheets[who.index()].options;
    let option = &options[random.below(options.len() as u32) as usize];
    let mut declare = Declaration::new(who, option.activity);
    let activity = &game.activities[option.activity.index()];
    match activity.target {
        Target::None | Target::Square => {}
        Target::Step => {
            let own = state.combatant(who).square;
            let next = game.board.neighbour(own, random.below(8) as usize);
            declare.square = next.unwrap_or(own);
        }
        _ => declare.target = kernel::CombatantId(random.below(game.sheets.len() as u32) as u8),
    }
    if random.below(3) == 0 {
        declare.pay = named_payment(session, &declare, random);
    }
    declare
}

/// A payment by name: of tokens the actor may hold, as something that somebody here can have.
fn named_payment(session: &Session, declare: &Declaration, random: &mut Random) -> Pay {
    let compiled = session.compiled();
    let sheet = &compiled.game.sheets[declare.actor.index()];
    if sheet.lanes.is_empty() {
        return Pay::Cheapest;
    }
    let kind = |id: KindId| compiled.names.kinds[id.index()].as_str();
    let mut text = String::new();
    for _ in 0..1 + random.below(2) {
        let lane = &sheet.lanes[random.below(sheet.lanes.len() as u32) as usize];
        let plus = if text.is_empty() { "" } else { "+" };
        text.push_str(&format!("{plus}{}{}", 1 + random.below(3), kind(lane.kind)));
    }
    if random.below(2) == 0 {
        let to = KindId(random.below(compiled.names.kinds.len() as u32) as u16);
        text.push_str(&format!(" as {}", kind(to)));
    }
    let line = language::print(compiled, session.state(), &kernel::Command::Declare(*declare));
    let line = line.split(" \"").next().unwrap_or_default();
    let line = format!("{line}, pay {text}");
    match language::parse(session, &line) {
        Ok(kernel::Command::Declare(named)) => named.pay,
        other => panic!("`{line}` is read as {other:?}"),
    }
}

#[test]
fn every_reason_is_one_and_all_of_them_are_all_there_are() {
    let mut checked: BTreeMap<String, u32> = BTreeMap::new();
    let mut skipped: BTreeMap<&str, u32> = BTreeMap::new();
    let mut broken: Vec<String> = Vec::new();
    for (name, compiled) in examples() {
        for seed in 0..3 {
            let session = support::play(&compiled, seed, 60);
            let mut random = Random::new(seed ^ 0x5eed);
            let mut walker = session.clone();
            for &at in session.path().iter().rev().step_by(7).take(8) {
                walker.go(at);
                let mut state = walker.state().clone();
                state.relaxed_rules.clear();
                for _ in 0..25 {
                    let declare = attempt(&walker, &mut random);
                    let view = View { game: &compiled.game, state: &state };
                    let Some(denial) = view.why_not(&declare) else { continue };
                    match check(&compiled, &state, &declare, &denial) {
                        Checked::Fine => *checked.entry(name.clone()).or_default() += 1,
                        Checked::Skipped(why) => *skipped.entry(why).or_default() += 1,
                        Checked::Broken(how) => broken.push(format!("{name}, seed {seed}: {how}")),
                    }
                }
            }
        }
    }
    println!("checked: {checked:#?}\nnot checked: {skipped:#?}");
    let begins = |text: &str| text.split(',').next().unwrap_or_default().to_owned();
    broken.dedup_by_key(|text| begins(text));
    let shown: Vec<&str> = broken.iter().take(SHOWN_MAX).map(String::as_str).collect();
    assert!(broken.is_empty(), "{} broken:\n{}", broken.len(), shown.join("\n\n"));
    for (name, _) in examples() {
        assert!(checked.contains_key(&name), "nothing of {name} was checked");
    }
}

#[test]
fn no_two_payments_of_a_list_look_alike() {
    let mut several = 0;
    for (_, compiled) in examples() {
        for seed in 0..2 {
            let session = support::play(&compiled, seed, 60);
            let mut walker = session.clone();
            for &at in session.path().iter().rev().step_by(5).take(10) {
                walker.go(at);
                for choice in sim::menu::legal(&compiled, walker.state()) {
                    let ways = choice.ways(&compiled);
                    several += usize::from(ways.len() > 1);
                    for (nth, way) in ways.iter().enumerate() {
                        assert_eq!(ways.iter().position(|one| one == way), Some(nth), "{ways:?}");
                    }
                    check_read_back(&walker, &choice, &ways);
                }
            }
        }
    }
    assert!(several > 100, "hardly any list has two entries: {several}");
}

/// The spelling of a list names its own entry.
fn check_read_back(session: &Session, choice: &sim::menu::Choice, ways: &[String]) {
    let compiled = session.compiled();
    let target = iter_bits(choice.targets).next().filter(|_| !choice.untargeted);
    let square = choice.squares.first().copied().unwrap_or(kernel::Square::NOWHERE);
    let target = target.unwrap_or(NOBODY);
    let declare = Declaration { target, square, ..Declaration::new(choice.who, choice.activity) };
    let line = language::print(compiled, session.state(), &kernel::Command::Declare(declare));
    let line = line.split(" \"").next().unwrap_or_default();
    for ((nth, _), way) in choice.payments.iter().zip(ways).filter(|(_, way)| *way != "nothing") {
        let line = format!("{line}, pay {way}");
        match language::parse(session, &line) {
            Ok(kernel::Command::Declare(read)) => assert_eq!(read.pay, Pay::Nth(*nth), "{line}"),
            other => panic!("`{line}` is read as {other:?}"),
        }
    }
}
