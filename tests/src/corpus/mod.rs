//! Argument types of every shape that serde and schemars know.

mod scalars;
mod shapes;
mod unions;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tooldef::Definition;

/// One argument type, as the only parameter `value` of a tool.
pub struct Sample {
    /// The tool's name, which names the type.
    pub name: &'static str,
    /// The tool.
    pub definition: Definition,
    /// Reads the arguments as the tool would, and writes them again.
    pub reads: fn(Value) -> Result<Value, String>,
}

/// A tool that requires one `value` of the type `T`.
fn required<T: JsonSchema + Serialize + DeserializeOwned>(name: &'static str) -> Sample {
    sample::<T>(name, true)
}

/// A tool to which a `value` of the type `T` may be given.
fn optional<T: JsonSchema + Serialize + DeserializeOwned>(name: &'static str) -> Sample {
    sample::<T>(name, false)
}

fn sample<T: JsonSchema + Serialize + DeserializeOwned>(
    name: &'static str,
    required: bool,
) -> Sample {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let schema = generator.subschema_for::<T>();
    let mut root = json!({
        "type": "object",
        "properties": { "value": schema },
        "additionalProperties": false,
    });
    if required {
        root["required"] = json!(["value"]);
    }
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        root["$defs"] = definitions.into();
    }
    Sample {
        name,
        definition: Definition::new(name, "Takes one value, to see that it arrives.", root),
        reads: |arguments| {
            let Some(value) = arguments.get("value") else {
                return Ok(arguments);
            };
            let value: T = serde_json::from_value(value.clone()).map_err(|e| e.to_string())?;
            let value = serde_json::to_value(value).map_err(|e| e.to_string())?;
            Ok(json!({ "value": value }))
        },
    }
}

/// A tool whose arguments as a whole are `T`.
fn whole<T: JsonSchema + Serialize + DeserializeOwned>(name: &'static str) -> Sample {
    let mut root = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    if let Some(root) = root.as_object_mut() {
        root.remove("$schema");
        root.remove("title");
    }
    Sample {
        name,
        definition: Definition::new(name, "Takes one record, to see that it arrives.", root),
        reads: |arguments| {
            let value: T = serde_json::from_value(arguments).map_err(|e| e.to_string())?;
            serde_json::to_value(value).map_err(|e| e.to_string())
        },
    }
}

/// All samples, in a fixed order.
#[must_use]
pub fn all() -> Vec<Sample> {
    let mut all = scalars::samples();
    all.extend(shapes::samples());
    all.extend(unions::samples());
    all
}

/// The definition of the sample with this name.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn definition(name: &str) -> Definition {
    all()
        .into_iter()
        .find(|sample| sample.name == name)
        .unwrap_or_else(|| panic!("no sample is called {name}"))
        .definition
}
