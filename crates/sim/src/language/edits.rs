//! Changes by the game master to combatants: `enter Goblin 3`, `set Goblin 2 hp 12`.

use kernel::{
    AttributeId, CombatantId, CombatantSet, ConditionChange, ConditionId, Edit, NOBODY, SideId,
    bit, iter_bits,
};
use rules::Compiled;
use rules::number::{scaled, shown};
use rules::square;

use super::declaration::{combatant, leading_name};
use super::{LanguageError, Scene, error, expiry, unknown};
use crate::show;

/// Reads a change whose first word is `word`; `None` if it begins no change.
///
/// - `enter Goblin 3, Goblin 4`, `enter next Goblin 3`, `leave Goblin 3`
/// - `set Goblin 2 hp 12`, `side Goblin 2 pcs`
/// - `condition Goblin 2 prone on`, `condition Goblin 2 prone until 2 turn ends of Ana`
/// - `put Goblin 2 c4`, `order Goblin 2 after Ana`, `order Goblin 2 first`
pub(super) fn read(
    scene: Scene<'_>,
    word: &str,
    rest: &str,
) -> Result<Option<Edit>, LanguageError> {
    let compiled = scene.compiled();
    if rest.is_empty() {
        return Ok(None);
    }
    let edit = match word {
        "enter" => match (several(compiled, rest), rest.strip_prefix("next ")) {
            (Err(_), Some(rest)) => Edit::Enter { who: several(compiled, rest)?, next: true },
            (who, _) => Edit::Enter { who: who?, next: false },
        },
        "leave" => Edit::Leave(several(compiled, rest)?),
        "set" => {
            let (who, rest) = leading_name(compiled, rest)?;
            number(compiled, who, rest.trim())?
        }
        "condition" => {
            let (who, rest) = leading_name(compiled, rest)?;
            condition(compiled, who, rest.trim())?
        }
        "side" => {
            let (who, rest) = leading_name(compiled, rest)?;
            let (name, sides) = (rest.trim(), &compiled.names.sides);
            match sides.iter().position(|side| side.eq_ignore_ascii_case(name)) {
                Some(index) => Edit::Side(who, SideId(index as u8)),
                None => return unknown("side", name, sides.iter().map(String::as_str)),
            }
        }
        "put" => {
            let (who, rest) = leading_name(compiled, rest)?;
            match square::parse(rest.trim()) {
                Some(square) => Edit::Square(who, square),
                None => return error(format!("`{}` is no square, such as c4", rest.trim())),
            }
        }
        "order" => {
            let (who, rest) = leading_name(compiled, rest)?;
            match rest.trim().strip_prefix("after ") {
                Some(whom) => Edit::Behind(who, combatant(compiled, whom)?),
                None if rest.trim() == "first" => Edit::Behind(who, NOBODY),
                None => return error("write `order Goblin 2 after Ana` or `order Goblin 2 first`"),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(edit))
}

/// Returns a change as text that can be read back.
pub(super) fn print(compiled: &Compiled, edit: Edit) -> String {
    let names = &compiled.names;
    let name = |who: CombatantId| show::combatant(compiled, who);
    let all = |who: CombatantSet| iter_bits(who).map(name).collect::<Vec<_>>().join(", ");
    match edit {
        Edit::Enter { who, next: false } => format!("enter {}", all(who)),
        Edit::Enter { who, next: true } => format!("enter next {}", all(who)),
        Edit::Leave(who) => format!("leave {}", all(who)),
        Edit::Attribute(who, attribute, value) => {
            let attribute = &names.attributes[attribute.index()];
            let value = shown(value.into(), attribute.scale);
            format!("set {} {} {value}", name(who), attribute.name)
        }
        Edit::Condition(who, condition, change) => {
            let condition = &names.conditions[condition.index()].name;
            let change = match change {
                ConditionChange::Add => "on".to_owned(),
                ConditionChange::Remove => "off".to_owned(),
                ConditionChange::AddUntil(end) => expiry::print(compiled, end),
            };
            format!("condition {} {condition} {change}", name(who))
        }
        Edit::Side(who, side) => format!("side {} {}", name(who), names.sides[side.index()]),
        Edit::Square(who, square) => format!("put {} {}", name(who), square::print(square)),
        Edit::Behind(who, NOBODY) => format!("order {} first", name(who)),
        Edit::Behind(who, whom) => format!("order {} after {}", name(who), name(whom)),
    }
}

/// Reads names of combatants, separated by commas.
fn several(compiled: &Compiled, names: &str) -> Result<CombatantSet, LanguageError> {
    names.split(',').try_fold(0, |mask, name| Ok(mask | bit(combatant(compiled, name)?)))
}

/// Reads an attribute that changes in play, and its value: `hp 12`.
fn number(compiled: &Compiled, who: CombatantId, rest: &str) -> Result<Edit, LanguageError> {
    let Some((name, value)) = rest.rsplit_once(' ') else {
        return error("write the number and its new value: `set Goblin 2 hp 12`");
    };
    let attributes = &compiled.names.attributes;
    let Some(index) = attributes.iter().position(|one| one.name == name.trim()) else {
        return unknown("number", name.trim(), attributes.iter().map(|one| one.name.as_str()));
    };
    if attributes[index].fixed {
        return error(format!("{name} never changes during a fight; change it in the setup"));
    }
    match scaled(value, attributes[index].scale) {
        Some(value) => Ok(Edit::Attribute(who, AttributeId(index as u8), value)),
        None => Err(LanguageError {
            message: format!("`{value}` cannot be a value of {name}"),
            help: Some("give a whole number from -32768 to 32767".to_owned()),
        }),
    }
}

/// Reads `prone on`, `prone off`, `prone until round end` or just `prone`.
fn condition(compiled: &Compiled, who: CombatantId, rest: &str) -> Result<Edit, LanguageError> {
    let (name, change) = match rest.split_once(" until ") {
        Some((name, end)) => (name, ConditionChange::AddUntil(expiry::read(compiled, end)?)),
        None => match rest.rsplit_once(' ') {
            Some((name, "on")) => (name, ConditionChange::Add),
            Some((name, "off")) => (name, ConditionChange::Remove),
            _ => (rest, ConditionChange::Add),
        },
    };
    let conditions = &compiled.names.conditions;
    match conditions.iter().position(|one| one.name == name.trim()) {
        Some(index) => Ok(Edit::Condition(who, ConditionId(index as u8), change)),
        None => unknown("condition", name, conditions.iter().map(|one| one.name.as_str())),
    }
}
