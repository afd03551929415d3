//! Router of the API for browsers, without the API's description.
//!
//! A server publishes its description, so the whole of it is part of the program. A browser does
//! not need it: this router takes only the path and the methods of each handler from it.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::MethodRouter;

use crate::app::App;

/// Router with the interface of `utoipa_axum`'s router, but without a description.
#[derive(Debug, Default)]
pub(crate) struct OpenApiRouter<S>(Router<S>)
where
    S: Clone + Send + Sync + 'static;

impl OpenApiRouter<App> {
    /// Returns a router without addresses.
    pub(crate) fn new() -> OpenApiRouter<App> {
        OpenApiRouter(Router::new())
    }

    /// Adds handlers, each with its path.
    pub(crate) fn routes(self, handlers: Vec<(String, MethodRouter<App>)>) -> OpenApiRouter<App> {
        let add = |router: Router<App>, (path, handler): (String, MethodRouter<App>)| {
            router.route(&path, handler)
        };
        OpenApiRouter(handlers.into_iter().fold(self.0, add))
    }

    /// Adds the addresses of another router.
    pub(crate) fn merge(self, other: OpenApiRouter<App>) -> OpenApiRouter<App> {
        OpenApiRouter(self.0.merge(other.0))
    }

    /// Sets the size limit of request bodies for the addresses added so far.
    pub(crate) fn layer(self, limit: DefaultBodyLimit) -> OpenApiRouter<App> {
        OpenApiRouter(self.0.layer(limit))
    }

    /// Returns the plain router of `axum`.
    pub(crate) fn into_router(self) -> Router<App> {
        self.0
    }
}

/// Returns the given handlers as pairs of path and router, by the path and methods of each
/// handler's description.
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
