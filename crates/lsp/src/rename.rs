//! Renaming of a declared name across the files of its ruleset.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use lsp_server::ErrorCode;
use lsp_types::{RenameParams, TextDocumentPositionParams, TextEdit};
use serde_json::{Map, Value, json};

use crate::check::{self, Finding};
use crate::documents::Documents;
use crate::index::{Index, Occurrence};
use crate::layout::is_inside;
use crate::publish::Locator;
use crate::ruleset::Ruleset;
use crate::uses::Sort;
use crate::workspace::{Located, Refusal, Workspace};

/// Returns the range and text of the name at a place, or `null` if there is no name to change.
pub(crate) fn prepare(
    workspace: &mut Workspace,
    params: &TextDocumentPositionParams,
) -> Result<Value, Refusal> {
    let Some(located) = workspace.locate(params) else { return Ok(Value::Null) };
    let Some(occurrence) = located.ruleset.index().at(&located.name, located.offset) else {
        return Ok(Value::Null);
    };
    let range = workspace.encoding.range(&located.text, &occurrence.span);
    Ok(json!({ "range": range, "placeholder": &located.text[occurrence.span.clone()] }))
}

/// Returns the edits that give a name another one. Refuses if the ruleset would then have mistakes
/// that it does not have now.
pub(crate) fn rename(workspace: &mut Workspace, params: &RenameParams) -> Result<Value, Refusal> {
    let located = workspace.locate(&params.text_document_position);
    let located = located.ok_or_else(|| refused("the file belongs to no ruleset"))?;
    let Located { ruleset, name, offset, .. } = &located;
    let index = ruleset.index();
    let occurrence = index.at(name, *offset).ok_or_else(|| refused("there is no name here"))?;
    let new_name = params.new_name.trim();
    let edits = edits(index, occurrence, new_name)?;
    let old_text = |file: &String, span: &Range<usize>| ruleset.files.get(file)?.get(span.clone());
    let mut places = edits.iter().flat_map(|(file, all)| all.iter().map(move |it| (file, &it.0)));
    if places.any(|(file, span)| old_text(file, span).is_some_and(|it| it.contains('{'))) {
        return Err(refused("the name is one that a `for` makes; change it by hand"));
    }
    let changed = edits.iter().filter_map(|(file, edits)| {
        let text = ruleset.files.get(file)?;
        Some((file.clone(), applied(text, edits)))
    });
    let renamed = ruleset.with(changed);
    let before: BTreeSet<(String, String)> =
        mistakes(ruleset, &workspace.documents).iter().map(|it| key(it, ruleset)).collect();
    // What the old name is part of is worded differently now.
    let old = &occurrence.name;
    let known = |it: &&Finding| {
        let (file, message) = key(it, ruleset);
        !before.contains(&(file.clone(), message.replace(new_name, old)))
            && !before.contains(&(file, message))
    };
    if let Some(mistake) = mistakes(&renamed, &workspace.documents).iter().find(known) {
        let place = ruleset.name_of(&mistake.spot.path).unwrap_or_default();
        let message = &mistake.message;
        return Err(refused(&format!("`{new_name}` does not do: {message} ({place})")));
    }
    let mut locator = Locator::new(&workspace.documents, workspace.encoding);
    let mut changes = Map::new();
    for (file, edits) in &edits {
        let path = ruleset.path_of(file);
        let Some(uri) = locator.uri(&path) else { continue };
        let edits: Vec<TextEdit> = edits
            .iter()
            .map(|(span, new_text)| TextEdit {
                range: locator.range(&path, span),
                new_text: new_text.clone(),
            })
            .collect();
        changes.insert(uri.as_str().to_owned(), json!(edits));
    }
    Ok(json!({ "changes": changes }))
}

type Edits = BTreeMap<String, Vec<(Range<usize>, String)>>;

fn edits(index: &Index, occurrence: &Occurrence, new_name: &str) -> Result<Edits, Refusal> {
    // An option is a rule with values: its id is what changes.
    let (sort, old) = match occurrence.sort {
        Sort::Option => {
            let declaration = index.find(Sort::Option, &occurrence.name);
            let rule = declaration.and_then(|it| index.rule_of(it));
            (Sort::Rule, rule.map_or_else(|| occurrence.name.clone(), |rule| rule.id.clone()))
        }
        sort => (sort, occurrence.name.clone()),
    };
    let new_name = match occurrence.sort {
        Sort::Option if old != occurrence.name => {
            format!("{}{new_name}", old.strip_suffix(&occurrence.name).unwrap_or_default())
        }
        _ => new_name.to_owned(),
    };
    let fits = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    let is_word = |word: &str| !word.is_empty() && word.chars().all(fits);
    let is_good = match sort {
        Sort::Rule => new_name.split('.').all(is_word),
        _ => is_word(&new_name),
    };
    if !is_good {
        let message = format!("`{new_name}` is no name: a name has letters, digits and hyphens");
        return Err(refused(&message));
    }
    if old.contains('{') {
        return Err(refused("the name stands for several, one for each letter; change it by hand"));
    }
    if old != new_name && index.find(sort, &new_name).is_some() {
        return Err(refused(&format!("there is a {} called `{new_name}` already", sort.word())));
    }
    let mut edits = Edits::new();
    for one in index.all(sort, &old) {
        edits.entry(one.file.clone()).or_default().push((one.span.clone(), new_name.clone()));
    }
    if sort == Sort::Rule {
        let full = format!("{}opt.", index.prefix);
        let short = |id: &str| id.strip_prefix(&full).unwrap_or(id).to_owned();
        for one in index.all(Sort::Option, &short(&old)) {
            edits.entry(one.file.clone()).or_default().push((one.span.clone(), short(&new_name)));
        }
    }
    for edits in edits.values_mut() {
        edits.sort_by_key(|(span, _)| span.start);
        edits.dedup();
    }
    Ok(edits)
}

fn applied(text: &str, edits: &[(Range<usize>, String)]) -> Arc<str> {
    let mut text = text.to_owned();
    for (span, new_text) in edits.iter().rev() {
        text.replace_range(span.clone(), new_text);
    }
    text.into()
}

/// Returns the errors of the rules and the encounters.
fn mistakes(ruleset: &Ruleset, documents: &Documents) -> Vec<Finding> {
    let checked = check::rules(ruleset);
    let mut found = checked.findings;
    if let Some(parsed) = checked.parsed {
        let files = ruleset.files.iter().filter(|(name, _)| is_inside(name, "examples", "toml"));
        for (name, text) in files {
            found.extend(check::encounter(ruleset, &parsed, name, text, documents));
        }
    }
    found.retain(|it| !it.is_warning);
    found
}

fn key(finding: &Finding, ruleset: &Ruleset) -> (String, String) {
    let file = ruleset.name_of(&finding.spot.path).unwrap_or_default();
    (file, finding.message.clone())
}

fn refused(message: &str) -> Refusal {
    Refusal { code: ErrorCode::RequestFailed, message: message.to_owned() }
}
