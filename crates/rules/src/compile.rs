//! Compiles raw rules and a setup into a game. The compiler looks up every name, types every
//! expression, closes all conversions and reports all problems at once.

mod activities;
mod also;
mod amounts;
mod arguments;
mod attributes;
mod bars;
mod because;
mod board;
mod cards;
mod clock;
mod closure;
mod condition_groups;
mod conversions;
mod counts;
mod dice;
mod effects;
mod exclusions;
mod exprs;
mod fills;
mod form;
mod foundation;
mod grants;
mod grounds;
mod handlers;
mod inputs;
mod limits;
mod lookup;
mod moments;
mod names;
mod obligations;
mod options;
mod prices;
mod protos;
mod recipes;
mod reserved;
mod rulings;
mod sheets;
mod slots;
mod space;
mod texts;
mod tokens;
mod unused;
mod variants;

use std::collections::HashMap;

use kernel::{Game, RuleId, RulesId};

use crate::diagnostic::{FileId, Files, Report};
use crate::dictionary::Dictionary;
use crate::kinds::Kinds;
use crate::names::Names;
use crate::raw;
use crate::setup::Setup;

pub use foundation::Foundation;

/// A game ready to play, and the names of everything in it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The tables.
    pub game: Game,
    /// The names of everything in `game`.
    pub names: Names,
}

/// Compiles rules and a setup into a game; returns a report of all problems if there are errors.
pub fn compile(setup: &Setup) -> Result<(Compiled, Report), (Report, Files)> {
    let mut build = Build::of(setup);
    build.compile_rules();
    build.finish(setup)
}

/// State of the compiler while it builds a game.
#[derive(Clone)]
struct Build<'a> {
    setup: &'a Setup,
    dictionary: Dictionary<'a>,
    /// The value of each option.
    options: Vec<i32>,
    kinds: Kinds,
    game: Game,
    names: Names,
    report: Report,
    rule_lists: HashMap<Vec<RuleId>, RulesId>,
    expressions: HashMap<Vec<kernel::Instr>, kernel::ExprId>,
    /// Names of all sides, those of the ruleset first.
    sides: Vec<String>,
    tokens: tokens::Tokens,
    definitions: Vec<activities::Definition>,
    /// Squares on which a combatant stands already.
    taken: std::collections::BTreeSet<kernel::Square>,
    /// Kinds handed out by the current program.
    handed: Vec<effects::Handed>,
    /// Names of the units of bills, by number.
    unit_names: Vec<prices::UnitName>,
    /// The attribute that says how many squares a combatant covers along each edge, by its place in
    /// the dictionary.
    span: Option<usize>,
    /// Whether some sort of name is declared too often for anything to be compiled.
    overfull: bool,
    /// Keys of slots, by number. The key of an activity's limit contains the rule that declares it.
    slot_keys: Vec<String>,
    /// Kinds that handlers and watches hand out.
    handed_to_all: Vec<crate::kinds::KindName>,
    /// Whether the current activity has no target.
    aimless: bool,
    /// Replacements for some of the actor's numbers and dice in the current variant.
    replaced: std::rc::Rc<variants::Replaced>,
    /// The rules by which conversions may be chained.
    chain_rules: RulesId,
    /// Numbers printed on any card, sorted by name.
    card_numbers: Vec<&'a str>,
    /// Cards that lie somewhere at the start.
    dealt: Vec<cards::Dealt>,
    /// The first of the dice for drawing cards, once any are.
    draw_dice: Option<kernel::DiceId>,
}

/// Position of an element: its rule and its file.
#[derive(Clone, Copy, Debug)]
struct Here {
    owner: usize,
    file: FileId,
}

impl<'a> Build<'a> {
    fn of(setup: &'a Setup) -> Build<'a> {
        let mut report = Report::of(&setup.files);
        let prefix = setup.manifest.prefix.as_str();
        let dictionary = Dictionary::build(&setup.rules, prefix, &mut report);
        Build {
            setup,
            options: Vec::new(),
            kinds: Kinds::new(&dictionary),
            game: Game::default(),
            names: Names::default(),
            report,
            rule_lists: HashMap::new(),
            expressions: HashMap::new(),
            sides: Vec::new(),
            tokens: tokens::Tokens::default(),
            definitions: Vec::new(),
            taken: std::collections::BTreeSet::new(),
            span: None,
            overfull: false,
            handed: Vec::new(),
            handed_to_all: Vec::new(),
            unit_names: Vec::new(),
            slot_keys: Vec::new(),
            aimless: false,
            replaced: std::rc::Rc::default(),
            chain_rules: RulesId(0),
            card_numbers: Vec::new(),
            dealt: Vec::new(),
            draw_dice: None,
            dictionary,
        }
    }

    /// Compiles the rules under the settings of the setup. Reads nothing of the board, and of the
    /// combatants only which of them bring rules along.
    fn compile_rules(&mut self) {
        self.game.rules.push(Vec::new());
        self.rule_lists.insert(Vec::new(), RulesId(0));
        self.overfull = self.has_too_many();
        if self.overfull {
            return;
        }
        self.check_form();
        self.check_names();
        self.build_condition_groups();
        self.read_options();
        self.build_grounds();
        self.build_clock();
        self.build_tokens();
        self.build_space();
        self.build_cards();
        self.build_rulings();
        self.build_activities();
        self.build_also();
        self.build_handlers();
        self.build_obligations();
    }

    /// Adds the board and the combatants of a setup with these rules, and everything that depends
    /// on them.
    fn finish(mut self, setup: &'a Setup) -> Result<(Compiled, Report), (Report, Files)> {
        self.setup = setup;
        self.report.set_files(&setup.files);
        if self.overfull {
            return Err((self.report, setup.files.clone()));
        }
        self.build_board();
        self.build_sheets();
        self.build_names();
        self.label_slots();
        self.warn_of_unread();
        self.warn_of_unused();
        if self.report.has_errors() {
            return Err((self.report, setup.files.clone()));
        }
        self.game.build_plan();
        Ok((Compiled { game: self.game, names: self.names }, self.report))
    }

    /// Returns every rule with its position, to walk over the elements of one sort.
    fn located(&self) -> impl Iterator<Item = (Here, &'a raw::Rule)> + use<'a> {
        let setup = self.setup;
        setup
            .rules
            .iter()
            .enumerate()
            .map(|(owner, one)| (Here { owner, file: one.file }, &*one.rule))
    }
}

#[cfg(test)]
mod tests;
