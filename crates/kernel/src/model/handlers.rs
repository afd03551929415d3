//! Effects without a declaration: the index of handlers by edge, and watches.

use crate::ids::{AttributeId, ExprId, ProgramId, RulesId, SpanId};
use crate::limits::SPANS_MAX;

use super::clock::{Edge, Handler};

/// Handlers of each edge, as indexes among all handlers. A group of handlers is listed by its first
/// one. Handlers whose condition never holds are left out.
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

/// A watch: a program that a change of an attribute triggers.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The watched attribute.
    pub attribute: AttributeId,
    /// The test for firing, which reads the values before and after the change.
    pub when: ExprId,
    /// The program that runs when it fires, after the effects that caused the change.
    pub program: ProgramId,
    /// The rules behind it.
    pub rules: RulesId,
}
