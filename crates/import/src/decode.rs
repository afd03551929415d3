//! Decodes files to text, and refuses files that are not text.

use crate::refusal::Refusal;

/// Maximum size of a file, in bytes.
pub const FILE_MAX: usize = 50 << 20;

/// First bytes of files that are not text, with a description.
const SIGNATURES: [(&[u8], &str); 9] = [
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"RIFF", "a picture or sound (RIFF)"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "an archive (ZIP)"),
    (b"\x1f\x8b", "an archive (gzip)"),
    (b"SQLite format 3", "a database (SQLite)"),
    (b"7z\xbc\xaf", "an archive (7z)"),
];

/// Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark.
///
/// # Errors
///
/// Returns a refusal if the file is too large or is not text.
pub fn decode(bytes: Vec<u8>) -> Result<String, Refusal> {
    check_size(bytes.len())?;
    if let Some((_, seems)) = SIGNATURES.iter().find(|(begin, _)| bytes.starts_with(begin)) {
        let refusal = Refusal::unknown(*seems);
        return Err(match seems.contains("archive") {
            true => refusal.help("Unpack it and import the files in it."),
            false => refusal,
        });
    }
    let wide = match bytes.get(..2) {
        Some([0xff, 0xfe]) => Some(u16::from_le_bytes as fn([u8; 2]) -> u16),
        Some([0xfe, 0xff]) => Some(u16::from_be_bytes as fn([u8; 2]) -> u16),
        _ => None,
    };
    if let Some(unit) = wide {
        let units = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        return Ok(char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Refusal::new(format!("no text: byte {at} fits neither UTF-8 nor UTF-16"))
            .help("Save it as UTF-8.")
    })
}

/// Checks that a size in bytes is at most [`FILE_MAX`].
///
/// # Errors
///
/// Returns a refusal with the size if it is not.
pub fn check_size(size: usize) -> Result<(), Refusal> {
    if size <= FILE_MAX {
        return Ok(());
    }
    let megabytes = size.div_ceil(1 << 20);
    let most = FILE_MAX >> 20;
    Err(Refusal::new(format!("the file has {megabytes} MB; at most {most} MB are read"))
        .help("Export fewer creatures at once."))
}
