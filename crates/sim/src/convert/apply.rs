//! Applies guidelines to one ability: of all matching entries, the one with the highest rank
//! decides.

mod either;

use std::cmp::Ordering;

use super::model::{
    Ability, Collision, Conversion, Entry, Guidelines, Known, Rank, Remark, Resolved, Status,
};

/// Value that an entry gives to a field.
struct Said<'e, T> {
    entry: &'e Entry,
    value: T,
}

/// Converts an ability.
pub fn convert<'g>(guidelines: &'g Guidelines, ability: &Ability) -> Conversion<'g> {
    match ability.others.is_empty() {
        true => by_one(guidelines, ability),
        false => either::convert(guidelines, ability),
    }
}

/// Converts an ability that has one action.
fn by_one<'g>(guidelines: &'g Guidelines, ability: &Ability) -> Conversion<'g> {
    let rounds = guidelines.rounds(ability);
    let named = guidelines.called(ability);
    let matching: Vec<&Entry> = named
        .into_iter()
        .chain(guidelines.entries.iter().filter(|entry| matches(entry, ability, rounds)))
        .collect();
    let mut judge =
        Judge { guidelines, collisions: Vec::new(), deciding: Vec::new(), usually: false };
    let said = |entry: &&'g Entry| Some(Said { entry, value: entry.gives.family? });
    let family = judge.decide("family", matching.iter().filter_map(said), |value| {
        guidelines.families[*value].clone()
    });
    let gaps = guidelines.entries.iter().filter(|entry| {
        entry.rank == Rank::Family && family.is_some() && entry.of_family == family
    });
    let matching: Vec<&Entry> = matching.into_iter().chain(gaps).collect();
    let each = rounds.unwrap_or(1);
    let said = |entry: &&'g Entry| {
        let (acts, per_round) = entry.gives.acts?;
        let value = if per_round { acts.saturating_mul(each) } else { acts };
        Some(Said { entry, value })
    };
    let acts = judge.decide("acts", matching.iter().filter_map(said), u32::to_string);
    let or_more = acts.is_some()
        && judge.top(&matching, |entry| entry.gives.acts.is_some()).is_some_and(
            |entry| match entry.gives.acts {
                // Acts per round for a known number of rounds are exact.
                Some((_, true)) => entry.gives.or_more && rounds.is_none(),
                _ => entry.gives.or_more,
            },
        );
    // An entry about another family says nothing about how to split these acts.
    let of_this = |entry: &&Entry| entry.gives.family.is_none_or(|other| Some(other) == family);
    let said = |entry: &&'g Entry| {
        let value = entry.gives.splitting.as_deref().filter(|_| of_this(entry))?;
        Some(Said { entry, value })
    };
    let splitting = judge.decide("splitting", matching.iter().filter_map(said), show_text);
    let said = |entry: &&'g Entry| Some(Said { entry, value: entry.gives.limit.as_deref()? });
    let limit = judge.decide("limit", matching.iter().filter_map(said), show_text);
    let subtypes = judge.subtypes(&matching);
    let action = guidelines.names_of(ability.facts & guidelines.actions);
    let mut conversion = Conversion {
        status: Status::NoGuideline,
        family: family.map(|at| guidelines.families[at].as_str()),
        acts,
        or_more,
        subtypes: subtypes.map(|set| subtype_names(guidelines, set)),
        splitting,
        limit,
        tied: matching.iter().any(|entry| entry.gives.tied),
        // An entry listed by name is certain, unless it says otherwise itself.
        usually: judge.usually && named.is_none_or(|entry| entry.gives.usually),
        assumed: ability.assumed.then(|| action.first().copied()).flatten(),
        rules: Vec::new(),
        questions: Vec::new(),
        remarks: Vec::new(),
        collisions: Vec::new(),
    };
    judge.cite(&matching, ability, &mut conversion);
    conversion.collisions = judge.collisions;
    conversion.status = status(&conversion, matching.is_empty());
    conversion
}

