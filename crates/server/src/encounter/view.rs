//! Views of an encounter as the game master sees it. [`crate::veil`] removes what other roles may
//! not see.

use kernel::{
    ActivityId, Combatant as One, CombatantId, CombatantSet, Decision as Waits, Edge, NO_ACTIVITY,
    NOBODY, Phase, State as Moment, TimedEffect, TurnSlot, bit, iter_bits,
};
use rules::Compiled;
use rules::number::shown;
use sim::question::Question;
use sim::readied::readied;
use sim::{cards, show};

use super::board;
use super::live::Live;
use crate::wire::{
    Answer, Asked, Attribute, Busy, BusyHow, Clock, Combatant, Decision, DecisionKind, Declared,
    DialSetting, Dialled, Drawn, Ending, Health, Known, Limit, Pile, Policy, Pool, RollPurpose,
    Ruling, Side, Span, State, Turn, Variable, When,
};

/// Returns the present state of an encounter.
pub(super) fn state(live: &Live) -> State {
    let (compiled, state) = (live.compiled(), live.session.state());
    let names = &compiled.names;
    let side = |(at, name): (usize, &String)| {
        let side = &state.sides[at];
        let peace = names.sides.iter().enumerate().filter(|(it, _)| side.peace >> it & 1 == 1);
        Side {
            name: name.clone(),
            label: names.side_labels[at].clone(),
            turn: names.turns.get(side.turn.index()).cloned().unwrap_or_default(),
            peace: peace.map(|(_, name)| name.clone()).collect(),
            variables: variables(
                &names.side_variables,
                &names.side_variable_labels,
                &names.hidden_side_variables,
                &side.variables,
            ),
        }
    };
    State {
        encounter: live.id.to_string(),
        title: live.title().to_owned(),
        ruleset: names.ruleset.clone(),
        sequence: live.sequence(),
        point: live.point(),
        undo: live.depths[live.session.position()],
        redo: redo(live),
        decision: decision(live, state),
        clock: clock(live),
        sides: names.sides.iter().enumerate().map(side).collect(),
        combatants: iter_bits(state.everybody()).map(|who| combatant(live, who)).collect(),
        stack: stack(live),
        variables: variables(
            &names.variables,
            &names.variable_labels,
            &names.hidden_variables,
            &state.variables,
        ),
        dial: state
            .relaxed_rules
            .iter()
            .map(|(rule, dial)| dialled(compiled, *rule, *dial))
            .collect(),
        piles: piles(live, NOBODY),
        board: board::board(live, state),
        table: live.tabled.table,
        notes: live.tabled.notes.values().cloned().collect(),
        seats: live.seats.clone(),
        arriving: people(live, state.arrivals.entering & !state.everybody()),
    }
}

/// Returns the variables that are not hidden, with their ids and labels.
fn variables(
    names: &[String],
    labels: &[String],
    hidden: &[bool],
    values: &[i16],
) -> Vec<Variable> {
    let all = names.iter().zip(labels).zip(hidden).zip(values);
    let shown = all.filter(|(((_, _), hidden), _)| !**hidden);
    let one = |(((name, label), _), value): (((&String, &String), &bool), &i16)| Variable {
        name: name.clone(),
        label: label.clone(),
        value: i32::from(*value),
    };
    shown.map(one).collect()
}

fn redo(live: &Live) -> u32 {
    let mut at = live.session.position();
    let mut count = 0;
    while let Some(next) = live.session.ahead(at) {
        at = next;
        count += 1;
    }
    count
}

fn dialled(compiled: &Compiled, rule: kernel::RuleId, dial: kernel::Enforcement) -> Dialled {
    let setting = match dial {
        kernel::Enforcement::Enforced => DialSetting::Forbid,
        kernel::Enforcement::WarnOnly => DialSetting::Warn,
        kernel::Enforcement::Off => DialSetting::Off,
    };
    let rule = compiled.names.rules.get(rule.index());
    Dialled { rule: rule.map_or(String::new(), |rule| rule.id.clone()), setting }
}

