//! `turnwright pay`: lists every undominated payment of a price from a purse.
//!
//! The command compiles a tiny encounter: a combatant with the purse, an activity with the price,
//! and a second combatant if it is not the payer's turn. The engine finds the payments.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use kernel::{
    CombatantId, Decision, Declaration, Frame, Moments, Payment, Phase, SlotId, State, TurnSlot,
    View, bit,
};
use rules::diagnostic::{Code, Diagnostic, Files, Report};
use rules::{Compiled, Parsed, Place, Setup};
use serde_json::{Value, json};
use sim::render::{self, Explanation};
use sim::show;

use crate::failure::{failed, unloadable};
use crate::judge::reason;
use crate::menu::reasons_json;
use crate::paint::Paint;
use crate::{out, rulesets};

/// Lists every undominated way to pay a price, cheapest first, or why there is none.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The price: `1M+1P`.
    #[arg(allow_hyphen_values = true)]
    bill: String,
    /// The tokens held: `2P+1M+5B`.
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    purse: String,
    /// When it is to be paid: own-, ally- or foe-, then open or answer.
    #[arg(long, default_value = "own-open")]
    moment: String,
    /// The ruleset: its name, or the path of its folder.
    #[arg(long, default_value = "collective", value_name = "NAME")]
    ruleset: String,
    /// Slots used already; one used twice is named twice.
    #[arg(long, value_delimiter = ',', value_name = "SLOTS")]
    used: Vec<String>,
    /// Prefixes and gates that the activity accepts.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    accepts: Vec<String>,
    /// An option of the ruleset: `action-model=S`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

const PAYER: CombatantId = CombatantId(0);
const OTHER: CombatantId = CombatantId(1);

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let at = Moments::NAMES.iter().position(|name| *name == args.moment);
    let Some(at) = at else {
        bail!("there is no moment `{}`; there are {}", args.moment, Moments::NAMES.join(", "));
    };
    let moment = Moments(1 << at);
    let ruleset = rulesets::by_name(&args.ruleset)?;
    let compiled = compile(args, moment, &ruleset)?;
    let state = state(&compiled, moment, &args.used)?;
    let view = View { game: &compiled.game, state: &state };
    let sheet = &compiled.game.sheets[PAYER.index()];
    let bill = compiled.names.activities.iter().rposition(|one| one.name == BILL);
    let option = sheet.options.iter().find(|option| Some(option.activity.index()) == bill);
    let Some(option) = option else { bail!("the price cannot be put to the test") };
    let mut found = Vec::new();
    let declare = Declaration::new(PAYER, option.activity);
    view.payments(&declare, option, &mut found);
    let denial = view.why_not(&declare).unwrap_or_default();
    let mut reasons = render::denial(&compiled, &state, &denial);
    // The price comes from the command line, so no rule is cited for it.
    let asked = format!("house.payer.{BILL}");
    reasons.iter_mut().for_each(|reason| reason.because.retain(|rule| *rule != asked));
    if json {
        out::value(&to_json(args, &compiled, &found, &reasons))?;
    } else {
        out::text(&to_text(args, &compiled, &found, &reasons, Paint::of_output()))?;
    }
    Ok(if found.is_empty() { failed() } else { ExitCode::SUCCESS })
}

/// Name of the activity that has the price.
const BILL: &str = "pay-the-bill";

/// Compiles the tiny encounter. The payer may hold all kinds that the bill names, so that missing
/// tokens can be named. If that does not load, the encounter is compiled without these kinds, and
/// the loader reports the mistakes.
fn compile(args: &Args, moment: Moments, ruleset: &Parsed) -> anyhow::Result<Compiled> {
    let kinds = args.bill.split('+').map(|piece| {
        piece.trim().trim_start_matches('=').trim_start_matches(|c: char| c.is_ascii_digit())
    });
    let named: Vec<&str> = kinds.filter(|kind| !kind.is_empty() && *kind != "none").collect();
    let full = load(&encounter(args, moment, ruleset, &named)?, ruleset);
    let loaded = match full {
        Err(_) if !named.is_empty() => load(&encounter(args, moment, ruleset, &[])?, ruleset),
        loaded => loaded,
    };
    loaded.map_err(|(report, files)| unloadable((mistakes(&report), files)))
}

/// Returns a report without [`Code::PriceUnpayable`], unless it has nothing else. An unpayable
/// price is a result of this command, not a mistake.
fn mistakes(report: &Report) -> Report {
    let mut mistakes = Report::default();
    let unpayable = |problem: &&Diagnostic| problem.code == Code::PriceUnpayable;
    let others = report.diagnostics().into_iter().filter(|problem| !unpayable(problem));
    others.cloned().for_each(|problem| mistakes.push(problem));
    if mistakes.is_empty() { report.clone() } else { mistakes }
}

fn load(text: &str, ruleset: &Parsed) -> Result<Compiled, (Report, Files)> {
    let setup = Setup::read("the question", text, &Place::Nowhere, Some(ruleset))?;
    rules::compile(&setup).map(|(compiled, _)| compiled)
}

