//! Powers in the fields of an action: save, damage, area, range, uses.

use super::super::at::At;
use super::super::formula::{self, Amount, Lookup};
use super::super::sheet::{Item, SAVES, Sheet};
use super::Power;
use super::harm::{self, Harm};

/// Resolutions with an attack roll or a combat maneuver.
const ATTACKS: [&str; 7] = ["mwak", "rwak", "twak", "msak", "rsak", "mcman", "rcman"];

/// Auras with one rule for all creatures: the end of the name, the save and the condition.
const KNOWN: [(&str, i16, i16); 2] = [("frightful presence", 3, 5), ("stench", 1, 6)];

impl<'v> Sheet<'v> {
    /// Reads the power of an action. Returns `None` if it has none, and the reason as error if the
    /// export lacks its numbers.
    pub(in super::super) fn power(
        &self,
        item: &Item<'v>,
        action: &At<'v>,
    ) -> Result<Option<Power>, String> {
        let resolution = action.get("actionType").text().unwrap_or_default();
        let by_attack = action.down("activation.type").text() == Some("attack");
        if ATTACKS.contains(&resolution) || by_attack || item.name.starts_with("Constant:") {
            return Ok(None);
        }
        let is_spell = item.sort == "spell";
        let book = self.book_of(item);
        let level = item.inner.get("level").number().ok().flatten().unwrap_or(1);
        let caster = if is_spell { self.caster_level(book) } else { self.hit_dice() };
        let lookup = |path: &str| match path {
            "cl" => Some(f64::from(caster)),
            "sl" | "item.level" => Some(f64::from(level)),
            "ablMod" if is_spell => self.spell_modifier(book).map(f64::from),
            other => self.look_up(other),
        };
        let mut power = Power { heals: resolution == "heal", ..Power::default() };
        let Some(save) = save(action) else { return Ok(None) };
        (power.save, power.half) = (save.kind.filter(|_| !power.heals), save.half);
        if let Some((amount, types)) = damage(action, &lookup)? {
            if power.heals && types.iter().any(|text| text.to_lowercase().contains("temp")) {
                return Ok(None);
            }
            let dice = harm::dice_text(&amount);
            let harm = dice.map(|dice| Harm::new(dice, &types));
            if let Some(harm) = harm {
                power.harm(harm);
            }
            power.harm_type = if power.heals { 0 } else { power.harm_type };
        }
        if power.save.is_none() && !is_spell {
            self.unnamed_save(item, action, &lookup, &mut power)?;
        }
        if power.save.is_some() {
            let base = if is_spell { self.spell_dc(book, level) } else { Some(0) };
            let own = action.get("save").get("dc");
            let dc = self.whole(&own, &lookup)?;
            power.dc = base.map(|base| base.saturating_add(dc.unwrap_or(0))).filter(|dc| *dc > 0);
            if power.dc.is_none() && (power.dice.is_none() || resolution == "save") {
                return Err("the export gives no save DC".to_owned());
            }
            power.save = power.save.filter(|_| power.dc.is_some());
        }
        if !power.is_complete() {
            return Ok(None);
        }
        let reach = self.reach_of_power(item, action, &lookup, caster);
        (power.area, power.range) = (reach.area, reach.range);
        self.limits(item, action, &lookup, &mut power)?;
        let stops = [action.get("sr"), item.inner.get("sr")];
        let stopped = !stops.iter().any(|at| at.value.as_bool() == Some(false));
        stops.iter().for_each(At::see);
        power.caster = Some(caster).filter(|_| is_spell && stopped);
        if !is_spell {
            power.fill_from_prose(item, &notes(action));
        }
        power.finish();
        Ok(Some(power))
    }

    /// Sets the save of an action that gives a DC and does not say what for. The description of the
    /// feature with its name may say it; some auras have one rule for all creatures.
    fn unnamed_save(
        &self,
        item: &Item<'v>,
        action: &At<'v>,
        lookup: &Lookup<'_>,
        power: &mut Power,
    ) -> Result<(), String> {
        let dc = self.whole(&action.get("save").get("dc"), lookup)?.filter(|dc| *dc > 0);
        let Some(dc) = dc.filter(|_| action.get("actionType").text() == Some("save")) else {
            return Ok(());
        };
        let told = self.described(item).filter(|told| told.dc == Some(dc) && told.save.is_some());
        if let Some(told) = told {
            power.remarks.extend(told.remarks.clone());
            power.fill(told);
            return Ok(());
        }
        let name = item.name.to_lowercase();
        let Some((name, save, condition)) = KNOWN.iter().find(|it| name.ends_with(it.0)) else {
            return Err(format!("the export does not say which save DC {dc} is for"));
        };
        (power.save, power.condition) = (Some(*save), Some(*condition));
        power.lasts = harm::rounds_in(&notes(action));
        power.remarks.push(format!("the save is not given; taken as that of {name}"));
        Ok(())
    }

