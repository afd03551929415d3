//! Fetches Debian's compiler with the standard library for browsers, and unpacks it into a folder.
//!
//! The index of packages lists the dependencies of each package. Every file is compared with its
//! checksum in the index.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::wasm_wrappers::write_wrappers;

const MIRROR: &str = "http://deb.debian.org/debian";
/// Debian suites to search, the more stable one first. Older suites do not have the library.
const SUITES: [&str; 2] = ["forky", "sid"];
/// The standard library for browsers. Its suite also has the compiler of the same version.
const LIBRARY: &str = "libstd-rust-dev-wasm32";
/// Dependencies that are needed only to compile for the machine itself. The system's own packages
/// serve for that.
const NOT_NEEDED: [&str; 4] = ["gcc", "libc-dev", "binutils", "gcc-16-base"];
/// Seconds for one download.
const DOWNLOAD_SECONDS: &str = "300";

/// A package in the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Package {
    version: String,
    depends: Vec<String>,
    file: String,
    sha256: String,
}

type Index = BTreeMap<String, Package>;

/// Fetches the packages, unpacks them into `folder/root` and writes the scripts that run them.
pub(crate) fn unpack(folder: &Path) -> Result<()> {
    ensure!(cfg!(all(target_os = "linux", target_arch = "x86_64")), "this is no x86-64 Linux");
    fs::create_dir_all(folder)?;
    let index = index(folder)?;
    let names = closure(&index, &["rustc", LIBRARY, &linker(&index)?]);
    let root = folder.join("root");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    for name in names {
        let package = &index[&name];
        println!("    {name} {}", package.version);
        let file = folder.join("package.deb");
        download(&format!("{MIRROR}/{}", package.file), &file)?;
        let sum = text(Command::new("sha256sum").arg(&file))?;
        ensure!(sum.starts_with(&package.sha256), "{name}: the checksum is another one");
        text(Command::new("dpkg").arg("-x").arg(&file).arg(&root))?;
        fs::remove_file(&file)?;
    }
    write_wrappers(folder)
}

/// Returns the index of the first suite that has the library.
fn index(folder: &Path) -> Result<Index> {
    let file = folder.join("Packages.xz");
    for suite in SUITES {
        download(&format!("{MIRROR}/dists/{suite}/main/binary-amd64/Packages.xz"), &file)?;
        let index = parsed(&text(Command::new("xz").arg("-dc").arg(&file))?);
        fs::remove_file(&file)?;
        if index.contains_key(LIBRARY) {
            return Ok(index);
        }
    }
    bail!("none of Debian's suites {SUITES:?} has {LIBRARY}")
}

/// Returns the package of the linker from the LLVM that the compiler is built with.
fn linker(index: &Index) -> Result<String> {
    let needed = closure(index, &["rustc"]);
    let llvm = needed.iter().find_map(|name| name.strip_prefix("libllvm"));
    llvm.map(|version| format!("lld-{version}")).context("the compiler needs no LLVM")
}

/// Returns packages with all their dependencies.
fn closure(index: &Index, wanted: &[&str]) -> BTreeSet<String> {
    let mut waiting: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
    let mut found = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        let Some(package) = index.get(&name) else { continue };
        if !NOT_NEEDED.contains(&name.as_str()) && found.insert(name) {
            waiting.extend(package.depends.iter().cloned());
        }
    }
    found
}

/// Reads an index: paragraphs of `Key: value` lines.
fn parsed(text: &str) -> Index {
    let mut index = Index::new();
    for paragraph in text.split("\n\n") {
        let (mut name, mut package) = (None, Package::default());
        for line in paragraph.lines() {
            let Some((key, value)) = line.split_once(": ") else { continue };
            match key {
                "Package" => name = Some(value.to_owned()),
                "Version" => package.version = value.to_owned(),
                "Filename" => package.file = value.to_owned(),
                "SHA256" => package.sha256 = value.to_owned(),
                "Depends" => package.depends = value.split(',').filter_map(first_name).collect(),
                _ => {}
            }
        }
        if let Some(name) = name {
            index.insert(name, package);
        }
    }
    index
}

/// Returns the name in `libc6 (>= 2.38)`, or the first of alternatives.
fn first_name(dependency: &str) -> Option<String> {
    let end = |c: char| c.is_whitespace() || "(|:".contains(c);
    dependency.trim().split(end).next().filter(|name| !name.is_empty()).map(str::to_owned)
}

fn download(address: &str, file: &PathBuf) -> Result<()> {
    let mut command = Command::new("curl");
    command.args(["-sfL", "--retry", "2", "--max-time", DOWNLOAD_SECONDS, "-o"]).arg(file);
    text(command.arg(address)).with_context(|| format!("downloading {address}")).map(drop)
}

/// Runs a command and returns what it prints.
fn text(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("starting {name}"))?;
    ensure!(output.status.success(), "{name} failed ({})", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("{name} prints no text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "\
Package: rustc
Version: 1.97.1
Depends: libstd-rust-1.97 (= 1.97.1), gcc, libc6 (>= 2.34)
Filename: pool/rustc.deb
SHA256: aa

Package: libstd-rust-1.97
Version: 1.97.1
Depends: libllvm22 (>= 1:22)

Package: libllvm22
Version: 22
Depends: libz1 | libz1t64, libedit2:any

Package: gcc
Version: 15

Package: libc6
Version: 2.43

Package: libedit2
Version: 3.1
";

    #[test]
    fn what_packages_need_is_found_without_the_systems_own_compiler() {
        let index = parsed(INDEX);
        assert_eq!(index["rustc"].file, "pool/rustc.deb");
        assert_eq!(index["libllvm22"].depends, ["libz1", "libedit2"]);
        let names: Vec<String> = closure(&index, &["rustc"]).into_iter().collect();
        assert_eq!(names, ["libc6", "libedit2", "libllvm22", "libstd-rust-1.97", "rustc"]);
        assert_eq!(linker(&index).unwrap(), "lld-22");
    }
}
