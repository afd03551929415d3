//! Selects the weapon of a creature for rulesets that need one: the best of its attacks.

use std::collections::BTreeMap;

use super::sheet::Sheet;
use super::strikes::Strike;
use super::{Import, Weight};

/// Sets the creature's own attack numbers and dice from its attacks.
pub(super) fn read(sheet: &Sheet<'_>, strikes: &[Strike], import: &mut Import) {
    let reach = sheet.natural_reach();
    import.attributes.insert("natural-reach", reach.max(1));
    if reach == 0 {
        let text =
            "so small a creature strikes within its own square; here it reaches the next one";
        import.weigh(Weight::Aside, sheet.system.down("traits.size").path, text);
    }
    let shield = sheet.shield_bonus();
    if shield > 0 {
        import.attributes.insert("shield", shield);
    }
    let hand: Vec<&Strike> = strikes.iter().filter(|one| !one.ranged && !one.natural).collect();
    let natural: Vec<&Strike> = strikes.iter().filter(|one| !one.ranged && one.natural).collect();
    let main = best(hand.iter().filter(|one| !one.off_hand).copied());
    let off = second(sheet, &hand, main, import);
    let own = main.or_else(|| best(natural.iter().filter(|one| one.primary).copied()));
    let own = own.or_else(|| best(natural.iter().copied()));
    match own {
        Some(strike) => melee(strike, import),
        None => fists(sheet, import),
    }
    if let Some(off) = off {
        import.attributes.insert("off-hand", if off.light { 2 } else { 1 });
        import.dice.insert("off-weapon", off.dice.clone());
    } else if let Some(strike) = own.filter(|_| import.attributes.contains_key("pairs")) {
        import.dice.insert("off-weapon", strike.dice.clone());
    }
    naturals(&natural, import);
    missiles(strikes, import);
    if own.is_none() && strikes.iter().any(|one| one.ranged) && !has_fists(import) {
        import.attributes.insert("ranged-only", 1);
    }
    let busy = off.is_some() || shield > 0 || main.is_some_and(|one| one.two_handed);
    if main.is_some() && !busy {
        import.tags.push("free-hand");
    }
}

fn has_fists(import: &Import) -> bool {
    import.attributes.contains_key("melee")
}

/// Returns the attack with the highest bonus; of equal ones, the one with the highest average
/// damage.
fn best<'s>(strikes: impl Iterator<Item = &'s Strike>) -> Option<&'s Strike> {
    strikes.reduce(|one, other| {
        let better =
            other.bonus > one.bonus || other.bonus == one.bonus && other.average > one.average;
        if better { other } else { one }
    })
}

/// Returns the weapon of the off hand: the marked one, or for creatures with Two-Weapon Fighting
/// the next one.
fn second<'s>(
    sheet: &Sheet<'_>,
    hand: &[&'s Strike],
    main: Option<&Strike>,
    import: &mut Import,
) -> Option<&'s Strike> {
    let marked = hand.iter().copied().find(|one| one.off_hand);
    if marked.is_some() || !import.attributes.contains_key("twf") {
        return marked;
    }
    let other = |one: &&&Strike| main.is_some_and(|main| !std::ptr::eq(**one, main));
    let next = hand.iter().find(|one| !one.two_handed && other(one)).copied();
    if next.is_none() {
        let text = "Two-Weapon Fighting, but no second weapon is marked as held in the off hand";
        import.weigh(Weight::Play, sheet.system.path.as_str(), text);
    }
    next
}

fn melee(strike: &Strike, import: &mut Import) {
    let numbers = [
        ("melee", strike.bonus),
        ("reach", strike.reach),
        ("near", strike.near),
        ("two-handed", i16::from(strike.two_handed)),
        ("weapon-natural", i16::from(strike.natural)),
        ("unarmed", i16::from(strike.unarmed)),
    ];
    // Values that are the default are left out, as in the ruleset's form.
    let usual = |id: &str| if id == "reach" { 1 } else { 0 };
    let told = numbers.into_iter().filter(|(id, value)| *value != usual(id) || *id == "melee");
    import.attributes.extend(told);
    import.dice.insert("weapon", strike.dice.clone());
}

