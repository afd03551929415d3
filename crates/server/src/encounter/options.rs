//! Lists legal options, refused options with their reasons, and previews of commands.

use kernel::{
    ActivityId, CombatantId, Command as Kernel, Decision, EventLog, Payment as Paid, State, Target,
    iter_bits,
};
use rules::number::shown;
use rules::square;
use sim::judge::{judge, lacks_target};
use sim::readied::wants_words;
use sim::{language, menu, render, several, show, words};

use super::act::{self, Plan};
use super::give::rolled;
use super::live::Live;
use super::tell::Told;
use super::view::{self, answer_of};
use crate::eyes::Eyes;
use crate::failure::{Failure, reasons};
use crate::wire::{
    Answer, Choice, CombatantOptions, Command, ConditionOption, MasterOption, NamedValue,
    NumberRange, Options, Payment, Preview, Refused,
};

/// Returns the current options of one combatant, or of all combatants the role acts for.
pub(super) fn options(live: &Live, eyes: &Eyes, who: Option<&str>) -> Result<Options, Failure> {
    let state = live.session.state();
    let whom: Vec<CombatantId> = match who {
        Some(name) if !eyes.master && !eyes.owns(name) => {
            return Err(Failure::forbidden("this key does not act for such a combatant"));
        }
        Some(name) => vec![live.combatant(name)?],
        None => iter_bits(state.everybody())
            .filter(|who| eyes.master || eyes.owns(&live.name(*who)))
            .collect(),
    };
    let legal = menu::legal(live.compiled(), state);
    let together = whom.iter().filter(|who| may_seal(live, **who)).map(|who| live.name(*who));
    let together = together.collect();
    let combatants = whom.into_iter().map(|who| combatant(live, who, &legal)).collect();
    let game_master = if eyes.master { master(live) } else { Vec::new() };
    let conditions = if eyes.master { conditions(live) } else { Vec::new() };
    Ok(Options { sequence: live.sequence(), combatants, together, game_master, conditions })
}

/// Checks whether a combatant could now declare something in secret that costs tokens and that
/// nobody can answer. Free activities do not count: they need no simultaneous declaration.
fn may_seal(live: &Live, who: CombatantId) -> bool {
    let (compiled, before) = (live.compiled(), live.session.state());
    let known = !compiled.game.rules(compiled.game.grounds.sealed_same).is_empty();
    if !known || !matches!(before.decision, Decision::Act(_) | Decision::Answer(_)) {
        return false;
    }
    let mut state = before.clone();
    let sealed = Kernel::DeclareSecretly(kernel::bit(who));
    if kernel::apply(&compiled.game, &mut state, &sealed, &mut EventLog::default()).is_err() {
        return false;
    }
    let legal = menu::legal(compiled, &state);
    let mut paid = legal.iter().filter(|one| one.who == who).flat_map(|one| &one.payments);
    paid.any(|(_, paid)| paid.instant && paid.len > 0)
}

/// Returns the conditions that come and go in play and are shown to people.
fn conditions(live: &Live) -> Vec<ConditionOption> {
    let all = live.compiled().names.conditions.iter();
    let mut shown: Vec<ConditionOption> = all
        .filter(|one| !one.hidden && !one.fixed)
        .map(|one| ConditionOption { name: one.name.clone(), label: one.label.clone() })
        .collect();
    shown.sort_by(|a, b| a.label.cmp(&b.label));
    shown
}

fn combatant(live: &Live, who: CombatantId, legal: &[menu::Choice]) -> CombatantOptions {
    let (compiled, state) = (live.compiled(), live.session.state());
    let asked = state.decision.asked() & kernel::bit(who) != 0;
    let acts = matches!(state.decision, Decision::Act(_));
    let own = legal.iter().filter(|choice| choice.who == who);
    let denied = match state.decision {
        Decision::Finished | Decision::NotStarted => Vec::new(),
        _ => menu::denied(compiled, state, who),
    };
    let refused = denied.iter().map(|(activity, denial)| {
        let name = &compiled.names.activities[activity.index()];
        let price = words::price(compiled, &name.cost);
        Refused {
            activity: name.name.clone(),
            label: name.label.clone(),
            symbol: name.symbol.clone(),
            price: name.cost.clone(),
            price_words: price.words,
            price_symbols: price.symbols,
            tags: name.tags.clone(),
            answer: answer_to(live, who, *activity),
            reasons: reasons(compiled, &render::denial_unnamed(compiled, denial)),
        }
    });
    CombatantOptions {
        name: live.name(who),
        end: asked && acts,
        pass: asked && !acts,
        legal: own.map(|one| choice(live, one)).collect(),
        denied: refused.collect(),
    }
}

