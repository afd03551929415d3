//! Puts the built page where the crate embeds it from. Without one the crate still builds, and
//! serves a notice instead.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    let built = Path::new("../../web/dist");
    // A folder that is not there would count as changed every time. `cargo xtask serve` touches
    // this file when it has made the folder.
    if built.join("index.html").is_file() {
        println!("cargo::rerun-if-changed={}", built.display());
        copy(built, &out)?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
