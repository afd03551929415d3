mod laws;

use super::*;

/// A place with two roles, some of whose inputs are tags.
struct Place;

impl Scope for Place {
    type Input = &'static str;

    fn name(&self, name: &str) -> Option<Input<&'static str>> {
        let stances = || Type::Tag(TagSet::new(["standing", "prone", "roll-off"]));
        let (id, ty) = match name {
            "actor.hp" => ("actor.hp", Type::Int),
            "target.level" => ("target.level", Type::Int),
            "arg" => ("arg", Type::Int),
            "hp" => ("hp", Type::Int),
            "actor.stance" => ("actor.stance", stances()),
            "target.stance" => ("target.stance", stances()),
            "stance" => ("stance", stances()),
            "prone" => ("prone", Type::Int),
            "actor.side" => ("actor.side", Type::Tag(TagSet::new(["pcs", "foes"]))),
            _ => return None,
        };
        Some(Input { ty, id })
    }

    fn call(&self, callee: &str, args: &[Word]) -> Result<Input<&'static str>, CallError> {
        match (callee, args) {
            ("actor.has", [word]) if word.text == "prone" => {
                Ok(Input { ty: Type::Bool, id: "actor.has(prone)" })
            }
            ("actor.has", [_]) => {
                let known = vec!["prone".into(), "stunned".into()];
                Err(CallError::Word { arg: 0, what: "condition", known })
            }
            ("actor.has", _) => Err(CallError::Count { expected: 1 }),
            ("option", [_]) => {
                Ok(Input { ty: Type::Tag(TagSet::new(["on", "off"])), id: "option" })
            }
            _ => Err(CallError::Unknown),
        }
    }

    fn table(&self, name: &str) -> Result<kernel::TableId, Vec<String>> {
        match name {
            "damage" => Ok(kernel::TableId(4)),
            _ => Err(vec!["damage".into(), "rank".into()]),
        }
    }

    fn suggestions(&self) -> Vec<String> {
        let names = ["actor.hp", "actor.stance", "actor.has", "target.level", "arg", "option"];
        names.map(String::from).to_vec()
    }
}

fn shown(error: &ExprError) -> String {
    let help = error.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
    format!("{}-{}: {}{help}", error.span.start, error.span.end, error.message)
}

/// Canonical text, or the error.
fn parsed(text: &str) -> String {
    match parse(text) {
        Ok(node) => node.to_string(),
        Err(error) => shown(&error),
    }
}

/// The type and the folded tree, or every error.
fn checked(text: &str) -> String {
    let typed = match parse(text).map(|node| check(&node, &Place)) {
        Ok(Ok(typed)) => typed.fold(),
        Ok(Err(errors)) => return errors.iter().map(shown).collect::<Vec<_>>().join(" | "),
        Err(error) => return shown(&error),
    };
    format!("{}: {}", typed.ty, tree(&typed.tree))
}

/// Prefix notation.
fn tree(node: &Tree<&'static str>) -> String {
    match node {
        Tree::Const(value) => value.to_string(),
        Tree::Input(id) => id.to_string(),
        Tree::Lookup(table, place) => format!("(table {} {})", table.0, tree(place)),
        Tree::Not(operand) => format!("(not {})", tree(operand)),
        Tree::Neg(operand) => format!("(neg {})", tree(operand)),
        Tree::Binary { op, lhs, rhs } => format!("({} {} {})", symbol(*op), tree(lhs), tree(rhs)),
        Tree::If { condition, yes, no } => {
            format!("(if {} {} {})", tree(condition), tree(yes), tree(no))
        }
    }
}

/// Runs one `text => expected` a line. A line that begins with `=>`, `;` or `|` continues the last.
#[track_caller]
fn table(run: fn(&str) -> String, lines: &str) {
    let mut entries: Vec<String> = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match entries.last_mut() {
            Some(entry) if line.starts_with("; ") => entry.push_str(line),
            Some(entry) if line.starts_with(['=', '|']) => *entry += &format!(" {line}"),
            _ => entries.push(line.to_owned()),
        }
    }
    for entry in entries {
        let (text, expected) = entry.split_once(" => ").expect("an entry is `text => expected`");
        assert_eq!(run(text.trim()), expected.trim(), "{text}");
    }
}

