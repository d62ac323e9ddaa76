//! A tool: its definition, and how a call of it is started.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::ToolName;
use crate::arguments::{self, Coverage};
use crate::context::StateType;
use crate::definition::{Definition, Origin};
use crate::effect::Annotations;
use crate::error::ToolFault;
use crate::name::check_name;
use crate::output::Output;
use crate::pinned::Pins;
use crate::reader::{Reader, Refused};
use crate::scope::Scope;
use crate::spec::Spec;
use crate::{description, schema};

/// A body that was started with its arguments but has not run yet: nothing of
/// the user's function happens before the first poll.
pub type BoxFuture<'call, T> = Pin<Box<dyn Future<Output = T> + Send + 'call>>;

/// A started call, or why it was refused.
pub type Started<'call> = Result<BoxFuture<'call, Output>, Refused>;

/// Reads the arguments of an annotated function and starts it.
pub(crate) type StartFn = for<'call> fn(&mut Reader<'call>, &'call Scope<'call>) -> Started<'call>;

/// A function that `#[tool]` stands on, seen from the runtime.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "no `#[tool]` stands on this",
    note = "put `#[tool(description = \"..\")]` on the function; for a value of type `Tool`, \
            write `key: (value)`"
)]
pub trait Declared {
    /// What the macro wrote down.
    const SPEC: &'static Spec;

    /// Reads the arguments and makes the call's future.
    ///
    /// # Errors
    /// [`Refused`] when the arguments do not fit or the context lacks something.
    fn start<'call>(reader: &mut Reader<'call>, context: &'call Scope<'call>) -> Started<'call>;
}

/// How the calls of a tool made at run time are started.
pub(crate) trait Start: Send + Sync {
    fn start<'call>(
        &'call self,
        reader: &mut Reader<'call>,
        context: &'call Scope<'call>,
    ) -> Started<'call>;
}

#[derive(Clone)]
pub(crate) enum Body {
    Function(StartFn),
    Dynamic(Arc<dyn Start>),
}

/// How a tool runs; shared by all clones and renamings of it.
#[derive(Clone)]
pub(crate) struct Runner {
    pub(crate) body: Body,
    /// Shared by everything that was made of one tool, whatever was pinned to
    /// it or wrapped around its body since.
    pub(crate) identity: Arc<()>,
    /// What the macro wrote down, for the tool of an annotated function.
    pub(crate) spec: Option<&'static Spec>,
    /// The schema that calls are checked against, before pins are hidden.
    pub(crate) checked: Arc<Value>,
    /// Whether every call must be checked against the schema, because reading
    /// its arguments does not prove that they fit.
    pub(crate) always_check: bool,
    pub(crate) pins: Option<Arc<Pins>>,
    /// Other names of fields, each with the field's: both are dotted paths.
    pub(crate) aliases: Vec<(String, String)>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) states: Vec<StateType>,
    /// Starts a task agent below the call.
    pub(crate) starts_task: bool,
}

/// A tool that can stand in a [`ToolSet`](crate::ToolSet).
///
/// Made from an annotated function by [`Tool::of`] (or `tools!`), or at run time
/// by [`Tool::builder`]. A tool with a fault (a bad name, a pin that cannot fit)
/// keeps it until a set is built, which reports the faults of all its tools at
/// once. Cloning is cheap.
#[derive(Clone)]
pub struct Tool {
    pub(crate) definition: Arc<Definition>,
    pub(crate) runner: Arc<Runner>,
    pub(crate) faults: Vec<ToolFault>,
}

impl Tool {
    /// The tool of an annotated function: `Tool::of::<save_note>()`.
    #[must_use]
    pub fn of<T: Declared>() -> Self {
        Self::from_spec(T::SPEC, Body::Function(T::start))
    }

