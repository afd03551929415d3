//! Every sort of element: its key in files, its name, and its description.

use rules::raw::{self, Text};

use super::Element;
use super::line::{Line, codes};

fn named(text: &Text) -> (String, usize) {
    (text.to_string(), text.span().start)
}

/// Implements `Element` for a type: its key in files, its name and position, and its description.
macro_rules! element {
    ($sort:literal, $type:ident, $key:expr, $says:expr) => {
        impl Element for raw::$type {
            const SORT: &'static str = $sort;
            fn key(&self) -> (String, usize) {
                let key: fn(&raw::$type) -> (String, usize) = $key;
                key(self)
            }
            fn says(&self) -> String {
                let says: fn(&raw::$type) -> String = $says;
                says(self)
            }
        }
    };
}

element!("span", Span, |it| named(&it.id), |it| format!("repeats `{}`", &*it.repeat));
element!("lasts", Lasts, |it| named(&it.span), |it| format!("{} seconds", *it.seconds));
element!("turn", Turn, |it| named(&it.id), |_| String::new());
element!("side", Side, |it| named(&it.id), |it| format!("acts in `{}`", &*it.turn));
element!("base", Base, |it| named(&it.id), |it| Line::new()
    .part(&**it.name)
    .part(it.worth.as_ref().map_or(String::new(), |worth| format!("worth {}", **worth)))
    .flag(it.free, "free")
    .flag(it.currency, "pays only through conversions")
    .flag(it.nothing, "stands for nothing")
    .done());
element!("prefix", Prefix, |it| named(&it.id), |it| Line::new()
    .part(&**it.name)
    .part(it.depth.as_ref().map_or(String::new(), |depth| format!("up to {} deep", **depth)))
    .given("alone stands for", it.bare.as_ref())
    .part(it.worth.as_ref().map_or(String::new(), |worth| format!("worth {} more", **worth)))
    .given("fills", it.fills.as_ref())
    .flag(it.instant, "cannot be answered")
    .flag(it.gated, "needs an activity that accepts it")
    .flag(it.borrows, "takes a token without it")
    .flag(it.apart, "neither lapses nor counts as an action left")
    .given("conversions carry over when", it.when.as_ref())
    .done());
element!("part", Part, |it| named(&it.id), |it| format!("has no {}", codes(&it.without)));
element!(
    "moment",
    Moment,
    |it| match (&it.prefix, &it.base) {
        (Some(prefix), _) if prefix.is_empty() =>
            ("of plain kinds".to_owned(), prefix.span().start),
        (Some(prefix), _) => (format!("of prefix {}", &**prefix), prefix.span().start),
        (None, Some(base)) => (format!("of base {}", &**base), base.span().start),
        (None, None) => ("of nothing".to_owned(), 0),
    },
    |it| Line::new()
        .listed("at", &it.at)
        .listed("never at", &it.never)
        .given("when", it.when.as_ref())
        .done()
);
element!("slot", Slot, |it| named(&it.id), |it| Line::new()
    .part(format!("`{}` per {}{}", &*it.cap, own(it.own), &*it.per))
    .flag(it.parts, "one for each body part")
    .done());
element!("own_slot", OwnSlot, |it| named(&it.prefix), |it| format!(
    "each kind of it `{}` per {}",
    &*it.cap, &*it.per
));
element!("fills", Fills, |it| named(&it.kind), |it| Line::new()
    .part(if it.slots.is_empty() { "no slot".to_owned() } else { codes(&it.slots) })
    .listed("brings", &it.marks)
    .given("when", it.when.as_ref())
    .done());
element!(
    "excludes",
    Excludes,
    |it| (codes(&it.kinds), it.kinds.first().map_or(0, |kind| kind.span().start)),
    |it| Line::new()
        .part(format!("{} in one {}, and the reverse", codes(&it.others), &*it.per))
        .given("when", it.when.as_ref())
        .done()
);
element!(
    "convert",
    Convert,
    |it| (format!("{} -> {}", &*it.from, &*it.to), it.from.span().start,),
    |it| Line::new()
        .listed("unless", &it.unless)
        .listed("only", &it.only)
        .given("fills slots of", it.fills.as_ref())
        .flag(it.lift.as_ref().is_some_and(|lift| !**lift), "not for prefixed kinds")
        .given("inputs may be converted when", it.chain.as_ref())
        .given("when", it.when.as_ref())
        .done()
);
element!("prices", Prices, |it| named(&it.with), |it| {
    let one = |(kind, price): (&Text, &raw::At<u32>)| format!("`{}` for {}", &**kind, **price);
    let buys: Vec<String> = it.buys.iter().map(one).collect();
    Line::new().part(buys.join(", ")).given("when", it.when.as_ref()).done()
});
element!("drop", Drop, |it| named(&it.prefix), |it| Line::new()
    .part("may be left off")
    .given("when", it.when.as_ref())
    .done());