#[test]
fn text_becomes_canonical() {
    table(
        parsed,
        r#"
        1+2*3                     => 1 + 2 * 3
        ((1+2))*3                 => (1 + 2) * 3
        1 - 2 - 3                 => 1 - 2 - 3
        1 - (2 - 3)               => 1 - (2 - 3)
        a-b - -c                  => a-b - -c
        -(a+b)                    => -(a + b)
        --a                       => --a
        min( 1,max(a , b) )       => min(1, max(a, b))
        not(a or b)and c          => not (a or b) and c
        not a == b                => not a == b
        (not a) == b              => (not a) == b
        (a < b) == (b < c)        => (a < b) == (b < c)
        if a then if b then 1 else 2 else -3 => if a then if b then 1 else 2 else -3
        1 + (if a then 1 else 2)  => 1 + (if a then 1 else 2)
        actor.has( prone )        => actor.has(prone)
        x.y-z(2P , o'Neil@1,-,if) => x.y-z(2P, o'Neil@1, -, if)
        if-x or min-y             => if-x or min-y
        "#,
    );
}

#[test]
fn syntax_errors_say_what_was_expected() {
    assert_eq!(parsed(" "), "1-1: expected a value, found the end");
    table(
        parsed,
        r#"
        1 +           => 3-3: expected a value, found the end
        (1            => 2-2: expected an operator or ")", found the end
        1)            => 1-2: expected an operator or the end, found ")"
        a b           => 2-3: expected an operator or the end, found "b"
        a = b         => 2-3: expected "==", found "="
        a && b        => 2-3: expected an operator or the end, found "&"; write and
        a -b
            => 2-3: a minus needs a space on both sides
            ; "a - b" is a difference, "a-b" a name
        (a)-b
            => 3-4: a minus needs a space on both sides
            ; "a - b" is a difference, "a-b" a name
        5-3
            => 0-3: expected a whole number, found "5-3"
            ; a minus needs a space on both sides
        1.5
            => 0-3: expected a whole number, found "1.5"
            ; there are no fractions: multiply first, divide last
        99999999999999999999 => 0-20: the number 99999999999999999999 is too large
        a < b < c     => 6-7: comparisons do not chain; join two comparisons with "and"
        a..b          => 0-4: "a..b" is no name: "." and "-" stand singly between letters
        a- b
            => 0-2: "a-" is no name: "." and "-" stand singly between letters
            ; a minus needs a space on both sides
        if a then 1   => 11-11: expected an operator or "else", found the end
        1 + if a then 1 else 2 => 4-6: expected a value, found "if"; put the "if" into parentheses
        a == not b    => 5-8: expected a value, found "not"; put the "not" into parentheses
        then          => 0-4: expected a value, found "then"
        min(1)        => 5-6: expected an operator or ",", found ")"
        min           => 3-3: expected "(", found the end
        has()         => 4-5: expected a word, found ")"
        has(a b)      => 6-7: expected "," or ")", found "b"
        has(a,b,c,d,e,f,g,h,i) => 19-20: a call has at most 8 words
        "a"           => 0-1: expected a value, found "\""; words stand without quotes
        a + é         => 4-6: expected a value, found "é"
        "#,
    );
}

#[test]
fn hostile_text_is_an_error() {
    for text in ["(".repeat(100_000), "-".repeat(100_000), "not ".repeat(100_000)] {
        assert!(parsed(&text).contains("nested more than 64 deep"));
    }
    for text in ["if ".repeat(100_000), "min(".repeat(100_000)] {
        assert!(parsed(&text).contains("nested more than 64 deep"));
    }
    assert!(parsed(&"1+".repeat(100_000)).contains("more than 256 parts"));
    assert!(parsed(&format!("{}1", "1+".repeat(127))).starts_with("1 + 1"));
}

