//! Declarations and uses of the name at a place.

use lsp_types::{GotoDefinitionParams, Location, ReferenceParams};

use crate::publish::Locator;
use crate::workspace::Workspace;

/// Returns the place where the name at a place is declared.
pub(crate) fn definition(
    workspace: &mut Workspace,
    params: &GotoDefinitionParams,
) -> Option<Location> {
    let located = workspace.locate(&params.text_document_position_params)?;
    let index = located.ruleset.index();
    let occurrence = index.at(&located.name, located.offset)?;
    let declaration = index.declaration_of(occurrence)?;
    let path = located.ruleset.path_of(&declaration.file);
    Locator::new(&workspace.documents, workspace.encoding).location(&path, &declaration.span)
}

/// Returns every place where the name at a place stands.
pub(crate) fn references(
    workspace: &mut Workspace,
    params: &ReferenceParams,
) -> Option<Vec<Location>> {
    let located = workspace.locate(&params.text_document_position)?;
    let index = located.ruleset.index();
    let occurrence = index.at(&located.name, located.offset)?;
    let declaration = index.declaration_of(occurrence)?;
    let mut locator = Locator::new(&workspace.documents, workspace.encoding);
    let places = index.all(occurrence.sort, &occurrence.name).filter(|it| {
        let is_declaration = it.file == declaration.file && it.span == declaration.span;
        params.context.include_declaration || !is_declaration
    });
    let place = |it: &crate::index::Occurrence| {
        locator.location(&located.ruleset.path_of(&it.file), &it.span)
    };
    Some(places.filter_map(place).collect())
}
