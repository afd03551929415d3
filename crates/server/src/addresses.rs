//! The addresses of the handlers, without the description of the API.
//!
//! A server gives its description out, so that all of it is part of the program. In a browser
//! nobody asks for it: only the path and the method of each handler are taken from it.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::MethodRouter;

use crate::app::App;

/// Handlers by address, in the place of a router with a description.
#[derive(Debug, Default)]
pub(crate) struct OpenApiRouter<S>(Router<S>)
where
    S: Clone + Send + Sync + 'static;

impl OpenApiRouter<App> {
    /// No addresses.
    pub(crate) fn new() -> OpenApiRouter<App> {
        OpenApiRouter(Router::new())
    }

    /// Adds handlers.
    pub(crate) fn routes(self, handlers: Vec<(String, MethodRouter<App>)>) -> OpenApiRouter<App> {
        let add = |router: Router<App>, (path, handler): (String, MethodRouter<App>)| {
            router.route(&path, handler)
        };
        OpenApiRouter(handlers.into_iter().fold(self.0, add))
    }

    /// Adds the addresses of another one.
    pub(crate) fn merge(self, other: OpenApiRouter<App>) -> OpenApiRouter<App> {
        OpenApiRouter(self.0.merge(other.0))
    }

    /// Lets bodies be as large as a limit.
    pub(crate) fn layer(self, limit: DefaultBodyLimit) -> OpenApiRouter<App> {
        OpenApiRouter(self.0.layer(limit))
    }

    /// The plain router.
    pub(crate) fn into_router(self) -> Router<App> {
        self.0
    }
}

/// Handlers, each with the path and the method that its description has.
macro_rules! routes {
    ($($module:ident::$handler:ident),+ $(,)?) => {
        utoipa_axum::paste! {
            vec![$((
                <$module::[<__path_ $handler>] as utoipa::Path>::path(),
                <$module::[<__path_ $handler>] as utoipa::Path>::methods().iter().fold(
                    axum::routing::MethodRouter::new(),
                    |router, method| {
                        let method = utoipa_axum::PathItemExt::to_method_filter(method);
                        router.on(method, $module::$handler)
                    },
                ),
            )),+]
        }
    };
}
pub(crate) use routes;