element!("gate", Gate, |it| named(&it.id), |it| Line::new()
    .listed("before kinds with", &it.prefixes)
    .given("when", it.when.as_ref())
    .done());
element!("cover", Cover, |it| named(&it.base), |it| Line::new()
    .listed("one pays a bill of", &it.bill)
    .given("when", it.when.as_ref())
    .done());
element!("attribute", Attribute, |it| named(&it.id), |it| Line::new()
    .part(format!("`{}` where nothing is said", &*it.default))
    .part(it.unit.as_ref().map_or(String::new(), |unit| format!("in {}", &**unit)))
    .part(it.scale.as_ref().map_or(String::new(), |scale| format!("exact to 1/{}", **scale)))
    .flag(it.fixed, "never changes")
    .flag(it.hidden, "not shown")
    .done());
element!("variable", Variable, |it| named(&it.id), |it| Line::new()
    .flag(it.each_side, "one for each side")
    .given("at first", it.default.as_ref())
    .flag(it.hidden, "not shown")
    .done());
element!("condition", Condition, |it| named(&it.id), |it| Line::new()
    .listed("from the start on", &it.sides)
    .flag(it.hidden, "not shown")
    .flag(it.story == Some(false), "a detail of the log")
    .flag(it.readied, "something is readied")
    .done());
element!("condition_group", ConditionGroup, |it| named(&it.id), |it| format!(
    "any of {}",
    codes(&it.any)
));
element!("clears", Clears, |it| named(&it.at), |it| format!(
    "ends {} when one begins",
    codes(&it.conditions)
));
element!("ruling", Ruling, |it| (String::new(), it.ask.span().start), |it| Line::new()
    .part(&**it.ask)
    .part(codes(&it.answers))
    .part(format!("if nobody decides `{}`", &*it.default))
    .done());
element!("activity", Activity, |it| named(&it.id), |it| activity(it));
element!(
    "bar",
    Bar,
    |it| {
        let on: Vec<&str> = it.on.iter().map(|on| on.as_str()).collect();
        (format!("on {}", on.join(" ")), it.when.span().start)
    },
    |it| Line::new().listed("but not", &it.but).part(format!("while `{}`", &*it.when)).done()
);
element!(
    "limit",
    LimitOn,
    |it| {
        let on: Vec<&str> = it.on.iter().map(|on| on.as_str()).collect();
        (format!("on {}", on.join(" ")), it.cap.span().start)
    },
    |it| {
        let line = Line::new().listed("but not", &it.but);
        let line = line.part(format!("`{}` per {}{}", &*it.cap, own(it.own), &*it.per));
        line.flag(it.each, "for each by itself").given("when", it.when.as_ref()).done()
    }
);
element!(
    "shortage",
    Shortage,
    |it| (format!("of {}", codes(&it.kinds)), it.when.span().start),
    |it| format!("while `{}`", &*it.when)
);
element!("on", On, |it| (format!("{} {}", &*it.span, &*it.edge), it.span.span().start), |it| {
    Line::new()
        .part(it.each.as_ref().map_or(String::new(), |each| format!("for each {}", &**each)))
        .given("when", it.when.as_ref())
        .part(it.order.as_ref().map_or(String::new(), |order| format!("order {}", **order)))
        .done()
});
element!("watch", Watch, |it| named(&it.attribute), |it| format!("when `{}`", &*it.when));
element!("window", Window, |it| named(&it.id), |_| String::new());
element!("preset", Preset, |it| named(&it.id), |it| format!("grants `{}`", &*it.grants));
element!("ability_line", AbilityLine, |_| (String::new(), 0), |it| {
    let one = |(text, meaning): (&Text, &Text)| format!("`{}` is `{}`", &**text, &**meaning);
    let costs: Vec<String> = it.costs.iter().map(one).collect();
    let per: Vec<String> = it.per.iter().map(one).collect();
    Line::new()
        .part(if costs.is_empty() { String::new() } else { format!("costs: {}", costs.join(", ")) })
        .part(if per.is_empty() { String::new() } else { format!("per: {}", per.join(", ")) })
        .done()
});
element!("option_of", OptionOf, |it| named(&it.engine), |it| format!("on when `{}`", &*it.when));

