//! The protocol: passes the requests of a client on to tools, resources and prompts.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use crate::session::Session;
use crate::{prompts, resources, tools};

/// Description of this server for a model.
const INSTRUCTIONS: &str = "Turnwright runs fights of tabletop games by their exact rules: who \
    may act, what an action costs, who may respond, and why something is illegal. Start a fight \
    with list_rulesets and start_fight, or look at the current one with state. Each result says \
    under `waits_for` what comes next: legal_actions lists lines, apply gives them, roll rolls \
    dice. A refusal names the reasons and the ids of the rules; explain_rule gives their wording.";

/// Request handler for one client.
#[derive(Clone, Debug)]
pub(crate) struct Handler {
    session: Session,
}

impl Handler {
    /// Returns a handler for the client of a session.
    pub(crate) fn new(session: Session) -> Handler {
        Handler { session }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts();
        let info = Implementation::new("turnwright", env!("CARGO_PKG_VERSION"));
        let role = self.session.table.role();
        ServerConfig::new(capabilities.build())
            .with_server_info(info.with_title("Turnwright"))
            .with_instructions(format!("{INSTRUCTIONS} You are {role}."))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::describe(name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let input = request.arguments.unwrap_or_default();
        match tools::call(self.session.clone(), &request.name, input).await {
            Some(result) => Ok(result.into()),
            None => {
                let message = format!("there is no tool `{}`", request.name);
                Err(ErrorData::invalid_params(message, None))
            }
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::list(&self.session).await?))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Ok(resources::read(&self.session, &request.uri).await?.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        Ok(prompts::get(&self.session, &request.name, &arguments)?.into())
    }
}