    /// Returns a number from a number or a formula; `None` if it is missing.
    fn whole(&self, at: &At<'_>, lookup: &Lookup<'_>) -> Result<Option<i16>, String> {
        at.see();
        let text = match at.value {
            serde_json::Value::Number(number) => number.to_string(),
            serde_json::Value::String(text) => text.trim().to_owned(),
            _ => String::new(),
        };
        if text.is_empty() {
            return Ok(None);
        }
        let found = formula::number(&text, lookup).filter(|number| number.abs() < 1000.0);
        found
            .map(|number| Some(number.floor() as i16))
            .ok_or(format!("`{text}` is not worked out here"))
    }

    /// Reads the uses of a power.
    fn limits(
        &self,
        item: &Item<'_>,
        action: &At<'_>,
        lookup: &Lookup<'_>,
        power: &mut Power,
    ) -> Result<(), String> {
        let uses = if action.has("uses") && action.get("uses").has("per") {
            action.get("uses")
        } else {
            item.inner.get("uses")
        };
        let per = uses.get("per").text().unwrap_or_default();
        let mut count = None;
        for key in ["max", "maxFormula", "value"] {
            count = count.or(self.whole(&uses.get(key), lookup)?.filter(|count| *count > 0));
        }
        let again = uses.get("rechargeFormula").text().unwrap_or_default();
        let at_will = item.inner.get("atWill");
        at_will.see();
        match per {
            _ if at_will.value.as_bool() == Some(true) => {
                power.uses = Some(0);
                if let Some(count) = count.filter(|_| per == "day") {
                    let text = format!("both at will and {count} a day; taken as at will");
                    power.remarks.push(text);
                }
            }
            "minute" => power.again = Some(6),
            "round" => power.again = super::phrase::again_of(again),
            "" => {
                let places = ["preparation.maxAmount", "preparation.max"];
                let mut places = places.into_iter().map(|place| item.inner.down(place));
                let prepared = places.find_map(|at| at.number().ok().flatten());
                power.uses = prepared.or(count).filter(|_| item.sort == "spell");
            }
            _ => power.uses = count,
        }
        Ok(())
    }
}

/// The save against an action.
struct Save {
    /// 1 for Fortitude, 2 for Reflex, 3 for Will; `None` for no save.
    kind: Option<i16>,
    half: bool,
}

/// Reads the save of an action; `None` if it is harmless, or made only by those who look closely.
fn save(action: &At<'_>) -> Option<Save> {
    let at = action.get("save");
    let text = at.get("description").text().unwrap_or_default().to_lowercase();
    let kind = at.get("type").text().filter(|kind| !kind.is_empty());
    let harmless = at.get("harmless").value.as_bool() == Some(true) || text.contains("harmless");
    let heals = action.get("actionType").text() == Some("heal");
    if harmless && !heals || text.contains("disbelie") || text.contains("interact") {
        return None;
    }
    let named = || SAVES.iter().position(|save| text.starts_with(save));
    let kind = match kind {
        Some(kind) => SAVES.iter().position(|save| *save == kind),
        None => named(),
    };
    let kind = kind.filter(|_| !text.starts_with("none")).map(|place| place as i16 + 1);
    Some(Save { kind, half: text.contains("half") || text.contains("halves") })
}

/// Sums up the damage parts of an action. Returns the formula that is not understood as error.
fn damage(action: &At<'_>, lookup: &Lookup<'_>) -> Result<Option<(Amount, Vec<String>)>, String> {
    let mut amount = Amount::default();
    let mut types = Vec::new();
    let parts = action.get("damage").get("parts");
    parts.see();
    for part in parts.elements() {
        let list = part.elements();
        let is_list = part.value.is_array();
        let formula = if is_list { list.first().cloned() } else { Some(part.get("formula")) };
        let Some(text) = formula.and_then(|at| at.value.as_str()) else { continue };
        if text.trim().is_empty() {
            continue;
        }
        let found = formula::evaluate(text, lookup)
            .ok_or_else(|| format!("`{text}` is not worked out here"))?;
        amount.flat += found.flat;
        amount.dice.extend(found.dice);
        let kinds = match is_list {
            true => list.into_iter().skip(1).collect(),
            false => vec![part.get("type"), part.get("types")],
        };
        let words = kinds.iter().flat_map(texts);
        types.extend(words.filter(|text| !text.is_empty()));
    }
    Ok((!amount.dice.is_empty() || amount.flat > 0.0).then_some((amount, types)))
}

/// Returns the notes on the effect of an action, in lower case.
fn notes(action: &At<'_>) -> String {
    let places = [action.get("effectNotes"), action.down("notes.effect")];
    let words: Vec<String> = places.iter().flat_map(texts).collect();
    words.join(" ").to_lowercase()
}

/// Returns the texts of a value: itself, or those inside.
fn texts(at: &At<'_>) -> Vec<String> {
    match at.value.as_str() {
        Some(text) => vec![text.to_owned()],
        None => at.elements().iter().flat_map(texts).collect(),
    }
}

impl Power {
    /// Sets the damage. A remark says if its types are several.
    pub(super) fn harm(&mut self, harm: Harm) {
        if harm.is_mixed && !self.heals {
            self.remarks.push("damage of several types; taken as damage without a type".to_owned());
        }
        (self.dice, self.harm_type) = (Some(harm.dice), harm.harm_type);
    }
}
