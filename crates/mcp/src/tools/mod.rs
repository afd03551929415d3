//! The tools, each a type: its fields are the input, and running it gives the output.

mod act;
mod begin;
mod books;
mod look;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::handler::server::tool::{schema_for_input, schema_for_output};
use rmcp::model::{
    CallToolResult, ContentBlock, JsonObject, MetaObject, Tool as Listed, ToolAnnotations,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::refusal::Refusal;
use crate::session::Session;
use crate::shape::Readable;

/// Key of the tracker's problem in the metadata of a refused call.
const PROBLEM: &str = "turnwright/problem";

/// Effect of a tool on the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Changes nothing.
    Reads,
    /// Adds something, and nothing is lost.
    Adds,
    /// Takes something back for the whole table.
    TakesBack,
}

/// A tool, with its input as fields.
pub(crate) trait Tool: DeserializeOwned + JsonSchema + Send + 'static {
    /// Name for calls.
    const NAME: &'static str;
    /// Title for people.
    const TITLE: &'static str;
    /// Description for the model.
    const SAYS: &'static str;
    /// Effect on the fight.
    const EFFECT: Effect;
    /// The structured result.
    type Output: Readable + Serialize + JsonSchema + 'static;

    /// Runs the tool.
    fn run(self, session: &Session) -> impl Future<Output = Result<Self::Output, Refusal>> + Send;
}

type Running = Pin<Box<dyn Future<Output = CallToolResult> + Send>>;

/// A tool as it is listed and called.
pub(crate) struct Entry {
    name: &'static str,
    list: fn() -> Listed,
    call: fn(Session, JsonObject) -> Running,
}

/// Every tool, in the order in which a fight needs them.
const TOOLS: &[Entry] = &[
    entry::<books::ListRulesets>(),
    entry::<begin::StartFight>(),
    entry::<begin::ListFights>(),
    entry::<look::State>(),
    entry::<look::LegalActions>(),
    entry::<look::WhyNot>(),
    entry::<act::Apply>(),
    entry::<act::Roll>(),
    entry::<act::Undo>(),
    entry::<act::Redo>(),
    entry::<look::Log>(),
    entry::<look::Plan>(),
    entry::<books::ExplainRule>(),
    entry::<books::SearchCreatures>(),
];

const fn entry<T: Tool>() -> Entry {
    Entry { name: T::NAME, list: listed::<T>, call: called::<T> }
}

/// Lists every tool with its schemas.
pub(crate) fn list() -> Vec<Listed> {
    TOOLS.iter().map(|entry| (entry.list)()).collect()
}

/// Describes a tool; `None` if there is none of this name.
pub(crate) fn describe(name: &str) -> Option<Listed> {
    TOOLS.iter().find(|entry| entry.name == name).map(|entry| (entry.list)())
}

/// Calls a tool; `None` if there is none of this name. Refusals and bad input are returned as
/// results, because a protocol error would not reach the model.
pub(crate) async fn call(
    session: Session,
    name: &str,
    input: JsonObject,
) -> Option<CallToolResult> {
    let entry = TOOLS.iter().find(|entry| entry.name == name)?;
    Some((entry.call)(session, input).await)
}

fn listed<T: Tool>() -> Listed {
    // An input type is a struct, so its schema is an object.
    let input = plain(&schema_for_input::<T>().unwrap_or_default());
    let annotations = ToolAnnotations::with_title(T::TITLE)
        .read_only(T::EFFECT == Effect::Reads)
        .destructive(T::EFFECT == Effect::TakesBack)
        .idempotent(T::EFFECT == Effect::Reads)
        .open_world(false);
    Listed::new(T::NAME, T::SAYS, input)
        .with_title(T::TITLE)
        .with_raw_output_schema(plain(&schema_for_output::<T::Output>()))
        .with_annotations(annotations)
}

/// Removes formats of numbers such as `uint64` from a schema: clients warn of each unknown format.
fn plain(schema: &JsonObject) -> Arc<JsonObject> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                let is_of_rust = |format: &Value| {
                    let sizes = ["8", "16", "32", "64", "int", "double", "float"];
                    format.as_str().is_some_and(|it| sizes.iter().any(|size| it.ends_with(size)))
                };
                if fields.get("format").is_some_and(is_of_rust) {
                    fields.remove("format");
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut schema = schema.clone();
    schema.values_mut().for_each(strip);
    Arc::new(schema)
}

fn called<T: Tool>(session: Session, input: JsonObject) -> Running {
    Box::pin(async move {
        let input = serde_path_to_error::deserialize::<_, T>(Value::from(input));
        let input = input.map_err(|error| {
            let (field, why) = (error.path().to_string(), error.inner());
            let at = if field == "." { String::new() } else { format!(", at `{field}`") };
            let message = format!("the input of {} cannot be used: {why}{at}", T::NAME);
            Refusal::invalid(message).help("look at the input schema of this tool and call again")
        });
        let done = match input {
            Ok(tool) => tool.run(&session).await,
            Err(refusal) => Err(refusal),
        };
        match done {
            Ok(output) => {
                // Results can always be serialized.
                let value = serde_json::to_value(&output).unwrap_or_default();
                let mut result = CallToolResult::structured(value);
                result.content = vec![ContentBlock::text(output.text())];
                result
            }
            Err(refusal) => refused(&refusal),
        }
    })
}

/// Returns the result of a refused call. It has no structured content, because that would have to
/// fit the output schema. The tracker's problem is in the metadata.
fn refused(refusal: &Refusal) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(refusal.to_string())]);
    let problem = serde_json::to_value(refusal.problem()).unwrap_or_default();
    let mut meta = MetaObject::new();
    meta.insert(PROBLEM.to_owned(), problem);
    result.meta = Some(meta);
    result
}
