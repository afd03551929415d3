//! Checksums of a log. Each includes the one before, so that no entry can be changed, left out or
//! moved without a trace.

use rules::source::SourceFile;
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use sha2::{Digest, Sha256};
use sim::origin::Origin;

use crate::begun::Begun;

/// Checksum of a log up to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chain([u8; 32]);

impl Chain {
    /// Returns the checksum before the first entry. It covers everything that an encounter began
    /// with, except the secret.
    pub(crate) fn begin(begun: &Begun) -> Chain {
        let Begun { id, title, origin, seed, created, secret: _ } = begun;
        let mut hash = Sha256::new();
        for text in [id, title, &origin.id, &origin.version] {
            part(&mut hash, text.as_bytes());
        }
        part(&mut hash, &seed.to_le_bytes());
        part(&mut hash, &created.to_le_bytes());
        for (role, file) in files(origin) {
            for text in [role, &file.path, &*file.text] {
                part(&mut hash, text.as_bytes());
            }
        }
        Chain(hash.finalize().into())
    }

    /// Returns the checksum with one more entry.
    pub(crate) fn next(self, sequence: u64, body: &str, request: Option<&str>) -> Chain {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(sequence.to_le_bytes());
        part(&mut hash, body.as_bytes());
        match request {
            Some(request) => part(&mut hash, request.as_bytes()),
            None => hash.update([0xff; 8]),
        }
        Chain(hash.finalize().into())
    }
}

/// Returns the files of an encounter in order, each with its role.
pub(super) fn files(origin: &Origin) -> impl Iterator<Item = (&'static str, &SourceFile)> {
    let encounter = std::iter::once(("encounter", &origin.encounter));
    let beside = origin.beside.iter().map(|file| ("beside", file));
    let ruleset = origin.ruleset.files.iter().map(|file| ("ruleset", file));
    encounter.chain(beside).chain(ruleset)
}

/// Adds a part to a hash, with its length first, so that no two lists of parts give the same bytes.
fn part(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

impl ToSql for Chain {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl FromSql for Chain {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Chain> {
        <[u8; 32]>::column_result(value).map(Chain)
    }
}

#[cfg(test)]
mod tests {
    use super::Chain;

    #[test]
    fn every_part_of_an_entry_and_their_order_count() {
        let start = Chain([0; 32]);
        let all = [
            start.next(1, "a", None),
            start.next(2, "a", None),
            start.next(1, "b", None),
            start.next(1, "a", Some("")),
            start.next(1, "a", Some("b")),
            start.next(1, "ab", None),
            start.next(1, "a", None).next(2, "b", None),
            start.next(1, "b", None).next(2, "a", None),
        ];
        for (index, chain) in all.iter().enumerate() {
            assert!(!all[..index].contains(chain), "{index}");
        }
    }
}