    pub(crate) fn from_spec(spec: &'static Spec, body: Body) -> Self {
        let mut faults = Vec::new();
        let definition = spec.definition().unwrap_or_else(|fault| {
            faults.push(fault);
            Definition::new(spec.name, spec.description, Value::Null)
        });
        let states = spec
            .context
            .iter()
            .filter_map(crate::spec::Requirement::state)
            .collect();
        let mut tool = Self::assemble(definition, body, states, faults);
        tool.set(|runner| {
            runner.spec = Some(spec);
            runner.timeout = spec.timeout_ms.map(Duration::from_millis);
        });
        tool
    }

    /// Puts a tool together and looks at what it offers.
    pub(crate) fn assemble(
        mut definition: Definition,
        body: Body,
        states: Vec<StateType>,
        mut faults: Vec<ToolFault>,
    ) -> Self {
        // Before the schema is canonical: the formats of numbers tell which
        // bounds a deserializer has by itself.
        let coverage = arguments::coverage(&definition.input_schema);
        let schema = Arc::new(schema::canonical(Value::clone(&definition.input_schema)));
        definition.input_schema = Arc::clone(&schema);
        definition.output_schema = definition
            .output_schema
            .map(|output| Arc::new(schema::canonical(Value::clone(&output))));
        let name = &*definition.name;
        if let Err(fault) = check_name(name) {
            faults.push(ToolFault::Name {
                name: name.into(),
                fault,
            });
        }
        if let Some(fault) = description::fault(&definition.description, name) {
            faults.push(ToolFault::Description {
                name: name.into(),
                fault: fault.as_str(),
            });
        }
        if let Coverage::Unenforced { path, keyword } = &coverage {
            faults.push(ToolFault::Schema {
                name: name.into(),
                path: path.clone(),
                fault: format!("carries `{keyword}`, which nothing here enforces: leave it out, and check it where the value is used"),
            });
        }
        if let Some(path) = schema::impossible(&schema) {
            faults.push(ToolFault::Schema {
                name: name.into(),
                path,
                fault: "takes no value at all, so no call could be valid: give its type a value"
                    .into(),
            });
        }
        let runner = Runner {
            body,
            identity: Arc::default(),
            spec: None,
            checked: schema,
            always_check: !matches!(coverage, Coverage::Deserializer),
            pins: None,
            aliases: Vec::new(),
            timeout: None,
            states,
            starts_task: false,
        };
        Self {
            definition: Arc::new(definition),
            runner: Arc::new(runner),
            faults,
        }
    }

    /// What a model, a person and a provider are told.
    #[must_use]
    pub fn definition(&self) -> &Arc<Definition> {
        &self.definition
    }

    /// The name in its record.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// The same tool under another name. An explicit name wins over the
    /// function's, everywhere. Whether it is legal is said when a set is built.
    #[must_use]
    pub fn named(mut self, name: impl Into<ToolName>) -> Self {
        let name = name.into();
        self.faults
            .retain(|fault| !matches!(fault, ToolFault::Name { .. }));
        if let Err(fault) = check_name(&name) {
            self.faults.push(ToolFault::Name {
                name: (*name).into(),
                fault,
            });
        }
        self.define(|definition| definition.name = name);
        self
    }

    /// The same tool with another description.
    #[must_use]
    pub fn described(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        self.faults
            .retain(|fault| !matches!(fault, ToolFault::Description { .. }));
        if let Some(fault) = description::fault(&text, self.name()) {
            self.faults.push(ToolFault::Description {
                name: self.name().into(),
                fault: fault.as_str(),
            });
        }
        self.define(|definition| definition.description = text);
        self
    }

    /// The same tool with other annotations.
    ///
    /// The gate goes by them: whoever states a milder effect here lets calls run
    /// that were asked about before.
    #[must_use]
    pub fn annotated(mut self, annotations: Annotations) -> Self {
        self.define(|definition| definition.annotations = annotations);
        self
    }

