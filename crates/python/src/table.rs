//! The Python class `Table`: an encounter with its history, by names. It returns JSON, which the
//! class `turnwright.Engine` converts to objects.

use kernel::{Command, Decision, Declaration, NOBODY, Square, State, iter_bits};
use pyo3::prelude::*;
use rules::{Compiled, square};
use serde_json::{Value, json};
use sim::judge::judge_line;
use sim::menu::{self, Choice};
use sim::origin::Origin;
use sim::record::{Carry, Record};
use sim::session::Session;
use sim::submit::{Refused, submit};
use sim::{language, render, show};

use crate::problem::{Problem, explanation};
use crate::source::{Changes, Described, Named, origin};

/// Maximum number of answers and rolls in a row, after which settling gives up.
const SETTLED_MAX: u32 = 10_000;

/// A fight at the table.
#[pyclass(name = "Table", module = "turnwright._engine")]
pub(crate) struct PyTable {
    session: Session,
    origin: Origin,
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (fight, seed=None))]
    fn new(py: Python<'_>, fight: Described, seed: Option<u64>) -> PyResult<PyTable> {
        let begun = py.detach(|| -> Result<PyTable, Problem> {
            let origin = fight.origin()?;
            let compiled = origin.compile()?;
            if compiled.names.combatants.is_empty() {
                let problem = Problem::new("nobody", "Nobody takes part in this encounter.");
                return Err(problem.hint("It needs at least one [[combatant]]."));
            }
            let own = sim::examples::encounter_in(&origin.encounter.text);
            let own = own.and_then(|encounter| encounter.seed.map(|seed| *seed));
            let session = Session::new(compiled, seed.or(own).unwrap_or(1));
            Ok(PyTable { session, origin })
        });
        Ok(begun?)
    }

    /// Replays a saved game to the point that it was saved at.
    #[staticmethod]
    fn from_log(py: Python<'_>, text: String) -> PyResult<PyTable> {
        let read = py.detach(|| -> Result<PyTable, Problem> {
            let session = Record::parse("log", &text)?.replay(None)?;
            let origin = origin(&Named::Log(text), &Changes::default())?;
            Ok(PyTable { session, origin })
        });
        Ok(read?)
    }

    /// Returns the game as text, with its ruleset and all branches.
    fn log(&self) -> String {
        Record::of(&self.session, &self.origin, Carry::Ruleset).to_string()
    }

    /// Gives a command. Returns the events that follow.
    fn apply(&mut self, line: &str) -> PyResult<String> {
        let from = submit(&mut self.session, line).map_err(|refused| match refused {
            Refused::Line(error) => Problem::from(error),
            Refused::Denied(denial) => {
                let (compiled, state) = (self.session.compiled(), self.session.state());
                Problem::denied(&render::denial(compiled, state, &denial))
            }
        })?;
        Ok(self.events_behind(from).to_string())
    }

    /// Rolls the awaited dice. Returns the events.
    fn roll(&mut self) -> PyResult<String> {
        let from = self.session.position();
        match self.session.roll() {
            Some(Ok(_)) => Ok(self.events_behind(from).to_string()),
            Some(Err(denial)) => {
                let (compiled, state) = (self.session.compiled(), self.session.state());
                Err(Problem::denied(&render::denial(compiled, state, &denial)).into())
            }
            None => Err(Problem::new("no-dice", "No dice are waited for.").into()),
        }
    }

    /// Rolls dice and answers questions by default until there is a choice. Returns the events.
    fn settle(&mut self) -> PyResult<String> {
        let from = self.session.position();
        for _ in 0..SETTLED_MAX {
            let given = match self.session.state().decision {
                Decision::Roll(..) => self.session.roll().is_some_and(|rolled| rolled.is_ok()),
                Decision::Rule(ruling, _) => {
                    let default = self.compiled().game.rulings[ruling.index()].default;
                    self.session.give(Command::Rule(default), None).is_ok()
                }
                _ => return Ok(self.events_behind(from).to_string()),
            };
            if !given {
                break;
            }
        }
        Err(Problem::new("no-rest", "The encounter doesn't come to a choice.").into())
    }

    /// Undoes up to `count` commands. Returns how many.
    fn undo(&mut self, count: usize) -> usize {
        self.session.undo(count)
    }

    /// Redoes up to `count` commands. Returns how many.
    fn redo(&mut self, count: usize) -> usize {
        self.session.redo(count)
    }

    /// Returns all events up to the current point.
    fn events(&self) -> String {
        let path = self.session.path();
        path.into_iter().flat_map(|point| self.lines(point)).collect::<Value>().to_string()
    }

    /// Returns everything that is legal now.
    fn legal(&self) -> String {
        let all = menu::legal(self.compiled(), self.session.state());
        all.iter().map(|choice| self.choice(choice)).collect::<Value>().to_string()
    }

    /// Returns the activities that a combatant can't do now, with the reasons.
    fn denied(&self, who: &str) -> PyResult<String> {
        let compiled = self.compiled();
        let state = self.session.state();
        let who = language::combatant(compiled, who).map_err(Problem::from)?;
        let all = menu::denied(compiled, state, who);
        let one = |(activity, denial): &(kernel::ActivityId, kernel::Denial)| {
            let reasons = render::denial(compiled, state, denial);
            json!({
                "activity": show::activity(compiled, *activity),
                "label": compiled.names.activities[activity.index()].label,
                "reasons": reasons.iter().map(explanation).collect::<Value>(),
            })
        };
        Ok(all.iter().map(one).collect::<Value>().to_string())
    }

    /// Judges a command without giving it.
    fn judge(&self, line: &str) -> PyResult<String> {
        let verdict = judge_line(&self.session, line).map_err(Problem::from)?;
        let compiled = self.compiled();
        let payments = verdict.actor.map(|who| show::payments(compiled, who, &verdict.payments));
        Ok(json!({
            "legal": verdict.is_legal(),
            "reasons": verdict.reasons.iter().map(explanation).collect::<Value>(),
            "warnings": verdict.warnings.iter().map(explanation).collect::<Value>(),
            "payments": payments.unwrap_or_default(),
        })
        .to_string())
    }

    /// Returns the current state of the encounter.
    fn to_json(&self) -> String {
        let (compiled, state) = (self.compiled(), self.session.state());
        let names = &compiled.names;
        let combatant = |at: usize, name: &String| -> Value {
            let who = kernel::CombatantId(at as u8);
            let combatant = state.combatant(who);
            let square = combatant.square;
            let numbers = names.attributes.iter().enumerate();
            let numbers = numbers
                .filter(|(_, one)| !one.hidden && !one.fixed)
                .map(|(at, one)| (one.name.clone(), json!(combatant.attributes[at])));
            json!({
                "name": name,
                "present": state.everybody() >> at & 1 == 1,
                "side": names.sides[combatant.side().index()],
                "able": combatant.conditions & compiled.game.out == 0,
                "square": square.is_somewhere().then(|| square::print(square)),
                "attributes": numbers.collect::<serde_json::Map<String, Value>>(),
                "tokens": tokens(compiled, state, who),
                "conditions": show::conditions(compiled, state, who),
            })
        };
        let all = names.combatants.iter().enumerate().map(|(at, name)| combatant(at, name));
        json!({
            "ruleset": names.ruleset,
            "commands": self.session.path().len() - 1,
            "decision": self.decision(),
            "place": show::place(compiled, state),
            "turn": show::turn(compiled, state.clock.current),
            "combatants": all.collect::<Vec<Value>>(),
        })
        .to_string()
    }
}