fn choice(live: &Live, one: &menu::Choice) -> Choice {
    let compiled = live.compiled();
    let name = &compiled.names.activities[one.activity.index()];
    let definition = show::definition(compiled, one.activity);
    let worded = definition.argument.and_then(|argument| argument.text_value);
    let number = one.range.map(|menu::Range { min, max, usual }| NumberRange {
        name: name.argument.clone().unwrap_or_default(),
        min: shown(min, name.scale),
        max: shown(max, name.scale),
        usual: shown(usual, name.scale),
        worded: worded.map(|number| shown(number, name.scale)),
        values: match one.cards.as_slice() {
            [] => values(name, min..=max),
            cards => cards.iter().map(|card| card_value(live, *card)).collect(),
        },
    });
    let payments = one.payments.iter().zip(one.ways(compiled));
    let price = words::price(compiled, &name.cost);
    let question = sim::question::ask(compiled, live.session.state(), one.who, one.activity);
    Choice {
        activity: name.name.clone(),
        label: name.label.clone(),
        symbol: name.symbol.clone(),
        question: question.map(|it| view::asked(live, it)),
        price: name.cost.clone(),
        price_words: price.words,
        price_symbols: price.symbols,
        tags: name.tags.clone(),
        targets: view::people(live, one.targets),
        untargeted: one.untargeted,
        squares: one.squares.iter().map(|at| square::print(*at)).collect(),
        step: definition.target == Target::Step,
        number,
        words: wants_words(compiled, live.session.state(), one.who, one.activity),
        payments: payments
            .map(|((nth, paid), text)| payment(live, one.who, *nth, paid, text))
            .collect(),
        answer: answer_to(live, one.who, one.activity),
        repeats: match live.session.state().decision {
            Decision::Offer(window, _) => several::repeats(&compiled.game, one.activity, window),
            _ => false,
        },
        spreads: several::may_spread(&compiled.game, one.activity),
        rules: rules(live, one.activity),
    }
}

/// Returns a card as the value of a number.
fn card_value(live: &Live, card: kernel::CardId) -> NamedValue {
    let compiled = live.compiled();
    let name = sim::cards::label(compiled, card.number()).to_owned();
    let printed = sim::cards::printed(compiled, card);
    NamedValue {
        value: card.number().to_string(),
        name,
        detail: (!printed.is_empty()).then_some(printed),
    }
}

/// Returns the named values of an activity's number that lie in a range.
fn values(
    name: &rules::names::ActivityName,
    range: std::ops::RangeInclusive<i32>,
) -> Vec<NamedValue> {
    let named = name.values.iter().filter(|(number, _)| range.contains(number));
    let value = |(number, label): &(i32, String)| NamedValue {
        value: shown(*number, name.scale),
        name: label.clone(),
        detail: None,
    };
    named.map(value).collect()
}

/// Returns the policy of a combatant for an activity in response windows.
fn answer_to(live: &Live, who: CombatantId, activity: ActivityId) -> Answer {
    let at = live.compiled().game.sheets[who.index()].option(activity).unwrap_or(0);
    answer_of(live, who, at, live.session.state().combatant(who))
}

fn is_aimed_at_squares(activity: &kernel::Activity) -> bool {
    activity.with_square || matches!(activity.target, Target::Step | Target::Square)
}

fn rules(live: &Live, activity: ActivityId) -> Vec<String> {
    let compiled = live.compiled();
    let rules = show::definition(compiled, activity).rules;
    show::rule_ids(compiled, rules).into_iter().map(str::to_owned).collect()
}

fn payment(live: &Live, who: CombatantId, nth: u8, paid: &Paid, text: String) -> Payment {
    let compiled = live.compiled();
    let sheet = &compiled.game.sheets[who.index()];
    let spent = words::payment(compiled, who, paid);
    let made_in = words::made_in(compiled, who, paid).words;
    Payment {
        as_words: (made_in != spent.words).then_some(made_in),
        words: spent.words,
        symbols: spent.symbols,
        pay: u32::from(nth) + 1,
        text,
        spends: show::purse(compiled, sheet, &paid.spend),
        kinds: show::payment_kinds(compiled, sheet, paid),
        worth: paid.worth,
        instant: paid.instant,
    }
}

fn master(live: &Live) -> Vec<MasterOption> {
    let compiled = live.compiled();
    let all = compiled.names.activities.iter().enumerate();
    let own = all.filter(|(_, one)| one.by_game_master);
    own.map(|(at, one)| {
        let id = ActivityId(at as u16);
        MasterOption {
            activity: one.name.clone(),
            label: one.label.clone(),
            values: values(one, i32::MIN..=i32::MAX),
            by: !matches!(show::definition(compiled, id).target, Target::None | Target::Square),
            square: is_aimed_at_squares(show::definition(compiled, id)),
            number: one.argument.clone(),
            rules: rules(live, id),
        }
    })
    .collect()
}

