//! Checks that a step does exactly one thing.

use std::ops::Range;

use super::super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::raw::{Effect, Text};

/// The key of an action of a step, and its position.
type Verb = (&'static str, Range<usize>);

impl Build<'_> {
    /// Reports a step that does nothing, or more than one thing.
    pub(super) fn one_verb(&mut self, here: Here, effect: &Effect) {
        let verbs = verbs(effect);
        let [(first, at), rest @ ..] = verbs.as_slice() else {
            let message = "this step says nothing that is done";
            let owner = &self.setup.rules[here.owner].rule;
            let (span, label) = match (&effect.when, effect.because.first()) {
                (Some(text), _) | (None, Some(text)) => (text.span(), "this step"),
                (None, None) => (owner.id.span(), "a step of this rule"),
            };
            let problem = Diagnostic::error(Code::InvalidValue, message);
            return self.report.push(problem.at(here.file, span, label));
        };
        let Some((last, again)) = rest.last() else { return };
        let names: Vec<String> =
            verbs[..verbs.len() - 1].iter().map(|(name, _)| format!("`{name}`")).collect();
        let message = format!(
            "a step does exactly one thing; this one has {} and `{last}`",
            names.join(", ")
        );
        let problem = Diagnostic::error(Code::InvalidValue, message)
            .at(here.file, again.clone(), format!("`{last}`"))
            .also(here.file, at.clone(), format!("`{first}`"))
            .help("make a step of each, or put them into one as `all = [{ … }, { … }]`");
        self.report.push(problem);
    }
}

/// Returns the actions of a step, in the order of the text.
fn verbs(effect: &Effect) -> Vec<Verb> {
    let mut all: Vec<Verb> = Vec::new();
    let mut text = |name: &'static str, at: Option<&Text>| {
        all.extend(at.map(|at| (name, at.span())));
    };
    text("roll", effect.roll.as_ref().map(|one| &one.dice));
    text("again", effect.again.as_ref());
    text("ask", effect.ask.as_ref().map(|one| &one.ruling));
    text("let", effect.r#let.as_ref().map(|one| &one.into));
    text("set", effect.set.as_ref().map(|one| &one.attribute));
    text("add", effect.add.as_ref().map(|one| &one.attribute));
    text("variable", effect.variable.as_ref().map(|one| &one.id));
    text("mark", effect.mark.as_ref().map(|one| &one.condition));
    text("unmark", effect.unmark.as_ref().map(|one| &one.condition));
    text("gain", effect.gain.as_ref().map(|one| &one.tokens));
    text("lose", effect.lose.as_ref().map(|one| &one.tokens));
    text("allow", effect.allow.as_ref().map(|one| &one.slot));
    text("join", effect.join.as_ref().map(|one| &one.side));
    text("truce", effect.truce.as_ref());
    text("place", effect.place.as_ref().map(|one| &one.side));
    text("interpose", effect.interpose.as_ref().map(|one| &one.who));
    text("early", effect.early.as_ref());
    text("renew", effect.renew.as_ref().map(|one| &one.who));
    text("refresh", effect.refresh.as_ref().map(|one| &one.who));
    text("offer", effect.offer.as_ref().map(|one| &one.window));
    text("stop", effect.stop.as_ref());
    text("sort", effect.sort.as_ref());
    text("follow", effect.follow.as_ref().map(|one| &one.who));
    text("skip", effect.skip.as_ref().map(|one| &one.who));
    text("recall", effect.recall.as_ref().map(|one| &one.who));
    text("release", effect.release.as_ref().map(|one| &one.who));
    text("forget", effect.forget.as_ref().map(|one| &one.who));
    text("put", effect.put.as_ref().map(|one| &one.who));
    text("bring", effect.bring.as_ref().map(|one| &one.named));
    text("approach", effect.approach.as_ref().map(|one| &one.step));
    text("push", effect.push.as_ref().map(|one| &one.squares));
    text("pull", effect.pull.as_ref().map(|one| &one.squares));
    text("commit", effect.commit.as_ref().map(|one| &one.acts));
    text("abandon", effect.abandon.as_ref().map(|one| &one.who));
    text("declare", effect.declare.as_ref().map(|one| &one.activity));
    text("terrain", effect.terrain.as_ref().map(|one| &one.sort));
    text("draw", effect.draw.as_ref().map(|one| &one.from));
    text("move_card", effect.move_card.as_ref().map(|one| &one.card));
    text("move_cards", effect.move_cards.as_ref().map(|one| &one.from));
    text("shuffle", effect.shuffle.as_ref());
    text("say", effect.say.as_ref());
    text("note", effect.note.as_ref());
    let ties = effect.break_ties.as_ref();
    all.extend(ties.map(|one| {
        let at = one.dice.as_ref().or(one.ask.as_ref());
        ("break_ties", at.map_or(0..0, Text::span))
    }));
    let flags = [
        ("counter", &effect.counter),
        ("end_turn", &effect.end_turn),
        ("expose", &effect.expose),
        ("leave", &effect.leave),
        ("step", &effect.step),
        ("finish", &effect.finish),
    ];
    all.extend(flags.into_iter().filter_map(|(name, flag)| Some((name, flag.as_ref()?.span()))));
    if let Some(steps) = &effect.all {
        let inner = steps.iter().flat_map(verbs).map(|(_, span)| span).next();
        all.push(("all", inner.unwrap_or(0..0)));
    }
    all.sort_by_key(|(_, span)| span.start);
    all
}
