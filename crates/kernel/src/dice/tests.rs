use super::*;

fn dice(steps: Vec<Step>) -> Dice {
    Dice::new(steps).expect("valid steps")
}

fn roll(roll: Roll) -> Dice {
    dice(vec![Step::Roll(roll)])
}

fn plain(count: u8, sides: u16) -> Roll {
    Roll::plain(count, sides)
}

fn reroll(repeat: Repeat, faces: Faces, roll: Roll) -> Roll {
    Roll { reroll: Some(Reroll { faces, repeat }), ..roll }
}

/// Returns the faces as text: `face*` is rerolled, `(face)` dropped, `face=value` clamped.
fn shown(dice: &Dice, faces: &[u32]) -> String {
    let mut rest = faces.iter();
    let outcome = dice.evaluate(&mut |_| rest.next().copied()).expect("enough faces");
    assert_eq!(dice.total_of(faces.iter().copied()), Ok(outcome.total), "both ways agree");
    let dice = outcome.dice.iter().map(|die| match die.fate {
        Fate::Rerolled => format!("{}*", die.face),
        Fate::Dropped => format!("({})", die.face),
        Fate::Kept if die.value != die.face => format!("{}={}", die.face, die.value),
        Fate::Kept => die.face.to_string(),
    });
    format!("{}: {}", outcome.total, dice.collect::<Vec<_>>().join(" "))
}

fn error(dice: &Dice, faces: &[u32]) -> String {
    dice.total_of(faces.iter().copied()).expect_err("wrong faces").to_string()
}

#[test]
fn each_modifier_shows_its_dice() {
    let keep = |keep| roll(Roll { keep, ..plain(4, 6) });
    assert_eq!(shown(&keep(Keep::All), &[1, 2, 3, 4]), "10: 1 2 3 4");
    assert_eq!(shown(&keep(Keep::Highest(3)), &[3, 1, 6, 1]), "10: 3 1 6 (1)");
    assert_eq!(shown(&keep(Keep::Lowest(1)), &[3, 1, 6, 1]), "1: (3) 1 (6) (1)");

    let below = |repeat| roll(reroll(repeat, Faces::Below(3), plain(2, 6)));
    assert_eq!(shown(&below(Repeat::Once), &[2, 1, 5]), "6: 2* 1 5");
    assert_eq!(shown(&below(Repeat::UntilGone), &[2, 1, 3, 5]), "8: 2* 1* 3 5");

    let clamped = Roll { least: Some(2), most: Some(5), keep: Keep::Highest(2), ..plain(3, 6) };
    assert_eq!(shown(&roll(clamped), &[6, 1, 2]), "7: 6=5 1=2 (2)");
}

#[test]
fn endless_rerolls_end_at_the_lowest_standing_face() {
    let hopeless = roll(reroll(Repeat::UntilGone, Faces::Below(3), plain(1, 6)));
    assert_eq!(hopeless.total_from(&mut |_| Some(1)), Ok(3));
    let exact = roll(reroll(Repeat::UntilGone, Faces::Exactly(1), plain(1, 6)));
    assert_eq!(exact.total_from(&mut |_| Some(1)), Ok(2));
}

#[test]
fn arithmetic_runs_in_postfix_order() {
    // (1d6 - 2) * -(1d4)
    let steps = vec![
        Step::Roll(plain(1, 6)),
        Step::Constant(2),
        Step::Sub,
        Step::Roll(plain(1, 4)),
        Step::Neg,
        Step::Mul,
    ];
    let dice = dice(steps);
    assert_eq!((dice.min(), dice.max()), (-16, 4));
    assert_eq!(dice.total_of([6, 3].into_iter()), Ok(-12));
    assert_eq!(Dice::constant(-7).total_of([].into_iter()), Ok(-7));
}

#[test]
fn wrong_faces_are_named() {
    let two = dice(vec![Step::Roll(plain(2, 6)), Step::Roll(plain(1, 20)), Step::Add]);
    assert_eq!(error(&two, &[1, 7, 3]), "die 2: 7 is not on a d6 (1 to 6)");
    assert_eq!(error(&two, &[1, 0, 3]), "die 2: 0 is not on a d6 (1 to 6)");
    assert_eq!(error(&two, &[1, 2]), "too few dice: a d20 is missing after 2");
    assert_eq!(error(&two, &[1, 2, 3, 4]), "1 die left over");
    assert_eq!(error(&two, &[1, 2, 3, 4, 5]), "2 dice left over");
}

