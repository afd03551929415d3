//! Completion: headers, keys by place, words that a key takes, and declared names.

use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionTextEdit, Documentation,
    MarkupContent, MarkupKind, TextEdit,
};

use crate::index::{Declaration, Index, setups};
use crate::schema::{self, Schema};
use crate::syntax::{Place, scan};
use crate::uses::{self, Sort, Use};
use crate::workspace::{Located, Workspace};

/// Words that begin an input of an expression, with what they are.
const INPUTS: [(&str, &str); 22] = [
    ("actor", "the combatant who acts"),
    ("target", "the target"),
    ("answered", "the combatant who is answered"),
    ("by", "the cause of a change, in a watch"),
    ("acting", "the combatant whose turn it is, along a line"),
    ("arg", "the number given with the activity"),
    ("before", "the old value, in a watch"),
    ("now", "the new value, in a watch"),
    ("hostile", "whether actor and target are foes"),
    ("self", "whether the target is the actor"),
    ("answers-me", "whether it answers something aimed at the actor"),
    ("option(", "value of an option"),
    ("answers(", "whether what is answered has a tag"),
    ("total-of(", "sum of an attribute on a side"),
    ("size-of(", "number of combatants on a side"),
    ("cards(", "number of cards in a pile of the encounter"),
    ("top(", "number of the top card of such a pile"),
    ("find(", "number of a card in such a pile"),
    ("sum(", "sum of a number over the cards of such a pile"),
    ("current-turn", "the turn group whose turn it is"),
    ("depth", "number of declarations that wait"),
    ("elapsed", "seconds since the fight began"),
];

/// Questions about someone, after `actor.`.
const QUESTIONS: [(&str, &str); 16] = [
    ("has(", "whether someone has a condition"),
    ("holds(", "number of tokens of a kind"),
    ("allies-have(", "whether an ally has a condition"),
    ("accepts(", "whether an activity opens a gate"),
    ("cards(", "number of cards in a pile"),
    ("top(", "number of the top card of a pile"),
    ("find(", "number of a card in a pile"),
    ("sum(", "sum of a number over the cards of a pile"),
    ("left", "number of tokens left"),
    ("to-come", "whether the turn is still to come"),
    ("prepared", "whether something is prepared"),
    ("distance", "distance from the actor"),
    ("own-turn", "whether it is the own turn"),
    ("turn-begun", "whether the turn has begun"),
    ("side", "the side"),
    ("turn", "the turn group"),
];

/// A proposal before it gets its range.
struct Proposal {
    label: String,
    insert: String,
    kind: CompletionItemKind,
    detail: String,
    says: String,
}

/// Returns what may stand at a place.
pub(crate) fn complete(
    workspace: &mut Workspace,
    params: &CompletionParams,
) -> Option<Vec<CompletionItem>> {
    let located = workspace.locate(&params.text_document_position)?;
    let Located { ruleset, name, text, offset } = &located;
    let schema = schema::of_file(name)?;
    let begin = match name.ends_with(".md") {
        false => 0,
        true => setups(text).into_iter().find(|it| it.start <= *offset && *offset <= it.end)?.start,
    };
    let before = &text[begin..*offset];
    let index = ruleset.index();
    let (start, proposals) = match scan(before).end {
        Place::Nothing => return None,
        Place::Header { start } => (start, headers(schema)),
        Place::Key { path, start } => {
            let line = text[*offset..].lines().next().unwrap_or_default();
            let rest = line.trim_start_matches(|letter: char| letter.is_alphanumeric());
            let has_value = rest.trim_start().starts_with('=');
            (start, keys(schema, index, &path, has_value))
        }
        Place::Value { path, start, is_quoted } => {
            let typed = &before[start..];
            let (within, mut proposals) = values(schema, index, &path, typed, is_quoted)?;
            if !is_quoted {
                for one in proposals.iter_mut().filter(|it| !is_bare(&it.insert)) {
                    one.insert = format!("\"{}\"", one.insert);
                }
            }
            (start + within, proposals)
        }
    };
    let range = workspace.encoding.range(text, &(begin + start..*offset));
    let item = |one: Proposal| CompletionItem {
        label: one.label,
        kind: Some(one.kind),
        detail: (!one.detail.is_empty()).then_some(one.detail),
        documentation: (!one.says.is_empty()).then_some(Documentation::MarkupContent(
            MarkupContent { kind: MarkupKind::PlainText, value: one.says },
        )),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: one.insert })),
        ..CompletionItem::default()
    };
    Some(proposals.into_iter().map(item).collect())
}

fn is_bare(value: &str) -> bool {
    matches!(value, "true" | "false")
}

/// Returns the tables that can be begun: those of the file, and those of each of them.
fn headers(schema: &Schema) -> Vec<Proposal> {
    let mut found = Vec::new();
    let tables = |path: &[String]| -> Vec<schema::Key> {
        schema.keys_at(path).into_iter().filter(|key| key.holds_tables).collect()
    };
    let mut add = |label: String, says: String| {
        let (kind, detail) = (CompletionItemKind::STRUCT, String::new());
        found.push(Proposal { insert: label.clone(), label, kind, detail, says });
    };
    for outer in tables(&[]) {
        add(outer.name.clone(), outer.says);
        for inner in tables(std::slice::from_ref(&outer.name)) {
            add(format!("{}.{}", outer.name, inner.name), inner.says);
        }
    }
    found
}

