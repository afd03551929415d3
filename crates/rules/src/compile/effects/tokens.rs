//! Compiles effects on tokens and slots.

use kernel::{ExprId, KindId, Op, Role};

use super::super::Build;
use super::{Context, Handed};
use crate::diagnostic::Code;
use crate::expr::Type;
use crate::raw::{self, Effect, Text};

impl Build<'_> {
    /// Compiles an effect on tokens or slots.
    pub(super) fn token_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        let here = context.here;
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
            let key = self.slot_named(here, &allow.slot)?;
            let slot = self.slot_number(&key);
            self.tokens.counted.insert(key);
            let cap = self.int(context, &allow.cap)?;
            let until = self.until(context, allow.until.as_ref())?;
            return Some(Op::SetSlotCap { who, slot, cap, until });
        }
        if let Some(renew) = &effect.renew {
            let (who, span) = (self.role(context, &renew.who)?, self.span(here, &renew.span)?);
            return Some(Op::RefillSlots { who, span });
        }
        let refresh = effect.refresh.as_ref()?;
        Some(Op::Refresh { who: self.role(context, &refresh.who)? })
    }

    /// Returns the owner, the kind and the number of tokens; `None` after reporting an error.
    fn tokens_of(
        &mut self,
        context: Context<'_>,
        tokens: &raw::Tokens,
    ) -> Option<(Role, KindId, ExprId)> {
        let here = context.here;
        let who = self.role(context, &tokens.who)?;
        let amounts = self.amounts(here, &tokens.tokens)?;
        let [(count, name)] = amounts.as_slice() else {
            let message = "one kind at a time is gained or lost";
            self.error(Code::AmountSyntax, message, here, &tokens.tokens, "several kinds");
            return None;
        };
        if self.dictionary.base(name.base).nothing {
            let message = "this stands for no action at all: there is nothing to gain or lose";
            self.error(Code::InvalidValue, message, here, &tokens.tokens, "not a token");
            return None;
        }
        let kind = self.number(name);
        self.handed.push(Handed { kind: name.clone(), to: who });
        let amount = match &tokens.times {
            None => self.constant(*count as i32),
            Some(times) => {
                self.resolve(here, times, context.place, &Type::Int)?;
                let product = format!("{count} * ({})", &**times);
                let lead = product.len() - times.len() - 1;
                let from = times.span().start.saturating_sub(lead);
                let text = Text::made(product, from..times.span().end);
                self.int(context, &text)?
            }
        };
        Some((who, kind, amount))
    }
}