impl PyTable {
    fn compiled(&self) -> &Compiled {
        self.session.compiled()
    }

    fn decision(&self) -> Value {
        let (compiled, state) = (self.compiled(), self.session.state());
        let name = |who| show::combatant(compiled, who);
        let (kind, answers): (&str, Vec<String>) = match state.decision {
            Decision::NotStarted => ("begin", Vec::new()),
            Decision::Act(_) => ("act", Vec::new()),
            Decision::Answer(_) => ("answer", Vec::new()),
            Decision::Offer(..) => ("offer", Vec::new()),
            Decision::DeclareSecretly(_) => ("secret", Vec::new()),
            Decision::Roll(..) => ("dice", Vec::new()),
            Decision::Rule(ruling, _) => {
                ("ruling", compiled.names.rulings[ruling.index()].answers.clone())
            }
            Decision::Finished => ("over", Vec::new()),
        };
        let asked: Vec<&str> =
            iter_bits(state.decision.asked() & state.everybody()).map(name).collect();
        let about = match state.decision {
            Decision::Roll(_, who) | Decision::Rule(_, who) if who != NOBODY => Some(name(who)),
            _ => None,
        };
        let text = show::decision(compiled, state);
        json!({ "kind": kind, "text": text, "asked": asked, "about": about, "answers": answers })
    }

    fn choice(&self, choice: &Choice) -> Value {
        let (compiled, state) = (self.compiled(), self.session.state());
        let names = &compiled.names;
        let activity = &names.activities[choice.activity.index()];
        let first = Declaration {
            target: iter_bits(choice.targets)
                .next()
                .filter(|_| !choice.untargeted)
                .unwrap_or(NOBODY),
            square: choice.squares.first().copied().unwrap_or(Square::NOWHERE),
            ..Declaration::new(choice.who, choice.activity)
        };
        json!({
            "who": show::combatant(compiled, choice.who),
            "activity": activity.name,
            "label": activity.label,
            "targets": iter_bits(choice.targets)
                .map(|who| show::combatant(compiled, who))
                .collect::<Vec<_>>(),
            "untargeted": choice.untargeted,
            "squares": choice.squares.iter().map(|one| square::print(*one)).collect::<Vec<_>>(),
            "payments": choice.ways(compiled),
            "number": choice.range.map(|range| json!([range.min, range.max])),
            "number_text": choice.number(compiled),
            "command": language::print(compiled, state, &Command::Declare(first)),
        })
    }

    /// Returns the events of all points after an earlier one.
    fn events_behind(&self, from: usize) -> Value {
        let path = self.session.path();
        let behind = path.into_iter().skip_while(|point| *point != from).skip(1);
        behind.flat_map(|point| self.lines(point)).collect()
    }

    fn lines(&self, point: usize) -> Vec<Value> {
        let lines = render::point(self.compiled(), &self.session.points()[point]);
        let line = |line: &render::Line| {
            let render::Line { text, because, story, .. } = line;
            json!({ "text": text, "because": because, "story": story })
        };
        lines.iter().map(line).collect()
    }
}

/// Returns the tokens of a combatant, by kind.
fn tokens(compiled: &Compiled, state: &State, who: kernel::CombatantId) -> Value {
    let lanes = &compiled.game.sheets[who.index()].lanes;
    let kind = |lane: usize| compiled.names.kinds[lanes[lane].kind.index()].clone();
    let held = state.combatant(who).purse.lanes().map(|(lane, amount)| (kind(lane), json!(amount)));
    Value::Object(held.collect())
}
