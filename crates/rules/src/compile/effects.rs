//! Effects: nested lists as written to flat programs.

use kernel::{Apart, DiceId, ExprId, Op, ProgramId, Role, RulesId, Step, Throw};

use super::inputs::{Place, register};
use super::{Build, Here};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Type;
use crate::kinds::KindName;
use crate::raw::{self, Effect, Text};

/// A kind of token that effects may hand out, and to whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Handed {
    pub(super) kind: KindName,
    pub(super) to: Role,
}

/// Where effects stand.
#[derive(Clone, Copy)]
struct Context<'o> {
    here: Here,
    place: Place,
    /// Options read around them.
    options: &'o [usize],
    /// Rules named by the steps around them.
    because: &'o [Text],
}

impl Build<'_> {
    /// Compiles a list of effects.
    pub(super) fn program(
        &mut self,
        here: Here,
        effects: &[Effect],
        place: Place,
        options: &[usize],
    ) -> ProgramId {
        let mut steps = Vec::new();
        self.handed.clear();
        let context = Context { here, place, options, because: &[] };
        self.effects(context, effects, &mut steps);
        let id = ProgramId(self.game.programs.len() as u16);
        self.game.programs.push(steps);
        id
    }

    fn effects(&mut self, context: Context<'_>, effects: &[Effect], steps: &mut Vec<Step>) {
        let start = steps.len();
        for effect in effects {
            self.effect(context, effect, start, steps);
        }
    }

    fn effect(
        &mut self,
        context: Context<'_>,
        effect: &Effect,
        start: usize,
        steps: &mut Vec<Step>,
    ) {
        let Context { here, place, options, because } = context;
        let mut read = options.to_vec();
        let guard = effect.when.as_ref().and_then(|when| {
            let (test, more) = self.live(here, when, place, &Type::Bool)?;
            read.extend(more);
            Some(test)
        });
        let because = if effect.because.is_empty() { because } else { &effect.because };
        let rules = self.cited(here, because, &read);
        let at = steps.len();
        if let Some(test) = guard {
            steps.push(Step { op: Op::Unless { test, skip: 0 }, rules });
        }
        let inner = Context { options: &read, because, ..context };
        match &effect.all {
            Some(all) => self.effects(inner, all, steps),
            None => {
                if let Some(op) = self.op(inner, effect, start, steps.len()) {
                    steps.push(Step { op, rules });
                }
            }
        }
        let len = steps.len();
        if guard.is_some()
            && let Op::Unless { skip, .. } = &mut steps[at].op
        {
            *skip = (len - at - 1) as u16;
        }
        let keys = count_keys(effect);
        if keys != 1 {
            let message = format!("a step does exactly one thing; this one has {keys}");
            let owner = &self.setup.rules[here.owner].rule;
            let span = effect.when.as_ref().map_or(owner.id.span(), Text::span);
            self.report.push(Diagnostic::error(Code::InvalidValue, message).at(
                here.file,
                span,
                "this step",
            ));
        }
        let _: RulesId = rules;
    }

    fn op(&mut self, context: Context<'_>, effect: &Effect, start: usize, at: usize) -> Option<Op> {
        let Context { here, place, .. } = context;
        if let Some(roll) = &effect.roll {
            let (dice, who) = self.throw(context, &roll.dice)?;
            return Some(Op::Roll { dice, who, into: self.register(here, &roll.into)? });
        }
        if let Some(again) = &effect.again {
            let test = self.number_or(here, again, place, &Type::Bool)?;
            return Some(Op::Again { test, back: (at - start) as u16 });
        }
        if let Some(ask) = &effect.ask {
            let known = self.dictionary.rulings.find(&ask.ruling);
            let into = self.register(here, &ask.into)?;
            let Some(ruling) = known else {
                self.look(|d| &d.rulings, Code::UnknownRuling, "ruling", here, &ask.ruling);
                return None;
            };
            return Some(Op::Ask { ruling: kernel::RulingId(ruling as u16), into });
        }
        if let Some(one) = &effect.r#let {
            let into = self.register(here, &one.into)?;
            let value = self.number_or(here, &one.value, place, &Type::Int)?;
            return Some(Op::Let { into, value });
        }
        if let Some(set) = &effect.set {
            let (who, attribute) = self.attribute_of(context, &set.attribute)?;
            let value = self.number_or(here, &set.to, place, &Type::Int)?;
            return Some(Op::Set { who, attribute, value });
        }
        if let Some(add) = &effect.add {
            let (who, attribute) = self.attribute_of(context, &add.attribute)?;
            if add.until.is_some() {
                let by = self.number_or(here, &add.by, place, &Type::Int)?;
                let until = self.until(context, add.until.as_ref())??;
                return Some(Op::Lend { who, attribute, by, until });
            }
            let sum = format!("{} + ({})", &*add.attribute, &*add.by);
            let shifted = add.by.span().start.saturating_sub(add.attribute.len() + 4);
            let sum = Text::made(sum, shifted..add.by.span().end);
            let value = self.number_or(here, &sum, place, &Type::Int)?;
            return Some(Op::Set { who, attribute, value });
        }
        if let Some(set) = &effect.variable {
            return self.set_variable(context, set);
        }
        if let Some(mark) = &effect.mark {
            let (who, condition) =
                (self.role(context, &mark.who)?, self.condition(here, &mark.condition)?);
            let until = self.until(context, mark.until.as_ref())?;
            return Some(Op::Mark { who, condition, until });
        }
        if let Some(unmark) = &effect.unmark {
            let (who, condition) =
                (self.role(context, &unmark.who)?, self.condition(here, &unmark.condition)?);
            return Some(Op::Unmark { who, condition });
        }
        if let Some(gain) = &effect.gain {
            let (who, kind, amount) = self.tokens_of(context, gain)?;
            let until = self.until(context, gain.until.as_ref())?;
            let (returns, _) = self.holds(here, gain.back_when.as_ref());
            let back = match (&gain.back, returns) {
                (Some(back), true) => {
                    let name = self.kind(here, back)?;
                    self.handed.push(Handed { kind: name.clone(), to: who });
                    Some(self.number(&name))
                }
                _ => None,
            };
            return Some(Op::Gain { who, kind, amount, until, back });
        }
        if let Some(lose) = effect.lose.as_ref().filter(|lose| lose.tokens.as_str() == "all") {
            let who = self.role(context, &lose.who)?;
            let until = self.until(context, lose.until.as_ref())?;
            return Some(Op::LoseAll { who, until });
        }
        if let Some(lose) = &effect.lose {
            let (who, kind, amount) = self.tokens_of(context, lose)?;
            let until = self.until(context, lose.until.as_ref())?;
            return Some(Op::Lose { who, kind, amount, until });
        }
        if let Some(allow) = &effect.allow {
            let who = self.role(context, &allow.who)?;
            let at = self.look(|d| &d.slots, Code::UnknownSlot, "slot", here, &allow.slot);
            let slot = match at {
                Some(at) => self.slot_number(self.dictionary.slots.entries[at].name),
                None => return None,
            };
            let cap = self.number_or(here, &allow.cap, place, &Type::Int)?;
            let until = self.until(context, allow.until.as_ref())?;
            return Some(Op::Allow { who, slot, cap, until });
        }
        if let Some(join) = &effect.join {
            let who = self.role(context, &join.who)?;
            let side = self.side(here, &join.side)?;
            let side = self.constant(i32::from(side.0));
            return Some(Op::Join { who, side });
        }
        if let Some(peace) = &effect.truce {
            let peace = self.number_or(here, peace, place, &Type::Bool)?;
            return Some(Op::Truce { peace });
        }
        if let Some(one) = &effect.place {
            let (side, turn) = (self.side(here, &one.side)?, self.turn(here, &one.turn)?);
            let (side, turn) = (self.constant(side.0.into()), self.constant(turn.0.into()));
            return Some(Op::Place { side, turn });
        }
        if let Some(one) = &effect.interpose {
            let who = self.role(context, &one.who)?;
            return Some(Op::Interpose {
                who,
                resume: one.resume.as_ref().is_none_or(|yes| **yes),
            });
        }
        if let Some(early) = &effect.early {
            let turn = match self.dictionary.turns.find(early) {
                Some(turn) => self.constant(turn as i32),
                // Otherwise an expression, such as the turn group of the handler's side.
                None => self.turn_expression(context, early)?,
            };
            return Some(Op::Early { turn });
        }
        if let Some(renew) = &effect.renew {
            let (who, span) = (self.role(context, &renew.who)?, self.span(here, &renew.span)?);
            return Some(Op::Renew { who, span });
        }
        if let Some(refresh) = &effect.refresh {
            return Some(Op::Refresh { who: self.role(context, &refresh.who)? });
        }
        if effect.counter.is_some() {
            return Some(Op::Counter);
        }
        if let Some(offer) = &effect.offer {
            let who = self.role(context, &offer.who)?;
            let at =
                self.look(|d| &d.windows, Code::UnknownVariant, "window", here, &offer.window)?;
            return Some(Op::Offer { window: kernel::WindowId(at as u8), who });
        }
        if let Some(stop) = &effect.stop {
            return Some(Op::Stop { span: self.span(here, stop)? });
        }
        if effect.finish.is_some() {
            return Some(Op::Finish);
        }
        if let Some(op) = self.turn_op(context, effect).or_else(|| self.board_op(context, effect)) {
            return Some(op);
        }
        let text = effect.say.as_ref()?;
        self.names.texts.push(text.to_string());
        Some(Op::Say { text: (self.names.texts.len() - 1) as u16 })
    }

    /// Effects on the order of turns and on what is prepared.
    fn turn_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        if let Some(by) = &effect.sort {
            let by = self.number_or(context.here, by, Place::Combatant, &Type::Int)?;
            return Some(Op::Sort { by });
        }
        if let Some(one) = &effect.break_ties {
            return self.break_ties(context, one);
        }
        if let Some(one) = &effect.follow {
            let (who, whom) = (self.role(context, &one.who)?, self.role(context, &one.whom)?);
            return Some(Op::Follow { who, whom });
        }
        if let Some(one) = &effect.skip {
            return Some(Op::Skip { who: self.role(context, &one.who)? });
        }
        if effect.end_turn.is_some() {
            return Some(Op::EndTurn);
        }
        if let Some(one) = &effect.declare {
            let target = self.role(context, &one.target)?;
            let activity = self.activity_number(context.here, &one.activity)?;
            return Some(Op::Declare { activity, target });
        }
        if effect.expose.is_some() {
            return Some(Op::Expose);
        }
        if effect.leave.is_some() {
            return Some(Op::Leave);
        }
        if let Some(one) = &effect.release {
            return Some(Op::Release { who: self.role(context, &one.who)? });
        }
        if let Some(one) = &effect.commit {
            let amount = self.number_or(context.here, &one.acts, context.place, &Type::Int)?;
            let needed = self.number_or(context.here, &one.of, context.place, &Type::Int)?;
            let loose = match &one.loose {
                None => self.constant(0),
                Some(text) => self.number_or(context.here, text, context.place, &Type::Bool)?,
            };
            return Some(Op::Commit { amount, needed, loose });
        }
        if let Some(one) = &effect.abandon {
            return Some(Op::Abandon { who: self.role(context, &one.who)?, idle: one.idle });
        }
        let one = effect.forget.as_ref()?;
        Some(Op::Forget { who: self.role(context, &one.who)? })
    }

    fn break_ties(&mut self, context: Context<'_>, one: &raw::BreakTies) -> Option<Op> {
        let here = context.here;
        let how = match (&one.dice, &one.ask) {
            (Some(dice), None) => {
                let at = self.look(|d| &d.dice, Code::UnknownVariant, "die", here, dice)?;
                Apart::Dice(Throw::Own(at as u8))
            }
            (None, Some(ruling)) => {
                let at = self.look(|d| &d.rulings, Code::UnknownRuling, "ruling", here, ruling)?;
                Apart::Ruling(kernel::RulingId(at as u16))
            }
            (given, _) => {
                let message = "ties are broken by `dice` or by what the game master is `ask`ed";
                let given = given.clone().unwrap_or_default();
                self.error(Code::InvalidValue, message, here, &given, "one of the two");
                return None;
            }
        };
        let count = kernel::REGISTERS_MAX as u8 - 1;
        Some(Op::BreakTies { how, count })
    }

    /// Effects on places.
    fn board_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        let here = context.here;
        if effect.step.is_some() {
            return Some(Op::Step);
        }
        if let Some(one) = &effect.put {
            return Some(Op::Put { who: self.role(context, &one.who)? });
        }
        if let Some(one) = &effect.approach {
            let name = one.within.strip_prefix("actor.").unwrap_or(&one.within).to_owned();
            let name = Text::made(name, one.within.span());
            let attribute =
                self.look(|d| &d.attributes, Code::UnknownAttribute, "attribute", here, &name)?;
            let within = self.figure(attribute);
            let step = self.activity_number(here, &one.step)?;
            return Some(Op::Approach { step, within });
        }
        if let Some(squares) = &effect.push {
            let squares = self.number_or(here, squares, context.place, &Type::Int)?;
            return Some(Op::Push { squares });
        }
        if let Some(squares) = &effect.pull {
            let squares = self.number_or(here, squares, context.place, &Type::Int)?;
            return Some(Op::Pull { squares });
        }
        let change = effect.terrain.as_ref()?;
        let sort =
            self.look(|d| &d.terrain, Code::UnknownVariant, "terrain", here, &change.sort)? as u8;
        let on = match &change.on {
            None => self.constant(1),
            Some(text) => self.number_or(here, text, context.place, &Type::Bool)?,
        };
        Some(Op::Terrain { sort, on })
    }

    /// Dice to be rolled and for whom: `2d6`, or `target.finesse`.
    fn throw(&mut self, context: Context<'_>, text: &Text) -> Option<(Throw, Role)> {
        if let Some((role, name)) = text.split_once('.')
            && let Some(at) = self.dictionary.dice.find(name)
        {
            let role = self.role(context, &Text::made(role.to_owned(), text.span()))?;
            return Some((Throw::Own(at as u8), role));
        }
        Some((Throw::Fixed(self.dice(context.here, text)?), Role::Actor))
    }

    /// The turn group of the side a handler runs for: the only expression `early` knows.
    fn turn_expression(&mut self, context: Context<'_>, text: &Text) -> Option<ExprId> {
        if text.as_str() == "side" && context.place == Place::Side {
            return Some(self.intern(vec![kernel::Code::Load(kernel::Input::HandlerTurn)]));
        }
        self.turn(context.here, text)?;
        None
    }

    fn set_variable(&mut self, context: Context<'_>, set: &raw::SetVariable) -> Option<Op> {
        let Context { here, place, .. } = context;
        let value = self.number_or(here, &set.to, place, &Type::Int)?;
        if let Some(at) = self.names.variables.iter().position(|name| name == set.id.as_str()) {
            return Some(Op::SetVariable { variable: kernel::VariableId(at as u8), value });
        }
        let of_sides = &self.names.side_variables;
        if place != Place::Encounter
            && let Some(at) = of_sides.iter().position(|name| name == set.id.as_str())
        {
            return Some(Op::SetSideVariable { variable: kernel::VariableId(at as u8), value });
        }
        let known = self.dictionary.variables.owned();
        let problem = self.dictionary.unknown(
            Code::UnknownInput,
            "variable",
            here.file,
            &set.id,
            known.iter().map(String::as_str),
        );
        self.report.push(problem);
        None
    }

    fn number_or(&mut self, here: Here, text: &Text, place: Place, ty: &Type) -> Option<ExprId> {
        self.live(here, text, place, ty).map(|(code, _)| code)
    }

    pub(super) fn dice(&mut self, here: Here, text: &Text) -> Option<DiceId> {
        match crate::dice::parse(text) {
            Ok(dice) => {
                if let Some(at) = self.game.dice.iter().position(|one| *one == dice) {
                    return Some(DiceId(at as u16));
                }
                self.game.dice.push(dice);
                self.names.dice.push(text.to_string());
                Some(DiceId((self.game.dice.len() - 1) as u16))
            }
            Err(error) => {
                let at = text.span().start + 1 + error.at;
                let problem = Diagnostic::error(Code::DiceSyntax, error.message.clone()).at(
                    here.file,
                    at..at + 1,
                    "here",
                );
                self.report.push(problem);
                None
            }
        }
    }

    fn register(&mut self, here: Here, name: &Text) -> Option<u8> {
        let found = register(name);
        if found.is_none() {
            let message = "a register is one of a to h";
            self.error(Code::UnknownVariant, message, here, name, "not a register");
        }
        found
    }

    fn role(&mut self, context: Context<'_>, name: &Text) -> Option<Role> {
        let role = match (name.as_str(), context.place) {
            ("actor", Place::Act | Place::Combatant | Place::Watch) => Some(Role::Actor),
            ("answered", Place::Act) => Some(Role::Answered),
            ("acting", _) if self.game.ordered => Some(Role::Acting),
            ("target", Place::Act) => Some(Role::Target),
            ("by", Place::Watch) => Some(Role::By),
            _ => None,
        };
        if role.is_none() {
            let message = format!("there is no `{}` at this place", &**name);
            self.error(Code::UnknownVariant, message, context.here, name, "nobody");
        }
        role
    }

    fn attribute_of(
        &mut self,
        context: Context<'_>,
        text: &Text,
    ) -> Option<(Role, kernel::AttributeId)> {
        let Some((role, attribute)) = text.split_once('.') else {
            let message = "an attribute is written with whose it is, such as target.hp";
            self.error(Code::UnknownAttribute, message, context.here, text, "whose?");
            return None;
        };
        let role = self.role(context, &Text::made(role.to_owned(), text.span()))?;
        let attribute = Text::made(attribute.to_owned(), text.span());
        Some((role, self.changing_attribute(context.here, &attribute)?))
    }

    /// `None` after an error; `Some(None)` where nothing was written.
    fn until(
        &mut self,
        context: Context<'_>,
        until: Option<&raw::Until>,
    ) -> Option<Option<kernel::Until>> {
        let Some(until) = until else { return Some(None) };
        let here = context.here;
        let (span, edge) = (self.span(here, &until.span)?, self.edge(here, &until.edge)?);
        let count = match &until.count {
            None => self.constant(1),
            Some(text) => self.number_or(here, text, context.place, &Type::Int)?,
        };
        Some(Some(kernel::Until { span, edge, count, own: until.own, causer: until.causer }))
    }

    fn tokens_of(
        &mut self,
        context: Context<'_>,
        tokens: &raw::Tokens,
    ) -> Option<(Role, kernel::KindId, ExprId)> {
        let here = context.here;
        let who = self.role(context, &tokens.who)?;
        let amounts = self.amounts(here, &tokens.tokens)?;
        let [(count, name)] = amounts.as_slice() else {
            let message = "one kind at a time is gained or lost";
            self.error(Code::AmountSyntax, message, here, &tokens.tokens, "several kinds");
            return None;
        };
        if self.dictionary.bases.entries[name.base as usize].def.nothing {
            let message = "this stands for no action at all: there is nothing to gain or lose";
            self.error(Code::InvalidValue, message, here, &tokens.tokens, "not a token");
            return None;
        }
        let kind = self.number(name);
        self.handed.push(Handed { kind: name.clone(), to: who });
        let amount = match &tokens.times {
            None => self.constant(*count as i32),
            Some(times) => {
                let product = format!("{count} * ({})", &**times);
                let lead = product.len() - times.len() - 1;
                let from = times.span().start.saturating_sub(lead);
                let text = Text::made(product, from..times.span().end);
                self.number_or(here, &text, context.place, &Type::Int)?
            }
        };
        Some((who, kind, amount))
    }
}

