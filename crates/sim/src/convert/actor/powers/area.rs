//! Areas and ranges of powers, from measured templates and from words.

use super::super::at::At;
use super::super::formula::{self, Lookup};
use super::super::sheet::{Item, Sheet};
use super::words::Words;

/// Area of a power.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Area {
    /// Shape, as the ruleset numbers it: 1 burst to 6 cylinder.
    pub(in super::super) shape: i16,
    /// Length or radius in squares.
    pub(in super::super) squares: i16,
}

const BURST: i16 = 1;
const CONE: i16 = 2;
const EMANATION: i16 = 3;
const LINE: i16 = 4;

/// Words for shapes. A radius alone is a burst.
const SHAPES: [(&str, i16); 12] = [
    ("burst", BURST),
    ("cone", CONE),
    ("emanation", EMANATION),
    ("line", LINE),
    ("spread", 5),
    ("cylinder", 6),
    ("radius", BURST),
    ("bursts", BURST),
    ("spreads", 5),
    ("emanating", EMANATION),
    ("aura", EMANATION),
    ("cloud", 5),
];

const FEET_A_SQUARE: i16 = 5;

/// Most squares of a range or a size, which are 1200 feet.
const MOST_SQUARES: i16 = 240;

impl Area {
    /// Whether it begins at the creature itself, as cones and lines do.
    pub(super) fn begins_at_self(self) -> bool {
        [CONE, LINE].contains(&self.shape)
    }
}

/// Returns feet as squares within the ruleset's bounds; at least one square unless it is 0 feet.
pub(super) fn squares(feet: f64) -> i16 {
    let feet = feet.clamp(0.0, f64::from(MOST_SQUARES * FEET_A_SQUARE)) as i16;
    if feet == 0 { 0 } else { (feet / FEET_A_SQUARE).max(1) }
}

/// Returns the shape that words name: the first one, but a plain radius only if there is no other.
fn shape_in(words: &[&str]) -> Option<i16> {
    let shape = |word: &&&str| SHAPES.iter().find(|(name, _)| name == *word).map(|(_, it)| *it);
    let named = words.iter().filter(|word| **word != "radius").find_map(|word| shape(&word));
    named.or_else(|| words.contains(&"radius").then_some(BURST))
}

/// Returns the area that words state: `60-ft. cone`, `20-foot-radius spread`.
pub(super) fn in_words(words: &Words<'_>) -> Option<Area> {
    let mut places = (0..words.len()).filter_map(|at| words.feet(at).map(|feet| (at, feet)));
    places.find_map(|(at, feet)| {
        let behind = words.slice(at + 2, 3);
        let behind = match behind.iter().position(|word| *word == "or" || *word == "and") {
            Some(end) => &behind[..end],
            None => behind,
        };
        let shape = shape_in(behind)?;
        Some(Area { shape, squares: squares(feet) })
    })
}

/// Returns the range in squares that words state: feet without a shape.
pub(super) fn range_in_words(words: &Words<'_>) -> Option<i16> {
    let mut places = (0..words.len()).filter_map(|at| words.feet(at).map(|feet| (at, feet)));
    let found = places.find(|(at, _)| {
        let behind = words.slice(at + 2, 2);
        shape_in(behind).is_none() && !["high", "wide", "long", "deep"].contains(&words.get(at + 2))
    });
    found.map(|(_, feet)| squares(feet))
}

/// Area and range of an action.
pub(super) struct Reach {
    pub(super) area: Option<Area>,
    pub(super) range: Option<i16>,
}

impl Sheet<'_> {
    /// Returns the area and the range of an action.
    pub(super) fn reach_of_power(
        &self,
        item: &Item<'_>,
        action: &At<'_>,
        lookup: &Lookup<'_>,
        caster: i16,
    ) -> Reach {
        let number = |at: &At<'_>| {
            at.see();
            let text = at.value.as_str().map(str::to_owned);
            let text = text.or_else(|| at.value.as_f64().map(|number| number.to_string()))?;
            formula::number(&text, lookup).filter(|number| *number > 0.0)
        };
        let template = action.get("measureTemplate");
        let size = number(&template.get("size"));
        let stated: Vec<&str> = ["area", "spellArea"]
            .into_iter()
            .flat_map(|key| [action.get(key).text(), item.inner.get(key).text()])
            .flatten()
            .collect();
        let stated = stated.join(", ").to_lowercase();
        let words = Words::of(&stated);
        let feet = number(&action.down("range.value"));
        let shape = match template.get("type").text().unwrap_or_default() {
            "cone" => Some(CONE),
            "ray" => Some(LINE),
            "circle" => {
                let named = shape_in(words.slice(0, words.len()));
                let passive = action.down("activation.type").text() == Some("passive");
                let usual = if passive { EMANATION } else { BURST };
                named.filter(|shape| ![CONE, LINE].contains(shape)).or(Some(usual))
            }
            _ => None,
        };
        let measured = shape.zip(size);
        let measured = measured.map(|(shape, size)| Area { shape, squares: squares(size) });
        // `Cone-shaped burst` with a range of 60 feet is a cone of 60 feet.
        let shaped = || {
            let shape = ["cone", "line"].into_iter().find(|shape| words.has(shape))?;
            let shape = if shape == "cone" { CONE } else { LINE };
            Some(Area { shape, squares: squares(feet?) })
        };
        let area = measured.or_else(|| in_words(&words)).or_else(shaped);
        let target = action.down("target.value").text().unwrap_or_default().to_lowercase();
        let own = ["centered on you", "centered on self", "self", "you"];
        let centered = |text: &str| own.iter().any(|words| text.contains(words));
        let units = action.down("range.units").text().unwrap_or_default();
        let level = f64::from(caster);
        let range = match units {
            "ft" => feet.or(Some(0.0)),
            "close" => Some(25.0 + 5.0 * (level / 2.0).floor()),
            "medium" => Some(100.0 + 10.0 * level),
            "long" => Some(400.0 + 40.0 * level),
            "personal" => Some(0.0),
            "mi" => feet.map(|miles| miles * 5280.0),
            "unlimited" => Some(f64::INFINITY),
            _ => None,
        };
        let range = range.map(squares);
        let touch = ["touch", "melee", "reach"].contains(&units);
        let range = if touch { Some(self.natural_reach().max(1)) } else { range };
        match area {
            Some(area) if area.begins_at_self() => Reach { area: Some(area), range: Some(0) },
            Some(_) if centered(&target) || centered(&stated) => Reach { area, range: Some(0) },
            None if range == Some(0) => Reach { area: None, range: None },
            _ => Reach { area, range },
        }
    }
}
