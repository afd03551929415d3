//! Observations: a state as a row of numbers, the same columns in every fight of one encounter.

use kernel::{Combatant, CombatantId, Decision, NO_ACTIVITY, NOBODY, State, bit};
use rules::Compiled;

/// The columns about the encounter as a whole.
const GENERAL: [&str; 7] =
    ["side", "decision", "round", "stack depth", "stack activity", "stack actor", "stack target"];
/// The columns about each combatant, before its numbers, tokens and conditions.
const PERSONAL: [&str; 6] = ["asked", "present", "side", "able", "column", "row"];

/// The columns of the observations of one encounter.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// Conditions that come and go.
    conditions: Vec<u8>,
    attributes: usize,
    variables: usize,
    /// Lanes of the purse of each combatant.
    lanes: Vec<usize>,
    round: usize,
    out: u64,
    count: usize,
}

impl Columns {
    /// Finds the columns of an encounter.
    pub(crate) fn new(compiled: &Compiled) -> Columns {
        let (names, game) = (&compiled.names, &compiled.game);
        let conditions = names.conditions.iter().enumerate().filter(|(_, one)| !one.fixed);
        let conditions: Vec<u8> = conditions.map(|(at, _)| at as u8).collect();
        let attributes = names.attributes.iter().filter(|one| !one.fixed).count();
        let lanes: Vec<usize> = game.sheets.iter().map(|sheet| sheet.lanes.len()).collect();
        let variables = names.variables.len();
        let each = PERSONAL.len() + attributes + conditions.len();
        let count =
            GENERAL.len() + variables + lanes.iter().map(|lanes| each + lanes).sum::<usize>();
        let round = names.spans.iter().position(|span| span == "round");
        let round = round.or(names.spans.len().checked_sub(2)).unwrap_or(0);
        Columns { conditions, attributes, variables, lanes, round, out: game.out, count }
    }

    /// Returns how many columns there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Names the columns, in order.
    pub(crate) fn names(&self, compiled: &Compiled) -> Vec<String> {
        let names = &compiled.names;
        let mut all: Vec<String> = GENERAL.iter().map(|name| (*name).to_owned()).collect();
        all.extend(names.variables.iter().cloned());
        for (who, sheet) in names.combatants.iter().zip(&compiled.game.sheets) {
            let attributes = names.attributes.iter().filter(|one| !one.fixed);
            let lanes = sheet.lanes.iter().map(|lane| names.kinds[lane.kind.index()].as_str());
            let conditions = self.conditions.iter().map(|at| &names.conditions[usize::from(*at)]);
            let personal = PERSONAL.into_iter();
            let personal = personal.chain(attributes.map(|one| one.name.as_str()));
            let personal = personal.chain(lanes).chain(conditions.map(|one| one.name.as_str()));
            all.extend(personal.map(|name| format!("{who}: {name}")));
        }
        all
    }

    /// Writes a row. `side` is the index of the side to move, -1 for none. `seen` are the
    /// combatants that the row already shows.
    pub(crate) fn write(
        &self,
        state: &State,
        side: i8,
        seen: &mut [Option<Combatant>],
        row: &mut [i16],
    ) {
        let top = state.stack.iter().rev().find(|frame| frame.activity != NO_ACTIVITY);
        let who = |id: CombatantId| if id == NOBODY { -1 } else { i16::from(id.0) };
        let (general, mut rest) = row.split_at_mut(GENERAL.len());
        general.copy_from_slice(&[
            side.into(),
            kind(state.decision),
            state.clock.numbers[self.round] as i16,
            state.depth() as i16,
            top.map_or(-1, |frame| frame.activity.0 as i16),
            top.map_or(-1, |frame| who(frame.actor)),
            top.map_or(-1, |frame| who(frame.target)),
        ]);
        let mut next = |count: usize| {
            let (here, behind) = std::mem::take(&mut rest).split_at_mut(count);
            rest = behind;
            here
        };
        next(self.variables).copy_from_slice(&state.variables[..self.variables]);
        let (everybody, asked) = (state.everybody(), state.decision.asked());
        for (at, combatant) in state.combatants.iter().enumerate() {
            let own = bit(CombatantId(at as u8));
            let personal = next(PERSONAL.len());
            let rest = next(self.attributes + self.lanes[at] + self.conditions.len());
            personal[0] = i16::from(asked & own != 0);
            if seen[at].as_ref() == Some(combatant) {
                continue;
            }
            seen[at] = Some(*combatant);
            let square = combatant.square;
            let (column, line) = match square.is_somewhere() {
                true => (i16::from(square.x), i16::from(square.y)),
                false => (-1, -1),
            };
            personal[1..].copy_from_slice(&[
                i16::from(everybody & own != 0),
                i16::from(combatant.side().0),
                i16::from(combatant.conditions & self.out == 0),
                column,
                line,
            ]);
            let (attributes, rest) = rest.split_at_mut(self.attributes);
            attributes.copy_from_slice(&combatant.attributes[..self.attributes]);
            let (lanes, conditions) = rest.split_at_mut(self.lanes[at]);
            for (lane, column) in lanes.iter_mut().enumerate() {
                *column = combatant.purse.get(lane) as i16;
            }
            for (column, condition) in conditions.iter_mut().zip(&self.conditions) {
                *column = (combatant.conditions >> condition & 1) as i16;
            }
        }
    }
}

/// Returns the number of the kind of a decision.
fn kind(decision: Decision) -> i16 {
    match decision {
        Decision::NotStarted => 0,
        Decision::Act(_) => 1,
        Decision::Answer(_) => 2,
        Decision::Offer(..) => 3,
        Decision::DeclareSecretly(_) => 4,
        Decision::Roll(..) => 5,
        Decision::Rule(..) => 6,
        Decision::Finished => 7,
    }
}
