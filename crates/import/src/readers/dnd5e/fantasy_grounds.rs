//! Creatures and characters of the fifth edition from exports of Fantasy Grounds.

mod powers;

use roxmltree::Node;

use super::size;
use super::words::{Entries, Section, defenses, saves, senses, skills};
use crate::block::{Action, Attack, Damage, StatBlock, Weight};
use crate::number::{leading_int_at, total, whole};
use crate::prose;
use crate::readers::noted;
use crate::recognize::parse_xml;
use crate::refusal::Refusal;

/// Reads every creature and character. Refuses exports made for other games.
pub(crate) fn fantasy_grounds(text: &str) -> Result<Vec<StatBlock>, Refusal> {
    let document = parse_xml(text)?;
    let root = document.root_element();
    let release = root.attribute("release").unwrap_or_default();
    let other = ["PFRPG", "PFRPG2", "SFRPG", "3.5E", "4E", "CoC", "SavageWorlds"];
    if let Some(other) = other.iter().find(|other| release.contains(**other)) {
        return Err(Refusal::new(format!("it is made for {other}, not for 5e"))
            .help("Only the 5E ruleset of Fantasy Grounds is read."));
    }
    let mut blocks = Vec::new();
    for node in root.descendants().filter(Node::is_element) {
        match node.tag_name().name() {
            "character" => blocks.push(noted(|| character(node))),
            "npc" | "npcdata" => {
                let inner: Vec<Node<'_, '_>> = node
                    .children()
                    .filter(|child| child.tag_name().name().starts_with("id-"))
                    .filter(|child| has_numbers(*child))
                    .collect();
                match inner.is_empty() {
                    true if has_numbers(node) => blocks.push(noted(|| npc(node))),
                    _ => blocks.extend(inner.into_iter().map(|node| noted(|| npc(node)))),
                }
            }
            "charsheet" => {
                let sheets = node.children().filter(|it| it.tag_name().name().starts_with("id-"));
                blocks.extend(sheets.map(|node| noted(|| character(node))));
            }
            _ => {}
        }
    }
    Ok(blocks)
}

fn has_numbers(node: Node<'_, '_>) -> bool {
    child(node, "name").is_some() && (child(node, "hp").is_some() || child(node, "ac").is_some())
}

/// Returns the element under a path such as `hp.total`.
fn child<'a, 'i>(node: Node<'a, 'i>, path: &str) -> Option<Node<'a, 'i>> {
    path.split('.')
        .try_fold(node, |node, name| node.children().find(|child| child.tag_name().name() == name))
}

/// Returns the text under a path. Paragraphs of formatted text become lines.
fn text(node: Node<'_, '_>, path: &str) -> Option<String> {
    let node = child(node, path)?;
    let mut found = String::new();
    for inner in node.descendants() {
        if inner.is_element() && ["p", "li", "h"].contains(&inner.tag_name().name()) {
            found.push('\n');
        }
        if inner.is_text() {
            found.push_str(inner.text().unwrap_or_default());
        }
    }
    let found = found.trim().to_owned();
    (!found.is_empty()).then_some(found)
}

fn int(node: Node<'_, '_>, path: &str) -> Option<i32> {
    leading_int_at(&text(node, path)?, &|| path.to_owned())
}

/// Returns the entries of a list: its elements `id-00001` and so on.
fn list<'a, 'i>(node: Node<'a, 'i>, path: &str) -> Vec<Node<'a, 'i>> {
    let entries = child(node, path).into_iter().flat_map(|it| it.children());
    entries.filter(Node::is_element).collect()
}

/// Reads a creature. It has its numbers in fields, and its actions in words.
fn npc(node: Node<'_, '_>) -> StatBlock {
    let said = |path: &str| text(node, path).unwrap_or_default();
    let mut block = StatBlock {
        name: said("name"),
        kind: said("type").split([',', '(']).next().unwrap_or_default().trim().to_lowercase(),
        size: size(&said("size")).to_owned(),
        hp: int(node, "hp"),
        ac: int(node, "ac"),
        challenge: said("cr"),
        initiative: int(node, "initiative.misc").filter(|it| *it != 0),
        ..StatBlock::default()
    };
    scores(node, &mut block);
    prose::speeds(&said("speed"), &mut block.speeds);
    saves(&said("savingthrows"), &mut block.saves);
    skills(&said("skills"), &mut block.skills);
    senses(&said("senses"), &mut block.senses);
    let texts =
        ["damageresistances", "damageimmunities", "damagevulnerabilities", "conditionimmunities"]
            .map(said);
    defenses(&mut block, [&texts[0], &texts[1], &texts[2], &texts[3]]);
    let mut entries = Entries::default();
    for (path, section) in [
        ("traits", Section::Trait),
        ("actions", Section::Does(Action::Action)),
        ("bonusactions", Section::Does(Action::Bonus)),
        ("reactions", Section::Does(Action::Reaction)),
        ("legendaryactions", Section::Does(Action::Legendary)),
        ("lairactions", Section::Does(Action::Lair)),
    ] {
        for entry in list(node, path) {
            let (name, words) = (text(entry, "name"), text(entry, "desc"));
            let (name, words) = (name.unwrap_or_default(), words.unwrap_or_default());
            if name == "Options" {
                block.legendary_actions =
                    prose::number_after(&words.to_lowercase(), "take ").or(Some(3));
                continue;
            }
            entries.add(&mut block, section, &name, &words);
        }
    }
    entries.finish(&mut block);
    block
}

