//! Questions about the open parts of a declaration, and the lines that answer them.

use kernel::{CardId, CombatantId, Command, Decision, Declaration, Pay, View, iter_bits};
use rules::number::{scaled, shown};
use serde_json::json;
use sim::menu::Range;
use sim::session::Remarks;
use sim::{cards, language, show};

use super::Table;
use crate::commands::play::reply::Reply;
use crate::judge;
use crate::menu::{self, Choice};

/// A declaration with an open question.
#[derive(Clone, Debug)]
pub(super) struct Open {
    declare: Declaration,
    words: Option<String>,
    question: Question,
}

#[derive(Clone, Debug)]
enum Question {
    /// One of these targets.
    Target(Vec<CombatantId>),
    /// One of these cards; the first by default.
    Card(Vec<CardId>),
    /// A number in this range; the greatest by default.
    Number(i32, i32),
    /// One of this many payments; the first by default.
    Payment(usize),
}

impl Table {
    /// Gives a declaration, or first asks for an open target or payment.
    pub(super) fn declare(&mut self, mut declare: Declaration, words: Option<String>) -> Reply {
        language::mark_wordless(self.compiled(), &mut declare, words.as_deref());
        if judge::lacks_target(self.compiled(), &declare) {
            let legal = menu::legal(self.compiled(), self.session.state());
            let same = |choice: &&Choice| {
                choice.who == declare.actor && choice.activity == declare.activity
            };
            let mask = legal.iter().find(same).map_or(0, |choice| choice.targets);
            let targets: Vec<CombatantId> = iter_bits(mask).collect();
            match targets.as_slice() {
                [] => {}
                [only] => return self.declare(Declaration { target: *only, ..declare }, words),
                _ => return self.ask(declare, words, Question::Target(targets)),
            }
        }
        let view = View { game: &self.compiled().game, state: self.session.state() };
        // A declaration that is denied anyway needs no choice of payment.
        if declare.pay == Pay::Cheapest && view.why_not(&declare).is_none() {
            let ways = judge::payments(&self.session, &declare).len();
            if ways > 1 {
                return self.ask(declare, words, Question::Payment(ways));
            }
        }
        self.give(Command::Declare(declare), Remarks { words, note: None })
    }

    fn ask(&mut self, declare: Declaration, words: Option<String>, question: Question) -> Reply {
        let compiled = self.compiled();
        let activity = show::activity(compiled, declare.activity);
        let numbered = |items: Vec<String>| -> String {
            let items = items.iter().enumerate();
            items.map(|(at, item)| format!("\n  {} {item}", at + 1)).collect()
        };
        let (text, items) = match &question {
            Question::Target(targets) => {
                let names: Vec<String> =
                    targets.iter().map(|who| show::combatant(compiled, *who).to_owned()).collect();
                (format!("{activity}: which target?{}", numbered(names.clone())), names)
            }
            Question::Card(cards) => {
                let name = &compiled.names.activities[declare.activity.index()];
                let what = name.argument.as_deref().unwrap_or("card");
                let described: Vec<String> =
                    cards.iter().map(|card| cards::described(compiled, *card)).collect();
                let listed = numbered(described.clone());
                (format!("{activity}: which {what}? Enter = the first{listed}"), described)
            }
            Question::Number(min, max) => {
                let name = &compiled.names.activities[declare.activity.index()];
                let what = name.argument.as_deref().unwrap_or("number");
                let (min, max) = (shown(*min, name.scale), shown(*max, name.scale));
                (format!("{activity}: {what} from {min} to {max}? Enter = {max}"), vec![min, max])
            }
            Question::Payment(_) => {
                let ways = judge::payments(&self.session, &declare);
                let ways = show::payments(compiled, declare.actor, &ways);
                let listed = numbered(ways.clone());
                (format!("{activity}: how do you pay? Enter = the cheapest{listed}"), ways)
            }
        };
        let text = self.paint.ask(text.split('\n').next().unwrap_or_default())
            + text.find('\n').map_or("", |at| &text[at..]);
        self.open = Some(Open { declare, words, question });
        Reply::told("asks", text, json!(items))
    }

    /// Handles a line as the answer to an open question. Returns `None` if it is not an answer.
    pub(super) fn settle(&mut self, open: &Open, line: &str) -> Option<Reply> {
        let declare = open.declare;
        let nth = |count: usize| {
            let nth = line.parse::<usize>().ok()?.checked_sub(1)?;
            (nth < count).then_some(nth)
        };
        let declare = match &open.question {
            Question::Target(targets) => {
                Declaration { target: targets[nth(targets.len())?], ..declare }
            }
            Question::Card(cards) => {
                let compiled = self.compiled();
                let named = || cards.iter().position(|one| cards::is_called(compiled, *one, line));
                let at = if line.is_empty() { 0 } else { nth(cards.len()).or_else(named)? };
                Declaration { argument: Some(cards[at].number()), ..declare }
            }
            Question::Number(min, max) => {
                let scale = self.compiled().names.activities[declare.activity.index()].scale;
                let number = if line.is_empty() { *max } else { scaled(line, scale)?.into() };
                let argument = (*min..=*max).contains(&number).then_some(number)?;
                Declaration { argument: Some(argument), ..declare }
            }
            Question::Payment(count) => {
                let nth = if line.is_empty() { 0 } else { nth(*count)? };
                let command = Command::Declare(Declaration { pay: Pay::Nth(nth as u8), ..declare });
                let said = Remarks { words: open.words.clone(), note: None };
                return Some(self.give(command, said));
            }
        };
        Some(self.declare(declare, open.words.clone()))
    }

    /// Handles a typed number: a face of a die, an answer to a question, or a listed choice.
    pub(super) fn number(&mut self, number: usize) -> Reply {
        match self.session.state().decision {
            Decision::Roll(..) => return self.command(&format!("roll {number}")),
            Decision::Rule(ruling, _) => {
                let answers = &self.compiled().names.rulings[ruling.index()].answers;
                if let Some(answer) = number.checked_sub(1).and_then(|nth| answers.get(nth)) {
                    return self.command(&format!("rule {answer}"));
                }
            }
            _ => {}
        }
        let Some(choice) = number.checked_sub(1).and_then(|nth| self.listed.get(nth)) else {
            let message = format!("There's no number {number} here. `a` lists what you can do.");
            return Reply::wrong(message, self.paint);
        };
        let declare = Declaration::new(choice.who, choice.activity);
        match choice.range {
            Some(_) if choice.cards.len() > 1 => {
                self.ask(declare, None, Question::Card(choice.cards.clone()))
            }
            Some(_) if !choice.cards.is_empty() => self.declare(declare, None),
            Some(Range { min, max, .. }) if min < max => {
                self.ask(declare, None, Question::Number(min, max))
            }
            _ => self.declare(declare, None),
        }
    }
}
