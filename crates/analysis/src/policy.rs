//! Policies, by which sides choose.

use std::fmt;
use std::str::FromStr;

use kernel::SideId;

use crate::fight::Fight;

/// A way to choose among legal actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Every choice is equally likely.
    Random,
    /// Random, but usually an attack or an activity that gains tokens.
    Eager,
    /// The best score right after the choice.
    Greedy,
    /// Like [`Policy::Greedy`], but wounds of the own side count four times, and distance is good.
    Cautious,
    /// The best mean score after this many turns of eager play; 1 to 20.
    LookAhead(u32),
    /// Monte Carlo tree search with this many playouts for each choice; 10 to 100,000.
    Tree(u32),
}

/// The advice that lists all policies.
const KNOWN: &str = "Use random, eager, greedy, cautious, look-ahead:TURNS or mcts:PLAYOUTS.";

/// A problem with the text of a policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// No policy has this name.
    #[error("There is no policy called `{0}`. {KNOWN}")]
    Unknown(String),
    /// The number after the colon is not valid.
    #[error("`{0}` needs a number from {1} to {2}, such as `{0}:{3}`.")]
    Number(&'static str, u32, u32, u32),
    /// No side has this name.
    #[error("No side is called `{0}`. There are: {1}.")]
    Side(String, String),
    /// The policy of a side is given twice.
    #[error("The policy of `{0}` is given twice.")]
    Twice(String),
}

impl FromStr for Policy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Policy, PolicyError> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        let within = |name, least, most, usual| match number.map(str::parse::<u32>) {
            None => Ok(usual),
            Some(Ok(number)) if (least..=most).contains(&number) => Ok(number),
            Some(_) => Err(PolicyError::Number(name, least, most, usual)),
        };
        match (name, number) {
            ("random", None) => Ok(Policy::Random),
            ("eager", None) => Ok(Policy::Eager),
            ("greedy", None) => Ok(Policy::Greedy),
            ("cautious", None) => Ok(Policy::Cautious),
            ("look-ahead", _) => Ok(Policy::LookAhead(within("look-ahead", 1, 20, 2)?)),
            ("mcts", _) => Ok(Policy::Tree(within("mcts", 10, 100_000, 200)?)),
            _ => Err(PolicyError::Unknown(text.to_owned())),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Policy::Random => f.write_str("random"),
            Policy::Eager => f.write_str("eager"),
            Policy::Greedy => f.write_str("greedy"),
            Policy::Cautious => f.write_str("cautious"),
            Policy::LookAhead(turns) => write!(f, "look-ahead:{turns}"),
            Policy::Tree(playouts) => write!(f, "mcts:{playouts}"),
        }
    }
}

/// The policy of each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policies {
    all: [Policy; 8],
}

impl Policies {
    /// Returns one policy for all sides.
    pub fn same(policy: Policy) -> Policies {
        Policies { all: [policy; 8] }
    }

    /// Parses policies: `greedy` for all sides, `pcs=mcts:200` for one side. Other sides are
    /// greedy.
    ///
    /// # Errors
    ///
    /// Returns the first text that is not valid.
    pub fn read(fight: &Fight, texts: &[String]) -> Result<Policies, PolicyError> {
        let mut policies = Policies::same(Policy::Greedy);
        let mut given: Vec<Option<SideId>> = Vec::new();
        // A policy for all sides applies first, in any order of the texts.
        let ordered = || {
            let of_all = texts.iter().filter(|text| !text.contains('='));
            of_all.chain(texts.iter().filter(|text| text.contains('=')))
        };
        for text in ordered() {
            let (side, policy) = match text.split_once('=') {
                Some((name, policy)) => {
                    let found = fight.side_called(name).ok_or_else(|| {
                        let known = fight.sides().into_iter();
                        let known: Vec<&str> = known
                            .map(|side| fight.compiled().names.sides[side.index()].as_str())
                            .collect();
                        PolicyError::Side(name.to_owned(), known.join(", "))
                    })?;
                    (Some(found), policy)
                }
                None => (None, text.as_str()),
            };
            if given.contains(&side) {
                let name = text.split_once('=').map_or("everybody", |(name, _)| name);
                return Err(PolicyError::Twice(name.to_owned()));
            }
            given.push(side);
            let policy: Policy = policy.parse()?;
            match side {
                Some(side) => policies.all[side.index()] = policy,
                None => policies.all = [policy; 8],
            }
        }
        Ok(policies)
    }

    /// Returns the policy of a side.
    pub fn of(&self, side: SideId) -> Policy {
        self.all[side.index()]
    }
}
