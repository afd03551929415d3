//! Translates a role's command for the engine, and refuses commands that the role may not give.

use std::sync::Arc;

use kernel::{
    CombatantId, CombatantSet, Command as Kernel, Decision, Declaration, NOBODY, Pay, RuleId,
    Square, bit, iter_bits,
};
use rules::Compiled;
use rules::number::scaled;
use rules::square;
use sim::language::{self, LanguageError, Scene};
use sim::session::Remarks;
use sim::{typed_dice, walk};

use super::live::{Live, TEXT_MAX, own_activity, unknown_combatant};
use crate::eyes::Eyes;
use crate::failure::Failure;
use crate::wire::{Answer, Command, DialSetting, ProblemCode};

/// Translated command, ready to be carried out.
#[expect(clippy::large_enum_variant, reason = "a command is moved once and never kept")]
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// Gives one command, with the words and the remark of its declaration.
    Give(Kernel, Remarks),
    /// Gives several commands one after the other until something interrupts them. The first
    /// command carries the words and the remark.
    Way(Vec<Kernel>, Remarks),
    /// Rolls the awaited dice on the server.
    Roll,
    /// Notes that these combatants are done with their turn.
    Done(CombatantSet),
    /// Sets whether windows prompt a combatant for an activity, or answer with it automatically.
    Policy(CombatantId, kernel::ActivityId, Answer),
}

/// Translates a command. Fails if the command cannot be read or the role may not give it.
pub(super) fn plan(live: &mut Live, eyes: &Eyes, command: &Command) -> Result<Plan, Failure> {
    let reader = Reader { names: names_for(live, eyes), live, eyes };
    reader.plan(command)
}

/// Checks whether the dice of a command are hidden from players: a game master asked for that, or
/// the table hides them.
pub(super) fn hides_dice(live: &Live, eyes: &Eyes, command: &Command) -> bool {
    let asked = matches!(command, Command::Roll { hidden: true, .. });
    eyes.master && asked || dice_are_hidden(live)
}

/// Checks whether the table hides the awaited dice: they are for a hidden combatant or for a card
/// that not everyone sees, or the table hides rolls of combatants without a seat.
pub(super) fn dice_are_hidden(live: &Live) -> bool {
    let Decision::Roll(_, who) = live.session.state().decision else { return false };
    let seated = live.seats.iter().any(|seat| seat.combatants.contains(&live.name(who)));
    let draws = sim::cards::is_drawn_unseen(live.compiled(), live.session.state());
    live.tabled.table.hidden_rolls && !seated || live.tabled.is_hidden(who) || draws
}

/// Returns the game with the names that a role may know. Names of hidden combatants are replaced by
/// names that nobody can type.
fn names_for(live: &mut Live, eyes: &Eyes) -> Arc<Compiled> {
    if eyes.master || live.tabled.hidden == 0 {
        return live.compiled().clone();
    }
    if let Some(masked) = &live.masked {
        return masked.clone();
    }
    let mut masked = Compiled::clone(live.compiled());
    for who in iter_bits(live.tabled.hidden) {
        // Commands may not contain control characters, so nobody can type this name.
        masked.names.combatants[who.index()] = format!("\u{1}{}", who.0);
    }
    live.masked.insert(Arc::new(masked)).clone()
}

struct Reader<'l> {
    live: &'l Live,
    names: Arc<Compiled>,
    eyes: &'l Eyes,
}

