//! The section of one rule on its page.

use rules::raw::{Rule, Text};

use super::Manual;
use crate::elements::{Short, elements};

impl Manual<'_> {
    pub(super) fn rule(&self, rule: &Rule) -> String {
        let id = rule.id.as_str();
        let mut parts = vec![format!("<a id=\"{id}\"></a>"), format!("## {id}")];
        parts.push(rule.says.to_string());
        parts.push(origin(rule));
        if let Some(note) = &rule.note {
            parts.push(format!("> {}", &**note));
        }
        if let [default, others @ ..] = rule.values.as_slice() {
            let others: String = others.iter().map(|value| format!(", `{}`", &**value)).collect();
            parts.push(format!("Values: `{}` (default){others}", &**default));
        }
        parts.extend(self.relation("In force through", &rule.through));
        parts.extend(self.relation("Exception to", &rule.except));
        let elements: Vec<String> = elements(rule).iter().map(element).collect();
        if !elements.is_empty() {
            parts.push(elements.join("\n"));
        }
        parts.extend(self.scenarios(id));
        let text = parts.join("\n\n");
        format!("\n{text}\n")
    }

    fn relation(&self, words: &str, rules: &[Text]) -> Option<String> {
        let links: Vec<String> = rules.iter().map(|rule| self.link(rule)).collect();
        (!links.is_empty()).then(|| format!("{words}: {}", links.join(", ")))
    }

    /// Returns a link to another rule of the same ruleset.
    fn link(&self, id: &str) -> String {
        match self.homes.get(id) {
            Some(home) => format!("[`{id}`]({home}.md#{id})"),
            None => format!("`{id}`"),
        }
    }

    fn scenarios(&self, id: &str) -> Option<String> {
        let claims = self.claims.get(id)?;
        let one = |(file, name): &(&str, &str)| format!("*{name}* ({file})");
        let names: Vec<String> = claims.iter().map(one).collect();
        Some(format!("Scenarios: {}", names.join("; ")))
    }
}

/// Returns kind, section and source sentences of a rule.
fn origin(rule: &Rule) -> String {
    let sources: String = rule.src.iter().map(|source| format!(", {}", &**source)).collect();
    format!("*{}; {}{sources}*", &*rule.kind, &*rule.section)
}

/// Returns an element as an item of a list, with its steps below it.
fn element(element: &Short) -> String {
    let name = match element.name.as_str() {
        "" => String::new(),
        name => format!(" `{name}`"),
    };
    let says = match element.says.as_str() {
        "" => String::new(),
        says => format!(": {says}"),
    };
    let mut text = format!("- {}{name}{says}", element.sort.replace('_', " "));
    for step in &element.steps {
        // Steps inside others are already indented by two spaces.
        let inner = step.len() - step.trim_start().len();
        let indent = " ".repeat(2 + inner);
        text.push_str(&format!("\n{indent}- {}", step.trim_start()));
    }
    text
}