/// Returns what the awaited dice are for: the running activity, or the rule that asks for them.
fn purpose(live: &Live, state: &Moment) -> Option<RollPurpose> {
    let (compiled, frame) = (live.compiled(), state.stack.last()?);
    let names = &compiled.names;
    if frame.activity != NO_ACTIVITY {
        let target = Some(frame.target).filter(|who| ![NOBODY, frame.actor].contains(who));
        return Some(RollPurpose {
            what: names.activities[frame.activity.index()].label.clone(),
            actor: Some(live.name(frame.actor)),
            target: target.map(|who| live.name(who)),
        });
    }
    let step = compiled.game.programs[frame.program.index()].get(usize::from(frame.at))?;
    let rule = compiled.game.rules(step.rules).first()?;
    let heading = names.rules[rule.index()].section.rsplit(" / ").next()?;
    // Some books number their sections: that says nothing to people.
    let what = Some(heading).filter(|it| !it.contains(|c: char| c.is_ascii_digit()))?.to_owned();
    Some(RollPurpose { what, actor: None, target: None })
}

/// Returns the pending decision. Its `text` is filled in after hidden parts are removed.
pub(super) fn decision(live: &Live, state: &Moment) -> Decision {
    let names = &live.compiled().names;
    let about = |who: CombatantId| (who != NOBODY).then(|| live.name(who));
    let mut decision = Decision {
        id: live.sequence(),
        kind: DecisionKind::Begin,
        text: String::new(),
        question: question(live, state),
        who: people(live, state.decision.asked()),
        yours: false,
        window: None,
        window_label: None,
        dice: None,
        purpose: None,
        drawn: None,
        ruling: None,
        about: None,
    };
    decision.kind = match state.decision {
        Waits::NotStarted => DecisionKind::Begin,
        Waits::Act(_) => DecisionKind::Act,
        Waits::Answer(_) => DecisionKind::Answer,
        Waits::DeclareSecretly(_) => DecisionKind::Seal,
        Waits::Finished => DecisionKind::Over,
        Waits::Offer(window, _) => {
            decision.window = names.windows.get(window.index()).cloned();
            let window = names.windows_asked.get(window.index());
            decision.window_label = window.map(|window| window.label.clone());
            DecisionKind::Offer
        }
        Waits::Roll(dice, who) => {
            decision.dice = names.dice.get(dice.index()).cloned();
            decision.about = about(who);
            decision.purpose = purpose(live, state);
            decision.drawn = drawn(live, state);
            decision.who = decision.about.iter().cloned().collect();
            DecisionKind::Roll
        }
        Waits::Rule(ruling, who) => {
            let ruling = &names.rulings[ruling.index()];
            decision.ruling = Some(Ruling {
                rule: ruling.id.clone(),
                question: ruling.ask.clone(),
                answers: ruling.answers.clone(),
                labels: ruling.labels.clone(),
                default: ruling.answers[usize::from(ruling.default)].clone(),
                tied: tied(live, state),
            });
            decision.about = about(who);
            DecisionKind::Rule
        }
    };
    decision
}

/// Returns the card that the awaited dice draw; `None` if they are for something else.
fn drawn(live: &Live, state: &Moment) -> Option<Drawn> {
    let compiled = live.compiled();
    let drawing = kernel::drawing(&compiled.game, state)?;
    let cards = cards::drawable(compiled, state);
    let label = |card: &kernel::CardId| cards::label(compiled, card.number()).to_owned();
    Some(Drawn {
        from: cards::pile(compiled, drawing.from),
        to: cards::pile(compiled, drawing.to),
        cards: Some(cards.iter().map(label).collect()),
    })
}

/// Returns the combatants of the tie that is asked about, in groups of identical ones.
fn tied(live: &Live, state: &Moment) -> Vec<Vec<String>> {
    let game = &live.compiled().game;
    let mut left = kernel::ties::asked(game, state);
    let mut groups = Vec::new();
    while let Some(first) = iter_bits(left).next() {
        let same = |who: &CombatantId| *who == first || kernel::ties::identical(game, first, *who);
        let group: CombatantSet = iter_bits(left).filter(same).map(bit).sum();
        groups.push(people(live, group));
        left &= !group;
    }
    groups
}

/// Returns the question that describes the situation; `None` outside answers and offers.
fn question(live: &Live, state: &Moment) -> Option<Asked> {
    let compiled = live.compiled();
    if !matches!(state.decision, Waits::Answer(_) | Waits::Offer(..)) {
        return None;
    }
    let legal = sim::menu::legal(compiled, state);
    let legal: Vec<_> = legal.iter().map(|choice| (choice.who, choice.activity)).collect();
    sim::question::question(compiled, state, &legal).map(|it| asked(live, it))
}

