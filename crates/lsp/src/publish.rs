//! Findings as diagnostics of the protocol.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range, Uri,
};
use serde_json::json;

use crate::check::{Finding, Spot};
use crate::documents::Documents;
use crate::origin::uri_of;
use crate::text::Encoding;

/// Texts and addresses of files, each read once.
pub(crate) struct Locator<'a> {
    documents: &'a Documents,
    encoding: Encoding,
    texts: BTreeMap<PathBuf, Arc<str>>,
}

impl<'a> Locator<'a> {
    pub(crate) fn new(documents: &'a Documents, encoding: Encoding) -> Locator<'a> {
        Locator { documents, encoding, texts: BTreeMap::new() }
    }

    /// Returns the address of a file, as the editor writes it if it has it open.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        match self.documents.get(path) {
            Some(document) => Some(document.uri.clone()),
            None => uri_of(path),
        }
    }

    /// Returns the range of a span in a file.
    pub(crate) fn range(&mut self, path: &Path, span: &std::ops::Range<usize>) -> Range {
        let text = match (self.documents.get(path), self.texts.get(path)) {
            (Some(document), _) => document.text.clone(),
            (None, Some(text)) => text.clone(),
            (None, None) => {
                let text: Arc<str> =
                    rules::source::read_text(path).unwrap_or_default().as_str().into();
                self.texts.insert(path.to_path_buf(), text.clone());
                text
            }
        };
        self.encoding.range(&text, span)
    }

    /// Returns the location of a span in a file.
    pub(crate) fn location(
        &mut self,
        path: &Path,
        span: &std::ops::Range<usize>,
    ) -> Option<Location> {
        Some(Location { uri: self.uri(path)?, range: self.range(path, span) })
    }

    /// Returns a finding as a diagnostic. Its help also goes along as data, for quick fixes.
    pub(crate) fn diagnostic(&mut self, finding: &Finding) -> lsp_types::Diagnostic {
        let Spot { path, span, text } = &finding.spot;
        let mut message = finding.message.clone();
        if !text.is_empty() {
            message.push_str(&format!(" ({text})"));
        }
        for help in &finding.help {
            message.push_str(&format!("\nhelp: {help}"));
        }
        let related = finding.related.iter().filter_map(|spot| {
            let location = self.location(&spot.path, &spot.span)?;
            Some(DiagnosticRelatedInformation { location, message: spot.text.clone() })
        });
        let related: Vec<_> = related.collect();
        lsp_types::Diagnostic {
            range: self.range(path, span),
            severity: Some(match finding.is_warning {
                true => DiagnosticSeverity::WARNING,
                false => DiagnosticSeverity::ERROR,
            }),
            code: finding.code.map(|code| NumberOrString::String(code.to_owned())),
            source: Some("turnwright".to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            data: Some(json!({ "help": finding.help })),
            ..lsp_types::Diagnostic::default()
        }
    }
}
