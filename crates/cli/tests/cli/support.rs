//! Runs the program from the folder of the fixtures.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The result of one run of the program.
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Calls the program with these arguments, and these lines on standard input.
pub(crate) fn turnwright(
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    input: &str,
) -> Outcome {
    let mut child = Command::new(env!("CARGO_BIN_EXE_turnwright"))
        .args(arguments)
        .current_dir(fixtures())
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = child.stdin.take().expect("it has an input");
    // The program may end before it has read everything.
    let _ = lines.write_all(input.as_bytes());
    drop(lines);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    let code = output.status.code().expect("no signal ends it");
    Outcome { code, out: text(output.stdout), err: text(output.stderr) }
}

/// Returns the folder of the fixtures.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("fixtures")
}

/// Returns an empty folder for the files of one test.
pub(crate) fn scratch(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    folder
}