/// Returns a question in the form that is sent, with the facts that decide who may read it.
pub(super) fn asked(live: &Live, question: Question) -> Asked {
    Asked {
        text: question.text,
        named: people(live, question.named),
        blind: (people(live, question.counted), question.blind),
    }
}

/// Returns the names of a set of combatants.
pub(super) fn people(live: &Live, mask: CombatantSet) -> Vec<String> {
    iter_bits(mask).map(|who| live.name(who)).collect()
}

fn clock(live: &Live) -> Clock {
    let (names, state) = (&live.compiled().names, live.session.state());
    let middle = 1..names.spans.len().saturating_sub(1);
    let span = |at: usize| Span {
        name: names.spans[at].clone(),
        number: u32::from(state.clock.numbers[at]),
    };
    let agenda = state.clock.queued_turns.iter().take(usize::from(state.clock.queued_len)).copied();
    // After the queue come the combatants of the turn order that have a turn left.
    let line = || state.turn_order.iter().copied().filter(|_| live.compiled().game.ordered);
    let coming = line().filter(|who| state.clock.has_turn_left(*who)).map(TurnSlot::Combatant);
    let later: Vec<TurnSlot> = agenda.chain(coming).collect();
    let current = state.clock.current;
    let past = line().map(TurnSlot::Combatant).filter(|it| *it != current && !later.contains(it));
    let past = past.map(|slot| turn(live, slot, When::Past)).collect::<Vec<_>>();
    let now = match current {
        TurnSlot::Nobody => None,
        slot => Some(turn(live, slot, When::Now)),
    };
    let later = later.iter().map(|slot| turn(live, *slot, When::Later));
    Clock {
        spans: middle.map(span).collect(),
        turn: show::turn(live.compiled(), current),
        order: past.into_iter().chain(now).chain(later).collect(),
    }
}

fn turn(live: &Live, slot: TurnSlot, when: When) -> Turn {
    let state = live.session.state();
    let mask = match slot {
        TurnSlot::Nobody => 0,
        TurnSlot::Combatant(who) | TurnSlot::ResumedCombatant(who) => bit(who),
        TurnSlot::Group(turn) | TurnSlot::ResumedGroup(turn) => {
            let group = iter_bits(state.everybody()).filter(|who| state.turn_of(*who) == turn);
            group.fold(0, |mask, who| mask | bit(who))
        }
    };
    let label = show::turn(live.compiled(), slot);
    let alone = matches!(slot, TurnSlot::Combatant(_) | TurnSlot::ResumedCombatant(_));
    Turn { label, combatants: people(live, mask), when, key: None, alone }
}

fn stack(live: &Live) -> Vec<Declared> {
    let (compiled, state) = (live.compiled(), live.session.state());
    let frames = state.stack.iter().filter(|frame| frame.activity != NO_ACTIVITY);
    let declared = frames.map(|frame| {
        let target = (frame.target != NOBODY).then(|| live.name(frame.target));
        let rules = show::rule_ids(compiled, frame.rules);
        Declared {
            activity: show::activity(compiled, frame.activity).to_owned(),
            actor: live.name(frame.actor),
            target,
            running: matches!(frame.phase, Phase::Running | Phase::Paused),
            instant: frame.instant,
            countered: frame.countered_by.is_some(),
            sealed: frame.phase == Phase::Sealed,
            rules: rules.into_iter().map(str::to_owned).collect(),
        }
    });
    declared.collect()
}