impl Reader<'_> {
    fn plan(&self, command: &Command) -> Result<Plan, Failure> {
        let plan = match command {
            Command::Text { text } => return self.text(text),
            Command::Declare { force, because, words, .. } => {
                let (declare, squares) = self.declare(command)?;
                let words = language::checked(words.as_deref().unwrap_or_default());
                let words = Some(words.map_err(not_understood)?).filter(|words| !words.is_empty());
                match force {
                    true => {
                        let note = remark(because.as_deref())?;
                        Plan::Give(Kernel::Force(declare), Remarks { words, note })
                    }
                    false => {
                        let way = walk::along(&self.live.session, declare, &squares);
                        let said = Remarks { words, note: None };
                        one_or_way(way.map_err(not_understood)?, said)?
                    }
                }
            }
            Command::Master { .. } => silent(self.master(command)?),
            Command::Pass { who: Some(who) } => silent(Kernel::Pass(self.combatant(who)?)),
            Command::Pass { who: None } => silent(Kernel::PassAll),
            Command::End {} => silent(Kernel::EndTurn),
            Command::Rule { answer } => silent(self.rule(answer)?),
            Command::Roll { faces: None, .. } => Plan::Roll,
            Command::Roll { faces: Some(faces), .. } => {
                let faces =
                    typed_dice::faces(self.live.compiled(), self.live.session.state(), faces);
                let faces = faces.ok_or_else(|| {
                    let message = "at most 120 dice can be given, none above 65535";
                    Failure::new(ProblemCode::Conflict, message)
                })?;
                silent(Kernel::Roll(faces))
            }
            Command::Together { who } => {
                let who: Result<Vec<_>, _> = who.iter().map(|name| self.combatant(name)).collect();
                let mask = who?.into_iter().fold(0, |mask, who| mask | bit(who));
                silent(Kernel::DeclareSecretly(mask))
            }
            Command::Dial { rule, setting } => silent(self.dial(rule, *setting)?),
            Command::Policy { who, activity, answer } => {
                let who = self.combatant(who)?;
                Plan::Policy(who, own_activity(&self.names, who, activity)?, *answer)
            }
            Command::Finish {} => silent(Kernel::Finish),
        };
        self.permitted(plan)
    }

    fn text(&self, text: &str) -> Result<Plan, Failure> {
        let text = text.trim();
        if text.chars().count() > TEXT_MAX || text.chars().any(char::is_control) {
            let message = format!("a command is one line of at most {TEXT_MAX} letters");
            return Err(Failure::invalid(message));
        }
        if text == "roll" {
            return self.permitted(Plan::Roll);
        }
        let said = language::remarks(text).map_err(not_understood)?;
        let scene = Scene::in_words_of(&self.live.session, &self.names);
        let commands = walk::commands_in(&self.live.session, scene, text);
        self.permitted(one_or_way(commands.map_err(not_understood)?, said)?)
    }

    /// Returns the plan if the role may carry it out. A seat's end of turn becomes [`Plan::Done`].
    fn permitted(&self, plan: Plan) -> Result<Plan, Failure> {
        if self.eyes.master {
            return Ok(plan);
        }
        let state = self.live.session.state();
        let may = match &plan {
            Plan::Give(Kernel::Declare(declare), _) => self.may_declare(declare),
            Plan::Way(way, _) => way.iter().all(|one| match one {
                Kernel::Declare(declare) => self.may_declare(declare),
                _ => false,
            }),
            Plan::Give(Kernel::Pass(who) | Kernel::SetPrompting(who, ..), _)
            | Plan::Policy(who, ..) => self.owns(bit(*who)),
            Plan::Give(Kernel::DeclareSecretly(mask), _) => self.owns(*mask),
            Plan::Give(Kernel::PassAll, _) => self.owns(state.decision.asked()),
            Plan::Give(Kernel::EndTurn, _) => {
                let own = state.decision.asked() & self.own();
                let acting = matches!(state.decision, Decision::Act(_)) && own != 0;
                return match acting {
                    true => Ok(Plan::Done(own)),
                    false => Err(not_yours("it is not your turn")),
                };
            }
            Plan::Give(Kernel::Roll(_), _) | Plan::Roll => match state.decision {
                Decision::Roll(_, who) if who != NOBODY => self.owns(bit(who)),
                _ => false,
            },
            _ => false,
        };
        match may {
            true => Ok(plan),
            false => Err(not_yours("this key may not do that")),
        }
    }

    fn may_declare(&self, declare: &Declaration) -> bool {
        let activity = &self.names.game.activities[declare.activity.index()];
        !activity.by_game_master && self.owns(bit(declare.actor))
    }

    fn own(&self) -> CombatantSet {
        let names = self.names.names.combatants.iter().enumerate();
        let own = names.filter(|(_, name)| self.eyes.owns(name));
        own.fold(0, |mask, (at, _)| mask | 1 << at)
    }

    /// Checks whether the role acts for every combatant of a set. False for an empty set.
    fn owns(&self, mask: CombatantSet) -> bool {
        mask != 0 && mask & !self.own() == 0
    }

    fn combatant(&self, name: &str) -> Result<CombatantId, Failure> {
        let found = self.names.names.combatants.iter().position(|known| known == name);
        found.map(|at| CombatantId(at as u8)).ok_or_else(|| unknown_combatant(name))
    }

    fn declare(&self, command: &Command) -> Result<(Declaration, Vec<Square>), Failure> {
        let Command::Declare { actor, activity, target, squares, number, pay, words, .. } = command
        else {
            return Err(Failure::invalid("that declares nothing"));
        };
        let actor = self.combatant(actor)?;
        let activity = match own_activity(&self.names, actor, activity) {
            Ok(own) => own,
            // An activity of another combatant is accepted here; the engine denies it with a
            // reason.
            Err(failure) => {
                let names = &self.names.names;
                let peoples =
                    |id: &kernel::ActivityId| !names.activities[id.index()].by_game_master;
                names.activity(activity).filter(peoples).ok_or(failure)?
            }
        };
        let mut declare = Declaration::new(actor, activity);
        if let Some(target) = target {
            declare.target = self.combatant(target)?;
        }
        declare.argument = self.number(activity, number.as_deref())?;
        let words = words.as_deref().filter(|words| !words.trim().is_empty());
        language::mark_wordless(&self.names, &mut declare, words);
        if let Some(pay) = pay {
            let nth = pay.checked_sub(1).and_then(|nth| u8::try_from(nth).ok());
            let nth = nth.ok_or_else(|| Failure::invalid("payments are numbered from 1 to 256"))?;
            declare.pay = Pay::Nth(nth);
        }
        let squares: Vec<Square> =
            squares.iter().map(|name| square_called(name)).collect::<Result<_, _>>()?;
        if let Some(last) = squares.last() {
            declare.square = *last;
        }
        Ok((declare, squares))
    }

    fn number(
        &self,
        activity: kernel::ActivityId,
        number: Option<&str>,
    ) -> Result<Option<i32>, Failure> {
        let Some(number) = number else { return Ok(None) };
        let scale = self.names.names.activities[activity.index()].scale;
        match scaled(number, scale) {
            Some(value) => Ok(Some(i32::from(value))),
            None => Err(Failure::invalid(format!("`{number}` is no number that can be used here"))),
        }
    }

    fn master(&self, command: &Command) -> Result<Kernel, Failure> {
        let Command::Master { activity, about, by, square, number } = command else {
            return Err(Failure::invalid("that is nothing for the game master"));
        };
        let all = &self.names.names.activities;
        let found = all.iter().position(|one| one.by_game_master && one.name == *activity);
        let found = found.ok_or_else(|| {
            let message = format!("the game master has no activity called `{activity}`");
            Failure::new(ProblemCode::NotFound, message)
        })?;
        let activity = kernel::ActivityId(found as u16);
        let mut declare = Declaration::new(self.combatant(about)?, activity);
        if let Some(by) = by {
            declare.target = self.combatant(by)?;
        }
        if let Some(square) = square {
            declare.square = square_called(square)?;
        }
        declare.argument = self.number(activity, number.as_deref())?;
        Ok(Kernel::Declare(declare))
    }

    fn rule(&self, answer: &str) -> Result<Kernel, Failure> {
        let Decision::Rule(ruling, _) = self.live.session.state().decision else {
            return Err(Failure::new(ProblemCode::Conflict, "no ruling is asked for now"));
        };
        let answers = &self.names.names.rulings[ruling.index()].answers;
        match answers.iter().position(|one| one == answer) {
            Some(at) => Ok(Kernel::Rule(at as u8)),
            None => {
                Err(Failure::new(ProblemCode::NotFound, format!("there is no answer `{answer}`"))
                    .help(format!("the answers are {}", answers.join(", "))))
            }
        }
    }

    fn dial(&self, rule: &str, setting: DialSetting) -> Result<Kernel, Failure> {
        let found = self.names.names.rules.iter().position(|one| one.id == rule);
        let found = found.ok_or_else(|| Failure::not_found("rule"))?;
        let setting = match setting {
            DialSetting::Forbid => kernel::Enforcement::Enforced,
            DialSetting::Warn => kernel::Enforcement::WarnOnly,
            DialSetting::Off => kernel::Enforcement::Off,
        };
        Ok(Kernel::SetEnforcement(RuleId(found as u16), setting))
    }
}

