//! Weapons of the game with reach, ranges and properties, for sources that omit them.

use crate::block::slug;

/// A weapon of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weapon {
    /// Its name in the form of an id.
    pub(crate) id: &'static str,
    /// Whether it is a melee weapon.
    pub(crate) melee: bool,
    /// Normal and long range in feet, if it is ranged or thrown.
    pub(crate) range: Option<(i32, i32)>,
    /// Reach in feet.
    pub(crate) reach: i32,
    /// Properties.
    pub(crate) properties: &'static [&'static str],
}

const fn melee(id: &'static str, properties: &'static [&'static str]) -> Weapon {
    Weapon { id, melee: true, range: None, reach: 5, properties }
}

const fn long(id: &'static str, properties: &'static [&'static str]) -> Weapon {
    Weapon { id, melee: true, range: None, reach: 10, properties }
}

const fn thrown(
    id: &'static str,
    normal: i32,
    long: i32,
    properties: &'static [&'static str],
) -> Weapon {
    Weapon { id, melee: true, range: Some((normal, long)), reach: 5, properties }
}

const fn shot(
    id: &'static str,
    normal: i32,
    long: i32,
    properties: &'static [&'static str],
) -> Weapon {
    Weapon { id, melee: false, range: Some((normal, long)), reach: 5, properties }
}

const WEAPONS: [Weapon; 38] = [
    melee("club", &["light"]),
    thrown("dagger", 20, 60, &["finesse", "light", "thrown"]),
    melee("greatclub", &["two-handed"]),
    thrown("handaxe", 20, 60, &["light", "thrown"]),
    thrown("javelin", 30, 120, &["thrown"]),
    thrown("light-hammer", 20, 60, &["light", "thrown"]),
    melee("mace", &[]),
    melee("quarterstaff", &["versatile"]),
    melee("sickle", &["light"]),
    thrown("spear", 20, 60, &["thrown", "versatile"]),
    shot("dart", 20, 60, &["finesse", "thrown"]),
    shot("light-crossbow", 80, 320, &["loading", "two-handed"]),
    shot("crossbow-light", 80, 320, &["loading", "two-handed"]),
    shot("shortbow", 80, 320, &["two-handed"]),
    shot("sling", 30, 120, &[]),
    melee("battleaxe", &["versatile"]),
    melee("flail", &[]),
    long("glaive", &["heavy", "reach", "two-handed"]),
    melee("greataxe", &["heavy", "two-handed"]),
    melee("greatsword", &["heavy", "two-handed"]),
    long("halberd", &["heavy", "reach", "two-handed"]),
    long("lance", &["heavy", "reach"]),
    melee("longsword", &["versatile"]),
    melee("maul", &["heavy", "two-handed"]),
    melee("morningstar", &[]),
    long("pike", &["heavy", "reach", "two-handed"]),
    melee("rapier", &["finesse"]),
    melee("scimitar", &["finesse", "light"]),
    melee("shortsword", &["finesse", "light"]),
    thrown("trident", 20, 60, &["thrown", "versatile"]),
    melee("war-pick", &["versatile"]),
    melee("warhammer", &["versatile"]),
    long("whip", &["finesse", "reach"]),
    shot("blowgun", 25, 100, &["loading"]),
    shot("hand-crossbow", 30, 120, &["light", "loading"]),
    shot("heavy-crossbow", 100, 400, &["heavy", "loading", "two-handed"]),
    shot("longbow", 150, 600, &["heavy", "two-handed"]),
    shot("net", 5, 15, &["thrown"]),
];

/// Returns the weapon of a name. Ignores words in parentheses and a bonus such as `+1`.
pub(crate) fn by_name(name: &str) -> Option<Weapon> {
    let bare = name.split(['(', '+']).next().unwrap_or_default();
    let id = slug(bare);
    WEAPONS.into_iter().find(|weapon| weapon.id == id)
}