fn combatant(live: &Live, who: CombatantId) -> Combatant {
    let (compiled, state) = (live.compiled(), live.session.state());
    let (names, one) = (&compiled.names, state.combatant(who));
    let name = live.name(who);
    let seat = live.seats.iter().find(|seat| seat.combatants.contains(&name));
    Combatant {
        side: names.sides.get(one.side().index()).cloned().unwrap_or_default(),
        hidden: live.tabled.is_hidden(who),
        known: Known {
            health: live.tabled.health.get(&who.0).copied(),
            pools: live.tabled.pools.get(&who.0).copied(),
        },
        seat: seat.map(|seat| seat.name.clone()),
        yours: false,
        acting: state.acting() & bit(who) != 0,
        asked: state.decision.asked() & bit(who) != 0,
        done: live.tabled.done & bit(who) != 0,
        out: one.conditions & compiled.game.out != 0,
        pools: Some(pools(live, state, who)),
        limits: Some(limits(live, who, one)),
        conditions: show::conditions(compiled, state, who),
        condition_labels: show::condition_labels(compiled, state, who),
        condition_ends: condition_ends(live, who),
        traits: show::traits(compiled, state, who),
        attributes: attributes(live, who, false),
        health: health(live, who, one),
        busy: busy(live, who),
        policies: policies(live, who, one),
        position: board::position(one.square, compiled.game.span_of(who)),
        piles: piles(live, who),
        name,
    }
}

/// Returns the piles of cards of a combatant, or of nobody in particular.
fn piles(live: &Live, owner: CombatantId) -> Vec<Pile> {
    let all = cards::piles(live.compiled(), live.session.state(), owner);
    all.into_iter()
        .map(|pile| Pile {
            label: pile.label,
            count: pile.cards.len() as u32,
            cards: Some(pile.cards),
            shuffled: pile.shuffled,
            seen: pile.seen,
        })
        .collect()
}

fn condition_ends(live: &Live, who: CombatantId) -> Vec<Option<Ending>> {
    let compiled = live.compiled();
    let ending = |lasting: TimedEffect| Ending {
        span: compiled.names.span_labels[lasting.expiry.span.index()].clone(),
        at_beginning: lasting.expiry.edge == Edge::Begin,
        whose: (lasting.expiry.whose != NOBODY).then(|| live.name(lasting.expiry.whose)),
        left: lasting.expiry.left,
    };
    let ends = show::condition_ends(compiled, live.session.state(), who);
    ends.into_iter().map(|end| end.map(ending)).collect()
}

/// Returns the pools of a combatant that hold something or get something granted.
pub(super) fn pools(live: &Live, state: &Moment, who: CombatantId) -> Vec<Pool> {
    let (compiled, one) = (live.compiled(), state.combatant(who));
    let sheet = &compiled.game.sheets[who.index()];
    let moment = state.moment(who);
    let usable = |lane: usize| {
        sheet.recipes.iter().any(|recipe| {
            recipe.spend.get(lane) > 0
                && recipe.moments.meets(moment)
                && recipe.blocked_by & one.conditions == 0
                && one.slot_uses.fits(&recipe.fill)
                && one.purse.covers(&recipe.spend)
        })
    };
    let pool = |(at, lane): (usize, &kernel::Lane)| {
        let kind = compiled.names.kinds[lane.kind.index()].clone();
        let named = compiled.names.kind_labels[lane.kind.index()].clone();
        let (left, granted) = (one.purse.get(at), sheet.grant.get(at));
        let pool = Pool {
            label: named.label,
            plural: named.plural,
            symbol: named.symbol,
            kind,
            left,
            granted,
            usable: usable(at),
            part: named.part,
        };
        (left + granted > 0).then_some(pool)
    };
    sheet.lanes.iter().enumerate().filter_map(pool).collect()
}

fn limits(live: &Live, who: CombatantId, one: &One) -> Vec<Limit> {
    let compiled = live.compiled();
    let limit = |slot: &kernel::Slot| {
        let cap = u32::from(slot.cap);
        Limit {
            name: compiled.names.slots[slot.id.index()].clone(),
            label: compiled.names.slot_labels[slot.id.index()].label.clone(),
            left: one.uses_left(slot.index),
            cap: (cap < kernel::purse::AMOUNT_MAX).then_some(cap),
            per: match (slot.own, &compiled.names.spans[slot.per.index()]) {
                (true, span) => format!("own {span}"),
                (false, span) => span.clone(),
            },
        }
    };
    let slots = compiled.game.sheets[who.index()].slots.iter();
    let shown = slots.filter(|slot| !compiled.names.slot_labels[slot.id.index()].hidden);
    shown.map(limit).collect()
}