fn square_called(name: &str) -> Result<Square, Failure> {
    let found = square::parse(name);
    found.ok_or_else(|| Failure::invalid(format!("`{name}` is no square")))
}

/// Returns a plan that gives a command without words or a remark.
fn silent(command: Kernel) -> Plan {
    Plan::Give(command, Remarks::default())
}

fn one_or_way(mut commands: Vec<Kernel>, said: Remarks) -> Result<Plan, Failure> {
    match commands.len() {
        1 => {
            let only = commands.pop().ok_or_else(|| not_understood(LanguageError::nothing()))?;
            Ok(Plan::Give(only, said))
        }
        0 => Err(not_understood(LanguageError::nothing())),
        _ => Ok(Plan::Way(commands, said)),
    }
}

fn not_understood(error: LanguageError) -> Failure {
    let failure = Failure::invalid(error.message);
    match error.help {
        Some(help) => failure.help(help),
        None => failure,
    }
}

fn not_yours(message: &str) -> Failure {
    Failure::forbidden(message)
}

fn remark(because: Option<&str>) -> Result<Option<String>, Failure> {
    let Some(because) = because.map(str::trim).filter(|because| !because.is_empty()) else {
        return Ok(None);
    };
    if because.chars().count() > TEXT_MAX || because.chars().any(|c| c.is_control() && c != '\n') {
        return Err(Failure::invalid(format!("a remark has at most {TEXT_MAX} letters")));
    }
    Ok(Some(because.to_owned()))
}
