//! The transport over HTTP: one endpoint, `/mcp`, guarded against pages of other sites.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use subtle::ConstantTimeEq;
use tokio::net::TcpListener;

use crate::ServeError;
use crate::handler::Handler;
use crate::session::Session;
use crate::table::Table;

/// Path of the endpoint.
const PATH: &str = "/mcp";
/// Names of this machine.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// Settings of the transport over HTTP.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// Address to listen on; port 0 takes a free one.
    pub addr: SocketAddr,
    /// Secret that clients send after `Authorization: Bearer`, at least 16 bytes long. Required on
    /// addresses that other machines can reach.
    pub token: Option<String>,
    /// Host names that clients may use, besides those of this machine. Required on `0.0.0.0` and
    /// `::`.
    pub hosts: Vec<String>,
}

/// A listening HTTP server.
#[derive(Debug)]
pub struct HttpServer {
    /// Address it listens on, with the actual port.
    pub addr: SocketAddr,
    listener: TcpListener,
    router: Router,
    config: StreamableHttpServerConfig,
}

impl HttpServer {
    pub(crate) async fn bind(
        table: Arc<Table>,
        settings: &HttpSettings,
    ) -> Result<HttpServer, ServeError> {
        guard_settings(settings)?;
        let broken = |error| ServeError::Address(settings.addr, error);
        let listener = TcpListener::bind(settings.addr).await.map_err(broken)?;
        let addr = listener.local_addr().map_err(broken)?;
        let config = config(settings);
        let service = StreamableHttpService::new(
            move || Ok(Handler::new(Session::new(table.clone()))),
            Arc::<LocalSessionManager>::default(),
            config.clone(),
        );
        let token: Arc<Option<String>> = Arc::new(settings.token.clone());
        let router = Router::new()
            .route_service(PATH, service)
            .layer(from_fn_with_state(token, ask_for_token));
        Ok(HttpServer { addr, listener, router, config })
    }

    /// Returns the address for a client's configuration.
    pub fn url(&self) -> String {
        format!("http://{}{PATH}", self.addr)
    }

    /// Serves until the future completes; open streams end then, too.
    pub async fn run(
        self,
        until: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let ending = self.config.cancellation_token;
        axum::serve(self.listener, self.router)
            .with_graceful_shutdown(async move {
                until.await;
                ending.cancel();
            })
            .await
    }
}

/// Refuses settings that would let strangers play.
fn guard_settings(settings: &HttpSettings) -> Result<(), ServeError> {
    let ip = settings.addr.ip();
    if settings.token.as_ref().is_some_and(|token| token.len() < 16) {
        let message = "a token has at least 16 characters, so that nobody guesses it";
        return Err(ServeError::Open(message.to_owned()));
    }
    if !ip.is_loopback() && settings.token.is_none() {
        let message = format!("at {ip} others can reach it: set a token that clients have to send");
        return Err(ServeError::Open(message));
    }
    if ip.is_unspecified() && settings.hosts.is_empty() {
        let message = format!("at {ip} it has no name: say which host names clients call it by");
        return Err(ServeError::Open(message));
    }
    Ok(())
}

/// Returns the configuration, with the hosts and origins that are answered. It guards against DNS
/// rebinding: a page of another site could make a browser send requests here, under a name that
/// points at this machine.
fn config(settings: &HttpSettings) -> StreamableHttpServerConfig {
    let ip = settings.addr.ip();
    let mut hosts: Vec<String> = LOOPBACK.iter().map(|&host| host.to_owned()).collect();
    if !ip.is_unspecified() && !ip.is_loopback() {
        hosts.push(ip.to_string());
    }
    hosts.extend(settings.hosts.iter().cloned());
    let origin = |host: &String| {
        let name = if host.contains("::") { format!("[{host}]") } else { host.clone() };
        [format!("http://{name}:*"), format!("https://{name}:*")]
    };
    let origins: Vec<String> = hosts.iter().flat_map(origin).collect();
    StreamableHttpServerConfig::default().with_allowed_hosts(hosts).with_allowed_origins(origins)
}

async fn ask_for_token(
    State(token): State<Arc<Option<String>>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(token) = token.as_ref() else { return next.run(request).await };
    let sent = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let sent = sent.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    if bool::from(sent.as_bytes().ct_eq(token.as_bytes())) {
        return next.run(request).await;
    }
    let header = [(WWW_AUTHENTICATE, "Bearer")];
    let text = "this server wants a token: Authorization: Bearer TOKEN";
    (StatusCode::UNAUTHORIZED, header, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(addr: &str, token: Option<&str>, hosts: &[&str]) -> HttpSettings {
        HttpSettings {
            addr: addr.parse().expect("an address"),
            token: token.map(str::to_owned),
            hosts: hosts.iter().map(|&host| host.to_owned()).collect(),
        }
    }

    #[test]
    fn others_are_let_in_only_with_a_token_and_by_name() {
        let token = Some("0123456789abcdef");
        for (addr, token, hosts, is_fine) in [
            ("127.0.0.1:0", None, &[][..], true),
            ("[::1]:0", None, &[][..], true),
            ("127.0.0.1:0", Some("short"), &[][..], false),
            ("192.0.2.1:0", None, &[][..], false),
            ("192.0.2.1:0", token, &[][..], true),
            ("0.0.0.0:0", token, &[][..], false),
            ("0.0.0.0:0", token, &["table.example"][..], true),
        ] {
            let settings = settings(addr, token, hosts);
            assert_eq!(guard_settings(&settings).is_ok(), is_fine, "{settings:?}");
        }
    }
}