    /// The same tool with its own time-out for a call's body, in place of the
    /// dispatcher's.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.set(|runner| runner.timeout = Some(timeout));
        self
    }

    /// The same tool with arguments that the model cannot override: merged over
    /// what it sends, and gone from the schema it sees.
    ///
    /// A pin that names no argument, or can never satisfy the schema, is a
    /// fault that the building of a set reports.
    #[must_use]
    pub fn pin(mut self, arguments: Value) -> Self {
        let name = self.name().to_owned();
        let earlier = self.runner.pins.as_deref().cloned().unwrap_or_default();
        match earlier.with(arguments, &self.runner.checked) {
            Ok(pins) => {
                let seen = Arc::new(pins.hide(&self.runner.checked));
                self.define(|definition| definition.input_schema = seen);
                self.set(|runner| runner.pins = Some(Arc::new(pins)));
            }
            Err(error) => self.faults.push(ToolFault::Pin {
                name,
                fault: error.to_string(),
            }),
        }
        self
    }

    /// Whether both are one tool for whoever decides about it: they do the
    /// same, with the same pinned arguments, and say the same about it.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.runs_as(other)
            && self.runner.pins == other.runner.pins
            && self.definition.annotations == other.definition.annotations
    }

    /// Whether a rule against the other tool is one against this tool: they were
    /// written at the same place, however they are named, pinned, described or
    /// wrapped, and whatever value a method is bound to.
    pub(crate) fn stems_from(&self, other: &Self) -> bool {
        let same_place = match (self.runner.spec, other.runner.spec) {
            (Some(own), Some(others)) => {
                (own.name, own.module, own.file, own.line)
                    == (others.name, others.module, others.file, others.line)
            }
            _ => false,
        };
        same_place || self.runs_as(other)
    }

    /// Whether both end in the same function or closure, however they are
    /// named, pinned or described.
    fn runs_as(&self, other: &Self) -> bool {
        let same_function = match (&self.runner.body, &other.runner.body) {
            (Body::Function(own), Body::Function(others)) => {
                std::ptr::fn_addr_eq(*own, *others)
                    && self.definition.origin == other.definition.origin
            }
            _ => false,
        };
        same_function || Arc::ptr_eq(&self.runner.identity, &other.runner.identity)
    }

    /// The same tool, told that a field may be sent under another name, as
    /// serde's `alias` allows. Both are dotted paths. An alias of a pinned field
    /// then counts as that field: what the model sends under it is dropped.
    ///
    /// Aliases stand in no schema, so a closed object refuses one that was not
    /// told here, and a pinned field that is sent twice is refused in any case.
    #[must_use]
    pub fn with_alias(mut self, alias: impl Into<String>, field: impl Into<String>) -> Self {
        let alias = alias.into();
        self.set(|runner| {
            let shorter = |(known, _): &(String, String)| known.len() <= alias.len();
            let place = runner.aliases.partition_point(shorter);
            runner.aliases.insert(place, (alias, field.into()));
        });
        self
    }

    /// Where the tool was written, for error messages.
    pub(crate) fn origin_text(&self) -> String {
        match &self.definition.origin {
            Origin::Function { module, file, line } => format!("{module} ({file}:{line})"),
            Origin::Closure => "a tool made at run time".into(),
            Origin::Remote(server) => format!("the server `{server}`"),
        }
    }

    pub(crate) fn define(&mut self, change: impl FnOnce(&mut Definition)) {
        change(Arc::make_mut(&mut self.definition));
    }

    pub(crate) fn set(&mut self, change: impl FnOnce(&mut Runner)) {
        change(Arc::make_mut(&mut self.runner));
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tool")
            .field("definition", &self.definition)
            .field("faults", &self.faults)
            .finish_non_exhaustive()
    }
}

impl Runner {
    pub(crate) fn start<'call>(
        &'call self,
        reader: &mut Reader<'call>,
        context: &'call Scope<'call>,
    ) -> Started<'call> {
        match &self.body {
            Body::Function(start) => start(reader, context),
            Body::Dynamic(body) => body.start(reader, context),
        }
    }
}

impl AsRef<Definition> for Tool {
    fn as_ref(&self) -> &Definition {
        &self.definition
    }
}
