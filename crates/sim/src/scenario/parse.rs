//! Parses scenario files.

use rules::diagnostic::did_you_mean;

/// A file of scenarios.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Its scenarios.
    pub scenarios: Vec<Scenario>,
    /// Lines that cannot be read: line number and problem.
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
    /// Line of the first of these claims; 0 if there is none.
    pub covers_line: usize,
    /// The encounter file.
    pub setup: String,
    /// Line of the first line of the setup.
    pub setup_line: usize,
    /// Lines of play.
    pub play: Vec<Play>,
}

/// One line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Its line, from 1.
    pub line: usize,
    /// Content of the line.
    pub item: Item,
}

/// Content of a line of play.
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Prose,
    Setup,
    Play,
    Other,
}

/// Parses a file of scenarios. A block `setup` before the first `##` heading is shared by all
/// scenarios without a setup of their own.
pub fn parse(text: &str) -> Document {
    let mut reader = Reader {
        document: Document::default(),
        block: Block::Prose,
        opened: 0,
        shared: (String::new(), 0),
        homeless: false,
    };
    for (number, line) in text.lines().enumerate() {
        reader.line(number + 1, line);
    }
    if reader.block != Block::Prose {
        let last = text.lines().count();
        let message =
            format!("the block that begins in line {} is not closed with ```", reader.opened);
        reader.problem(last, message);
    }
    reader.document
}

struct Reader {
    document: Document,
    block: Block,
    /// Line in which the block begins.
    opened: usize,
    /// Setup of scenarios without one of their own, and its line.
    shared: (String, usize),
    /// Whether a part of a scenario before the first heading has been reported.
    homeless: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        if let Some(fence) = line.strip_prefix("```") {
            return self.fence(number, fence.trim());
        }
        match self.block {
            Block::Other => {}
            Block::Setup => {
                let setup = match self.document.scenarios.last_mut() {
                    Some(scenario) => &mut scenario.setup,
                    None => &mut self.shared.0,
                };
                setup.push_str(line);
                setup.push('\n');
            }
            Block::Play => match (self.document.scenarios.last_mut(), play(line)) {
                (_, Ok(None)) => {}
                (Some(scenario), Ok(Some(item))) => scenario.play.push(Play { line: number, item }),
                (None, Ok(Some(_))) => self.homeless(number, "play"),
                (_, Err(problem)) => self.problem(number, problem),
            },
            Block::Prose => self.prose(number, line),
        }
    }

    fn fence(&mut self, number: usize, fence: &str) {
        let begins = match fence {
            "setup" => Some(Block::Setup),
            "play" => Some(Block::Play),
            _ => None,
        };
        self.block = match (self.block, begins) {
            (Block::Setup | Block::Play, Some(next)) => {
                let message =
                    format!("the block that begins in line {} is not closed with ```", self.opened);
                self.problem(number, message);
                next
            }
            (Block::Prose, Some(next)) => next,
            (Block::Prose, None) => self.misspelt(number, fence),
            _ => Block::Prose,
        };
        self.opened = number;
        if self.block == Block::Setup {
            match self.document.scenarios.last_mut() {
                Some(scenario) => {
                    scenario.setup.clear();
                    scenario.setup_line = number + 1;
                }
                None => self.shared = (String::new(), number + 1),
            }
        }
    }

    /// Returns the kind of a block with another name. Such a block is prose, unless the name looks
    /// like a typo: then it is reported and read as meant.
    fn misspelt(&mut self, number: usize, fence: &str) -> Block {
        let Some(meant) = did_you_mean(fence, ["setup", "play"]) else { return Block::Other };
        let message = format!("a block `{fence}` is only prose (did you mean `{meant}`?)");
        self.problem(number, message);
        if meant == "setup" { Block::Setup } else { Block::Play }
    }

    fn prose(&mut self, number: usize, line: &str) {
        let heading = line.strip_prefix("##").filter(|rest| !rest.starts_with('#'));
        if let Some(name) = heading {
            let name = name.trim();
            if !line.starts_with("## ") {
                let message = format!("this is no heading (did you mean `## {name}`?)");
                self.problem(number, message);
            }
            self.document.scenarios.push(Scenario {
                name: name.to_owned(),
                line: number,
                setup: self.shared.0.clone(),
                setup_line: self.shared.1,
                ..Scenario::default()
            });
            return;
        }
        let Some((word, covers)) = line.split_once(':') else { return };
        let rules = covers.split(',').map(str::trim).filter(|rule| !rule.is_empty());
        if word != "covers" {
            let are_rules = covers.contains('.') && rules.clone().all(|rule| !rule.contains(' '));
            if !are_rules || did_you_mean(word.trim(), ["covers"]).is_none() {
                return;
            }
            self.problem(number, format!("`{word}:` is only prose (did you mean `covers:`?)"));
        }
        match self.document.scenarios.last_mut() {
            Some(scenario) => {
                scenario.covers.extend(rules.map(str::to_owned));
                if scenario.covers_line == 0 {
                    scenario.covers_line = number;
                }
            }
            None => self.homeless(number, "covers:"),
        }
    }

    /// Reports once that a part of a scenario stands before the first heading.
    fn homeless(&mut self, number: usize, what: &str) {
        if !self.homeless {
            let message =
                format!("`{what}` before the first scenario (one begins with a heading `## NAME`)");
            self.problem(number, message);
        }
        self.homeless = true;
    }

    fn problem(&mut self, line: usize, message: String) {
        self.document.problems.push((line, message));
    }
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
