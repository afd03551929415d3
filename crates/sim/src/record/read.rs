//! Reads records, and detects missing or changed lines.

use std::ops::Range;

use rules::Source;
use rules::diagnostic::{Code, Diagnostic, FileId, Files, Report};
use rules::source::SourceFile;

use super::{Record, Step, VERSION};
use crate::fnv::Fnv;
use crate::origin::Problems;

const MAGIC: &str = "turnwright record ";

impl Record {
    /// Reads a complete and unchanged record.
    pub fn parse(name: &str, text: &str) -> Result<Record, Problems> {
        match Record::salvage(name, text) {
            Ok((record, None)) => Ok(record),
            Ok((record, Some(problem))) => Err(alone(problem, record.files)),
            Err(problems) => Err(problems),
        }
    }

    /// Reads the valid beginning of a record, and reports the problem after it. Returns an error if
    /// even the beginning is invalid.
    pub fn salvage(name: &str, text: &str) -> Result<(Record, Option<Diagnostic>), Problems> {
        let mut files = Files::default();
        let file = files.add(name, text);
        let mut reader = Reader { text, at: 0, hash: Fnv::new() };
        let mut record = match reader.head(files.clone(), file) {
            Ok(record) => record,
            Err(flaw) => return Err(alone(flaw.diagnostic(file, None), files)),
        };
        let problem = match reader.log(&mut record) {
            Ok(()) => None,
            Err(flaw) => Some(flaw.diagnostic(file, Some(record.steps.len()))),
        };
        Ok((record, problem))
    }
}

fn alone(problem: Diagnostic, files: Files) -> Problems {
    let mut report = Report::default();
    report.push(problem);
    (report, files)
}

/// Problem in a record, and its place.
struct Flaw {
    code: Code,
    message: String,
    span: Range<usize>,
}

impl Flaw {
    fn diagnostic(self, file: FileId, good: Option<usize>) -> Diagnostic {
        let problem =
            Diagnostic::error(self.code, self.message).at(file, self.span, "from here on");
        match good {
            Some(count) => problem.help(format!("{count} commands before it are as written")),
            None => problem,
        }
    }
}

/// A line without its end.
struct Line<'t> {
    text: &'t str,
    span: Range<usize>,
    /// Whether the line end is there.
    whole: bool,
}

impl Line<'_> {
    /// Returns the problem of a changed line; the last line without an end was cut off.
    fn flaw(&self, message: &str) -> Flaw {
        if !self.whole {
            return cut(self.span.clone());
        }
        Flaw { code: Code::LogEdited, message: message.to_owned(), span: self.span.clone() }
    }
}

