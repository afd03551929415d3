//! Short descriptions of the steps of effects.

use rules::raw::{Effect, Tokens, Until};

/// A step: its action, its object, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Key of the action.
    pub verb: &'static str,
    /// Target or object, amount, and duration.
    pub object: String,
    /// Position in the file, in bytes; `None` if no value of it has a position.
    pub at: Option<usize>,
}

/// Returns the lines of a list of steps. Steps inside others are indented by two spaces.
pub(super) fn lines(effects: &[Effect]) -> Vec<String> {
    let mut lines = Vec::new();
    for effect in effects {
        let Step { verb, object, .. } = step(effect);
        let when = effect.when.as_ref().map(|when| format!("if `{}`: ", &**when));
        let verb = if effect.all.is_some() { "all of these" } else { verb };
        lines.push(format!("{}{verb} {object}", when.unwrap_or_default()).trim_end().to_owned());
        let inner = effect.all.as_deref().map(lines_inside).unwrap_or_default();
        lines.extend(inner);
    }
    lines
}

fn lines_inside(effects: &[Effect]) -> Vec<String> {
    lines(effects).into_iter().map(|line| format!("  {line}")).collect()
}

/// Describes a step.
pub fn step(effect: &Effect) -> Step {
    let (verb, object, at) = parts(effect);
    let at = at.or_else(|| Some(effect.when.as_ref()?.span().start));
    Step { verb, object, at }
}

type Parts = (&'static str, String, Option<usize>);

fn parts(effect: &Effect) -> Parts {
    let place = |text: &rules::raw::Text| Some(text.span().start);
    if let Some(one) = &effect.all {
        return ("all", String::new(), one.first().and_then(|inner| step(inner).at));
    }
    if let Some(one) = &effect.roll {
        return ("roll", format!("`{}` into {}", &*one.dice, &*one.into), place(&one.dice));
    }
    if let Some(one) = &effect.again {
        return ("again", format!("while `{}`", &**one), place(one));
    }
    if let Some(one) = &effect.ask {
        return ("ask", format!("`{}` into {}", &*one.ruling, &*one.into), place(&one.ruling));
    }
    if let Some(one) = &effect.r#let {
        return ("let", format!("{} be `{}`", &*one.into, &*one.value), place(&one.into));
    }
    if let Some(one) = &effect.set {
        return ("set", format!("`{}` to `{}`", &*one.attribute, &*one.to), place(&one.attribute));
    }
    if let Some(one) = &effect.add {
        let object =
            format!("`{}` to `{}`{}", &*one.by, &*one.attribute, until(one.until.as_ref()));
        return ("add", object, place(&one.attribute));
    }
    if let Some(one) = &effect.variable {
        return ("variable", format!("`{}` to `{}`", &*one.id, &*one.to), place(&one.id));
    }
    if let Some(one) = &effect.mark {
        let until = until(one.until.as_ref());
        return ("mark", format!("{} `{}`{until}", &*one.who, &*one.condition), place(&one.who));
    }
    if let Some(one) = &effect.unmark {
        return ("unmark", format!("{} `{}`", &*one.who, &*one.condition), place(&one.who));
    }
    if let Some(one) = &effect.gain {
        return ("gain", tokens(one), place(&one.who));
    }
    if let Some(one) = &effect.lose {
        return ("lose", tokens(one), place(&one.who));
    }
    if let Some(one) = &effect.allow {
        let until = until(one.until.as_ref());
        let object = format!("{} `{}` uses of `{}`{until}", &*one.who, &*one.cap, &*one.slot);
        return ("allow", object, place(&one.who));
    }
    rest(effect)
}

fn rest(effect: &Effect) -> Parts {
    let place = |text: &rules::raw::Text| Some(text.span().start);
    if let Some(one) = &effect.join {
        return ("join", format!("{} to `{}`", &*one.who, &*one.side), place(&one.who));
    }
    if let Some(one) = &effect.truce {
        return ("truce", format!("`{}`", &**one), place(one));
    }
    if let Some(one) = &effect.place {
        return ("place", format!("`{}` in `{}`", &*one.side, &*one.turn), place(&one.side));
    }
    if let Some(one) = &effect.interpose {
        return ("interpose", format!("a turn of {}", &*one.who), place(&one.who));
    }
    if let Some(one) = &effect.early {
        return ("early", format!("turn of `{}`", &**one), place(one));
    }
    if let Some(one) = &effect.renew {
        let object = format!("slots per {} of {}", &*one.span, &*one.who);
        return ("renew", object, place(&one.who));
    }
    if let Some(one) = &effect.refresh {
        return ("refresh", one.who.to_string(), place(&one.who));
    }
    if let Some(one) = &effect.counter {
        return ("counter", "what is answered".to_owned(), Some(one.span().start));
    }
    if let Some(one) = &effect.offer {
        return ("offer", format!("`{}` to {}", &*one.window, &*one.who), place(&one.window));
    }
    if let Some(one) = &effect.stop {
        return ("stop", format!("further `{}`", &**one), place(one));
    }
    if let Some(parts) = order(effect).or_else(|| places(effect)) {
        return parts;
    }
    if let Some(parts) = cards(effect) {
        return parts;
    }
    if let Some(one) = &effect.finish {
        return ("finish", "the fight".to_owned(), Some(one.span().start));
    }
    match (&effect.say, &effect.note) {
        (Some(one), _) => ("say", format!("\"{}\"", &**one), place(one)),
        (None, Some(one)) => ("note", format!("\"{}\"", &**one), place(one)),
        (None, None) => ("nothing", String::new(), None),
    }
}

