//! `turnwright new`: writes the folder of a new ruleset from a template.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde_json::json;

use crate::out;
use crate::templates::{self, Template};

/// Maximum length of a ruleset's name, in bytes. Every rule id begins with the name.
const NAME_MAX: usize = 40;

/// Writes the folder of a new ruleset: rules, a fight and scenarios that pass, to be changed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder to make; its name becomes that of the ruleset, such as `iron-tide`.
    #[arg(required_unless_present = "list")]
    name: Option<PathBuf>,
    /// The template to begin with, by its kind of clock.
    #[arg(long, value_name = "KIND")]
    template: Option<String>,
    /// Lists the templates.
    #[arg(long, conflicts_with_all = ["name", "template"])]
    list: bool,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let (Some(folder), false) = (&args.name, args.list) else {
        print_list(json)?;
        return Ok(ExitCode::SUCCESS);
    };
    let Some(kind) = &args.template else {
        bail!("choose a template with `--template KIND`:\n{}", listed());
    };
    let Some(template) = Template::find(kind) else {
        bail!("there is no template `{kind}`; there are:\n{}", listed());
    };
    let id = id_of(folder)?;
    refuse_used(folder)?;
    let files = template.files(id);
    write(folder, &files)?;
    if json {
        let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
        out::value(&json!({ "folder": folder, "template": kind, "files": paths }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let shown = folder.display();
    let mut text = String::new();
    for (path, _) in &files {
        text.push_str(&format!("{shown}/{path}\n"));
    }
    text.push_str(&format!(
        "Next: turnwright check {shown}\n      turnwright run {shown}\n      turnwright play \
         {shown}/examples/first-fight.toml\n"
    ));
    out::text(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn print_list(json: bool) -> io::Result<()> {
    if json {
        let entry = |it: &Template| json!({ "template": it.name(), "about": it.about() });
        return out::value(&templates::all().iter().map(entry).collect());
    }
    out::text(&listed())
}

/// Returns the templates, one per line.
fn listed() -> String {
    let line = |it: &Template| format!("  {:<8}{}", it.name(), it.about());
    templates::all().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the id of the ruleset, the last part of the path. Fails if it is not a valid id.
fn id_of(folder: &Path) -> anyhow::Result<&str> {
    let name = folder.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_id = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(fits)
        && !name.ends_with('-')
        && !name.contains("--");
    if !is_id || name.len() > NAME_MAX {
        bail!(
            "`{}` can't name a ruleset: use lowercase letters, digits and single hyphens, a letter \
             first, at most {NAME_MAX} characters, such as `iron-tide`",
            folder.display()
        );
    }
    Ok(name)
}

/// Fails if there is anything at this path but an empty folder.
fn refuse_used(folder: &Path) -> anyhow::Result<()> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => {
            bail!("{} is not empty; name a folder that is not there yet", folder.display())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot write to {}", folder.display())),
    }
}

/// Writes all files or none: into a new folder beside, which then replaces `folder`.
fn write(folder: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = folder.with_file_name(name);
    let written = files.iter().try_for_each(|(path, text)| {
        let path = beside.join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&path, text)
    });
    let placed = written.and_then(|()| match fs::remove_dir(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => fs::rename(&beside, folder),
    });
    placed
        .inspect_err(|_| drop(fs::remove_dir_all(&beside)))
        .with_context(|| format!("cannot write {}", folder.display()))
}
