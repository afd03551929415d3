//! Recognizes text that begins with `<`: Fantasy Grounds, web pages, drawings and other XML.

use super::{Content, Format, Recognized};
use crate::refusal::Refusal;

/// Maximum number of XML nodes in a document.
pub(crate) const NODES_MAX: u32 = 2_000_000;

pub(super) fn recognize(text: &str) -> Result<Vec<Recognized>, Refusal> {
    let start: String = text.chars().take(1000).collect::<String>().to_lowercase();
    if start.starts_with("<!doctype html") || start.contains("<html") {
        return Err(Refusal::unknown("a web page (HTML)")
            .help("Copy the stat block's text from the page and paste that."));
    }
    if start.contains("<svg") {
        return Err(Refusal::unknown("a drawing (SVG)"));
    }
    let document = parse(text)?;
    let root = document.root_element();
    let is_creature = |name: &str| matches!(name, "character" | "npc" | "npcdata" | "charsheet");
    let found = root.descendants().any(|node| is_creature(node.tag_name().name()));
    if root.tag_name().name() == "root" && found {
        return Ok(vec![Recognized {
            format: Format::FantasyGrounds,
            version: root.attribute("release").map(|it| it.chars().take(40).collect()),
            content: Content::Text(text.to_owned()),
        }]);
    }
    let name: String = root.tag_name().name().chars().take(40).collect();
    Err(Refusal::unknown(format!("XML with the root element <{name}>")))
}

/// Parses XML. Refuses document types, and with them entities.
pub(crate) fn parse(text: &str) -> Result<roxmltree::Document<'_>, Refusal> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: NODES_MAX,
        ..roxmltree::ParsingOptions::default()
    };
    roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::DtdDetected => {
            Refusal::new("XML with a document type, which is never read: it could hold entities")
                .help("Export it again, or remove the lines of <!DOCTYPE …>.")
        }
        roxmltree::Error::NodesLimitReached => {
            Refusal::new(format!("XML with more than {NODES_MAX} elements"))
                .help("Export fewer creatures at once.")
        }
        error => Refusal::new(format!("broken XML: {error}")).help("Export it again."),
    })
}