/// Gives a creature without any weapon its fists.
fn fists(sheet: &Sheet<'_>, import: &mut Import) {
    let (Some(bab), Some(strength)) = (sheet.bab, sheet.modifier("str")) else { return };
    let dice = match strength {
        0 => "1d3".to_owned(),
        less if less < 0 => format!("1d3mi{}{less}", (1 - less).min(3)),
        more => format!("1d3+{more}"),
    };
    let bonus = bab + strength + sheet.size_modifier();
    let text =
        format!("no attack in melee is given; it fights with its fists: {bonus:+} for {dice}");
    import.weigh(Weight::Play, "/items", text);
    import.attributes.insert("melee", bonus);
    import.attributes.insert("unarmed", 1);
    if sheet.natural_reach() > 1 {
        import.attributes.insert("reach", sheet.natural_reach());
    }
    import.dice.insert("weapon", dice);
}

/// Sets the numbers of all natural attacks together: their count, the bonus and dice of the best,
/// and the count of secondary ones.
fn naturals(natural: &[&Strike], import: &mut Import) {
    let count = |strikes: &mut dyn Iterator<Item = &&Strike>| {
        strikes.fold(0_i16, |sum, one| sum.saturating_add(one.count))
    };
    let all = count(&mut natural.iter());
    // A single natural attack offers no choice of all of them.
    if all < 2 {
        return;
    }
    let primary = best(natural.iter().filter(|one| one.primary).copied());
    let first = primary.or_else(|| best(natural.iter().copied()));
    let secondary = count(&mut natural.iter().filter(|one| !one.primary));
    import.attributes.insert("natural-attacks", all);
    if let Some(first) = first {
        import.attributes.insert("natural", first.bonus);
        import.dice.insert("natural-weapon", first.dice.clone());
    }
    if secondary > 0 && primary.is_some() {
        import.attributes.insert("secondary-attacks", secondary);
    }
}

/// Sets the ranged weapon: the best that has to be loaded, or else the best.
fn missiles(strikes: &[Strike], import: &mut Import) {
    let ranged = || strikes.iter().filter(|one| one.ranged && one.range > 0);
    let loaded = best(ranged().filter(|one| one.loading > 0));
    let Some(strike) = loaded.or_else(|| best(ranged())) else { return };
    import.attributes.insert("ranged", strike.bonus);
    import.attributes.insert("shooting", strike.range);
    import.dice.insert("missile", strike.dice.clone());
    if strike.loading > 0 {
        import.attributes.insert("loading", strike.loading);
        import.tags.push("loaded");
    }
    if strike.repeating {
        import.attributes.insert("repeating", 1);
    }
}

/// Returns the entries of an attack in the creature file. Includes every number that is not the
/// default, and every number that the creature itself sets, as the ruleset's form does.
pub(super) fn variant(
    strike: &Strike,
    like: &'static str,
    attributes: &BTreeMap<&'static str, i16>,
) -> Vec<(&'static str, String)> {
    let mut with = Vec::new();
    let mut number = |id: &'static str, value: i16, usual: i16| {
        if attributes.contains_key(id) || value != usual {
            with.push((id, value.to_string()));
        }
    };
    let (bonus, dice) = match like {
        "shoot" => {
            number("shooting", strike.range, 0);
            number("loading", strike.loading, 0);
            ("ranged", "missile")
        }
        "natural" => {
            number("reach", strike.reach, 1);
            // The bonus already includes the penalty of a secondary attack.
            number("secondary-attacks", 0, 0);
            ("natural", "natural-weapon")
        }
        _ => {
            number("reach", strike.reach, 1);
            number("near", strike.near, 0);
            number("weapon-natural", i16::from(strike.natural), 0);
            number("unarmed", i16::from(strike.unarmed), 0);
            // Only the weapon in the main hand pairs with one in the off hand.
            if strike.natural || strike.off_hand {
                number("off-hand", 0, 0);
                number("pairs", 0, 0);
            }
            ("melee", "weapon")
        }
    };
    with.insert(0, (bonus, strike.bonus.to_string()));
    with.push((dice, strike.dice.clone()));
    with
}
