//! Compiles handlers at the edges of spans, and watches of attributes.

use kernel::{Edge, Handler, HandlerScope, Watch};

use super::inputs::Place;
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::raw;

/// Returns the span of the first `end_turn` among effects, nested ones included.
fn ends_turn(effects: &[raw::Effect]) -> Option<std::ops::Range<usize>> {
    effects.iter().find_map(|effect| match (&effect.end_turn, &effect.all) {
        (Some(at), _) => Some(at.span()),
        (None, Some(all)) => ends_turn(all),
        (None, None) => None,
    })
}

impl Build<'_> {
    /// Compiles handlers and watches; handlers are sorted by their order.
    pub(super) fn build_handlers(&mut self) {
        let located: Vec<_> = self.located().collect();
        let mut handlers: Vec<(i32, Handler)> = Vec::new();
        for (here, rule) in located {
            for on in &rule.on {
                let order = on.order.as_ref().map_or(0, |order| **order);
                let all = self.handler(here, on).into_iter();
                handlers.extend(all.map(|one| (order, one)));
            }
            for watch in &rule.watch {
                self.watch(here, watch);
            }
        }
        // Handlers of creatures come after those of the ruleset, grouped by span and edge.
        let group = |(order, one): &(i32, Handler)| {
            let own = matches!(one.scope, HandlerScope::Only(_));
            (*order, own, if own { (one.span.0, one.edge == Edge::End) } else { (0, false) })
        };
        handlers.sort_by_key(group);
        let mut from = 0;
        while let Some(first) = handlers.get(from) {
            let key = group(first);
            let len = handlers[from..].iter().take_while(|one| key.1 && group(one) == key).count();
            handlers[from].1.group_len = len as u16;
            from += len.max(1);
        }
        self.game.handlers = handlers.into_iter().map(|(_, handler)| handler).collect();
    }

    fn handler(&mut self, here: Here, on: &raw::On) -> Vec<Handler> {
        let brought = self.setup.brought.contains(&here.owner);
        let (each, place) = match on.each.as_ref().map(|each| each.as_str()) {
            _ if brought => (HandlerScope::Combatant, Place::Combatant),
            None | Some("encounter") => (HandlerScope::Encounter, Place::Encounter),
            Some("side") => (HandlerScope::Side, Place::Side),
            Some("combatant") => (HandlerScope::Combatant, Place::Combatant),
            Some("actor") => (HandlerScope::Acting, Place::Combatant),
            Some(_) => {
                let at = on.each.clone().unwrap_or_default();
                let message =
                    "a handler runs for each `combatant`, `side`, the `actor` or the `encounter`";
                self.error(Code::UnknownVariant, message, here, &at, "none of these");
                return Vec::new();
            }
        };
        let (Some(span), Some(edge)) = (self.span(here, &on.span), self.edge(here, &on.edge))
        else {
            return Vec::new();
        };
        let mut options = Vec::new();
        let when = match &on.when {
            None => None,
            Some(text) => match self.live(here, text, place, &Type::Bool) {
                None => return Vec::new(),
                Some((code, read)) => {
                    options = read;
                    Some(code)
                }
            },
        };
        let program = self.program_of_all(here, &on.r#do, place, &options);
        let begins_turn = span.index() == self.game.turn_span() && edge == Edge::Begin;
        if let Some(at) = ends_turn(&on.r#do).filter(|_| !begins_turn) {
            let message = "`end_turn` has no turn to end here";
            let problem = Diagnostic::error(Code::InvalidValue, message)
                .at(here.file, at, "no turn goes on at this edge")
                .help("a handler can end a turn only where one begins");
            self.report.push(problem);
        }
        let rules = self.because(here.owner, &options);
        let handler = Handler { span, edge, scope: each, group_len: 0, when, program, rules };
        if !brought {
            return vec![handler];
        }
        let whose = self.bringers(here.owner);
        whose.into_iter().map(|who| Handler { scope: HandlerScope::Only(who), ..handler }).collect()
    }

    fn watch(&mut self, here: Here, watch: &raw::Watch) {
        let attribute = self.changing_attribute(here, &watch.attribute);
        let when = self.live(here, &watch.when, Place::Watch, &Type::Bool);
        let (Some(attribute), Some((when, options))) = (attribute, when) else { return };
        let program = self.program_of_all(here, &watch.r#do, Place::Watch, &options);
        let rules = self.because(here.owner, &options);
        self.game.watches.push(Watch { attribute, when, program, rules });
    }
}