fn status(found: &Conversion<'_>, nothing: bool) -> Status {
    let open = |collision: &Collision<'_>| collision.resolved == Resolved::Open;
    let decided = found.family.is_some() && found.acts.is_some();
    match (nothing, decided) {
        (true, _) => Status::NoGuideline,
        (_, true) if found.questions.is_empty() && !found.collisions.iter().any(open) => {
            Status::Converted
        }
        // The matching entries only mention other possibilities.
        (_, false) if found.questions.is_empty() && found.collisions.is_empty() => {
            Status::NoGuideline
        }
        _ => Status::Undecided,
    }
}

/// Checks whether an entry by facts matches.
fn matches(entry: &Entry, ability: &Ability, rounds: Option<u32>) -> bool {
    let rounds = rounds.unwrap_or(0);
    matches!(entry.rank, Rank::Guideline | Rank::Facts)
        && ability.facts & entry.all == entry.all
        && (entry.any == 0 || ability.facts & entry.any != 0)
        && ability.facts & entry.none == 0
        && rounds <= entry.max_rounds
        && (entry.over_rounds == 0 || rounds > entry.over_rounds)
}

fn show_text(text: &&str) -> String {
    (*text).to_owned()
}

fn subtype_names(guidelines: &Guidelines, set: u64) -> Vec<&str> {
    let all = guidelines.subtypes.iter().enumerate();
    all.filter(|(at, _)| set >> at & 1 == 1).map(|(_, name)| name.as_str()).collect()
}

struct Judge<'g> {
    guidelines: &'g Guidelines,
    collisions: Vec<Collision<'g>>,
    /// Numbers of the entries that decided a field.
    deciding: Vec<usize>,
    /// Whether a field was decided only by entries that are usually right.
    usually: bool,
}

