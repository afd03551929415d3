//! Links in the document, from answers with ids to the addresses that take them.

use utoipa::Modify;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::link::Link;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::{OpenApi, RefOr};

/// Operations whose answer holds an id: name, the path parameter that takes the id elsewhere, and
/// the place of the id in the answer.
const TOLD: [(&str, &str, &str); 3] = [
    ("create_encounter", "encounter", "$response.body#/encounter/id"),
    ("create_key", "key", "$response.body#/key/id"),
    ("list_rulesets", "ruleset", "$response.body#/rulesets/0/id"),
];

/// Links each answer that holds an id to every operation whose address takes it. The other
/// parameters of such an address come from the request. If the request lacks one of them, there is
/// no link.
pub(crate) struct Links;

impl Modify for Links {
    fn modify(&self, document: &mut OpenApi) {
        let operations = document.paths.paths.values().flat_map(operations);
        let named = operations.filter_map(|one| Some((one.operation_id.clone()?, addressed(one))));
        let all: Vec<(String, Vec<String>)> = named.collect();
        for (from, parameter, place) in TOLD {
            let paths = document.paths.paths.values_mut();
            let mut operations = paths.flat_map(operations_mut);
            let found = operations.find(|one| one.operation_id.as_deref() == Some(from));
            let Some(operation) = found else { continue };
            let own = addressed(operation);
            let Some(RefOr::T(answer)) = operation.responses.responses.get_mut("200") else {
                continue;
            };
            for (target, names) in &all {
                let known = |name: &String| name == parameter || own.contains(name);
                if names.iter().any(|name| name == parameter) && names.iter().all(known) {
                    let link = link(target, names, parameter, place);
                    answer.links.insert(target.clone(), RefOr::T(link));
                }
            }
        }
    }
}

fn link(target: &str, names: &[String], parameter: &str, place: &str) -> Link {
    // The library writes its own field for this under a name that the format does not know.
    let target = Extensions::from_iter([("operationId", target)]);
    let mut link = Link::builder().extensions(Some(target));
    for name in names {
        link = match name == parameter {
            true => link.parameter(name, place),
            false => link.parameter(name, format!("$request.path.{name}")),
        };
    }
    link.build()
}

fn operations(path: &PathItem) -> impl Iterator<Item = &Operation> {
    [&path.get, &path.put, &path.post, &path.delete, &path.patch].into_iter().flatten()
}

/// Returns every operation of an address.
pub(crate) fn operations_mut(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = path;
    [get, put, post, delete, patch].into_iter().flatten()
}

/// Returns the names of an operation's path parameters.
fn addressed(operation: &Operation) -> Vec<String> {
    let all = operation.parameters.iter().flatten();
    let all = all.filter_map(|one| match one {
        RefOr::T(one) => Some(one),
        RefOr::Ref(_) => None,
    });
    let in_path = all.filter(|one| matches!(one.parameter_in, ParameterIn::Path));
    in_path.map(|one| one.name.clone()).collect()
}
