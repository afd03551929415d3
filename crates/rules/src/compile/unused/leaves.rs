//! Splits the text of rule files into strings, regardless of their meaning.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use crate::diagnostic::FileId;
use crate::expand::expand;

/// A string in an element of a rule.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) file: FileId,
    /// Index of its rule in the file.
    pub(super) rule: usize,
    /// Sort of element: `activity`.
    pub(super) element: String,
    /// Index of its element in the file.
    pub(super) nth: usize,
    /// Key of the string, or of the list that contains it.
    pub(super) key: String,
    /// Whether it names the element or is text for people.
    pub(super) declares: bool,
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// Keys of a rule that are not elements.
const OF_RULE: [&str; 8] = ["id", "kind", "section", "src", "says", "note", "values", "except"];
/// Lists of names in a rule itself.
const NAMES: [&str; 6] = ["through", "grounds", "spending", "emptying", "out", "preparing"];
/// Tables whose keys are names.
const KEYED: [&str; 4] = ["buys", "costs", "per", "then"];

/// Adds every string in the elements of the rules of a file.
pub(super) fn leaves(file: FileId, text: &str, all: &mut Vec<Leaf>) {
    let Ok(expanded) = expand(text) else { return };
    let table = expanded.table;
    let Some(DeValue::Array(rules)) = table.get_ref().get("rule").map(Spanned::get_ref) else {
        return;
    };
    let mut elements = 0;
    for (nth, rule) in rules.iter().enumerate() {
        let DeValue::Table(rule) = rule.get_ref() else { continue };
        for (name, value) in
            rule.iter().filter(|(name, _)| !OF_RULE.contains(&name.get_ref().as_ref()))
        {
            let element = name.get_ref().to_string();
            let leaf = Leaf {
                file,
                rule: nth,
                key: element.clone(),
                element,
                nth: elements,
                declares: false,
                text: String::new(),
                span: 0..0,
            };
            match value.get_ref() {
                DeValue::Array(list) if !NAMES.contains(&leaf.element.as_str()) => {
                    for one in list.iter() {
                        walk(&Leaf { nth: elements, ..leaf.clone() }, one, 0, all);
                        elements += 1;
                    }
                }
                _ => walk(&leaf, value, 0, all),
            }
        }
    }
}

fn walk(like: &Leaf, value: &Spanned<DeValue<'_>>, depth: usize, all: &mut Vec<Leaf>) {
    match value.get_ref() {
        DeValue::Array(list) => list.iter().for_each(|one| walk(like, one, depth, all)),
        DeValue::Table(table) => {
            let keyed = KEYED.contains(&like.key.as_str());
            for (key, value) in table.iter() {
                let key_name = key.get_ref().to_string();
                if keyed {
                    let text = key_name.clone();
                    all.push(Leaf { text, span: key.span(), ..like.clone() });
                }
                let names_it = depth == 0 && key_name == "id" && like.element != "gate";
                let tells = matches!(
                    key_name.as_str(),
                    "name"
                        | "short"
                        | "plural"
                        | "symbol"
                        | "unit"
                        | "repeat"
                        | "square"
                        | "values"
                        | "comes"
                        | "goes"
                );
                let tells = tells || like.declares && like.key == "values";
                let asks = like.element == "ruling" && key_name != "default";
                let declares = names_it || tells || asks;
                let question = depth == 0
                    && key_name == "ask"
                    && matches!(&*like.element, "activity" | "window");
                if let (DeValue::String(text), true) =
                    (value.get_ref(), question || matches!(&*key_name, "say" | "note"))
                {
                    let leaf = Leaf { key: key_name, ..like.clone() };
                    gaps(&leaf, text, value.span(), all);
                    continue;
                }
                walk(&Leaf { key: key_name, declares, ..like.clone() }, value, depth + 1, all);
            }
        }
        DeValue::String(text) => {
            all.push(Leaf { text: text.to_string(), span: value.span(), ..like.clone() });
        }
        // An element that only holds booleans or numbers is still an element.
        _ => all.push(Leaf { text: String::new(), span: value.span(), ..like.clone() }),
    }
}

/// Adds the expressions in the braces of a text; the words around them are no names.
fn gaps(like: &Leaf, text: &str, span: Range<usize>, all: &mut Vec<Leaf>) {
    all.push(Leaf { text: String::new(), span: span.clone(), ..like.clone() });
    let mut from = 0;
    while let Some((open, close)) = text[from..]
        .find('{')
        .and_then(|open| Some((from + open, from + open + text[from + open..].find('}')?)))
    {
        let text = text[open + 1..close].trim_start_matches('+').to_owned();
        let start = span.start + open + 1;
        all.push(Leaf { span: start..start + text.len() + 2, text, ..like.clone() });
        from = close + 1;
    }
}

/// Returns the words of a text that may be names. A minus before a word is no part of it.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '\'';
    let words = text.split(move |c: char| !is_word(c)).map(|word| word.trim_start_matches('-'));
    words.filter(|word| !word.is_empty())
}