impl<'g> Judge<'g> {
    /// Returns the value of a field if it is decided; records every disagreement as a collision.
    fn decide<'e, T: Copy + PartialEq>(
        &mut self,
        field: &'static str,
        said: impl Iterator<Item = Said<'e, T>>,
        show: impl Fn(&T) -> String,
    ) -> Option<T> {
        let said: Vec<Said<'e, T>> = said.collect();
        let winner = said.iter().reduce(|one, other| match self.beats(other.entry, one.entry) {
            Some(_) => other,
            None => one,
        })?;
        let mut open = false;
        for other in said.iter().filter(|other| other.value != winner.value) {
            let resolved = self.beats(winner.entry, other.entry).unwrap_or(Resolved::Open);
            open |= resolved == Resolved::Open;
            self.collide(
                field,
                (winner.entry, show(&winner.value)),
                (other.entry, show(&other.value)),
                resolved,
            );
        }
        if open {
            return None;
        }
        let agreeing = || said.iter().filter(|other| other.value == winner.value);
        self.deciding.extend(agreeing().map(|other| other.entry.number));
        let mut best = agreeing().filter(|other| other.entry.rank == winner.entry.rank);
        self.usually |= best.all(|other| other.entry.gives.usually);
        Some(winner.value)
    }

    /// Returns the subtypes. Exact lists are decided like any field. Additions count unless they
    /// contradict an exact list.
    fn subtypes(&mut self, matching: &[&Entry]) -> Option<u64> {
        let guidelines = self.guidelines;
        let show = |set: &u64| match subtype_names(guidelines, *set) {
            names if names.is_empty() => "none".to_owned(),
            names => names.join(" and "),
        };
        let exact =
            matching.iter().filter_map(|entry| Some(Said { entry, value: entry.gives.subtypes? }));
        let before = self.collisions.len();
        let exact = self.decide("subtypes", exact, show);
        let collided = self.collisions[before..].iter().any(|one| one.resolved == Resolved::Open);
        let adding: Vec<&&Entry> = matching.iter().filter(|entry| entry.gives.adds != 0).collect();
        let Some(exact) = exact else {
            let added = adding.iter().fold(0, |set, entry| set | entry.gives.adds);
            self.deciding.extend(adding.iter().map(|entry| entry.number));
            self.usually |= adding.iter().any(|entry| entry.gives.usually);
            return (added != 0 && !collided).then_some(added);
        };
        let sayers: Vec<&&Entry> =
            matching.iter().filter(|entry| entry.gives.subtypes == Some(exact)).collect();
        let mut open = false;
        for entry in adding.into_iter().filter(|entry| entry.gives.adds & !exact != 0) {
            let beaten = sayers.iter().find_map(|sayer| Some((sayer, self.beats(sayer, entry)?)));
            let (sayer, resolved) = beaten.unwrap_or((&sayers[0], Resolved::Open));
            open |= resolved == Resolved::Open;
            self.collide(
                "subtypes",
                (sayer, show(&exact)),
                (entry, show(&entry.gives.adds)),
                resolved,
            );
        }
        (!open).then_some(exact)
    }

    /// Returns the reason why one entry outranks the other; `None` if it does not.
    fn beats(&self, one: &Entry, other: &Entry) -> Option<Resolved> {
        match one.rank.cmp(&other.rank) {
            Ordering::Greater => Some(Resolved::Listed),
            Ordering::Equal if one.except.contains(&other.rule) => Some(Resolved::Exception),
            _ => None,
        }
    }

    fn collide(
        &mut self,
        field: &'static str,
        first: (&Entry, String),
        second: (&Entry, String),
        resolved: Resolved,
    ) {
        // An entry that only fills gaps does not disagree.
        if second.0.rank == Rank::Family {
            return;
        }
        let known = |entry: &Entry| &self.guidelines.rules[entry.rule];
        let collision = Collision {
            field,
            first: (known(first.0), first.1),
            second: (known(second.0), second.1),
            resolved,
        };
        if !self.collisions.contains(&collision) {
            self.collisions.push(collision);
        }
    }

    /// Returns the highest-ranking entry among those for which `says` is true.
    fn top(&self, matching: &[&'g Entry], says: impl Fn(&Entry) -> bool) -> Option<&'g Entry> {
        let saying = matching.iter().copied().filter(|entry| says(entry));
        saying.reduce(|one, other| if self.beats(other, one).is_some() { other } else { one })
    }

    /// Adds the rules, questions and remarks of all matching entries.
    fn cite(&self, matching: &[&'g Entry], ability: &Ability, found: &mut Conversion<'g>) {
        let guidelines = self.guidelines;
        let mut cited: Vec<usize> = Vec::new();
        let mut cite = |rule: usize| {
            if !cited.contains(&rule) {
                cited.push(rule);
            }
        };
        let decides = |entry: &&&Entry| self.deciding.contains(&entry.number);
        let deciding = matching.iter().filter(decides);
        let silent = matching.iter().filter(|entry| !decides(entry) && entry.rank != Rank::Family);
        for entry in deciding.chain(silent) {
            cite(entry.rule);
            entry.also.iter().for_each(|rule| cite(*rule));
        }
        for (at, fact) in guidelines.facts.iter().enumerate() {
            if ability.facts >> at & 1 == 1 && !matching.is_empty() {
                fact.because.iter().for_each(|rule| cite(*rule));
            }
        }
        found.rules = cited.into_iter().map(|rule| &guidelines.rules[rule]).collect();
        let outranked = matching.iter().any(|entry| entry.rank == Rank::Name);
        // Acts per round stay open while the number of rounds is unknown.
        let by_round =
            |entry: &&Entry| entry.rank == Rank::Name && entry.gives.acts.is_some_and(|it| it.1);
        let rolled = ability.facts & guidelines.unsettled;
        let open = if matching.iter().any(by_round) { rolled } else { 0 };
        for &entry in matching {
            let known = |rule: usize| -> &'g Known { &guidelines.rules[rule] };
            // An entry listed by name is decided by the source, so guidelines ask nothing.
            if outranked && entry.rank != Rank::Name && entry.all & open == 0 {
                continue;
            }
            if let Some(text) = &entry.asks {
                found.questions.push(Remark { rule: known(entry.rule), text });
            }
            if let Some((rule, text)) = &entry.may {
                found.remarks.push(Remark { rule: known(*rule), text });
            }
        }
    }
}