fn encounter(
    args: &Args,
    moment: Moments,
    ruleset: &Parsed,
    may_hold: &[&str],
) -> anyhow::Result<String> {
    let mut options = BTreeMap::new();
    for option in &args.options {
        let Some((name, value)) = option.split_once('=') else {
            bail!("an option is set like action-model=S, not `{option}`");
        };
        options.insert(name.trim(), value.trim());
    }
    let mut text = String::from("[options]\n");
    for (name, value) in options {
        text.push_str(&format!("{} = {}\n", json!(name), json!(value)));
    }
    let sides: Vec<_> = ruleset.rules.iter().flat_map(|located| &located.rule.side).collect();
    let Some(own) = sides.first() else { bail!("the ruleset has no sides") };
    let other = sides.iter().find(|side| *side.turn != *own.turn);
    let foes = matches!(moment, Moments::FOE_OPEN | Moments::FOE_ANSWER);
    let allies = matches!(moment, Moments::ALLY_OPEN | Moments::ALLY_ANSWER);
    text.push_str(&format!(
        "[[combatant]]\nname = \"Payer\"\nside = {}\ngrants = {}\nmay_hold = {}\n\
         [[combatant.activity]]\nid = \"{BILL}\"\ncost = {}\naccepts = {}\n",
        json!(own.id.as_str()),
        json!(args.purse),
        json!(may_hold),
        json!(args.bill),
        json!(args.accepts),
    ));
    match other {
        Some(other) if foes => {
            text.push_str("[[combatant]]\nname = \"Other\"\n");
            text.push_str(&format!("side = {}\n", json!(other.id.as_str())));
        }
        Some(other) if allies => {
            text.push_str("[[combatant]]\nname = \"Other\"\nside = \"allies\"\n");
            let (turn, peace) = (json!(other.turn.as_str()), json!([own.id.as_str()]));
            text.push_str(&format!(
                "[[side]]\nname = \"allies\"\nturn = {turn}\npeace = {peace}\n"
            ));
        }
        None if foes || allies => bail!("in this ruleset everybody acts in one turn"),
        _ => {}
    }
    Ok(text)
}

/// Returns the state to pay in: whose turn it is, the waiting declaration, and the used slots.
fn state(compiled: &Compiled, moment: Moments, used: &[String]) -> anyhow::Result<State> {
    let mut state = State::new(&compiled.game);
    let acts = if compiled.game.sheets.len() > 1 { OTHER } else { PAYER };
    state.clock.current = TurnSlot::Group(state.turn_of(acts));
    state.decision = Decision::Act(bit(acts));
    let answers = [Moments::OWN_ANSWER, Moments::ALLY_ANSWER, Moments::FOE_ANSWER];
    if answers.contains(&moment) {
        let declared = Frame { actor: acts, phase: Phase::Waiting, ..Frame::default() };
        state.stack.push(declared);
        state.decision = Decision::Answer(bit(PAYER));
    }
    for name in used {
        let names = &compiled.names.slots;
        let found = names.iter().position(|slot| slot == name);
        let slot = found.and_then(|at| compiled.game.sheets[0].slot(SlotId(at as u16)));
        let Some(slot) = slot else {
            let known = compiled.game.sheets[0].slots.iter();
            let known: Vec<&str> = known.map(|slot| names[slot.id.index()].as_str()).collect();
            return Err(anyhow!(
                "no slot `{name}` plays a part here; those that do: {}",
                known.join(", ")
            ));
        };
        let payer = state.combatants.get_mut(PAYER);
        match (payer.uses_left(slot.index), slot.index) {
            (0, _) => bail!("slot {name} cannot be used that often"),
            (_, kernel::SlotIndex::Single(at)) => payer.slot_uses.single &= !(1 << at),
            (left, kernel::SlotIndex::Counted(_)) => payer.refill(slot.index, left as u8 - 1),
        }
    }
    Ok(state)
}

fn to_json(args: &Args, compiled: &Compiled, found: &[Payment], reasons: &[Explanation]) -> Value {
    let sheet = &compiled.game.sheets[PAYER.index()];
    let payment = |(text, payment): (String, &Payment)| {
        json!({
            "text": text,
            "spends": show::purse(compiled, sheet, &payment.spend),
            "as": show::payment_kinds(compiled, sheet, payment),
            "fills": filled(compiled, payment),
            "worth": payment.worth,
            "instant": payment.instant,
        })
    };
    let texts = show::payments(compiled, PAYER, found).into_iter();
    let payments: Vec<Value> = texts.zip(found).map(payment).collect();
    json!({
        "bill": args.bill,
        "purse": args.purse,
        "moment": args.moment,
        "payments": payments,
        "reasons": if found.is_empty() { reasons_json(reasons) } else { json!([]) },
    })
}

fn to_text(
    args: &Args,
    compiled: &Compiled,
    found: &[Payment],
    reasons: &[Explanation],
    paint: Paint,
) -> String {
    if found.is_empty() {
        let mut lines = vec![format!("{} cannot be paid from {}", args.bill, args.purse)];
        lines.extend(reasons.iter().map(|one| reason(compiled, one, paint)));
        return lines.join("\n");
    }
    let texts = show::payments(compiled, PAYER, found);
    let line = |(at, payment): (usize, &Payment)| {
        let fills = filled(compiled, payment).join(" ");
        let fills = if fills.is_empty() { fills } else { format!("  fills {fills}") };
        format!("#{} {}{}", at + 1, paint.name(&texts[at]), paint.faint(&fills))
    };
    found.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the names of the slots that a payment fills.
fn filled(compiled: &Compiled, payment: &Payment) -> Vec<String> {
    let slots = compiled.game.sheets[PAYER.index()].slots.iter();
    slots
        .filter(|slot| payment.fill.uses(slot.index))
        .map(|slot| compiled.names.slots[slot.id.index()].clone())
        .collect()
}