/// Describes steps about cards.
fn cards(effect: &Effect) -> Option<Parts> {
    let place = |text: &rules::raw::Text| Some(text.span().start);
    if let Some(one) = &effect.draw {
        let count = one.count.as_ref().map_or("1", |count| count.as_str());
        let refill =
            one.refill.as_ref().map_or(String::new(), |pile| format!(", then of `{}`", &**pile));
        let object = format!("`{count}` of `{}`{refill} to `{}`", &*one.from, &*one.to);
        return Some(("draw", object, place(&one.from)));
    }
    if let Some(one) = &effect.move_card {
        let over = if one.under { "under" } else { "onto" };
        return Some((
            "move_card",
            format!("`{}` {over} `{}`", &*one.card, &*one.to),
            place(&one.card),
        ));
    }
    if let Some(one) = &effect.move_cards {
        return Some((
            "move_cards",
            format!("of `{}` onto `{}`", &*one.from, &*one.to),
            place(&one.from),
        ));
    }
    let one = effect.shuffle.as_ref()?;
    Some(("shuffle", format!("`{}`", &**one), place(one)))
}

/// Describes steps about turn order and prepared declarations.
fn order(effect: &Effect) -> Option<Parts> {
    let place = |text: &rules::raw::Text| Some(text.span().start);
    if let Some(one) = &effect.sort {
        return Some(("sort", format!("by `{}`", &**one), place(one)));
    }
    if let Some(one) = &effect.break_ties {
        let by = one.dice.as_ref().or(one.ask.as_ref())?;
        return Some(("break_ties", format!("by `{}`", &**by), place(by)));
    }
    if let Some(one) = &effect.follow {
        let object = format!("{} right behind {}", &*one.who, &*one.whom);
        return Some(("follow", object, place(&one.who)));
    }
    if let Some(one) = &effect.declare {
        return Some((
            "declare",
            format!("`{}` at {}", &*one.activity, &*one.target),
            place(&one.activity),
        ));
    }
    let about = [("skip", &effect.skip), ("recall", &effect.recall), ("forget", &effect.forget)];
    for (verb, who) in about {
        if let Some(one) = who {
            return Some((verb, one.who.to_string(), place(&one.who)));
        }
    }
    if let Some(one) = &effect.release {
        let instead = one.fallback.as_ref().map(|who| format!(", else at {}", &**who));
        let object = format!("{}{}", &*one.who, instead.unwrap_or_default());
        return Some(("release", object, place(&one.who)));
    }
    if let Some(one) = &effect.commit {
        let object = format!("`{}` of `{}`", &*one.acts, &*one.of);
        return Some(("commit", object, place(&one.acts)));
    }
    if let Some(one) = &effect.abandon {
        let idle = if one.idle { "idle " } else { "" };
        let what = one.of.as_deref().map_or("long activities".to_owned(), |of| format!("`{of}`"));
        return Some(("abandon", format!("{idle}{what} of {}", &*one.who), place(&one.who)));
    }
    if let Some(one) = &effect.expose {
        return Some(("expose", "to answers".to_owned(), Some(one.span().start)));
    }
    if let Some(one) = &effect.leave {
        return Some(("leave", "the rest undone".to_owned(), Some(one.span().start)));
    }
    let one = effect.end_turn.as_ref()?;
    Some(("end_turn", String::new(), Some(one.span().start)))
}

/// Describes steps about squares and terrain.
fn places(effect: &Effect) -> Option<Parts> {
    let place = |text: &rules::raw::Text| Some(text.span().start);
    if let Some(one) = &effect.step {
        return Some(("step", "onto the square aimed at".to_owned(), Some(one.span().start)));
    }
    if let Some(one) = &effect.put {
        return Some(("put", one.who.to_string(), place(&one.who)));
    }
    if let Some(one) = &effect.bring {
        return Some(("bring", format!("whoever `{}` names", &*one.named), place(&one.named)));
    }
    if let Some(one) = effect.pull.as_ref().or(effect.push.as_ref()) {
        let verb = if effect.pull.is_some() { "pull" } else { "push" };
        let step = one.step.as_ref().map_or(String::new(), |step| format!(" by `{}`", &**step));
        let object = format!("the target `{}` squares{step}", &*one.squares);
        return Some((verb, object, place(&one.squares)));
    }
    if let Some(one) = &effect.approach {
        let object = format!("by `{}` within `{}`", &*one.step, &*one.within);
        return Some(("approach", object, place(&one.step)));
    }
    let one = effect.terrain.as_ref()?;
    let on = one.on.as_ref().map_or(String::new(), |on| format!(" if `{}`", &**on));
    Some(("terrain", format!("`{}`{on}", &*one.sort), place(&one.sort)))
}

fn tokens(one: &Tokens) -> String {
    let times = one.times.as_ref().map(|times| format!(" times `{}`", &**times));
    let back = one.back.as_ref().map(|back| format!(", then back as `{}`", &**back));
    let back_when = one.back_when.as_ref().map(|when| format!(" if `{}`", &**when));
    format!(
        "{} `{}`{}{}{}{}",
        &*one.who,
        &*one.tokens,
        times.unwrap_or_default(),
        until(one.until.as_ref()),
        back.unwrap_or_default(),
        back_when.unwrap_or_default()
    )
}

/// Describes a duration: ` until the end of the 2nd own turn`.
fn until(until: Option<&Until>) -> String {
    let Some(until) = until else { return String::new() };
    let own = match (until.own, until.causer) {
        (true, _) => "own ",
        (false, true) => "causer's ",
        (false, false) => "",
    };
    let count = until.count.as_ref().map(|count| format!(", edge `{}`", &**count));
    format!(" until {} of {own}{}{}", &*until.edge, &*until.span, count.unwrap_or_default())
}
