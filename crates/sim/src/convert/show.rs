//! Conversions as lines for people and as values for programs.

use serde_json::{Value, json};

use super::model::{Ability, Collision, Conversion, Facts, Guidelines, Remark, Resolved};

/// Returns a conversion in one line: `2 acts, advanced, complex, consecutive
/// (rae.convert.sp-complex)`.
pub fn line(conversion: &Conversion<'_>) -> String {
    let mut parts = Vec::new();
    match (conversion.family, conversion.acts) {
        (None, None) => parts.push(conversion.status.word().to_owned()),
        (family, acts) => {
            let more = if conversion.or_more { " or more" } else { "" };
            parts.push(match acts {
                Some(1) => format!("1 act{more}"),
                Some(acts) => format!("{acts} acts{more}"),
                None => "acts undecided".to_owned(),
            });
            parts.push(family.unwrap_or("family undecided").to_owned());
        }
    }
    match &conversion.subtypes {
        Some(names) if names.is_empty() => parts.push("no subtype".to_owned()),
        Some(names) => parts.push(names.join(" and ")),
        None => {}
    }
    parts.extend(conversion.splitting.map(str::to_owned));
    parts.extend(conversion.limit.map(str::to_owned));
    if conversion.tied {
        parts.push("with the action it goes with".to_owned());
    }
    if conversion.usually {
        parts.push("usually".to_owned());
    }
    parts.join(", ")
}

impl Collision<'_> {
    /// Describes the collision in one sentence.
    pub fn sentence(&self) -> String {
        let Collision { field, first, second, resolved } = self;
        let taken = match resolved {
            Resolved::Listed => "the listed entry was taken",
            Resolved::Exception => "the first is the exception and was taken",
            Resolved::Open => "neither was taken",
        };
        let ((one, by), (other, against)) = ((&first.1, &first.0.id), (&second.1, &second.0.id));
        format!("{field}: {one} by {by}, but {other} by {against}; {taken}")
    }
}

impl Conversion<'_> {
    /// Returns the details of the conversion, a line each, to follow its one-line form.
    pub fn details(&self) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.assumed.map(|action| format!("taken as {action}: no action was given")));
        lines.extend(self.rules.iter().map(|rule| format!("because {}: {}", rule.id, rule.says)));
        let asked =
            |one: &Remark<'_>| format!("for the game master: {} ({})", one.text, one.rule.id);
        lines.extend(self.questions.iter().map(asked));
        lines.extend(
            self.remarks.iter().map(|one| format!("it may {} ({})", one.text, one.rule.id)),
        );
        lines.extend(self.collisions.iter().map(|one| format!("collision in {}", one.sentence())));
        lines
    }

    /// Returns the ids of the rules that played a part.
    pub fn rule_ids(&self) -> Vec<&str> {
        self.rules.iter().map(|rule| rule.id.as_str()).collect()
    }
}

/// Returns a conversion as a JSON value.
pub fn to_json(guidelines: &Guidelines, ability: &Ability, conversion: &Conversion<'_>) -> Value {
    let remark = |one: &Remark<'_>| json!({ "text": one.text, "rule": one.rule.id });
    let collision = |one: &Collision<'_>| {
        json!({
            "field": one.field,
            "first": { "value": one.first.1, "rule": one.first.0.id },
            "second": { "value": one.second.1, "rule": one.second.0.id },
            "resolved": one.resolved.word(),
        })
    };
    let other = |(action, count): &(Facts, u32)| {
        let action = guidelines.names_of(*action);
        json!({ "action": action, "count": count })
    };
    json!({
        "name": ability.name,
        "facts": guidelines.names_of(ability.facts),
        "count": ability.count,
        "others": ability.others.iter().map(other).collect::<Vec<_>>(),
        "assumed": conversion.assumed,
        "status": conversion.status.word(),
        "family": conversion.family,
        "acts": conversion.acts,
        "or_more": conversion.or_more,
        "subtypes": conversion.subtypes,
        "splitting": conversion.splitting,
        "limit": conversion.limit,
        "tied": conversion.tied,
        "usually": conversion.usually,
        "rules": conversion.rule_ids(),
        "questions": conversion.questions.iter().map(remark).collect::<Vec<_>>(),
        "remarks": conversion.remarks.iter().map(remark).collect::<Vec<_>>(),
        "collisions": conversion.collisions.iter().map(collision).collect::<Vec<_>>(),
    })
}