fn cut(span: Range<usize>) -> Flaw {
    let message = "the record is cut off".to_owned();
    Flaw { code: Code::LogTruncated, message, span }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    hash: Fnv,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<Line<'t>> {
        let rest = &self.text[self.at..];
        let piece = rest.split_inclusive('\n').next()?;
        let line = piece.strip_suffix('\n');
        let text = line.unwrap_or(piece);
        let text = text.strip_suffix('\r').unwrap_or(text);
        let span = self.at..self.at + text.len();
        Some(Line { text, span, whole: line.is_some() })
    }

    fn next(&mut self) -> Result<Line<'t>, Flaw> {
        let Some(line) = self.peek() else { return Err(cut(self.text.len()..self.text.len())) };
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
        Ok(line)
    }

    /// Reads the next line, which must begin with this word, and adds it to the hash.
    fn line(&mut self, word: &str) -> Result<(&'t str, Line<'t>), Flaw> {
        let line = self.next()?;
        let after = line.text.strip_prefix(word).filter(|_| line.whole);
        let Some(after) = after else {
            return Err(line.flaw(&format!("a line is wanted that begins with `{word}`")));
        };
        self.hash = self.hash.text(line.text);
        Ok((after, line))
    }

    fn head(&mut self, files: Files, file: FileId) -> Result<Record, Flaw> {
        self.version()?;
        let (stamp, line) = self.line("ruleset ")?;
        let (id, rest) = stamp.split_once(' ').ok_or_else(|| line.flaw("no version"))?;
        let (version, hash) = rest.rsplit_once(' ').ok_or_else(|| line.flaw("no fingerprint"))?;
        let fingerprint = hexadecimal(hash, 16).ok_or_else(|| line.flaw("no fingerprint"))?;
        let (seed, line) = self.line("seed ")?;
        let seed = seed.parse().map_err(|_| line.flaw("the seed is no number"))?;
        let encounter = self.file("encounter")?;
        let Some(encounter) = encounter else {
            return Err(self.next()?.flaw("a line is wanted that begins with `file encounter`"));
        };
        let mut beside = Vec::new();
        while let Some(one) = self.file("beside")? {
            beside.push(one);
        }
        let mut carried = Vec::new();
        while let Some(one) = self.file("ruleset")? {
            carried.push(one);
        }
        self.marked("log")?;
        Ok(Record {
            id: id.to_owned(),
            version: version.to_owned(),
            fingerprint,
            seed,
            encounter,
            beside,
            ruleset: (!carried.is_empty()).then_some(Source { files: carried }),
            steps: Vec::new(),
            main: 0,
            files,
            file,
        })
    }

    fn version(&mut self) -> Result<(), Flaw> {
        let line = self.next()?;
        let wanted = format!("{MAGIC}{VERSION}");
        self.hash = self.hash.text(line.text);
        if line.text == wanted && line.whole {
            return Ok(());
        }
        if wanted.starts_with(line.text) && !line.whole {
            return Err(cut(line.span));
        }
        let message = match line.text.strip_prefix(MAGIC) {
            Some(version) => format!("this is format {version}; only {VERSION} is read"),
            None => "this is no recorded game".to_owned(),
        };
        Err(Flaw { code: Code::UnsupportedVersion, message, span: line.span })
    }

    /// Reads a file of this role, if one comes next.
    fn file(&mut self, role: &str) -> Result<Option<SourceFile>, Flaw> {
        let head = format!("file {role} ");
        match self.peek() {
            Some(line) if line.text.starts_with(&head) || !line.whole => {}
            Some(_) => return Ok(None),
            None => return Err(cut(self.at..self.at)),
        }
        let (path, _) = self.line(&head)?;
        let mut text = String::new();
        let mut first = true;
        while self.peek().is_some_and(|line| line.text.starts_with('|')) {
            let (rest, _) = self.line("|")?;
            if !first {
                text.push('\n');
            }
            first = false;
            text.push_str(rest.strip_prefix(' ').unwrap_or(rest));
        }
        Ok(Some(SourceFile { path: path.to_owned(), text: text.into() }))
    }

    /// Reads a line with a mark; returns the content after the mark.
    fn marked(&mut self, head: &str) -> Result<(&'t str, Line<'t>), Flaw> {
        let line = self.next()?;
        let found = line.text.strip_prefix(head).and_then(|rest| rest.strip_prefix(' '));
        let Some(rest) = found.filter(|_| line.whole) else {
            return Err(line.flaw(&format!("a line is wanted that begins with `{head} `")));
        };
        let (mark, content) = rest.split_once(' ').unwrap_or((rest, ""));
        self.hash = self.hash.text(content);
        if mark != self.hash.short() {
            return Err(line.flaw("this line, or something above it, was changed"));
        }
        Ok((content, line))
    }

    fn log(&mut self, record: &mut Record) -> Result<(), Flaw> {
        let mut after = 0;
        let mut branched = false;
        loop {
            let Some(line) = self.peek() else { return Err(cut(self.at..self.at)) };
            match line.text.split(' ').next().unwrap_or_default() {
                "end" => return self.end(record),
                "branch" => {
                    let (from, line) = self.line("branch ")?;
                    let known = from.parse().ok().filter(|&from| from <= record.steps.len());
                    after = known.ok_or_else(|| line.flaw("there is no such command before"))?;
                    branched = true;
                }
                "note" => {
                    let (text, line) = self.line("note")?;
                    let Some(step) = record.steps.last_mut() else {
                        return Err(line.flaw("a note needs a command before it"));
                    };
                    let text = text.strip_prefix(' ').unwrap_or(text);
                    step.note = Some(match step.note.take() {
                        Some(note) => format!("{note}\n{text}"),
                        None => text.to_owned(),
                    });
                }
                _ => {
                    let number = record.steps.len() + 1;
                    let (content, line) = self.marked(&number.to_string())?;
                    let step = step(content, after, line.span.clone());
                    record.steps.push(step.ok_or_else(|| line.flaw("this is no command"))?);
                    after = number;
                    record.main = if branched { record.main } else { number };
                }
            }
        }
    }

    fn end(&mut self, record: &Record) -> Result<(), Flaw> {
        let line = self.next()?;
        let wanted = format!("end {} {:016x}", record.steps.len(), self.hash.value());
        if line.text != wanted {
            return Err(line.flaw("the count or the hash at the end does not fit what is above"));
        }
        match self.peek() {
            None => Ok(()),
            Some(line) => {
                let message = "something stands behind the end".to_owned();
                Err(Flaw { code: Code::LogEdited, message, span: line.span })
            }
        }
    }
}

fn step(content: &str, after: usize, span: Range<usize>) -> Option<Step> {
    let (outlook, command) = content.split_once(' ')?;
    let outlook = hexadecimal(outlook, 4)? as u16;
    let (command, rolled) = match command.strip_prefix("rolled ") {
        Some(faces) => (format!("roll {faces}"), true),
        None => (command.to_owned(), false),
    };
    Some(Step { after, command, rolled, note: None, outlook, span })
}

fn hexadecimal(text: &str, digits: usize) -> Option<u64> {
    let good = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if good { u64::from_str_radix(text, 16).ok() } else { None }
}
