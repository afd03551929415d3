//! Reading scenario files.

/// A file of scenarios.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Its scenarios.
    pub scenarios: Vec<Scenario>,
    /// Lines that cannot be read: number and what is wrong.
    pub problems: Vec<(usize, String)>,
}

/// One scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// Its heading.
    pub name: String,
    /// Line of the heading, from 1.
    pub line: usize,
    /// Rules it claims to exercise.
    pub covers: Vec<String>,
    /// The encounter file.
    pub setup: String,
    /// Line of the first line of the setup.
    pub setup_line: usize,
    /// What happens.
    pub play: Vec<Play>,
}

/// One line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Its line, from 1.
    pub line: usize,
    /// What it says.
    pub item: Item,
}

/// What a line of play says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A command.
    Command(String),
    /// Something that must hold.
    Assertion(String),
    /// A line that must be printed.
    Printed(String),
    /// Dice for later rolls.
    Dice(Vec<u32>),
}

enum Block {
    Prose,
    Setup,
    Play,
    Other,
}

/// Reads a file of scenarios. A block `setup` before the first `##` heading, under a `#` title, is
/// shared by all scenarios that have none of their own.
pub fn parse(text: &str) -> Document {
    let mut document = Document::default();
    let mut block = Block::Prose;
    let mut shared = (String::new(), 0);
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        if let Some(fence) = line.strip_prefix("```") {
            block = match (&block, fence.trim()) {
                (Block::Prose, "setup") => {
                    match document.scenarios.last_mut() {
                        Some(scenario) => {
                            scenario.setup.clear();
                            scenario.setup_line = number + 1;
                        }
                        None => shared = (String::new(), number + 1),
                    }
                    Block::Setup
                }
                (Block::Prose, "play") => Block::Play,
                (Block::Prose, _) => Block::Other,
                _ => Block::Prose,
            };
            continue;
        }
        match block {
            Block::Other => {}
            Block::Setup => {
                let setup = match document.scenarios.last_mut() {
                    Some(scenario) => &mut scenario.setup,
                    None => &mut shared.0,
                };
                setup.push_str(line);
                setup.push('\n');
            }
            Block::Play => match (document.scenarios.last_mut(), play(line)) {
                (_, Ok(None)) => {}
                (Some(scenario), Ok(Some(item))) => scenario.play.push(Play { line: number, item }),
                (None, Ok(Some(_))) => {
                    document.problems.push((number, "play before the first `##` heading".into()));
                }
                (_, Err(problem)) => document.problems.push((number, problem)),
            },
            Block::Prose => {
                if let Some(name) = line.strip_prefix("## ") {
                    document.scenarios.push(Scenario {
                        name: name.trim().to_owned(),
                        line: number,
                        setup: shared.0.clone(),
                        setup_line: shared.1,
                        ..Scenario::default()
                    });
                } else if let (Some(covers), Some(scenario)) =
                    (line.strip_prefix("covers:"), document.scenarios.last_mut())
                {
                    let rules = covers.split(',').map(|rule| rule.trim().to_owned());
                    scenario.covers.extend(rules.filter(|rule| !rule.is_empty()));
                }
            }
        }
    }
    if !matches!(block, Block::Prose) {
        let last = text.lines().count();
        document.problems.push((last, "a block is not closed with ```".into()));
    }
    document
}

fn play(line: &str) -> Result<Option<Item>, String> {
    if line.trim().is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    if let Some(command) = line.strip_prefix('>') {
        return Ok(Some(Item::Command(command.trim().to_owned())));
    }
    if let Some(assertion) = line.strip_prefix('=') {
        return Ok(Some(Item::Assertion(assertion.trim().to_owned())));
    }
    if let Some(dice) = line.strip_prefix("dice:") {
        let faces: Result<Vec<u32>, String> = dice
            .split([' ', ','])
            .filter(|face| !face.is_empty())
            .map(|face| face.parse().map_err(|_| format!("`{face}` is no face of a die")))
            .collect();
        return faces.map(|faces| Some(Item::Dice(faces)));
    }
    if line.starts_with("  ") {
        return Ok(Some(Item::Printed(line.trim().to_owned())));
    }
    Err("a line of play begins with `>`, `=`, `dice:`, `#` or two spaces".into())
}