/// Returns the numbers of a combatant: only those of health, or all others that are not hidden.
fn attributes(live: &Live, who: CombatantId, health: bool) -> Vec<Attribute> {
    let compiled = live.compiled();
    let sheet = &compiled.game.sheets[who.index()];
    let changing = compiled.names.attributes.iter().filter(|one| !one.fixed).count();
    let all = compiled.names.attributes.iter().enumerate();
    let wanted = all.filter(|(_, one)| one.health == health && (health || !one.hidden));
    wanted
        .map(|(at, attribute)| {
            let value = show::attribute(compiled, live.session.state(), who, at);
            // Attributes that are fixed during play come after the others.
            let start = match attribute.fixed {
                true => value.clone(),
                false => {
                    let start = sheet.attributes.get(at).copied().unwrap_or(0);
                    shown(i32::from(start), attribute.scale)
                }
            };
            let kept = match attribute.fixed {
                true => sheet.fixed[at - changing],
                false => live.session.state().combatant(who).attributes[at],
            };
            Attribute {
                name: attribute.name.clone(),
                label: attribute.label.clone(),
                short: attribute.short.clone(),
                shown: attribute.shown(i32::from(kept)),
                value,
                start,
                unit: attribute.unit.clone(),
                per: attribute.per.max(1),
                card: attribute.armor || attribute.temporary && kept != 0,
            }
        })
        .collect()
}

/// Returns the prepared and ongoing activities of a combatant.
fn busy(live: &Live, who: CombatantId) -> Vec<Busy> {
    let (compiled, state) = (live.compiled(), live.session.state());
    let doing = |activity: ActivityId, how| Busy {
        activity: show::activity(compiled, activity).to_owned(),
        label: compiled.names.activities[activity.index()].label.clone(),
        how,
        paid: None,
        trigger: None,
    };
    let prepared = readied(&live.session, who).into_iter().map(|one| Busy {
        trigger: one.words.map(str::to_owned),
        ..doing(one.activity, BusyHow::Prepared)
    });
    let projects = state.ongoing.iter().filter(|project| project.actor == who);
    let projects = projects.map(|project| Busy {
        paid: Some(i32::from(project.progress)),
        ..doing(project.activity, BusyHow::UnderWay)
    });
    prepared.chain(projects).collect()
}

fn health(live: &Live, who: CombatantId, one: &One) -> Option<Health> {
    let at = live.compiled().names.attributes.iter().position(|attribute| attribute.health)?;
    let counted = attributes(live, who, true).into_iter().next()?;
    Some(Health {
        name: counted.name,
        short: counted.short,
        value: Some(counted.value),
        start: Some(counted.start),
        words: health_words(live, who, one.attributes[at]),
    })
}

/// Returns words for the health of a combatant whose health attribute is `now`.
pub(super) fn health_words(live: &Live, who: CombatantId, now: i16) -> String {
    let compiled = live.compiled();
    let at = compiled.names.attributes.iter().position(|attribute| attribute.health);
    let sheet = &compiled.game.sheets[who.index()];
    let start = at.and_then(|at| sheet.attributes.get(at)).copied().unwrap_or(0);
    let words = match (i32::from(now), i32::from(start)) {
        (now, _) if now <= 0 => "down",
        (now, start) if now >= start => "unhurt",
        (now, start) if 2 * now > start => "hurt",
        _ => "badly hurt",
    };
    words.to_owned()
}

fn policies(live: &Live, who: CombatantId, one: &One) -> Vec<Policy> {
    let compiled = live.compiled();
    let options = compiled.game.sheets[who.index()].options.iter().enumerate();
    let differing = options.filter_map(|(at, option)| {
        let answer = answer_of(live, who, at, one);
        let usual = if option.prompted { Answer::Ask } else { Answer::Never };
        let activity = show::activity(compiled, option.activity).to_owned();
        (answer != usual).then_some(Policy { activity, answer })
    });
    differing.collect()
}

/// Returns the policy of a combatant in response windows for an option, by its index on the sheet.
pub(super) fn answer_of(live: &Live, who: CombatantId, at: usize, one: &One) -> Answer {
    let option = &live.compiled().game.sheets[who.index()].options[at];
    match (live.tabled.is_auto(who, option.activity), one.unprompted >> at & 1) {
        (true, _) => Answer::Auto,
        (_, 1) => Answer::Never,
        _ => Answer::Ask,
    }
}