element!(
    "also",
    Also,
    |it| {
        let on: Vec<&str> = it.on.iter().map(|on| on.as_str()).collect();
        let at = it.on.first().map_or(0, |on| on.span().start);
        (format!("with {}", on.join(" ")), at)
    },
    |it| {
        let line = Line::new().listed("but not", &it.but).given("at its", it.edge.as_ref());
        line.given("when", it.when.as_ref()).done()
    }
);
element!("dice", Dice, |it| named(&it.id), |it| format!("`{}` if not said", &*it.default));
element!("terrain", Terrain, |it| named(&it.id), |it| {
    let letter = format!("`{}` on maps", &*it.letter);
    Line::new().part(letter).flag(it.solid, "cannot be entered").done()
});
element!("asking", Asking, |it| named(&it.by), |it| Line::new()
    .given("highest first", Some(&it.by))
    .given("when", it.when.as_ref())
    .done());
element!(
    "space",
    Space,
    |it| {
        let keys = [&it.diagonals, &it.metric, &it.obstructs, &it.threat, &it.span];
        keys.into_iter().flatten().next().map_or((String::new(), 0), named)
    },
    |it| {
        let line = Line::new().given("diagonal steps", it.diagonals.as_ref());
        let line = line.given("distance in", it.metric.as_ref());
        let line = line.given("obstructed by", it.obstructs.as_ref());
        let line = line.given("threat reaches", it.threat.as_ref());
        let line = line.given("squares along an edge", it.span.as_ref());
        line.given("when", it.when.as_ref()).done()
    }
);
element!("pile", Pile, |it| named(&it.id), |it| Line::new()
    .given("of", it.of.as_ref())
    .given("seen by", it.seen.as_ref())
    .flag(it.shuffled, "shuffled at the beginning")
    .done());
element!("card", Card, |it| named(&it.id), |it| {
    let printed = |(name, number): (&Text, &Text)| format!("{} {}", &**name, &**number);
    let numbers: Vec<String> = it.numbers.iter().map(printed).collect();
    let copies = it.copies.as_ref().map_or(String::new(), |copies| format!("{} copies", **copies));
    let line = Line::new().given("in", it.pile.as_ref()).part(copies);
    line.given("when", it.when.as_ref()).part(numbers.join(", ")).done()
});
element!("table", NumberTable, |it| named(&it.id), |it| {
    let numbers: Vec<String> = it.values.iter().map(|value| value.to_string()).collect();
    numbers.join(", ")
});
element!("obligation", Obligation, |it| named(&it.unmet), |it| Line::new()
    .given("owed while", Some(&it.unmet))
    .given("when", it.when.as_ref())
    .done());
element!(
    "step",
    Step,
    |it| {
        let keys = [&it.from, &it.adds, &it.barred, &it.passing];
        keys.into_iter().flatten().next().map_or((String::new(), 0), named)
    },
    |it| {
        let line = Line::new().given("uses up", it.from.as_ref());
        let line = line.given("costs more by", it.adds.as_ref());
        let line = line.given("cannot enter while", it.barred.as_ref());
        let line = line.given("cannot stop while", it.passing.as_ref());
        line.given("when", it.when.as_ref()).done()
    }
);

fn activity(it: &raw::Activity) -> String {
    let mut line = Line::new().given("costs", it.cost.as_ref());
    for price in &it.costs {
        line = line.part(format!("costs `{}`", &*price.cost));
        line = line.given("when", price.when.as_ref()).given("while", price.r#while.as_ref());
        line = line.listed("which fills", &price.fills);
    }
    line = line.given("target", it.target.as_ref());
    line = line.flag(it.with_square, "and a square");
    for need in &it.needs {
        line = line.part(format!("needs `{}`", &*need.when));
    }
    line = line.listed("requires", &it.requires).listed("fills", &it.fills);
    if let Some(limit) = &it.limit {
        line = line.part(format!("`{}` per {}{}", &*limit.cap, own(limit.own), &*limit.per));
    }
    line = line.listed("marks", &it.marks).listed("accepts", &it.accepts);
    line = line.listed("at", &it.moments);
    if let Some(argument) = &it.argument {
        let name = &*argument.name;
        line = match (&argument.min, &argument.max, &argument.card) {
            (Some(min), Some(max), _) => {
                line.part(format!("{name}: from `{}` to `{}`", &**min, &**max))
            }
            (_, _, Some(pile)) => line.part(format!("{name}: a card of `{}`", &**pile)),
            _ => line,
        };
        line = line.given("where none is given", argument.usual.as_ref());
    }
    line.given("asked for answers", it.answer.as_ref())
        .given("belongs to", it.who.as_ref())
        .flag(it.immediate, "done at once")
        .listed("one for each of", &it.letters)
        .listed("tags", &it.tags)
        .given("when", it.when.as_ref())
        .done()
}

/// Returns the word before the span of a limit that refills only when the owner's turn begins.
fn own(own: bool) -> &'static str {
    if own { "own " } else { "" }
}