fn count_keys(effect: &Effect) -> usize {
    [
        effect.all.is_some(),
        effect.roll.is_some(),
        effect.again.is_some(),
        effect.ask.is_some(),
        effect.r#let.is_some(),
        effect.set.is_some(),
        effect.add.is_some(),
        effect.variable.is_some(),
        effect.mark.is_some(),
        effect.unmark.is_some(),
        effect.gain.is_some(),
        effect.lose.is_some(),
        effect.allow.is_some(),
        effect.join.is_some(),
        effect.truce.is_some(),
        effect.place.is_some(),
        effect.interpose.is_some(),
        effect.early.is_some(),
        effect.renew.is_some(),
        effect.refresh.is_some(),
        effect.counter.is_some(),
        effect.offer.is_some(),
        effect.stop.is_some(),
        effect.sort.is_some(),
        effect.follow.is_some(),
        effect.skip.is_some(),
        effect.end_turn.is_some(),
        effect.expose.is_some(),
        effect.leave.is_some(),
        effect.release.is_some(),
        effect.forget.is_some(),
        effect.step.is_some(),
        effect.put.is_some(),
        effect.approach.is_some(),
        effect.declare.is_some(),
        effect.break_ties.is_some(),
        effect.push.is_some(),
        effect.pull.is_some(),
        effect.commit.is_some(),
        effect.abandon.is_some(),
        effect.terrain.is_some(),
        effect.finish.is_some(),
        effect.say.is_some(),
    ]
    .into_iter()
    .filter(|given| *given)
    .count()
}