fn keys(schema: &Schema, index: &Index, path: &[String], has_value: bool) -> Vec<Proposal> {
    let end = if has_value { "" } else { " = " };
    let key = |key: schema::Key| Proposal {
        insert: format!("{}{end}", key.name),
        label: key.name,
        kind: CompletionItemKind::PROPERTY,
        detail: if key.is_list { format!("list of {}", key.sort) } else { key.sort },
        says: key.says,
    };
    let mut found: Vec<Proposal> = schema.keys_at(path).into_iter().map(key).collect();
    // Keys that are themselves names: `attributes = { hp = "3" }`.
    if let Some((key, around)) = path.split_last()
        && let Some(table) = schema.table_at(around)
    {
        let mut names = declared(index, uses::of_keys(table, key));
        for one in &mut names {
            // A dot would begin a table.
            if one.label.contains('.') {
                one.insert = format!("\"{}\"", one.insert);
            }
            one.insert.push_str(end);
        }
        found.extend(names);
    }
    found
}

/// Returns what may stand in a value, and how far inside it the completed word begins.
fn values(
    schema: &Schema,
    index: &Index,
    path: &[String],
    typed: &str,
    is_quoted: bool,
) -> Option<(usize, Vec<Proposal>)> {
    let (key, around) = path.split_last()?;
    let known = schema.key_at(around, key);
    if !is_quoted && known.as_ref().is_some_and(|it| it.sort == "boolean") {
        return Some((0, words(&["true", "false"])));
    }
    if let Some(known) = known.filter(|it| !it.values.is_empty()) {
        let values: Vec<&str> = known.values.iter().map(String::as_str).collect();
        return Some((0, words(&values)));
    }
    let table = schema.table_at(around)?;
    Some(match uses::of_value(table, key)? {
        Use::Words(all) => (0, words(all)),
        Use::Name(sorts) => {
            let mut found = declared(index, sorts);
            if sorts.contains(&Sort::Window) {
                found.extend(words(&["own-open", "own-answer", "foe-open", "foe-answer", "any"]));
            }
            (0, found)
        }
        Use::Activities => {
            let mut found = declared(index, &[Sort::Activity]);
            for mut tag in declared(index, &[Sort::Tag]) {
                tag.insert = format!("tag:{}", tag.insert);
                tag.label.clone_from(&tag.insert);
                found.push(tag);
            }
            found.extend(words(&["all"]));
            (0, found)
        }
        Use::Kinds => {
            let is_kind = |letter: char| letter.is_alphabetic();
            let start = typed.rfind(|letter| !is_kind(letter));
            let start = start.map_or(0, |at| typed.ceil_char_boundary(at + 1));
            (start, declared(index, &[Sort::Base, Sort::Prefix, Sort::Preset]))
        }
        Use::Pile => {
            let start = typed.find('.').map_or(0, |dot| dot + 1);
            let mut found = declared(index, &[Sort::Pile]);
            if start == 0 {
                found.extend(words(&["actor", "target"]));
            }
            (start, found)
        }
        Use::Expr => expression(index, typed),
        Use::Text => {
            let open = typed.rfind('{').filter(|at| !typed[*at..].contains('}'))? + 1;
            let (start, found) = expression(index, &typed[open..]);
            (open + start, found)
        }
    })
}

/// Returns what may stand at the end of an expression, and where the word there begins.
fn expression(index: &Index, typed: &str) -> (usize, Vec<Proposal>) {
    // A letter stands for the word to come.
    let probe = format!("{typed}x");
    let last = uses::in_expression(&probe).into_iter().next_back();
    let Some(word) = last.filter(|word| word.span.end == probe.len()) else {
        return (typed.len(), Vec::new());
    };
    let Range { start, .. } = word.span;
    let mut found = declared(index, word.sorts);
    let constants = match word.sorts {
        [Sort::Attribute, Sort::Dice] => &QUESTIONS[..],
        [Sort::Variable, _, ..] => &INPUTS[..],
        _ => &[],
    };
    found.extend(constants.iter().map(|(label, says)| Proposal {
        label: (*label).to_owned(),
        insert: (*label).to_owned(),
        kind: CompletionItemKind::KEYWORD,
        detail: String::new(),
        says: (*says).to_owned(),
    }));
    (start, found)
}

fn words(all: &[&str]) -> Vec<Proposal> {
    let word = |word: &&str| Proposal {
        label: (*word).to_owned(),
        insert: (*word).to_owned(),
        kind: CompletionItemKind::ENUM_MEMBER,
        detail: String::new(),
        says: String::new(),
    };
    all.iter().map(word).collect()
}

/// Returns the declared names of some sorts, each once.
fn declared(index: &Index, sorts: &[Sort]) -> Vec<Proposal> {
    let mut found: Vec<Proposal> = Vec::new();
    for declaration in index.declarations.iter().filter(|it| sorts.contains(&it.sort)) {
        let Declaration { sort, name, title, .. } = declaration;
        if name.is_empty() || found.iter().any(|one| one.label == *name) {
            continue;
        }
        let title = title.as_ref().map_or(String::new(), |title| format!(": {title}"));
        found.push(Proposal {
            label: name.clone(),
            insert: name.clone(),
            kind: CompletionItemKind::REFERENCE,
            detail: format!("{}{title}", sort.word()),
            says: index.rule_of(declaration).map_or(String::new(), |rule| rule.says.clone()),
        });
    }
    found
}
