//! Effects that happen by themselves: which handlers belong to which edge, watched numbers.

use crate::ids::{AttributeId, ExprId, ProgramId, RulesId, SpanId};
use crate::limits::SPANS_MAX;

use super::clock::{Edge, Handler};

/// Which handlers belong to which edge, by their place among all of them; of those that take effect
/// together only the first. Those for whom there is never an occasion are not among them.
#[derive(Clone, Debug, Default)]
pub struct HandlerIndex([[Vec<u16>; 2]; SPANS_MAX]);

impl HandlerIndex {
    pub(crate) fn of(handlers: &[Handler], never: impl Fn(&Handler) -> bool) -> HandlerIndex {
        let mut leads = HandlerIndex::default();
        let mut at = 0;
        while let Some(handler) = handlers.get(at) {
            let together = usize::from(handler.group_len.max(1));
            if !handlers[at..at + together].iter().all(&never) {
                leads.0[handler.span.index()][handler.edge as usize].push(at as u16);
            }
            at += together;
        }
        leads
    }

    /// Returns the handlers of one edge, in order.
    #[inline(always)]
    pub(crate) fn at(&self, span: SpanId, edge: Edge) -> &[u16] {
        &self.0[span.index()][edge as usize]
    }
}

/// A watched attribute.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Which.
    pub attribute: AttributeId,
    /// When it fires, in terms of the value before and now.
    pub when: ExprId,
    /// The program that runs then, after the causing effects are done.
    pub program: ProgramId,
    /// Because of what.
    pub rules: RulesId,
}
