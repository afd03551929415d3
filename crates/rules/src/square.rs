//! Names of squares: columns are letters from the left (`a` to `z`, then `aa`), rows are numbers
//! from the top.

use kernel::{BOARD_MAX, Square};

/// Returns the square with a name such as `c4`; `None` if the text is no such name.
pub fn parse(text: &str) -> Option<Square> {
    let text = text.trim();
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = text.split_at(digits);
    let x = letters.bytes().try_fold(0usize, |column, letter| {
        let letter = letter.to_ascii_lowercase();
        let column = column * 26 + usize::from(letter.checked_sub(b'a')?) + 1;
        (letter <= b'z' && column <= usize::from(BOARD_MAX)).then_some(column)
    })?;
    let y: usize = row.parse().ok().filter(|row| (1..=usize::from(BOARD_MAX)).contains(row))?;
    (!row.starts_with('+')).then_some(Square { x: x.checked_sub(1)? as u8, y: (y - 1) as u8 })
}

/// Checks whether a text looks like the name of a square on a board of any size: one or two
/// letters, then a number.
pub fn looks_like_one(text: &str) -> bool {
    let row = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    (1..=2).contains(&(text.len() - row.len()))
        && !row.is_empty()
        && row.bytes().all(|digit| digit.is_ascii_digit())
}

/// Returns the name of a square; `nowhere` off the board.
pub fn print(square: Square) -> String {
    if !square.is_somewhere() {
        return "nowhere".to_owned();
    }
    let mut column = usize::from(square.x);
    let mut letters = vec![(b'a' + (column % 26) as u8) as char];
    while column >= 26 {
        column = column / 26 - 1;
        letters.insert(0, (b'a' + (column % 26) as u8) as char);
    }
    format!("{}{}", letters.iter().collect::<String>(), usize::from(square.y) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_read_back_by_its_name() {
        for x in 0..BOARD_MAX {
            for y in 0..BOARD_MAX {
                let square = Square { x, y };
                assert_eq!(parse(&print(square)), Some(square), "{}", print(square));
            }
        }
    }

    #[test]
    fn letters_count_columns_and_numbers_rows() {
        assert_eq!(parse("a1"), Some(Square { x: 0, y: 0 }));
        assert_eq!(parse("C4"), Some(Square { x: 2, y: 3 }));
        assert_eq!(parse("aa10"), Some(Square { x: 26, y: 9 }));
        for wrong in ["", "4", "c", "c0", "c65", "zz1", "c-1", "4c", "c+1", "é3", "c4x"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_on_no_board_may_look_like_a_square() {
        for like in ["a1", "z99", "ZZ12", "c0"] {
            assert!(looks_like_one(like), "{like}");
        }
        for unlike in ["", "4", "c", "Orc2", "c4x", "c-1", "é3"] {
            assert!(!looks_like_one(unlike), "{unlike}");
        }
    }
}
