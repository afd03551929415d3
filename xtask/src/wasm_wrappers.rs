//! Writes scripts that run programs from packages that are unpacked, not installed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

/// Writes the scripts that run the unpacked programs with the C library unpacked beside them.
pub(crate) fn write_wrappers(folder: &Path) -> Result<()> {
    let bin = folder.join("bin");
    fs::create_dir_all(&bin)?;
    let system = folder.join("root/usr");
    let libraries = system.join("lib/x86_64-linux-gnu");
    let loader = libraries.join("ld-linux-x86-64.so.2");
    ensure!(loader.is_file(), "{} is missing", loader.display());
    let linker = found(&system.join("lib"), "llvm-", "bin/wasm-ld")?;
    let run = |program: &Path, more: &str| {
        format!(
            "#!/bin/sh\nexec '{}' --library-path '{}' {more} \"$@\"\n",
            loader.display(),
            libraries.display()
        )
        .replace("PROGRAM", &program.display().to_string())
    };
    let sysroot = system.display();
    let rustc = format!("'PROGRAM' --sysroot '{sysroot}'");
    write_script(&bin.join("rustc"), &run(&system.join("bin/rustc"), &rustc))?;
    // The program chooses the linker's mode by its own name.
    write_script(&bin.join("wasm-ld"), &run(&linker, "--argv0 wasm-ld 'PROGRAM'"))
}

/// Returns the file `inside` of the folder in `parent` whose name begins with `prefix`.
fn found(parent: &Path, prefix: &str, inside: &str) -> Result<PathBuf> {
    for entry in parent.read_dir().with_context(|| format!("reading {}", parent.display()))? {
        let entry = entry?;
        let path = entry.path().join(inside);
        if entry.file_name().to_string_lossy().starts_with(prefix) && path.exists() {
            return Ok(path);
        }
    }
    bail!("there is no {prefix}*/{inside} in {}", parent.display())
}

fn write_script(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("writing {}", path.display()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