fn scores(node: Node<'_, '_>, block: &mut StatBlock) {
    for (long, short) in prose::ABILITIES {
        let score = int(node, &format!("abilities.{long}.score"));
        block.scores.extend(score.map(|score| (short.to_owned(), score)));
        let save = int(node, &format!("abilities.{long}.save"));
        block.saves.extend(save.map(|save| (short.to_owned(), save)));
    }
}

/// Reads a character. It has the totals that the program shows, and a list of weapons.
fn character(node: Node<'_, '_>) -> StatBlock {
    let levels = total(list(node, "classes").iter().filter_map(|it| int(*it, "level")));
    let level = Some(levels).filter(|levels| *levels > 0).or(int(node, "level"));
    let mut block = StatBlock {
        name: text(node, "name").unwrap_or_default(),
        hero: true,
        kind: "humanoid".to_owned(),
        size: size(&text(node, "size").unwrap_or_default()).to_owned(),
        hp: int(node, "hp.total"),
        ac: int(node, "defenses.ac.total").or(int(node, "ac.totals.general")),
        initiative: int(node, "initiative.total"),
        proficiency: int(node, "profbonus"),
        level,
        challenge: level.map_or(String::new(), |level| level.to_string()),
        ..StatBlock::default()
    };
    let walk = int(node, "speed.total").or(int(node, "speed.base"));
    block.speeds.extend(walk.map(|feet| ("walk".to_owned(), feet)));
    scores(node, &mut block);
    for entry in list(node, "skilllist") {
        if let (Some(name), Some(total)) = (text(entry, "name"), int(entry, "total")) {
            block.skills.insert(crate::slug(&name), total);
        }
    }
    let proficiency = block.proficiency.or(level.map(|level| super::proficiency(level.into())));
    for weapon in list(node, "weaponlist") {
        add_weapon(weapon, proficiency.unwrap_or(2), &mut block);
    }
    for path in ["featurelist", "traitlist", "featlist"] {
        block.features.extend(list(node, path).into_iter().filter_map(|it| text(it, "name")));
    }
    powers::read(node, proficiency.unwrap_or(2), &mut block);
    for level in 1..=9u8 {
        let slots = ["spellslots", "pactmagicslots"].map(|kind| {
            let count = int(node, &format!("powermeta.{kind}{level}.max"));
            count.and_then(|count| u32::try_from(count).ok()).unwrap_or_default()
        });
        let count = slots[0] + slots[1];
        block.slots.extend((count > 0).then_some((level, count)));
    }
    super::words::complete(&mut block);
    block
}

/// Adds the attack with a weapon of a character, from ability, proficiency and bonus.
fn add_weapon(weapon: Node<'_, '_>, proficiency: i32, block: &mut StatBlock) {
    let Some(name) = text(weapon, "name") else { return };
    let kind = int(weapon, "type").unwrap_or_default();
    let properties = text(weapon, "properties").unwrap_or_default().to_lowercase();
    let known = super::weapons::by_name(&name);
    let has = |word: &str| {
        properties.contains(word) || known.is_some_and(|known| known.properties.contains(&word))
    };
    let ability = |said: Option<String>| match said.as_deref().and_then(prose::ability) {
        Some(ability) => ability,
        None => match (kind == 1, has("finesse")) {
            (true, _) => "dex",
            (_, true) if block.ability_mod("dex") > block.ability_mod("str") => "dex",
            _ => "str",
        },
    };
    let own = ability(text(weapon, "attackstat"));
    let trained = int(weapon, "prof").is_none_or(|prof| prof > 0);
    let modifier = block.ability_mod(own);
    let bonus =
        int(weapon, "attackbonus").unwrap_or_default() + if trained { proficiency } else { 0 };
    let mut damage = Vec::new();
    for part in list(weapon, "damagelist") {
        let dice = text(part, "dice").unwrap_or_default();
        let dice: Vec<String> = dice.split(',').filter_map(plain_die).collect();
        let stat = text(part, "stat").filter(|stat| !stat.is_empty());
        let flat = int(part, "bonus").unwrap_or_default()
            + stat.map_or(0, |stat| block.ability_mod(ability(Some(stat))).unwrap_or_default());
        let kind = text(part, "type").unwrap_or_default();
        let kind = kind.split(',').next().unwrap_or_default().trim().to_owned();
        damage.push(Damage { dice: dice.join("+"), flat, kind });
    }
    let (normal, long) = known.and_then(|known| known.range).unzip();
    let words = prose::words(&properties);
    let written = words.iter().find_map(|word| {
        let (normal, long) = word.split_once('/')?;
        Some((whole(normal)?, whole(long)?))
    });
    let (melee, ranged) = (kind == 0, kind != 0);
    if modifier.is_none() {
        block.note(Weight::Missing, format!("{name}: the attack bonus lacks its ability"));
    }
    if damage.is_empty() {
        block.note(Weight::Missing, format!("damage of {name}: 0"));
    }
    block.attacks.push(Attack {
        name,
        melee,
        ranged,
        bonus: Some(bonus + modifier.unwrap_or_default()),
        reach: melee.then(|| known.map_or(5, |known| known.reach)),
        range: written.map(|it| it.0).or(normal).filter(|_| ranged),
        long_range: written.map(|it| it.1).or(long).filter(|_| ranged),
        damage,
        properties: known.map_or(Vec::new(), |known| {
            known.properties.iter().map(|it| (*it).to_owned()).collect()
        }),
        ..Attack::default()
    });
}

/// Returns dice that the program writes as `d8` or `2d6`; `None` if there are none.
fn plain_die(text: &str) -> Option<String> {
    let dice = crate::formula::plain(text.trim())?.dice_text();
    (!dice.is_empty()).then_some(dice)
}
