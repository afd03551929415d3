//! Documentation of a key, and of a declared name with its rule.

use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use crate::index::Index;
use crate::schema;
use crate::syntax::{Role, scan};
use crate::workspace::{Located, Workspace};

/// Returns what there is to say about the word at a place.
pub(crate) fn hover(workspace: &mut Workspace, params: &HoverParams) -> Option<Hover> {
    let located = workspace.locate(&params.text_document_position_params)?;
    let Located { ruleset, name, text, offset } = &located;
    let index = ruleset.index();
    let (span, value) = match index.at(name, *offset) {
        Some(occurrence) => (occurrence.span.clone(), of_name(index, occurrence)?),
        None => of_key(name, text, *offset)?,
    };
    let range = Some(workspace.encoding.range(text, &span));
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range })
}

fn of_name(index: &Index, occurrence: &crate::index::Occurrence) -> Option<String> {
    let declaration = index.declaration_of(occurrence)?;
    let mut text = format!("**{}** ({}", declaration.name, declaration.sort.word());
    match &declaration.title {
        Some(title) => text.push_str(&format!(": {})", escaped(title))),
        None => text.push(')'),
    }
    if let Some(rule) = index.rule_of(declaration) {
        text.push_str(&format!("\n\n{}", escaped(&rule.says)));
        let section = match rule.section.is_empty() {
            true => String::new(),
            false => format!(", {}", escaped(&rule.section)),
        };
        text.push_str(&format!("\n\n`{}`{section}", rule.id));
    }
    Some(text)
}

fn of_key(name: &str, text: &str, offset: usize) -> Option<(std::ops::Range<usize>, String)> {
    if name.ends_with(".md") {
        return None;
    }
    let scanned = scan(text);
    let is_there = |span: &std::ops::Range<usize>| span.start <= offset && offset <= span.end;
    let item = scanned.items.into_iter().find(|it| it.role != Role::Value && is_there(&it.span))?;
    let word = &text[item.span.clone()];
    let key = schema::of_file(name)?.key_at(&item.path, word)?;
    (!key.says.is_empty())
        .then(|| (item.span.clone(), format!("**{word}**: {}", escaped(&key.says))))
}

/// Returns a text whose signs mean nothing in Markdown. Code between backticks stays code.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut is_code = false;
    for letter in text.chars() {
        is_code ^= letter == '`';
        if !is_code && matches!(letter, '*' | '_' | '[' | ']' | '<' | '>' | '#' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
