//! Tools made at run time: a closure with typed arguments, or with arguments
//! described by a raw JSON Schema.

use std::borrow::Cow;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::ToolName;
use crate::context::Context;
use crate::definition::Definition;
use crate::effect::{Annotations, Effect};
use crate::output::IntoOutput;
use crate::reader::{Reader, Refused};
use crate::scope::Scope;
use crate::spec::{self, Direction};
use crate::tool::{Body, Start, Started, Tool};

/// Describes a tool that is made at run time; the handler ends it.
#[derive(Debug, Clone)]
pub struct ToolBuilder {
    name: ToolName,
    description: Cow<'static, str>,
    annotations: Annotations,
    roles: Vec<Cow<'static, str>>,
    timeout: Option<Duration>,
}

impl Tool {
    /// Starts a tool that is made at run time.
    ///
    /// ```
    /// use schemars::{JsonSchema, SchemaGenerator};
    /// use serde::Deserialize;
    /// use tooldef::{Effect, Tool};
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// #[serde(deny_unknown_fields)]
    /// struct Greet {
    ///     /// Whom to greet.
    ///     name: String,
    /// }
    ///
    /// let tool = Tool::builder("greet", "Greets somebody by name; returns the greeting.")
    ///     .effect(Effect::Read)
    ///     .handler(|arguments: Greet, _context| async move { format!("hello {}", arguments.name) });
    /// assert_eq!(tool.name(), "greet");
    /// ```
    pub fn builder(
        name: impl Into<ToolName>,
        description: impl Into<Cow<'static, str>>,
    ) -> ToolBuilder {
        ToolBuilder {
            name: name.into(),
            description: description.into(),
            annotations: Annotations::default(),
            roles: Vec::new(),
            timeout: None,
        }
    }
}

impl ToolBuilder {
    /// What running the tool does to the world.
    #[must_use]
    pub fn effect(mut self, effect: Effect) -> Self {
        self.annotations.effect = Some(effect);
        self
    }

    /// A title for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.annotations.title = Some(title.into());
        self
    }

    /// All annotations at once, in place of those set before.
    #[must_use]
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// The roles of which a caller needs one.
    #[must_use]
    pub fn roles(mut self, roles: impl IntoIterator<Item = impl Into<Cow<'static, str>>>) -> Self {
        self.roles = roles.into_iter().map(Into::into).collect();
        self
    }

    /// How long a call's body may take.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Ends the tool with a handler whose arguments are a struct (or an enum
    /// whose schema is an object). Its schema becomes a closed object.
    pub fn handler<A, F, R>(self, handler: F) -> Tool
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(A, Context) -> R + Send + Sync + 'static,
        R: Future<Output: IntoOutput> + Send + 'static,
    {
        let schema = spec::root_schema(SchemaGenerator::subschema_for::<A>, Direction::Input);
        self.finish(
            schema,
            Arc::new(Typed {
                handler,
                arguments: PhantomData,
            }),
        )
    }

    /// Ends the tool with a handler that takes the arguments as they are, after
    /// they were checked against a JSON Schema (2020-12). Its root must be an
    /// object; it is closed if it does not say otherwise.
    pub fn raw_handler<F, R>(self, input_schema: Value, handler: F) -> Tool
    where
        F: Fn(Map<String, Value>, Context) -> R + Send + Sync + 'static,
        R: Future<Output: IntoOutput> + Send + 'static,
    {
        let mut tool = self.finish(
            input_schema,
            Arc::new(Typed {
                handler,
                arguments: PhantomData::<fn() -> Map<String, Value>>,
            }),
        );
        tool.set(|runner| runner.always_check = true);
        tool
    }

    fn finish(self, schema: Value, body: Arc<dyn Start>) -> Tool {
        let mut definition = Definition::new(self.name, self.description, schema);
        definition.annotations = self.annotations;
        definition.roles = self.roles.into();
        let mut tool = Tool::assemble(definition, Body::Dynamic(body), Vec::new(), Vec::new());
        if let Some(timeout) = self.timeout {
            tool = tool.with_timeout(timeout);
        }
        tool
    }
}

struct Typed<A, F> {
    handler: F,
    arguments: PhantomData<fn() -> A>,
}

impl<A, F, R> Start for Typed<A, F>
where
    A: DeserializeOwned + Send + 'static,
    F: Fn(A, Context) -> R + Send + Sync,
    R: Future<Output: IntoOutput> + Send + 'static,
{
    fn start<'call>(
        &'call self,
        reader: &mut Reader<'call>,
        scope: &'call Scope<'call>,
    ) -> Started<'call> {
        let arguments: A = reader.whole().ok_or(Refused::Arguments)?;
        let context = scope.context();
        Ok(Box::pin(async move {
            (self.handler)(arguments, context).await.into_output()
        }))
    }
}
