//! Table of all problems that a file can have.
//!
//! Numbers are stable: a new code takes a free number, and the number of a removed code is not used
//! again.

use std::fmt;

macro_rules! codes {
    ($($number:ident $variant:ident $name:literal: $meaning:literal, $fix:literal;)*) => {
        /// The kind of problem that a diagnostic reports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $meaning] $variant,)*
        }

        impl Code {
            /// Every code, in the order of their numbers.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// Returns the stable number: `E012`.
            pub fn number(self) -> &'static str {
                match self { $(Code::$variant => stringify!($number),)* }
            }

            /// Returns the name in kebab case: `unknown-pool`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// Returns its meaning, in one sentence.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$variant => $meaning,)* }
            }

            /// Returns the usual fix, in one sentence.
            pub fn fix(self) -> &'static str {
                match self { $(Code::$variant => $fix,)* }
            }
        }
    };
}

codes! {
    // Files and their form.
    E001 TomlSyntax "toml-syntax":
        "The file is not TOML.",
        "Mend the marked place: a missing quote, bracket, comma or equals sign is most likely.";
    E002 UnknownKey "unknown-key":
        "A table has a key that means nothing there.",
        "Correct the spelling, or move the key to the table it belongs to.";
    E003 WrongType "wrong-type":
        "A value is of another type than its key asks for.",
        "Write a value of the type that is asked for; amounts, dice and expressions are strings.";
    E004 MissingKey "missing-key":
        "A table lacks a key it must have.",
        "Add the key.";
    E005 InvalidValue "invalid-value":
        "A value is of the right type but not one of those allowed.",
        "Write one of the allowed values.";
    E006 DuplicateName "duplicate-name":
        "Two things of one sort have the same name.",
        "Rename one of them.";
    E007 DuplicateRule "duplicate-rule":
        "Two rules have the same id.",
        "Give one of them an id of its own, or list it under `replaces`.";
    E008 UnknownRule "unknown-rule":
        "A rule id is used that no rule has.",
        "Correct the id, or add the rule.";
    E009 UnknownFile "unknown-file":
        "A file that is asked for does not exist or cannot be read.",
        "Correct the path; it is taken from the folder of the file that names it.";
    E010 NotUtf8 "not-utf8":
        "The file is not UTF-8 text.",
        "Save the file as UTF-8.";
    E011 FileTooLarge "file-too-large":
        "The file is larger than a file may be.",
        "Split it into several files.";

    // Names that must be declared somewhere.
    E012 UnknownPool "unknown-pool":
        "A pool is named that the ruleset does not declare.",
        "Correct the name, or declare the pool.";
    E013 UnknownKind "unknown-kind":
        "A kind of action is named whose base the ruleset does not declare.",
        "Write a declared prefix, if any, followed by a declared base.";
    E014 UnknownPrefix "unknown-prefix":
        "A kind of action has a prefix that the ruleset does not declare.",
        "Correct the prefix, or declare it.";
    E015 UnknownSlot "unknown-slot":
        "A slot is named that the ruleset does not declare.",
        "Correct the name, or declare the slot.";
    E016 UnknownSpan "unknown-span":
        "A span of time is named that the clock does not have.",
        "Write the name of a span declared under the clock.";
    E017 UnknownCondition "unknown-condition":
        "A condition is named that the ruleset does not declare.",
        "Correct the name, or declare the condition.";
    E018 UnknownAttribute "unknown-attribute":
        "An attribute is named that the ruleset does not declare.",
        "Correct the name, or declare the attribute.";
    E019 UnknownActivity "unknown-activity":
        "An activity is named that nothing declares.",
        "Correct the name, or declare the activity.";
    E020 UnknownSide "unknown-side":
        "A side is named that nobody is on.",
        "Correct the name, or put a combatant on that side.";
    E021 UnknownOption "unknown-option":
        "An option is set that the ruleset does not have.",
        "Write the name of one of the ruleset's options.";
    E022 UnknownOptionValue "unknown-option-value":
        "An option is set to a value it does not have.",
        "Write one of the option's values.";
    E023 UnknownRuling "unknown-ruling":
        "A ruling is named that the ruleset does not ask for.",
        "Write the name of one of the ruleset's rulings.";
    E024 UnknownTag "unknown-tag":
        "A tag is used that the ruleset does not declare.",
        "Correct the tag, or declare it.";
    E025 UnknownVariant "unknown-variant":
        "A word is not one of the fixed set allowed at its place.",
        "Write one of the words of the set.";
    E026 UnknownCombatant "unknown-combatant":
        "A combatant is named who is not in the encounter.",
        "Correct the name, or add the combatant to the setup.";
    E027 UnknownHandler "unknown-handler":
        "A native handler is named that does not exist.",
        "Correct the name; handlers are listed in the manual.";
    E028 UnknownRuleset "unknown-ruleset":
        "A ruleset is named that is neither built in nor found.",
        "Write the name of a built-in ruleset or the path of a ruleset folder.";
    E029 ReservedName "reserved-name":
        "A thing has a name that means something else already where it would be used.",
        "Give it another name.";

    // Expressions, dice, amounts.
    E030 ExpressionSyntax "expression-syntax":
        "An expression cannot be read.",
        "Mend the marked place; the operators are listed in the manual.";
    E031 ExpressionType "expression-type":
        "An operator or a place is given a value of the wrong type.",
        "Give it a number, a truth value or a tag, as asked for.";
    E032 UnknownInput "unknown-input":
        "An expression uses a name that has no value at its place.",
        "Use one of the inputs that this place offers.";
    E033 ExpressionTooLong "expression-too-long":
        "An expression is longer or more deeply nested than one may be.",
        "Split it, or use named values.";
    E034 DiceSyntax "dice-syntax":
        "A dice expression cannot be read.",
        "Write it like `2d6+3`, `d%` or `4d6kh3`.";
    E035 DiceLeftOver "dice-left-over":
        "More dice are given than were asked for.",
        "Remove the dice that nothing rolls.";
    E036 DiceMissing "dice-missing":
        "Fewer dice are given than were asked for.",
        "Add the dice that are still to be rolled.";
    E040 AmountSyntax "amount-syntax":
        "An amount cannot be read.",
        "Write numbers and pools joined by `+`, like `2P+1M+2V`.";
    E041 NegativeAmount "negative-amount":
        "An amount is below zero.",
        "Write zero or more.";
    E042 FractionalAmount "fractional-amount":
        "An amount is a fraction the pool does not allow.",
        "Write a multiple of the pool's smallest part.";
    E043 AmountTooLarge "amount-too-large":
        "An amount is larger than the engine counts.",
        "Write a smaller amount.";
    E044 PriceUnpayable "price-unpayable":
        "No combatant could ever pay this price.",
        "Lower the price, or let something grant what it asks for.";
    E045 ConversionMints "conversion-mints":
        "Conversions, done one after another, make something out of nothing.",
        "Raise what one of the named conversions takes, or lower what it gives.";
    E046 ConversionUndecided "conversion-undecided":
        "It could not be proved that conversions make nothing out of nothing.",
        "Use smaller amounts or fewer conversions.";

    // Rules against each other.
    E050 ExceptionCycle "exception-cycle":
        "Rules are exceptions of each other in a circle.",
        "Remove one of the `except` entries.";
    E051 OverlappingExceptions "overlapping-exceptions":
        "Two exceptions of one rule can hold at once, and nothing says which goes first.",
        "Make one of them an exception of the other.";
    E052 BaseCycle "base-cycle":
        "Rulesets extend each other in a circle.",
        "Remove one of the `extends` entries.";
    E053 HandlerBudget "handler-budget":
        "More rules use a native handler than a ruleset may have.",
        "Express some of them with primitives.";
    E054 HandlerWithoutReason "handler-without-reason":
        "A rule uses a native handler and does not say why.",
        "Add a `reason`.";
    E055 ThroughCycle "through-cycle":
        "Rules are in force through each other in a circle.",
        "Remove one of the `through` entries.";
    E056 NeverInForce "never-in-force":
        "A rule has no element of its own and is in force through no other rule.",
        "Give it an element, or name in `through` the rules by which it is in force.";
    E057 NeverUsed "never-used":
        "Something is there that nothing uses.",
        "Use it, correct the name where it was meant to be used, or remove it.";
    E058 NeverPossible "never-possible":
        "Something can never be used or never comes about.",
        "Say when it may be used, or remove it.";
    E059 WrongFor "wrong-for":
        "The `for` of an element does not say which elements it stands for.",
        "Give it one list of values for each parameter, and write `{parameter}` in the element.";

    // Bounds.
    E060 TooManyCombatants "too-many-combatants":
        "The encounter has more combatants than the engine holds.",
        "Remove some of them.";
    E061 TooManyKinds "too-many-kinds":
        "The ruleset has more kinds of pool than the engine holds.",
        "Remove prefixes or bases that are not used.";
    E062 TooManySlots "too-many-slots":
        "The ruleset has more slots than the engine holds.",
        "Remove some of them.";
    E063 TooManyConditions "too-many-conditions":
        "The ruleset has more conditions than the engine holds.",
        "Remove some of them.";

    // Scenarios and logs.
    E070 ScenarioSyntax "scenario-syntax":
        "A line of a scenario cannot be read.",
        "Start it with `>`, `=`, `dice:` or two spaces.";
    E080 LogTruncated "log-truncated":
        "The log ends in the middle of an entry.",
        "Restore the file, or remove the broken last entry.";
    E081 LogEdited "log-edited":
        "An entry of the log is not what was written.",
        "Restore the file; to change the past, undo and play on.";
    E082 RulesetChanged "ruleset-changed":
        "The ruleset is not the one the log was played with.",
        "Use the ruleset stored with the encounter.";
    E083 UnsupportedVersion "unsupported-version":
        "The file was written for a format this program does not read.",
        "Use a newer program, or convert the file.";
    E084 LogIllegal "log-illegal":
        "The log says that something was done which cannot be done at that point.",
        "Restore the file; if it is whole, rules are now enforced differently: go on from here.";
    E085 ReplayDiffers "replay-differs":
        "An entry of the log leads elsewhere than it did when it was written.",
        "Play on from the entry before, or use the version of the program that wrote the log.";
}

impl Code {
    /// Finds a code by its number or name in any case: `e012`, `unknown-pool`.
    pub fn find(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| {
            text.eq_ignore_ascii_case(code.number()) || text.eq_ignore_ascii_case(code.name())
        })
    }
}

/// Displays number and name: `E012 unknown-pool`.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number(), self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn numbers_rise_and_names_differ() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0].number() < pair[1].number()));
        let names: BTreeSet<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(names.len(), Code::ALL.len());
    }

    #[test]
    fn every_code_is_well_formed() {
        for &code in Code::ALL {
            let digits = code.number().strip_prefix('E').expect("a number starts with E");
            assert!(digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit()), "{code}");
            assert!(
                code.name()
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                "{code}"
            );
            assert!(code.meaning().ends_with('.') && code.fix().ends_with('.'), "{code}");
        }
    }

    #[test]
    fn found_by_number_and_by_name() {
        assert_eq!(Code::find("e012"), Some(Code::UnknownPool));
        assert_eq!(Code::find("unknown-pool"), Some(Code::UnknownPool));
        assert_eq!(Code::find("E999"), None);
        assert_eq!(Code::UnknownPool.to_string(), "E012 unknown-pool");
    }
}