/// Returns the effect of a command without giving it.
pub(super) fn preview(live: &mut Live, eyes: &Eyes, asked: &Command) -> Result<Preview, Failure> {
    let hidden_dice = act::hides_dice(live, eyes, asked);
    let mut words = None;
    let command = match act::plan(live, eyes, asked)? {
        Plan::Give(command, said) => {
            words = said.words;
            command
        }
        // The preview shows only the first step: interruptions of the rest are not known.
        Plan::Way(mut way, said) => {
            words = said.words;
            way.swap_remove(0)
        }
        // The server's dice are not revealed before they are rolled.
        Plan::Roll => return roll(live),
        Plan::Done(_) => Kernel::EndTurn,
        Plan::Policy(who, activity, answer) => {
            Kernel::SetPrompting(who, activity, answer != crate::wire::Answer::Never)
        }
    };
    let compiled = live.compiled().clone();
    let verdict = judge(&live.session, &command);
    let payments = verdict.actor.map_or(Vec::new(), |who| {
        let texts = show::payments(&compiled, who, &verdict.payments).into_iter();
        let payments = verdict.payments.iter().zip(texts).enumerate();
        payments.map(|(nth, (paid, text))| payment(live, who, nth as u8, paid, text)).collect()
    });
    let paid = verdict.actor.zip(verdict.payment.as_ref());
    let mut preview = Preview {
        sequence: live.sequence(),
        command: language::print_with(&compiled, live.session.state(), &command, words.as_deref()),
        legal: verdict.is_legal(),
        reasons: reasons(&compiled, &verdict.reasons),
        warnings: reasons(&compiled, &verdict.warnings),
        payment: paid.map(|(who, paid)| show::payment(&compiled, who, paid)),
        payments,
        left: None,
        closes: Vec::new(),
        lines: Vec::new(),
        decision: None,
        others: Vec::new(),
    };
    if needs_target(&compiled, &command) || !preview.legal {
        return Ok(preview);
    }
    let mut state = live.session.state().clone();
    let mut journal = EventLog::default();
    if kernel::apply(&compiled.game, &mut state, &command, &mut journal).is_err() {
        return Ok(preview);
    }
    let told = Told {
        live,
        state: &state,
        before: Some(live.session.state()),
        command: Some(&command),
        words: words.as_deref(),
        sealed_by: None,
        hidden_dice,
    };
    preview.lines = told.lines(&journal);
    preview.decision = Some(view::decision(live, &state));
    if let Kernel::Declare(declare) = command {
        let others = several::others(&compiled, &state, declare.actor, declare.activity);
        preview.others = view::people(live, others);
    }
    if let Some(who) = verdict.actor {
        // Only the cost closes options. What is pending does not count, so it is reset to the state
        // before.
        let before = live.session.state();
        state.decision = before.decision;
        state.window = before.window;
        state.stack.clone_from(&before.stack);
        preview.left = Some(view::pools(live, &state, who));
        preview.closes = closed(live, &state, who);
    }
    Ok(preview)
}

/// Returns the preview of a roll by the server. It shows no dice. Fails if no dice are awaited.
fn roll(live: &Live) -> Result<Preview, Failure> {
    rolled(live, false)?;
    Ok(Preview {
        sequence: live.sequence(),
        command: "roll".to_owned(),
        legal: true,
        reasons: Vec::new(),
        warnings: Vec::new(),
        payment: None,
        payments: Vec::new(),
        left: None,
        closes: Vec::new(),
        lines: Vec::new(),
        decision: None,
        others: Vec::new(),
    })
}

fn needs_target(compiled: &rules::Compiled, command: &Kernel) -> bool {
    match command {
        Kernel::Declare(declare) => lacks_target(compiled, declare),
        _ => false,
    }
}

/// Returns the activities that a combatant can declare now but not in `after`.
fn closed(live: &Live, after: &State, who: CombatantId) -> Vec<String> {
    let legal = |state: &State| -> Vec<ActivityId> {
        let legal = menu::legal(live.compiled(), state);
        legal.iter().filter(|choice| choice.who == who).map(|choice| choice.activity).collect()
    };
    let still = legal(after);
    let now = legal(live.session.state()).into_iter();
    let gone = now.filter(|activity| !still.contains(activity));
    gone.map(|activity| show::activity(live.compiled(), activity).to_owned()).collect()
}
