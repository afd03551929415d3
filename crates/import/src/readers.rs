//! Readers, which convert the content of formats to stat blocks. Each game has a folder or file.

mod dnd5e;
mod pf1;
mod pf2e;

use serde_json::Value;

use crate::CREATURES_MAX;
use crate::block::StatBlock;
use crate::number::watched;
use crate::recognize::{Content, Format, Recognized};
use crate::refusal::Refusal;

/// The ruleset that creatures of [`StatBlock::creature`] are written for.
pub(crate) use pf1::RULESET as CONVERTED_FOR;

/// The stat blocks of all files, and remarks on the files as a whole.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) blocks: Vec<StatBlock>,
    pub(crate) remarks: Vec<String>,
}

/// Reads recognized documents. Reads at most [`CREATURES_MAX`] creatures; a remark counts the rest.
pub(crate) fn read(groups: &[Recognized]) -> Result<Read, Refusal> {
    let mut read = Read::default();
    let book = dnd5e::SpellBook::of(groups);
    let mut spells = 0;
    let mut left = 0;
    for group in groups {
        match &group.content {
            Content::Json(values) => {
                for value in values {
                    if dnd5e::SpellBook::holds(group.format, value) {
                        spells += 1;
                    } else if read.blocks.len() >= CREATURES_MAX {
                        left += 1;
                    } else {
                        read.blocks.push(one(group.format, value, &book)?);
                    }
                }
            }
            Content::Text(text) => {
                let mut blocks = several(group.format, text)?;
                let room = CREATURES_MAX - read.blocks.len();
                left += blocks.len().saturating_sub(room);
                blocks.truncate(room);
                read.blocks.append(&mut blocks);
            }
        }
    }
    if read.blocks.is_empty() {
        let refusal = match spells {
            0 => Refusal::new("there is no creature in it"),
            _ => Refusal::new(format!("there are {spells} spells and no creature in it"))
                .help("Import spells together with the creatures that cast them."),
        };
        return Err(refusal);
    }
    if left > 0 {
        let read_count = read.blocks.len();
        read.remarks.push(format!(
            "{read_count} of {} creatures were read; split the file to read the rest",
            read_count + left
        ));
    }
    Ok(read)
}

/// Reads an entry in JSON.
fn one(format: Format, value: &Value, book: &dnd5e::SpellBook<'_>) -> Result<StatBlock, Refusal> {
    let (read, refused) = watched(|| match format {
        Format::FoundryDnd5e => Ok(dnd5e::foundry(value, book)),
        Format::FiveBits => Ok(dnd5e::five_bits(value)),
        Format::Open5e => Ok(dnd5e::open5e(value)),
        Format::ImprovedInitiative => Ok(dnd5e::improved_initiative(value)),
        Format::FiveTools => Ok(dnd5e::five_tools(value)),
        Format::DndBeyond => Ok(dnd5e::dnd_beyond(value)),
        Format::SrdData => Ok(dnd5e::srd_data(value, book)),
        Format::FoundryPf1 => pf1::foundry(value),
        Format::FoundryPf2e => Ok(pf2e::foundry(value)),
        Format::Pathbuilder => Ok(pf2e::pathbuilder(value)),
        other => Err(not_read(other)),
    });
    let mut block = read?;
    block.note_out_of_range(refused);
    Ok(block)
}

/// Runs the reader of one creature, and adds remarks on numbers that are out of range.
pub(crate) fn noted(read: impl FnOnce() -> StatBlock) -> StatBlock {
    let (mut block, refused) = watched(read);
    block.note_out_of_range(refused);
    block
}

/// Reads a text or XML document.
fn several(format: Format, text: &str) -> Result<Vec<StatBlock>, Refusal> {
    match format {
        Format::Text5e => dnd5e::pasted(text),
        Format::FantasyGrounds => dnd5e::fantasy_grounds(text),
        Format::TextPf2e => Ok(pf2e::text(text)),
        other => Err(not_read(other)),
    }
}

fn not_read(format: Format) -> Refusal {
    Refusal::new(format!("this is a {}; there is no reader for it", format.title()))
}
