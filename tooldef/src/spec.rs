//! What the macro writes down about a tool: constants, and nothing decided.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::ToolName;
use crate::absent;
use crate::autoref::SchemaFn;
use crate::context::{FromContext, StateType};
use crate::definition::{Definition, Origin};
use crate::effect::{self, Effect};
use crate::error::ToolFault;
use crate::guard;

/// A type that a parameter of a tool can have: serde reads it and schemars
/// describes it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool's argument",
    label = "a model cannot send this",
    note = "derive `serde::Deserialize` and `schemars::JsonSchema` for `{Self}`, \
            or mark the parameter `#[context]` if it does not come from the model"
)]
pub trait ToolArgument: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> ToolArgument for T {}

/// A type whose value can stand in a schema as a default.
#[diagnostic::on_unimplemented(
    message = "the default of a `{Self}` cannot be shown to a model",
    label = "this parameter has a default",
    note = "derive `serde::Serialize` for `{Self}`"
)]
pub trait DefaultArgument: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> DefaultArgument for T {}

/// The annotations, as constants; see [`effect::Annotations`].
#[allow(missing_docs, reason = "as documented there")]
pub struct Annotations {
    pub title: Option<&'static str>,
    pub effect: Option<Effect>,
    pub destructive: Option<bool>,
    pub read_only: Option<bool>,
    pub idempotent: Option<bool>,
    pub open_world: Option<bool>,
    pub requires_user_context: Option<bool>,
}

/// One parameter that the model fills.
pub struct Parameter {
    name: &'static str,
    description: &'static str,
    schema: SchemaFn,
    optional: fn() -> bool,
    default: Option<fn() -> Result<Value, serde_json::Error>>,
}

impl Parameter {
    /// A parameter of type `T`. An empty description means none.
    #[must_use]
    pub const fn new<T: ToolArgument>(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            description,
            schema: |generator| generator.subschema_for::<T>(),
            optional: || absent::value::<T>().is_some(),
            default: None,
        }
    }

    /// The same parameter with a default, given by a maker of its JSON; see
    /// [`default_json`].
    #[must_use]
    pub const fn with_default(mut self, default: fn() -> Result<Value, serde_json::Error>) -> Self {
        self.default = Some(default);
        self
    }
}

/// A default's value as JSON.
///
/// # Errors
/// When the value cannot be encoded.
pub fn default_json<T: DefaultArgument>(value: &T) -> Result<Value, serde_json::Error> {
    serde_json::to_value(value)
}

/// One `#[context]` parameter.
pub struct Requirement(fn() -> Option<StateType>);

impl Requirement {
    /// A parameter of type `T`.
    #[must_use]
    pub const fn new<T: FromContext>(_name: &'static str) -> Self {
        Self(T::requirement)
    }

    pub(crate) fn state(&self) -> Option<StateType> {
        (self.0)()
    }
}

/// Everything the macro knows about a tool, apart from how to start it.
#[allow(missing_docs, reason = "written by the macro, read by this module")]
pub struct Spec {
    pub name: &'static str,
    pub description: &'static str,
    pub annotations: Annotations,
    pub roles: &'static [&'static str],
    pub timeout_ms: Option<u64>,
    pub parameters: &'static [Parameter],
    pub context: &'static [Requirement],
    pub output: fn() -> Option<SchemaFn>,
    pub module: &'static str,
    pub file: &'static str,
    pub line: u32,
}

impl Spec {
    /// Builds the definition: asks the types for their schemas.
    pub(crate) fn definition(&self) -> Result<Definition, ToolFault> {
        let annotations = &self.annotations;
        let definition = Definition {
            name: ToolName::written(self.name),
            description: self.description.into(),
            annotations: effect::Annotations {
                title: annotations.title.map(Cow::Borrowed),
                effect: annotations.effect,
                destructive: annotations.destructive,
                read_only: annotations.read_only,
                idempotent: annotations.idempotent,
                open_world: annotations.open_world,
                requires_user_context: annotations.requires_user_context,
            },
            input_schema: Arc::new(self.input_schema()?),
            output_schema: (self.output)().and_then(output_schema).map(Arc::new),
            roles: self.roles.iter().map(|role| Cow::Borrowed(*role)).collect(),
            origin: Origin::Function {
                module: self.module,
                file: self.file,
                line: self.line,
            },
        };
        Ok(definition)
    }

    fn input_schema(&self) -> Result<Value, ToolFault> {
        let mut generator = generator(Direction::Input);
        let mut properties = Map::new();
        let mut required = Vec::new();
        for parameter in self.parameters {
            let mut schema = (parameter.schema)(&mut generator);
            if !parameter.description.is_empty() {
                schema.insert("description".into(), parameter.description.into());
            }
            if let Some(default) = parameter.default {
                let value = default().map_err(|error| ToolFault::Schema {
                    name: self.name.into(),
                    path: parameter.name.into(),
                    fault: format!("has a default that cannot be shown: {error}"),
                })?;
                schema.insert("default".into(), value);
            } else if !guard::start(parameter.optional).unwrap_or(false) {
                // A type that panics when it is read has no value for nothing.
                required.push(parameter.name);
            }
            properties.insert(parameter.name.into(), schema.to_value());
        }
        let mut root = json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        });
        if !required.is_empty() {
            root["required"] = required.into();
        }
        let definitions = generator.take_definitions(true);
        if !definitions.is_empty() {
            root["$defs"] = definitions.into();
        }
        Ok(root)
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Direction {
    Input,
    Output,
}

/// A generator with this crate's settings: JSON Schema 2020-12, everything
/// inlined that does not recur, so that no `$ref` needs resolving by a provider
/// and no name depends on the order of visit.
pub(crate) fn generator(direction: Direction) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    match direction {
        Direction::Input => settings.into_generator(),
        Direction::Output => settings.for_serialize().into_generator(),
    }
}

/// The schema of a whole type, with its definitions inside.
pub(crate) fn root_schema(make: SchemaFn, direction: Direction) -> Value {
    let mut generator = generator(direction);
    let mut schema: Schema = make(&mut generator);
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema.insert("$defs".into(), definitions.into());
    }
    schema.to_value()
}

/// The output schema worth telling: nothing for text, unit and any value.
fn output_schema(make: SchemaFn) -> Option<Value> {
    let schema = root_schema(make, Direction::Output);
    let object = schema.as_object().filter(|object| !object.is_empty())?;
    let plain = matches!(
        object.get("type").and_then(Value::as_str),
        Some("string" | "null")
    );
    (!plain || object.contains_key("enum")).then_some(schema)
}

/// Refuses a description that says nothing, while the user's crate compiles.
///
/// # Panics
/// When the description is blank or only repeats the name; in a constant, which
/// makes it a compile error.
pub const fn check_description(description: &str, name: &str) {
    match crate::description::fault(description, name) {
        None => {}
        Some(crate::description::Fault::Blank) => {
            panic!("the description is blank: say what the tool takes, returns and changes")
        }
        Some(crate::description::Fault::Name) => {
            panic!(
                "the description only repeats the name: say what the tool takes, returns and changes"
            )
        }
    }
}
