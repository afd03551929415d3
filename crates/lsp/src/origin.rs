//! Paths of files and the addresses that editors have for them.

use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// Returns the path of a `file:` address; `None` for any other.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let rest = rest.split(['?', '#']).next()?;
    let path = decoded(&rest[rest.find('/')?..])?;
    // `/C:/rules` has a drive.
    let bytes = path.as_bytes();
    let has_drive = cfg!(windows) && bytes.len() > 2 && bytes[2] == b':';
    let path = if has_drive { &path[1..] } else { &path };
    Some(normalized(Path::new(path)))
}

/// Returns the address of a path; `None` if it cannot be one.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let mut address = "file://".to_owned();
    if !path.starts_with('/') {
        address.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' | b':' => address.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => address.push(byte.into()),
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&address).ok()
}

/// Returns a path without `.` and `..`.
pub(crate) fn normalized(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'%'
            && let [high, low, after @ ..] = rest
            && let (Some(high), Some(low)) = (digit(*high), digit(*low))
        {
            bytes.push(high << 4 | low);
            rest = after;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_the_way_to_an_editor_and_back() {
        let path = Path::new("/home/my game é/rules/100%.toml");
        let uri = uri_of(path).unwrap();
        assert_eq!(uri.as_str(), "file:///home/my%20game%20%C3%A9/rules/100%25.toml");
        assert_eq!(path_of(&uri).unwrap(), path);
    }

    #[test]
    fn other_addresses_have_no_path() {
        assert_eq!(path_of(&Uri::from_str("untitled:Untitled-1").unwrap()), None);
        assert_eq!(path_of(&Uri::from_str("file:///%FF").unwrap()), None);
    }
}
