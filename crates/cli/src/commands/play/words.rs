//! Words that can be typed at the table besides commands to the encounter.

/// A line, parsed for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'l> {
    /// A remark, which does nothing.
    Remark,
    /// An empty line: the default answer to a question.
    Nothing,
    /// The list of everything that can be typed.
    Help,
    /// Everything legal, for all combatants or the named one.
    Options(&'l str),
    /// The reasons why a command is legal or not.
    Why(&'l str),
    /// Undoes this many commands.
    Undo(usize),
    /// Redoes this many commands.
    Redo(usize),
    /// The last commands, this many, and their results.
    Log(usize),
    /// The story so far as Markdown: shown, or written to a file.
    Story(&'l str),
    /// Shows details along with the story, or hides them again.
    Details,
    /// Every line of play, undone ones too.
    Branches,
    /// Goes to any point of any line of play.
    Go(usize),
    /// Saves to this file, or to the one used before.
    Save(&'l str),
    /// The status of all combatants, or of the named one.
    Who(&'l str),
    /// The board, with the squares in reach of a combatant.
    Board(&'l str),
    /// The price of a path, and the combatants that may react to it.
    Way(&'l str),
    /// A rule in words, or the answer to a question.
    Rule(&'l str),
    /// The relaxed rules.
    Dials,
    /// Lets the program roll the dice.
    Roll,
    /// A number: a listed choice, a face of a die, or an answer to a question.
    Number(usize),
    /// Quits.
    Quit,
    /// Anything else: a command to the encounter.
    Command(&'l str),
}

/// Commands shown by `log` when no number is given.
const LOG_SHOWN: usize = 10;

/// Parses a line.
pub(super) fn read(line: &str) -> Word<'_> {
    let line = line.trim();
    // Lines of a scenario may be pasted as they are.
    let line = line.strip_prefix("> ").map_or(line, str::trim);
    if line.starts_with('#') {
        return Word::Remark;
    }
    if line.is_empty() {
        return Word::Nothing;
    }
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let count = |default: usize| if rest.is_empty() { Some(default) } else { rest.parse().ok() };
    match (word, rest) {
        ("?" | "help", _) => Word::Help,
        ("a" | "actions" | "options", rest) => Word::Options(rest),
        ("why", command) if !command.is_empty() => Word::Why(command),
        ("undo" | "u", _) => count(1).map_or(Word::Command(line), Word::Undo),
        ("redo", _) => count(1).map_or(Word::Command(line), Word::Redo),
        ("log", _) => count(LOG_SHOWN).map_or(Word::Command(line), Word::Log),
        ("story", file) => Word::Story(file),
        ("details", "") => Word::Details,
        ("branches", "") => Word::Branches,
        ("go", point) => point.parse().map_or(Word::Command(line), Word::Go),
        ("save", file) => Word::Save(file),
        ("who" | "w", name) => Word::Who(name),
        ("board" | "b", name) => Word::Board(name),
        ("way", way) if !way.is_empty() => Word::Way(way),
        ("rule", topic) if !topic.is_empty() => Word::Rule(topic),
        ("dial", "") => Word::Dials,
        ("r" | "roll", "") => Word::Roll,
        ("quit" | "exit" | "q", "") => Word::Quit,
        (number, "") => number.parse().map_or(Word::Command(line), Word::Number),
        _ => Word::Command(line),
    }
}

/// Whether a line is empty or a remark.
pub(super) fn is_aside(line: &str) -> bool {
    matches!(read(line), Word::Remark | Word::Nothing)
}

/// Whether a line gives the faces of dice, or lets the program roll them.
pub(super) fn gives_dice(line: &str) -> bool {
    match read(line) {
        Word::Roll | Word::Number(_) => true,
        Word::Command(line) => line.starts_with("roll ") || are_faces(line),
        _ => false,
    }
}

/// Whether a line is nothing but faces of dice.
pub(super) fn are_faces(line: &str) -> bool {
    line.chars().all(|c| c.is_ascii_digit() || c == ' ' || c == ',')
}

/// The text that `?` shows.
pub(super) const HELP: &str = "\
At the table
  a, a NAME              everything legal now, by price; choose by typing its number
  why COMMAND            why a command is legal or not: every reason, rule and remedy
  who, who NAME          how everyone stands
  board, board NAME      the board, and what someone can reach at what price
  way Ana: go f7         what a way costs, and who may answer it
  undo [N], redo [N]     back and forth, for the whole table, dice included
  log [N], branches      what happened; every line of play, undone ones too
  story, story FILE      the story so far as Markdown, shown or written
  details                folds details away, or shows them again
  go N                   to any point, by its number in the log
  rule ID                a rule in words
  dial                   which rules are relaxed
  save [FILE], quit

Commands
  Ana: strike Orc        an activity, its target
  Ana: move 6            with a number
  Ana: play bash Orc     with a card; `draw bash` says which card is drawn
  Ana: strike Orc, pay QP            paid in a certain way
  Ana: pass              one does not answer; `pass` or `nobody answers` for all who are asked
  end                    ends the turn; `end fight` the fight
  r                      the program rolls; or type the faces: 4 12
  rule yes               answers a question; Enter takes the default
  gm: damage Orc 5       what the game master declares
  force Ana: strike Orc, because she slipped     whatever forbids it
  dial RULE off          how strictly a rule is taken: forbid, warn, off
  ask Ana counterspell never         whether windows ask her about it
  together: Ana, Bea     those named declare in secret what cannot be answered";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_table_and_commands_are_told_apart() {
        let table = [
            ("", Word::Nothing),
            ("# a remark", Word::Remark),
            ("?", Word::Help),
            ("a", Word::Options("")),
            ("a Ana", Word::Options("Ana")),
            ("Ana: strike Orc", Word::Command("Ana: strike Orc")),
            ("> Ana: strike Orc", Word::Command("Ana: strike Orc")),
            ("why Ana: strike Orc", Word::Why("Ana: strike Orc")),
            ("undo", Word::Undo(1)),
            ("undo 3", Word::Undo(3)),
            ("undo it", Word::Command("undo it")),
            ("r", Word::Roll),
            ("roll 4 12", Word::Command("roll 4 12")),
            ("rule", Word::Command("rule")),
            ("rule yes", Word::Rule("yes")),
            ("dial", Word::Dials),
            ("story", Word::Story("")),
            ("story ford.md", Word::Story("ford.md")),
            ("details", Word::Details),
            ("dial x off", Word::Command("dial x off")),
            ("12", Word::Number(12)),
            ("-1", Word::Command("-1")),
            ("q", Word::Quit),
        ];
        for (line, word) in table {
            assert_eq!(read(line), word, "{line}");
        }
    }
}
