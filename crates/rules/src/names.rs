//! Names of everything in a game. The kernel knows none of them.

use kernel::ActivityId;

use crate::kinds::Kinds;
use crate::raw;
use crate::text::Text;

/// Names by index, as the kernel numbers things.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "one list per sort of thing, named after it")]
pub struct Names {
    pub ruleset: String,
    pub rules: Vec<RuleName>,
    pub kinds: Vec<String>,
    pub kind_labels: Vec<KindLabel>,
    /// Takes the names of kinds apart, also of kinds that nobody here can have.
    pub reader: Kinds,
    /// Prefixes that may stand alone, and the kind they stand for.
    pub bare: Vec<(String, String)>,
    pub slots: Vec<String>,
    pub activities: Vec<ActivityName>,
    pub combatants: Vec<String>,
    pub sides: Vec<String>,
    pub turns: Vec<String>,
    pub spans: Vec<String>,
    pub conditions: Vec<ConditionName>,
    pub attributes: Vec<AttributeName>,
    pub variables: Vec<String>,
    /// Whether the changes of each variable are not shown.
    pub hidden_variables: Vec<bool>,
    /// Whether each variable of the sides and its changes are not shown.
    pub hidden_side_variables: Vec<bool>,
    pub side_variables: Vec<String>,
    pub rulings: Vec<RulingName>,
    pub windows: Vec<String>,
    pub dice: Vec<String>,
    pub terrain: Vec<TerrainName>,
    /// Texts of the rules, shown when something happens or is asked.
    pub texts: Vec<Text>,
    /// Labels of spans, turn groups, sides, variables and windows, for people.
    pub span_labels: Vec<String>,
    pub turn_labels: Vec<String>,
    pub side_labels: Vec<String>,
    pub variable_labels: Vec<String>,
    pub side_variable_labels: Vec<String>,
    pub windows_asked: Vec<WindowName>,
    /// Names of dice that combatants have of their own, with their labels.
    pub own_dice: Vec<(String, String)>,
    /// How long a square is, and its unit.
    pub square: Option<(u16, String)>,
    /// The value in force of each option, by the id of its rule.
    pub options: Vec<(String, String)>,
}

impl Names {
    /// The activity called so in commands.
    pub fn activity(&self, name: &str) -> Option<ActivityId> {
        let at = self.activities.iter().position(|activity| activity.name == name)?;
        Some(ActivityId(at as u16))
    }
}

/// A window, for people.
#[derive(Clone, Debug)]
pub struct WindowName {
    /// Its label.
    pub label: String,
    /// The text of the question to whoever may use it.
    pub ask: Option<u16>,
}

/// A kind of token in full, for people.
#[derive(Clone, Debug)]
pub struct KindLabel {
    /// Its name in full: `quick physical`.
    pub label: String,
    /// The name of several.
    pub plural: String,
    /// A sign for one.
    pub symbol: Option<String>,
    /// The body part it belongs to.
    pub part: Option<String>,
}

/// A rule, for people.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "as in the rule file")]
pub struct RuleName {
    pub id: String,
    pub kind: String,
    pub section: String,
    pub says: String,
    pub note: Option<String>,
    pub src: Vec<String>,
    pub values: Vec<String>,
    /// Ids of the rules by which this one is in force.
    pub through: Vec<String>,
}

impl RuleName {
    /// Returns the texts that a file gives a rule.
    pub fn of(rule: &raw::Rule) -> RuleName {
        RuleName {
            id: rule.id.to_string(),
            kind: rule.kind.to_string(),
            section: rule.section.to_string(),
            says: rule.says.to_string(),
            note: rule.note.as_ref().map(|note| note.to_string()),
            src: rule.src.iter().map(|src| src.to_string()).collect(),
            values: rule.values.iter().map(|value| value.to_string()).collect(),
            through: rule.through.iter().map(|rule| rule.to_string()).collect(),
        }
    }
}

/// An activity, for people.
#[derive(Clone, Debug)]
pub struct ActivityName {
    /// Its name in commands.
    pub name: String,
    /// Its label, for people.
    pub label: String,
    /// A sign for it.
    pub symbol: Option<String>,
    /// The text of the question to whoever may answer with it.
    pub ask: Option<u16>,
    /// Declaring it is a line of the story.
    pub story: bool,
    /// Names of numbers that may go with it.
    pub values: Vec<(i32, String)>,
    /// Its cost, as written.
    pub cost: String,
    /// The name of the number that goes with it; `None` if it takes none.
    pub argument: Option<String>,
    /// Written numbers are multiplied by this.
    pub scale: u16,
    /// Only the game master declares it.
    pub by_game_master: bool,
    /// Whether everyone has it.
    pub everyone: bool,
    /// Words for searching.
    pub tags: Vec<String>,
}

/// A sort of terrain, for people.
#[derive(Clone, Debug)]
pub struct TerrainName {
    /// Its name.
    pub name: String,
    /// Its label, for people.
    pub label: String,
    /// Its letter on maps.
    pub letter: char,
}

/// A condition, for people.
#[derive(Clone, Debug, Default)]
pub struct ConditionName {
    /// Its name.
    pub name: String,
    /// Its label, for people.
    pub label: String,
    /// The sentence when it comes.
    pub comes: Option<Text>,
    /// The sentence when it goes.
    pub goes: Option<Text>,
    /// Not shown.
    pub hidden: bool,
    /// Nothing in the game gives or takes it: whoever has it has it for good.
    pub fixed: bool,
    /// It stands for something readied.
    pub readied: bool,
}

/// An attribute, for people.
#[derive(Clone, Debug)]
pub struct AttributeName {
    /// Its name.
    pub name: String,
    /// Its label, for people.
    pub label: String,
    /// Its label where there is little room.
    pub short: String,
    /// People are shown so many times the number.
    pub per: u16,
    /// Its unit.
    pub unit: Option<String>,
    /// Kept numbers are this many times what is shown.
    pub scale: u16,
    /// It never changes; such ones come after all others.
    pub fixed: bool,
    /// Not shown.
    pub hidden: bool,
    /// It is how hard someone is to hit: cards show it beside the health.
    pub armor: bool,
    /// It says how hurt someone is.
    pub health: bool,
}

impl AttributeName {
    /// A kept number as people read it, without its unit.
    pub fn shown(&self, value: i32) -> String {
        crate::number::shown(value.saturating_mul(i32::from(self.per)), self.scale)
    }
}

/// A question for the game master.
#[derive(Clone, Debug)]
pub struct RulingName {
    /// Id of the rule that asks.
    pub id: String,
    /// The question.
    pub ask: String,
    /// The answers.
    pub answers: Vec<String>,
    /// Their labels, for people.
    pub labels: Vec<String>,
    /// Number of the default answer.
    pub default: u8,
}
