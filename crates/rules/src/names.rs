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
    /// Reader for names of kinds, including kinds that no combatant can have.
    pub reader: Kinds,
    /// Prefixes that may stand alone, and the kind they stand for.
    pub bare: Vec<(String, String)>,
    pub slots: Vec<String>,
    pub slot_labels: Vec<SlotLabel>,
    pub activities: Vec<ActivityName>,
    pub combatants: Vec<String>,
    pub sides: Vec<String>,
    pub turns: Vec<String>,
    pub spans: Vec<String>,
    pub conditions: Vec<ConditionName>,
    /// Groups of conditions by name, with the bits of their conditions.
    pub condition_groups: Vec<(String, u64)>,
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
    /// Texts of the rules, shown when something happens or a question is asked.
    pub texts: Vec<Text>,
    pub piles: Vec<PileName>,
    /// Names of the cards, by card. Those that look alike have the same name.
    pub cards: Vec<CardName>,
    /// Numbers printed on cards, with their tables.
    pub card_numbers: Vec<(String, kernel::TableId)>,
    /// Labels of spans, turn groups, sides, variables and windows, for people.
    pub span_labels: Vec<String>,
    pub turn_labels: Vec<String>,
    pub side_labels: Vec<String>,
    pub variable_labels: Vec<String>,
    pub side_variable_labels: Vec<String>,
    pub windows_asked: Vec<WindowName>,
    /// Names and labels of combatants' own dice.
    pub own_dice: Vec<(String, String)>,
    /// Side length of a square, with its unit.
    pub square: Option<(u16, String)>,
    /// The value in force of each option, by the id of its rule.
    pub options: Vec<(String, String)>,
}

impl Names {
    /// Returns the bits of a condition, or of all conditions of a group.
    pub fn condition(&self, name: &str) -> Option<u64> {
        let condition = self.conditions.iter().position(|one| one.name == name).map(|at| 1 << at);
        let group = || self.condition_groups.iter().find(|(group, _)| group == name);
        condition.or_else(|| Some(group()?.1))
    }

    /// Returns the activity with this name in commands.
    pub fn activity(&self, name: &str) -> Option<ActivityId> {
        let at = self.activities.iter().position(|activity| activity.name == name)?;
        Some(ActivityId(at as u16))
    }
}

/// A pile of cards, for people.
#[derive(Clone, Debug)]
pub struct PileName {
    /// Its name.
    pub name: String,
    /// Its label.
    pub label: String,
    /// Readers who see its cards.
    pub seen: PileView,
}

/// Readers who see the cards of a pile. Everyone sees how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileView {
    /// Everyone.
    Everyone,
    /// Its owner.
    Owner,
    /// Nobody.
    Nobody,
}

/// A card, for people.
#[derive(Clone, Debug)]
pub struct CardName {
    /// Its name in commands.
    pub name: String,
    /// Its label.
    pub label: String,
}

/// A window, for people.
#[derive(Clone, Debug)]
pub struct WindowName {
    /// Its label.
    pub label: String,
    /// Index of the text of the question to combatants that may use it.
    pub ask: Option<u16>,
}

/// A kind of token in full, for people.
#[derive(Clone, Debug)]
pub struct KindLabel {
    /// Its name in full: `quick physical`.
    pub label: String,
    /// Plural of the name.
    pub plural: String,
    /// Symbol for one token.
    pub symbol: Option<String>,
    /// The body part it belongs to.
    pub part: Option<String>,
}

/// A slot, for people.
#[derive(Clone, Debug)]
pub struct SlotLabel {
    /// Its name. The limit of an activity has the activity's name.
    pub label: String,
    /// Whether people have no name for it: displays leave it out.
    pub hidden: bool,
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
    /// Ids of the rules that put this one in force.
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
    /// Symbol of the activity.
    pub symbol: Option<String>,
    /// Index of the text of the question to combatants that may answer with it.
    pub ask: Option<u16>,
    /// Whether its declaration is a line of the story.
    pub story: bool,
    /// Names of numbers that may be given with it.
    pub values: Vec<(i32, String)>,
    /// Its cost, as written.
    pub cost: String,
    /// The name of the number that goes with it; `None` if it takes none.
    pub argument: Option<String>,
    /// The pile of which a card goes with it; the number is then that of the card.
    pub card: Option<kernel::PileRef>,
    /// Whether only the actor's player reads which number is given.
    pub secret: bool,
    /// Factor between written and kept numbers: kept numbers are this many times the written ones.
    pub scale: u16,
    /// Whether only the game master declares it.
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
    /// Whether it is not shown.
    pub hidden: bool,
    /// Whether the story tells that it comes or goes.
    pub story: bool,
    /// Whether nothing in the game gives or takes it, so that its holders keep it.
    pub fixed: bool,
    /// Whether it marks something readied.
    pub readied: bool,
}

/// An attribute, for people.
#[derive(Clone, Debug)]
pub struct AttributeName {
    /// Its name.
    pub name: String,
    /// Its label, for people.
    pub label: String,
    /// Short label for small spaces.
    pub short: String,
    /// Factor for display: people see the number times this.
    pub per: u16,
    /// Its unit.
    pub unit: Option<String>,
    /// Factor between shown and kept numbers: kept numbers are this many times the shown ones.
    pub scale: u16,
    /// Whether it never changes; fixed attributes come after all others.
    pub fixed: bool,
    /// Whether it is not shown.
    pub hidden: bool,
    /// Whether it says how hard a combatant is to hit. Cards show it beside the health.
    pub armor: bool,
    /// Whether it is a passing reserve, such as temporary hit points. Cards show it unless it is 0.
    pub temporary: bool,
    /// Whether it says how hurt a combatant is.
    pub health: bool,
}

impl AttributeName {
    /// Returns a kept number as people read it, without its unit.
    pub fn shown(&self, value: i32) -> String {
        crate::number::shown(value.saturating_mul(i32::from(self.per)), self.scale)
    }

    /// Returns a kept number as people read it, with its unit: `30 ft`.
    pub fn measured(&self, value: i32) -> String {
        let unit = self.unit.as_ref().filter(|_| self.per > 1);
        let unit = unit.map_or(String::new(), |unit| format!(" {unit}"));
        format!("{}{unit}", self.shown(value))
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
    /// Index of the default answer.
    pub default: u8,
}
