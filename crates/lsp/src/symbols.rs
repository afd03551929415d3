//! Outline of a file, and rules by their ids across a ruleset.

use std::ops::Range;

use lsp_types::{DocumentSymbolParams, SymbolKind, WorkspaceSymbolParams};
use serde_json::{Value, json};
use sim::scenario;

use crate::index::Declaration;
use crate::origin::path_of;
use crate::publish::Locator;
use crate::text::{Encoding, lines};
use crate::uses::Sort;
use crate::workspace::Workspace;

/// Header of a rule.
const RULE: &str = "[[rule]]";

/// Returns the rules of a file with everything that they declare, or the scenarios of a file.
pub(crate) fn of_file(
    workspace: &mut Workspace,
    params: &DocumentSymbolParams,
) -> Option<Vec<Value>> {
    let path = path_of(&params.text_document.uri)?;
    let (ruleset, name) = workspace.ruleset_of(&path)?;
    let text = ruleset.files.get(&name)?;
    let encoding = workspace.encoding;
    if name.ends_with(".md") {
        return Some(scenarios(text, encoding));
    }
    let index = ruleset.index();
    let here = || index.declarations.iter().filter(|it| it.file == name);
    let is_shown = |it: &&Declaration| !matches!(it.sort, Sort::Option | Sort::Tag);
    let rules: Vec<&Declaration> = here().filter(|it| it.sort == Sort::Rule).collect();
    let begin = |rule: &Declaration| text[..rule.span.start].rfind(RULE).unwrap_or(rule.span.start);
    let mut symbols = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let end = rules.get(at + 1).map_or(text.len(), |next| begin(next));
        let inside = here().filter(is_shown).filter(|it| it.sort != Sort::Rule);
        let inside = inside.filter(|it| it.rule == rule.rule);
        let children: Vec<Value> =
            inside.map(|it| symbol(text, encoding, it, it.span.clone(), Vec::new())).collect();
        symbols.push(symbol(text, encoding, rule, begin(rule)..end.max(rule.span.end), children));
    }
    // Encounters declare names outside of rules.
    let others = here().filter(is_shown).filter(|it| it.rule.is_none());
    symbols.extend(others.map(|it| symbol(text, encoding, it, it.span.clone(), Vec::new())));
    Some(symbols)
}

fn symbol(
    text: &str,
    encoding: Encoding,
    declaration: &Declaration,
    range: Range<usize>,
    children: Vec<Value>,
) -> Value {
    let Declaration { sort, name, title, span, .. } = declaration;
    let detail = title.as_ref().map_or_else(|| sort.word().to_owned(), Clone::clone);
    json!({
        "name": if name.is_empty() { "(no id)" } else { name },
        "detail": detail,
        "kind": kind(*sort),
        "range": encoding.range(text, &range),
        "selectionRange": encoding.range(text, span),
        "children": children,
    })
}

fn kind(sort: Sort) -> SymbolKind {
    match sort {
        Sort::Rule => SymbolKind::CLASS,
        Sort::Activity => SymbolKind::METHOD,
        Sort::Attribute | Sort::Variable | Sort::Dice => SymbolKind::FIELD,
        Sort::Base | Sort::Prefix | Sort::Slot => SymbolKind::ENUM_MEMBER,
        _ => SymbolKind::CONSTANT,
    }
}

fn scenarios(text: &str, encoding: Encoding) -> Vec<Value> {
    let all = scenario::parse(text).scenarios;
    let line = |number: usize| lines(text).nth(number.saturating_sub(1)).unwrap_or(0..0);
    let symbol = |(at, one): (usize, &scenario::Scenario)| {
        let heading = line(one.line);
        let end = all.get(at + 1).map_or(text.len(), |next| line(next.line).start);
        json!({
            "name": if one.name.is_empty() { "(no name)" } else { &one.name },
            "detail": "scenario",
            "kind": SymbolKind::EVENT,
            "range": encoding.range(text, &(heading.start..end.max(heading.end))),
            "selectionRange": encoding.range(text, &heading),
        })
    };
    all.iter().enumerate().map(symbol).collect()
}

/// Returns the rules and activities whose names contain the letters of a query in their order.
pub(crate) fn of_workspace(
    workspace: &mut Workspace,
    params: &WorkspaceSymbolParams,
) -> Vec<Value> {
    let rulesets = workspace.all_rulesets();
    let mut locator = Locator::new(&workspace.documents, workspace.encoding);
    let mut symbols = Vec::new();
    for ruleset in rulesets {
        let named = ruleset.index().declarations.iter().filter(|it| {
            matches!(it.sort, Sort::Rule | Sort::Activity) && fits(&params.query, &it.name)
        });
        for declaration in named {
            let path = ruleset.path_of(&declaration.file);
            let Some(location) = locator.location(&path, &declaration.span) else { continue };
            symbols.push(json!({
                "name": declaration.name,
                "kind": kind(declaration.sort),
                "location": location,
                "containerName": declaration.file,
            }));
        }
    }
    symbols
}

fn fits(query: &str, name: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|it| it == wanted))
}