#[test]
fn invalid_steps_are_refused() {
    let flaw = |steps: Vec<Step>| Dice::new(steps).map_err(|error| (error.step, error.flaw));
    let one = |roll| flaw(vec![Step::Roll(roll)]);
    let d6 = plain(1, 6);
    assert_eq!(one(plain(0, 6)), Err((0, DiceFlaw::Count)));
    assert_eq!(one(plain(101, 6)), Err((0, DiceFlaw::Count)));
    assert_eq!(one(plain(1, 0)), Err((0, DiceFlaw::Sides)));
    assert_eq!(one(plain(1, 1001)), Err((0, DiceFlaw::Sides)));
    assert_eq!(one(Roll { keep: Keep::Highest(2), ..d6 }), Err((0, DiceFlaw::Keep)));
    assert_eq!(one(Roll { keep: Keep::Lowest(0), ..d6 }), Err((0, DiceFlaw::Keep)));
    assert_eq!(one(Roll { least: Some(5), most: Some(4), ..d6 }), Err((0, DiceFlaw::Clamp)));
    assert_eq!(one(Roll { most: Some(7), ..d6 }), Err((0, DiceFlaw::Clamp)));
    let endless = reroll(Repeat::UntilGone, Faces::Exactly(1), plain(1, 1));
    assert_eq!(one(endless), Err((0, DiceFlaw::Reroll)));
    assert_eq!(one(reroll(Repeat::Once, Faces::Below(7), d6)), Err((0, DiceFlaw::Reroll)));
    assert_eq!(flaw(vec![]), Err((0, DiceFlaw::Shape)));
    assert_eq!(flaw(vec![Step::Constant(1), Step::Add]), Err((1, DiceFlaw::Shape)));
    assert_eq!(flaw(vec![Step::Constant(1); 2]), Err((1, DiceFlaw::Shape)));
    assert_eq!(flaw(vec![Step::Constant(1); 17]), Err((16, DiceFlaw::Depth)));
    let label = |text: &str| flaw(vec![Step::Constant(1), Step::Label(text.into())]);
    assert_eq!(label("a]"), Err((1, DiceFlaw::Label)));
    assert_eq!(label(""), Err((1, DiceFlaw::Label)));
    let overflow = vec![Step::Constant(i32::MAX), Step::Roll(d6), Step::Add];
    assert_eq!(flaw(overflow), Err((2, DiceFlaw::Range)));
    let many = vec![Step::Roll(plain(60, 6)), Step::Roll(plain(41, 6)), Step::Add];
    assert_eq!(flaw(many), Err((1, DiceFlaw::TooManyDice)));
}

#[test]
fn simple_is_one_plain_roll_and_a_number() {
    let d20 = || Step::Roll(plain(2, 20));
    let simple = |steps| dice(steps).simple();
    assert_eq!(simple(vec![d20()]), Some((2, 20, 0)));
    assert_eq!(simple(vec![d20(), Step::Constant(7), Step::Add]), Some((2, 20, 7)));
    assert_eq!(simple(vec![d20(), Step::Constant(7), Step::Sub]), Some((2, 20, -7)));
    assert_eq!(simple(vec![Step::Constant(7), d20(), Step::Add]), Some((2, 20, 7)));
    assert_eq!(simple(vec![d20(), Step::Label("hit".into())]), Some((2, 20, 0)));
    assert_eq!(simple(vec![Step::Constant(7), d20(), Step::Sub]), None);
    assert_eq!(simple(vec![d20(), Step::Constant(70_000), Step::Add]), None);
    assert_eq!(simple(vec![Step::Constant(7)]), None);
    assert_eq!(roll(Roll { keep: Keep::Highest(1), ..plain(2, 20) }).simple(), None);
}

#[test]
fn a_label_names_the_rolls_it_encloses() {
    // (1d6[fire] + 1d4)[blow] + 1d8
    let steps = vec![
        Step::Roll(plain(1, 6)),
        Step::Label("fire".into()),
        Step::Roll(plain(1, 4)),
        Step::Add,
        Step::Label("blow".into()),
        Step::Roll(plain(1, 8)),
        Step::Add,
    ];
    assert_eq!(dice(steps).labels(), [Some("fire"), Some("blow"), None]);
}

/// Tries every sequence of faces like an odometer: both bounds are reached and never passed.
#[test]
fn bounds_are_exact() {
    let modifiers = [
        plain(2, 4),
        Roll { keep: Keep::Highest(1), ..plain(3, 3) },
        Roll { least: Some(2), most: Some(3), ..plain(2, 4) },
        reroll(Repeat::Once, Faces::Below(3), plain(2, 4)),
        reroll(Repeat::UntilGone, Faces::Exactly(1), plain(1, 2)),
        reroll(Repeat::UntilGone, Faces::Exactly(4), plain(1, 4)),
    ];
    for modified in modifiers {
        let dice = dice(vec![
            Step::Roll(modified),
            Step::Roll(plain(1, 3)),
            Step::Constant(2),
            Step::Sub,
            Step::Mul,
        ]);
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        let mut faces: Vec<u32> = Vec::new();
        loop {
            let mut asked: Vec<u32> = Vec::new();
            let total = dice.total_from(&mut |sides| {
                let face = faces.get(asked.len()).copied().unwrap_or(1);
                if asked.len() == faces.len() {
                    faces.push(face);
                }
                asked.push(sides);
                Some(face)
            });
            let total = total.expect("faces are in range");
            (low, high) = (low.min(total), high.max(total));
            faces.truncate(asked.len());
            while faces.last() == asked.get(faces.len().wrapping_sub(1)) && faces.pop().is_some() {}
            match faces.last_mut() {
                Some(face) => *face += 1,
                None => break,
            }
        }
        assert_eq!((low, high), (dice.min(), dice.max()), "{modified:?}");
    }
}

#[test]
fn what_is_no_throw_comes_to_the_same_each_time() {
    assert_eq!(Dice::constant(-3).fixed(), Some(-3));
    let steps = vec![Step::Constant(2), Step::Constant(3), Step::Mul];
    assert_eq!(Dice::new(steps).expect("dice").fixed(), Some(6));
    // A die with one side is still thrown.
    assert_eq!(roll(plain(1, 1)).fixed(), None);
}
