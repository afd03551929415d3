//! Removes markup from descriptions: HTML, Markdown, and the tags of Foundry and 5etools.

/// Maximum nesting of tags in braces.
const NESTING_MAX: usize = 8;

/// Returns a description as plain text: one line per paragraph, with plain minus signs and quotes.
pub(crate) fn clean(text: &str) -> String {
    let text = text.replace(['−', '–', '—'], "-").replace(['\u{2018}', '\u{2019}'], "'");
    let text = foundry(&text);
    let text = braces(&text, 0);
    let text = html(&text);
    let text = text.replace("**", "").replace(['*', '_', '\u{a0}'], " ");
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Replaces Foundry's enrichers by words: `[[/item .id]]{Bite}`, `&Reference[Prone]`,
/// `@UUID[…]{Fireball}`.
fn foundry(text: &str) -> String {
    let text = text.replace("&amp;Reference", "&Reference");
    let mut out = String::new();
    let mut rest = text.as_str();
    loop {
        let starts = ["[[", "&Reference[", "@UUID[", "@Compendium[", "@Embed["];
        let next = starts.iter().filter_map(|start| Some((rest.find(start)?, *start))).min();
        let Some((at, start)) = next else { break };
        out.push_str(&rest[..at]);
        let inside = &rest[at + start.len()..];
        let end_mark = if start == "[[" { "]]" } else { "]" };
        let Some(end) = inside.find(end_mark) else {
            out.push_str(start);
            rest = inside;
            continue;
        };
        let body = &inside[..end];
        rest = &inside[end + end_mark.len()..];
        let label = rest.strip_prefix('{').and_then(|it| it.split_once('}'));
        if let Some((label, after)) = label {
            out.push_str(label);
            rest = after;
        } else if start == "&Reference[" {
            out.push_str(body.split([' ', '=']).next().unwrap_or_default());
        } else if start == "[[" {
            out.push_str(&roll(body));
        }
    }
    out.push_str(rest);
    out
}

/// Returns the words of an inline roll: `2d6 fire` for `/damage 2d6 fire average`.
fn roll(body: &str) -> String {
    let (command, rest) = body.split_once(' ').unwrap_or((body, ""));
    match command {
        "/r" | "/roll" => rest.split('#').next().unwrap_or_default().trim().to_owned(),
        "/damage" | "/heal" | "/item" => {
            let is_word =
                |word: &&str| !word.contains('=') && !["average", "extended"].contains(word);
            rest.split_whitespace().filter(is_word).collect::<Vec<_>>().join(" ")
        }
        "/save" => {
            let value = |key: &str| rest.split_whitespace().find_map(|it| it.strip_prefix(key));
            let dc = value("dc=")
                .or_else(|| rest.split_whitespace().find(|it| it.parse::<i32>().is_ok()));
            let ability = value("ability=")
                .or_else(|| rest.split_whitespace().find(|it| super::ability(it).is_some()));
            format!("DC {} {}", dc.unwrap_or_default(), ability.unwrap_or_default())
        }
        _ if body.starts_with(|c: char| c.is_ascii_digit()) => body.to_owned(),
        _ => String::new(),
    }
}

/// Replaces tags of 5etools by words: `{@hit 7}`, `{@damage 2d6 + 3}`, `{@condition prone}`.
fn braces(text: &str, nesting: usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("{@").filter(|_| nesting < NESTING_MAX) {
        let Some(length) = tag_length(&rest[start..]) else { break };
        out.push_str(&rest[..start]);
        out.push_str(&tag(&braces(&rest[start + 2..start + length - 1], nesting + 1)));
        rest = &rest[start + length..];
    }
    out.push_str(rest);
    out
}

/// Returns the length in bytes of the tag that a text begins with, braces included.
fn tag_length(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Returns the words that a tag stands for.
fn tag(inside: &str) -> String {
    let (tag, body) = inside.split_once(' ').unwrap_or((inside, ""));
    let parts: Vec<&str> = body.split('|').collect();
    let first = parts.first().copied().unwrap_or_default();
    match tag {
        "atk" | "atkr" => attack_words(first).to_owned(),
        "hit" => format!("{:+}", crate::number::leading_int(first).unwrap_or_default()),
        "h" | "hom" => "Hit: ".to_owned(),
        "m" => "Miss: ".to_owned(),
        "dc" => format!("DC {first}"),
        "recharge" if first.is_empty() => "(Recharge 6)".to_owned(),
        "recharge" => format!("(Recharge {first}-6)"),
        "actSave" => {
            let long = super::ABILITIES.iter().find(|(_, short)| *short == first);
            format!("{} Saving Throw:", long.map_or(first, |(long, _)| long))
        }
        "actSaveFail" => "Failure:".to_owned(),
        "actSaveSuccess" => "Success:".to_owned(),
        "actTrigger" => "Trigger:".to_owned(),
        "actResponse" => "Response:".to_owned(),
        "damage" | "dice" | "scaledamage" => first.to_owned(),
        _ => match parts.get(2).filter(|label| !label.is_empty()) {
            Some(label) => (*label).to_owned(),
            None => first.to_owned(),
        },
    }
}

fn attack_words(kind: &str) -> &'static str {
    match kind {
        "mw" => "Melee Weapon Attack:",
        "rw" => "Ranged Weapon Attack:",
        "mw,rw" => "Melee or Ranged Weapon Attack:",
        "ms" => "Melee Spell Attack:",
        "rs" => "Ranged Spell Attack:",
        "ms,rs" => "Melee or Ranged Spell Attack:",
        "m" => "Melee Attack Roll:",
        "r" => "Ranged Attack Roll:",
        "m,r" => "Melee or Ranged Attack Roll:",
        _ => "Attack:",
    }
}

/// Removes HTML tags, and replaces common entities.
fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let inside = &rest[at + 1..];
        let is_tag = inside.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        match inside.find('>').filter(|_| is_tag) {
            Some(end) => {
                let name = inside[..end].trim_start_matches('/');
                let breaks = ["p", "br", "li", "div", "tr", "h", "section", "ul"];
                let word: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
                if breaks.contains(&word.as_str()) {
                    out.push('\n');
                }
                rest = &inside[end + 1..];
            }
            None => {
                out.push('<');
                rest = inside;
            }
        }
    }
    out.push_str(rest);
    let entities = [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&rsquo;", "'"),
        ("&#39;", "'"),
        ("&ndash;", "-"),
        ("&mdash;", "-"),
        ("&minus;", "-"),
        ("&amp;", "&"),
    ];
    entities.iter().fold(out, |text, (entity, plain)| text.replace(entity, plain))
}