#[test]
fn names_are_resolved_and_constants_folded() {
    table(
        checked,
        r#"
        actor.hp + 2 * 3              => an integer: (+ actor.hp 6)
        -7 / 2                        => an integer: -4
        7 / -2                        => an integer: -4
        7 / 2 - 3                     => an integer: 0
        arg / 0                       => an integer: (/ arg 0)
        5 / 0                         => an integer: 0
        2147483647 + 1                => an integer: 2147483647
        -2147483648 / -1              => an integer: 2147483647
        -(-2147483648)                => an integer: 2147483647
        min(3, 4) < max(3, 4)         => a boolean: 1
        not actor.has(prone)          => a boolean: (not actor.has(prone))
        actor.stance == prone         => a boolean: (== actor.stance 1)
        roll-off != actor.stance      => a boolean: (!= 2 actor.stance)
        stance == prone               => a boolean: (== stance 1)
        standing == stance            => a boolean: (== 0 stance)
        actor.stance == target.stance => a boolean: (== actor.stance target.stance)
        actor.stance == stance        => a boolean: (== actor.stance stance)
        option(x) == off              => a boolean: (== option 1)
        prone + 1                     => an integer: (+ prone 1)
        true == (1 == 1)              => a boolean: 1
        if 1 == 1 then arg else hp    => an integer: arg
        if actor.has(prone) then 1 + 1 else arg => an integer: (if actor.has(prone) 2 arg)
        (if true then stance else actor.stance) == prone => a boolean: (== stance 1)
        "#,
    );
}

#[test]
fn type_errors_are_all_reported() {
    table(
        checked,
        r#"
        actr.hp                  => 0-7: no input named "actr.hp"; did you mean "actor.hp"?
        attacker.might
            => 0-14: no input named "attacker.might"
            ; names here begin with actor, arg, option, target
        actor.hp-3
            => 0-10: no input named "actor.hp-3"
            ; a difference needs spaces: "actor.hp - 3"
        roll-off
            => 0-8: no input named "roll-off"
            ; a bare word may only be compared with a tag, by == or !=
        arg == roll-off
            => 7-15: no input named "roll-off"
            ; a bare word may only be compared with a tag, by == or !=
        actor.stance == pron
            => 16-20: expected one of standing, prone, roll-off, found "pron"
            ; did you mean "prone"?
        foo == bar
            => 0-3: no input named "foo"
            ; a bare word may only be compared with a tag, by == or !=
        actor.stance == arg      => 0-19: a tag and an integer cannot be compared
        actor.stance == actor.side => 0-26: these two tags have different words
        actor.stance < prone     => 0-12: "<" needs an integer, found a tag
        arg == true              => 0-11: an integer and a boolean cannot be compared
        (arg) and 1 + true
            => 1-4: "and" needs a boolean, found an integer
            | 14-18: "+" needs an integer, found a boolean
        not arg                  => 4-7: "not" needs a boolean, found an integer
        -true                    => 1-5: "-" needs an integer, found a boolean
        if arg then 1 else true
            => 0-23: the branches differ: an integer and a boolean
            | 3-6: the condition of an "if" needs a boolean, found an integer
        2147483648               => 0-10: 2147483648 is outside -2147483648 to 2147483647
        actor.has(pron)          => 10-14: no condition named "pron"; did you mean "prone"?
        actor.has(a, b)          => 0-15: "actor.has" takes 1 word, found 2
        actor.hass(prone)
            => 0-10: nothing to call named "actor.hass"
            ; did you mean "actor.has"?
        x.y + (z.w * u.v(a))
            => 0-3: no input named "x.y"
            ; names here begin with actor, arg, option, target
            | 7-10: no input named "z.w"
            ; names here begin with actor, arg, option, target
            | 13-16: nothing to call named "u.v"
        "#,
    );
}

#[test]
fn spans_include_inner_parentheses_only() {
    let node = parse(" ( (a + b) * c ) ").expect("valid");
    assert_eq!(node.span, 3..14);
    let NodeKind::Binary { lhs, .. } = node.kind else { panic!("a product") };
    assert_eq!(lhs.span, 4..9);
}

#[test]
fn tables_are_looked_up_at_a_place() {
    table(
        parsed,
        r#"
        damage[arg]               => damage[arg]
        -damage[ arg+1 ]*2        => -damage[arg + 1] * 2
        damage[damage[1]]         => damage[damage[1]]
        damage[1                  => 8-8: expected an operator or "]", found the end
        damage[]                  => 7-8: expected a value, found "]"
        "#,
    );
    table(
        checked,
        r#"
        damage[arg] + 1           => an integer: (+ (table 4 arg) 1)
        damage[1 + 1]             => an integer: (table 4 2)
        damage[arg > 1]           => 7-14: a place in a table needs an integer, found a boolean
        damag[arg]                => 0-5: no table named "damag"; did you mean "damage"?
        "#,
    );
}
